//! Many positions expanded at once, for the search by layers.
//!
//! ```text
//!              position 0   position 1   position 2  …  position 63
//! class 0        mask         mask         mask           mask
//! class 1        mask         mask         mask           mask
//! free cells     mask         mask         mask           mask
//! ```
//!
//! An operation on a row is the same shift or AND for each position, which the compiler turns into vector instructions. The
//! moves found are then made one by one, class by class and direction by direction.
//!
//! # Used moves
//! A mask has a quarter of its bits for each direction; bit *r* there stands for the block whose front in that
//! direction begins at the *r*-th free cell of the position. If it is set, these moves of the block need not be made:
//!
//! * in steps, the one step back;
//! * in slides, any along the same line: the expansion that made the slide also made those to all other places of the line;
//! * in paths, any at all, for the same reason.
//!
//! Neighbours of a position that lie one layer earlier have all been expanded, each along the line (or all paths)
//! of the block that stands elsewhere there, so masks cover every move back.

use std::ops::ControlFlow;
use std::slice;

use crate::layout::{BATCH, Layout};
use crate::mask_space::canonical::Trace;
use crate::mask_space::gates::{Gate, Moves, QUARTER, bit};
use crate::mask_space::{MaskSpace, gapped_slides, paths};
use crate::metric::Metric;
use traybit_core::bits::CellSet;
use traybit_core::space::{Columns, Sink, Space, UsedMoves};

/// The rows of a batch.
#[derive(Debug)]
pub(super) struct Batch<C> {
    /// Anchors, a row for each class.
    masks: Vec<[C; BATCH]>,
    free: [C; BATCH],
    /// Cells where the fronts begin that a mask rules out, by direction.
    shut: [[C; BATCH]; 4],
    /// Free cells whose bits of the masks are still to be read.
    rest: [C; BATCH],
    /// Anchors from which a step is possible, occupied or not; those about to step, and those about to step after that.
    open: [C; BATCH],
    moving: [C; BATCH],
    next: [C; BATCH],
    /// The moves that led to them, if symmetric positions are merged.
    traces: Vec<Trace>,
}

impl<C: CellSet> Batch<C> {
    pub(super) fn new(classes: usize) -> Self {
        let row = [C::EMPTY; BATCH];
        Self {
            masks: vec![row; classes],
            free: row,
            shut: [row; 4],
            rest: row,
            open: row,
            moving: row,
            next: row,
            traces: Vec::new(),
        }
    }

    /// Reads which fronts the masks rule out.
    fn read_used(&mut self, used: &[UsedMoves], free: u32) {
        let mut bits = [0; BATCH];
        bits[..used.len()].copy_from_slice(used);
        self.rest = self.free;
        self.shut = [[C::EMPTY; BATCH]; 4];
        let [up, left, right, down] = &mut self.shut;
        for rank in 0..free {
            for index in 0..BATCH {
                let rest = self.rest[index];
                let others = rest.without_first();
                let cell = rest & !others;
                self.rest[index] = others;
                let used = bits[index] >> rank;
                let chosen = |direction: u32| cell.when(used >> (direction * QUARTER) & 1 == 1);
                up[index] |= chosen(0);
                left[index] |= chosen(1);
                right[index] |= chosen(2);
                down[index] |= chosen(3);
            }
        }
    }
}

/// Sets `out` to the anchors of blocks whose front begins in a set.
#[inline(always)]
fn begin<C: CellSet>(out: &mut [C; BATCH], masks: &[C; BATCH], gate: &Gate<C>, set: impl Fn(usize) -> C) {
    for (index, out) in out.iter_mut().enumerate() {
        *out = masks[index] & gate.legal & set(index).shifted_back(gate.first);
    }
}

/// Keeps in `out` only the anchors that have a cell of `cells` at this offset.
#[inline(always)]
fn keep_open<C: CellSet>(out: &mut [C; BATCH], cells: &[C; BATCH], offset: i32) {
    for (out, &cells) in out.iter_mut().zip(cells) {
        *out = *out & cells.shifted_back(offset);
    }
}

/// The positions in which the set is not empty, as bits.
#[inline(always)]
fn some<C: CellSet>(sets: &[C; BATCH]) -> u64 {
    let mut some = 0;
    for (index, set) in sets.iter().enumerate() {
        some |= u64::from(!set.is_empty()) << index;
    }
    some
}

