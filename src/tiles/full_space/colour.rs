//! Colours of the cells, as on a chessboard: the blank changes its colour with every move.

use crate::direction::Direction;
use crate::full_space::index::Index;
use crate::full_space::rotation::{Rotation, Turn};
use traybit_core::grid::Size;

/// Cells of one colour, and the moves of the blank into them.
#[derive(Debug)]
pub(super) struct Colour {
    /// By slot, in reading order.
    pub(super) cells: Vec<usize>,
    /// True if the permutations with the blank on a cell are odd, by slot.
    pub(super) odd: Vec<bool>,
    /// By slot.
    pub(super) moves: Vec<Moves>,
}

/// Moves that end with the blank on one cell.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Slots of the neighbours in the row: the permutation stays.
    pub(super) along_row: Vec<usize>,
    /// Slots of the neighbours in the column.
    pub(super) along_column: Vec<(usize, Rotation)>,
}

impl Colour {
    /// Cells of the colour of `home` and of the other one, and the slot of each cell.
    pub(super) fn cells(size: Size, home: usize) -> ([Vec<usize>; 2], Vec<usize>) {
        let mut cells = [Vec::new(), Vec::new()];
        let mut slots = Vec::new();
        for cell in 0..size.cells() {
            let colour = &mut cells[size.steps(cell, home) as usize % 2];
            slots.push(colour.len());
            colour.push(cell);
        }
        (cells, slots)
    }

    /// The colour of some cells, on an upright board whose blank is at home on `home`.
    pub(super) fn new(size: Size, home: usize, index: &Index, cells: Vec<usize>, slots: &[usize]) -> Self {
        let width = usize::from(size.width);
        // A rotation of an even number of elements is odd.
        let odd = |&cell: &usize| width.is_multiple_of(2) && (cell / width + home / width) % 2 == 1;
        let moves = |&cell: &usize| {
            let mut moves = Moves::default();
            for direction in Direction::ALL {
                // The blank came from where the tile went.
                let Some(from) = direction.opposite().source(cell, size) else { continue };
                let turn = match direction {
                    Direction::Left | Direction::Right => {
                        moves.along_row.push(slots[from]);
                        continue;
                    }
                    Direction::Up => Turn::LastToFirst,
                    Direction::Down => Turn::FirstToLast,
                };
                let rotation = Rotation::new(index, cell.min(from), width, turn, odd(&cell));
                moves.along_column.push((slots[from], rotation));
            }
            moves
        };
        Self { moves: cells.iter().map(moves).collect(), odd: cells.iter().map(odd).collect(), cells }
    }
}
