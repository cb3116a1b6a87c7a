//! Outputs that cannot be written: for every command that writes, a sentence and a status, and nothing half-written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::programs::{Answer, Files, built, here, program};

/// Commands with what they need, where `FILE` is what they write; `DIR` begins the names of what ships.
const TO_FILES: &[&str] = &[
    "solve DIR/sliding/one-step DIR/sliding/one-step.goal --output FILE",
    "solve DIR/sliding/one-step DIR/sliding/one-step.goal --json --output FILE",
    "explore DIR/sliding/one-step --output FILE",
    "explore DIR/sliding/rush-hour-15.txt --hardest FILE",
    "explore DIR/sliding/one-step --csv FILE",
    "check DIR/sliding/at-rest DIR/sliding/at-rest.goal /dev/null --output FILE",
    "info DIR/sliding/one-step --output FILE",
    "convert --to drawn DIR/sliding/one-step DIR/sliding/one-step.goal --output FILE",
    "universe --tray 2x3 --pieces 1x1 --output FILE",
    "generate blocks --tray 3x3 --pieces 1x2=1,1x1=2 --goal '1x2 0 0' --files FILE/of-puzzles",
    "solve DIR/tiles/three-6.txt --output FILE",
    "explore --size 2x2 --output FILE",
    "generate tiles --size 3 --output FILE",
    "batch DIR/tiles/three-6.txt --output FILE",
    "solve DIR/packing/popinjay.txt --output FILE",
    "count DIR/packing/popinjay.txt --output FILE",
    "convert --to dlx DIR/packing/popinjay.txt --output FILE",
    "batch DIR/sliding/klotski-exit.txt --output FILE",
    "batch --journal FILE DIR/sliding/klotski-exit.txt",
    "man FILE/of-pages",
];

/// Commands that answer on standard output.
fn to_standard_output() -> impl Iterator<Item = &'static str> {
    let without_files = TO_FILES.iter().filter_map(|command| command.strip_suffix(" --output FILE"));
    without_files.chain([
        "explore --csv - --output /dev/null DIR/sliding/one-step",
        "generate blocks --tray 3x3 --pieces 1x2=1,1x1=2 --goal '1x2 0 0'",
        "completions bash",
    ])
}

/// Runs a command in a shell that begins with `before` and sends the output `to` some place.
fn shell(files: &Files, before: &str, command: &str, to: &str) -> Answer {
    let puzzles = here("puzzles");
    let command = command.replace("DIR", puzzles.to_str().expect("a path of text"));
    let line = format!("{before}{} {command} {to}", built("traybit"));
    let mut shell = program("bash");
    shell.current_dir(files.path(".")).args(["-c", &line]).output().expect("a shell").into()
}

fn assert_told(answer: &Answer, command: &str) {
    let Answer { status, sentences, .. } = answer;
    assert_eq!(*status, 7, "{command}: {answer:?}");
    assert!(sentences.lines().all(|line| line.starts_with("traybit: ")), "{command}: {answer:?}");
    assert!(
        sentences.contains("annot be written") && !sentences.contains("a bug in the program"),
        "{command}: {answer:?}"
    );
}

#[test]
fn places_that_cannot_be() {
    for command in TO_FILES {
        let files = Files::new();
        files.write("file", "old");
        for place in ["missing/file", "file/below"] {
            if command.contains("FILE/of-") && place == "missing/file" {
                continue;
            }
            let command = command.replace("FILE", place);
            assert_told(&shell(&files, "", &command, ""), &command);
        }
        assert_eq!(fs::read_dir(files.path(".")).expect("a directory").count(), 1, "{command}");
    }
}

