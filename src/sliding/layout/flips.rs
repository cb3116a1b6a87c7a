//! Keys in which a move is two flips: a position is the XOR of one constant per block.
//!
//! ```text
//! masks    | class 0, legal anchors | class 1, legal anchors | …     one bit an anchor and class
//!            5×4 tray, 2×2 blocks: 4·3 anchors, packed row by row
//!
//! planes   | bit 0 of the code at each cell | bit 1 | anchor | anchor |
//!            a class of one block may have a field, which holds its anchor; the others have codes, from 1 on:
//!            0 = none of their anchors here. The slowest classes have the highest fields, or the highest codes
//! ```
//!
//! The second is the first bit-sliced: a class's mask is an AND of planes, or the cell that its field names. As many
//! classes have fields as make the key shortest. Klotski (4 classes on 20 cells, two of them of one block) takes 63 bits as
//! masks and 44 as planes; a 6×6 tray with 5 classes 145 and 83.

use crate::classes::Classes;
use crate::layout::{BATCH, Found, Layout, set, slowest_first, unions};
use traybit_core::bits::{CellSet, Register, bits_for};
use traybit_core::processor::Processor;
use traybit_core::sorted;

/// A key layout whose moves are XORs.
#[derive(Debug)]
pub struct Flips<C, K> {
    cells: usize,
    /// Contribution of a block of class k at anchor a to the key, at k · cells + a.
    contribution: Vec<K>,
    unpacking: Unpacking<C>,
    /// For each goal for which the blocks suffice, the bits that it fixes, and their values.
    goals: Vec<(K, K)>,
    slow_bits: Vec<K>,
}

#[derive(Debug)]
enum Unpacking<C> {
    /// For each class its first bit, as many cells as it has bits, and its legal anchors.
    Masks(Vec<(u32, C, C)>),
    /// All cells, and those of each plane.
    Planes { all: C, within: Vec<C>, planes: Planes },
}

/// Places of the classes in a key of planes.
#[derive(Debug)]
pub(super) struct Planes {
    /// For each plane its first bit, and its length: up to the last cell where a class with the bit can have an anchor.
    ranges: Vec<(u32, u32)>,
    /// Bits of a field.
    field: u32,
    places: Vec<Place>,
    /// Bits of the key.
    pub(super) bits: u32,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// Its code in the planes.
    Code(u32),
    /// The first bit of its field.
    Field(u32),
}

impl Planes {
    /// The shortest key.
    pub(super) fn of(puzzle: &Classes) -> Self {
        let slowest = slowest_first(puzzle);
        let single = |class: &&usize| puzzle.classes[**class].start.len() == 1;
        let single: Vec<usize> = slowest.iter().filter(single).copied().collect();
        let with_fields = |fields: usize| {
            let coded = |class: &usize| !single[..fields].contains(class);
            let coded: Vec<usize> = slowest.iter().copied().filter(coded).collect();
            Self::new(puzzle, &single[..fields], &coded)
        };
        (0..=single.len())
            .map(with_fields)
            .min_by_key(|planes| planes.bits)
            .expect("one without fields at least")
    }

    /// The key in which some classes have fields and the others codes; all of them the slowest first.
    fn new(puzzle: &Classes, fields: &[usize], coded: &[usize]) -> Self {
        let mut places = vec![Place::Code(0); fields.len() + coded.len()];
        let (mut ranges, mut bits) = (Vec::new(), 0);
        for (&class, code) in coded.iter().rev().zip(1..) {
            places[class] = Place::Code(code);
        }
        for plane in 0..bits_for(coded.len() + 1) {
            let ends = coded.iter().rev().zip(1..).filter(|(_, code)| code >> plane & 1 == 1);
            let ends = ends.filter_map(|(&class, _)| puzzle.classes[class].anchors().max());
            let length = ends.max().map_or(0, |last| u32::from(last) + 1);
            ranges.push((bits, length));
            bits += length;
        }
        let field = bits_for(puzzle.size.cells()).max(1);
        for &class in fields.iter().rev() {
            places[class] = Place::Field(bits);
            bits += field;
        }
        Self { ranges, field, places, bits }
    }

    /// The bits that say whether a block's anchor is at a cell, clear ones as much as set ones; and those that are set then.
    fn telling<K: Register>(&self, class: usize, cell: u32) -> (K, K) {
        let bits: Vec<(u32, bool)> = match self.places[class] {
            Place::Field(first) => (0..self.field).map(|bit| (first + bit, cell >> bit & 1 == 1)).collect(),
            Place::Code(code) => {
                let planes = self.ranges.iter().enumerate().filter(|(_, (_, length))| cell < *length);
                planes.map(|(plane, (first, _))| (first + cell, code >> plane & 1 == 1)).collect()
            }
        };
        bits.into_iter().fold((K::EMPTY, K::EMPTY), |(all, set), (bit, is_set)| {
            (all | K::cell(bit), if is_set { set | K::cell(bit) } else { set })
        })
    }

    /// The bits of each field, then of each plane, the slowest first.
    fn slowest_first<K: Register>(&self) -> Vec<K> {
        let fields = self.places.iter().filter_map(|place| match place {
            Place::Field(first) => Some((*first, self.field)),
            Place::Code(_) => None,
        });
        let ranges = sorted(fields.chain(self.ranges.iter().copied())).into_iter().rev();
        ranges.map(|(first, length)| set(first..first + length)).collect()
    }
}

