//! Signals while a program waits or searches: a status, one sentence, and no answer. (Signals at any moment are in `interrupted`.)

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::programs::{Answer, Files, built, interrupt, program};

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
        ("traybit info pipe end", "nothing is written"),
        ("traybit convert --to drawn pipe end", "nothing is written"),
        ("solver pipe end", "not solved"),
        ("checker long end", "nothing is verified"),
    ] {
        for (signal, status) in [("INT", 130), ("TERM", 143)] {
            let (name, arguments) = line.split_once(' ').expect("arguments");
            let mut command = program(&built(name));
            command.current_dir(files.path(".")).env("TRAYBIT_MEMORY", "4G").env_remove("TRAYBIT_TIME");
            // The checker waits for its moves.
            let mut child =
                command.args(arguments.split(' ')).stdin(Stdio::piped()).spawn().expect("it starts");
            let input = child.stdin.take();
            interrupt(&child, signal);
            let began = Instant::now();
            let answer = Answer::from(child.wait_with_output().expect("it ends"));
            drop(input);
            assert_eq!((answer.status, answer.output.as_str()), (status, ""), "{line}: {answer:?}");
            let says = format!("{name}: stopped by SIG{signal}: {known}");
            assert!(answer.sentences.contains(&says), "{line}: {answer:?}");
            let grace =
                if line.contains("pipe") { Duration::from_millis(900) } else { Duration::from_secs(20) };
            assert!(began.elapsed() < grace, "{line}: a search's grace is not for reading");
        }
    }
}
