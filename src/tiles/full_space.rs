//! All positions of a board, one bit each, layer by layer from the goal.
//!
//! A position is the cell of the blank and the permutation of the tiles in reading order. A tile that moves along a row
//! leaves the permutation as it is; one that moves along a column rotates `width` neighbours of it, so the board is
//! turned upright, its shorter side across. Each cell of the blank has a bit for every permutation that can occur with
//! it: half of all, by parity.
//!
//! ```text
//!   position of 2×3, upright      cell 2 of the blank, and a permutation whose Lehmer digits number its bit:
//!     5 2                         tiles      5 2 1 4 3
//!     . 1                         digits     4 1 0 1 0    later tiles that are smaller
//!     4 3                         bit        4 + 5·1 + 20·0 = 9 of 60; the last two digits follow from the others
//!
//!   larger boards                 the first digits number words, the next ones chunks of words ([`index`])
//!
//!   cells of the blank            e o     an even number of moves from the goal the blank is on a cell e, an odd
//!                                 o e     number on a cell o; a colour's cells are numbered: e0 e1 e2, o0 o1 o2
//!                                 e o
//!
//!   words of the even colour      chunk 0              chunk 1              chunk 2   …
//!                                 cell e0 e1 e2        cell e0 e1 e2        cell e0 e1 e2
//!
//!   layers                        0, 2, 4 … are bits of one colour and 1, 3, 5 … of the other, so the layer before the
//!                                 last is in the words of the next one, and one bit a position is enough
//! ```
//!
//! (Bits for numbered states: Korf's two-bit breadth-first search, "Linear-time disk-based implicit graph search", 2008;
//! one bit where a move changes a parity: Edelkamp, Sulewski and Yücel, "Perfect hashing for state space exploration
//! on the GPU", 2010. The order of the digits, by which whole words move at once, is new here.)

mod index;
mod layer;
pub mod pushes;
mod rotation;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::full_space::index::{Index, permutation};
use crate::full_space::layer::{Layer, Origin, add};
use crate::full_space::rotation::{Rotation, Turn};
use traybit_core::grid::Size;
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Positions from which the goal can be reached, explored up to some layer, of which the last two are kept.
pub struct FullSpace {
    frame: Frame,
    /// The colour of the goal's blank, and the other one.
    colours: [Colour; 2],
    layers: [Layer; 2],
    /// Distance of the last layer from the goal.
    depth: usize,
}

impl FullSpace {
    /// Bytes that exploring a board takes; none where that is more than any machine can address.
    pub fn bytes(size: Size) -> Option<u64> {
        let index = Index::of_board(size)?;
        let parts = (index.chunks as u64).checked_mul(size.cells() as u64)?;
        let words = parts.checked_mul(index.pitch as u64)?;
        words.checked_mul(8)?.checked_add(parts + 3 * 8 * index.pitch as u64)
    }

    /// The space with the goal in its first layer, the blank on `blank_home`; none where [`FullSpace::bytes`] is.
    ///
    /// # Panics
    /// When the board has no such cell.
    pub fn new(size: Size, blank_home: usize) -> Option<Self> {
        Self::bytes(size)?;
        let upright = Size { height: size.height.max(size.width), width: size.height.min(size.width) };
        let frame = Frame::new(size, upright, blank_home)?;
        let mut cells = [Vec::new(), Vec::new()];
        let mut slots = Vec::new();
        for cell in 0..size.cells() {
            let colour = &mut cells[upright.steps(cell, frame.home) as usize % 2];
            slots.push(colour.len());
            colour.push(cell);
        }
        let mut layers = cells.each_ref().map(|cells| Layer::empty(cells.len(), &frame.index));
        layers[0].insert(slots[frame.home]);
        let colours = cells.map(|cells| Colour::new(&frame, cells, &slots));
        Some(Self { frame, colours, layers, depth: 0 })
    }

    /// Finds the next layer and returns its number of positions. After an empty one the last layer is still that
    /// before it.
    ///
    /// A position is in the next layer when it is one move from the last layer and not in the layer before it:
    /// `next = (moved up | moved down | moved left | moved right) & !before`, and it takes that layer's place.
    ///
    /// # Errors
    /// The limit that came first, checked every few milliseconds: then the layer is not finished, and none can follow.
    pub fn advance(&mut self, limits: &Limits) -> Result<u64, GaveUp> {
        let [even, odd] = &mut self.layers;
        let (last, next) = if self.depth.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let colour = &self.colours[(self.depth + 1) % 2];
        let origin = self.frame.origin(last);
        let words = next.words.chunks_mut((next.slots * next.pitch).max(1));
        let chunks = words.zip(next.filled.chunks_mut(next.slots.max(1))).enumerate();
        let expand = |(chunk, (words, filled)): (usize, (&mut [u64], &mut [bool]))| {
            limits.check()?;
            Ok(colour.expand(&origin, chunk, words, filled))
        };
        let found: u64 =
            parallel_map(chunks.collect(), limits.threads, expand).into_iter().sum::<Result<_, _>>()?;
        self.depth += usize::from(found > 0);
        Ok(found)
    }

