//! The answer of `traybit verify`.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::Body;
use traybit_certificate::check;
use traybit_certificate::document::{Certificate, Claim, Reason};
use traybit_certificate::subject::Subject;
use traybit_program::text::{counted, length_in};

/// The verdict on a certificate.
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

/// A verdict, with the claim where it is true.
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

/// The verdict alone, where nothing is verified.
pub(crate) fn unverified(verdict: Verdict) -> Body<Verified<'static>> {
    Body { schema: "verify", text: String::new(), fields: Verified { verdict, ..Verified::default() } }
}

/// The claim of a certificate, which is true; with the name of its puzzle's file, if that was compared.
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
    let (name, length, reason, known) = match claim {
        Claim::Shortest { length: 0, .. } => {
            let known = format!("the start meets the goal: the shortest solution has {}", in_words(0));
            ("shortest", Some(0), None, known)
        }
        &Claim::Shortest { length, .. } => {
            let known = format!(
                "the shortest solution has {}; {} nearer to the start than that, the start among them, and the goal \
                 holds in none",
                in_words(length),
                are(positions.unwrap_or_default())
            );
            ("shortest", Some(length), None, known)
        }
        &Claim::Solution { length, .. } => {
            let known = format!("there is a solution of {}, not necessarily the shortest", in_words(length));
            ("solution", Some(length), None, known)
        }
        Claim::NoSolution(reason) => {
            let reason = shown_by(reason, positions.unwrap_or_default());
            ("no_solution", None, Some(reason.clone()), format!("no solution exists: {reason}"))
        }
    };
    let has_metric = length.is_some() || positions.is_some();
    let fields = Verified {
        verdict: Verdict::Verified,
        puzzle,
        claim: Some(name),
        metric: has_metric.then(|| metric.name()),
        length,
        positions,
        reason,
    };
    let puzzle = puzzle.map_or_else(String::new, |puzzle| format!("{puzzle}: "));
    Body { schema: "verify", text: format!("Verified: {known} ({puzzle}{}).\n", about(subject)), fields }
}

fn are(positions: u64) -> String {
    match positions {
        1 => "1 position is".to_owned(),
        _ => format!("{} are", counted(positions, "position")),
    }
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

/// The puzzle in a few words.
fn about(subject: &Subject) -> String {
    let (title, size, pieces) = match subject {
        Subject::Sliding(problem) => {
            (problem.title.as_deref(), problem.size, counted(problem.blocks.len() as u64, "block"))
        }
        Subject::Tiles { start, .. } => (None, start.size(), counted(start.tiles().len() as u64 - 1, "tile")),
    };
    let title = title.map_or_else(String::new, |title| format!("{title}, "));
    format!("{title}{}×{} cells, {pieces}", size.height, size.width)
}
