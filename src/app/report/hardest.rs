//! The answer of `traybit universe --goal`: the hardest starts.

use std::fmt::Write as _;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::table::comma_separated;
use crate::report::universe::{ended, names};
use crate::report::{Body, Word, drawing};
use traybit_program::text::{counted, grouped, length_in};
use traybit_sliding::solve::hardest::{Hard, Hardest, HardestOptions};
use traybit_sliding::universe::Ended;

/// The hardest starts, if they are known.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct HardestStarts<'a> {
    answer: Word,
    metric: &'static str,
    /// Their cells as rows with `/` between them, or height and width.
    kinds: Vec<String>,
    boards: Option<u64>,
    goals: Option<u64>,
    components: Option<u64>,
    components_with_goal: Option<u64>,
    hardest: Option<Vec<Start<'a>>>,
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

impl<'a> From<&'a Hard> for Start<'a> {
    fn from(start: &'a Hard) -> Self {
        let &Hard { distance, ref mix, boards, goals, equals, ref puzzle, .. } = start;
        let rows = drawing::without_blanks(puzzle).unwrap_or_default();
        Self { distance, blocks: &mix.counts, empty: mix.empty, boards, goals, equals, rows }
    }
}

pub(crate) fn body<'a>(
    options: HardestOptions,
    found: Result<&'a Hardest, Ended>,
) -> Body<HardestStarts<'a>> {
    let known = found.ok();
    let fields = HardestStarts {
        answer: found.map_or_else(ended, |_| Word::Explored),
        metric: options.metric.name(),
        kinds: names(options.pieces),
        boards: known.map(|found| found.boards),
        goals: known.map(|found| found.goals),
        components: known.map(|found| found.components),
        components_with_goal: known.map(|found| found.with_goal),
        hardest: known.map(|found| found.starts.iter().map(Start::from).collect()),
    };
    let text = known.map_or_else(String::new, |found| summary(options, found));
    Body { schema: "hardest", text, fields }
}

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
    for (Hard { distance, mix, boards, equals, puzzle, .. }, rank) in starts.iter().zip(1..) {
        let length = length_in(options.metric, *distance);
        let (equals, boards) = (grouped(*equals), counted(*boards, "board"));
        let kinds = options.pieces.kinds().iter().zip(&mix.counts).filter(|(_, count)| **count > 0);
        let blocks = kinds.map(|(kind, count)| format!("{count} of {}, ", kind.shape));
        let blocks = blocks.collect::<Vec<_>>().concat();
        // A string takes all.
        let _ = writeln!(
            text,
            "\n{rank}. {length}: {blocks}{} empty; one of {equals} as far, of {boards}\n",
            mix.empty
        );
        text.extend(drawing::start(puzzle).iter().flatten().map(|row| format!("  {row}\n")));
    }
    text
}

/// A line for each start, with its drawing in the last column: rows with `/` between them.
pub(crate) fn csv(options: HardestOptions, found: &Hardest) -> String {
    let kinds = names(options.pieces);
    let kinds = kinds.iter().map(String::as_str);
    let head = ["rank", "distance"].into_iter().chain(kinds);
    let rows = found.starts.iter().map(Start::from).zip(1_u64..).map(|(start, rank)| {
        let Start { distance, blocks, empty, boards, goals, equals, rows } = start;
        (rank, distance, blocks, empty, boards, goals, equals, rows.join("/"))
    });
    comma_separated(head.chain(["empty", "boards", "goals", "hardest", "start"]), rows)
}

/// The title of a start in a file of its own.
pub(crate) fn title(options: HardestOptions, start: &Hard, rank: usize) -> String {
    format!("hardest start {rank}: {} to the nearest goal", length_in(options.metric, start.distance))
}
