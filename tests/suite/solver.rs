//! `solver` and `checker` beyond their transcripts: budgets, the largest inputs, input of any bytes, and the course's own
//! puzzles, where they are there.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, prop_assert, prop_assert_eq, proptest};

use crate::interrupted::{ENDLESS, ENDLESS_GOAL};
use crate::programs::{Answer, Files, built, here, passed_over, program, run};

const INIT: &str = "5 4\n0 0 1 0\n1 1 2 2\n";
const GOAL: &str = "3 1 4 2\n";
const SOLUTION: &str = "1 1 3 1\n";

fn solver() -> Command {
    let mut command = program(&built("solver"));
    for variable in ["TRAYBIT_MEMORY", "TRAYBIT_TIME", "TRAYBIT_THREADS"] {
        command.env_remove(variable);
    }
    command
}

/// Runs a program on a tray and a goal given as texts.
fn on(command: &mut Command, init: &[u8], goal: &[u8], input: impl AsRef<[u8]> + Send) -> Answer {
    let files = Files::new();
    run(command.arg(files.write("init", init)).arg(files.write("goal", goal)), input)
}

fn check(init: impl AsRef<[u8]>, goal: impl AsRef<[u8]>, moves: impl AsRef<[u8]> + Send) -> Answer {
    on(&mut program(&built("checker")), init.as_ref(), goal.as_ref(), moves)
}

fn verified(answer: &Answer) {
    assert_eq!((answer.status, answer.sentences.as_str()), (0, ""), "{answer:?}");
    assert!(answer.output.starts_with("Verified"), "{answer:?}");
}

#[test]
fn wrong_budgets_are_wrong_usage() {
    for (variable, value, says) in [
        ("TRAYBIT_MEMORY", &b"lots"[..], "TRAYBIT_MEMORY: expected bytes, such as 500MB, 4G or 4GiB, found"),
        ("TRAYBIT_MEMORY", b"-1", "TRAYBIT_MEMORY"),
        ("TRAYBIT_TIME", b"soon", "TRAYBIT_TIME: expected a time"),
        ("TRAYBIT_TIME", b"\xff", "TRAYBIT_TIME"),
        ("TRAYBIT_THREADS", b"0", "TRAYBIT_THREADS: expected 1 to 1024 threads"),
    ] {
        // Wrong usage outweighs missing files.
        run(solver().args(["a", "b"]).env(variable, OsStr::from_bytes(value)), "").refused(2, says);
    }
    run(solver().args(["a", "b", "c"]).env("TRAYBIT_TIME", "soon"), "").refused(2, "found 3");
}

#[test]
fn budgets_are_kept() {
    for (variable, value, says) in [
        ("TRAYBIT_TIME", "200ms", "time limit reached (200.0 ms) after "),
        ("TRAYBIT_TIME", "200ms", "raise it with the environment variable TRAYBIT_TIME"),
        ("TRAYBIT_TIME", "0", "time limit reached (0 s) after "),
        ("TRAYBIT_MEMORY", "20M", "memory limit reached (20.0 MiB) after "),
        ("TRAYBIT_MEMORY", "20M", "raise it with the environment variable TRAYBIT_MEMORY"),
    ] {
        let mut command = solver();
        command.env("TRAYBIT_MEMORY", "4G").env(variable, value);
        on(&mut command, ENDLESS.as_bytes(), ENDLESS_GOAL.as_bytes(), "").refused(5, says);
    }
    let klotski = ["puzzles/sliding/klotski", "puzzles/sliding/klotski.goal"].map(here);
    for (variable, value) in [
        ("TRAYBIT_TIME", ""),
        ("TRAYBIT_TIME", "1h"),
        ("TRAYBIT_MEMORY", "1GiB"),
        ("TRAYBIT_THREADS", "1"),
        ("TRAYBIT_THREADS", "3"),
    ] {
        let answer = run(solver().args(&klotski).env(variable, value), "");
        assert_eq!((answer.status, answer.sentences.as_str()), (0, ""));
    }
}

