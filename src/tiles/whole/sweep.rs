//! One layer from the two before, tile by tile: whole words at a time.
//!
//! A position is in the next layer when it is one move from the last layer and not in the layer before it:
//! `next = (moved up | moved down | moved left | moved right) & !before`, and it takes that layer's place.

use std::sync::Mutex;
use std::thread;

use crate::direction::Direction;
use crate::whole::Layer;
use crate::whole::numbering::{BLOCK, Numbering};
use crate::whole::pull::{Pull, Run, Source, Term, Turn};
use traybit_core::grid::Size;

/// The cells on which the gap is after an even or after an odd number of moves, and where it comes from.
#[derive(Debug)]
pub(super) struct Half {
    /// By cell, in reading order.
    pub(super) cells: Vec<usize>,
    /// Whether the permutations that occur with the gap on a cell are odd.
    pub(super) odd: Vec<bool>,
    moves: Vec<Moves>,
}

/// The moves that end with the gap on one cell.
#[derive(Debug, Default)]
struct Moves {
    /// The slots of the neighbours from which the gap comes along a row: the permutation stays.
    along: Vec<usize>,
    /// The slots of those from which it comes along a column.
    across: Vec<(usize, Pull)>,
}

/// What all tiles of a sweep have in common.
pub(super) struct Sweep<'a> {
    pub(super) numbering: &'a Numbering,
    pub(super) half: &'a Half,
    pub(super) last: &'a Layer,
    /// All ones for words of the first tile whose digits add up to an odd number, and the reverse.
    pub(super) odd: &'a [Vec<u64>; 2],
}

/// A word for each of the words processed at a time.
type Block = [u64; BLOCK];

impl Half {
    /// The cells of one colour and the moves from the others; `slots` tells each cell's number among its colour.
    pub(super) fn new(
        size: Size,
        numbering: &Numbering,
        cells: Vec<usize>,
        slots: &[usize],
        odd: impl Fn(usize) -> bool,
    ) -> Self {
        let width = usize::from(size.width);
        let moves = cells.iter().map(|&cell| {
            let mut moves = Moves::default();
            for direction in Direction::ALL {
                // The gap came from where the tile went.
                let Some(from) = direction.opposite().source(cell, size) else { continue };
                let turn = match direction {
                    Direction::Left | Direction::Right => {
                        moves.along.push(slots[from]);
                        continue;
                    }
                    Direction::Up => Turn::LastToFirst,
                    Direction::Down => Turn::FirstToLast,
                };
                let pull = Pull::new(numbering, cell.min(from), width, turn, odd(cell));
                moves.across.push((slots[from], pull));
            }
            moves
        });
        Self { moves: moves.collect(), odd: cells.iter().map(|&cell| odd(cell)).collect(), cells }
    }
}

