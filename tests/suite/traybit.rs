//! `traybit`: every command, every status, and the options that all commands share.

mod generate;
mod hardest;
mod profile;
mod searches;
mod universe;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use serde_json::{Value, json};

use crate::programs::{Answer, Files, built, here, interrupt, program, run, traybit, traybit_in_files};
use crate::solver::{ENDLESS, ENDLESS_GOAL};

const TRAY: &str = "5 4\n0 0 1 0\n1 1 2 2\n";
const GOAL: &str = "3 1 4 2\n";

/// Runs a line of arguments in a directory that holds `tray`, `goal`, `moves` and what `more` says.
fn in_files(arguments: &str, more: &[(&str, &str)], input: &str) -> (Answer, Files) {
    let own = [("tray", TRAY), ("goal", GOAL), ("moves", "1 1 3 1\n")];
    traybit_in_files(arguments, own.iter().chain(more), input)
}

fn answer(arguments: &str) -> Answer {
    in_files(arguments, &[], "").0
}

fn refused(answer: &Answer, status: i32, says: &str) {
    assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{answer:?}");
    assert!(answer.sentences.contains(says), "{answer:?} should say: {says}");
}

fn document(answer: &Answer) -> Value {
    assert!(answer.output.ends_with("}\n") && answer.output.lines().count() == 1, "{answer:?}");
    serde_json::from_str(&answer.output).expect("one JSON document")
}

#[test]
fn solve_prints_moves_and_tells_about_them() {
    let solved = answer("solve tray goal");
    assert_eq!((solved.status, solved.output.as_str()), (0, "1 1 3 1\n"));
    assert!(solved.sentences.contains("1 slide, the shortest solution, proven"), "{solved:?}");
    assert!(solved.sentences.contains("in all metrics: 2 steps, 1 slide, 1 path move"), "{solved:?}");
    let steps = answer("solve --metric step tray goal");
    assert!(steps.sentences.contains("2 steps, the shortest solution, proven"), "{steps:?}");
    let quiet = answer("solve tray goal --quiet --fast");
    let any = answer("solve tray goal --fast");
    assert!(
        any.sentences.contains("1 slide (any solution, not necessarily the shortest); in all"),
        "{any:?}"
    );
    assert_eq!((quiet.status, quiet.output.as_str(), quiet.sentences.as_str()), (0, "1 1 3 1\n", ""));
}

#[test]
fn solve_as_json_holds_everything() {
    let solved = document(&answer("solve --json --quiet --metric path tray goal"));
    assert_eq!(solved["answer"], "solved");
    assert_eq!((&solved["wanted"], &solved["metric"]), (&json!("shortest"), &json!("path")));
    assert_eq!(solved["length"], 1);
    assert_eq!(solved["moves"], json!([[1, 1, 3, 1]]));
    assert_eq!(solved["counts"], json!({ "steps": 2, "slides": 1, "paths": 1 }));
    for field in ["positions", "layers", "seconds", "bytes"] {
        assert!(solved["cost"][field].is_number(), "{solved}");
    }
    assert!(solved["key"]["bits"].is_number() && solved["method"].is_string(), "{solved}");
    let any = document(&answer("solve --json --fast tray goal"));
    assert_eq!((&any["wanted"], &any["metric"]), (&json!("any"), &Value::Null));
}

#[test]
fn solve_proves_what_is_impossible() {
    let (short, _) = in_files("solve tray other", &[("other", "0 0 0 0\n")], "");
    refused(&short, 1, "the goal needs 1 block of 1×1, and the tray has none");
    let (swap, _) =
        in_files("solve --json two other", &[("two", "1 3\n0 0 0 0\n0 1 0 2\n"), ("other", "0 2 0 2\n")], "");
    assert_eq!(swap.status, 1);
    assert_eq!(document(&swap)["answer"], "unsolvable");
    assert!(document(&swap)["reason"].as_str().is_some_and(|reason| reason.contains("no solution exists")));
}

#[test]
fn check_judges_lists() {
    let checked = answer("check tray goal moves");
    assert_eq!((checked.status, checked.sentences.as_str()), (0, ""), "{checked:?}");
    assert_eq!(
        checked.output,
        "Verified: 1 move, all possible, and the goal holds at the end (2 steps, 1 slide, 1 path move).\n"
    );
    let (from_input, _) = in_files("check tray goal", &[], "1 1 2 1\n2 1 3 1\n");
    assert!(from_input.output.contains("(2 steps, 2 slides, 1 path move)"), "{from_input:?}");
    refused(&answer("check tray goal"), 1, "after 0 moves no block stands on the goal's corners 3 1 4 2");
    refused(
        &in_files("check tray goal -", &[], "0 0 0 1\n1 1 1 0\n").0,
        6,
        "standard input, line 1: the move",
    );
    let json = document(&in_files("check --json tray goal", &[], "1 1 2 2\n").0);
    assert_eq!((&json["verdict"], &json["moves"]), (&json!("impossible_move"), &json!(1)));
}

