//! A certificate as a file: JSON for people and programs, sealed.
//!
//! ```text
//! {
//!   "version": 1,
//!   "puzzle": { "pair": { "tray": ["1 3", "0 0 0 0"], "goal": ["0 2 0 2"] } },
//!   "metric": "step",
//!   "claim": { "shortest": { "length": 2, "moves": ["0 0 0 2"], "layers": [{ "positions": 1, "sha256": "…" }, …] } },
//!   "seal": "…"
//! }
//! ```
//!
//! The seal is the SHA-256 of all bytes before its own line, which is the last but one: `head -n -2 FILE | sha256sum`.
//! It detects changes by accident; a change on purpose can be sealed again, and fails in the proof.

use std::io::Read;

use serde::{Deserialize, Serialize};

use crate::digest::{Layer, sha256};
use crate::subject::{Subject, Written, single_lines};
use traybit_core::input::{InputError, read_at_most};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Cell;

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// The longest file that is read, in bytes: room for a million layers, or for a thousand of the largest trays.
const LONGEST: usize = 1 << 28;

const BEFORE_SEAL: &[u8] = b"  \"seal\": \"";
const AFTER_SEAL: &[u8] = b"\"\n}\n";
/// The hexadecimal digits of a seal.
const DIGITS: usize = 64;

/// A claim about a puzzle, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    version: u32,
    pub puzzle: Written,
    /// Unit of a move: of a board of tiles always a step.
    #[serde(with = "Unit")]
    pub metric: Metric,
    pub claim: Claim,
}

/// Name of a metric.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Metric", rename_all = "snake_case")]
enum Unit {
    Step,
    Slide,
    Path,
}

/// Claim, with its proof. Moves are written as `checker` and `traybit check` read them, a line each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Claim {
    /// These moves solve the puzzle, and none that are fewer do.
    Shortest {
        /// Number of moves in the metric.
        length: u64,
        #[serde(deserialize_with = "single_lines")]
        moves: Vec<String>,
        /// The layers 0 to `length` − 1.
        layers: Vec<Layer>,
    },
    /// These moves solve the puzzle.
    Solution {
        /// Number of moves in the metric.
        length: u64,
        #[serde(deserialize_with = "single_lines")]
        moves: Vec<String>,
    },
    /// Nothing solves the puzzle.
    NoSolution(Reason),
}

/// Reason why a puzzle is unsolvable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reason {
    /// These are all layers that there are, and the goal holds in none.
    Layers(Vec<Layer>),
    /// The goal names more blocks of a shape than the tray has.
    Shortage {
        /// Rows of the shape.
        height: u16,
        width: u16,
        /// Number of blocks that the goal names.
        wanted: usize,
        /// Number of blocks in the tray.
        present: usize,
    },
    /// In every goal some block must be where it cannot get even if it is alone with the walls, the gates and the fixed
    /// blocks.
    OutOfReach,
    /// These pairs of blocks, each block by the row and column where it starts, cannot get to all places even if a pair is
    /// alone with the walls, the gates and the fixed blocks; and no assignment of blocks to the places of a goal within reach
    /// respects that.
    Pairs(Vec<[Cell; 2]>),
    /// Start and goal differ in parity. Every move of a tile, or of a unit block beside the only free cell, exchanges two
    /// things on the board and moves the blank by one cell; the goal would take an odd number of moves by the one count,
    /// and an even number by the other.
    Parity,
    /// On a single row or column no tile passes another, and they stand in another order.
    Order,
}

impl Claim {
    /// Claim of a solution, each move a line; with layers, of a shortest one.
    pub fn solved(length: u64, moves: Vec<String>, layers: Option<Vec<Layer>>) -> Self {
        match layers {
            Some(layers) => Self::Shortest { length, moves, layers },
            None => Self::Solution { length, moves },
        }
    }
}

impl Certificate {
    /// A claim about a puzzle.
    ///
    /// # Errors
    /// Reason why the puzzle cannot be written, as a sentence without its full stop.
    pub fn new(subject: &Subject, metric: Metric, claim: Claim) -> Result<Self, String> {
        Ok(Self { version: VERSION, puzzle: subject.written()?, metric, claim })
    }

    /// The file's text, sealed.
    ///
    /// # Errors
    /// A sentence without its full stop when it would be too long to be read again.
    ///
    /// # Panics
    /// Never: what a certificate holds can always be written.
    pub fn write(&self) -> Result<String, String> {
        let mut text = serde_json::to_string_pretty(self).expect("no map with keys that are no strings");
        text.truncate(text.len() - "\n}".len());
        text.push_str(",\n");
        let text = seal(&text);
        if text.len() > LONGEST {
            return Err(format!(
                "the certificate would be longer than the {} MiB that are read",
                LONGEST >> 20
            ));
        }
        Ok(text)
    }

