//! `traybit tiles`: all commands with their statuses, file formats and known lengths; and the shipped boards.

mod boards;
mod moves;

use serde_json::{Value, json};

use crate::programs::{Answer, Files, here, run, traybit, traybit_in_files};

const SOLVED: &str = "3\n 1  2  3\n 4  5  6\n 7  8   \n";
/// Two moves from the goal.
const NEAR: &str = "1 2 3\n4 0 6\n7 5 8\n";
const SWAPPED: &str = "1 2 3\n4 5 6\n8 7 0\n";

fn tiles(arguments: &str, files: &[(&str, &str)], input: &str) -> (Answer, Files) {
    let own = [("near", NEAR), ("solved", SOLVED), ("swapped", SWAPPED)];
    traybit_in_files(arguments, own.iter().chain(files), input)
}

fn answer(arguments: &str) -> Answer {
    tiles(arguments, &[], "").0
}

fn document(answer: &Answer) -> Value {
    assert_eq!(answer.output.lines().count(), 1, "{answer:?}");
    serde_json::from_str(&answer.output).expect("one JSON document")
}

/// Lengths of all solutions in a batch's document.
fn lengths(document: &Value) -> Vec<u64> {
    let puzzles = document["puzzles"].as_array().expect("puzzles");
    puzzles.iter().filter_map(|puzzle| puzzle["length"].as_u64()).collect()
}

fn shipped(name: &str) -> String {
    here("puzzles/tiles").join(name).to_str().expect("a path of letters").to_owned()
}

