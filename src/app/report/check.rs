//! The answer of `traybit check`.

use serde::Serialize;

use crate::report::solution::Lengths;
use crate::report::{Body, Ending};
use traybit_program::status::Status;
use traybit_program::text::counted;

/// The verdict on a list of moves, or on drawings of packings.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    Verified,
    GoalNotMet,
    ImpossibleMove,
    NotValid,
}

impl Verdict {
    /// The verdict on a list of moves, from sentences about an impossible one and about an unmet goal.
    pub(crate) fn of(moves: u64, impossible: Option<String>, unmet: Option<String>) -> (Self, Ending) {
        if let Some(sentence) = impossible {
            return (Self::ImpossibleMove, Ending::because(sentence, Status::ImpossibleMove));
        }
        let Some(unmet) = unmet else { return (Self::Verified, Ending::DONE) };
        let sentence = format!("every move is possible, but after {} {unmet}", counted(moves, "move"));
        (Self::GoalNotMet, Ending::because(sentence, Status::Impossible))
    }
}

/// A verdict on a list of moves, or on the packings or solutions of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Checked {
    verdict: Verdict,
    #[serde(flatten)]
    listed: Listed,
}

/// The list and its length.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Listed {
    /// Moves of sliding blocks; the lengths are those of the possible ones.
    Slides {
        moves: u64,
        counts: Lengths,
    },
    /// Moves of tiles, and the same in pushes of tiles in line.
    Tiles {
        moves: u64,
        pushes: u64,
    },
    Packings {
        packings: u64,
    },
    /// Solutions of an exact cover.
    Solutions {
        solutions: u64,
    },
}

impl Listed {
    /// The document; its text is for lists that are verified.
    pub(crate) fn judged(self, verdict: Verdict) -> Body<Checked> {
        let possible = |moves, lengths: &str| {
            format!("{}, all possible, and the goal holds at the end ({lengths})", counted(moves, "move"))
        };
        let valid = |listed, one| format!("{}, all valid and different", counted(listed, one));
        let (schema, text) = match &self {
            Self::Slides { moves, counts } => ("sliding.check", possible(*moves, &counts.in_words())),
            Self::Tiles { moves, pushes } => ("tiles.check", possible(*moves, &counted(*pushes, "push"))),
            Self::Packings { packings } => ("packing.check", valid(*packings, "packing")),
            Self::Solutions { solutions } => ("exact.check", valid(*solutions, "solution")),
        };
        let is_verified = verdict == Verdict::Verified;
        let text = if is_verified { format!("Verified: {text}.\n") } else { String::new() };
        Body { schema, text, fields: Checked { verdict, listed: self } }
    }
}
