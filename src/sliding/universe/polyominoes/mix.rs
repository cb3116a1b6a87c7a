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
use std::ops::Range;

use traybit_core::{GaveUp, Limits};

use crate::universe::polyominoes::board::{Board, Tray};
use crate::universe::shares::Hardest;

/// Boards between two checks of the limits.
const STRIDE: usize = 1 << 12;

/// A move: the board it leads to, and the first cell of the piece before and after.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    from_cell: u8,
    to_cell: u8,
}

/// The graph of a mix, with room for the next one.
#[derive(Default)]
pub(super) struct Graph {
    /// Numbers of boards by hash, [`FREE`] between them.
    slots: Vec<u32>,
    edges: Vec<Edge>,
    /// Index of the first edge of each board, and the number of all edges.
    firsts: Vec<u32>,
    reached: Vec<u32>,
    /// Pieces that reach a board with the next move.
    next: Vec<u32>,
    /// Boards with new pieces.
    frontier: Vec<(u32, u32)>,
    waiting: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Graph {
    /// Finds all moves among the boards of a mix, or of several, within `bytes` of memory.
    pub(super) fn connect(
        &mut self,
        tray: &Tray,
        boards: &[Board],
        limits: &Limits,
        bytes: usize,
    ) -> Result<(), GaveUp> {
        // A growing list holds its old memory until the new one is filled.
        let most = (bytes / size_of::<Edge>() / 3).min(u32::MAX as usize);
        let Self { slots, edges, firsts, .. } = self;
        slots.clear();
        slots.resize((2 * boards.len()).next_power_of_two(), FREE);
        for (&board, number) in boards.iter().zip(0..) {
            let slot = slot(slots, boards, board);
            slots[slot] = number;
        }
        edges.clear();
        firsts.clear();
        for &board in boards {
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
                    edges.push(Edge { to: slots[slot(slots, boards, moved)], from_cell, to_cell });
                });
            }
        }
        firsts.push(edges.len() as u32);
        Ok(())
    }

    /// Visits the first board of each component.
    pub(super) fn components(&mut self, mut visit: impl FnMut(u32)) {
        let Self { edges, firsts, reached, waiting, .. } = self;
        let boards = firsts.len() as u32 - 1;
        reached.clear();
        reached.resize(boards as usize, 0);
        for first in 0..boards {
            if replace(&mut reached[first as usize], 1) == 0 {
                visit(first);
                waiting.push(first);
            }
            while let Some(board) = waiting.pop() {
                let next = edges[of(firsts, board)].iter().map(|edge| edge.to);
                waiting.extend(next.filter(|&to| replace(&mut reached[to as usize], 1) == 0));
            }
        }
    }

    /// Searches all simple puzzles of the boards. Returns the number of boards with a chosen piece from which a goal can be
    /// reached, and the hardest start, the first of its length.
    pub(super) fn distances(
        &mut self,
        tray: &Tray,
        boards: &[Board],
        limits: &Limits,
    ) -> Result<(u64, Option<Hardest>), GaveUp> {
        let Self { edges, firsts, reached, next, frontier, waiting, .. } = self;
        let goal = |&board: &Board| {
            tray.piece_at(board, tray.cells - 1).map_or(0, |piece| piece & piece.wrapping_neg())
        };
        next.clear();
        next.extend(boards.iter().map(goal));
        reached.clone_from(next);
        waiting.extend((0..).zip(&*next).filter(|(_, new)| **new > 0).map(|(board, _)| board));
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
            for &(board, new) in &*frontier {
                positions += u64::from(new.count_ones());
                if new & 1 == 1 {
                    let start = boards[board as usize];
                    if hardest.is_none_or(|known| known.moves < moves || start < known.start) {
                        hardest = Some(Hardest { moves, start });
                    }
                }
                for &Edge { to, from_cell, to_cell } in &edges[of(firsts, board)] {
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

    pub(super) fn bytes(&self) -> usize {
        let words = self.slots.capacity() + self.firsts.capacity() + self.reached.capacity();
        let lists = self.next.capacity() + self.waiting.capacity() + 2 * self.frontier.capacity();
        size_of::<u32>() * (words + lists) + size_of::<Edge>() * self.edges.capacity()
    }
}

/// The edges of a board.
#[inline(always)]
fn of(firsts: &[u32], board: u32) -> Range<usize> {
    firsts[board as usize] as usize..firsts[board as usize + 1] as usize
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
