//! Shapes that are assigned to pieces.

use std::borrow::Cow;

use crate::random::read;
use traybit_packing::naming::Naming;

#[test]
fn shapes_of_several_pieces_are_assigned_so_that_counts_hold() {
    let pack = read(
        "piece either: 2 turn\nXX\n\npiece down: 1..3 fixed\nX\nX\n\npiece across: 1 fixed\nXX\n\n\
         piece same: ..1\nX\nX\n\nboard: 9x9\n",
    );
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
