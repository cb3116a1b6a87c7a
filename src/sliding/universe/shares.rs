//! Universes explored share by share: boards, mixes, components, and the hardest starts by number of pieces.
//!
//! ```text
//!   share 0   boards of some mixes, each searched alone   ─▶   rows by number of pieces   ┐
//!   share 1   …                                           ─▶   …                          ┴▶   their sum
//! ```
//!
//! A mix lies in one share as a whole, so that shares need nothing of one another. Each thread works on a share of its own.
//! A checkpoint holds the rows, and which shares are done.

use std::cmp::Reverse;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::universe::Ground;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::search::parallel;
use traybit_core::search::words::{Kind, ReadError, WordReader, WordWriter};

/// A universe whose mixes are dealt into shares.
pub trait InShares: Sync {
    /// The tray.
    fn tray(&self) -> Ground;

    /// Unit of the moves to the goals; none if goals are not searched.
    fn metric(&self) -> Option<Metric>;

    /// Number of the shares.
    fn shares(&self) -> usize;

    /// The most pieces of a board.
    fn most_pieces(&self) -> usize;

    /// Working storage for a thread that keeps to these limits.
    fn worker<'a>(&'a self, limits: &'a Limits) -> Box<dyn Worker + 'a>;

    /// The puzzle that begins with a board from which it has a solution.
    fn puzzle(&self, start: u64) -> Puzzle;
}

/// Working storage of a thread.
pub trait Worker: Send {
    /// Explores a share and adds what it holds to the rows, one for each number of pieces.
    ///
    /// # Errors
    /// The limit that was reached.
    fn share(&mut self, share: usize, rows: &mut [Row]) -> Result<(), GaveUp>;

    /// Bytes held.
    fn bytes(&self) -> usize;
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

/// Result of an exploration, complete or not.
#[derive(Clone, Debug)]
pub struct Explored {
    /// Rows, by number of pieces, from none on.
    pub rows: Vec<Row>,
    /// The shares gone through, and all.
    pub shares: (usize, usize),
    /// Reason why some are missing.
    pub ended: Option<GaveUp>,
    /// The cost; positions are the boards.
    pub cost: Cost,
}

impl Explored {
    /// The hardest starts, after their numbers of pieces.
    pub fn hardest(&self) -> impl Iterator<Item = (usize, Hardest)> {
        self.rows.iter().enumerate().filter_map(|(pieces, row)| Some((pieces, row.hardest?)))
    }
}

/// Explores all boards; resumes what an earlier run has saved.
///
/// # Errors
/// When the saved state cannot be read.
pub fn explore(
    universe: &impl InShares,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Explored, ReadError> {
    let saved = match checkpoint {
        Some(checkpoint) => checkpoint.store.saved()?.map(|from| (from, checkpoint.digest)),
        None => None,
    };
    let progress = match saved {
        Some((from, digest)) => Progress::read(universe, from, digest)?,
        None => Progress::begin(universe),
    };
    limits.progress.layers.store(progress.done.len() as u32, Ordering::Relaxed);
    let began = Instant::now();
    let (progress, taken) = (Mutex::new(progress), AtomicUsize::new(0));
    let run = Run { limits, checkpoint, shares: universe.shares(), began, progress, taken };
    run.tell(&run.progress());
    let threads = limits.threads.max(1);
    let mut workers: Vec<_> = (0..threads).map(|_| universe.worker(limits)).collect();
    parallel::each(parallel::pool(threads).as_ref(), &mut workers, &|worker| run.work(&mut **worker));
    let progress = run.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let (Some(checkpoint), None) = (checkpoint, progress.explored.ended) {
        checkpoint.store.finish();
    }
    let Progress { mut explored, before, .. } = progress;
    explored.cost.positions = explored.rows.iter().map(|row| row.boards).sum();
    explored.cost.time = before + began.elapsed();
    Ok(explored)
}

struct Run<'a> {
    limits: &'a Limits,
    checkpoint: Option<Checkpoint<'a>>,
    shares: usize,
    began: Instant,
    progress: Mutex<Progress>,
    /// The next share that nobody works on.
    taken: AtomicUsize,
}

impl Run<'_> {
    /// Explores shares until there are no more, or a limit is reached.
    fn work(&self, worker: &mut dyn Worker) {
        let mut rows = self.progress().explored.rows.clone();
        // The largest shares are among the last, and would leave a thread alone at the end.
        while let Some(share) = self.shares.checked_sub(self.taken.fetch_add(1, Ordering::Relaxed) + 1) {
            let is_done = |progress: &Progress| progress.done[share] || progress.explored.ended.is_some();
            if is_done(&self.progress()) {
                continue;
            }
            rows.fill(Row::default());
            let found = worker.share(share, &mut rows);
            let mut progress = self.progress();
            let Progress { explored, done, .. } = &mut *progress;
            explored.cost.bytes = explored.cost.bytes.max(worker.bytes() * self.limits.threads.max(1));
            match found {
                Ok(()) => {
                    explored.rows.iter_mut().zip(&rows).for_each(|(sum, row)| sum.add(*row));
                    done[share] = true;
                    explored.shares.0 += 1;
                }
                Err(reason) => explored.ended = Some(reason),
            }
            self.tell(&progress);
            if let Some(checkpoint) = self.checkpoint
                && (checkpoint.store.is_due() || progress.explored.ended.is_some())
            {
                checkpoint.store.save(&|to| progress.write(checkpoint.digest, self.began.elapsed(), to));
            }
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, progress: &Progress) {
        let boards = progress.explored.rows.iter().map(|row| row.boards).sum();
        self.limits.progress.positions.store(boards, Ordering::Relaxed);
        self.limits.progress.layer.store(progress.explored.shares.0 as u32, Ordering::Relaxed);
    }
}

impl Row {
    /// Adds the boards of other mixes.
    pub(super) fn add(&mut self, other: Self) {
        self.boards += other.boards;
        self.mixes += other.mixes;
        self.components += other.components;
        self.positions += other.positions;
        // Of starts as hard the first, so that the order of the shares does not matter.
        let hardest = self.hardest.into_iter().chain(other.hardest);
        self.hardest = hardest.max_by_key(|hardest| (hardest.moves, Reverse(hardest.start)));
    }
}

const KIND: Kind = Kind { name: b"TRAYPOLY", version: 1, search: "a universe in shares" };

/// The shares that are done, and what they hold.
struct Progress {
    explored: Explored,
    done: Vec<bool>,
    /// Time that earlier runs took.
    before: Duration,
}

impl Progress {
    /// No share is done yet.
    fn begin(universe: &impl InShares) -> Self {
        let rows = vec![Row::default(); universe.most_pieces() + 1];
        let done = vec![false; universe.shares()];
        let explored = Explored { rows, shares: (0, done.len()), ended: None, cost: Cost::default() };
        Self { explored, done, before: Duration::ZERO }
    }

