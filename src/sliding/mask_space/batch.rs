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

use crate::layout::{BATCH, Found, Layout};
use crate::mask_space::canonical::Trace;
use crate::mask_space::gates::{Moves, QUARTER, bit, each_anchor, stepping, update};
use crate::mask_space::{MaskSpace, gapped_slides, paths};
use crate::metric::Metric;
use traybit_core::bits::CellSet;
use traybit_core::processor::Processor;
use traybit_core::space::{Columns, Sink, Space, UsedMoves};

/// The rows of a batch.
#[derive(Debug)]
pub(super) struct Batch<C> {
    /// Anchors, a row for each class, and what else is unpacked.
    rows: Vec<[C; BATCH]>,
    free: [C; BATCH],
    /// Cells where the fronts begin that a mask rules out, by direction.
    shut: [[C; BATCH]; 4],
    /// Free cells whose bits of the masks are still to be read.
    rest: [C; BATCH],
    /// Anchors from which a step is possible, occupied or not; those about to step, and those about to step after that.
    open: [C; BATCH],
    moving: [C; BATCH],
    next: [C; BATCH],
    /// The moves of one class in one direction.
    found: Vec<Found>,
    /// The moves that led to the successors, if symmetric positions are merged.
    traces: Vec<Trace>,
}

impl<C: CellSet> Batch<C> {
    pub(super) fn new(rows: usize) -> Self {
        let row = [C::EMPTY; BATCH];
        Self {
            rows: vec![row; rows],
            free: row,
            shut: [row; 4],
            rest: row,
            open: row,
            moving: row,
            next: row,
            found: Vec::new(),
            traces: Vec::new(),
        }
    }

    /// Finds the cells that no block covers.
    #[inline(always)]
    fn fill_free(&mut self, tray: C, classes: &[Moves<C>]) {
        self.free.fill(C::EMPTY);
        for (moves, masks) in classes.iter().zip(&self.rows) {
            for &offset in &moves.cover {
                for (taken, &mask) in self.free.iter_mut().zip(masks) {
                    *taken |= mask << offset;
                }
            }
        }
        for taken in &mut self.free {
            *taken = tray & !*taken;
        }
    }

    /// Reads which fronts the masks rule out.
    #[inline(always)]
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

impl<C: CellSet, L: Layout<C>> MaskSpace<C, L> {
    /// Expands at most [`BATCH`] positions by the moves of some classes.
    #[inline(always)]
    pub(super) fn expand_batch(
        &self,
        on: impl Processor,
        keys: &[L::Key],
        used: &[UsedMoves],
        classes: &[usize],
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        self.layout.unpack::<BATCH>(on, keys, batch.rows.as_flattened_mut());
        if let [.., free] = batch.rows[self.classes.len()..] {
            batch.free = free;
        } else {
            batch.fill_free(self.tray, &self.classes);
        }
        let keeps_used = self.neighbours().used_moves;
        // Of few moves those that a mask rules out are dropped one by one.
        let are_few = 2 * classes.len() < self.classes.len() && self.metric != Metric::Path;
        let dropped = if keeps_used && are_few { used } else { &[] };
        if keeps_used && dropped.is_empty() {
            batch.read_used(used, self.free_cells);
        }
        if self.images.is_empty() {
            self.expand_rows(on, (keys, dropped), (classes, keeps_used), batch, sink);
            return;
        }
        let (mut found, mut look) = (Columns::default(), |_: &mut _| ControlFlow::Continue(()));
        let mut apart = Sink::new(&mut found, true, usize::MAX, &mut look);
        self.expand_rows(on, (keys, dropped), (classes, keeps_used), batch, &mut apart);
        self.canonicalise(on, &batch.rows, &batch.free, &batch.traces, &mut found);
        batch.traces.clear();
        for (key, used) in found.keys.into_iter().zip(found.tags) {
            let _ = sink.push(key, used);
        }
    }

    /// Finds the moves of each class in each direction, but those that masks rule out.
    #[inline(always)]
    fn expand_rows(
        &self,
        on: impl Processor,
        (keys, dropped): (&[L::Key], &[UsedMoves]),
        (classes, keeps_used): (&[usize], bool),
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let (layout, images) = (&self.layout, !self.images.is_empty());
        let reads_used = keeps_used && dropped.is_empty();
        for &class in classes {
            let moves = &self.classes[class];
            let mover = Mover { layout, keeps_used, reads_used, images, class, moves };
            if self.metric == Metric::Path {
                on.call(|| mover.expand_paths(on, keys, batch, sink));
                continue;
            }
            for direction in (0..4).filter(|&direction| !moves.gates[direction].legal.is_empty()) {
                match self.metric {
                    Metric::Step => on.call(|| mover.find_lines::<false>(direction, keys.len(), batch)),
                    _ if moves.gates[direction].has_gap => mover.find_gapped(direction, keys.len(), batch),
                    _ => on.call(|| mover.find_lines::<true>(direction, keys.len(), batch)),
                }
            }
            if !dropped.is_empty() {
                mover.drop_used(dropped, batch);
            }
            mover.make_lines(on, keys, batch, sink);
        }
    }
}

/// Makes the moves of one class.
struct Mover<'a, C, L> {
    layout: &'a L,
    keeps_used: bool,
    /// True if it is known which fronts they rule out, before moves are found.
    reads_used: bool,
    /// True if moves are to be traced.
    images: bool,
    class: usize,
    moves: &'a Moves<C>,
}

