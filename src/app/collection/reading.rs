//! Puzzles read from their files, of whatever family they are.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::collection::{Asked, Entry, Found, Oddity, Puzzle, Weight};
use traybit_core::bits::digest;
use traybit_core::input::{Fault, shown};
use traybit_core::page::without_mark;
use traybit_packing::formats as packings;
use traybit_sliding::forms::{self as slidings, Form};
use traybit_sliding::problem::Problem;
use traybit_sliding::text::{read_goal, read_tray};
use traybit_tiles::board::Board;
use traybit_tiles::forms::{Entry as Listed, read_list};

/// The longest file that is read, in bytes.
const LONGEST: usize = 1 << 24;

/// What a listing calls a goal with the gap before all tiles.
const GAP_FIRST: &str = "blank-first";

/// The puzzles of an entry: one, or those of a list of boards.
///
/// # Errors
/// What is wrong with its files, or that they are no puzzle. What was only found may be something else than it looks like,
/// and is passed over then.
pub fn read(entry: &Entry) -> Result<Vec<Found>, Oddity> {
    let start = load(&entry.start)?;
    let found = |(name, puzzle, digest): (String, Puzzle, u64)| Found {
        set: entry.set.clone(),
        name,
        puzzle,
        digest,
    };
    let found_all = |all: Vec<_>| all.into_iter().map(found).collect();
    if let Some(goal) = &entry.goal {
        return pair(entry, &start, goal)
            .map(|(puzzle, digest)| vec![found((entry.name.clone(), puzzle, digest))]);
    }
    match (alone(entry, &start), &entry.asked) {
        (Ok(all), _) => Ok(found_all(all)),
        (Err(Alone::Malformed(oddity)), _) => Err(oddity),
        (Err(Alone::Doubtful(oddity)), Asked::Found) => Err(Oddity { weight: Weight::Passed, ..oddity }),
        (Err(Alone::Doubtful(oddity)), _) => {
            Err(Oddity { weight: oddity.weight.max(Weight::Invalid), ..oddity })
        }
        (Err(Alone::Goalless), Asked::Listed(place)) => {
            let found =
                if entry.remark.is_empty() { "none".to_owned() } else { format!("{:?}", entry.remark) };
            let name = shown(entry.start.as_os_str());
            Err(Oddity::invalid(format!("{place}: expected a file with the goal of {name}, found {found}")))
        }
        (Err(Alone::Goalless), asked) => {
            let weight = if *asked == Asked::Found { Weight::Passed } else { Weight::Invalid };
            let sentence = format!("{}: a tray without its goal", shown(entry.start.as_os_str()));
            Err(Oddity { weight, sentence })
        }
    }
}

/// What a file without a goal's file is, if it is no puzzle.
enum Alone {
    /// A puzzle with a fault.
    Malformed(Oddity),
    /// Something else, perhaps.
    Doubtful(Oddity),
    /// A tray.
    Goalless,
}

fn pair(entry: &Entry, start: &[u8], goal: &Path) -> Result<(Puzzle, u64), Oddity> {
    let bytes = load(goal)?;
    let tray = read_tray(&shown(entry.start.as_os_str()), start)?;
    let goal = read_goal(&shown(goal.as_os_str()), &bytes[..], Some(tray.size()))?;
    let both = [start, b"\0", &bytes[..]].concat();
    Ok((Puzzle::Sliding(Box::new(Problem::Pair(tray, goal))), digest(&both)))
}

/// Names, puzzles and digests of what is in a file of its own.
fn alone(entry: &Entry, bytes: &[u8]) -> Result<Vec<(String, Puzzle, u64)>, Alone> {
    let name = shown(entry.start.as_os_str());
    let doubtful = |fault: Fault| Alone::Doubtful(fault.into());
    let one = |puzzle: Puzzle| vec![(entry.name.clone(), puzzle, digest(bytes))];
    if looks_packed(bytes) {
        let pack = packings::read(&name, bytes).map_err(doubtful)?;
        return Ok(one(Puzzle::Packing(Box::new(pack))));
    }
    let form = Form::of(bytes);
    if form == Some(Form::Drawn) {
        return drawn(&name, bytes).map(one).map_err(Alone::Malformed);
    }
    match read_list(&name, bytes, None) {
        Ok(boards) => Ok(boards.into_iter().map(|board| tiles(entry, board)).collect()),
        Err(fault) if looks_tiled(bytes) => Err(doubtful(fault)),
        Err(_) if form == Some(Form::Tray) && read_tray(&name, bytes).is_ok() => Err(Alone::Goalless),
        Err(_) => {
            let none = |_| Alone::Doubtful(Oddity::passed(format!("{name}: not a puzzle")));
            drawn(&name, bytes).map(one).map_err(none)
        }
    }
}

fn tiles(entry: &Entry, listed: Listed) -> (String, Puzzle, u64) {
    let Listed { line, label, board, .. } = listed;
    let size = board.size();
    let goal = if entry.remark == GAP_FIRST { Board::gap_first(size) } else { Board::gap_last(size) };
    let name = match (label, line) {
        (Some(label), _) => format!("{}:{label}", entry.name),
        (None, Some(line)) => format!("{}:{line}", entry.name),
        (None, None) => entry.name.clone(),
    };
    let bytes = format!("{:?}", (board.tiles(), goal.tiles()));
    (name, Puzzle::Tiles { start: board, goal }, digest(bytes.as_bytes()))
}

/// The bytes of a file.
///
/// # Errors
/// When it cannot be read, or is longer than any puzzle.
pub(super) fn load(path: &Path) -> Result<Vec<u8>, Oddity> {
    let name = shown(path.as_os_str());
    let told = |reason| Oddity::unreadable(format!("{name}: cannot be read: {reason}"));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(told)?;
    file.take(LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() > LONGEST {
        let most = LONGEST >> 20;
        return Err(Oddity::invalid(format!("{name}: expected a puzzle of at most {most} MiB, found more")));
    }
    Ok(bytes)
}

/// A drawing or a Rush Hour board.
fn drawn(name: &str, bytes: &[u8]) -> Result<Puzzle, Oddity> {
    match slidings::read(name, bytes)? {
        slidings::Content::Puzzle(puzzle) if puzzle.goals.is_empty() => {
            Err(Oddity::passed(format!("{name}: a drawing without a goal")))
        }
        slidings::Content::Puzzle(puzzle) => Ok(Puzzle::Sliding(Box::new(puzzle.into()))),
        slidings::Content::Tray(_) => Err(Oddity::passed(format!("{name}: a tray without its goal"))),
    }
}

/// Whether a file is written as packing puzzles are: XML, gzip, or a line `board:` of its own.
pub(super) fn looks_packed(bytes: &[u8]) -> bool {
    let text = without_mark(bytes).trim_ascii_start();
    let is_board = |line: &[u8]| line.trim_ascii_start().starts_with(b"board:");
    bytes.starts_with(&[0x1f, 0x8b])
        || text.starts_with(b"<")
        || text.split(|byte| *byte == b'\n').any(is_board)
}

/// Whether a file that is no board of tiles was to be one: its first line is one number.
pub(super) fn looks_tiled(bytes: &[u8]) -> bool {
    let mut lines = without_mark(bytes).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    !first.is_empty() && first.iter().all(u8::is_ascii_digit)
}
