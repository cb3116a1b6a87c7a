//! Shipped puzzles in formats of one file, and `traybit convert`.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::process::Command;

use serde_json::{Value, json};
use traybit_sliding::formats::course::{self, Block, read_goal, read_tray};
use traybit_sliding::formats::{Content, drawing, drawn, read, rush_hour};
use traybit_sliding::puzzle::Puzzle;

use crate::programs::{Answer, Files, built, here, program, run};

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
        let goal = read_goal(&row[1], open(&row[1]), Some(tray.size())).expect("a valid goal");
        let Ok(text) = drawing::write(&course::puzzle(&tray, Some(&goal))) else {
            assert_eq!(row[0], "missing-shape");
            continue;
        };
        let again = drawn::read(&row[0], text.as_bytes()).expect("it can be read");
        let (new_tray, new_goal) = course::write(&again).expect("a pair");
        assert_eq!(new_tray.size(), tray.size());
        let set = |blocks: &[Block]| blocks.iter().copied().collect::<HashSet<_>>();
        assert_eq!(set(new_tray.blocks()), set(tray.blocks()), "{}", row[0]);
        assert_eq!(set(new_goal.blocks()), set(goal.blocks()), "{}", row[0]);
    }
}

const TRAY: &str = "5 4\n0 0 1 0\n1 1 2 2\n";
const GOAL: &str = "3 1 4 2\n";
const DRAWING: &str = "tray:\na...\nabb.\n.bb.\n....\n....\n\ngoal:\n....\n....\n....\n.bb.\n.bb.\n";

/// Runs `traybit convert` in a directory that holds a pair and what `more` says.
fn convert(arguments: &str, more: &[(&str, &str)], input: &str) -> (Answer, Files) {
    let files = Files::new();
    for (name, text) in [("tray", TRAY), ("goal", GOAL), ("drawing", DRAWING)].iter().chain(more) {
        files.write(name, text);
    }
    let mut command: Command = program(&built("traybit"));
    command.current_dir(files.path(".")).arg("convert").args(arguments.split_whitespace());
    (run(&mut command, input), files)
}

fn refused(arguments: &str, more: &[(&str, &str)], status: i32, says: &str) {
    let answer = convert(arguments, more, "").0;
    assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{answer:?}");
    assert!(answer.sentences.contains(says), "{answer:?} should say: {says}");
}

#[test]
fn convert_writes_every_form() {
    let board = "AA./B../B..\n";
    for (arguments, text) in [
        ("tray goal --to drawn", DRAWING),
        ("tray --to drawn", DRAWING.split_once("\ngoal").expect("a goal").0),
        ("drawing --to drawn --quiet", DRAWING),
        ("--to rush-hour board", "AA.B..B..\n"),
        (
            "--to=drawn board",
            "across: A\ndown: B\nlabels: A\n\ntray:\nAA.\nB..\nB..\n\ngoal:\n.AA\n...\n...\n",
        ),
    ] {
        let answer = convert(arguments, &[("board", board)], "").0;
        assert_eq!((answer.status, answer.output.as_str(), answer.sentences.as_str()), (0, text, ""));
    }
    assert_eq!(convert("- goal --to drawn", &[], TRAY).0.output, DRAWING);
    assert_eq!(convert("- --to drawn", &[], DRAWING).0.output, DRAWING);
}

#[test]
fn convert_writes_pairs_as_two_files() {
    let (answer, files) = convert("drawing --to pair --output out", &[], "");
    assert_eq!((answer.status, answer.output.as_str(), answer.sentences.as_str()), (0, "", ""));
    let text = |name: &str| fs::read_to_string(files.path(name)).expect("a file");
    assert_eq!((text("out").as_str(), text("out.goal").as_str()), (TRAY, GOAL));
    let document = |arguments: &str| -> Value {
        serde_json::from_str(&convert(arguments, &[], "").0.output).expect("one JSON document")
    };
    assert_eq!(
        document("--json drawing --to pair"),
        json!({ "schema": "traybit.convert/1", "command": "convert", "form": "pair", "tray": TRAY, "goal": GOAL })
    );
    assert_eq!(
        document("--json tray goal --to drawn"),
        json!({ "schema": "traybit.convert/1", "command": "convert", "form": "drawn", "text": DRAWING })
    );
    refused("drawing --to pair", &[], 2, "with --output FILE they are FILE and FILE.goal");
    refused("drawing --to pair -o -", &[], 2, "with --output FILE they are FILE and FILE.goal");
    refused("drawing --to pair -o missing/out", &[], 7, "missing/out: cannot be written");
}

#[test]
fn convert_says_what_is_wrong() {
    let more = [("bad", "tray:\na,b\n"), ("odd", "ab\nab\n"), ("wall", "tray:\na#\n")];
    let refused = |arguments: &str, status, says: &str| refused(arguments, &more, status, says);
    refused("drawing", 2, "--to");
    refused("drawing --to picture", 2, "drawn, rush-hour, gnome, huarong, huarong-short, pair");
    refused("--to drawn - -", 2, "standard input can be read only once");
    refused("missing --to drawn", 3, "missing: cannot be opened");
    refused("bad missing --to drawn", 3, "missing: cannot be opened");
    refused("drawing missing --to drawn", 3, "missing: cannot be opened");
    refused(". --to drawn", 3, ".: cannot be read");
    refused(
        "bad --to drawn",
        4,
        "traybit: bad, line 2, column 2: expected a block's name, `.`, `#`, a blank or a gate's mark, found \",\".\n    a,b\n     ^\n",
    );
    refused(
        "odd --to drawn",
        4,
        "a tray (2 integers first), a drawing (with a line `tray:`), a Rush Hour board",
    );
    refused(
        "drawing goal --to drawn",
        4,
        "goal: a goal's file goes with a tray, and drawing says itself what its goals are",
    );
    refused("tray tray --to drawn", 4, "were the tray and the goal swapped?");
    refused("wall --to pair -o out", 4, "wall: a tray has no walls such as that at row 0, column 1");
    refused("drawing --to rush-hour", 4, "drawing: cars of a Rush Hour board move along their length");
    let short = convert("tray other --to drawn", &[("other", "0 0 0 0\n")], "").0;
    assert_eq!(short.status, 4);
    assert!(
        short.sentences.contains("tray: the goal needs 1 block of 1×1, and the tray has none"),
        "{short:?}"
    );
}
