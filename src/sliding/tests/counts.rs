//! Moves in every metric.

use traybit_sliding::counts::Counts;
use traybit_sliding::metric::Metric;
use traybit_sliding::slide::Slide;

#[test]
fn runs_of_one_block_are_one_path_move() {
    let slide = |from, to| Slide { from, to };
    let list = [
        slide((0, 0), (0, 3)),
        slide((5, 5), (5, 5)),
        slide((0, 3), (2, 3)),
        slide((0, 0), (1, 0)),
        slide((2, 3), (1, 3)),
    ];
    let counts = Counts::of(&list);
    assert_eq!([Metric::Step, Metric::Slide, Metric::Path].map(|m| counts.moves_in(m)), [7, 4, 3]);
    assert_eq!(Counts::of(&[]), Counts::default());
}
