//! Films of pieces that are laid one after the other.

use crate::film::{Cell, Family, Film, Floor, Move, Piece};
use traybit_core::shape::Shape;
use traybit_packing::pack::{self, Pack, Packing, Placed};

/// The film of a puzzle and of one of its packings: what lies there beforehand, then every other piece in the order of
/// the packing. Without a packing nothing more is laid.
#[must_use]
pub fn film(pack: &Pack, packing: Option<&Packing>) -> Film {
    let floor = pack.floor.iter().map(|floor| match floor {
        pack::Floor::Wall => Floor::Wall,
        pack::Floor::Open | pack::Floor::Full => Floor::Open,
    });
    let mut film = Film {
        family: Family::Packing,
        title: pack.title.clone(),
        size: pack.size,
        floor: floor.collect(),
        pieces: Vec::new(),
        start: Vec::new(),
        goals: Vec::new(),
        moves: Vec::new(),
        counts: Vec::new(),
    };
    for placed in packing.unwrap_or(&pack.placed) {
        let (shape, corner) = boxed(placed);
        let is_fixed = pack.placed.contains(placed);
        let number = film.pieces.len();
        film.pieces.push(Piece {
            label: pack.pieces[placed.piece].name.clone(),
            shape,
            class: placed.piece,
            colour: number,
            is_fixed,
        });
        film.start.push(is_fixed.then_some(corner));
        if !is_fixed {
            film.moves.push(Move { piece: number, to: corner });
        }
    }
    film.counts = vec![(film.pieces.len() as u64, "piece")];
    film
}

/// The form of a piece as it lies, and the corner of the box round it.
fn boxed(placed: &Placed) -> (Shape, Cell) {
    let (shape, (row, column)) = Shape::of(&placed.cells);
    let left = column - shape.lead();
    (shape, (row, left))
}

#[cfg(test)]
mod tests {
    use super::film;
    use traybit_packing::formats::read;
    use traybit_packing::pack::Placed;

    #[test]
    fn pieces_appear_one_by_one() {
        let pack = read("p", &b"piece L: 2\nXX\nX.\n\nboard:\n...\n...\n"[..]).expect("a puzzle");
        let placed = |cells: [(u16, u16); 3]| Placed { piece: 0, cells: cells.to_vec() };
        let packing = vec![placed([(0, 0), (0, 1), (1, 0)]), placed([(0, 2), (1, 1), (1, 2)])];
        let film = film(&pack, Some(&packing));
        assert_eq!(film.captions(), ["L is laid", "L is laid"]);
        assert_eq!(film.start, [None, None]);
        assert_eq!(film.corners_after(2), [Some((0, 0)), Some((0, 1))]);
        let covered = film.covered(&film.corners_after(2));
        assert_eq!(covered, [0, 0, 1, 0, 1, 1].map(Some));
    }
}
