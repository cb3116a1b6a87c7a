//! Meet in the middle: counts packings by a walk over each half of the board.
//!
//! ```text
//!   first half ─────────▶ middle ◀───────── second half      a piece belongs to the first half if its first cell lies
//!   # # # # # # # # a a ┊ a . b b b c c c c                  there; pieces of the second half are placed from the end
//!   # # # # # # # a a a ┊ . b b c c c # # #                  backwards, and cells near the middle may be *passed over*
//!                         └─ passed over ─┘                  for pieces of the first half
//! ```
//!
//! If many pieces differ, most states by far are in the middle of a board. There, states of the first half are looked up
//! among the ways to fill the second one, by cells passed over and pieces left. A state of the second half has the cells
//! passed over and the undecided cells that are covered; bits of decided cells are inverted, so that equal states of two
//! stages are not neighbours in a table. (Horowitz and Sahni, "Computing partitions with applications to the knapsack
//! problem", 1974.)

use std::sync::atomic::Ordering;

use num_bigint::BigUint;

use crate::budget::Budget;
use crate::cover::{Cover, Orientation, starts};
use crate::space::counters::Counters;
use crate::space::mirror::Mirror;
use crate::space::placements::Placements;
use crate::space::pruning::{Holes, flood, heads};
use crate::space::{Space, States};
use traybit_core::on_processor;
use traybit_core::search::counting::{Count, CountKey, Reached, Unfinished, reach};
use traybit_core::{Cost, GaveUp, MoveCode, Register, StageExpander, Staged, Successor};

/// Minimum number of different pieces for which halves pay off.
const MANY: usize = 12;

/// Lines before the middle in which states are not merged: one more halves the memory, but adds up to a third of the time.
const LAST_LINES: usize = 2;

/// Number of different pieces, and the first cell of the second half, if all pieces are used and no cell may stay empty.
pub fn middle(cover: &Cover) -> Option<(usize, usize)> {
    let stride = cover.stride? as usize;
    let (cells, pieces) = (cover.weights.len(), cover.kinds.iter().filter(|kind| kind.is_single()).count());
    let is_exact = cover.kinds.iter().all(|kind| kind.counts.start() == kind.counts.end());
    let second = cells / stride / 2 * stride;
    (is_exact && pieces >= MANY && *cover.empties().end() == 0 && second > 0)
        .then_some((pieces, cells - second))
}

/// Counts the packings of a cover in two halves, which meet at the cell `middle`.
pub fn count<W: Register + CountKey>(
    cover: &Cover,
    middle: usize,
    states: States<'_>,
    budget: &mut Budget<'_>,
) -> Result<Count, Unfinished> {
    let mut count = Count { total: BigUint::ZERO, cost: Cost::default() };
    let unfinished = |reason| Unfinished { ended: reason, cost: Cost::default() };
    let back = Back::<W>::new(cover, middle, states, budget).map_err(unfinished)?;
    let space = Space::new(cover, states, budget).map_err(unfinished)?;
    let mut limits = budget.rest();
    limits.progress.layers.store(cover.weights.len() as u32, Ordering::Relaxed);
    let Some(ways) = reach(&back, &limits)? else { return Ok(count) };
    count.cost = ways.cost();
    limits.memory = limits.memory.saturating_sub(ways.bytes());
    let apart = middle.saturating_sub(LAST_LINES * back.stride as usize);
    let front = Front { space, middle, apart, back: &back, ways: &*ways };
    let reached = reach(&front, &limits)
        .map_err(|unfinished| Unfinished { cost: count.cost.then(unfinished.cost), ..unfinished })?;
    if let Some(reached) = reached {
        reached.each(&mut |state, number| count.total += number * ways.number(&state) / front.images(state));
        count.cost = count.cost.then(reached.cost());
    }
    Ok(count)
}

