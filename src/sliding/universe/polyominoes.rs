//! The shares of a universe of any pieces: all boards whose pieces have some areas, and its simple puzzles.
//!
//! ```text
//!   areas 3 2 1  ─▶  boards, sorted by the hash of their mix  ─▶  mixes, each searched alone  ─▶  a row for 3 pieces
//!   areas 3 3    ─▶  …                                                                             … for 2 pieces
//!
//!   all areas that have room in 4 cells    ·   1   1 1   2   1 1 1   2 1   3   1 1 1 1   2 1 1   2 2   3 1   4
//!
//!   a a . .      the first cell not yet decided is empty, or the first cell of a piece: a polyomino within the cells
//!   a x          that are left, grown cell by cell, each neighbour taken or left out for good (Redelmeier 1981)
//! ```
//!
//! Moves keep the areas, so shares have nothing to do with one another; a tray of 20 cells has 2,714 of them.

mod board;
mod mix;

use crate::universe::Ground;
pub use crate::universe::polyominoes::board::Board;
use crate::universe::polyominoes::board::{Cells, MOST_CELLS, Tray};
use crate::universe::polyominoes::mix::Graph;
use crate::universe::shares::{InShares, Outline, Row};
use crate::{Freedom, Metric, Puzzle};
use traybit_core::{GaveUp, Key, Limits, Shape};

/// Boards between two checks of the limits.
const STRIDE: usize = 1 << 12;

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
    pub fn new(tray: Ground, is_simple: bool) -> Result<Self, String> {
        let packed = Tray::of(tray).ok_or_else(|| {
            format!("expected a tray of at most {MOST_CELLS} cells, found {}", tray.size.cells())
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
fn all_areas(room: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut at = 0;
    while let Some(areas) = all.get(at).cloned() {
        let left = room - areas.iter().sum::<u32>();
        let most = areas.last().map_or(left, |&last| left.min(last));
        all.extend((1..=most).map(|area| [&areas[..], &[area]].concat()));
        at += 1;
    }
    all.sort_by_cached_key(|areas| (areas.iter().sum::<u32>(), areas.clone()));
    all
}

impl InShares for AnyPieces {
    fn outline(&self) -> Outline {
        let metric = self.is_simple.then_some(Metric::Path);
        let most_pieces = self.tray.room() as usize;
        Outline { tray: self.tray, metric, shares: self.shares.len(), most_pieces }
    }

    fn explore(&self, share: usize, rows: &mut [Row], limits: &Limits) -> Result<usize, GaveUp> {
        let (tray, areas) = (&self.packed, &self.shares[share]);
        let memory = limits.memory / limits.threads.max(1);
        let (mut boards, mut bytes) = (Vec::<Hashed>::new(), 0);
        let room = tray.open.count_ones();
        let mut left = vec![0; room as usize + 1];
        left[0] = room - areas.iter().sum::<u32>();
        for &area in areas {
            left[area as usize] += 1;
        }
        // A growing list holds its old memory until the new one is filled.
        let most = memory / (3 * size_of::<Hashed>());
        let whole = Partial { open: tray.open, board: 0, hash: 0 };
        Enumeration { tray, limits, left, boards: &mut boards, most }.fill(whole)?;
        boards.sort_unstable();
        let left = memory.saturating_sub(boards.capacity() * size_of::<Hashed>());
        // Boards with one hash, rarely of more than one mix.
        for boards in boards.chunk_by(|one, other| one.0 == other.0) {
            limits.check()?;
            let graph = Graph::of(tray, boards.iter().map(|&(_, board)| board).collect(), limits, left)?;
            let (mut components, mut mixes) = (0, Vec::new());
            // Moves keep the mix.
            graph.components(|first| {
                components += 1;
                let shapes = tray.mix(first);
                if !mixes.contains(&shapes) {
                    mixes.push(shapes);
                }
            });
            let (positions, hardest) = if self.is_simple { graph.distances(limits)? } else { (0, None) };
            bytes = bytes.max(graph.bytes());
            let (boards, mixes) = (boards.len() as u64, mixes.len() as u64);
            rows[areas.len()].add(Row { boards, mixes, components, positions, hardest });
        }
        Ok(boards.capacity() * size_of::<Hashed>() + bytes)
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
        self.tray.with_one_target(&blocks, goal)
    }
}

/// A board, after the sum of the hashes of its pieces' shapes, which is the same for all boards of a mix.
type Hashed = (u64, Board);

/// The boards of a tray with pieces of some areas.
struct Enumeration<'a> {
    tray: &'a Tray,
    limits: &'a Limits,
    /// Pieces left, by area; those of no area are empty cells.
    left: Vec<u32>,
    boards: &'a mut Vec<Hashed>,
    /// Boards that there is memory for.
    most: usize,
}

/// A board of which some cells are not yet decided.
#[derive(Clone, Copy)]
struct Partial {
    /// Cells not yet decided.
    open: Cells,
    board: Board,
    hash: u64,
}

impl Enumeration<'_> {
    /// Fills the open cells in every possible way.
    fn fill(&mut self, partial: Partial) -> Result<(), GaveUp> {
        let Partial { open, board, hash } = partial;
        if open == 0 {
            self.boards.push((hash, board));
            if self.boards.len().is_multiple_of(STRIDE) {
                self.limits.check()?;
            }
            return if self.boards.len() > self.most { Err(GaveUp::Memory) } else { Ok(()) };
        }
        let cell = open & open.wrapping_neg();
        if self.left[0] > 0 {
            self.left[0] -= 1;
            self.fill(Partial { open: open ^ cell, ..partial })?;
            self.left[0] += 1;
        }
        let most = self.left.iter().rposition(|&count| count > 0).unwrap_or(0) as u32;
        if most > 0 { self.grow(partial, cell, 0, most) } else { Ok(()) }
    }

    /// Puts down all pieces that contain `piece`, have no cell of `without`, and at most `most` cells.
    fn grow(&mut self, partial: Partial, piece: Cells, without: Cells, most: u32) -> Result<(), GaveUp> {
        let area = piece.count_ones();
        if self.left[area as usize] > 0 {
            self.left[area as usize] -= 1;
            self.fill(Partial {
                open: partial.open & !piece,
                board: partial.board | self.tray.packed(piece),
                hash: partial.hash.wrapping_add(self.tray.shape(piece).hash64()),
            })?;
            self.left[area as usize] += 1;
        }
        if area == most {
            return Ok(());
        }
        let mut without = without;
        let mut beside = self.tray.beside(piece) & partial.open & !piece & !without;
        while beside != 0 {
            let cell = beside & beside.wrapping_neg();
            beside ^= cell;
            self.grow(partial, piece | cell, without, most)?;
            without |= cell;
        }
        Ok(())
    }
}
