//! A random board of a mix: blocks and empty cells are drawn at random, cell by cell.
//!
//! ```text
//!   a a . ?      the first cell not yet decided is to be empty, or the first cell of a block that fits there:
//!   a a ? ?      drawn from all that are left, so that of four kinds the one with most blocks left
//!   ? ? ? ?      comes most often
//! ```
//!
//! Where nothing that is left fits, the last draw is taken back and another one made: the search is complete, finds a
//! board if there is one, and finds each with some probability (not all with the same).

use crate::universe::pieces::{Mix, Numbering, Pieces};

/// Draws after which a deal is given up: most trays need one for each block and each empty cell.
const MOST_DRAWS: u32 = 100_000;

/// End of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// A board: the anchors of the blocks of each kind, bit row · width + column.
    Board(Vec<u128>),
    /// Proven: there is no board.
    None,
    /// Taken back too often; another deal may go better.
    Stuck,
}

/// Deals one board of a mix of the pieces. `below` draws a number below the given one.
pub fn deal(pieces: &Pieces, mix: &Mix, below: impl FnMut(u64) -> u64) -> Dealt {
    let numbering = pieces.numbering();
    let left = mix.counts.iter().copied().chain([mix.empty]).collect();
    let board = vec![0; mix.counts.len() + 1];
    let mut deal = Deal { numbering, left, board, below, draws: 0 };
    match deal.fill(numbering.open) {
        Some(true) => {
            deal.board.pop();
            Dealt::Board(deal.board)
        }
        Some(false) => Dealt::None,
        None => Dealt::Stuck,
    }
}

struct Deal<'a, B> {
    numbering: &'a Numbering,
    /// Blocks of each kind that are left, then empty cells.
    left: Vec<u32>,
    /// Their anchors; those of empty cells stay 0.
    board: Vec<u128>,
    below: B,
    draws: u32,
}

impl<B: FnMut(u64) -> u64> Deal<'_, B> {
    /// True if what is left could be put on these cells; none after too many draws.
    fn fill(&mut self, open: u128) -> Option<bool> {
        if open == 0 {
            return Some(true);
        }
        let cell = open.trailing_zeros();
        let kinds = self.numbering.kinds.iter().enumerate();
        let blocks = kinds.filter_map(|(kind, numbered)| {
            let placement = numbered.placement(cell, open)?;
            Some((kind, placement.cells, 1 << placement.anchor))
        });
        let mut fitting: Vec<(usize, u128, u128)> = blocks.collect();
        fitting.push((self.board.len() - 1, 1 << cell, 0));
        fitting.retain(|&(kind, ..)| self.left[kind] > 0);
        while !fitting.is_empty() {
            self.draws += 1;
            if self.draws > MOST_DRAWS {
                return None;
            }
            let (kind, cells, anchor) = fitting.remove(self.draw(&fitting));
            self.left[kind] -= 1;
            self.board[kind] |= anchor;
            if self.fill(open & !cells)? {
                return Some(true);
            }
            self.left[kind] += 1;
            self.board[kind] &= !anchor;
        }
        Some(false)
    }

    /// Index of a random choice, weighted by the number that is left.
    fn draw(&mut self, fitting: &[(usize, u128, u128)]) -> usize {
        let left = |choice: &(usize, u128, u128)| u64::from(self.left[choice.0]);
        let mut rest = (self.below)(fitting.iter().map(left).sum());
        let is_drawn = |choice| {
            let less = rest.checked_sub(left(choice));
            rest = less.unwrap_or(rest);
            less.is_none()
        };
        fitting.iter().position(is_drawn).unwrap_or(0)
    }
}
