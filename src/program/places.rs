//! Places of files: those that are read are never written over.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{Metadata, canonicalize, metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Device and number of a file.
type Id = (u64, u64);

/// Files that were read, by what they were then.
static READ: Mutex<BTreeMap<Id, PathBuf>> = Mutex::new(BTreeMap::new());

/// Notes a file that is read. Pipes and devices are not files.
pub fn note_read(name: impl AsRef<Path>) {
    if let Some(id) = id(name.as_ref()) {
        READ.lock().unwrap_or_else(PoisonError::into_inner).insert(id, name.as_ref().to_owned());
    }
}

/// True if a file was read, under this name or another one.
pub fn is_read(path: &Path) -> bool {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let noted = id(path).and_then(|id| read.get(&id));
    // Once a file is gone its number may be another's.
    noted.is_some_and(|noted| is_same(noted, path))
}

/// True if two names are of one file, which may not exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (id(one), id(other)) {
        (None, None) => one == other || place(one).is_some_and(|one| place(other) == Some(one)),
        (one, other) => one == other,
    }
}

fn id(path: &Path) -> Option<Id> {
    let file = metadata(path).ok().filter(Metadata::is_file)?;
    Some((file.dev(), file.ino()))
}

/// Place of a file that may not exist yet.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let folder = if folder.as_os_str() == OsStr::new("") { Path::new(".") } else { folder };
    Some(canonicalize(folder).ok()?.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir, hard_link, remove_file, write};
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use tempfile::TempDir;

    use super::{is_read, is_same, note_read};

    #[test]
    fn one_file_has_many_names() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        create_dir(at("below")).unwrap();
        for name in ["file", "other"] {
            write(at(name), "text").unwrap();
        }
        hard_link(at("file"), at("hard")).unwrap();
        symlink("file", at("soft")).unwrap();
        for (name, same) in
            [("file", true), ("hard", true), ("soft", true), ("below/../file", true), ("other", false)]
        {
            assert_eq!(is_same(&at("file"), &at(name)), same, "{name}");
        }
        assert!(is_same(&at("new"), &at("./below/../new")));
        assert!(!is_same(&at("new"), &at("below/new")) && !is_same(&at("new"), &at("file")));
        assert!(is_same(Path::new("/dev/null"), Path::new("/dev/null")));

        assert!(!is_read(&at("file")));
        note_read(at("soft"));
        note_read("/dev/null");
        assert!(is_read(&at("file")) && is_read(&at("hard")) && is_read(&at("below/../soft")));
        assert!(!is_read(&at("other")) && !is_read(&at("new")) && !is_read(Path::new("/dev/null")));
        // A file of the same number as one that is gone.
        remove_file(at("soft")).unwrap();
        assert!(!is_read(&at("file")));
    }
}
