//! Blocks on a board: where they are, and their steps. A board has a flag for each cell of the tray, row by row: true if
//! a wall or a block takes it.
//!
//! ```text
//!   . . .     the front of block b to the right: the cells n, which the step newly covers.
//!   b b n     The step is possible if they are free
//!   b n .
//! ```

use crate::{Cell, Class};
use traybit_core::{Shape, Size};

/// A rectangle of cells: top row, left column, height, width.
pub type Area = (u16, u16, u16, u16);

/// A direction on the tray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Towards {
    /// To lower rows.
    Up,
    /// To lower columns.
    Left,
    /// To higher columns.
    Right,
    /// To higher rows.
    Down,
}

impl Towards {
    /// All four: the opposite of number *d* is number 3 − *d*.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// True if an area stays inside the tray after one step in this direction.
    #[inline(always)]
    pub fn stays_inside(self, (top, left, height, width): Area, size: Size) -> bool {
        match self {
            Self::Up => top > 0,
            Self::Left => left > 0,
            Self::Right => left + width < size.width,
            Self::Down => top + height < size.height,
        }
    }

    /// Offset of one step, in rows and columns.
    #[inline(always)]
    pub fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// The cell one step further.
    #[inline(always)]
    pub fn step(self, (row, column): Cell) -> Cell {
        let (down, right) = self.offset();
        (row.wrapping_add_signed(down as i16), column.wrapping_add_signed(right as i16))
    }
}

impl Class {
    #[inline(always)]
    pub(super) fn area(&self, (row, column): Cell) -> Area {
        (row, column - self.shape.lead(), self.shape.height(), self.shape.width())
    }

    /// Takes or frees the cells of a block.
    pub(super) fn put(&self, board: &mut [bool], at: Cell, taken: bool) {
        self.shape.cells_at(at).for_each(|cell| board[self.size.number(cell)] = taken);
    }

    /// True if all cells of a block are free.
    pub(super) fn has_room(&self, board: &[bool], at: Cell) -> bool {
        self.shape.cells_at(at).all(|cell| !board[self.size.number(cell)])
    }

    /// A block's anchor after a step, whatever other blocks are there; `None` if its lines or the floor forbid the step.
    #[inline(always)]
    pub(super) fn stepped(&self, at: Cell, towards: Towards) -> Option<Cell> {
        if !self.freedom.allows(towards.offset()) || !towards.stays_inside(self.area(at), self.size) {
            return None;
        }
        let next = towards.step(at);
        self.places.as_ref().is_none_or(|places| places[self.size.number(next)]).then_some(next)
    }

    /// The cells that a possible step newly covers.
    pub(super) fn front(&self, at: Cell, towards: Towards) -> impl Iterator<Item = usize> {
        let anchor = self.size.number(at) as i32;
        self.fronts[towards as usize].iter().map(move |offset| (anchor + offset) as usize)
    }

    /// A block's anchor after a step; `None` if the step is impossible.
    #[inline(always)]
    pub(super) fn next(&self, board: &[bool], at: Cell, towards: Towards) -> Option<Cell> {
        let next = self.stepped(at, towards)?;
        self.front(at, towards).all(|cell| !board[cell]).then_some(next)
    }
}

/// The cells that a step of a shape newly covers, as their numbers less the anchor's, ascending.
pub(super) fn front(shape: &Shape, towards: Towards, size: Size) -> Vec<i32> {
    let (cells, (down, right)) = (shape.offsets().collect::<Vec<_>>(), towards.offset());
    let stepped = cells.iter().map(|&(row, column)| (row + down, column + right));
    let new = stepped.filter(|cell| cells.binary_search(cell).is_err());
    new.map(|(row, column)| row * i32::from(size.width) + column).collect()
}