#[test]
fn check_follows_the_lowest_status() {
    let check = |arguments: &str, input: &str| in_files(arguments, &[("bad", "x")], input).0;
    refused(&check("check bad missing bad", ""), 3, "missing: cannot be opened");
    refused(&check("check bad goal missing", ""), 3, "missing: cannot be opened");
    refused(&check("check bad goal bad", ""), 4, "bad, line 1");
    refused(&check("check tray goal", "9 9 9 9\nx"), 4, "standard input, line 2");
    refused(&check("check tray bad", "9 9 9 9\n"), 4, "bad, line 1");
    refused(&check("check goal tray", ""), 4, "were the tray and the goal swapped?");
}

#[test]
fn info_describes_a_puzzle() {
    let told = answer("info tray goal");
    assert_eq!((told.status, told.sentences.as_str()), (0, ""), "{told:?}");
    for line in [
        "5×4: 20 cells, 2 blocks, 14 free cells, 1 goal line",
        "  a b b .    . . . .",
        "shape 2×2: 1 block, 12 legal anchors, 1 goal line",
        "goal lines not met at the start: 1; so at least 2 steps, 1 slide, 1 path move",
    ] {
        assert!(told.output.lines().any(|found| found == line), "{told:?} should say: {line}");
    }
    assert!(told.output.contains("key: ") && told.output.contains(" or "), "{told:?}");
    let alone = document(&answer("info --json tray"));
    assert_eq!((&alone["blocks"], &alone["free"], &alone["goal_lines"]), (&json!(2), &json!(14), &json!(0)));
    let short = in_files("info tray other", &[("other", "0 0 0 0\n")], "").0;
    assert!(short.status == 0 && short.output.contains("the tray has none"), "{short:?}");
}

#[test]
fn info_tells_of_blocks_that_never_move() {
    let drawing = ("drawing", "fixed: b c\ntray:\nab.\nc..\n\ngoal: a 1 2\n");
    let told = in_files("info drawing", &[drawing], "").0;
    let line = "\nfixed: 2 blocks, counted as walls and not among the blocks and cells\n";
    assert!(told.output.contains(line) && told.output.contains("4 cells, 1 block, 3 free cells"), "{told:?}");
    assert_eq!(document(&in_files("info --json drawing", &[drawing], "").0)["fixed"], 2);
}

#[test]
fn info_knows_every_shipped_key() {
    let told = |name: &str| {
        let tray = here("puzzles/sliding").join(name);
        let goal = tray.with_extension("goal");
        document(&run(traybit().args(["info", "--json"]).args([tray, goal]), ""))
    };
    let klotski = told("klotski");
    assert_eq!((&klotski["key"]["bits"], &klotski["key"]["word"]), (&json!(60), &json!("u64")));
    assert_eq!(klotski["arrangements"], "65880");
    assert_eq!(klotski["bounds"], json!({ "unmet_goal_lines": 1, "steps": 3, "slides": 1, "paths": 1 }));
    // One free cell among 9,999 equal blocks: its place says everything.
    assert_eq!(told("units-100")["key"]["bits"], 14);
    assert_eq!(told("corners-256")["key"]["bits"], 64);
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        "",
        "sing",
        "solve",
        "solve tray",
        "solve tray goal more",
        "solve tray goal --metric hop",
        "solve tray goal --fast --metric step",
        "solve tray goal --threads 0",
        "check tray goal --limit soon",
        "info tray --memory lots",
        "solve - -",
        "check - goal",
        "info - -",
        "explore",
        "explore tray goal --no-goal",
        "explore tray --hardest file",
        "solve tray",
        "solve tray goal --fast --checkpoint state",
        "explore tray --fast",
        "explore tray --metric hop",
        "check tray goal --stats",
    ] {
        let wrong = answer(arguments);
        assert_eq!((wrong.status, wrong.output.as_str()), (2, ""), "{arguments}: {wrong:?}");
        assert!(!wrong.sentences.is_empty(), "{arguments}");
    }
    for command in
        ["solve tray goal", "explore tray", "check tray goal moves", "info tray", "convert --to drawn tray"]
    {
        let wrong = run(traybit().args(command.split(' ')).env("TRAYBIT_TIME", "soon"), "");
        refused(&wrong, 2, "TRAYBIT_TIME: expected a time");
    }
    // An option stands before the environment.
    let files = in_files("info tray", &[], "").1;
    let mut command = traybit();
    command.current_dir(files.path(".")).env("TRAYBIT_TIME", "soon");
    assert_eq!(run(command.args(["solve", "tray", "goal", "--limit", "1h"]), "").status, 0);
}

