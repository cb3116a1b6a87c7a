//! Packings as a space cut into stages, in words of any size.
//!
//! ```text
//!  cells in scan order      decided │ first undecided cell, the stage
//!   # # # # # # # # # # # # # # # # │ . # # . # . . . . . .
//!                                   └─ front ──────────────▶  bit i: cell stage + i is decided
//! ```
//!
//! A move decides the first undecided cell: a form is laid with its first cell there, or it stays empty. Each packing is
//! made in one order only, and two ways to decide the same cells with the same pieces are one state. Cells that no
//! piece can cover any more stay empty, so they are decided at once: there are fewer states, and those in
//! which too many stay empty are seen early. Where none may stay empty, it costs less to see only the cells that lie in
//! pockets smaller than a piece, though there are two to three times as many states.

mod closing;
mod layings;
mod ledger;
mod pockets;

use crate::cover::Cover;
use crate::space::closing::{Closing, LANES, Lanes};
use crate::space::layings::Layings;
use crate::space::ledger::Ledger;
use crate::space::pockets::Pockets;
use traybit_core::bits::Register;
use traybit_core::space::Staged;

/// A cover in words of one size.
#[derive(Debug)]
pub struct Space<W> {
    ledger: Ledger<W>,
    layings: Layings<W>,
    /// By cell, and the end.
    stations: Vec<Station<W>>,
    ahead: Ahead<W>,
    start: Option<(usize, W)>,
}

/// What there is to know of a cell and those after it.
#[derive(Clone, Copy, Debug)]
struct Station<W> {
    weight: u64,
    may_stay_empty: bool,
    /// Cells that need no decision.
    settled: W,
    /// Cells that have to be covered.
    full: W,
    /// Weight of all cells to be decided.
    left: u64,
}

/// How states that lead to no packing are seen early.
#[derive(Debug)]
enum Ahead<W> {
    /// By cells that no form covers any more: they stay empty, and that may be too many.
    Closing(Closing),
    /// By pockets that no piece fits into, where no cell may stay empty.
    Pockets(Pockets<W>),
    /// Not at all.
    Nothing,
}

/// The move that leaves the first undecided cell empty; any other number is that of the placement made there.
pub const EMPTY: u32 = u32::MAX;

/// How many bits of a word the states of a cover take.
#[must_use]
pub fn bits(cover: &Cover) -> u32 {
    ledger::bits(cover) + cover.reach() + 1
}

/// A thread's fronts that wait to be closed together.
#[derive(Debug)]
pub struct Scratch<W> {
    left: Vec<Lanes<W>>,
    waiting: usize,
    fronts: Lanes<W>,
    counts: Lanes<W>,
    from: [(usize, u32); LANES],
}

impl<W: Register> Space<W> {
    /// The space of a cover, whose states have to fit into the word.
    #[must_use]
    pub fn new(cover: &Cover) -> Self {
        let cells = cover.weights.len();
        let ledger = Ledger::new(cover);
        let never = cover.never_covered();
        let is_settled = |cell: usize| cover.weights[cell] == 0 || never[cell];
        let station = |cell: usize| Station {
            weight: cover.weights.get(cell).map_or(0, |&weight| weight.into()),
            may_stay_empty: cover.may_stay_empty.get(cell).is_some_and(|may| *may),
            settled: W::EMPTY,
            full: W::EMPTY,
            left: 0,
        };
        let mut stations: Vec<Station<W>> = (0..=cells).map(station).collect();
        // From the last cell to the first, each window is the one after it, moved on by a cell.
        let (mut settled, mut full, mut left) = (!W::EMPTY, W::EMPTY, 0);
        for cell in (0..=cells).rev() {
            if cell < cells {
                settled = settled << 1 | W::cell(0).when(is_settled(cell));
                full = full << 1 | W::cell(0).when(!cover.may_stay_empty[cell]);
                left += if is_settled(cell) { 0 } else { stations[cell].weight };
            }
            (stations[cell].settled, stations[cell].full, stations[cell].left) = (settled, full, left);
        }
        let pockets = Pockets::new(cover).filter(|_| ledger.most_empty() == 0);
        let ahead = match pockets {
            Some(pockets) => Ahead::Pockets(pockets),
            None if cover.stride.is_some() => Ahead::Closing(Closing::new(cover, W::CELLS)),
            None => Ahead::Nothing,
        };
        let layings = Layings::new(cover, &ledger);
        let mut space = Self { ledger, layings, stations, ahead, start: None };
        let mut dead = (0..cells).filter(|&cell| never[cell] && cover.weights[cell] > 0);
        let stuck = dead.clone().any(|cell| !cover.may_stay_empty[cell]);
        let empty = dead.by_ref().map(|cell| u64::from(cover.weights[cell])).sum();
        if !stuck && empty <= space.ledger.most_empty() && !cover.empties().is_empty() {
            space.start = space.settle(0, space.stations[0].settled, space.ledger.more_empty(empty));
        }
        space
    }

