//! Keys in which a move is two flips: a position is the XOR of one constant per block.
//!
//! ```text
//! masks    | class 0, legal anchors | class 1, legal anchors | …     one bit an anchor and class
//!            5×4 tray, 2×2 blocks: 4·3 anchors, packed row by row
//!
//! planes   | bit 0 of the class at each cell | bit 1 | bit 2 |       ⌈log2(classes + 1)⌉ bits a cell
//!            0 = no anchor here, else the code of the class: the slowest classes have the highest
//! ```
//!
//! The second is the first bit-sliced: a class's mask is an AND of planes. Klotski (4 classes on 20 cells) takes
//! 63 bits as masks and 60 as planes; a 6×6 tray with 5 classes 145 and 108.

use crate::classes::Classes;
use crate::layout::{Layout, set, slowest_first, unions};
use traybit_core::bits::{CellSet, Register, bits_for};

/// A key layout whose moves are XORs.
#[derive(Debug)]
pub struct Flips<C, K> {
    cells: usize,
    /// Contribution of a block of class k at anchor a to the key, at k · cells + a.
    contribution: Vec<K>,
    unpacking: Unpacking<C>,
    /// For each goal the bits that it fixes, and their values.
    goals: Vec<(K, K)>,
    slow_bits: Vec<K>,
}

#[derive(Debug)]
enum Unpacking<C> {
    Masks(Vec<Vec<Run>>),
    Planes { count: u32, cells: u32, all: C, codes: Vec<u32> },
}

/// Consecutive anchors that are adjacent in the key as in the tray: a row of legal anchors, or a part of it.
#[derive(Debug)]
struct Run {
    offset: u32,
    length: u32,
    cell: u32,
}

impl Run {
    /// Reads the anchors of the run from a key.
    #[inline(always)]
    fn read<C: CellSet, K: Register>(&self, key: &K) -> C {
        let anchors = if self.length <= 64 {
            C::from_limbs(&[key.field(self.offset, self.length)])
        } else {
            let high = key.field(self.offset + 64, self.length - 64);
            C::from_limbs(&[key.field(self.offset, 64), high])
        };
        anchors << self.cell
    }
}

impl<C: CellSet, K: Register> Flips<C, K> {
    /// The layout with a bit for each class and legal anchor.
    pub fn masks(puzzle: &Classes) -> Self {
        let (cells, width) = (puzzle.size.cells(), u32::from(puzzle.size.width));
        let mut contribution = vec![K::EMPTY; puzzle.classes.len() * cells];
        let mut rows = Vec::new();
        let mut offset = 0;
        for (index, class) in puzzle.classes.iter().enumerate() {
            let mut runs: Vec<Run> = Vec::new();
            for cell in class.anchors(puzzle.size).map(u32::from) {
                contribution[index * cells + cell as usize] = K::cell(offset);
                match runs.last_mut() {
                    Some(run) if run.cell + run.length == cell && cell % width != 0 => run.length += 1,
                    _ => runs.push(Run { offset, length: 1, cell }),
                }
                offset += 1;
            }
            rows.push(runs);
        }
        let bits = |class: usize| {
            contribution[class * cells..(class + 1) * cells].iter().fold(K::EMPTY, |bits, &bit| bits ^ bit)
        };
        let slow_bits = unions(slowest_first(puzzle).into_iter().map(bits));
        Self { slow_bits, ..Self::finished(puzzle, contribution, Unpacking::Masks(rows)) }
    }

