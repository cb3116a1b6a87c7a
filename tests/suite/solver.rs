//! `solver`: every status, every tie between statuses, its budgets, and input of every kind.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, prop_assert, prop_assert_eq, proptest};

use crate::programs::{Answer, Files, built, here, interrupt, passed_over, program, run, unreadable};

const INIT: &str = "5 4\n0 0 1 0\n1 1 2 2\n";
const GOAL: &str = "3 1 4 2\n";

/// Block 1×1 is above a bar from side to side and is to get below it: impossible, but the rest of the space is
/// far too large to be seen.
pub(crate) const ENDLESS: &str = "100 100\n50 0 50 99\n0 0 0 0\n0 2 1 3\n0 5 2 7\n60 5 63 7\n";
pub(crate) const ENDLESS_GOAL: &str = "99 99 99 99\n";

fn solver() -> Command {
    let mut command = program(&built("solver"));
    for variable in ["TRAYBIT_MEMORY", "TRAYBIT_TIME", "TRAYBIT_THREADS"] {
        command.env_remove(variable);
    }
    command
}

fn solve(init: impl AsRef<[u8]>, goal: impl AsRef<[u8]>) -> Answer {
    let files = Files::new();
    run(solver().arg(files.write("init", init)).arg(files.write("goal", goal)), "")
}

/// Asserts a refusal: every answer but status 0 is one or more sentences on standard error, and nothing else.
fn refused(answer: &Answer, status: i32, says: &str) {
    assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{answer:?}");
    let ended = answer.sentences.ends_with(".\n") || answer.sentences.ends_with("?\n");
    assert!(answer.sentences.starts_with("solver: ") && ended, "{answer:?}");
    assert!(answer.sentences.contains(says), "{answer:?} should say: {says}");
}

fn solved(answer: &Answer, moves: &str) {
    assert_eq!((answer.status, answer.output.as_str(), answer.sentences.as_str()), (0, moves, ""));
}

#[test]
fn status_0_solved() {
    solved(&solve(INIT, GOAL), "1 1 3 1\n");
    solved(&solve(INIT, ""), "");
    solved(&solve(INIT, "1 1 2 2\n"), "");
    solved(&solve("5 4", ""), "");
    solved(&solve(" 1\t2 \r\n0 0 0 0", "0 1 0 1"), "0 0 0 1\n");
}

#[test]
fn status_1_unsolvable() {
    refused(&solve(INIT, "0 0 0 0\n"), 1, "the goal needs 1 block of 1×1, and the tray has none");
    refused(&solve(INIT, "0 0 1 0\n0 1 1 1\n"), 1, "the goal needs 2 blocks of 2×1, and the tray has 1");
    refused(&solve("1 3\n0 0 0 0\n0 1 0 2\n", "0 2 0 2\n"), 1, "no solution exists");
    refused(&solve("5 4", GOAL), 1, "the tray has none");
    refused(&solve("1 2\n0 0 0 1\n", "0 0 0 0\n"), 1, "1×1");
}

#[test]
fn status_2_wrong_usage() {
    for arguments in [&[][..], &["a"], &["a", "b", "c"], &["a", "b", ""], &["--help"]] {
        let mut answer = run(solver().args(arguments), "");
        if arguments.len() < 2 {
            // The usage text follows the sentence.
            let end = answer.sentences.find("Usage: solver INIT GOAL").expect("a usage text");
            let usage = answer.sentences.split_off(end);
            assert!(usage.contains("Exit status: 0 ") && usage.contains("Example: solver "), "{usage}");
        }
        refused(&answer, 2, &format!("found {}", arguments.len()));
    }
}

#[test]
fn status_2_budgets_that_are_none() {
    for (variable, value, says) in [
        (
            "TRAYBIT_MEMORY",
            "lots",
            r#"TRAYBIT_MEMORY: expected bytes, such as 500MB, 4G or 4GiB, found "lots""#,
        ),
        ("TRAYBIT_MEMORY", "-1", "TRAYBIT_MEMORY"),
        ("TRAYBIT_TIME", "soon", "TRAYBIT_TIME: expected a time"),
        ("TRAYBIT_THREADS", "0", "TRAYBIT_THREADS: expected 1 to 1024 threads"),
    ] {
        // Wrong usage outweighs files that are not there.
        refused(&run(solver().args(["missing", "missing"]).env(variable, value), ""), 2, says);
    }
    let bytes = OsStr::from_bytes(b"\xff");
    refused(&run(solver().args(["a", "b"]).env("TRAYBIT_TIME", bytes), ""), 2, "TRAYBIT_TIME");
    refused(&run(solver().args(["a", "b", "c"]).env("TRAYBIT_TIME", "soon"), ""), 2, "found 3");
}

