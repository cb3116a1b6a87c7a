//! The documents: their links lead somewhere, their examples run, their bits are right, and the README stays short.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use traybit_core::Key;
use traybit_core::processor::Portable;
use traybit_sliding::layout::{Flips, Layout};

use crate::classics::pair;
use crate::help::failing;
use crate::programs::here;

/// The documents in a folder and all folders in it.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !["target", "node_modules"].contains(&&*name)
    });
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.partition(|path| path.is_dir());
    let own = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    own.chain(folders.iter().flat_map(|folder| documents(folder))).collect()
}

/// A document's text outside fenced blocks, and inside them.
fn parts(document: &Path) -> (String, String) {
    let text = fs::read_to_string(document).expect("a document");
    let mut parts = (String::new(), String::new());
    for (number, part) in text.split("```").enumerate() {
        if number % 2 == 0 { parts.0 += part } else { parts.1 += part }
    }
    parts
}

/// The anchors of a document's headings.
fn anchors(document: &Path) -> HashSet<String> {
    let (prose, _) = parts(document);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let kept = |letter: &char| letter.is_alphanumeric() || ['-', '_', ' '].contains(letter);
    let anchor = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        text.chars().filter(kept).collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// The places within the project that a text links to.
fn links(prose: &str) -> Vec<&str> {
    let targets = [("](", ')'), ("src=\"", '"')].into_iter().flat_map(|(before, after)| {
        prose.split(before).skip(1).filter_map(move |rest| Some(rest.split_once(after)?.0))
    });
    targets.filter(|link| !link.starts_with("http")).collect()
}

#[test]
fn links_lead_somewhere() {
    let documents = documents(&here(""));
    assert!(documents.len() > 15, "{documents:?}");
    let mut broken = Vec::new();
    for document in documents {
        for link in links(&parts(&document).0) {
            let (place, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if place.is_empty() { document.clone() } else { document.with_file_name(place) };
            if !target.exists() || !anchor.is_empty() && !anchors(&target).contains(anchor) {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// How the lines begin that are run; those of cargo are the gate's.
const COMMANDS: [&str; 5] = ["traybit ", "solver ", "checker ", "printf ", "mkdir "];

#[test]
fn examples_run() {
    let mut examples = Vec::new();
    for document in ["README.md", "docs/usage.md"] {
        let (_, blocks) = parts(&here(document));
        let lines = blocks.lines().map(|line| line.split("  #").next().unwrap_or_default().trim_end());
        let begins = |line: &&str| COMMANDS.iter().any(|command| line.starts_with(command));
        examples.extend(lines.filter(begins).map(str::to_owned));
    }
    for command in COMMANDS {
        assert!(examples.iter().any(|example| example.starts_with(command)), "{command} in {examples:#?}");
    }
    assert!(examples.len() > 50, "{examples:#?}");
    let wrong = failing(&examples);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(here("README.md")).expect("a document").lines().count();
    assert!(lines <= 200, "{lines} lines");
}

/// The position of Klotski that `docs/design.md` draws has the bits that it draws.
#[test]
fn the_drawn_bits_are_right() {
    let classes = pair("klotski").classes();
    let layout = Flips::<u64, u64>::planes(&classes);
    let mask = |anchors: &Vec<u16>| anchors.iter().fold(0u64, |mask, anchor| mask | 1 << anchor);
    let masks: Vec<u64> = classes.classes.iter().map(|class| mask(&class.start)).collect();
    assert_eq!(masks, [0x96000, 0x200, 0x909, 0x2]);

    let start = layout.pack(Portable, &masks);
    let moved = |key: u64, (from, to)| layout.moved(Portable, &key, |class| masks[class], 0, (from, to));
    let after = [(16, 17), (19, 18), (13, 17), (14, 18)].map(|step| moved(start, step));
    let both = moved(after[0], (19, 18));
    let met = 0x0000_0680_10f1_1c0f;
    assert_eq!(start, 0x0000_0080_b099_6909);
    assert!(layout.is_goal(Portable, &met) && !layout.is_goal(Portable, &start));

    let text = fs::read_to_string(here("docs/design.md")).expect("a document");
    for bits in [&after[..], &[both, both.hash64(), met]].concat() {
        assert!(text.contains(&format!("{bits:#018x}")), "{bits:#018x}");
    }
}
