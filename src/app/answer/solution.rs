//! The answer of `traybit solve`.

use serde::Serialize;

use crate::answer::{Body, given_up};
use traybit_core::numbers::in_thousands;
use traybit_program::text::{self, counted, expanded_on, length_in, search_cost};
use traybit_sliding::counts::Counts;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::slide::Slide;
use traybit_sliding::solve::paths::PathFacts;
use traybit_sliding::solve::{Objective, Report, Verdict};

/// A solution of sliding blocks, or that there is none.
#[derive(Serialize)]
pub(crate) struct Solution {
    answer: &'static str,
    wanted: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Lengths>,
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<SecondLength>,
    /// A number of any size, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<[u16; 4]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Key>,
    method: &'static str,
    #[serde(skip)]
    text: String,
}

/// The fewest moves in a second metric.
#[derive(Serialize)]
struct SecondLength {
    metric: &'static str,
    length: u64,
}

/// The lengths of one list of moves.
#[derive(Serialize)]
pub(crate) struct Lengths {
    pub(super) steps: u64,
    pub(super) slides: u64,
    pub(super) paths: u64,
}

/// A key layout.
#[derive(Serialize)]
pub(crate) struct Key {
    layout: &'static str,
    bits: usize,
    word: &'static str,
    /// Expansion on masks of the whole tray, or on lists of anchors.
    expanded_on: &'static str,
}

impl From<Counts> for Lengths {
    fn from(counts: Counts) -> Self {
        Self { steps: counts.steps, slides: counts.slides, paths: counts.paths }
    }
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

impl Solution {
    /// The answer of a search.
    pub(crate) fn new(report: &Report, wanted: Objective, ways: &PathFacts) -> Self {
        let (answer, solution) = match &report.verdict {
            Verdict::Solved { slides, length } => ("solved", Some((slides, *length))),
            Verdict::Unsolvable(_) => ("unsolvable", None),
            Verdict::GaveUp(reason) => (given_up(*reason), None),
        };
        let (wanted, metric) = match wanted {
            Objective::Shortest(metric) => ("shortest", Some(metric.name())),
            Objective::Any => ("any", None),
        };
        let corners = |slide: &Slide| [slide.from.0, slide.from.1, slide.to.0, slide.to.1];
        Self {
            answer,
            wanted,
            metric,
            length: solution.map(|(_, length)| length),
            counts: solution.map(|(slides, _)| Counts::of(slides).into()),
            then: ways.then.map(|(metric, length)| SecondLength { metric: metric.name(), length }),
            shortest_solutions: ways.count.as_ref().map(ToString::to_string),
            moves: solution.map(|(slides, _)| slides.iter().map(corners).collect()),
            key: report.choice.map(Key::from),
            method: report.method,
            text: solution.map_or_else(String::new, |(slides, _)| text::moves(slides)),
        }
    }
}

impl Body for Solution {
    fn text(&self) -> String {
        self.text.clone()
    }
}

/// Sentences about an answer: length, count and cost.
pub(crate) fn remarks(report: &Report, wanted: Objective, ways: &PathFacts) -> Vec<String> {
    let cost = format!("{}; {}", search_cost(&report.cost, report.choice.as_ref()), report.method);
    let Verdict::Solved { slides, length } = &report.verdict else { return vec![cost] };
    let Counts { steps, slides: straight, paths, .. } = Counts::of(slides);
    let length = match wanted {
        Objective::Shortest(metric) => {
            format!("{}, the shortest solution, proven", length_in(metric, *length as u64))
        }
        Objective::Any => {
            let length = length_in(Metric::Slide, *length as u64);
            format!("{length} (any solution, not necessarily the shortest)")
        }
    };
    let listed = [counted(steps, "step"), counted(straight, "slide"), length_in(Metric::Path, paths)];
    let count = ways.count.as_ref().map(|count| match in_thousands(&count.to_string()).as_str() {
        "1" => "there is 1 shortest solution: this one".to_owned(),
        digits => format!("there are {digits} different shortest solutions, equal blocks interchangeable"),
    });
    let then = ways.then.map(|(metric, least)| {
        format!("none of the shortest solutions has fewer than {}", length_in(metric, least))
    });
    let solution = [format!("{length}; as listed {}", listed.join(", ")), cost];
    solution.into_iter().chain(count).chain(then).collect()
}
