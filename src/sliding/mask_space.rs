//! Space of a tray of at most 128 cells. Positions are unpacked into one mask of anchors per class.
//!
//! `gates` finds, by shifting masks, the blocks that can step. Slides repeat steps for all blocks of a class
//! at once. On a path, a block may cross cells that it covered itself, so each block needs its own flood
//! fill. `batch` does the same for many positions at once.

mod batch;
mod canonical;
mod gates;

use std::slice::from_ref;

use crate::layout::{BATCH, Layout, set};
use crate::mask_space::batch::Batch;
use crate::mask_space::gates::{Gate, Moves};
use crate::space::Sliding;
use crate::symmetry::Symmetry;
use crate::{Cell, Classes, Metric, Shift};
use traybit_core::CellSet;
use traybit_core::on_processor;
use traybit_core::processor::Processor;
use traybit_core::space::{End, Expander, Guide, Guided, Move, Neighbours, Sink, Space, UsedMoves};

/// A compiled puzzle on masks.
#[derive(Debug)]
pub struct MaskSpace<C, L> {
    tray: C,
    free_cells: u32,
    classes: Vec<Moves<C>>,
    layout: L,
    metric: Metric,
    start: Vec<C>,
    goals: Vec<Vec<C>>,
    rows_columns: Vec<Cell>,
    images: Vec<Symmetry>,
}

impl<C: CellSet, L: Layout<C>> MaskSpace<C, L> {
    /// Compiles `puzzle` for one metric; its tray must have at most `C::CELLS` cells. Layered searches merge positions
    /// that are images of each other under the `symmetries`.
    pub fn new(puzzle: &Classes, layout: L, metric: Metric, symmetries: Vec<Symmetry>) -> Self {
        Self {
            tray: set(puzzle.open_cells()),
            free_cells: puzzle.free as u32,
            classes: puzzle.classes.iter().map(|class| Moves::new(class, puzzle)).collect(),
            layout,
            metric,
            start: masks(puzzle.classes.iter().map(|class| &class.start)),
            goals: puzzle.goals.iter().map(masks).collect(),
            rows_columns: puzzle.size.all().collect(),
            images: symmetries,
        }
    }

    /// Sum, over targets that are not taken, of the Manhattan distance to the nearest block that is on no target.
    #[inline(always)]
    fn distance(&self, mask: C, targets: C) -> u32 {
        let missing = targets & !mask;
        let spare = mask & !targets;
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

    /// Pushes the successors of a position, whose rows are written to `rows`.
    #[inline(always)]
    fn successors(&self, on: impl Processor, state: &L::Key, rows: &mut [C], sink: &mut Sink<L::Key, Move>) {
        self.layout.unpack::<1>(on, from_ref(state), rows);
        let (free, rows) = (self.free(rows), &*rows);
        for (index, (class, &mask)) in self.classes.iter().zip(rows.iter()).enumerate() {
            let mut visit = |from: u16, to: u16| {
                let step = Shift { class: index as u16, from, to };
                let key = self.layout.moved(on, state, |row| rows[row], index, (from, to));
                let _ = sink.push(key, step.into());
            };
            match self.metric {
                Metric::Step => lines(class, mask, free, true, visit),
                Metric::Slide => lines(class, mask, free, false, visit),
                Metric::Path => {
                    let open = class.gates.iter().fold(C::EMPTY, |open, gate| open | gate.open(free));
                    paths(class, mask & open, free, |from, to, _| visit(from as u16, to as u16));
                }
            }
        }
    }

    /// [`Guide::describe`] with storage for the rows of the position.
    #[inline(always)]
    fn describe(&self, on: impl Processor, at: &L::Key, from: End, rows: &mut [C], to: &mut Vec<u32>) -> u32 {
        self.layout.unpack::<1>(on, from_ref(at), rows);
        let masks = &rows[..self.classes.len()];
        for (class, &mask) in masks.iter().enumerate() {
            let first = class as u32 * C::CELLS;
            mask.for_each(|anchor| to.push(first + anchor));
        }
        let distance = |targets: &Vec<C>| -> u32 {
            masks.iter().zip(targets).map(|(&mask, &targets)| self.distance(mask, targets)).sum()
        };
        match from {
            End::Goal => self.goals.iter().map(distance).min().unwrap_or(0),
            End::Start => distance(&self.start),
        }
    }
}

fn masks<'a, C: CellSet>(anchors: impl IntoIterator<Item = &'a Vec<u16>>) -> Vec<C> {
    anchors.into_iter().map(|anchors| set(anchors.iter().copied())).collect()
}

