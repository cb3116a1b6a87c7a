//! How many moves a stage still needs: exact for one tile, and for the last two of a line in three steps, each exact.
//!
//! ```text
//!   1. the first tile to the corner        ■ ■ . f     value 2·STEP and more
//!   2. the last tile to its window         . . . .     value STEP and more; the first one stays
//!   3. both home within the window         . l . .     value below STEP
//! ```
//!
//! From every board of a stage that is not at its end one move leads to a smaller value, so whoever follows it always
//! arrives. (As soon as both tiles are in the window the first two steps are over.) Only on boards of two rows or
//! columns the two tiles may bar the way side by side, and the value has to rise first.

use crate::rows::approach::{Approach, Field};
use crate::rows::corner::Corner;
use crate::rows::{Cells, Line, Place, Stage};

/// More than the moves of one step of a stage: those of a tile across a board of 256×256 are below 6·512.
const STEP: i32 = 1 << 12;

/// Tables for all stages of a board.
#[derive(Clone, Debug)]
pub struct Gauge {
    edge: Approach,
    pocket: Approach,
    corner: Approach,
    wide: Corner,
    narrow: Corner,
}

/// A measured board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Falls by one or more with the right move; 0 at the end of the stage.
    pub value: i32,
    /// Steps of the last tile from its window while it is not its turn.
    pub pull: i32,
}

impl Gauge {
    /// Tables for boards whose longer side is at most `side`.
    #[must_use]
    pub fn new(side: i32) -> Self {
        Self {
            edge: Approach::new(Field::Edge, side),
            pocket: Approach::new(Field::Pocket, side),
            corner: Approach::new(Field::Corner, side),
            wide: Corner::new(3),
            narrow: Corner::new(2),
        }
    }

    /// What a stage needs with the gap and its one or two tiles on those cells. All are unsettled.
    #[must_use]
    #[inline]
    pub fn read(&self, stage: &Stage, gap: usize, tiles: [usize; 2]) -> Reading {
        let line = &stage.line;
        match stage.cells {
            Cells::Single { along, .. } => {
                let from = |cell| {
                    let place = line.place(cell);
                    Place { along: place.along - along, ..place }
                };
                Reading { value: self.edge.moves(from(tiles[0]), from(gap)), pull: 0 }
            }
            Cells::Pair { .. } => self.pair(line, gap, tiles),
        }
    }

    fn pair(&self, line: &Line, gap: usize, [first, last]: [usize; 2]) -> Reading {
        let from_end = |cell| {
            let place = line.place(cell);
            Place { along: line.length - 1 - place.along, ..place }
        };
        let (first, last, gap) = (from_end(first), from_end(last), from_end(gap));
        let window = if line.length > 2 { &self.wide } else { &self.narrow };
        let is_end = line.length <= 3;
        let inside = (window.cell(first), window.cell(last));
        if let (Some(first), Some(last)) = inside {
            return Reading { value: window.both(first, last, gap, is_end), pull: 0 };
        }
        if inside.0 == Some(0) {
            let below = |place: Place| Place { depth: place.depth - 1, ..place };
            return Reading { value: STEP + self.corner.moves(below(last), below(gap)), pull: 0 };
        }
        let moves = match inside.0 {
            Some(cell) => window.lead(cell, gap, is_end),
            None => self.pocket.moves(first, gap),
        };
        Reading { value: 2 * STEP + moves, pull: (last.along - 2).max(0) + (last.depth - 2).max(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::Gauge;
    use crate::direction::Direction;
    use crate::rows::plan;
    use traybit_core::grid::Size;

    #[test]
    fn some_move_leads_on_from_wherever_gap_and_tiles_stand() {
        for (height, width) in [(4, 3), (4, 4), (5, 4), (3, 5), (6, 6)] {
            let size = Size { height, width };
            let cells = size.cells();
            let gauge = Gauge::new(height.max(width).into());
            for rest in [0, cells / 2, cells - 1] {
                let mut open = vec![true; cells];
                for stage in plan(size, rest, 0).0 {
                    let (first, last) = stage.cells.both();
                    let homes = [first, last.unwrap_or(first)];
                    let all = (0..cells * cells * cells)
                        .map(|index| (index % cells, [index / cells % cells, index / cells / cells]));
                    let valid = all.filter(|&(gap, tiles)| {
                        let apart =
                            gap != tiles[0] && gap != tiles[1] && (tiles[0] == tiles[1]) == last.is_none();
                        apart && tiles != homes && [gap, tiles[0], tiles[1]].iter().all(|&cell| open[cell])
                    });
                    for (gap, tiles) in valid {
                        let value = gauge.read(&stage, gap, tiles).value;
                        let mut sources = Direction::ALL.into_iter().filter_map(|way| way.source(gap, size));
                        assert!(
                            sources.any(|source| open[source]
                                && gauge
                                    .read(
                                        &stage,
                                        source,
                                        tiles.map(|cell| if cell == source { gap } else { cell })
                                    )
                                    .value
                                    < value),
                            "{size:?} rest {rest} {stage:?} gap {gap} tiles {tiles:?}"
                        );
                    }
                    for home in homes {
                        open[home] = false;
                    }
                }
            }
        }
    }
}
