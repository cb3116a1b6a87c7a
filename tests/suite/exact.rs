//! Exact covers: the problems that ship with their known numbers.

use std::fs::{read, read_dir, read_to_string};

use traybit_core::search::limits::Limits;
use traybit_packing::exact::count;
use traybit_packing::exact::text;

use crate::programs::here;

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
