//! Keys and used-move masks as bytes.
//!
//! ```text
//!   head     │ bytes of a key: w │ bits of each byte of a mask: 4 × 1 │
//!
//!   plain    │ key: w bytes │ key │ …                                            in the order in which they came
//!   sorted   │ n │ n lowest bytes of the key │ n │ …     the other bytes are those of the key before
//!
//!   masks    │ mask │ mask │ …        a mask is its four bytes side by side, each as long as the longest of its kind
//! ```
//!
//! Bytes that no key of a block has are left out, lowest byte first. Successors on their way to their part are kept
//! plain, since most are seen once; finished layers are sorted: of some ten thousand keys with equal hash bits, neighbours
//! share the upper half of their bits, and the half below is what is kept. (Front coding of sorted lists, as in indexes of
//! words.)

use crate::bits::Key;
use crate::space::{Columns, UsedMoves};

/// Bytes of a limb.
const LIMB: usize = 8;
/// Bytes of a mask.
const MASK: usize = size_of::<UsedMoves>();
/// Bytes before the keys.
const HEAD: usize = 2 + MASK;
/// Room behind the last key and mask, since whole limbs are written.
const SLACK: usize = 3 * LIMB;

/// How keys are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they come, each whole.
    Plain,
    /// In ascending order as far as their upper bits tell, each by what differs from the one before.
    Sorted,
}

/// Appends the bytes of keys, and of their masks where there are some.
pub fn encode<K: Key>(keys: &[K], masks: &[UsedMoves], order: Order, to: &mut Vec<u8>) {
    let width = width(keys);
    let bits = mask_bits(masks);
    to.extend_from_slice(&(width as u16).to_le_bytes());
    to.extend(bits.map(|bits| bits as u8));
    let mut end = to.len();
    to.resize(
        end + keys.len() * (width + 1) + masks.len() * MASK + SLACK + width.next_multiple_of(2 * LIMB),
        0,
    );
    match order {
        Order::Plain if width <= 2 * LIMB => {
            for key in keys {
                put_two_limbs(key, &mut to[end..]);
                end += width;
            }
        }
        Order::Plain => {
            for key in keys {
                put_low(key, width, &mut to[end..]);
                end += width;
            }
        }
        Order::Sorted => {
            let mut before = None;
            for key in keys {
                let differing = before.map_or(width, |before| differing(before, key, width));
                to[end] = differing as u8;
                if width <= 2 * LIMB {
                    put_two_limbs(key, &mut to[end + 1..]);
                } else {
                    put_low(key, differing, &mut to[end + 1..]);
                }
                end += 1 + differing;
                before = Some(key);
            }
        }
    }
    let mask_bytes = bits.iter().sum::<u32>().div_ceil(8) as usize;
    for &mask in masks {
        let packed = pack(mask, bits);
        to[end..end + MASK].copy_from_slice(&packed.to_le_bytes());
        end += mask_bytes;
    }
    to.truncate(end);
}

/// Bytes that [`decode`] wants to find behind a block, whatever they are.
pub const BEHIND: usize = 2 * LIMB;

/// Reads the keys of [`decode`] where they have two limbs; where they end.
fn decode_two_limbs<K: Key>(
    bytes: &[u8],
    count: usize,
    (order, width): (Order, usize),
    to: &mut Columns<K, UsedMoves>,
) -> Option<usize> {
    let lowest = |count: usize| if count < 2 * LIMB { (1u128 << (8 * count)) - 1 } else { u128::MAX };
    let (mut at, mut key) = (HEAD, 0u128);
    for _ in 0..count {
        let differing = match order {
            Order::Plain => width,
            Order::Sorted => usize::from(*bytes.get(at)?),
        };
        at += usize::from(order == Order::Sorted);
        let read = u128::from_le_bytes(bytes.get(at..at + 2 * LIMB)?.try_into().ok()?);
        if differing > width {
            return None;
        }
        let changed = lowest(differing);
        key = key & !changed | read & changed;
        to.keys.push(K::from_limbs(&[key as u64, (key >> 64) as u64]));
        at += differing;
    }
    Some(at)
}

/// Appends the `count` keys and masks of a block, which is followed by [`BEHIND`] more bytes; none where the bytes cannot
/// be those of a block.
pub fn decode<K: Key>(
    bytes: &[u8],
    count: usize,
    (order, with_masks): (Order, bool),
    to: &mut Columns<K, UsedMoves>,
) -> Option<()> {
    let length = bytes.len().checked_sub(BEHIND)?;
    let width = usize::from(u16::from_le_bytes(bytes.get(..2)?.try_into().ok()?));
    let bits: [u32; MASK] = std::array::from_fn(|byte| bytes[2 + byte].into());
    let mut at = HEAD;
    to.keys.reserve(count);
    if width <= 2 * LIMB && width > LIMB {
        at = decode_two_limbs(bytes, count, (order, width), to)?;
    }
    let mut limbs = vec![0u64; width.div_ceil(LIMB)];
    for _ in to.keys.len()..count {
        let differing = match order {
            Order::Plain => width,
            Order::Sorted => usize::from(*bytes.get(at)?),
        };
        at += usize::from(order == Order::Sorted);
        if differing > width || at + differing > length {
            return None;
        }
        take_low(bytes.get(at..)?, differing, &mut limbs);
        to.keys.push(K::from_limbs(&limbs));
        at += differing;
    }
    let mask_bytes = bits.iter().sum::<u32>().div_ceil(8) as usize;
    if bits.iter().any(|&bits| bits > 8) || at + count * mask_bytes * usize::from(with_masks) != length {
        return None;
    }
    if with_masks {
        to.tags.reserve(count);
        for _ in 0..count {
            let packed = UsedMoves::from_le_bytes(bytes.get(at..at + MASK)?.try_into().ok()?);
            to.tags.push(unpack(packed, bits));
            at += mask_bytes;
        }
    }
    Some(())
}

