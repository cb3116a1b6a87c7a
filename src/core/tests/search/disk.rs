//! Blocks of files: keys and masks of every width come back, in nearly ascending order or as they came.

use traybit_core::bits::{Key, Wide};
use traybit_core::rng::Rng;
use traybit_core::search::disk::codec::{BEHIND, Order, decode, encode};
use traybit_core::space::{Columns, UsedMoves};

/// Keys of so many limbs of which only the lowest bits vary, and masks of some bits.
fn columns<K: Key>(limbs: usize, bits: u32, masks: UsedMoves, count: usize) -> Columns<K, UsedMoves> {
    let (mut rng, mut columns) = (Rng::new(7, 0), Columns::new());
    for _ in 0..count {
        let limb = |limb: u32| match bits.saturating_sub(64 * limb) {
            0 => 0,
            bits => rng.below(u64::MAX) >> (64 - bits.min(64)),
        };
        let limbs: Vec<u64> = (0..limbs as u32).map(limb).collect();
        columns.push(K::from_limbs(&limbs), 0);
    }
    for tag in &mut columns.tags {
        *tag = rng.below(1 << 32) as UsedMoves & masks;
    }
    columns
}

fn comes_back<K: Key>(limbs: usize) {
    for bits in [0, 1, 7, 8, 9, 33, 63, 64, 65, 90, 108, 127, 128, 200, 256, 700] {
        for masks in [0, 1, 0x0303_0303, 0x0102_0408, u32::MAX] {
            for count in [0, 1, 2, 100] {
                let mut columns = columns::<K>(limbs, bits.min(64 * limbs as u32), masks, count);
                for order in [Order::Plain, Order::Sorted] {
                    if order == Order::Sorted {
                        columns.keys.sort_unstable();
                    }
                    for with_masks in [false, true] {
                        let tags = if with_masks { &columns.tags[..] } else { &[] };
                        let mut bytes = vec![9; 3];
                        encode(&columns.keys, tags, order, &mut bytes);
                        bytes.extend([0; BEHIND]);
                        let mut again = Columns::<K, UsedMoves>::new();
                        let read = decode(&bytes[3..], count, (order, with_masks), &mut again);
                        assert_eq!(read, Some(()), "{bits} bits, {masks:x}, {count}, {order:?}");
                        assert_eq!((&again.keys, &again.tags[..]), (&columns.keys, tags));
                        let cut = bytes.len() - 1;
                        let cut =
                            decode(&bytes[3..cut], count, (order, with_masks), &mut Columns::<K, _>::new());
                        assert!(count == 0 || bits == 0 || cut.is_none(), "a byte is missing");
                    }
                }
            }
        }
    }
}

#[test]
fn keys_and_masks_of_every_width_come_back() {
    comes_back::<u64>(1);
    comes_back::<u128>(2);
    comes_back::<Wide<4>>(4);
    comes_back::<Box<[u64]>>(2);
    comes_back::<Box<[u64]>>(11);
}

/// Sorted keys with equal upper halves take about half of their bytes.
#[test]
fn sorted_keys_are_short() {
    let mut keys: Vec<u128> =
        (0..1000u128).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & ((1 << 40) - 1)).collect();
    for key in &mut keys {
        *key |= 0x1234_5678 << 64;
    }
    keys.sort_unstable();
    let length = |order| {
        let mut bytes = Vec::new();
        encode(&keys, &[], order, &mut bytes);
        bytes.len()
    };
    assert_eq!(length(Order::Plain), 6 + 1000 * 12);
    assert!(length(Order::Sorted) < 6 + 1000 * 6, "{}", length(Order::Sorted));
}
