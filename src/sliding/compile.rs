//! From a puzzle to the space that its key layout asks for: the one place where a word is chosen for good.
//!
//! Everything after this is compiled for one word of cells and one width of key; no hot loop asks again.

use crate::classes::Classes;
use crate::layout::{Anchors, Cells, Choice, Flips, LayoutKind};
use crate::list_space::ListSpace;
use crate::mask_space::MaskSpace;
use crate::metric::{Metric, Shift};
use crate::symmetry::Symmetry;
use traybit_core::bits::{Wide, Width};
use traybit_core::space::Guided;

/// A space of blocks in a tray.
pub trait Sliding: Guided<Move = Shift> {
    /// The position with these anchors: for each class of the puzzle as many, ascending, as it has blocks.
    fn position(&self, anchors: &[Vec<u16>]) -> Self::State;
    /// Where the blocks of each class stand, ascending.
    fn anchors(&self, position: &Self::State) -> Vec<Vec<u16>>;
}

/// What is to be done in a space, whatever its type.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Whether positions that are images of one another may count as one: for a solution or a proof, not for numbers
    /// of positions.
    const FOLDS: bool = false;

    /// Does it.
    fn run<S: Sliding>(self, space: &S) -> Self::Output;
}

/// Compiles `puzzle` as `choice` says and runs `task` in the space.
pub fn with_space<T: Task>(puzzle: &Classes, choice: Choice, metric: Metric, task: T) -> T::Output {
    let symmetries = || if T::FOLDS { Symmetry::all(puzzle) } else { Vec::new() };
    macro_rules! masks {
        ($cells:ty, $layout:expr) => {
            task.run(&MaskSpace::<$cells, _>::new(puzzle, $layout, metric, symmetries()))
        };
    }
    macro_rules! flips {
        ($cells:ty, $key:ty) => {
            match choice.kind {
                LayoutKind::Masks => masks!($cells, Flips::<$cells, $key>::masks(puzzle)),
                _ => masks!($cells, Flips::<$cells, $key>::planes(puzzle)),
            }
        };
    }
    macro_rules! lists {
        ($key:ty) => {
            task.run(&ListSpace::<$key>::new(puzzle, choice.kind, metric))
        };
    }
    let anchors = choice.kind == LayoutKind::Anchors;
    match (choice.cells, choice.width) {
        (Cells::U64, Width::W64) if anchors => masks!(u64, Anchors::<u64, u64>::new(puzzle)),
        (Cells::U64, Width::W128) if anchors => masks!(u64, Anchors::<u64, u128>::new(puzzle)),
        (Cells::U64, Width::W64) => flips!(u64, u64),
        (Cells::U64, Width::W128) => flips!(u64, u128),
        (Cells::U64, Width::W256) => flips!(u64, Wide<4>),
        (Cells::U128, Width::W64) if anchors => masks!(u128, Anchors::<u128, u64>::new(puzzle)),
        (Cells::U128, Width::W128) if anchors => masks!(u128, Anchors::<u128, u128>::new(puzzle)),
        (Cells::U128, Width::W128) => flips!(u128, u128),
        (Cells::U128, Width::W256) => flips!(u128, Wide<4>),
        (Cells::Lists, Width::W64) => lists!(u64),
        (Cells::Lists, Width::W128) => lists!(u128),
        (Cells::Lists, Width::W256) => lists!(Wide<4>),
        (Cells::Lists, _) => lists!(Box<[u64]>),
        (Cells::U64 | Cells::U128, _) => unreachable!("`Choice::all` offers masks in these widths only"),
    }
}
