//! Solutions as files have them: text, or the document of `--json`.

pub(crate) mod document;
pub(crate) mod packings;
