//! The answers of the commands about exact covers.

use serde::Serialize;

use crate::report::{Body, Word, given_up};
use traybit_packing::exact::{ExactCover, Found, METHOD};
use traybit_program::text::counted;

/// The number of solutions, as far as it is known: text, as for packings.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Count {
    answer: Word,
    solutions: Option<String>,
    solutions_at_least: Option<String>,
    method: &'static str,
}

pub(crate) fn count(found: &Found) -> Body<Count> {
    let is_known = found.ended.is_none();
    let at_least = if is_known { "" } else { "at least " };
    let text = format!("{at_least}{}\n", counted(found.solutions, "solution"));
    let solutions = found.solutions.to_string();
    let fields = Count {
        answer: found.ended.map_or(Word::Counted, given_up),
        solutions: is_known.then(|| solutions.clone()),
        solutions_at_least: (!is_known).then_some(solutions),
        method: METHOD,
    };
    Body { schema: "exact.count", text, fields }
}

/// The solutions found, all held until the end: each by the lines of its options.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Covers<'a> {
    answer: Word,
    complete: bool,
    solutions: Vec<Vec<&'a str>>,
    method: &'static str,
}

/// The document of a search; as text solutions are written as they are found.
pub(crate) fn solutions<'a>(problem: &'a ExactCover, kept: &[Vec<u32>], found: &Found) -> Body<Covers<'a>> {
    let text = |&option: &u32| &*problem.options[option as usize].text;
    let fields = Covers {
        answer: match (found.solutions, found.ended) {
            (0, None) => Word::Unsolvable,
            (0, Some(reason)) => given_up(reason),
            _ => Word::Solved,
        },
        complete: found.ended.is_none(),
        solutions: kept.iter().map(|solution| solution.iter().map(text).collect()).collect(),
        method: METHOD,
    };
    Body { schema: "exact.solve", text: String::new(), fields }
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Description {
    primary: usize,
    with_bounds: usize,
    secondary: usize,
    options: usize,
    entries: usize,
    left_out: usize,
}

pub(crate) fn info(problem: &ExactCover) -> Body<Description> {
    let &ExactCover { ref items, primary, ref options, idle: left_out } = problem;
    let secondary = items.len() - primary;
    let with_bounds = items[..primary].iter().filter(|item| item.counts != (1..=1)).count();
    let entries = options.iter().map(|option| option.entries.len()).sum();
    let options = options.len();
    let number = |number: usize, noun: &str| counted(number as u64, noun);
    let text = format!(
        "{}, {with_bounds} with bounds\n{}\n{}, with {} in all\n{} without a primary item left out\n",
        number(primary, "primary item"),
        number(secondary, "secondary item"),
        number(options, "option"),
        number(entries, "item"),
        number(left_out, "option"),
    );
    let fields = Description { primary, with_bounds, secondary, options, entries, left_out };
    Body { schema: "exact.info", text, fields }
}
