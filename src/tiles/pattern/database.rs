//! Pattern databases, built breadth-first from the goal, all orders of the tiles at once.
//!
//! ```text
//!   colour   of a set of cells: the parity of the black ones among them, which each move changes
//!   row      the cells that a pattern's tiles take, and the region of the other cells in which the blank is:
//!              a . b .          a, b, c stand somewhere on these three cells; the blank on one of the cells marked
//!              . . c #          `.`, between which it moves at no cost, and not on the one marked `#`
//!   bits     one for each order of the tiles: 6 tiles have 720, in the order of their numbers
//!   a move   of a tile into the blank's region leads to one other row. Along a row of the board the order stays, and
//!            all bits are taken over as they are; along a column they change places as the orders do
//!   layers   a layer's rows have all one colour; its neighbours are the layers before and after it, and the next one is
//!            written over the one before
//! ```
//!
//! A layer is pulled: each row collects the new bits of the rows from which a move leads to it, so that threads work on
//! separate rows. An entry is the least number of moves of pattern tiles over all regions, less the Manhattan distance,
//! halved: half a byte, where 15 stands for all larger values, and is still a lower bound.
//! (Additive pattern databases: Korf and Felner, "Disjoint pattern database heuristics", 2002; compressed by the
//! difference to a simpler bound: Felner, Korf, Meshulam and Holte, 2007.)

use std::ops::Range;

use crate::pattern::index::{EntryIndex, Orders, order};
use crate::pattern::{Pattern, Regions};
use traybit_core::search::parallel;
use traybit_core::{CellSet, GaveUp, Limits, Size};

const PARTS: usize = 64;
/// Number of sets of cells below which cutting is not worth it.
const FEW: usize = 2048;
/// Entry of an order that no layer has reached yet, and of all that cost more.
const MOST: u8 = 15;

/// State of the rows of one colour.
struct Layer {
    /// The newest orders of each row, in whole words.
    bits: Vec<u64>,
    is_fresh: Vec<bool>,
    unseen: Vec<u32>,
}

/// Consecutive sets of cells of one colour with their rows, for one thread.
struct Part<'a> {
    sets: Range<usize>,
    bits: &'a mut [u64],
    is_fresh: &'a mut [bool],
    unseen: &'a mut [u32],
    /// Entries from the first set's on.
    halves: &'a mut [u8],
}

/// Bytes of the database of a pattern with a number of tiles.
pub fn bytes(size: Size, tiles: usize) -> usize {
    let (sets, orders) = counts(size, tiles);
    (sets * orders).div_ceil(2)
}

/// Maximum bytes for building such a database, besides the database itself: rows with their moves, and layers.
pub fn building_bytes(size: Size, tiles: usize) -> usize {
    let (sets, orders) = counts(size, tiles);
    // Tiles may cut a line into pieces; else there are fewer than two regions on average, each with a row.
    let regions = if size.height.min(size.width) <= 2 { tiles + 1 } else { 2 };
    sets * regions * (8 * 12 + 16 + 8 * orders.div_ceil(64))
}

/// Numbers of sets of cells and of orders of the tiles.
fn counts(size: Size, tiles: usize) -> (usize, usize) {
    let sets = (0..tiles).fold(1, |sets, taken| sets * (size.cells() - taken) / (taken + 1));
    (sets, (1..=tiles).product())
}

/// Builds the database of a pattern in `halves`, two entries to a byte, the first one in the lower half.
pub fn build(index: &EntryIndex, pattern: Pattern, limits: &Limits, halves: &mut [u8]) -> Result<(), GaveUp> {
    let EntryIndex { size, ranks, orders } = index;
    assert_eq!(halves.len(), bytes(*size, pattern.tiles()), "a database of another size");
    halves.fill(u8::MAX);
    let sides = sides(index, limits)?;
    let words = orders.number.div_ceil(64);
    let steps = Steps::new(*size, orders, pattern.homes);
    let mut layers = sides.each_ref().map(|side| {
        let rows = side.of_row.len() - 1;
        let unseen = vec![orders.number as u32; rows];
        Layer { bits: vec![0; rows * words], is_fresh: vec![false; rows], unseen }
    });
    let mut colour = colour(*size, pattern.homes);
    let home = ranks.rank(pattern.homes);
    let start = sides[colour].ranks.partition_point(|&rank| rank < home);
    // All tiles at home stand in the order numbered 0.
    let row = sides[colour].of_set[start] as usize + pattern.region(*size);
    let first = &mut layers[colour];
    (first.bits[row * words], first.is_fresh[row]) = (1, true);
    first.unseen[row] -= 1;
    put(halves, home as usize * orders.number, 0);
    let pool = parallel::pool(limits.threads);
    for layer in 1..=u8::MAX {
        colour = 1 - colour;
        let side = &sides[colour];
        let [even, odd] = &mut layers;
        let (next, before) = if colour == 0 { (even, &*odd) } else { (odd, &*even) };
        if !before.is_fresh.contains(&true) {
            break;
        }
        let mut parts = split(side, next, halves, words, orders.number);
        parallel::try_each(pool.as_ref(), &mut parts, &|part| {
            limits.check()?;
            part.pull(side, orders, &steps, before, layer);
            Ok(())
        })?;
    }
    Ok(())
}

