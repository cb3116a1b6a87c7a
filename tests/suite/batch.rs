//! `traybit batch`: folders worked through, journals that outlive a kill, reports.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::budgets::{WIDE, WIDE_GOAL};
use crate::programs::{Answer, Files, here, passed_over, run, traybit};

const TRAY: &str = "1 3\n0 0 0 0\n";

/// `traybit batch` in a folder, with a line of arguments.
fn batch(files: &Files, arguments: &str) -> Answer {
    let mut command = traybit();
    run(command.current_dir(files.path(".")).arg("batch").args(arguments.split_whitespace()), "")
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
fn a_folder_is_solved_and_reported() {
    let files = Files::new();
    small(&files);
    let answer = batch(&files, "--journal j p");
    let places = "traybit: the journal is j, the table of its values j.csv.\n";
    assert_eq!((answer.status, answer.sentences.as_str()), (0, places), "{answer:?}");
    let lines: Vec<&str> = answer.output.lines().collect();
    assert_eq!(lines[0], "Skipped p/notes: not a puzzle");
    for verified in
        ["Verified p/a: 1 move, ", "Verified p/board: 1 move, ", "Verified inner/none: impossible, "]
    {
        assert_eq!(lines.iter().filter(|line| line.starts_with(verified)).count(), 1, "{answer:?}");
    }
    assert!(answer.output.contains("\n3 puzzles, 3 verified, in "), "{answer:?}");
    assert_eq!(journalled(&files.path("j")).len(), 3);
    let table = fs::read_to_string(files.path("j.csv")).expect("a table");
    assert!(table.starts_with("set,name,family,digest,asked,answer,length,"), "{table}");
    assert_eq!(table.lines().count(), 4);
}

#[test]
fn sets_are_picked_and_documents_given() {
    let files = Files::new();
    small(&files);
    let answer = batch(&files, "--set inner --json p");
    let document: Value = serde_json::from_str(&answer.output).expect("a document");
    assert_eq!(
        (answer.status, &document["all"]["unsolvable"], &document["all"]["puzzles"]),
        (0, &1.into(), &1.into())
    );
    // What was solved before is not solved again; a puzzle with another objective is.
    assert_eq!(batch(&files, "--quiet --journal j p").status, 0);
    let again = batch(&files, "--journal j --resume --against j p");
    assert!(
        !again.output.contains("Verified") && again.output.contains("3 puzzles, 3 verified"),
        "{again:?}"
    );
    assert!(
        again.output.contains("0 puzzles answered differently, 0 faster, 0 slower, 0 new, 0 gone"),
        "{again:?}"
    );
    let optimal = batch(&files, "--journal j --resume --optimal p");
    assert!(optimal.output.contains("Verified p/a: 1 move, the fewest, "), "{optimal:?}");
    assert_eq!(journalled(&files.path("j"))["a"], 2);
}

#[test]
fn a_resumed_run_knows_its_puzzles_among_namesakes() {
    let files = Files::new();
    small(&files);
    assert_eq!(batch(&files, "--journal j p").status, 0);
    fs::create_dir_all(files.path("more/p")).expect("a folder");
    files.write("more/p/a", "1 4\n0 0 0 0\n");
    files.write("more/p/a.goal", "0 2 0 2\n");
    let both = batch(&files, "--journal j --resume p more/p");
    assert_eq!(both.output.matches("Verified p/a (").count(), 1, "{both:?}");
    assert!(both.output.contains("4 puzzles, 4 verified"), "{both:?}");
    // And once more, with either alone.
    for names in ["p more/p", "p", "more/p"] {
        let again = batch(&files, &format!("--journal j --resume {names}"));
        assert!(again.status == 0 && !again.output.contains("Verified"), "{names}: {again:?}");
    }
}

#[test]
fn what_was_given_up_is_tried_again_where_that_is_asked_for() {
    let files = Files::new();
    small(&files);
    fs::copy(here("puzzles/sliding/rush-hour-15.txt"), files.path("p/wide")).expect("a shipped file");
    assert_eq!(batch(&files, "--journal j --optimal --memory 1M p").status, 5);
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
fn what_is_at_fault_is_a_line_and_the_rest_is_solved() {
    let files = Files::new();
    small(&files);
    files.write("p/bad", "1 3\n0 0 0 0\n");
    files.write("p/bad.goal", "0 0 9 9\n");
    let answer = batch(&files, "p missing");
    assert_eq!(answer.status, 3, "{answer:?}");
    assert!(answer.output.contains("Error p/bad.goal, line 1"), "{answer:?}");
    assert!(answer.output.contains("Error missing: cannot be opened: "), "{answer:?}");
    assert!(answer.output.contains("3 puzzles, 3 verified"), "{answer:?}");
    assert!(answer.sentences.starts_with("traybit: 2 files with errors.\n"), "{answer:?}");
    assert_eq!(["--limit x p", "--set none p", "--resume p"].map(|line| batch(&files, line).status), [2; 3]);
    fs::create_dir_all(files.path("empty")).expect("a folder");
    let nothing = batch(&files, "--journal new empty");
    assert_eq!((nothing.status, nothing.sentences.as_str()), (4, "traybit: there is no puzzle.\n"));
    assert!(!files.path("new").exists());
    // What the run's end leaves is not in the journal.
    let late = batch(&files, "--journal late --total 0 p");
    assert_eq!(late.status, 5, "{late:?}");
    assert!(
        late.sentences.contains("time limit reached (0 s)") && late.sentences.contains("--total"),
        "{late:?}"
    );
    assert_eq!(fs::read_to_string(files.path("late")).expect("a journal"), "");
    // A table in the journal's place would be its end.
    assert_eq!(batch(&files, "--journal j --csv j p").status, 7);
    files.write("no-journal", "words\n");
    let refused = batch(&files, "--against no-journal p");
    assert_eq!([refused.status, batch(&files, "--resume --journal no-journal p").status], [4; 2]);
    assert_eq!(fs::read_to_string(files.path("no-journal")).expect("a file"), "words\n");
    assert!(
        refused.sentences.contains("no-journal, line 1: expected a line of a batch's journal"),
        "{refused:?}"
    );
}

#[test]
fn nothing_is_written_unasked_and_no_journal_is_lost() {
    let files = Files::new();
    small(&files);
    let names = || {
        let mut names: Vec<_> = fs::read_dir(files.path(".")).expect("a folder").flatten().collect();
        names.sort_by_key(fs::DirEntry::file_name);
        names.iter().map(|entry| entry.file_name().into_string().expect("a name")).collect::<Vec<_>>()
    };
    assert_eq!((batch(&files, "p").status, names()), (0, vec!["p".to_owned()]));
    assert_eq!(batch(&files, "--journal j --set inner p").status, 0);
    let kept = fs::read_to_string(files.path("j")).expect("a journal");
    let refused = batch(&files, "--journal j p");
    assert!(refused.status == 2 && refused.sentences.contains("--overwrite replaces it"), "{refused:?}");
    assert_eq!(fs::read_to_string(files.path("j")).expect("a journal"), kept);
    let resumed = batch(&files, "--journal j --resume p");
    let told = "traybit: 1 result had been in the journal before; the journal is j, ";
    assert!(resumed.status == 0 && resumed.sentences.starts_with(told), "{resumed:?}");
    assert_eq!(batch(&files, "--journal j --overwrite --set inner p").status, 0);
    assert_eq!(journalled(&files.path("j")).len(), 1);
    let ended = batch(&files, "--journal j --resume --total 0 p");
    assert!(ended.sentences.contains("the same command with --resume continues"), "{ended:?}");
    assert_eq!(names(), ["j", "j.csv", "p"]);
}

#[test]
fn a_wrong_answer_is_worse_than_one_given_up() {
    let files = Files::new();
    fs::create_dir_all(files.path("p")).expect("a folder");
    fs::copy(here("puzzles/sliding/rush-hour-15.txt"), files.path("p/wide")).expect("a shipped file");
    // The first has 2 moves.
    files.write("p/list", "a 1 2 3 4 5 6 0 7 8 10\nb 1 2 3 4 5 6 7 0 8 1\n");
    let answer = batch(&files, "--optimal --memory 1M p");
    assert!(answer.output.contains("Gave up ") && answer.output.contains("Wrong "), "{answer:?}");
    assert_eq!(answer.status, 1, "{answer:?}");
}

#[test]
fn what_takes_too_much_memory_is_given_up_and_the_rest_is_solved() {
    let files = Files::new();
    small(&files);
    fs::copy(here("puzzles/sliding/rush-hour-15.txt"), files.path("p/wide")).expect("a shipped file");
    let answer = batch(&files, "--optimal --memory 1M p");
    assert_eq!(answer.status, 5, "{answer:?}");
    assert!(answer.output.contains("Gave up p/wide: out of memory, after "), "{answer:?}");
    assert_eq!(answer.output.matches("Verified ").count(), 3, "{answer:?}");
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

#[test]
fn the_course_s_puzzles_are_all_verified() {
    let folder = here("../shared/puzzles/cs61b");
    if !folder.join("pairs.csv").exists() {
        passed_over(&format!(
            "skipped: the course's files are not shipped, and {} is not there",
            folder.display()
        ));
        return;
    }
    let files = Files::new();
    let command: &mut Command = &mut traybit();
    let answer = run(command.current_dir(files.path(".")).args(["batch", "--json"]).arg(folder), "");
    assert_eq!(answer.status, 0, "{answer:?}");
    let document: Value = serde_json::from_str(&answer.output).expect("a document");
    let all = &document["all"];
    assert_eq!((&all["puzzles"], &all["solved"], &all["unsolvable"]), (&118.into(), &101.into(), &17.into()));
    assert_eq!(document["left_out"].as_array().map(Vec::len), Some(6));
}