/// The second half, walked from the end of the board.
struct Back<W> {
    counters: Counters<W>,
    placements: Placements<W>,
    /// For the window from each cell on, the cells that are not part of the half.
    settled: Vec<W>,
    may_pass: Vec<bool>,
    /// Number of cells, and the first of those that may be passed over.
    cells: usize,
    zone: usize,
    stride: u32,
    heads: Vec<W>,
    holes: Option<Holes<W>>,
    /// Number of cells of the largest piece that may lie on this side of the middle.
    most: u32,
    mirror: Option<Mirror<W>>,
}

/// The cover of the cells from `middle` on, in reverse order, by pieces of this half; and the cells that other pieces reach.
fn reversed(cover: &Cover, middle: usize) -> (Cover, Vec<bool>) {
    let last = cover.weights.len() as u32 - 1;
    let back = |cell: u32| (last - cell) as usize;
    let mut places = vec![Vec::new(); cover.weights.len() - middle];
    let mut may_pass = vec![false; places.len()];
    for (cell, own) in (0..).zip(&cover.places) {
        for &number in own {
            let offsets = &cover.orientations[number as usize].offsets;
            if cell as usize >= middle {
                places[back(cell + offsets[offsets.len() - 1])].push(number);
            } else {
                let beyond = offsets.iter().map(|by| cell + by).filter(|&cell| cell as usize >= middle);
                beyond.for_each(|cell| may_pass[back(cell)] = true);
            }
        }
    }
    let turned = |orientation: &Orientation| {
        let offsets = &orientation.offsets;
        let offsets = offsets.iter().rev().map(|offset| offsets[offsets.len() - 1] - offset).collect();
        Orientation { offsets, ..*orientation }
    };
    let reversed = |cells: &[u32]| cells.iter().rev().copied().collect();
    let cover = Cover {
        weights: reversed(&cover.weights[middle..]),
        may_stay_empty: vec![false; places.len()],
        kinds: cover.kinds.clone(),
        orientations: cover.orientations.iter().map(turned).collect(),
        starts: starts(&places),
        places,
        empty: 0..=0,
        stride: cover.stride,
    };
    (cover, may_pass)
}

impl<W: Register> Back<W> {
    /// The second half of a cover, from this cell on.
    fn new(cover: &Cover, from: usize, states: States<'_>, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let counters = Counters::new(cover);
        let (rest, may_pass) = reversed(cover, from);
        let cells = rest.weights.len();
        budget.take::<(W, bool)>(2 * cells)?;
        let zone = may_pass.iter().position(|may| *may).unwrap_or(cells);
        let mut settled = vec![W::EMPTY; cells + 1];
        for cell in (0..cells).rev() {
            settled[cell] = settled[cell + 1] << 1 | W::cell(0).when(rest.weights[cell] == 0);
        }
        let stride = cover.stride.unwrap_or(1);
        let mirror = Mirror::new(cover, states, &counters).filter(Mirror::has_whole_lines);
        let areas = cover.kinds.iter().map(|kind| kind.area);
        Ok(Self {
            placements: Placements::new(&rest, &counters, budget)?,
            counters,
            settled,
            may_pass,
            cells,
            zone,
            stride,
            heads: heads(stride),
            holes: Holes::new(cover),
            most: areas.max().unwrap_or(1) - 1,
            mirror,
        })
    }

    /// The image of a state at the middle.
    fn image(&self, cells: W, counts: W) -> Option<W> {
        let mirror = self.mirror.as_ref()?;
        mirror.cells(cells).map(|cells| cells | mirror.counts(counts))
    }

    /// The state at the middle in which pieces of the first half cover these cells beyond it.
    fn joined(&self, cells: W, counts: W) -> W {
        let state = cells | counts;
        self.image(cells, counts).map_or(state, |image| state.min(image))
    }

    /// Number of cells from the middle on that pieces of the first half may cover.
    fn width(&self) -> u32 {
        (self.cells - self.zone) as u32
    }

    /// The first cell for which a state at a stage has a bit.
    fn base(&self, stage: usize) -> usize {
        stage.min(self.zone)
    }

