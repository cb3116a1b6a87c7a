//! Exact covers: the problems that ship with their known numbers, and every command with its statuses.

use std::fs::{read, read_dir, read_to_string};

use serde_json::{Value, json};
use traybit_core::search::limits::Limits;
use traybit_packing::exact::solve::count;
use traybit_packing::exact::text;

use crate::programs::{Answer, here, run, traybit, traybit_in_files};

const SMALL: &str = "| Knuth's\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

fn answer(arguments: &str, input: &str) -> Answer {
    let own = [
        ("small", SMALL),
        ("none", "a b\na\n"),
        ("twice", "a b\na b\nb a\n"),
        ("wrong", "| no item\na b\na c\n"),
        ("idle", "| all may be left out\n0:1|a 0:1|b\na\nb\na b\n"),
    ];
    traybit_in_files(arguments, own.iter(), input).0
}

#[test]
fn shipped_problems_have_the_solutions_of_the_index() {
    let index = read_to_string(here("puzzles/exact/index.csv")).expect("an index");
    let files = read_dir(here("puzzles/exact")).expect("a folder").count();
    assert_eq!(
        files,
        index.lines().count() + 1,
        "each problem has a row, beside the index and its description"
    );
    for row in index.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let bytes = read(here("puzzles/exact").join(fields[0])).expect("a problem");
        let problem = text::read(fields[0], &bytes).expect("a valid problem");
        let found =
            count(&problem, None, &Limits { threads: 2, ..Limits::default() }).expect("no checkpoint");
        assert_eq!((found.solutions.to_string(), found.ended), (fields[1].to_owned(), None), "{row}");
    }
}

#[test]
fn solutions_are_listed_counted_and_checked() {
    let solved = answer("solve --quiet small", "");
    assert_eq!((solved.status, solved.output.as_str()), (0, "p r x:A y\nq x:A\n"), "{solved:?}");
    assert_eq!(answer("count --quiet small", "").output, "1 solution\n");
    assert_eq!(
        answer("check small", &solved.output).output,
        "Verified: 1 solution, all valid and different.\n"
    );
    let document = answer("solve --json --all --quiet small", "");
    let value: Value = serde_json::from_str(&document.output).expect("a document");
    assert_eq!(value["solutions"], json!([["p r x:A y", "q x:A"]]));
    assert_eq!(answer("check small", &document.output).status, 0);
    for (solutions, says) in [
        ("", "expected a solution, found none"),
        ("q x:A\n", "the solution that begins on line 1: expected item p in 1 of the options, found it in 0"),
        (
            "q x:A\np r x:A y\n\np r x:A y\nq x:A\n",
            "line 1 and the solution that begins on line 4 are the same",
        ),
    ] {
        let checked = answer("check small", solutions);
        assert!(checked.status == 1 && checked.sentences.contains(says), "{checked:?}");
    }
    assert_eq!(answer("solve none", "").status, 1);
    // An option that stands twice in the file is two, so solutions of the same lines may differ.
    let twice = answer("solve --all --quiet twice", "");
    assert_eq!(twice.output, "a b\n\nb a\n");
    assert_eq!(answer("check twice", &twice.output).status, 0);
}

#[test]
fn a_solution_without_options_is_one_of_them() {
    let solved = answer("solve --all --quiet idle", "");
    assert_eq!((solved.status, solved.output.matches("| no option\n").count()), (0, 1), "{solved:?}");
    let checked = answer("check idle", &solved.output);
    assert_eq!(checked.output, "Verified: 5 solutions, all valid and different.\n", "{checked:?}");
    assert_eq!(answer("count --quiet idle", "").output, "5 solutions\n");
    assert_eq!(answer("check small", "| no option\n").status, 1);
}

#[test]
fn errors_name_the_line_and_other_commands() {
    for (arguments, status, says) in [
        ("solve wrong", 4, "wrong, line 3, column 3: expected an item of line 2, found \"c\""),
        ("show small", 4, "an exact cover has no board"),
        ("explore small", 2, "`traybit solve`, `traybit check`, `traybit info` and `traybit count` do"),
        ("solve --distinct small", 2, "--distinct is for packing puzzles, and small is an exact cover"),
        ("count --limit 0 small", 5, "time limit"),
    ] {
        let answer = answer(arguments, "");
        assert!(answer.status == status && answer.sentences.contains(says), "{arguments}: {answer:?}");
    }
}

#[test]
fn what_convert_writes_has_as_many_solutions_as_packings() {
    for (name, packings) in [("pentominoes-3x20.txt", "8"), ("flat-tetrominoes.xmpuzzle", "250")] {
        let convert = ["convert", "--to", "dlx", "--quiet"];
        let text = run(traybit().args(convert).arg(here("puzzles/packing").join(name)), "").output;
        assert_eq!(answer("count --quiet -", &text).output, format!("{packings} solutions\n"), "{name}");
    }
}
