//! Symmetries of a grid.

use std::collections::HashSet;

use traybit_core::grid::Size;
use traybit_core::turn::Turn;

#[test]
fn there_are_eight_and_half_of_them_flip() {
    let size = Size { height: 3, width: 3 };
    let corners = [(0, 0), (0, 2), (2, 0)];
    let images: HashSet<_> =
        Turn::ALL.iter().map(|turn| corners.map(|corner| turn.cell(size, corner))).collect();
    assert_eq!(images.len(), 8);
    assert!(Turn::ALL[0].is_identity() && images.contains(&corners));
    assert_eq!(Turn::ALL.iter().filter(|turn| turn.flips()).count(), 4);
}

#[test]
fn a_quarter_turn_goes_to_the_turned_size() {
    let quarter = Turn { exchanged: true, upside_down: false, mirrored: true };
    let size = quarter.size(Size { height: 2, width: 3 });
    assert_eq!(size, Size { height: 3, width: 2 });
    assert_eq!([(0, 0), (0, 2), (1, 2)].map(|cell| quarter.cell(size, cell)), [(0, 1), (2, 1), (2, 0)]);
    assert_eq!(quarter.direction((0, 1)), (1, 0));
    assert!(!quarter.flips());
}
