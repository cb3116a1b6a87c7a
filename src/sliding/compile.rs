//! Compiles a puzzle to the space of its key layout: the one place where the word is chosen.
//!
//! Every space is compiled once, for one word of cells and one width of key; no hot loop decides again.

use crate::layout::{Cells, Flips, LayoutKind, Nested};
use crate::list_space::ListSpace;
use crate::mask_space::MaskSpace;
use crate::space::Sliding;
use crate::symmetry::Symmetry;
use crate::{Choice, Classes, Metric};
use traybit_core::{Wide, Width};

/// Treatment of positions that are images of one another under a symmetry. Merging suffices for a solution or
/// a proof, but not for counting positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetric {
    /// All count as one.
    Merged,
    /// Each stands for itself.
    Apart,
}

/// A compiled puzzle, by the width of its keys.
pub enum AnySpace {
    /// Keys of 64 bits.
    W64(Box<dyn Sliding<u64>>),
    /// Keys of 128 bits.
    W128(Box<dyn Sliding<u128>>),
    /// Keys of 256 bits.
    W256(Box<dyn Sliding<Wide<4>>>),
    /// Longer keys.
    Boxed(Box<dyn Sliding<Box<[u64]>>>),
}

/// Evaluates an expression with the space of a puzzle, whatever the width of its keys.
#[macro_export]
macro_rules! in_space {
    ($any:expr, $space:ident => $run:expr) => {
        $crate::in_space!($any, $space => $run, W64 W128 W256 Boxed)
    };
    ($any:expr, $space:ident => $run:expr, $($width:ident)*) => {
        match &$any {
            $($crate::compile::AnySpace::$width(space) => {
                let $space = &**space;
                $run
            })*
        }
    };
}

/// Compiles `puzzle` as `choice` says.
pub fn compile(puzzle: &Classes, choice: Choice, metric: Metric, symmetric: Symmetric) -> AnySpace {
    use AnySpace::{Boxed, W64, W128, W256};

    // List spaces merge nothing, and the symmetries of a large tray take long to find.
    let symmetries = || if symmetric == Symmetric::Merged { Symmetry::all(puzzle) } else { Vec::new() };
    let (is_nested, is_masks) = (choice.kind == LayoutKind::Nested, choice.kind == LayoutKind::Masks);
    macro_rules! masks {
        ($cells:ty, $layout:expr) => {
            Box::new(MaskSpace::<$cells, _>::new(puzzle, $layout, metric, symmetries()))
        };
    }
    macro_rules! flips {
        ($cells:ty, $key:ty) => {
            masks!(
                $cells,
                if is_masks { Flips::<$cells, $key>::masks(puzzle) } else { Flips::planes(puzzle) }
            )
        };
    }
    match (choice.cells, choice.width) {
        (Cells::U32, Width::W64) if is_nested => W64(masks!(u32, Nested::<u32, u64>::new(puzzle))),
        (Cells::U32, Width::W64) => W64(flips!(u32, u64)),
        (Cells::U64, Width::W64) if is_nested => W64(masks!(u64, Nested::<u64, u64>::new(puzzle))),
        (Cells::U64, Width::W128) if is_nested => W128(masks!(u64, Nested::<u64, u128>::new(puzzle))),
        (Cells::U64, Width::W64) => W64(flips!(u64, u64)),
        (Cells::U64, Width::W128) => W128(flips!(u64, u128)),
        (Cells::U64, Width::W256) => W256(flips!(u64, Wide<4>)),
        (Cells::U128, Width::W64) if is_nested => W64(masks!(u128, Nested::<u128, u64>::new(puzzle))),
        (Cells::U128, Width::W128) if is_nested => W128(masks!(u128, Nested::<u128, u128>::new(puzzle))),
        (Cells::U128, Width::W128) => W128(flips!(u128, u128)),
        (Cells::U128, Width::W256) => W256(flips!(u128, Wide<4>)),
        (Cells::Lists, Width::W64) => W64(Box::new(ListSpace::new(puzzle, choice.kind, metric))),
        (Cells::Lists, Width::W128) => W128(Box::new(ListSpace::new(puzzle, choice.kind, metric))),
        (Cells::Lists, Width::W256) => W256(Box::new(ListSpace::new(puzzle, choice.kind, metric))),
        (Cells::Lists, _) => Boxed(Box::new(ListSpace::new(puzzle, choice.kind, metric))),
        (Cells::U32 | Cells::U64 | Cells::U128, _) => {
            unreachable!("`Choice::all` offers masks in these widths only")
        }
    }
}
