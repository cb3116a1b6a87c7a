//! What is to be seen of a puzzle, whatever its family: a board, pieces, and the moves that follow one another.
//!
//! ```text
//!   corner (1, 0)    . x .     A piece stands where the top-left cell of the box round it stands, its *corner*,
//!         o----->    x x x     whether the piece covers that cell or not.
//! ```
//!
//! Nothing here judges: who makes a [`Film`] of blocks or tiles has had the moves verified.

use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// A place on the board: its row and its column, counted from 0.
pub type Cell = (u16, u16);

/// Which family a film is of: how its pieces are labelled and what its moves are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Blocks slide in a tray.
    Sliding,
    /// Tiles slide round a gap.
    Tiles,
    /// Pieces are laid, one after the other.
    Packing,
}

/// What a cell of the board's box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Outside the outline, or a wall.
    Wall,
    /// Inside.
    Open,
    /// Inside, for some pieces only.
    Gate,
    /// Outside, and some pieces may leave over it.
    Exit,
}

/// Something that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is called; empty where there are more pieces than names.
    pub label: String,
    /// Its form.
    pub shape: Shape,
    /// Pieces of one class are interchangeable.
    pub class: usize,
    /// Which colour of a palette it has, taken round.
    pub colour: usize,
    /// Whether nothing moves it.
    pub is_fixed: bool,
}

/// Where a piece of a class must stand at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The class; none where the board has no such piece, so that nothing will stand there.
    pub class: Option<usize>,
    /// Its form.
    pub shape: Shape,
    /// Where its corner must be.
    pub corner: Cell,
}

/// One piece goes somewhere, or appears there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its place in the list of pieces.
    pub piece: usize,
    /// Where its corner is then.
    pub to: Cell,
}

/// A board and what happens on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Of which family.
    pub family: Family,
    /// What the puzzle is called.
    pub title: Option<String>,
    /// The box round the board.
    pub size: Size,
    /// Its cells, row by row.
    pub floor: Vec<Floor>,
    /// The pieces, which nothing but a move changes.
    pub pieces: Vec<Piece>,
    /// Where the corner of each piece is before the first move; none for pieces that appear later.
    pub start: Vec<Option<Cell>>,
    /// The goals, any of which will do.
    pub goals: Vec<Vec<Aim>>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What else there is to say of the moves: a number and what it counts, as in 116 steps.
    pub counts: Vec<(u64, &'static str)>,
}

impl Aim {
    /// The cells that the piece covers then, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.shape.cells().map(|(row, column)| (self.corner.0 + row, self.corner.1 + column))
    }
}

impl Film {
    /// What a cell of the box is; a wall outside it.
    #[must_use]
    pub fn floor_at(&self, (row, column): Cell) -> Floor {
        if row < self.size.height && column < self.size.width {
            self.floor[usize::from(row) * usize::from(self.size.width) + usize::from(column)]
        } else {
            Floor::Wall
        }
    }

    /// Where the corner of each piece is after so many moves, or after all of them.
    #[must_use]
    pub fn corners_after(&self, moves: usize) -> Vec<Option<Cell>> {
        let mut corners = self.start.clone();
        for step in self.moves.iter().take(moves) {
            corners[step.piece] = Some(step.to);
        }
        corners
    }

    /// The cells that a piece covers when its corner is there, row by row.
    pub fn cells_at(&self, piece: usize, (top, left): Cell) -> impl Iterator<Item = Cell> {
        self.pieces[piece].shape.cells().map(move |(row, column)| (top + row, left + column))
    }

    /// The piece on each cell, row by row.
    #[must_use]
    pub fn covered(&self, corners: &[Option<Cell>]) -> Vec<Option<usize>> {
        let mut covered = vec![None; self.size.cells()];
        for (piece, &corner) in corners.iter().enumerate() {
            for (row, column) in corner.into_iter().flat_map(|corner| self.cells_at(piece, corner)) {
                covered[usize::from(row) * usize::from(self.size.width) + usize::from(column)] = Some(piece);
            }
        }
        covered
    }

    /// Each move in words, such as `b left 2`.
    #[must_use]
    pub fn captions(&self) -> Vec<String> {
        let mut corners = self.start.clone();
        let caption = |step: &Move| {
            let before = corners[step.piece].replace(step.to);
            self.caption(step, before)
        };
        self.moves.iter().map(caption).collect()
    }

    /// A move of a piece whose corner was there, in words, such as `b left 2`.
    #[must_use]
    pub fn caption(&self, step: &Move, before: Option<Cell>) -> String {
        let piece = &self.pieces[step.piece];
        let name =
            if piece.label.is_empty() { format!("block {}", step.piece + 1) } else { piece.label.clone() };
        let Some(before) = before else { return format!("{name} is laid") };
        let ways = [
            (step.to.0.saturating_sub(before.0), "down"),
            (before.0.saturating_sub(step.to.0), "up"),
            (step.to.1.saturating_sub(before.1), "right"),
            (before.1.saturating_sub(step.to.1), "left"),
        ];
        let parts = ways.iter().filter(|(cells, _)| *cells > 0).map(|(cells, way)| match cells {
            1 => (*way).to_owned(),
            cells => format!("{way} {cells}"),
        });
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { format!("{name} stays") } else { format!("{name} {}", parts.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Aim, Family, Film, Floor, Move, Piece};
    use traybit_core::grid::Size;
    use traybit_core::shape::Shape;

    /// A corner piece and a single cell on three rows of three.
    fn film(moves: Vec<Move>) -> Film {
        let piece = |label: &str, shape: Shape, class| Piece {
            label: label.to_owned(),
            shape,
            class,
            colour: class,
            is_fixed: false,
        };
        let (corner, _) = Shape::of(&[(0, 1), (1, 0), (1, 1)]);
        Film {
            family: Family::Sliding,
            title: None,
            size: Size { height: 3, width: 3 },
            floor: vec![Floor::Open; 9],
            pieces: vec![piece("a", corner, 0), piece("", Shape::rectangle(1, 1), 1)],
            start: vec![Some((0, 0)), None],
            goals: vec![vec![Aim { class: Some(1), shape: Shape::rectangle(1, 1), corner: (0, 0) }]],
            moves,
            counts: Vec::new(),
        }
    }

    #[test]
    fn moves_put_pieces_elsewhere() {
        let moves = [(1, (2, 2)), (1, (0, 2)), (0, (1, 0))].map(|(piece, to)| Move { piece, to });
        let film = film(moves.to_vec());
        assert_eq!(film.captions(), ["block 2 is laid", "block 2 up 2", "a down"]);
        assert_eq!(film.corners_after(1), [Some((0, 0)), Some((2, 2))]);
        assert_eq!(film.corners_after(9), [Some((1, 0)), Some((0, 2))]);
        let covered = film.covered(&film.corners_after(0));
        let drawn: String = covered.iter().map(|piece| if piece.is_some() { 'x' } else { '.' }).collect();
        assert_eq!(drawn, ".x.xx....");
        assert_eq!((film.floor_at((2, 2)), film.floor_at((3, 0))), (Floor::Open, Floor::Wall));
    }

    #[test]
    fn a_move_that_stays_is_said_to() {
        assert_eq!(film(vec![Move { piece: 0, to: (0, 0) }]).captions(), ["a stays"]);
    }
}
