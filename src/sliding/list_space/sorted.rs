//! Sorted lists of anchors: what differs between two, and the one nearest to a target; and the unit blocks that fill nearly all
//! of a tray and are therefore not listed.

use crate::Classes;
use traybit_core::Size;
use traybit_core::space::End;

/// Calls `change` with each anchor that is in just one of two lists, and whether it is in the second.
pub(super) fn changes(mut old: &[u16], mut new: &[u16], mut change: impl FnMut(u16, bool)) {
    loop {
        match (old, new) {
            ([a, old_rest @ ..], [b, new_rest @ ..]) if a == b => (old, new) = (old_rest, new_rest),
            ([a, rest @ ..], _) if new.first().is_none_or(|b| a < b) => {
                change(*a, false);
                old = rest;
            }
            (_, [b, rest @ ..]) => {
                change(*b, true);
                new = rest;
            }
            (_, []) => break,
        }
    }
}

/// Replaces an anchor, which must be in the list, by one that is not.
pub(super) fn replace(list: &mut Vec<u16>, old: u16, new: u16) {
    list.remove(list.partition_point(|&anchor| anchor < old));
    list.insert(list.partition_point(|&anchor| anchor < new), new);
}

/// Candidates on either side of the target in reading order; the nearest one is nearly always among them.
const WINDOW: usize = 128;
/// Distance if none was found: the height plus the width of the largest tray.
const FAR: u32 = 512;

/// Steps from `target` to the nearest of the ascending `candidates` that `counts` accepts, and that candidate.
pub(super) fn nearest(to: u16, all: &[u16], size: Size, counts: impl Fn(u16) -> bool) -> (u32, Option<u16>) {
    let at = all.partition_point(|&candidate| candidate < to);
    let window = &all[at.saturating_sub(WINDOW)..(at + WINDOW).min(all.len())];
    let near = window.iter().map(|&candidate| (size.steps(candidate.into(), to.into()), Some(candidate)));
    near.filter(|&(_, candidate)| candidate.is_some_and(&counts)).min().unwrap_or((FAR, None))
}

/// Finds the nearest candidate as [`nearest`] does, and removes it: no block can serve two targets.
pub(super) fn take_nearest(target: u16, candidates: &mut Vec<u16>, size: Size) -> (u32, Option<u16>) {
    let found = nearest(target, candidates, size, |_| true);
    if let Some(at) = found.1.and_then(|taken| candidates.binary_search(&taken).ok()) {
        candidates.remove(at);
    }
    found
}

/// Cells of the goal and of the start that unlisted unit blocks take.
#[derive(Debug)]
pub(super) struct Units {
    /// Their class.
    pub(super) class: usize,
    size: Size,
    /// Targets of the goal, and those of the start.
    ends: [Targets; 2],
}

/// The cells that must hold unit blocks, as a table, and all others, ascending.
#[derive(Debug)]
struct Targets {
    is_target: Vec<bool>,
    others: Vec<u16>,
}

impl Units {
    /// The unit blocks of a puzzle.
    pub(super) fn new(puzzle: &Classes, class: usize) -> Self {
        let targets = |anchors: &[u16]| {
            let is_target = marked(puzzle.size, anchors.iter().copied());
            Targets { others: unmarked(&is_target), is_target }
        };
        let goal = puzzle.goals.first().map_or(&[][..], |goal| &goal[class]);
        let ends = [targets(goal), targets(&puzzle.classes[class].start)];
        Self { class, size: puzzle.size, ends }
    }

    fn targets(&self, from: End) -> &Targets {
        &self.ends[usize::from(from == End::Start)]
    }

    /// The targets among `others`, cells that hold no unit block.
    pub(super) fn missing(&self, from: End, others: impl Iterator<Item = u16>) -> Vec<u16> {
        let is_target = &self.targets(from).is_target;
        others.filter(|&cell| is_target[usize::from(cell)]).collect()
    }

    /// Steps from the missing cells to the nearest unit blocks that could take them.
    pub(super) fn distance(&self, from: End, missing: &[u16], is_unit: impl Fn(u16) -> bool) -> u32 {
        let spare = &self.targets(from).others;
        let mut used: Vec<u16> = Vec::with_capacity(missing.len());
        let mut total = 0;
        for &cell in missing {
            let counts = |candidate| !used.contains(&candidate) && is_unit(candidate);
            let (steps, unit) = nearest(cell, spare, self.size, counts);
            used.extend(unit);
            total += steps;
        }
        total
    }
}

/// A table of cells in which some are marked.
pub(super) fn marked(size: Size, cells: impl Iterator<Item = u16>) -> Vec<bool> {
    let mut marked = vec![false; size.cells()];
    cells.for_each(|cell| marked[usize::from(cell)] = true);
    marked
}

/// The cells that are not marked, ascending.
pub(super) fn unmarked(marked: &[bool]) -> Vec<u16> {
    (0..=u16::MAX).zip(marked).filter(|&(_, &marked)| !marked).map(|(cell, _)| cell).collect()
}
