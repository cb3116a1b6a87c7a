//! Help texts: their examples run; manual pages and completions come from the same definitions.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::programs::{Answer, Files, built, here, program, run, traybit};

/// All commands, those of groups among them, as words after the program's name.
fn commands() -> Vec<Vec<String>> {
    let (mut commands, mut next) = (vec![Vec::new()], 0);
    while let Some(words) = commands.get(next).cloned() {
        next += 1;
        let help = help(&words);
        let lists = ["Commands:", "Measuring, and searching with several processes:"];
        let list = |head: &'static str| {
            let below = help.lines().skip_while(move |line| *line != head).skip(1);
            below.take_while(|line| line.starts_with("  "))
        };
        for line in lists.into_iter().flat_map(list) {
            match line.split_whitespace().next() {
                // A line that begins farther to the right goes on from the one before.
                Some(name) if name != "help" && !line.starts_with("   ") => {
                    commands.push([&words[..], &[name.to_owned()]].concat());
                }
                _ => {}
            }
        }
    }
    commands
}

fn help(words: &[String]) -> String {
    let answer = run(traybit().args(words).arg("--help"), "");
    assert_eq!((answer.status, answer.sentences.as_str()), (0, ""), "{words:?}");
    answer.output
}

/// The examples of a help text, lines that go on joined.
fn examples(help: &str) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    for line in lines.take_while(|line| line.starts_with("  ")).map(str::trim) {
        match examples.last_mut() {
            Some(last) if !line.starts_with("traybit ") => *last = format!("{last} {line}"),
            _ => examples.push(line.to_owned()),
        }
    }
    examples
}

/// An example with files for what it leaves open, and with little time.
fn filled(example: &str) -> String {
    let words = example.split(' ').map(|word| match word {
        "TRAY" => "puzzles/sliding/klotski",
        "GOAL" => "puzzles/sliding/klotski.goal",
        "DRAWING" => "drawing.txt",
        "PUZZLE" => "puzzles/packing/popinjay.txt",
        "BOARD" => "puzzles/tiles/eight-31.txt",
        "PACKINGS" => "packings.txt",
        "SOLUTION" => "solution.txt",
        "CERTIFICATE" => "certificate.json",
        "DIR" => "folder",
        word => word,
    });
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    for place in 1..words.len() {
        let is_time = words[place].ends_with(['s', 'm']) || words.contains(&"batch".to_owned());
        let little = match words[place - 1].as_str() {
            "--limit" if is_time => "200ms",
            "--quality" => "0.01",
            _ => continue,
        };
        little.clone_into(&mut words[place]);
    }
    words.join(" ")
}

/// A folder with what the examples name.
fn prepared() -> Files {
    let files = Files::new();
    // Puzzles are those built in.
    symlink(here("contest"), files.path("contest")).expect("a link");
    fs::create_dir_all(files.path("boards")).expect("a folder");
    for name in ["board.txt", "goal.txt", "boards/board.txt"] {
        fs::copy(here("puzzles/tiles/eight-31.txt"), files.path(name)).expect("a shipped file");
    }
    for (name, arguments) in [
        ("moves", "solve --fast puzzles/sliding/klotski puzzles/sliding/klotski.goal"),
        ("drawing.txt", "convert --to drawn puzzles/sliding/klotski puzzles/sliding/klotski.goal"),
        ("solution.txt", "solve board.txt"),
        ("packings.txt", "solve puzzles/packing/popinjay.txt"),
        ("certificate.json", "solve --quiet --certificate - -o shortest board.txt"),
    ] {
        let answer = files.traybit(arguments);
        assert_eq!(answer.status, 0, "{answer:?}");
        files.write(name, answer.output);
    }
    assert_eq!(files.traybit("batch --quiet --journal last.jsonl boards").status, 0);
    files
}

/// The sentence of a game without a terminal.
const TERMINAL: &str = "a game needs a terminal";

