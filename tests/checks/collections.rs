//! Indexes of puzzles in a folder that has some.

use std::fs;
use std::path::Path;

use traybit_app::collection::{find, read};

/// Writes the puzzles that indexes can name.
pub fn lay_out(folder: &Path) {
    for (name, text) in [
        ("a", "1 3\n0 0 0 0\n"),
        ("a.goal", "0 2 0 2\n"),
        ("b", "tray:\na.\n\ngoal: a 0 1\n"),
        ("s/c", "2\n 1  \n 3  2\n"),
        ("s/d", "piece D: 2\nXX\n\nboard: 2x2\n"),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder that can be made");
        fs::write(path, text).expect("a file that can be written");
    }
}

/// An index in that folder.
pub fn check(folder: &Path, data: &[u8]) {
    let index = folder.join("index.csv");
    fs::write(&index, data).expect("an index that can be written");
    for name in [folder, &index] {
        let collection = find(&[name.into()]);
        assert!(
            !collection.entries.is_empty()
                || name == index
                || data.is_empty()
                || !collection.oddities.is_empty()
        );
        for entry in &collection.entries {
            assert!(entry.start.is_file() && entry.goal.as_ref().is_none_or(|goal| goal.is_file()));
            match read(entry, None) {
                Ok(found) => assert!(found.iter().all(|found| found.set == entry.set)),
                Err(oddity) => assert!(!oddity.sentence.is_empty()),
            }
        }
    }
}
