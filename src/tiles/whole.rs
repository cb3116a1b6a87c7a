//! All positions of a board, one bit each, layer by layer from the goal.
//!
//! A position is the cell of the gap and the permutation of the tiles in reading order. A tile that moves along a row
//! leaves the permutation as it is; one that moves along a column rotates `width` neighbours of it, so the board is
//! laid with its shorter side across. Each cell of the gap has a bit for every permutation that can occur with it:
//! half of all, by parity.
//!
//! ```text
//!   the gap of the goal       words of one half:     tile 0             tile 1             tile 2   …
//!   on a cell marked e:                              cell e0 e1 e2 …    cell e0 e1 e2 …
//!    e o e
//!    o e o     layers 0, 2, 4 … have the gap on cells e, layers 1, 3, 5 … on cells o, which are the other half;
//!    e o e     so the layer before the last lies where the next one comes, and one bit a position is all there is
//! ```
//!
//! (Bits for numbered states: Korf's two-bit breadth-first search, "Linear-time disk-based implicit graph search", 2008;
//! one bit where a move changes a parity: Edelkamp, Sulewski and Yücel, "Perfect hashing for state space exploration
//! on the GPU", 2010. That whole words move at once is what a numbering with long runs adds.)

mod numbering;
mod pull;
mod sparse;
mod sweep;

use crate::arrangement::Arrangement;
use crate::board::Board;
use crate::whole::numbering::{Numbering, permutation};
use crate::whole::sparse::{Lists, Place, WORDS_FOR_A_PLACE};
use crate::whole::sweep::{Half, Sweep};
use traybit_core::grid::Size;

/// The positions of a board that the goal can be reached from, and the two layers found last.
#[derive(Debug)]
pub struct Whole {
    /// The board as it is, and with its shorter side across.
    size: Size,
    laid: Size,
    rest: usize,
    numbering: Numbering,
    halves: [Half; 2],
    /// The number of each cell among those of its colour.
    slots: Vec<usize>,
    layers: [Layer; 2],
    odd: [Vec<u64>; 2],
    /// The two layers as lists, as long as they are short.
    lists: Option<Lists>,
    depth: usize,
}

/// The positions of a layer, with the gap on cells of one colour.
#[derive(Debug)]
struct Layer {
    /// How many cells the gap can be on.
    slots: usize,
    words: Vec<u64>,
    /// By tile and slot, whether there may be any.
    filled: Vec<bool>,
    count: u64,
}

impl Layer {
    fn empty(slots: usize, numbering: &Numbering) -> Self {
        let parts = numbering.tiles * slots;
        Self { slots, words: vec![0; parts * numbering.pitch], filled: vec![false; parts], count: 0 }
    }
}

impl Whole {
    /// Bytes that exploring a board takes; none where that is more than any machine can address.
    #[must_use]
    pub fn bytes(size: Size) -> Option<u64> {
        let numbering = numbering(laid(size))?;
        let parts = (numbering.tiles as u64).checked_mul(size.cells() as u64)?;
        let words = parts.checked_mul(numbering.pitch as u64)?;
        // Lists of two layers, whose room doubles as they grow.
        let lists = words / WORDS_FOR_A_PLACE as u64 * 2 * size_of::<Place>() as u64;
        let tables = parts + 3 * 8 * numbering.pitch as u64;
        words.checked_mul(8)?.checked_add(lists)?.checked_add(tables)
    }

    /// The goal with the gap on cell `rest`, alone in the first layer; none where [`Whole::bytes`] is.
    ///
    /// # Panics
    /// When the board has no such cell.
    #[must_use]
    pub fn new(size: Size, rest: usize) -> Option<Self> {
        assert!(rest < size.cells(), "a cell of the board");
        Self::bytes(size)?;
        let laid = laid(size);
        let numbering = numbering(laid)?;
        let width = usize::from(laid.width);
        let home = turned(rest, size, laid);
        let row_and_column = |cell: usize| (cell / width, cell % width);
        let colour = |cell: usize| {
            let ((row, column), (home_row, home_column)) = (row_and_column(cell), row_and_column(home));
            (row + column + home_row + home_column) % 2
        };
        let mut cells = [Vec::new(), Vec::new()];
        let mut slots = Vec::new();
        for cell in 0..size.cells() {
            slots.push(cells[colour(cell)].len());
            cells[colour(cell)].push(cell);
        }
        let mut layers = cells.each_ref().map(|cells| Layer::empty(cells.len(), &numbering));
        // A rotation of an even number of elements is odd.
        let odd = |cell: usize| width % 2 == 0 && (cell / width + home / width) % 2 == 1;
        let halves = cells.map(|cells| Half::new(laid, &numbering, cells, &slots, odd));
        layers[0].words[slots[home] * numbering.pitch] = 1;
        layers[0].filled[slots[home]] = true;
        layers[0].count = 1;
        let parities = (0..numbering.pitch).map(|word| numbering.is_odd_word(word));
        let odd: Vec<u64> = parities.map(|odd| u64::from(odd).wrapping_neg()).collect();
        let even = odd.iter().map(|word| !word).collect();
        let lists = Some(Lists::new(Place::goal(home)));
        Some(Self { size, laid, rest, numbering, halves, slots, layers, odd: [odd, even], lists, depth: 0 })
    }

