//! Boards whose shortest solutions are published, and the course's boards where they are present.

use serde_json::json;

use super::{answer, document, lengths, shipped};
use crate::programs::{here, passed_over};

#[test]
fn korf_s_positions_have_their_lengths() {
    let answered = answer(&format!("batch --optimal --goal blank-first --json {}", shipped("korf.txt")));
    let document = document(&answered);
    assert_eq!(answered.status, 0, "{answered:?}");
    assert_eq!([&document["all"]["puzzles"], &document["all"]["solved"]], [50, 50]);
    assert_eq!(lengths(&document).iter().sum::<u64>(), 2618);
}

#[test]
fn boards_that_ship_have_the_lengths_of_their_index() {
    let index = std::fs::read_to_string(shipped("index.csv")).unwrap();
    let mut lines = index.lines();
    assert_eq!(lines.next(), Some("board,goal,expect,length,source"));
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let [board, goal, expected, length, ..] = fields[..] else { panic!("{line}") };
        let answered = answer(&format!("solve --json -q --goal {goal} {}", shipped(board)));
        let solved = document(&answered);
        if expected == "unsolvable" {
            assert_eq!((answered.status, &solved["answer"]), (1, &json!("unsolvable")), "{line}");
        } else {
            let length: u64 = length.parse().unwrap();
            assert_eq!((&solved["length"], &solved["shortest"]), (&json!(length), &json!(true)), "{line}");
        }
    }
}

#[test]
fn the_course_s_boards_are_solved() {
    const FOLDER: &str = "../shared/puzzles/fifteen";
    let folder = here(FOLDER);
    if !folder.is_dir() {
        passed_over(&format!("skipped: the course's boards are not shipped, and {FOLDER} is not there"));
        return;
    }
    let answered = answer(&format!("batch --json {}", folder.display()));
    let all = document(&answered)["all"].take();
    assert_eq!((answered.status, &all["solved"]), (0, &all["puzzles"]), "{answered:?}");
    assert_eq!(all["puzzles"], 14);
}
