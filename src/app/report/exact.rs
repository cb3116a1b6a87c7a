//! The answers of the commands about exact covers.

use crate::report::{Body, Object, given_up};
use traybit_core::search::outcome::GaveUp;
use traybit_packing::exact::ExactCover;
use traybit_packing::exact::solve::{Found, METHOD};
use traybit_program::text::counted;

/// The answer of a search that found so many solutions.
fn answer(known: &'static str, found: u64, ended: Option<GaveUp>) -> &'static str {
    match ended {
        Some(reason) if found == 0 || known == "counted" => given_up(reason),
        None if found == 0 && known == "solved" => "unsolvable",
        _ => known,
    }
}

/// The number of solutions, as far as it is known: text, as for packings.
pub(crate) fn count(found: &Found) -> Body {
    let (number, is_known) = (counted(found.solutions, "solution"), found.ended.is_none());
    let field = if is_known { "solutions" } else { "solutions_at_least" };
    let fields = Object::of("exact.count")
        .with("answer", answer("counted", found.solutions, found.ended))
        .with(field, found.solutions.to_string())
        .with("method", METHOD);
    Body { text: if is_known { number + "\n" } else { format!("at least {number}\n") }, fields }
}

/// The solutions found, all held until the end: each by the lines of its options. As text they are written as they are
/// found.
pub(crate) fn solutions(problem: &ExactCover, kept: &[Vec<u32>], found: &Found) -> Body {
    let text = |&option: &u32| &*problem.options[option as usize].text;
    let solutions: Vec<Vec<&str>> = kept.iter().map(|solution| solution.iter().map(text).collect()).collect();
    let fields = Object::of("exact.solve")
        .with("answer", answer("solved", found.solutions, found.ended))
        .with("complete", found.ended.is_none())
        .with("solutions", solutions)
        .with("method", METHOD);
    Body { text: String::new(), fields }
}

/// The number of solutions found, of at most so many.
pub(crate) fn remark(found: &Found, most: u64) -> String {
    let more = if found.ended.is_none() && found.solutions < most { "are no" } else { "may be" };
    format!("{}; there {more} more", counted(found.solutions, "solution"))
}

/// The description of a problem.
pub(crate) fn info(problem: &ExactCover) -> Body {
    let ExactCover { items, primary, options, idle } = problem;
    let secondary = items.len() - primary;
    let bounded = items[..*primary].iter().filter(|item| item.counts != (1..=1)).count();
    let entries: usize = options.iter().map(|option| option.entries.len()).sum();
    let fields = Object::of("exact.info")
        .with("primary", primary)
        .with("with_bounds", bounded)
        .with("secondary", secondary)
        .with("options", options.len())
        .with("entries", entries)
        .with("left_out", idle);
    let number = |number: usize, noun: &str| counted(number as u64, noun);
    let text = format!(
        "{}, {bounded} with bounds\n{}\n{}, with {} in all\n{} without a primary item left out\n",
        number(*primary, "primary item"),
        number(secondary, "secondary item"),
        number(options.len(), "option"),
        number(entries, "item"),
        number(*idle, "option"),
    );
    Body { text, fields }
}
