//! Blocks of files: keys and masks of every width come back.

use std::fs::TryLockError;
use std::io::{Error, ErrorKind};

use traybit_core::search::disk::codec::{BEHIND, decode, encode};
use traybit_core::search::disk::locked;
use traybit_core::search::layers::Format;
use traybit_core::{Columns, Key, Rng, UsedMoves, Wide};

/// Keys of so many limbs of which only the lowest bits vary, and masks of some bits.
fn columns<K: Key>(limbs: usize, bits: u32, masks: UsedMoves, count: usize) -> Columns<K, UsedMoves> {
    let (mut rng, mut columns) = (Rng::new(7, 0), Columns::default());
    for _ in 0..count {
        let limb = |limb: u32| match bits.saturating_sub(64 * limb) {
            0 => 0,
            bits => rng.below(u64::MAX) >> (64 - bits.min(64)),
        };
        let limbs: Vec<u64> = (0..limbs as u32).map(limb).collect();
        columns.add(K::from_limbs(&limbs), Some(0));
    }
    for tag in &mut columns.tags {
        *tag = rng.below(1 << 32) as UsedMoves & masks;
    }
    columns
}

fn comes_back<K: Key>(limbs: usize) {
    for bits in [0, 1, 7, 8, 9, 63, 64, 65, 108, 127, 128, 200, 700] {
        for masks in [0, 1, 0x0303_0303, 0x0102_0408, u32::MAX] {
            for count in [0, 1, 2, 100] {
                block_comes_back::<K>(limbs, bits.min(64 * limbs as u32), masks, count);
            }
        }
    }
}

fn block_comes_back<K: Key>(limbs: usize, bits: u32, masks: UsedMoves, count: usize) {
    let columns = columns::<K>(limbs, bits, masks, count);
    for format in [false, true].map(|with_masks| Format { limbs, heap: 0, with_masks }) {
        let tags = if format.with_masks { &columns.tags[..] } else { &[] };
        let mut bytes = vec![9; 3];
        encode(&columns.keys, tags, &mut bytes);
        bytes.extend([0; BEHIND]);
        let read = |end: usize| {
            let mut again = Columns::<K, UsedMoves>::default();
            decode(&bytes[3..end], count, format, &mut again).map(|()| again)
        };
        let again = read(bytes.len()).expect("the bytes of a block");
        assert_eq!((&again.keys, &again.tags[..]), (&columns.keys, tags), "{bits}, {masks:x}");
        assert!(count == 0 || read(bytes.len() - 1).is_none(), "a byte is missing");
    }
}

#[test]
fn keys_and_masks_of_every_width_come_back() {
    comes_back::<u64>(1);
    comes_back::<u128>(2);
    comes_back::<Wide<4>>(4);
    comes_back::<Box<[u64]>>(2);
    comes_back::<Box<[u64]>>(11);
    block_comes_back::<Box<[u64]>>(9_000, 64 * 9_000, 0, 2);
}

#[test]
fn a_lock_that_fails_is_an_error_unless_there_are_no_locks() {
    let tried = |error| locked(Err(TryLockError::Error(error)), "another").map_err(|error| error.kind());
    assert_eq!(tried(ErrorKind::PermissionDenied.into()), Err(ErrorKind::PermissionDenied));
    assert_eq!(tried(ErrorKind::Unsupported.into()), Ok(()));
    assert_eq!(tried(Error::from_raw_os_error(37)), Ok(()));
    assert_eq!(locked(Err(TryLockError::WouldBlock), "another").unwrap_err().to_string(), "another");
}
