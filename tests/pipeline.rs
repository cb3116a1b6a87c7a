//! `solver INIT GOAL | checker INIT GOAL`, as one pipeline of a real shell.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A file of the repository.
fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Answer of the pipeline.
#[derive(Debug)]
struct Answer {
    output: String,
    sentences: String,
}

/// Runs the pipeline on two files: what it printed, and the statuses of both programs.
fn pipeline(init: impl AsRef<OsStr>, goal: impl AsRef<OsStr>) -> (Answer, i32, i32) {
    let line = format!(
        // A line of its own, whatever the checker is just saying.
        "{{ {} \"$1\" \"$2\"; printf '\\nsolver %s\\n' $? >&2; }} | {} \"$1\" \"$2\"",
        env!("CARGO_BIN_EXE_solver"),
        env!("CARGO_BIN_EXE_checker")
    );
    let mut shell = Command::new("sh");
    let ended =
        shell.args(["-c", &line, "sh"]).arg(init).arg(goal).stdin(Stdio::null()).output().expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let answer = Answer { output: text(ended.stdout), sentences: text(ended.stderr) };
    let told = answer.sentences.lines().find_map(|line| line.strip_prefix("solver "));
    let solver = told.and_then(|status| status.parse().ok()).expect("the solver's status");
    (answer, solver, ended.status.code().expect("a status"))
}

#[test]
fn shipped_puzzles_are_solved_and_verified() {
    for name in ["klotski", "century", "quzzle", "d209", "at-rest", "one-step", "across-256", "units-100"] {
        let folder = here("puzzles/sliding");
        let (answer, solver, checker) = pipeline(folder.join(name), folder.join(format!("{name}.goal")));
        assert_eq!((solver, checker), (0, 0), "{name}: {answer:?}");
        assert!(answer.output.starts_with("Verified"), "{name}: {answer:?}");
    }
}

#[test]
fn with_nothing_printed_the_checker_judges_an_empty_list() {
    for name in ["corridor", "one-gap", "missing-shape"] {
        let folder = here("puzzles/sliding");
        let (answer, solver, checker) = pipeline(folder.join(name), folder.join(format!("{name}.goal")));
        assert_eq!((solver, checker, answer.output.as_str()), (1, 1, ""), "{name}: {answer:?}");
        assert!(answer.sentences.contains("after 0 moves"), "{name}: {answer:?}");
    }
}

#[test]
fn both_programs_judge_the_files() {
    let files = TempDir::new().expect("a folder");
    let (good, bad) = (files.path().join("good"), files.path().join("bad"));
    fs::write(&good, "1 2\n0 0 0 0\n").expect("a file");
    fs::write(&bad, "1 2 3\n").expect("a file");
    let (none, folder, null) = (Path::new(""), Path::new("/"), Path::new("/dev/null"));
    let statuses = |init: &Path, goal: &Path| {
        let (_, solver, checker) = pipeline(init, goal);
        (solver, checker)
    };
    assert_eq!(statuses(&bad, null), (4, 5));
    assert_eq!(statuses(&good, &bad), (4, 5));
    assert_eq!(statuses(&good, folder), (3, 3));
    assert_eq!(statuses(none, &good), (3, 3));
    assert_eq!(statuses(&good, null), (0, 0));
}

#[test]
fn many_moves_pass_the_pipe_whole() {
    let files = TempDir::new().expect("a folder");
    let (init, goal) = (files.path().join("init"), files.path().join("goal"));
    // A free cell crosses a nearly full tray of the largest size there and back along the edges.
    let cells = |skipped: (u16, u16)| {
        let all = (0..256u16).flat_map(|row| (0..256u16).map(move |column| (row, column)));
        all.filter(move |cell| *cell != skipped)
            .fold(String::new(), |text, (row, column)| text + &format!("{row} {column} {row} {column}\n"))
    };
    fs::write(&init, format!("256 256\n{}", cells((0, 0)))).expect("a file");
    fs::write(&goal, cells((100, 100))).expect("a file");
    let (answer, solver, checker) = pipeline(&init, &goal);
    assert_eq!((solver, checker), (0, 0), "{}", answer.sentences);
    assert!(answer.output.starts_with("Verified: 2"), "{}", answer.output);
}