impl<C: CellSet, L: Layout<C>> Mover<'_, C, L> {
    /// Finds the steps, or the slides of any length, in one direction.
    #[inline(always)]
    fn find_lines<const SLIDES: bool>(&self, direction: usize, count: usize, batch: &mut Batch<C>) {
        let gate = &self.moves.gates[direction];
        let offset = gate.offset;
        let Batch { rows, free, shut, open, moving, next, found, .. } = batch;
        let (blocks, free, mut moving, mut next) = ((&rows[self.class], gate), &*free, moving, next);
        let all = u64::MAX >> (BATCH - count);
        let mut some = if self.reads_used {
            stepping(moving, blocks, |index| free[index] & !shut[direction][index], |index| free[index])
        } else {
            stepping(moving, blocks, |index| free[index], |index| free[index])
        } & all;
        if SLIDES {
            update(open, |_, _| gate.legal);
            for &cell in &gate.front {
                update(open, |before, index| before & free[index].shifted_back(cell));
            }
        }
        let mut length = 1;
        while some != 0 {
            let after = if SLIDES {
                update(next, |_, index| gate.stepped(moving[index]) & open[index]) & all
            } else {
                0
            };
            each_anchor(moving, some, |index, at| {
                let at = at as i32;
                let (from, to) = ((at - (length - 1) * offset) as u32, (at + offset) as u32);
                let onwards = SLIDES && next[index].contains(to);
                found.push(Found::new(index, (from, to), (direction, onwards)));
            });
            // The references are swapped, not the rows.
            std::mem::swap(&mut moving, &mut next);
            (some, length) = (after, length + 1);
        }
    }

    /// Finds the slides in one direction of blocks with a gap along it: each on its own.
    fn find_gapped(&self, direction: usize, count: usize, batch: &mut Batch<C>) {
        let gate = &self.moves.gates[direction];
        let Batch { rows, free, shut, moving, found, .. } = batch;
        let open = |index: usize| {
            if self.reads_used { free[index] & !shut[direction][index] } else { free[index] }
        };
        update(moving, |_, index| {
            rows[self.class][index] & gate.legal & open(index).shifted_back(gate.first)
        });
        for index in 0..count {
            moving[index].for_each(|from| {
                gapped_slides(self.moves, gate, from, free[index], |to, onwards| {
                    found.push(Found::new(index, (from, to), (direction, onwards)));
                });
            });
        }
    }

    /// Drops the steps or slides that masks rule out.
    #[inline(always)]
    fn drop_used(&self, used: &[UsedMoves], batch: &mut Batch<C>) {
        let Batch { free, found, .. } = batch;
        let first = self.moves.fronts();
        let mut kept = 0;
        for place in 0..found.len() {
            let step = found[place];
            let (index, direction) = (step.index(), step.direction());
            let front = bit(free[index], i32::from(step.from) + first[direction], direction);
            // Half of them are dropped, in no order: a branch would cost more than a copy.
            found[kept] = step;
            kept += usize::from(used[index] & front == 0);
        }
        found.truncate(kept);
    }

    /// Makes the steps or slides that were found.
    #[inline(always)]
    fn make_lines(
        &self,
        on: impl Processor,
        keys: &[L::Key],
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let Batch { rows, free, found, traces, .. } = batch;
        if self.images {
            traces.extend(found.iter().map(|found| Trace {
                index: found.index.into(),
                class: self.class,
                from: found.from.into(),
                to: found.to.into(),
                directions: 1 << (3 - found.direction()) | u32::from(found.onwards()) << found.direction(),
            }));
        }
        let _ = sink.extend(|made, with_used| {
            // Loops of their own: all they need stays in registers.
            on.call(|| self.layout.moved_all(on, (keys, rows), self.class, found, &mut made.keys));
            if self.keeps_used {
                on.call(|| self.moves.used(found, free, &mut made.tags));
            } else if with_used {
                made.tags.resize(made.keys.len(), 0);
            }
        });
        found.clear();
    }

    /// Paths of any shape: each block that can step at all floods on its own.
    #[inline(always)]
    fn expand_paths(
        &self,
        on: impl Processor,
        keys: &[L::Key],
        batch: &mut Batch<C>,
        sink: &mut Sink<L::Key, UsedMoves>,
    ) {
        let Batch { rows, free, shut, open, moving, next, traces, .. } = batch;
        let (rows, masks, free, gates) = (&*rows, &rows[self.class], &*free, &self.moves.gates);
        update(open, |_, _| C::EMPTY);
        update(next, |_, _| C::EMPTY);
        for (direction, gate) in gates.iter().enumerate().filter(|(_, gate)| !gate.front.is_empty()) {
            stepping(moving, (masks, gate), |index| free[index], |index| free[index]);
            update(open, |before, index| before | moving[index]);
            if self.keeps_used {
                let shut = |index: usize| shut[direction][index].shifted_back(gate.first);
                update(next, |before, index| before | masks[index] & gate.legal & shut(index));
            }
        }
        let mut some =
            update(moving, |_, index| open[index] & !next[index]) & u64::MAX >> (BATCH - keys.len());
        while some != 0 {
            let index = some.trailing_zeros() as usize;
            some &= some - 1;
            paths(self.moves, moving[index], free[index], |from, to, open| {
                let row = |row: usize| rows[row][index];
                let key = self.layout.moved(on, &keys[index], row, self.class, (from as u16, to as u16));
                let free = free[index] ^ self.moves.shape << from ^ self.moves.shape << to;
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
