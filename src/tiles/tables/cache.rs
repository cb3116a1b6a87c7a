//! Tables kept in files, as building the large ones takes seconds.
//!
//! ```text
//!   name     tiles-1-5x5-0018c631-00000001.table       version, size, homes and gap's region of the pattern
//!   bytes    0  magic "Traybit\n"     8 version (4)   12 height (2)   14 width (2)   16 homes (4)   20 gap (4)
//!            24 entries' bytes (8)   32 checksum of the entries (8)   40 entries, two to a byte; all little-endian
//! ```
//!
//! A file that differs from what is asked for in any respect, its checksum among them, is taken for missing, and is
//! written anew. One that agrees is used as it was built: the checksum tells damage, not malice.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use crate::tables::{Numbering, Pattern, Table};
use traybit_core::bits::Key;
use traybit_core::grid::Size;

/// Whatever changes the entries or their order changes it.
const VERSION: u32 = 1;
const MAGIC: &[u8; 8] = b"Traybit\n";
const HEADER: usize = 40;

/// Smaller tables are built as fast as they are read: less than a tenth of a second.
const WORTH_KEEPING: usize = 8 << 20;

/// The folder of the user's caches for this program: `$XDG_CACHE_HOME/traybit` or `$HOME/.cache/traybit`; none where
/// neither is an absolute path.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    folder_of(env::var_os("XDG_CACHE_HOME").map(PathBuf::from), env::var_os("HOME").map(PathBuf::from))
}

fn folder_of(caches: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let caches = caches.filter(|folder| folder.is_absolute());
    let home = home.filter(|folder| folder.is_absolute()).map(|folder| folder.join(".cache"));
    caches.or(home).map(|folder| folder.join("traybit"))
}

/// Whether a table of so many bytes is kept.
#[must_use]
pub fn is_worth_keeping(bytes: usize) -> bool {
    bytes >= WORTH_KEEPING
}

/// The table of a pattern, if the folder has it unharmed.
#[must_use]
pub fn load(folder: &Path, size: Size, pattern: Pattern) -> Option<Table> {
    let length = Numbering::table_bytes(size, pattern.homes.count_ones() as usize);
    let path = folder.join(name(size, pattern));
    // Nothing of another length is read, however long it is.
    if fs::metadata(&path).ok()?.len() != (HEADER + length) as u64 {
        return None;
    }
    let mut halves = fs::read(&path).ok()?;
    let header: Vec<u8> = halves.get(..HEADER)?.to_vec();
    halves.drain(..HEADER);
    (halves.len() == length && header == self::header(size, pattern, &halves)).then_some(Table { halves })
}

/// Keeps a table for later: a whole file under its name, or none.
///
/// # Errors
/// Those of writing; nothing is lost but time.
pub fn store(folder: &Path, size: Size, pattern: Pattern, table: &Table) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let name = name(size, pattern);
    let draft = folder.join(format!("{name}.{}", process::id()));
    let mut bytes = header(size, pattern, &table.halves);
    bytes.extend_from_slice(&table.halves);
    let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, folder.join(name)));
    if written.is_err() {
        // What is left of it is of no use; that it cannot be removed either is no news.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn name(size: Size, Pattern { homes, gap }: Pattern) -> String {
    format!("tiles-{VERSION}-{}x{}-{homes:08x}-{gap:08x}.table", size.height, size.width)
}

fn header(size: Size, Pattern { homes, gap }: Pattern, halves: &[u8]) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend(size.height.to_le_bytes());
    header.extend(size.width.to_le_bytes());
    header.extend(homes.to_le_bytes());
    header.extend(gap.to_le_bytes());
    header.extend((halves.len() as u64).to_le_bytes());
    header.extend(checksum(halves).to_le_bytes());
    header
}

/// The words of eight bytes, the last one filled up with zeros, hashed one after another with the hash so far.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (state.rotate_left(17) ^ u64::from_le_bytes(word)).hash64()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{folder_of, load, name, store};
    use crate::tables::{Numbering, Pattern, Table};
    use traybit_core::grid::Size;

    #[test]
    fn a_table_comes_back_unless_a_single_byte_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let size = Size { height: 3, width: 3 };
        let pattern = Pattern::new(size, 0b111, 8);
        let table = Table::build(&Numbering::new(size, 3), pattern, false, &|| true).unwrap();
        assert!(load(folder.path(), size, pattern).is_none());
        let inside = folder.path().join("not there yet");
        store(&inside, size, pattern, &table).unwrap();
        let loaded = || load(&inside, size, pattern);
        assert_eq!(loaded().unwrap().halves, table.halves);
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
        // Another pattern's table under this name.
        let other = Pattern::new(size, 0b11_001, 8);
        fs::write(&path, &whole).unwrap();
        fs::copy(&path, inside.join(name(size, other))).unwrap();
        assert!(load(&inside, size, other).is_none());
        store(&inside, size, pattern, &table).unwrap();
        assert!(loaded().is_some());
        // A folder that cannot be one.
        assert!(store(&path, size, pattern, &table).is_err());
    }

    #[test]
    fn the_folder_is_where_the_user_keeps_caches() {
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(folder_of(path("/c"), path("/h")), path("/c/traybit"));
        assert_eq!(folder_of(path("c"), path("/h")), path("/h/.cache/traybit"));
        assert_eq!(folder_of(None, path("")), None);
    }
}
