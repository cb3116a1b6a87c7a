//! Blocks put down, round after round.

use traybit_core::grid::Size;
use traybit_sliding::puzzle::placing::Placing;

#[test]
fn each_round_begins_with_a_free_tray() {
    let mut placing = Placing::new(Size { height: 2, width: 3 });
    assert_eq!([placing.cover((1, 2), 7), placing.cover((1, 2), 8)], [Ok(()), Err(7)]);
    placing.clear();
    assert_eq!([placing.cover((0, 2), 0), placing.cover((1, 2), 9)], [Ok(()); 2]);
}
