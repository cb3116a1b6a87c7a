//! Boards of pieces of any shape, packed: which cells are covered, and which neighbours belong to one piece.
//!
//! ```text
//!   a a . b         62    42 41     21 20      0
//!   a c c b        ┌───────┬─────────┬─────────┐
//!   . c . b        │ below │  right  │ covered │      a bit a cell in each of the three, cells in reading order
//!                  └───────┴─────────┴─────────┘
//!
//!   covered 1101 1111 0101     right 1000 0100 0000     below 1001 0101 0000        (row by row, first cell first)
//! ```
//!
//! `right`: this cell and the one on its right are of one piece; `below`: this and the one below. Pieces have no
//! names, so equal ones are interchangeable. Moving a piece shifts its bits in all three lanes alike.

use crate::universe::Ground;
use traybit_core::{Size, sorted};

/// Maximum number of cells of the box round a tray: the bits of a lane.
pub(super) const MOST_CELLS: u32 = 21;
const LANE: u64 = (1 << MOST_CELLS) - 1;

/// A board, packed.
pub type Board = u64;

/// A set of cells of a tray, in reading order.
pub(super) type Cells = u32;

/// A tray as boards are moved on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tray {
    pub(super) width: u32,
    pub(super) cells: u32,
    /// Cells that pieces can be on.
    pub(super) open: Cells,
    /// The first and the last column.
    left: Cells,
    right: Cells,
}

impl Tray {
    /// The tray, if its box has at most [`MOST_CELLS`] cells.
    pub(super) fn of(ground: Ground) -> Option<Self> {
        let Size { height, width } = ground.size;
        if ground.size.cells() > MOST_CELLS as usize {
            return None;
        }
        let (width, cells) = (u32::from(width), ground.size.cells() as u32);
        let left = (0..u32::from(height)).fold(0, |cells, row| cells | 1 << (row * width));
        Some(Self { width, cells, open: ground.open as Cells, left, right: left << (width - 1) })
    }

    pub(super) fn beside(&self, cells: Cells) -> Cells {
        let across = (cells & !self.right) << 1 | (cells & !self.left) >> 1;
        (across | cells << self.width | cells >> self.width) & self.open
    }

    pub(super) fn packed(&self, piece: Cells) -> Board {
        let right = piece & (piece & !self.left) >> 1;
        let below = piece & piece >> self.width;
        u64::from(piece) | u64::from(right) << MOST_CELLS | u64::from(below) << (2 * MOST_CELLS)
    }

    /// The piece that covers a cell of a board; `None` if it is empty.
    pub(super) fn piece_at(&self, board: Board, cell: u32) -> Option<Cells> {
        let [covered, right, below] = [0, 1, 2].map(|lane| (board >> (lane * MOST_CELLS) & LANE) as Cells);
        let mut piece = covered & 1 << cell;
        loop {
            let across = (piece & right) << 1 | piece >> 1 & right;
            let down = (piece & below) << self.width | piece >> self.width & below;
            let more = piece | across | down;
            if more == piece {
                return (piece != 0).then_some(piece);
            }
            piece = more;
        }
    }

    /// The pieces of a board, by their first cells.
    pub(super) fn pieces(&self, board: Board) -> impl Iterator<Item = Cells> {
        let mut left = (board & LANE) as Cells;
        std::iter::from_fn(move || {
            let piece = self.piece_at(board, left.trailing_zeros().min(MOST_CELLS))?;
            left &= !piece;
            Some(piece)
        })
    }

    /// The shape of a piece: its cells moved into the upper left corner.
    pub(super) fn shape(&self, piece: Cells) -> Cells {
        let mut shape = piece >> (piece.trailing_zeros() / self.width * self.width);
        while shape & self.left == 0 {
            shape >>= 1;
        }
        shape
    }

    /// The mix of a board: the shapes of its pieces, sorted.
    pub(super) fn mix(&self, board: Board) -> Vec<Cells> {
        sorted(self.pieces(board).map(|piece| self.shape(piece)))
    }

    /// Visits every place that a piece of a board can be moved to in one move along any path.
    pub(super) fn path_moves(&self, board: Board, piece: Cells, mut visit: impl FnMut(Cells, Board)) {
        let free = self.open & !(board as Cells) | piece;
        // Most pieces cannot move.
        if self.steps(piece, free) == [0; 4] {
            return;
        }
        let bits = self.packed(piece);
        let others = board ^ bits;
        // A place of the piece is known by its first cell.
        let first = |cells: Cells| cells & cells.wrapping_neg();
        let (mut seen, mut waiting, mut count) = (first(piece), [piece; MOST_CELLS as usize], 1);
        while count > 0 {
            count -= 1;
            let from = waiting[count];
            for to in self.steps(from, free) {
                if to != 0 && seen & first(to) == 0 {
                    seen |= first(to);
                    waiting[count] = to;
                    count += 1;
                    let (old, new) = (piece.trailing_zeros(), to.trailing_zeros());
                    let moved = if new > old { bits << (new - old) } else { bits >> (old - new) };
                    visit(to, others | moved);
                }
            }
        }
    }

    /// The piece one cell to the right, left, below and above; nothing where there is no room.
    #[inline(always)]
    fn steps(&self, piece: Cells, free: Cells) -> [Cells; 4] {
        let right = if piece & self.right == 0 { piece << 1 } else { 0 };
        let left = if piece & self.left == 0 { piece >> 1 } else { 0 };
        let below = if piece >> (self.cells - self.width) == 0 { piece << self.width } else { 0 };
        let above = if piece & ((1 << self.width) - 1) == 0 { piece >> self.width } else { 0 };
        [right, left, below, above].map(|to| if to & !free == 0 { to } else { 0 })
    }
}
