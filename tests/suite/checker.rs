//! `checker`: every status, every tie between statuses, and input of every kind.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, prop_assert, prop_assert_eq, proptest};

use crate::programs::{Answer, Files, built, interrupt, program, run, unreadable};

const INIT: &str = "5 4\n0 0 1 0\n1 1 2 2\n";
const GOAL: &str = "3 1 4 2\n";
const SOLUTION: &str = "1 1 3 1\n";

fn checker() -> Command {
    program(&built("checker"))
}

/// Checks a list of moves for a tray and a goal given as texts.
fn check(init: impl AsRef<[u8]>, goal: impl AsRef<[u8]>, moves: impl AsRef<[u8]> + Send) -> Answer {
    let files = Files::new();
    run(checker().arg(files.write("init", init)).arg(files.write("goal", goal)), moves)
}

/// Asserts a refusal: every verdict but status 0 is one or more sentences on standard error, and nothing else.
fn refused(answer: &Answer, status: i32, says: &str) {
    assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{answer:?}");
    let ended = answer.sentences.ends_with(".\n") || answer.sentences.ends_with("?\n");
    assert!(answer.sentences.starts_with("checker: ") && ended, "{answer:?}");
    assert!(answer.sentences.contains(says), "{answer:?} should say: {says}");
}

fn verified(answer: &Answer) {
    assert_eq!((answer.status, answer.sentences.as_str()), (0, ""), "{answer:?}");
    assert!(answer.output.starts_with("Verified"), "{answer:?}");
}

#[test]
fn status_0_verified() {
    verified(&check(INIT, GOAL, SOLUTION));
    verified(&check(INIT, "", ""));
    verified(&check(INIT, GOAL, "  1\t1  3 1 \r\n3 1 3 1"));
    verified(&check("5 4", "", ""));
    // The list goes on after the goal is reached, and only its end counts.
    verified(&check(INIT, GOAL, "1 1 3 1\n3 1 2 1\n2 1 3 1\n"));
    assert_eq!(
        check(INIT, GOAL, SOLUTION).output,
        "Verified: 1 move, all possible, and the goal holds at the end.\n"
    );
}

#[test]
fn status_1_goal_not_met() {
    refused(&check(INIT, GOAL, ""), 1, "after 0 moves no block stands on the goal's corners 3 1 4 2");
    refused(&check(INIT, GOAL, "1 1 3 1\n3 1 2 1\n"), 1, "after 2 moves");
    refused(&check(INIT, "0 0 0 0\n", ""), 1, "corners 0 0 0 0");
}

#[test]
fn status_2_wrong_usage() {
    for arguments in [&[][..], &["a"], &["a", "b", "c"], &["a", "b", ""]] {
        let mut answer = run(checker().args(arguments), "x");
        if arguments.len() < 2 {
            // The usage text follows the sentence.
            let end = answer.sentences.find("Usage: checker INIT GOAL").expect("a usage text");
            let usage = answer.sentences.split_off(end);
            assert!(usage.contains("Exit status: 0 ") && usage.contains("Example: checker "), "{usage}");
        }
        refused(&answer, 2, &format!("found {}", arguments.len()));
    }
}

#[test]
fn status_3_unreadable() {
    let files = Files::new();
    let (init, goal, bad) = (files.write("init", INIT), files.write("goal", GOAL), files.write("bad", "x"));
    let (missing, directory) = (files.path("missing"), files.path("."));
    for (arguments, says) in unreadable(&init, &goal, &missing, &directory) {
        refused(&run(checker().args(arguments), ""), 3, says);
    }
    // An unreadable file outweighs everything but the number of arguments.
    refused(&run(checker().args([&bad, &missing]), "x"), 3, "missing");
    refused(&run(checker().args([&bad, &directory]), "x"), 3, "cannot be read");
    refused(&run(checker().args([&missing, &bad]), "9 9 9 9\n"), 3, "missing");
}

#[test]
fn names_of_any_bytes() {
    let files = Files::new();
    let init = files.write(OsStr::from_bytes(b"-\xff \n"), INIT);
    verified(&run(checker().arg(&init).arg(files.write("--", GOAL)), SOLUTION));
    refused(&run(checker().args([&init, &init]), ""), 5, "-\\xff \\n, line 1: expected 4 integers");
}

