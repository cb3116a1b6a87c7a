//! Unit blocks that fill nearly all of a tray and are therefore not listed.

use crate::classes::Classes;
use crate::nearest;
use traybit_core::space::End;

/// Cells of the goal and of the start that unlisted unit blocks take.
#[derive(Debug)]
pub(super) struct Units {
    /// Their class.
    pub(super) class: usize,
    width: u16,
    goal: Wanted,
    start: Wanted,
}

/// The cells that must hold unit blocks, as a table, and those that need not, ascending.
#[derive(Debug)]
struct Wanted {
    must: Vec<bool>,
    need_not: Vec<u16>,
}

impl Wanted {
    fn new(cells: usize, wanted: &[u16]) -> Self {
        let mut must = vec![false; cells];
        for &cell in wanted {
            must[usize::from(cell)] = true;
        }
        let need_not = (0..=u16::MAX).zip(&must).filter(|&(_, &must)| !must).map(|(cell, _)| cell).collect();
        Self { must, need_not }
    }
}

impl Units {
    /// The unit blocks of a puzzle.
    pub(super) fn new(puzzle: &Classes, class: usize) -> Self {
        let wanted = |anchors: &[u16]| Wanted::new(puzzle.size.cells(), anchors);
        Self {
            class,
            width: puzzle.size.width,
            goal: wanted(puzzle.goals.first().map_or(&[], |goal| &goal[class])),
            start: wanted(&puzzle.classes[class].start),
        }
    }

    fn wanted(&self, from: End) -> &Wanted {
        match from {
            End::Goal => &self.goal,
            End::Start => &self.start,
        }
    }

    /// The wanted ones of `others`, cells that hold no unit block.
    pub(super) fn missing(&self, from: End, others: impl Iterator<Item = u16>) -> Vec<u16> {
        let must = &self.wanted(from).must;
        others.filter(|&cell| must[usize::from(cell)]).collect()
    }

    /// Steps from the missing cells to the nearest unit blocks that could take them.
    pub(super) fn distance(&self, from: End, missing: &[u16], is_unit: impl Fn(u16) -> bool) -> u32 {
        let spare = &self.wanted(from).need_not;
        let mut used: Vec<u16> = Vec::with_capacity(missing.len());
        let mut total = 0;
        for &cell in missing {
            let counts = |candidate| !used.contains(&candidate) && is_unit(candidate);
            let (steps, unit) = nearest::to(cell, spare, self.width, counts);
            used.extend(unit);
            total += steps;
        }
        total
    }
}
