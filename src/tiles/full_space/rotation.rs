//! Rotations of neighbouring tiles, which vertical moves are, as programs on whole words: which bits of which words make
//! each word.
//!
//! A tile that moves one row up or down passes the `width − 1` tiles between: in reading order, `width` neighbours are
//! rotated by one. A rotation is a sequence of exchanges of two neighbours, and each changes two Lehmer digits.
//!
//! ```text
//!   the 3×4 board: width 3, digits 0 to 2 number words, 3 to 5 chunks, 6 to 8 bits
//!   elements      digits changed     program
//!   0 1 2         0 1 2              words of the chunk are gathered one by one
//!   2 3 4         2 3 4              runs of 110 words are copied, each from another run
//!   3 4 5         3 4 5              whole chunks are copied
//!   5 6 7         5 6 7              words are combined: from each of some words some bits, shifted
//!   8 9 10        8 9 10             bits move in their word, in one step for each exchange: some bits, shifted
//! ```
//!
//! The exchanges of late digits alone that come last are steps of their own, for many bits of one exchange are shifted
//! alike, but hardly any two of all. Where the digit left out takes part, which bits move depends on the parity of the
//! digits that number the word: hence two masks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::full_space::index::{Index, exchange, is_odd};

/// Shift of some bits of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shift {
    /// Bits before the shift, for words whose digits have an even and an odd sum.
    pub(super) masks: [u64; 2],
    /// Places up; down, where negative.
    pub(super) places: i32,
}

/// Run of words, and the bits taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// Chunk, relative to the one that is being made.
    pub(super) chunk: isize,
    /// First word in the chunk.
    pub(super) word: usize,
    pub(super) shift: Shift,
}

/// Run of words that are made alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) word: usize,
    pub(super) sources: Vec<Source>,
}

/// Program that turns the words of one cell of the blank into those of the cell above or below.
pub(super) struct Rotation {
    /// Words of a run, and of the pattern of all runs.
    pub(super) length: usize,
    pub(super) period: usize,
    /// Pattern for each combination of the touched digits that number chunks, and the chunks of its sources.
    patterns: Vec<Vec<Run>>,
    sources: Vec<BTreeSet<isize>>,
    /// Successive chunks with one pattern, and with all patterns.
    stride: (usize, usize),
    /// Shifts of the words afterwards, one step after another.
    pub(super) steps: Vec<Vec<Shift>>,
    /// Sources of the pattern's words, where it copies single words within the chunk; else empty.
    pub(super) gathered: Vec<usize>,
}

/// Direction of a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The first one becomes the last.
    FirstToLast,
    /// The last one becomes the first.
    LastToFirst,
}

impl Rotation {
    /// Rotation of the `width` elements from `first` on, after which the permutation is odd or even.
    pub(super) fn new(index: &Index, first: usize, width: usize, turn: Turn, odd: bool) -> Self {
        let mut exchanges: Vec<usize> = (first..(first + width).saturating_sub(1)).collect();
        if turn == Turn::LastToFirst {
            exchanges.reverse();
        }
        let late = exchanges.iter().rev().take_while(|&&at| at >= index.leading).count();
        let late = exchanges.split_off(exchanges.len() - late);
        // The parity before the last so many exchanges.
        let is_odd_before = |later: usize| odd != (later % 2 == 1);
        let program = Exchanges { index, in_order: &exchanges, odd: is_odd_before(late.len()) };
        let steps = (1..).zip(&late).map(|(done, &at)| program.step(at, is_odd_before(late.len() - done)));
        let steps: Vec<Vec<Shift>> = steps.collect();
        let end = exchanges.iter().max().map_or(first, |&at| at + 2);
        let touched = first.min(index.leading)..end.clamp(first.min(index.leading), index.leading);
        let of_chunk = touched.start.max(index.split)..touched.end.max(index.split);
        let of_word = touched.start.min(index.split)..touched.end.min(index.split);
        let patterns = program.patterns(touched, of_chunk.clone(), of_word.clone());
        let length = index.run(of_word.start);
        let chunks =
            |runs: &Vec<Run>| runs.iter().flat_map(|run| &run.sources).map(|source| source.chunk).collect();
        let gathered = if length == 1 && steps.is_empty() { gathered(&patterns) } else { Vec::new() };
        Self {
            length,
            period: index.run(of_word.end),
            sources: patterns.iter().map(chunks).collect(),
            patterns,
            stride: (index.stride(of_chunk.start), index.stride(of_chunk.end)),
            steps,
            gathered,
        }
    }

