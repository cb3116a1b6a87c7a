//! The built-in puzzles: all that are shipped, with the answers of their indexes.

use std::path::Path;

use csv::Reader;
use serde_json::Value;

use crate::programs::{Files, here};

#[test]
fn built_in_puzzles_are_described_and_listed_with_the_answers_of_their_indexes() {
    let empty = Files::new();
    let document = empty.traybit("puzzles --json").document();
    let listed = document["puzzles"].as_array().expect("puzzles");
    let named = |name: &str| listed.iter().find(|puzzle| puzzle["name"] == name);
    for puzzle in listed {
        let describe = if puzzle["boards"].is_null() { "info --json" } else { "show --number 50" };
        let answer = empty.traybit(&format!("{describe} {}", puzzle["name"].as_str().expect("a name")));
        assert_eq!((answer.status, &*answer.sentences), (0, ""), "{answer:?}");
    }
    // A list has no row.
    let mut rows = listed.iter().filter(|puzzle| !puzzle["boards"].is_null()).count();
    for index in ["exact/index", "packing/index", "sliding/drawn", "sliding/index", "tiles/index"] {
        let mut reader = Reader::from_path(here(&format!("puzzles/{index}.csv"))).expect("an index");
        let head = reader.headers().expect("names").clone();
        for row in reader.records().map(|row| row.expect("a row")) {
            rows += 1;
            let short = Path::new(&row[0]).with_extension("");
            let puzzle = named(&row[0]).or_else(|| named(short.to_str()?)).expect("a built-in puzzle");
            for (column, known) in head.iter().zip(&row).skip(1) {
                let found = match &puzzle[column] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    number => number.to_string(),
                };
                assert_eq!(found, known, "{column} of {row:?}");
            }
        }
    }
    assert_eq!(rows, listed.len());
}

#[test]
fn a_built_in_tray_keeps_its_goal_beside_a_file_of_that_name() {
    let files = Files::new();
    files.write("klotski.goal", "3 1 4 1\n");
    for (goal, length) in [("", 90), ("klotski.goal", 6)] {
        let counted = files.traybit(&format!("count --json klotski {goal}")).document();
        assert_eq!(counted["length"], length, "{counted}");
    }
}
