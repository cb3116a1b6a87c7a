//! The shares of a universe of any pieces: all boards whose pieces have some areas, and its simple puzzles.
//!
//! ```text
//!   areas 3 2 1  ─▶  boards, sorted by the hash of their mix  ─▶  mixes, each searched alone  ─▶  a row for 3 pieces
//!   areas 3 3    ─▶  …                                                                             … for 2 pieces
//!
//!   all areas that have room in 4 cells    ·   1   1 1   2   1 1 1   2 1   3   1 1 1 1   2 1 1   2 2   3 1   4
//! ```
//!
//! Moves keep the areas, so shares have nothing to do with one another; a tray of 20 cells has 2,714 of them.

mod board;
mod counting;
mod enumeration;
mod mix;

use std::mem::take;

use crate::metric::Metric;
use crate::puzzle::{Freedom, Puzzle};
use crate::universe::Ground;
pub use crate::universe::polyominoes::board::Board;
use crate::universe::polyominoes::board::{Cells, MOST_CELLS, Tray};
pub use crate::universe::polyominoes::counting::count_boards;
use crate::universe::polyominoes::enumeration::{Enumeration, Hashed};
use crate::universe::polyominoes::mix::Graph;
use crate::universe::shares::{self, InShares, Row};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::shape::Shape;

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
                 --by boundary",
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
}

/// All multisets of areas that have room for their sum, fewer cells first; each descending.
pub fn all_areas(room: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for sum in 0..=room {
        extend(sum, sum, &mut Vec::new(), &mut all);
    }
    all
}

/// Adds all multisets that begin with these areas, and continue with so many cells, none larger than the last.
fn extend(left: u32, most: u32, areas: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    if left == 0 {
        all.push(areas.clone());
    }
    for area in 1..=left.min(most) {
        areas.push(area);
        extend(left - area, area, areas, all);
        areas.pop();
    }
}

impl InShares for AnyPieces {
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

    fn worker<'a>(&'a self, limits: &'a Limits) -> Box<dyn shares::Worker + 'a> {
        let memory = limits.memory / limits.threads.max(1);
        let graph = Graph::default();
        Box::new(Worker { pieces: self, limits, memory, boards: Vec::new(), mix: Vec::new(), graph })
    }

    /// The simple puzzle that begins with a board. Pieces are in the order of their first cells.
    ///
    /// ```text
    ///   a a .      . . .      the corner of the box round the piece comes into the corner of the tray, so that there is
    ///   a b b      . a a      one goal; a piece that has no cell in this corner never gets there
    ///   . . b      . a .
    /// ```
    fn puzzle(&self, start: Board) -> Puzzle {
        assert!(start & 1 == 1, "a simple puzzle begins with a piece over the first cell");
        let size = self.tray.size;
        let placed = |piece: Cells| {
            let covered = size.all().zip(0..).filter(|&(_, number)| piece >> number & 1 == 1);
            let (shape, anchor) = Shape::of(&covered.map(|(cell, _)| cell).collect::<Vec<_>>());
            (shape, anchor, Freedom::Both)
        };
        let blocks: Vec<_> = self.packed.pieces(start).map(placed).collect();
        let shape = &blocks[0].0;
        let goal = (size.height - shape.height(), size.width - shape.width() + shape.lead());
        self.tray.with_one_target(blocks, goal)
    }
}

/// Working storage of a thread.
struct Worker<'a> {
    pieces: &'a AnyPieces,
    limits: &'a Limits,
    /// Bytes that it may hold.
    memory: usize,
    boards: Vec<Hashed>,
    mix: Vec<Board>,
    graph: Graph,
}

impl Worker<'_> {
    /// Explores the boards whose pieces have these areas.
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
        let Self { pieces, limits, mix: boards, graph, .. } = self;
        graph.connect(&pieces.packed, boards, limits, bytes)?;
        let (mut components, mut mixes) = (0, Vec::new());
        // Moves keep the mix.
        graph.components(|first| {
            components += 1;
            let shapes = pieces.packed.mix(boards[first as usize]);
            if !mixes.contains(&shapes) {
                mixes.push(shapes);
            }
        });
        let (positions, hardest) =
            if pieces.is_simple { graph.distances(&pieces.packed, boards, limits)? } else { (0, None) };
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
