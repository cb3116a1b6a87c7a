//! Boards cut into patterns.

use traybit_core::grid::Size;
use traybit_tiles::pattern::partition::partition;

/// The letter of each cell's pattern.
fn drawn(height: u16, width: u16, blank_home: usize, most: usize) -> Vec<String> {
    let size = Size { height, width };
    let patterns = partition(size, blank_home, most);
    let tiles = patterns.iter().sum::<u32>();
    assert_eq!(tiles.count_ones() as usize, size.cells() - 1, "no cell twice");
    assert!(tiles >> blank_home & 1 == 0);
    let counts: Vec<u32> = patterns.iter().map(|pattern| pattern.count_ones()).collect();
    let (last, whole) = counts.split_last().unwrap();
    assert!(whole.iter().all(|&count| count as usize == most) && *last as usize <= most, "{counts:?}");
    let name = |cell: usize| match patterns.iter().position(|pattern| pattern >> cell & 1 == 1) {
        Some(index) => char::from(b'a' + index as u8),
        None => '.',
    };
    let cells: Vec<char> = (0..size.cells()).map(name).collect();
    cells.chunks(width.into()).map(|row| row.iter().collect()).collect()
}

#[test]
fn patterns_are_close_together_around_the_blank_s_home() {
    assert_eq!(drawn(4, 4, 0, 6), [".bbb", "bbbc", "aaac", "aaac"]);
    assert_eq!(drawn(4, 4, 0, 7), [".bbb", "bbbb", "aaaa", "aaac"]);
    // That of Korf and Felner, reflected.
    assert_eq!(drawn(5, 5, 0, 6), [".ddbb", "dddbb", "ccdbb", "ccaaa", "ccaaa"]);
}

#[test]
fn every_board_is_cut() {
    for height in 1..=6 {
        for width in 1..=6u16 {
            let cells = usize::from(height * width);
            for most in 1..=if cells > 25 { 5 } else { 6 } {
                for blank_home in [0, cells / 2, cells - 1] {
                    if (2..=32).contains(&cells) {
                        drawn(height, width, blank_home, most);
                    }
                }
            }
        }
    }
    drawn(2, 16, 31, 5);
}
