//! Boards of up to 256 cells with a byte for each, and the tables that keep their sums up to date move by move.
//!
//! ```text
//!   homes   0 1 2 … cells−1 │ 0 0 0     N bytes, those past the board unused; the gap's cell holds its home
//!   tiles   two cells of tiles that are followed; each is changed when its tile moves
//! ```

use std::hash::{Hash, Hasher};

use crate::arrangement::Arrangement;
use crate::direction::Direction;

/// The most cells of a packed board.
pub const MOST_CELLS: usize = 256;

/// No cell there.
const NONE: u16 = u16::MAX;

/// One board.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<const N: usize> {
    homes: [u8; N],
    gap: u8,
    /// The move that led here, which is not undone at once.
    pub last: Option<Direction>,
    /// The cells of the tiles that are followed.
    pub tiles: [u8; 2],
    /// The sum of the steps of each tile from its home.
    pub manhattan: u16,
    /// A hash of the board.
    pub hash: u64,
}

/// The same board, however it came about.
impl<const N: usize> PartialEq for Bytes<N> {
    fn eq(&self, other: &Self) -> bool {
        self.homes == other.homes && self.gap == other.gap
    }
}

impl<const N: usize> Eq for Bytes<N> {}

impl<const N: usize> Hash for Bytes<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl<const N: usize> Bytes<N> {
    /// The cell of the gap.
    #[must_use]
    #[inline]
    pub fn gap(&self) -> usize {
        usize::from(self.gap)
    }

    /// For each cell the home of who stands there.
    #[must_use]
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }
}

/// What one move does.
#[derive(Clone, Copy, Debug)]
pub struct Slid {
    /// The cell that the tile leaves: the gap's new one.
    pub source: usize,
    /// The sum of steps after it.
    pub manhattan: u16,
    /// The hash after it.
    pub hash: u64,
}

/// Slides for the boards of one size and one goal.
#[derive(Clone, Debug)]
pub struct Slides {
    cells: usize,
    rest: usize,
    /// For each cell of the gap the cells that tiles come from, by direction.
    sources: Vec<[u16; 4]>,
    /// For each home and each cell: steps between, and the hash of that tile there.
    steps: Vec<u8>,
    hashes: Vec<u64>,
}

impl Slides {
    /// Slides for an arrangement of at most [`MOST_CELLS`] cells.
    #[must_use]
    pub fn new(start: &Arrangement) -> Self {
        let size = start.size();
        let cells = size.cells();
        let source = |gap, way: Direction| way.source(gap, size).map_or(NONE, |cell| cell as u16);
        let mut steps = Vec::with_capacity(cells * cells);
        let mut hashes = Vec::with_capacity(cells * cells);
        let mut bits = 0;
        for home in 0..cells {
            for cell in 0..cells {
                steps.push(if home == start.blank_home() { 0 } else { size.steps(home, cell) as u8 });
                hashes.push(mixed(&mut bits));
            }
        }
        let sources = (0..cells).map(|gap| Direction::ALL.map(|way| source(gap, way))).collect();
        Self { cells, rest: start.blank_home(), sources, steps, hashes }
    }

    /// The packed board.
    ///
    /// # Panics
    /// When it has more than `N` cells or another size than the tables.
    #[must_use]
    pub fn pack<const N: usize>(&self, board: &Arrangement) -> Bytes<N> {
        assert_eq!(board.homes().len(), self.cells, "boards of one size");
        let mut homes = [0; N];
        let mut hash = 0;
        for (cell, &home) in board.homes().iter().enumerate() {
            homes[cell] = home as u8;
            hash ^= self.hashes[usize::from(home) * self.cells + cell];
        }
        let manhattan = board.manhattan() as u16;
        Bytes { homes, gap: board.blank() as u8, last: None, tiles: [0; 2], manhattan, hash }
    }

    /// What moving a tile this way does; none where the board ends.
    #[must_use]
    #[inline]
    pub fn slide<const N: usize>(&self, board: &Bytes<N>, way: Direction) -> Option<Slid> {
        let gap = board.gap();
        let source = self.sources[gap][way as usize];
        if source == NONE {
            return None;
        }
        let source = usize::from(source);
        let tile = usize::from(board.homes[source]) * self.cells;
        let rest = self.rest * self.cells;
        let hash = self.hashes[tile + source] ^ self.hashes[tile + gap];
        let hash = hash ^ self.hashes[rest + source] ^ self.hashes[rest + gap];
        let manhattan =
            board.manhattan + u16::from(self.steps[tile + gap]) - u16::from(self.steps[tile + source]);
        Some(Slid { source, manhattan, hash: board.hash ^ hash })
    }

    /// The board after a move that the board allows.
    #[must_use]
    #[inline]
    pub fn after<const N: usize>(&self, board: &Bytes<N>, way: Direction) -> Bytes<N> {
        let mut next = *board;
        if let Some(slid) = self.slide(board, way) {
            next.homes.swap(slid.source, board.gap());
            next.gap = slid.source as u8;
            next.tiles = board.tiles.map(|cell| if cell == next.gap { board.gap } else { cell });
            next.last = Some(way);
            next.manhattan = slid.manhattan;
            next.hash = slid.hash;
        }
        next
    }
}

/// The next of a sequence of well mixed words. (Steele, Lea and Flood: `SplitMix64`, OOPSLA 2014.)
fn mixed(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// What is done with boards packed in `N` bytes.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<const N: usize>(self) -> Self::Output;
}

/// Runs a task with the fewest bytes that hold so many cells: the one place that knows all widths.
///
/// # Panics
/// When there are more cells than [`MOST_CELLS`].
pub fn with_width<T: Task>(cells: usize, task: T) -> T::Output {
    match cells {
        0..=16 => task.run::<16>(),
        17..=32 => task.run::<32>(),
        33..=64 => task.run::<64>(),
        65..=96 => task.run::<96>(),
        97..=128 => task.run::<128>(),
        129..=MOST_CELLS => task.run::<MOST_CELLS>(),
        _ => panic!("a packed board has at most {MOST_CELLS} cells, not {cells}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Slides, Task, with_width};
    use crate::arrangement::Arrangement;
    use crate::board::Board;
    use crate::direction::Direction;
    use traybit_core::grid::Size;

    struct Ramble(Arrangement);

    impl Task for Ramble {
        type Output = usize;

        fn run<const N: usize>(self) -> usize {
            let mut plain = self.0;
            let tables = Slides::new(&plain);
            let mut packed = tables.pack::<N>(&plain);
            for step in 0..2000_usize {
                let way = Direction::ALL[step * step / 7 % 4];
                assert_eq!(tables.slide(&packed, way).is_some(), plain.slide(way));
                packed = tables.after(&packed, way);
                let fresh = tables.pack::<N>(&plain);
                assert_eq!(packed, fresh);
                assert_eq!((packed.hash, packed.manhattan), (fresh.hash, fresh.manhattan));
            }
            N
        }
    }

    #[test]
    fn packed_moves_are_the_plain_ones_in_every_width() {
        for (height, width, bytes) in
            [(1, 1, 16), (4, 4, 16), (5, 5, 32), (8, 8, 64), (9, 9, 96), (11, 11, 128), (16, 16, 256)]
        {
            let size = Size { height, width };
            let start = Arrangement::new(&Board::blank_first(size), &Board::blank_last(size));
            assert_eq!(with_width(size.cells(), Ramble(start)), bytes);
        }
    }
}
