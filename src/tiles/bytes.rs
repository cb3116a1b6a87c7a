//! Boards of up to 256 cells, one byte per cell, and the tables that update their sums move by move.
//!
//! ```text
//!   homes   0 1 2 … cells−1 │ 0 0 0     N bytes, those past the board unused; the blank's cell holds its home
//!   tiles   two cells of tiles that are followed; each is changed when its tile moves
//! ```

use crate::{Arrangement, Direction};
use traybit_core::{Key, Size};

/// Cells of the largest packed board.
pub const MOST_CELLS: usize = 256;

const NONE: u16 = u16::MAX;

/// Packed board.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<const N: usize> {
    /// Homes by cell, the blank's own among them.
    pub homes: [u8; N],
    pub blank: u8,
    pub last: Option<Direction>,
    pub tiles: [u8; 2],
    pub manhattan: u16,
    pub hash: u64,
}

/// Effect of one move.
#[derive(Clone, Copy, Debug)]
pub struct Slid {
    /// Cell that the tile leaves: the blank's new one.
    pub source: usize,
    pub manhattan: u16,
    pub hash: u64,
}

/// Slides for the boards of one size and one goal.
pub struct Slides {
    size: Size,
    cells: usize,
    blank_home: usize,
    /// Cells that tiles come from, by cell of the blank and direction.
    sources: Vec<[u16; 4]>,
    /// Steps between home and cell, by both.
    steps: Vec<u8>,
    /// Hash of the tile of a home on a cell, by both.
    hashes: Vec<u64>,
}

impl Slides {
    /// Slides for an arrangement of at most [`MOST_CELLS`] cells.
    pub fn new(start: &Arrangement) -> Self {
        let size = start.size();
        let cells = size.cells();
        let source = |blank| Direction::ALL.map(|to| to.source(blank, size).map_or(NONE, |cell| cell as u16));
        let hashes = (1..=(cells * cells) as u64).map(|number| number.hash64()).collect();
        let sources = (0..cells).map(source).collect();
        let steps = vec![0; cells * cells];
        let mut this = Self { size, cells, blank_home: start.blank_home(), sources, steps, hashes };
        (0..cells).for_each(|home| this.weigh(home, 1));
        this
    }

    /// Multiplies the steps of a tile by `times` from now on; boards have to be recounted.
    pub fn weigh(&mut self, home: usize, times: u8) {
        let times = if home == self.blank_home { 0 } else { times };
        for (cell, steps) in self.steps[home * self.cells..][..self.cells].iter_mut().enumerate() {
            *steps = (self.size.steps(home, cell) as u8).saturating_mul(times);
        }
    }

    /// Counts all steps of a board.
    pub fn count<const N: usize>(&self, board: &mut Bytes<N>) {
        let tiles = board.homes[..self.cells].iter().enumerate();
        let steps = tiles.map(|(cell, &home)| u16::from(self.steps[usize::from(home) * self.cells + cell]));
        board.manhattan = steps.sum();
    }

    /// Packs a board of at most `N` cells.
    pub fn pack<const N: usize>(&self, board: &Arrangement) -> Bytes<N> {
        assert_eq!(board.homes().len(), self.cells, "boards of one size");
        let mut homes = [0; N];
        let mut hash = 0;
        for (cell, &home) in board.homes().iter().enumerate() {
            homes[cell] = home as u8;
            hash ^= self.hashes[usize::from(home) * self.cells + cell];
        }
        let manhattan = board.manhattan() as u16;
        Bytes { homes, blank: board.blank() as u8, last: None, tiles: [0; 2], manhattan, hash }
    }

    /// Effect of moving a tile in a direction; `None` at the edge of the board.
    #[inline]
    pub fn slide<const N: usize>(&self, board: &Bytes<N>, direction: Direction) -> Option<Slid> {
        let blank = usize::from(board.blank);
        let source = self.sources[blank][direction as usize];
        if source == NONE {
            return None;
        }
        let source = usize::from(source);
        let tile = usize::from(board.homes[source]) * self.cells;
        let blank_home = self.blank_home * self.cells;
        let hash = self.hashes[tile + source] ^ self.hashes[tile + blank];
        let hash = hash ^ self.hashes[blank_home + source] ^ self.hashes[blank_home + blank];
        let manhattan =
            board.manhattan + u16::from(self.steps[tile + blank]) - u16::from(self.steps[tile + source]);
        Some(Slid { source, manhattan, hash: board.hash ^ hash })
    }

    /// Board after a move that the board allows.
    #[inline]
    pub fn after<const N: usize>(&self, board: &Bytes<N>, direction: Direction) -> Bytes<N> {
        let mut next = *board;
        if let Some(slid) = self.slide(board, direction) {
            next.homes.swap(slid.source, board.blank.into());
            next.blank = slid.source as u8;
            next.tiles = board.tiles.map(|cell| if cell == next.blank { board.blank } else { cell });
            next.last = Some(direction);
            next.manhattan = slid.manhattan;
            next.hash = slid.hash;
        }
        next
    }
}