/// Manhattan distances of the tiles, by their place in the order: bytes for the orders by rank, cell after cell.
struct Steps {
    number: usize,
    of_place: Vec<Vec<u8>>,
}

impl Steps {
    fn new(size: Size, orders: &Orders, homes: u32) -> Self {
        let homes: Vec<u32> = homes.each().collect();
        let ranked: Vec<Vec<usize>> = (0..orders.number).map(|rank| order(homes.len(), rank)).collect();
        let of_place = |place: usize| {
            let to = ranked.iter().map(|order| homes[order[place]] as usize);
            let of_cell = |cell| to.clone().map(move |home| size.steps(cell, home) as u8);
            (0..size.cells()).flat_map(of_cell).collect()
        };
        Self { number: orders.number, of_place: (0..homes.len()).map(of_place).collect() }
    }

    /// Sums of the tiles' distances on a set of cells, by the rank of their order.
    fn measure(&self, set: u32, distances: &mut [u8]) {
        distances.fill(0);
        for (cell, steps) in set.each().zip(&self.of_place) {
            let steps = &steps[cell as usize * self.number..][..self.number];
            distances.iter_mut().zip(steps).for_each(|(distance, &steps)| *distance += steps);
        }
    }
}

/// Splits all rows of a colour into parts of whole sets.
fn split<'a>(
    side: &Side,
    layer: &'a mut Layer,
    mut halves: &'a mut [u8],
    words: usize,
    orders: usize,
) -> Vec<Part<'a>> {
    let all = side.sets.len();
    let step = all.div_ceil(if all < FEW { 1 } else { PARTS }).max(1);
    let Layer { bits, is_fresh, unseen } = layer;
    let (mut bits, mut is_fresh, mut unseen) = (&mut bits[..], &mut is_fresh[..], &mut unseen[..]);
    // From the last part, whose entries reach to the end, to the first. Two tiles or more have an even number of orders,
    // and for one tile there is one part.
    let part = |first: usize| {
        let row = side.of_set[first] as usize;
        Part {
            sets: first..all.min(first + step),
            bits: bits.split_off_mut(row * words..).unwrap_or_default(),
            is_fresh: is_fresh.split_off_mut(row..).unwrap_or_default(),
            unseen: unseen.split_off_mut(row..).unwrap_or_default(),
            halves: halves.split_off_mut(side.ranks[first] as usize * orders / 2..).unwrap_or_default(),
        }
    };
    (0..all).step_by(step).rev().map(part).collect()
}

impl Part<'_> {
    /// Finds the new orders of the part's rows.
    fn pull(&mut self, side: &Side, orders: &Orders, steps: &Steps, before: &Layer, layer: u8) {
        let (number, words) = (orders.number, orders.number.div_ceil(64));
        let mut found = vec![0; words];
        let mut flags: Box<[u8; 1 << 16]> = vec![0; 1 << 16].try_into().expect("so many");
        let mut distances = vec![0; number];
        let first_row = side.of_set[self.sets.start] as usize;
        // The first entry of a whole byte.
        let first_entry = side.ranks[self.sets.start] as usize * number / 2 * 2;
        for set in self.sets.clone() {
            let mut is_measured = false;
            for row in side.of_set[set] as usize..side.of_set[set + 1] as usize {
                let here = row - first_row;
                self.is_fresh[here] = false;
                if self.unseen[here] == 0 {
                    continue;
                }
                let (mut any, mut flagged) = (false, false);
                for entrance in &side.entrances[side.of_row[row] as usize..side.of_row[row + 1] as usize] {
                    if before.is_fresh[entrance.source as usize] {
                        let source = &before.bits[entrance.source as usize * words..][..words];
                        if entrance.from == entrance.to {
                            found.iter_mut().zip(source).for_each(|(found, &bits)| *found |= bits);
                        } else {
                            let moved = orders.all_moved(entrance.from.into(), entrance.to.into());
                            flag(moved, source, &mut flags);
                            flagged = true;
                        }
                        any = true;
                    }
                }
                if flagged {
                    pack(&mut flags[..64 * words], &mut found);
                }
                if any {
                    let count = settle(&mut found, &mut self.bits[here * words..][..words]);
                    self.is_fresh[here] = count > 0;
                    self.unseen[here] -= count;
                }
                if self.is_fresh[here] {
                    if !std::mem::replace(&mut is_measured, true) {
                        steps.measure(side.sets[set], &mut distances);
                    }
                    let entries = side.ranks[set] as usize * number - first_entry;
                    let bits = &self.bits[here * words..][..words];
                    let places = self.halves[entries / 2..].chunks_mut(32);
                    for ((&bits, distances), halves) in bits.iter().zip(distances.chunks(64)).zip(places) {
                        let mut bits = bits;
                        while bits != 0 {
                            let order = bits.trailing_zeros() as usize;
                            bits &= bits - 1;
                            put(halves, entries % 2 + order, (layer - distances[order]) / 2);
                        }
                    }
                }
            }
        }
    }
}

