//! What long searches leave behind, with a right checksum and with a wrong one.

use traybit_core::bits::digest;
use traybit_core::search::listing::saved::Saved as SavedListing;
use traybit_core::search::tally::{ReadError, Saved};

/// More than the small files that are tried need.
const MEMORY: usize = 1 << 20;
const LAST: usize = 9;
const DIGEST: u64 = 1;

/// A snapshot of a count, or a listing on its way.
pub(crate) fn check(data: &[u8]) {
    for bytes in [data.to_vec(), summed(data)] {
        snapshot(&bytes);
    }
    let text = [format!("traybit listing 1 {:016x}\n", digest(data)).as_bytes(), data].concat();
    for text in [data, &text[..]] {
        let Ok(saved) = SavedListing::<Vec<u32>>::from_text(text) else { continue };
        let again = saved.to_text().expect("numbers have a form in JSON");
        assert_eq!(SavedListing::from_text(again.as_bytes()).as_ref(), Ok(&saved));
    }
}

fn snapshot(bytes: &[u8]) {
    if let Err(error) = Saved::<u64>::read(bytes, DIGEST, LAST, MEMORY) {
        assert!(!matches!(error, ReadError::Io(_)), "bytes can be had");
    }
    let _ = Saved::<u128>::read(bytes, DIGEST, LAST, MEMORY);
}

/// The words of a snapshot behind its first three, which are the right ones, with the checksum that belongs to them.
fn summed(data: &[u8]) -> Vec<u8> {
    let head = [u64::from_le_bytes(*b"TRAYTALY"), 1, DIGEST];
    let words = data
        .chunks_exact(8)
        .map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    let mut words: Vec<u64> = head.into_iter().chain(words).collect();
    let next = |sum: u64, word: &u64| {
        (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_add(1)
    };
    words.push(words.iter().fold(0, next));
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}
