//! Numbers and ranges as they are typed.

mod current;

use traybit_core::input::parse_counts;

#[test]
fn counts_are_a_number_or_a_range() {
    assert_eq!((parse_counts(" 7"), parse_counts("..4")), (Ok(7..=7), Ok(0..=4)));
    assert_eq!((parse_counts("2 .. 3"), parse_counts("..")), (Ok(2..=3), Ok(0..=u32::MAX)));
    for wrong in ["", "4..2", "-1", "1..2..3", "x", "4294967296"] {
        assert!(parse_counts(wrong).unwrap_err().ends_with(&format!("found {wrong:?}")));
    }
}
