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

mod expansion;
pub mod index;
mod layer;
mod lists;
pub mod pushes;
pub mod rotation;

use crate::arrangement::Arrangement;
use crate::board::Board;
use crate::direction::Direction;
use crate::full_space::expansion::{Expansion, Origin};
use crate::full_space::index::{Index, permutation};
use crate::full_space::layer::Layer;
use crate::full_space::lists::{Lists, Position, WORDS_FOR_A_POSITION};
use crate::full_space::rotation::{Rotation, Turn};
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Positions from which the goal can be reached, explored up to some layer, of which the last two are kept.
pub struct FullSpace {
    /// Size of the board, as it is and upright.
    size: Size,
    upright: Size,
    blank_home: usize,
    index: Index,
    /// The colour of the goal's blank, and the other one.
    colours: [Colour; 2],
    layers: [Layer; 2],
    /// Number of each cell among those of its colour.
    slots: Vec<usize>,
    /// All ones for the words of the other parity, by parity of the digits that number a chunk.
    odd_words: [Vec<u64>; 2],
    /// The two layers as lists, as long as they are short.
    lists: Option<Lists>,
    /// Distance of the last layer from the goal.
    depth: usize,
}

impl FullSpace {
    /// Bytes that exploring a board takes; none where that is more than any machine can address.
    pub fn bytes(size: Size) -> Option<u64> {
        let index = index(upright(size))?;
        let parts = (index.chunks as u64).checked_mul(size.cells() as u64)?;
        let words = parts.checked_mul(index.pitch as u64)?;
        // Lists of two layers, whose room doubles as they grow.
        let lists = words / WORDS_FOR_A_POSITION as u64 * 2 * size_of::<Position>() as u64;
        let tables = parts + 3 * 8 * index.pitch as u64;
        words.checked_mul(8)?.checked_add(lists)?.checked_add(tables)
    }

    /// The space with the goal in its first layer, the blank on `blank_home`; none where [`FullSpace::bytes`] is.
    ///
    /// # Panics
    /// When the board has no such cell.
    pub fn new(size: Size, blank_home: usize) -> Option<Self> {
        assert!(blank_home < size.cells(), "a cell of the board");
        Self::bytes(size)?;
        let upright = upright(size);
        let index = index(upright)?;
        let home = turned(blank_home, size, upright);
        let (cells, slots) = Colour::cells(upright, home);
        let mut layers = cells.each_ref().map(|cells| Layer::empty(cells.len(), &index));
        layers[0].insert(0, slots[home], 0, 1);
        let colours = cells.map(|cells| Colour::new(upright, home, &index, cells, &slots));
        let odd = index.odd_words();
        let even = odd.iter().map(|word| !word).collect();
        let lists = Some(Lists::new(home));
        let odd_words = [odd, even];
        Some(Self { size, upright, blank_home, index, colours, layers, slots, odd_words, lists, depth: 0 })
    }

    /// The space without lists, however short they are.
    #[must_use]
    pub fn without_lists(self) -> Self {
        Self { lists: None, ..self }
    }

    /// Finds the next layer and returns its number of positions. After an empty one the last layer is still that
    /// before it.
    ///
    /// # Errors
    /// The limit that came first, checked every few milliseconds: then the layer is not finished, and none can follow.
    pub fn advance(&mut self, limits: &Limits) -> Result<u64, GaveUp> {
        let [even, odd] = &mut self.layers;
        let (last, next) = if self.depth.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let mut lists = self.lists.take().filter(|lists| lists.pay(last));
        let found = if let Some(lists) = &mut lists {
            lists.advance((self.upright, &self.index, &self.slots), next, limits)?
        } else {
            let colour = &self.colours[(self.depth + 1) % 2];
            let origin = Origin { index: &self.index, last, odd_words: &self.odd_words };
            Expansion { origin, colour }.run(next, limits)?
        };
        self.lists = lists;
        self.depth += usize::from(found > 0);
        Ok(found)
    }

    /// The first positions of the last layer, at most so many.
    pub fn last(&self, most: usize) -> Vec<Arrangement> {
        self.numbered(0..most as u64)
    }