    /// The stage and the state after the cell `from` was decided, or before the first one; `front` has the covered cells
    /// from the base of `from` on. `None` if it leads to no solution.
    #[inline(always)]
    fn settle(&self, from: Option<usize>, front: W, counts: W) -> Option<(usize, W)> {
        let base = self.base(from.unwrap_or(0));
        let decided = from.map_or(0, |from| (from - base) as u32 + 1);
        let front = front | self.settled[base];
        if self.holes.as_ref().is_some_and(|holes| holes.any(base, front)) {
            return None;
        }
        let passed = W::below(decided) & !front;
        if !passed.is_empty() {
            let beyond = !W::below((self.cells - base) as u32);
            let heads = self.heads[base % self.heads.len()];
            let near = flood(heads, self.stride, beyond, !front, self.most);
            if !(passed & !near).is_empty() {
                return None;
            }
        }
        let mut stage = base + (front | W::below(decided)).trailing_ones() as usize;
        while stage < self.cells && stage >= base + W::CELLS as usize && self.settled[stage].contains(0) {
            stage += 1;
        }
        let stage = stage.min(self.cells);
        let next = self.base(stage);
        let shift = (next - base) as u32;
        let front = if shift < W::CELLS { front >> shift } else { W::EMPTY } | self.settled[next];
        if stage == self.cells {
            return Some((stage, self.at_middle(front, counts)));
        }
        let state = front & self.counters.front | counts;
        let (stage, state) = match &self.mirror {
            Some(mirror) => self.canonical(mirror, from, (stage, state)),
            None => (stage, state),
        };
        Some((stage, state ^ self.decided(stage)))
    }

    /// The cells before a stage for which its states have bits.
    fn decided(&self, stage: usize) -> W {
        W::below((stage - self.base(stage)) as u32)
    }

    /// The state at the middle that complements a state at the end of this half.
    fn at_middle(&self, front: W, counts: W) -> W {
        let mut cells = W::EMPTY;
        let passed = W::below(self.width()) & !front;
        passed.for_each(|cell| cells |= W::cell(self.width() - 1 - cell));
        self.joined(cells, self.counters.missing(counts))
    }

    /// The canonical one of a state and its mirror image, once a whole line has been decided since `from`.
    #[inline(always)]
    fn canonical(&self, mirror: &Mirror<W>, from: Option<usize>, (stage, state): (usize, W)) -> (usize, W) {
        let (in_line, line) = mirror.place(stage);
        if from.is_none_or(|from| line == mirror.place(from).1) {
            return (stage, state);
        }
        let base = self.base(stage);
        let place = mirror.place(base).0 as u32;
        let first = base - place as usize;
        let (front, counts) = (state & self.counters.front, state & !self.counters.front);
        let front = front & !self.settled[base];
        let window = front << place | W::below(place);
        let Some(image) = mirror.cells(window).filter(|_| window >> place == front) else {
            return (stage, state);
        };
        let image = image | self.settled[first];
        let decided = W::below((stage - in_line - first) as u32);
        let stage_image = first + (image | decided).trailing_ones() as usize;
        let base_image = self.base(stage_image);
        let shift = (base_image - first) as u32;
        let front = image >> shift;
        let beyond = front & !self.settled[base_image] & !self.counters.front;
        if stage_image < stage || !(W::below(shift) & !image).is_empty() || !beyond.is_empty() {
            return (stage, state);
        }
        let image = (front | self.settled[base_image]) & self.counters.front | mirror.counts(counts);
        if stage_image > stage { (stage_image, image) } else { (stage, state.min(image)) }
    }
}

impl<W: Register> Staged<W> for Back<W> {
    fn last(&self) -> usize {
        self.cells
    }

    fn start(&self) -> Option<(usize, W)> {
        self.settle(None, W::EMPTY, W::EMPTY)
    }

    fn expander(&self) -> Box<dyn StageExpander<W> + '_> {
        Box::new(self)
    }
}

