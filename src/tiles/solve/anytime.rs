//! Short solutions within a time: the fast one, then beams of growing width, then windows of the best one; or windows of
//! a given solution.
//!
//! ```text
//!   fast answer ─▶ beams, wider and wider: from stage to stage, and ─▶ windows of the best: pass after pass,
//!                  then over all tiles at once up to 144 cells          cut at other places, then longer and wider
//!                  (each thread its own)                                (threads share the windows of a pass)
//!
//!   moves    ├────── window ──────┼────── window ──────┼─ …       a window is replaced by a shorter path
//!   board    A                    B                    C          A → B: a board with B as its goal, cut down to the
//!                                                                 cells that the blank came near
//! ```
//!
//! (Improving a plan window by window: Siddiqui and Haslum, "Continuing plan quality optimisation", JAIR 2015.)

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use web_time::{Duration, Instant};

use crate::bytes::MOST_CELLS;
use crate::lines::distance::StageDistance;
use crate::lines::walk::StageWalk;
use crate::lines::{Rectangle, plan};
use crate::lower_bounds::LowerBounds;
use crate::solution::simplified;
use crate::solve::fast::{fast, remainder};
use crate::solve::optimal::Optimiser;
use crate::solve::ranked::ranked;
use crate::solve::{Report, Verdict};
use crate::whole::BoardWalk;
use crate::{Arrangement, Direction};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::tour;
use traybit_core::{Cost, GaveUp, Limits};

/// Cells of the largest boards for beams over all tiles at once: on larger ones they come to a standstill.
const SMALL: usize = 144;
/// Widths of a thread's first beam, over all tiles and from stage to stage, and the doublings of each later turn.
const WHOLE: (usize, u32) = (1 << 8, 3);
const STAGED: (usize, u32) = (1 << 3, 6);
const STAGED_IF_SMALL: (usize, u32) = (1 << 7, 0);
const MOST_DOUBLINGS: u32 = 20;
/// Part of the time left that a beam may take by its estimate.
const SHARE: f64 = 0.8;
/// Percentage of the time for beams: windows hardly change what wide ones found.
const BEAM_TIME: u32 = 92;
/// First windows: their moves, and the width of the beam in them.
const FIRST: Windows = Windows { offset: 0, length: 40, width: 100 };
/// Longest windows, and widest beams in them, after which the search ends.
const LONGEST_WINDOW: usize = 200;
const WIDEST: usize = 1 << 20;

const LINES: &str = "line by line";

/// Searches for a solution of a board without obstacle as soon as possible.
pub(super) fn quick(start: &Arrangement, limits: &Limits) -> Report {
    let began = Instant::now();
    let found = fast(start, limits);
    Report::new(start, found, Cost { time: began.elapsed(), ..Cost::default() }, LINES)
}

/// Searches for a short solution of a board without obstacle within a time and the limits. It ends early with a solution
/// as short as the Manhattan distance, which is optimal, and on a small board when there is nothing left to try.
/// Beams are ranked by the databases of `optimiser`, if it has any.
pub fn improve(from: &Arrangement, optimiser: Option<&Optimiser>, time: Duration, limits: &Limits) -> Report {
    let began = Instant::now();
    let limited = limits.for_at_most(time);
    let first = quick(from, limits);
    let Verdict::Solved { moves, .. } = first.verdict else { return first };
    let mut best = Shortest::new(from, moves, LINES, (began, time));
    best.bounds = optimiser.and_then(|optimiser| optimiser.pattern_databases(&limited).ok().flatten());
    best.cost.positions = best.moves.len() as u64;
    let sides = from.size();
    if sides.height > 1 && sides.width > 1 && !best.is_optimal() {
        let time = limited.deadline.map_or(time, |end| end.saturating_duration_since(began));
        best.try_beams(&limits.for_at_most(time / 100 * BEAM_TIME));
        best.try_windows(&limited);
    }
    best.report(began, limits)
}

/// Shortens a solution by windows of it within a time and the limits.
pub fn shorten(start: &Arrangement, moves: &[Direction], time: Duration, limits: &Limits) -> Report {
    let began = Instant::now();
    let moves = simplified(moves.iter().copied());
    let mut best = Shortest::new(start, moves, "the solution given", (began, time));
    best.try_windows(&limits.for_at_most(time));
    best.report(began, limits)
}

struct Shortest<'a> {
    start: &'a Arrangement,
    moves: Vec<Direction>,
    cost: Cost,
    method: &'static str,
    bounds: Option<&'a LowerBounds>,
    /// Beginning of the last tenth of the time, and the length then, once it is over.
    late: Instant,
    length: Option<usize>,
}