#[test]
fn status_3_unreadable() {
    let files = Files::new();
    let (init, goal, bad) = (files.write("init", INIT), files.write("goal", GOAL), files.write("bad", "x"));
    let (missing, directory) = (files.path("missing"), files.path("."));
    for (arguments, says) in unreadable(&init, &goal, &missing, &directory) {
        refused(&run(solver().args(arguments), ""), 3, says);
    }
    // An unreadable file outweighs a malformed one.
    refused(&run(solver().args([&bad, &missing]), ""), 3, "missing");
    refused(&run(solver().args([&missing, &bad]), ""), 3, "missing");
    refused(&run(solver().args([&bad, &directory]), ""), 3, "cannot be read");
}

#[test]
fn status_3_without_permission() {
    let files = Files::new();
    let (init, goal) = (files.write("init", INIT), files.write("goal", GOAL));
    fs::set_permissions(&goal, fs::Permissions::from_mode(0o000)).expect("it is ours");
    if fs::read(&goal).is_ok() {
        passed_over("skipped: this user may read everything");
        return;
    }
    refused(&run(solver().args([&init, &goal]), ""), 3, "goal: cannot be opened");
}

#[test]
fn status_4_invalid_files() {
    refused(&solve("x", GOAL), 4, "init, line 1");
    refused(&solve("", GOAL), 4, "found the end of the file");
    refused(&solve(INIT, "x"), 4, "goal, line 1");
    refused(&solve(INIT, "0 0 9 9"), 4, "goal, line 1: expected a block inside the tray");
    refused(&solve("0 4", ""), 4, "expected a height and a width of 1 to 256");
    refused(&solve("5 4\n0 0 1 0\n0 0 1 0\n", GOAL), 4, "overlaps 0 0 1 0 of line 2");
    let both = solve("0 4\n", "1 0 0 0\n");
    refused(&both, 4, "init, line 1");
    refused(&both, 4, "goal, line 1");
    // What is invalid is never called impossible, nor solved.
    refused(&solve(format!("{INIT}9 9 9 9\n"), "0 0 0 0\n"), 4, "init, line 4");
    refused(&solve(format!("{INIT}9 9 9 9\n"), ""), 4, "init, line 4");
}

#[test]
fn swapped_files_are_recognised() {
    let swapped = solve(GOAL, INIT);
    refused(&swapped, 4, "looks like a goal file");
    refused(&swapped, 4, "looks like a tray file");
    refused(&swapped, 4, "were the tray and the goal swapped?\n");
}

#[test]
fn names_of_any_bytes() {
    let files = Files::new();
    let init = files.write(OsStr::from_bytes(b"-\xff \n"), INIT);
    solved(&run(solver().arg(&init).arg(files.write("--", GOAL)), ""), "1 1 3 1\n");
    refused(&run(solver().args([&init, &init]), ""), 4, "-\\xff \\n, line 1: expected 4 integers");
}

#[test]
fn devices_and_pipes_are_files_too() {
    let files = Files::new();
    let (init, goal) = (files.write("init", INIT), files.write("goal", GOAL));
    let (init, goal) = (init.to_str().expect("text"), goal.to_str().expect("text"));
    for device in ["/dev/zero", "/dev/urandom"] {
        assert_eq!(run(solver().args([device, goal]), "").status, 4);
        assert_eq!(run(solver().args([init, device]), "").status, 4);
    }
    refused(&run(solver().args(["/dev/null", goal]), ""), 4, "found the end of the file");
    solved(&run(solver().args([init, "/dev/null"]), ""), "");
    solved(&run(solver().args(["/dev/stdin", goal]), INIT), "1 1 3 1\n");
}

