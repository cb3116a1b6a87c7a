//! `traybit pack`: every command and its statuses; and the puzzles that ship, with their known numbers.

use std::fs::{read_dir, read_to_string};

use serde_json::{Value, json};
use traybit::packing::forms::read;
use traybit::search::limits::Limits;
use traybit::solve::packing::{count, list};

use crate::programs::{Answer, Files, here, program, run};

const DOMINOES: &str = "piece D: 4\nXX\n\nboard: 2x4\n";

fn pack(arguments: &str, files: &[(&str, &str)], input: &str) -> (Answer, Files) {
    let folder = Files::new();
    for (name, text) in [("dominoes", DOMINOES)].iter().chain(files) {
        folder.write(name, text);
    }
    let mut command = program(env!("CARGO_BIN_EXE_traybit"));
    for variable in ["TRAYBIT_MEMORY", "TRAYBIT_TIME", "TRAYBIT_THREADS"] {
        command.env_remove(variable);
    }
    let answer =
        run(command.current_dir(folder.path(".")).arg("pack").args(arguments.split_whitespace()), input);
    (answer, folder)
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

fn puzzle(name: &str) -> traybit::packing::pack::Pack {
    let file = std::fs::File::open(here("puzzles/packing").join(name)).expect("a shipped puzzle");
    read(name, file).expect("a valid puzzle")
}

#[test]
fn shipped_puzzles_are_counted_as_the_index_has_them() {
    let files = read_dir(here("puzzles/packing")).expect("a folder").count();
    let rows = shipped();
    assert_eq!(files, rows.len() + 2, "each puzzle has a row, beside the index and its description");
    for (name, total, distinct) in rows {
        for threads in [1, 2] {
            let limits = Limits { threads, ..Limits::default() };
            let found = count::count(&puzzle(&name), None, &limits).expect("nothing was kept");
            assert_eq!((found.total, found.distinct), (Ok(total), Ok(distinct)), "{name}, {threads} threads");
        }
    }
}

#[test]
fn listing_agrees_with_counting() {
    for (name, total, distinct) in shipped() {
        // The longest ones are listed by hand.
        if total > 20_000 || name.starts_with('1') {
            continue;
        }
        let limits = Limits { threads: 2, ..Limits::default() };
        let found = list::count(&puzzle(&name), list::Looking::default(), &limits).expect("nothing was kept");
        assert_eq!((found.total, found.distinct), (Ok(total), Ok(distinct)), "{name}");
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
    assert_eq!(answer("count --by listing dominoes -q").output, answer("count dominoes -q").output);
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
    assert_eq!(
        pack("check dominoes", &[], &answer("solve --most 2 dominoes -q").output).0.output.split(' ').nth(1),
        Some("2")
    );
    let twice = pack("check dominoes", &[], &format!("{0}\n{0}", first.output)).0;
    assert_eq!(twice.status, 1, "{twice:?}");
    let as_json: Value = serde_json::from_str(&answer("solve --json dominoes").output).expect("a document");
    assert_eq!((&as_json["answer"], &as_json["symmetries"]), (&json!("solved"), &json!(4)));
    let as_json: Value = serde_json::from_str(&answer("count --json dominoes").output).expect("a document");
    assert_eq!((&as_json["packings"], &as_json["up_to_symmetry"]), (&json!("5"), &json!("4")));
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
    assert_eq!(answer("solve --most x dominoes").status, 2);
}

#[test]
fn a_count_goes_on_from_a_checkpoint() {
    let path = here("puzzles/packing/8x8-6.txt");
    let path = path.to_str().expect("a path of letters");
    for by in ["boundary", "listing"] {
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
