//! Layers of few positions, as lists: a sweep looks at every word, however few of them hold a bit.
//!
//! The bits are set all the same, for they tell what is new: with a layer's bits in one half and those of the
//! layer before in the other, a successor that finds its bit set is in the layer before or was found already.

use crate::direction::Direction;
use crate::whole::Layer;
use crate::whole::numbering::{MOST_ELEMENTS, Numbering, exchange};
use traybit_core::grid::Size;

/// A list pays up to one position for so many words: moving a position costs as much as sweeping some dozens of
/// words, and the room for long lists is better saved.
pub(super) const WORDS_FOR_A_PLACE: usize = 256;
/// Positions between two looks at the limits.
const CHUNK: usize = 1 << 12;

/// One position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    gap: u8,
    /// Of which as many are used as there are elements.
    digits: [u8; MOST_ELEMENTS],
}

/// The two layers found last, the later one last.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    before: Vec<Place>,
    last: Vec<Place>,
}

impl Place {
    /// The goal, with the gap on this cell.
    pub(super) fn goal(gap: usize) -> Self {
        Self { gap: gap as u8, digits: [0; MOST_ELEMENTS] }
    }

    /// After a move, if the board has it.
    fn after(mut self, direction: Direction, size: Size, numbering: &Numbering) -> Option<Self> {
        let gap = usize::from(self.gap);
        let cell = direction.source(gap, size)?;
        self.gap = cell as u8;
        if numbering.elements > 0 {
            let (first, last) = (gap.min(cell), gap.max(cell) - 1);
            match direction {
                Direction::Left | Direction::Right => {}
                Direction::Up => (first..last).rev().for_each(|at| exchange(&mut self.digits, at)),
                Direction::Down => (first..last).for_each(|at| exchange(&mut self.digits, at)),
            }
        }
        Some(self)
    }

    /// Its tile and slot as one number, the word in the layer, and the bit in the word.
    fn bit(&self, numbering: &Numbering, slots: &[usize], colour: usize) -> (usize, usize, u64) {
        let digits = &self.digits[..numbering.elements];
        let filled = numbering.tile(digits) * colour + slots[usize::from(self.gap)];
        (filled, filled * numbering.pitch + numbering.word(digits), 1 << numbering.bit(digits))
    }
}

impl Lists {
    pub(super) fn new(goal: Place) -> Self {
        Self { before: Vec::new(), last: vec![goal] }
    }

    /// Whether the last layer is still short enough, where a half has so many words.
    pub(super) fn pay(&self, words: usize) -> bool {
        self.last.len() <= words / WORDS_FOR_A_PLACE
    }

    /// Finds the next layer and sets its bits in place of those of the layer before.
    pub(super) fn advance<E>(
        &mut self,
        (size, numbering, slots): (Size, &Numbering, &[usize]),
        layer: &mut Layer,
        check: impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        let colour = layer.slots;
        let mut next = Vec::new();
        for places in self.last.chunks(CHUNK) {
            check()?;
            for place in places {
                let moves = Direction::ALL.into_iter();
                for place in moves.filter_map(|direction| place.after(direction, size, numbering)) {
                    let (filled, word, bit) = place.bit(numbering, slots, colour);
                    if layer.words[word] & bit == 0 {
                        layer.words[word] |= bit;
                        layer.filled[filled] = true;
                        next.push(place);
                    }
                }
            }
        }
        for place in &self.before {
            let (_, word, bit) = place.bit(numbering, slots, colour);
            layer.words[word] &= !bit;
        }
        layer.count = next.len() as u64;
        self.before = std::mem::replace(&mut self.last, next);
        Ok(())
    }
}
