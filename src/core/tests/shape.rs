//! Shapes, their anchors and turns.

use std::collections::HashSet;

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_core::turn::Turn;

#[test]
fn the_anchor_is_the_first_cell_in_reading_order() {
    let (tee, anchor) = Shape::of(&[(3, 2), (4, 1), (4, 2), (4, 3)]);
    assert_eq!((anchor, tee.height(), tee.width(), tee.lead(), tee.area()), ((3, 2), 2, 3, 1, 4));
    assert_eq!(tee.offsets().collect::<Vec<_>>(), [(0, 0), (1, -1), (1, 0), (1, 1)]);
    assert_eq!(tee.cells_at((3, 2)).collect::<Vec<_>>(), [(3, 2), (4, 1), (4, 2), (4, 3)]);
    assert_eq!(tee.to_string(), ".x./xxx");
    assert!(tee.is_connected() && !tee.is_rectangle());
}

#[test]
fn full_boxes_are_rectangles_however_given() {
    let (square, anchor) = Shape::of(&[(1, 1), (0, 0), (1, 0), (0, 1)]);
    assert_eq!((square.to_string(), anchor, square.cells().count()), ("2×2".to_owned(), (0, 0), 4));
    assert_eq!(square, Shape::rectangle(2, 2));
    assert!(Shape::rectangle(1, 2) < Shape::rectangle(2, 1));
}

#[test]
fn cells_that_touch_at_corners_only_are_apart() {
    for (cells, stray) in [
        (&[(0, 0), (1, 1)][..], Some(1)),
        (&[(0, 0), (0, 1), (0, 4), (1, 1), (1, 3), (1, 4)], Some(2)),
        (&[(0, 0), (0, 1), (1, 1)], None),
    ] {
        assert_eq!(Shape::of(cells).0.stray(), stray);
    }
}

#[test]
fn there_are_eight_turns_and_half_of_them_flip() {
    let size = Size { height: 3, width: 3 };
    let corners = [(0, 0), (0, 2), (2, 0)];
    let images: HashSet<_> =
        Turn::ALL.iter().map(|turn| corners.map(|corner| turn.cell(size, corner))).collect();
    assert_eq!((images.len(), Turn::ALL.iter().filter(|turn| turn.flips()).count()), (8, 4));
    assert!(Turn::ALL[0].is_identity() && images.contains(&corners));
    let quarter = Turn { exchanged: true, upside_down: false, mirrored: true };
    let size = quarter.size(Size { height: 2, width: 3 });
    assert_eq!(size, Size { height: 3, width: 2 });
    assert_eq!([(0, 0), (0, 2), (1, 2)].map(|cell| quarter.cell(size, cell)), [(0, 1), (2, 1), (2, 0)]);
    assert!(quarter.direction((0, 1)) == (1, 0) && !quarter.flips());
    let (jay, _) = Shape::of(&[(0, 0), (0, 1), (0, 2), (1, 0)]);
    assert_eq!(
        Turn::ALL.map(|turn| jay.turned(turn).to_string()),
        ["xxx/x..", "xxx/..x", "x../xxx", "..x/xxx", "xx/x./x.", "xx/.x/.x", "x./x./xx", ".x/.x/xx"]
    );
    assert_eq!(Shape::rectangle(1, 3).turned(Turn::ALL[7]), Shape::rectangle(3, 1));
}