    /// How many moves the last layer is from the goal.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Finds the next layer and returns how many positions it has. After an empty one the last layer is still that
    /// before it. `check` is called at least once in some milliseconds by each thread.
    ///
    /// # Errors
    /// The first of `check`: then the layer is not finished, and none can follow.
    ///
    /// # Panics
    /// When a thread does.
    pub fn advance<E: Send>(
        &mut self,
        threads: usize,
        check: impl Fn() -> Result<(), E> + Sync,
    ) -> Result<u64, E> {
        let [even, odd] = &mut self.layers;
        let (last, next) = if self.depth.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let mut lists = self.lists.take().filter(|lists| lists.pay(last.words.len()));
        if let Some(lists) = &mut lists {
            lists.advance((self.laid, &self.numbering, &self.slots), next, check)?;
        } else {
            let sweep = Sweep {
                numbering: &self.numbering,
                half: &self.halves[(self.depth + 1) % 2],
                last,
                odd: &self.odd,
            };
            next.count = sweep.run(next, threads, check)?;
        }
        self.lists = lists;
        let found = next.count;
        self.depth += usize::from(found > 0);
        Ok(found)
    }

    /// The first positions of the last layer, at most so many.
    #[must_use]
    pub fn last(&self, most: usize) -> Vec<Arrangement> {
        let half = &self.halves[self.depth % 2];
        let layer = &self.layers[self.depth % 2];
        let pitch = self.numbering.pitch;
        let parts = layer.words.chunks_exact(pitch).enumerate().filter(|&(part, _)| layer.filled[part]);
        let words = parts.flat_map(|(part, words)| words.iter().enumerate().map(move |word| (part, word)));
        let bits = words.flat_map(|(part, (word, &bits))| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (part, word, bit))
        });
        let positions = bits.take(most).map(|(part, word, bit)| {
            let gap = half.cells[part % layer.slots];
            let digits = self.numbering.digits(part / layer.slots, word, bit, half.odd[part % layer.slots]);
            self.arrangement(gap, &permutation(&digits))
        });
        positions.collect()
    }

    /// The position with the gap on this cell of the laid board, as it looks from the goal.
    fn arrangement(&self, gap: usize, permutation: &[usize]) -> Arrangement {
        let cells = self.size.cells();
        let home = turned(self.rest, self.size, self.laid);
        let (mut start, mut goal) = (vec![0; cells], vec![0; cells]);
        let others = |hole: usize| (0..cells).filter(move |&cell| cell != hole);
        for (index, (cell, home)) in others(gap).zip(others(home)).enumerate() {
            // Where no tile can pass another they stand in the goal's order.
            let tile = permutation.get(index).unwrap_or(&index) + 1;
            start[turned(cell, self.laid, self.size)] = tile as u16;
            goal[turned(home, self.laid, self.size)] = index as u16 + 1;
        }
        let board = |tiles| Board::new(self.size, tiles).expect("a permutation");
        Arrangement::new(&board(start), &board(goal))
    }
}

/// The same board with its shorter side across.
fn laid(size: Size) -> Size {
    Size { height: size.height.max(size.width), width: size.height.min(size.width) }
}

/// A cell on a board that is the same, or has rows and columns exchanged.
fn turned(cell: usize, from: Size, to: Size) -> usize {
    let (row, column) = (cell / usize::from(from.width), cell % usize::from(from.width));
    if from == to { cell } else { column * usize::from(to.width) + row }
}

/// The permutations that can occur: on a single row or column only one.
fn numbering(laid: Size) -> Option<Numbering> {
    Numbering::new(if laid.width == 1 { 0 } else { laid.cells() - 1 })
}

#[cfg(test)]
mod tests {
    use super::Whole;
    use traybit_core::grid::Size;

    #[test]
    fn sweeps_find_what_lists_find() {
        for (height, width) in [(1, 3), (2, 2), (2, 4), (3, 3), (5, 2)] {
            let mut listed = Whole::new(Size { height, width }, 1).unwrap();
            let mut swept = Whole::new(Size { height, width }, 1).unwrap();
            swept.lists = None;
            loop {
                let found = listed.advance(1, || Ok::<(), ()>(()));
                assert_eq!(swept.advance(2, || Ok(())), found);
                assert_eq!((listed.depth(), listed.last(100)), (swept.depth(), swept.last(100)));
                if found == Ok(0) {
                    break;
                }
            }
        }
    }

    #[test]
    fn it_ends_where_the_check_says_so() {
        let mut whole = Whole::new(Size { height: 3, width: 3 }, 4).unwrap();
        assert_eq!(whole.advance(2, || Err("stopped")), Err("stopped"));
        let mut swept = Whole::new(Size { height: 3, width: 3 }, 4).unwrap();
        swept.lists = None;
        assert_eq!(swept.advance(2, || Err("stopped")), Err("stopped"));
    }
}
