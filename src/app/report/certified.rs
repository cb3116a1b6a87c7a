//! The answer of `traybit verify`.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::Body;
use traybit_certificate::check;
use traybit_certificate::document::{Certificate, Claim, Reason};
use traybit_certificate::subject::Subject;
use traybit_core::grid::Size;
use traybit_program::text::{counted, length_in};

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    #[default]
    Verified,
    Refused,
    GaveUp,
    Stopped,
}

/// A verdict, with the claim if it is true.
#[skip_serializing_none]
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Verified<'a> {
    verdict: Verdict,
    puzzle: Option<&'a str>,
    claim: Option<&'static str>,
    metric: Option<&'static str>,
    length: Option<u64>,
    positions: Option<u64>,
    reason: Option<String>,
}

/// The verdict alone, if nothing is verified.
pub(crate) fn unverified(verdict: Verdict) -> Body<Verified<'static>> {
    Body { schema: "verify", text: String::new(), fields: Verified { verdict, ..Verified::default() } }
}

/// The claim of a certificate, which is true. `puzzle` is the file whose puzzle was compared.
pub(crate) fn body<'a>(
    certificate: &Certificate,
    &check::Verified { ref subject, positions }: &check::Verified,
    puzzle: Option<&'a str>,
) -> Body<Verified<'a>> {
    let Certificate { metric, claim, .. } = certificate;
    let in_words = |length| match subject {
        Subject::Sliding(_) => length_in(*metric, length),
        Subject::Tiles { .. } => counted(length, "move"),
    };
    let seen = positions.unwrap_or_default();
    let (name, length, reason) = match claim {
        Claim::Shortest { length, .. } => ("shortest", Some(*length), None),
        Claim::Solution { length, .. } => ("solution", Some(*length), None),
        Claim::NoSolution(reason) => ("no_solution", None, Some(shown_by(reason, seen))),
    };
    let known = match (claim, &reason, length.map(in_words)) {
        (Claim::Shortest { length: 0, .. }, _, Some(length)) => {
            format!("the start meets the goal: the shortest solution has {length}")
        }
        (Claim::Shortest { .. }, _, Some(length)) => format!(
            "the shortest solution has {length}; {} {} nearer to the start than that, the start among them, and the goal \
             holds in none",
            counted(seen, "position"),
            if seen == 1 { "is" } else { "are" },
        ),
        (_, _, Some(length)) => format!("there is a solution of {length}, not necessarily the shortest"),
        (_, reason, None) => format!("no solution exists: {}", reason.as_deref().unwrap_or_default()),
    };
    let fields = Verified {
        verdict: Verdict::Verified,
        puzzle,
        claim: Some(name),
        metric: length.or(positions).map(|_| metric.name()),
        length,
        positions,
        reason,
    };
    let puzzle = puzzle.map_or_else(String::new, |puzzle| format!("{puzzle}: "));
    Body { schema: "verify", text: format!("Verified: {known} ({puzzle}{}).\n", about(subject)), fields }
}

fn shown_by(reason: &Reason, positions: u64) -> String {
    match reason {
        Reason::Layers(_) if positions == 1 => {
            "the goal does not hold at the start, and no other position can be reached".to_owned()
        }
        Reason::Layers(_) => {
            format!("{} can be reached, and the goal holds in none", counted(positions, "position"))
        }
        Reason::Shortage { .. } => "the goal names more blocks of a shape than the tray has".to_owned(),
        Reason::OutOfReach => {
            "every goal wants a block where walls, gates, its line or the lack of a free cell never let it get".to_owned()
        }
        Reason::Pairs(pairs) => {
            let pairs = counted(pairs.len() as u64, "pair");
            format!("for every goal within reach some of {pairs} of blocks would have to pass each other, and never can")
        }
        Reason::Parity => "the start and the goal differ in parity".to_owned(),
        Reason::Order => "no tile passes another on a line, and they stand in another order".to_owned(),
    }
}

fn about(subject: &Subject) -> String {
    let (title, Size { height, width }, pieces) = match subject {
        Subject::Sliding(puzzle) => {
            (puzzle.title.as_ref(), puzzle.size, counted(puzzle.blocks.len() as u64, "block"))
        }
        Subject::Tiles { start, .. } => (None, start.size(), counted(start.tiles().len() as u64 - 1, "tile")),
    };
    let title = title.map_or_else(String::new, |title| format!("{title}, "));
    format!("{title}{height}×{width} cells, {pieces}")
}
