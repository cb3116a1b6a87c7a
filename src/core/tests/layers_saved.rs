//! Snapshots of layered searches, in keys of every width.

use std::time::Duration;

use crate::store::Store;
use traybit_core::bits::{Key, Wide};
use traybit_core::search::bloom::BloomFilter;
use traybit_core::search::checkpoint::CheckpointStore as _;
use traybit_core::search::layered::snapshot::{Head, Restored, SideState, Snapshot, read};
use traybit_core::search::layers::{Layer, part_index};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::Cost;
use traybit_core::search::words::{ReadError, WordWriter};
use traybit_core::space::{Columns, Neighbours};

/// Neighbours in a space with used-move masks, or without.
fn near(keeps_used_moves: bool) -> Neighbours {
    Neighbours { used_move_bits: if keeps_used_moves { 16 } else { 0 }, same_layer: true }
}

fn layer<K: Key>(keys: &[K], bits: u32, keeps_used_moves: bool) -> Layer<K> {
    let mut layer = Layer::empty();
    layer.clear(bits);
    for (key, number) in keys.iter().zip(1..) {
        let part = &mut layer.parts[part_index(key.hash64(), bits)];
        part.keys.push(key.clone());
        part.tags.extend(keeps_used_moves.then_some(number));
    }
    layer
}

/// Keys of so many limbs, all different.
fn keys<K: Key>(limbs: usize, numbers: std::ops::Range<u64>) -> Vec<K> {
    numbers.map(|number| K::from_limbs(&vec![number.wrapping_mul(0x9e37_79b9_7f4a_7c15); limbs])).collect()
}

fn head<K: Key>(limbs: usize, keeps_used_moves: bool) -> Head {
    Head::new(Store::default().checkpoint(), &keys::<K>(limbs, 1..2)[0], near(keeps_used_moves))
}

/// Some search, written down.
fn written<K: Key>(limbs: usize, keeps_used_moves: bool) -> Vec<u8> {
    let (now, before) = (keys::<K>(limbs, 10..23), keys::<K>(limbs, 3..7));
    let before: &[K] = if keeps_used_moves { &[] } else { &before };
    let trail =
        [1, 4, 13].map(|count| BloomFilter::Held(vec![BloomFilter::part(&keys::<K>(limbs, 0..count), 4); 2]));
    let snapshot = Snapshot {
        cost: Cost { successors: 40, time: Duration::from_millis(9), bytes: 5000, ..Cost::default() },
        branching: (5, 2),
        sizes: &[1, 4, 13],
        current: &layer(&now, 2, keeps_used_moves),
        previous: &layer(before, 1, keeps_used_moves),
        trail: Some(&trail),
    };
    let mut side = SideState::default();
    side.goals = keys(limbs, 11..12);
    let mut bytes = Vec::new();
    snapshot.write(head::<K>(limbs, keeps_used_moves), &side, &mut bytes).unwrap();
    bytes
}

fn read_again<K: Key>(
    bytes: Vec<u8>,
    limbs: usize,
    keeps_used_moves: bool,
    memory: usize,
) -> Result<Option<Restored<K>>, ReadError> {
    let head = head::<K>(limbs, keeps_used_moves);
    let store = Store::of(bytes);
    read(&|| store.saved(), head, true, &Limits { memory, ..Limits::default() })
}

fn comes_back<K: Key>(limbs: usize, keeps_used_moves: bool) {
    let bytes = written::<K>(limbs, keeps_used_moves);
    let (side, saved) = read_again::<K>(bytes.clone(), limbs, keeps_used_moves, 1 << 20).unwrap().unwrap();
    assert_eq!((side.goals, saved.sizes), (keys(limbs, 11..12), vec![1, 4, 13]));
    let expected = layer::<K>(&keys(limbs, 10..23), 2, keeps_used_moves);
    for (part, expected) in saved.current.parts.iter().zip(expected.parts) {
        assert_eq!((&part.keys, &part.tags), (&expected.keys, &expected.tags));
    }
    assert_eq!((saved.current.bits(), saved.previous.bits(), saved.branching), (2, 1, (5, 2)));
    assert_eq!((saved.cost.successors, saved.cost.time), (40, Duration::from_millis(9)));
    let trail = saved.trail.unwrap();
    assert!(keys::<K>(limbs, 0..13).iter().all(|key| trail[2].passes(key, &[]).unwrap()));
    assert_eq!(trail.len(), 3);
    // What is read has to fit.
    let fits = |memory: usize| match read_again::<K>(bytes.clone(), limbs, keeps_used_moves, memory) {
        Err(ReadError::Memory) => false,
        other => other.unwrap().is_some(),
    };
    let least = (0..1 << 12).find(|&memory| fits(memory)).unwrap();
    assert!(least > 14 * 8 * limbs, "{least} bytes");
}

#[test]
fn what_is_written_is_read_again() {
    comes_back::<u64>(1, false);
    comes_back::<u64>(1, true);
    comes_back::<u128>(2, true);
    comes_back::<Wide<4>>(4, true);
    comes_back::<Box<[u64]>>(11, false);
    comes_back::<Box<[u64]>>(2, true);
}

/// With each word changed and the checksum made anew nothing is taken that is not there, and nothing panics.
#[test]
fn lengths_are_not_believed() {
    let bytes = written::<Box<[u64]>>(2, true);
    let words: Vec<u64> = bytes
        .chunks_exact(8)
        .map(|word| word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
        .collect();
    let mut refused = 0;
    for index in 0..words.len() - 1 {
        for word in [0, 1, 2, 1 << 10, 1 << 40, 1 << 61, u64::MAX, words[index] + 1] {
            let mut forged = Vec::new();
            let mut writer = WordWriter::new(&mut forged);
            for (place, &old) in words[..words.len() - 1].iter().enumerate() {
                writer.put(if place == index { word } else { old }).unwrap();
            }
            writer.end().unwrap();
            match read_again::<Box<[u64]>>(forged, 2, true, 1 << 16) {
                Ok(Some((_, saved))) => assert_eq!(saved.sizes.last(), Some(&(saved.current.len() as u64))),
                Ok(None) => unreachable!("there are bytes"),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn parts_of_another_hash_are_refused() {
    let wrong = Columns { keys: keys::<u64>(1, 0..1), tags: Vec::new() };
    let mut current = Layer::empty();
    current.clear(6);
    let right = part_index(wrong.keys[0].hash64(), 6);
    current.parts[63 - right] = wrong;
    let snapshot = Snapshot {
        cost: Cost::default(),
        branching: (1, 1),
        sizes: &[1],
        current: &current,
        previous: &Layer::empty(),
        trail: None,
    };
    let mut bytes = Vec::new();
    snapshot.write(head::<u64>(1, false), &SideState::default(), &mut bytes).unwrap();
    let store = Store::of(bytes);
    let again: Result<Option<Restored<u64>>, ReadError> =
        read(&|| store.saved(), head::<u64>(1, false), false, &Limits::default());
    assert!(matches!(again, Err(ReadError::Damaged)));
}
