//! Exact cover: a choice of options that contains each item the required number of times.
//!
//! ```text
//!   | Knuth's small example with a colour          comment
//!   p q r | x y                                    items: primary ones, then secondary ones after the bar
//!   p q x y:A                                      options: items, secondary ones perhaps with a colour
//!   p r x:A y
//!   p x:B
//!   q x:A                                          the solution: this and p r x:A y, one colour for x
//!   r y:B
//! ```
//!
//! A primary item is in exactly one chosen option, or in a number within its bounds `low:high|`. A secondary item is in at
//! most one, or in several that give it the same colour. (Knuth, *The Art of Computer Programming*, volume 4B, section
//! 7.2.2.1: XCC and MCC.)

pub(crate) mod cells;
pub mod checker;
pub mod drawn;
pub mod grid;
pub(crate) mod packing;
pub mod text;

use std::ops::{ControlFlow, RangeInclusive};

use crate::budget::Budget;
use crate::exact::cells::Cells;
use crate::exact::grid::Drawing;
use crate::solve::collector::{Collecting, Handing, Ready, first_of};
use crate::{Enumerated, Unknown};
use traybit_core::search::enumeration::collector::Paths;
use traybit_core::search::enumeration::{Enumeration, Observers};
use traybit_core::{Checkpoint, Cost, GaveUp, InputError, Likeness, Limits};

/// A valid exact cover problem, made by [`read`] or from a packing puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactCover {
    /// Primary items, at least one, and after them secondary ones.
    pub items: Vec<Item>,
    /// Number of primary items.
    pub primary: usize,
    /// The options that may be chosen, each once, in the order of the file.
    pub options: Vec<Choice>,
    /// Number of options in the file without a primary item, which no solution needs.
    pub idle: usize,
    /// The board that solutions are drawn on; without one they are the lines of their options.
    pub drawing: Option<Drawing>,
}

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Range of the number of chosen options with it. For a secondary item: 0 to 1, or more of one colour.
    pub counts: RangeInclusive<u32>,
}

/// An option, at least one of whose items is primary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its line in the file, trimmed.
    pub text: String,
    /// Its items by number, each once, and their colours; 0 is none.
    pub entries: Vec<(u32, u32)>,
}

/// A solution: numbers of options, ascending.
pub type Solution = Vec<u32>;

/// Description of the method.
pub const METHOD: &str = "dancing cells, depth first, the item with the fewest branches first";

/// Likeness of a file to an exact cover in any format.
pub fn likeness(bytes: &[u8]) -> Likeness {
    text::likeness(bytes).max(drawn::likeness(bytes))
}

/// Reads a problem in any format; `name` is the file's name in messages.
pub fn read(name: &str, bytes: &[u8]) -> Result<ExactCover, InputError> {
    match drawn::likeness(bytes) {
        Likeness::None => text::read(name, bytes),
        likeness if likeness >= text::likeness(bytes) => drawn::read(name, bytes),
        // A frame of bars looks like comments.
        _ => text::read(name, bytes).or_else(|_| drawn::read(name, bytes)),
    }
}

/// Counts the solutions of a problem. As for packings, this fails only if the checkpoint is of another problem.
pub fn count(
    problem: &ExactCover,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
) -> Result<Enumerated, String> {
    walk::<Solution>(problem, None, checkpoint, limits)
}

/// Passes at most `most` solutions, converted by `make` on several threads, to `take`, which may break off. Their order does
/// not depend on the number of threads; they come as they are found, or all at the end if checkpoints are saved.
pub fn enumerate<S: Ready>(
    problem: &ExactCover,
    most: u64,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
    make: &(dyn Fn(Solution) -> S + Sync),
    take: &mut (dyn FnMut(S) -> ControlFlow<()> + Send),
) -> Result<Enumerated, String> {
    let handing = Handing::new(most, checkpoint.is_some(), limits, make, take);
    walk(problem, Some(&handing), checkpoint, limits).map(|walked| handing.outcome(walked))
}

/// The first solution of a problem, if one is found.
pub fn first(problem: &ExactCover, limits: &Limits) -> (Option<Solution>, Enumerated) {
    first_of(|take| enumerate(problem, 1, None, limits, &|found| found, take))
}

fn walk<'h, S: Ready>(
    problem: &ExactCover,
    handing: Option<&'h Handing<'h, Solution, S>>,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
) -> Result<Enumerated, String> {
    let mut budget = Budget::of(limits);
    let enumerated = |found, ended: Option<GaveUp>, cost| {
        let ended = ended.map(Unknown::GaveUp);
        Enumerated { found, ended, symmetries: 1, cost, method: METHOD.to_owned() }
    };
    let cells = match Cells::new(problem, limits.threads, &mut budget) {
        Ok(cells) => cells,
        Err(reason) => return Ok(enumerated(0, Some(reason), budget.cost(Cost::default()))),
    };
    let store = checkpoint.map(|checkpoint| checkpoint.store);
    let observers = Observers { store, ..Observers::default() };
    let collecting = Collecting {
        handing,
        count: &|[number]: &mut [u64; 1], _, _| *number += 1,
        keep: &Paths::push,
        read: &|path| cells.options(path),
    };
    let run = |enumeration: &mut Enumeration<'_, u64, _>| enumeration.run(&budget.rest(), &observers);
    let ([found], ended, cost) = collecting.walk(&[&cells], checkpoint, run)?;
    Ok(enumerated(found, ended.err(), budget.cost(cost)))
}
