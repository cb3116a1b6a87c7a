//! `--profile`, in builds with its feature and without.

use std::fs;

use super::{answer, in_files, refused};
use crate::solver::{ENDLESS, ENDLESS_GOAL};

#[cfg_attr(feature = "profile", ignore = "of a build without the feature `profile`")]
#[test]
fn a_profile_needs_a_build_that_can_make_it() {
    // Wrong usage, whatever else is wrong.
    for command in ["solve tray goal", "explore tray", "explore missing"] {
        let (refusal, files) = in_files(&format!("{command} --profile flames.svg"), &[], "");
        refused(&refusal, 2, "cargo build --profile profiling -p traybit-cli --features profile");
        assert!(!files.path("flames.svg").exists());
    }
}

#[cfg_attr(not(feature = "profile"), ignore = "of a build with the feature `profile`")]
#[test]
fn profiles_are_written_beside_the_answer() {
    for command in ["solve tray goal", "solve --fast tray goal", "explore tray"] {
        let without = answer(command).output;
        let (searched, files) = in_files(&format!("{command} --profile flames.svg"), &[], "");
        assert_eq!((searched.status, searched.output), (0, without), "{}", searched.sentences);
        let picture = fs::read_to_string(files.path("flames.svg")).expect("a picture");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    }
}

#[cfg_attr(not(feature = "profile"), ignore = "of a build with the feature `profile`")]
#[test]
fn a_search_that_gives_up_has_its_profile() {
    let more = [("long", ENDLESS), ("end", ENDLESS_GOAL)];
    let (late, files) = in_files("solve long end --memory 60M --profile flames.svg", &more, "");
    refused(&late, 5, "memory limit reached (60.0 MiB) after ");
    let picture = fs::read_to_string(files.path("flames.svg")).expect("a picture");
    assert!(picture.contains("traybit_core::search::"), "names of the search in {picture}");
}

#[cfg_attr(not(feature = "profile"), ignore = "of a build with the feature `profile`")]
#[test]
fn a_profile_that_cannot_be_written_is_told_first() {
    refused(&answer("solve tray goal --profile missing/flames"), 7, "missing/flames: cannot be written");
    refused(&answer("explore tray --profile ."), 7, ".: cannot be written");
    refused(&answer("solve tray goal --profile -"), 2, "cannot go to the same place");
    refused(&answer("explore tray -o both --profile both"), 2, "cannot go to the same place");
}
