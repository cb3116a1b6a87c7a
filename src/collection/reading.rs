//! Puzzles read from their files, of whatever family they are.

use std::fs;
use std::path::Path;

use crate::bits::digest;
use crate::collection::{Entry, Found, Oddity, Puzzle};
use crate::input::{Fault, shown};
use crate::packing::forms as packings;
use crate::page::without_mark;
use crate::sliding::forms::{self as slidings, Form};
use crate::sliding::problem::Problem;
use crate::sliding::text::{read_goal, read_tray};
use crate::tiles::board::Board;
use crate::tiles::forms::{Entry as Listed, read_list};

/// What a listing calls a goal with the gap before all tiles.
const GAP_FIRST: &str = "blank-first";

/// The puzzles of an entry: one, or those of a list of boards.
///
/// # Errors
/// What is wrong with its files, or that they are no puzzle.
pub fn read(entry: &Entry) -> Result<Vec<Found>, Oddity> {
    let start = load(&entry.start)?;
    let name = shown(entry.start.as_os_str());
    let found = |name: String, puzzle: Puzzle, bytes: &[u8]| Found {
        set: entry.set.clone(),
        name,
        puzzle,
        digest: digest(bytes),
    };
    if let Some(goal) = &entry.goal {
        let goal_bytes = load(goal)?;
        let tray = read_tray(&name, &start[..]).map_err(fault)?;
        let goal = read_goal(&shown(goal.as_os_str()), &goal_bytes[..], Some(tray.size())).map_err(fault)?;
        let both = [&start[..], b"\0", &goal_bytes[..]].concat();
        let problem = Problem::Pair(tray, goal);
        return Ok(vec![found(entry.name.clone(), Puzzle::Sliding(Box::new(problem)), &both)]);
    }
    if looks_packed(&start) {
        let pack = packings::read(&name, &start[..]).map_err(fault)?;
        return Ok(vec![found(entry.name.clone(), Puzzle::Packing(Box::new(pack)), &start)]);
    }
    let form = Form::of(&start);
    if form == Some(Form::Drawn) {
        return drawn(&name, &start).map(|puzzle| vec![found(entry.name.clone(), puzzle, &start)]);
    }
    let boards = match read_list(&name, &start[..], None) {
        Ok(boards) => boards,
        Err(told) if looks_tiled(&start) => return Err(fault(told)),
        Err(_) if form == Some(Form::Tray) && read_tray(&name, &start[..]).is_ok() => {
            return Err(Oddity::passed(format!("{name}: a tray without its goal")));
        }
        Err(_) => {
            let puzzle = drawn(&name, &start);
            let none = |_| Oddity::passed(format!("{name}: not a puzzle"));
            return puzzle.map_err(none).map(|puzzle| vec![found(entry.name.clone(), puzzle, &start)]);
        }
    };
    let board = |Listed { line, label, board, .. }: Listed| {
        let size = board.size();
        let goal = if entry.remark == GAP_FIRST { Board::gap_first(size) } else { Board::gap_last(size) };
        let name = match (label, line) {
            (Some(label), _) => format!("{}:{label}", entry.name),
            (None, Some(line)) => format!("{}:{line}", entry.name),
            (None, None) => entry.name.clone(),
        };
        let bytes = format!("{:?}", (board.tiles(), goal.tiles()));
        found(name, Puzzle::Tiles { start: board, goal }, bytes.as_bytes())
    };
    Ok(boards.into_iter().map(board).collect())
}

fn load(path: &Path) -> Result<Vec<u8>, Oddity> {
    let told = |reason| Oddity::fault(format!("{}: cannot be read: {reason}", shown(path.as_os_str())));
    fs::read(path).map_err(told)
}

fn fault(fault: Fault) -> Oddity {
    let (Fault::Unreadable(sentence) | Fault::Invalid(sentence)) = fault;
    Oddity::fault(sentence)
}

/// A drawing or a Rush Hour board.
fn drawn(name: &str, bytes: &[u8]) -> Result<Puzzle, Oddity> {
    match slidings::read(name, bytes).map_err(fault)? {
        slidings::Content::Puzzle(puzzle) if puzzle.goals.is_empty() => {
            Err(Oddity::passed(format!("{name}: a drawing without a goal")))
        }
        slidings::Content::Puzzle(puzzle) => Ok(Puzzle::Sliding(Box::new(puzzle.into()))),
        slidings::Content::Tray(_) => Err(Oddity::passed(format!("{name}: a tray without its goal"))),
    }
}

/// Whether a file is written as packing puzzles are: XML, gzip, or a line `board:` of its own.
fn looks_packed(bytes: &[u8]) -> bool {
    let text = without_mark(bytes).trim_ascii_start();
    let is_board = |line: &[u8]| line.trim_ascii_start().starts_with(b"board:");
    bytes.starts_with(&[0x1f, 0x8b])
        || text.starts_with(b"<")
        || text.split(|byte| *byte == b'\n').any(is_board)
}

/// Whether a file that is no board of tiles was to be one: its first line is one number.
fn looks_tiled(bytes: &[u8]) -> bool {
    let mut lines = without_mark(bytes).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    !first.is_empty() && first.iter().all(u8::is_ascii_digit)
}
