//! Solutions as text: moves of tiles, moves of the blank, letters, or boards.
//!
//! ```text
//! 12 D       tile 12 moves down      north     the blank goes north, so the tile there moves down
//! 11 R                               west
//!
//! D3ULDR2    letters: three tiles move down, one up, …; a letter with its count is one push
//!
//! 1 2 3      boards, each below the move that leads to it, with which it is compared
//! 4 5 6
//! 7   8
//!
//! 1: 8 L
//! ```

use std::fmt::{Display, Formatter, Result as FmtResult, Write as _};
use std::io::{BufRead, BufReader, Read};
use std::iter::{empty, repeat_n};
use std::mem::take;

use crate::board::LONGEST_SIDE;
use crate::{Board, Direction};
use traybit_core::{InputError, quoted, without_mark};

/// Bytes of the longest line that is read: a row of the widest board is shorter, and so is a solution of it in letters.
const LONGEST_LINE: u64 = 1 << 20;

/// Maximum number of characters in a written line of letters.
const LETTERS: usize = 80;

const COMMENT: u8 = b'#';

const EXPECTED: &str = "a move: a tile's number and U, D, L or R, letters with counts such as D3ULDR2, or where the \
                        blank goes (north, east, south, west)";

/// Notation of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `TILE U`, `TILE D`, `TILE L` or `TILE R`: where the tile moves.
    Tiles,
    /// `north`, `east`, `south` or `west`: where the blank goes.
    Blank,
    /// `U`, `D`, `L` or `R` for each tile that moves, with the number of tiles where several move in line: `D3ULDR2`.
    Letters,
    /// Every board from the start to the goal, drawn.
    Boards,
}

/// Unit of lengths and distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// One tile moves one cell: the single-tile metric.
    #[default]
    Move,
    /// Tiles in line between the blank and a cell move at once: the multi-tile metric (MTM).
    Push,
}

impl From<Direction> for RawMove {
    fn from(direction: Direction) -> Self {
        Self { tile: None, direction }
    }
}

impl Unit {
    /// The unit in a sentence.
    pub fn noun(self) -> &'static str {
        ["move", "push"][self as usize]
    }

    /// Name of the metric.
    pub fn metric(self) -> &'static str {
        ["single", "multi"][self as usize]
    }

    /// Length of a list of moves.
    pub fn length(self, moves: &[Direction]) -> u64 {
        match self {
            Self::Move => moves.len() as u64,
            Self::Push => pushes(moves).count() as u64,
        }
    }
}

/// Successive moves in one direction: tiles in line that are pushed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// Direction of the tiles.
    pub direction: Direction,
    /// Number of tiles, 1 at least.
    pub tiles: usize,
}

/// `D3`, or `D` for one tile.
impl Display for Push {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "{}", self.direction.letter())?;
        if self.tiles > 1 { write!(f, "{}", self.tiles) } else { Ok(()) }
    }
}

/// The moves as pushes: their number is the length in the multi-tile metric (MTM). None is longer than a line of a board.
pub fn pushes(moves: &[Direction]) -> impl Iterator<Item = Push> {
    let runs = moves.chunk_by(|one, next| one == next);
    let runs = runs.flat_map(|run| run.chunks(usize::from(LONGEST_SIDE) - 1));
    runs.map(|run| Push { direction: run[0], tiles: run.len() })
}

/// The moves without successive ones that undo each other: `L2RL` is `L2`.
pub fn simplified(moves: impl IntoIterator<Item = Direction>) -> Vec<Direction> {
    let mut kept: Vec<Direction> = Vec::new();
    for direction in moves {
        match kept.last() {
            Some(last) if *last == direction.opposite() => _ = kept.pop(),
            _ => kept.push(direction),
        }
    }
    kept
}

/// The moves that undo these.
pub fn inverted(moves: &[Direction]) -> Vec<Direction> {
    moves.iter().rev().map(|direction| direction.opposite()).collect()
}

