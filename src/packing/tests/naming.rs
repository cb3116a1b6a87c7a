//! Shapes that are assigned to pieces.

use std::borrow::Cow;

use crate::random::read;
use traybit_core::shape::Shape;
use traybit_packing::naming::Naming;
use traybit_packing::pack::{Freedom, Pack, Piece};

#[test]
fn shapes_of_several_pieces_are_assigned_so_that_counts_hold() {
    let piece = |name: &str, shape: (u16, u16), freedom, counts| Piece {
        name: name.to_owned(),
        shape: Shape::rectangle(shape.0, shape.1),
        freedom,
        paint: Vec::new(),
        colour: None,
        counts,
    };
    let pieces = vec![
        piece("either", (1, 2), Freedom::Turn, 2..=2),
        piece("down", (2, 1), Freedom::Fixed, 1..=3),
        piece("across", (1, 2), Freedom::Fixed, 1..=1),
        piece("same", (2, 1), Freedom::Flip, 0..=1),
    ];
    let board = read("piece X: any\nX\n\nboard: 2x2\n");
    let pack = Pack { pieces, ..board };
    let naming = Naming::of(&pack);
    let (across, down) = (naming.classes(&[(0, 0), (0, 1)]), naming.classes(&[(0, 0), (1, 0)]));
    let counted = |shapes: &[Cow<'_, [usize]>]| {
        let mut counts = [0; 4];
        for piece in naming.pieces(shapes, &[0; 4]) {
            counts[piece] += 1;
        }
        counts
    };
    let of = |first: usize, second: usize| [vec![across.clone(); first], vec![down.clone(); second]].concat();
    assert_eq!(counted(&of(1, 3)), [2, 1, 1, 0]);
    assert_eq!(counted(&of(3, 1)), [2, 1, 1, 0]);
    assert_eq!(counted(&of(4, 3)), [2, 3, 1, 1]);
    assert_eq!(counted(&of(1, 6)), [2, 3, 1, 1]);
    assert_eq!(counted(&of(1, 1)), [0, 1, 1, 0]);
    assert!(naming.classes(&[(0, 0), (0, 1), (0, 2)]).is_empty());
}
