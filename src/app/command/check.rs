//! `traybit check PUZZLE [GOAL] [SOLUTION]`: the verdict on a solution's file, by the plain rules; and how such files are read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{Cursor, Read};
use std::iter::once;
use std::sync::atomic::Ordering;

use clap::{ArgAction, Args};
use serde::{Deserialize, Serialize};

use crate::built_in;
use crate::command::boards::{Goal, NO_GOAL_FILE};
use crate::command::enumeration::{NO_GOAL, Numbered};
use crate::command::family::family_of;
use crate::command::info::OWN;
use crate::command::solve::exact;
use crate::report::solution::Lengths;
use crate::report::{Answer, Body, Ending, Word};
use crate::run::{Ended, Failure, Plain, Run, Status, missing_goal, only_file, refuse_twice, say, sources};
use traybit_core::InputError;
use traybit_family::input::{Content, parse, read_covers, read_packings};
use traybit_packing::checker::Checker;
use traybit_packing::exact::checker::Checker as CoverChecker;
use traybit_program::checker::{Replay, replay};
use traybit_program::{Activity, Source, counted, with_goal};
use traybit_sliding::{Counts, Puzzle, formats};
use traybit_tiles::checker::Game;
use traybit_tiles::solution::Moves;
use traybit_tiles::{Board, Direction};

/// Verify a solution: a list of moves, packings, or solutions of an exact cover
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/check.txt"))]
pub struct Arguments {
    /// The puzzle's file; its family and format are detected; `-` is standard input
    puzzle: OsString,

    /// The goal's file (for a tray only), then the solution's file [default: standard input]
    #[arg(value_names = ["GOAL", "SOLUTION"], num_args = 0..=2, action = ArgAction::Set)]
    files: Vec<OsString>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    numbered: Numbered,

    #[command(flatten)]
    options: Plain,
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let Arguments { puzzle, files, goal, numbered, options } = arguments;
    let files = built_in::with_own_goal(once(puzzle).chain(files), 3);
    let family = family_of(&files, OWN, Activity::CHECKING)?;
    let has_moves = matches!(family, "sliding" | "tiles");
    let activity = if has_moves { Activity::CHECKING } else { Activity::DESCRIBING };
    let mut run = Run::start_plain(options, activity)?;
    let answer = match family {
        "sliding" => slides(&run, &files),
        "tiles" => tiles(&run, goal, &files),
        "packing" => packings(numbered, &files),
        _ => covers(&files),
    }?;
    run.open()?;
    Ok(run.end_with(answer))
}

/// The verdict on a list of moves, from sentences about an impossible one and about an unmet goal.
fn verdict(moves: u64, impossible: Option<String>, unmet: Option<String>) -> (Word, Ending) {
    if let Some(sentence) = impossible {
        return (Word::ImpossibleMove, Ending::because(sentence, Status::ImpossibleMove));
    }
    let Some(unmet) = unmet else { return (Word::Verified, Ending::DONE) };
    let sentence = format!("every move is possible, but after {} {unmet}", counted(moves, "move"));
    (Word::GoalNotMet, Ending::because(sentence, Status::Impossible))
}

/// A verdict on a list of moves, or on the packings or solutions of a file.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Checked {
    verdict: Word,
    #[serde(flatten)]
    listed: Listed,
}

/// The list and its length.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Listed {
    /// Moves of sliding blocks; the lengths are those of the possible ones.
    Slides {
        moves: u64,
        counts: Lengths,
    },
    /// Moves of tiles, and the same in pushes of tiles in line.
    Tiles {
        moves: u64,
        pushes: u64,
    },
    Packings {
        packings: u64,
    },
    /// Solutions of an exact cover.
    Solutions {
        solutions: u64,
    },
}

/// The answer; its text says what is `known` of a list that is verified.
fn judged(schema: &'static str, known: &str, verdict: (Word, Ending), listed: Listed) -> Answer<Checked> {
    let (verdict, ending) = verdict;
    let text = if verdict == Word::Verified { format!("Verified: {known}.\n") } else { String::new() };
    Answer::new(Body { schema, text, fields: Checked { verdict, listed } }, ending)
}

/// Sentence about verified moves, with their lengths in other units.
fn possible(moves: u64, lengths: &str) -> String {
    format!("{}, all possible, and the goal holds at the end ({lengths})", counted(moves, "move"))
}