/// A line of a solution, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawMove {
    /// Tile, if the line names it; its number is saturated.
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

/// Writes a solution, whose moves must be possible on the board.
pub fn write(start: &Board, moves: &[Direction], notation: Notation) -> String {
    match notation {
        Notation::Blank => moves.iter().flat_map(|direction| [direction.of_blank(), "\n"]).collect(),
        Notation::Letters => letters(moves),
        Notation::Tiles | Notation::Boards => {
            let (mut board, is_drawn) = (start.clone(), notation == Notation::Boards);
            let mut text = if is_drawn { board.to_string() } else { String::new() };
            for (number, &direction) in (1..).zip(moves) {
                let Some(tile) = board.slide(direction) else { break };
                let letter = direction.letter();
                // Writing to a string cannot fail.
                let _ = if is_drawn {
                    write!(text, "\n{number}: {tile} {letter}\n{board}")
                } else {
                    writeln!(text, "{tile} {letter}")
                };
            }
            text
        }
    }
}

/// Writes moves as letters, which need no board.
pub fn letters(moves: &[Direction]) -> String {
    let (mut text, mut line) = (String::new(), 0);
    for push in pushes(moves).map(|push| push.to_string()) {
        if line + push.len() > LETTERS {
            text.push('\n');
            line = 0;
        }
        line += push.len();
        text += &push;
    }
    if line > 0 { text + "\n" } else { text }
}

/// Reader of a solution, line by line.
pub struct Moves<R> {
    name: String,
    reader: BufReader<R>,
    buffer: Vec<u8>,
    line: u64,
    /// The number of the next move, if boards are drawn between moves.
    number: Option<u64>,
    /// The board after the last move, if it is known.
    board: Option<Board>,
    /// The tiles in the rows that are drawn since, and the last of their lines.
    drawn: (String, u64),
    /// True until a line has content.
    is_first: bool,
    /// Moves left of a line of letters, each with its number.
    letters: Box<dyn Iterator<Item = (u64, Direction)> + Send>,
    /// The number of the last move in its line of letters, or 0.
    letter: u64,
}

impl<R: Read> Moves<R> {
    /// Reads a stream, which messages call `name`. Boards drawn between moves have to be those after the moves from `start`,
    /// if that is known.
    pub fn new(name: &str, reader: R, start: Option<&Board>) -> Self {
        Self {
            name: name.to_owned(),
            reader: BufReader::new(reader),
            buffer: Vec::new(),
            line: 0,
            number: None,
            board: start.cloned(),
            drawn: Default::default(),
            is_first: true,
            letters: Box::new(empty()),
            letter: 0,
        }
    }

    /// Place of the last move in sentences: its line, counted from 1, and on a line of letters its number.
    pub fn place(&self) -> String {
        let Self { name, line, letter, .. } = self;
        let at = if *letter > 0 { format!(", move {letter} of it") } else { String::new() };
        format!("{name}, line {line}{at}")
    }

