//! Databases in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_tiles::pattern::EntryIndex;
use traybit_tiles::pattern::Pattern;
use traybit_tiles::pattern::cache::{folder_of, load, name, store};
use traybit_tiles::pattern::database::{build, bytes};

#[test]
fn a_database_is_loaded_unless_a_single_byte_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let size = Size { height: 3, width: 3 };
    let pattern = Pattern::new(size, 0b111, 8);
    let mut database = vec![0; bytes(size, 3)];
    build(&EntryIndex::new(size, 3), pattern, &Limits::default(), &mut database).unwrap();
    let load = |folder: &Path, pattern| {
        let mut halves = vec![0; bytes(size, 3)];
        load(folder, size, pattern, &mut halves).map(|()| halves)
    };
    assert!(load(folder.path(), pattern).is_none());
    let inside = folder.path().join("not there yet");
    store(&inside, size, pattern, &database).unwrap();
    let loaded = || load(&inside, pattern);
    assert_eq!(loaded().unwrap(), database);
    assert_eq!(fs::read_dir(&inside).unwrap().count(), 1, "no draft is left");

    let path = inside.join(name(size, pattern));
    let whole = fs::read(&path).unwrap();
    for index in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[index] ^= 1 << (index % 8);
        fs::write(&path, damaged).unwrap();
        assert!(loaded().is_none(), "byte {index}");
    }
    for damaged in [&whole[..whole.len() - 1], &[whole.as_slice(), &[0]].concat(), &[]] {
        fs::write(&path, damaged).unwrap();
        assert!(loaded().is_none());
    }
    // Another pattern's database under this name.
    let other = Pattern::new(size, 0b11_001, 8);
    fs::write(&path, &whole).unwrap();
    fs::copy(&path, inside.join(name(size, other))).unwrap();
    assert!(load(&inside, other).is_none());
    store(&inside, size, pattern, &database).unwrap();
    assert!(loaded().is_some());
    // A folder that cannot be one.
    assert!(store(&path, size, pattern, &database).is_err());
}

#[test]
fn the_folder_is_where_the_user_keeps_caches() {
    let path = |text: &str| Some(PathBuf::from(text));
    assert_eq!(folder_of(path("/c"), path("/h")), path("/c/traybit"));
    assert_eq!(folder_of(path("c"), path("/h")), path("/h/.cache/traybit"));
    assert_eq!(folder_of(None, path("")), None);
}
