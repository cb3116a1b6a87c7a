//! Visited tables: keys with their used moves.

use traybit_core::bits::Key;
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::Columns;

#[test]
fn each_key_is_there_once_with_all_used_moves() {
    let mut table = VisitedTable::<u64>::new(true);
    for round in 0..3 {
        for key in 0..1000u64 {
            table.insert::<true>(key, 1 << round, key.hash64());
        }
    }
    assert_eq!(table.fresh(), (0..1000).collect::<Vec<u64>>());
    let mut part = Columns::new();
    table.give(&mut part);
    assert_eq!(part.tags, [0b111; 1000]);
    table.clear(0);
    assert!(table.fresh().is_empty());
}

#[test]
fn known_keys_are_not_fresh() {
    let mut table = VisitedTable::<u64>::new(false);
    table.know(&[1, 2, 3]);
    table.know(&[4]);
    for key in [2, 5, 4, 6, 5] {
        table.insert::<false>(key, 0, key.hash64());
    }
    assert_eq!(table.fresh(), [5, 6]);
}

#[test]
fn equal_hashes_do_not_stand_for_equal_keys() {
    let mut table = VisitedTable::<u128>::new(false);
    for key in [7, 8, 7, 9, 8] {
        table.insert::<false>(key, 0, 1);
    }
    assert_eq!(table.fresh(), [7, 8, 9]);
}
