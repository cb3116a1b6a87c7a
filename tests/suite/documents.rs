//! The documents: their links lead somewhere, their examples run, and the README stays short.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

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

#[test]
fn examples_run() {
    let mut examples = Vec::new();
    for document in ["README.md", "docs/usage.md"] {
        let (_, blocks) = parts(&here(document));
        let lines = blocks.lines().map(|line| line.split("  #").next().unwrap_or_default().trim_end());
        examples.extend(lines.filter(|line| line.starts_with("traybit ")).map(str::to_owned));
    }
    assert!(examples.len() > 40, "{examples:#?}");
    let wrong = failing(&examples);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(here("README.md")).expect("a document").lines().count();
    assert!(lines <= 200, "{lines} lines");
}
