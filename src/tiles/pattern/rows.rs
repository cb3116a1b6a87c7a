//! Rows of a pattern database and the moves between them.
//!
//! ```text
//!   sets     of the pattern's cells, by colour: the parity of the black cells among them, which each move changes
//!              # . # .      white    0 1 2 3 …      in each colour numbered by rank
//!              . # . #      black    0 1 2 …
//!   rows     of a set, one for each region of the other cells in which the blank can be
//!   moves    into each row from the rows of the other colour
//! ```

use crate::pattern::index::EntryIndex;
use crate::pattern::{Regions, cells_of};
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Sets between two checks of the limits.
const STRIDE: usize = 2048;

/// Move into a row: the row before it, which has the other colour, and the change of the order.
pub(super) struct Entrance {
    pub(super) source: u32,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Rows of one colour and the moves into them.
#[derive(Default)]
pub(super) struct Side {
    /// Sets of cells, ascending, with their ranks.
    pub(super) sets: Vec<u32>,
    pub(super) ranks: Vec<u32>,
    /// First row by set; and the end.
    pub(super) of_set: Vec<u32>,
    /// First entrance by row; and the end.
    pub(super) of_row: Vec<u32>,
    pub(super) entrances: Vec<Entrance>,
}

/// Colour of a set of cells: the parity of the black ones among them.
pub(super) fn colour(size: Size, set: u32) -> usize {
    let width = usize::from(size.width);
    cells_of(set).map(|cell| cell as usize / width + cell as usize % width).sum::<usize>() % 2
}

/// Rows of both colours.
pub(super) fn sides(index: &EntryIndex, limits: &Limits) -> Result<[Side; 2], GaveUp> {
    let EntryIndex { size, ranks, .. } = index;
    let regions = Regions::new(*size);
    let mut sides = [Side::default(), Side::default()];
    let mut region_of_row = [Vec::new(), Vec::new()];
    // First row in its colour, by rank.
    let mut first_row = Vec::new();
    for (set, rank) in ranks.sets().zip(0..) {
        let colour = colour(*size, set);
        let side = &mut sides[colour];
        side.sets.push(set);
        side.ranks.push(rank);
        side.of_set.push(region_of_row[colour].len() as u32);
        first_row.push(region_of_row[colour].len() as u32);
        regions.each(!set, |region| region_of_row[colour].push(region));
    }
    for (colour, side) in sides.iter_mut().enumerate() {
        let (own, other) = (&region_of_row[colour], &region_of_row[1 - colour]);
        side.of_set.push(own.len() as u32);
        for (index, &set) in side.sets.iter().enumerate() {
            if index.is_multiple_of(STRIDE) {
                limits.check()?;
            }
            for row in side.of_set[index]..side.of_set[index + 1] {
                side.of_row.push(side.entrances.len() as u32);
                let beside = |cell: u32| regions.neighbours[cell as usize] & own[row as usize];
                let steps =
                    cells_of(set).flat_map(|cell| cells_of(beside(cell)).map(move |free| (cell, free)));
                for (cell, free) in steps {
                    let before = set ^ 1 << cell ^ 1 << free;
                    let mut source = first_row[ranks.rank(before) as usize];
                    while other[source as usize] >> cell & 1 == 0 {
                        source += 1;
                    }
                    let place = |set: u32, cell: u32| (set & ((1 << cell) - 1)).count_ones() as u8;
                    let (from, to) = (place(before, free), place(set, cell));
                    side.entrances.push(Entrance { source, from, to });
                }
            }
        }
        side.of_row.push(side.entrances.len() as u32);
        side.entrances.shrink_to_fit();
    }
    Ok(sides)
}
