//! The course's own puzzles, where they are at hand: expected answers, each solution verified.

use std::fs;
use std::path::Path;

use crate::programs::{built, here, passed_over, program, run};

const FOLDER: &str = "../shared/puzzles/cs61b";

#[test]
fn every_pair_has_the_expected_answer() {
    let folder = here(FOLDER);
    let Ok(pairs) = fs::read_to_string(folder.join("pairs.csv")) else {
        passed_over(&format!(
            "skipped: the course's files are not shipped, and {FOLDER}/pairs.csv is not there"
        ));
        return;
    };
    let mut lines = pairs.lines();
    assert!(lines.next().is_some_and(|head| head.starts_with("set,init,goal,expect,")));
    let wrong: Vec<String> = lines.filter_map(|line| error(&folder, line)).collect();
    assert!(wrong.is_empty(), "{} pairs are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Error in the answer to one pair, if there is one.
fn error(folder: &Path, line: &str) -> Option<String> {
    let fields: Vec<&str> = line.split(',').collect();
    let [set, init, goal, expected, ..] = fields[..] else { return Some(format!("{line}: too few fields")) };
    let (init, goal) = (folder.join(set).join(init), folder.join(set).join(goal));
    let solved = run(program(&built("solver")).args([&init, &goal]), "");
    let status = i32::from(expected != "solvable");
    if solved.status != status {
        return Some(format!("{line}: {solved:?}"));
    }
    let checked = run(program(&built("checker")).args([&init, &goal]), &solved.output);
    (checked.status != status).then(|| format!("{line}: {checked:?}"))
}
