use serde_json::Value;

use super::{MAX_MOVES, has_room, page};
use crate::playback::{Aim, Floor, Handling, Move, Piece, Playback};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// A corner piece, whose goal is one cell to the right, on three rows of four with a wall at the edge and one within.
fn playback(moves: usize) -> Playback {
    let (corner, _) = Shape::of(&[(0, 0), (1, 0), (1, 1)]);
    let mut floor = vec![Floor::Open; 20];
    (floor[4], floor[12]) = (Floor::Wall, Floor::Wall);
    let to = |number: usize| (0, ((number + 1) % 2) as u16);
    Playback {
        title: Some("</script><b>&amp; {{playback}}".to_owned()),
        pieces: vec![Piece::new("<i>".to_owned(), corner.clone(), 0, 24)],
        start: vec![Some((0, 0))],
        goals: vec![vec![Aim { class: Some(0), shape: corner, corner: (0, 1) }]],
        moves: (0..moves).map(|number| Move { piece: 0, to: to(number) }).collect(),
        counts: vec![(moves as u64, "step")],
        ..Playback::new(Handling::Choose, Size { height: 4, width: 5 }, floor)
    }
}

/// The playback as it stands in its page.
fn content(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="playback">"#).expect("a playback");
    let (text, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_page_has_all_of_the_playback() {
    let page = page(&[playback(3)], "").unwrap();
    let content = content(&page);
    assert_eq!(content["title"], "</script><b>&amp; {{playback}}");
    assert_eq!(content["colours"], serde_json::json!(["#ed6656"]));
    assert_eq!(content["floor"], "....#.......#.......");
    assert_eq!(content["view"], serde_json::json!([-20, -20, 540, 440]));
    assert_eq!(content["aims"], serde_json::json!([[0, 0, 1]]));
    assert_eq!(content["shapes"][0]["label"], serde_json::json!([50, 150]));
    let frames = &content["playbacks"][0];
    assert_eq!(frames["pieces"], serde_json::json!([["<i>", 0, 0, 0, 0, "", []]]));
    assert_eq!(frames["moves"], serde_json::json!([0, 0, 1, 0, 0, 0, 0, 0, 1]));
    assert_eq!(frames["captions"], serde_json::json!(["<i> right", "<i> left", "<i> right"]));
    assert_eq!((&frames["start"], &frames["met"]), (&serde_json::json!([0, 0]), &Value::Bool(true)));
    // The wall at the edge is outside, the other one is drawn.
    assert_eq!(content["floors"]["walls"], "M200 200H300V300H200Z");
    assert!(content["floors"]["inside"].as_str().unwrap().starts_with("M0 0H400V100H500V"));
}

#[test]
fn a_page_loads_nothing_and_no_title_ends_its_script() {
    let page = page(&[playback(1)], "").unwrap();
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<b>&amp;") && !page.contains("<i>"));
    for outward in ["src=", "@import", "url(http", "fetch(", "http-equiv=\"refresh"] {
        assert!(!page.contains(outward), "{outward}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn shapes_are_written_once() {
    let page = page(&[playback(2), playback(1)], ", and more").unwrap();
    let content = content(&page);
    let count = |key: &str| content[key].as_array().map(Vec::len);
    assert_eq!((count("shapes"), count("colours"), count("playbacks")), (Some(1), Some(1), Some(2)));
    assert_eq!(content["playbacks"][0]["met"], Value::Bool(false));
}

#[test]
fn too_many_moves_are_refused() {
    assert_eq!(has_room(MAX_MOVES), Ok(()));
    let sentence = page(&[playback(60_000), playback(60_000)], "").unwrap_err();
    assert_eq!(sentence, "a page can show 100000 moves at most, and these are 120000");
    assert!(page(&[], "").is_err());
}