impl Sweep<'_> {
    /// Makes the next layer in place of the layer before and returns how many positions are in it.
    pub(super) fn run<E: Send>(
        &self,
        next: &mut Layer,
        threads: usize,
        check: impl Fn() -> Result<(), E> + Sync,
    ) -> Result<u64, E> {
        let (words, filled) = (next.slots * self.numbering.pitch, next.slots);
        let tiles = next.words.chunks_mut(words.max(1)).zip(next.filled.chunks_mut(filled.max(1)));
        let tiles = Mutex::new(tiles.enumerate());
        let work = || {
            let mut made = vec![0; self.numbering.pitch];
            let mut count = 0;
            loop {
                check()?;
                let Some((tile, (words, filled))) = tiles.lock().expect("no thread panics").next() else {
                    return Ok(count);
                };
                count += self.tile(tile, words, filled, &mut made);
            }
        };
        thread::scope(|scope| {
            let others = threads.min(self.numbering.tiles).saturating_sub(1);
            let others: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
            let counts = std::iter::once(work())
                .chain(others.into_iter().map(|thread| thread.join().expect("no thread panics")));
            counts.sum()
        })
    }

    /// Makes one tile of the next layer in place of the layer before, for each cell of the gap, and returns how
    /// many positions are in it. `made` is room for a tile.
    fn tile(&self, tile: usize, words: &mut [u64], filled: &mut [bool], made: &mut [u64]) -> u64 {
        let pitch = self.numbering.pitch;
        let cells = self.half.moves.iter().zip(words.chunks_exact_mut(pitch)).zip(filled);
        let mut count = 0;
        for ((moves, before), filled) in cells {
            made.fill(0);
            for &slot in &moves.along {
                let from = tile * self.last.slots + slot;
                if self.last.filled[from] {
                    add(made, &self.last.words[from * pitch..][..pitch]);
                }
            }
            for (slot, pull) in &moves.across {
                self.pull(tile, *slot, pull, made);
            }
            let mut found = 0;
            for (before, &made) in before.iter_mut().zip(&*made) {
                *before = made & !*before;
                found += u64::from(before.count_ones());
            }
            *filled = found > 0;
            count += found;
        }
        count
    }

    /// Adds the positions that come from a neighbour along a column.
    fn pull(&self, tile: usize, slot: usize, pull: &Pull, made: &mut [u64]) {
        if !pull.scattered.is_empty() {
            return self.gather(tile * self.last.slots + slot, pull, made);
        }
        let whole = pull.length == self.numbering.used;
        let length = if whole { self.numbering.pitch } else { pull.length };
        for begin in (0..self.numbering.used).step_by(pull.period) {
            for run in pull.runs(tile) {
                let made = &mut made[begin + run.word..][..length];
                let from = |source: &Source| {
                    let tile = tile.wrapping_add_signed(source.tile) * self.last.slots + slot;
                    self.last.filled[tile].then(|| {
                        &self.last.words[tile * self.numbering.pitch + begin + source.word..][..length]
                    })
                };
                match run.copied() {
                    Some(source) if pull.steps.is_empty() => {
                        if let Some(words) = from(source) {
                            add(made, words);
                        }
                    }
                    _ => self.put_together(tile, run, begin, &pull.steps, from, made),
                }
            }
        }
    }

    /// Adds words that are copied one by one.
    fn gather(&self, part: usize, pull: &Pull, made: &mut [u64]) {
        if !self.last.filled[part] {
            return;
        }
        let words = &self.last.words[part * self.numbering.pitch..][..self.numbering.used];
        for (made, words) in made.chunks_exact_mut(pull.period).zip(words.chunks_exact(pull.period)) {
            for (made, &from) in made.iter_mut().zip(&pull.scattered) {
                *made |= words[from];
            }
        }
    }

    /// Adds words that are made of bits of others.
    fn put_together<'w>(
        &self,
        tile: usize,
        run: &Run,
        begin: usize,
        steps: &[Vec<Term>],
        from: impl Fn(&Source) -> Option<&'w [u64]>,
        made: &mut [u64],
    ) {
        let sources: Vec<(Term, &[u64])> =
            run.sources.iter().filter_map(|source| from(source).map(|words| (source.term, words))).collect();
        if sources.is_empty() {
            return;
        }
        let odd = &self.odd[usize::from(self.numbering.is_odd_tile(tile))][begin + run.word..][..made.len()];
        let mut at = 0;
        while at + BLOCK <= made.len() {
            let block = |words: &[u64]| Block::try_from(&words[at..at + BLOCK]).expect("as many words");
            let bits = bits(sources.iter().map(|&(term, words)| (term, block(words))), steps, &block(odd));
            add(&mut made[at..at + BLOCK], &bits);
            at += BLOCK;
        }
        for at in at..made.len() {
            let [bits] = bits(sources.iter().map(|&(term, words)| (term, [words[at]])), steps, &[odd[at]]);
            made[at] |= bits;
        }
    }
}

fn add(to: &mut [u64], words: &[u64]) {
    for (to, word) in to.iter_mut().zip(words) {
        *to |= word;
    }
}

/// The bits that the sources give, after the steps.
#[inline(always)]
fn bits<const N: usize>(
    sources: impl Iterator<Item = (Term, [u64; N])>,
    steps: &[Vec<Term>],
    odd: &[u64; N],
) -> [u64; N] {
    let mut bits = [0; N];
    for (term, words) in sources {
        bits = moved(bits, &words, &term, odd);
    }
    for step in steps {
        let before = bits;
        bits = [0; N];
        for term in step {
            bits = moved(bits, &before, term, odd);
        }
    }
    bits
}

/// The bits, and those of a term.
#[inline(always)]
fn moved<const N: usize>(bits: [u64; N], words: &[u64; N], term: &Term, odd: &[u64; N]) -> [u64; N] {
    let [even_mask, odd_mask] = term.masks;
    let differing = even_mask ^ odd_mask;
    let shift = term.shift.unsigned_abs();
    let mask = |at: usize| even_mask ^ differing & odd[at];
    match (differing == 0, term.shift >= 0) {
        (true, true) => std::array::from_fn(|at| bits[at] | (words[at] & even_mask) << shift),
        (true, false) => std::array::from_fn(|at| bits[at] | (words[at] & even_mask) >> shift),
        (false, true) => std::array::from_fn(|at| bits[at] | (words[at] & mask(at)) << shift),
        (false, false) => std::array::from_fn(|at| bits[at] | (words[at] & mask(at)) >> shift),
    }
}
