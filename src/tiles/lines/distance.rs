//! Distance to the end of a stage: exact for one tile, and for the last two of a line in three exact steps.
//!
//! ```text
//!   1. the first tile to the corner        ■ ■ . f     value 2·STEP and more
//!   2. the last tile to its window         . . . .     value STEP and more; the first one stays
//!   3. both home within the window         . l . .     value below STEP
//! ```
//!
//! From every board of a stage that is not at its end one move leads to a smaller value, so following it ends the stage.
//! (As soon as both tiles are in the window the first two steps are over.) Only on boards of two rows or columns the two
//! tiles may block the path together; then the value has to rise first.

use crate::lines::approach::{Approach, Field};
use crate::lines::corner::{ABSENT, Corner};
use crate::lines::{Line, Place, Stage};

/// Value of a step, more than its moves: those of a tile across a board of 256×256 are below 6·512.
const STEP: i32 = 1 << 12;

/// Tables of distances for all stages of a board.
pub struct StageDistance {
    edge: Approach,
    pocket: Approach,
    corner: Approach,
    wide: Corner,
    narrow: Corner,
}

/// Distance of a board from the end of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Falls by one or more with the right move; 0 at the end of the stage.
    pub value: i32,
    /// Steps of the last tile from its window while it is not its turn.
    pub pull: i32,
}

impl StageDistance {
    /// Builds the tables for boards whose longer side is at most `side`.
    pub fn new(side: i32) -> Self {
        Self {
            edge: Approach::new(Field::Edge, side),
            pocket: Approach::new(Field::Pocket, side),
            corner: Approach::new(Field::Corner, side),
            wide: Corner::new(3),
            narrow: Corner::new(2),
        }
    }

    /// Distance with the blank and the stage's one or two tiles on these unsettled cells.
    #[inline]
    pub fn remaining(&self, stage: &Stage, blank: usize, tiles: [usize; 2]) -> Remaining {
        let Stage { line, along, cells } = stage;
        if cells[0] != cells[1] {
            return self.pair(line, blank, tiles);
        }
        let from = |cell| {
            let place = line.place(cell);
            Place { along: place.along - along, ..place }
        };
        Remaining { value: self.edge.moves(from(tiles[0]), from(blank)), pull: 0 }
    }

    fn pair(&self, line: &Line, blank: usize, [first, last]: [usize; 2]) -> Remaining {
        let from_end = |cell| {
            let place = line.place(cell);
            Place { along: line.length - 1 - place.along, ..place }
        };
        let (first, last, blank) = (from_end(first), from_end(last), from_end(blank));
        let window = if line.length > 2 { &self.wide } else { &self.narrow };
        let is_end = line.length <= 3;
        let inside = (window.cell(first), window.cell(last));
        if let (Some(first), Some(last)) = inside {
            return Remaining { value: window.moves([first, last], blank, is_end), pull: 0 };
        }
        if inside.0 == Some(0) {
            let below = |place: Place| Place { depth: place.depth - 1, ..place };
            return Remaining { value: STEP + self.corner.moves(below(last), below(blank)), pull: 0 };
        }
        let moves = match inside.0 {
            Some(cell) => window.moves([cell, ABSENT], blank, is_end),
            None => self.pocket.moves(first, blank),
        };
        Remaining { value: 2 * STEP + moves, pull: (last.along - 2).max(0) + (last.depth - 2).max(0) }
    }
}
