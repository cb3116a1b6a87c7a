//! The answers of `traybit check`, `traybit check` and `traybit check`.

use serde::Serialize;
use traybit_sliding::counts::Counts;
use traybit_sliding::metric::Metric;

use crate::report::solution::lengths_of;
use crate::report::{Body, Ending, Object};
use traybit_program::status::Status;
use traybit_program::text::{counted, length_in};

/// The verdict on a list of moves, or on drawings of packings.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    Verified,
    GoalNotMet,
    ImpossibleMove,
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

    /// The body; its text is for lists that are verified.
    fn on(self, text: String, fields: Object) -> Body {
        Body { text: if self == Self::Verified { text } else { String::new() }, fields }
    }
}

/// A verdict on so many moves of sliding blocks; the lengths are those of the possible ones.
pub(crate) fn moves(verdict: Verdict, moves: u64, counts: Counts) -> Body {
    let lengths = [Metric::Step, Metric::Slide, Metric::Path];
    let lengths = lengths.map(|metric| length_in(metric, counts.moves_in(metric))).join(", ");
    let fields = Object::of("sliding.check").with("verdict", verdict).with("moves", moves);
    verdict.on(verified(moves, &lengths), fields.with("counts", lengths_of(&counts)))
}

/// A verdict on so many moves of tiles, and as many pushes of tiles in line.
pub(crate) fn tiles(verdict: Verdict, moves: u64, pushes: u64) -> Body {
    let fields = Object::of("tiles.check").with("verdict", verdict).with("moves", moves);
    verdict.on(verified(moves, &counted(pushes, "push")), fields.with("pushes", pushes))
}

fn verified(moves: u64, lengths: &str) -> String {
    let told = counted(moves, "move");
    format!("Verified: {told}, all possible, and the goal holds at the end ({lengths}).\n")
}

/// A verdict on so many packings or solutions of an exact cover: the schema, and what they are called, one and several.
pub(crate) fn listed((schema, one, several): (&str, &str, &str), listed: u64, verdict: Verdict) -> Body {
    let text = format!("Verified: {}, all valid and different.\n", counted(listed, one));
    verdict.on(text, Object::of(schema).with("verdict", verdict).with(several, listed))
}