    /// The positions of the last layer that have these numbers, ascending from 0, as far as the layer goes.
    pub fn numbered(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<Arrangement> {
        let (colour, layer) = (&self.colours[self.depth % 2], &self.layers[self.depth % 2]);
        let mut positions = (0..).zip(layer.bits()).peekable();
        let arrangement = |number| {
            while positions.next_if(|&(at, _)| at < number).is_some() {}
            let &(_, (chunk, slot, word, bit)) = positions.peek()?;
            let digits = self.frame.index.digits(chunk, word, bit, colour.odd[slot]);
            Some(self.frame.arrangement(colour.cells[slot], &digits))
        };
        numbers.into_iter().map_while(arrangement).collect()
    }
}

/// A board as it lies for a search, with the index of its permutations.
struct Frame {
    /// Size of the board, as it is and as it lies: the same, or with rows and columns exchanged.
    size: Size,
    lying: Size,
    /// The blank's home on the board, and on the board as it lies.
    blank_home: usize,
    home: usize,
    index: Index,
    /// All ones for the words of the other parity, by parity of the digits that number a chunk.
    odd_words: [Vec<u64>; 2],
}

impl Frame {
    fn new(size: Size, lying: Size, blank_home: usize) -> Option<Self> {
        assert!(blank_home < size.cells(), "a cell of the board");
        let index = Index::of_board(size)?;
        let odd_words = index.odd_words();
        let odd_words = [odd_words.clone(), odd_words.iter().map(|word| !word).collect()];
        let home = turned(blank_home, size, lying);
        Some(Self { size, lying, blank_home, home, index, odd_words })
    }

    /// True if the permutations are odd with the blank in a row: it passes all others of a row each time it changes
    /// the row, and a rotation of an even number of elements is odd.
    fn is_odd_row(&self, row: usize) -> bool {
        let width = usize::from(self.lying.width);
        width.is_multiple_of(2) && (row + self.home / width) % 2 == 1
    }

    fn origin<'a>(&'a self, last: &'a Layer) -> Origin<'a> {
        Origin { index: &self.index, last, odd_words: &self.odd_words }
    }

    /// The position with the blank on this cell of the board as it lies.
    fn arrangement(&self, blank: usize, digits: &[u8]) -> Arrangement {
        let cells = self.size.cells();
        let without = |blank: usize| (0..cells).filter(move |&cell| cell != blank);
        let tile_homes: Vec<usize> = without(self.home).collect();
        let permutation = permutation(digits);
        let mut homes = vec![self.blank_home as u16; cells];
        for (rank, cell) in without(blank).enumerate() {
            // Where no tile can pass another they are in the goal's order.
            let tile = *permutation.get(rank).unwrap_or(&rank);
            let home = turned(tile_homes[tile], self.lying, self.size);
            homes[turned(cell, self.lying, self.size)] = home as u16;
        }
        Arrangement::of_homes(self.size, homes, self.blank_home)
    }
}

/// Cell of a board that is the same, or has rows and columns exchanged.
fn turned(cell: usize, from: Size, to: Size) -> usize {
    let (row, column) = from.cell(cell);
    if from == to { cell } else { to.number((column, row)) }
}

/// Cells of one colour, as on a chessboard, and the moves of the blank into them.
struct Colour {
    /// Cells of the slots, in reading order.
    cells: Vec<usize>,
    /// True if the permutations with the blank on a cell are odd, by slot.
    odd: Vec<bool>,
    /// Moves that end with the blank on the cell of a slot: the slots of its neighbours, and the rotation of the
    /// permutation; none for a move along a row, which leaves it as it is.
    moves: Vec<Vec<(usize, Option<Rotation>)>>,
}

impl Colour {
    fn new(frame: &Frame, cells: Vec<usize>, slots: &[usize]) -> Self {
        let width = usize::from(frame.lying.width);
        let odd = |&cell: &usize| frame.is_odd_row(cell / width);
        let moves = |&cell: &usize| {
            let into = |direction: Direction| {
                // The blank came from where the tile went.
                let from = direction.opposite().source(cell, frame.lying)?;
                let turn = match direction {
                    Direction::Left | Direction::Right => None,
                    Direction::Up => Some(Turn::LastToFirst),
                    Direction::Down => Some(Turn::FirstToLast),
                };
                let rotation =
                    turn.map(|turn| Rotation::new(&frame.index, cell.min(from), width, turn, odd(&cell)));
                Some((slots[from], rotation))
            };
            Direction::ALL.into_iter().filter_map(into).collect()
        };
        Self { moves: cells.iter().map(moves).collect(), odd: cells.iter().map(odd).collect(), cells }
    }

    /// Makes one chunk of the next layer in place of the layer before, for each cell of the blank, and returns its
    /// number of positions.
    fn expand(&self, origin: &Origin, chunk: usize, words: &mut [u64], filled: &mut [bool]) -> u64 {
        let pitch = origin.index.pitch;
        let mut found = vec![0; pitch];
        let mut total = 0;
        for ((moves, before), filled) in self.moves.iter().zip(words.chunks_exact_mut(pitch)).zip(filled) {
            let mut is_reached = false;
            for (slot, rotation) in moves {
                is_reached |= match rotation {
                    Some(rotation) => origin.rotate(chunk, *slot, rotation, &mut found),
                    None => origin.last.part(chunk, *slot).map(|words| add(&mut found, words)).is_some(),
                };
            }
            // First and last layers are short: most parts stay empty.
            if !is_reached && !*filled {
                continue;
            }
            let mut count = 0;
            for (before, found) in before.iter_mut().zip(&mut found) {
                *before = std::mem::take(found) & !*before;
                count += u64::from(before.count_ones());
            }
            *filled = count > 0;
            total += count;
        }
        total
    }
}
