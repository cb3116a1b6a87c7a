//! Packings as people and programs read about them.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use crate::report::figures::{Costs, Figures};
use crate::report::text::{counted as number_of, grouped};
use traybit_core::search::outcome::Cost;
use traybit_packing::pack::{Cell, Pack, Packing};
use traybit_packing::solve::count::Count;
use traybit_packing::solve::enumerate::{Enumerated, Selection, View};

/// Why no number is known: it is too large.
#[must_use]
pub fn overflow() -> String {
    "gave up: there are 2^128 packings or more, which is more than is counted".to_owned()
}

/// Why a puzzle is not searched: its pieces reach too far over its board.
#[must_use]
pub fn too_wide(bits: u32) -> String {
    format!(
        "gave up: a boundary takes {bits} bits, and the widest word has 512; the board's short side or its pieces are too long"
    )
}

/// Why there is no packing.
#[must_use]
pub fn none(cost: &Cost) -> String {
    match cost.positions {
        0 | 1 => "no packing exists: the counts and the cells that no piece can cover rule it out".to_owned(),
        positions => {
            format!("no packing exists: all {} were considered", number_of(positions, "position"))
        }
    }
}

/// What was found.
#[must_use]
pub fn found(listed: &Enumerated, wanted: Selection) -> String {
    let packings = number_of(listed.found, "packing");
    let up_to = if wanted.distinct { " that symmetry does not make of one another" } else { "" };
    match listed.ended {
        None if listed.found < wanted.most => format!("{packings}{up_to}; there are no more"),
        _ => format!("{packings}{up_to}; there may be more"),
    }
}

/// How far a listing is that visits so many positions a second, and how long it may still take.
#[must_use]
pub fn sight(sight: &View, positions: u64, rate: f64, left: Option<Duration>) -> String {
    let percent = sight.done * 100.0;
    let left =
        left.map_or_else(|| "time left unknown".to_owned(), |left| format!("about {} left", rough(left)));
    format!(
        "{}, about {percent:.1} % of the tree done, {left}, {}, {} a second",
        number_of(sight.found, "packing"),
        number_of(positions, "position"),
        grouped(rate as u64)
    )
}

/// A time without a precision that an estimate does not have.
fn rough(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{} s", seconds.max(1)),
        100..6000 => format!("{} min", (seconds + 30) / 60),
        6000..200_000 => format!("{} h", (seconds + 1800) / 3600),
        _ => format!("{} days", grouped((seconds + 43_200) / 86_400)),
    }
}

/// Numbers of packings, a line each.
#[must_use]
pub fn counted(count: &Count) -> String {
    let lines = |count: u128, noun: &str| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{} {noun}{plural}", u64::try_from(count).map_or(count.to_string(), grouped))
    };
    let Ok(total) = count.total else { return String::new() };
    let mut text = lines(total, "packing") + "\n";
    if let Ok(distinct) = count.distinct {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} up to symmetry ({})",
            lines(distinct, "packing"),
            symmetries(count.symmetries)
        );
    }
    text
}

fn symmetries(count: usize) -> String {
    match count {
        0 | 1 => "the puzzle has none".to_owned(),
        count => format!("the puzzle has {count} symmetries"),
    }
}

/// The answer of `traybit pack count`. Numbers are text where they may be too large for a reader's floating point.
#[derive(Serialize)]
pub struct Counted {
    #[serde(skip_serializing_if = "Option::is_none")]
    packings: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_symmetry: Option<String>,
    symmetries: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
    method: String,
}

impl Counted {
    /// A count with its figures, and why it is not known (a sentence) where it is not.
    #[must_use]
    pub fn new(count: &Count, figures: Figures, reason: Option<String>) -> Self {
        Self {
            packings: count.total.ok().map(|number| number.to_string()),
            up_to_symmetry: count.distinct.ok().map(|number| number.to_string()),
            symmetries: count.symmetries,
            reason,
            cost: figures.into(),
            method: count.method.clone(),
        }
    }
}

/// The answer of `traybit pack solve`.
#[derive(Serialize)]
pub struct Solutions<'a> {
    answer: &'static str,
    complete: bool,
    symmetries: usize,
    packings: Vec<Vec<Lying<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
    method: String,
}

/// A piece on the board.
#[derive(Serialize)]
struct Lying<'a> {
    piece: &'a str,
    /// Rows and columns, counted from 0.
    cells: &'a [Cell],
}

impl<'a> Solutions<'a> {
    /// Packings with their figures, and why there are not as many as wanted (a sentence) where there are not.
    #[must_use]
    pub fn new(
        pack: &'a Pack,
        found: &'a [Packing],
        listed: &Enumerated,
        figures: Figures,
        reason: Option<String>,
    ) -> Self {
        let answer = match (found.is_empty(), listed.ended) {
            (false, _) => "solved",
            (true, None) => "unsolvable",
            (true, Some(_)) => "gave up",
        };
        let lying = |packing: &'a Packing| {
            let pieces = packing.iter();
            let pieces =
                pieces.map(|placed| Lying { piece: &pack.pieces[placed.piece].name, cells: &placed.cells });
            pieces.collect()
        };
        Self {
            answer,
            complete: listed.ended.is_none(),
            symmetries: listed.symmetries,
            packings: found.iter().map(lying).collect(),
            reason,
            cost: figures.into(),
            method: listed.method.clone(),
        }
    }
}

/// The verdict of `traybit pack check`.
#[derive(Serialize)]
pub struct Check {
    verdict: &'static str,
    packings: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Check {
    /// So many packings, and what is wrong (a sentence) if something is.
    #[must_use]
    pub fn new(packings: u64, reason: Option<String>) -> Self {
        let verdict = if reason.is_none() { "verified" } else { "not valid" };
        Self { verdict, packings, reason }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{rough, sight};
    use traybit_packing::solve::enumerate::View;

    #[test]
    fn a_display_says_what_it_does_not_know() {
        let seen = View { board: Vec::new(), found: 1, done: 0.0004 };
        assert_eq!(
            sight(&seen, 2000, 1e3, None),
            "1 packing, about 0.0 % of the tree done, time left unknown, 2,000 positions, 1,000 a second"
        );
        let seen = View { board: Vec::new(), found: 1234, done: 0.25 };
        assert_eq!(
            sight(&seen, 2000, 1e3, Some(Duration::from_mins(4))),
            "1,234 packings, about 25.0 % of the tree done, about 4 min left, 2,000 positions, 1,000 a second"
        );
    }

    #[test]
    fn estimates_are_rounded() {
        for (seconds, text) in [
            (0, "1 s"),
            (99, "99 s"),
            (100, "2 min"),
            (5999, "100 min"),
            (6000, "2 h"),
            (200_000, "2 days"),
            (1 << 40, "12,725,829 days"),
        ] {
            assert_eq!(rough(Duration::from_secs(seconds)), text);
        }
    }
}
