//! Shapes that are assigned to pieces.

use traybit_core::shape::Shape;
use traybit_packing::naming::Naming;
use traybit_packing::pack::{Freedom, Piece};

#[test]
fn shapes_of_several_pieces_are_assigned_so_that_counts_hold() {
    let piece = |name: &str, shape: (u16, u16), freedom, counts| Piece {
        name: name.to_owned(),
        shape: Shape::rectangle(shape.0, shape.1),
        freedom,
        colour: None,
        counts,
    };
    let pieces = [
        piece("either", (1, 2), Freedom::Turn, 2..=2),
        piece("down", (2, 1), Freedom::Fixed, 1..=3),
        piece("across", (1, 2), Freedom::Fixed, 1..=1),
        piece("same", (2, 1), Freedom::Flip, 0..=1),
    ];
    let naming = Naming::of(&pieces);
    let (across, down) = (Shape::rectangle(1, 2), Shape::rectangle(2, 1));
    let counted = |shapes: &[Shape]| {
        let mut counts = [0; 4];
        for piece in naming.of_shapes(shapes, &[0; 4]) {
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
    assert!(!naming.has(&Shape::rectangle(1, 3)));
}
