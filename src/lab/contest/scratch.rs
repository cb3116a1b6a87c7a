//! Files that programs are tried with, in a folder that goes when the contest ends.

use std::env::temp_dir;
use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::process;

use traybit_app::runner::output::unwritable;

/// So many names are tried: others may be left over.
const NAMES: u32 = 1000;

/// A temporary folder for this process alone.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes the folder.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn new() -> Result<Self, String> {
        let mut path = temp_dir();
        for number in 0..NAMES {
            path = temp_dir().join(format!("traybit-contest-{}-{number}", process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(reason) if reason.kind() == ErrorKind::AlreadyExists => {}
                Err(reason) => return Err(unwritable(&path, &reason)),
            }
        }
        Err(unwritable(&path, &ErrorKind::AlreadyExists.into()))
    }

    /// Writes a file, and gives its path.
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
        self.path.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.path);
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
