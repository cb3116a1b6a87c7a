//! The interface of a family: its row in the table of families, and its puzzles as the commands use them.

use std::any::Any;
use std::fmt::Debug;
use std::iter::from_fn;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::FAMILIES;
use crate::aim::Aim;
use traybit_core::{Cost, GaveUp, InputError, Likeness, Limits};
use traybit_packing::{Enumerated, Unknown};
use traybit_picture::playback::{Cell, Move, Playback};
use traybit_program::files::superfluous_goal;
use traybit_program::{Failure, Source, Status, counted};
use traybit_sliding::Metric;

/// The longest solution that is played back, in moves.
pub const MAX_MOVES: usize = 1 << 22;

#[derive(Debug)]
pub struct Family {
    pub name: &'static str,
    /// Name of its puzzles in messages, plural.
    pub title: &'static str,
    /// Name of one of its puzzles in messages.
    pub one: &'static str,
    /// The formats that it reads and how each is recognised, for messages.
    pub formats_read: &'static str,
    /// Unit of a solution's length.
    pub unit: &'static str,
    pub numbered: Numbered,
    pub likeness: fn(&[u8]) -> Likeness,
    /// Reads a file, given its name in messages and its bytes.
    pub read: fn(&str, &[u8]) -> Result<Contents, InputError>,
    /// The file formats that it writes.
    pub formats: &'static [Format],
    /// True if several processes can share its searches by layers.
    pub is_shared: bool,
}

/// Meaning of `--number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// There is one puzzle with one solution.
    Nothing,
    Puzzles,
    Solutions,
}

/// The puzzles of a file, in order; at least one.
#[derive(Clone, Debug)]
pub struct Contents {
    pub puzzles: Vec<Listed>,
    pub goal: GoalSource,
}

impl Contents {
    pub(super) fn one(puzzle: impl Puzzle, goal: GoalSource) -> Self {
        Self { puzzles: vec![Listed { label: None, stated: None, puzzle: Arc::new(puzzle) }], goal }
    }

    /// Meaning of `--number` for this file.
    pub fn numbered(&self) -> Numbered {
        match &self.puzzles[..] {
            [only] => only.puzzle.family().numbered,
            _ => Numbered::Puzzles,
        }
    }
}

/// A puzzle of a file.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name or its line, if the file is a list.
    pub label: Option<String>,
    /// Length of its shortest solution, if the file states it.
    pub stated: Option<u64>,
    pub puzzle: Arc<dyn Puzzle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalSource {
    /// The puzzle's own file.
    Inside,
    File,
    /// The option `--goal`, which has a default.
    Option,
}

/// A file format that puzzles are written in.
#[derive(Debug)]
pub struct Format {
    pub name: &'static str,
    pub help: &'static str,
}

/// Name of the format with two files, the goal's second.
pub const PAIR: &str = "pair";

impl Format {
    /// Writes a puzzle as the text of one file, or of two in the format [`PAIR`].
    pub fn write(&self, puzzle: &dyn Puzzle, limits: &Limits) -> Result<Vec<String>, Unwritten> {
        let has = |family: &&Family| family.formats.iter().any(|own| own.name == self.name);
        if has(&puzzle.family()) {
            return puzzle.write(self.name, limits);
        }
        let titles: Vec<&str> = FAMILIES.into_iter().filter(has).map(|family| family.title).collect();
        Err(format!("this format is for {}", titles.join(" and ")).into())
    }
}

/// Reason why a puzzle is not written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The format cannot express the puzzle; the sentence says why.
    Inexpressible(String),
    GaveUp(GaveUp),
}

impl From<String> for Unwritten {
    fn from(sentence: String) -> Self {
        Self::Inexpressible(sentence)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Any solution, as soon as possible.
    Any,
    /// The shortest solution, proven; the metric is for sliding blocks. For a packing, any solution.
    Optimal(Metric),
    /// For tiles the solution with the fewest pushes, proven; for others the shortest one.
    Pushes,
    /// For tiles the shortest solution found in this time; for others any.
    Improve(Duration),
}

impl Objective {
    pub fn is_proven(self) -> bool {
        matches!(self, Self::Optimal(_) | Self::Pushes)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    pub cost: Cost,
    /// Description of the search method.
    pub method: String,
    /// Manhattan distance of the start, for tiles.
    pub manhattan: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Solved, and replayed by the plain rules. `length` counts moves, or the pieces of a packing; `shortest` is true if that
    /// length is proven minimal.
    Solved { length: u64, shortest: bool },
    /// Proven unsolvable.
    Impossible,
    /// The limit that was reached; `None` if the states are too wide for any machine word.
    GaveUp(Option<GaveUp>),
    /// The solution failed its replay, for this reason: a bug in the program.
    Wrong(String),
}

/// A sentence about the limit that a search reached at some cost.
pub type InWords<'a> = dyn Fn(GaveUp, &Cost) -> String + 'a;

/// A puzzle of some family. Errors are sentences without their full stops.
pub trait Puzzle: Any + Debug + Send + Sync {
    fn family(&self) -> &'static Family;

    /// True if it has a goal, even one that every position meets.
    fn has_goal(&self) -> bool {
        true
    }

    /// Digest of the puzzle; `None` if the digest of its file identifies it.
    fn digest(&self) -> Option<u64> {
        None
    }

    /// The puzzle with the goal read from a file; `own` is the puzzle's source. Fails with the errors of both files, or if
    /// the puzzle takes no goal.
    fn with_goal(&self, own: &Source, goal: &Source) -> Result<Arc<dyn Puzzle>, Failure> {
        Err(superfluous_goal(own, goal))
    }

