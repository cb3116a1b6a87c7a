//! Placements by cell.

use traybit_sliding::universe::Pieces;
use traybit_sliding::universe::placements::{Placement, Placements};
use traybit_sliding::universe::{parse_kinds, parse_tray};

fn placements(tray: &str, kinds: &str) -> Placements {
    let kinds = parse_kinds(kinds).unwrap().0;
    Placements::of(&Pieces::new(parse_tray(tray).unwrap(), kinds, 0..=9).unwrap())
}

#[test]
fn cells_are_numbered_along_the_shorter_side() {
    let upright = placements("../#./..", ".x/xx");
    assert_eq!((upright.line, upright.open), (2, 0b11_1011));
    let only = Placement { cells: 0b11_1000, anchor: 3 };
    assert_eq!(upright.kinds, [[None, None, None, Some(only), None, None]]);
    // Columns: 0 1, 2 3, 4 5; the block's lowest number is its lower left cell.
    let lying = placements(".../#..", ".x/xx");
    assert_eq!((lying.line, lying.open), (2, 0b11_1101));
    let only = Placement { cells: 0b11_1000, anchor: 2 };
    assert_eq!(lying.kinds, [[None, None, None, Some(only), None, None]]);
}