impl<'a> Shortest<'a> {
    fn new(
        start: &'a Arrangement,
        moves: Vec<Direction>,
        method: &'static str,
        (began, time): (Instant, Duration),
    ) -> Self {
        let late = began.checked_add(time / 10 * 9).unwrap_or(began);
        Self { start, moves, cost: Cost::default(), method, bounds: None, late, length: None }
    }

    fn offer(&mut self, moves: Vec<Direction>, method: &'static str) {
        let moves = simplified(moves);
        if moves.len() < self.moves.len() {
            if Instant::now() >= self.late {
                self.length.get_or_insert(self.moves.len());
            }
            self.moves = moves;
            self.method = method;
        }
    }

    fn count(&mut self, positions: u64, limits: &Limits) {
        self.cost.positions += positions;
        if positions > 0 {
            limits.progress.positions.store(self.cost.positions, Ordering::Relaxed);
        }
    }

    fn is_optimal(&self) -> bool {
        self.moves.len() as u64 <= self.start.manhattan()
    }

    /// The report. A limit that left less time is not a failure; a signal is reported.
    fn report(self, began: Instant, limits: &Limits) -> Report {
        let cost = Cost { time: began.elapsed(), ..self.cost };
        let ended = limits.check_time().err().filter(|&reason| reason == GaveUp::Stopped);
        let late_gain = self.length.map_or(0, |length| length - self.moves.len());
        let report = Report::new(self.start, Ok(self.moves), cost, self.method);
        Report { ended, late_gain: Some(late_gain as u64), ..report }
    }

    /// Searches with beams, each on one thread and wider than the one before, the last as wide as the time allows.
    fn try_beams(&mut self, limits: &Limits) {
        let (start, bounds) = (self.start, self.bounds);
        let is_small = start.size().cells() <= SMALL;
        let limits = Limits { memory: limits.memory / limits.threads.max(1), ..limits.clone() };
        let salts = AtomicU32::new(0);
        let best = Mutex::new(self);
        let lock = || best.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |()| {
            // Time of the last tour for each kept board of a layer.
            let mut pace = Duration::ZERO;
            for own in 0.. {
                if lock().is_optimal() || limits.check_time().is_err() {
                    break;
                }
                // On small boards all beams but the first are over all tiles at once; with databases every one.
                let is_whole = bounds.is_some() || is_small && own > 0;
                let (first, growth) = match (is_whole, is_small) {
                    (true, _) => WHOLE,
                    (_, true) => STAGED_IF_SMALL,
                    _ => STAGED,
                };
                if growth * own > MOST_DOUBLINGS {
                    break;
                }
                let (began, salt) = (Instant::now(), salts.fetch_add(1, Ordering::Relaxed));
                let room = limits.deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(began));
                let fits = (room.as_secs_f64() * SHARE / pace.as_secs_f64().max(1e-9)) as usize;
                let width = (first << (growth * own)).min(fits.max(1));
                let breadth = (width, (lock().moves.len() as u32).saturating_sub(2));
                let mut positions = 0;
                let found = match bounds {
                    Some(bounds) => ranked(bounds, start, breadth, salt.into(), &mut positions, &limits),
                    None if is_whole => {
                        tour::search(&mut BoardWalk::new(start, salt), breadth, &mut positions, &limits)
                    }
                    None => by_stages(start, breadth, salt, &mut positions, &limits),
                };
                let method = if is_whole { "beam over whole boards" } else { "beam from stage to stage" };
                pace = began.elapsed() / width as u32;
                let mut best = lock();
                best.count(positions, &limits);
                match found {
                    Ok(Some(steps)) => best.offer(directions(&steps), method),
                    Ok(None) | Err(GaveUp::Memory) => {}
                    Err(_) => break,
                }
            }
        };
        parallel_map(vec![(); limits.threads.max(1)], limits.threads, work);
    }

    /// Makes passes of windows until the limits end them.
    fn try_windows(&mut self, limits: &Limits) {
        let mut windows = FIRST;
        let mut fruitless = 0;
        while limits.check_time().is_ok() && !self.is_optimal() && windows.width <= WIDEST {
            let before = self.moves.len();
            let (moves, positions) = pass(self.start, &self.moves, windows, limits);
            self.count(positions, limits);
            self.offer(moves, "windows of a solution made shorter");
            let gain = before - self.moves.len();
            fruitless = if gain * 200 > before { 0 } else { fruitless + 1 };
            if fruitless == 2 {
                fruitless = 0;
                windows.width *= 2;
                windows.length = (windows.length * 5 / 4).min(LONGEST_WINDOW);
            }
            // About a golden section, so that passes do not soon cut at the same places again.
            windows.offset = (windows.offset + windows.length * 5 / 8) % windows.length;
        }
    }
}