#[test]
fn help_and_version_are_status_0() {
    for arguments in [
        "--help",
        "--version",
        "help",
        "solve --help",
        "explore --help",
        "check -h",
        "info --help",
        "convert -h",
        "universe --help",
    ] {
        let told = answer(arguments);
        assert_eq!((told.status, told.sentences.as_str()), (0, ""), "{arguments}: {told:?}");
        assert!(!told.output.is_empty(), "{arguments}");
    }
    let common = ["Examples:", "--json", "--quiet", "--output", "--color"];
    let searches = ["--threads", "--limit", "--memory", "--stats", "--metric"];
    for (command, more) in [
        ("solve", &searches[..]),
        ("explore", &searches),
        ("check", &[]),
        ("info", &[]),
        ("convert", &["--to", "--limit", "--memory"]),
        ("universe", &searches[..]),
    ] {
        let told = answer(&format!("{command} --help")).output;
        for option in common.iter().chain(more) {
            assert!(told.contains(option), "{command} {option}");
        }
        assert!(told.contains(&format!("traybit {command} ")), "{command}: an example");
    }
}

#[test]
fn help_that_cannot_be_printed_is_status_7() {
    for arguments in ["--help", "--version", "solve --help"] {
        for (redirection, says) in [(">&-", "output is closed"), (">/dev/full", "output cannot be written")] {
            let line = format!("{} {arguments} {redirection}", built("traybit"));
            let answer: Answer = program("sh").args(["-c", &line]).output().expect("a shell").into();
            refused(&answer, 7, says);
        }
    }
}

#[test]
fn unreadable_and_invalid_files() {
    refused(&answer("explore missing"), 3, "missing: cannot be opened");
    refused(&answer("explore goal"), 4, "goal, line 1");
    for command in ["solve", "info"] {
        let tried = |names: &str| in_files(&format!("{command} {names}"), &[("bad", "x")], "").0;
        refused(&tried("missing goal"), 3, "missing: cannot be opened");
        refused(&tried(". goal"), 3, ".: cannot be read");
        refused(&tried("bad missing"), 3, "missing: cannot be opened");
        refused(&tried("bad goal"), 4, "bad, line 1");
        refused(&tried("tray bad"), 4, "bad, line 1");
        refused(&tried("goal tray"), 4, "were the tray and the goal swapped?");
        refused(&tried("/dev/zero goal"), 4, "/dev/zero, line 1");
        refused(&tried("/dev/null goal"), 4, "found the end of the file");
    }
}

#[test]
fn a_dash_is_standard_input() {
    assert_eq!(in_files("solve - goal", &[], TRAY).0.output, "1 1 3 1\n");
    assert_eq!(in_files("solve tray -", &[], GOAL).0.output, "1 1 3 1\n");
    assert_eq!(in_files("check tray - moves", &[], GOAL).0.status, 0);
    assert_eq!(in_files("explore -", &[], "1 2\n0 0 0 0\n").0.output.lines().next(), Some("positions: 2"));
    refused(&in_files("solve tray -", &[], "x").0, 4, "standard input, line 1");
    // A file of that name has a longer one as well; other names are free.
    assert_eq!(in_files("info ./-", &[("-", TRAY)], "").0.status, 0);
    assert_eq!(in_files("info -- --json", &[("--json", TRAY)], "").0.status, 0);
    let files = Files::new();
    let name = files.write(OsStr::from_bytes(b"\xff"), TRAY);
    assert_eq!(run(traybit().arg("info").arg(name), "").status, 0);
}

