//! All boards of a universe of any pieces, share by share: mixes, components, and the hardest simple puzzles.
//!
//! ```text
//!   areas 3 2 1  ─▶  boards, sorted by the hash of their mix  ─▶  mixes, each searched alone  ─▶  a row for 3 pieces
//!   areas 3 3    ─▶  …                                                                             … for 2 pieces
//! ```
//!
//! Each thread works on a share of its own. Shares that are done are all that a checkpoint holds besides the rows.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::mem::take;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::universe::Ground;
use crate::universe::polyominoes::areas::all_areas;
use crate::universe::polyominoes::board::{Board, MOST_CELLS, Tray};
use crate::universe::polyominoes::enumeration::{Enumeration, Hashed};
use crate::universe::polyominoes::mix::{Distances, Graph};
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::search::parallel;
use traybit_core::search::words::{Kind, ReadError, WordReader, WordWriter};

const KIND: Kind = Kind { name: b"TRAYPOLY", version: 1, search: "a universe of any pieces" };

/// A universe of any pieces.
#[derive(Clone, Copy, Debug)]
pub struct AnyPieces {
    tray: Ground,
    packed: Tray,
    /// True if simple puzzles are searched, too.
    is_simple: bool,
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
    /// Boards with a chosen piece from which the goal of a simple puzzle can be reached.
    pub positions: u64,
    /// The hardest simple puzzle.
    pub hardest: Option<Hardest>,
}

/// The hardest simple puzzle with one number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardest {
    /// The least number of moves along any paths.
    pub moves: u32,
    /// The board to start with.
    pub start: Board,
}

/// Result of an exploration, complete or not.
#[derive(Clone, Debug)]
pub struct Explored {
    /// By number of pieces, from none on.
    pub rows: Vec<Row>,
    /// The shares gone through, and all.
    pub shares: (usize, usize),
    /// Reason why some are missing.
    pub ended: Option<GaveUp>,
    /// The cost; positions are the boards.
    pub cost: Cost,
}

impl AnyPieces {
    /// The universe of a tray.
    ///
    /// # Errors
    /// A sentence when the tray is too large, or when a simple puzzle needs a cell that is a wall.
    pub fn new(tray: Ground, is_simple: bool) -> Result<Self, String> {
        let packed = Tray::of(tray).ok_or_else(|| {
            format!(
                "expected a tray of at most {MOST_CELLS} cells to make its boards, found {}; they can be counted with \
                 --count",
                tray.size.cells()
            )
        })?;
        let corners = 1 | 1 << (packed.cells - 1);
        if is_simple && packed.open & corners != corners {
            return Err(
                "expected the upper left and the lower right cell open for simple puzzles, found a wall"
                    .to_owned(),
            );
        }
        Ok(Self { tray, packed, is_simple })
    }

    /// The tray.
    #[must_use]
    pub fn tray(&self) -> Ground {
        self.tray
    }

    /// True if simple puzzles are searched, too.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        self.is_simple
    }

    /// The tray as boards are moved on it.
    pub(super) fn packed(&self) -> &Tray {
        &self.packed
    }
}

impl Explored {
    /// The hardest simple puzzles, after their numbers of pieces.
    pub fn hardest(&self) -> impl Iterator<Item = (usize, Hardest)> {
        self.rows.iter().enumerate().filter_map(|(pieces, row)| Some((pieces, row.hardest?)))
    }
}