    /// The class at each cell, bit-sliced.
    pub fn planes(puzzle: &Classes) -> Self {
        let cells = puzzle.size.cells();
        let count = bits_for(puzzle.classes.len() + 1);
        let mut codes = vec![0; puzzle.classes.len()];
        for (class, code) in slowest_first(puzzle).into_iter().rev().zip(1..) {
            codes[class] = code;
        }
        let code = |class: usize, cell: usize| {
            (0..count)
                .filter(|plane| codes[class] >> plane & 1 == 1)
                .fold(K::EMPTY, |key, plane| key.with_bit(plane * cells as u32 + cell as u32))
        };
        let contribution = (0..puzzle.classes.len() * cells).map(|at| code(at / cells, at % cells)).collect();
        let all = set(0..cells as u32);
        let plane = |plane| (plane * cells as u32..(plane + 1) * cells as u32).fold(K::EMPTY, K::with_bit);
        let slow_bits = unions((0..count).rev().map(plane));
        let unpacking = Unpacking::Planes { count, cells: cells as u32, all, codes };
        Self { slow_bits, ..Self::finished(puzzle, contribution, unpacking) }
    }

    fn finished(puzzle: &Classes, contribution: Vec<K>, unpacking: Unpacking<C>) -> Self {
        let cells = puzzle.size.cells();
        let mut layout = Self { cells, contribution, unpacking, goals: Vec::new(), slow_bits: Vec::new() };
        for goal in &puzzle.goals {
            let (mut mask, mut value) = (K::EMPTY, K::EMPTY);
            for (index, anchors) in goal.iter().enumerate() {
                for &anchor in anchors {
                    value = value ^ layout.at(index, anchor);
                    mask = match layout.unpacking {
                        Unpacking::Masks(_) => mask ^ layout.at(index, anchor),
                        // Every plane counts: a clear bit determines the class as much as a set one.
                        Unpacking::Planes { count, cells, .. } => (0..count)
                            .fold(mask, |mask, plane| mask.with_bit(plane * cells + u32::from(anchor))),
                    };
                }
            }
            layout.goals.push((mask, value));
        }
        layout
    }

    #[inline(always)]
    fn at(&self, class: usize, anchor: u16) -> K {
        self.contribution[class * self.cells + usize::from(anchor)]
    }
}

impl<C: CellSet, K: Register> Layout<C> for Flips<C, K> {
    type Key = K;

    fn pack(&self, masks: &[C]) -> K {
        let mut key = K::EMPTY;
        for (class, mask) in masks.iter().enumerate() {
            mask.for_each(|anchor| key = key ^ self.at(class, anchor as u16));
        }
        key
    }

    #[inline(always)]
    fn unpack<const ROW: usize>(&self, keys: &[K], masks: &mut [C]) {
        let classes = masks.chunks_exact_mut(ROW).map(|masks| &mut masks[..keys.len()]);
        match &self.unpacking {
            Unpacking::Masks(rows) => {
                for (masks, runs) in classes.zip(rows) {
                    masks.fill(C::EMPTY);
                    for run in runs {
                        for (mask, key) in masks.iter_mut().zip(keys) {
                            *mask |= run.read(key);
                        }
                    }
                }
            }
            &Unpacking::Planes { count, cells, all, ref codes } => {
                classes.for_each(|masks| masks.fill(all));
                let mut row = [C::EMPTY; ROW];
                let row = &mut row[..keys.len()];
                for plane in 0..count {
                    for (bits, key) in row.iter_mut().zip(keys) {
                        *bits = key.cells(plane * cells, all);
                    }
                    let classes = masks.chunks_exact_mut(ROW).map(|masks| &mut masks[..keys.len()]);
                    for (masks, code) in classes.zip(codes) {
                        let inverted = all.when(code >> plane & 1 == 0);
                        for (mask, &bits) in masks.iter_mut().zip(&*row) {
                            *mask = *mask & (bits ^ inverted);
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn moved(&self, key: &K, class: usize, from: u16, to: u16) -> K {
        *key ^ self.at(class, from) ^ self.at(class, to)
    }

    #[inline(always)]
    fn is_goal(&self, key: &K) -> bool {
        self.goals.iter().any(|&(mask, value)| key.masked(&mask) == value)
    }

    fn changes(&self, class: usize, mask: &K) -> bool {
        let bits = &self.contribution[class * self.cells..(class + 1) * self.cells];
        bits.iter().any(|bits| bits.masked(mask) != K::EMPTY)
    }

    fn slow_bits(&self) -> Vec<K> {
        self.slow_bits.clone()
    }
}
