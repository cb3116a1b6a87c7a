//! Plans that settle a board line by line.

mod distance;

use traybit_core::grid::Size;
use traybit_tiles::lines::{Place, plan};

#[test]
fn every_cell_is_settled_once_or_left_and_the_blank_stays() {
    for (height, width) in [(2, 2), (2, 9), (9, 2), (3, 4), (4, 4), (7, 5), (12, 12)] {
        let size = Size { height, width };
        for blank_home in 0..size.cells() {
            let (stages, left) = plan(size, blank_home, 0);
            let mut settled = vec![0; size.cells()];
            for stage in &stages {
                let [first, last] = stage.cells.both();
                settled[first] += 1;
                settled[last] += usize::from(first != last);
                let line = stage.line;
                let place = line.place(first);
                assert_eq!((line.cell(place), place.depth), (first, 0));
                assert_eq!(line.place(line.cell(Place { along: 1, depth: 2 })).depth, 2);
                assert!(line.lines > 3);
            }
            let (row, column) =
                ((blank_home / usize::from(width)) as i32, (blank_home % usize::from(width)) as i32);
            assert!((left.rows.0..left.rows.1).contains(&row));
            assert!((left.columns.0..left.columns.1).contains(&column));
            assert_eq!(left.cells() + settled.iter().sum::<usize>(), size.cells());
            assert!(settled.iter().all(|&times| times <= 1));
        }
    }
    let size = Size { height: 100, width: 100 };
    assert_eq!(plan(size, 9_999, 256).1.cells(), 256);
}