impl<C: CellSet, K: Register> Flips<C, K> {
    /// The layout with a bit for each class and legal anchor.
    pub fn masks(puzzle: &Classes) -> Self {
        let cells = puzzle.size.cells();
        let mut contribution = vec![K::EMPTY; puzzle.classes.len() * cells];
        let mut rows = Vec::new();
        let mut offset = 0;
        for (index, class) in puzzle.classes.iter().enumerate() {
            let anchors: Vec<u16> = class.anchors().collect();
            for (bit, &anchor) in (offset..).zip(&anchors) {
                contribution[index * cells + usize::from(anchor)] = K::cell(bit);
            }
            let count = anchors.len() as u32;
            // A class without anchors may come after the last bit.
            rows.push((offset.min(K::CELLS - 1), set(0..count), set(anchors)));
            offset += count;
        }
        let slow_bits = unions(slowest_first(puzzle).into_iter().map(|class| {
            contribution[class * cells..(class + 1) * cells].iter().fold(K::EMPTY, |bits, &bit| bits ^ bit)
        }));
        Self { slow_bits, ..Self::finished(puzzle, contribution, Unpacking::Masks(rows)) }
    }

    /// The class at each cell, bit-sliced, and the anchors of some classes of one block.
    pub fn planes(puzzle: &Classes) -> Self {
        let planes = Planes::of(puzzle);
        let (cells, classes) = (puzzle.size.cells() as u32, puzzle.classes.len());
        let contribution = (0..classes)
            .flat_map(|class| (0..cells).map(|cell| planes.telling(class, cell).1).collect::<Vec<K>>());
        let contribution = contribution.collect();
        let slow_bits = unions(planes.slowest_first().into_iter());
        let within = planes.ranges.iter().map(|&(_, length)| set(0..length)).collect();
        let unpacking = Unpacking::Planes { all: set(0..cells), within, planes };
        Self { slow_bits, ..Self::finished(puzzle, contribution, unpacking) }
    }

    fn finished(puzzle: &Classes, contribution: Vec<K>, unpacking: Unpacking<C>) -> Self {
        let cells = puzzle.size.cells();
        let mut layout = Self { cells, contribution, unpacking, goals: Vec::new(), slow_bits: Vec::new() };
        // Two numbers in the field of one block would make a third.
        for goal in puzzle.goals.iter().filter(|goal| puzzle.suffice(goal)) {
            let (mut mask, mut value) = (K::EMPTY, K::EMPTY);
            for (index, anchors) in goal.iter().enumerate() {
                for &anchor in anchors {
                    value = value ^ layout.at(index, anchor);
                    mask |= match &layout.unpacking {
                        Unpacking::Masks(_) => layout.at(index, anchor),
                        Unpacking::Planes { planes, .. } => planes.telling(index, anchor.into()).0,
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

    fn rows(&self) -> usize {
        self.contribution.len() / self.cells
    }

    #[inline(always)]
    fn pack(&self, _: impl Processor, masks: &[C]) -> K {
        let mut key = K::EMPTY;
        for (class, mask) in masks.iter().enumerate() {
            mask.for_each(|anchor| key = key ^ self.at(class, anchor as u16));
        }
        key
    }

    #[inline(always)]
    fn unpack<const ROW: usize>(&self, on: impl Processor, keys: &[K], masks: &mut [C]) {
        let classes = masks.chunks_exact_mut(ROW).map(|masks| &mut masks[..keys.len()]);
        match &self.unpacking {
            Unpacking::Masks(rows) => {
                for (masks, &(offset, within, legal)) in classes.zip(rows) {
                    for (mask, key) in masks.iter_mut().zip(keys) {
                        *mask = key.cells(offset, within).deposited(legal, on);
                    }
                }
            }
            &Unpacking::Planes { all, ref within, ref planes } => {
                for (masks, place) in classes.zip(&planes.places) {
                    let &Place::Field(first) = place else {
                        masks.fill(all);
                        continue;
                    };
                    for (mask, key) in masks.iter_mut().zip(keys) {
                        *mask = C::cell(key.field(first, planes.field) as u32);
                    }
                }
                let mut row = [C::EMPTY; ROW];
                let row = &mut row[..keys.len()];
                for (plane, (&(first, _), &within)) in planes.ranges.iter().zip(within).enumerate() {
                    for (bits, key) in row.iter_mut().zip(keys) {
                        *bits = key.cells(first, within);
                    }
                    let classes = masks.chunks_exact_mut(ROW).map(|masks| &mut masks[..keys.len()]);
                    for (masks, place) in classes.zip(&planes.places) {
                        let &Place::Code(code) = place else { continue };
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
    fn moved(
        &self,
        _: impl Processor,
        key: &K,
        _: impl Fn(usize) -> C,
        class: usize,
        (from, to): (u16, u16),
    ) -> K {
        *key ^ self.at(class, from) ^ self.at(class, to)
    }

    #[inline(always)]
    fn moved_all(
        &self,
        _: impl Processor,
        (keys, _): (&[K], &[[C; BATCH]]),
        class: usize,
        moves: &[Found],
        moved: &mut Vec<K>,
    ) {
        let at = &self.contribution[class * self.cells..(class + 1) * self.cells];
        let first = moved.len();
        moved.resize(first + moves.len(), K::EMPTY);
        for (key, found) in moved[first..].iter_mut().zip(moves) {
            *key = keys[found.index()] ^ at[usize::from(found.from)] ^ at[usize::from(found.to)];
        }
    }

    #[inline(always)]
    fn is_goal(&self, _: impl Processor, key: &K) -> bool {
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
