//! Certificate files: sealed JSON, for people and programs.
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
//! The seal is the SHA-256 of all bytes before its own line, which is the last but one: `head -n -2 FILE | sha256sum`. It
//! detects accidental changes. A deliberate change can be sealed again, but then the proof fails.

use std::io::Read;

use serde::{Deserialize, Serialize};

use crate::digest::{Layer, sha256};
use crate::subject::{Subject, Written, single_lines};
use traybit_core::{InputError, read_at_most};
use traybit_sliding::{Cell, Metric};

/// Format version: the only one that is written or read.
const VERSION: u32 = 1;

/// Maximum size of a file in bytes: room for a million layers, or for a thousand of the largest trays.
const LONGEST: usize = 1 << 28;

const BEFORE_SEAL: &[u8] = b"  \"seal\": \"";
const AFTER_SEAL: &[u8] = b"\"\n}\n";
/// The hexadecimal digits of a seal.
const DIGITS: usize = 64;

/// Claim about a puzzle, with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    version: u32,
    pub puzzle: Written,
    /// Metric that counts the moves; for tiles, always steps.
    #[serde(with = "Unit")]
    pub metric: Metric,
    pub claim: Claim,
}

/// Metrics by their names in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Metric", rename_all = "snake_case")]
enum Unit {
    Step,
    Slide,
    Path,
}

/// Claim, with its proof. Each move is one line, as `checker` and `traybit check` read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Claim {
    /// These moves solve the puzzle, and no fewer moves do.
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
    /// The puzzle is unsolvable.
    NoSolution(Reason),
}

/// Reason why a puzzle is unsolvable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reason {
    /// These are all layers of the puzzle's space, and none contains a goal.
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
    /// In every goal, some block must be where it cannot get, even alone with the walls, the gates and the fixed blocks.
    OutOfReach,
    /// Pairs of blocks, by their start cells, that cannot get everywhere, even alone with the walls, the gates and the
    /// fixed blocks. For each goal within reach, every assignment of blocks to its targets is impossible for one of these
    /// pairs.
    Pairs(Vec<[Cell; 2]>),
    /// Start and goal differ in parity. Each move swaps a tile, or a unit block, with the blank: the only free cell. By
    /// the permutation the goal takes an odd number of moves and by the blank's distance an even number, or the reverse.
    Parity,
    /// On a single row or column tiles cannot pass each other, and the goal has them in another order.
    Order,
}

impl Claim {
    /// Claim of a solution, one line per move; with layers, of a shortest solution.
    pub fn solved(length: u64, moves: Vec<String>, layers: Option<Vec<Layer>>) -> Self {
        match layers {
            Some(layers) => Self::Shortest { length, moves, layers },
            None => Self::Solution { length, moves },
        }
    }
}

impl Certificate {
    /// Certificate of a claim about a puzzle; fails, with a sentence without its full stop, if that cannot be written.
    pub fn new(subject: &Subject, metric: Metric, claim: Claim) -> Result<Self, String> {
        Ok(Self { version: VERSION, puzzle: subject.written()?, metric, claim })
    }

    /// Sealed text of the file. Fails, with a sentence without its full stop, if it would be too long to be read.
    ///
    /// # Panics
    /// Never: a certificate can always be serialised.
    pub fn write(&self) -> Result<String, String> {
        let mut text = serde_json::to_string_pretty(self).expect("no map with keys that are no strings");
        text.truncate(text.len() - "\n}".len());
        text.push_str(",\n");
        let text = seal(&text);
        if text.len() > LONGEST {
            let most = LONGEST >> 20;
            return Err(format!("the certificate would be longer than the {most} MiB that are read"));
        }
        Ok(text)
    }

    /// Reads a file and checks its format, its version and its seal, but not its claim. Messages call the file `name`.
    pub fn read(name: &str, reader: impl Read) -> Result<Self, InputError> {
        let bytes = read_at_most(name, reader, LONGEST, "a certificate")?;
        let invalid = |sentence: &str| InputError::Invalid(format!("{name}: {sentence}"));
        let others = "expected a certificate, whose last two lines are its seal and a brace, found others";
        let (content, sealed) = unsealed(&bytes).ok_or_else(|| invalid(others))?;
        if sha256(content).as_bytes() != sealed {
            return Err(invalid("the seal is not that of what stands before it: something was changed"));
        }
        let malformed = |reason: serde_json::Error| invalid(&format!("expected a certificate: {reason}"));
        // The sealed file must be JSON, too, so a comma stands before the seal.
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

/// The version alone; the format of the rest depends on it.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// File with this content and its seal.
pub fn seal(content: &str) -> String {
    format!("{content}  \"seal\": \"{}\"\n}}\n", sha256(content.as_bytes()))
}

/// Splits a file into its sealed content and its seal; `None` if it has no seal.
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
    use traybit_core::{InputError, Size};
    use traybit_sliding::Metric;
    use traybit_tiles::Board;

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