/// Windows of a pass and the width of their beams.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Moves before the first window.
    pub offset: usize,
    /// Moves of a window.
    pub length: usize,
    /// Width of the beam.
    pub width: usize,
}

/// Makes one pass, and returns the solution after it and the positions expanded. Windows that the limits leave no time for
/// stay as they are.
pub fn pass(start: &Arrangement, moves: &[Direction], by: Windows, limits: &Limits) -> (Vec<Direction>, u64) {
    let threads = limits.threads.max(1);
    let (head, rest) = moves.split_at(by.offset.min(moves.len()));
    let count = rest.len().div_ceil(by.length);
    let length = count.div_ceil(threads).max(1) * by.length;
    let mut board = start.clone();
    board.follow(head);
    let chunks = rest.chunks(length).map(|chunk| {
        let from = board.clone();
        board.follow(chunk);
        (from, chunk)
    });
    let limits = Limits { memory: limits.memory / threads, ..limits.clone() };
    let parts = parallel_map(chunks.collect(), threads, |(from, chunk)| shortened(from, chunk, by, &limits));
    let (parts, positions): (Vec<_>, Vec<u64>) = parts.into_iter().unzip();
    (simplified(head.iter().copied().chain(parts.into_iter().flatten())), positions.iter().sum())
}

fn shortened(
    mut board: Arrangement,
    chunk: &[Direction],
    windows: Windows,
    limits: &Limits,
) -> (Vec<Direction>, u64) {
    let mut moves = Vec::with_capacity(chunk.len());
    let mut positions = 0;
    for window in chunk.chunks(windows.length) {
        if limits.check_time().is_err() {
            moves.extend(window);
            continue;
        }
        let from = board.clone();
        let part = follow(&mut board, window);
        let mut shorter = None;
        if part.cells() <= MOST_CELLS && window.len() >= 4 {
            let breadth = (windows.width, window.len() as u32 - 2);
            let mut walk = BoardWalk::new(&part.cut(&from, Some(board.homes())), 0);
            shorter = tour::search(&mut walk, breadth, &mut positions, limits).ok().flatten();
        }
        moves.extend(shorter.map_or_else(|| window.to_vec(), |steps| directions(&steps)));
    }
    (moves, positions)
}

/// Makes the moves of a window, and returns the rectangle in which the blank moves, with the cells around it.
fn follow(board: &mut Arrangement, window: &[Direction]) -> Rectangle {
    let size = board.size();
    let mut cells = vec![size.cell(board.blank())];
    for &direction in window {
        board.slide(direction);
        cells.push(size.cell(board.blank()));
    }
    let around = |line: fn(&(u16, u16)) -> u16, end: u16| {
        let (least, most) =
            cells.iter().map(line).fold((end, 0), |(least, most), line| (least.min(line), most.max(line)));
        (i32::from(least.saturating_sub(1)), i32::from(end.min(most + 2)))
    };
    Rectangle { rows: around(|cell| cell.0, size.height), columns: around(|cell| cell.1, size.width) }
}

/// Searches stage by stage for a solution of at most `most` moves with a beam of some width.
fn by_stages(
    start: &Arrangement,
    breadth: (usize, u32),
    salt: u32,
    positions: &mut u64,
    limits: &Limits,
) -> Result<Option<Vec<u8>>, GaveUp> {
    let (stages, left) = plan(start.size(), start.blank_home(), 0);
    let distance = StageDistance::new(i32::from(start.size().height.max(start.size().width)));
    let mut walk = StageWalk::new(start, &stages, &distance, salt);
    let steps = tour::search(&mut walk, breadth, positions, limits)?;
    Ok(steps.and_then(|mut steps| {
        let mut board = start.clone();
        board.follow(&directions(&steps));
        let ending = remainder(&left.cut(&board, None), usize::MAX)?;
        steps.extend(ending.into_iter().map(|direction| direction as u8));
        Some(steps)
    }))
}

pub(super) fn directions(steps: &[u8]) -> Vec<Direction> {
    steps.iter().map(|&step| Direction::ALL[usize::from(step)]).collect()
}
