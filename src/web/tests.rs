use serde_json::{Value, from_str, json};

use super::answer;

fn asked(request: &Value) -> Value {
    from_str(&answer(&request.to_string())).expect("JSON")
}

const TRAY: &str = "tray:\na..\n...\n\ngoal: a 1 2\n";
const DOMINOES: &str = "piece I: 3\nXX\n\nboard: 2x3\n";

#[test]
fn a_puzzle_is_opened_and_solved_from_where_its_pieces_stand() {
    let opened = asked(&json!({ "ask": "open", "text": TRAY }));
    assert_eq!((&opened["family"], &opened["content"]["size"]), (&json!("sliding"), &json!([2, 3])));
    let solve = |corners: Value, aim: &str| {
        asked(
            &json!({ "ask": "solve", "text": TRAY, "corners": corners, "aim": aim, "time": 9.0, "memory": 100_000_000 }),
        )
    };
    for (corners, aim, fewest) in [
        (Value::Null, "steps", json!([3, "step"])),
        (Value::Null, "slides", json!([2, "slide"])),
        (Value::Null, "paths", json!([1, "path move"])),
        (json!([[1, 1]]), "steps", json!([1, "step"])),
        (Value::Null, "any", Value::Null),
    ] {
        assert_eq!(solve(corners, aim)["solutions"][0]["fewest"], fewest, "{aim}");
    }
    let walled = TRAY.replace("...", "###");
    let refused =
        asked(&json!({ "ask": "solve", "text": walled, "aim": "any", "time": 9.0, "memory": 100_000_000 }));
    assert!(refused["refused"].as_str().is_some_and(|words| words.contains("line 5")), "{refused}");
}

#[test]
fn tiles_are_solved_in_moves_and_in_pushes() {
    for (aim, fewest) in [("moves", json!([2, "move"])), ("pushes", json!([1, "push"]))] {
        let request = json!({ "ask": "solve", "text": "1 2 3\n4 5 6\n0 7 8\n", "aim": aim, "time": 9.0, "memory": 500_000_000 });
        assert_eq!(asked(&request)["solutions"][0]["fewest"], fewest);
    }
}

#[test]
fn tiles_may_have_the_blank_first() {
    let board = "1 2 3\n4 5 6\n7 8 0\n";
    let request = json!({ "ask": "solve", "text": board, "goal": "blank-first", "aim": "moves", "time": 9.0, "memory": 500_000_000 });
    assert_eq!(asked(&request)["solutions"][0]["fewest"], json!([22, "move"]));
}

#[test]
fn packings_are_counted_and_come_page_by_page() {
    let request = |ask: &str, from: u64| {
        asked(
            &json!({ "ask": ask, "text": DOMINOES, "from": from, "most": 2, "time": 9.0, "memory": 100_000_000 }),
        )
    };
    assert_eq!(request("count", 0)["count"], "3 packings, 2 up to symmetry");
    for (from, number, has_more) in [(0, 2, true), (2, 1, false)] {
        let page = request("packings", from);
        assert_eq!(page["content"]["solutions"].as_array().map(Vec::len), Some(number));
        assert_eq!((&page["hasMore"], &page["cut"]), (&has_more.into(), &Value::Null));
    }
}

#[test]
fn exact_covers_are_solved_as_text() {
    let request = |ask: &str| {
        asked(
            &json!({ "ask": ask, "text": "a b c\na b\nc\nb c\n", "aim": "any", "time": 9.0, "memory": 1e8 as u64 }),
        )
    };
    assert_eq!(request("solve")["text"], "a b\nc\n");
    assert_eq!(request("count")["count"], "1 solution");
}

#[test]
fn puzzles_are_written_in_the_formats_of_their_family() {
    let pair = asked(&json!({ "ask": "write", "text": TRAY, "format": "pair" }));
    assert_eq!(pair["files"], json!(["2 3\n0 0 0 0\n", "1 2 1 2\n"]));
    let gnome = asked(&json!({ "ask": "write", "text": TRAY, "format": "gnome" }));
    assert!(gnome["refused"].as_str().unwrap().starts_with("a GNOME Klotski level "), "{gnome}");
    assert!(asked(&json!({ "ask": "open", "text": "nothing" }))["refused"].is_string());
}
