//! Lists of Rush Hour boards: a line `MOVES BOARD POSITIONS` each, as in M. Fogleman's database.

use crate::formats::rush_hour::{puzzle, rows_of};
use crate::puzzle::Puzzle;
use traybit_core::input::InputError;
use traybit_core::source_text::{Line, SourceText, Word, quoted};

/// A board of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line number, counted from 1.
    pub line: usize,
    /// Fewest moves, as stated.
    pub moves: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// True if there are several lines, and the first two have a number, a word and a number.
pub(in crate::formats) fn is_list(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let is_entry = |line: &[u8]| {
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        matches!(&words.collect::<Vec<_>>()[..], [moves, board, positions] if is_number(moves) && !is_number(board) && is_number(positions))
    };
    lines.next().is_some_and(is_entry) && lines.next().is_some_and(is_entry)
}

/// Reads a list, a line `MOVES BOARD POSITIONS` each; messages call the file `name`.
///
/// # Errors
/// [`InputError::Invalid`] with the line and the column.
pub fn read_list(name: &str, bytes: &[u8]) -> Result<Vec<Entry>, InputError> {
    let source = SourceText::new(name, bytes)?;
    let lines = source.lines().map(|line| (line, line.words(0))).filter(|(_, words)| !words.is_empty());
    let entry = |(line, words): (Line<'_>, Vec<Word<'_>>)| {
        let stated = match words[..] {
            [moves, board, positions] if positions.text.bytes().all(|byte| byte.is_ascii_digit()) => {
                moves.text.parse().ok().map(|moves| (moves, board))
            }
            _ => None,
        };
        let expected = "a line `MOVES BOARD POSITIONS`";
        let (moves, board) =
            stated.ok_or_else(|| source.error(words[0].at, expected, &quoted(words[0].text)))?;
        Ok(Entry { line: line.number, moves, puzzle: puzzle(&source, &rows_of(&source, board)?)? })
    };
    lines.map(entry).collect()
}
