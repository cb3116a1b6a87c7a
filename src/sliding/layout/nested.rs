//! Nested masks: each class has a bit for each of its anchors on the cells that the classes before it leave open.
//!
//! ```text
//!   # # . .   2×2   anchors                     0 1 2 4 5 6 8 9 10      the block at 0: bit 0
//!   # # a a   1×2   those on cells left open    2 6 8 9 10 12 13 14     blocks at 6 and 9: bits 1 and 3
//!   . b b c   1×1   those on cells left open    2 3 8 11 12 13 14 15    the block at 11: bit 3
//!   . . . .
//! ```
//!
//! A class of few blocks has the numbers of its bits instead, if these are shorter. Keys are much shorter than planes and
//! masks (a 6×6 tray with 5 classes takes 63 bits, where these take 83 and 145), and moves cost a little more: the bits of
//! the moved class and of all that come after it are written anew.

use crate::classes::{Class, Classes};
use crate::layout::{BATCH, Found, Layout, set, slowest_first, unions};
use traybit_core::bits::{CellSet, Register, bits_for};
use traybit_core::processor::Processor;

/// A key layout of nested masks.
#[derive(Debug)]
pub struct Nested<C, K> {
    tray: C,
    /// The classes, the slowest first.
    places: Vec<Place<C, K>>,
    /// The place of each class.
    of_class: Vec<usize>,
    /// For each goal the anchors that blocks must have, place by place up to the last one with such.
    goals: Vec<Vec<C>>,
    slow_bits: Vec<K>,
}

/// The bits of one class.
#[derive(Debug)]
struct Place<C, K> {
    class: usize,
    /// Its anchors, whatever the others cover.
    legal: C,
    /// Offsets of the cells of a block from its anchor, ascending.
    cover: Vec<u32>,
    /// The cells of a block whose anchor is cell 0.
    shape: C,
    offset: u32,
    form: Form<C>,
    /// Its bits of a key and those of the classes after it.
    rest: K,
}

#[derive(Debug)]
enum Form<C> {
    /// All bits: the set has as many cells.
    Bits(C),
    /// The numbers of the set bits, ascending.
    Numbers { count: u32, bits: u32 },
}

/// The classes, the slowest first, with their numbers of bits, and whether these are the numbers of their blocks.
fn lengths(puzzle: &Classes) -> Vec<(usize, u32, bool)> {
    let mut open = puzzle.open_cells().count();
    let place = |class: usize| {
        let of_class @ Class { start, shape, .. } = &puzzle.classes[class];
        // The other cells of a block follow its first one, and the anchors before it are open cells or legal ones.
        let length = (open + 1).saturating_sub(shape.area()).min(of_class.anchors().count());
        open = open.saturating_sub(start.len() * shape.area());
        let numbers = start.len() * bits_for(length).max(1) as usize;
        (class, numbers.min(length.max(1)) as u32, numbers < length)
    };
    slowest_first(puzzle).into_iter().map(place).collect()
}

/// Bits of a key.
pub(super) fn bits(puzzle: &Classes) -> usize {
    lengths(puzzle).iter().map(|&(_, length, _)| length as usize).sum()
}

impl<C: CellSet, K: Register> Place<C, K> {
    /// The cells that are open for the next class.
    #[inline(always)]
    fn left(&self, open: C, mask: C) -> C {
        self.cover.iter().fold(open, |open, &cell| open & !(mask << cell))
    }

    /// The cells that a move opens for all later classes, and those that it closes.
    #[inline(always)]
    fn change(&self, from: u16, to: u16) -> C {
        self.shape << u32::from(from) ^ self.shape << u32::from(to)
    }

    /// The key after a move, without the bits of all later classes.
    #[inline(always)]
    fn moved(&self, on: impl Processor, key: &K, mask: C, open: C, (from, to): (u16, u16)) -> K {
        let mask = mask ^ C::cell(from.into()) ^ C::cell(to.into());
        *key & !self.rest | self.written(on, mask, open)
    }

    #[inline(always)]
    fn read(&self, on: impl Processor, key: &K, open: C) -> C {
        let word: C = match self.form {
            Form::Bits(within) => key.cells(self.offset, within),
            Form::Numbers { count, bits } => (0..count).fold(C::EMPTY, |word, index| {
                word | C::cell(key.field(self.offset + index * bits, bits) as u32)
            }),
        };
        word.deposited(self.legal & open, on)
    }

    #[inline(always)]
    fn written(&self, on: impl Processor, mask: C, open: C) -> K {
        let word = mask.extracted(self.legal & open, on);
        match self.form {
            Form::Bits(_) => K::from_limbs(&[word.limb(0), word.limb(1)]) << self.offset,
            Form::Numbers { bits, .. } => {
                let (mut key, mut offset) = (K::EMPTY, self.offset);
                word.for_each(|number| {
                    key |= K::number(number.into()) << offset;
                    offset += bits;
                });
                key
            }
        }
    }
}

