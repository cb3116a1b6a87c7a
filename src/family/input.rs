//! Solutions as files have them: text, or the document of `--json`.

pub mod document;
pub mod packings;
