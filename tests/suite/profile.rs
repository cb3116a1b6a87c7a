//! `--profile`, in builds with its feature and without.

use std::fs;

use crate::interrupted::{ENDLESS, ENDLESS_GOAL};
use crate::programs::{Answer, Files};

/// Runs a line of arguments in a folder with a puzzle and one without an end.
fn in_files(arguments: &str) -> (Answer, Files) {
    let files = Files::new();
    for (name, text) in
        [("tray", "5 4\n0 0 1 0\n1 1 2 2\n"), ("goal", "3 1 4 2\n"), ("long", ENDLESS), ("end", ENDLESS_GOAL)]
    {
        files.write(name, text);
    }
    (files.traybit(arguments), files)
}

#[cfg_attr(feature = "profile", ignore = "of a build without the feature `profile`")]
#[test]
fn a_profile_needs_a_build_that_can_make_it() {
    // Wrong usage, whatever else is wrong.
    for command in ["solve tray goal", "explore tray", "explore missing"] {
        let (refusal, files) = in_files(&format!("{command} --profile flames.svg"));
        refusal.refused(2, "cargo build --profile profiling -p traybit --features profile");
        assert!(!files.path("flames.svg").exists());
    }
}

#[cfg_attr(not(feature = "profile"), ignore = "of a build with the feature `profile`")]
#[test]
fn profiles_are_written_beside_the_answer() {
    for command in ["solve tray goal", "solve --fast tray goal", "explore tray"] {
        let without = in_files(command).0.output;
        let (searched, files) = in_files(&format!("{command} --profile flames.svg"));
        assert_eq!((searched.status, searched.output), (0, without), "{}", searched.sentences);
        let picture = fs::read_to_string(files.path("flames.svg")).expect("a picture");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    }
}

#[cfg_attr(not(feature = "profile"), ignore = "of a build with the feature `profile`")]
#[test]
fn a_search_that_gives_up_has_its_profile() {
    let (late, files) = in_files("solve long end --memory 60M --profile flames.svg");
    late.refused(5, "memory limit reached (60.0 MiB) after ");
    let picture = fs::read_to_string(files.path("flames.svg")).expect("a picture");
    assert!(picture.contains("traybit_core::search::"), "names of the search in {picture}");
}

#[cfg_attr(not(feature = "profile"), ignore = "of a build with the feature `profile`")]
#[test]
fn a_profile_that_cannot_be_written_is_told_first() {
    in_files("solve tray goal --profile missing/flames").0.refused(7, "missing/flames: cannot be written");
    in_files("explore tray --profile .").0.refused(7, ".: cannot be written");
    in_files("solve tray goal --profile -").0.refused(2, "cannot go to the same place");
    in_files("explore tray -o both --profile both").0.refused(2, "cannot go to the same place");
}
