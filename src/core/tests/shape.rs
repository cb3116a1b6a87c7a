//! Shapes, their anchors and turns.

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
    assert_eq!((square.clone(), anchor), (Shape::rectangle(2, 2), (0, 0)));
    assert_eq!(square.cells().count(), 4);
    assert_eq!(square.to_string(), "2×2");
    assert!(Shape::rectangle(1, 2) < Shape::rectangle(2, 1));
}

#[test]
fn forms_turn() {
    let (jay, _) = Shape::of(&[(0, 0), (0, 1), (0, 2), (1, 0)]);
    let turned: Vec<String> = Turn::ALL.iter().map(|&turn| jay.turned(turn).to_string()).collect();
    assert_eq!(
        turned,
        ["xxx/x..", "xxx/..x", "x../xxx", "..x/xxx", "xx/x./x.", "xx/.x/.x", "x./x./xx", ".x/.x/xx"]
    );
    assert_eq!(Shape::rectangle(1, 3).turned(Turn::ALL[7]), Shape::rectangle(3, 1));
}

#[test]
fn cells_that_touch_at_corners_only_are_apart() {
    assert_eq!(Shape::of(&[(0, 0), (1, 1)]).0.stray(), Some(1));
    assert_eq!(Shape::of(&[(0, 0), (0, 1), (0, 4), (1, 1), (1, 3), (1, 4)]).0.stray(), Some(2));
    assert!(Shape::of(&[(0, 0), (0, 1), (1, 1)]).0.is_connected());
}