/// Calls `visit` with the anchors before and after each step if `is_step`, otherwise each slide.
#[inline(always)]
fn lines<C: CellSet>(moves: &Moves<C>, mask: C, free: C, is_step: bool, mut visit: impl FnMut(u16, u16)) {
    for gate in &moves.gates {
        let open = gate.open(free);
        if gate.has_gap && !is_step {
            (mask & open).for_each(|from| {
                gapped_slides(moves, gate, from, free, |to, _| visit(from as u16, to as u16));
            });
            continue;
        }
        let mut sliding = mask & open;
        let mut length = 0;
        while !sliding.is_empty() {
            sliding.for_each(|at| {
                let at = at as i32;
                visit((at - length * gate.offset) as u16, (at + gate.offset) as u16);
            });
            if is_step {
                break;
            }
            sliding = gate.stepped(sliding) & open;
            length += 1;
        }
    }
}

/// Slides a block that has a gap along the line. Calls `visit` with each anchor on the way, and whether the block can
/// slide on. Cells that it covers at the start count as free.
#[inline(always)]
fn gapped_slides<C: CellSet>(
    class: &Moves<C>,
    gate: &Gate<C>,
    from: u32,
    free: C,
    mut visit: impl FnMut(u32, bool),
) {
    let open = gate.open(free | class.covered(C::cell(from)));
    let mut at = from;
    while open.contains(at) {
        at = (at as i32 + gate.offset) as u32;
        visit(at, open.contains(at));
    }
}

/// Calls `visit` with the anchors before and after each path of a movable block, and with the anchors from which the
/// block can step, by direction.
#[inline(always)]
fn paths<C: CellSet>(class: &Moves<C>, movable: C, free: C, mut visit: impl FnMut(u32, u32, &[C; 4])) {
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
        (reached & !origin).for_each(|to| visit(from, to, &open));
    });
}

impl<C: CellSet, L: Layout<C>> Space<L::Key> for MaskSpace<C, L> {
    fn start(&self) -> L::Key {
        on_processor!(|on| self.layout.pack(on, &self.start))
    }

    fn expander(&self) -> Box<dyn Expander<L::Key> + '_> {
        Box::new(Worker::new(self))
    }

    fn neighbours(&self) -> Neighbours {
        // A step changes the parity of the sum of all rows and columns; canonicalisation may change it back.
        let keeps_parity = self.images.iter().all(|image| !image.is_odd);
        let same_layer = self.metric != Metric::Step || !keeps_parity;
        // One bit per free cell and direction into it.
        Neighbours { used_moves: 4 * self.free_cells <= UsedMoves::BITS, same_layer }
    }

    fn canonical(&self, state: L::Key) -> L::Key {
        if self.images.is_empty() { state } else { on_processor!(|on| self.least_image(on, state)) }
    }

    fn is_canonicalised(&self) -> bool {
        !self.images.is_empty()
    }

    fn slow_bits(&self) -> Vec<L::Key> {
        // Canonicalisation may change any bit.
        if self.images.is_empty() { self.layout.slow_bits() } else { Vec::new() }
    }
}

impl<C: CellSet, L: Layout<C>> Guided<L::Key> for MaskSpace<C, L> {
    fn goal_state(&self) -> Option<L::Key> {
        // A single goal that names every block.
        let [goal] = &self.goals[..] else { return None };
        let names_all = goal.iter().zip(&self.start).all(|(goal, start)| goal.len() == start.len());
        names_all.then(|| on_processor!(|on| self.layout.pack(on, goal)))
    }