    /// Reads the next move, or `None` at the end of the stream; nothing can be read after an error. Empty lines and comments
    /// are skipped, and boards are compared if the first line is a row of one.
    pub fn next_move(&mut self) -> Result<Option<RawMove>, InputError> {
        loop {
            if let Some((number, direction)) = self.letters.next() {
                self.letter = number;
                return Ok(Some(RawMove { tile: None, direction }));
            }
            self.buffer.clear();
            self.letter = 0;
            let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.buffer);
            let bytes = read.map_err(|reason| {
                InputError::Unreadable(format!("{}: cannot be read: {reason}", self.name))
            })?;
            if bytes == 0 {
                return self.compare().map(|()| None);
            }
            self.line += 1;
            let bare = if self.line == 1 { without_mark(&self.buffer) } else { &self.buffer[..] };
            let text = bare.split(|&byte| byte == COMMENT).next().unwrap_or_default().trim_ascii();
            if bytes as u64 == LONGEST_LINE && !self.buffer.ends_with(b"\n") {
                return Err(self.error(text));
            }
            let is_row =
                text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'x') || byte.is_ascii_whitespace());
            if self.is_first && is_row && !text.is_empty() {
                self.number = Some(1);
            }
            self.is_first &= text.is_empty();
            if text.is_empty() || is_row && self.number.is_some() {
                let (drawn, line) = &mut self.drawn;
                // No board is longer.
                if !text.is_empty() && drawn.len() as u64 <= LONGEST_LINE {
                    *drawn += &tiles_of(&String::from_utf8_lossy(text));
                    *line = self.line;
                }
                continue;
            }
            let mut step = Some(text);
            if let Some(number) = &mut self.number {
                step = text.strip_prefix(format!("{number}:").as_bytes());
                *number += 1;
            } else if let Some(pushes) = raw_pushes(text) {
                let moves = pushes.into_iter().flat_map(|push| repeat_n(push.direction, push.tiles));
                self.letters = Box::new((1..).zip(moves));
                continue;
            }
            let step = step.and_then(raw_move).ok_or_else(|| self.error(text))?;
            self.compare()?;
            // What follows an impossible move is not compared.
            self.board = self.board.take().filter(|_| self.number.is_some()).and_then(|mut board| {
                let tile = board.slide(step.direction)?;
                step.tile.is_none_or(|named| named == u32::from(tile)).then_some(board)
            });
            return Ok(Some(step));
        }
    }

    /// Compares the rows drawn since the last move, if any, with the board after it.
    fn compare(&mut self) -> Result<(), InputError> {
        let (found, line) = take(&mut self.drawn);
        let is_other = |board: &Board| !found.is_empty() && tiles_of(&board.to_string()) != found;
        if !self.board.as_ref().is_some_and(is_other) {
            return Ok(());
        }
        let expected = "expected the board after the moves before it, found another one";
        Err(InputError::Invalid(format!("{}, line {line}: {expected}", self.name)))
    }

    fn error(&self, text: &[u8]) -> InputError {
        let found = quoted(&String::from_utf8_lossy(text));
        InputError::Invalid(format!("{}, line {}: expected {EXPECTED}, found {found}", self.name, self.line))
    }
}

/// The tiles and walls in rows of a board, a blank after each; the board's blank may be 0 or spaces.
fn tiles_of(rows: &str) -> String {
    rows.split_whitespace().filter(|word| *word != "0").flat_map(|word| [word, " "]).collect()
}

/// The pushes of a line of letters.
fn raw_pushes(text: &[u8]) -> Option<Vec<Push>> {
    let mut pushes = Vec::new();
    for mut word in text.split(u8::is_ascii_whitespace) {
        while let [letter, after @ ..] = word {
            let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (count, after) = after.split_at(digits);
            let tiles = if digits == 0 { 1 } else { str::from_utf8(count).ok()?.parse().ok()? };
            // No line of a board is longer.
            if !(1..usize::from(LONGEST_SIDE)).contains(&tiles) {
                return None;
            }
            pushes.push(Push { direction: Direction::of_letter(*letter)?, tiles });
            word = after;
        }
    }
    Some(pushes)
}

fn raw_move(text: &[u8]) -> Option<RawMove> {
    let words: Vec<&str> = str::from_utf8(text).ok()?.split_ascii_whitespace().collect();
    match words[..] {
        [point] => {
            let named = |direction: &Direction| point.eq_ignore_ascii_case(direction.of_blank());
            Direction::ALL.into_iter().find(named).map(|direction| RawMove { tile: None, direction })
        }
        [digits, letter] if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            let &[letter] = letter.as_bytes() else { return None };
            let tile = Some(digits.parse().unwrap_or(u32::MAX));
            Some(RawMove { tile, direction: Direction::of_letter(letter)? })
        }
        _ => None,
    }
}
