//! Expansion of a whole layer, chunk by chunk, many words at a time.
//!
//! A position is in the next layer when it is one move from the last layer and not in the layer before it:
//! `next = (moved up | moved down | moved left | moved right) & !before`, and it takes that layer's place.

use crate::full_space::Colour;
use crate::full_space::index::{BLOCK, Index};
use crate::full_space::layer::Layer;
use crate::full_space::rotation::{Rotation, Run, Shift, Source};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Expansion of the last layer into the cells of one colour.
pub(super) struct Expansion<'a> {
    pub(super) origin: Origin<'a>,
    pub(super) colour: &'a Colour,
}

/// Words that rotations begin with.
pub(super) struct Origin<'a> {
    pub(super) index: &'a Index,
    pub(super) last: &'a Layer,
    /// All ones for the words of the other parity, by parity of the digits that number a chunk.
    pub(super) odd_words: &'a [Vec<u64>; 2],
}

/// Words processed at a time.
type Block = [u64; BLOCK];

impl Expansion<'_> {
    /// Makes the next layer in place of the layer before and returns its number of positions.
    pub(super) fn run(&self, next: &mut Layer, limits: &Limits) -> Result<u64, GaveUp> {
        let words = next.words.chunks_mut((next.slots * next.pitch).max(1));
        let chunks = words.zip(next.filled.chunks_mut(next.slots.max(1))).enumerate();
        let expand = |(chunk, (words, filled)): (usize, (&mut [u64], &mut [bool]))| {
            limits.check()?;
            Ok(self.expand(chunk, words, filled))
        };
        parallel_map(chunks.collect(), limits.threads, expand).into_iter().sum()
    }

    /// Makes one chunk of the next layer in place of the layer before, for each cell of the blank, and returns its
    /// number of positions.
    fn expand(&self, chunk: usize, words: &mut [u64], filled: &mut [bool]) -> u64 {
        let Origin { index, last, .. } = self.origin;
        let mut found = vec![0; index.pitch];
        let parts = self.colour.moves.iter().zip(words.chunks_exact_mut(index.pitch)).zip(filled);
        let mut total = 0;
        for ((moves, before), filled) in parts {
            found.fill(0);
            for &slot in &moves.along_row {
                if let Some(words) = last.part(chunk, slot) {
                    add(&mut found, words);
                }
            }
            for (slot, rotation) in &moves.along_column {
                self.origin.rotate(chunk, *slot, rotation, &mut found);
            }
            let mut count = 0;
            for (before, &found) in before.iter_mut().zip(&found) {
                *before = found & !*before;
                count += u64::from(before.count_ones());
            }
            *filled = count > 0;
            total += count;
        }
        total
    }
}

impl Origin<'_> {
    /// Adds the positions that come from a neighbour in the column.
    pub(super) fn rotate(&self, chunk: usize, slot: usize, rotation: &Rotation, found: &mut [u64]) {
        if !rotation.gathered.is_empty() {
            return self.gather(chunk, slot, rotation, found);
        }
        let is_whole = rotation.length == self.index.used;
        let length = if is_whole { self.index.pitch } else { rotation.length };
        for begin in (0..self.index.used).step_by(rotation.period) {
            for run in rotation.runs(chunk) {
                let found = &mut found[begin + run.word..][..length];
                let from = |source: &Source| {
                    let part = self.last.part(chunk.wrapping_add_signed(source.chunk), slot)?;
                    Some(&part[begin + source.word..][..length])
                };
                match run.copied() {
                    Some(source) if rotation.steps.is_empty() => {
                        if let Some(words) = from(source) {
                            add(found, words);
                        }
                    }
                    _ => {
                        let odd = &self.odd_words[usize::from(self.index.is_odd_chunk(chunk))];
                        let odd = &odd[begin + run.word..][..length];
                        combine(run, &rotation.steps, from, odd, found);
                    }
                }
            }
        }
    }

    /// Adds words that are copied one by one.
    fn gather(&self, chunk: usize, slot: usize, rotation: &Rotation, found: &mut [u64]) {
        let Some(part) = self.last.part(chunk, slot) else { return };
        let words = part[..self.index.used].chunks_exact(rotation.period);
        for (found, words) in found.chunks_exact_mut(rotation.period).zip(words) {
            for (found, &from) in found.iter_mut().zip(&rotation.gathered) {
                *found |= words[from];
            }
        }
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
        let block = |words: &[u64]| Block::try_from(&words[at..at + BLOCK]).expect("as many words");
        let bits = bits(sources.iter().map(|&(shift, words)| (shift, block(words))), steps, &block(odd));
        add(&mut found[at..at + BLOCK], &bits);
        at += BLOCK;
    }
    for at in at..found.len() {
        let [bits] = bits(sources.iter().map(|&(shift, words)| (shift, [words[at]])), steps, &[odd[at]]);
        found[at] |= bits;
    }
}

fn add(to: &mut [u64], words: &[u64]) {
    for (to, word) in to.iter_mut().zip(words) {
        *to |= word;
    }
}

/// Bits of the sources after all steps.
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
