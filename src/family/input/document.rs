//! Documents that `--json` wrote, where other text may stand as well.

use std::io::{Cursor, Read};

use traybit_core::input::{InputError, read_at_most};
use traybit_program::files::Source;

/// The longest document, in bytes: it is read whole.
const LONGEST: usize = 1 << 30;

/// Bytes that tell a document from other text.
const START: u64 = 64;

/// Content of a file.
pub enum Content {
    /// A whole document.
    Document(Vec<u8>),
    /// Anything else, from the beginning.
    Text(Box<dyn Read + Send>),
}

impl Content {
    /// Opens a file and looks at its beginning.
    ///
    /// # Errors
    /// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when a document is too long.
    pub fn of(source: &Source) -> Result<Self, InputError> {
        let (name, mut reader) = (source.name(), source.open()?);
        let mut start = Vec::new();
        let unreadable = |reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}"));
        reader.by_ref().take(START).read_to_end(&mut start).map_err(unreadable)?;
        let is_document = is_document(&start);
        let whole = Cursor::new(start).chain(reader);
        if is_document {
            return read_at_most(&name, whole, LONGEST, "a document").map(Self::Document);
        }
        Ok(Self::Text(Box::new(whole)))
    }
}

/// True if a text begins with a brace and a name in quotes: a label of a drawing is hardly `{"`.
fn is_document(start: &[u8]) -> bool {
    let inside = start.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inside.is_some_and(|inside| inside.starts_with(b"\""))
}
