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
//! one bit if each move changes a parity: Edelkamp, Sulewski and Yücel, "Perfect hashing for state space exploration
//! on the GPU", 2010. The order of the digits, by which whole words move at once, is new here.)

mod index;
mod layer;
pub mod pushes;
mod rotation;

use crate::full_space::index::Index;
use crate::full_space::layer::{Layer, add};
use crate::full_space::rotation::Rotation;
use crate::{Arrangement, Direction};
use traybit_core::{GaveUp, Limits, Size};

/// Positions from which the goal can be reached, explored up to some layer, of which the last two are kept.
pub struct FullSpace {
    frame: Frame,
    /// Cells of the colour of the goal's blank, and of the other one.
    colours: [Vec<Slot>; 2],
    layers: [Layer; 2],
    depth: usize,
}

struct Slot {
    cell: usize,
    /// True if the permutations with the blank there are odd.
    odd: bool,
    /// Moves that end with the blank there: the slots where it was, and the rotation of the permutation; none for a move
    /// along a row, which leaves it as it is.
    moves: Vec<(usize, Option<Rotation>)>,
}

impl FullSpace {
    /// Bytes that exploring a board takes; `None` if no machine can address them.
    pub fn bytes(size: Size) -> Option<u64> {
        let index = Index::new(size)?;
        let parts = (index.chunks as u64).checked_mul(size.cells() as u64)?;
        let words = parts.checked_mul(index.pitch as u64)?;
        words.checked_mul(8)?.checked_add(parts + 3 * 8 * index.pitch as u64)
    }

    /// Space with the goal in its first layer, the blank on the board's cell `blank_home`; `None` if
    /// [`FullSpace::bytes`] is.
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
        let colours =
            cells.map(|cells| cells.into_iter().map(|cell| Slot::new(&frame, cell, &slots)).collect());
        Some(Self { frame, colours, layers, depth: 0 })
    }

    /// Finds the next layer and returns its number of positions. After an empty layer the last one stays the last.
    ///
    /// A position is in the next layer when it is one move from the last layer and not in the layer before it:
    /// `next = (moved up | moved down | moved left | moved right) & !before`, and it takes that layer's place.
    /// At a limit the layer is not finished, and none can follow.
    pub fn advance(&mut self, limits: &Limits) -> Result<u64, GaveUp> {
        let [even, odd] = &mut self.layers;
        let (last, next) = if self.depth.is_multiple_of(2) { (&*even, odd) } else { (&*odd, even) };
        let (index, colour) = (&self.frame.index, &self.colours[(self.depth + 1) % 2]);
        let found = next.change(limits, |chunk, words, filled| {
            let (mut found, mut total) = (vec![0; last.pitch], 0);
            let parts = words.chunks_exact_mut(last.pitch).zip(filled);
            for (Slot { moves, .. }, (before, filled)) in colour.iter().zip(parts) {
                let mut is_reached = false;
                for (slot, rotation) in moves {
                    is_reached |= match rotation {
                        Some(rotation) => last.rotate(index, chunk, *slot, rotation, &mut found),
                        None => last.part(chunk, *slot).map(|words| add(&mut found, words)).is_some(),
                    };
                }
                // The first and last layers are small: most parts stay empty.
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
        })?;
        self.depth += usize::from(found > 0);
        Ok(found)
    }

    /// Positions of the last layer with these numbers, ascending from 0, as far as the layer goes.
    pub fn numbered(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<Arrangement> {
        let (colour, layer) = (&self.colours[self.depth % 2], &self.layers[self.depth % 2]);
        let mut positions = (0..).zip(layer.bits()).peekable();
        let arrangement = |number| {
            while positions.next_if(|&(at, _)| at < number).is_some() {}
            let &(_, (chunk, slot, word, bit)) = positions.peek()?;
            let Slot { cell, odd, .. } = colour[slot];
            Some(self.frame.arrangement(cell, &self.frame.index.digits(chunk, word, bit, odd)))
        };
        numbers.into_iter().map_while(arrangement).collect()
    }
}

impl Slot {
    fn new(frame: &Frame, cell: usize, slots: &[usize]) -> Self {
        let width = usize::from(frame.lying.width);
        let odd = frame.is_odd_row(cell / width);
        let into = |direction: Direction| {
            // The blank came from the cell to which the tile moved.
            let from = direction.opposite().source(cell, frame.lying)?;
            let rotation = || Rotation::new(&frame.index, cell.min(from), width, direction, odd);
            let is_rotated = matches!(direction, Direction::Up | Direction::Down);
            Some((slots[from], is_rotated.then(rotation)))
        };
        Self { cell, odd, moves: Direction::ALL.into_iter().filter_map(into).collect() }
    }
}

/// A board in the orientation of the search, with the index of its permutations.
struct Frame {
    /// Size of the board, as given and as oriented: the same, or with rows and columns exchanged.
    size: Size,
    lying: Size,
    /// The blank's home on the board, and on the oriented board.
    blank_home: usize,
    home: usize,
    index: Index,
}

impl Frame {
    fn new(size: Size, lying: Size, blank_home: usize) -> Option<Self> {
        assert!(blank_home < size.cells(), "a cell of the board");
        let home = turned(blank_home, size, lying);
        Some(Self { size, lying, blank_home, home, index: Index::new(size)? })
    }

    /// True if the permutations are odd with the blank in a row: it passes all others of a row each time it changes
    /// the row, and a rotation of an even number of elements is odd.
    fn is_odd_row(&self, row: usize) -> bool {
        let width = usize::from(self.lying.width);
        width.is_multiple_of(2) && (row + self.home / width) % 2 == 1
    }

    /// Position with the blank on this cell of the oriented board.
    fn arrangement(&self, blank: usize, digits: &[u8]) -> Arrangement {
        let cells = self.size.cells();
        let without = |blank: usize| (0..cells).filter(move |&cell| cell != blank);
        let mut tile_homes: Vec<usize> = without(self.home).collect();
        let mut homes = vec![self.blank_home as u16; cells];
        for (rank, cell) in without(blank).enumerate() {
            // Tiles that cannot pass each other have no digits, and are in the goal's order.
            let home = tile_homes.remove(digits.get(rank).copied().unwrap_or(0).into());
            homes[turned(cell, self.lying, self.size)] = turned(home, self.lying, self.size) as u16;
        }
        Arrangement::of_homes(self.size, homes, self.blank_home)
    }
}

/// Cell of a board that is the same, or has rows and columns exchanged.
fn turned(cell: usize, from: Size, to: Size) -> usize {
    let (row, column) = from.cell(cell);
    if from == to { cell } else { to.number((column, row)) }
}
