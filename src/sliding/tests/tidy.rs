//! Moves laid out as slides, and their number.

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_sliding::board::Board;
use traybit_sliding::body::Body;
use traybit_sliding::bounds::Bounds;
use traybit_sliding::counts::Counts;
use traybit_sliding::formats::course::{self, read_goal, read_tray};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Freedom;
use traybit_sliding::slide::Slide;
use traybit_sliding::tidy::route;

#[test]
fn routes_have_as_few_slides_as_possible() {
    let size = Size { height: 5, width: 5 };
    let mut board = Board::new(size);
    let unit = Body::new(&Shape::rectangle(1, 1), Freedom::Both, size);
    let slides = |board: &Board, from, to, most| route(board, &unit, from, to, most).map(|stops| stops.len());
    for (from, to, count) in [((2, 2), (2, 2), 0), ((0, 0), (0, 4), 1), ((0, 0), (4, 4), 2)] {
        assert_eq!(slides(&board, from, to, 1), Some(count), "found without a search");
    }
    // A wall in column 2 with a gap at the bottom.
    board.set((0, 2, 4, 1), true);
    // Eighteen places lie no farther than the corner from which it goes up to the end.
    assert_eq!([17, 18].map(|most| slides(&board, (0, 0), (0, 4), most)), [None, Some(3)]);
    board.set((4, 2, 1, 1), true);
    assert_eq!(slides(&board, (0, 0), (0, 4), 100), None);
}

#[test]
fn runs_of_one_block_are_one_path_move() {
    let list = [((0, 0), (0, 3)), ((5, 5), (5, 5)), ((0, 3), (2, 3)), ((0, 0), (1, 0)), ((2, 3), (1, 3))];
    let counts = Counts::of(&list.map(|(from, to)| Slide { from, to }));
    assert_eq!([Metric::Step, Metric::Slide, Metric::Path].map(|metric| counts.moves_in(metric)), [7, 4, 3]);
}

#[test]
fn each_unmet_goal_line_needs_a_move() {
    let small = "5 6\n0 0 0 0\n4 5 4 5\n2 2 3 3\n";
    for (tray, goal, [paths, slides, steps]) in [
        (small, "0 0 0 0\n", [0, 0, 0]),
        (small, "0 4 0 4\n", [1, 1, 4]),
        (small, "1 4 1 4\n2 1 3 2\n", [2, 3, 5]),
        ("256 256\n0 0 2 4\n", "253 251 255 255\n", [1, 2, 504]),
    ] {
        let tray = read_tray("tray", tray.as_bytes()).unwrap();
        let goal = read_goal("goal", goal.as_bytes(), Some(tray.size())).unwrap();
        let bounds = Bounds::of(&course::puzzle(&tray, Some(&goal)).classes());
        let found = [Metric::Path, Metric::Slide, Metric::Step].map(|metric| bounds.moves_in(metric));
        assert_eq!(found, [paths, slides, steps]);
    }
}