/// Makes the moves of one class.
struct Mover<'a, C, L> {
    layout: &'a L,
    /// True if used-move masks are kept.
    keeps_used: bool,
    /// True if moves are to be traced.
    images: bool,
    class: usize,
    moves: &'a Moves<C>,
}

impl<C: CellSet, L: Layout<C>> Mover<'_, C, L> {
    /// The key after a move, and the free cells.
    #[inline(always)]
    fn moved(&self, key: &L::Key, free: C, from: u32, to: u32) -> (L::Key, C) {
        let key = self.layout.moved(key, self.class, from as u16, to as u16);
        (key, free ^ self.moves.shape << from ^ self.moves.shape << to)
    }

    /// Makes a step or a slide.
    #[inline(always)]
    fn slide(
        &self,
        (index, key, free): (usize, &L::Key, C),
        Slid { direction, onwards, from, to }: Slid,
        traces: &mut Vec<Trace>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let (key, free) = self.moved(key, free, from, to);
        let mut used = 0;
        if self.keeps_used {
            let (ahead, behind) = (self.moves.gates[direction].first, self.moves.gates[3 - direction].first);
            used = bit(free, to as i32 + behind, 3 - direction);
            if onwards {
                used |= bit(free, to as i32 + ahead, direction);
            }
        }
        if self.images {
            let directions = 1 << (3 - direction) | u32::from(onwards) << direction;
            traces.push(Trace { index, class: self.class, from, to, directions });
        }
        let _ = sink.push(key, used);
    }
}

/// A step or a slide, and whether the block can continue in its direction.
#[derive(Clone, Copy)]
struct Slid {
    direction: usize,
    onwards: bool,
    from: u32,
    to: u32,
}

impl<C: CellSet, L: Layout<C>> MaskSpace<C, L> {
    /// Expands at most [`BATCH`] positions by the moves of some classes.
    pub(super) fn expand_batch(
        &self,
        keys: &[L::Key],
        used: &[UsedMoves],
        classes: &[usize],
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        self.layout.unpack::<BATCH>(keys, batch.masks.as_flattened_mut());
        batch.free.fill(C::EMPTY);
        for (moves, masks) in self.classes.iter().zip(&batch.masks) {
            for &offset in &moves.cover {
                for (taken, &mask) in batch.free.iter_mut().zip(masks) {
                    *taken |= mask << offset;
                }
            }
        }
        for taken in &mut batch.free {
            *taken = self.tray & !*taken;
        }
        let keeps_used = self.neighbours().keeps_used_moves();
        if keeps_used {
            batch.read_used(used, self.free_cells);
        }
        if self.images.is_empty() {
            self.expand_rows(keys, classes, keeps_used, batch, sink);
            return;
        }
        let (mut found, mut look) = (Columns::new(), |_: &mut [_], _| ControlFlow::Continue(()));
        let mut apart = Sink::new(slice::from_mut(&mut found), true, usize::MAX, &mut look);
        self.expand_rows(keys, classes, keeps_used, batch, &mut apart);
        self.canonicalise(&batch.masks, &batch.free, &batch.traces, &mut found);
        batch.traces.clear();
        for (key, used) in found.keys.into_iter().zip(found.tags) {
            let _ = sink.push(key, used);
        }
    }

    /// Finds the moves of each class in each direction.
    fn expand_rows(
        &self,
        keys: &[L::Key],
        classes: &[usize],
        keeps_used: bool,
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let (layout, images) = (&self.layout, !self.images.is_empty());
        for &class in classes {
            let moves = &self.classes[class];
            let mover = Mover { layout, keeps_used, images, class, moves };
            if self.metric == Metric::Path {
                mover.expand_paths(keys, batch, sink);
                continue;
            }
            for direction in 0..4 {
                if moves.gates[direction].has_gap && self.metric == Metric::Slide {
                    mover.expand_gapped(direction, keys, batch, sink);
                } else if !moves.gates[direction].legal.is_empty() {
                    mover.expand_lines(self.metric, direction, keys, batch, sink);
                }
            }
        }
    }
}