    fn feature(&self, step: Move) -> u32 {
        let step = Shift::from(step);
        u32::from(step.class) * C::CELLS + u32::from(step.to)
    }

    fn guide(&self) -> Box<dyn Guide<L::Key> + '_> {
        Box::new(Worker::new(self))
    }
}

/// Expander and guide of one thread, with its working storage.
struct Worker<'a, C, L> {
    space: &'a MaskSpace<C, L>,
    /// The rows of one position.
    rows: Vec<C>,
    /// Storage for a batch of positions, allocated when first needed.
    batch: Option<Box<Batch<C>>>,
}

impl<'a, C: CellSet, L: Layout<C>> Worker<'a, C, L> {
    fn new(space: &'a MaskSpace<C, L>) -> Self {
        Self { space, rows: vec![C::EMPTY; space.layout.rows()], batch: None }
    }

    /// Expands states by the moves of the chosen classes.
    fn expand_classes(
        &mut self,
        states: &[L::Key],
        used: &[UsedMoves],
        is_chosen: impl Fn(usize) -> bool,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let classes: Vec<usize> = (0..self.space.classes.len()).filter(|&class| is_chosen(class)).collect();
        let batch = self.batch.get_or_insert_with(|| Box::new(Batch::new(self.space.layout.rows())));
        let mut masks = used.chunks(BATCH);
        for states in states.chunks(BATCH) {
            // One batch has too few successors to check for a stop within it.
            let used = masks.next().unwrap_or_default();
            on_processor!(|on| self.space.expand_batch(on, states, used, &classes, batch, sink));
            if sink.is_stopped() {
                return;
            }
        }
    }
}

impl<C: CellSet, L: Layout<C>> Expander<L::Key> for Worker<'_, C, L> {
    fn is_goal(&mut self, state: &L::Key) -> bool {
        on_processor!(|on| self.space.layout.is_goal(on, state))
    }

    fn goals(&mut self, states: &[L::Key]) -> Vec<usize> {
        let (layout, mut goals) = (&self.space.layout, Vec::new());
        on_processor!(|on| for (place, state) in states.iter().enumerate() {
            if layout.is_goal(on, state) {
                goals.push(place);
            }
        });
        goals
    }

    fn successors(&mut self, state: &L::Key, sink: &mut Sink<L::Key, Move>) {
        on_processor!(|on| self.space.successors(on, state, &mut self.rows, sink));
    }

    fn expand(&mut self, states: &[L::Key], used: &[UsedMoves], sink: &mut Sink<L::Key, UsedMoves>) {
        self.expand_classes(states, used, |_| true, sink);
    }

    fn expand_partly(
        &mut self,
        states: &[L::Key],
        used: &[UsedMoves],
        (mask, may_change): (&L::Key, bool),
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let layout = &self.space.layout;
        self.expand_classes(states, used, |class| layout.changes(class, mask) == may_change, sink);
    }
}

impl<C: CellSet, L: Layout<C>> Guide<L::Key> for Worker<'_, C, L> {
    fn describe(&mut self, state: &L::Key, from: End, features: &mut Vec<u32>) -> u32 {
        on_processor!(|on| self.space.describe(on, state, from, &mut self.rows, features))
    }
}

impl<C: CellSet, L: Layout<C>> Sliding<L::Key> for MaskSpace<C, L> {
    fn position(&self, anchors: &[Vec<u16>]) -> L::Key {
        on_processor!(|on| self.layout.pack(on, &masks::<C>(anchors)))
    }

    fn anchors(&self, position: &L::Key) -> Vec<Vec<u16>> {
        let mut rows = vec![C::EMPTY; self.layout.rows()];
        on_processor!(|on| self.layout.unpack::<1>(on, from_ref(position), &mut rows));
        let list = |mask: &C| mask.each().map(|anchor| anchor as u16).collect();
        rows[..self.classes.len()].iter().map(list).collect()
    }
}
