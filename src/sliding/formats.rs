//! File formats of puzzles, detected from the content of the file.
//!
//! Reading fails with [`InputError::Unreadable`] if the stream fails, and else with [`InputError::Invalid`], with the line
//! and, in drawn formats, the column. A writer refuses what its format cannot express with a sentence without its full stop.

pub mod course;
pub mod drawing;
pub mod drawn;
pub mod gnome;
pub mod grid;
#[doc(hidden)]
pub mod huarong;
pub mod lines;
pub mod rush_hour;

use std::io::Read;

use crate::Puzzle;
use crate::formats::course::read_tray;
use traybit_core::input::FOR_LISTS;
use traybit_core::{InputError, Likeness, quoted, read_at_most, without_mark};

/// The longest file that is read as a drawing or a board: room for sixty drawings of the largest tray.
const LONGEST: usize = 1 << 24;

/// Maximum number of digits of a first line that may be the size of a tray with its second integer missing.
const DIGITS: usize = 3;

/// File format of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A tray as the contract states it, whose goal is another file.
    Tray,
    /// A drawing with its goals.
    Drawn,
    /// The drawings of a tray and its goals alone, as `traybit info` prints them.
    Printed,
    /// A Rush Hour board as a string.
    RushHour,
    /// A Rush Hour board a line, between its number of moves and its number of positions.
    RushHourList,
    /// A level of GNOME Klotski.
    Gnome,
    /// A Huarong code.
    Huarong,
}

impl Format {
    /// Detects the format of a file. In this order: a drawing has a line that begins with `tray:`; a Huarong code or a
    /// GNOME Klotski level reads as one; the first line of a tray has integers only, and not a single one of many digits; a
    /// printed drawing reads as one; a Rush Hour board has one line, or lines that are its rows.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let bytes = without_mark(bytes);
        let lines = || bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let mut filled = lines().filter(|line| !line.is_empty());
        let first = filled.next()?;
        let has_more = filled.next().is_some();
        if lines().any(|line| line.starts_with(b"tray:")) {
            Some(Self::Drawn)
        } else if huarong::detect(bytes) {
            Some(Self::Huarong)
        } else if gnome::detect(bytes) {
            Some(Self::Gnome)
        } else if rush_hour::is_list(bytes) {
            Some(Self::RushHourList)
        } else if first.iter().all(|byte| matches!(byte, b'0'..=b'9' | b' ' | b'\t'))
            && (!has_more || first.len() <= DIGITS || first.contains(&b' ') || first.contains(&b'\t'))
        {
            Some(Self::Tray)
        } else if printed(bytes).is_some_and(|text| drawn::read("", text.as_bytes()).is_ok()) {
            Some(Self::Printed)
        } else {
            (!has_more || rush_hour::has_rows(bytes)).then_some(Self::RushHour)
        }
    }
}

/// Rates how much a file looks like a puzzle of sliding blocks.
pub fn likeness(bytes: &[u8]) -> Likeness {
    match Format::of(bytes) {
        Some(Format::Drawn) => Likeness::Certain,
        Some(Format::RushHourList | Format::Gnome | Format::Huarong) => Likeness::Likely,
        Some(_) => Likeness::Possible,
        None => Likeness::None,
    }
}

/// Reads a puzzle in any format; messages call the file `name`. The goal of a tray, its blocks unnamed, is another file.
pub fn read(name: &str, mut reader: impl Read) -> Result<Puzzle, InputError> {
    let mut bytes = Vec::new();
    let read = reader.by_ref().take(LONGEST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}")))?;
    match Format::of(&bytes) {
        // Its integers may have any number of digits, so it may be of any length.
        Some(Format::Tray) => read_tray(name, bytes.chain(reader)),
        Some(Format::Drawn) => drawn::read(name, &read_at_most(name, &*bytes, LONGEST, "a drawing")?),
        Some(Format::Printed) => drawn::read(name, printed(&bytes).unwrap_or_default().as_bytes()),
        Some(Format::RushHour) if bytes.len() <= LONGEST => rush_hour::read(name, &bytes),
        Some(Format::Gnome) => gnome::read(name, &bytes),
        Some(Format::Huarong) => huarong::read(name, &bytes),
        Some(Format::RushHourList) => Err(InputError::Invalid(format!(
            "{name}: expected one puzzle, found a list of Rush Hour boards, {FOR_LISTS}"
        ))),
        Some(Format::RushHour) | None => Err(unknown_format(name, &bytes)),
    }
}

fn unknown_format(name: &str, bytes: &[u8]) -> InputError {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).zip(1..);
    let first = lines.find(|(line, _)| !line.is_empty());
    let first = first.map(|(line, number)| (quoted(&String::from_utf8_lossy(line)), number));
    let (found, line) = first.unwrap_or(("the end of the file".to_owned(), 1));
    InputError::Invalid(format!(
        "{name}, line {line}: expected a tray (2 integers first), a drawing (with a line `tray:`) or a Rush Hour board (a single line, or rows with a car A), found {found}"
    ))
}

/// The text of a file that is a drawing of a tray with those of its goals beside it, as `traybit info` prints
/// it: rows of letters, points and walls with blanks between them. `None` for any other file.
fn printed(bytes: &[u8]) -> Option<String> {
    let lines = str::from_utf8(bytes).ok()?.lines().map(str::trim).filter(|line| !line.is_empty());
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split("    ").collect()).collect();
    let is_cell = |word: &str| matches!(word.as_bytes(), [b'.' | b'#' | b'a'..=b'z' | b'A'..=b'Z']);
    let first = rows.first()?;
    let is_row = |row: &Vec<&str>| {
        let is_part = |(part, like): (&&str, &&str)| part.len() == like.len() && part.split(' ').all(is_cell);
        row.len() == first.len() && row.iter().zip(first).all(is_part)
    };
    let drawing = |picture: usize| {
        let rows = rows.iter().map(|row| format!("{}\n", row[picture]));
        format!("{}:\n{}", if picture == 0 { "tray" } else { "\ngoal" }, rows.collect::<String>())
    };
    (first[0].len() > 1 && rows.iter().all(is_row)).then(|| (0..first.len()).map(drawing).collect())
}
