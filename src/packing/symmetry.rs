//! Symmetries of a puzzle: the ways to turn its board that make a packing of every packing.
//!
//! Of the eight turns of the box round a board's open cells those are kept that take floor to equal floor, what lies there
//! beforehand to itself, and each kind of pieces to itself: where pieces may not be flipped over, a mirror image is a packing
//! of other pieces, unless they are their own mirror images. They are a group.

use std::collections::BTreeSet;

use crate::cover::{Kinds, Scan};
use crate::pack::{Cell, Floor, Pack};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_core::turn::Turn;

/// One symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Turn of the box round the open cells.
    pub turn: Turn,
    /// Image of each cell, by number; walls stay.
    pub cells: Vec<u32>,
}

/// All symmetries of a puzzle, the identity first.
#[must_use]
pub fn symmetries(pack: &Pack, kinds: &Kinds) -> Vec<Symmetry> {
    let Some((corner, size)) = open_box(pack) else { return Vec::new() };
    let turns = Turn::ALL.into_iter().filter(|turn| turn.size(size) == size);
    turns.filter_map(|turn| symmetry(pack, kinds, corner, size, turn)).collect()
}

/// The first row and column, and the size, of the box round all cells without a wall.
fn open_box(pack: &Pack) -> Option<(Cell, Size)> {
    let cells: Vec<Cell> = pack.size.all().filter(|&cell| pack.floor_at(cell) != Floor::Wall).collect();
    let (top, bottom) = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.0).max()?);
    let (left, right) = (cells.iter().map(|cell| cell.1).min()?, cells.iter().map(|cell| cell.1).max()?);
    Some(((top, left), Size { height: bottom - top + 1, width: right - left + 1 }))
}

fn symmetry(pack: &Pack, kinds: &Kinds, corner: Cell, size: Size, turn: Turn) -> Option<Symmetry> {
    let within = |(row, column): Cell| {
        let (row, column) = (row.checked_sub(corner.0)?, column.checked_sub(corner.1)?);
        (row < size.height && column < size.width).then_some((row, column))
    };
    let image = |cell: Cell| {
        let Some(cell) = within(cell) else { return cell };
        let (row, column) = turn.cell(size, cell);
        (row + corner.0, column + corner.1)
    };
    let scan = Scan::of(pack);
    let cells: Vec<u32> =
        (0..pack.size.cells() as u32).map(|number| scan.number(image(scan.cell(number)))).collect();
    let floor = |number: u32| pack.floor_at(scan.cell(number));
    if !(0..).zip(&cells).all(|(number, &image)| floor(number) == floor(image)) || !keeps_kinds(kinds, turn) {
        return None;
    }
    let placed = |image: &dyn Fn(Cell) -> Cell| {
        let moved = pack.placed.iter().map(|placed| {
            let mut cells: Vec<Cell> = placed.cells.iter().map(|&cell| image(cell)).collect();
            cells.sort_unstable();
            (kinds.of_piece[placed.piece], cells)
        });
        moved.collect::<BTreeSet<(u16, Vec<Cell>)>>()
    };
    (placed(&|cell| cell) == placed(&image)).then_some(Symmetry { turn, cells })
}

/// True if each kind of pieces has the turned orientations of its orientations, too.
fn keeps_kinds(kinds: &Kinds, turn: Turn) -> bool {
    kinds.orientations.iter().all(|orientations| {
        let mut turned: Vec<Shape> = orientations.iter().map(|shape| shape.turned(turn)).collect();
        turned.sort_unstable();
        turned == *orientations
    })
}

impl Symmetry {
    /// True if each packing that one of two symmetries of a group leaves as it is has an image that the other one does:
    /// they are turned into one another, or into the reverse.
    #[must_use]
    pub fn fixes_as_many_as(&self, other: &Self, group: &[Self]) -> bool {
        let alike = |one: &[u32], other: &[u32]| {
            group.iter().any(|turn| {
                (0..one.len()).all(|cell| turn.cells[one[cell] as usize] == other[turn.cells[cell] as usize])
            })
        };
        let mut reverse = vec![0; self.cells.len()];
        for (cell, &image) in (0..).zip(&self.cells) {
            reverse[image as usize] = cell;
        }
        alike(&self.cells, &other.cells) || alike(&reverse, &other.cells)
    }
}
