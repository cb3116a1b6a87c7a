//! The interface of a family: its row among the families, and its puzzles as the commands use them.

use std::any::Any;
use std::fmt::Debug;
use std::iter::from_fn;
use std::path::Path;
use std::sync::Arc;

use crate::aim::Aim;
use crate::{Answer, Objective};
use traybit_core::input::InputError;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_picture::playback::{Cell, Move, Playback};
use traybit_program::files::{FileErrors, Source, superfluous_goal};

/// The longest solution that is played back, in moves.
pub const MAX_MOVES: usize = 1 << 22;

/// A row of the families.
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
    /// The choice that `--number` makes.
    pub numbered: Numbered,
    /// True if bytes look like one of its files.
    pub detect: fn(&[u8]) -> Likeness,
    /// Reads the bytes of a file, which messages call by its name.
    pub read: fn(&str, &[u8]) -> Result<Contents, InputError>,
    /// Reads the files of a start and its goal, where the family has such pairs.
    pub read_pair: Option<ReadPair>,
    /// The file formats that it writes.
    pub formats: &'static [Format],
    /// True if several processes can share its searches by layers.
    pub is_shared: bool,
    /// True if its puzzles are drawn and played.
    pub has_board: bool,
}

/// Reads the files of a start and its goal, each by its name in messages and its bytes.
pub type ReadPair = fn((&str, &[u8]), (&str, &[u8])) -> Result<Arc<dyn Puzzle>, InputError>;

/// Likeness of a file to those of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    None,
    /// Only reading it can tell.
    Possible,
    /// It looks like one, but other text may look so, too.
    Likely,
    /// It can be nothing else.
    Certain,
}

/// The choice that a number makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// Nothing: there is one puzzle with one solution.
    Nothing,
    Puzzles,
    Solutions,
}

/// The puzzles of a file, at least one.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The puzzles, in their order.
    pub puzzles: Vec<Listed>,
    pub goal: GoalSource,
}

impl Contents {
    pub(super) fn one(puzzle: impl Puzzle, goal: GoalSource) -> Self {
        Self { puzzles: vec![Listed { label: None, stated: None, puzzle: Arc::new(puzzle) }], goal }
    }

    /// The choice that a number makes here.
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
    /// Writes a puzzle.
    pub write: Write,
}

/// Writes a puzzle of some family, within limits.
#[derive(Clone, Copy, Debug)]
pub enum Write {
    /// As the text of one file.
    One(fn(&dyn Puzzle, &Limits) -> Result<String, Unwritten>),
    /// As the texts of two files, that of the goal second.
    Pair(fn(&dyn Puzzle) -> Result<[String; 2], Unwritten>),
}

impl Format {
    /// A format of one file.
    pub(super) const fn new(
        name: &'static str,
        help: &'static str,
        write: fn(&dyn Puzzle, &Limits) -> Result<String, Unwritten>,
    ) -> Self {
        Self { name, help, write: Write::One(write) }
    }
}

/// Reason why a puzzle is not written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The format cannot express it, as a sentence says.
    Inexpressible(String),
    /// A limit was reached.
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

    /// The puzzle with the goal of a file.
    ///
    /// # Errors
    /// The errors of the file; and that the puzzle, whose source is `own`, takes none.
    fn with_goal(&self, own: &Source, goal: &Source) -> Result<Arc<dyn Puzzle>, FileErrors> {
        Err(superfluous_goal(own, goal))
    }

    /// The puzzle with the goal of `--goal`.
    ///
    /// # Errors
    /// Why it does not fit, as a sentence.
    fn with_aim(&self, _aim: &Aim) -> Result<Arc<dyn Puzzle>, String> {
        Err("--goal is for puzzles without a goal of their own".to_owned())
    }

    /// The puzzle with a solution's moves, replayed by the plain rules; `number` is that of a solution in its file.
    ///
    /// # Errors
    /// [`Refusal`].
    fn playback(&self, _solution: Option<&Source>, _number: usize) -> Result<Playback, Refusal> {
        let sentence = format!("{} has no board; `traybit solve` lists its solutions", self.family().one);
        Err(Refusal::File(InputError::Invalid(sentence)))
    }

    /// The rules at work, beginning with the start; `playback` is one of this puzzle.
    ///
    /// # Panics
    /// Without a board, which has no playback.
    fn game<'a>(&'a self, _playback: &'a Playback) -> Box<dyn Game + 'a> {
        unreachable!("{} has no playback", self.family().one)
    }

    /// The lengths of a list of moves, each from a corner to another, and their units.
    fn lengths(&self, moves: &[(Cell, Cell)]) -> Vec<(u64, &'static str)> {
        vec![(moves.len() as u64, self.family().unit)]
    }

    /// The puzzle that starts with its pieces elsewhere: each keeps its place in the list and its name.
    ///
    /// # Panics
    /// Without a board, on which nothing moves.
    fn moved(&self, _corners: &[Option<Cell>]) -> Arc<dyn Puzzle> {
        unreachable!("{} has no board", self.family().one)
    }

    /// Tables that serve several puzzles; [`Arc`]s of the same tables are equal.
    fn shared(&self) -> Option<Arc<dyn Shared>> {
        None
    }

    /// Refuses an objective that the puzzle is too large for.
    ///
    /// # Errors
    /// The reason, as a sentence.
    fn check_objective(&self, _objective: Objective) -> Result<(), String> {
        Ok(())
    }

    /// Solves the puzzle; a solution is replayed by the plain rules.
    fn answer(&self, objective: Objective, limits: &Limits) -> Answer;

    /// Moves from the start to the goal, for a player; `gave_up` words a limit.
    ///
    /// # Errors
    /// Why there are none, as a sentence.
    fn advise(
        &self,
        _objective: Objective,
        _limits: &Limits,
        _gave_up: &dyn Fn(GaveUp, &Cost) -> String,
    ) -> Result<Advice, String> {
        Err(format!("{} is only stepped through", self.family().one))
    }
}

/// Tables that serve the searches of several puzzles.
pub trait Shared: Send + Sync {
    /// Makes them now, within `limits`, or reads them from the folder `cache`; where that fails, searches do without.
    fn prepare(&self, cache: Option<&Path>, limits: &Limits);
}

/// The rules of a puzzle, which know nothing of searches.
pub trait Game {
    /// Moves a piece whose corner is at `from`, or leaves everything as it is.
    ///
    /// # Errors
    /// The obstacle, as a sentence.
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

/// All moves of a solution's file, which `moves` gives one by one; none without a file.
pub(super) fn all_moves<M, N: FnMut() -> Result<Option<M>, InputError>>(
    solution: Option<&Source>,
    moves: impl FnOnce(&Source) -> Result<N, InputError>,
) -> Result<Vec<M>, Refusal> {
    let Some(solution) = solution else { return Ok(Vec::new()) };
    let read =
        moves(solution).and_then(|mut next| from_fn(|| next().transpose()).take(MAX_MOVES + 1).collect());
    let moves: Vec<M> = read.map_err(Refusal::File)?;
    if moves.len() > MAX_MOVES {
        let sentence = format!("{}: expected at most {MAX_MOVES} moves, found more", solution.name());
        return Err(Refusal::File(InputError::Invalid(sentence)));
    }
    Ok(moves)
}

/// An impossible move, told with the solution's file.
pub(super) fn impossible(solution: Option<&Source>, sentence: &str) -> Refusal {
    let name = solution.map_or_else(String::new, |solution| format!("{}: ", solution.name()));
    Refusal::Move(format!("{name}{sentence}"))
}
