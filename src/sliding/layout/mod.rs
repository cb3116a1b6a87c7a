//! Layouts: packings of positions into keys, one chosen for each puzzle.
//!
//! Every layout is canonical (equal positions, equal bits) and lossless. The choice changes only the width of a key and the
//! cost of a move:
//!
//! | layout | bits | a move |
//! |---|---|---|
//! | planes | ⌈log2(coded classes + 1)⌉ · cells + other classes · ⌈log2 cells⌉ | two exclusive ors |
//! | masks | legal anchors, over all classes | two exclusive ors |
//! | nested masks | for each class the anchors that those before it leave open | the bits of all classes from its own on |
//! | anchors | blocks · ⌈log2 cells⌉ | the class's fields are rewritten |
//! | anchors and free cells | the same, with the largest class replaced by the free cells | all fields |

mod flips;
mod nested;

pub use flips::Flips;
use flips::Planes;
pub use nested::Nested;

use std::cmp::Reverse;

use crate::classes::Classes;
use traybit_core::bits::{CellSet, Key, Register, Width, bits_for};
use traybit_core::processor::Processor;

/// Number of positions that are expanded together: the bits of a `u64`.
pub const BATCH: usize = 64;

/// A canonical packing of class masks into keys.
pub trait Layout<C: CellSet>: Sync {
    /// The packed position.
    type Key: Key;

    /// Number of rows that unpacking writes: one a class; if there are more, the last one has the free cells.
    fn rows(&self) -> usize;
    /// The key of the position with these anchors, one mask a class.
    fn pack(&self, on: impl Processor, masks: &[C]) -> Self::Key;
    /// Reads the rows of at most `ROW` keys: row *r* of key *i* goes to `rows[r · ROW + i]`. The first ones are the masks of
    /// the classes; the others are for [`Self::moved`].
    fn unpack<const ROW: usize>(&self, on: impl Processor, keys: &[Self::Key], rows: &mut [C]);
    /// The key after a block of `class` went from one anchor to another; `row` returns what was unpacked.
    fn moved(
        &self,
        on: impl Processor,
        key: &Self::Key,
        row: impl Fn(usize) -> C,
        class: usize,
        from_to: (u16, u16),
    ) -> Self::Key;
    /// Adds the keys after some moves of `class` to `moved`; the rows are those that were unpacked from the keys.
    fn moved_all(
        &self,
        on: impl Processor,
        unpacked: (&[Self::Key], &[[C; BATCH]]),
        class: usize,
        moves: &[Found],
        moved: &mut Vec<Self::Key>,
    );
    /// True if every anchor of some goal is taken by its class.
    fn is_goal(&self, on: impl Processor, key: &Self::Key) -> bool;
    /// True if a move of a class may change bits of a mask.
    fn changes(&self, class: usize, mask: &Self::Key) -> bool;
    /// Masks of the bits of the slowest class's places, then of the two slowest classes', and so on.
    fn slow_bits(&self) -> Vec<Self::Key>;
}

/// A step or a slide of a block in one of the positions that are expanded together.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The number of the position.
    pub index: u8,
    /// The anchor before it.
    pub from: u8,
    /// The anchor after it.
    pub to: u8,
    /// The number of its direction among [`Towards::ALL`](crate::board::Towards::ALL), and 4 if the block can continue there.
    towards: u8,
}

impl Found {
    /// A move in a direction; `onwards` if the block can continue there.
    #[inline(always)]
    pub fn new(index: usize, (from, to): (u32, u32), (direction, onwards): (usize, bool)) -> Self {
        Self {
            index: index as u8,
            from: from as u8,
            to: to as u8,
            towards: direction as u8 | u8::from(onwards) << 2,
        }
    }

    /// The number of its direction, below 4.
    #[inline(always)]
    pub fn direction(&self) -> usize {
        usize::from(self.towards & 3)
    }

    /// True if the block can continue in its direction.
    #[inline(always)]
    pub fn onwards(&self) -> bool {
        self.towards > 3
    }

    /// The number of the position, below [`BATCH`].
    #[inline(always)]
    pub fn index(&self) -> usize {
        usize::from(self.index) % BATCH
    }
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
    /// One bit per class and anchor that the classes before it leave open ([`Nested`]).
    Nested,
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
            Self::Nested => "nested masks",
            Self::Anchors => "anchors",
            Self::FreeCells { .. } => "anchors and free cells",
        }
    }

    /// Bits of a key in this layout.
    pub fn bits(self, puzzle: &Classes) -> usize {
        let anchor = bits_for(puzzle.size.cells()) as usize;
        match self {
            Self::Planes => Planes::of(puzzle).bits as usize,
            Self::Masks => puzzle.classes.iter().map(|class| class.anchors().count()).sum(),
            Self::Nested => nested::bits(puzzle),
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
    /// Masks of at most 32 cells, with keys of at most 64 bits.
    U32,
    /// Masks of at most 64 cells.
    U64,
    /// Masks of at most 128 cells.
    U128,
    /// Lists of anchors: larger trays.
    Lists,
}

impl Choice {
    /// Chooses masks before lists, unless only lists keep the key in a machine word; then the narrowest word; among equals
    /// the layout with the cheapest moves: those of nested masks cost more than those of planes, but less than a word twice
    /// as wide.
    ///
    /// # Panics
    /// Never: lists of anchors hold every puzzle.
    pub fn of(puzzle: &Classes) -> Self {
        let wide = |choice: &Self| choice.width > Width::W128;
        let lists = |choice: &Self| choice.cells == Cells::Lists;
        Self::all(puzzle)
            .into_iter()
            .min_by_key(|choice| (wide(choice), lists(choice), choice.width))
            .expect("lists of anchors hold every puzzle")
    }

    /// Name of the word. Only packings have words of 512 bits; lists of anchors have boxed limbs then.
    pub fn word(&self) -> &'static str {
        if self.width == Width::W512 { Width::Boxed } else { self.width }.name()
    }

    /// All choices that work for the puzzle, cheapest moves first.
    pub fn all(puzzle: &Classes) -> Vec<Self> {
        let choice = |kind: LayoutKind, cells| {
            let bits = kind.bits(puzzle);
            // Flips of masks of more than 64 cells are compiled for keys of more than 64 bits only.
            let flips = matches!(kind, LayoutKind::Planes | LayoutKind::Masks);
            let least = if flips && cells == Cells::U128 { Width::W128 } else { Width::W64 };
            let width = Width::fitting(bits as u32).max(least);
            let is_short = cells == Cells::U64 && puzzle.size.cells() <= 32 && width == Width::W64;
            Self { kind, bits, width, cells: if is_short { Cells::U32 } else { cells } }
        };
        let mut choices = Vec::new();
        let cells = if puzzle.size.cells() <= 64 { Cells::U64 } else { Cells::U128 };
        if puzzle.size.cells() <= 128 {
            let kinds = [LayoutKind::Planes, LayoutKind::Masks, LayoutKind::Nested];
            choices.extend(kinds.map(|kind| choice(kind, cells)));
            let widest = |kind| if kind == LayoutKind::Nested { Width::W128 } else { Width::W256 };
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
