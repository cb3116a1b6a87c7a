//! The answer of `traybit verify`.

use serde::Serialize;

use crate::answer::Body;
use crate::certificate::MOST_POSITIONS;
use crate::certificate::check::{Known, LayerView, Verified};
use crate::certificate::subject::Subject;
use traybit_program::text::{counted, grouped, length_in};
use traybit_sliding::metric::Metric;

/// The fact that a certificate shows.
fn verified(verified: &Verified) -> String {
    let Verified { subject, metric, known } = verified;
    let length = |length| match subject {
        Subject::Sliding(_) => length_in(*metric, length),
        Subject::Tiles { .. } => counted(length, "move"),
    };
    let what = match *known {
        Known::Shortest { length: moves @ 0, .. } => {
            format!("the start meets the goal: the shortest solution has {}", length(moves))
        }
        Known::Shortest { length: moves, nearer } => format!(
            "the shortest solution has {}; {} nearer to the start than that, the start among them, and the goal holds in \
             none",
            length(moves),
            are(nearer)
        ),
        Known::Solution { length: moves } => {
            format!("there is a solution of {}, not necessarily the shortest", length(moves))
        }
        Known::NoSolution(shown) => format!("no solution exists: {}", shown_by(shown)),
    };
    format!("Verified: {what} ({}).\n", about(subject))
}

fn are(positions: u64) -> String {
    match positions {
        1 => "1 position is".to_owned(),
        _ => format!("{} are", counted(positions, "position")),
    }
}

fn shown_by(shown: LayerView) -> String {
    match shown {
        LayerView::Positions(1) => {
            "the goal does not hold at the start, and no other position can be reached".to_owned()
        }
        LayerView::Positions(positions) => {
            format!("{} can be reached, and the goal holds in none", counted(positions, "position"))
        }
        LayerView::Shortage => "the goal names more blocks of a shape than the tray has".to_owned(),
        LayerView::OutOfReach => {
            "every goal wants a block where walls, gates or its line never let it get".to_owned()
        }
        LayerView::Parity => "the order of the tiles has the wrong parity".to_owned(),
        LayerView::Order => "no tile passes another on a line, and they stand in another order".to_owned(),
    }
}

/// The puzzle in a few words.
fn about(subject: &Subject) -> String {
    let size = match subject {
        Subject::Sliding(problem) => problem.size,
        Subject::Tiles { start, .. } => start.size(),
    };
    let cells = format!("{}×{} cells", size.height, size.width);
    match subject {
        Subject::Sliding(problem) => {
            let (title, blocks) = (problem.title.as_deref(), problem.blocks.len());
            let title = title.map_or_else(String::new, |title| format!("{title}, "));
            format!("{title}{cells}, {}", counted(blocks as u64, "block"))
        }
        Subject::Tiles { start, .. } => {
            format!("{cells}, {}", counted(start.tiles().len() as u64 - 1, "tile"))
        }
    }
}

/// The sentence about a proof of too many positions.
pub(crate) fn too_large() -> String {
    format!("the proof goes through more than {} positions, too many to verify soon", grouped(MOST_POSITIONS))
}

/// The verdict on a certificate.
#[derive(Serialize)]
pub(crate) struct Verification<'a> {
    /// `verified`, `refused`, `gave up` or `stopped`.
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    /// Positions without a goal that were gone through.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    /// The reason of a claim that there is no solution.
    #[serde(rename = "reason", skip_serializing_if = "Option::is_none")]
    shown: Option<String>,
    #[serde(skip)]
    text: Option<&'a Verified>,
}

impl<'a> Verification<'a> {
    /// A claim that is true.
    pub(crate) fn of(verified: &'a Verified) -> Self {
        let (claim, length, positions) = match verified.known {
            Known::Shortest { length, nearer } => ("shortest", Some(length), Some(nearer)),
            Known::Solution { length } => ("solution", Some(length), None),
            Known::NoSolution(LayerView::Positions(positions)) => ("no solution", None, Some(positions)),
            Known::NoSolution(_) => ("no solution", None, None),
        };
        let metric = length.is_some() || positions.is_some();
        Self {
            verdict: "verified",
            claim: Some(claim),
            metric: metric.then(|| Metric::name(verified.metric)),
            length,
            positions,
            shown: match verified.known {
                Known::NoSolution(shown) => Some(shown_by(shown)),
                _ => None,
            },
            text: Some(verified),
        }
    }

    /// A claim that is not verified.
    pub(crate) fn none(verdict: &'static str) -> Self {
        Self { verdict, claim: None, metric: None, length: None, positions: None, shown: None, text: None }
    }
}

impl Body for Verification<'_> {
    fn text(&self) -> String {
        self.text.map_or_else(String::new, verified)
    }
}
