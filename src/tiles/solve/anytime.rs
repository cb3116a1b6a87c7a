//! Short solutions within a time: the fast one, then beams of growing width, then windows of the best one; or windows of
//! a given solution.
//!
//! ```text
//!   fast answer ─▶ line by line, each time with twice the effort    ─▶ windows of the best: pass after pass,
//!                  beams over all tiles at once, on small boards       cut at other places, then longer and wider
//!                  (threads take them in turn)                         (threads share the windows of a pass)
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

use crate::bytes::{Bytes, MOST_CELLS, Slides};
use crate::lines::Rectangle;
use crate::solution::simplified;
use crate::solve::fast::{fast, thorough};
use crate::solve::{Report, Verdict};
use crate::{Arrangement, Direction, in_bytes};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::beam::{Beam, BeamSpace, Breadth, Reached};
use traybit_core::{Cost, GaveUp, Limits};

/// Cells of the largest boards for which beams over all tiles at once are worth their time.
const SMALL: usize = 49;
const BOARD_WIDTH: usize = 1 << 10;
/// Percentage of the time for beams; that on large boards, where windows hardly change a long solution.
const BEAM_TIME: u32 = 65;
const BEAM_TIME_OF_LARGE: u32 = 95;
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
pub fn improve(start: &Arrangement, time: Duration, limits: &Limits) -> Report {
    let began = Instant::now();
    let limited = limits.for_at_most(time);
    let first = quick(start, limits);
    let Verdict::Solved { moves, .. } = first.verdict else { return first };
    let cost = Cost { positions: moves.len() as u64, ..Cost::default() };
    let mut best = Shortest { start, moves, cost, method: LINES };
    let sides = start.size();
    if sides.height > 1 && sides.width > 1 && !best.is_optimal() {
        let time = limited.deadline.map_or(time, |end| end.saturating_duration_since(began));
        let hundredths = if sides.cells() <= MOST_CELLS { BEAM_TIME } else { BEAM_TIME_OF_LARGE };
        best.try_beams(&limits.for_at_most(time / 100 * hundredths));
        best.try_windows(&limited);
    }
    best.report(began, limits)
}

/// Shortens a solution by windows of it within a time and the limits.
pub fn shorten(start: &Arrangement, moves: &[Direction], time: Duration, limits: &Limits) -> Report {
    let began = Instant::now();
    let moves = simplified(moves.iter().copied());
    let mut best = Shortest { start, moves, cost: Cost::default(), method: "the solution given" };
    best.try_windows(&limits.for_at_most(time));
    best.report(began, limits)
}

struct Shortest<'a> {
    start: &'a Arrangement,
    moves: Vec<Direction>,
    cost: Cost,
    method: &'static str,
}

impl Shortest<'_> {
    fn offer(&mut self, moves: Vec<Direction>, method: &'static str) {
        let moves = simplified(moves);
        if moves.len() < self.moves.len() {
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
        Report { ended, ..Report::new(self.start, Ok(self.moves), cost, self.method) }
    }

    /// Searches with beams of growing width, each on one thread.
    fn try_beams(&mut self, limits: &Limits) {
        let start = self.start;
        let is_small = start.size().cells() <= SMALL;
        let limits = Limits { memory: limits.memory / limits.threads.max(1), ..limits.clone() };
        let turns = AtomicU32::new(0);
        let best = Mutex::new(self);
        let lock = || best.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |()| {
            while !lock().is_optimal() && limits.check_time().is_ok() {
                let turn = turns.fetch_add(1, Ordering::Relaxed);
                let most = (lock().moves.len() as u32).saturating_sub(2);
                let mut beam = Beam::default();
                // On small boards every other beam is over all tiles at once.
                let (doublings, is_board) = if is_small { (turn / 2, turn % 2 == 1) } else { (turn, false) };
                if doublings > 20 {
                    break;
                }
                let found = if is_board {
                    board_beam(start, BOARD_WIDTH << doublings, most, &mut beam, &limits)
                } else {
                    thorough(start, doublings + 1, most, &mut beam, &limits)
                };
                let mut best = lock();
                best.count(beam.positions(), &limits);
                best.cost.bytes = best.cost.bytes.max(beam.bytes() * limits.threads.max(1));
                match found {
                    Ok(Some(moves)) if is_board => best.offer(moves, "beam over whole boards"),
                    Ok(Some(moves)) => best.offer(moves, "line by line, with more effort"),
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
pub fn pass(
    start: &Arrangement,
    moves: &[Direction],
    windows: Windows,
    limits: &Limits,
) -> (Vec<Direction>, u64) {
    let threads = limits.threads.max(1);
    let (head, rest) = moves.split_at(windows.offset.min(moves.len()));
    let count = rest.len().div_ceil(windows.length);
    let length = count.div_ceil(threads).max(1) * windows.length;
    let mut board = start.clone();
    board.follow(head);
    let chunks = rest.chunks(length).map(|chunk| {
        let from = board.clone();
        board.follow(chunk);
        (from, chunk)
    });
    let limits = Limits { memory: limits.memory / threads, ..limits.clone() };
    let parts =
        parallel_map(chunks.collect(), threads, |(from, chunk)| shortened(from, chunk, windows, &limits));
    let mut all = head.to_vec();
    for (part, _) in &parts {
        all.extend(part);
    }
    (simplified(all), parts.iter().map(|(_, positions)| positions).sum())
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
            let mut beam = Beam::default();
            let (part, most) = (part.cut(&from, Some(board.homes())), window.len() as u32 - 2);
            shorter = board_beam(&part, windows.width, most, &mut beam, limits).ok().flatten();
            positions += beam.positions();
        }
        moves.extend(shorter.as_deref().unwrap_or(window));
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

/// Searches over all tiles at once, ranked by Manhattan distance, for a solution of at most `most` moves; `None` if a beam
/// of that width finds none. For boards of at most [`MOST_CELLS`] cells.
fn board_beam(
    start: &Arrangement,
    width: usize,
    most: u32,
    beam: &mut Beam<Direction>,
    limits: &Limits,
) -> Result<Option<Vec<Direction>>, GaveUp> {
    let tables = Slides::new(start);
    in_bytes!(start.size().cells(), N => {
        let starts = [Reached::start(tables.pack::<N>(start))];
        let space = BoardSpace::<N> { tables: &tables, most };
        let goals = beam.search(&space, &starts, Breadth { width, slack: 0, last: most }, limits)?;
        Ok(goals.first().map(|goal| beam.moves(goal)))
    })
}

struct BoardSpace<'a, const N: usize> {
    tables: &'a Slides,
    most: u32,
}

impl<const N: usize> BeamSpace for BoardSpace<'_, N> {
    type State = Bytes<N>;
    type Move = Direction;

    #[inline]
    fn expand(&self, board: &Bytes<N>, layer: u32, mut emit: impl FnMut(Direction, i32, u64)) {
        for direction in Direction::ALL {
            if board.last != Some(direction.opposite())
                && let Some(slid) = self.tables.slide(board, direction)
                && layer + 1 + u32::from(slid.manhattan) <= self.most
            {
                emit(direction, slid.manhattan.into(), slid.hash);
            }
        }
    }

    #[inline]
    fn after(&self, board: &Bytes<N>, direction: Direction) -> Bytes<N> {
        self.tables.after(board, direction)
    }

    #[inline]
    fn is_goal(&self, board: &Bytes<N>) -> bool {
        board.manhattan == 0
    }
}
