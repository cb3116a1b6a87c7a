//! Vertical moves as rotations of neighbouring tiles, in programs on whole words: which bits of which words make each
//! word.
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
//! Final exchanges of late digits alone are separate steps: many bits of one exchange are shifted alike, but hardly
//! any two of all exchanges together. If the digit left out takes part, the bits that move depend on the parity of the
//! digits that number the word: hence two masks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::Direction;
use crate::full_space::index::{Index, exchange, is_odd};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Shift {
    /// Bits before the shift, for words whose digits have an even and an odd sum.
    pub(super) masks: [u64; 2],
    /// Places up; down if negative.
    pub(super) places: i32,
}

/// Run of words, and the bits taken from it.
pub(super) struct Source {
    /// Chunk, relative to the one being made.
    pub(super) chunk: isize,
    pub(super) word: usize,
    pub(super) shift: Shift,
}

pub(super) struct Run {
    pub(super) word: usize,
    pub(super) sources: Vec<Source>,
}

/// Runs of a chunk, by the touched digits that number words, and the chunks of all their sources.
pub(super) struct Pattern {
    pub(super) runs: Vec<Run>,
    pub(super) chunks: BTreeSet<isize>,
}

/// Program that turns the words of one cell of the blank into those of the cell above or below.
pub(super) struct Rotation {
    /// Words of a run, and of the pattern of all runs.
    pub(super) length: usize,
    pub(super) period: usize,
    /// Patterns by the touched digits that number chunks.
    patterns: Vec<Pattern>,
    /// Successive chunks with one pattern, and with all patterns.
    stride: (usize, usize),
    /// Shifts of the words afterwards, one step after another.
    pub(super) steps: Vec<Vec<Shift>>,
    /// Sources of the pattern's words if it copies single words within the chunk; else empty.
    pub(super) gathered: Vec<usize>,
}

impl Rotation {
    /// Rotation of the `width` elements from `first` on, after which the permutation is odd or even: the last one becomes the
    /// first if a tile moves up, the first one the last if it moves down.
    pub(super) fn new(index: &Index, first: usize, width: usize, direction: Direction, odd: bool) -> Self {
        let mut exchanges: Vec<usize> = (first..(first + width).saturating_sub(1)).collect();
        if direction == Direction::Up {
            exchanges.reverse();
        }
        let late = exchanges.iter().rev().take_while(|&&at| at >= index.leading).count();
        let late = exchanges.split_off(exchanges.len() - late);
        let is_odd_before = |later: usize| odd != (later % 2 == 1);
        let steps = (1..).zip(&late).map(|(done, &at)| {
            let run = run(index, &[at], is_odd_before(late.len() - done), 0..0, (0, 0));
            run.sources.iter().map(|source| source.shift).collect()
        });
        let end = exchanges.iter().max().map_or(first, |&at| at + 2);
        let touched = first.min(index.leading)..end.clamp(first.min(index.leading), index.leading);
        let of_chunk = touched.start.max(index.split)..touched.end.max(index.split);
        let of_word = touched.start.min(index.split)..touched.end.min(index.split);
        let (length, period) = (index.run(of_word.start), index.run(of_word.end));
        let stride = (index.stride(of_chunk.start), index.stride(of_chunk.end));
        let pattern = |chunk| {
            let run =
                |word| run(index, &exchanges, is_odd_before(late.len()), touched.clone(), (chunk, word));
            let runs: Vec<Run> = (0..period).step_by(length).map(run).collect();
            let chunks = runs.iter().flat_map(|run| &run.sources).map(|source| source.chunk).collect();
            Pattern { runs, chunks }
        };
        let patterns: Vec<Pattern> = (0..stride.1).step_by(stride.0).map(pattern).collect();
        let gathered = match &patterns[..] {
            [Pattern { runs, .. }] if length == 1 && late.is_empty() => {
                runs.iter().map(|run| Some(run.copied()?.word)).collect::<Option<_>>().unwrap_or_default()
            }
            _ => Vec::new(),
        };
        Self { length, period, patterns, stride, steps: steps.collect(), gathered }
    }

    pub(super) fn pattern(&self, chunk: usize) -> &Pattern {
        let (stride, all) = self.stride;
        &self.patterns[chunk % all / stride]
    }
}

impl Run {
    /// Source of the run, if its words are copied unchanged.
    pub(super) fn copied(&self) -> Option<&Source> {
        let [source] = &self.sources[..] else { return None };
        (source.shift == Shift { masks: [u64::MAX; 2], places: 0 }).then_some(source)
    }
}

/// Run that makes a word by exchanges, one after another, after which the permutations are odd or even. Of the leading
/// digits only the `touched` ones matter.
fn run(index: &Index, swaps: &[usize], odd: bool, range: Range<usize>, (chunk, word): (usize, usize)) -> Run {
    let mut terms = BTreeMap::new();
    let across = swaps.iter().any(|&at| at + 1 >= index.leading);
    for bit in 0..if across { index.bits } else { 1 } {
        for odd_word in [false, true] {
            let mut digits = index.digits(chunk, word, bit, false);
            // The parity of the touched digits counts twice: it is in the word's sum, too.
            let touched_odd = is_odd(&digits[range.clone()]);
            index.complete(&mut digits, odd != (odd_word != touched_odd));
            // From the digits after the exchanges to those before.
            swaps.iter().rev().for_each(|&at| exchange(&mut digits, at));
            let [from_chunk, from_word, from] = index.numbers(&digits);
            let places = bit as i32 - from as i32;
            let key = (from_chunk as isize - chunk as isize, from_word, places);
            let masks: &mut [u64; 2] = terms.entry(key).or_default();
            masks[usize::from(odd_word)] |= if across { 1 << from } else { u64::MAX };
        }
    }
    let source = |((chunk, word, places), masks)| Source { chunk, word, shift: Shift { masks, places } };
    Run { word, sources: terms.into_iter().map(source).collect() }
}