/// Bytes of the upper bits by which keys are sorted.
pub const PREFIX: usize = 4;

/// The upper bits of a key of `width` bytes, at least [`PREFIX`].
#[inline(always)]
pub fn prefix<K: Key>(key: &K, width: usize) -> u64 {
    let (limb, byte) = ((width - PREFIX) / LIMB, (width - PREFIX) % LIMB);
    let shift = 8 * byte as u32;
    let low = key.limb(limb) >> shift;
    let high = key.limb(limb + 1).checked_shl(u64::BITS - shift).unwrap_or(0);
    (low | high) & u64::from(u32::MAX)
}

/// Bytes of the longest key. Keys with limbs of their own keep all of them, since their number belongs to them.
pub fn width<K: Key>(keys: &[K]) -> usize {
    let limbs = keys.first().map_or(0, Key::limbs);
    if keys.first().is_some_and(|key| key.heap_bytes() > 0) {
        return limbs * LIMB;
    }
    let all = |limb| keys.iter().fold(0, |all, key| all | key.limb(limb));
    let highest = (0..limbs).rev().map(|limb| (limb, all(limb))).find(|&(_, all)| all > 0);
    highest.map_or(0, |(limb, all)| limb * LIMB + (LIMB - all.leading_zeros() as usize / 8))
}

/// Bytes up to the highest one in which two keys differ.
#[inline(always)]
fn differing<K: Key>(before: &K, key: &K, width: usize) -> usize {
    for limb in (0..width.div_ceil(LIMB)).rev() {
        let difference = before.limb(limb) ^ key.limb(limb);
        if difference > 0 {
            return limb * LIMB + (LIMB - difference.leading_zeros() as usize / 8);
        }
    }
    0
}

/// Writes the lowest bytes of a key, and perhaps some zeros behind them.
#[inline(always)]
fn put_low<K: Key>(key: &K, count: usize, to: &mut [u8]) {
    for limb in 0..count.div_ceil(LIMB) {
        to[limb * LIMB..][..LIMB].copy_from_slice(&key.limb(limb).to_le_bytes());
    }
}

/// Writes the lowest two limbs of a key.
#[inline(always)]
fn put_two_limbs<K: Key>(key: &K, to: &mut [u8]) {
    to[..2 * LIMB].copy_from_slice(&(u128::from(key.limb(0)) | u128::from(key.limb(1)) << 64).to_le_bytes());
}

/// Replaces the lowest bytes of a key.
#[inline(always)]
fn take_low(from: &[u8], count: usize, limbs: &mut [u64]) {
    for (index, limb) in limbs.iter_mut().enumerate().take(count.div_ceil(LIMB)) {
        let mut bytes = [0; LIMB];
        bytes.copy_from_slice(&from[index * LIMB..][..LIMB]);
        let more = count - index * LIMB;
        let kept = if more >= LIMB { 0 } else { u64::MAX << (8 * more) };
        *limb = *limb & kept | u64::from_le_bytes(bytes) & !kept;
    }
}

/// True if keys of a puzzle can be written sorted: a byte tells how many bytes differ.
pub fn can_sort<K: Key>(key: &K) -> bool {
    u8::try_from(key.limbs() * LIMB).is_ok()
}

/// Bits of each byte of a mask.
fn mask_bits(masks: &[UsedMoves]) -> [u32; MASK] {
    let all = masks.iter().fold(0, |all, mask| all | mask);
    all.to_le_bytes().map(|byte| 8 - byte.leading_zeros())
}

#[inline(always)]
fn pack(mask: UsedMoves, bits: [u32; MASK]) -> UsedMoves {
    let (mut packed, mut shift) = (0, 0);
    for (byte, bits) in mask.to_le_bytes().into_iter().zip(bits) {
        packed |= UsedMoves::from(byte).checked_shl(shift).unwrap_or(0);
        shift += bits;
    }
    packed
}

#[inline(always)]
fn unpack(packed: UsedMoves, bits: [u32; MASK]) -> UsedMoves {
    let (mut mask, mut shift) = (0, 0);
    for (byte, bits) in bits.into_iter().enumerate() {
        let value = packed.checked_shr(shift).unwrap_or(0) & ((1 << bits) - 1);
        mask |= value << (8 * byte);
        shift += bits;
    }
    mask
}
