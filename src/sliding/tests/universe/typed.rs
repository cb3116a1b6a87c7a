//! Trays, kinds of blocks and goals as they are typed, and what is refused.

use std::fmt::Debug;

use traybit_core::{GaveUp, Limits, Shape, Size};
use traybit_sliding::formats::drawing;
use traybit_sliding::universe::{
    Goal, Ground, Kind, Pieces, all_mixes, parse_kinds, parse_places, parse_tray,
};

fn refused<T: Debug>(read: Result<T, String>, phrase: &str) {
    let sentence = read.unwrap_err();
    assert!(sentence.contains(phrase), "{sentence}");
}

#[test]
fn trays_are_sizes_or_rows() {
    let rectangle = |height, width| Ground::rectangle(Size { height, width });
    for (typed, ground) in [
        ("5x4", rectangle(5, 4)),
        ("8 × 16", rectangle(8, 16)),
        ("../..", rectangle(2, 2)),
        (".#/..", Ground { open: 0b1101, ..rectangle(2, 2) }),
    ] {
        assert_eq!(parse_tray(typed), Ok(ground));
    }
    let large = ["..........."; 12].join("/");
    for wrong in ["", "5", "5x", "0x4", "5x4x3", "-5x4", "../.", "./", "..o", "300x1", &large] {
        refused(parse_tray(wrong), "expected a tray as height x width");
    }
    let pieces = Pieces::new(parse_tray("12x11").unwrap(), Vec::new(), 0..=9);
    refused(pieces, "1 to 128 cells, found 12×11, which has 132");
}

#[test]
fn kinds_are_shapes_with_counts() {
    let kinds = parse_kinds("2x2=1, 1×2 ,xx/x.=0..4,.x/xx/.x=2..,x").unwrap();
    let typed: Vec<_> = kinds.iter().map(|kind| (kind.shape.to_string(), kind.counts.clone())).collect();
    let any = 0..=u32::MAX;
    let expected =
        [("2×2", 1..=1), ("1×2", any.clone()), ("xx/x.", 0..=4), (".x/xx/.x", 2..=u32::MAX), ("1×1", any)];
    assert_eq!(typed, expected.map(|(shape, counts)| (shape.to_owned(), counts)));
    let row = |before: usize| format!("x/{}x", ".".repeat(before));
    assert_eq!(parse_kinds(&row(255)).unwrap()[0].shape.width(), 256);
    let long = row(65_536);
    for wrong in ["", "2x2,", "2x0", "1x1,ab", "./.=1", "x2", &row(256), &long] {
        refused(parse_kinds(wrong), "expected a block as height x width");
    }
    for wrong in ["", "4..2", "-1", "1..2..3", "x"] {
        refused(parse_kinds(&format!("1x1={wrong}")), "expected a number of them");
    }
}

#[test]
fn pieces_fit_their_tray() {
    let ground = Ground::rectangle(Size { height: 5, width: 4 });
    assert_eq!((ground.open, ground.room()), ((1 << 20) - 1, 20));
    let kinds = parse_kinds("2x2,1x3").unwrap();
    let pieces = Pieces::new(ground, kinds, 2..=4).unwrap();
    let counts: Vec<_> = pieces.kinds.iter().map(|kind| kind.counts.clone()).collect();
    assert_eq!(counts, [0..=5, 0..=6], "as many as there is room for");
    let wide = Ground::rectangle(Size { height: 8, width: 16 });
    assert_eq!(wide.open, u128::MAX);
    let kinds = |shapes: Vec<Shape>| -> Vec<Kind> {
        shapes.into_iter().map(|shape| Kind { shape, counts: 0..=u32::MAX }).collect()
    };
    let unit = || Shape::rectangle(1, 1);
    let many = (1..=8).flat_map(|height| (1..=4).map(move |width| Shape::rectangle(height, width)));
    for (ground, shapes, phrase) in [
        (Ground::rectangle(Size { height: 43, width: 3 }), vec![], "found 43×3, which has 129"),
        (ground, vec![Shape::of(&[(0, 0), (1, 1)]).0], "by their edges, found x./.x"),
        (ground, vec![unit(), unit()], "found 1×1 twice"),
        (wide, many.collect(), "found 32 kinds"),
    ] {
        refused(Pieces::new(ground, kinds(shapes), 0..=u32::MAX), phrase);
    }
    let tight = Limits { memory: 100, ..Limits::default() };
    assert_eq!(all_mixes(&pieces, &tight), Err(GaveUp::Memory));
}

#[test]
fn goals_are_places_of_blocks() {
    let kinds = parse_kinds("xx/.x=..1,1x1").unwrap();
    let pieces = Pieces::new(parse_tray("..../.#../..../....").unwrap(), kinds, 0..=9).unwrap();
    let goal = |typed| Goal::new(&pieces, &parse_places(typed)?);
    let met = goal(" xx/.x 0 1 ,1x1 2 0,1x1 0 0").unwrap();
    assert!(met.is_met(&[0b10, 0b1_0000_0001]) && !met.is_met(&[0b10, 0b10_0000_0001]));
    let drawn = drawing::write(&met.puzzle(&pieces, &[0b10, 0b11_0000_0000])).unwrap();
    assert!(drawn.starts_with("tray:\n.aa.\n.#a.\nbc..\n....\n\ngoal:\n"), "{drawn}");
    for typed in ["", "2x2 3", "1x1 0 -1", "1x1 0 0,"] {
        refused(goal(typed), "expected a block with its row and column");
    }
    for (typed, phrase) in [
        ("2x2 0 0", "2×2, and the pieces have none"),
        ("1x1 1 1", "at cell 1 1, where it does not fit"),
        ("1x1 0 4", "at cell 0 4, where it does not fit"),
        ("1x1 9 60000", "at cell 9 60000, where it does not fit"),
        ("xx/.x 0 1,1x1 0 2", "where another one of its blocks is"),
        ("xx/.x 0 1,xx/.x 2 0", "2 of the block xx/.x, and the pieces have 1 at most"),
    ] {
        refused(goal(typed), phrase);
    }
}
