//! Unit blocks that fill nearly all of a tray and are therefore not listed.

use crate::classes::Classes;
use crate::list_space::sorted;
use traybit_core::grid::Size;
use traybit_core::space::End;

/// Cells of the goal and of the start that unlisted unit blocks take.
#[derive(Debug)]
pub(super) struct Units {
    /// Their class.
    pub(super) class: usize,
    width: u16,
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
        Self { class, width: puzzle.size.width, ends }
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
            let (steps, unit) = sorted::nearest(cell, spare, self.width, counts);
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
