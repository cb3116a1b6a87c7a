//! A few invalid inputs, which a program should answer with the contract's statuses.

use std::path::PathBuf;
use std::time::Duration;

use crate::contest::entrant::Entrant;
use crate::contest::process::{Limit, Stopped, run};
use crate::contest::report::Probe;
use crate::contest::scratch::Scratch;
use traybit_core::search::limits::Limits;

/// Time limit for refusing a file.
const LONGEST: Duration = Duration::from_secs(10);

/// Input of a program: what it is, its files, and the expected statuses of a solver, if it is for one, and of a checker.
struct Case {
    what: &'static str,
    init: Option<PathBuf>,
    goal: Option<PathBuf>,
    moves: PathBuf,
    expected: [Option<i32>; 2],
}

/// Invalid inputs, with valid files beside the invalid ones.
pub(super) struct InvalidInputs(Vec<Case>);

impl InvalidInputs {
    /// Writes their files.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn write(scratch: &Scratch) -> Result<Self, String> {
        let start = scratch.write("start", b"1 2\n0 0 0 0\n")?;
        let goal = scratch.write("goal", b"0 1 0 1\n")?;
        let bad_start = scratch.write("bad-start", b"1 2\n0 0 0\n")?;
        let bad_goal = scratch.write("bad-goal", b"0 1 0 x\n")?;
        let missing = scratch.path("missing");
        let moves = scratch.write("moves", b"0 0 0 1\n")?;
        let bad_moves = scratch.write("bad-moves", b"0 0 0 1\n0 1 0 x\n")?;
        let case = |what, init: Option<&PathBuf>, goal: Option<&PathBuf>, [solver, checker]: [i32; 2]| Case {
            what,
            init: init.cloned(),
            goal: goal.cloned(),
            moves: moves.clone(),
            expected: [Some(solver), Some(checker)],
        };
        Ok(Self(vec![
            case("no argument", None, None, [2, 2]),
            case("one argument", Some(&start), None, [2, 2]),
            case("a start that does not exist", Some(&missing), Some(&goal), [3, 3]),
            case("a goal that does not exist", Some(&start), Some(&missing), [3, 3]),
            case("a malformed start", Some(&bad_start), Some(&goal), [4, 5]),
            case("a malformed goal", Some(&start), Some(&bad_goal), [4, 5]),
            Case {
                moves: bad_moves,
                expected: [None, Some(4)],
                ..case("malformed moves", Some(&start), Some(&goal), [0; 2])
            },
        ]))
    }

    /// Runs a solver or a checker on them.
    pub(super) fn run(
        &self,
        program: &Entrant,
        is_checker: bool,
        limit: Limit,
        limits: &Limits,
    ) -> Result<Vec<Probe>, Stopped> {
        let limit = Limit { time: limit.time.min(LONGEST), ..limit };
        let probe = |case: &Case| {
            let expected = case.expected[usize::from(is_checker)]?;
            let words = program.filled(case.init.as_deref(), case.goal.as_deref());
            let moves = is_checker.then_some(&*case.moves);
            let ended = run(&words, moves, limit, limits);
            Some(ended.map(|ended| Probe { what: case.what.to_owned(), expected, process: ended.process }))
        };
        self.0.iter().filter_map(probe).collect()
    }
}
