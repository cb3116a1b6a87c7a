//! The interface of a family: its row among the families, and its puzzles as the commands use them.

use std::any::Any;
use std::fmt::Debug;
use std::iter::from_fn;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::FAMILIES;
use crate::aim::Aim;
use traybit_core::input::{InputError, Likeness};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_picture::playback::{Cell, Move, Playback};
use traybit_program::files::{FileErrors, Source, superfluous_goal};
use traybit_sliding::metric::Metric;

/// The longest solution that is played back, in moves.
pub const MAX_MOVES: usize = 1 << 22;

#[derive(Debug)]
pub struct Family {
    pub name: &'static str,
    /// Its puzzles, in sentences.
    pub title: &'static str,
    /// One of its puzzles, in sentences.
    pub one: &'static str,
    /// The formats of its files, each with what it is recognised by, in sentences.
    pub formats_read: &'static str,
    /// Unit of a solution's length.
    pub unit: &'static str,
    pub numbered: Numbered,
    pub likeness: fn(&[u8]) -> Likeness,
    /// Reads the bytes of a file, which messages call by its name.
    pub read: fn(&str, &[u8]) -> Result<Contents, InputError>,
    /// The file formats that it writes.
    pub formats: &'static [Format],
    /// True if several processes can share its searches by layers.
    pub is_shared: bool,
}

/// The choice that `--number` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// There is one puzzle with one solution.
    Nothing,
    Puzzles,
    Solutions,
}

/// The puzzles of a file in their order, at least one.
#[derive(Clone, Debug)]
pub struct Contents {
    pub puzzles: Vec<Listed>,
    pub goal: GoalSource,
}

impl Contents {
    pub(super) fn one(puzzle: impl Puzzle, goal: GoalSource) -> Self {
        Self { puzzles: vec![Listed { label: None, stated: None, puzzle: Arc::new(puzzle) }], goal }
    }

    /// The choice that `--number` makes here.
    pub fn numbered(&self) -> Numbered {
        match &self.puzzles[..] {
            [] => Numbered::Nothing,
            [only] => only.puzzle.family().numbered,
            _ => Numbered::Puzzles,
        }
    }
}

/// A puzzle among those of its file.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name or its line, where the file is a list.
    pub label: Option<String>,
    /// Length of its shortest solution, where the file states it.
    pub stated: Option<u64>,
    pub puzzle: Arc<dyn Puzzle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalSource {
    /// It is part of the puzzle's file.
    Inside,
    File,
    /// The option `--goal`, which has a default.
    Option,
}

/// Reason why there is no playback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The solution's file is malformed.
    File(InputError),
    Move(String),
}

/// A file format that puzzles are written in.
#[derive(Debug)]
pub struct Format {
    pub name: &'static str,
    pub help: &'static str,
}

/// The format of two files, that of the goal second.
pub const PAIR: &str = "pair";

impl Format {
    /// Writes a puzzle as the text of one file, or of two in the format [`PAIR`].
    pub fn write(&self, puzzle: &dyn Puzzle, limits: &Limits) -> Result<Vec<String>, Unwritten> {
        let own = FAMILIES.iter().find(|family| family.formats.iter().any(|own| own.name == self.name));
        match own {
            Some(own) if own.name != puzzle.family().name => {
                Err(format!("this format is for {}", own.title).into())
            }
            _ => puzzle.write(self.name, limits),
        }
    }
}

/// Reason why a puzzle is not written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The format cannot express it, as a sentence says.
    Inexpressible(String),
    GaveUp(GaveUp),
}

impl From<String> for Unwritten {
    fn from(sentence: String) -> Self {
        Self::Inexpressible(sentence)
    }
}

impl From<GaveUp> for Unwritten {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Any solution, as soon as possible.
    Any,
    /// The shortest solution, proven; for sliding blocks in this metric. For a packing, any.
    Optimal(Metric),
    /// For tiles the solution of fewest pushes, proven; for others the shortest one.
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
    /// The search, in words.
    pub method: String,
    /// Manhattan distance of the start, for tiles.
    pub manhattan: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Solved in a number of moves, or of pieces of a packing; the solution was replayed by the plain rules. `shortest` if
    /// it is proven that there is no shorter one.
    Solved { length: u64, shortest: bool },
    /// Proven unsolvable.
    Impossible,
    /// The limit that was reached; `None` if the states are too wide for any machine word.
    GaveUp(Option<GaveUp>),
    /// The solution failed its replay, for this reason: a bug in the program.
    Wrong(String),
}

/// A puzzle of some family. Errors are sentences without their full stops.
pub trait Puzzle: Any + Debug + Send + Sync {
    fn family(&self) -> &'static Family;

    /// True if it has a goal that not every position meets.
    fn has_goal(&self) -> bool {
        true
    }

