//! Puzzle of a certificate, in a self-contained form.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use traybit_core::{InputError, quoted};
use traybit_sliding::Puzzle;
use traybit_sliding::formats::{course, drawing, drawn};
use traybit_tiles::Board;
use traybit_tiles::formats::{self, FileFormat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Blocks in a tray.
    Sliding(Puzzle),
    Tiles {
        start: Board,
        /// Its goal, of the same size.
        goal: Board,
    },
}

/// Puzzle as lines of text, in a file format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Written {
    /// The contract's two files.
    Pair {
        #[serde(deserialize_with = "single_lines")]
        tray: Vec<String>,
        #[serde(deserialize_with = "single_lines")]
        goal: Vec<String>,
    },
    #[serde(deserialize_with = "single_lines")]
    Drawing(Vec<String>),
    /// Two boards as rows of integers, 0 for the blank.
    Tiles {
        #[serde(deserialize_with = "single_lines")]
        start: Vec<String>,
        #[serde(deserialize_with = "single_lines")]
        goal: Vec<String>,
    },
}

impl Subject {
    /// The puzzle as lines of text; fails, with a sentence without its full stop, for what a drawing cannot express.
    pub fn written(&self) -> Result<Written, String> {
        Ok(match self {
            Self::Sliding(puzzle) if !puzzle.named => {
                let (tray, goal) = course::write(puzzle)?;
                Written::Pair { tray: lines(&tray), goal: lines(&goal) }
            }
            Self::Sliding(puzzle) => Written::Drawing(lines(&drawing::write(puzzle)?)),
            Self::Tiles { start, goal } => {
                // Without the size line of a single row or column: here the rows are unambiguous.
                let rows = |board: &Board| {
                    let mut rows = lines(&formats::write(board, FileFormat::Rows));
                    rows.split_off(rows.len() - usize::from(board.size().height))
                };
                Written::Tiles { start: rows(start), goal: rows(goal) }
            }
        })
    }
}

impl Written {
    /// The puzzle; messages call the certificate `name`. Fails if the lines are malformed or not a valid puzzle.
    pub fn read(&self, name: &str) -> Result<Subject, InputError> {
        let part = |part: &str| format!("{name}, {part} in it");
        Ok(match self {
            Self::Pair { tray, goal } => {
                let (names, tray, goal) = (["the tray", "the goal"].map(part), text(tray), text(goal));
                let (tray, goal) = ((&*names[0], tray.as_bytes()), (&*names[1], goal.as_bytes()));
                Subject::Sliding(course::read_pair(tray, goal)?)
            }
            Self::Drawing(lines) => {
                Subject::Sliding(drawn::read(&part("the drawing"), text(lines).as_bytes())?)
            }
            Self::Tiles { start, goal } => {
                let read =
                    |of: &str, rows| formats::read(&part(of), text(rows).as_bytes(), Some(FileFormat::Rows));
                let (start, goal) = (read("the board", start)?, read("the goal", goal)?);
                if start.size() != goal.size() || !(start.is_plain() && goal.is_plain()) {
                    let sentence =
                        format!("{name}: the goal in it has another size than the board, or they have walls");
                    return Err(InputError::Invalid(sentence));
                }
                Subject::Tiles { start, goal }
            }
        })
    }
}

/// Strings of one line or move each.
pub(super) fn single_lines<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<String>, D::Error> {
    let lines = Vec::<String>::deserialize(from)?;
    let broken = lines.iter().find(|line| line.contains(['\n', '\r']));
    let found = broken.map(|line| format!("one line or move in each string, found {}", quoted(line)));
    found.map_or(Ok(lines), |sentence| Err(D::Error::custom(sentence)))
}

pub(super) fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

pub(super) fn text(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}
