//! Layers: the positions at one distance from the goal, as bits, and their rotation, many words at a time.

use crate::full_space::index::{BLOCK, Index};
use crate::full_space::rotation::{Pattern, Rotation, Run, Shift, Source};
use traybit_core::parallel_map::parallel_map;
use traybit_core::{GaveUp, Limits};

/// Positions of a layer, with the blank on the cells of one colour. A part is the words of a chunk for one slot.
pub(super) struct Layer {
    pub(super) slots: usize,
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

    /// Changes each chunk, given its number, its words and whether its parts may hold positions; returns the sum of what
    /// `change` returns. Limits are checked before each chunk.
    pub(super) fn change(
        &mut self,
        limits: &Limits,
        change: impl Fn(usize, &mut [u64], &mut [bool]) -> u64 + Sync,
    ) -> Result<u64, GaveUp> {
        let words = self.words.chunks_mut((self.slots * self.pitch).max(1));
        let chunks = words.zip(self.filled.chunks_mut(self.slots.max(1))).enumerate();
        let change = |(chunk, (words, filled)): (usize, (&mut [u64], &mut [bool]))| {
            limits.check()?;
            Ok(change(chunk, words, filled))
        };
        parallel_map(chunks.collect(), limits.threads, change).into_iter().sum()
    }

    /// Words of a part that may hold positions.
    #[inline]
    pub(super) fn part(&self, chunk: usize, slot: usize) -> Option<&[u64]> {
        let part = chunk * self.slots + slot;
        self.filled[part].then(|| &self.words[part * self.pitch..][..self.pitch])
    }

    /// Adds the position of a slot whose permutation is the goal's.
    pub(super) fn insert(&mut self, slot: usize) {
        self.words[slot * self.pitch] |= 1;
        self.filled[slot] = true;
    }

    pub(super) fn clear(&mut self) {
        for (words, filled) in self.words.chunks_mut(self.pitch).zip(&mut self.filled) {
            if std::mem::take(filled) {
                words.fill(0);
            }
        }
    }

    /// True if the only slot has a position, given by the number of its bit.
    pub(super) fn contains(&self, chunk: usize, word: usize, bit: usize) -> bool {
        self.words[chunk * self.pitch + word] >> bit & 1 == 1
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

    /// Adds the rotated positions of a slot to a chunk; false if there are none.
    pub(super) fn rotate(
        &self,
        index: &Index,
        chunk: usize,
        slot: usize,
        rotation: &Rotation,
        found: &mut [u64],
    ) -> bool {
        let part = |offset| self.part(chunk.wrapping_add_signed(offset), slot);
        let Pattern { runs, chunks } = rotation.pattern(chunk);
        if !chunks.iter().any(|&offset| part(offset).is_some()) {
            return false;
        }
        if !rotation.gathered.is_empty() {
            // Words of the chunk are copied one by one.
            let Some(words) = part(0) else { return false };
            let periods = words[..index.used].chunks_exact(rotation.period);
            for (found, words) in found.chunks_exact_mut(rotation.period).zip(periods) {
                for (found, &from) in found.iter_mut().zip(&rotation.gathered) {
                    *found |= words[from];
                }
            }
            return true;
        }
        let odd = index.odd_words(chunk);
        let length = if rotation.length == index.used { self.pitch } else { rotation.length };
        for begin in (0..index.used).step_by(rotation.period) {
            for run in runs {
                let found = &mut found[begin + run.word..][..length];
                let from = |source: &Source| Some(&part(source.chunk)?[begin + source.word..][..length]);
                match run.copied() {
                    Some(source) if rotation.steps.is_empty() => {
                        if let Some(words) = from(source) {
                            add(found, words);
                        }
                    }
                    _ => combine(run, &rotation.steps, from, &odd[begin + run.word..][..length], found),
                }
            }
        }
        true
    }
}

/// Adds words that are combined from bits of others; `odd` is all ones for words whose digits have an odd sum.
fn combine<'w>(
    run: &Run,
    steps: &[Vec<Shift>],
    from: impl Fn(&Source) -> Option<&'w [u64]>,
    odd: &[u64],
    found: &mut [u64],
) {
    let sources: Vec<(Shift, &[u64])> =
        run.sources.iter().filter_map(|source| from(source).map(|words| (source.shift, words))).collect();
    if sources.is_empty() {
        return;
    }
    let mut at = 0;
    while at + BLOCK <= found.len() {
        let block = |words: &[u64]| <[u64; BLOCK]>::try_from(&words[at..at + BLOCK]).expect("as many words");
        let bits = bits(sources.iter().map(|&(shift, words)| (shift, block(words))), steps, &block(odd));
        add(&mut found[at..at + BLOCK], &bits);
        at += BLOCK;
    }
    for at in at..found.len() {
        let [bits] = bits(sources.iter().map(|&(shift, words)| (shift, [words[at]])), steps, &[odd[at]]);
        found[at] |= bits;
    }
}

pub(super) fn add(to: &mut [u64], words: &[u64]) {
    for (to, word) in to.iter_mut().zip(words) {
        *to |= word;
    }
}

#[inline(always)]
fn bits<const N: usize>(
    sources: impl Iterator<Item = (Shift, [u64; N])>,
    steps: &[Vec<Shift>],
    odd: &[u64; N],
) -> [u64; N] {
    let mut bits = [0; N];
    for (shift, words) in sources {
        bits = shifted(bits, &words, &shift, odd);
    }
    for step in steps {
        let before = bits;
        bits = [0; N];
        for shift in step {
            bits = shifted(bits, &before, shift, odd);
        }
    }
    bits
}

/// The bits, and those that a shift takes from `words`.
#[inline(always)]
fn shifted<const N: usize>(bits: [u64; N], words: &[u64; N], shift: &Shift, odd: &[u64; N]) -> [u64; N] {
    let [even_mask, odd_mask] = shift.masks;
    let differing = even_mask ^ odd_mask;
    let places = shift.places.unsigned_abs();
    let mask = |odd: &u64| even_mask ^ differing & odd;
    let mut shifted = bits;
    let all = shifted.iter_mut().zip(words).zip(odd);
    match (differing == 0, shift.places >= 0) {
        (true, true) => all.for_each(|((bits, word), _)| *bits |= (word & even_mask) << places),
        (true, false) => all.for_each(|((bits, word), _)| *bits |= (word & even_mask) >> places),
        (false, true) => all.for_each(|((bits, word), odd)| *bits |= (word & mask(odd)) << places),
        (false, false) => all.for_each(|((bits, word), odd)| *bits |= (word & mask(odd)) >> places),
    }
    shifted
}