/// Runs an example in a shell, in a folder of its own that has what `from` has.
fn try_out(example: &str, from: &Files) -> Answer {
    let files = Files::new();
    for entry in fs::read_dir(from.path(".")).expect("a folder").flatten() {
        let (path, copy) = (entry.path(), files.path(entry.file_name()));
        if path.is_file() { fs::copy(path, copy).map(drop) } else { symlink(path, copy) }.expect("a copy");
    }
    let programs = Path::new(&built("traybit")).parent().expect("a folder").to_owned();
    let mut command: Command = program("sh");
    // Where a limit of time is each puzzle's, the whole run has another one.
    let total = if example.starts_with("traybit batch ") { " --total 300ms" } else { "" };
    command.current_dir(files.path(".")).arg("-c").arg(filled(example) + total);
    command.env("PATH", format!("{}:/usr/bin:/bin", programs.display()));
    command.env("HOME", files.path("."));
    if !example.contains("traybit") {
        symlink(here("puzzles"), files.path("puzzles")).expect("a link");
    }
    command.env("TRAYBIT_TIME", "300ms").env("TRAYBIT_THREADS", "1");
    run(&mut command, "")
}

/// The examples that end otherwise than with an answer, each with what it said.
pub(crate) fn failing(examples: &[String]) -> Vec<String> {
    let (files, next, wrong) = (prepared(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(example) = examples.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let answer = try_out(example, &files);
                    // A game is refused where there is no terminal, but only once all else is in order.
                    let needs_terminal =
                        example.starts_with("traybit play ") && answer.sentences.contains(TERMINAL);
                    let says =
                        |sentences: &[&str]| sentences.iter().any(|one| answer.sentences.contains(one));
                    let is_right = match answer.status {
                        0 => true,
                        // A solution that is read may be another board's, and that of a search that gave up is empty.
                        1 | 4 => {
                            says(&["no packing exists: ", "every move is possible, but ", "limit reached"])
                        }
                        5 => says(&[
                            "limit reached",
                            "limit was reached",
                            "ended early",
                            "random boards for puzzle ",
                        ]),
                        _ => needs_terminal,
                    };
                    if !is_right {
                        wrong.lock().expect("no thread panics").push(format!("{example}: {answer:?}"));
                    }
                }
            });
        }
    });
    wrong.into_inner().expect("no thread panics")
}

#[test]
fn every_example_runs() {
    let all: Vec<String> = commands().iter().flat_map(|words| examples(&help(words))).collect();
    assert!(all.len() > 60, "{all:#?}");
    let wrong = failing(&all);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_command_has_examples_a_page_and_completions() {
    let commands = commands();
    for words in &commands {
        let (help, name) = (help(words), format!("traybit {}", words.join(" ")));
        let examples = examples(&help);
        assert!(!examples.is_empty() && examples.iter().all(|one| one.contains(name.trim_end())), "{name}");
        assert_eq!(
            help.contains("--profile"),
            cfg!(feature = "profile") && help.contains("--stats"),
            "{name}"
        );
        let notes =
            help.split("\n\n").filter(|notes| !notes.contains("  ") && !notes.starts_with("Examples:"));
        for (line, next) in notes.flat_map(|notes| notes.lines().zip(notes.lines().skip(1))) {
            let word = next.split(' ').next().expect("a word");
            assert!(line.chars().count() + word.chars().count() >= 100, "{name}: a short line: {line}");
        }
    }
    let files = Files::new();
    let written = files.traybit("man pages");
    assert_eq!((written.status, written.sentences.as_str()), (0, ""));
    for words in &commands {
        let name = [&["traybit".to_owned()], &words[..]].concat().join("-") + ".1";
        let page = fs::read_to_string(files.path("pages").join(&name)).expect(&name);
        assert!(page.contains(".SH SYNOPSIS\n") && page.contains("Examples:"), "{name}: {page}");
    }
    for name in ["solver.1", "checker.1"] {
        let page = fs::read_to_string(files.path("pages").join(name)).expect(name);
        assert!(page.contains("INIT") && page.contains("Exit status: 0 "), "{page}");
    }
    let page = files.traybit("man");
    assert!(page.status == 0 && page.output.contains(".TH traybit 1"), "{page:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = files.traybit(&format!("completions {shell}"));
        let is_whole =
            ["universe", "metric", "slide", "color"].iter().all(|word| script.output.contains(word));
        assert!(script.status == 0 && (is_whole || shell == "elvish" || shell == "powershell"), "{shell}");
    }
    assert_eq!(files.traybit("completions none").status, 2);
}
