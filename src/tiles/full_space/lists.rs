//! Short layers as lists of positions: expanding words looks at every word, however few of them hold a bit.
//!
//! The bits are set all the same, for they tell which positions are new: with a layer's bits in one colour and those
//! of the layer before in the other, a successor whose bit is set is in the layer before or was found already.

use crate::direction::Direction;
use crate::full_space::index::{Index, MOST_ELEMENTS, exchange};
use crate::full_space::layer::Layer;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Words for each position of the longest list: moving a position costs as much as expanding some dozens of words, and
/// the room for long lists is better saved.
pub(super) const WORDS_FOR_A_POSITION: usize = 256;
/// Positions between two checks of the limits.
const STRIDE: usize = 1 << 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    blank: u8,
    /// Lehmer digits, of which as many are used as there are elements.
    digits: [u8; MOST_ELEMENTS],
}

/// The last two layers.
pub(super) struct Lists {
    before: Vec<Position>,
    last: Vec<Position>,
}

impl Position {
    /// The position after a move, if the board has it.
    fn after(mut self, direction: Direction, size: Size, index: &Index) -> Option<Self> {
        let blank = usize::from(self.blank);
        let cell = direction.source(blank, size)?;
        self.blank = cell as u8;
        if index.elements > 0 {
            let (first, last) = (blank.min(cell), blank.max(cell) - 1);
            match direction {
                Direction::Left | Direction::Right => {}
                Direction::Up => (first..last).rev().for_each(|at| exchange(&mut self.digits, at)),
                Direction::Down => (first..last).for_each(|at| exchange(&mut self.digits, at)),
            }
        }
        Some(self)
    }

    /// Chunk, slot and word of the position, and its bit in the word.
    fn bit(&self, index: &Index, slots: &[usize]) -> (usize, usize, usize, u64) {
        let digits = &self.digits[..index.elements];
        (index.chunk(digits), slots[usize::from(self.blank)], index.word(digits), 1 << index.bit(digits))
    }
}

impl Lists {
    /// Lists of the goal alone, with the blank on this cell.
    pub(super) fn new(blank: usize) -> Self {
        let goal = Position { blank: blank as u8, digits: [0; MOST_ELEMENTS] };
        Self { before: Vec::new(), last: vec![goal] }
    }

    /// True if the last layer is still short enough.
    pub(super) fn pay(&self, layer: &Layer) -> bool {
        self.last.len() <= layer.words.len() / WORDS_FOR_A_POSITION
    }

    /// Finds the next layer, sets its bits in place of those of the layer before, and returns its size.
    pub(super) fn advance(
        &mut self,
        (size, index, slots): (Size, &Index, &[usize]),
        layer: &mut Layer,
        limits: &Limits,
    ) -> Result<u64, GaveUp> {
        let mut next = Vec::new();
        for positions in self.last.chunks(STRIDE) {
            limits.check()?;
            for position in positions {
                let successors = Direction::ALL.map(|direction| position.after(direction, size, index));
                for successor in successors.into_iter().flatten() {
                    let (chunk, slot, word, bit) = successor.bit(index, slots);
                    if layer.insert(chunk, slot, word, bit) {
                        next.push(successor);
                    }
                }
            }
        }
        for position in &self.before {
            let (chunk, slot, word, bit) = position.bit(index, slots);
            layer.remove(chunk, slot, word, bit);
        }
        self.before = std::mem::replace(&mut self.last, next);
        Ok(self.last.len() as u64)
    }
}
