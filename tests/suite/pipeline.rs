//! `solver INIT GOAL | checker INIT GOAL`, as one pipeline of a real shell.

use crate::programs::{Answer, Files, here, program};

/// Runs the pipeline on two files; standard error tells the statuses of both programs last.
fn pipeline(init: &str, goal: &str) -> (Answer, i32, i32) {
    let line = format!(
        // A line of its own, whatever the checker is just saying.
        "{{ {} \"$1\" \"$2\"; printf '\\nsolver %s\\n' $? >&2; }} | {} \"$1\" \"$2\"",
        env!("CARGO_BIN_EXE_solver"),
        env!("CARGO_BIN_EXE_checker")
    );
    let answer: Answer =
        program("sh").args(["-c", &line, "sh", init, goal]).output().expect("a shell").into();
    let told = answer.sentences.lines().find_map(|line| line.strip_prefix("solver "));
    let solver = told.and_then(|status| status.parse().ok()).expect("the solver's status");
    let checker = answer.status;
    (answer, solver, checker)
}

#[test]
fn shipped_puzzles_are_solved_and_verified() {
    for name in ["klotski", "century", "quzzle", "d209", "at-rest", "one-step", "across-256", "units-100"] {
        let init = here("puzzles/sliding").join(name);
        let init = init.to_str().expect("text");
        let (answer, solver, checker) = pipeline(init, &format!("{init}.goal"));
        assert_eq!((solver, checker), (0, 0), "{name}: {answer:?}");
        assert!(answer.output.starts_with("Verified"), "{name}: {answer:?}");
    }
}

#[test]
fn with_nothing_printed_the_checker_judges_an_empty_list() {
    for name in ["corridor", "one-gap", "missing-shape"] {
        let init = here("puzzles/sliding").join(name);
        let init = init.to_str().expect("text");
        let (answer, solver, checker) = pipeline(init, &format!("{init}.goal"));
        assert_eq!((solver, checker, answer.output.as_str()), (1, 1, ""), "{name}: {answer:?}");
        assert!(answer.sentences.contains("after 0 moves"), "{name}: {answer:?}");
    }
}

#[test]
fn both_programs_judge_the_files() {
    let files = Files::new();
    let (good, bad) = (files.write("good", "1 2\n0 0 0 0\n"), files.write("bad", "1 2 3\n"));
    let (good, bad) = (good.to_str().expect("text"), bad.to_str().expect("text"));
    let statuses = |init: &str, goal: &str| {
        let (_, solver, checker) = pipeline(init, goal);
        (solver, checker)
    };
    assert_eq!(statuses(bad, "/dev/null"), (4, 5));
    assert_eq!(statuses(good, bad), (4, 5));
    assert_eq!(statuses(good, "/"), (3, 3));
    assert_eq!(statuses("", good), (3, 3));
    assert_eq!(statuses(good, "/dev/null"), (0, 0));
}

#[test]
fn many_moves_pass_the_pipe_whole() {
    let files = Files::new();
    // A free cell crosses a nearly full tray of the largest size there and back along the edges.
    let cells = |skipped: (u16, u16)| {
        let all = (0..256u16).flat_map(|row| (0..256u16).map(move |column| (row, column)));
        all.filter(move |cell| *cell != skipped)
            .fold(String::new(), |text, (row, column)| text + &format!("{row} {column} {row} {column}\n"))
    };
    let init = files.write("init", format!("256 256\n{}", cells((0, 0))));
    let goal = files.write("goal", cells((100, 100)));
    let (answer, solver, checker) = pipeline(init.to_str().expect("text"), goal.to_str().expect("text"));
    assert_eq!((solver, checker), (0, 0), "{}", answer.sentences);
    assert!(answer.output.starts_with("Verified: 2"), "{}", answer.output);
}
