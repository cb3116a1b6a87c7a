//! The answer of `traybit solve`.

use std::sync::atomic::Ordering;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::{Body, Word, given_up};
use traybit_core::numbers::in_thousands;
use traybit_core::search::limits::Progress;
use traybit_program::text::{self, counted, expanded_on, length_in, noun, search_cost};
use traybit_sliding::counts::Counts;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::slide::Slide;
use traybit_sliding::solve::{Objective, Report, Verdict};

/// The lengths of one list of moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// A key layout; positions are expanded on masks of the whole tray, or on lists of anchors.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Key {
    layout: &'static str,
    bits: usize,
    word: &'static str,
    expanded_on: &'static str,
}

impl From<Choice> for Key {
    fn from(choice: Choice) -> Self {
        Self {
            layout: choice.kind.name(),
            bits: choice.bits,
            word: choice.width.name(),
            expanded_on: expanded_on(choice.cells),
        }
    }
}

/// Bounds of the shortest solution where the search for it gave up.
pub(crate) struct Bounds<'a> {
    metric: Metric,
    /// Moves that every solution has at least: no finished layer holds a goal.
    at_least: Option<u64>,
    /// Some solution.
    known: Option<&'a [Slide]>,
}

impl Bounds<'_> {
    /// Moves that the shortest solution has at most.
    fn at_most(&self) -> Option<u64> {
        self.known.map(|slides| Counts::of(slides).moves_in(self.metric))
    }
}

/// The bounds, of a search for the shortest that gave up.
pub(crate) fn bounds<'a>(
    report: &Report,
    objective: Objective,
    known: Option<&'a [Slide]>,
    progress: &Progress,
) -> Option<Bounds<'a>> {
    let (Verdict::GaveUp(_), Objective::Shortest(metric)) = (&report.verdict, objective) else { return None };
    let bound = progress.bound.load(Ordering::Relaxed);
    Some(Bounds { metric, at_least: (bound > 0).then_some(bound.into()), known })
}

/// A solution of sliding blocks, or that there is none, or the bounds.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Solution {
    answer: Word,
    wanted: &'static str,
    metric: Option<&'static str>,
    length: Option<usize>,
    at_least: Option<u64>,
    at_most: Option<u64>,
    counts: Option<Lengths>,
    moves: Option<Vec<[u16; 4]>>,
    key: Option<Key>,
    method: &'static str,
}

pub(crate) fn body(report: &Report, objective: Objective, bounds: Option<&Bounds<'_>>) -> Body<Solution> {
    let known = bounds.and_then(|bounds| bounds.known);
    let (answer, slides, length) = match &report.verdict {
        Verdict::Solved { slides, length } => (Word::Solved, Some(&slides[..]), Some(*length)),
        Verdict::Unsolvable(_) => (Word::Unsolvable, None, None),
        Verdict::GaveUp(reason) => (given_up(*reason), known, None),
    };
    let (wanted, metric) = match objective {
        Objective::Shortest(metric) => ("shortest", Some(metric.name())),
        Objective::Any => ("any", None),
    };
    let corners = |slide: &Slide| [slide.from.0, slide.from.1, slide.to.0, slide.to.1];
    let fields = Solution {
        answer,
        wanted,
        metric,
        length,
        at_least: bounds.and_then(|bounds| bounds.at_least),
        at_most: bounds.and_then(Bounds::at_most),
        counts: slides.map(|slides| Counts::of(slides).into()),
        moves: slides.map(|slides| slides.iter().map(corners).collect()),
        key: report.choice.map(Key::from),
        method: report.method,
    };
    Body { schema: "sliding.solve", text: slides.map_or_else(String::new, text::moves), fields }
}

/// The number of shortest solutions, of any size in decimal digits, or that there is none.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShortestCount<'a> {
    answer: Word,
    metric: &'static str,
    length: Option<u64>,
    shortest_solutions: Option<String>,
    method: &'a str,
}

impl<'a> ShortestCount<'a> {
    /// The document and its line, which needs the `noun` of a move.
    pub(crate) fn body(
        schema: &'static str,
        (answer, metric, method): (Word, &'static str, &'a str),
        length: Option<u64>,
        shortest_solutions: Option<String>,
        noun: &str,
    ) -> Body<Self> {
        let text = shortest_solutions.as_ref().zip(length).map(|(number, length)| {
            let solutions = if number == "1" { "solution" } else { "solutions" };
            format!("{} shortest {solutions} of {}\n", in_thousands(number), counted(length, noun))
        });
        let fields = Self { answer, metric, length, shortest_solutions, method };
        Body { schema, text: text.unwrap_or_default(), fields }
    }
}

/// The number of shortest solutions of sliding blocks.
pub(crate) fn count(report: &Report, metric: Metric, number: Option<String>) -> Body<ShortestCount<'static>> {
    let (answer, length) = match &report.verdict {
        Verdict::Solved { length, .. } => (Word::Counted, Some(*length as u64)),
        Verdict::Unsolvable(_) => (Word::Unsolvable, None),
        Verdict::GaveUp(reason) => (given_up(*reason), None),
    };
    let head = (answer, metric.name(), report.method);
    ShortestCount::body("sliding.count", head, length, number, noun(metric))
}

/// Sentences about an answer: length and cost, or the bounds.
pub(crate) fn remarks(report: &Report, objective: Objective, bounds: Option<&Bounds<'_>>) -> Vec<String> {
    let cost = format!("{}; {}", search_cost(&report.cost), report.method);
    let Verdict::Solved { slides, length } = &report.verdict else {
        let bound = bounds.and_then(|bounds| {
            let least = length_in(bounds.metric, bounds.at_least?);
            Some(format!("no solution has fewer than {least}, proven by the finished layers"))
        });
        let known = bounds.and_then(|bounds| {
            let length = length_in(bounds.metric, bounds.at_most()?);
            Some(format!("the solution told has {length}, not necessarily the fewest"))
        });
        return bound.into_iter().chain(known).chain([cost]).collect();
    };
    let Counts { steps, slides: straight, paths, .. } = Counts::of(slides);
    let length = match objective {
        Objective::Shortest(metric) => {
            format!("{}, the shortest solution, proven", length_in(metric, *length as u64))
        }
        Objective::Any => {
            let length = length_in(Metric::Slide, *length as u64);
            format!("{length} (any solution, not necessarily the shortest)")
        }
    };
    let listed = [counted(steps, "step"), counted(straight, "slide"), length_in(Metric::Path, paths)];
    vec![format!("{length}; in all metrics: {}", listed.join(", ")), cost]
}
