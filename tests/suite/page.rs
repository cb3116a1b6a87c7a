//! Pages that play a solution: when they are written, and what they do in a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::programs::{Answer, Files, here, passed_over, program, run, traybit_here};

const KLOTSKI: [&str; 2] = ["puzzles/sliding/klotski", "puzzles/sliding/klotski.goal"];

/// Exit status of the scripts of `tests/browser` where a browser or its driver is missing.
const SKIPPED: i32 = 77;

/// Runs `traybit` where the puzzles are; the page goes into `files`.
fn paged(files: &Files, arguments: &str, page: &str) -> Answer {
    traybit_here(&format!("{arguments} --html '{}'", files.path(page).display()))
}

fn size(files: &Files, page: &str) -> u64 {
    fs::metadata(files.path(page)).expect("a page").len()
}

#[test]
fn pages_do_in_a_browser_what_the_answers_say() {
    let files = Files::new();
    let [tray, goal] = KLOTSKI;
    let titled = "title: </script><b>bold</b>\n\ntray:\na..\n...\n\ngoal:\n..a\n...\n";
    files.write("titled.txt", titled);
    let titled = files.path("titled.txt");
    for (name, arguments, answer) in [
        ("klotski", format!("solve {tray} {goal}"), "klotski.moves"),
        ("eight", "solve --goal blank-last puzzles/tiles/eight-31-other.txt".to_owned(), "eight.moves"),
        ("packed", "solve puzzles/packing/popinjay.txt".to_owned(), "packed.txt"),
        ("several", "solve --first 4 puzzles/packing/courtyard.txt".to_owned(), "several.txt"),
        ("titled", format!("solve {}", titled.display()), "titled.moves"),
    ] {
        let answered = paged(&files, &arguments, &format!("{name}.html"));
        assert_eq!(answered.status, 0, "{arguments}: {answered:?}");
        files.write(answer, answered.output);
    }
    for (name, path) in [("klotski", tray), ("klotski.goal", goal)] {
        fs::copy(here(path), files.path(name)).expect("a shipped file");
    }
    assert!(size(&files, "klotski.html") < 150_000, "{}", size(&files, "klotski.html"));
    drive("tests/browser/page.mjs", &files.path("."));
}

/// Drives the pages of a folder in a browser, where there is one.
fn drive(script: &str, folder: &Path) {
    if Command::new("node").arg("--version").output().is_err() {
        passed_over("skipped: the pages are looked at in a browser only where there is node");
        return;
    }
    let driven = run(program("node").arg(here(script)).arg(folder), "");
    if driven.status == SKIPPED {
        passed_over(driven.output.trim_end());
        return;
    }
    assert_eq!(driven.status, 0, "{}{}", driven.output, driven.sentences);
}

#[test]
fn the_playground_is_drawn_on_solved_and_played_in_a_browser() {
    let built = here("target/playground");
    if !built.join("index.html").exists() {
        passed_over("skipped: there is no playground in target/playground, where src/web/build puts it");
        return;
    }
    drive("tests/browser/playground.mjs", &built);
}

#[test]
fn a_page_says_how_many_packings_it_leaves_out() {
    let files = Files::new();
    let answer = paged(&files, "solve --first 230 puzzles/packing/8x8-6.txt", "page.html");
    assert_eq!(answer.status, 0, "{answer:?}");
    assert!(answer.sentences.contains("the page shows the first 200 of 230 packings"), "{answer:?}");
    let page = fs::read_to_string(files.path("page.html")).expect("a page");
    assert!(page.contains(r#""note":" (230 were found)""#));
}