    fn write(&self, digest: u64, time: Duration, to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        let done: Vec<u64> = self.done.iter().map(|&is_done| u64::from(is_done)).collect();
        words.put_each(&[(self.before + time).as_nanos() as u64, self.explored.cost.bytes as u64])?;
        words.put_all(&done)?;
        for row in &self.explored.rows {
            let Row { boards, mixes, components, positions, hardest } = *row;
            let (moves, start) =
                hardest.map_or((u64::MAX, 0), |hardest| (hardest.moves.into(), hardest.start));
            words.put_each(&[boards, mixes, components, positions, moves, start])?;
        }
        words.end()
    }

    /// The state saved by an exploration of this universe.
    ///
    /// # Errors
    /// When it cannot be read, or is another's.
    fn read(universe: &impl InShares, from: Box<dyn Read + '_>, digest: u64) -> Result<Self, ReadError> {
        let mut progress = Self::begin(universe);
        let mut words = WordReader::begin(from, &KIND, digest)?;
        progress.before = Duration::from_nanos(words.word()?);
        progress.explored.cost.bytes = words.number()?;
        let done = words.list()?;
        if done.len() != progress.done.len() {
            return Err(ReadError::Damaged);
        }
        progress.done = done.into_iter().map(|word| word == 1).collect();
        progress.explored.shares.0 = progress.done.iter().filter(|&&is_done| is_done).count();
        for row in &mut progress.explored.rows {
            *row = Row {
                boards: words.word()?,
                mixes: words.word()?,
                components: words.word()?,
                positions: words.word()?,
                hardest: None,
            };
            let (moves, start) = (words.word()?, words.word()?);
            row.hardest = u32::try_from(moves).ok().map(|moves| Hardest { moves, start });
        }
        words.end()?;
        Ok(progress)
    }
}