    /// The positions of the last layer that have these numbers, ascending from 0, as far as there are so many.
    pub fn numbered(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<Arrangement> {
        let (colour, layer) = (&self.colours[self.depth % 2], &self.layers[self.depth % 2]);
        let mut positions = (0u64..).zip(layer.bits());
        let mut found: Vec<Arrangement> = Vec::new();
        let mut before = None;
        for number in numbers {
            if before == Some(number)
                && let Some(again) = found.last().cloned()
            {
                found.push(again);
                continue;
            }
            let Some((_, (chunk, slot, word, bit))) = positions.find(|&(at, _)| at == number) else { break };
            let digits = self.index.digits(chunk, word, bit, colour.odd[slot]);
            let blank = colour.cells[slot];
            found.push(arrangement(self.size, self.upright, self.blank_home, blank, &permutation(&digits)));
            before = Some(number);
        }
        found
    }
}

/// The position with the blank on this cell of the board as it lies for the search.
fn arrangement(
    size: Size,
    lying: Size,
    blank_home: usize,
    blank: usize,
    permutation: &[usize],
) -> Arrangement {
    let cells = size.cells();
    let home = turned(blank_home, size, lying);
    let (mut start, mut goal) = (vec![0; cells], vec![0; cells]);
    let without = |blank: usize| (0..cells).filter(move |&cell| cell != blank);
    for (rank, (cell, home)) in without(blank).zip(without(home)).enumerate() {
        // Where no tile can pass another they are in the goal's order.
        let tile = permutation.get(rank).unwrap_or(&rank) + 1;
        start[turned(cell, lying, size)] = tile as u16;
        goal[turned(home, lying, size)] = rank as u16 + 1;
    }
    let board = |tiles| Board::new(size, tiles).expect("a permutation");
    Arrangement::new(&board(start), &board(goal))
}

/// Size of the board with its shorter side across.
fn upright(size: Size) -> Size {
    Size { height: size.height.max(size.width), width: size.height.min(size.width) }
}

/// Cell of a board that is the same, or has rows and columns exchanged.
fn turned(cell: usize, from: Size, to: Size) -> usize {
    let (row, column) = (cell / usize::from(from.width), cell % usize::from(from.width));
    if from == to { cell } else { column * usize::from(to.width) + row }
}

/// Index of the permutations that can occur: on a single row or column only one.
pub fn index(upright: Size) -> Option<Index> {
    Index::new(if upright.width == 1 { 0 } else { upright.cells() - 1 })
}

/// Cells of one colour, as on a chessboard, and the moves of the blank into them.
struct Colour {
    /// Cells of the slots, in reading order.
    cells: Vec<usize>,
    /// True if the permutations with the blank on a cell are odd, by slot.
    odd: Vec<bool>,
    /// Moves of the slots.
    moves: Vec<Moves>,
}

/// Moves that end with the blank on one cell.
#[derive(Default)]
struct Moves {
    /// Slots of the neighbours in the row: the permutation stays.
    along_row: Vec<usize>,
    /// Slots of the neighbours in the column.
    along_column: Vec<(usize, Rotation)>,
}

impl Colour {
    /// Cells of the colour of `home` and of the other one, and the slot of each cell.
    fn cells(size: Size, home: usize) -> ([Vec<usize>; 2], Vec<usize>) {
        let mut cells = [Vec::new(), Vec::new()];
        let mut slots = Vec::new();
        for cell in 0..size.cells() {
            let colour = &mut cells[size.steps(cell, home) as usize % 2];
            slots.push(colour.len());
            colour.push(cell);
        }
        (cells, slots)
    }

    /// The colour of some cells, on an upright board whose blank is at home on `home`.
    fn new(size: Size, home: usize, index: &Index, cells: Vec<usize>, slots: &[usize]) -> Self {
        let width = usize::from(size.width);
        // A rotation of an even number of elements is odd.
        let odd = |&cell: &usize| width.is_multiple_of(2) && (cell / width + home / width) % 2 == 1;
        let moves = |&cell: &usize| {
            let mut moves = Moves::default();
            for direction in Direction::ALL {
                // The blank came from where the tile went.
                let Some(from) = direction.opposite().source(cell, size) else { continue };
                let turn = match direction {
                    Direction::Left | Direction::Right => {
                        moves.along_row.push(slots[from]);
                        continue;
                    }
                    Direction::Up => Turn::LastToFirst,
                    Direction::Down => Turn::FirstToLast,
                };
                let rotation = Rotation::new(index, cell.min(from), width, turn, odd(&cell));
                moves.along_column.push((slots[from], rotation));
            }
            moves
        };
        Self { moves: cells.iter().map(moves).collect(), odd: cells.iter().map(odd).collect(), cells }
    }
}
