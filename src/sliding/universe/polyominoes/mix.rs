//! The boards of one mix: moves among them, components, and the distances of simple puzzles.
//!
//! ```text
//!   board    edges                                  pieces, by their first cells
//!     0      1 (piece 3 to 4)   2 (piece 0 to 1)      reached   those that, as the piece told apart, have come here
//!     1      0 (piece 4 to 3)                         new       those of them that came with the last move
//! ```
//!
//! All puzzles of a mix are searched at once, back from their goals: at first the piece over the lower right cell of
//! each board is reached. A move hands on all the new pieces of a board, and the one that moves by its new first cell.
//! The hardest start is the last board that the piece at the first cell of the tray reaches.

use crate::universe::polyominoes::board::{Board, Tray};

/// A move: the board it leads to, and the first cell of the piece before and after.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    from_cell: u8,
    to_cell: u8,
}

/// Distances in the simple puzzles of a mix.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Distances {
    /// Boards with a chosen piece from which a goal can be reached.
    pub(super) positions: u64,
    /// The greatest least number of moves, and the first board that has it.
    pub(super) hardest: Option<(u32, Board)>,
}

/// The graph of a mix, with room for the next one.
#[derive(Default)]
pub(super) struct Graph {
    /// Numbers of boards by hash, [`FREE`] between them.
    slots: Vec<u32>,
    edges: Vec<Edge>,
    /// The first edge of each board, and the number of all.
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
    /// Finds all moves among the boards of a mix.
    pub(super) fn connect(&mut self, tray: &Tray, boards: &[Board]) {
        let slots = (2 * boards.len()).next_power_of_two();
        self.slots.clear();
        self.slots.resize(slots, FREE);
        for (&board, number) in boards.iter().zip(0..) {
            let slot = self.slot(boards, board);
            self.slots[slot] = number;
        }
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        self.firsts.clear();
        for &board in boards {
            self.firsts.push(edges.len() as u32);
            for piece in tray.pieces(board) {
                let from_cell = piece.trailing_zeros() as u8;
                tray.path_moves(board, piece, |to, moved| {
                    let to_cell = to.trailing_zeros() as u8;
                    edges.push(Edge { to: self.slots[self.slot(boards, moved)], from_cell, to_cell });
                });
            }
        }
        self.firsts.push(edges.len() as u32);
        self.edges = edges;
    }

    /// The place of a board, or the free one where it belongs.
    #[inline(always)]
    fn slot(&self, boards: &[Board], board: Board) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = (board.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & last;
        while self.slots[slot] != FREE && boards[self.slots[slot] as usize] != board {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn edges(&self, board: u32) -> std::ops::Range<usize> {
        self.firsts[board as usize] as usize..self.firsts[board as usize + 1] as usize
    }

    /// Number of components.
    pub(super) fn components(&mut self) -> u64 {
        let boards = self.firsts.len() as u32 - 1;
        let mut components = 0;
        self.reached.clear();
        self.reached.resize(boards as usize, 0);
        for first in 0..boards {
            if self.reached[first as usize] > 0 {
                continue;
            }
            components += 1;
            self.reached[first as usize] = 1;
            self.waiting.push(first);
            while let Some(board) = self.waiting.pop() {
                for edge in self.edges(board) {
                    let to = self.edges[edge].to;
                    if self.reached[to as usize] == 0 {
                        self.reached[to as usize] = 1;
                        self.waiting.push(to);
                    }
                }
            }
        }
        components
    }

    /// Searches all simple puzzles of the mix.
    pub(super) fn distances(&mut self, tray: &Tray, boards: &[Board]) -> Distances {
        let Self { edges, firsts, reached, next, frontier, waiting, .. } = self;
        reached.clear();
        frontier.clear();
        for (&board, number) in boards.iter().zip(0..) {
            let goal = tray.piece_at(board, tray.cells - 1).map_or(0, |piece| piece & piece.wrapping_neg());
            reached.push(goal);
            if goal > 0 {
                frontier.push((number, goal));
            }
        }
        next.clear();
        next.resize(boards.len(), 0);
        let mut found = Distances::default();
        for moves in 0.. {
            if frontier.is_empty() {
                break;
            }
            for &(board, new) in &*frontier {
                found.positions += u64::from(new.count_ones());
                if new & 1 == 1 {
                    let start = boards[board as usize];
                    let is_first = found.hardest.is_none_or(|(most, first)| most < moves || start < first);
                    found.hardest = if is_first { Some((moves, start)) } else { found.hardest };
                }
                for edge in &edges[firsts[board as usize] as usize..firsts[board as usize + 1] as usize] {
                    let moving = new >> edge.from_cell & 1;
                    let handed = new & !(1 << edge.from_cell) | moving << edge.to_cell;
                    let to = edge.to as usize;
                    let more = handed & !reached[to];
                    if more > 0 {
                        reached[to] |= more;
                        if next[to] == 0 {
                            waiting.push(edge.to);
                        }
                        next[to] |= more;
                    }
                }
            }
            frontier.clear();
            frontier.extend(waiting.drain(..).map(|to| (to, std::mem::take(&mut next[to as usize]))));
        }
        found
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let words = self.slots.capacity() + self.firsts.capacity() + self.reached.capacity();
        let lists = self.next.capacity() + self.waiting.capacity() + 2 * self.frontier.capacity();
        size_of::<u32>() * (words + lists) + size_of::<Edge>() * self.edges.capacity()
    }
}