/// Checks a list of moves of blocks. If there are several errors, the one with the lowest status is reported.
fn slides(run: &Run, files: &[OsString]) -> Result<Answer<Checked>, Failure> {
    let (puzzle, moves) = read(&files[0], &files[1..])?;
    if let Err(errors @ Failure { status: Status::Unreadable, .. }) = puzzle {
        return Err(errors);
    }
    let (problem, mut counts) = (puzzle.as_ref().ok(), Counts::default());
    let progress = &run.limits().progress.positions;
    let replayed = moves
        .open()
        .and_then(|input| replay(problem, &moves.name(), input, progress, |step| counts.add(step)));
    // All moves are read, since an error among them outweighs all others but an unreadable file.
    let Replay { moves, game, impossible } = replayed.inspect_err(|error| {
        if let (InputError::Invalid(_), Err(errors)) = (error, &puzzle) {
            errors.sentences.iter().for_each(say);
        }
    })?;
    puzzle.as_ref().map_err(Failure::clone)?;
    let unmet = game.and_then(|game| game.missing());
    let counts = Lengths::from(counts);
    let known = possible(moves, &counts.in_words());
    let verdict = verdict(moves, impossible, unmet);
    Ok(judged("sliding.check", &known, verdict, Listed::Slides { moves, counts }))
}

/// The puzzle and the source of the moves: the role of each file depends on the content of the first one.
fn read(first: &OsStr, files: &[OsString]) -> Result<(Result<Puzzle, Failure>, Source), Failure> {
    files.iter().try_for_each(|other| refuse_twice([("PUZZLE", first), ("a file after it", other)]))?;
    let name = Source::or_input(first).name();
    let input = OsString::from("-");
    let content = Source::or_input(first).open().and_then(|file| formats::read(&name, file));
    if content.as_ref().is_ok_and(|puzzle| puzzle.named) {
        let found = files.len();
        let sentence = format_args!(
            "{name} has its own goals: expected at most one more file, that of the moves, found {found}"
        );
        Failure::usage_if(found > 1, sentence)?;
        let [_, moves] = sources([("PUZZLE", first), ("MOVES", files.first().unwrap_or(&input))])?;
        return Ok((content.map_err(Failure::from), moves));
    }
    let Some(goal) = files.first() else {
        return Err(content.err().map_or_else(|| Failure::usage(missing_goal(&name)), Failure::from));
    };
    let moves = files.get(1).unwrap_or(&input);
    let [_, goal, moves] = sources([("TRAY", first), ("GOAL", goal), ("MOVES", moves)])?;
    Ok((with_goal(content, &goal), moves))
}

fn tiles(run: &Run, goal: &Goal, files: &[OsString]) -> Result<Answer<Checked>, Failure> {
    let [board, solution] = with_solution(files, NO_GOAL_FILE)?;
    let [_, moves] = sources([("BOARD", board), ("SOLUTION", solution)])?;
    let (start, goal, _) = goal.with_board(board, &[solution])?;
    let mut game = Game::new(&start);
    let mut moves = Moves::new(&moves.name(), moves_of(&moves)?, Some(&start));
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
    let unmet = game.missing(&goal);
    let known = possible(made, &counted(pushes, "push"));
    let listed = Listed::Tiles { moves: made, pushes };
    Ok(judged("tiles.check", &known, verdict(made, impossible, unmet), listed))
}

fn packings(numbered: &Numbered, files: &[OsString]) -> Result<Answer<Checked>, Failure> {
    let [puzzle, packings] = with_solution(files, NO_GOAL)?;
    let [_, source] = sources([("PUZZLE", puzzle), ("PACKINGS", packings)])?;
    let pack = numbered.read(puzzle)?;
    let (places, packings): (Vec<_>, Vec<_>) = read_packings(&pack, &source)?.into_iter().unzip();
    let checker = Checker::of(&pack);
    let checked = packings.iter().map(|packing| checker.check(packing));
    let repeated = || checker.repeated(&packings);
    let listed = Listed::Packings { packings: places.len() as u64 };
    Ok(judged_each("packing.check", &source, "packing", listed, &places, checked, repeated))
}

