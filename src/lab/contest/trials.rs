//! The checkers' rounds: each is given the solution of each puzzle, the same cut short, with a move that is impossible and
//! with a line that is none, and nothing at all where no solution is known.

use std::path::PathBuf;

use crate::contest::Heats;
use crate::contest::entrant::Entrant;
use crate::contest::judge::check;
use crate::contest::pairs::Pair;
use crate::contest::process::{Ended, Stopped, run};
use crate::contest::report::Probe;
use crate::contest::report::checking::{Check, Trial};
use crate::contest::report::results::Results;
use crate::contest::scratch::Scratch;
use traybit_app::run::progress::Bar;
use traybit_program::text::{self, counted};
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::RawMove;

/// Rows and columns beyond all trays.
const BEYOND: u32 = 256;

/// Writes lists of moves for all puzzles, the trials of the results; returns each one's puzzle and file.
///
/// # Errors
/// A sentence without its full stop.
pub(super) fn write(
    pairs: &[Pair],
    scratch: &Scratch,
    results: &mut Results,
) -> Result<Vec<(usize, PathBuf)>, String> {
    let mut files = Vec::new();
    for (puzzle, (pair, solution)) in pairs.iter().zip(&results.solutions).enumerate() {
        for (moves, list) in lists(&pair.problem, solution.as_deref()) {
            let expected = i32::from(check(&pair.problem, list.as_bytes()).0.code());
            files.push((puzzle, scratch.write(&format!("trial-{}", files.len()), list.as_bytes())?));
            results.trials.push(Trial { puzzle: pair.title.clone(), moves, expected });
        }
    }
    Ok(files)
}

/// Gives all trials to all checkers in each round.
pub(super) fn run_all(
    files: &[(usize, PathBuf)],
    checkers: &[Entrant],
    heats: &Heats,
    bar: &Bar,
    results: &mut Results,
) -> Result<(), Stopped> {
    for (round, trial, turns) in heats.turns(files.len(), checkers.len()) {
        let (puzzle, file) = &files[trial];
        let Pair { start, goal, .. } = &heats.pairs[*puzzle];
        let Trial { moves, expected, .. } = &results.trials[trial];
        for checker in turns {
            let words = checkers[checker].filled(Some(start), Some(goal));
            let Ended { process, .. } = run(&words, Some(file), heats.limit, heats.limits)?;
            let probe = Probe { what: moves.clone(), expected: *expected, process };
            results.checks.push(Check { round, checker, trial, probe });
        }
        bar.done(None);
    }
    Ok(())
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
    use crate::contest::judge::check;
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
