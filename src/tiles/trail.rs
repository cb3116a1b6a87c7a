//! Board on which moves are made and taken back one by one, with its hash.

use crate::{Arrangement, Direction};
use traybit_core::Key;

const NONE: u16 = u16::MAX;

/// Board that keeps the cell of every tile and a state of its evaluation, `at`, up to date.
pub struct Trail<State> {
    pub homes: Vec<u16>,
    /// Cells by home.
    pub cells: Vec<u16>,
    pub blank: usize,
    pub hash: u64,
    pub at: State,
    last: Option<Direction>,
    /// Row and column of each cell.
    pub places: Vec<[i32; 2]>,
    /// Cells that tiles come from, by cell of the blank and direction.
    sources: Vec<[u16; 4]>,
    /// Random numbers of homes and of cells: a tile's part of the hash is the product of both.
    keys: Vec<[u64; 2]>,
    /// Multiplier that makes noise of hashes.
    salt: u64,
}

/// Part of a board before a move, by which it is taken back.
#[derive(Clone, Copy)]
pub struct Before<State> {
    last: Option<Direction>,
    hash: u64,
    at: State,
}

impl<State: Copy> Trail<State> {
    /// Begins at a board; the `salt` decides what the noise is.
    pub fn new(start: &Arrangement, at: State, salt: u32) -> Self {
        let (size, homes) = (start.size(), start.homes().to_vec());
        let mut cells = vec![0; homes.len()];
        for (cell, &home) in (0..=u16::MAX).zip(&homes) {
            cells[usize::from(home)] = cell;
        }
        let source = |blank| Direction::ALL.map(|to| to.source(blank, size).map_or(NONE, |cell| cell as u16));
        Self {
            cells,
            blank: start.blank(),
            hash: 0,
            at,
            last: None,
            places: size.all().map(|cell| <[u16; 2]>::from(cell).map(i32::from)).collect(),
            sources: (0..homes.len()).map(source).collect(),
            salt: u64::from(2 * salt + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            keys: (1..=homes.len() as u64).map(|number| [number.hash64(), (!number).hash64()]).collect(),
            homes,
        }
    }

    /// Steps between two cells.
    #[inline]
    pub fn steps(&self, from: usize, to: usize) -> i32 {
        let ([row, column], [to_row, to_column]) = (self.places[from], self.places[to]);
        (row - to_row).abs() + (column - to_column).abs()
    }

    /// Number below `end` that is random and the same whenever the board is.
    #[inline]
    pub fn noise(&self, end: u64) -> i32 {
        ((self.hash.wrapping_mul(self.salt) >> 32) % end) as i32
    }

    /// Cell of the tile that a move slides; `None` at the edge, and if the move undoes the last one.
    #[inline]
    pub fn source(&self, step: u8) -> Option<usize> {
        let source = self.sources[self.blank][usize::from(step)];
        let undoes = self.last == Some(Direction::ALL[usize::from(step ^ 1)]);
        (source != NONE && !undoes).then_some(source.into())
    }

    /// Slides the tile on `source` by the move `step`, and sets the state.
    #[inline]
    pub fn slide(&mut self, source: usize, step: u8, at: State) -> Before<State> {
        let before = Before { last: self.last, hash: self.hash, at: self.at };
        self.at = at;
        let home = usize::from(self.homes[source]);
        let change = self.keys[self.blank][1].wrapping_sub(self.keys[source][1]);
        self.hash = self.hash.wrapping_add(self.keys[home][0].wrapping_mul(change));
        self.exchange(source);
        self.last = Some(Direction::ALL[usize::from(step)]);
        before
    }

    /// Takes back the last move.
    #[inline]
    pub fn take_back(&mut self, before: Before<State>) {
        let Some(last) = self.last else { return };
        self.exchange(self.sources[self.blank][last.opposite() as usize].into());
        Before { last: self.last, hash: self.hash, at: self.at } = before;
    }

    fn exchange(&mut self, source: usize) {
        self.homes.swap(source, self.blank);
        self.cells[usize::from(self.homes[self.blank])] = self.blank as u16;
        self.blank = source;
    }
}