#[test]
fn files_without_permission_are_unreadable() {
    let files = Files::new();
    let (init, goal) = (files.write("init", INIT), files.write("goal", GOAL));
    fs::set_permissions(&goal, fs::Permissions::from_mode(0o000)).expect("it is ours");
    if fs::read(&goal).is_ok() {
        passed_over("skipped: this user may read everything");
        return;
    }
    run(solver().args([&init, &goal]), "").refused(3, "goal: cannot be opened");
}

#[test]
fn file_names_are_any_bytes() {
    let files = Files::new();
    let (init, goal) = (files.write(OsStr::from_bytes(b"-\xff \n"), INIT), files.write("--", GOAL));
    assert_eq!(run(solver().args([&init, &goal]), "").output, SOLUTION);
    verified(&run(program(&built("checker")).args([&init, &goal]), SOLUTION));
    run(solver().args([&init, &init]), "").refused(4, "-\\xff \\n, line 1: expected 4 integers");
}

#[test]
fn a_million_moves_are_checked() {
    let there_and_back = "1 1 3 1\n3 1 1 1\n";
    let mut moves = there_and_back.repeat(500_000);
    let answer = check(INIT, "1 1 2 2", &moves);
    verified(&answer);
    assert!(answer.output.contains("1,000,000 moves"), "{answer:?}");
    check(INIT, GOAL, &moves).refused(1, "after 1,000,000 moves");
    moves.push_str("1 1 1 0\n");
    check(INIT, GOAL, &moves).refused(6, "line 1000001");
    moves.push('\n');
    check(INIT, GOAL, &moves).refused(4, "line 1000002");
}

#[test]
fn a_full_tray_of_the_largest_size_is_checked() {
    let mut tray = "256 256\n".to_owned();
    for cell in 1..65_536 {
        let (row, column) = (cell / 256, cell % 256);
        writeln!(tray, "{row} {column} {row} {column}").expect("a string takes all");
    }
    let goal = &tray["256 256\n".len()..];
    verified(&check(&tray, goal, ""));
    verified(&check(&tray, "0 0 0 0\n", "0 1 0 0\n"));
    check(&tray, goal, "1 0 0 0\n").refused(1, "corners 1 0 1 0");
    check(&tray, goal, "255 255 255 254\n").refused(6, "the block 255 254 255 254 at cell 255 254");
    check(format!("{tray}255 255 255 255"), goal, "").refused(5, "line 65537");
}

/// Any bytes, half the time those of a valid file with one of them changed.
fn bytes(valid: &'static str) -> impl proptest::strategy::Strategy<Value = Vec<u8>> {
    use proptest::strategy::Strategy;
    let changed = (0..valid.len(), any::<u8>()).prop_map(move |(place, byte)| {
        let mut bytes = valid.as_bytes().to_vec();
        bytes[place] = byte;
        bytes
    });
    proptest::prop_oneof![collection::vec(any::<u8>(), 0..40), changed]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_bytes_anywhere_give_a_status(
        init in bytes(INIT), goal in bytes(GOAL), moves in bytes(SOLUTION), valid in 0..7,
    ) {
        let kept = |place: i32, given: Vec<u8>, text: &str| if valid >> place & 1 == 1 { text.into() } else { given };
        let (init, goal, moves) = (kept(0, init, INIT), kept(1, goal, GOAL), kept(2, moves, SOLUTION));
        let checked = check(&init, &goal, &moves);
        prop_assert!([0, 1, 4, 5, 6].contains(&checked.status));
        prop_assert_eq!(checked.status == 0, checked.sentences.is_empty());
        let solved = on(&mut solver(), &init, &goal, "");
        prop_assert!([0, 1, 4].contains(&solved.status));
        prop_assert_eq!(solved.status == 0, solved.sentences.is_empty());
        prop_assert_eq!(solved.status == 4, [5, 4].contains(&check(&init, &goal, "").status));
    }
}

