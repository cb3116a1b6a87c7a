//! Playbacks of packings: of pieces that are placed one after another, and of pieces that still lie beside their board.

use crate::playback::{Cover, Floor, Handling, Mark, Move, Piece, Playback};
use traybit_core::grid::{LONGEST_SIDE, Size, Turn};
use traybit_core::shape::Shape;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::{self, Pack, Packing, Rules};

/// Maximum number of pieces beside a board, and minimum number of columns for them.
const MAX_BESIDE: usize = 64;
const MIN_COLUMNS: u16 = 12;

/// A clockwise quarter turn, and a flip around the vertical axis.
const QUARTER: Turn = Turn { exchanged: true, upside_down: false, mirrored: true };
const FLIP: Turn = Turn { exchanged: false, upside_down: false, mirrored: true };

/// The playback of a puzzle and one of its packings: the pieces placed beforehand, then all others in the order of the
/// packing. Without a packing the other pieces lie below the board, if they are few enough.
pub fn playback(pack: &Pack, packing: Option<&Packing>) -> Playback {
    let floor = pack.floor.iter().map(|floor| match floor {
        pack::Floor::Wall => Floor::Wall,
        pack::Floor::Open | pack::Floor::Full => Floor::Open,
    });
    let mut playback = Playback {
        title: pack.title.clone(),
        task: task(pack),
        cover: Some(cover(pack)),
        handling: Handling::Place,
        size: pack.size,
        floor: floor.collect(),
        ..Playback::default()
    };
    // A piece has the colour of its kind, in all packings and beside the board.
    let colours = Kinds::of(pack).of_piece;
    let piece = |kind: usize, shape| Piece::new(pack.pieces[kind].name.clone(), shape, kind, colours[kind]);
    if !pack.placed.is_empty() {
        playback.legend.push((Mark::Fixed, "placed beforehand".to_owned()));
    }
    for placed in packing.unwrap_or(&pack.placed) {
        let (shape, (row, column)) = Shape::of(&placed.cells);
        let corner = (row, column - shape.lead());
        let is_fixed = pack.placed.contains(placed);
        let number = playback.pieces.len();
        playback.pieces.push(Piece { is_fixed, ..piece(placed.piece, shape) });
        playback.start.push(is_fixed.then_some(corner));
        if !is_fixed {
            playback.moves.push(Move { piece: number, to: corner });
        }
    }
    playback.counts = vec![(playback.pieces.len() as u64, "piece")];
    if packing.is_none() {
        lay_beside(&mut playback, pack, piece);
    }
    playback
}

fn task(pack: &Pack) -> String {
    let (open, (least, most)) = (pack.open() as u64, pack.covered().into_inner());
    let told = pack.empty.clone().into_inner();
    let told = (u64::from(told.0), u64::from(told.1));
    let empty =
        match if least == most { (open.saturating_sub(most), open.saturating_sub(least)) } else { told } {
            (0, 0) => return "Cover the whole board with the pieces".to_owned(),
            (least, most) if least == most => format!(", and leave {least} of its cells empty"),
            _ => String::new(),
        };
    format!("Place the pieces on the board, none over another{empty}")
}

fn cover(pack: &Pack) -> Cover {
    let (least, most) = pack.empty.clone().into_inner();
    Cover {
        full: pack.cells().filter(|cell| pack.floor_at(*cell) == pack::Floor::Full).collect(),
        empty: [least, most],
        counts: pack.pieces.iter().map(|piece| [*piece.counts.start(), *piece.counts.end()]).collect(),
        is_whole: pack.rules == Rules::default() && pack.paint.cells.is_empty(),
    }
}

