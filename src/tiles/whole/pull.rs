//! A vertical move as a program on whole words: where the bits of a word come from.
//!
//! A tile that moves one row up or down passes the `width − 1` tiles between: in reading order, `width` neighbours
//! are rotated by one. A rotation is a sequence of exchanges of two neighbours, and each changes two Lehmer digits.
//!
//! ```text
//!   early digits only     runs of words come as they are, each from one other run
//!   across                words are put together: from each of some words some bits, shifted
//!   late digits only      bits move in their word, step by step: after each exchange some bits, shifted
//! ```
//!
//! The exchanges of late digits alone that come last are steps of their own, for some bits of one exchange go the
//! same distance, but hardly any two of all. Where the digit left out takes part, which bits move depends on the
//! parity of the digits that number the word: hence two masks.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::whole::numbering::{Numbering, exchange, is_odd};

/// Bits of a word and how far they move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Term {
    /// The bits before they move, for words whose digits add up to an even and to an odd number.
    pub(super) masks: [u64; 2],
    /// By how many places they move up; down, where negative.
    pub(super) shift: i32,
}

/// A run of words and the bits that are taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// The tile, counted from the one that is being made.
    pub(super) tile: isize,
    /// Where in the tile the run begins.
    pub(super) word: usize,
    pub(super) term: Term,
}

/// A run of words that is made alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) word: usize,
    pub(super) sources: Vec<Source>,
}

/// Where the positions with the gap on one cell come from, of those with the gap on the cell above or below.
#[derive(Clone, Debug)]
pub(super) struct Pull {
    /// Words of a run, and of the pattern that all runs make up.
    pub(super) length: usize,
    pub(super) period: usize,
    /// The pattern for each combination of the touched digits that number tiles.
    patterns: Vec<Vec<Run>>,
    /// Tiles of which all have one pattern come in succession; so many, and in so many tiles all patterns.
    stride: (usize, usize),
    /// What happens to the words afterwards, one step after another.
    pub(super) steps: Vec<Vec<Term>>,
    /// Where runs of one word are copied in the tile, the words that the pattern is made of; else empty.
    pub(super) scattered: Vec<usize>,
}

/// Which way `width` neighbours are rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The first one becomes the last.
    FirstToLast,
    /// The last one becomes the first.
    LastToFirst,
}

impl Pull {
    /// The rotation of the `width` elements from `first` on. With `odd`, what comes of it is an odd permutation.
    pub(super) fn new(numbering: &Numbering, first: usize, width: usize, turn: Turn, odd: bool) -> Self {
        let exchanges = first..(first + width).saturating_sub(1);
        let mut exchanges: Vec<usize> = match turn {
            Turn::FirstToLast => exchanges.collect(),
            Turn::LastToFirst => exchanges.rev().collect(),
        };
        let late = exchanges.iter().rev().take_while(|&&at| at >= numbering.lead).count();
        let steps = exchanges.split_off(exchanges.len() - late);
        let is_odd_after = |later: usize| odd != (later % 2 == 1);
        let last = exchanges.iter().max().map_or(first, |&at| at + 2);
        let touched = first.min(numbering.lead)..last.clamp(first.min(numbering.lead), numbering.lead);
        let slow = touched.start.max(numbering.split)..touched.end.max(numbering.split);
        let fast = touched.start.min(numbering.split)..touched.end.min(numbering.split);
        let program = Exchanges { numbering, in_order: &exchanges, odd: is_odd_after(late) };
        let mut patterns = Vec::new();
        program.for_each(slow.clone(), &mut vec![0; numbering.elements], &mut |digits| {
            let mut runs = Vec::new();
            program.for_each(fast.clone(), digits, &mut |digits| {
                runs.push(program.run(digits, touched.clone()));
            });
            patterns.push(runs);
        });
        let steps = steps.iter().enumerate();
        let length = numbering.run(fast.start);
        let scattered = if length == 1 && steps.len() == 0 { scattered(&patterns) } else { Vec::new() };
        Self {
            length,
            scattered,
            period: numbering.run(fast.end),
            patterns,
            stride: (numbering.stride(slow.start), numbering.stride(slow.end)),
            steps: steps.map(|(step, &at)| program.step(at, is_odd_after(late - 1 - step))).collect(),
        }
    }

    /// The runs of a tile.
    pub(super) fn runs(&self, tile: usize) -> &[Run] {
        let (stride, all) = self.stride;
        &self.patterns[tile % all / stride]
    }
}

impl Run {
    /// The one run whose words come as they are, if all that happens is that.
    pub(super) fn copied(&self) -> Option<&Source> {
        let [source] = &self.sources[..] else { return None };
        (source.term == Term { masks: [u64::MAX; 2], shift: 0 }).then_some(source)
    }
}

/// The words that the only pattern is made of, if it copies them within the tile; else none.
fn scattered(patterns: &[Vec<Run>]) -> Vec<usize> {
    let [runs] = patterns else { return Vec::new() };
    let words = runs.iter().map(|run| Some(run.copied()?.word));
    words.collect::<Option<_>>().unwrap_or_default()
}

/// Some exchanges, one after another, that make permutations of one parity.
struct Exchanges<'a> {
    numbering: &'a Numbering,
    in_order: &'a [usize],
    odd: bool,
}