    /// Reads a file, which messages call `name`, and checks its form and its seal, but not whether the claim is true.
    ///
    /// # Errors
    /// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the file is no certificate of this version, or
    /// the seal is another.
    pub fn read(name: &str, reader: impl Read) -> Result<Self, InputError> {
        let bytes = read_at_most(name, reader, LONGEST, "a certificate")?;
        let invalid = |sentence: &str| InputError::Invalid(format!("{name}: {sentence}"));
        let others = "expected a certificate, whose last two lines are its seal and a brace, found others";
        let (content, sealed) = unsealed(&bytes).ok_or_else(|| invalid(others))?;
        if sha256(content).as_bytes() != sealed {
            return Err(invalid("the seal is not that of what stands before it: something was changed"));
        }
        let malformed = |reason: serde_json::Error| invalid(&format!("expected a certificate: {reason}"));
        // With the seal the file is to be JSON, too.
        let none = "expected a certificate: before its seal a comma at the end of a line, found none";
        let content = content.strip_suffix(b",\n").ok_or_else(|| invalid(none))?;
        let document = [content, b"\n}"].concat();
        let Version { version } = serde_json::from_slice(&document).map_err(malformed)?;
        if version != VERSION {
            return Err(invalid(&format!("expected a certificate of version {VERSION}, found {version}")));
        }
        serde_json::from_slice(&document).map_err(malformed)
    }
}

/// The version, on which the form of all else depends.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// File of this content and its seal.
pub fn seal(content: &str) -> String {
    format!("{content}  \"seal\": \"{}\"\n}}\n", sha256(content.as_bytes()))
}

/// The sealed content, and the seal.
pub fn unsealed(file: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = file.strip_suffix(AFTER_SEAL)?;
    let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    Some((rest.strip_suffix(BEFORE_SEAL)?, digits))
}

#[cfg(test)]
mod tests {
    use super::{Certificate, Claim, Reason, seal, unsealed};
    use crate::digest::sha256;
    use crate::subject::Subject;
    use traybit_core::grid::Size;
    use traybit_core::input::InputError;
    use traybit_sliding::metric::Metric;
    use traybit_tiles::board::Board;

    const CONTENT: &str = r#"{
  "version": 1,
  "puzzle": {
    "tiles": {
      "start": [
        "1 0"
      ],
      "goal": [
        "0 1"
      ]
    }
  },
  "metric": "step",
  "claim": {
    "solution": {
      "length": 1,
      "moves": [
        "1 R"
      ]
    }
  },
"#;

    fn subject() -> Subject {
        let board = |tiles| Board::new(Size { height: 1, width: 2 }, tiles).expect("a board");
        Subject::Tiles { start: board(vec![1, 0]), goal: board(vec![0, 1]) }
    }

    #[test]
    fn the_file_is_as_it_is_described() {
        let claim = Claim::solved(1, vec!["1 R".to_owned()], None);
        let certificate =
            Certificate::new(&subject(), Metric::Step, claim).expect("a puzzle that can be written");
        let text = certificate.write().expect("a short text");
        assert_eq!(text, format!("{CONTENT}  \"seal\": \"{}\"\n}}\n", sha256(CONTENT.as_bytes())));
        assert_eq!(text, seal(CONTENT));
        assert_eq!(unsealed(text.as_bytes()).map(|(content, _)| content), Some(CONTENT.as_bytes()));
        assert_eq!(Certificate::read("it", text.as_bytes()), Ok(certificate.clone()));
        assert_eq!(certificate.puzzle.read("it"), Ok(subject()));
    }

    #[test]
    fn what_is_no_certificate_is_told() {
        let claim = Claim::NoSolution(Reason::Parity);
        let certificate =
            Certificate::new(&subject(), Metric::Step, claim).expect("a puzzle that can be written");
        let text = certificate.write().expect("a short text");
        assert!(text.contains("\"claim\": {\n    \"no_solution\": \"parity\"\n  },\n"), "{text}");
        for (text, says) in [
            (text[..text.len() - 1].to_owned(), "its seal and a brace"),
            (text.replace("parity", "order"), "something was changed"),
            (seal(&CONTENT.replace("\"version\": 1", "\"version\": 7")), "found 7"),
            (seal("[\n"), "expected a certificate: "),
            (seal(&CONTENT[..CONTENT.len() - 2]), "a comma at the end of a line"),
            (
                seal(&CONTENT.replace("1 R", "1 R\\n1 L")),
                "one line or move in each string, found \"1 R\\n1 L\"",
            ),
            (seal(&CONTENT.replace("\"0 1\"", "\"1 2 0\"")), "another size than the board"),
        ] {
            let read = Certificate::read("it", text.as_bytes());
            match read.and_then(|certificate| certificate.puzzle.read("it")) {
                Err(InputError::Invalid(sentence)) => assert!(sentence.contains(says), "{sentence}"),
                other => panic!("{says}: {other:?}"),
            }
        }
    }
}
