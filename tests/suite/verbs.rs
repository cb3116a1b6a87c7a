//! One verb for every family: files are recognised, options and files of other families are refused with a way out.

use serde_json::{Value, json};

use crate::programs::{Answer, Files, here, run, traybit};

const KLOTSKI: &str = "puzzles/sliding/klotski puzzles/sliding/klotski.goal";
const BOARD: &str = "puzzles/tiles/eight-31.txt";
const PACKING: &str = "puzzles/packing/popinjay.txt";

fn piped(arguments: &str, input: &str) -> Answer {
    run(traybit().current_dir(here("")).args(arguments.split(' ')), input)
}

fn answer(arguments: &str) -> Answer {
    piped(arguments, "")
}

#[test]
fn every_family_is_described_and_counted() {
    for (puzzle, says) in
        [(KLOTSKI, "5×4: 20 cells, 10 blocks"), (BOARD, "3×3: 8 tiles"), (PACKING, "10×10: 100 cells")]
    {
        let told = answer(&format!("info {puzzle}"));
        assert!(told.status == 0 && told.output.contains(says), "{told:?}");
    }
    let counted = answer(&format!("count --quiet {KLOTSKI}"));
    assert_eq!((counted.status, counted.output.as_str()), (0, "4,096 shortest solutions of 90 slides\n"));
    let counted = answer(&format!("count --quiet {BOARD}"));
    assert_eq!((counted.status, counted.output.as_str()), (0, "40 shortest solutions of 31 moves\n"));
    let both = [answer(&format!("explore --quiet {BOARD}")), answer("explore --quiet --size 3x3")];
    assert_eq!((both[0].status, &both[0].output), (0, &both[1].output));
}

#[test]
fn what_solve_writes_check_reads_also_through_pipes() {
    for puzzle in [KLOTSKI, BOARD, PACKING] {
        let solved = answer(&format!("solve --quiet {puzzle}"));
        let checked = piped(&format!("check {puzzle}"), &solved.output);
        assert!(checked.status == 0 && checked.output.starts_with("Verified: "), "{checked:?}");
        let (file, goal) = puzzle.split_once(' ').unwrap_or((puzzle, ""));
        let text = std::fs::read_to_string(here(file)).expect("a puzzle");
        let from_input = piped(format!("solve --quiet - {goal}").trim_end(), &text);
        assert_eq!((from_input.status, from_input.output), (0, solved.output), "{puzzle}");
    }
}

#[test]
fn what_belongs_to_another_family_is_refused_with_a_way_out() {
    for (arguments, status, says) in [
        (
            format!("solve --pushes {PACKING}"),
            2,
            "--pushes is for boards of tiles, and puzzles/packing/popinjay.txt is a packing",
        ),
        (format!("solve --metric step {BOARD}"), 2, "--metric is for puzzles of sliding blocks"),
        (format!("solve --pushes --all {BOARD}"), 2, "cannot be used with"),
        (format!("solve --fast --all {BOARD}"), 2, "cannot be used with"),
        (format!("solve --format letters {KLOTSKI}"), 2, "--format is for "),
        (format!("solve --format boards {PACKING}"), 2, "invalid value 'boards'"),
        (format!("solve --first 3 {KLOTSKI}"), 2, "--first is for packing puzzles"),
        (
            format!("explore {PACKING}"),
            2,
            "is a packing puzzle, which `traybit explore` does not take; `traybit solve`",
        ),
        (format!("solve {BOARD} {BOARD}"), 2, "the goal of a board is an option, --goal FILE"),
        (
            "explore --size 3x3 --hardest x".to_owned(),
            2,
            "--hardest is for puzzles of sliding blocks, and --size",
        ),
        ("explore".to_owned(), 2, "<PUZZLE>"),
        ("solve --fast nowhere".to_owned(), 3, "nowhere: cannot be opened"),
        ("info --memory 1G puzzles/sliding/klotski".to_owned(), 2, "unexpected argument '--memory'"),
    ] {
        let refused = answer(&arguments);
        assert_eq!((refused.status, refused.output.as_str()), (status, ""), "{arguments}: {refused:?}");
        assert!(refused.sentences.contains(says), "{arguments}: {refused:?} should say: {says}");
    }
}

#[test]
fn a_list_for_another_goal_is_told() {
    let told = answer("batch --optimal --limit 1ms puzzles/tiles/korf.txt");
    assert!(told.sentences.contains("with --goal blank-first all have one"), "{told:?}");
}

#[test]
fn colours_are_an_option_and_the_environment_s() {
    let coloured = |arguments: &str, variables: &[(&str, &str)]| {
        let mut command = traybit();
        command.current_dir(here("")).args(arguments.split(' ')).envs(variables.iter().copied());
        for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"] {
            if variables.iter().all(|variable| variable.0 != name) {
                command.env_remove(name);
            }
        }
        run(&mut command, "").output.contains('\u{1b}')
    };
    let show = format!("show {BOARD}");
    for (option, variables, expected) in [
        ("auto", &[][..], false),
        ("always", &[("NO_COLOR", "1")], true),
        ("never", &[("FORCE_COLOR", "1")], false),
        ("auto", &[("FORCE_COLOR", "1")], true),
        ("auto", &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], false),
        ("auto", &[("CLICOLOR_FORCE", "1")], true),
    ] {
        assert_eq!(
            coloured(&format!("{show} --color {option}"), variables),
            expected,
            "{option} {variables:?}"
        );
    }
}

#[test]
fn a_list_is_compared_with_what_it_states() {
    let board = "BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo 4780";
    let files = Files::new();
    let told = |list: &str| {
        let file = files.write("list", list);
        let words = ["batch", "--optimal", "--json"];
        let answer = run(traybit().args(words).arg(&file), "");
        let document: Value = serde_json::from_str(&answer.output).expect("a document");
        let words = document["puzzles"].as_array().expect("puzzles").iter().map(|one| one["answer"].clone());
        (answer.status, words.collect::<Vec<_>>())
    };
    assert_eq!(told(&format!("51 {board}\n51 {board}\n")).0, 0);
    let (status, answers) = told(&format!("51 {board}\n50 {board}\n"));
    assert_eq!((status, &answers[1]), (1, &json!("wrong")));
}

#[test]
fn formats_of_tiles_become_one_another() {
    let rows = answer("convert --to rows puzzles/tiles/eight-31.txt").output;
    assert_eq!(
        piped("convert --to course -", &rows).output,
        std::fs::read_to_string(here(BOARD)).expect("a board")
    );
    let line = piped("convert --to line -", &rows).output;
    assert_eq!(piped("convert --to rows -", &line).output, rows);
    let list = answer("convert --to line puzzles/tiles/korf.txt").output;
    assert_eq!(list.lines().count(), 50);
    let second = answer("convert --to line --number 2 puzzles/tiles/korf.txt").output;
    assert_eq!(list.lines().nth(1), second.lines().next());
    let refused = answer("convert --to rows puzzles/tiles/korf.txt");
    assert!(refused.status == 2 && refused.sentences.contains("choose it with --number N"), "{refused:?}");
}
