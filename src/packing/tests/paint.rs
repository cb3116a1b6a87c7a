//! Puzzles with paint whose packings are known, and what their files say.

use crate::formats::refused;
use crate::reference::{packings, up_to_symmetry};
use crate::{counted, read};
use traybit_packing::checker::check;
use traybit_packing::drawing;
use traybit_packing::formats::write;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::{Cell, Pack, Placed};
use traybit_packing::symmetry::symmetries;

/// Number of packings, all and up to symmetry, by states and by plain search.
fn numbers(pack: &Pack) -> (u64, u64) {
    let (numbers, found) = (counted(pack), packings(pack));
    assert_eq!(numbers, (found.len() as u64, up_to_symmetry(pack, &found) as u64));
    numbers
}

/// Pieces on a chessboard of four rows and columns, all of which is covered.
fn chessboard(pieces: &str, rest: &str) -> Pack {
    read(&format!("{pieces}\n\nboard: 4x4\nempty: 0\n\npaint:\nabab\nbaba\nabab\nbaba\n{rest}\n"))
}

#[test]
fn dominoes_of_both_colours_cover_a_chessboard_as_any_do() {
    // The plain board has eight symmetries, by which a quarter of a turn exchanges the colours.
    assert_eq!(numbers(&read("piece D: 8\nXX\n\nboard: 4x4\n")), (36, 9));
    assert_eq!(numbers(&chessboard("piece D: 8 painted\nab", "")), (36, 11));
    // A fixed one lies across with `a` on its left: pairs of columns, in which all begin in the right place or none.
    for (piece, known) in [
        ("painted\na*", 36),
        ("painted\n*b", 36),
        ("painted\n**", 36),
        ("fixed painted\nab", 0),
        ("turn painted\nab", 36),
    ] {
        assert_eq!(numbers(&chessboard(&format!("piece D: 8 {piece}"), "")).0, known, "{piece}");
    }
}

#[test]
fn paint_tells_pieces_apart() {
    let (one, other) = ("painted\n.b.\nbab", "painted\n.a.\naba");
    let both = chessboard(&format!("piece A: 2 {one}\n\npiece B: 2 {other}"), "");
    assert_eq!((Kinds::of(&both).of_piece.clone(), numbers(&both)), (vec![0, 1], (2, 1)));
    assert_eq!(numbers(&chessboard(&format!("piece A: 4 {one}"), "")).0, 0);
    // Turned, they are the same.
    let same = chessboard(&format!("piece A: 2 {one}\n\npiece B: 2 painted\nbab\n.b."), "");
    assert_eq!(Kinds::of(&same).of_piece, [0, 0]);
}

#[test]
fn colours_fit_what_the_file_says() {
    let one = |rest: &str| chessboard("piece D: 8 painted\nab", rest);
    assert_eq!(one("fits: a on b, b on a"), one("fits: b on a,  a on  b "));
    assert_eq!(one("fits: a on a, b on b"), one(""));
    for rest in ["fits: a on b, b on a", "fits: a on a b, b on b"] {
        assert_eq!(numbers(&one(rest)).0, 36, "{rest}");
    }
    // Nothing, or a piece on two cells.
    for (rest, known) in [("", 3), ("fits: a on", 2), ("fits: a on, b on", 1)] {
        let text = format!("piece D: any painted\nab\n\nboard: 1x3\n\npaint:\nab.\n{rest}\n");
        assert_eq!(numbers(&read(&text)).0, known, "{rest}");
    }
}

#[test]
fn a_turn_is_a_symmetry_if_it_keeps_paint() {
    let order = |pack: &Pack| symmetries(pack, &Kinds::of(pack)).len();
    assert_eq!(order(&chessboard("piece D: 8 painted\nab", "")), 4);
    // Mirror images, which are exchanged, are the same piece but for the paint.
    let both = |board: &str| {
        read(&format!("piece L: any fixed painted\nab\n\npiece R: any fixed painted\nba\n\n{board}\n"))
    };
    assert_eq!(order(&both("board: 1x4\n\npaint:\nabba")), 2);
    assert_eq!(order(&both("board: 1x4\n\npaint:\nabab")), 1);
    assert_eq!(order(&both("board:\n..#..\n\npaint:\nab#ba")), 2);
}

