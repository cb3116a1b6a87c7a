//! Playbacks of pieces that are placed one after the other.

use crate::playback::{Cell, Floor, Handling, Move, Piece, Playback, Subject};
use traybit_core::shape::Shape;
use traybit_packing::pack::{self, Pack, Packing, Placed};

/// The family's words and its handling of pieces.
pub static SUBJECT: Subject =
    Subject { heading: "Packing", phrase: "pieces to pack", handling: Handling::Place };

/// The playback of a puzzle and of one of its packings: the pieces placed beforehand, then every other piece in the order of
/// the packing. Without a packing nothing more is placed.
#[must_use]
pub fn playback(pack: &Pack, packing: Option<&Packing>) -> Playback {
    let floor = pack.floor.iter().map(|floor| match floor {
        pack::Floor::Wall => Floor::Wall,
        pack::Floor::Open | pack::Floor::Full => Floor::Open,
    });
    let mut playback = Playback {
        subject: &SUBJECT,
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
        let number = playback.pieces.len();
        playback.pieces.push(Piece {
            label: pack.pieces[placed.piece].name.clone(),
            shape,
            class: placed.piece,
            colour: number,
            is_fixed,
        });
        playback.start.push(is_fixed.then_some(corner));
        if !is_fixed {
            playback.moves.push(Move { piece: number, to: corner });
        }
    }
    playback.counts = vec![(playback.pieces.len() as u64, "piece")];
    playback
}

/// The shape of a piece as it lies, and the corner of the box round it.
fn boxed(placed: &Placed) -> (Shape, Cell) {
    let (shape, (row, column)) = Shape::of(&placed.cells);
    let left = column - shape.lead();
    (shape, (row, left))
}

#[cfg(test)]
mod tests {
    use super::playback;
    use traybit_packing::formats::read;
    use traybit_packing::pack::Placed;

    #[test]
    fn pieces_appear_one_by_one() {
        let pack = read("p", &b"piece L: 2\nXX\nX.\n\nboard:\n...\n...\n"[..]).expect("a puzzle");
        let placed = |cells: [(u16, u16); 3]| Placed { piece: 0, cells: cells.to_vec() };
        let packing = vec![placed([(0, 0), (0, 1), (1, 0)]), placed([(0, 2), (1, 1), (1, 2)])];
        let playback = playback(&pack, Some(&packing));
        assert_eq!(playback.captions(), ["L is placed", "L is placed"]);
        assert_eq!(playback.start, [None, None]);
        assert_eq!(playback.corners_after(2), [Some((0, 0)), Some((0, 1))]);
        let covered = playback.covered(&playback.corners_after(2));
        assert_eq!(covered, [0, 0, 1, 0, 1, 1].map(Some));
    }
}
