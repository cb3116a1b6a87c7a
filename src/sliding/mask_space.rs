//! The space of a tray of at most 128 cells: positions are unpacked into one mask of anchors per class.
//!
//! ```text
//!  free cells F        class 1×2, its mask M      can step right: M & R, where
//!   . # # .             . x . .                    R = legal anchors whose front cell is free
//!   # # . .             x . . .                      = legal & F >> 2
//! ```
//!
//! Which blocks of a class can step in a direction is thus one AND for each cell of the block's front, for all
//! blocks of the class at once. A slide goes on while the stepped mask can step again. On a path a block also
//! crosses the cells it stood on, so each block floods on its own.

use std::ops::ControlFlow;

use crate::bits::CellSet;
use crate::sliding::classes::{Class, Classes};
use crate::sliding::layout::Layout;
use crate::sliding::metric::{Metric, Shift};
use crate::space::{End, Guided, Reversible, StateSpace};

/// A compiled puzzle on masks.
#[derive(Debug)]
pub struct MaskSpace<C, L> {
    tray: C,
    classes: Vec<Moves<C>>,
    layout: L,
    metric: Metric,
    start: Vec<C>,
    goal: Vec<C>,
    /// Whether the goal names every block.
    goal_is_whole: bool,
    rows_columns: Vec<(i16, i16)>,
}

/// How blocks of one class cover cells and move.
#[derive(Debug)]
struct Moves<C> {
    /// Offsets from the anchor of the cells that a block covers.
    cover: Vec<u32>,
    gates: [Gate<C>; 4],
}

/// Steps in one direction.
#[derive(Debug)]
struct Gate<C> {
    /// Anchors from which a step stays inside the tray.
    legal: C,
    /// Offsets from the anchor of the cells that a step newly covers, where positive …
    ahead: Vec<u32>,
    /// … and where negative, without the sign.
    behind: Vec<u32>,
    /// What a step adds to the anchor.
    offset: i32,
}

impl<C: CellSet> Gate<C> {
    fn new(class: &Class, puzzle: &Classes, (down, right): (i32, i32)) -> Self {
        let size = puzzle.size;
        let (height, width) = (i32::from(class.height), i32::from(class.width));
        let inside = |row: i32, column: i32| {
            (0..=i32::from(size.height) - height).contains(&row)
                && (0..=i32::from(size.width) - width).contains(&column)
        };
        let cell = |row: i32, column: i32| row * i32::from(size.width) + column;
        let mut legal = C::EMPTY;
        for row in 0..i32::from(size.height) {
            for column in 0..i32::from(size.width) {
                if inside(row, column) && inside(row + down, column + right) {
                    legal |= C::cell(cell(row, column) as u32);
                }
            }
        }
        let covers = |row: i32, column: i32| (0..height).contains(&row) && (0..width).contains(&column);
        let front: Vec<i32> = (0..height)
            .flat_map(|row| (0..width).map(move |column| (row + down, column + right)))
            .filter(|&(row, column)| !covers(row, column))
            .map(|(row, column)| cell(row, column))
            // A block as long as the tray never steps; its front would lie past the end of the word.
            .filter(|_| !legal.is_empty())
            .collect();
        Self {
            legal,
            ahead: front.iter().filter(|&&offset| offset >= 0).map(|&offset| offset as u32).collect(),
            behind: front.iter().filter(|&&offset| offset < 0).map(|&offset| offset.unsigned_abs()).collect(),
            // Where no block ever steps, a shift by a whole word must not be asked for either.
            offset: if legal.is_empty() { 0 } else { cell(down, right) },
        }
    }

    /// Anchors from which a block steps onto free cells only.
    #[inline(always)]
    fn open(&self, free: C) -> C {
        let mut open = self.legal;
        for &offset in &self.ahead {
            open = open & free >> offset;
        }
        for &offset in &self.behind {
            open = open & free << offset;
        }
        open
    }

    /// The anchors after one step.
    #[inline(always)]
    fn stepped(&self, anchors: C) -> C {
        if self.offset >= 0 { anchors << self.offset as u32 } else { anchors >> self.offset.unsigned_abs() }
    }
}

impl<C: CellSet> Moves<C> {
    fn new(class: &Class, puzzle: &Classes) -> Self {
        let width = u32::from(puzzle.size.width);
        let cover = (0..u32::from(class.height))
            .flat_map(|row| (0..u32::from(class.width)).map(move |column| row * width + column))
            .collect();
        let gates = [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|direction| Gate::new(class, puzzle, direction));
        Self { cover, gates }
    }

    /// The cells that blocks at these anchors cover.
    #[inline(always)]
    fn covered(&self, anchors: C) -> C {
        self.cover.iter().fold(C::EMPTY, |cells, &offset| cells | anchors << offset)
    }
}

impl<C: CellSet, L: Layout<C>> MaskSpace<C, L> {
    /// Compiles `puzzle` for one metric; its tray must have at most `C::CELLS` cells.
    pub fn new(puzzle: &Classes, layout: L, metric: Metric) -> Self {
        let set =
            |anchors: &[u16]| anchors.iter().fold(C::EMPTY, |mask, &anchor| mask | C::cell(anchor.into()));
        Self {
            tray: (0..puzzle.size.cells() as u32).fold(C::EMPTY, |tray, cell| tray | C::cell(cell)),
            classes: puzzle.classes.iter().map(|class| Moves::new(class, puzzle)).collect(),
            layout,
            metric,
            start: puzzle.classes.iter().map(|class| set(&class.start)).collect(),
            goal: puzzle.classes.iter().map(|class| set(&class.goal)).collect(),
            goal_is_whole: puzzle.classes.iter().all(|class| class.goal.len() == class.start.len()),
            rows_columns: (0..puzzle.size.cells() as u16)
                .map(|cell| (puzzle.row_column(cell).0 as i16, puzzle.row_column(cell).1 as i16))
                .collect(),
        }
    }

