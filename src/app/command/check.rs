//! `traybit check PUZZLE [GOAL] [SOLUTION]`: the verdict on a list of moves or on packings, by the plain rules.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{Cursor, Read};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use serde::Deserialize;
use serde_json::from_slice;

use crate::command::pack::{NO_GOAL, Numbered};
use crate::command::tiles::reading::{Goal, NO_GOAL_FILE, read_board};
use crate::command::work::Work;
use crate::report::check::{Checked, Listed, Verdict};
use crate::report::{Answer, Ending};
use crate::run::{Ended, Failure, Options, Plain, Run, Status, missing_goal, only_file, say, sources};
use traybit_core::input::InputError;
use traybit_family::input::{Content, read_packings};
use traybit_packing::checker::Checker;
use traybit_program::files::{FileErrors, Source, with_goal};
use traybit_program::replay::{Replay, replay};
use traybit_program::text::Activity;
use traybit_sliding::counts::Counts;
use traybit_sliding::formats::{self, Content as Contents};
use traybit_sliding::puzzle::Puzzle;
use traybit_tiles::board::Board;
use traybit_tiles::checker::Game;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::Moves;

#[derive(Args, Clone, Debug)]
pub(crate) struct Sliding {
    #[command(flatten)]
    options: Plain,
}

impl Work for Sliding {
    /// Checks a list of moves. Of several errors the one with the lowest status is reported.
    fn run(self, files: &[OsString]) -> Ended {
        let options = Options::from(self.options);
        let mut run = Run::start(&options, Activity::Checking)?;
        let [first, files @ ..] = files else {
            return Err(Failure::usage("expected a puzzle's file, found none"));
        };
        let (puzzle, moves) = read(first, files)?;
        let mut counts = Counts::default();
        let replayed = play(&puzzle, &moves, &run.limits().progress.positions, &mut counts)?;
        if let Err(errors) = &puzzle {
            return Err(errors.clone().into());
        }
        run.open()?;
        let Replay { moves, game, impossible } = replayed;
        let unmet = game.and_then(|game| game.missing());
        let (verdict, ending) = Verdict::of(moves, impossible, unmet);
        let listed = Listed::Slides { moves, counts: counts.into() };
        Ok(run.end_with(Answer::new(listed.judged(verdict), ending)))
    }
}

/// The puzzle and the source of the moves: the role of each file depends on the content of the first one.
fn read(first: &OsStr, files: &[OsString]) -> Result<(Result<Puzzle, FileErrors>, Source), Failure> {
    for other in files {
        sources([("PUZZLE", first), ("a file after it", other)])?;
    }
    let name = Source::or_input(first).name();
    let input = OsString::from("-");
    let content = Source::or_input(first).open().and_then(|file| formats::read(&name, file));
    let tray = match content {
        Ok(Contents::Tray(tray)) => Ok(tray),
        Ok(Contents::Puzzle(puzzle)) => {
            if files.len() > 1 {
                return Err(Failure::usage(format_args!(
                    "{name} has its own goals: expected at most one more file, that of the moves, found {}",
                    files.len()
                )));
            }
            let [_, moves] = sources([("PUZZLE", first), ("MOVES", files.first().unwrap_or(&input))])?;
            return Ok((Ok(puzzle), moves));
        }
        Err(error) => Err(error),
    };
    let Some(goal) = files.first() else {
        return Err(tray.err().map_or_else(|| Failure::usage(missing_goal(&name)), Failure::from));
    };
    let moves = files.get(1).unwrap_or(&input);
    let [_, goal, moves] = sources([("TRAY", first), ("GOAL", goal), ("MOVES", moves)])?;
    Ok((with_goal(tray, &goal), moves))
}

/// Reads all moves, since an error among them outweighs all others but an unreadable file.
fn play<'a>(
    puzzle: &'a Result<Puzzle, FileErrors>,
    moves: &Source,
    judged: &AtomicU64,
    counts: &mut Counts,
) -> Result<Replay<'a>, Failure> {
    if let Err(errors @ FileErrors::Unreadable(_)) = puzzle {
        return Err(errors.clone().into());
    }
    let problem = puzzle.as_ref().ok();
    let replayed =
        moves.open().and_then(|input| replay(problem, &moves.name(), input, judged, |step| counts.add(step)));
    replayed.map_err(|error| {
        if let (InputError::Invalid(_), Err(FileErrors::Invalid(sentences))) = (&error, puzzle) {
            sentences.iter().for_each(say);
        }
        error.into()
    })
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Tiles {
    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Plain,
}

impl Work for Tiles {
    fn run(self, files: &[OsString]) -> Ended {
        let options = Options::from(self.options);
        let mut run = Run::start(&options, Activity::Checking)?;
        let [board, solution] = with_solution(files, NO_GOAL_FILE)?;
        let aim = self.goal.read(&[board, solution])?;
        let [board, solution] = sources([("BOARD", board), ("SOLUTION", solution)])?;
        let start = read_board(&board)?;
        let goal = aim.of(start.size()).map_err(Failure::invalid)?;
        let mut game = Game::new(&start);
        let mut moves = Moves::new(&solution.name(), moves_of(&solution)?);
        let (mut made, mut impossible) = (0, None);
        let (mut pushes, mut last) = (0, None);
        // All lines are read: one that is malformed outweighs a move that is impossible.
        while let Some(step) = moves.next_move()? {
            made += 1;
            run.limits().progress.positions.store(made, Ordering::Relaxed);
            pushes += u64::from(last.replace(step.direction) != Some(step.direction));
            if impossible.is_none()
                && let Err(refusal) = game.apply(step)
            {
                let place = moves.place();
                impossible = Some(format!("{place}: the move {step} is impossible: {refusal}"));
            }
        }
        run.open()?;
        let unmet = game.missing(&goal);
        let (verdict, ending) = Verdict::of(made, impossible, unmet);
        Ok(run.end_with(Answer::new(Listed::Tiles { moves: made, pushes }.judged(verdict), ending)))
    }
}

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

#[derive(Args, Clone, Debug)]
pub(crate) struct Packing {
    #[command(flatten)]
    numbered: Numbered,

    #[command(flatten)]
    options: Plain,
}

impl Work for Packing {
    fn run(self, files: &[OsString]) -> Ended {
        let options = Options::from(self.options);
        let mut run = Run::start(&options, Activity::Describing)?;
        let [puzzle, packings] = with_solution(files, NO_GOAL)?;
        let [_, source] = sources([("PUZZLE", puzzle), ("PACKINGS", packings)])?;
        let pack = self.numbered.read(puzzle)?;
        let name = source.name();
        let (places, packings): (Vec<_>, Vec<_>) = read_packings(&pack, &source)?.into_iter().unzip();
        run.open()?;
        let checker = Checker::of(&pack);
        let wrong = || {
            let refused = |(place, packing)| checker.check(packing).err().map(|refusal| (place, refusal));
            places.iter().zip(&packings).find_map(refused)
        };
        let listed = Listed::Packings { packings: places.len() as u64 };
        let repeated = || checker.repeated(&packings);
        Ok(run.end_with(judged(&name, "packing", listed, &places, wrong, repeated)))
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
