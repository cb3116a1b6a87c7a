use std::io::{self, Read, Write};
use std::time::Duration;

use super::{Aside, Head, Left, Snapshot, Spent, read};
use crate::bits::{Key, Wide};
use crate::search::gathering::Bag;
use crate::search::keeper::{Keeper, Keeping};
use crate::search::layers::{Layer, part_index};
use crate::search::sieve::Sieve;
use crate::search::stored::{ReadError, WordWriter};
use crate::space::Mark;

/// A keeper of some bytes.
struct Bytes(Vec<u8>);

impl Keeper for Bytes {
    fn left(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        Ok(Some(Box::new(&self.0[..])))
    }
    fn period(&self) -> Duration {
        Duration::ZERO
    }
    fn is_due(&self) -> bool {
        false
    }
    fn keep(&self, _: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> bool {
        false
    }
    fn is_done(&self) {}
}

fn layer<K: Key, M: Mark>(keys: &[K], bits: u32) -> Layer<K, M> {
    let mut layer = Layer::empty();
    layer.clear(bits);
    for (key, number) in keys.iter().zip(1..) {
        layer.parts_mut()[part_index(key.hash64(), bits)].push(key.clone(), M::from_bits(number));
    }
    layer
}

/// Keys of so many limbs, all different.
fn keys<K: Key>(limbs: usize, numbers: std::ops::Range<u64>) -> Vec<K> {
    numbers.map(|number| K::from_limbs(&vec![number.wrapping_mul(0x9e37_79b9_7f4a_7c15); limbs])).collect()
}

fn head<K: Key>(keeper: &dyn Keeper, limbs: usize, mark_bits: u32) -> Head {
    Head::new(Keeping { keeper, digest: 3 }, &keys::<K>(limbs, 1..2)[0], mark_bits)
}

/// Some search, written down.
fn written<K: Key, M: Mark>(limbs: usize) -> Vec<u8> {
    let (now, before) = (keys::<K>(limbs, 10..23), keys::<K>(limbs, 3..7));
    let before: &[K] = if M::ARE_KEPT { &[] } else { &before };
    let trail = [1, 4, 13].map(|count| Sieve::of(vec![Sieve::part(&keys::<K>(limbs, 0..count), 4); 2]));
    let snapshot = Snapshot {
        spent: Spent { successors: 40, time: Duration::from_millis(9), peak: 5000 },
        branching: (5, 2),
        sizes: &[1, 4, 13],
        current: &layer::<K, M>(&now, 2),
        previous: &layer(before, 1),
        trail: Some(&trail),
    };
    let aside = Aside { goals: keys(limbs, 11..12), ..Aside::default() };
    let mut bytes = Vec::new();
    snapshot.write(head::<K>(&Bytes(Vec::new()), limbs, M::BITS), &aside, &mut bytes).unwrap();
    bytes
}

fn read_again<K: Key, M: Mark>(
    bytes: Vec<u8>,
    limbs: usize,
    memory: usize,
) -> Result<Option<Left<K, M>>, ReadError> {
    let keeper = Bytes(bytes);
    let head = head::<K>(&keeper, limbs, M::BITS);
    read(Keeping { keeper: &keeper, digest: 3 }, head, true, memory)
}

fn comes_back<K: Key, M: Mark + PartialEq>(limbs: usize) {
    let bytes = written::<K, M>(limbs);
    let (aside, saved) = read_again::<K, M>(bytes.clone(), limbs, 1 << 20).unwrap().unwrap();
    assert_eq!((aside.goals, saved.sizes), (keys(limbs, 11..12), vec![1, 4, 13]));
    let expected = layer::<K, M>(&keys(limbs, 10..23), 2);
    for (part, expected) in saved.current.parts().iter().zip(expected.parts()) {
        assert_eq!((&part.keys, &part.marks), (&expected.keys, &expected.marks));
    }
    assert_eq!((saved.current.bits(), saved.previous.bits(), saved.branching), (2, 1, (5, 2)));
    assert_eq!((saved.spent.successors, saved.spent.time), (40, Duration::from_millis(9)));
    let trail = saved.trail.unwrap();
    assert!(keys::<K>(limbs, 0..13).iter().all(|key| trail[2].passes(key.hash64())));
    assert_eq!(trail.len(), 3);
    // What is read has to fit.
    let fits = |memory: usize| match read_again::<K, M>(bytes.clone(), limbs, memory) {
        Err(ReadError::Memory) => false,
        other => other.unwrap().is_some(),
    };
    let least = (0..1 << 12).find(|&memory| fits(memory)).unwrap();
    assert!(least > 14 * 8 * limbs, "{least} bytes");
}

#[test]
fn what_is_written_is_read_again() {
    comes_back::<u64, ()>(1);
    comes_back::<u64, u16>(1);
    comes_back::<u128, u32>(2);
    comes_back::<Wide<4>, u16>(4);
    comes_back::<Box<[u64]>, ()>(11);
    comes_back::<Box<[u64]>, u32>(2);
}

/// With each word changed and the checksum made anew nothing is taken that is not there, and nothing panics.
#[test]
fn lengths_are_not_believed() {
    let bytes = written::<Box<[u64]>, u16>(2);
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
            match read_again::<Box<[u64]>, u16>(forged, 2, 1 << 16) {
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
    let wrong = Bag { keys: keys::<u64>(1, 0..1), marks: vec![()] };
    let mut current = Layer::empty();
    current.clear(6);
    let right = part_index(wrong.keys[0].hash64(), 6);
    current.parts_mut()[63 - right] = wrong;
    let snapshot = Snapshot {
        spent: Spent::default(),
        branching: (1, 1),
        sizes: &[1],
        current: &current,
        previous: &Layer::empty(),
        trail: None,
    };
    let mut bytes = Vec::new();
    let keeper = Bytes(Vec::new());
    snapshot.write(head::<u64>(&keeper, 1, 0), &Aside::default(), &mut bytes).unwrap();
    let keeper = Bytes(bytes);
    let again: Result<Option<Left<u64, ()>>, ReadError> =
        read(Keeping { keeper: &keeper, digest: 3 }, head::<u64>(&keeper, 1, 0), false, 1 << 20);
    assert!(matches!(again, Err(ReadError::Damaged)));
}
