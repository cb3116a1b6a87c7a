//! Signals while a program waits or searches, and at any moment: a program ends with their status and one sentence, or with
//! its whole answer; what it was to write is there whole or not at all.
//!
//! Moments are drawn anew for each round: `TRAYBIT_ROUNDS=100 cargo test --test suite interrupted` tries 100 of each
//! command.

use std::env;
use std::fs::{self, read_dir};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio, id};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use traybit_core::Key;

use crate::budgets::{WIDE, WIDE_GOAL};
use crate::programs::{
    Answer, Files, built, here, interrupt, interrupt_after, is_ignored, passed_over, program, traybit,
};

const BOARDS: (&str, &str) = ("batch --size 4 --count 1000 --optimal -o o.txt", "o.txt");

/// Commands of long or middling length, and what they may write. `@` is the folder of the project's puzzles,
/// `_` a blank within an argument.
const COMMANDS: [(&str, &str); 29] = [
    ("solve wide wide.goal", ""),
    ("solve wide wide.goal --fast --stats", ""),
    ("count wide wide.goal --metric path --json", ""),
    ("solve wide wide.goal --metric step -o o.txt --html o.html", "o.txt o.html"),
    ("solve @sliding/d209 @sliding/d209.goal --certificate o.json", "o.json"),
    (
        "solve @sliding/century @sliding/century.goal --json -o o.json --html o.html --checkpoint o.kept",
        "o.json o.html o.kept",
    ),
    ("explore wide --layers", ""),
    ("explore @sliding/d209 @sliding/d209.goal --json --plot o.svg --hardest o.txt", "o.svg o.txt"),
    (
        "explore @sliding/d209 --csv o.csv -o o.txt --checkpoint o.kept --checkpoint-every 5ms",
        "o.csv o.txt o.kept",
    ),
    ("universe --tray 6x6 --pieces 1x2=6,2x1=5 --csv m.csv", "m.csv"),
    ("universe --tray 5x4 --pieces 2x2=1,1x2,2x1,1x1 --goal 2x2_3_1 --files o --json", "o"),
    (
        "generate blocks --tray 6x6 --pieces 1x2=6,2x1=6,1x3 --goal 1x2_2_4 --count 5 --hard --min-moves 60 --files o",
        "o",
    ),
    ("generate blocks --tray 6x6 --pieces 1x2=6,2x1=6,1x3 --goal 1x2_2_4 --count 9999 --json", ""),
    ("solve five --optimal --cache=o", "o"),
    ("solve five --quality 30", ""),
    ("solve four --json -o o.json --html o.html --certificate p.json", "o.json o.html p.json"),
    BOARDS,
    ("batch --size 9 --count 9999", ""),
    ("explore --size 3x4 --json --plot o.svg", "o.svg"),
    ("generate tiles --size 90 --count 9999 --files o", "o"),
    ("solve @packing/pentominoes-6x10.txt --all --json -o o.json --html o.html", "o.json o.html"),
    ("solve @packing/popinjay-12.txt -o o.txt", "o.txt"),
    ("solve @packing/pentominoes-6x10.txt --all -o o.txt", "o.txt"),
    ("count @packing/12x12-16.txt --checkpoint o.kept --checkpoint-every 5ms", "o.kept"),
    ("count @packing/pentominoes-6x10.txt --by enumeration --json", ""),
    ("batch folder --optimal --json --threads 1", ""),
    ("batch folder --journal o.jsonl --csv o.csv", "o.jsonl o.csv"),
    (
        "contest --solver ours=./solver_{init}_{goal} --rounds 9 folder --csv o.csv --output o.txt",
        "o.csv o.txt",
    ),
    ("solver wide wide.goal", ""),
];

fn laid_out() -> Files {
    let files = Files::new();
    fs::create_dir(files.path("folder")).expect("a folder");
    for place in ["wide", "folder/a", "folder/b"] {
        files.write(place, WIDE);
        files.write(format!("{place}.goal"), WIDE_GOAL);
    }
    symlink(built("solver"), files.path("solver")).expect("a link");
    files.write("four", "15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0\n");
    files.write("five", "5 1 2 4 8\n6 0 7 3 12\n9 10 11 15 14\n13 16 17 18 19\n20 21 22 23 24\n");
    files
}

