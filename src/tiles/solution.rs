//! Solutions as text: moves of tiles, moves of the blank, or boards.
//!
//! ```text
//! 12 D       tile 12 moves down      north     the blank goes north, so the tile there moves down
//! 11 R                               west
//!
//! 1 2 3      boards, each below the move that leads to it; who reads them goes by the moves
//! 4 5 6
//! 7   8
//!
//! 1: 8 L
//! ```

use std::fmt::{Display, Formatter, Result as FmtResult, Write as _};
use std::io::{BufRead, BufReader, Read};

use crate::board::Board;
use crate::direction::Direction;
use traybit_core::input::InputError;
use traybit_core::source_text::{quoted, without_mark};

/// Bytes of the longest line that is read: a row of the widest board is shorter.
const LONGEST_LINE: u64 = 1 << 11;

/// Begins a comment, as in boards.
const COMMENT: u8 = b'#';

const EXPECTED: &str =
    "a move: a tile's number and U, D, L or R, or where the blank goes (north, east, south, west)";

/// Notation of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `TILE U`, `TILE D`, `TILE L` or `TILE R`: where the tile moves.
    Tiles,
    /// `north`, `east`, `south` or `west`: where the blank goes.
    Blank,
    /// Every board from the start to the goal, drawn.
    Boards,
}

/// A line of a solution, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawMove {
    /// Tile, where the line names it; its number saturated.
    pub tile: Option<u32>,
    /// Direction of the tile.
    pub direction: Direction,
}

/// The line as it was read.
impl Display for RawMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self.tile {
            Some(u32::MAX) => write!(f, "(a number past every tile) {}", self.direction.letter()),
            Some(tile) => write!(f, "{tile} {}", self.direction.letter()),
            None => write!(f, "{}", self.direction.of_blank()),
        }
    }
}

/// Writes a solution, moves that are possible on the board.
pub fn write(start: &Board, moves: &[Direction], notation: Notation) -> String {
    match notation {
        Notation::Tiles => tiles(start, moves),
        Notation::Blank => moves.iter().flat_map(|direction| [direction.of_blank(), "\n"]).collect(),
        Notation::Boards => boards(start, moves),
    }
}

/// Writes moves of tiles. Each tile's number is formatted once, which serves solutions of millions of moves.
fn tiles(start: &Board, moves: &[Direction]) -> String {
    let names: Vec<String> = (0..start.tiles().len()).map(|tile| tile.to_string()).collect();
    let mut board = start.clone();
    let mut text = String::with_capacity(moves.len() * (start.digits() + 3));
    for &direction in moves {
        let Some(tile) = board.slide(direction) else { break };
        text.push_str(&names[usize::from(tile)]);
        text.push(' ');
        text.push(direction.letter());
        text.push('\n');
    }
    text
}

fn boards(start: &Board, moves: &[Direction]) -> String {
    let mut board = start.clone();
    let mut text = board.to_string();
    for (number, &direction) in (1..).zip(moves) {
        let Some(tile) = board.slide(direction) else { break };
        // A string takes all.
        let _ = write!(text, "\n{number}: {tile} {}\n{board}", direction.letter());
    }
    text
}

/// Reader of a solution, line by line.
pub struct Moves<R> {
    name: String,
    reader: BufReader<R>,
    buffer: Vec<u8>,
    line: u64,
    /// The number of the next move, where boards are drawn between moves.
    number: Option<u64>,
    /// True until a line says something.
    is_first: bool,
}

impl<R: Read> Moves<R> {
    /// Reads a stream, which messages call `name`.
    pub fn new(name: &str, reader: R) -> Self {
        Self {
            name: name.to_owned(),
            reader: BufReader::new(reader),
            buffer: Vec::new(),
            line: 0,
            number: None,
            is_first: true,
        }
    }

    /// Line number of the last move, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Reads the next move, or `None` at the end of the stream. Empty lines and comments are skipped, and so are boards
    /// where the first line is a row of one.
    ///
    /// # Errors
    /// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when a line is no move; the list is not to be read
    /// on after either.
    pub fn next_move(&mut self) -> Result<Option<RawMove>, InputError> {
        loop {
            self.buffer.clear();
            let mut line = self.reader.by_ref().take(LONGEST_LINE);
            let read = line.read_until(b'\n', &mut self.buffer);
            let bytes = read.map_err(|reason| {
                InputError::Unreadable(format!("{}: cannot be read: {reason}", self.name))
            })?;
            if bytes == 0 {
                return Ok(None);
            }
            self.line += 1;
            let bare = if self.line == 1 { without_mark(&self.buffer) } else { &self.buffer[..] };
            let text = bare.split(|&byte| byte == COMMENT).next().unwrap_or_default().trim_ascii();
            if bytes as u64 == LONGEST_LINE && !self.buffer.ends_with(b"\n") {
                return Err(self.error(text));
            }
            let is_row = text.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
            if self.is_first && is_row && !text.is_empty() {
                self.number = Some(1);
            }
            self.is_first &= text.is_empty();
            if text.is_empty() || is_row && self.number.is_some() {
                continue;
            }
            let step =
                self.number.map_or(Some(text), |number| text.strip_prefix(format!("{number}:").as_bytes()));
            self.number = self.number.map(|number| number + 1);
            return step.and_then(raw_move).map(Some).ok_or_else(|| self.error(text));
        }
    }

    fn error(&self, text: &[u8]) -> InputError {
        let found = quoted(&String::from_utf8_lossy(text));
        InputError::Invalid(format!("{}, line {}: expected {EXPECTED}, found {found}", self.name, self.line))
    }
}

fn raw_move(text: &[u8]) -> Option<RawMove> {
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (first, second) = (words.next()?, words.next());
    if words.next().is_some() {
        return None;
    }
    let Some(second) = second else {
        let named = |direction: &Direction| first.eq_ignore_ascii_case(direction.of_blank().as_bytes());
        return Direction::ALL.into_iter().find(named).map(|direction| RawMove { tile: None, direction });
    };
    let tile = first.iter().try_fold(0u32, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        Some(value.saturating_mul(10).saturating_add(digit))
    })?;
    let [letter] = second else { return None };
    let named = |direction: &Direction| direction.letter() == char::from(letter.to_ascii_uppercase());
    let direction = Direction::ALL.into_iter().find(named)?;
    Some(RawMove { tile: Some(tile), direction })
}
