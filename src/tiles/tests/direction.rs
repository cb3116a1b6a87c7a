//! Directions of tiles and of the blank.

use traybit_core::grid::Size;
use traybit_tiles::direction::Direction;

#[test]
fn tiles_come_from_the_other_side_of_the_blank() {
    // 0 1 2
    // 3 4 5
    let size = Size { height: 2, width: 3 };
    let sources = |blank| Direction::ALL.map(|direction| direction.source(blank, size));
    assert_eq!(sources(0), [Some(3), None, Some(1), None]);
    assert_eq!(sources(2), [Some(5), None, None, Some(1)]);
    assert_eq!(sources(4), [None, Some(1), Some(5), Some(3)]);
}

#[test]
fn undoing_leads_back() {
    let size = Size { height: 3, width: 3 };
    for blank in 0..9 {
        for direction in Direction::ALL {
            if let Some(source) = direction.source(blank, size) {
                assert_eq!(direction.opposite().source(source, size), Some(blank));
            }
        }
    }
}

#[test]
fn the_blank_goes_where_the_tile_came_from() {
    assert_eq!(Direction::ALL.map(Direction::letter), ['U', 'D', 'L', 'R']);
    assert_eq!(Direction::ALL.map(Direction::of_blank), ["south", "north", "east", "west"]);
}
