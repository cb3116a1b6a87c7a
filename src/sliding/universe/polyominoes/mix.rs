//! The boards of a mix: moves among them, components, and the distances of simple puzzles.
//!
//! ```text
//!   board    edges                                  pieces, by their first cells
//!     0      1 (piece 3 to 4)   2 (piece 0 to 1)      reached   those that, as the piece told apart, have come here
//!     1      0 (piece 4 to 3)                         new       those of them that came with the last move
//! ```
//!
//! All puzzles of a mix are searched at once, back from their goals: at first the piece over the lower right
//! cell of each board is reached. A move passes on all new pieces of a board, the one that moves under its
//! new first cell. The hardest start is the last board that the piece at the first cell of the tray reaches.

use std::mem::{replace, take};

use traybit_core::{GaveUp, Limits};

use crate::universe::polyominoes::STRIDE;
use crate::universe::polyominoes::board::{Board, Tray};
use crate::universe::shares::Hardest;

/// A move: the board it leads to, and the first cell of the piece before and after.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    from_cell: u8,
    to_cell: u8,
}

const FREE: u32 = u32::MAX;

/// The graph of the boards of a mix, or of several.
pub(super) struct Graph<'a> {
    tray: &'a Tray,
    boards: Vec<Board>,
    edges: Vec<Edge>,
    /// Index of the first edge of each board, and the number of all edges.
    firsts: Vec<u32>,
}

impl<'a> Graph<'a> {
    /// Finds all moves among the boards, within `bytes` of memory.
    pub(super) fn of(
        tray: &'a Tray,
        boards: Vec<Board>,
        limits: &Limits,
        bytes: usize,
    ) -> Result<Self, GaveUp> {
        // A growing list holds its old memory until the new one is filled.
        let most = (bytes / size_of::<Edge>() / 3).min(u32::MAX as usize);
        // Numbers of boards by hash, [`FREE`] between them.
        let mut slots = vec![FREE; (2 * boards.len()).next_power_of_two()];
        for (&board, number) in boards.iter().zip(0..) {
            let slot = slot(&slots, &boards, board);
            slots[slot] = number;
        }
        let (mut edges, mut firsts) = (Vec::new(), Vec::with_capacity(boards.len() + 1));
        for &board in &boards {
            if firsts.len().is_multiple_of(STRIDE) {
                limits.check()?;
                if edges.len() > most {
                    return Err(GaveUp::Memory);
                }
            }
            firsts.push(edges.len() as u32);
            for piece in tray.pieces(board) {
                let from_cell = piece.trailing_zeros() as u8;
                tray.path_moves(board, piece, |to, moved| {
                    let to_cell = to.trailing_zeros() as u8;
                    edges.push(Edge { to: slots[slot(&slots, &boards, moved)], from_cell, to_cell });
                });
            }
        }
        firsts.push(edges.len() as u32);
        Ok(Self { tray, boards, edges, firsts })
    }

    /// The edges of a board.
    #[inline(always)]
    fn edges(&self, board: u32) -> &[Edge] {
        &self.edges[self.firsts[board as usize] as usize..self.firsts[board as usize + 1] as usize]
    }

    /// Visits the first board of each component.
    pub(super) fn components(&self, mut visit: impl FnMut(Board)) {
        let (mut reached, mut waiting) = (vec![false; self.boards.len()], Vec::new());
        for (&board, first) in self.boards.iter().zip(0..) {
            if !replace(&mut reached[first as usize], true) {
                visit(board);
                waiting.push(first);
            }
            while let Some(board) = waiting.pop() {
                let next = self.edges(board).iter().map(|edge| edge.to);
                waiting.extend(next.filter(|&to| !replace(&mut reached[to as usize], true)));
            }
        }
    }

    /// Searches all simple puzzles of the boards. Returns the number of boards with a chosen piece from which a goal can be
    /// reached, and the hardest start, the first of its length.
    pub(super) fn distances(&self, limits: &Limits) -> Result<(u64, Option<Hardest>), GaveUp> {
        let goal = |&board: &Board| {
            let piece = self.tray.piece_at(board, self.tray.cells - 1);
            piece.map_or(0, |piece| piece & piece.wrapping_neg())
        };
        // Pieces that reach a board with the next move, and the boards that have some.
        let mut next: Vec<u32> = self.boards.iter().map(goal).collect();
        let mut waiting: Vec<u32> =
            (0..).zip(&next).filter(|(_, new)| **new > 0).map(|(board, _)| board).collect();
        let (mut reached, mut frontier) = (next.clone(), Vec::new());
        let (mut positions, mut hardest) = (0, None::<Hardest>);
        for moves in 0.. {
            frontier.clear();
            frontier.extend(waiting.drain(..).map(|board: u32| (board, take(&mut next[board as usize]))));
            if frontier.is_empty() {
                break;
            }
            if frontier.len() > STRIDE {
                limits.check()?;
            }
            for &(board, new) in &frontier {
                positions += u64::from(new.count_ones());
                if new & 1 == 1 {
                    let start = self.boards[board as usize];
                    if hardest.is_none_or(|known| known.moves < moves || start < known.start) {
                        hardest = Some(Hardest { moves, start });
                    }
                }
                for &Edge { to, from_cell, to_cell } in self.edges(board) {
                    let handed = new & !(1 << from_cell) | (new >> from_cell & 1) << to_cell;
                    let (reached, next) = (&mut reached[to as usize], &mut next[to as usize]);
                    let more = handed & !*reached;
                    if more > 0 {
                        *reached |= more;
                        if *next == 0 {
                            waiting.push(to);
                        }
                        *next |= more;
                    }
                }
            }
        }
        Ok((positions, hardest))
    }

    /// Bytes held, with those of a search, which has six words a board.
    pub(super) fn bytes(&self) -> usize {
        let words = self.firsts.capacity() + 8 * self.boards.capacity();
        size_of::<u32>() * words + size_of::<Edge>() * self.edges.capacity()
    }
}

/// The place of a board, or the free one where it belongs.
#[inline(always)]
fn slot(slots: &[u32], boards: &[Board], board: Board) -> usize {
    let last = slots.len() - 1;
    let mut slot = (board.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & last;
    while slots[slot] != FREE && boards[slots[slot] as usize] != board {
        slot = (slot + 1) & last;
    }
    slot
}