/// Runs `solver INIT GOAL | checker INIT GOAL` in a shell; returns the checker's answer and the solver's status.
fn pipeline(init: &Path, goal: &Path) -> (Answer, i32) {
    let line = format!(
        // A line of its own, whatever the checker is just saying.
        "{{ {} \"$1\" \"$2\"; printf '\\nsolver %s\\n' $? >&2; }} | {} \"$1\" \"$2\"",
        built("solver"),
        built("checker")
    );
    let answer = run(program("sh").args(["-c", &line, "sh"]).arg(init).arg(goal), "");
    let told = answer.sentences.lines().find_map(|line| line.strip_prefix("solver "));
    let solver = told.and_then(|status| status.parse().ok()).expect("the solver's status");
    (answer, solver)
}

#[test]
fn shipped_puzzles_pass_the_pipeline() {
    let solvable = ["klotski", "century", "quzzle", "d209", "at-rest", "one-step", "across-256", "units-100"];
    let impossible = ["corridor", "one-gap", "missing-shape"];
    let expected = solvable.map(|name| (name, 0)).into_iter().chain(impossible.map(|name| (name, 1)));
    for (name, status) in expected {
        let file = |ending| here(&format!("puzzles/sliding/{name}{ending}"));
        let (answer, solver) = pipeline(&file(""), &file(".goal"));
        assert_eq!((solver, answer.status), (status, status), "{name}: {answer:?}");
        // With nothing printed, the checker judges an empty list.
        let is_told = if status == 0 { &answer.output } else { &answer.sentences };
        assert!(
            is_told.contains(if status == 0 { "Verified" } else { "after 0 moves" }),
            "{name}: {answer:?}"
        );
    }
}

#[test]
fn many_moves_pass_the_pipe_whole() {
    let files = Files::new();
    // A free cell crosses a nearly full tray of the largest size there and back along the edges.
    let cells = |skipped: u32| -> String {
        let cells = (0..65_536).filter(|&cell| cell != skipped).map(|cell| (cell / 256, cell % 256));
        cells.map(|(row, column)| format!("{row} {column} {row} {column}\n")).collect()
    };
    let init = files.write("init", format!("256 256\n{}", cells(0)));
    let (answer, solver) = pipeline(&init, &files.write("goal", cells(100 * 257)));
    assert_eq!((solver, answer.status), (0, 0), "{}", answer.sentences);
    assert!(answer.output.starts_with("Verified: 2"), "{}", answer.output);
}

/// The course's puzzles.
const FOLDER: &str = "../shared/puzzles/cs61b";

#[test]
fn every_pair_has_the_expected_answer() {
    let folder = here(FOLDER);
    let Ok(pairs) = fs::read_to_string(folder.join("pairs.csv")) else {
        passed_over(&format!(
            "skipped: the course's files are not shipped, and {FOLDER}/pairs.csv is not there"
        ));
        return;
    };
    let mut lines = pairs.lines();
    assert!(lines.next().is_some_and(|head| head.starts_with("set,init,goal,expect,")));
    let wrong: Vec<String> = lines.filter_map(|line| error(&folder, line)).collect();
    assert!(wrong.is_empty(), "{} pairs are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Error in the answer to one pair, if there is one.
fn error(folder: &Path, line: &str) -> Option<String> {
    let fields: Vec<&str> = line.split(',').collect();
    let [set, init, goal, expected, ..] = fields[..] else { return Some(format!("{line}: too few fields")) };
    let (init, goal) = (folder.join(set).join(init), folder.join(set).join(goal));
    let solved = run(program(&built("solver")).args([&init, &goal]), "");
    let status = i32::from(expected != "solvable");
    if solved.status != status {
        return Some(format!("{line}: {solved:?}"));
    }
    let checked = run(program(&built("checker")).args([&init, &goal]), &solved.output);
    (checked.status != status).then(|| format!("{line}: {checked:?}"))
}