#[test]
fn signals_end_every_command_at_any_moment() {
    let rounds = env::var("TRAYBIT_ROUNDS").map_or(1, |rounds| rounds.parse().expect("a number of rounds"));
    for round in 0..rounds {
        for (number, (line, written)) in (0u64..).zip(COMMANDS) {
            let dice = (64 * round + number).hash64() >> 8;
            // Up to half a second, the first moments more often.
            let moment = (dice >> 1 & 0x3ff) * (dice >> 11 & 0x3ff);
            let (signal, status) = [("INT", 130), ("TERM", 143)][(dice & 1) as usize];
            one_signal(line, written, (signal, status), Duration::from_micros(moment / 2));
        }
    }
    // While boards are made, before the search: two threads could report the signal.
    (0..60).for_each(|moment| one_signal(BOARDS.0, BOARDS.1, ("TERM", 143), Duration::from_micros(moment)));
}

fn one_signal(line: &str, written: &str, (signal, status): (&str, i32), moment: Duration) {
    let files = laid_out();
    let puzzles = format!("{}/", here("puzzles").display());
    let arguments = line.split(' ').map(|argument| argument.replace('_', " ").replace('@', &puzzles));
    let mut arguments = arguments.peekable();
    let mut command = match arguments.next_if(|first| first == "solver") {
        Some(_) => program(&built("solver")),
        None => traybit(),
    };
    let child = command.current_dir(files.path(".")).args(arguments).spawn().expect("it starts");
    interrupt_after(&child, signal, moment);
    let answer = Answer::from(child.wait_with_output().expect("it ends"));
    let context = format!("{line}, SIG{signal} after {moment:?}: {answer:?}");
    let stopped = answer.sentences.matches(&format!("stopped by SIG{signal}")).count();
    if answer.status == status {
        assert_eq!(stopped, 1, "{context}");
    } else {
        assert!([0, 1].contains(&answer.status) && stopped == 0, "{context}");
    }
    assert!(!answer.sentences.contains("a bug in the program"), "{context}");
    if line.contains("--json") {
        let mut documents = serde_json::Deserializer::from_str(&answer.output).into_iter::<Value>();
        assert!(documents.all(|document| document.is_ok()), "{context}");
    }
    for entry in read_dir(files.path(".")).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name of ours");
        let ours = ["folder", "solver", "wide", "wide.goal", "four", "five"].contains(&name.as_str());
        assert!(ours || written.split(' ').any(|one| *one == name), "{name} is left: {context}");
        assert!(ours || is_whole(&files.path(&name)), "{name}: {context}");
    }
}

/// An exploration without an end that has saved its state in the file `o.kept`, so that it has begun.
fn exploring(files: &Files, ignoring: &str) -> Child {
    files.write("long", ENDLESS);
    let line = format!(
        "{ignoring} exec {} explore long --json --memory 4G --checkpoint o.kept --checkpoint-every 5ms",
        built("traybit")
    );
    let child = program("sh").current_dir(files.path(".")).args(["-c", &line]).spawn().expect("it starts");
    let patience = Instant::now() + Duration::from_mins(2);
    while !files.path("o.kept").exists() {
        assert!(Instant::now() < patience, "no state is saved");
        thread::sleep(Duration::from_millis(1));
    }
    child
}

/// Signals a process as this shell line does, in which `@` is its number.
fn signal(child: &Child, line: &str) {
    let line = line.replace('@', &child.id().to_string());
    assert!(Command::new("sh").args(["-c", &line]).status().expect("a shell").success());
}

#[test]
fn signals_that_come_together_are_one() {
    // Of two that are pending at once the system may deliver either first.
    for (line, signals) in [
        ("kill -INT @; kill -TERM @", &[(130, "SIGINT"), (143, "SIGTERM")][..]),
        ("kill -TERM @; kill -TERM @", &[(143, "SIGTERM")]),
        ("kill -HUP @", &[(129, "SIGHUP")]),
    ] {
        if line.contains("HUP") && is_ignored(id(), 1) {
            passed_over("SIGHUP is ignored here, so its handling is not tested");
            continue;
        }
        let files = Files::new();
        let child = exploring(&files, "");
        signal(&child, line);
        let answer = Answer::from(child.wait_with_output().expect("it ends"));
        let first = signals.iter().find(|(status, _)| *status == answer.status);
        let (_, name) = first.unwrap_or_else(|| panic!("{line}: {answer:?}"));
        let sentence = format!("stopped by {name}: not explored to the end after ");
        assert!(answer.sentences.contains(&sentence), "{line}: {answer:?}");
        let document: Value = serde_json::from_str(&answer.output).expect("a document");
        assert!(document["reason"].as_str().is_some_and(|reason| reason.contains(&sentence)), "{document}");
        assert!(answer.sentences.contains("o.kept"), "{line}: how it resumes is told: {answer:?}");
    }
}