impl<C: CellSet, L: Layout<C>> Mover<'_, C, L> {
    /// Steps, or slides of any length, in one direction.
    #[inline(always)]
    fn expand_lines(
        &self,
        metric: Metric,
        direction: usize,
        keys: &[L::Key],
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let gate = &self.moves.gates[direction];
        let offset = gate.offset;
        let Batch { masks, free, shut, open, moving, next, traces, .. } = batch;
        let (masks, free, mut moving, mut next) = (&masks[self.class], &*free, moving, next);
        if self.keeps_used {
            begin(moving, masks, gate, |index| free[index] & !shut[direction][index]);
        } else {
            begin(moving, masks, gate, |index| free[index]);
        }
        for &cell in &gate.front[1..] {
            keep_open(moving, free, cell);
        }
        if metric == Metric::Slide {
            open.fill(gate.legal);
            for &cell in &gate.front {
                keep_open(open, free, cell);
            }
        }
        let mut length = 1;
        loop {
            let mut some = some(moving) & u64::MAX >> (BATCH - keys.len());
            if some == 0 {
                return;
            }
            if metric == Metric::Slide {
                for ((next, &moving), &open) in next.iter_mut().zip(&*moving).zip(&*open) {
                    *next = gate.stepped(moving) & open;
                }
            }
            while some != 0 {
                let index = some.trailing_zeros() as usize;
                let sliding = moving[index];
                let others = sliding.without_first();
                moving[index] = others;
                some = if others.is_empty() { some & (some - 1) } else { some };
                let at = sliding.first() as i32;
                let (from, to) = ((at - (length - 1) * offset) as u32, (at + offset) as u32);
                let onwards = metric == Metric::Slide && next[index].contains(to);
                let slid = Slid { direction, onwards, from, to };
                self.slide((index, &keys[index], free[index]), slid, traces, sink);
            }
            if metric == Metric::Step {
                return;
            }
            // The references are swapped, not the rows.
            std::mem::swap(&mut moving, &mut next);
            length += 1;
        }
    }

    /// Slides in one direction of blocks with a gap along it: each on its own.
    fn expand_gapped(
        &self,
        direction: usize,
        keys: &[L::Key],
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let gate = &self.moves.gates[direction];
        let Batch { masks, free, shut, moving, traces, .. } = batch;
        begin(moving, &masks[self.class], gate, |index| free[index] & !shut[direction][index]);
        for (index, key) in keys.iter().enumerate() {
            moving[index].for_each(|from| {
                gapped_slides(self.moves, gate, from, free[index], |to, onwards| {
                    let slid = Slid { direction, onwards, from, to };
                    self.slide((index, key, free[index]), slid, traces, sink);
                });
            });
        }
    }

    /// Paths of any shape: each block that can step at all floods on its own.
    #[inline(always)]
    fn expand_paths(&self, keys: &[L::Key], batch: &mut Batch<C>, sink: &mut Sink<L::Key, UsedMoves>) {
        let Batch { masks, free, shut, open, moving, next, traces, .. } = batch;
        let (masks, free, gates) = (&masks[self.class], &*free, &self.moves.gates);
        open.fill(C::EMPTY);
        next.fill(C::EMPTY);
        for (direction, gate) in gates.iter().enumerate() {
            let Some((_, others)) = gate.front.split_first() else { continue };
            begin(moving, masks, gate, |index| free[index]);
            for &cell in others {
                keep_open(moving, free, cell);
            }
            open.iter_mut().zip(&*moving).for_each(|(open, &moving)| *open |= moving);
            if self.keeps_used {
                begin(moving, masks, gate, |index| shut[direction][index]);
                next.iter_mut().zip(&*moving).for_each(|(done, &moving)| *done |= moving);
            }
        }
        for ((moving, &open), &done) in moving.iter_mut().zip(&*open).zip(&*next) {
            *moving = open & !done;
        }
        let mut some = some(moving) & u64::MAX >> (BATCH - keys.len());
        while some != 0 {
            let index = some.trailing_zeros() as usize;
            some &= some - 1;
            paths(self.moves, moving[index], free[index], |from, to, open| {
                let (key, free) = self.moved(&keys[index], free[index], from, to);
                let (mut used, mut directions) = (0, 0);
                if self.keeps_used {
                    for (direction, gate) in gates.iter().enumerate() {
                        if open[direction].contains(to) {
                            used |= bit(free, to as i32 + gate.first, direction);
                            directions |= 1 << direction;
                        }
                    }
                }
                if self.images {
                    traces.push(Trace { index, class: self.class, from, to, directions });
                }
                let _ = sink.push(key, used);
            });
        }
    }
}
