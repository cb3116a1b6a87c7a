//! Shipped puzzles in formats of one file.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};

use traybit_sliding::formats::course::{self, Block, read_goal, read_tray};
use traybit_sliding::formats::{Content, drawing, drawn, read, rush_hour};
use traybit_sliding::puzzle::Puzzle;

use crate::programs::here;

fn shipped(name: &str) -> Puzzle {
    let file = File::open(here("puzzles/sliding").join(name)).expect("a shipped file");
    match read(name, file) {
        Ok(Content::Puzzle(puzzle)) => puzzle,
        other => panic!("{name}: {other:?}"),
    }
}

/// The rows of a list of puzzles, split at commas, without the head.
fn rows(list: &str, head: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(here("puzzles/sliding").join(list)).expect("the list");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(head));
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn drawn_rows() -> Vec<Vec<String>> {
    rows("drawn.csv", "file,expect,step,slide,path,space,source")
}

#[test]
fn every_shipped_file_is_listed_and_read_and_written() {
    let listed: BTreeSet<String> = drawn_rows().into_iter().map(|row| row[0].clone()).collect();
    let there = fs::read_dir(here("puzzles/sliding")).expect("the folder");
    let there = there.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let ends = |name: &str| name.rsplit_once('.').is_some_and(|(_, end)| matches!(end, "txt" | "rush"));
    let there: BTreeSet<String> = there.filter(|name| ends(name)).collect();
    assert_eq!(listed, there);
    for row in drawn_rows() {
        let [name, expect, numbers @ .., source] = &row[..] else { panic!("{row:?}") };
        let puzzle = shipped(name);
        let text = drawing::write(&puzzle).expect("it can be drawn");
        assert_eq!(drawn::read(name, text.as_bytes()).as_ref(), Ok(&puzzle), "{name}");
        assert_eq!(expect.is_empty(), puzzle.goals.is_empty(), "{name}: a goal, so an expected answer");
        assert!(numbers.len() == 4 && !source.is_empty(), "{row:?}");
        assert!(numbers.iter().all(|number| number.is_empty() || number.parse::<u64>().is_ok()), "{row:?}");
    }
}

#[test]
fn rush_hour_boards_are_the_same_as_drawings_and_as_strings() {
    for number in [15, 24, 51, 60] {
        let name = format!("rush-hour-{number}.txt");
        let mut parts = shipped(&name).into_parts();
        parts.title = None;
        let puzzle = Puzzle::new(parts).expect("a valid puzzle");
        let string = rush_hour::write(&puzzle).expect("a board");
        assert_eq!(rush_hour::read(&name, string.as_bytes()), Ok(puzzle.clone()), "{string}");
        if number == 51 {
            assert_eq!(shipped("rush-hour-51.rush"), puzzle);
        }
    }
}

#[test]
fn shipped_pairs_are_the_same_after_a_drawing() {
    for row in rows("index.csv", "start,goal,expect,step,slide,path,space,source") {
        let open = |name: &str| File::open(here("puzzles/sliding").join(name)).expect("a shipped file");
        let tray = read_tray(&row[0], open(&row[0])).expect("a valid tray");
        let goal = read_goal(&row[1], open(&row[1]), Some(tray.size)).expect("a valid goal");
        let Ok(text) = drawing::write(&course::puzzle(&tray, Some(&goal))) else {
            assert_eq!(row[0], "missing-shape");
            continue;
        };
        let again = drawn::read(&row[0], text.as_bytes()).expect("it can be read");
        let (new_tray, new_goal) = course::write(&again).expect("a pair");
        assert_eq!(new_tray.size, tray.size);
        let set = |blocks: &[Block]| blocks.iter().copied().collect::<HashSet<_>>();
        assert_eq!(set(&new_tray.blocks), set(&tray.blocks), "{}", row[0]);
        assert_eq!(set(&new_goal.blocks), set(&goal.blocks), "{}", row[0]);
    }
}
