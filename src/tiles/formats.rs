//! File formats of boards, detected from a file's content.
//!
//! ```text
//! course             rows                line
//! 3                  # comments          8 0 3 4 1 5 2 6 7
//!  8     3           8 0 3
//!  4  1  5           4 1 5               a list has one such line for each board, and may
//!  2  6  7           2 6 7               have a name before it, a length after it
//! ```
//!
//! The course's rows have two characters for a cell and one space between two; spaces are the blank, and may be missing
//! at the end. Where 0 stands for the blank, the columns do not matter. A first line `3x4` is the size of any board.
//! Commas may stand between numbers, and bars in place of a row's end: `8 0 3/4 1 5/2 6 7`.

mod board_text;
mod course;
mod file_format;
mod line;
mod list;
mod rows;

use traybit_core::source_text::without_mark;

use crate::formats::board_text::TIMES;
pub use crate::formats::board_text::parse_size;
pub use crate::formats::file_format::{FileFormat, read, read_bytes, write};
pub use crate::formats::list::{Entry, read_list};

/// True if a file holds integers only, three or more in its first line (a tray begins with two): a file that is no board
/// then was to be one.
#[must_use]
pub fn has_only_integers(bytes: &[u8]) -> bool {
    let bytes = without_mark(bytes);
    let is_integer = |word: &&[u8]| word.iter().all(u8::is_ascii_digit);
    let words = |text: &'_ [u8]| text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let first = bytes.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
    words(first) > 2 && bytes.split(u8::is_ascii_whitespace).all(|word| is_integer(&word))
}

/// True if the first line of a file is a size: a file that is no board then was to be one.
#[must_use]
pub fn begins_with_size(bytes: &[u8]) -> bool {
    let mut lines = without_mark(bytes).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty()).and_then(|line| str::from_utf8(line).ok());
    let is_side = |side: &str| matches!(side.len(), 1..=3) && side.bytes().all(|byte| byte.is_ascii_digit());
    first.is_some_and(|line| {
        line.split_once(TIMES).map_or(is_side(line), |(height, width)| is_side(height) && is_side(width))
    })
}
