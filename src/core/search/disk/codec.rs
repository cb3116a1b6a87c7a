//! Keys and used-move masks as bytes.
//!
//! ```text
//!   head     │ bytes of a key that differ: w │ bits of each byte of a mask: 4 × 1 │ limbs of the first key │
//!   keys     │ w lowest bytes │ w lowest bytes │ …         the bytes above are those of the first key
//!   masks    │ mask │ mask │ …        a mask is its four bytes side by side, each as long as the longest of its kind
//! ```
//!
//! States of a bucket agree in the bits that few moves change, and these stand high in a key: they are written once.

use crate::bits::Key;
use crate::space::UsedMoves;

/// Bytes of a limb.
const LIMB: usize = 8;
/// Bytes of a mask.
const MASK: usize = size_of::<UsedMoves>();
/// Bytes before the first key.
const HEAD: usize = 2 + MASK;
/// Room behind the last key and mask, since whole limbs are written.
const SLACK: usize = 3 * LIMB;

/// Appends the bytes of keys, and of their masks if there are any.
pub fn encode<K: Key>(keys: &[K], masks: &[UsedMoves], to: &mut Vec<u8>) {
    let Some(first) = keys.first() else { return };
    let width = width(first, keys);
    let bits = mask_bits(masks);
    to.extend_from_slice(&(width as u16).to_le_bytes());
    to.extend(bits.map(|bits| bits as u8));
    to.extend((0..first.limbs()).flat_map(|limb| first.limb(limb).to_le_bytes()));
    let mut end = to.len();
    to.resize(end + keys.len() * width + masks.len() * MASK + SLACK + width.next_multiple_of(2 * LIMB), 0);
    for key in keys {
        if width <= 2 * LIMB {
            to[end..end + 2 * LIMB].copy_from_slice(&low(key).to_le_bytes());
        } else {
            for limb in 0..width.div_ceil(LIMB) {
                to[end + limb * LIMB..][..LIMB].copy_from_slice(&key.limb(limb).to_le_bytes());
            }
        }
        end += width;
    }
    let mask_bytes = bits.iter().sum::<u32>().div_ceil(8) as usize;
    for &mask in masks {
        to[end..end + MASK].copy_from_slice(&pack(mask, bits).to_le_bytes());
        end += mask_bytes;
    }
    to.truncate(end);
}

/// Bytes, of any value, that [`decode`] needs behind a block.
pub const BEHIND: usize = 2 * LIMB;

/// Passes on the `count` keys of `limbs` each and the masks of a block, which is followed by [`BEHIND`] more bytes; `None` if
/// the bytes cannot be those of a block.
pub fn decode<K: Key, E>(
    bytes: &[u8],
    count: usize,
    (limbs, with_masks): (usize, bool),
    mut visit: impl FnMut(K, Option<UsedMoves>) -> Result<(), E>,
) -> Option<Result<(), E>> {
    if count == 0 {
        return Some(Ok(()));
    }
    let length = bytes.len().checked_sub(BEHIND)?;
    let width = usize::from(u16::from_le_bytes(bytes.get(..2)?.try_into().ok()?));
    let bits: [u32; MASK] = std::array::from_fn(|byte| bytes[2 + byte].into());
    let mask_bytes = if with_masks { bits.iter().sum::<u32>().div_ceil(8) as usize } else { 0 };
    let mut at = HEAD + limbs * LIMB;
    let mut masks = at + count * width;
    if bits.iter().any(|&bits| bits > 8) || width > limbs * LIMB || masks + count * mask_bytes != length {
        return None;
    }
    let mut key: Vec<u64> = bytes[HEAD..at].chunks(LIMB).map(limb_of).collect();
    let first = low(&K::from_limbs(&key));
    let differing = u128::MAX.checked_shr((128 - 8 * width.min(2 * LIMB)) as u32).unwrap_or(0);
    for _ in 0..count {
        let mask = if with_masks {
            let packed = UsedMoves::from_le_bytes(bytes.get(masks..masks + MASK)?.try_into().ok()?);
            masks += mask_bytes;
            Some(unpack(packed, bits))
        } else {
            None
        };
        let visited = visit(
            if limbs <= 2 {
                let read = u128::from_le_bytes(bytes.get(at..at + 2 * LIMB)?.try_into().ok()?);
                let key = read & differing | first & !differing;
                K::from_limbs(&[key as u64, (key >> 64) as u64][..limbs])
            } else {
                read_low(&bytes[at..at + width], &mut key);
                K::from_limbs(&key)
            },
            mask,
        );
        if visited.is_err() {
            return Some(visited);
        }
        at += width;
    }
    Some(Ok(()))
}

#[inline(always)]
fn low<K: Key>(key: &K) -> u128 {
    u128::from(key.limb(0)) | u128::from(key.limb(1)) << 64
}

/// Bytes up to the highest one in which some keys differ.
fn width<K: Key>(first: &K, keys: &[K]) -> usize {
    let differing = |limb| keys.iter().fold(0, |all, key| all | key.limb(limb) ^ first.limb(limb));
    let highest = (0..first.limbs()).rev().map(|limb| (limb, differing(limb))).find(|&(_, bits)| bits > 0);
    highest.map_or(0, |(limb, bits)| limb * LIMB + (LIMB - bits.leading_zeros() as usize / 8))
}

/// A limb, perhaps cut short.
fn limb_of(bytes: &[u8]) -> u64 {
    let mut whole = [0; LIMB];
    whole[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(whole)
}

/// Replaces the lowest bytes of a key.
fn read_low(from: &[u8], limbs: &mut [u64]) {
    for (limb, bytes) in limbs.iter_mut().zip(from.chunks(LIMB)) {
        let kept = u64::MAX.checked_shl(8 * bytes.len() as u32).unwrap_or(0);
        *limb = *limb & kept | limb_of(bytes);
    }
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