/// Flags the orders to which a move leads from those of `source`, a byte each: bits of one word would wait for each
/// other.
fn flag(moved: &[[u16; 64]], source: &[u64], flags: &mut [u8; 1 << 16]) {
    for (moved, &bits) in moved.iter().zip(source) {
        let mut bits = bits;
        while bits != 0 {
            flags[usize::from(moved[bits.trailing_zeros() as usize % 64])] = 1;
            bits &= bits - 1;
        }
    }
}

fn pack(flags: &mut [u8], found: &mut [u64]) {
    for (flags, found) in flags.chunks_exact_mut(64).zip(found) {
        for (eight, flags) in flags.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            // The factor moves the lowest bit of each byte to a bit of its own in the highest one.
            let bits = u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *found |= bits << (8 * eight);
            *flags = [0; 8];
        }
    }
}

/// Moves the bits of `found`, which is empty afterwards, over those of the layer before the last, which are not new;
/// returns the number of the new ones.
fn settle(found: &mut [u64], bits: &mut [u64]) -> u32 {
    let mut count = 0;
    for (found, bits) in found.iter_mut().zip(bits) {
        *bits = std::mem::take(found) & !*bits;
        count += bits.count_ones();
    }
    count
}

/// Entry of half a byte.
#[inline(always)]
pub fn entry(halves: &[u8], index: usize) -> u8 {
    halves[index / 2] >> (index % 2 * 4) & 15
}

/// Puts an entry in its place, unless an earlier layer has reached it from another region.
#[inline(always)]
fn put(halves: &mut [u8], entry: usize, excess: u8) {
    let (half, shift) = (&mut halves[entry / 2], entry % 2 * 4);
    if *half >> shift & 15 == MOST {
        *half ^= (MOST - excess.min(MOST)) << shift;
    }
}

const SETS: usize = 2048;

/// Move into a row: the row before it, which has the other colour, and the change of the order.
struct Entrance {
    source: u32,
    from: u8,
    to: u8,
}

/// Rows of one colour and the moves into them.
#[derive(Default)]
struct Side {
    /// Sets of cells, ascending, with their ranks.
    sets: Vec<u32>,
    ranks: Vec<u32>,
    /// First row by set; and the end.
    of_set: Vec<u32>,
    /// First entrance by row; and the end.
    of_row: Vec<u32>,
    entrances: Vec<Entrance>,
}

/// Colour of a set of cells: the parity of the black ones among them.
fn colour(size: Size, set: u32) -> usize {
    let width = usize::from(size.width);
    set.each().map(|cell| cell as usize / width + cell as usize % width).sum::<usize>() % 2
}

fn sides(index: &EntryIndex, limits: &Limits) -> Result<[Side; 2], GaveUp> {
    let EntryIndex { size, ranks, .. } = index;
    let regions = Regions::new(*size);
    let mut sides = [Side::default(), Side::default()];
    let mut region_of_row = [Vec::new(), Vec::new()];
    // First row in its colour, by rank.
    let mut first_row = Vec::new();
    for (set, rank) in ranks.sets().zip(0..) {
        let colour = colour(*size, set);
        let side = &mut sides[colour];
        side.sets.push(set);
        side.ranks.push(rank);
        side.of_set.push(region_of_row[colour].len() as u32);
        first_row.push(region_of_row[colour].len() as u32);
        region_of_row[colour].extend(regions.each(!set));
    }
    for (colour, side) in sides.iter_mut().enumerate() {
        let (own, other) = (&region_of_row[colour], &region_of_row[1 - colour]);
        side.of_set.push(own.len() as u32);
        for (index, &set) in side.sets.iter().enumerate() {
            if index.is_multiple_of(SETS) {
                limits.check()?;
            }
            for row in side.of_set[index]..side.of_set[index + 1] {
                side.of_row.push(side.entrances.len() as u32);
                let beside = |cell: u32| regions.neighbours[cell as usize] & own[row as usize];
                let steps = set.each().flat_map(|cell| beside(cell).each().map(move |free| (cell, free)));
                for (cell, free) in steps {
                    let before = set ^ 1 << cell ^ 1 << free;
                    let mut source = first_row[ranks.rank(before) as usize];
                    while other[source as usize] >> cell & 1 == 0 {
                        source += 1;
                    }
                    let place = |set: u32, cell: u32| (set & ((1 << cell) - 1)).count_ones() as u8;
                    let (from, to) = (place(before, free), place(set, cell));
                    side.entrances.push(Entrance { source, from, to });
                }
            }
        }
        side.of_row.push(side.entrances.len() as u32);
        side.entrances.shrink_to_fit();
    }
    Ok(sides)
}
