//! `traybit batch`: folders worked through, journals that outlive a kill, reports.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::budgets::{WIDE, WIDE_GOAL};
use crate::programs::{Answer, Files, here, traybit};

const TRAY: &str = "1 3\n0 0 0 0\n";

/// `traybit batch` in a folder, with a line of arguments.
fn batch(files: &Files, arguments: &str) -> Answer {
    files.traybit(&format!("batch {arguments}"))
}

/// Writes a folder of pairs: two that can be solved, one that cannot, and what is none.
fn small(files: &Files) {
    fs::create_dir_all(files.path("p/inner")).expect("a folder");
    for (name, text) in [
        ("p/a", TRAY),
        ("p/a.goal", "0 2 0 2\n"),
        ("p/board", "2\n 1  \n 3  2\n"),
        ("p/inner/none", TRAY),
        ("p/inner/none.goal", "0 0 0 1\n"),
        ("p/notes", "words,\nand more\n"),
    ] {
        files.write(name, text);
    }
}

/// Number of lines of each puzzle in the journal.
fn journalled(path: &Path) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for line in fs::read_to_string(path).expect("a journal").lines() {
        let record: Value = serde_json::from_str(line).expect("a record");
        *names.entry(record["name"].as_str().expect("a name").to_owned()).or_default() += 1;
    }
    names
}

#[test]
fn what_was_given_up_is_tried_again_where_that_is_asked_for() {
    let files = Files::new();
    small(&files);
    fs::copy(here("puzzles/sliding/rush-hour-15.txt"), files.path("p/wide")).expect("a shipped file");
    let begun = batch(&files, "--journal j --optimal --memory 200K p");
    assert!(begun.status == 5 && begun.output.contains("Gave up p/wide: out of memory, after "), "{begun:?}");
    let resumed = batch(&files, "--journal j --optimal --resume p");
    assert!(resumed.status == 5 && !resumed.output.contains("Verified"), "{resumed:?}");
    let again = batch(&files, "--journal j --optimal --resume --retry p");
    assert_eq!((again.status, again.output.matches("Verified ").count()), (0, 1), "{again:?}");
    // The journal has a line for each try, the table a row for each puzzle: that of the last.
    let table = fs::read_to_string(files.path("j.csv")).expect("a table");
    let rows: Vec<&str> = table.lines().filter(|row| row.contains("wide")).collect();
    assert!(rows.len() == 1 && rows[0].contains("solved"), "{table}");
    assert_eq!(batch(&files, "--journal j --optimal --resume p").status, 0);
    assert_eq!(batch(&files, "--journal j --retry p").status, 2);
}

#[test]
fn boards_have_the_goal_of_their_index_or_the_one_typed() {
    let files = Files::new();
    fs::create_dir(files.path("p")).expect("a folder");
    files.write("p/board", "3 1\n2 0\n");
    files.write("p/index.csv", "board,blank-first\n");
    let solved = |goal| batch(&files, &format!("--json p {goal}")).document()["all"]["solved"].take();
    assert_eq!(["", "--goal blank-last", "--goal blank-first"].map(solved), [0, 1, 0]);
}

#[test]
fn boards_of_other_sides_are_other_puzzles() {
    let files = Files::new();
    for (folder, text) in [("a", "1 2 3\n0 4 5\n"), ("b", "1 2\n3 0\n4 5\n")] {
        fs::create_dir(files.path(folder)).expect("a folder");
        files.write(format!("{folder}/p"), text);
    }
    assert_eq!(batch(&files, "--json a/p b/p").document()["all"]["puzzles"], 2);
    files.write("line", "0 2 3 4 5 6 7 8 9 10 1 11\n");
    let solved =
        |rest| batch(&files, &format!("--json --journal j {rest} line")).document()["all"]["solved"].take();
    assert_eq!(["--size 3x4", "--size 2x6 --resume"].map(solved), [0, 1]);
}

#[test]
fn lengths_in_pushes_are_no_multiples_of_manhattan_distances() {
    let files = Files::new();
    for (pushes, is_there) in [("", true), ("--pushes", false)] {
        let all =
            batch(&files, &format!("--size 3 --count 3 --seed 1 --json {pushes}")).document()["all"].take();
        assert_eq!(
            (&all["solved"], all["times_manhattan"].is_number()),
            (&Value::from(3), is_there),
            "{all}"
        );
    }
}

#[test]
fn the_table_and_the_answer_go_to_two_places() {
    let files = Files::new();
    small(&files);
    for places in ["--csv same -o same", "--csv -", "--journal j --csv same -o same"] {
        batch(&files, &format!("{places} p")).refused(2, "cannot go to the same place");
    }
}

#[test]
fn a_run_that_ends_in_the_middle_of_a_puzzle_tells_its_positions() {
    let files = Files::new();
    small(&files);
    files.write("p/wide", WIDE);
    files.write("p/wide.goal", WIDE_GOAL);
    let ended = batch(&files, "--optimal --total 1s p");
    assert_eq!(ended.status, 5, "{ended:?}");
    let (_, after) = ended.sentences.split_once("time limit reached (1.00 s) after ").expect("a sentence");
    assert!(after.contains(" positions") && !after.starts_with("0 "), "{ended:?}");
}

#[test]
fn a_killed_batch_goes_on_where_it_was() {
    const PUZZLES: usize = 60;
    let files = Files::new();
    fs::create_dir_all(files.path("p")).expect("a folder");
    for number in 0..PUZZLES {
        for ending in ["", ".goal"] {
            let from = here("puzzles/sliding").join(format!("klotski{ending}"));
            fs::copy(from, files.path("p").join(format!("k{number:02}{ending}"))).expect("a shipped file");
        }
    }
    let journal = files.path("j");
    let lines = || fs::read(&journal).map_or(0, |bytes| bytes.split(|byte| *byte == b'\n').count() - 1);
    for round in 1..=4 {
        let mut command = traybit();
        command.current_dir(files.path(".")).args(["batch", "--optimal", "--journal", "j", "--resume", "p"]);
        let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
        // It may be quicker than the kill, which changes nothing about what has to hold.
        while lines() < 12 * round && child.try_wait().expect("a child").is_none() {
            thread::sleep(Duration::from_micros(300));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let before = lines();
    let answer = batch(&files, "--journal j --optimal --resume p");
    assert_eq!(answer.status, 0, "{answer:?}");
    assert_eq!(answer.output.matches("Verified ").count(), PUZZLES - before, "{answer:?}");
    assert!(answer.output.contains(&format!("{PUZZLES} puzzles, {PUZZLES} verified")), "{answer:?}");
    let names = journalled(&journal);
    assert_eq!((names.len(), names.values().all(|times| *times == 1)), (PUZZLES, true), "{names:?}");
}
