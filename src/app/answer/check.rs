//! The answers of `traybit check`, `traybit tiles check` and `traybit pack check`.

use serde::Serialize;
use traybit_sliding::metric::Metric;

use crate::answer::solution::Lengths;
use crate::answer::{Body, Ending};
use traybit_program::status::Status;
use traybit_program::text::{counted, length_in};

/// The verdict on a list of moves, or on drawings of packings.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Verified,
    #[serde(rename = "goal not met")]
    GoalNotMet,
    #[serde(rename = "impossible move")]
    ImpossibleMove,
    #[serde(rename = "not valid")]
    NotValid,
}

impl Verdict {
    /// The verdict on a list of so many moves: the sentence about an impossible one, and about an unmet goal.
    pub(crate) fn of(moves: u64, impossible: Option<String>, unmet: Option<String>) -> (Self, Ending) {
        match (impossible, unmet) {
            (Some(sentence), _) => (Self::ImpossibleMove, Ending::because(sentence, Status::ImpossibleMove)),
            (None, Some(unmet)) => {
                let moves = counted(moves, "move");
                let sentence = format!("every move is possible, but after {moves} {unmet}");
                (Self::GoalNotMet, Ending::because(sentence, Status::Impossible))
            }
            (None, None) => (Self::Verified, Ending::DONE),
        }
    }
}

/// A verdict on moves.
#[derive(Serialize)]
pub(crate) struct Check {
    pub(crate) verdict: Verdict,
    /// Moves of the list.
    pub(crate) moves: u64,
    /// Lengths of the possible moves, of sliding blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) counts: Option<Lengths>,
}

impl Body for Check {
    fn text(&self) -> String {
        if self.verdict != Verdict::Verified {
            return String::new();
        }
        let lengths = self.counts.as_ref().map_or_else(String::new, |lengths| {
            let Lengths { steps, slides, paths } = *lengths;
            let lengths = [(Metric::Step, steps), (Metric::Slide, slides), (Metric::Path, paths)];
            format!(" ({})", lengths.map(|(metric, length)| length_in(metric, length)).join(", "))
        });
        let moves = counted(self.moves, "move");
        format!("Verified: {moves}, all possible, and the goal holds at the end{lengths}.\n")
    }
}

/// A verdict on packings.
#[derive(Serialize)]
pub(crate) struct PackingCheck {
    pub(crate) verdict: Verdict,
    pub(crate) packings: u64,
}

impl Body for PackingCheck {
    fn text(&self) -> String {
        match self.verdict {
            Verdict::Verified => {
                format!("Verified: {}, all valid and different.\n", counted(self.packings, "packing"))
            }
            _ => String::new(),
        }
    }
}