    /// Digest of the puzzle, where that of its file does not tell it from others.
    fn digest(&self) -> Option<u64> {
        None
    }

    /// The puzzle with the goal of a file; `own` is the puzzle's source. The errors of both files, and that the puzzle takes
    /// no goal.
    fn with_goal(&self, own: &Source, goal: &Source) -> Result<Arc<dyn Puzzle>, FileErrors> {
        Err(superfluous_goal(own, goal))
    }

    /// The puzzle with the goal of `--goal`, if that fits.
    fn with_aim(&self, _aim: &Aim) -> Result<Arc<dyn Puzzle>, String> {
        Err("--goal is for puzzles without a goal of their own".to_owned())
    }

    /// Writes the puzzle in a format of its family, see [`Format::write`].
    fn write(&self, format: &str, _limits: &Limits) -> Result<Vec<String>, Unwritten> {
        unreachable!("{} has no format {format}", self.family().one)
    }

    /// The puzzle with a solution's moves, replayed by the plain rules; `number` is that of a solution in its file.
    fn playback(&self, _solution: Option<&Source>, _number: usize) -> Result<Playback, Refusal> {
        let sentence = format!("{} has no board; `traybit solve` lists its solutions", self.family().one);
        Err(Refusal::File(InputError::Invalid(sentence)))
    }

    /// The rules at work, beginning with the start; `playback` is one of this puzzle.
    fn game<'a>(&'a self, _playback: &'a Playback) -> Box<dyn Game + 'a> {
        unreachable!("{} has no playback", self.family().one)
    }

    /// The lengths of a list of moves, each from a corner to another, and their units.
    fn lengths(&self, moves: &[(Cell, Cell)]) -> Vec<(u64, &'static str)> {
        vec![(moves.len() as u64, self.family().unit)]
    }

    /// The puzzle that starts with its pieces elsewhere: each keeps its place in the list and its name.
    fn moved(&self, _corners: &[Option<Cell>]) -> Arc<dyn Puzzle> {
        unreachable!("{} has no board", self.family().one)
    }

    /// Makes tables that serve several puzzles, within `limits`, or reads them from the folder `cache`; where that fails,
    /// searches do without. Does nothing the next time.
    fn prepare(&self, _cache: Option<&Path>, _limits: &Limits) {}

    /// Refuses an objective that the puzzle is too large for.
    fn check_objective(&self, _objective: Objective) -> Result<(), String> {
        Ok(())
    }

    /// Solves the puzzle; a solution is replayed by the plain rules.
    fn answer(&self, objective: Objective, limits: &Limits) -> Answer;

    /// Moves from the start to the goal, for a player, or why there are none; `gave_up` words a limit.
    fn advise(
        &self,
        _objective: Objective,
        _limits: &Limits,
        _gave_up: &dyn Fn(GaveUp, &Cost) -> String,
    ) -> Result<Advice, String> {
        Err(format!("{} is only stepped through", self.family().one))
    }
}

/// The rules of a puzzle, which know nothing of searches.
pub trait Game {
    /// Moves a piece whose corner is at `from`; or else leaves everything as it is, and says what is in the way.
    fn apply(&mut self, piece: usize, from: Cell, to: Cell) -> Result<(), String>;

    /// The part of the goal that is not reached, as a sentence; none when it is.
    fn missing(&self, corners: &[Option<Cell>]) -> Option<String>;
}

/// A solution for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    pub moves: Vec<Move>,
    /// Its quality, as a sentence.
    pub worth: String,
}

/// The puzzle as one of family `P`, if it is one.
pub fn of_family<P: Puzzle>(puzzle: &dyn Puzzle) -> Option<&P> {
    (puzzle as &dyn Any).downcast_ref()
}

/// The playback of all moves of a solution's file, which `open` gives one by one; of none without a file.
pub(super) fn played<M, N: FnMut() -> Result<Option<M>, InputError>>(
    solution: Option<&Source>,
    open: impl FnOnce(&Source) -> Result<N, InputError>,
    play: impl FnOnce(&[M]) -> Result<Playback, String>,
) -> Result<Playback, Refusal> {
    let read = |mut next: N| from_fn(|| next().transpose()).take(MAX_MOVES + 1).collect();
    let moves: Vec<M> =
        solution.map_or(Ok(Vec::new()), |file| open(file).and_then(read)).map_err(Refusal::File)?;
    let name = solution.map_or_else(String::new, |file| format!("{}: ", file.name()));
    if moves.len() > MAX_MOVES {
        let sentence = format!("{name}expected at most {MAX_MOVES} moves, found more");
        return Err(Refusal::File(InputError::Invalid(sentence)));
    }
    play(&moves).map_err(|sentence| Refusal::Move(format!("{name}{sentence}")))
}
