//! The answer of `traybit universe --goal`: the hardest starts.

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::universe::{ended, names};
use crate::report::{Body, Word, comma_separated, drawing};
use traybit_program::text::{counted, grouped, length_in};
use traybit_sliding::solve::hardest::{Hard, Hardest, HardestOptions};
use traybit_sliding::universe::{Ended, Mix};

/// The hardest starts, where they are known.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HardestStarts<'a> {
    answer: Word,
    metric: &'static str,
    /// Their cells as rows with `/` between them, or height and width.
    kinds: Vec<String>,
    #[serde(flatten)]
    found: Option<Starts<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Starts<'a> {
    boards: u64,
    goals: u64,
    components: u64,
    components_with_goal: u64,
    hardest: Vec<Start<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Start<'a> {
    distance: u64,
    blocks: &'a [u32],
    empty: u32,
    boards: u64,
    goals: u64,
    equals: u64,
    rows: Vec<String>,
}

pub(crate) fn body<'a>(
    options: HardestOptions,
    found: Result<&'a Hardest, Ended>,
) -> Body<HardestStarts<'a>> {
    let start = |start: &'a Hard| {
        let &Hard { distance, ref mix, boards, goals, equals, .. } = start;
        let rows = rows(start).into_iter().map(|row| row.replace(' ', "")).collect();
        Start { distance, blocks: &mix.counts, empty: mix.empty, boards, goals, equals, rows }
    };
    let starts = found.ok().map(|found| {
        let &Hardest { boards, goals, components, with_goal: components_with_goal, .. } = found;
        let hardest = found.starts.iter().map(start).collect();
        Starts { boards, goals, components, components_with_goal, hardest }
    });
    let answer = found.map_or_else(ended, |_| Word::Explored);
    let fields =
        HardestStarts { answer, metric: options.metric.name(), kinds: names(options.pieces), found: starts };
    let text = found.map_or_else(|_| String::new(), |found| summary(options, found));
    Body { schema: "hardest", text, fields }
}

/// Figures of all boards, then the starts one below the other with their drawings.
fn summary(options: HardestOptions, found: &Hardest) -> String {
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
            length_in(options.metric, start.distance),
            blocks(options, &start.mix),
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
pub(crate) fn csv(options: HardestOptions, found: &Hardest) -> String {
    let head = ["rank".to_owned(), "distance".to_owned()].into_iter().chain(names(options.pieces));
    let head = head.chain(["empty", "boards", "goals", "hardest", "start"].map(str::to_owned)).collect();
    let row = |(start, rank): (&Hard, u64)| {
        let Hard { distance, mix, boards, goals, equals, .. } = start;
        let counts = mix.counts.iter().chain([&mix.empty]).map(|&count| u64::from(count));
        let figures = [rank, *distance].into_iter().chain(counts).chain([*boards, *goals, *equals]);
        let drawn = rows(start).join("/").replace(' ', "");
        figures.map(|figure| figure.to_string()).chain([drawn]).collect()
    };
    let starts = found.starts.iter().zip(1..).map(row);
    comma_separated(&[head].into_iter().chain(starts).collect::<Vec<_>>())
}

/// The title of a start in a file of its own.
pub(crate) fn title(options: HardestOptions, start: &Hard, rank: usize) -> String {
    format!("hardest start {rank}: {} to the nearest goal", length_in(options.metric, start.distance))
}

/// The blocks of a mix: `1 of 2×2, 4 of 1×1, 2 empty`.
fn blocks(options: HardestOptions, mix: &Mix) -> String {
    let kinds = options.pieces.kinds().iter().zip(&mix.counts).filter(|(_, count)| **count > 0);
    let mut parts: Vec<String> = kinds.map(|(kind, count)| format!("{count} of {}", kind.shape)).collect();
    parts.push(format!("{} empty", mix.empty));
    parts.join(", ")
}

/// The drawing; none of a tray that is too long.
fn rows(start: &Hard) -> Vec<String> {
    drawing::start(&start.puzzle).unwrap_or_default()
}