impl<C: CellSet, K: Register> Nested<C, K> {
    /// The layout for a puzzle whose key fits the word.
    pub fn new(puzzle: &Classes) -> Self {
        let lengths = lengths(puzzle);
        let mut offset = lengths.iter().map(|&(_, length, _)| length).sum::<u32>();
        let mut of_class = vec![0; lengths.len()];
        let (mut places, mut ranges) = (Vec::new(), Vec::new());
        for &(class, length, is_numbers) in &lengths {
            of_class[class] = places.len();
            offset -= length;
            ranges.push(set(offset..offset + length));
            let count = puzzle.classes[class].start.len() as u32;
            let cover = puzzle.classes[class].cover();
            let form = if is_numbers {
                Form::Numbers { count, bits: length.checked_div(count).unwrap_or(0) }
            } else {
                Form::Bits(set(0..length))
            };
            let legal = set(puzzle.classes[class].anchors());
            let (shape, rest) = (set(cover.iter().copied()), set(0..offset + length));
            places.push(Place { class, legal, cover, shape, offset, form, rest });
        }
        let goals = puzzle.goals.iter().map(|goal| {
            let wanted = places.iter().map(|place| set(goal[place.class].iter().copied()));
            let mut wanted: Vec<C> = wanted.collect();
            let named = wanted.iter().rposition(|anchors| !anchors.is_empty());
            wanted.truncate(named.map_or(0, |last| last + 1));
            wanted
        });
        let tray = set(puzzle.open_cells());
        Self { tray, goals: goals.collect(), slow_bits: unions(ranges.into_iter()), of_class, places }
    }
}

impl<C: CellSet, K: Register> Layout<C> for Nested<C, K> {
    type Key = K;

    /// After the masks, the cells that are open for each class, and the free cells.
    fn rows(&self) -> usize {
        2 * self.places.len() + 1
    }

    #[inline(always)]
    fn pack(&self, on: impl Processor, masks: &[C]) -> K {
        let (mut key, mut open) = (K::EMPTY, self.tray);
        for place in &self.places {
            let mask = masks[place.class];
            key |= place.written(on, mask, open);
            open = place.left(open, mask);
        }
        key
    }

    #[inline(always)]
    fn unpack<const ROW: usize>(&self, on: impl Processor, keys: &[K], rows: &mut [C]) {
        let (masks, opens) = rows.split_at_mut(self.places.len() * ROW);
        let mut open = [self.tray; ROW];
        for place in &self.places {
            let from = place.class * ROW;
            let masks = &mut masks[from..from + keys.len()];
            opens[from..from + ROW].copy_from_slice(&open);
            let (legal, offset) = (place.legal, place.offset);
            match place.form {
                Form::Bits(within) => {
                    for (word, key) in masks.iter_mut().zip(keys) {
                        *word = key.cells(offset, within);
                    }
                }
                Form::Numbers { count, bits } => {
                    masks.fill(C::EMPTY);
                    for index in 0..count {
                        for (word, key) in masks.iter_mut().zip(keys) {
                            *word |= C::cell(key.field(offset + index * bits, bits) as u32);
                        }
                    }
                }
            }
            for (word, &open) in masks.iter_mut().zip(&open) {
                *word = word.deposited(legal & open, on);
            }
            for &cell in &place.cover {
                for (open, &mask) in open.iter_mut().zip(&*masks) {
                    *open = *open & !(mask << cell);
                }
            }
        }
        opens[self.places.len() * ROW..].copy_from_slice(&open);
    }

    #[inline(always)]
    fn moved(
        &self,
        on: impl Processor,
        key: &K,
        row: impl Fn(usize) -> C,
        class: usize,
        (from, to): (u16, u16),
    ) -> K {
        let [place, later @ ..] = &self.places[self.of_class[class]..] else { return *key };
        let classes = self.places.len();
        let change = place.change(from, to);
        let key = place.moved(on, key, row(class), row(classes + class), (from, to));
        later.iter().fold(key, |key, place| {
            key | place.written(on, row(place.class), row(classes + place.class) ^ change)
        })
    }

    #[inline(always)]
    fn moved_all(
        &self,
        on: impl Processor,
        (keys, rows): (&[K], &[[C; BATCH]]),
        class: usize,
        moves: &[Found],
        moved: &mut Vec<K>,
    ) {
        let [place, later @ ..] = &self.places[self.of_class[class]..] else { return };
        let (masks, opens) = rows.split_at(self.places.len());
        let (first, mask, open) = (moved.len(), &masks[class], &opens[class]);
        moved.resize(first + moves.len(), K::EMPTY);
        for (key, found) in moved[first..].iter_mut().zip(moves) {
            let (index, from_to) = (found.index(), (found.from.into(), found.to.into()));
            *key = place.moved(on, &keys[index], mask[index], open[index], from_to);
        }
        // Class by class: a loop of few instructions does for all moves what one branch decides.
        for next in later {
            let (mask, open) = (&masks[next.class], &opens[next.class]);
            for (key, found) in moved[first..].iter_mut().zip(moves) {
                let (index, change) = (found.index(), place.change(found.from.into(), found.to.into()));
                *key |= next.written(on, mask[index], open[index] ^ change);
            }
        }
    }

    #[inline(always)]
    fn is_goal(&self, on: impl Processor, key: &K) -> bool {
        self.goals.iter().any(|goal| {
            let mut open = self.tray;
            goal.iter().zip(&self.places).all(|(&wanted, place)| {
                let mask = place.read(on, key, open);
                open = place.left(open, mask);
                mask & wanted == wanted
            })
        })
    }

    fn changes(&self, class: usize, mask: &K) -> bool {
        mask.masked(&self.places[self.of_class[class]].rest) != K::EMPTY
    }

    fn slow_bits(&self) -> Vec<K> {
        self.slow_bits.clone()
    }
}
