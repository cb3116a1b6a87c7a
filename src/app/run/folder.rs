//! Puzzles as numbered files of one folder, all of them or none; existing files are never overwritten.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::run::{Failure, unwritable};
use traybit_core::input::shown;

/// Maximum number of files of one run.
pub(crate) const MOST_FILES: i64 = 99_999;

/// A folder for files `001.txt`, `002.txt` …
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Minimum digits of a number.
    digits: usize,
}

impl Folder {
    /// The folder of that name, created if missing, without files of these numbers. Tested at once, so that
    /// no work is done in vain.
    fn prepare(name: &OsStr, files: usize) -> Result<Self, String> {
        let folder = Self { path: name.into(), digits: files.to_string().len().max(3) };
        // An empty name would mean the current folder.
        let created =
            if name.is_empty() { Err(ErrorKind::InvalidFilename.into()) } else { fs::create_dir_all(name) };
        created.map_err(|reason| refusal(&folder.path, &reason))?;
        let mut paths = (1..=files).map(|number| folder.file(number));
        if let Some(path) = paths.find(|path| fs::symlink_metadata(path).is_ok()) {
            return Err(refusal(&path, &ErrorKind::AlreadyExists.into()));
        }
        let first = folder.file(1);
        let tried = File::create_new(&first).and_then(|_| fs::remove_file(&first));
        tried.map_err(|reason| refusal(&first, &reason))?;
        Ok(folder)
    }

    /// The path of a file, counted from 1.
    fn file(&self, number: usize) -> PathBuf {
        self.path.join(format!("{number:0digits$}.txt", digits = self.digits))
    }

    /// Prepares the folder, if one is named.
    pub(crate) fn place(name: Option<&OsStr>, files: usize) -> Result<Option<Self>, Failure> {
        name.map(|name| Self::prepare(name, files)).transpose().map_err(Failure::unwritable)
    }

    /// Writes texts to the files of their numbers; returns the names of the files.
    pub(crate) fn write(&self, texts: &[(usize, &String)]) -> Result<Vec<String>, String> {
        let mut written = Vec::new();
        for &(number, text) in texts {
            let path = self.file(number);
            let made = File::create_new(&path).and_then(|mut file| {
                written.push(path.clone());
                file.write_all(text.as_bytes())
            });
            if let Err(reason) = made {
                // Files that cannot be written may not be removable either.
                for path in &written {
                    let _ = fs::remove_file(path);
                }
                return Err(refusal(&path, &reason));
            }
        }
        Ok(written.iter().map(|path| shown(path.as_os_str())).collect())
    }
}

/// The sentence about a file that cannot be written, or is there already.
fn refusal(path: &Path, reason: &Error) -> String {
    if reason.kind() == ErrorKind::AlreadyExists && path.is_file() {
        format!("{}: is there already, and is not overwritten", shown(path.as_os_str()))
    } else {
        unwritable(path, reason)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::Folder;

    #[test]
    fn files_are_new_and_all_there_or_none() {
        let temporary = TempDir::new().unwrap();
        let path = temporary.path().join("deep/er");
        let folder = Folder::prepare(path.as_os_str(), 1000).unwrap();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        let (one, two) = ("one".to_owned(), "two".to_owned());
        let texts = [(1, &one), (2, &two)];
        folder.write(&texts).unwrap();
        assert_eq!(fs::read_to_string(path.join("0002.txt")).unwrap(), "two");
        let told = Folder::prepare(path.as_os_str(), 1000).unwrap_err();
        assert!(told.ends_with("0001.txt: is there already, and is not overwritten"), "{told}");
        fs::remove_file(path.join("0001.txt")).unwrap();
        assert!(folder.write(&texts).unwrap_err().contains("0002.txt"));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1, "only what was there before");
        assert_eq!(Folder::prepare(path.as_os_str(), 20).unwrap().file(20), path.join("020.txt"));
    }

    #[test]
    fn folders_that_cannot_be_are_refused() {
        let temporary = TempDir::new().unwrap();
        let file = temporary.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [file.clone(), file.join("below"), "".into()] {
            let told = Folder::prepare(path.as_os_str(), 1).unwrap_err();
            assert!(told.contains(": cannot be written") || told.contains(": is there already"), "{told}");
        }
    }
}
