//! The end of a line: exact numbers of moves for its last two tiles within a window of 3×3 cells.
//!
//! ```text
//!   settled ■ 1 0     the window, numbered from the corner; cell 2 is settled, or past the side of a narrow board
//!           5 4 3     first tile to cell 1, last tile to cell 0
//!           8 7 6
//! ```

use crate::rows::Place;

/// Cells of a full window.
const CELLS: usize = 9;
/// The moves of what cannot be.
const NEVER: u8 = u8::MAX;
/// What to reckon where the two tiles bar a narrow board and the gap has to push one of them out of the window.
const BARRED: i32 = 1 << 10;

/// Moves in a window for each place of one or both tiles and the gap.
#[derive(Clone, Debug)]
pub struct Corner {
    /// Columns: 3, or 2 on a board that has no more.
    width: i32,
    /// First tile, last tile, gap.
    both: Vec<u8>,
    /// First tile to the corner itself, gap.
    lead: Vec<u8>,
}

impl Corner {
    /// The window at the end of a line of that length, at least 2.
    #[must_use]
    pub fn new(length: i32) -> Self {
        let width = length.min(3);
        let is_open = |cell: usize| (cell as i32) % 3 < width && cell != 2;
        let gaps = |taken: [usize; 2]| (0..CELLS).filter(move |gap| !taken.contains(gap) && is_open(*gap));
        let both = gaps([0, 1]).map(|gap| [1, 0, gap]).collect();
        let lead = gaps([0, 0]).map(|gap| [0, CELLS, gap]).collect();
        Self { width, both: spread(both, is_open), lead: spread(lead, is_open)[CELLS * CELLS..].to_vec() }
    }

    /// The cell of a place counted from the corner, where it is in the window.
    #[must_use]
    pub fn cell(&self, place: Place) -> Option<usize> {
        let inside = (0..self.width).contains(&place.along) && (0..3).contains(&place.depth);
        inside.then_some((place.depth * 3 + place.along) as usize)
    }

    /// Moves that bring both tiles home, whose window cells are given; the gap may be anywhere. `is_end`: the board
    /// ends with the window.
    #[must_use]
    pub fn both(&self, first: usize, last: usize, gap: Place, is_end: bool) -> i32 {
        self.from(&self.both[(first * CELLS + last) * CELLS..][..CELLS], gap, is_end)
    }

    /// Moves that bring the first tile to the corner cell.
    #[must_use]
    pub fn lead(&self, first: usize, gap: Place, is_end: bool) -> i32 {
        self.from(&self.lead[first * CELLS..][..CELLS], gap, is_end)
    }

    /// The least moves over the cells by which the gap can come in.
    fn from(&self, moves: &[u8], gap: Place, is_end: bool) -> i32 {
        if let Some(cell) = self.cell(gap) {
            return i32::from(moves[cell]);
        }
        let mut least = BARRED;
        for (cell, &moves) in (0..).zip(moves).skip(3).filter(|(_, moves)| **moves != NEVER) {
            let (along, depth) = (cell % 3, cell / 3);
            if depth == 2 {
                least = least.min(i32::from(moves) + (gap.along - along).abs() + (gap.depth - 3).abs() + 1);
            }
            if along == self.width - 1 && !is_end {
                let steps = (gap.along - self.width).abs() + (gap.depth - depth).abs() + 1;
                least = least.min(i32::from(moves) + steps);
            }
        }
        least
    }
}

/// Breadth-first from the given places of two tiles and the gap. A tile at `CELLS` is none.
fn spread(starts: Vec<[usize; 3]>, is_open: impl Fn(usize) -> bool) -> Vec<u8> {
    let index = |[first, last, gap]: [usize; 3]| {
        let none = last == CELLS;
        if none { CELLS * CELLS + first * CELLS + gap } else { (first * CELLS + last) * CELLS + gap }
    };
    let mut moves = vec![NEVER; CELLS * CELLS * CELLS];
    for &start in &starts {
        moves[index(start)] = 0;
    }
    let mut queue = starts;
    let mut next = 0;
    while next < queue.len() {
        let [first, last, gap] = queue[next];
        next += 1;
        let (along, depth) = (gap % 3, gap / 3);
        let near = [
            (along > 0, gap.wrapping_sub(1)),
            (along < 2, gap + 1),
            (depth > 0, gap.wrapping_sub(3)),
            (depth < 2, gap + 3),
        ];
        for (_, cell) in near.into_iter().filter(|&(inside, cell)| inside && is_open(cell)) {
            let moved = |tile| if tile == cell { gap } else { tile };
            let to = [moved(first), moved(last), cell];
            if moves[index(to)] == NEVER {
                moves[index(to)] = moves[index([first, last, gap])] + 1;
                queue.push(to);
            }
        }
    }
    moves
}