    /// Steps from each anchor that is wanted and not taken to the nearest block that is not wanted where it is.
    #[inline(always)]
    fn distance(&self, mask: C, wanted: C) -> u32 {
        let missing = wanted & !mask;
        let spare = mask & !wanted;
        let mut total = 0;
        missing.for_each(|target| {
            let (row, column) = self.rows_columns[target as usize];
            let mut nearest = u16::MAX;
            spare.for_each(|anchor| {
                let (from_row, from_column) = self.rows_columns[anchor as usize];
                nearest = nearest.min(row.abs_diff(from_row) + column.abs_diff(from_column));
            });
            total += u32::from(nearest);
        });
        total
    }

    #[inline(always)]
    fn free(&self, masks: &[C]) -> C {
        let taken = masks
            .iter()
            .zip(&self.classes)
            .fold(C::EMPTY, |taken, (&mask, class)| taken | class.covered(mask));
        self.tray & !taken
    }
}

/// Calls `visit` with the anchors before and after each single step.
#[inline(always)]
fn steps<C: CellSet>(class: &Moves<C>, mask: C, free: C, mut visit: impl FnMut(u16, u16)) {
    for gate in &class.gates {
        (mask & gate.open(free)).for_each(|from| visit(from as u16, (from as i32 + gate.offset) as u16));
    }
}

/// The same for slides of any length.
#[inline(always)]
fn slides<C: CellSet>(class: &Moves<C>, mask: C, free: C, mut visit: impl FnMut(u16, u16)) {
    for gate in &class.gates {
        let open = gate.open(free);
        let mut sliding = mask & open;
        let mut length = 0;
        while !sliding.is_empty() {
            sliding.for_each(|at| {
                let at = at as i32;
                visit((at - length * gate.offset) as u16, (at + gate.offset) as u16);
            });
            sliding = gate.stepped(sliding) & open;
            length += 1;
        }
    }
}

/// The same for paths of any form.
#[inline(always)]
fn paths<C: CellSet>(class: &Moves<C>, mask: C, free: C, mut visit: impl FnMut(u16, u16)) {
    let movable = class.gates.iter().fold(C::EMPTY, |movable, gate| movable | gate.open(free)) & mask;
    movable.for_each(|from| {
        let origin = C::cell(from);
        let free = free | class.covered(origin);
        let open = [0, 1, 2, 3].map(|direction| class.gates[direction].open(free));
        let (mut reached, mut edge) = (origin, origin);
        while !edge.is_empty() {
            let next = class
                .gates
                .iter()
                .zip(open)
                .fold(C::EMPTY, |next, (gate, open)| next | gate.stepped(edge & open));
            edge = next & !reached;
            reached |= edge;
        }
        (reached & !origin).for_each(|to| visit(from as u16, to as u16));
    });
}

impl<C: CellSet, L: Layout<C>> StateSpace for MaskSpace<C, L> {
    type State = L::Key;
    type Move = Shift;
    type Scratch = Vec<C>;

    fn scratch(&self) -> Vec<C> {
        vec![C::EMPTY; self.classes.len()]
    }

    fn start(&self) -> L::Key {
        self.layout.pack(&self.start)
    }

    #[inline(always)]
    fn is_goal(&self, state: &L::Key, _: &mut Vec<C>) -> bool {
        self.layout.is_goal(state)
    }

    #[inline(always)]
    fn expand_while(
        &self,
        state: &L::Key,
        masks: &mut Vec<C>,
        mut emit: impl FnMut(L::Key, Shift) -> ControlFlow<()>,
    ) {
        self.layout.unpack(state, masks);
        let free = self.free(masks);
        for (index, (class, &mask)) in self.classes.iter().zip(masks.iter()).enumerate() {
            let visit = |from: u16, to: u16| {
                let step = Shift { class: index as u16, from, to };
                // A tray this small has too few successors to stop between them.
                let _ = emit(self.layout.moved(state, index, from, to), step);
            };
            match self.metric {
                Metric::Step => steps(class, mask, free, visit),
                Metric::Slide => slides(class, mask, free, visit),
                Metric::Path => paths(class, mask, free, visit),
            }
        }
    }
}

impl<C: CellSet, L: Layout<C>> Reversible for MaskSpace<C, L> {
    fn reverse(&self, step: Shift) -> Shift {
        step.reversed()
    }
}

impl<C: CellSet, L: Layout<C>> Guided for MaskSpace<C, L> {
    fn goal_state(&self) -> Option<L::Key> {
        self.goal_is_whole.then(|| self.layout.pack(&self.goal))
    }

    #[inline(always)]
    fn describe(&self, state: &L::Key, from: End, masks: &mut Vec<C>, features: &mut Vec<u32>) -> u32 {
        self.layout.unpack(state, masks);
        let wanted = match from {
            End::Goal => &self.goal,
            End::Start => &self.start,
        };
        let mut estimate = 0;
        for (class, (&mask, &wanted)) in masks.iter().zip(wanted).enumerate() {
            let first = class as u32 * C::CELLS;
            mask.for_each(|anchor| features.push(first + anchor));
            estimate += self.distance(mask, wanted);
        }
        estimate
    }

    #[inline(always)]
    fn feature(&self, step: Shift) -> u32 {
        u32::from(step.class) * C::CELLS + u32::from(step.to)
    }
}
