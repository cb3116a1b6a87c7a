//! Packings as a staged space, with states in words of any size.
//!
//! ```text
//!  cells in scan order      decided │ first undecided cell, the stage
//!   # # # # # # # # # # # # # # # # │ . # # . # . . . . . .
//!                                   └─ front ──────────────▶  bit i: cell stage + i is decided
//! ```
//!
//! A move decides the first undecided cell: a piece is placed with its first cell there, or the cell stays empty. So each
//! packing has one sequence of moves. States are equal if their decided cells and counts of pieces are. Dead cells, which
//! no piece can cover any more, are decided at once. If few pieces cover less than half of a board, states list the pieces
//! (`space/sparse.rs`) if that is narrower.

pub mod counters;
pub mod halves;
pub mod maximal;
pub mod mirror;
pub mod placements;
pub mod pruning;
pub mod sparse;

use crate::Unknown;
use crate::budget::Budget;
use crate::cover::Cover;
use crate::space::counters::Counters;
use crate::space::mirror::{Mirror, reversing};
use crate::space::placements::Placements;
use crate::space::pruning::{DeadCells, LANES, Lanes, Pruning};
use crate::space::sparse::{Layout, Sparse};
use crate::symmetry::Symmetry;
use traybit_core::on_processor;
use traybit_core::processor::Processor;
use traybit_core::{GaveUp, MoveCode, Register, StageExpander, Staged, Successor, Width};

/// Space of a cover; a state is a front and counts in one word.
pub struct Space<W> {
    counters: Counters<W>,
    placements: Placements<W>,
    /// By stage: each cell, then the end.
    tails: Vec<Tail<W>>,
    pruning: Pruning<W>,
    mirror: Option<Mirror<W>>,
    start: Option<(usize, W)>,
}

/// A cell, and the window that begins with it.
#[derive(Clone, Copy, Debug)]
struct Tail<W> {
    weight: u64,
    may_stay_empty: bool,
    settled: W,
    full: W,
    /// Total weight of the cells still to be decided.
    left: u64,
}

/// How the search treats equal states; pruning is chosen to suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum States<'a> {
    /// Equal states are merged. There are fewer, so thorough pruning of each pays.
    Merged,
    /// Equal states and images under a symmetry that reverses all lines are merged.
    Mirrored(&'a Symmetry),
    /// Equal states are searched separately. Each costs little, so its pruning must be cheap.
    Apart,
}

/// Move that leaves the first undecided cell empty. Any other code is the number of the placement made there.
pub const EMPTY: MoveCode = MoveCode::MAX;

/// Number of bits in a state of a cover.
pub fn bits(cover: &Cover) -> u32 {
    width(cover, cover.reach())
}

/// Number of bits in a state of a cover whose pieces have this reach.
pub fn width(cover: &Cover, reach: u32) -> u32 {
    sparse(cover, reach).map_or_else(|front| front, |layout| layout.bits)
}

/// Layout that lists pieces, if it is narrower than a front; otherwise `Err` with the bits of a state with a front.
fn sparse(cover: &Cover, reach: u32) -> Result<Layout, u32> {
    let front = counters::bits(cover) + reach + 1;
    Layout::of(cover, reach).filter(|layout| layout.bits < front).ok_or(front)
}

/// Compiles a cover into a space; the states must fit into the word.
pub fn compile<'a, W: Register>(
    cover: &'a Cover,
    states: States<'_>,
    budget: &mut Budget<'_>,
) -> Result<Box<dyn Staged<W> + 'a>, GaveUp> {
    Ok(match sparse(cover, cover.reach()) {
        Ok(layout) => Box::new(Sparse::new(cover, layout, budget)?),
        Err(_) => Box::new(Space::new(cover, states, budget)?),
    })
}

/// Treatment of equal states that leaves the fewest, given the symmetries of the cover.
pub fn merged<'a>(cover: &Cover, group: &'a [Symmetry]) -> States<'a> {
    let reversing = reversing(cover, group).filter(|_| sparse(cover, cover.reach()).is_err());
    reversing.map_or(States::Merged, States::Mirrored)
}

/// Width of the word for states of this number of bits. States of more than 128 bits are rare, and all use the widest word.
pub fn word(bits: u32) -> Result<Width, Unknown> {
    match Width::fitting(bits) {
        Width::W256 => Ok(Width::W512),
        Width::Boxed => Err(Unknown::TooWide(bits)),
        word => Ok(word),
    }
}

