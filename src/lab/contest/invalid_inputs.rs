//! A few invalid inputs, which a program should answer with the contract's statuses.

use std::time::Duration;

use crate::contest::entrant::Entrant;
use crate::contest::process::{Limit, Stopped, run};
use crate::contest::report::Probe;
use crate::contest::scratch::Scratch;
use traybit_core::search::limits::Limits;

/// Time limit for refusing a file.
const LONGEST: Duration = Duration::from_secs(10);

/// Names and contents of the files, valid ones beside the invalid ones.
const FILES: [(&str, &[u8]); 6] = [
    ("start", b"1 2\n0 0 0 0\n"),
    ("goal", b"0 1 0 1\n"),
    ("bad-start", b"1 2\n0 0 0\n"),
    ("bad-goal", b"0 1 0 x\n"),
    ("moves", b"0 0 0 1\n"),
    ("bad-moves", b"0 0 0 1\n0 1 0 x\n"),
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

/// Writes the files of all inputs.
///
/// # Errors
/// A sentence without its full stop.
pub(super) fn write(scratch: &Scratch) -> Result<(), String> {
    FILES.iter().try_for_each(|(name, bytes)| scratch.write(name, bytes).map(drop))
}

/// Runs a solver or a checker on all inputs.
pub(super) fn probes(
    scratch: &Scratch,
    program: &Entrant,
    is_checker: bool,
    limit: Limit,
    limits: &Limits,
) -> Result<Vec<Probe>, Stopped> {
    let limit = Limit { time: limit.time.min(LONGEST), ..limit };
    let probe = |&(what, files, moves, expected): &Case| {
        let expected = expected[usize::from(is_checker)]?;
        let [init, goal] = files.map(|name| name.map(|name| scratch.path(name)));
        let words = program.filled(init.as_deref(), goal.as_deref());
        let moves = is_checker.then(|| scratch.path(moves));
        let ended = run(&words, moves.as_deref(), limit, limits);
        Some(ended.map(|ended| Probe { what: what.to_owned(), expected, process: ended.process }))
    };
    CASES.iter().filter_map(probe).collect()
}