#[test]
fn status_4_malformed_moves() {
    for (moves, says) in [
        (
            "1 1 3\n",
            "standard input, line 1: expected 4 integers (row and column before, row and column after), found 3 integers.\n",
        ),
        ("1 1 3 1 1\n", "found more than 4"),
        ("1 1 3 1\n\n", "line 2"),
        ("\n", "found an empty line"),
        ("1 1 +3 1\n", r#"found "+3""#),
        ("1 1 3 1.0\n", r#"found "1.0""#),
        (
            "1 1 3 1\nVerified\n",
            r#"line 2: expected 4 integers (row and column before, row and column after), found "Verified""#,
        ),
    ] {
        refused(&check(INIT, GOAL, moves), 4, says);
    }
}

#[test]
fn status_4_outweighs_5_and_6() {
    let impossible = "0 0 0 1\n0 0 0 3\n9 9 9 9\n";
    refused(&check(INIT, GOAL, format!("{impossible}x")), 4, "line 4");
    refused(&check("x", GOAL, "1 1 3 1\n-1"), 4, "line 2");
    refused(&check(INIT, "x", "1 1 3 1\n-1"), 4, "line 2");
    refused(&check("x", "x", format!("{impossible}1 2 3")), 4, "line 4");
}

#[test]
fn status_5_outweighs_6_and_1() {
    let impossible = "9 9 9 9\n";
    refused(&check("x", GOAL, impossible), 5, "init, line 1");
    refused(&check(INIT, "x", impossible), 5, "goal, line 1");
    refused(&check(INIT, "0 0 9 9", ""), 5, "goal, line 1: expected a block inside the tray");
    refused(&check("5 4\n0 0 1 0\n0 0 1 0\n", GOAL, ""), 5, "overlaps 0 0 1 0 of line 2");
    let both = check("0 4\n", "1 0 0 0\n", "");
    refused(&both, 5, "init, line 1");
    refused(&both, 5, "goal, line 1");
}

#[test]
fn swapped_files_are_recognised() {
    let swapped = check(GOAL, INIT, SOLUTION);
    refused(&swapped, 5, "looks like a goal file");
    refused(&swapped, 5, "looks like a tray file");
    refused(&swapped, 5, "were the tray and the goal swapped?\n");
}

#[test]
fn status_6_impossible_move() {
    for (moves, says) in [
        ("0 1 0 2\n", "no block has its first cell (the leftmost of its top row) there"),
        ("1 1 2 2\n", "it changes both the row and the column"),
        ("1 1 1 0\n", "the block 1 1 2 2 would meet the block 0 0 1 0 at row 1, column 0"),
        ("1 1 9 1\n", "would leave the tray"),
        ("1 1 3 1\n1 1 3 1\n3 1 3 1\n", "standard input, line 2"),
        (
            "1 1 99999999999999999999999999999999 1\n",
            "the move 1 1 (a number past every tray) 1 is impossible: the block 1 1 2 2 would leave the tray",
        ),
    ] {
        refused(&check(INIT, GOAL, moves), 6, says);
    }
    // The goal holds after the possible moves; the impossible one decides.
    refused(&check(INIT, GOAL, "1 1 3 1\n0 0 0 4\n"), 6, "line 2");
}

#[test]
fn a_million_moves() {
    let there_and_back = "1 1 3 1\n3 1 1 1\n";
    let mut moves = there_and_back.repeat(500_000);
    let answer = check(INIT, "1 1 2 2", &moves);
    verified(&answer);
    assert!(answer.output.contains("1,000,000 moves"), "{answer:?}");
    refused(&check(INIT, GOAL, &moves), 1, "after 1,000,000 moves");
    moves.push_str("1 1 1 0\n");
    refused(&check(INIT, GOAL, &moves), 6, "line 1000001");
    moves.push('\n');
    refused(&check(INIT, GOAL, &moves), 4, "line 1000002");
}

#[test]
fn a_full_tray_of_the_largest_size() {
    let mut tray = "256 256\n".to_owned();
    for cell in 1..65_536 {
        let (row, column) = (cell / 256, cell % 256);
        writeln!(tray, "{row} {column} {row} {column}").expect("a string takes all");
    }
    let goal = &tray["256 256\n".len()..];
    verified(&check(&tray, goal, ""));
    verified(&check(&tray, "0 0 0 0\n", "0 1 0 0\n"));
    refused(&check(&tray, goal, "1 0 0 0\n"), 1, "corners 1 0 1 0");
    refused(&check(&tray, goal, "255 255 255 254\n"), 6, "the block 255 254 255 254 at row 255, column 254");
    refused(&check(format!("{tray}255 255 255 255"), goal, ""), 5, "line 65537");
}

#[test]
fn devices_are_files_too() {
    let files = Files::new();
    let (init, goal) = (files.write("init", INIT), files.write("goal", GOAL));
    let (init, goal) = (init.to_str().expect("text"), goal.to_str().expect("text"));
    for device in ["/dev/zero", "/dev/urandom"] {
        assert_eq!(run(checker().args([device, goal]), "").status, 5);
        assert_eq!(run(checker().args([init, device]), "").status, 5);
        let moves = File::open(device).expect("a device");
        refused(
            &checker().args([init, goal]).stdin(moves).output().expect("it runs").into(),
            4,
            "standard input",
        );
    }
    refused(&run(checker().args(["/dev/null", goal]), ""), 5, "found the end of the file");
    verified(&run(checker().args([init, "/dev/null"]), ""));
    verified(&run(checker().args(["/dev/stdin", "/dev/null"]), INIT));
}

#[test]
fn pipes_and_numbered_files_are_files_too() {
    let files = Files::new();
    files.write("init", INIT);
    files.write("goal", GOAL);
    files.write("moves", SOLUTION);
    let shell = |line: &str| -> Answer {
        let line = line.replace("CHECKER", &built("checker"));
        let mut command = program("sh");
        command.current_dir(files.path(".")).args(["-c", &line]).output().expect("a shell").into()
    };
    verified(&shell("CHECKER /dev/fd/3 /dev/fd/4 3<init 4<goal <moves"));
    verified(&shell("cat init | CHECKER /dev/fd/0 /dev/null"));
    verified(&shell("cat moves | CHECKER init goal"));
    refused(&shell("CHECKER init goal <&-"), 1, "after 0 moves");
    refused(&shell("CHECKER init goal <."), 4, "standard input: cannot be read");
    // Without an output the status still tells, and nothing panics.
    for (redirection, status) in [(">&-", 0), (">/dev/full", 0), (">&- 2>&-", 0)] {
        assert_eq!(shell(&format!("CHECKER init goal <moves {redirection}")).status, status);
    }
    assert_eq!(shell("CHECKER init goal <&- >&- 2>&-").status, 1);
    assert_eq!(shell("CHECKER init goal <moves 2>/dev/full | true; true").status, 0);
}

#[test]
fn signals_end_it_while_it_waits() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let files = Files::new();
        let mut command = checker();
        command.arg(files.write("init", INIT)).arg(files.write("goal", GOAL)).stdin(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(SOLUTION.as_bytes()).expect("it reads");
        interrupt(&child, signal);
        let answer = Answer::from(child.wait_with_output().expect("it ends"));
        refused(&answer, status, &format!("stopped by SIG{signal}: nothing is verified"));
        drop(stdin);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_anywhere_give_a_status(
        init in collection::vec(any::<u8>(), 0..40),
        goal in collection::vec(any::<u8>(), 0..40),
        moves in collection::vec(any::<u8>(), 0..40),
    ) {
        for (i, g, m) in [(&init[..], GOAL.as_bytes(), SOLUTION.as_bytes()), (INIT.as_bytes(), &goal, &moves), (&init, &goal, &moves)] {
            let answer = check(i, g, m);
            prop_assert!([0, 1, 4, 5, 6].contains(&answer.status));
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
        prop_assert!([0, 1, 5, 6].contains(&check(change(INIT), GOAL, SOLUTION).status));
        prop_assert!([0, 1, 5].contains(&check(INIT, change(GOAL), SOLUTION).status));
        prop_assert!([0, 1, 4, 6].contains(&check(INIT, GOAL, change(SOLUTION)).status));
    }
}