/// Expander of one thread, with a batch of fronts to be pruned together.
struct Expander<'a, W> {
    space: &'a Space<W>,
    left: Vec<Lanes<W>>,
    waiting: usize,
    fronts: Lanes<W>,
    counts: Lanes<W>,
    from: [(u32, MoveCode); LANES],
}

impl<W: Register> Space<W> {
    /// Compiles a cover into a space; the states must fit into the word.
    pub fn new(cover: &Cover, states: States<'_>, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let cells = cover.weights.len();
        budget.take::<Tail<W>>(cells + 1)?;
        let counters = Counters::new(cover);
        let never = cover.never_covered(budget)?;
        let end = Tail { weight: 0, may_stay_empty: false, settled: !W::EMPTY, full: W::EMPTY, left: 0 };
        let mut tails = vec![end; cells + 1];
        // From the last cell to the first: each window is the next cell's, shifted by one cell.
        for cell in (0..cells).rev() {
            let (next, weight) = (tails[cell + 1], u64::from(cover.weights[cell]));
            let (is_settled, may_stay_empty) = (weight == 0 || never[cell], cover.may_stay_empty[cell]);
            tails[cell] = Tail {
                weight,
                may_stay_empty,
                settled: next.settled << 1 | W::cell(0).when(is_settled),
                full: next.full << 1 | W::cell(0).when(!may_stay_empty),
                left: next.left + if is_settled { 0 } else { weight },
            };
        }
        let pruning =
            Pruning::new(cover, states, counters.most_empty, tails.iter().map(|tail| tail.settled), budget)?;
        let placements = Placements::new(cover, &counters, budget)?;
        let mirror = Mirror::new(cover, states, &counters);
        let mut space = Self { counters, placements, tails, pruning, mirror, start: None };
        let mut dead = (0..cells).filter(|&cell| never[cell] && cover.weights[cell] > 0);
        let stuck = dead.clone().any(|cell| !cover.may_stay_empty[cell]);
        let empty = dead.by_ref().map(|cell| u64::from(cover.weights[cell])).sum();
        if !stuck && empty <= space.counters.most_empty && !cover.empties().is_empty() {
            space.start = space.settle(0, space.tails[0].settled, space.counters.empty.holding(empty));
        }
        Ok(space)
    }

    /// State with the decided cells `front`, counted from the cell `from`; `None` if it leads to no packing.
    #[inline(always)]
    fn settle(&self, from: usize, mut front: W, counts: W) -> Option<(usize, W)> {
        let mut at = from;
        let last = self.tails.len() - 1;
        loop {
            let decided = front.trailing_ones();
            at += decided as usize;
            if at >= last {
                return self.counters.is_complete(counts).then_some((last, counts));
            }
            // A shift must be smaller than the word.
            front = if decided < W::CELLS { front >> decided } else { W::EMPTY };
            front |= self.tails[at].settled;
            if !front.contains(0) {
                let fewest = self.counters.fewest_empty;
                let tail = &self.tails[at];
                let known = (front & self.counters.front & !tail.settled).len();
                let open = tail.left.saturating_sub(known.into());
                let is_possible = fewest == 0 || self.counters.empty.of(counts) + open >= fewest;
                let settled = is_possible.then_some((at, front & self.counters.front | counts));
                return match &self.mirror {
                    Some(mirror) => settled.map(|settled| self.canonical(mirror, from, settled)),
                    None => settled,
                };
            }
        }
    }

    /// The canonical one of a successor of stage `from` and its mirror image.
    #[inline(always)]
    fn canonical(&self, mirror: &Mirror<W>, from: usize, (at, state): (usize, W)) -> (usize, W) {
        let (place, line) = mirror.place(at);
        if line == mirror.place(from).1 {
            return (at, state);
        }
        let (first, place) = (at - place, place as u32);
        let (front, counts) = (state & self.counters.front, state & !self.counters.front);
        let front = front & !self.tails[at].settled;
        // The image may not fit the word: cells known to stay empty can lie far ahead.
        let Some((decided, image)) = mirror.front(front, place, self.tails[first].settled) else {
            return (at, state);
        };
        let at_image = first + decided as usize;
        let front = image & !self.tails[at_image].settled;
        if at_image < at || !(front & !self.counters.front).is_empty() {
            return (at, state);
        }
        let settled = self.tails[at_image].settled & self.counters.front;
        let image = front | settled | mirror.counts(counts);
        if at_image > at { (at_image, image) } else { (at, state.min(image)) }
    }

