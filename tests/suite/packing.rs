//! `traybit pack`: every command and its statuses; and the puzzles that ship, with their known numbers.

use std::fs::{read_dir, read_to_string};
use std::io::Read;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use traybit_core::search::limits::Limits;
use traybit_packing::formats::read;
use traybit_packing::solve::{count, enumerate};

use crate::programs::{Answer, Files, here, interrupt, killed, traybit, traybit_in_files};

const DOMINOES: &str = "piece D: 4\nXX\n\nboard: 2x4\n";

fn pack(arguments: &str, files: &[(&str, &str)], input: &str) -> (Answer, Files) {
    let own = [("dominoes", DOMINOES)];
    traybit_in_files(arguments, own.iter().chain(files), input)
}

fn answer(arguments: &str) -> Answer {
    pack(arguments, &[], "").0
}

/// Rows of the index: the file, and how many packings it has, all and up to symmetry.
fn shipped() -> Vec<(String, u128, u128)> {
    let index = read_to_string(here("puzzles/packing/index.csv")).expect("an index");
    let row = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        let number = |field: usize| fields[field].parse().expect("a number");
        (fields[0].to_owned(), number(1), number(2))
    };
    index.lines().skip(1).map(row).collect()
}

fn puzzle(name: &str) -> traybit_packing::pack::Pack {
    let file = std::fs::File::open(here("puzzles/packing").join(name)).expect("a shipped puzzle");
    read(name, file).expect("a valid puzzle")
}

#[test]
fn shipped_puzzles_are_counted_as_the_index_has_them() {
    let files = read_dir(here("puzzles/packing")).expect("a folder").count();
    let rows = shipped();
    assert_eq!(files, rows.len() + 2, "each puzzle has a row, beside the index and its description");
    for (name, total, distinct) in rows {
        // One thread is as good as two; the largest are counted once.
        let fewest = if total > 100_000 { 2 } else { 1 };
        for threads in fewest..=2 {
            let limits = Limits { threads, ..Limits::default() };
            let found = count::count(&puzzle(&name), None, &limits).expect("no checkpoint");
            assert_eq!(
                (found.total, found.distinct),
                (Ok(total.into()), Ok(distinct.into())),
                "{name}, {threads} threads"
            );
        }
    }
}

#[test]
fn enumeration_agrees_with_counting() {
    for (name, total, distinct) in shipped() {
        // The longest ones are listed by hand.
        if total > 20_000 || name.starts_with('1') {
            continue;
        }
        let limits = Limits { threads: 2, ..Limits::default() };
        let found = enumerate::count(&puzzle(&name), enumerate::Callbacks::default(), &limits)
            .expect("no checkpoint");
        assert_eq!((found.total, found.distinct), (Ok(total.into()), Ok(distinct.into())), "{name}");
    }
}

#[test]
fn packings_are_drawn_counted_and_checked() {
    let first = answer("solve dominoes -q");
    assert_eq!(first.status, 0, "{first:?}");
    assert_eq!(first.output.lines().count(), 2);
    assert_eq!(
        answer("count dominoes -q").output,
        "5 packings\n4 packings up to symmetry (the puzzle has 4 symmetries)\n"
    );
    assert_eq!(answer("count --by enumeration dominoes -q").output, answer("count dominoes -q").output);
    let all = answer("solve --all dominoes -q");
    let checked = pack("check dominoes", &[], &all.output).0;
    assert_eq!(
        (checked.status, checked.output.as_str()),
        (0, "Verified: 5 packings, all valid and different.\n")
    );
    assert_eq!(
        pack("check dominoes", &[], &answer("solve --all --distinct dominoes -q").output)
            .0
            .output
            .split(' ')
            .nth(1),
        Some("4")
    );
    let twice = pack("check dominoes", &[], &format!("{0}\n{0}", first.output)).0;
    assert_eq!(twice.status, 1, "{twice:?}");
    let as_json: Value = serde_json::from_str(&answer("solve --json dominoes").output).expect("a document");
    assert_eq!((&as_json["answer"], &as_json["symmetries"]), (&json!("solved"), &json!(4)));
    let as_json: Value = serde_json::from_str(&answer("count --json dominoes").output).expect("a document");
    assert_eq!((&as_json["packings"], &as_json["up_to_symmetry"]), (&json!("5"), &json!("4")));
}

