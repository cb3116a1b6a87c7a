//! Keys and used-move masks as bytes.
//!
//! ```text
//!   head     │ bytes of a key that differ: w │ bits that masks have: m │ limbs of the first key │
//!   keys     │ w lowest bytes │ w lowest bytes │ …         the bytes above are those of the first key
//!   masks    │ mask │ mask │ …                             the bits of m, side by side, in whole bytes
//! ```
//!
//! States of a bucket agree in the bits that few moves change, and these stand high in a key: they are written once.

use crate::on_processor;
use crate::processor::Processor;
use crate::search::layers::Format;
use crate::{Columns, Key, UsedMoves};

/// Bytes of a limb.
const LIMB: usize = 8;
/// Bytes of a mask.
const MASK: usize = size_of::<UsedMoves>();
/// Bytes before the first key.
const HEAD: usize = 4 + MASK;
/// Room behind the last key and mask, since whole limbs are written.
const SLACK: usize = 3 * LIMB;

/// Appends the bytes of keys, and of their masks if there are any.
pub fn encode<K: Key>(keys: &[K], masks: &[UsedMoves], to: &mut Vec<u8>) {
    on_processor!(|on| encode_on(on, keys, masks, to));
}

#[inline(always)]
fn encode_on<K: Key>(on: impl Processor, keys: &[K], masks: &[UsedMoves], to: &mut Vec<u8>) {
    let Some(first) = keys.first() else { return };
    let width = width(first, keys);
    let bits = masks.iter().fold(0, |all, mask| all | mask);
    to.extend_from_slice(&(width as u32).to_le_bytes());
    to.extend_from_slice(&bits.to_le_bytes());
    to.extend((0..first.limbs()).flat_map(|limb| first.limb(limb).to_le_bytes()));
    let mut end = to.len();
    to.resize(end + keys.len() * width + masks.len() * MASK + SLACK + width.next_multiple_of(2 * LIMB), 0);
    for key in keys {
        if width <= LIMB {
            to[end..end + LIMB].copy_from_slice(&key.limb(0).to_le_bytes());
        } else {
            for limb in 0..width.div_ceil(LIMB) {
                to[end + limb * LIMB..][..LIMB].copy_from_slice(&key.limb(limb).to_le_bytes());
            }
        }
        end += width;
    }
    let mask_bytes = mask_bytes(bits);
    for &mask in masks {
        let packed = on.extract(mask.into(), bits.into()) as UsedMoves;
        to[end..end + MASK].copy_from_slice(&packed.to_le_bytes());
        end += mask_bytes;
    }
    to.truncate(end);
}

/// Bytes, of any value, that [`decode`] needs behind a block.
pub const BEHIND: usize = 2 * LIMB;

/// Replaces the columns by the `count` keys and the masks of a block, which is followed by [`BEHIND`] more bytes; `None` if
/// the bytes cannot be those of a block.
pub fn decode<K: Key>(data: &[u8], count: usize, form: Format, to: &mut Columns<K, UsedMoves>) -> Option<()> {
    on_processor!(|on| decode_on(on, data, count, form, to))
}

#[inline(always)]
fn decode_on<K: Key>(
    on: impl Processor,
    bytes: &[u8],
    count: usize,
    Format { limbs, with_masks, .. }: Format,
    to: &mut Columns<K, UsedMoves>,
) -> Option<()> {
    to.clear();
    if count == 0 {
        return Some(());
    }
    let length = bytes.len().checked_sub(BEHIND)?;
    let width = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?) as usize;
    let bits = UsedMoves::from_le_bytes(bytes.get(4..HEAD)?.try_into().ok()?);
    let mask_bytes = if with_masks { mask_bytes(bits) } else { 0 };
    let keys = HEAD + limbs * LIMB;
    let masks = keys + count * width;
    if width > limbs * LIMB || masks + count * mask_bytes != length {
        return None;
    }
    let mut first: Vec<u64> = bytes[HEAD..keys].chunks(LIMB).map(limb_of).collect();
    let places = (0..count).map(|number| keys + number * width);
    if width <= LIMB && limbs <= 2 {
        let differing = u64::MAX.checked_shr(8 * (LIMB - width) as u32).unwrap_or(0);
        let [low, high] = [first[0] & !differing, first.get(1).copied().unwrap_or(0)];
        let low = |at: usize| limb_of(&bytes[at..at + LIMB]) & differing | low;
        to.keys.extend(places.map(|at| K::from_limbs(&[low(at), high][..limbs])));
    } else {
        to.keys.extend(places.map(|at| {
            read_low(&bytes[at..at + width], &mut first);
            K::from_limbs(&first)
        }));
    }
    if with_masks {
        // Not by an iterator of the list's own loop, which would be compiled without the processor's instructions.
        to.tags.resize(count, 0);
        for (number, mask) in to.tags.iter_mut().enumerate() {
            let packed = limb_of(&bytes[masks + number * mask_bytes..][..MASK]);
            *mask = on.deposit(packed, bits.into()) as UsedMoves;
        }
    }
    Some(())
}

/// Bytes of a mask of which only these bits are written.
fn mask_bytes(bits: UsedMoves) -> usize {
    bits.count_ones().div_ceil(8) as usize
}

/// Bytes up to the highest one in which some keys differ.
fn width<K: Key>(first: &K, keys: &[K]) -> usize {
    let differing = |limb| keys.iter().fold(0, |all, key| all | key.limb(limb) ^ first.limb(limb));
    let highest = (0..first.limbs()).rev().map(|limb| (limb, differing(limb))).find(|&(_, bits)| bits > 0);
    highest.map_or(0, |(limb, bits)| limb * LIMB + (LIMB - bits.leading_zeros() as usize / 8))
}

/// A limb, perhaps cut short.
#[inline(always)]
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
