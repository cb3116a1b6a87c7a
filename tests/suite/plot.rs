//! `--plot`: pictures beside answers, which stay as they are.

use std::fs;

use crate::programs::{Answer, Files, here, run, traybit};

fn explore(files: &Files, arguments: &str) -> Answer {
    let mut command = traybit();
    command.current_dir(files.path(".")).arg("explore").args(arguments.split_whitespace());
    run(command.arg(here("puzzles/sliding/klotski")).arg(here("puzzles/sliding/klotski.goal")), "")
}

/// A plot that was written, with all of these texts in it.
fn has(files: &Files, name: &str, parts: &[&str]) {
    let plot = fs::read_to_string(files.path(name)).expect("a plot");
    assert!(plot.starts_with("<svg ") && plot.trim_end().ends_with("</svg>"), "{plot}");
    for part in parts {
        assert!(plot.contains(part), "{part}: {plot}");
    }
}

#[test]
fn a_space_is_drawn_beside_its_answer() {
    let files = Files::new();
    let plain = explore(&files, "--quiet --metric step");
    let answer = explore(&files, "--quiet --metric step --plot layers.svg");
    assert_eq!((answer.status, &answer.output), (0, &plain.output), "{answer:?}");
    let facts = "25,955 positions, depth 167 steps; the hardest starts are 126 steps from the nearest goal";
    has(
        &files,
        "layers.svg",
        &[facts, "from the start", "from the nearest goal", "distance in steps", "Klotski"],
    );
    let only_plot = explore(&files, "--quiet --metric slide --csv layers.csv --plot - --output text");
    assert!(only_plot.output.contains("distance in slides"), "{only_plot:?}");
    assert!(fs::read_to_string(files.path("layers.csv")).expect("a table").starts_with("distance,"));
}

#[test]
fn boards_of_tiles_are_drawn_by_their_distance_from_the_goal() {
    let files = Files::new();
    let mut command = traybit();
    command.current_dir(files.path(".")).args([
        "explore",
        "--size",
        "3x3",
        "--quiet",
        "--plot",
        "layers.svg",
    ]);
    let answer = run(&mut command, "");
    assert!(answer.status == 0 && answer.output.starts_with("positions: 181,440\n"), "{answer:?}");
    has(
        &files,
        "layers.svg",
        &["3×3 tiles", "181,440 positions, depth 31 moves", "from the goal", "distance in moves"],
    );
}

#[test]
fn a_plot_that_cannot_be_written_is_told_before_the_work_begins() {
    let files = Files::new();
    let missing = explore(&files, "--plot missing/layers.svg");
    assert_eq!((missing.status, missing.output.as_str()), (7, ""), "{missing:?}");
    assert!(missing.sentences.contains("missing/layers.svg: cannot be written"), "{missing:?}");
    for arguments in ["--plot -", "--plot x --output x", "--plot x --hardest x"] {
        let taken = explore(&files, arguments);
        assert_eq!((taken.status, taken.output.as_str()), (2, ""), "{arguments}: {taken:?}");
        assert!(taken.sentences.contains("name another with --plot"), "{arguments}: {taken:?}");
    }
    assert_eq!(fs::read_dir(files.path(".")).expect("a folder").count(), 0);
}

#[test]
fn what_was_found_of_an_unfinished_space_is_drawn_and_said_to_be_no_more() {
    let files = Files::new();
    let answer = explore(&files, "--quiet --memory 32K --plot layers.svg");
    assert_eq!(answer.status, 5, "{answer:?}");
    has(&files, "layers.svg", &["not the whole space: the search ended early"]);
}

#[test]
fn experiments_are_drawn_one_in_a_file_or_each_in_its_own() {
    let files = Files::new();
    let experiment = |arguments: &str| {
        let mut command = traybit();
        let (name, options) = arguments.split_once(' ').expect("options");
        command
            .current_dir(files.path("."))
            .args(["experiment", name])
            .arg(here("puzzles/sliding/nine-blocks"));
        run(command.args(options.split_whitespace()), "")
    };
    let answer = experiment("moves --quick --rounds 2 --quiet --plot moves.svg");
    assert_eq!(answer.status, 0, "{answer:?}");
    has(
        &files,
        "moves.svg",
        &["one cell at a time or by many?", "nine-blocks", "layers, any path", "successors"],
    );
    let nowhere = experiment("all --plot -");
    assert_eq!((nowhere.status, nowhere.output.as_str()), (2, ""), "{nowhere:?}");
    // Whatever could be measured in no time.
    let late = experiment("all --limit 1ms --quiet --plot out.svg");
    assert_eq!(late.status, 5, "{late:?}");
    has(&files, "out-hashes.svg", &["Which hash function"]);
}
