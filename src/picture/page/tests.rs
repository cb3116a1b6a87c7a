use serde_json::{Value, json};

use super::{MAX_MOVES, page};
use crate::playback::{Aim, Move, Playback};
use crate::tests::drawn;

/// A corner piece, whose goal is one cell to the right, on four rows with a wall at the edge and one within.
fn playback(moves: usize) -> Playback {
    let mut playback = drawn(&["a...#", "aa...", "..#..", "....."]);
    playback.title = Some("</script><b>&amp; {{content}}".to_owned());
    (playback.pieces[0].label, playback.pieces[0].colour) = ("<i>".to_owned(), 24);
    playback.goals =
        vec![vec![Aim { class: Some(0), shape: playback.pieces[0].shape.clone(), corner: (0, 1) }]];
    playback.moves = (1..=moves).map(|number| Move { piece: 0, to: (0, (number % 2) as u16) }).collect();
    playback
}

/// The puzzle as it stands in its page.
fn content(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="content">"#).expect("a puzzle");
    serde_json::from_str(rest.split_once("</script>").expect("its end").0).expect("JSON")
}

#[test]
fn a_page_has_all_of_the_playback_and_shapes_once() {
    let content = content(&page(playback(0), &[playback(3), playback(2)], "").unwrap());
    for (key, expected) in [
        ("/title", json!("</script><b>&amp; {{content}}")),
        ("/colours", json!(["#ed6656"])),
        ("/floor", json!("....#.......#.......")),
        ("/view", json!([-20, -20, 540, 440])),
        ("/aims", json!([[0, 0, 1]])),
        ("/shapes/0/label", json!([50, 150])),
        ("/pieces", json!([["<i>", 0, 0, 0, 0, "", [], null]])),
        ("/solutions/0/moves", json!([0, 0, 1, 0, 0, 0, 0, 0, 1])),
        ("/solutions/1/moves", json!([0, 0, 1, 0, 0, 0])),
        ("/start", json!([0, 0])),
        ("/board", json!([0, 0, 4, 5])),
        // The wall at the edge is outside, the other one is drawn.
        ("/floors/walls", json!("M200 200H300V300H200Z")),
    ] {
        assert_eq!(content.pointer(key), Some(&expected), "{key}");
    }
    assert_eq!(content["shapes"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_page_loads_nothing_and_no_title_ends_its_script() {
    let page = page(playback(0), &[playback(1)], "").unwrap();
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("default-src 'none'"));
    for part in ["<b>&amp;", "<i>", "src=\"", "@import", "url(http", "fetch(", "http-equiv=\"refresh"] {
        assert!(!page.contains(part), "{part}");
    }
}

#[test]
fn too_many_moves_are_refused() {
    assert!(page(playback(0), &[playback(MAX_MOVES)], "").is_ok());
    let sentence = page(playback(0), &[playback(60_000), playback(60_000)], "").unwrap_err();
    assert!(sentence.contains("100000 moves at most, and these are 120000"), "{sentence}");
    assert!(page(playback(0), &[], "").is_ok(), "a puzzle without a solution can be played");
}

#[test]
fn the_modules_of_a_page_are_one_script() {
    let script = super::script();
    assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
    // Names at the outermost level are unique, since all modules share it.
    let mut names: Vec<&str> = script.lines().filter_map(declared).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

fn declared(line: &str) -> Option<&str> {
    let (keyword, rest) = line.split_once(' ')?;
    let is_declaration = ["const", "let", "class", "function"].contains(&keyword);
    rest.split([' ', '(', '=']).next().filter(|_| is_declaration)
}