#[test]
fn drawings_name_pieces_by_where_they_lie() {
    let puzzle = |piece: &str, top: &str| {
        let pieces = format!("piece A: any painted\naa\n\npiece B: any painted\n{piece}\n\n");
        read(&format!("{pieces}board: 2x2\n\npaint:\n{top}\nbb\n"))
    };
    let pack = puzzle("bb", "aa");
    let placed = |piece: usize, cells: [Cell; 2]| Placed { piece, cells: cells.to_vec() };
    let packing = vec![placed(0, [(0, 0), (0, 1)]), placed(1, [(1, 0), (1, 1)])];
    assert_eq!(drawing::write(&pack, &packing), "1111\n2222\n");
    let drawn = drawing::read(&pack, "f", &b"1111\n2222\n"[..]).unwrap();
    assert_eq!((drawn[0].1.clone(), check(&pack, &packing)), (packing, Ok(())));
    let wrong = drawing::read(&pack, "f", &b"11. \n11. \n"[..]).unwrap_err().to_string();
    assert!(wrong.contains("lie on these colours, found \"2×1\", which is none"), "{wrong}");
    let elsewhere = vec![placed(1, [(0, 0), (0, 1)])];
    let beforehand = Pack { placed: elsewhere.clone(), ..pack.clone() };
    assert!(beforehand.checked().unwrap_err().sentence.starts_with("expected piece B where its colours fit"));
    let refused = check(&pack, &elsewhere).unwrap_err();
    assert!(refused.starts_with("row 1, column 1: expected piece B where its colours fit"), "{refused}");
    // Without paint on a cell both may lie there.
    let drawn = drawing::write(&puzzle("*b", "a."), &vec![placed(0, [(0, 0), (0, 1)])]);
    assert_eq!(drawn, "1111\n. . \n11 = A\n");
}

#[test]
fn what_is_read_is_written() {
    for text in [
        "piece L: 1 turn painted colour red\na*\n.b\n\nboard:\n..#\n*..\n\npaint:\nab\n.é1\nfits: a on a b é, b on\nempty: 0..\n",
        "piece L: painted\n**\n*\n\nboard: 2x2\npaint:\n##\n..\n",
    ] {
        let pack = read(text);
        let written = write(&pack);
        assert_eq!(read(&written), pack, "{written}");
        assert_eq!(write(&read(&written)), written);
    }
    // Paint of walls, and of nothing, says nothing.
    let plain = read("piece D: 1\nXX\n\nboard:\n..#\n");
    assert_eq!(read("piece D: 1 painted\n**\n\nboard:\n..#\n\npaint:\n..a"), plain);
}

#[test]
fn errors_of_paint_name_the_place() {
    let pairs = "the colours of the board that they fit, such as `a on b c, d on e`";
    let none = "`.`, `#` or a blank for none, found \"*\"";
    refused(
        [
            ("ab", "paint:\nab\n", "6:1", "2 rows of at most 2 cells, found 1 rows"),
            ("ab", "paint:\nab\nabb\n", "8:3", "2 rows of at most 2 cells, found one cell more"),
            ("ab", "paint: ab\n", "6:8", "a drawing on the lines after `paint:`, found \"ab\""),
            ("ab", "paint:\nab\na*\n", "8:2", none),
            ("a-", "", "2:2", "`*` for a cell without one, found \"-\""),
            ("ab", "fits:\n", "6:6", pairs),
            ("ab", "fits: a on b, a on c\n", "6:7", pairs),
            ("ab", "fits: a in b\n", "6:7", pairs),
            ("ab", "fits: a on bc\n", "6:7", pairs),
            ("ab", "fits: q on a\npaint:\nab\nab", "6:7", "a colour of a piece before `on`, found q"),
            ("ab", "fits: a on q\npaint:\nab\nab", "6:7", "colours of the board after `on`, found q"),
            ("ab", "paint:\naa\naa", "1:7", "piece D, which walls or colours keep from every place"),
            (
                "ab",
                "paint:\nab\nab\n\nplaced:\n11. \n11. ",
                "11:1",
                "and lie on these colours, found \"2×1\"",
            ),
        ]
        .map(|(piece, rest, place, phrase)| {
            (format!("piece D: 1 painted\n{piece}\n\nboard: 2x2\n\n{rest}"), place, phrase)
        }),
    );
}
