//! Steps of shapes.

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_sliding::board::{Board, Towards};
use traybit_sliding::body::Body;
use traybit_sliding::puzzle::Freedom;

#[test]
fn a_shape_steps_where_its_front_is_free() {
    // . x .      The block x stands in the middle of the top rows;
    // x x x      # is occupied.
    // . # .
    let size = Size { height: 3, width: 4 };
    let (tee, at) = Shape::of(&[(0, 1), (1, 0), (1, 1), (1, 2)]);
    let mut board = Board::new(size);
    let body = Body::new(&tee, Freedom::Both, size);
    let steps = |body: &Body, board: &Board| Towards::ALL.map(|towards| body.next(board, at, towards));
    assert_eq!(steps(&body, &board), [None, None, Some((0, 2)), Some((1, 1))]);
    board.set((2, 1, 1, 1), true);
    assert_eq!(steps(&body, &board), [None, None, Some((0, 2)), None]);
    assert_eq!(steps(&Body::new(&tee, Freedom::Down, size), &board), [None; 4]);
    body.put(&mut board, at, true);
    assert!(board.is_free(0, 0) && !board.is_free(0, 1) && !board.is_free(1, 2));
    assert_eq!(body.cells(at).count(), 4);
}