    /// Calls `add` with the parent's index, the state and the move of each successor.
    #[inline(always)]
    fn moves(&self, stage: usize, states: &[W], mut add: impl FnMut(u32, W, MoveCode)) {
        let tail = &self.tails[stage];
        let settled = tail.settled & self.counters.front;
        for (parent, &state) in (0..).zip(states) {
            let state = state | settled;
            self.placements.each(&self.counters, stage, state, |state, step| add(parent, state, step));
            let empty = self.counters.empty.of(state) + tail.weight;
            if tail.may_stay_empty && empty <= self.counters.most_empty {
                let state = state.plus(self.counters.empty.holding(tail.weight));
                add(parent, state | W::cell(0), EMPTY);
            }
        }
    }

    /// The state after a move, unless it is seen to lead to no packing.
    #[inline(always)]
    fn successor(&self, at: usize, (parent, state, step): (u32, W, MoveCode)) -> Option<Successor<W>> {
        let (front, counts) = self.split(at, state);
        let is_hopeless = match &self.pruning {
            Pruning::Holes(holes) => holes.any(at, front),
            Pruning::EnclosedHoles(holes) => {
                let empty = self.counters.empty.of(counts);
                empty + holes.waste(at, front) > self.counters.most_empty
            }
            _ => false,
        };
        let (stage, state) = if is_hopeless { None } else { self.settle(at, front, counts) }?;
        Some(Successor { state, parent, stage: stage as u32, step })
    }

    /// Splits a state into its front, with all settled cells of the window, and its counts.
    #[inline(always)]
    fn split(&self, stage: usize, state: W) -> (W, W) {
        let front = state & self.counters.front | self.tails[stage].settled;
        (front, state & !self.counters.front)
    }
}

impl<W: Register> Staged<W> for Space<W> {
    fn last(&self) -> usize {
        self.tails.len() - 1
    }

    fn start(&self) -> Option<(usize, W)> {
        self.start
    }

    fn expander(&self) -> Box<dyn StageExpander<W> + '_> {
        Box::new(Expander {
            space: self,
            // Kinds that are not counted never run out.
            left: vec![[!W::EMPTY; LANES]; self.counters.kinds.len()],
            waiting: 0,
            fronts: [W::EMPTY; LANES],
            counts: [W::EMPTY; LANES],
            from: [(0, EMPTY); LANES],
        })
    }
}

impl<W: Register> StageExpander<W> for Expander<'_, W> {
    fn expand(&mut self, stage: usize, states: &[W], successors: &mut Vec<Successor<W>>) {
        on_processor!(|on| self.expand_on(on, stage, states, successors));
    }
}

impl<W: Register> Expander<'_, W> {
    #[inline(always)]
    fn expand_on(&mut self, on: impl Processor, stage: usize, states: &[W], found: &mut Vec<Successor<W>>) {
        let space = self.space;
        if let Pruning::DeadCells(dead_cells) = &space.pruning {
            space.moves(stage, states, |parent, state, step| {
                let lane = self.waiting;
                (self.fronts[lane], self.counts[lane]) = space.split(stage, state);
                self.from[lane] = (parent, step);
                self.waiting += 1;
                if self.waiting == LANES {
                    on.call(|| self.flush(stage, dead_cells, found));
                }
            });
            if self.waiting > 0 {
                on.call(|| self.flush(stage, dead_cells, found));
            }
            return;
        }
        space.moves(stage, states, |parent, state, step| {
            on.call(|| {
                if let Some(successor) = space.successor(stage, (parent, state, step)) {
                    found.push(successor);
                }
            });
        });
    }

    #[inline(always)]
    fn flush(&mut self, stage: usize, dead_cells: &DeadCells, successors: &mut Vec<Successor<W>>) {
        let space = self.space;
        let tail = &space.tails[stage];
        space.counters.left(&self.counts, &mut self.left);
        for front in &mut self.fronts[self.waiting..] {
            *front = !W::EMPTY;
        }
        let dead = dead_cells.find(stage, &self.fronts, &self.left, space.counters.front);
        for (lane, &dead) in dead.iter().enumerate().take(self.waiting) {
            let counts = self.counts[lane];
            let empty = space.counters.empty.of(counts) + u64::from(dead.len());
            if !(dead & tail.full).is_empty() || empty > space.counters.most_empty {
                continue;
            }
            // Dead cells beyond the bits of the front are dropped; they are found again later.
            let kept = dead & space.counters.front;
            let counts = counts.plus(space.counters.empty.holding(kept.len().into()));
            if let Some((stage, state)) = space.settle(stage, self.fronts[lane] | kept, counts) {
                let (parent, step) = self.from[lane];
                successors.push(Successor { state, parent, stage: stage as u32, step });
            }
        }
        self.waiting = 0;
    }
}
