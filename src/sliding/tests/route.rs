//! Routes of one block.

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_sliding::board::Board;
use traybit_sliding::body::Body;
use traybit_sliding::puzzle::Freedom;
use traybit_sliding::route::route;

#[test]
fn straight_round_a_corner_round_a_wall_and_nowhere() {
    let size = Size { height: 5, width: 5 };
    let mut board = Board::new(size);
    let stops_of = |board: &Board, from: (u16, u16), to: (u16, u16)| {
        let unit = Body::new(&Shape::rectangle(1, 1), Freedom::Both, size);
        route(board, &unit, from, to, 100).map(|stops| stops.len())
    };
    assert_eq!(stops_of(&board, (2, 2), (2, 2)), Some(0));
    assert_eq!(stops_of(&board, (0, 0), (0, 4)), Some(1));
    assert_eq!(stops_of(&board, (0, 0), (4, 4)), Some(2));
    // A wall in column 2 with a gap at the bottom.
    board.set((0, 2, 4, 1), true);
    assert_eq!(stops_of(&board, (0, 0), (0, 4)), Some(3));
    let unit = Body::new(&Shape::rectangle(1, 1), Freedom::Both, size);
    // Eighteen places lie no farther than the corner from which it goes up to the end.
    let among = |most| route(&board, &unit, (0, 0), (0, 4), most).is_some();
    assert_eq!([17, 18].map(among), [false, true]);
    board.set((4, 2, 1, 1), true);
    assert_eq!(stops_of(&board, (0, 0), (0, 4)), None);
}

/// One place is too few for a search: what is found is found by the look straight ahead and round the corners.
#[test]
fn one_slide_or_two_need_no_search() {
    let size = Size { height: 40, width: 50 };
    let mut board = Board::new(size);
    let unit = Body::new(&Shape::rectangle(1, 1), Freedom::Both, size);
    let stops_of = |board: &Board, to: (u16, u16)| route(board, &unit, (20, 20), to, 1);
    for to in [(0, 20), (39, 20), (20, 0), (20, 49)] {
        assert_eq!(stops_of(&board, to), Some(vec![to]));
    }
    for to in [(0, 0), (0, 49), (39, 0), (39, 49)] {
        assert_eq!(stops_of(&board, to), Some(vec![(20, to.1), to]), "along the row first");
    }
    board.set((20, 30, 1, 1), true);
    assert_eq!(stops_of(&board, (39, 49)), Some(vec![(39, 20), (39, 49)]));
    assert_eq!(stops_of(&board, (20, 49)), None);
    board.set((30, 20, 1, 1), true);
    assert_eq!(stops_of(&board, (39, 49)), None);
}
