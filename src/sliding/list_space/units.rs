//! Unit blocks that fill nearly all of a tray and are therefore not listed.

use crate::classes::Classes;
use crate::list_space::sorted;
use traybit_core::space::End;

/// Cells of the goal and of the start that unlisted unit blocks take.
#[derive(Debug)]
pub(super) struct Units {
    /// Their class.
    pub(super) class: usize,
    width: u16,
    /// Those of the goal, and those of the start.
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
            let mut is_target = vec![false; puzzle.size.cells()];
            for &cell in anchors {
                is_target[usize::from(cell)] = true;
            }
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

/// The cells that are not marked, ascending.
fn unmarked(marked: &[bool]) -> Vec<u16> {
    (0..=u16::MAX).zip(marked).filter(|&(_, &marked)| !marked).map(|(cell, _)| cell).collect()
}

/// Marks the cells that a block of `class`, a rectangle, covers.
fn cover(puzzle: &Classes, class: usize, anchor: u16, covered: &mut [bool]) {
    let (width, shape) = (usize::from(puzzle.size.width), &puzzle.classes[class].shape);
    for row in 0..usize::from(shape.height()) {
        let first = usize::from(anchor) + row * width;
        covered[first..first + usize::from(shape.width())].fill(true);
    }
}

/// The cells that blocks of some classes cover.
fn covered<'a>(puzzle: &Classes, classes: impl Iterator<Item = (usize, &'a Vec<u16>)>) -> Vec<bool> {
    let mut covered = vec![false; puzzle.size.cells()];
    for (class, &anchor) in classes.flat_map(|(class, anchors)| anchors.iter().map(move |at| (class, at))) {
        cover(puzzle, class, anchor, &mut covered);
    }
    covered
}

/// The cells, ascending, that no block covers.
pub(super) fn free_cells<'a>(puzzle: &Classes, anchors: impl Iterator<Item = &'a Vec<u16>>) -> Vec<u16> {
    unmarked(&covered(puzzle, anchors.enumerate()))
}

/// Writes into `anchors[missing]` the anchors that the free cells and the other classes leave.
pub(super) fn fill(puzzle: &Classes, missing: usize, anchors: &mut [Vec<u16>], free: &[u16]) {
    let others = anchors.iter().enumerate().filter(|&(class, _)| class != missing);
    let mut covered = covered(puzzle, others);
    for &cell in free {
        covered[usize::from(cell)] = true;
    }
    anchors[missing].clear();
    for cell in 0..puzzle.size.cells() {
        if !covered[cell] {
            cover(puzzle, missing, cell as u16, &mut covered);
            anchors[missing].push(cell as u16);
        }
    }
}
