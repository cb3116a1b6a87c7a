//! Tests of SVG.

use super::{Picture, usual_cell};
use crate::markup::Area;
use crate::playback::{Handling, Move, Playback};
use crate::tests::{drawn, varied};

#[test]
fn forms_and_letters_are_told_once() {
    let playback = drawn(&["aabb", "ccdd"]);
    let document = Picture::new(&playback, 40).document(0);
    assert_eq!(document.matches(" id=\"shape-").count(), 1, "{document}");
    assert_eq!(document.matches("href=\"#shape-0\"").count(), 4, "{document}");
    for letter in ["61", "62", "63", "64"] {
        assert_eq!(document.matches(&format!("id=\"letter-{letter}\"")).count(), 1, "{document}");
    }
    assert!(!document.contains("<text"), "{document}");
    let bare = Picture::new(&playback, 8).document(0);
    assert!(!bare.contains("letter"), "too small for letters: {bare}");
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
    let playback = varied();
    let area = Picture::new(&playback, 10).area();
    // Rows 1 to 6 and columns 1 to 4, and 3 pixels on each side.
    assert_eq!(area, Area { top: 7, left: 7, height: 66, width: 46 });
    assert_eq!((usual_cell(&playback), usual_cell(&drawn(&[&"a".repeat(256)]))), (64, 4));
}

#[test]
fn fixed_pieces_and_goals_are_marked() {
    let mut playback = varied();
    let document = |playback: &Playback| Picture::new(playback, 40).document(0);
    let shown = document(&playback);
    // The gates, and piece e.
    assert_eq!(shown.matches("fill=\"url(#hatch)\"").count(), 2, "{shown}");
    assert!(shown.contains("fill-opacity=\"0.25\""), "{shown}");
    playback.goals.clear();
    assert!(!document(&playback).contains("fill-opacity"), "{shown}");
}

#[test]
fn long_labels_shrink_and_tiles_have_one_size() {
    let mut playback = drawn(&["ab"]);
    playback.pieces[0].label = "12345".to_owned();
    let picture = Picture::new(&playback, 40);
    assert_eq!(picture.document(0).matches("scale(").count(), 5);
    playback.handling = Handling::Push;
    playback.moves.push(Move { piece: 0, to: (0, 0) });
    assert_eq!(Picture::new(&playback, 40).document(0).matches("scale(").count(), 0);
}