impl Exchanges<'_> {
    /// Every combination of some digits, the first one changing fastest.
    fn for_each(&self, range: Range<usize>, digits: &mut Vec<u8>, visit: &mut impl FnMut(&mut Vec<u8>)) {
        if range.is_empty() {
            return visit(digits);
        }
        let last = range.end - 1;
        for value in 0..self.numbering.radix(last) {
            digits[last] = value as u8;
            self.for_each(range.start..last, digits, visit);
        }
    }

    /// Where the words with these touched digits come from.
    fn run(&self, digits: &[u8], touched: Range<usize>) -> Run {
        let numbering = self.numbering;
        let word = numbering.word(digits);
        let mut terms = BTreeMap::new();
        let across = self.in_order.iter().any(|&at| at + 1 >= numbering.lead);
        for bit in 0..if across { numbering.bits() } else { 1 } {
            for odd_word in [false, true] {
                let mut source = numbering.digits(numbering.tile(digits), word, bit, false);
                // What is odd about the touched digits counts twice: it is in the word's sum, too.
                let touched_odd = is_odd(&source[touched.clone()]);
                numbering.complete(&mut source, self.odd != (odd_word != touched_odd));
                self.undo(&mut source);
                let tile = numbering.tile(&source) as isize - numbering.tile(digits) as isize;
                let from = numbering.bit(&source);
                let key = (tile, numbering.word(&source), bit as i32 - from as i32);
                let masks: &mut [u64; 2] = terms.entry(key).or_default();
                masks[usize::from(odd_word)] |= if across { 1 << from } else { u64::MAX };
            }
        }
        let sources = terms.into_iter();
        let sources =
            sources.map(|((tile, word, shift), masks)| Source { tile, word, term: Term { masks, shift } });
        Run { word, sources: sources.collect() }
    }

    /// From the digits afterwards those before.
    fn undo(&self, digits: &mut [u8]) {
        self.in_order.iter().rev().for_each(|&at| exchange(digits, at));
    }

    /// The exchange of two late elements; it makes permutations of the parity that `odd` tells.
    fn step(&self, at: usize, odd: bool) -> Vec<Term> {
        let numbering = self.numbering;
        let mut terms = BTreeMap::<i32, [u64; 2]>::new();
        for bit in 0..numbering.bits() {
            for odd_word in [false, true] {
                let mut digits = numbering.digits(0, 0, bit, odd != odd_word);
                exchange(&mut digits, at);
                let from = numbering.bit(&digits);
                terms.entry(bit as i32 - from as i32).or_default()[usize::from(odd_word)] |= 1 << from;
            }
        }
        terms.into_iter().map(|(shift, masks)| Term { masks, shift }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Pull, Term, Turn};
    use crate::whole::numbering::{Numbering, permutation};

    fn moved(word: u64, term: &Term, odd_word: bool) -> u64 {
        let bits = word & term.masks[usize::from(odd_word)];
        if term.shift >= 0 { bits << term.shift } else { bits >> -term.shift }
    }

    /// Runs a program on the single permutation that is rotated, and looks where it arrives.
    fn check(elements: usize, first: usize, width: usize, turn: Turn, odd: bool) {
        let numbering = Numbering::new(elements).unwrap();
        let pull = Pull::new(&numbering, first, width, turn, odd);
        for tile in 0..numbering.tiles {
            let runs = (0..numbering.used)
                .step_by(pull.period)
                .flat_map(|begin| pull.runs(tile).iter().map(move |run| (begin, run)));
            for (word, begin, run) in runs.flat_map(|(begin, run)| {
                (0..pull.length).map(move |within| (begin + run.word + within, begin + within, run))
            }) {
                for bit in 0..numbering.bits() {
                    let digits = numbering.digits(tile, word, bit, odd);
                    let mut wanted = permutation(&digits);
                    match turn {
                        Turn::FirstToLast => wanted[first..first + width].rotate_right(1),
                        Turn::LastToFirst => wanted[first..first + width].rotate_left(1),
                    }
                    let odd_word = numbering.is_odd_word(word) != numbering.is_odd_tile(tile);
                    let arrived = run.sources.iter().any(|source| {
                        let from = tile.checked_add_signed(source.tile).unwrap();
                        (0..numbering.bits()).any(|bit_from| {
                            let odd_before = odd != width.is_multiple_of(2);
                            let before = numbering.digits(from, begin + source.word, bit_from, odd_before);
                            let mut bits = moved(1 << bit_from, &source.term, odd_word);
                            for step in &pull.steps {
                                bits = step.iter().fold(0, |to, term| to | moved(bits, term, odd_word));
                            }
                            bits >> bit & 1 == 1 && permutation(&before) == wanted
                        })
                    });
                    assert!(arrived, "{elements} {first} {width} {turn:?}: {digits:?}");
                }
            }
        }
    }

    #[test]
    fn programs_rotate_every_permutation() {
        for (elements, width) in [(3, 2), (5, 2), (6, 1), (6, 2), (6, 4), (6, 6), (7, 3)] {
            for first in 0..=elements - width {
                for turn in [Turn::FirstToLast, Turn::LastToFirst] {
                    check(elements, first, width, turn, false);
                    check(elements, first, width, turn, true);
                }
            }
        }
    }
}