    /// The state in which the cells of `front`, counted from the cell `at`, are decided: none when it leads to no
    /// packing.
    #[inline(always)]
    fn settle(&self, mut at: usize, mut front: W, counts: W) -> Option<(usize, W)> {
        let last = self.stations.len() - 1;
        loop {
            let decided = front.trailing_ones();
            at += decided as usize;
            if at >= last {
                return self.ledger.is_complete(counts).then_some((last, counts));
            }
            // A shift has to be smaller than the word.
            front = if decided < W::CELLS { front >> decided } else { W::EMPTY };
            front |= self.stations[at].settled;
            if !front.contains(0) {
                let fewest = self.ledger.fewest_empty();
                let station = &self.stations[at];
                let known = (front & self.ledger.front() & !station.settled).len();
                let open = station.left.saturating_sub(known.into());
                let is_possible = fewest == 0 || self.ledger.empty(counts) + open >= fewest;
                return is_possible.then_some((at, front & self.ledger.front() | counts));
            }
        }
    }

    /// Hands over what the moves from some states lead to.
    #[inline(always)]
    fn moves(&self, stage: usize, states: &[W], mut add: impl FnMut(usize, W, u32)) {
        let station = &self.stations[stage];
        let settled = station.settled & self.ledger.front();
        for (index, &state) in states.iter().enumerate() {
            let state = state | settled;
            self.layings.each(&self.ledger, stage, state, |state, step| add(index, state, step));
            let empty = self.ledger.empty(state) + station.weight;
            if station.may_stay_empty && empty <= self.ledger.most_empty() {
                let state = state.plus(self.ledger.more_empty(station.weight));
                add(index, state | W::cell(0), EMPTY);
            }
        }
    }

    /// The front of a state at a stage, with all that is known of the window, and its counts.
    #[inline(always)]
    fn apart(&self, stage: usize, state: W) -> (W, W) {
        let front = state & self.ledger.front() | self.stations[stage].settled;
        (front, state & !self.ledger.front())
    }

    /// Hands over the fronts that wait.
    #[inline(always)]
    fn flush(
        &self,
        stage: usize,
        closing: &Closing,
        scratch: &mut Scratch<W>,
        emit: &mut impl FnMut(usize, usize, W, u32),
    ) {
        let station = &self.stations[stage];
        self.ledger.left(&scratch.counts, &mut scratch.left);
        for front in &mut scratch.fronts[scratch.waiting..] {
            *front = !W::EMPTY;
        }
        let dead = closing.dead(stage, &scratch.fronts, &scratch.left, self.ledger.front());
        for (lane, &dead) in dead.iter().enumerate().take(scratch.waiting) {
            let counts = scratch.counts[lane];
            let empty = self.ledger.empty(counts);
            if !(dead & station.full).is_empty() || empty + u64::from(dead.len()) > self.ledger.most_empty() {
                continue;
            }
            // What the state has no bits for is found again.
            let (index, step) = scratch.from[lane];
            let kept = dead & self.ledger.front();
            let counts = counts.plus(self.ledger.more_empty(kept.len().into()));
            if let Some((next, state)) = self.settle(stage, scratch.fronts[lane] | kept, counts) {
                emit(index, next, state, step);
            }
        }
        scratch.waiting = 0;
    }
}

impl<W: Register> Staged for Space<W> {
    type State = W;
    type Move = u32;
    type Scratch = Scratch<W>;

    fn scratch(&self) -> Scratch<W> {
        Scratch {
            left: self.ledger.all_left(),
            waiting: 0,
            fronts: [W::EMPTY; LANES],
            counts: [W::EMPTY; LANES],
            from: [(0, EMPTY); LANES],
        }
    }

    fn last(&self) -> usize {
        self.stations.len() - 1
    }

    fn start(&self) -> Option<(usize, W)> {
        self.start
    }

    #[inline]
    fn expand_stage(
        &self,
        stage: usize,
        states: &[W],
        scratch: &mut Scratch<W>,
        mut emit: impl FnMut(usize, usize, W, u32),
    ) {
        if let Ahead::Closing(closing) = &self.ahead {
            self.moves(stage, states, |index, state, step| {
                let lane = scratch.waiting;
                (scratch.fronts[lane], scratch.counts[lane]) = self.apart(stage, state);
                scratch.from[lane] = (index, step);
                scratch.waiting += 1;
                if scratch.waiting == LANES {
                    self.flush(stage, closing, scratch, &mut emit);
                }
            });
            if scratch.waiting > 0 {
                self.flush(stage, closing, scratch, &mut emit);
            }
            return;
        }
        self.moves(stage, states, |index, state, step| {
            let (front, counts) = self.apart(stage, state);
            if let Ahead::Pockets(pockets) = &self.ahead
                && pockets.any(stage, front)
            {
                return;
            }
            if let Some((next, state)) = self.settle(stage, front, counts) {
                emit(index, next, state, step);
            }
        });
    }
}
