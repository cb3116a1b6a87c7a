//! The answer of `traybit universe --goal`: the hardest starts.

use std::fmt::Write as _;

use serde::Serialize;

use crate::answer::universe::{ended, names};
use crate::answer::{Body, drawing};
use traybit_program::text::{counted, grouped, length_in};
use traybit_sliding::solve::hardest::{Hard, Hardest, HardestOptions};
use traybit_sliding::universe::{Ended, Mix};

/// The hardest starts, or that they were not found.
#[derive(Serialize)]
pub(crate) struct HardestStarts<'a> {
    answer: &'static str,
    metric: &'static str,
    /// The kinds of blocks: their cells as rows with `/` between them, or height and width.
    kinds: Vec<String>,
    #[serde(flatten)]
    found: Option<Found>,
    /// The last: whether the text is a table with commas.
    #[serde(skip)]
    text: (HardestOptions<'a>, Option<&'a Hardest>, bool),
}

#[derive(Serialize)]
struct Found {
    boards: u64,
    goals: u64,
    components: u64,
    components_with_goal: u64,
    hardest: Vec<Start>,
}

#[derive(Serialize)]
struct Start {
    distance: u64,
    /// Blocks, by kind.
    blocks: Box<[u32]>,
    empty: u32,
    boards: u64,
    goals: u64,
    equals: u64,
    rows: Vec<String>,
}

impl<'a> HardestStarts<'a> {
    /// The starts, or why there are none.
    pub(crate) fn new(wish: HardestOptions<'a>, found: Result<&'a Hardest, Ended>, is_csv: bool) -> Self {
        Self {
            answer: found.map_or_else(ended, |_| "explored"),
            metric: wish.metric.name(),
            kinds: names(wish.pieces),
            found: found.ok().map(Found::from),
            text: (wish, found.ok(), is_csv),
        }
    }
}

impl Body for HardestStarts<'_> {
    fn text(&self) -> String {
        match self.text {
            (_, None, _) => String::new(),
            (wish, Some(found), true) => csv(wish, found),
            (wish, Some(found), false) => summary(wish, found),
        }
    }
}

impl From<&Hardest> for Found {
    fn from(found: &Hardest) -> Self {
        let start = |start: &Hard| Start {
            distance: start.distance,
            blocks: start.mix.counts.clone(),
            empty: start.mix.empty,
            boards: start.boards,
            goals: start.goals,
            equals: start.equals,
            rows: rows(start).into_iter().map(|row| row.replace(' ', "")).collect(),
        };
        Self {
            boards: found.boards,
            goals: found.goals,
            components: found.components,
            components_with_goal: found.with_goal,
            hardest: found.starts.iter().map(start).collect(),
        }
    }
}

/// Figures of all boards, then the starts one below the other with their drawings.
fn summary(wish: HardestOptions, found: &Hardest) -> String {
    let Hardest { starts, boards, goals, components, with_goal, .. } = found;
    let mut text = format!(
        "boards: {}, {} of them with the goal met\ncomponents: {}, {} of them with such a board\n\
         hardest starts: {}\n",
        grouped(*boards),
        grouped(*goals),
        grouped(*components),
        grouped(*with_goal),
        grouped(starts.len() as u64),
    );
    for (start, rank) in starts.iter().zip(1..) {
        // A string takes all, here and below.
        let _ = write!(
            text,
            "\n{rank}. {}: {}; one of {} as far, of {}\n\n",
            length_in(wish.metric, start.distance),
            blocks(wish, &start.mix),
            grouped(start.equals),
            counted(start.boards, "board"),
        );
        for row in rows(start) {
            let _ = writeln!(text, "  {row}");
        }
    }
    text
}

/// A line a start, with commas between the columns; the last one is the drawing, rows with `/` between them.
fn csv(wish: HardestOptions, found: &Hardest) -> String {
    let kinds = names(wish.pieces).join(",");
    let mut text = format!("rank,distance,{kinds},empty,boards,goals,hardest,start\n");
    for (start, rank) in found.starts.iter().zip(1..) {
        let Hard { distance, mix, boards, goals, equals, .. } = start;
        let counts: Vec<String> = mix.counts.iter().map(u32::to_string).collect();
        let (counts, rows) = (counts.join(","), rows(start).join("/").replace(' ', ""));
        let _ = writeln!(text, "{rank},{distance},{counts},{},{boards},{goals},{equals},{rows}", mix.empty);
    }
    text
}

/// The title of a start in a file of its own.
pub(crate) fn title(wish: HardestOptions, start: &Hard, rank: usize) -> String {
    format!("hardest start {rank}: {} to the nearest goal", length_in(wish.metric, start.distance))
}

/// The blocks of a mix: `1 of 2×2, 4 of 1×1, 2 empty`.
fn blocks(wish: HardestOptions, mix: &Mix) -> String {
    let kinds = wish.pieces.kinds().iter().zip(&mix.counts).filter(|(_, count)| **count > 0);
    let mut parts: Vec<String> = kinds.map(|(kind, count)| format!("{count} of {}", kind.shape)).collect();
    parts.push(format!("{} empty", mix.empty));
    parts.join(", ")
}

/// The drawing; none of a tray that is too long.
fn rows(start: &Hard) -> Vec<String> {
    drawing::start(&start.puzzle).unwrap_or_default()
}
