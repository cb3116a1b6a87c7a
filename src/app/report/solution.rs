//! The answer of `traybit solve`.

use std::sync::atomic::Ordering;

use crate::report::{Body, Object, given_up};
use traybit_core::numbers::in_thousands;
use traybit_core::search::limits::Progress;
use traybit_program::text::{self, counted, expanded_on, length_in, search_cost};
use traybit_sliding::counts::Counts;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::slide::Slide;
use traybit_sliding::solve::{Objective, Report, Verdict};

/// The lengths of one list of moves.
pub(super) fn lengths_of(counts: &Counts) -> Object {
    let Counts { steps, slides, paths, .. } = *counts;
    Object::default().with("steps", steps).with("slides", slides).with("paths", paths)
}

/// A key layout; positions are expanded on masks of the whole tray, or on lists of anchors.
pub(super) fn key(choice: Choice) -> Object {
    Object::default()
        .with("layout", choice.kind.name())
        .with("bits", choice.bits)
        .with("word", choice.width.name())
        .with("expanded_on", expanded_on(choice.cells))
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
pub(crate) fn body(report: &Report, objective: Objective, bounds: Option<&Bounds<'_>>) -> Body {
    let known = bounds.and_then(|bounds| bounds.known);
    let (answer, slides, length) = match &report.verdict {
        Verdict::Solved { slides, length } => ("solved", Some(&slides[..]), Some(*length)),
        Verdict::Unsolvable(_) => ("unsolvable", None, None),
        Verdict::GaveUp(reason) => (given_up(*reason), known, None),
    };
    let (kind, metric) = match objective {
        Objective::Shortest(metric) => ("shortest", Some(metric.name())),
        Objective::Any => ("any", None),
    };
    let corners = |slide: &Slide| [slide.from.0, slide.from.1, slide.to.0, slide.to.1];
    let fields = Object::of("sliding.solve")
        .with("answer", answer)
        .with("wanted", kind)
        .maybe("metric", metric)
        .maybe("length", length)
        .maybe("at_least", bounds.and_then(|bounds| bounds.at_least))
        .maybe("at_most", bounds.and_then(Bounds::at_most))
        .maybe("counts", slides.map(|slides| lengths_of(&Counts::of(slides))))
        .maybe("moves", slides.map(|slides| slides.iter().map(corners).collect::<Vec<_>>()))
        .maybe("key", report.choice.map(key))
        .with("method", report.method);
    Body { text: slides.map_or_else(String::new, text::moves), fields }
}

/// The number of shortest solutions, a number of any size in decimal digits, or that there is none.
pub(crate) fn count(report: &Report, metric: Metric, shortest: Option<&str>) -> Body {
    let (answer, length) = match &report.verdict {
        Verdict::Solved { length, .. } => ("counted", Some(*length as u64)),
        Verdict::Unsolvable(_) => ("unsolvable", None),
        Verdict::GaveUp(reason) => (given_up(*reason), None),
    };
    let in_words = length.map(|length| length_in(metric, length));
    let head = ("sliding.count", answer, metric.name());
    counted_shortest(head, length.zip(in_words.as_deref()), shortest, report.method)
}

/// The document and the line of a count of shortest solutions: schema, answer and metric; the length, also in words; and
/// the number.
pub(crate) fn counted_shortest(
    (schema, answer, metric): (&str, &str, &str),
    length: Option<(u64, &str)>,
    shortest: Option<&str>,
    method: &str,
) -> Body {
    let fields = Object::of(schema)
        .with("answer", answer)
        .with("metric", metric)
        .maybe("length", length.map(|(length, _)| length))
        .maybe("shortest_solutions", shortest)
        .with("method", method);
    let text = shortest.zip(length).map_or_else(String::new, |(number, (_, words))| {
        let solutions = if number == "1" { "solution" } else { "solutions" };
        format!("{} shortest {solutions} of {words}\n", in_thousands(number))
    });
    Body { text, fields }
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