/// Commands that would write over what they read, or two outputs into one file; `b`, `t`, `t.goal`, `p` and `s` are what
/// they read, and `into`, `link` and `twin` a folder and other names.
const OVER_INPUTS: &[&str] = &[
    "solve b -o b",
    "solve b -o ./b",
    "solve b -o link",
    "solve b -o twin",
    "solve - -o b <b",
    "solve b --html into/../b",
    "check b s -o s",
    "batch b -o b",
    "explore --size 2x2 --goal b -o b",
    "generate tiles --size 2 --goal b -o b",
    "solve p -o p",
    "count p -o p",
    "convert --to dlx p -o p",
    "solve t t.goal -o t",
    "solve t t.goal --html t.goal",
    "solve t t.goal --certificate t",
    "solve t t.goal --checkpoint t",
    "explore t t.goal --hardest t",
    "convert --to drawn t t.goal -o t.goal",
    "info t t.goal -o t",
    "batch --journal t t",
    "batch --journal new --csv t t",
    "show b --svg b",
    "solve t t.goal -o ./new --certificate new",
];

#[test]
fn nothing_is_written_over_what_is_read() {
    for command in OVER_INPUTS {
        let files = Files::new();
        for name in ["one-step", "one-step.goal"] {
            let text = fs::read_to_string(here("puzzles/sliding").join(name)).expect("a puzzle");
            files.write(name.replace("one-step", "t"), &text);
        }
        files.write("p", fs::read_to_string(here("puzzles/packing/popinjay.txt")).expect("a puzzle"));
        files.write("b", "1 2\n0 3\n");
        files.write("s", "3 L\n");
        fs::create_dir(files.path("into")).expect("a folder");
        std::os::unix::fs::symlink("b", files.path("link")).expect("a link");
        fs::hard_link(files.path("b"), files.path("twin")).expect("a link");
        let before = contents(&files);
        let answer = shell(&files, "", command, "");
        assert_eq!((answer.status, answer.output.as_str()), (2, ""), "{command}: {answer:?}");
        let says = ["is read, so it cannot be written, too", "cannot go to the same place"];
        assert!(says.iter().any(|says| answer.sentences.contains(says)), "{command}: {answer:?}");
        assert_eq!(contents(&files), before, "{command}");
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).expect("a directory").map(|entry| entry.expect("one").path())
}

/// The files of a folder with what is in them.
fn contents(files: &Files) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut all: Vec<_> = entries(&files.path(".")).map(|path| (path.clone(), fs::read(path).ok())).collect();
    all.sort();
    all
}

#[test]
fn a_full_device() {
    let files = Files::new();
    for command in TO_FILES.iter().filter(|command| !command.contains("FILE/of-")) {
        let command = command.replace("FILE", "/dev/full");
        assert_told(&shell(&files, "", &command, ""), &command);
    }
}

#[test]
fn files_that_must_not_grow() {
    for command in TO_FILES {
        let files = Files::new();
        let command = command.replace("FILE", "file");
        assert_told(&shell(&files, "ulimit -f 0; ", &command, ""), &command);
        for (path, content) in contents(&files) {
            let is_empty = if path.is_dir() {
                // At most the folder that was to hold them.
                let mut within = entries(&path);
                within.all(|below| below.is_dir() && entries(&below).next().is_none())
            } else {
                // The journal and the table of no puzzle are empty.
                content.is_some_and(|bytes| bytes.is_empty()) && command.starts_with("batch --journal")
            };
            assert!(is_empty, "{command} left {}", path.display());
        }
    }
}

#[test]
fn standard_outputs_that_take_nothing() {
    let files = Files::new();
    // A process that is gone by the time leaves a pipe that nobody reads.
    let gone = "exec 3> >(exec <&-); wait $!; ";
    for command in to_standard_output() {
        assert_told(&shell(&files, "", command, ">/dev/full"), command);
        let closed = shell(&files, "", command, ">&-");
        assert_eq!(closed.status, 7, "{command}: {closed:?}");
        assert!(closed.sentences.contains("standard output is closed"), "{command}: {closed:?}");
        // Quietly, as far as the answer goes.
        let left = shell(&files, gone, command, ">&3");
        assert_eq!(left.status, 141, "{command}: {left:?}");
        assert!(!left.sentences.contains("standard output"), "{command}: {left:?}");
    }
}
