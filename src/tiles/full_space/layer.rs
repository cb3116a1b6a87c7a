//! Layers: the positions of one distance from the goal, as bits.

use crate::full_space::index::Index;

/// Positions of a layer, with the blank on cells of one colour. A part is the words of a chunk for one slot.
pub(super) struct Layer {
    /// Number of cells of the colour.
    pub(super) slots: usize,
    /// Words of a part.
    pub(super) pitch: usize,
    /// Words, by chunk, slot and word.
    pub(super) words: Vec<u64>,
    /// True if a part may hold positions, by chunk and slot.
    pub(super) filled: Vec<bool>,
}

impl Layer {
    pub(super) fn empty(slots: usize, index: &Index) -> Self {
        let parts = index.chunks * slots;
        Self { slots, pitch: index.pitch, words: vec![0; parts * index.pitch], filled: vec![false; parts] }
    }

    /// Words of a part that may hold positions.
    #[inline]
    pub(super) fn part(&self, chunk: usize, slot: usize) -> Option<&[u64]> {
        let part = chunk * self.slots + slot;
        self.filled[part].then(|| &self.words[part * self.pitch..][..self.pitch])
    }

    /// Adds a position, given as the bit of a word; false where it is there already.
    pub(super) fn insert(&mut self, chunk: usize, slot: usize, word: usize, bit: u64) -> bool {
        let part = chunk * self.slots + slot;
        let word = &mut self.words[part * self.pitch + word];
        let is_new = *word & bit == 0;
        *word |= bit;
        self.filled[part] |= is_new;
        is_new
    }

    /// Removes all positions.
    pub(super) fn clear(&mut self) {
        for (words, filled) in self
            .words
            .chunks_mut((self.slots * self.pitch).max(1))
            .zip(self.filled.chunks_mut(self.slots.max(1)))
        {
            if filled.contains(&true) {
                words.fill(0);
                filled.fill(false);
            }
        }
    }

    pub(super) fn contains(&self, chunk: usize, slot: usize, word: usize, bit: u64) -> bool {
        self.words[(chunk * self.slots + slot) * self.pitch + word] & bit != 0
    }

    pub(super) fn remove(&mut self, chunk: usize, slot: usize, word: usize, bit: u64) {
        self.words[(chunk * self.slots + slot) * self.pitch + word] &= !bit;
    }

    /// All positions as chunk, slot, word and number of the bit.
    pub(super) fn bits(&self) -> impl Iterator<Item = (usize, usize, usize, usize)> {
        let parts = (0..self.filled.len()).map(|part| (part / self.slots, part % self.slots));
        let parts = parts.filter_map(|(chunk, slot)| Some((chunk, slot, self.part(chunk, slot)?)));
        let words = parts.flat_map(|(chunk, slot, words)| {
            words.iter().enumerate().map(move |(word, &bits)| (chunk, slot, word, bits))
        });
        words.flat_map(|(chunk, slot, word, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (chunk, slot, word, bit))
        })
    }
}
