//! Tiles from the command line: boards whose shortest solutions are published, and whole spaces.

use std::fs;

use serde_json::{Value, json};

use crate::programs::{Files, here, passed_over, run, traybit, traybit_here};

/// Lengths of all solutions in a batch's document.
fn lengths(document: &Value) -> Vec<u64> {
    let puzzles = document["puzzles"].as_array().expect("puzzles");
    puzzles.iter().filter_map(|puzzle| puzzle["length"].as_u64()).collect()
}

#[test]
fn shipped_boards_have_the_lengths_of_their_index() {
    let index = fs::read_to_string(here("puzzles/tiles/index.csv")).expect("an index");
    let mut lines = index.lines();
    assert_eq!(lines.next(), Some("board,goal,expect,length,source"));
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let [board, goal, expected, length, ..] = fields[..] else { panic!("{line}") };
        let answered = traybit_here(&format!("solve --json -q --goal {goal} puzzles/tiles/{board}"));
        let solved = answered.document();
        if expected == "unsolvable" {
            assert_eq!((answered.status, &solved["answer"]), (1, &json!("unsolvable")), "{line}");
        } else {
            let length: u64 = length.parse().expect("a number");
            assert_eq!((&solved["length"], &solved["shortest"]), (&json!(length), &json!(true)), "{line}");
        }
    }
}

#[test]
fn korf_s_positions_have_their_lengths() {
    let answer = traybit_here("batch --optimal --goal blank-first --json puzzles/tiles/korf.txt");
    let document = answer.document();
    assert_eq!(answer.status, 0, "{answer:?}");
    assert_eq!([&document["all"]["puzzles"], &document["all"]["solved"]], [50, 50]);
    assert_eq!(lengths(&document).iter().sum::<u64>(), 2618);
}

#[test]
fn the_course_s_boards_are_solved() {
    const FOLDER: &str = "../shared/puzzles/fifteen";
    if !here(FOLDER).is_dir() {
        passed_over(&format!("skipped: the course's boards are not shipped, and {FOLDER} is not there"));
        return;
    }
    let answer = traybit_here(&format!("batch --json {FOLDER}"));
    let all = answer.document()["all"].take();
    assert_eq!((answer.status, &all["solved"], &all["puzzles"]), (0, &json!(14), &json!(14)), "{all}");
}

#[test]
fn the_farthest_board_takes_20_pushes_and_has_40_shortest_solutions() {
    let eight = "puzzles/tiles/eight-31.txt";
    let pushes = traybit_here(&format!("solve --pushes --json {eight}")).document();
    assert_eq!((&pushes["metric"], &pushes["length"]), (&json!("multi"), &json!(20)));
    let all = traybit_here(&format!("solve --all --json {eight}")).document();
    assert_eq!(
        (&all["shortest_solutions"], all["solutions"].as_array().map(Vec::len)),
        (&json!("40"), Some(40))
    );
}

#[test]
fn a_proof_that_there_is_no_solution_is_in_the_metric_asked_for() {
    let files = Files::new();
    for (board, method) in [("1 2 3\n4 5 6\n8 7 0\n", "parity"), ("2 1 0\n", "order")] {
        files.write("board", board);
        for (pushes, metric) in [("", "single"), ("--pushes", "multi")] {
            let proof = files.traybit(&format!("solve --json {pushes} board"));
            let document = proof.document();
            assert_eq!((proof.status, &document["answer"]), (1, &json!("unsolvable")));
            assert_eq!([&document["metric"], &document["method"]], [metric, method], "{document}");
        }
    }
}

#[test]
fn all_shortest_solutions_are_those_of_any_board_within_the_limits() {
    let files = Files::new();
    files.write("large", "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n0 21 22 23 24\n");
    files.write("walls", "1 x 2 3\n4 5 6 7\n8 9 10 11\n0 12 13 14\n");
    for (board, length) in [("large", 4), ("walls", 3)] {
        for arguments in ["solve --all", "count --memory 5M"] {
            let document = files.traybit(&format!("{arguments} --json {board}")).document();
            let number = document.get("shortest_solutions").unwrap_or(&document["solutions"]);
            assert_eq!((&document["length"], number), (&json!(length), &json!("1")), "{document}");
        }
    }
    // The ways of the blank from one corner of 10×10 to the other are 48,620.
    let numbers = |cells: Vec<String>| cells.chunks(10).map(|row| row.join(" ") + "\n").collect::<String>();
    files.write("start", numbers((0..100).map(|tile| tile.to_string()).collect()));
    files.write(
        "corner",
        numbers((1..=100).map(|cell| if cell < 100 { "*" } else { "0" }.to_owned()).collect()),
    );
    let all = files.traybit("solve --all --json --memory 4M start --goal corner");
    assert_eq!(all.status, 5, "{}", all.sentences);
    let all = files.traybit("solve --all --json start --goal corner").document();
    assert_eq!(all["solutions"].as_array().map(Vec::len), Some(48_620));
}

#[test]
fn layers_up_to_a_depth_are_no_more_where_a_checkpoint_has_more() {
    let files = Files::new();
    let explored = |depth| {
        let document =
            files.traybit(&format!("explore --size 3 --depth {depth} --checkpoint saved --json")).document();
        [&document["depth"], &document["positions"]].map(|number| number.as_u64().expect("a number"))
    };
    assert_eq!([15, 5, 16].map(explored), [[15, 7279], [5, 51], [16, 11_764]]);
    let twice = run(traybit().args(["explore", "-", "--goal", "-"]), "1 2\n3 0\n");
    twice.refused(2, "standard input can be read only once");
}

#[test]
fn what_is_generated_is_solved_as_it_is() {
    for size in ["1x9", "1x4", "2x1", "1", "3x2", "7x1"] {
        let made = traybit_here(&format!("generate tiles --size {size} --seed 3"));
        let solved = run(traybit().args(["solve", "--json", "-"]), &made.output).document();
        let (height, width) = size.split_once('x').unwrap_or((size, size));
        assert_eq!([solved["rows"].to_string(), solved["columns"].to_string()], [height, width]);
    }
    let files = Files::new();
    let made = files.traybit("generate tiles --size 3 --length 31 --count 2 --format line --seed 1").output;
    files.write("list", made);
    assert_eq!(lengths(&files.traybit("batch --optimal list --json").document()), [31, 31]);
}