#[test]
fn what_solve_writes_is_checked_in_every_form() {
    // Both dominoes may lie across, and only their names tell them apart.
    let shared = ("shared", "piece A: 1\nXX\n\npiece B: 1 fixed\nXX\n\nboard: 2x3\n");
    let number = pack("count shared -q", &[shared], "").0.output;
    let number = number.split(' ').next().expect("a number");
    for option in ["", "--format letters", "--json"] {
        let all = pack(&format!("solve --all {option} shared -q"), &[shared], "").0;
        assert_eq!(all.status, 0, "{all:?}");
        let checked = pack("check shared", &[shared], &all.output).0;
        let expected = format!("Verified: {number} packings, all valid and different.\n");
        assert_eq!((checked.status, checked.output), (0, expected), "{option}: {}", all.output);
    }
    let first = pack("solve shared -q", &[shared], "").0.output;
    let boxes = traybit_in_files("show shared first", [shared, ("first", &first)].iter(), "").0;
    assert!(boxes.output.contains('┠'), "{boxes:?}");
    let checked = pack("check shared", &[shared], &boxes.output).0;
    assert_eq!(
        (checked.status, checked.output.as_str()),
        (0, "Verified: 1 packing, all valid and different.\n")
    );
    let shown = pack("solve --json shared", &[shared], "").0.output.replace("\"B\"", "\"Q\"");
    let refused = pack("check shared", &[shared], &shown).0;
    assert_eq!(refused.status, 4, "{refused:?}");
    assert!(
        refused.sentences.contains("packing 1: expected the name of a piece, found \"Q\""),
        "{refused:?}"
    );
    let letters = answer("solve --format letters dominoes");
    assert_eq!((letters.status, letters.output.as_str()), (2, ""), "{letters:?}");
    assert!(letters.sentences.contains("found piece D, 4 to 4 of it"), "{letters:?}");
}

#[test]
fn what_cannot_be_packed_is_proven() {
    let tees = "piece T: 2\nXXX\n.X.\n\nboard: 3x3\n";
    let (none, _) = pack("solve tees", &[("tees", tees)], "");
    assert_eq!((none.status, none.output.as_str()), (1, ""), "{none:?}");
    assert!(none.sentences.contains("no packing exists"), "{none:?}");
    assert_eq!(pack("count tees -q", &[("tees", tees)], "").0.status, 0);
    let wrong = pack("solve tees", &[("tees", "piece T: 4\nXXX\nX.X\n..X\nX..\n\nboard: 4x5\n")], "").0;
    assert_eq!(wrong.status, 4, "{wrong:?}");
    assert!(wrong.sentences.contains("tees, line "), "{wrong:?}");
    assert_eq!(answer("solve missing").status, 3);
}

#[test]
fn a_count_goes_on_from_a_checkpoint() {
    let path = here("puzzles/packing/8x8-6.txt");
    let path = path.to_str().expect("a path of letters");
    for by in ["boundary", "enumeration"] {
        let folder = Files::new();
        let state = folder.path("state");
        let state = state.to_str().expect("a path of letters");
        let begun = answer(&format!("count --by {by} --checkpoint {state} --limit 1ms --threads 1 {path}"));
        assert!([0, 5].contains(&begun.status), "{begun:?}");
        let ended = answer(&format!("count --by {by} --checkpoint {state} {path} -q"));
        assert_eq!(
            (ended.status, ended.output.as_str()),
            (0, "3,760 packings\n486 packings up to symmetry (the puzzle has 8 symmetries)\n")
        );
        folder.write("state", "something else");
        let refused = answer(&format!("count --by {by} --checkpoint {state} {path} -q"));
        assert_eq!(refused.status, 4, "{refused:?}");
    }
}

#[test]
fn some_packings_are_the_first() {
    let all = answer("solve --all dominoes -q").output;
    let first = |number: usize| all.split("\n\n").take(number).collect::<Vec<_>>().join("\n\n") + "\n";
    for (limits, number) in [("--first 2", 2), ("--first 3 --limit 1h", 3), ("--limit 3600", 1), ("", 1)] {
        let some = answer(&format!("solve {limits} dominoes"));
        assert_eq!((some.status, some.output), (0, first(number)), "{limits}");
        assert!(some.sentences.contains("; there may be more"), "{}", some.sentences);
    }
    for limits in ["--first 5", "--first 6", "--all", "--all --limit 1h"] {
        let some = answer(&format!("solve {limits} dominoes -q"));
        assert_eq!((some.status, &some.output), (0, &all), "{limits}");
    }
    for limits in ["--all --first 5", "--first 0", "--first 2.5", "--limit 1s --limit 2s", "--limit x"] {
        let refused = answer(&format!("solve {limits} dominoes"));
        assert_eq!((refused.status, refused.output.as_str()), (2, ""), "{limits}");
    }
}

