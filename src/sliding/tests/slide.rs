//! Moves as text.

use traybit_sliding::slide::{RawMove, Slide};

#[test]
fn a_move_is_a_line_of_four_integers() {
    let slide = Slide { from: (1, 2), to: (0, 2) };
    assert_eq!((slide.to_string(), RawMove::from(slide).to_string()), ("1 2 0 2".into(), "1 2 0 2".into()));
    let long = RawMove { from: (4, 5), to: (6, u32::MAX) };
    assert_eq!(long.to_string(), "4 5 6 (a number past every tray)");
}
