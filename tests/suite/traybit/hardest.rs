//! `traybit universe --goal`: ranked starts, their files, and what it refuses.

use std::fs;

use serde_json::json;

use super::{document, refused, traybit};
use crate::programs::{Answer, Files, run};

/// A puzzle of one row: the 1×1 block has to get to the other end.
const ROW: &[&str] = &["universe", "--tray", "1x5", "--pieces", "1x1=1", "--goal", "1x1 0 4"];

fn told(arguments: &[&str], more: &[&str]) -> Answer {
    run(traybit().args(arguments).args(more), "")
}

#[test]
fn starts_are_ranked_and_drawn() {
    let row = told(ROW, &["--metric", "step", "--quiet"]);
    assert_eq!(
        row.output,
        "boards: 5, 1 of them with the goal met\ncomponents: 1, 1 of them with such a board\nhardest starts: 1\n\n\
         1. 4 steps: 1 of 1×1, 4 empty; one of 1 as far, of 5 boards\n\n  a . . . .\n"
    );
    assert_eq!((row.status, row.sentences.as_str()), (0, ""));
    let slide = told(ROW, &["--metric", "slide", "--csv", "-", "--output", "/dev/null"]);
    assert_eq!(slide.output, "rank,distance,1x1,empty,boards,goals,hardest,start\n1,1,1,4,5,1,4,a....\n");
    let all = document(&told(ROW, &["--metric", "step", "--json"]));
    assert_eq!(
        (&all["answer"], &all["metric"], &all["kinds"]),
        (&json!("explored"), &json!("step"), &json!(["1x1"]))
    );
    let start = json!({ "distance": 4, "blocks": [1], "empty": 4, "boards": 5, "goals": 1, "equals": 1,
                        "rows": ["a...."] });
    assert_eq!(all["hardest"], json!([start]));
    assert_eq!((&all["boards"], &all["components_with_goal"]), (&json!(5), &json!(1)));
    let none = told(ROW, &["--metric", "step", "--min-moves", "5"]);
    assert!(none.output.ends_with("hardest starts: 0\n"), "{none:?}");
}

#[test]
fn files_solve_to_the_distance_they_state() {
    let files = Files::new();
    let folder = files.path("deep/starts");
    let name = folder.to_str().expect("a name of letters");
    let klotski = [
        "universe",
        "--tray",
        "4x4",
        "--pieces",
        "2x2=1,1x2=..2,2x1,1x1",
        "--empty",
        "2",
        "--goal",
        "2x2 2 1",
    ];
    for metric in ["step", "slide", "path"] {
        let found =
            document(&told(&klotski, &["--metric", metric, "--draw", "4", "--json", "--files", name]));
        let starts = found["hardest"].as_array().expect("starts");
        assert_eq!((starts.len(), fs::read_dir(&folder).expect("a folder").count()), (4, 4));
        for (start, rank) in starts.iter().zip(1..) {
            let path = folder.join(format!("{rank:03}.txt"));
            let solved = run(traybit().args(["solve", "--json", "--metric", metric]).arg(&path), "");
            assert_eq!(document(&solved)["length"], start["distance"], "{path:?}");
            let text = fs::read_to_string(&path).expect("a file");
            let title = format!("title: hardest start {rank}: {} ", start["distance"]);
            assert!(text.starts_with(&title), "{text}");
        }
        let again = told(&klotski, &["--files", name]);
        refused(&again, 7, "001.txt: is there already, and is not overwritten");
        fs::remove_dir_all(&folder).expect("a folder");
    }
}

#[test]
fn what_cannot_be_found_is_refused() {
    refused(
        &told(&ROW[..6], &["1x1 0 5"]),
        2,
        "the goal has a block of 1×1 at row 0, column 5, where it does not fit",
    );
    refused(&told(&ROW[..6], &["2x2 0 0"]), 2, "the goal has a block of 2×2, and the pieces have none");
    refused(&told(&ROW[..6], &["1x1=1"]), 2, "expected a block with its row and column");
    refused(&told(ROW, &["--simple"]), 2, "cannot be used with");
    refused(&told(ROW, &["--draw", "0"]), 2, "0 is not in 1..=99999");
    refused(&told(&ROW[..5], &["--files", "x"]), 2, "has no use for --files without --goal");
    refused(&told(ROW, &["--limit", "0"]), 5, "time limit reached (0 s) after ");
    let late = told(ROW, &["--limit", "0", "--json"]);
    assert_eq!((late.status, &document(&late)["answer"]), (5, &json!("gave_up")));
    let files = Files::new();
    let file = files.write("file", "");
    refused(&told(ROW, &["--files", file.to_str().expect("a name of letters")]), 7, "file");
}
