//! Inputs of the programs besides the puzzles themselves.
//!
//! All programs get a few invalid inputs, which they should answer with the contract's statuses. Checkers get the solution
//! of each puzzle, the same cut short, with an impossible move and with a malformed line, and no move at all where no
//! solution is known.

use std::fs;
use std::path::{Path, PathBuf};

use crate::contest::heats::{Expected, Task, check};
use crate::contest::pairs::Pair;
use crate::contest::results::{Known, Title};
use traybit_app::run::output::unwritable;
use traybit_program::text::{self, counted};
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::RawMove;

/// Names and contents of the files, valid ones beside the invalid ones.
const FILES: [(&str, &str); 6] = [
    ("start", "1 2\n0 0 0 0\n"),
    ("goal", "0 1 0 1\n"),
    ("bad-start", "1 2\n0 0 0\n"),
    ("bad-goal", "0 1 0 x\n"),
    ("moves", "0 0 0 1\n"),
    ("bad-moves", "0 0 0 1\n0 1 0 x\n"),
];

/// Inputs in words; names of the start, the goal and the moves; and the expected statuses of a solver, if the input is for
/// one, and of a checker.
type Case = (&'static str, [Option<&'static str>; 2], &'static str, [Option<i32>; 2]);

const CASES: [Case; 7] = [
    ("no argument", [None, None], "moves", [Some(2), Some(2)]),
    ("one argument", [Some("start"), None], "moves", [Some(2), Some(2)]),
    ("a start that does not exist", [Some("missing"), Some("goal")], "moves", [Some(3), Some(3)]),
    ("a goal that does not exist", [Some("start"), Some("missing")], "moves", [Some(3), Some(3)]),
    ("a malformed start", [Some("bad-start"), Some("goal")], "moves", [Some(4), Some(5)]),
    ("a malformed goal", [Some("start"), Some("bad-goal")], "moves", [Some(4), Some(5)]),
    ("malformed moves", [Some("start"), Some("goal")], "bad-moves", [None, Some(4)]),
];

/// Rows and columns beyond all trays.
const BEYOND: u32 = 256;

/// Writes a file and returns its path.
fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|reason| unwritable(&path, &reason))?;
    Ok(path)
}

/// Writes the invalid inputs for a solver or a checker.
///
/// # Errors
/// A sentence without its full stop.
pub(super) fn invalid(folder: &Path, is_checker: bool) -> Result<Vec<Task<'static>>, String> {
    for (name, text) in FILES {
        write(folder, name, text)?;
    }
    let task = |(what, files, moves, expected): Case| {
        let [start, goal] = files.map(|name| name.map(|name| folder.join(name)));
        Some(Task {
            title: Title { set: String::new(), name: what.to_owned() },
            start,
            goal,
            moves: is_checker.then(|| folder.join(moves)),
            expected: Expected::Status(expected[usize::from(is_checker)]?),
        })
    };
    Ok(CASES.into_iter().filter_map(task).collect())
}

/// Writes the lists of moves for checkers.
///
/// # Errors
/// A sentence without its full stop.
pub(super) fn trials(folder: &Path, pairs: &[Pair], known: &[Known]) -> Result<Vec<Task<'static>>, String> {
    let mut tasks = Vec::new();
    for (pair, known) in pairs.iter().zip(known) {
        let solution = if let Known::Solved { moves, .. } = known { Some(&moves[..]) } else { None };
        for (what, list) in lists(&pair.problem, solution) {
            tasks.push(Task {
                title: Title { set: pair.title.set.clone(), name: format!("{}, {what}", pair.title.name) },
                start: Some(pair.start.clone()),
                goal: Some(pair.goal.clone()),
                moves: Some(write(folder, &format!("trial-{}", tasks.len()), &list)?),
                expected: Expected::Status(check(&pair.problem, list.as_bytes()).0.code().into()),
            });
        }
    }
    Ok(tasks)
}
/// Lists of moves, each with what it is.
fn lists(problem: &Puzzle, solution: Option<&[RawMove]>) -> Vec<(String, String)> {
    let Some(moves) = solution else { return vec![("no move".to_owned(), String::new())] };
    let whole = text::moves(moves);
    let mut lists = vec![(counted(moves.len() as u64, "move"), whole.clone())];
    // A solution may go on after the goal is met.
    let short = (0..moves.len()).rev().find(|&length| {
        let mut game = problem.begin();
        moves[..length].iter().all(|step| game.apply(*step).is_ok()) && game.missing().is_some()
    });
    lists.extend(short.map(|length| ("cut short".to_owned(), text::moves(&moves[..length]))));
    let middle = moves.len() / 2;
    let mut spoilt = moves.to_vec();
    match spoilt.get_mut(middle) {
        Some(step) => step.to.0 += BEYOND,
        None => spoilt.push(RawMove { from: (BEYOND, BEYOND), to: (BEYOND, BEYOND) }),
    }
    lists.push(("an impossible move".to_owned(), text::moves(&spoilt)));
    lists.push(("a malformed line".to_owned(), whole + "0 0 0 x\n"));
    lists
}

#[cfg(test)]
mod tests {
    use super::lists;
    use crate::contest::heats::check;
    use traybit_sliding::formats::course::{self, read_goal, read_tray};
    use traybit_sliding::slide::RawMove;

    fn statuses(goal: &str, solution: Option<&[RawMove]>) -> Vec<u8> {
        let tray = read_tray("t", &b"1 4\n0 0 0 0\n"[..]).unwrap();
        let goal = read_goal("g", goal.as_bytes(), Some(tray.size())).unwrap();
        let problem = course::puzzle(&tray, Some(&goal));
        lists(&problem, solution).iter().map(|(_, list)| check(&problem, list.as_bytes()).0.code()).collect()
    }

    #[test]
    fn solutions_are_spoilt_in_every_way() {
        let step = |from, to| RawMove { from: (0, from), to: (0, to) };
        assert_eq!(statuses("0 2 0 2\n", Some(&[step(0, 1), step(1, 2)])), [0, 1, 6, 4]);
        // It went past the goal and came back: one move less still meets nothing, three less do.
        let wandering = [step(0, 2), step(2, 3), step(3, 2), step(2, 2)];
        assert_eq!(statuses("0 2 0 2\n", Some(&wandering)), [0, 1, 6, 4]);
        // A goal that is met at the start cannot be cut short.
        assert_eq!(statuses("0 0 0 0\n", Some(&[])), [0, 6, 4]);
        assert_eq!(statuses("0 0 0 1\n", None), [1]);
    }
}
