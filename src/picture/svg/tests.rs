//! Tests of SVG.

use super::{Picture, usual_cell};
use crate::markup::Area;
use crate::playback::{Handling, Playback};
use crate::tests::{drawn, varied};

#[test]
fn shapes_are_defined_once_and_letters_are_outlines() {
    let playback = drawn(&["aabb", "ccdd"]);
    let document = Picture::new(&playback, 40).document(0);
    let uses = ["id=\"shape-", "href=\"#shape-0\"", "<path d=\"M", "<text"];
    assert_eq!(uses.map(|part| document.matches(part).count()), [1, 4, 9, 0], "{document}");
    let small = Picture::new(&playback, 8).document(0);
    assert!(small.matches("<path").count() < 10, "too small for letters: {small}");
}

#[test]
fn titles_are_text() {
    let mut playback = drawn(&["ab"]);
    playback.title = Some("A </title><script> & B\u{1b}\u{ffff}".to_owned());
    let document = Picture::new(&playback, 40).document(0);
    let title = "A &lt;/title&gt;&lt;script&gt; &amp; B: sliding blocks on 1 by 2 cells";
    assert!(document.contains(title), "{document}");
    assert!(resvg::usvg::Tree::from_str(&document, &resvg::usvg::Options::default()).is_ok());
}

#[test]
fn walls_outside_take_no_room() {
    let mut playback = varied();
    // Rows 1 to 6 and columns 1 to 4, and 3 pixels on each side; too narrow for words.
    let area = Area { top: 7, left: 7, height: 66, width: 46 };
    playback.task = "Get b to rows 3 and 4, column 5".to_owned();
    assert_eq!(Picture::new(&playback, 10).area(), area);
    assert!(Picture::new(&playback, 40).area().height > Picture::bare(&playback, 40).area().height);
    assert_eq!((usual_cell(&playback), usual_cell(&drawn(&[&"a".repeat(256)]))), (64, 4));
}

#[test]
fn fixed_pieces_goals_and_moves_are_marked() {
    let mut playback = varied();
    let document = |playback: &Playback, moved| Picture::new(playback, 40).document(moved);
    let shown = document(&playback, 0);
    // The gates, and piece e.
    assert_eq!(shown.matches("fill=\"url(#hatch)\"").count(), 2, "{shown}");
    // Piece b goes from column 3 to column 4, in rows 1 and 2.
    let (arrow, ghost) = ("d=\"M148.8 82L178 82L178 87.2L189.6 80", "fill-opacity=\"0.3\"");
    assert!(shown.contains("fill-opacity=\"0.25\"") && shown.contains(arrow), "{shown}");
    assert!(!shown.contains(ghost) && document(&playback, 1).contains(ghost), "{shown}");
    playback.goals.clear();
    assert!(!document(&playback, 0).contains("fill-opacity"), "{shown}");
}

#[test]
fn long_labels_shrink_and_tiles_have_one_size() {
    for (handling, same) in [(Handling::Choose, true), (Handling::Push, false)] {
        // The outline of the other label.
        let outline = |label: &str| {
            let mut playback = drawn(&["ab"]);
            (playback.pieces[0].label, playback.handling) = (label.to_owned(), handling);
            let document = Picture::bare(&playback, 40).document(0);
            document.lines().rfind(|line| line.starts_with("<path")).map(str::to_owned)
        };
        assert_eq!(outline("12345") == outline("1"), same);
    }
}
