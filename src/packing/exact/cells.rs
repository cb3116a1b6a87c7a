//! Exact covers by dancing cells: each primary item has the set of the options that may still be chosen for it.
//!
//! ```text
//!   p   ▒▒▒▒▒▒▒▒▒▒░░░░░    options that are left, and those removed       chosen   q closes: its other options are hidden,
//!   q   ▒▒▒░░░░░░░░░░░░                                                            in the sets of p, r and so on
//!   x   a list of all its options, of which some are hidden by now        x closes: those of its list that are not hidden
//! ```
//!
//! An option that is chosen counts for each of its items; an item that has its most is closed, and its other options are
//! hidden: removed from the sets of theirs, so that every option in the set of an open item can be chosen. A secondary
//! item, which is never decided, has no set, but a list of all its options; those that are hidden already are passed over.

mod dance;
mod sets;

use std::ops::Range;

use crate::exact::ExactCover;
use crate::exact::cells::dance::{Dance, MARK};
use crate::exact::cells::sets::{Node, Sets};
use traybit_core::search::staged::{MoveCode, StageExpander, Staged};

/// The last stage, beyond all others: the stage of a state is the number of its moves.
const LAST: usize = u32::MAX as usize;

/// Lists one after the other.
struct Lists<T> {
    all: Vec<T>,
    /// The beginning of each, and the end.
    starts: Vec<u32>,
}

impl<T: Copy> Lists<T> {
    fn of(lists: &[Vec<T>]) -> Self {
        let ends = lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        Self { all: lists.concat(), starts: [0].into_iter().chain(ends).collect() }
    }

    fn of_number(&self, number: u32) -> &[T] {
        let number = number as usize;
        &self.all[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// The sets of a problem before anything is chosen.
pub(crate) struct Cells {
    sets: Sets,
    /// The first node of each option, and the end.
    starts: Vec<u32>,
    /// For each option its secondary items, counted from the first of them, and their colours; 0 is none.
    secondary: Lists<(u32, u32)>,
    /// For each secondary item its options, and the colours that they give it.
    options: Lists<u32>,
    colours: Lists<u32>,
    /// False if an item has too few options.
    is_possible: bool,
}

impl Cells {
    /// The bytes that a problem takes with so many threads.
    pub(crate) fn bytes(problem: &ExactCover, threads: usize) -> usize {
        let entries: usize = problem.options.iter().map(|option| option.entries.len()).sum();
        let own = entries * (size_of::<Node>() + 2 * size_of::<u32>())
            + problem.items.len() * Sets::ITEM
            + problem.options.len() * (size_of::<u32>() + size_of::<bool>());
        own * (threads + 1) + entries * size_of::<[u32; 4]>()
    }

    /// The sets of a problem.
    pub(crate) fn of(problem: &ExactCover) -> Self {
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); problem.primary];
        let mut options: Vec<Vec<u32>> = vec![Vec::new(); problem.items.len() - problem.primary];
        let mut colours = options.clone();
        let (mut nodes, mut starts, mut secondary) = (Vec::new(), vec![0], Vec::new());
        for (option, choice) in (0..).zip(&problem.options) {
            let mut coloured = Vec::new();
            for &(item, colour) in &choice.entries {
                if let Some(own) = members.get_mut(item as usize) {
                    own.push(nodes.len() as u32);
                    nodes.push(Node { item, place: 0, option });
                } else {
                    let item = item - problem.primary as u32;
                    options[item as usize].push(option);
                    colours[item as usize].push(colour);
                    coloured.push((item, colour));
                }
            }
            starts.push(nodes.len() as u32);
            secondary.push(coloured);
        }
        let is_possible =
            members.iter().zip(&problem.items).all(|(own, item)| own.len() >= *item.counts.start() as usize);
        let sets = Sets::of(nodes, &members, &problem.items);
        let (options, colours) = (Lists::of(&options), Lists::of(&colours));
        Self { sets, starts, secondary: Lists::of(&secondary), options, colours, is_possible }
    }

    /// The options that a path chooses, ascending.
    pub(super) fn options(path: &[MoveCode]) -> Vec<u32> {
        let mut options: Vec<u32> = path.iter().copied().filter(|step| step & MARK == 0).collect();
        options.sort_unstable();
        options
    }

    /// The nodes of an option.
    fn nodes(&self, option: u32) -> Range<u32> {
        self.starts[option as usize]..self.starts[option as usize + 1]
    }
}

impl Staged<u64> for Cells {
    fn last(&self) -> usize {
        LAST
    }

    fn start(&self) -> Option<(usize, u64)> {
        self.is_possible.then_some((0, 0))
    }

    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(Dance::new(self))
    }
}