/// Goes through all boards, from those that an earlier run has saved on.
///
/// # Errors
/// When the saved state cannot be read.
pub fn explore(
    pieces: &AnyPieces,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Explored, ReadError> {
    let shares = all_areas(pieces.packed.open.count_ones());
    let progress = match checkpoint {
        Some(checkpoint) => Progress::read(checkpoint, shares.len(), pieces)?,
        None => Progress::begin(shares.len(), pieces),
    };
    limits.progress.layers.store(shares.len() as u32, Ordering::Relaxed);
    let run = Run { limits, checkpoint, shares, progress: Mutex::new(progress), taken: AtomicUsize::new(0) };
    run.tell(&run.progress.lock().unwrap_or_else(PoisonError::into_inner));
    let threads = limits.threads.max(1);
    let mut workers: Vec<Worker> = (0..threads).map(|_| Worker::new(pieces, limits)).collect();
    parallel::each(parallel::pool(threads).as_ref(), &mut workers, &|worker| run.work(worker));
    let Run { shares, progress, .. } = run;
    let Progress { rows, done, ended, bytes, began, before } =
        progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    let gone_through = done.iter().filter(|&&is_done| is_done).count();
    if let (Some(checkpoint), None) = (checkpoint, ended) {
        checkpoint.store.finish();
    }
    let positions = rows.iter().map(|row| row.boards).sum();
    let cost = Cost { positions, time: before + began.elapsed(), bytes, ..Cost::default() };
    Ok(Explored { rows, shares: (gone_through, shares.len()), ended, cost })
}

/// The shares that are done, and what they hold.
struct Progress {
    rows: Vec<Row>,
    done: Vec<bool>,
    ended: Option<GaveUp>,
    /// Most bytes that threads held.
    bytes: usize,
    began: Instant,
    /// Time that earlier runs took.
    before: Duration,
}

struct Run<'a> {
    limits: &'a Limits,
    checkpoint: Option<Checkpoint<'a>>,
    shares: Vec<Vec<u32>>,
    progress: Mutex<Progress>,
    /// The next share that nobody works on.
    taken: AtomicUsize,
}

/// One thread's working storage.
struct Worker<'a> {
    pieces: &'a AnyPieces,
    limits: &'a Limits,
    /// Bytes that it may hold.
    memory: usize,
    boards: Vec<Hashed>,
    mix: Vec<Board>,
    graph: Graph<'a>,
}

impl Run<'_> {
    /// Goes through shares until there are no more, or a limit is reached.
    fn work(&self, worker: &mut Worker) {
        // The largest shares are among the last, and would leave a thread alone at the end.
        while let Some(share) = self.shares.len().checked_sub(self.taken.fetch_add(1, Ordering::Relaxed) + 1)
        {
            let is_done = |progress: &Progress| progress.done[share] || progress.ended.is_some();
            if is_done(&self.progress.lock().unwrap_or_else(PoisonError::into_inner)) {
                continue;
            }
            let found = worker.share(&self.shares[share]);
            let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.bytes = progress.bytes.max(worker.bytes() * self.limits.threads.max(1));
            match found {
                Ok(row) => {
                    progress.rows[self.shares[share].len()].add(row);
                    progress.done[share] = true;
                }
                Err(reason) => progress.ended = Some(reason),
            }
            self.tell(&progress);
            if let Some(checkpoint) = self.checkpoint
                && (checkpoint.store.is_due() || progress.ended.is_some())
            {
                checkpoint.store.save(&|to| progress.write(checkpoint.digest, to));
            }
        }
    }

    fn tell(&self, progress: &Progress) {
        let boards = progress.rows.iter().map(|row| row.boards).sum();
        let done = progress.done.iter().filter(|&&is_done| is_done).count();
        self.limits.progress.positions.store(boards, Ordering::Relaxed);
        self.limits.progress.layer.store(done as u32, Ordering::Relaxed);
    }
}

impl<'a> Worker<'a> {
    fn new(pieces: &'a AnyPieces, limits: &'a Limits) -> Self {
        let memory = limits.memory / limits.threads.max(1);
        let graph = Graph::new(&pieces.packed, limits);
        Self { pieces, limits, memory, boards: Vec::new(), mix: Vec::new(), graph }
    }

