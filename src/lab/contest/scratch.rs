//! Temporary folder of a contest, removed when it ends.

use std::env::temp_dir;
use std::fs;
use std::path::PathBuf;

use tempfile::{Builder, TempDir};

use traybit_app::run::output::unwritable;

/// A temporary folder for this process alone.
#[derive(Debug)]
pub(super) struct Scratch(TempDir);

impl Scratch {
    /// Makes the folder.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn new() -> Result<Self, String> {
        let folder = Builder::new().prefix("traybit-contest-").tempdir();
        folder.map(Self).map_err(|reason| unwritable(&temp_dir(), &reason))
    }

    /// Writes a file and returns its path.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let path = self.path(name);
        fs::write(&path, bytes).map_err(|reason| unwritable(&path, &reason))?;
        Ok(path)
    }

    /// The path of a file, which may not exist.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Scratch;

    #[test]
    fn folders_are_apart_and_go() {
        let (one, other) = (Scratch::new().unwrap(), Scratch::new().unwrap());
        let path = one.write("moves", b"x").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"x");
        assert!(!other.path("moves").exists());
        drop(one);
        assert!(!path.exists());
    }
}
