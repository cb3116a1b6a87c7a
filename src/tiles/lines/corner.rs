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
/// Number of moves where no path leads.
const NEVER: u8 = u8::MAX;
/// Number of moves assumed where the two tiles bar a narrow board and the blank has to push one out of the window.
const BARRED: i32 = 1 << 10;

/// Numbers of moves by cells of one or both tiles and the blank.
pub struct Corner {
    /// Columns: 3, or 2 on a board that has no more.
    width: i32,
    /// Moves, by first tile, last tile and blank.
    both: Vec<u8>,
    /// Moves, by first tile, which goes to the corner itself, and blank.
    lead: Vec<u8>,
}

impl Corner {
    /// Window of 2 or 3 columns at the end of a line.
    pub fn new(width: i32) -> Self {
        let is_open = |cell: usize| (cell as i32) % 3 < width && cell != 2;
        let blanks =
            |taken: [usize; 2]| (0..CELLS).filter(move |blank| !taken.contains(blank) && is_open(*blank));
        let both = blanks([0, 1]).map(|blank| [1, 0, blank]).collect();
        let lead = blanks([0, 0]).map(|blank| [0, CELLS, blank]).collect();
        Self { width, both: spread(both, is_open), lead: spread(lead, is_open)[CELLS * CELLS..].to_vec() }
    }

    /// Cell of a place relative to the corner, where it is in the window.
    pub fn cell(&self, place: Place) -> Option<usize> {
        let inside = (0..self.width).contains(&place.along) && (0..3).contains(&place.depth);
        inside.then_some((place.depth * 3 + place.along) as usize)
    }

    /// Number of moves that bring both tiles home, given their window cells; the blank may be anywhere. `is_end`: the
    /// board ends with the window.
    pub fn both(&self, first: usize, last: usize, blank: Place, is_end: bool) -> i32 {
        self.from(&self.both[(first * CELLS + last) * CELLS..][..CELLS], blank, is_end)
    }

    /// Number of moves that bring the first tile to the corner cell.
    pub fn lead(&self, first: usize, blank: Place, is_end: bool) -> i32 {
        self.from(&self.lead[first * CELLS..][..CELLS], blank, is_end)
    }

    /// Least number of moves over the cells where the blank can come in.
    fn from(&self, moves: &[u8], blank: Place, is_end: bool) -> i32 {
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

/// Searches breadth-first from the given cells of two tiles and the blank. A tile at `CELLS` is none.
fn spread(starts: Vec<[usize; 3]>, is_open: impl Fn(usize) -> bool) -> Vec<u8> {
    let index = |[first, last, blank]: [usize; 3]| {
        let none = last == CELLS;
        if none { CELLS * CELLS + first * CELLS + blank } else { (first * CELLS + last) * CELLS + blank }
    };
    let mut moves = vec![NEVER; CELLS * CELLS * CELLS];
    for &start in &starts {
        moves[index(start)] = 0;
    }
    let mut queue = starts;
    let mut next = 0;
    while next < queue.len() {
        let [first, last, blank] = queue[next];
        next += 1;
        let (along, depth) = (blank % 3, blank / 3);
        let near = [
            (along > 0, blank.wrapping_sub(1)),
            (along < 2, blank + 1),
            (depth > 0, blank.wrapping_sub(3)),
            (depth < 2, blank + 3),
        ];
        for (_, cell) in near.into_iter().filter(|&(inside, cell)| inside && is_open(cell)) {
            let moved = |tile| if tile == cell { blank } else { tile };
            let to = [moved(first), moved(last), cell];
            if moves[index(to)] == NEVER {
                moves[index(to)] = moves[index([first, last, blank])] + 1;
                queue.push(to);
            }
        }
    }
    moves
}
