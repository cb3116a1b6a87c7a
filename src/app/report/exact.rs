//! The answers of the commands about exact covers.

use serde::Serialize;

use crate::report::packing::unknown;
use crate::report::{Body, Word};
use traybit_packing::Enumerated;
use traybit_packing::exact::grid::Drawing;
use traybit_packing::exact::text::{self, NO_OPTION};
use traybit_packing::exact::{ExactCover, METHOD};
use traybit_program::counted;

/// The number of solutions, as far as it is known: text, as for packings.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Count {
    answer: Word,
    solutions: Option<String>,
    solutions_at_least: Option<String>,
    method: &'static str,
}

pub(crate) fn count(found: &Enumerated) -> Body<Count> {
    let number = Some(found.found.to_string());
    let (at_least, solutions, solutions_at_least) =
        if found.ended.is_none() { ("", number, None) } else { ("at least ", None, number) };
    let text = format!("{at_least}{}\n", counted(found.found, "solution"));
    let answer = found.ended.map_or(Word::Counted, unknown);
    let fields = Count { answer, solutions, solutions_at_least, method: METHOD };
    Body { schema: "exact.count", text, fields }
}

/// The solutions found, all held until the end: each by its lines, those of its options or of its drawing.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Covers {
    answer: Word,
    complete: bool,
    solutions: Vec<Vec<String>>,
    method: &'static str,
}

/// The document of a search; as text solutions are written as they are found.
pub(crate) fn solutions(problem: &ExactCover, kept: &[Vec<u32>], found: &Enumerated) -> Body<Covers> {
    let lines = |solution: &Vec<u32>| {
        let text = text::write(problem, solution);
        text.lines().filter(|&line| line != NO_OPTION).map(str::to_owned).collect()
    };
    let answer = match (found.found, found.ended) {
        (0, None) => Word::Unsolvable,
        (0, Some(reason)) => unknown(reason),
        _ => Word::Solved,
    };
    let solutions = kept.iter().map(lines).collect();
    let fields = Covers { answer, complete: found.ended.is_none(), solutions, method: METHOD };
    Body { schema: "exact.solve", text: String::new(), fields }
}

/// The description of a problem; `given` counts the marks of a board that the puzzle gives.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Description {
    title: Option<String>,
    given: Option<usize>,
    primary: usize,
    with_bounds: usize,
    secondary: usize,
    options: usize,
    entries: usize,
    left_out: usize,
}

pub(crate) fn info(problem: &ExactCover) -> Body<Description> {
    let &ExactCover { ref items, primary, ref options, idle: left_out, ref drawing } = problem;
    let secondary = items.len() - primary;
    let with_bounds = items[..primary].iter().filter(|item| item.counts != (1..=1)).count();
    let entries = options.iter().map(|option| option.entries.len()).sum();
    let options = options.len();
    let number = |number: usize, noun: &str| counted(number as u64, noun);
    let title = drawing.as_ref().map(Drawing::title);
    let given = drawing.as_ref().map(|drawing| drawing.given.iter().flatten().count());
    let board = drawing.iter().zip(&given).map(|(drawing, &given)| {
        let cells = counted(drawing.given.len() as u64, "cell");
        format!("{}: {given} of {cells} given\n\n{}\n", drawing.title(), drawing.write(&drawing.given))
    });
    let text = board.collect::<String>()
        + &format!(
            "{}, {with_bounds} with bounds\n{}\n{}, with {} in all\n{} without a primary item left out\n",
            number(primary, "primary item"),
            number(secondary, "secondary item"),
            number(options, "option"),
            number(entries, "item"),
            number(left_out, "option"),
        );
    let fields = Description { title, given, primary, with_bounds, secondary, options, entries, left_out };
    Body { schema: "exact.info", text, fields }
}
