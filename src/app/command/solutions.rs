//! Files of solutions: where they stand among the files of a command, the moves in them, and the verdict on several.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{Cursor, Read};

use serde::Deserialize;
use serde_json::from_slice;

use crate::report::check::{Checked, Listed, Verdict};
use crate::report::{Answer, Ending};
use crate::run::{Failure, Status, only_file};
use traybit_core::input::InputError;
use traybit_family::input::Content;
use traybit_program::files::Source;
use traybit_tiles::board::Board;
use traybit_tiles::checker::Game;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::Moves;

/// The puzzle's file and that of its solution, by default standard input.
pub(crate) fn with_solution<'a>(files: &'a [OsString], hint: &str) -> Result<[&'a OsStr; 2], Failure> {
    let [puzzle, solutions @ ..] = files else { return only_file(files, hint).map(|file| [file; 2]) };
    let solution = if solutions.is_empty() { OsStr::new("-") } else { only_file(solutions, hint)? };
    Ok([puzzle, solution])
}

/// The part of the document of `traybit solve --json` that is read.
#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    moves: Vec<Step<'a>>,
}

/// A move in one of both notations.
#[derive(Deserialize)]
#[serde(untagged)]
enum Step<'a> {
    Tile(u64, #[serde(borrow)] Cow<'a, str>),
    Blank(#[serde(borrow)] Cow<'a, str>),
}

impl Step<'_> {
    fn line(&self) -> String {
        match self {
            Self::Tile(tile, direction) => format!("{tile} {direction}\n"),
            Self::Blank(direction) => format!("{direction}\n"),
        }
    }
}

/// Reads moves that are possible on a board, and returns what they miss of the goal.
pub(crate) fn possible_moves(
    solution: &Source,
    start: &Board,
    goal: &Board,
) -> Result<(Vec<Direction>, Option<String>), Failure> {
    let mut game = Game::new(start);
    let mut list = Moves::new(&solution.name(), moves_of(solution)?);
    let mut moves = Vec::new();
    while let Some(step) = list.next_move()? {
        let refused = |refusal| format!("{}: the move {step} is impossible: {refusal}", list.place());
        game.apply(step).map_err(|refusal| Failure::new(refused(refusal), Status::ImpossibleMove))?;
        moves.push(step.direction);
    }
    Ok((moves, game.missing(goal)))
}

/// The moves of a file as text; of a document, a line for each.
pub(crate) fn moves_of(solution: &Source) -> Result<Box<dyn Read + Send>, InputError> {
    match Content::of(solution)? {
        Content::Text(text) => Ok(text),
        Content::Document(bytes) => {
            let document: Document<'_> = from_slice(&bytes).map_err(|reason| {
                let expected = "expected the document of `traybit solve --json`, with moves";
                InputError::Invalid(format!("{}: {expected}, found another: {reason}", solution.name()))
            })?;
            Ok(Box::new(Cursor::new(document.moves.iter().map(Step::line).collect::<String>())))
        }
    }
}

/// The verdict on packings or solutions at some places of a file: the first one that is wrong, and two that are the same.
pub(crate) fn judged<'p>(
    name: &str,
    one: &str,
    listed: Listed,
    places: &'p [String],
    wrong: impl FnOnce() -> Option<(&'p String, String)>,
    repeated: impl FnOnce() -> Option<(usize, usize)>,
) -> Answer<Checked> {
    let none = places.is_empty().then(|| format!("{name}: expected a {one}, found none"));
    let wrong = || wrong().map(|(place, refusal)| format!("{name}, {place}: {refusal}"));
    let twice = || {
        let (first, second) = repeated()?;
        Some(format!("{name}: {} and {} are the same", places[first], places[second]))
    };
    let (verdict, ending) = match none.or_else(wrong).or_else(twice) {
        Some(sentence) => (Verdict::NotValid, Ending::because(sentence, Status::Impossible)),
        None => (Verdict::Verified, Ending::DONE),
    };
    Answer::new(listed.judged(verdict), ending)
}