#[test]
fn one_line_solves_into_a_file_and_another_checks_it() {
    let (solved, files) = tiles("solve near -o solution", &[], "");
    assert_eq!((solved.status, solved.output.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(files.path("solution")).unwrap(), "5 U\n8 L\n");
    let (checked, _) = tiles("check near solution", &[("solution", "5 U\n8 L\n")], "");
    assert_eq!((checked.status, checked.sentences.as_str()), (0, ""));
    assert_eq!(
        checked.output,
        "Verified: 2 moves, all possible, and the goal holds at the end (2 pushes).\n"
    );
}

/// A file that is an argument is read and never written.
#[test]
fn a_second_file_of_solve_is_refused_and_stays_as_it_is() {
    let packing = here("puzzles/packing/popinjay.txt").display().to_string();
    for command in ["solve near", &format!("solve {packing}")] {
        let files = Files::new();
        files.write("near", "1 2 3\n4 0 6\n7 5 8\n");
        files.write("precious", "mine\n");
        let mut solve = traybit();
        solve.current_dir(files.path(".")).args(command.split(' ')).arg("precious");
        let answer = run(&mut solve, "");
        assert_eq!((answer.status, answer.output.as_str()), (2, ""), "{command}: {answer:?}");
        assert_eq!(std::fs::read_to_string(files.path("precious")).unwrap(), "mine\n", "{command}");
    }
}

#[test]
fn check_judges_lists_of_moves() {
    let check = |board: &str, moves: &str| tiles(&format!("check {board}"), &[], moves).0;
    assert_eq!(check("near", "south\nEast\n").status, 0);
    for (board, moves, status, says) in [
        (
            "near",
            "5 U\n",
            1,
            "every move is possible, but after 1 move row 3, column 2 holds the blank, not 8",
        ),
        (
            "near",
            "8 U\n",
            6,
            "standard input, line 1: the move 8 U is impossible: the tile below the blank is 5",
        ),
        ("solved", "8 L\n", 6, "the board ends on the right of the blank"),
        ("near", "8 U\nfive\n", 4, "standard input, line 2: expected a move"),
        ("missing", "", 3, "missing: cannot be opened"),
        ("near nothing", "", 3, "nothing: cannot be opened"),
        ("near --goal swapped", "5 U\n8 L\n", 1, "row 3, column 1 holds 7, not 8"),
    ] {
        let answered = check(board, moves);
        assert_eq!((answered.status, answered.output.as_str()), (status, ""), "{answered:?}");
        assert!(answered.sentences.contains(says), "{answered:?} should say: {says}");
    }
    for option in ["--format boards", "--json", "--json --format blank", "--format blank"] {
        let solved = answer(&format!("solve near -q {option}"));
        let checked = check("near", &solved.output);
        assert_eq!((checked.status, checked.sentences.as_str()), (0, ""), "{option}: {}", solved.output);
        assert!(checked.output.starts_with("Verified: 2 moves"), "{option}: {checked:?}");
    }
    assert!(
        check("near", "{\"answer\": 1}")
            .sentences
            .contains("expected the document of `traybit solve --json`")
    );
    let (verdict, _) = tiles("check near --json", &[], "5 U\n");
    assert_eq!(verdict.status, 1);
    assert_eq!(document(&verdict)["verdict"], "goal_not_met");
}

#[test]
fn a_board_of_the_wrong_parity_is_refuted_at_once() {
    for command in
        ["solve swapped", "solve --fast swapped", "solve --optimal swapped", "solve --quality 9 swapped"]
    {
        let answered = answer(command);
        assert_eq!((answered.status, answered.output.as_str()), (1, ""), "{answered:?}");
        assert!(
            answered.sentences.contains("no solution exists") && answered.sentences.contains("parity"),
            "{answered:?}"
        );
    }
    let answered = answer(&format!("solve {}", shipped("fourteen-fifteen.txt")));
    assert!(answered.status == 1 && answered.sentences.contains("parity"), "{answered:?}");
    let (row, _) = tiles("solve row", &[("row", "2 1 0\n")], "");
    assert!(row.status == 1 && row.sentences.contains("no tile can pass another"), "{row:?}");
    let (none, _) = tiles("solve --json swapped", &[], "");
    assert_eq!(document(&none)["answer"], "unsolvable");
}

#[test]
fn the_smallest_boards_are_boards() {
    for (text, length) in [
        ("1\n  \n", 0),
        ("0\n", 0),
        ("0\n0\n", -1),
        ("0 1\n", 1),
        ("1 0 2 3\n0\n", -1),
        ("2\n 3  1\n 2\n", 4),
        ("1\n2\n0\n3\n", 1),
    ] {
        let (answered, _) = tiles("solve --json -q board", &[("board", text)], "");
        if length < 0 {
            assert_eq!(answered.status, 4, "{text:?}: {answered:?}");
        } else {
            assert_eq!(document(&answered)["length"], json!(length), "{text:?}");
        }
    }
}

#[test]
fn errors_of_boards_name_the_place() {
    for (text, says) in [
        ("", "a board of tiles"),
        (
            "1 2 3\n4 5 6\n7 8 8\n",
            "line 3, column 5: expected the tiles 1 to 8 and one blank, each once, found a second 8",
        ),
        ("300\n", "line 1, column 1: expected a size of 1 to 256, found \"300\""),
        ("0\n1\n2 3\n", "line 1, column 1: expected a size of 1 to 256, found \"0\""),
        ("3\n 1  2  3\n 4  5\n", "expected 3 rows below the size 3"),
        ("1 2 3\n4\n", "expected a row of 3 numbers like the first one"),
    ] {
        for command in ["solve board", "check board", "solve near --goal board"] {
            let (answered, _) = tiles(command, &[("board", text)], "");
            assert_eq!((answered.status, answered.output.as_str()), (4, ""), "{text:?}: {answered:?}");
            assert!(
                answered.sentences.contains("board") && answered.sentences.contains(says),
                "{answered:?} should say: {says}"
            );
        }
    }
    let (other, _) = tiles("solve near --goal small", &[("small", "1 2\n3 0\n")], "");
    assert!(other.status == 4 && other.sentences.contains("a goal of 3 by 3 cells"), "{other:?}");
}

/// Solves a shipped board with some options; returns the length, and whether it is proven to be the shortest.
fn solved(arguments: &str) -> (u64, bool) {
    let solved = document(&answer(&format!("solve --json -q {}", shipped(arguments))));
    (solved["length"].as_u64().expect("a length"), solved["shortest"].as_bool().expect("a proof or none"))
}

#[test]
fn the_shipped_three_puzzle_takes_6_moves() {
    assert_eq!(solved("three-6.txt"), (6, true));
}

#[test]
fn the_shipped_five_puzzle_takes_21_moves() {
    assert_eq!(solved("five-21.txt"), (21, true));
}

#[test]
fn both_farthest_eight_puzzles_take_31_moves() {
    assert_eq!(solved("eight-31.txt"), (31, true));
    assert_eq!(solved("eight-31-other.txt"), (31, true));
}

#[test]
fn other_searches_find_31_moves_or_more() {
    for options in ["--fast", "--quality 0.05"] {
        let (length, _) = solved(&format!("eight-31.txt {options}"));
        assert!(length >= 31, "{options}: {length}");
    }
}

#[test]
fn random_boards_are_determined_by_their_seed() {
    let one = answer("generate tiles --size 4 --seed 3");
    assert_eq!((one.status, one.sentences.as_str()), (0, ""));
    assert!(one.output.starts_with("4\n"), "{one:?}");
    assert_eq!(answer("generate tiles --size 4 --seed 3 --threads 1").output, one.output);
    assert_ne!(answer("generate tiles --size 4 --seed 4").output, one.output);
    let (made, files) = tiles("generate tiles --size 3x5 --walk 1000 --count 3 --files folder", &[], "");
    assert_eq!(made.output.lines().count(), 3, "{made:?}");
    for name in ["001.txt", "002.txt", "003.txt"] {
        let text = std::fs::read_to_string(files.path("folder").join(name)).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
    }
    let list = answer("generate tiles --size 2 --count 5 --format line");
    assert_eq!(list.output.lines().count(), 5, "{list:?}");
    for (wrong, status) in [
        ("generate tiles --size 4 --count 2", 2),
        ("generate tiles --size 11 --format course", 2),
        ("generate tiles --size 0", 2),
        ("generate tiles --size 1000", 2),
        ("generate tiles --size 4 --goal near", 4),
    ] {
        let answered = answer(wrong);
        assert_eq!((answered.status, answered.output.as_str()), (status, ""), "{wrong}: {answered:?}");
    }
    let none = answer("generate tiles --size 4 --walk 0 --goal blank-first");
    assert_eq!(none.output, "4\n    1  2  3\n 4  5  6  7\n 8  9 10 11\n12 13 14 15\n");
}

#[test]
fn batches_are_solved_checked_and_summed_up() {
    let list = "# 2x2\na 0 3 2 1 6\nb 1 2 3 0 0\nc 1 2 0 3 1\n";
    let (answered, _) = tiles("batch --optimal list near", &[("list", list)], "");
    assert_eq!(answered.status, 0, "{answered:?}");
    assert!(answered.output.contains("Verified list:a: 6 moves, the fewest"), "{answered:?}");
    assert!(answered.output.contains("4 puzzles, 4 verified"), "{answered:?}");
    assert!(answered.output.contains("times the Manhattan distances\n"), "{answered:?}");
    for (list, says) in
        [("a 0 3 2 1 5\n", "5 stated, and 6 proven"), ("a 2 1 3 0 4\n", "4 stated, and no solution")]
    {
        let (wrong, _) = tiles("batch --optimal list", &[("list", list)], "");
        assert_eq!(wrong.status, 1, "{wrong:?}");
        assert!(wrong.output.contains(says), "{wrong:?}");
    }
    let (pushes, _) = tiles("batch --pushes --json near", &[], "");
    assert_eq!((pushes.status, lengths(&document(&pushes))), (0, vec![2]));
    let random = document(&answer("batch --size 6 --count 9 --json"));
    assert_eq!(random["all"]["solved"], json!(9));
    let times = random["all"]["times_manhattan"].as_f64().expect("a ratio");
    assert!((1.0..4.0).contains(&times), "{times}");
    let timed = document(&answer("batch --size 5 --count 2 --quality 10ms --json"));
    assert_eq!(timed["all"]["solved"], json!(2));
    let (list, _) = tiles("batch --size 2x3 --optimal --json list", &[("list", "1 2 3 4 0 5\n")], "");
    assert_eq!(lengths(&document(&list)), [1]);
    for refused in ["batch", "batch near --walk 3", "batch --size 6 --pushes"] {
        assert_eq!(answer(refused).status, 2, "{refused}");
    }
}

#[test]
fn whole_spaces_have_known_layers() {
    let answered = answer("explore --size 2x3 --layers");
    assert_eq!(answered.status, 0, "{answered:?}");
    assert!(answered.output.starts_with("positions: 360\n"), "{answered:?}");
    let layers: Vec<u64> = document(&answer("explore --size 2x3 --json"))["layers"]
        .as_array()
        .expect("layers")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert_eq!(layers, [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]);
    let large = answer("explore --size 5x5");
    assert_eq!((large.status, large.output.as_str()), (5, ""), "{large:?}");
}

#[test]
fn a_shortest_solution_that_takes_too_long_leaves_the_best_one_and_a_bound() {
    let (made, _) = tiles("generate tiles --size 5 --seed 9", &[], "");
    let (answered, files) =
        tiles("solve --optimal --limit 400ms board -o solution", &[("board", &made.output)], "");
    assert_eq!(answered.status, 5, "{answered:?}");
    assert!(
        answered.sentences.contains("time limit reached (")
            && answered.sentences.contains("none has fewer than")
    );
    let endless = "may take days; --limit gives the best one known by then";
    assert!(!answered.sentences.contains(endless), "{answered:?}");
    let moves = std::fs::read_to_string(files.path("solution")).unwrap();
    let (checked, _) = tiles("check board", &[("board", &made.output)], &moves);
    assert_eq!(checked.status, 0, "{checked:?}");
    let (made, _) = tiles("generate tiles --size 30 --seed 1", &[], "");
    let (long, _) = tiles("solve --optimal -", &[], &made.output);
    assert_eq!(long.status, 5, "{:?}", long.sentences);
    assert!(long.sentences.contains("too many moves for a depth-first search"), "{:?}", long.sentences);
    assert!(long.sentences.contains(endless), "{:?}", long.sentences);
}

#[test]
fn a_list_that_can_be_read_in_two_ways_is_refused() {
    let (answered, _) = tiles("batch list", &[("list", "1 2 3 4 5 6 7 0 8 1\n")], "");
    assert_eq!(answered.status, 4, "{answered:?}");
    assert!(
        answered.output.contains("list, line 1, column 1: expected a board with either a name"),
        "{answered:?}"
    );
}

#[test]
fn a_batch_has_a_time_for_each_board_and_one_for_all() {
    let each = answer("batch --size 4 --count 2 --optimal --limit 0 --json");
    assert_eq!(each.status, 5, "{each:?}");
    let all = document(&each)["all"].take();
    assert_eq!((&all["puzzles"], &all["gave_up"]), (&json!(2), &json!(2)), "{all}");
    let all = answer("batch near solved --total 0");
    assert_eq!(all.status, 5, "{all:?}");
    assert!(all.sentences.contains("raise it with --total"), "{all:?}");
}

#[test]
fn a_cache_that_cannot_be_is_told() {
    let (answered, _) = tiles("solve --cache=near/below near", &[], "");
    assert_eq!((answered.status, answered.output.as_str()), (0, "5 U\n8 L\n"));
    assert!(
        answered.sentences.contains("--cache: no pattern databases can be kept in near/below"),
        "{answered:?}"
    );
}

#[test]
fn what_is_generated_is_solved_as_it_is() {
    for size in ["1x9", "1x4", "2x1", "1", "3x2", "7x1"] {
        let (made, _) = tiles(&format!("generate tiles --size {size} --seed 3"), &[], "");
        let solved = document(&tiles("solve --json -", &[], &made.output).0);
        let (height, width) = size.split_once('x').unwrap_or((size, size));
        assert_eq!(
            (solved["rows"].to_string(), solved["columns"].to_string()),
            (height.to_owned(), width.to_owned())
        );
    }
}
