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
//! which too many stay empty are seen early.

use crate::bits::Register;
use crate::packing::closing::{Closing, LANES, Lanes};
use crate::packing::cover::Cover;
use crate::packing::ledger::{self, Ledger};
use crate::space::Staged;

/// A cover in words of one size.
#[derive(Debug)]
pub struct Space<W> {
    ledger: Ledger<W>,
    forms: Vec<Laying<W>>,
    /// By cell, and the end.
    stations: Vec<Station<W>>,
    /// Forms that may be laid, by their first cell and by kind.
    runs: Vec<Run>,
    places: Vec<u32>,
    closing: Option<Closing>,
    start: Option<(usize, W)>,
}

/// What laying a form changes.
#[derive(Clone, Copy, Debug)]
struct Laying<W> {
    cells: W,
    counts: W,
}

/// What there is to know of a cell and those after it.
#[derive(Clone, Copy, Debug)]
struct Station<W> {
    runs: (u32, u32),
    weight: u64,
    may_stay_empty: bool,
    /// Cells that need no decision.
    settled: W,
    /// Cells that have to be covered.
    full: W,
    /// Weight of all cells to be decided.
    left: u64,
}

/// Forms of one kind that may be laid at a cell.
#[derive(Clone, Copy, Debug)]
struct Run {
    kind: u16,
    pieces: u64,
    places: (u32, u32),
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
        let forms = cover.forms.iter().zip(cover.is_laid()).map(|(form, is_laid)| Laying {
            // What is never laid may be larger than the word.
            cells: form
                .offsets
                .iter()
                .filter(|_| is_laid)
                .fold(W::EMPTY, |cells, &offset| cells | W::cell(offset)),
            counts: ledger.pieces(form.kind, form.pieces.into()),
        });
        let forms = forms.collect();
        let never = cover.never_covered();
        let is_settled = |cell: usize| cover.weights[cell] == 0 || never[cell];
        let (mut runs, mut places): (Vec<Run>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut stations: Vec<Station<W>> = Vec::with_capacity(cells + 1);
        for cell in 0..=cells {
            let begin = runs.len();
            for &form in cover.places.get(cell).into_iter().flatten() {
                let (kind, pieces) =
                    (cover.forms[form as usize].kind, cover.forms[form as usize].pieces.into());
                let end = places.len() as u32;
                match runs[begin..].last_mut() {
                    Some(run) if (run.kind, run.pieces) == (kind, pieces) => run.places.1 = end + 1,
                    _ => runs.push(Run { kind, pieces, places: (end, end + 1) }),
                }
                places.push(form);
            }
            stations.push(Station {
                runs: (begin as u32, runs.len() as u32),
                weight: cover.weights.get(cell).map_or(0, |&weight| weight.into()),
                may_stay_empty: cover.may_stay_empty.get(cell).is_some_and(|may| *may),
                settled: W::EMPTY,
                full: W::EMPTY,
                left: 0,
            });
        }
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
        let closing = cover.is_regular.then(|| Closing::new(cover, W::CELLS));
        let mut space = Self { ledger, forms, stations, runs, places, closing, start: None };
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

    /// Hands over the fronts that wait.
    #[inline(always)]
    fn flush(&self, stage: usize, scratch: &mut Scratch<W>, emit: &mut impl FnMut(usize, usize, W, u32)) {
        let station = &self.stations[stage];
        let mut dead = [W::EMPTY; LANES];
        if let Some(closing) = &self.closing {
            self.ledger.left(&scratch.counts, &mut scratch.left);
            for front in &mut scratch.fronts[scratch.waiting..] {
                *front = !W::EMPTY;
            }
            let of = self.ledger.front();
            dead = closing.dead(stage, &scratch.fronts, &scratch.left, of);
        }
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
        let station = &self.stations[stage];
        for (index, &state) in states.iter().enumerate() {
            let front = state & self.ledger.front() | station.settled;
            let counts = state & !self.ledger.front();
            let mut add = |front: W, counts: W, step: u32| {
                let lane = scratch.waiting;
                scratch.fronts[lane] = front;
                scratch.counts[lane] = counts;
                scratch.from[lane] = (index, step);
                scratch.waiting += 1;
                if scratch.waiting == LANES {
                    self.flush(stage, scratch, &mut emit);
                }
            };
            for run in &self.runs[station.runs.0 as usize..station.runs.1 as usize] {
                if !self.ledger.allows(counts, run.kind, run.pieces) {
                    continue;
                }
                let placements = &self.places[run.places.0 as usize..run.places.1 as usize];
                for (number, &form) in (run.places.0..).zip(placements) {
                    let laying = &self.forms[form as usize];
                    if (front & laying.cells).is_empty() {
                        add(front | laying.cells, counts.plus(laying.counts), number);
                    }
                }
            }
            let empty = self.ledger.empty(counts) + station.weight;
            if station.may_stay_empty && empty <= self.ledger.most_empty() {
                add(front | W::cell(0), counts.plus(self.ledger.more_empty(station.weight)), EMPTY);
            }
        }
        if scratch.waiting > 0 {
            self.flush(stage, scratch, &mut emit);
        }
    }
}
