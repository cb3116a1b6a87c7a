//! Cache of pattern databases in files, as building the large ones takes seconds.
//!
//! A file is a [snapshot](traybit_core::search::words) of the entries, eight bytes per word, the last word padded with
//! zeros. Its name has the size, and the homes and the blank's region of the pattern: `tiles-5x5-0018c631-00000001.table`.
//! A file of another pattern, version or checksum counts as missing and is overwritten.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use crate::pattern::Pattern;
use traybit_core::search::words::{Kind, WordReader, WordWriter};
use traybit_core::{GaveUp, Size, digest};

const KIND: Kind = Kind { name: b"TRAYTILE", version: 2, search: "a pattern database" };

/// Bytes of the smallest database that is cached; smaller ones are built as fast as they are read.
const WORTH_CACHING: usize = 8 << 20;

/// Cache folder of the user for this program: `$XDG_CACHE_HOME/traybit` or `$HOME/.cache/traybit`; `None` if neither is
/// an absolute path.
pub fn folder() -> Option<PathBuf> {
    folder_of(env::var_os("XDG_CACHE_HOME").map(PathBuf::from), env::var_os("HOME").map(PathBuf::from))
}

pub fn folder_of(caches: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let caches = caches.filter(|folder| folder.is_absolute());
    let home = home.filter(|folder| folder.is_absolute()).map(|folder| folder.join(".cache"));
    caches.or(home).map(|folder| folder.join("traybit"))
}

/// Loads a database from the folder into `halves`, or builds it and stores it; small ones are always built.
pub fn load_or_build(
    folder: Option<&Path>,
    size: Size,
    pattern: Pattern,
    halves: &mut [u8],
    build: impl Fn(&mut [u8]) -> Result<(), GaveUp>,
) -> Result<(), GaveUp> {
    let Some(folder) = folder.filter(|_| halves.len() >= WORTH_CACHING) else { return build(halves) };
    if load(folder, size, pattern, halves).is_none() {
        build(halves)?;
        // If it cannot be stored, it is built again the next time.
        let _ = store(folder, size, pattern, halves);
    }
    Ok(())
}

/// Loads the database of a pattern into `halves`, if the folder has it undamaged.
pub fn load(folder: &Path, size: Size, pattern: Pattern, halves: &mut [u8]) -> Option<()> {
    let name = name(size, pattern);
    let file = fs::File::open(folder.join(&name)).ok()?;
    let mut words = WordReader::begin(Box::new(file), &KIND, digest(name.as_bytes())).ok()?;
    for eight in halves.chunks_mut(8) {
        eight.copy_from_slice(&words.word().ok()?.to_le_bytes()[..eight.len()]);
    }
    words.end().ok()
}

/// Stores a database in one step: its file is whole or missing.
pub fn store(folder: &Path, size: Size, pattern: Pattern, halves: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let name = name(size, pattern);
    let draft = folder.join(format!("{name}.{}", process::id()));
    let write = |mut file: fs::File| {
        let mut words = WordWriter::begin(&mut file, &KIND, digest(name.as_bytes()))?;
        for eight in halves.chunks(8) {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            words.put(u64::from_le_bytes(word))?;
        }
        words.end()?;
        fs::rename(&draft, folder.join(&name))
    };
    fs::File::create(&draft).and_then(write).inspect_err(|_| _ = fs::remove_file(&draft))
}

pub fn name(size: Size, Pattern { homes, blank }: Pattern) -> String {
    format!("tiles-{}x{}-{homes:08x}-{blank:08x}.table", size.height, size.width)
}
