//! Keys as sorted anchors: for each class in turn its blocks' anchors, ascending, each in the same few bits.
//!
//! ```text
//!  class 0: a₀ < a₁ < …   class 1: b₀ < b₁ < …        ⌈log2(cells)⌉ bits each
//!  |  a₀  |  a₁  |  b₀  |  b₁  |  b₂  | …
//! ```
//!
//! Keys are short if a tray has few blocks: four blocks on 256×256 cells take 64 bits.

use crate::classes::Classes;
use crate::layout::{Layout, set, slowest_first, unions};
use traybit_core::bits::{CellSet, Register, bits_for};

/// Sorted anchors in a word of at most 128 bits.
#[derive(Debug)]
pub struct Anchors<C, K> {
    bits: u32,
    /// For each class the number of its first field; one more entry at the end.
    first: Vec<u32>,
    /// For each goal the classes that it names, and the anchors that they must take.
    goals: Vec<Vec<(usize, C)>>,
    slow_bits: Vec<K>,
}

/// Writes a field of a few bits into the limbs of a key.
#[inline]
pub(crate) fn write_field(limbs: &mut [u64], offset: u32, length: u32, value: u64) {
    let (limb, shift) = (offset as usize / 64, offset % 64);
    let mask = (1u64 << length) - 1;
    limbs[limb] = limbs[limb] & !(mask << shift) | value << shift;
    if shift + length > 64 {
        let above = 64 - shift;
        limbs[limb + 1] = limbs[limb + 1] & !(mask >> above) | value >> above;
    }
}

impl<C: CellSet, K: Register> Anchors<C, K> {
    /// The layout for a puzzle.
    pub fn new(puzzle: &Classes) -> Self {
        let mut first = vec![0];
        for class in &puzzle.classes {
            first.push(first.last().copied().unwrap_or(0) + class.start.len() as u32);
        }
        let named = |goal: &Vec<Vec<u16>>| {
            let classes = goal.iter().enumerate().filter(|(_, anchors)| !anchors.is_empty());
            classes.map(|(class, anchors)| (class, set(anchors.iter().copied()))).collect()
        };
        let goals = puzzle.goals.iter().map(named).collect();
        // A tray of one cell needs no bits; one is kept so that a field is never empty.
        let bits = bits_for(puzzle.size.cells()).max(1);
        let fields =
            |class: usize| (first[class] * bits..first[class + 1] * bits).fold(K::EMPTY, K::with_bit);
        let slow_bits = unions(slowest_first(puzzle).into_iter().map(fields));
        Self { bits, first, goals, slow_bits }
    }

    #[inline(always)]
    fn field(&self, key: &K, index: u32) -> u32 {
        key.field(index * self.bits, self.bits) as u32
    }

    #[inline(always)]
    fn mask(&self, key: &K, class: usize) -> C {
        (self.first[class]..self.first[class + 1])
            .fold(C::EMPTY, |mask, index| mask | C::cell(self.field(key, index)))
    }
}

impl<C: CellSet, K: Register> Layout<C> for Anchors<C, K> {
    type Key = K;

    fn pack(&self, masks: &[C]) -> K {
        let (mut limbs, mut index) = ([0; 2], 0);
        for mask in masks {
            mask.for_each(|anchor| {
                write_field(&mut limbs, index * self.bits, self.bits, anchor.into());
                index += 1;
            });
        }
        K::from_limbs(&limbs)
    }

    #[inline(always)]
    fn unpack<const ROW: usize>(&self, keys: &[K], masks: &mut [C]) {
        for (class, masks) in masks.chunks_exact_mut(ROW).enumerate() {
            let masks = &mut masks[..keys.len()];
            masks.fill(C::EMPTY);
            for index in self.first[class]..self.first[class + 1] {
                for (mask, key) in masks.iter_mut().zip(keys) {
                    *mask |= C::cell(self.field(key, index));
                }
            }
        }
    }

    #[inline(always)]
    fn moved(&self, key: &K, class: usize, from: u16, to: u16) -> K {
        let mut limbs = [key.limb(0), key.limb(1)];
        let mask = self.mask(key, class) ^ C::cell(from.into()) ^ C::cell(to.into());
        let mut index = self.first[class];
        mask.for_each(|anchor| {
            write_field(&mut limbs, index * self.bits, self.bits, anchor.into());
            index += 1;
        });
        K::from_limbs(&limbs)
    }

    #[inline(always)]
    fn is_goal(&self, key: &K) -> bool {
        let is_met = |&(class, anchors): &(usize, C)| self.mask(key, class) & anchors == anchors;
        self.goals.iter().any(|goal| goal.iter().all(is_met))
    }

    fn changes(&self, class: usize, mask: &K) -> bool {
        let fields = self.first[class] * self.bits..self.first[class + 1] * self.bits;
        mask.masked(&fields.fold(K::EMPTY, K::with_bit)) != K::EMPTY
    }

    fn slow_bits(&self) -> Vec<K> {
        self.slow_bits.clone()
    }
}