impl<W: Register> StageExpander<W> for &Back<W> {
    fn expand(&mut self, stage: usize, states: &[W], successors: &mut Vec<Successor<W>>) {
        let (shift, decided) = ((stage - self.base(stage)) as u32, self.decided(stage));
        let mut add = |parent: u32, front: W, counts: W, step: MoveCode| {
            if let Some((stage, state)) = self.settle(Some(stage), front, counts) {
                successors.push(Successor { state, parent, stage: stage as u32, step });
            }
        };
        let of_front = self.counters.front;
        on_processor!(|_on| for (parent, &state) in (0..).zip(states) {
            let (front, counts) = ((state ^ decided) & of_front, state & !of_front);
            let before = front & decided;
            self.placements.each(&self.counters, stage, front >> shift | counts, |placed, step| {
                add(parent, (placed & of_front) << shift | before, placed & !of_front, step);
            });
            if self.may_pass[stage] {
                add(parent, front, counts, MoveCode::MAX);
            }
        });
    }
}

/// The first half: at the middle, states that no walk through the second half completes are dropped.
struct Front<'a, W> {
    space: Space<W>,
    middle: usize,
    /// From this cell on, states are followed to the middle one by one, without merging.
    apart: usize,
    back: &'a Back<W>,
    ways: &'a dyn Reached<W>,
}

impl<W: Register> Front<'_, W> {
    /// The state at the middle that corresponds to one beyond it.
    fn at_middle(&self, stage: usize, state: W) -> W {
        let (front, counts) = (state & self.space.counters.front, state & !self.space.counters.front);
        let ahead = (stage - self.middle) as u32;
        let window = if ahead < W::CELLS { front << ahead | W::below(ahead) } else { !W::EMPTY };
        let cells = window & W::below(self.back.width()) & !self.space.tails[self.middle].settled;
        self.back.joined(cells, counts)
    }

    /// Number of states that one at the middle represents: itself, and its image if that differs.
    fn images(&self, state: W) -> u32 {
        let of_front = self.space.counters.front;
        let image = self.back.image(state & of_front, state & !of_front);
        1 + u32::from(image.is_some_and(|image| image != state))
    }
}

impl<W: Register> Staged<W> for Front<'_, W> {
    fn last(&self) -> usize {
        self.middle
    }

    fn start(&self) -> Option<(usize, W)> {
        let (stage, state) = self.space.start()?;
        Some(if stage < self.middle { (stage, state) } else { (self.middle, self.at_middle(stage, state)) })
    }

    fn expander(&self) -> Box<dyn StageExpander<W> + '_> {
        let (open, at_middle) = (Vec::new(), Vec::new());
        Box::new(Ahead { front: self, expander: self.space.expander(), open, at_middle })
    }
}

struct Ahead<'a, W: Register> {
    front: &'a Front<'a, W>,
    expander: Box<dyn StageExpander<W> + 'a>,
    /// Successors before the middle, and those at the middle that are still to be looked up.
    open: Vec<Successor<W>>,
    at_middle: Vec<Successor<W>>,
}

/// Number of states at the middle that are looked up together.
const LOOKED_UP: usize = 1 << 12;

impl<W: Register> Ahead<'_, W> {
    /// Appends those states at the middle that can be completed.
    fn look_up(&mut self, successors: &mut Vec<Successor<W>>) {
        let from = successors.len();
        successors.append(&mut self.at_middle);
        self.front.ways.retain(successors, from);
    }
}

impl<W: Register> StageExpander<W> for Ahead<'_, W> {
    fn expand(&mut self, stage: usize, states: &[W], successors: &mut Vec<Successor<W>>) {
        let (middle, is_apart) = (self.front.middle, stage >= self.front.apart);
        self.expander.expand(stage, states, &mut self.open);
        while let Some(successor) = self.open.pop() {
            let Successor { state, parent, stage, .. } = successor;
            let stage = stage as usize;
            if stage >= middle {
                let state = self.front.at_middle(stage, state);
                self.at_middle.push(Successor { state, stage: middle as u32, ..successor });
                if self.at_middle.len() >= LOOKED_UP {
                    self.look_up(successors);
                }
            } else if is_apart {
                let from = self.open.len();
                self.expander.expand(stage, &[state], &mut self.open);
                self.open[from..].iter_mut().for_each(|next| next.parent = parent);
            } else {
                successors.push(successor);
            }
        }
        self.look_up(successors);
    }
}
