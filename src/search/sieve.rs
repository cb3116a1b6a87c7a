//! What is kept of a finished layer for the walk back: a sieve that lets all its positions through and few others.
//!
//! ```text
//! part p   | 0 | 7c1e | 03b9 | 0 | 51d0 | …      16 bits of a position's hash, 0 where nothing is kept;
//!              5 slots for 4 positions            others of its bits tell the part and where to look
//! ```
//!
//! That is 2.5 bytes a position, whatever the width of its key. The sieve proves nothing: a position that passes may
//! be of another layer, but the moves that lead from it to the start are then missing in some earlier layer, and
//! the walk back goes on with the next that passes. (Linear probing of fingerprints as in Cleary's compact hashing,
//! 1984; the walk makes up for what is lost.)

use crate::bits::Key;
use crate::search::layers::part_index;

/// One layer.
#[derive(Clone, Debug)]
pub struct Sieve {
    parts: Vec<Box<[u16]>>,
}

impl Sieve {
    /// The sieve of these parts, which must be a power of two.
    pub fn of(parts: Vec<Box<[u16]>>) -> Self {
        Self { parts }
    }

    /// One part's share of a sieve.
    pub fn part<K: Key>(keys: &[K]) -> Box<[u16]> {
        let mut slots = vec![0; keys.len() + keys.len() / 4 + 1].into_boxed_slice();
        for key in keys {
            let hash = key.hash64();
            let mut at = place(hash, slots.len());
            while slots[at] != 0 {
                at = if at + 1 < slots.len() { at + 1 } else { 0 };
            }
            slots[at] = fingerprint(hash);
        }
        slots
    }

    /// Whether a position with this hash passes; all that the sieve was made of do.
    pub fn passes(&self, hash: u64) -> bool {
        let slots = &self.parts[part_index(hash, self.parts.len().trailing_zeros())];
        let (after, before) = slots.split_at(place(hash, slots.len()));
        before.iter().chain(after).take_while(|&&slot| slot != 0).any(|&slot| slot == fingerprint(hash))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.len() * size_of::<u16>()).sum()
    }
}

/// Where to begin to look: the low half of the hash, scaled.
#[inline(always)]
fn place(hash: u64, slots: usize) -> usize {
    (((hash & 0xffff_ffff) * slots as u64) >> 32) as usize
}

#[inline(always)]
fn fingerprint(hash: u64) -> u16 {
    ((hash >> 32) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::Sieve;
    use crate::bits::Key;
    use crate::search::layers::part_index;

    #[test]
    fn all_members_and_hardly_any_others_pass() {
        let mut parts = vec![Vec::new(); 4];
        for key in 0..10_000u64 {
            parts[part_index(key.hash64(), 2)].push(key);
        }
        let sieve = Sieve::of(parts.iter().map(|keys| Sieve::part(keys)).collect());
        assert!((0..10_000u64).all(|key| sieve.passes(key.hash64())));
        let others = (10_000..110_000u64).filter(|key| sieve.passes(key.hash64())).count();
        assert!(others < 100, "{others} of 100,000");
        assert!((24_990..=25_008).contains(&sieve.bytes()), "2.5 bytes a position, and one slot a part");
    }

    #[test]
    fn the_sieve_of_nothing_lets_nothing_through() {
        let sieve = Sieve::of(vec![Sieve::part::<u64>(&[])]);
        assert!((0..1000u64).all(|key| !sieve.passes(key.hash64())));
    }
}
