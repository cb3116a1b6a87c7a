//! The answers of `traybit universe` for kinds of blocks: boards counted by mix, and the hardest starts.

use serde::Serialize;

use crate::report::{Body, Difficulty, Word, comma_separated, drawing, given_up};
use traybit_core::GaveUp;
use traybit_program::{counted, grouped, length_in};
use traybit_sliding::solve::hardest::{Hard, Hardest, HardestOptions};
use traybit_sliding::universe::{Census, Counted, Ground, Pieces};

/// A tray: its size and the number of its open cells.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Tray {
    height: u16,
    width: u16,
    open: u32,
}

impl Tray {
    pub(super) fn of(ground: Ground) -> Self {
        Self { height: ground.size.height, width: ground.size.width, open: ground.room() }
    }
}

/// The counts of all boards of these pieces, if they are known.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Universe<'a> {
    answer: Word,
    tray: Tray,
    /// Their cells as rows with `/` between them, or height and width.
    kinds: Vec<String>,
    boards: Option<u64>,
    components: Option<u64>,
    largest: Option<u64>,
    mixes: Option<Vec<MixCount<'a>>>,
}

#[derive(Serialize, schemars::JsonSchema)]
struct MixCount<'a> {
    blocks: &'a [u32],
    empty: u32,
    boards: u64,
    components: u64,
    largest: u64,
}

pub(crate) fn census<'a>(pieces: &Pieces, census: Result<&'a Census, GaveUp>) -> Body<Universe<'a>> {
    let text = |&Census { boards, components, largest, ref mixes, .. }: &Census| {
        format!(
            "boards: {}\ncomponents: {}\nmixes: {}\nlargest component: {}\n",
            grouped(boards),
            grouped(components),
            grouped(mixes.len() as u64),
            counted(largest, "board"),
        )
    };
    let known = census.ok();
    let fields = Universe {
        answer: census.map_or_else(given_up, |_| Word::Counted),
        tray: Tray::of(pieces.ground),
        kinds: names(pieces),
        boards: known.map(|census| census.boards),
        components: known.map(|census| census.components),
        largest: known.map(|census| census.largest),
        mixes: known.map(|census| counts(census).collect()),
    };
    Body { schema: "universe", text: known.map_or_else(String::new, text), fields }
}

fn counts(census: &Census) -> impl Iterator<Item = MixCount<'_>> {
    census.mixes.iter().map(|&Counted { ref mix, boards, components, largest }| MixCount {
        blocks: &mix.counts,
        empty: mix.empty,
        boards,
        components,
        largest,
    })
}

pub(crate) fn census_csv(pieces: &Pieces, census: &Census) -> String {
    let columns = ["empty", "boards", "components", "largest"].map(str::to_owned);
    comma_separated(names(pieces).into_iter().chain(columns), counts(census))
}

fn names(pieces: &Pieces) -> Vec<String> {
    pieces.kinds.iter().map(|kind| kind.shape.to_string().replace('×', "x")).collect()
}

/// The hardest starts, if they are known.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
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

#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct Start<'a> {
    distance: u64,
    difficulty: Option<Difficulty>,
    blocks: &'a [u32],
    empty: u32,
    boards: u64,
    goals: u64,
    equals: u64,
    rows: Vec<String>,
}

impl<'a> Start<'a> {
    fn of(start: &'a Hard, difficulty: Option<Difficulty>) -> Self {
        let &Hard { distance, ref mix, boards, goals, equals, ref puzzle, .. } = start;
        let rows = drawing::without_blanks(puzzle).unwrap_or_default();
        Self { distance, difficulty, blocks: &mix.counts, empty: mix.empty, boards, goals, equals, rows }
    }
}

pub(crate) fn hardest<'a>(
    options: HardestOptions,
    found: Result<&'a Hardest, GaveUp>,
    rated: &[Option<Difficulty>],
) -> Body<HardestStarts<'a>> {
    let start = |(start, &difficulty)| Start::of(start, difficulty);
    let known = found.ok();
    let fields = HardestStarts {
        answer: found.map_or_else(given_up, |_| Word::Explored),
        metric: options.metric.name(),
        kinds: names(options.pieces),
        boards: known.map(|found| found.boards),
        goals: known.map(|found| found.goals),
        components: known.map(|found| found.components),
        components_with_goal: known.map(|found| found.with_goal),
        hardest: known.map(|found| found.starts.iter().zip(rated).map(start).collect()),
    };
    let text = known.map_or_else(String::new, |found| summary(options, found, rated));
    Body { schema: "hardest", text, fields }
}

fn summary(options: HardestOptions, found: &Hardest, rated: &[Option<Difficulty>]) -> String {
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
    for ((Hard { distance, mix, boards, equals, puzzle, .. }, difficulty), rank) in
        starts.iter().zip(rated).zip(1..)
    {
        let length = length_in(options.metric, *distance);
        let (equals, boards) = (grouped(*equals), counted(*boards, "board"));
        let kinds = options.pieces.kinds.iter().zip(&mix.counts).filter(|(_, count)| **count > 0);
        let blocks: String = kinds.map(|(kind, count)| format!("{count} of {}, ", kind.shape)).collect();
        let empty = mix.empty;
        text += &format!(
            "\n{rank}. {length}: {blocks}{empty} empty; {equals} as far, in a component of {boards}\n"
        );
        text.extend(difficulty.iter().map(|difficulty| format!("   {}\n", difficulty.in_words())));
        text.push('\n');
        text.extend(drawing::start(puzzle).iter().flatten().map(|row| format!("  {row}\n")));
    }
    text
}

/// A line for each start, with its drawing in the last column: rows with `/` between them.
pub(crate) fn hardest_csv(options: HardestOptions, found: &Hardest) -> String {
    let kinds = names(options.pieces);
    let head = ["rank", "distance"].into_iter().chain(kinds.iter().map(String::as_str));
    let rows = found.starts.iter().zip(1_u64..).map(|(start, rank)| {
        let Start { distance, blocks, empty, boards, goals, equals, rows, .. } = Start::of(start, None);
        (rank, distance, blocks, empty, boards, goals, equals, rows.join("/"))
    });
    comma_separated(head.chain(["empty", "boards", "goals", "hardest", "start"]), rows)
}
