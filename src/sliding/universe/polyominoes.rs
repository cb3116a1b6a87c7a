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

use crate::metric::Metric;
use crate::puzzle::{Freedom, Puzzle};
use crate::universe::Ground;
pub use crate::universe::polyominoes::board::Board;
use crate::universe::polyominoes::board::{Cells, MOST_CELLS, Tray};
pub use crate::universe::polyominoes::counting::count_boards;
use crate::universe::polyominoes::enumeration::{Enumeration, Hashed};
use crate::universe::polyominoes::mix::Graph;
use crate::universe::shares::{InShares, Row};
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

    /// Searches the boards whose mixes have one hash: rarely more than one mix.
    fn search(&self, boards: &[Board], graph: &mut Graph, limits: &Limits) -> Result<Row, GaveUp> {
        let (mut components, mut mixes) = (0, Vec::new());
        // Moves keep the mix.
        graph.components(|first| {
            components += 1;
            let shapes = self.packed.mix(boards[first as usize]);
            if !mixes.contains(&shapes) {
                mixes.push(shapes);
            }
        });
        let (positions, hardest) =
            if self.is_simple { graph.distances(&self.packed, boards, limits)? } else { (0, None) };
        Ok(Row { boards: boards.len() as u64, mixes: mixes.len() as u64, components, positions, hardest })
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

/// Adds all multisets that begin with these areas and continue with `left` cells, no area larger than `most`.
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
    type Scratch = Scratch;

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

    fn explore(
        &self,
        share: usize,
        scratch: &mut Scratch,
        rows: &mut [Row],
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let (areas, memory) = (&self.shares[share], limits.memory / limits.threads.max(1));
        let Scratch { boards, mix, graph } = scratch;
        boards.clear();
        // A list that grows holds its old memory until the new one is filled.
        let most = memory / (3 * size_of::<Hashed>());
        Enumeration::append(&self.packed, areas, boards, limits, most)?;
        boards.sort_unstable();
        let left = memory.saturating_sub(boards.capacity() * size_of::<Hashed>());
        for boards in boards.chunk_by(|one, other| one.0 == other.0) {
            limits.check()?;
            mix.clear();
            mix.extend(boards.iter().map(|&(_, board)| board));
            graph.connect(&self.packed, mix, limits, left)?;
            rows[areas.len()].add(self.search(mix, graph, limits)?);
        }
        Ok(())
    }

    fn bytes(Scratch { boards, mix, graph }: &Scratch) -> usize {
        boards.capacity() * size_of::<Hashed>() + mix.capacity() * size_of::<Board>() + graph.bytes()
    }

    /// The simple puzzle that begins with a board. Pieces are in the order of their first cells.
    ///
    /// ```text
    ///   a a .      . . .      the corner of the box round the piece comes into the corner of the tray: there is
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
#[derive(Default)]
pub struct Scratch {
    boards: Vec<Hashed>,
    mix: Vec<Board>,
    graph: Graph,
}