/// Puts the pieces that are not placed beforehand below the board, in rows with one cell between pieces.
///
/// ```text
///   ┏━━━━━━━┓     The board's box grows downwards by cells outside of it. Every orientation of a piece is a piece of the
///   ┃ board ┃     playback, and only the first of them is there: turning one puts another in its place.
///   ┗━━━━━━━┛
///   aa  b  cc
///   a   b   cc
/// ```
fn lay_beside(playback: &mut Playback, pack: &Pack, piece: impl Fn(usize, Shape) -> Piece) {
    let room = pack.open();
    let copies = pack.left().into_iter().zip(&pack.pieces).enumerate().flat_map(|(kind, (left, piece))| {
        let most = room / piece.shape.area().max(1);
        std::iter::repeat_n(kind, (*left.end() as usize).min(most).min(MAX_BESIDE + 1))
    });
    let copies: Vec<usize> = copies.take(MAX_BESIDE + 1).collect();
    // A piece that can be turned needs a square with its longer side.
    let side = |kind: usize| {
        let shape = &pack.pieces[kind].shape;
        shape.height().max(shape.width())
    };
    let boxes: usize = copies.iter().map(|&kind| usize::from(side(kind) + 1).pow(2)).sum();
    // The area is about half as high as it is wide.
    let usual = (2 * boxes).isqrt() as u16;
    let widest = copies.iter().map(|&kind| pack.pieces[kind].shape.width()).max().unwrap_or(0);
    let width = pack.size.width.max(widest).max(usual).max(MIN_COLUMNS);
    let mut corners = Vec::new();
    let (mut row, mut column, mut low) = (pack.size.height + 1, 0, 0);
    for &kind in &copies {
        let shape = &pack.pieces[kind].shape;
        if column > 0 && column + shape.width() > width {
            (row, column, low) = (row + low + 1, 0, 0);
        }
        corners.push((row, column));
        column += shape.width() + 1;
        low = low.max(shape.height());
    }
    let height = row.saturating_add(low);
    let longest = copies.iter().map(|&kind| side(kind)).max().unwrap_or(0);
    if copies.is_empty() || copies.len() > MAX_BESIDE || height.max(width).max(longest) > LONGEST_SIDE {
        return;
    }
    let size = Size { height, width };
    let mut floor = vec![Floor::Wall; size.cells()];
    for cell in pack.size.all() {
        floor[size.number(cell)] = playback.floor_at(cell);
    }
    (playback.size, playback.floor) = (size, floor);
    for (kind, corner) in copies.into_iter().zip(corners) {
        let of = &pack.pieces[kind];
        let orientations: Vec<Shape> = of.orientations().into_iter().map(|turned| turned.shape).collect();
        let first = playback.pieces.len();
        let place = |shape: &Shape| orientations.iter().position(|known| known == shape);
        for shape in &orientations {
            let turned = |turn| first + place(&shape.turned(turn)).or_else(|| place(shape)).unwrap_or(0);
            let turns = Some([turned(QUARTER), turned(FLIP)]);
            playback.pieces.push(Piece { turns, ..piece(kind, shape.clone()) });
            playback.start.push((*shape == of.shape).then_some(corner));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::playback;
    use traybit_packing::formats::read;
    use traybit_packing::pack::Placed;

    #[test]
    fn pieces_appear_one_by_one_or_lie_below_the_board() {
        let pack = read("p", &b"piece L: 2\nXX\nX.\n\nboard:\n...\n...\n"[..]).expect("a puzzle");
        let placed = |cells: [(u16, u16); 3]| Placed { piece: 0, cells: cells.to_vec() };
        let packing = vec![placed([(0, 0), (0, 1), (1, 0)]), placed([(0, 2), (1, 1), (1, 2)])];
        let packed = playback(&pack, Some(&packing));
        assert_eq!(
            (packed.captions(), packed.start.as_slice()),
            (vec!["L is placed".to_owned(); 2], &[None; 2][..])
        );
        let covered = packed.covered(&packed.corners_after(2));
        assert_eq!(covered, [0, 0, 1, 0, 1, 1].map(Some));

        let open = playback(&pack, None);
        assert_eq!((open.size.height, open.size.width), (5, 12));
        assert_eq!(open.task, "Cover the whole board with the pieces");
        // Two pieces of four orientations each, one of which is on the board.
        let standing: Vec<_> = open.start.iter().flatten().collect();
        assert_eq!((open.pieces.len(), standing), (8, vec![&(3, 0), &(3, 3)]));
        let first = open.start.iter().position(Option::is_some).expect("a piece");
        let turned = (0..4).fold(first, |piece, _| open.pieces[piece].turns.expect("it turns")[0]);
        assert_eq!(turned, first);
    }

    #[test]
    fn equal_pieces_have_one_colour_solved_or_not() {
        let text = "piece A: 1\nXX\n\npiece B: 1\nX\n\npiece C: 1\nX\nX\n\nboard: 1x5\n";
        let pack = read("p", text.as_bytes()).expect("a puzzle");
        let placed = |piece, cells: &[(u16, u16)]| Placed { piece, cells: cells.to_vec() };
        let packing = vec![placed(2, &[(0, 0), (0, 1)]), placed(1, &[(0, 2)]), placed(0, &[(0, 3), (0, 4)])];
        for playback in [playback(&pack, None), playback(&pack, Some(&packing))] {
            let colour = |name: &str| {
                playback.pieces.iter().find(|piece| piece.label == name).map(|piece| piece.colour)
            };
            assert_eq!(["A", "B", "C"].map(colour), [Some(0), Some(1), Some(0)]);
        }
    }
}