#[test]
fn boards_are_shown_each_so_many_positions() {
    let boards = |told: &Answer| told.sentences.lines().filter(|line| !line.starts_with("traybit")).count();
    for command in ["solve --all", "count --by enumeration"] {
        let told = |every: &str| answer(&format!("{command} {every} --threads 1 dominoes"));
        // Fewer positions than are meant when the number is left out.
        for (every, some) in
            [("--every", false), ("--every=1000000", false), ("--every=1", true), ("--every=3", true)]
        {
            let shown = told(every);
            assert_eq!((shown.status, &shown.output), (0, &told("").output), "{command} {every}");
            // Two rows and an empty line each.
            assert_eq!((boards(&shown) > 0, boards(&shown) % 3), (some, 0), "{shown:?}");
        }
        assert!(boards(&told("--every=1")) > boards(&told("--every=3")));
    }
    let none = answer("count --every dominoes");
    assert_eq!(none.status, 2, "{none:?}");
    assert!(none.sentences.contains("--by enumeration"), "{none:?}");
}

/// A shipped puzzle as an argument.
fn path(name: &str) -> String {
    here("puzzles/packing").join(name).to_str().expect("a path of letters").to_owned()
}

#[test]
fn packings_are_written_as_they_are_found() {
    let files = Files::new();
    // It has millions, so the program cannot have ended when the first are read.
    let mut endless = traybit();
    let mut child =
        endless.args(["solve", "--all", &path("popinjay-square-off.txt")]).spawn().expect("it starts");
    let mut first = [0; 220];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a drawing");
    // The pipe is closed now.
    let closed = Answer::from(child.wait_with_output().expect("it ends"));
    assert_eq!((closed.status, closed.sentences.as_str()), (141, ""));
    assert!(first.starts_with(b"1111111111"), "{}", String::from_utf8_lossy(&first));

    // A file appears only once it is whole, and a signal leaves it so.
    let target = files.path("packings");
    let mut endless = traybit();
    endless.args(["solve", "--all", &path("popinjay-square-off.txt"), "-o"]).arg(&target);
    let child = endless.spawn().expect("it starts");
    let beside =
        || read_dir(files.path(".")).expect("a folder").map(|entry| entry.expect("a file").file_name());
    while beside().all(|name| !name.to_string_lossy().starts_with(".packings")) {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(!target.exists());
    interrupt(&child, "INT");
    let stopped = Answer::from(child.wait_with_output().expect("it ends"));
    assert_eq!((stopped.status, stopped.output.as_str()), (130, ""), "{stopped:?}");
    let checked = answer(&format!("check {} {}", path("popinjay-square-off.txt"), target.display()));
    let told = stopped.sentences.lines().find_map(|line| line.strip_suffix(" packings; there may be more."));
    match told.and_then(|line| line.strip_prefix("traybit: ")) {
        Some(number) => {
            assert_eq!(checked.output, format!("Verified: {number} packings, all valid and different.\n"));
        }
        // It was stopped before it had found two.
        None => assert!(!stopped.sentences.contains("packings; "), "{stopped:?}"),
    }
    assert_eq!(beside().count(), 1);
}

/// Runs a command with a checkpoint that is killed once it has kept its state, and then to its end; the output.
fn killed_once(arguments: &[&str]) -> String {
    let files = Files::new();
    let state = files.path("state");
    let command = || -> Command {
        let mut command = traybit();
        command.args(arguments).args(["-q", "--checkpoint"]).arg(&state);
        command
    };
    // It may be quicker than the kill, but hardly each time.
    for _ in 0..5 {
        if killed(command().args(["--checkpoint-every", "1ms"]), &state) {
            break;
        }
    }
    let ended = Answer::from(command().output().expect("it runs"));
    assert_eq!((ended.status, ended.sentences.as_str()), (0, ""), "{arguments:?}");
    assert!(!state.exists(), "what is done needs no checkpoint");
    ended.output
}

#[test]
fn a_killed_run_goes_on_to_the_same_answer() {
    let (long, pentominoes) = (path("11x11-13.txt"), path("pentominoes-6x10.txt"));
    for arguments in [
        &["count", &long][..],
        &["count", "--by", "enumeration", &pentominoes],
        &["solve", "--all", &path("9x9-8.txt")],
        &["solve", "--all", "--distinct", &pentominoes],
    ] {
        let whole = traybit().args(arguments).arg("-q").output().expect("it runs");
        assert!(killed_once(arguments) == Answer::from(whole).output, "{arguments:?}");
    }
}
