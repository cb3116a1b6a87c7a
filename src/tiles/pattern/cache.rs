//! Cache of pattern databases in files, as building the large ones takes seconds.
//!
//! ```text
//!   name     tiles-1-5x5-0018c631-00000001.table       version, size, homes and blank's region of the pattern
//!   bytes    0  magic "Traybit\n"     8 version (4)   12 height (2)   14 width (2)   16 homes (4)   20 blank (4)
//!            24 entries' bytes (8)   32 checksum of the entries (8)   40 entries, two to a byte; all little-endian
//! ```
//!
//! A file of another pattern, or with a wrong checksum, counts as missing and is overwritten. The checksum detects
//! damage, not malice.

use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::pattern::Pattern;
use traybit_core::bits::Key;
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;

const VERSION: u32 = 1;
const MAGIC: &[u8; 8] = b"Traybit\n";
const HEADER: usize = 40;

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
    let mut file = fs::File::open(folder.join(name(size, pattern))).ok()?;
    let mut header = vec![0; HEADER];
    file.read_exact(&mut header).ok()?;
    file.read_exact(halves).ok()?;
    let is_whole = file.read(&mut [0]).ok()? == 0;
    (is_whole && header == self::header(size, pattern, halves)).then_some(())
}

/// Stores a database in one step: its file is whole or missing.
pub fn store(folder: &Path, size: Size, pattern: Pattern, halves: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let name = name(size, pattern);
    let draft = folder.join(format!("{name}.{}", process::id()));
    let write = |mut file: fs::File| {
        file.write_all(&header(size, pattern, halves))?;
        file.write_all(halves)?;
        fs::rename(&draft, folder.join(name))
    };
    fs::File::create(&draft).and_then(write).inspect_err(|_| _ = fs::remove_file(&draft))
}

pub fn name(size: Size, Pattern { homes, blank }: Pattern) -> String {
    format!("tiles-{VERSION}-{}x{}-{homes:08x}-{blank:08x}.table", size.height, size.width)
}

fn header(size: Size, Pattern { homes, blank }: Pattern, halves: &[u8]) -> Vec<u8> {
    [
        &MAGIC[..],
        &VERSION.to_le_bytes(),
        &size.height.to_le_bytes(),
        &size.width.to_le_bytes(),
        &homes.to_le_bytes(),
        &blank.to_le_bytes(),
        &(halves.len() as u64).to_le_bytes(),
        &checksum(halves).to_le_bytes(),
    ]
    .concat()
}

/// Hash of the words of eight bytes, the last one filled up with zeros, each hashed with the hash before.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (state.rotate_left(17) ^ u64::from_le_bytes(word)).hash64()
    })
}
