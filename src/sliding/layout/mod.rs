//! Layouts: packings of positions into keys, one chosen for each puzzle.
//!
//! Every layout is canonical (equal positions, equal bits) and lossless. The choice changes only the width of a key and the
//! cost of a move:
//!
//! | layout | bits | a move |
//! |---|---|---|
//! | planes | ⌈log2(classes + 1)⌉ · cells | two exclusive ors |
//! | masks | legal anchors, over all classes | two exclusive ors |
//! | anchors | blocks · ⌈log2 cells⌉ | the class's fields are rewritten |
//! | anchors and free cells | the same, with the largest class replaced by the free cells | all fields |

mod anchors;
mod flips;

pub use anchors::Anchors;
pub(crate) use anchors::write_field;
pub use flips::Flips;

use std::cmp::Reverse;

use crate::classes::Classes;
use traybit_core::bits::{CellSet, Key, Register, Width, bits_for};

/// Number of positions that are expanded together: the bits of a `u64`.
pub const BATCH: usize = 64;

/// A canonical packing of class masks into keys.
pub trait Layout<C: CellSet>: Sync {
    /// The packed position.
    type Key: Key;

    /// The key of the position with these anchors, one mask a class.
    fn pack(&self, masks: &[C]) -> Self::Key;
    /// Reads the masks of at most `ROW` keys: class *k* of key *i* goes to `masks[k · ROW + i]`.
    fn unpack<const ROW: usize>(&self, keys: &[Self::Key], masks: &mut [C]);
    /// The key after a block of `class` went from one anchor to another.
    fn moved(&self, key: &Self::Key, class: usize, from: u16, to: u16) -> Self::Key;
    /// True if every anchor of some goal is taken by its class.
    fn is_goal(&self, key: &Self::Key) -> bool;
    /// True if a move of a class may change bits of a mask.
    fn changes(&self, class: usize, mask: &Self::Key) -> bool;
    /// Masks of the bits of the slowest class's places, then of the two slowest classes', and so on.
    fn slow_bits(&self) -> Vec<Self::Key>;
}

/// The set of some cells.
pub(crate) fn set<C: CellSet>(cells: impl IntoIterator<Item: Into<u32>>) -> C {
    cells.into_iter().fold(C::EMPTY, |set, cell| set | C::cell(cell.into()))
}

/// The classes, the largest first: their blocks are likely to move least.
fn slowest_first(puzzle: &Classes) -> Vec<usize> {
    let mut classes: Vec<usize> = (0..puzzle.classes.len()).collect();
    classes.sort_by_key(|&class| Reverse((puzzle.classes[class].shape.area(), class)));
    classes
}

/// Unions of the first set of bits, of the first two, and so on, without the union of all.
fn unions<K: Register>(sets: impl ExactSizeIterator<Item = K>) -> Vec<K> {
    let count = sets.len().saturating_sub(1);
    let unions = sets.scan(K::EMPTY, |union, bits| {
        *union = *union ^ bits;
        Some(*union)
    });
    unions.take(count).collect()
}

/// The layouts to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutKind {
    /// The class at each cell, bit-sliced ([`Flips::planes`]).
    Planes,
    /// One bit per class and legal anchor ([`Flips::masks`]).
    Masks,
    /// Sorted anchors, class by class.
    Anchors,
    /// Sorted anchors of all classes but `omitted`, and the free cells: where nearly everything is taken.
    FreeCells {
        /// Index of the class that fills the cells that the others leave.
        omitted: usize,
    },
}

impl LayoutKind {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Planes => "planes",
            Self::Masks => "masks",
            Self::Anchors => "anchors",
            Self::FreeCells { .. } => "anchors and free cells",
        }
    }

    /// Bits of a key in this layout.
    pub fn bits(self, puzzle: &Classes) -> usize {
        let anchor = bits_for(puzzle.size.cells()) as usize;
        match self {
            Self::Planes => bits_for(puzzle.classes.len() + 1) as usize * puzzle.size.cells(),
            Self::Masks => puzzle.classes.iter().map(|class| class.legal_anchors(puzzle.size)).sum(),
            Self::Anchors => puzzle.blocks() * anchor,
            Self::FreeCells { omitted } => {
                (puzzle.blocks() - puzzle.classes[omitted].start.len() + puzzle.free) * anchor
            }
        }
    }
}

/// The layout chosen for a puzzle, the bits it takes and the word that holds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The layout.
    pub kind: LayoutKind,
    /// Bits of a key.
    pub bits: usize,
    /// The word.
    pub width: Width,
    /// The representation in which positions are expanded.
    pub cells: Cells,
}

/// The representation of an unpacked position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// Masks of at most 64 cells.
    U64,
    /// Masks of at most 128 cells.
    U128,
    /// Lists of anchors: larger trays.
    Lists,
}

impl Choice {
    /// Chooses masks before lists, unless only lists keep the key in a machine word; flips before anchors;
    /// then the narrowest word; among equals the layout with the cheapest moves.
    ///
    /// Anchors are shorter keys, but their moves cost a search by layers more (10 to 50 % of its time on 5×4 and 5×5 cells)
    /// than a narrower word gains (2 to 4 %).
    ///
    /// # Panics
    /// Never: lists of anchors hold every puzzle.
    pub fn of(puzzle: &Classes) -> Self {
        let wide = |choice: &Self| choice.width > Width::W128;
        let lists = |choice: &Self| choice.cells == Cells::Lists;
        let anchors = |choice: &Self| choice.kind == LayoutKind::Anchors;
        Self::all(puzzle)
            .into_iter()
            .min_by_key(|choice| (wide(choice), lists(choice), anchors(choice), choice.width))
            .expect("lists of anchors hold every puzzle")
    }

    /// All choices that work for the puzzle, cheapest moves first.
    pub fn all(puzzle: &Classes) -> Vec<Self> {
        let choice = |kind: LayoutKind, cells| {
            let bits = kind.bits(puzzle);
            // Flips of masks of more than 64 cells are compiled for keys of more than 64 bits only.
            let flips = matches!(kind, LayoutKind::Planes | LayoutKind::Masks);
            let least = if flips && cells == Cells::U128 { Width::W128 } else { Width::W64 };
            Self { kind, bits, width: Width::fitting(bits as u32).max(least), cells }
        };
        let mut choices = Vec::new();
        let cells = if puzzle.size.cells() <= 64 { Cells::U64 } else { Cells::U128 };
        if puzzle.size.cells() <= 128 {
            let kinds = [LayoutKind::Planes, LayoutKind::Masks, LayoutKind::Anchors];
            choices.extend(kinds.map(|kind| choice(kind, cells)));
            let widest = |kind| if kind == LayoutKind::Anchors { Width::W128 } else { Width::W256 };
            choices.retain(|choice| choice.width <= widest(choice.kind));
        }
        choices.push(choice(LayoutKind::Anchors, Cells::Lists));
        let largest = (0..puzzle.classes.len()).max_by_key(|&class| puzzle.classes[class].start.len());
        if let Some(omitted) = largest.filter(|_| puzzle.is_plain()) {
            choices.push(choice(LayoutKind::FreeCells { omitted }, Cells::Lists));
        }
        choices
    }
}