    /// The puzzle with the goal of `--goal`; fails if that does not fit.
    fn with_aim(&self, _aim: &Aim) -> Result<Arc<dyn Puzzle>, String> {
        Err("--goal is for puzzles without a goal of their own".to_owned())
    }

    /// Writes the puzzle in a format of its family, see [`Format::write`].
    fn write(&self, format: &str, limits: &Limits) -> Result<Vec<String>, Unwritten>;

    /// Playback of a solution, replayed by the plain rules; `number` selects one in the solution's file.
    fn playback(&self, solution: Option<&Source>, number: usize) -> Result<Playback, Failure>;

    /// Begins a game by the plain rules, at the start position; `playback` is one of this puzzle.
    fn game<'a>(&'a self, playback: &'a Playback) -> Box<dyn Game + 'a>;

    /// Lengths of a list of moves, each with its unit; a move is a piece and its corners before and after it.
    fn lengths(&self, moves: &[(usize, Cell, Cell)]) -> Vec<(u64, &'static str)> {
        vec![(moves.len() as u64, self.family().unit)]
    }

    /// The puzzle with its pieces starting at other corners; they keep their order and their names.
    fn moved(&self, corners: &[Option<Cell>]) -> Arc<dyn Puzzle>;

    /// Builds tables that several puzzles share, within `limits`, or reads them from the folder `cache`. If that fails,
    /// searches run without them. Later calls do nothing.
    fn prepare(&self, _cache: Option<&Path>, _limits: &Limits) {}

    /// Fails if the puzzle is too large for the objective.
    fn check_objective(&self, _objective: Objective) -> Result<(), String> {
        Ok(())
    }

    /// Solves the puzzle; a solution is replayed by the plain rules.
    fn answer(&self, objective: Objective, limits: &Limits) -> Answer;

    /// A solution for a player, or why there is none; `gave_up` phrases a limit that was reached.
    fn advise(&self, _: Objective, _: &Limits, _: &InWords<'_>) -> Result<Advice, String> {
        Err(format!("{} is only stepped through", self.family().one))
    }
}

/// The plain rules of a puzzle, independent of the searches.
pub trait Game {
    /// Moves a piece from corner to corner. On an error nothing changes; the sentence says what is in the way.
    fn apply(&mut self, piece: usize, from: Cell, to: Cell) -> Result<(), String>;

    /// Sentence about the part of the goal that is not met; `None` if all of it is.
    fn missing(&self, corners: &[Option<Cell>]) -> Option<String>;
}

/// A solution for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub moves: Vec<Move>,
    /// Its length and the unit of that.
    pub length: (u64, &'static str),
    /// True if no solution is shorter, proven.
    pub is_shortest: bool,
}

impl Advice {
    /// Its quality, in words.
    pub fn worth(&self) -> String {
        let (number, unit) = self.length;
        let which = if self.is_shortest {
            "the shortest solution, proven"
        } else {
            "not necessarily the shortest solution"
        };
        format!("{}, {which}", counted(number, unit))
    }
}

/// Answer of a search for the first packing or solution, which `check` replays.
pub(super) fn answer_of<S>(
    (found, Enumerated { ended, cost, method, .. }): (Option<Vec<S>>, Enumerated),
    check: impl FnOnce(&Vec<S>) -> Result<(), String>,
) -> Answer {
    let verdict = match (found, ended) {
        (Some(found), _) => {
            let solved = Verdict::Solved { length: found.len() as u64, shortest: false };
            check(&found).map_or_else(Verdict::Wrong, |()| solved)
        }
        (None, None) => Verdict::Impossible,
        (None, Some(Unknown::GaveUp(reason))) => Verdict::GaveUp(Some(reason)),
        (None, Some(Unknown::TooWide(_))) => Verdict::GaveUp(None),
    };
    Answer { verdict, cost, method, manhattan: None }
}

/// The puzzle as one of family `P`, if it is one.
pub fn of_family<P: Puzzle>(puzzle: &dyn Puzzle) -> Option<&P> {
    (puzzle as &dyn Any).downcast_ref()
}

/// Playback of the moves of a solution file, which `open` reads one by one; without a file, of no moves.
pub(super) fn played<M, N: FnMut() -> Result<Option<M>, InputError>>(
    solution: Option<&Source>,
    open: impl FnOnce(&Source) -> Result<N, InputError>,
    play: impl FnOnce(&[M]) -> Result<Playback, String>,
) -> Result<Playback, Failure> {
    let read = |mut next: N| from_fn(|| next().transpose()).take(MAX_MOVES + 1).collect();
    let moves: Vec<M> = solution.map_or(Ok(Vec::new()), |file| open(file).and_then(read))?;
    let name = solution.map_or_else(String::new, |file| format!("{}: ", file.name()));
    if moves.len() > MAX_MOVES {
        return Err(Failure::invalid(format_args!("{name}expected at most {MAX_MOVES} moves, found more")));
    }
    play(&moves).map_err(|sentence| Failure::new(format_args!("{name}{sentence}"), Status::ImpossibleMove))
}

/// The failure of one of a file's solutions, of its place in words, that breaks a rule.
pub(super) fn refused(source: &Source, place: &str) -> impl Fn(String) -> Failure {
    move |refusal| Failure::new(format_args!("{}, {place}: {refusal}", source.name()), Status::ImpossibleMove)
}
