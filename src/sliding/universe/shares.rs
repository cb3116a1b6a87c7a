//! Universes explored share by share: boards, mixes, components, and the hardest starts by number of pieces.
//!
//! ```text
//!   share 0   boards of some mixes, each searched alone   ─▶   rows by number of pieces   ┐
//!   share 1   …                                           ─▶   …                          ┴▶   their sum
//! ```
//!
//! Each mix lies in one share, so shares are independent: a thread explores one at a time. A checkpoint holds the rows,
//! and which shares are done.

use std::cmp::Reverse;
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;
use web_time::{Duration, Instant};

use crate::universe::Ground;
use crate::{Metric, Puzzle};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::words::{Kind, WordReader, WordWriter};
use traybit_core::sync::Mutex;
use traybit_core::{Checkpoint, Cost, GaveUp, Limits, ReadError};

const KIND: Kind = Kind { name: b"TRAYPOLY", version: 1, search: "a universe in shares" };

/// Outline of a universe in shares.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// The tray.
    pub tray: Ground,
    /// Unit of the moves to the goals; `None` if goals are not searched.
    pub metric: Option<Metric>,
    /// Number of shares.
    pub shares: usize,
    /// Maximum number of pieces of a board.
    pub most_pieces: usize,
}

/// A universe whose mixes are divided into shares.
pub trait InShares: Sync {
    /// The tray, the metric and the shares.
    fn outline(&self) -> Outline;

    /// Explores a share and adds what it holds to the rows, one for each number of pieces; starts that are no harder than
    /// those may be left out. Returns the peak bytes held.
    fn explore(&self, share: usize, rows: &mut [Row], limits: &Limits) -> Result<usize, GaveUp>;

    /// The puzzle that begins with a board from which it has a solution.
    fn puzzle(&self, start: u64) -> Puzzle;
}

/// The boards with one number of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Boards.
    pub boards: u64,
    /// Different multisets of pieces.
    pub mixes: u64,
    /// Sets of boards that are joined by moves.
    pub components: u64,
    /// Boards from which a goal can be reached; in simple puzzles boards with a chosen piece.
    pub positions: u64,
    /// The hardest start.
    pub hardest: Option<Hardest>,
}

/// The hardest start with one number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// The least number of moves to a goal.
    pub moves: u32,
    /// The board to start with.
    pub start: u64,
}

impl Row {
    /// Adds the boards of other mixes.
    pub(super) fn add(&mut self, other: Self) {
        self.boards += other.boards;
        self.mixes += other.mixes;
        self.components += other.components;
        self.positions += other.positions;
        // Of equally hard starts the least, whatever the order of the shares.
        let hardest = self.hardest.into_iter().chain(other.hardest);
        self.hardest = hardest.max_by_key(|hardest| (hardest.moves, Reverse(hardest.start)));
    }
}

/// Result of an exploration, complete or not.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// Rows by number of pieces, from 0 on.
    pub rows: Vec<Row>,
    /// Number of shares explored, and of all.
    pub shares: (usize, usize),
    /// Reason why some are missing.
    pub ended: Option<GaveUp>,
    /// The cost; positions are the boards.
    pub cost: Cost,
    done: Vec<bool>,
}

/// Explores all boards; resumes what an earlier run has saved.
pub fn explore(
    universe: &impl InShares,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Explored, ReadError> {
    let Outline { shares: all, most_pieces, .. } = universe.outline();
    let (rows, done) = (vec![Row::default(); most_pieces + 1], vec![false; all]);
    let mut explored = Explored { rows, done, shares: (0, all), ..Explored::default() };
    if let Some(Checkpoint { store, digest }) = checkpoint
        && let Some(from) = store.saved()?
    {
        explored.read(from, digest)?;
    }
    let began = Instant::now();
    limits.progress.layers.store(all as u32, Ordering::Relaxed);
    explored.report(limits);
    // The largest shares are among the last; begun late, they would leave a thread alone at the end.
    let left: Vec<usize> = (0..all).rev().filter(|&share| !explored.done[share]).collect();
    let explored = Mutex::new(explored);
    parallel_map(left, limits.threads, |share| {
        if explored.lock().ended.is_some() {
            return;
        }
        let hardest_only = |row: &Row| Row { hardest: row.hardest, ..Row::default() };
        let mut rows: Vec<Row> = explored.lock().rows.iter().map(hardest_only).collect();
        let found = universe.explore(share, &mut rows, limits);
        let mut explored = explored.lock();
        match found {
            Ok(bytes) => {
                explored.rows.iter_mut().zip(&rows).for_each(|(sum, row)| sum.add(*row));
                explored.done[share] = true;
                explored.shares.0 += 1;
                explored.cost.bytes = explored.cost.bytes.max(bytes * limits.threads);
            }
            Err(reason) => explored.ended = Some(reason),
        }
        explored.report(limits);
        if let Some(Checkpoint { store, digest }) = checkpoint
            && (store.is_due() || explored.ended.is_some())
        {
            store.save(&|to| explored.write(digest, began.elapsed(), to));
        }
    });
    let mut explored = explored.into_inner();
    if let (Some(checkpoint), None) = (checkpoint, explored.ended) {
        checkpoint.store.finish();
    }
    explored.cost.positions = explored.total().boards;
    explored.cost.time += began.elapsed();
    Ok(explored)
}

impl Explored {
    /// The hardest starts, each after its number of pieces.
    pub fn hardest(&self) -> impl Iterator<Item = (usize, Hardest)> {
        self.rows.iter().enumerate().filter_map(|(pieces, row)| Some((pieces, row.hardest?)))
    }

    /// Sum of all rows.
    pub fn total(&self) -> Row {
        let mut total = Row::default();
        self.rows.iter().for_each(|row| total.add(*row));
        total
    }

    fn report(&self, limits: &Limits) {
        limits.progress.positions.store(self.total().boards, Ordering::Relaxed);
        limits.progress.layer.store(self.shares.0 as u32, Ordering::Relaxed);
    }

    /// Writes the state; `time` is that of this run.
    fn write(&self, digest: u64, time: Duration, to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        words.put_each(&[(self.cost.time + time).as_nanos() as u64, self.cost.bytes as u64])?;
        words.put_all(&self.done.iter().map(|&is_done| u64::from(is_done)).collect::<Vec<_>>())?;
        for &Row { boards, mixes, components, positions, hardest } in &self.rows {
            let (moves, start) =
                hardest.map_or((u64::MAX, 0), |Hardest { moves, start }| (moves.into(), start));
            words.put_each(&[boards, mixes, components, positions, moves, start])?;
        }
        words.end()
    }

    /// Restores a saved state.
    fn read(&mut self, from: Box<dyn Read + '_>, digest: u64) -> Result<(), ReadError> {
        let mut words = WordReader::begin(from, &KIND, digest)?;
        self.cost.time = Duration::from_nanos(words.word()?);
        self.cost.bytes = words.number()?;
        let done = words.list()?;
        if done.len() != self.done.len() {
            return Err(ReadError::Damaged);
        }
        self.done = done.into_iter().map(|word| word == 1).collect();
        self.shares.0 = self.done.iter().filter(|&&is_done| is_done).count();
        for row in &mut self.rows {
            let [boards, mixes, components, positions] =
                [words.word()?, words.word()?, words.word()?, words.word()?];
            let (moves, start) = (words.word()?, words.word()?);
            let hardest = u32::try_from(moves).ok().map(|moves| Hardest { moves, start });
            *row = Row { boards, mixes, components, positions, hardest };
        }
        words.end()
    }
}
