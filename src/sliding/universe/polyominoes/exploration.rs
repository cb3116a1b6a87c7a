//! The shares of a universe of any pieces: all boards whose pieces have some areas.
//!
//! ```text
//!   areas 3 2 1  ─▶  boards, sorted by the hash of their mix  ─▶  mixes, each searched alone  ─▶  a row for 3 pieces
//!   areas 3 3    ─▶  …                                                                             … for 2 pieces
//! ```

use std::mem::take;

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::universe::Ground;
use crate::universe::polyominoes::areas::all_areas;
use crate::universe::polyominoes::board::{Board, MOST_CELLS, Tray};
use crate::universe::polyominoes::enumeration::{Enumeration, Hashed};
use crate::universe::polyominoes::mix::{Distances, Graph};
use crate::universe::shares::{self, Hardest, InShares, Row};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// A universe of any pieces.
#[derive(Clone, Debug)]
pub struct AnyPieces {
    tray: Ground,
    packed: Tray,
    /// The areas of the pieces of each share.
    shares: Vec<Vec<u32>>,
    /// True if simple puzzles are searched, too.
    is_simple: bool,
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
        Ok(Self { tray, packed, shares: all_areas(packed.open.count_ones()), is_simple })
    }

    /// The tray as boards are moved on it.
    pub(super) fn packed(&self) -> &Tray {
        &self.packed
    }
}

impl InShares for AnyPieces {
    type Worker<'a> = Worker<'a>;

    fn tray(&self) -> Ground {
        self.tray
    }

    fn metric(&self) -> Option<Metric> {
        self.is_simple.then_some(Metric::Path)
    }

    fn shares(&self) -> usize {
        self.shares.len()
    }

    fn most_pieces(&self) -> usize {
        self.packed.open.count_ones() as usize
    }

    fn worker<'a>(&'a self, limits: &'a Limits) -> Worker<'a> {
        Worker::new(self, limits)
    }

    fn puzzle(&self, start: Board) -> Puzzle {
        self.simple_puzzle(start)
    }
}

/// Working storage of a thread.
pub struct Worker<'a> {
    pieces: &'a AnyPieces,
    limits: &'a Limits,
    /// Bytes that it may hold.
    memory: usize,
    boards: Vec<Hashed>,
    mix: Vec<Board>,
    graph: Graph<'a>,
}

impl<'a> Worker<'a> {
    fn new(pieces: &'a AnyPieces, limits: &'a Limits) -> Self {
        let memory = limits.memory / limits.threads.max(1);
        let graph = Graph::new(&pieces.packed, limits);
        Self { pieces, limits, memory, boards: Vec::new(), mix: Vec::new(), graph }
    }

    /// Goes through the boards whose pieces have these areas.
    fn areas(&mut self, areas: &[u32]) -> Result<Row, GaveUp> {
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
}

impl shares::Worker for Worker<'_> {
    fn share(&mut self, share: usize, rows: &mut [Row]) -> Result<(), GaveUp> {
        let areas = &self.pieces.shares[share];
        rows[areas.len()].add(self.areas(areas)?);
        Ok(())
    }

    fn bytes(&self) -> usize {
        let lists = self.boards.capacity() * size_of::<Hashed>() + self.mix.capacity() * size_of::<Board>();
        lists + self.graph.bytes()
    }
}
