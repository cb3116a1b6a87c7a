//! Positions as records of a fixed length, whose order is that of the positions.
//!
//! ```text
//!   position   1      4      26          numbers below 36: 6 bits each, the highest first
//!   record     000001 000100 011010 0…   then zeros, up to 8, 16 or 32 bytes, or else to a whole byte
//! ```

use crate::reference::Position;

/// A packed position: bytes, compared one after the other.
pub(super) trait Record: Ord + Clone + Send + Sync + AsRef<[u8]> + for<'a> TryFrom<&'a [u8]> {}

impl<T: Ord + Clone + Send + Sync + AsRef<[u8]> + for<'a> TryFrom<&'a [u8]>> Record for T {}

/// Lengths of records that need no allocation each.
pub(super) const LENGTHS: [usize; 3] = [8, 16, 32];

/// Form of the records of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Numbers in a position.
    pub numbers: usize,
    /// Bits of a number, at most 16.
    bits: u32,
    pub(super) bytes: usize,
}

impl Form {
    /// The form of positions of `numbers` numbers, each below `end`.
    #[must_use]
    pub fn new(numbers: usize, end: usize) -> Self {
        let bits = end.saturating_sub(1).max(1).ilog2() + 1;
        let bytes = (numbers * bits as usize).div_ceil(8);
        let bytes = LENGTHS.into_iter().find(|&length| bytes <= length).unwrap_or(bytes);
        Self { numbers, bits, bytes }
    }

    /// Packs a position; `bytes` is a buffer.
    pub(super) fn pack<R: Record>(&self, position: &[u16], bytes: &mut Vec<u8>) -> R {
        bytes.clear();
        let (mut held, mut bits) = (0u32, 0);
        for &number in position {
            held = held << self.bits | u32::from(number);
            bits += self.bits;
            while bits >= 8 {
                bits -= 8;
                bytes.push((held >> bits) as u8);
            }
        }
        bytes.push((held << (8 - bits)) as u8);
        bytes.resize(self.bytes, 0);
        record(bytes)
    }

    /// Unpacks a record into `position`, which has as many numbers.
    pub(super) fn unpack(&self, record: &[u8], position: &mut [u16]) {
        let mut bytes = record.iter();
        let (mut held, mut bits) = (0u32, 0);
        for number in position {
            while bits < self.bits {
                held = held << 8 | u32::from(bytes.next().copied().unwrap_or_default());
                bits += 8;
            }
            bits -= self.bits;
            *number = (held >> bits & ((1 << self.bits) - 1)) as u16;
        }
    }

    pub(super) fn blank(&self) -> Position {
        vec![0; self.numbers].into()
    }

    /// Bytes of a record in memory, with what the allocator adds.
    pub(super) fn held(&self) -> usize {
        if LENGTHS.contains(&self.bytes) {
            self.bytes
        } else {
            size_of::<Box<[u8]>>() + self.bytes.next_multiple_of(16) + 16
        }
    }
}

pub(super) fn record<R: Record>(bytes: &[u8]) -> R {
    R::try_from(bytes).ok().expect("as many bytes as a record has")
}