#[test]
fn memory_that_the_system_takes_back_ends_in_a_sentence() {
    let files = Files::new();
    let mut child = exploring(&files, "");
    let limited = Command::new("prlimit").args(["--as=1000000", "--pid", &child.id().to_string()]).status();
    if !limited.is_ok_and(|status| status.success()) {
        passed_over("there is no prlimit, so memory that the system takes back is not tested");
        child.kill().and_then(|()| child.wait()).expect("it ran");
        return;
    }
    let answer = Answer::from(child.wait_with_output().expect("it ends"));
    assert_eq!(answer.status, 5, "{answer:?}");
    assert!(answer.sentences.contains("The system has no more memory for this program"), "{answer:?}");
}

#[test]
fn a_program_that_is_to_outlive_its_terminal_does() {
    let files = Files::new();
    let child = exploring(&files, "trap '' HUP;");
    signal(&child, "kill -HUP @; kill -TERM @");
    let answer = Answer::from(child.wait_with_output().expect("it ends"));
    assert_eq!(answer.status, 143, "{answer:?}");
    assert!(!answer.sentences.contains("SIGHUP"), "{answer:?}");
}

/// True if a file ends as its kind does; folders with all that is in them.
fn is_whole(path: &Path) -> bool {
    if path.is_dir() {
        return read_dir(path).expect("a folder").all(|entry| is_whole(&entry.expect("an entry").path()));
    }
    let bytes = fs::read(path).expect("a file");
    let ends_with = |end: &str| bytes.trim_ascii_end().ends_with(end.as_bytes());
    match path.extension().and_then(|extension| extension.to_str()) {
        // Without an answer standard output is empty, and so is what is written in its place.
        Some("json") => bytes.is_empty() || serde_json::from_slice::<Value>(&bytes).is_ok(),
        // Every line but the last, which is left out by who goes on from a journal.
        Some("jsonl") => {
            let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
            lines.map(serde_json::from_slice::<Value>).all(|line| line.is_ok())
        }
        Some("html") => ends_with("</html>"),
        Some("svg") => ends_with("</svg>"),
        Some("txt" | "goal" | "csv") => bytes.is_empty() || bytes.ends_with(b"\n"),
        // Tables and states have seals of their own, which their readers look at.
        _ => true,
    }
}

/// Block 1×1 is above a bar from side to side and is to get below it: impossible, but the rest of the space is
/// far too large to be searched.
pub(crate) const ENDLESS: &str = "100 100\n50 0 50 99\n0 0 0 0\n0 2 1 3\n0 5 2 7\n60 5 63 7\n";
pub(crate) const ENDLESS_GOAL: &str = "99 99 99 99\n";

#[test]
fn signals_end_reading_and_searching() {
    let files = Files::new();
    files.write("long", ENDLESS);
    files.write("end", ENDLESS_GOAL);
    assert!(Command::new("mkfifo").arg(files.path("pipe")).status().expect("mkfifo").success());
    for (line, known) in [
        ("traybit solve long end", "not solved"),
        ("traybit explore long", "not explored to the end"),
        ("solver long end", "not solved"),
        ("traybit solve pipe end", "not solved"),
        ("traybit explore pipe", "not explored to the end"),
        ("traybit check pipe end", "nothing is verified"),
        ("traybit info - end", "nothing is written"),
        ("traybit convert --to drawn pipe end", "nothing is written"),
        ("solver pipe end", "not solved"),
        ("checker long end", "nothing is verified"),
    ] {
        for (signal, status) in [("INT", 130), ("TERM", 143)] {
            let (name, arguments) = line.split_once(' ').expect("arguments");
            let mut command = program(&built(name));
            command.current_dir(files.path(".")).env("TRAYBIT_MEMORY", "4G").env_remove("TRAYBIT_TIME");
            // Input that ends right after the signal may be cut off by it.
            let mut child =
                command.args(arguments.split(' ')).stdin(Stdio::piped()).spawn().expect("it starts");
            interrupt(&child, signal);
            let input = child.stdin.take().filter(|_| signal == "INT");
            let answer = Answer::from(child.wait_with_output().expect("it ends"));
            drop(input);
            assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{line}: {answer:?}");
            let says = format!("{name}: stopped by SIG{signal}: {known}");
            assert!(answer.sentences.contains(&says), "{line}: {answer:?}");
        }
    }
}