    pub(super) fn runs(&self, chunk: usize) -> &[Run] {
        &self.patterns[self.pattern(chunk)]
    }

    /// Chunks of the sources, relative to the one that is being made.
    pub(super) fn sources(&self, chunk: usize) -> &BTreeSet<isize> {
        &self.sources[self.pattern(chunk)]
    }

    fn pattern(&self, chunk: usize) -> usize {
        let (stride, all) = self.stride;
        chunk % all / stride
    }
}

impl Run {
    /// Source of the run, if its words are copied unchanged.
    pub(super) fn copied(&self) -> Option<&Source> {
        let [source] = &self.sources[..] else { return None };
        (source.shift == Shift { masks: [u64::MAX; 2], places: 0 }).then_some(source)
    }
}

/// Sources of the words of the only pattern, if it copies them within the chunk; else none.
fn gathered(patterns: &[Vec<Run>]) -> Vec<usize> {
    let [runs] = patterns else { return Vec::new() };
    let words = runs.iter().map(|run| Some(run.copied()?.word));
    words.collect::<Option<_>>().unwrap_or_default()
}

/// Exchanges, one after another, after which permutations are odd or even.
struct Exchanges<'a> {
    index: &'a Index,
    in_order: &'a [usize],
    odd: bool,
}

impl Exchanges<'_> {
    /// Visits all combinations of some digits, the first one changing fastest.
    fn for_each(&self, range: Range<usize>, digits: &mut Vec<u8>, visit: &mut impl FnMut(&mut Vec<u8>)) {
        if range.is_empty() {
            return visit(digits);
        }
        let last = range.end - 1;
        for value in 0..self.index.radix(last) {
            digits[last] = value as u8;
            self.for_each(range.start..last, digits, visit);
        }
    }

    /// Patterns by the touched digits that number chunks, each with a run by those that number words.
    fn patterns(
        &self,
        touched: Range<usize>,
        of_chunk: Range<usize>,
        of_word: Range<usize>,
    ) -> Vec<Vec<Run>> {
        let mut patterns = Vec::new();
        self.for_each(of_chunk, &mut vec![0; self.index.elements], &mut |digits| {
            let mut runs = Vec::new();
            self.for_each(of_word.clone(), digits, &mut |digits| {
                runs.push(self.run(digits, touched.clone()));
            });
            patterns.push(runs);
        });
        patterns
    }

    /// Run of the words with these touched digits.
    fn run(&self, digits: &[u8], touched: Range<usize>) -> Run {
        let index = self.index;
        let word = index.word(digits);
        let mut terms = BTreeMap::new();
        let across = self.in_order.iter().any(|&at| at + 1 >= index.leading);
        for bit in 0..if across { index.bits() } else { 1 } {
            for odd_word in [false, true] {
                let mut source = index.digits(index.chunk(digits), word, bit, false);
                // The parity of the touched digits counts twice: it is in the word's sum, too.
                let touched_odd = is_odd(&source[touched.clone()]);
                index.complete(&mut source, self.odd != (odd_word != touched_odd));
                // From the digits after the exchanges to those before.
                self.in_order.iter().rev().for_each(|&at| exchange(&mut source, at));
                let chunk = index.chunk(&source) as isize - index.chunk(digits) as isize;
                let from = index.bit(&source);
                let key = (chunk, index.word(&source), bit as i32 - from as i32);
                let masks: &mut [u64; 2] = terms.entry(key).or_default();
                masks[usize::from(odd_word)] |= if across { 1 << from } else { u64::MAX };
            }
        }
        let source = |((chunk, word, places), masks)| Source { chunk, word, shift: Shift { masks, places } };
        Run { word, sources: terms.into_iter().map(source).collect() }
    }

    /// Exchange of two late elements, after which the permutation is odd or even.
    fn step(&self, at: usize, odd: bool) -> Vec<Shift> {
        let index = self.index;
        let mut terms = BTreeMap::<i32, [u64; 2]>::new();
        for bit in 0..index.bits() {
            for odd_word in [false, true] {
                let mut digits = index.digits(0, 0, bit, odd != odd_word);
                exchange(&mut digits, at);
                let from = index.bit(&digits);
                terms.entry(bit as i32 - from as i32).or_default()[usize::from(odd_word)] |= 1 << from;
            }
        }
        terms.into_iter().map(|(places, masks)| Shift { masks, places }).collect()
    }
}