fn covers(files: &[OsString]) -> Result<Answer<Checked>, Failure> {
    let [puzzle, solutions] = with_solution(files, exact::NO_GOAL)?;
    let [_, source] = sources([("PUZZLE", puzzle), ("SOLUTIONS", solutions)])?;
    let problem = exact::read(puzzle)?;
    let (places, solutions): (Vec<String>, Vec<Vec<String>>) = read_covers(&source)?.into_iter().unzip();
    let checker = CoverChecker::of(&problem);
    let checked = solutions.iter().map(|solution| checker.check(solution.iter().map(String::as_str)));
    let repeated = || {
        let mut seen = HashMap::new();
        solutions.iter().enumerate().find_map(|(number, solution)| {
            let mut options = checker.options(solution.iter().map(String::as_str)).ok()?;
            options.sort_unstable();
            let is_one = !options.iter().any(|option| checker.stands_again(option));
            let first = if is_one { seen.insert(options, number) } else { None };
            first.map(|first| (first, number))
        })
    };
    let listed = Listed::Solutions { solutions: places.len() as u64 };
    Ok(judged_each("exact.check", &source, "solution", listed, &places, checked, repeated))
}

/// The verdict on the packings or solutions of a file: the first one that is wrong, or two that are the same.
fn judged_each(
    schema: &'static str,
    source: &Source,
    one: &str,
    listed: Listed,
    places: &[String],
    mut checked: impl Iterator<Item = Result<(), String>>,
    repeated: impl FnOnce() -> Option<(usize, usize)>,
) -> Answer<Checked> {
    let name = source.name();
    let none = places.is_empty().then(|| format!("{name}: expected a {one}, found none"));
    let wrong = || {
        let refused = |place| checked.next()?.err().map(|refusal| format!("{name}, {place}: {refusal}"));
        places.iter().find_map(refused)
    };
    let twice = || {
        let (first, second) = repeated()?;
        Some(format!("{name}: {} and {} are the same", places[first], places[second]))
    };
    let verdict = match none.or_else(wrong).or_else(twice) {
        Some(sentence) => (Word::NotValid, Ending::because(sentence, Status::Impossible)),
        None => (Word::Verified, Ending::DONE),
    };
    let known = format!("{}, all valid and different", counted(places.len() as u64, one));
    judged(schema, &known, verdict, listed)
}

/// The puzzle's file and that of its solution, by default standard input.
fn with_solution<'a>(files: &'a [OsString], hint: &str) -> Result<[&'a OsStr; 2], Failure> {
    let solution = if files.len() < 2 { OsStr::new("-") } else { only_file(&files[1..], hint)? };
    Ok([&files[0], solution])
}

/// Reads moves, which must be possible on a board, and returns what is missing from the goal after them.
pub(crate) fn possible_moves(
    solution: &Source,
    start: &Board,
    goal: &Board,
) -> Result<(Vec<Direction>, Option<String>), Failure> {
    let mut game = Game::new(start);
    let mut list = Moves::new(&solution.name(), moves_of(solution)?, Some(start));
    let mut moves = Vec::new();
    while let Some(step) = list.next_move()? {
        let refused = |refusal| format!("{}: the move {step} is impossible: {refusal}", list.place());
        game.apply(step).map_err(|refusal| Failure::new(refused(refusal), Status::ImpossibleMove))?;
        moves.push(step.direction);
    }
    Ok((moves, game.missing(goal)))
}

/// The moves of a file as text; those of a document, one a line.
pub(crate) fn moves_of(solution: &Source) -> Result<Box<dyn Read + Send>, InputError> {
    #[derive(Deserialize)]
    struct Document<'a> {
        #[serde(borrow)]
        moves: Vec<Step<'a>>,
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Step<'a> {
        Tile(u64, #[serde(borrow)] Cow<'a, str>),
        Blank(#[serde(borrow)] Cow<'a, str>),
    }

    let bytes = match Content::of(solution)? {
        Content::Text(text) => return Ok(text),
        Content::Document(bytes) => bytes,
    };
    let document: Document<'_> = parse(&solution.name(), &bytes, "moves")?;
    let line = |step: &Step<'_>| match step {
        Step::Tile(tile, direction) => format!("{tile} {direction}\n"),
        Step::Blank(direction) => format!("{direction}\n"),
    };
    Ok(Box::new(Cursor::new(document.moves.iter().map(line).collect::<String>())))
}
