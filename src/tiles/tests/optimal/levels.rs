//! Levels of pattern databases.

use std::sync::Arc;

use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_tiles::solve::optimal::levels::Level;

/// Another thread in the middle of building, or about to find that there is nothing left to build.
#[test]
fn a_thread_that_builds_hides_no_built_level() {
    let level = Level::new(Size { height: 3, width: 3 }, 8, 4);
    let building = level.building.lock().unwrap();
    assert!(level.built().is_none());
    drop(building);
    let bounds = level.build(None, &Limits::default()).unwrap();
    let _building = level.building.lock().unwrap();
    assert!(level.built().is_some_and(|built| Arc::ptr_eq(built, &bounds)));
}

/// 58 MB stay, and one database of seven tiles is built at a time.
#[test]
fn the_largest_databases_of_4x4_boards_are_built_within_75_mb() {
    let bytes = Level::new(Size { height: 4, width: 4 }, 0, 7).bytes();
    assert!(bytes < 75_000_000, "{bytes}");
}
