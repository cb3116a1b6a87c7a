//! Exact numbers of moves for the last two tiles of a line, within a window of 3×3 cells.
//!
//! ```text
//!   settled ■ 1 0     the window, numbered from the corner; cell 2 is settled, or past the side of a narrow board
//!           5 4 3     first tile to cell 1, last tile to cell 0
//!           8 7 6
//! ```

use crate::lines::Place;

/// Cells of a full window.
const CELLS: usize = 9;
/// Cell of a last tile that does not count.
pub const ABSENT: usize = CELLS;
/// Number of moves where no path leads.
const NEVER: u8 = u8::MAX;
/// Number of moves assumed where the two tiles bar a narrow board and the blank has to push one out of the window.
const BARRED: i32 = 1 << 10;

/// Numbers of moves by cells of one or both tiles and the blank.
pub struct Corner {
    /// Columns: 3, or 2 on a board that has no more.
    width: i32,
    /// Moves, by first tile, last tile ([`ABSENT`] where the first one goes to the corner itself) and blank.
    moves: Vec<u8>,
}

impl Corner {
    /// Window of 2 or 3 columns at the end of a line, searched breadth-first from the ends.
    pub fn new(width: i32) -> Self {
        let is_open = |cell: usize| (cell as i32) % 3 < width && cell != 2;
        let ends = |taken: [usize; 2]| {
            (0..CELLS)
                .filter(move |blank| !taken.contains(blank) && is_open(*blank))
                .map(move |blank| (taken, blank))
        };
        let mut queue: Vec<([usize; 2], usize)> = ends([1, 0]).chain(ends([0, ABSENT])).collect();
        let mut moves = vec![NEVER; CELLS * (CELLS + 1) * CELLS];
        for &(tiles, blank) in &queue {
            moves[index(tiles) + blank] = 0;
        }
        let mut next = 0;
        while let Some(&(tiles, blank)) = queue.get(next) {
            next += 1;
            let (along, depth) = (blank % 3, blank / 3);
            let near = [
                (along > 0, blank.wrapping_sub(1)),
                (along < 2, blank + 1),
                (depth > 0, blank.wrapping_sub(3)),
                (depth < 2, blank + 3),
            ];
            for (_, cell) in near.into_iter().filter(|&(inside, cell)| inside && is_open(cell)) {
                let moved = tiles.map(|tile| if tile == cell { blank } else { tile });
                if moves[index(moved) + cell] == NEVER {
                    moves[index(moved) + cell] = moves[index(tiles) + blank] + 1;
                    queue.push((moved, cell));
                }
            }
        }
        Self { width, moves }
    }

    /// Cell of a place relative to the corner, where it is in the window.
    pub fn cell(&self, place: Place) -> Option<usize> {
        let inside = (0..self.width).contains(&place.along) && (0..3).contains(&place.depth);
        inside.then_some((place.depth * 3 + place.along) as usize)
    }

    /// Number of moves that bring both tiles home, given their window cells, or the first one to the corner, where the last
    /// one is [`ABSENT`]; the blank may be anywhere. `is_end`: the board ends with the window.
    pub fn moves(&self, tiles: [usize; 2], blank: Place, is_end: bool) -> i32 {
        let moves = &self.moves[index(tiles)..][..CELLS];
        if let Some(cell) = self.cell(blank) {
            return i32::from(moves[cell]);
        }
        let mut least = BARRED;
        for (cell, &moves) in (0..).zip(moves).skip(3).filter(|(_, moves)| **moves != NEVER) {
            let (along, depth) = (cell % 3, cell / 3);
            if depth == 2 {
                least =
                    least.min(i32::from(moves) + (blank.along - along).abs() + (blank.depth - 3).abs() + 1);
            }
            if along == self.width - 1 && !is_end {
                let steps = (blank.along - self.width).abs() + (blank.depth - depth).abs() + 1;
                least = least.min(i32::from(moves) + steps);
            }
        }
        least
    }
}

/// Index of the blanks' moves for the cells of both tiles.
fn index([first, last]: [usize; 2]) -> usize {
    (first * (CELLS + 1) + last) * CELLS
}
