//! A block of one shape on a board: the cells that it covers, and its steps.
//!
//! A rectangle is tested by a few words of the board; any other shape cell by cell along its front, the cells that a step
//! newly covers.

use std::sync::Arc;

use crate::board::{Area, Board, Towards};
use crate::puzzle::{Cell, Freedom};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// Shape of a block and its moves in trays of one size.
#[derive(Clone, Debug)]
pub struct Body {
    size: Size,
    freedom: Freedom,
    height: u16,
    width: u16,
    /// Columns of the box left of the anchor.
    lead: u16,
    /// Cells that its anchor may be on; none for anywhere in the tray.
    places: Option<Arc<[bool]>>,
    outline: Option<Outline>,
}

/// Cells of a shape that is no rectangle, as rows and columns from the anchor.
#[derive(Clone, Debug)]
struct Outline {
    cells: Vec<(i32, i32)>,
    fronts: [Vec<(i32, i32)>; 4],
}

impl Body {
    /// A block that goes wherever the board has room.
    pub fn new(shape: &Shape, freedom: Freedom, size: Size) -> Self {
        let outline = (!shape.is_rectangle()).then(|| {
            let cells: Vec<(i32, i32)> = shape.offsets().collect();
            let fronts = Towards::ALL.map(|towards| front(&cells, towards));
            Outline { cells, fronts }
        });
        let (height, width, lead) = (shape.height(), shape.width(), shape.lead());
        Self { size, freedom, height, width, lead, places: None, outline }
    }

    /// The block with its anchor on some cells only, where there are any.
    pub(super) fn within(self, places: Option<&[bool]>) -> Self {
        Self { places: places.map(Arc::from), ..self }
    }

    /// The box round the block.
    #[inline(always)]
    pub(super) fn area(&self, (row, column): Cell) -> Area {
        (row, column - self.lead, self.height, self.width)
    }

    /// Occupies or frees its cells.
    pub fn put(&self, board: &mut Board, at: Cell, taken: bool) {
        match &self.outline {
            None => board.set(self.area(at), taken),
            Some(outline) => {
                for &offset in &outline.cells {
                    let (row, column) = moved(at, offset);
                    board.set((row, column, 1, 1), taken);
                }
            }
        }
    }

    /// Its anchor after a step, if it can make it.
    #[inline(always)]
    pub fn next(&self, board: &Board, at: Cell, towards: Towards) -> Option<Cell> {
        let area = self.area(at);
        if !self.freedom.allows(towards.offset()) || !towards.stays_inside(area, self.size) {
            return None;
        }
        let is_open = match &self.outline {
            None => board.is_open(area, towards),
            Some(outline) => outline.fronts[towards as usize].iter().all(|&offset| {
                let (row, column) = moved(at, offset);
                board.is_free(row, column)
            }),
        };
        let (row, column, ..) = towards.step((at.0, at.1, 1, 1));
        let next = (row, column);
        let may_stand = || self.places.as_ref().is_none_or(|places| places[self.size.number(next)]);
        (is_open && may_stand()).then_some(next)
    }

    /// True if it is a rectangle.
    pub(super) fn is_rectangle(&self) -> bool {
        self.outline.is_none()
    }

    /// Its cells.
    pub fn cells(&self, at: Cell) -> impl Iterator<Item = Cell> {
        let (top, left, height, width) = self.area(at);
        let rows = if self.is_rectangle() { top..top + height } else { 0..0 };
        let rectangle = rows.flat_map(move |row| (left..left + width).map(move |column| (row, column)));
        let others = self.outline.iter().flat_map(|outline| &outline.cells);
        rectangle.chain(others.map(move |&offset| moved(at, offset)))
    }
}

/// The cells that a step newly covers, of a block with these cells: from the anchor, in reading order.
pub(crate) fn front(cells: &[(i32, i32)], towards: Towards) -> Vec<(i32, i32)> {
    let (down, right) = towards.offset();
    let stepped = cells.iter().map(|&(row, column)| (row + down, column + right));
    stepped.filter(|cell| cells.binary_search(cell).is_err()).collect()
}

/// A cell of a block that lies inside the tray.
fn moved(at: Cell, (down, right): (i32, i32)) -> Cell {
    ((i32::from(at.0) + down) as u16, (i32::from(at.1) + right) as u16)
}