#[test]
fn an_output_that_takes_nothing_is_status_5() {
    let files = Files::new();
    files.write("init", INIT);
    files.write("goal", GOAL);
    let shell = |line: &str| -> Answer {
        let line = line.replace("SOLVER", &built("solver"));
        let mut command = program("sh");
        command.current_dir(files.path(".")).args(["-c", &line]).output().expect("a shell").into()
    };
    refused(&shell("SOLVER init goal >&-"), 5, "solved, but standard output is closed");
    refused(&shell("SOLVER init goal >/dev/full"), 5, "solved, but standard output cannot be written");
    assert_eq!(shell("SOLVER init goal >/dev/full 2>&-").status, 5);
    // The reader is gone before anything is written: the shell waits for it.
    let gone = shell("mkfifo pipe; (exec 3<pipe) & exec 4>pipe; wait; SOLVER init goal >&4");
    refused(&gone, 5, "solved, but standard output was closed by its reader");
    // Who has nothing to print needs no output.
    solved(&shell("SOLVER init /dev/null >&-"), "");
    solved(&shell("SOLVER init /dev/null >/dev/full"), "");
    refused(&shell("SOLVER /dev/null goal >&-"), 4, "line 1");
    solved(&shell("SOLVER init goal <&- 2>&-"), "1 1 3 1\n");
}

#[test]
fn budgets_are_kept() {
    let files = Files::new();
    let (init, goal) = (files.write("init", ENDLESS), files.write("goal", ENDLESS_GOAL));
    let within = |variable, value| {
        let mut command = solver();
        command.args([&init, &goal]).env("TRAYBIT_MEMORY", "4G").env(variable, value);
        run(&mut command, "")
    };
    let late = within("TRAYBIT_TIME", "200ms");
    refused(&late, 5, "time limit reached (200.0 ms) after ");
    refused(&late, 5, "raise it with the environment variable TRAYBIT_TIME");
    let full = within("TRAYBIT_MEMORY", "20M");
    refused(&full, 5, "memory limit reached (20.0 MiB) after ");
    refused(&full, 5, "raise it with the environment variable TRAYBIT_MEMORY");
    refused(&within("TRAYBIT_TIME", "0"), 5, "time limit reached (0 s) after ");
}

#[test]
fn budgets_that_suffice_change_nothing() {
    let (init, goal) = (here("puzzles/sliding/klotski"), here("puzzles/sliding/klotski.goal"));
    for (variable, value) in [
        ("TRAYBIT_TIME", ""),
        ("TRAYBIT_TIME", "1h"),
        ("TRAYBIT_MEMORY", "1GiB"),
        ("TRAYBIT_THREADS", "1"),
        ("TRAYBIT_THREADS", "3"),
    ] {
        let answer = run(solver().args([&init, &goal]).env(variable, value), "");
        assert_eq!((answer.status, answer.sentences.as_str()), (0, ""));
    }
}

#[test]
fn signals_end_a_search() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let files = Files::new();
        let mut command = solver();
        command.arg(files.write("init", ENDLESS)).arg(files.write("goal", ENDLESS_GOAL));
        let child = command.env("TRAYBIT_MEMORY", "4G").spawn().expect("it starts");
        interrupt(&child, signal);
        let answer = Answer::from(child.wait_with_output().expect("it ends"));
        refused(&answer, status, &format!("stopped by SIG{signal}: not solved"));
    }
}

#[test]
fn signals_end_it_at_once_while_it_reads() {
    let files = Files::new();
    let (pipe, goal) = (files.path("pipe"), files.write("goal", GOAL));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let child = solver().args([&pipe, &goal]).spawn().expect("it starts");
        interrupt(&child, signal);
        let began = Instant::now();
        let answer = Answer::from(child.wait_with_output().expect("it ends"));
        assert!(began.elapsed() < Duration::from_millis(900), "a search's grace is not for reading");
        refused(&answer, status, &format!("stopped by SIG{signal}: not solved"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_anywhere_give_a_status(
        init in collection::vec(any::<u8>(), 0..40),
        goal in collection::vec(any::<u8>(), 0..40),
    ) {
        for (i, g) in [(&init[..], GOAL.as_bytes()), (INIT.as_bytes(), &goal), (&init, &goal)] {
            let answer = solve(i, g);
            prop_assert!([0, 1, 4].contains(&answer.status));
            prop_assert_eq!(answer.status == 0, answer.sentences.is_empty());
        }
    }

    #[test]
    fn changed_bytes_give_a_status(place in 0..19usize, byte in any::<u8>()) {
        let change = |text: &str| {
            let mut text = text.as_bytes().to_vec();
            let place = place % text.len();
            text[place] = byte;
            text
        };
        prop_assert!([0, 1, 4].contains(&solve(change(INIT), GOAL).status));
        prop_assert!([0, 1, 4].contains(&solve(INIT, change(GOAL)).status));
    }
}