#[test]
fn answers_go_to_files() {
    let (solved, files) = in_files("solve tray goal --output answer", &[("answer", "old")], "");
    assert_eq!((solved.status, solved.output.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(files.path("answer")).expect("the answer"), "1 1 3 1\n");
    let (described, files) = in_files("info tray -o answer --json", &[], "");
    assert_eq!((described.status, described.output.as_str()), (0, ""));
    assert!(fs::read_to_string(files.path("answer")).expect("the answer").starts_with('{'));
    assert_eq!(in_files("solve tray goal -o -", &[], "").0.output, "1 1 3 1\n");
    // A command that is refused leaves the old file as it was.
    let (refusal, files) = in_files("solve missing goal -o answer", &[("answer", "old")], "");
    assert_eq!(refusal.status, 3);
    assert_eq!(fs::read_to_string(files.path("answer")).expect("the answer"), "old");
    refused(&answer("solve tray goal -o missing/answer"), 7, "missing/answer: cannot be written");
    refused(&answer("solve tray goal -o ."), 7, ".: cannot be written");
    refused(&answer("solve tray goal -o /dev/full"), 7, "/dev/full: cannot be written");
    assert_eq!(answer("solve tray goal -o /dev/null").status, 0);
}

#[test]
fn an_output_that_takes_nothing_is_status_7() {
    let files = in_files("info tray", &[], "").1;
    for command in [
        "solve tray goal",
        "explore tray",
        "check tray goal moves",
        "info tray",
        "convert --to drawn tray",
        "solve --json tray goal",
    ] {
        for (redirection, says) in [(">&-", "output is closed"), (">/dev/full", "output cannot be written")] {
            let line = format!("{} {command} {redirection}", built("traybit"));
            let mut shell = program("sh");
            let answer: Answer =
                shell.current_dir(files.path(".")).args(["-c", &line]).output().expect("a shell").into();
            refused(&answer, 7, says);
        }
    }
}

#[test]
fn budgets_are_kept() {
    let endless = |arguments: &str| {
        let more = [("long", ENDLESS), ("end", ENDLESS_GOAL)];
        in_files(&format!("solve long end {arguments}"), &more, "").0
    };
    refused(&endless("--limit 200ms --memory 4G"), 5, "time limit reached (200.0 ms) after ");
    refused(&endless("--memory 20M --fast"), 5, "memory limit reached (20.0 MiB) after ");
    refused(&endless("--memory 20M"), 5, "raise it with --memory");
    let json = document(&endless("--limit 100ms --memory 4G --json --metric step"));
    assert_eq!(json["answer"], "gave_up");
    // No finished layer holds a goal.
    let layers = json["cost"]["layers"].as_u64().expect("a number");
    assert_eq!(json["at_least"], layers + 1);
    let told = endless("--memory 20M --metric path");
    assert!(told.sentences.contains("no solution has fewer than "), "{told:?}");
    assert!(!endless("--memory 20M --fast").sentences.contains("no solution has"));
}

#[test]
fn a_search_for_the_shortest_that_gives_up_tells_any_solution() {
    let pair = ["puzzles/sliding/corners-256", "puzzles/sliding/corners-256.goal"];
    let at_home = |command: &str, more: &[&str], input: &str| {
        run(traybit().current_dir(here("")).arg(command).args(pair).args(more), input)
    };
    let told = at_home("solve", &["--memory", "64M"], "");
    assert_eq!(told.status, 5, "{told:?}");
    assert!(told.sentences.contains("not necessarily the fewest"), "{told:?}");
    let checked = at_home("check", &["-"], &told.output);
    assert_eq!(checked.status, 0, "{checked:?}");
    let json = document(&at_home("solve", &["--memory", "64M", "--json"], ""));
    let moves = json["moves"].as_array().expect("moves").len() as u64;
    assert!(json["at_least"].as_u64() <= Some(moves), "{json}");
    assert_eq!((&json["at_most"], &json["counts"]["slides"]), (&json!(moves), &json!(moves)));
    assert_eq!(json["length"], Value::Null);
}

#[test]
fn signals_end_a_search_with_what_is_known() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let files = Files::new();
        let mut command = traybit();
        command.arg("solve").arg(files.write("long", ENDLESS)).arg(files.write("end", ENDLESS_GOAL));
        let child = command.args(["--memory", "4G"]).spawn().expect("it starts");
        interrupt(&child, signal);
        let answer = Answer::from(child.wait_with_output().expect("it ends"));
        refused(&answer, status, &format!("traybit: stopped by SIG{signal}: not solved"));
    }
}

#[test]
fn signals_end_every_command_while_it_reads() {
    let files = Files::new();
    let (pipe, goal) = (files.path("pipe"), files.write("goal", GOAL));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for (command, files, known) in [
        ("solve", &[&pipe, &goal][..], "not solved"),
        ("explore", &[&pipe], "not explored to the end"),
        ("check", &[&pipe, &goal], "nothing is verified"),
        ("info", &[&pipe, &goal], "nothing is written"),
        ("convert --to drawn", &[&pipe, &goal], "nothing is written"),
    ] {
        for (signal, status) in [("INT", 130), ("TERM", 143)] {
            let child = traybit().args(command.split(' ')).args(files).spawn().expect("it starts");
            interrupt(&child, signal);
            let answer = Answer::from(child.wait_with_output().expect("it ends"));
            refused(&answer, status, &format!("traybit: stopped by SIG{signal}: {known}"));
        }
    }
}