    /// Goes through the boards whose pieces have these areas.
    fn share(&mut self, areas: &[u32]) -> Result<Row, GaveUp> {
        let mut boards = take(&mut self.boards);
        boards.clear();
        // A list that grows holds its old place until the new one is filled.
        let most = self.memory / (3 * size_of::<Hashed>());
        Enumeration::append(&self.pieces.packed, areas, &mut boards, self.limits, most)?;
        boards.sort_unstable();
        let mut row = Row::default();
        for mix in boards.chunk_by(|one, other| one.0 == other.0) {
            self.limits.check()?;
            self.mix.clear();
            self.mix.extend(mix.iter().map(|&(_, board)| board));
            row.add(self.mix(self.memory.saturating_sub(boards.capacity() * size_of::<Hashed>()))?);
        }
        self.boards = boards;
        Ok(row)
    }

    /// Searches the boards whose mixes have one hash, of which there may be two, with so many bytes.
    fn mix(&mut self, bytes: usize) -> Result<Row, GaveUp> {
        let Self { pieces, mix: boards, graph, .. } = self;
        graph.connect(boards, bytes)?;
        let (mut components, mut mixes) = (0, Vec::new());
        // Moves keep the mix.
        graph.components(|first| {
            components += 1;
            let shapes = pieces.packed.mix(boards[first as usize]);
            if !mixes.contains(&shapes) {
                mixes.push(shapes);
            }
        });
        let Distances { positions, hardest } =
            if pieces.is_simple { graph.distances(boards)? } else { Distances::default() };
        let hardest = hardest.map(|(moves, start)| Hardest { moves, start });
        Ok(Row { boards: boards.len() as u64, mixes: mixes.len() as u64, components, positions, hardest })
    }

    fn bytes(&self) -> usize {
        let lists = self.boards.capacity() * size_of::<Hashed>() + self.mix.capacity() * size_of::<Board>();
        lists + self.graph.bytes()
    }
}

impl Row {
    fn add(&mut self, other: Self) {
        self.boards += other.boards;
        self.mixes += other.mixes;
        self.components += other.components;
        self.positions += other.positions;
        // Of starts as hard the first, so that the order of the shares does not matter.
        let hardest = self.hardest.into_iter().chain(other.hardest);
        self.hardest = hardest.max_by_key(|hardest| (hardest.moves, Reverse(hardest.start)));
    }
}

impl Progress {
    fn begin(shares: usize, pieces: &AnyPieces) -> Self {
        let rows = vec![Row::default(); pieces.packed.open.count_ones() as usize + 1];
        Self {
            rows,
            done: vec![false; shares],
            ended: None,
            bytes: 0,
            began: Instant::now(),
            before: Duration::ZERO,
        }
    }

    fn write(&self, digest: u64, to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        let done: Vec<u64> = self.done.iter().map(|&is_done| u64::from(is_done)).collect();
        let time = self.before + self.began.elapsed();
        words.put_each(&[time.as_nanos() as u64, self.bytes as u64])?;
        words.put_all(&done)?;
        for row in &self.rows {
            let Row { boards, mixes, components, positions, hardest } = *row;
            let (moves, start) =
                hardest.map_or((u64::MAX, 0), |hardest| (hardest.moves.into(), hardest.start));
            words.put_each(&[boards, mixes, components, positions, moves, start])?;
        }
        words.end()
    }

    fn read(checkpoint: Checkpoint, shares: usize, pieces: &AnyPieces) -> Result<Self, ReadError> {
        let mut progress = Self::begin(shares, pieces);
        let Some(from) = checkpoint.store.saved()? else { return Ok(progress) };
        let mut words = WordReader::begin(from, &KIND, checkpoint.digest)?;
        progress.before = Duration::from_nanos(words.word()?);
        progress.bytes = words.number()?;
        let done = words.list()?;
        if done.len() != shares {
            return Err(ReadError::Damaged);
        }
        progress.done = done.into_iter().map(|word| word == 1).collect();
        for row in &mut progress.rows {
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
