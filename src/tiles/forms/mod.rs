//! The forms in which boards are written down, told apart by what is in the file.
//!
//! ```text
//! course             rows                line
//! 3                  # comments          8 0 3 4 1 5 2 6 7
//!  8     3           8 0 3
//!  4  1  5           4 1 5               a list has one such line for each board, and may
//!  2  6  7           2 6 7               have a name before it, a length after it
//! ```
//!
//! The course's rows have two characters for a cell and one blank between two; blanks are the gap, and may be missing
//! at the end. Where 0 stands for the gap, the columns do not matter.

mod course;
mod list;
mod rows;
mod sheet;

use std::io::Read;

use crate::board::{Board, Size};
use crate::forms::sheet::Sheet;
use traybit_core::input::Fault;
use traybit_core::page::Page;

pub use crate::forms::list::{Entry, read_list};

/// The longest file that is read, in bytes: room for tens of thousands of boards, or for the largest one many times.
const LONGEST: usize = 1 << 24;

/// The longest side whose tiles have two digits.
const LONGEST_COURSE_SIDE: u16 = 10;

/// A way to write a board down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A line with the size N, then N rows of N cells of two characters; N is 10 at most.
    Course,
    /// Rows of integers, 0 for the gap.
    Rows,
    /// One line of N² integers, 0 for the gap.
    Line,
}

impl Form {
    /// The form in which boards of a size are written where nothing else is asked for.
    #[must_use]
    pub fn usual(size: Size) -> Self {
        let square = size.height == size.width && size.height <= LONGEST_COURSE_SIDE;
        if square { Self::Course } else { Self::Rows }
    }

    /// Whether boards of a size can be written so.
    #[must_use]
    pub fn holds(self, size: Size) -> bool {
        match self {
            Self::Course => Self::usual(size) == Self::Course,
            Self::Rows => true,
            Self::Line => size.height == size.width,
        }
    }
}

/// Reads one board, which sentences call by the file's `name`, in a given form or in the one that it seems to have.
///
/// # Errors
/// [`Fault::Unreadable`] when a read fails, [`Fault::Invalid`] when the text is no board in that form.
pub fn read(name: &str, reader: impl Read, form: Option<Form>) -> Result<Board, Fault> {
    let bytes = read_bytes(name, reader)?;
    let sheet = Sheet::new(Page::new(name, &bytes)?);
    match form.unwrap_or_else(|| sheet.form()) {
        // A single column may begin with a number that could be its size.
        Form::Course if form.is_none() && sheet.is_column() => {
            course::read(&sheet).or_else(|fault| rows::read(&sheet).map_err(|_| fault))
        }
        Form::Course => course::read(&sheet),
        Form::Rows => rows::read(&sheet),
        Form::Line => list::read_one(&sheet),
    }
}

/// The board in a form that [`Form::holds`] its size.
#[must_use]
pub fn write(board: &Board, form: Form) -> String {
    match form {
        Form::Course => course::write(board),
        Form::Rows => rows::write(board),
        Form::Line => list::write(board),
    }
}

/// The bytes of a file that may hold boards.
///
/// # Errors
/// [`Fault::Unreadable`] when a read fails, [`Fault::Invalid`] when they are too many.
pub fn read_bytes(name: &str, reader: impl Read) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let read = reader.take(LONGEST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|reason| Fault::Unreadable(format!("{name}: cannot be read: {reason}")))?;
    if bytes.len() > LONGEST {
        let most = LONGEST >> 20;
        return Err(Fault::Invalid(format!("{name}: expected boards of at most {most} MiB, found more")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
