//! The answers of `traybit solve` and `traybit count` for sliding blocks.

use std::sync::atomic::Ordering;

use serde::Serialize;

use crate::report::{Body, Word, given_up};
use traybit_core::numbers::in_thousands;
use traybit_core::{Limits, Progress};
use traybit_program::text::{self, expanded_on};
use traybit_program::{counted, length_in, noun};
use traybit_sliding::solve::Difficulty as Figures;
use traybit_sliding::solve::{Objective, Report, Verdict, solve};
use traybit_sliding::{Choice, Counts, Metric, Puzzle, Slide};

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Lengths {
    pub(crate) steps: u64,
    pub(crate) slides: u64,
    pub(crate) paths: u64,
}

impl From<Counts> for Lengths {
    fn from(Counts { steps, slides, paths, .. }: Counts) -> Self {
        Self { steps, slides, paths }
    }
}

impl Lengths {
    pub(crate) fn in_words(&self) -> String {
        let lengths = [(Metric::Step, self.steps), (Metric::Slide, self.slides), (Metric::Path, self.paths)];
        lengths.map(|(metric, length)| length_in(metric, length)).join(", ")
    }
}

/// Figures for how hard a shortest solution is for people.
#[derive(Serialize, schemars::JsonSchema, Clone, Copy, Debug)]
pub(crate) struct Difficulty {
    #[serde(skip)]
    pub(crate) length: u64,
    branching: f64,
    away: u64,
    blocks_moved: u64,
}

impl Difficulty {
    /// Solves a puzzle once more; `None` if there is no solution or a limit is reached.
    pub(crate) fn of(puzzle: &Puzzle, metric: Metric, limits: &Limits) -> Option<Self> {
        Self::of_solved(puzzle, metric, &solve(puzzle, Objective::Shortest(metric), limits).verdict)
    }

    /// The difficulty of a puzzle with this verdict; `None` if it has no solution.
    pub(crate) fn of_solved(puzzle: &Puzzle, metric: Metric, verdict: &Verdict) -> Option<Self> {
        let Verdict::Solved { slides, length } = verdict else { return None };
        let Figures { branching, away, moved } = Figures::of(puzzle, slides, metric);
        let branching = (branching * 100.0).round() / 100.0;
        Some(Self { length: *length as u64, branching, away, blocks_moved: moved })
    }

    pub(crate) fn in_words(&self) -> String {
        let Self { branching, away, blocks_moved, .. } = *self;
        let (away, moved) = (counted(away, "move"), counted(blocks_moved, "block"));
        format!("{branching:.1} moves possible on average, {away} away from the goal, {moved} moved")
    }
}

/// A key layout; positions are expanded on masks of the whole tray, or on lists of anchors.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Key {
    layout: &'static str,
    bits: usize,
    word: &'static str,
    expanded_on: &'static str,
}

impl From<Choice> for Key {
    fn from(choice: Choice) -> Self {
        let Choice { kind, bits, cells, .. } = choice;
        Self { layout: kind.name(), bits, word: choice.word(), expanded_on: expanded_on(cells) }
    }
}

/// A solution of sliding blocks, or that there is none, or the bounds.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Solution {
    answer: Word,
    objective: &'static str,
    metric: Option<&'static str>,
    length: Option<usize>,
    at_least: Option<u64>,
    at_most: Option<u64>,
    counts: Option<Lengths>,
    moves: Option<Vec<[u16; 4]>>,
    key: Option<Key>,
    method: &'static str,
}

/// The document of an answer, and sentences about its length. `known` is some solution that was found after a
/// search for the shortest one gave up.
pub(crate) fn solution(
    report: &Report,
    objective: Objective,
    known: Option<&[Slide]>,
    progress: &Progress,
) -> (Body<Solution>, Vec<String>) {
    let (answer, slides, length) = match &report.verdict {
        Verdict::Solved { slides, length } => (Word::Solved, Some(&slides[..]), Some(*length)),
        Verdict::Unsolvable(_) => (Word::Unsolvable, None, None),
        Verdict::GaveUp(reason) => (given_up(*reason), known, None),
    };
    let (name, metric, claim) = match objective {
        Objective::Shortest(metric) => ("shortest", Some(metric), ", the shortest solution, proven"),
        Objective::Any => ("any", None, " (any solution, not necessarily the shortest)"),
    };
    let unit = metric.unwrap_or(Metric::Slide);
    let counts = slides.map(Counts::of);
    let lengths = counts.map(Lengths::from);
    // No finished layer holds a goal.
    let bound = u64::from(progress.bound.load(Ordering::Relaxed));
    let unproven = metric.filter(|_| matches!(report.verdict, Verdict::GaveUp(_)));
    let at_least = unproven.map(|_| bound).filter(|&bound| bound > 0);
    let at_most = unproven.zip(counts.as_ref()).map(|(metric, counts)| counts.moves_in(metric));
    let found = length.zip(lengths.as_ref()).map(|(length, lengths)| {
        let length = length_in(unit, length as u64);
        format!("{length}{claim}; in all metrics: {}", lengths.in_words())
    });
    let least = at_least.map(|least| {
        format!("no solution has fewer than {}, proven by the finished layers", length_in(unit, least))
    });
    let most = at_most
        .map(|most| format!("the solution found has {}, not necessarily the fewest", length_in(unit, most)));
    let remarks = [found, least, most].into_iter().flatten().collect();
    let corners = |&Slide { from, to }: &Slide| [from.0, from.1, to.0, to.1].map(|number| number as u16);
    let fields = Solution {
        answer,
        objective: name,
        metric: metric.map(Metric::name),
        length,
        at_least,
        at_most,
        counts: lengths,
        moves: slides.map(|slides| slides.iter().map(corners).collect()),
        key: report.choice.map(Key::from),
        method: report.method,
    };
    let text = slides.map_or_else(String::new, text::moves);
    (Body { schema: "sliding.solve", text, fields }, remarks)
}

/// The number of shortest solutions, of any size in decimal digits, or that there is none.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct ShortestCount<'a> {
    answer: Word,
    metric: &'static str,
    length: Option<u64>,
    shortest_solutions: Option<String>,
    method: &'a str,
}

/// The document of a count and its line; `noun` is that of a move.
pub(crate) fn shortest_count<'a>(
    schema: &'static str,
    (answer, metric, method): (Word, &'static str, &'a str),
    length: Option<u64>,
    shortest_solutions: Option<String>,
    noun: &str,
) -> Body<ShortestCount<'a>> {
    let text = shortest_solutions.as_ref().zip(length).map(|(number, length)| {
        let solutions = if number == "1" { "solution" } else { "solutions" };
        format!("{} shortest {solutions} of {}\n", in_thousands(number), counted(length, noun))
    });
    let fields = ShortestCount { answer, metric, length, shortest_solutions, method };
    Body { schema, text: text.unwrap_or_default(), fields }
}

pub(crate) fn count(report: &Report, metric: Metric, number: Option<String>) -> Body<ShortestCount<'static>> {
    let (answer, length) = match &report.verdict {
        Verdict::Solved { length, .. } => (Word::Counted, Some(*length as u64)),
        Verdict::Unsolvable(_) => (Word::Unsolvable, None),
        Verdict::GaveUp(reason) => (given_up(*reason), None),
    };
    let head = (answer, metric.name(), report.method);
    shortest_count("sliding.count", head, length, number, noun(metric))
}
