//! Trays and kinds as they are typed.

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_sliding::universe::Ground;
use traybit_sliding::universe::{parse_kinds, parse_tray};

#[test]
fn trays_are_sizes_or_rows() {
    let rectangle = |height, width| Ground::rectangle(Size { height, width });
    assert_eq!(parse_tray("5x4"), Ok(rectangle(5, 4)));
    assert_eq!(parse_tray("8 × 16"), Ok(rectangle(8, 16)));
    assert_eq!(parse_tray("../.."), Ok(rectangle(2, 2)));
    assert_eq!(parse_tray(".#/.."), Ok(Ground { open: 0b1101, ..rectangle(2, 2) }));
    for wrong in ["", "5", "5x", "0x4", "5x4x3", "-5x4", "../.", "./", "..o", "300x1"] {
        let sentence = parse_tray(wrong).unwrap_err();
        assert!(sentence.starts_with("expected a tray as height x width"), "{sentence}");
        assert!(sentence.ends_with(&format!("found {wrong:?}")), "{sentence}");
    }
    let large = parse_tray("12x11").unwrap_err();
    assert_eq!(large, "expected a tray of at most 128 cells, found 12×11, which has 132");
    assert_eq!(parse_tray(&["..........."; 12].join("/")).unwrap_err(), large);
}

#[test]
fn kinds_are_shapes_with_counts() {
    let kinds = parse_kinds("2x2=1, 1×2 ,xx/x.=0..4,.x/xx/.x=2..,x").unwrap().0;
    let shapes: Vec<String> = kinds.iter().map(|kind| kind.shape.to_string()).collect();
    assert_eq!(shapes, ["2×2", "1×2", "xx/x.", ".x/xx/.x", "1×1"]);
    let counts: Vec<_> = kinds.iter().map(|kind| (*kind.counts.start(), *kind.counts.end())).collect();
    assert_eq!(counts, [(1, 1), (0, u32::MAX), (0, 4), (2, u32::MAX), (0, u32::MAX)]);
    assert_eq!(parse_kinds("x/xx").unwrap().0[0].shape, Shape::of(&[(0, 0), (1, 0), (1, 1)]).0);
}

#[test]
fn a_kind_has_at_most_256_rows_and_columns() {
    let row = |before: usize| format!("x/{}x", ".".repeat(before));
    assert_eq!(parse_kinds(&row(255)).unwrap().0[0].shape.width(), 256);
    for before in [256, 65_535, 65_536] {
        assert!(parse_kinds(&row(before)).unwrap_err().starts_with("expected a block as height x width"));
    }
}

#[test]
fn what_is_no_kind_is_told() {
    for (typed, found) in
        [("", ""), ("2x2,", ""), ("2x0", "2x0"), ("1x1,ab", "ab"), ("./.=1", "./."), ("x2", "x2")]
    {
        let sentence = parse_kinds(typed).unwrap_err();
        assert!(sentence.starts_with("expected a block as height x width"), "{sentence}");
        assert!(sentence.ends_with(&format!("found {found:?}")), "{sentence}");
    }
    for wrong in ["", "4..2", "-1", "1..2..3", "x"] {
        let sentence = parse_kinds(&format!("1x1={wrong}")).unwrap_err();
        assert_eq!(sentence, format!("expected a number of them, such as 3, 0..4 or 2.., found {wrong:?}"));
    }
}
