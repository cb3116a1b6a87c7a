//! Packed boards against the plain ones.

use traybit_core::grid::Size;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::bytes::Slides;
use traybit_tiles::direction::Direction;
use traybit_tiles::in_bytes;

fn ramble<const N: usize>(mut plain: Arrangement) -> usize {
    let tables = Slides::new(&plain);
    let mut packed = tables.pack::<N>(&plain);
    for step in 0..2000_usize {
        let direction = Direction::ALL[step * step / 7 % 4];
        assert_eq!(tables.slide(&packed, direction).is_some(), plain.slide(direction));
        packed = tables.after(&packed, direction);
        let fresh = tables.pack::<N>(&plain);
        assert_eq!(packed, fresh);
        assert_eq!((packed.hash, packed.manhattan), (fresh.hash, fresh.manhattan));
    }
    N
}

#[test]
fn packed_moves_are_the_plain_ones_in_every_width() {
    for (height, width, bytes) in
        [(1, 1, 16), (4, 4, 16), (5, 5, 32), (8, 8, 64), (9, 9, 96), (11, 11, 128), (16, 16, 256)]
    {
        let size = Size { height, width };
        let start = Arrangement::new(&Board::blank_first(size), &Board::blank_last(size));
        assert_eq!(in_bytes!(size.cells(), N => ramble::<N>(start)), bytes);
    }
}
