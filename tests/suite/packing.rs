//! Packings and exact covers: the shipped ones with their known numbers; checkpoints, kills and long outputs.

use std::fs::{self, DirEntry, read_dir, read_to_string};
use std::io::Read;
use std::process::Command;
use std::thread;
use std::time::Duration;

use traybit_core::Limits;
use traybit_packing::exact;
use traybit_packing::formats::read;
use traybit_packing::solve::{count, enumerate};

use crate::programs::{Answer, Files, here, interrupt, killed, traybit, traybit_here};

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
    let file = fs::File::open(here("puzzles/packing").join(name)).expect("a shipped puzzle");
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
fn boards_are_shown_every_few_positions() {
    let files = Files::new();
    files.write("dominoes", "piece D: 4\nXX\n\nboard: 2x4\n");
    let boards = |shown: &Answer| shown.sentences.lines().filter(|line| !line.starts_with("traybit")).count();
    for command in ["solve --all", "count --by enumeration"] {
        let shown = |every: &str| files.traybit(&format!("{command} {every} --threads 1 dominoes"));
        let plain = shown("").output;
        // Rows and an empty line for each board; the usual number is larger than the number of positions.
        for (every, some) in
            [("--every", false), ("--every=1000000", false), ("--every=1", true), ("--every=3", true)]
        {
            let shown = shown(every);
            assert_eq!((shown.status, &shown.output), (0, &plain), "{command} {every}");
            assert_eq!((boards(&shown) > 0, boards(&shown) % 3), (some, 0), "{shown:?}");
        }
        assert!(boards(&shown("--every=1")) > boards(&shown("--every=3")));
    }
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
    let beside = || read_dir(files.path(".")).expect("a folder").map(|entry| entry.expect("a file"));
    let is_begun = |entry: DirEntry| {
        entry.file_name().to_string_lossy().starts_with('.')
            && entry.metadata().is_ok_and(|file| file.len() > 0)
    };
    while !beside().any(is_begun) {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(!target.exists());
    interrupt(&child, "INT");
    let stopped = Answer::from(child.wait_with_output().expect("it ends"));
    assert_eq!((stopped.status, stopped.output.as_str()), (130, ""), "{stopped:?}");
    let checked = traybit_here(&format!("check {} {}", path("popinjay-square-off.txt"), target.display()));
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

#[test]
fn shipped_covers_have_the_solutions_of_the_index() {
    let index = read_to_string(here("puzzles/exact/index.csv")).expect("an index");
    let files = read_dir(here("puzzles/exact")).expect("a folder").count();
    assert_eq!(
        files,
        index.lines().count() + 1,
        "each problem has a row, beside the index and its description"
    );
    for row in index.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let bytes = fs::read(here("puzzles/exact").join(fields[0])).expect("a problem");
        let problem = exact::read(fields[0], &bytes).expect("a valid problem");
        let found =
            exact::count(&problem, None, &Limits { threads: 2, ..Limits::default() }).expect("no checkpoint");
        assert_eq!((found.found.to_string(), found.ended), (fields[1].to_owned(), None), "{row}");
    }
}
