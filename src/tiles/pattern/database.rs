//! Pattern databases, built breadth-first from the goal, all orders of the tiles at once.
//!
//! ```text
//!   row      the cells that a pattern's tiles take, and the region of the other cells in which the blank is:
//!              a . b .          a, b, c stand somewhere on these three cells; the blank on one of the cells marked
//!              . . c #          `.`, between which it moves at no cost, and not on the one marked `#`
//!   bits     one for each order of the tiles: 6 tiles have 720, in the order of their numbers
//!   a move   of a tile into the blank's region leads to one other row. Along a row of the board the order stays, and
//!            all bits are taken over as they are; along a column they change places as the orders do
//! ```
//!
//! A layer is pulled: each row collects the new bits of the rows from which a move leads to it, so that threads work on
//! separate rows. An entry is the least number of moves of pattern tiles over all regions, less the Manhattan distance,
//! halved: half a byte, where 15 stands for all that is more, and is a bound as well.
//! (Additive pattern databases: Korf and Felner, "Disjoint pattern database heuristics", 2002; compressed by the
//! difference to a simpler bound: Felner, Korf, Meshulam and Holte, 2007.)

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use crate::pattern::Pattern;
use crate::pattern::entry_index::EntryIndex;
use crate::pattern::orders::Orders;
use crate::pattern::regions::{Regions, cells_of};
use traybit_core::grid::Size;

/// Parts into which a layer's rows are cut for the threads.
const PARTS: usize = 64;
/// Fewer sets of cells are not worth cutting.
const FEW: usize = 2048;
/// Sets whose entries are packed at once: an even number, so that they fill whole bytes.
const BLOCK: usize = 64;
/// Sets between two calls of `go_on`.
const STRIDE: usize = 2048;
/// An order that no layer has reached yet.
const UNSEEN: u8 = u8::MAX;

/// Move into a row: the row before it, and the change of the order.
struct Entrance {
    source: u32,
    from: u8,
    to: u8,
}

/// Rows and the moves between them, the same for all layers.
struct Rows {
    /// First row by set of cells, in order; and the end.
    of_set: Vec<u32>,
    /// First entrance by row; and the end.
    of_row: Vec<u32>,
    entrances: Vec<Entrance>,
    /// Words of a row's bits.
    words: usize,
}

/// Consecutive sets of cells with their rows, for one thread.
struct Part<'a> {
    first_set: usize,
    sets: usize,
    next: &'a mut [u64],
    seen: &'a mut [u64],
    fresh: &'a mut [bool],
    /// Number of orders not seen, by row.
    unseen: &'a mut [u32],
    /// By set and order.
    costs: &'a mut [u8],
}

/// Entries of one pattern.
#[derive(Debug)]
pub struct Database {
    halves: Vec<u8>,
}

impl Database {
    /// Builds the database of a pattern, on the current thread pool if `parallel`; none once `go_on` is false.
    pub fn build(
        index: &EntryIndex,
        pattern: Pattern,
        parallel: bool,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let sets: Vec<u32> = index.ranks.sets().collect();
        let rows = Rows::new(index, &sets, go_on)?;
        let costs = search(index, &rows, pattern, parallel, go_on)?;
        pack(index, &sets, &costs, pattern.homes, parallel, go_on).map(|halves| Self { halves })
    }

    /// Takes entries that were built before.
    pub(super) fn from_halves(halves: Vec<u8>) -> Self {
        Self { halves }
    }

    /// Entries, two to a byte, the first one in the lower half: half of the cost less the Manhattan distance.
    pub fn halves(&self) -> &[u8] {
        &self.halves
    }

    /// Bytes of a database of a pattern of so many tiles.
    pub fn bytes(size: Size, tiles: usize) -> usize {
        let (sets, orders) = counts(size, tiles);
        (sets * orders).div_ceil(2)
    }

    /// Bytes needed at most while such a database is built, itself included: layers, rows and costs.
    pub fn building_bytes(size: Size, tiles: usize) -> usize {
        let (sets, orders) = counts(size, tiles);
        // Lines that tiles cut into pieces, or else less than two regions on average, each with a row.
        let regions = if size.height.min(size.width) <= 2 { tiles + 1 } else { 2 };
        let (entrances, layers) = (regions * (8 * 12 + 16), regions * orders.div_ceil(64) * 8 * 3);
        // Layers are gone when the entries are packed.
        sets * (entrances + orders + layers.max(orders.div_ceil(2)))
    }
}

/// Numbers of sets of so many cells, and of orders of so many tiles.
fn counts(size: Size, tiles: usize) -> (usize, usize) {
    let sets = (0..tiles).fold(1, |sets, taken| sets * (size.cells() - taken) / (taken + 1));
    (sets, (1..=tiles).product())
}

impl Rows {
    fn new(
        EntryIndex { size, ranks, orders }: &EntryIndex,
        sets: &[u32],
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let regions = Regions::new(*size);
        let mut of_set = Vec::with_capacity(sets.len() + 1);
        let mut region_of_row = Vec::new();
        for &set in sets {
            of_set.push(region_of_row.len() as u32);
            regions.each(!set, |region| region_of_row.push(region));
        }
        of_set.push(region_of_row.len() as u32);
        let mut of_row = Vec::with_capacity(region_of_row.len() + 1);
        let mut entrances = Vec::new();
        for (index, &set) in sets.iter().enumerate() {
            if index.is_multiple_of(STRIDE) && !go_on() {
                return None;
            }
            for row in of_set[index]..of_set[index + 1] {
                of_row.push(entrances.len() as u32);
                regions.each_step(set, region_of_row[row as usize], |cell, free| {
                    let before = set ^ 1 << cell ^ 1 << free;
                    let mut source = of_set[ranks.rank(before) as usize];
                    while region_of_row[source as usize] >> cell & 1 == 0 {
                        source += 1;
                    }
                    let place = |set: u32, cell: u32| (set & ((1 << cell) - 1)).count_ones() as u8;
                    entrances.push(Entrance { source, from: place(before, free), to: place(set, cell) });
                });
            }
        }
        of_row.push(entrances.len() as u32);
        Some(Self { of_set, of_row, entrances, words: orders.number.div_ceil(64) })
    }

    fn count(&self) -> usize {
        self.of_row.len() - 1
    }
}

/// Searches layer by layer; returns costs by set of cells and order.
fn search(
    EntryIndex { size, ranks, orders }: &EntryIndex,
    rows: &Rows,
    pattern: Pattern,
    parallel: bool,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u8>> {
    let (words, number) = (rows.words, orders.number);
    let mut frontier = vec![0u64; rows.count() * words];
    let mut next = frontier.clone();
    let mut seen = frontier.clone();
    let mut active = vec![false; rows.count()];
    let mut fresh = active.clone();
    let mut unseen = vec![number as u32; rows.count()];
    let mut costs = vec![UNSEEN; (rows.of_set.len() - 1) * number];
    let home = ranks.rank(pattern.homes) as usize;
    let start = rows.of_set[home] as usize + pattern.region(*size);
    // All tiles at home stand in the order numbered 0.
    (frontier[start * words], seen[start * words], active[start]) = (1, 1, true);
    unseen[start] -= 1;
    costs[home * number] = 0;
    for layer in 1..UNSEEN {
        let mut parts = split(rows, (&mut next, &mut seen, &mut fresh), (&mut unseen, &mut costs), number);
        let work = |part: &mut Part| {
            if go_on() {
                part.pull(rows, orders, (&frontier, &active), layer);
            }
        };
        if parallel {
            parts.par_iter_mut().for_each(work);
        } else {
            parts.iter_mut().for_each(work);
        }
        drop(parts);
        if !go_on() {
            return None;
        }
        std::mem::swap(&mut frontier, &mut next);
        std::mem::swap(&mut active, &mut fresh);
        if !active.contains(&true) {
            break;
        }
    }
    Some(costs)
}

/// Splits all rows into parts of whole sets.
fn split<'a>(
    rows: &Rows,
    (mut next, mut seen, mut fresh): (&'a mut [u64], &'a mut [u64], &'a mut [bool]),
    (mut unseen, mut costs): (&'a mut [u32], &'a mut [u8]),
    number: usize,
) -> Vec<Part<'a>> {
    let all = rows.of_set.len() - 1;
    let step = all.div_ceil(if all < FEW { 1 } else { PARTS });
    let mut parts = Vec::with_capacity(PARTS);
    for first_set in (0..all).step_by(step) {
        let sets = step.min(all - first_set);
        let count = (rows.of_set[first_set + sets] - rows.of_set[first_set]) as usize;
        parts.push(Part {
            first_set,
            sets,
            next: next.split_off_mut(..count * rows.words).unwrap_or_default(),
            seen: seen.split_off_mut(..count * rows.words).unwrap_or_default(),
            fresh: fresh.split_off_mut(..count).unwrap_or_default(),
            unseen: unseen.split_off_mut(..count).unwrap_or_default(),
            costs: costs.split_off_mut(..sets * number).unwrap_or_default(),
        });
    }
    parts
}

impl Part<'_> {
    /// Finds the new orders of the part's rows.
    fn pull(&mut self, rows: &Rows, orders: &Orders, (frontier, active): (&[u64], &[bool]), layer: u8) {
        let (words, number) = (rows.words, orders.number);
        let mut found = vec![0; words];
        let mut marks = vec![0; words * 64];
        let first_row = rows.of_set[self.first_set] as usize;
        for set in 0..self.sets {
            let range = rows.of_set[self.first_set + set]..rows.of_set[self.first_set + set + 1];
            let costs = &mut self.costs[set * number..][..number];
            for row in range.start as usize..range.end as usize {
                let here = row - first_row;
                self.fresh[here] = false;
                if self.unseen[here] == 0 {
                    continue;
                }
                let (mut any, mut marked) = (false, false);
                for entrance in &rows.entrances[rows.of_row[row] as usize..rows.of_row[row + 1] as usize] {
                    if active[entrance.source as usize] {
                        let source = &frontier[entrance.source as usize * words..][..words];
                        if entrance.from == entrance.to {
                            found.iter_mut().zip(source).for_each(|(found, &bits)| *found |= bits);
                        } else {
                            mark(
                                orders.all_moved(entrance.from.into(), entrance.to.into()),
                                source,
                                &mut marks,
                            );
                            marked = true;
                        }
                        any = true;
                    }
                }
                if marked {
                    gather(&mut marks, &mut found);
                }
                if any {
                    let seen = &mut self.seen[here * words..][..words];
                    let next = &mut self.next[here * words..][..words];
                    let count = settle(&mut found, seen, next, costs, layer);
                    self.fresh[here] = count > 0;
                    self.unseen[here] -= count;
                }
            }
        }
    }
}

/// Marks the orders to which a move leads from those of `source`, a byte each: bits of one word would wait for each
/// other.
fn mark(moved: &[u16], source: &[u64], marks: &mut [u8]) {
    for (moved, &bits) in moved.chunks(64).zip(source) {
        let mut bits = bits;
        while bits != 0 {
            marks[usize::from(moved[bits.trailing_zeros() as usize])] = 1;
            bits &= bits - 1;
        }
    }
}

/// Moves the marks to the bits of `found`.
fn gather(marks: &mut [u8], found: &mut [u64]) {
    for (marks, found) in marks.chunks_exact_mut(64).zip(found) {
        for (eight, marks) in marks.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            // The factor moves the lowest bit of each byte to a bit of its own in the highest one.
            let bits = u64::from_le_bytes(*marks).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *found |= bits << (8 * eight);
            *marks = [0; 8];
        }
    }
}

/// Moves the new bits of `found`, which is empty afterwards, to `next`, and returns their number.
fn settle(found: &mut [u64], seen: &mut [u64], next: &mut [u64], costs: &mut [u8], layer: u8) -> u32 {
    let mut count = 0;
    for (((found, seen), next), costs) in found.iter_mut().zip(seen).zip(next).zip(costs.chunks_mut(64)) {
        let new = std::mem::take(found) & !*seen;
        *seen |= new;
        *next = new;
        count += new.count_ones();
        let mut bits = new;
        while bits != 0 {
            let cost = &mut costs[bits.trailing_zeros() as usize];
            *cost = layer.min(*cost);
            bits &= bits - 1;
        }
    }
    count
}

/// Packs half of the costs less the Manhattan distances, two to a byte.
fn pack(
    EntryIndex { size, orders, .. }: &EntryIndex,
    sets: &[u32],
    costs: &[u8],
    homes: u32,
    parallel: bool,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<u8>> {
    let number = orders.number;
    let homes: Vec<u32> = cells_of(homes).collect();
    // By place and rank of the order, the first bit of its tile's byte in a word of eight.
    let places: Vec<Vec<u64>> = (0..homes.len())
        .map(|place| (0..number).map(|rank| 8 * orders.order(rank)[place] as u64).collect())
        .collect();
    let steps = |from: u32, to: u32| u64::from(size.steps(from as usize, to as usize));
    let mut halves = vec![0; costs.len().div_ceil(2)];
    let work = |(block, halves): (usize, &mut [u8])| {
        if (block * BLOCK).is_multiple_of(STRIDE) && !go_on() {
            return;
        }
        let mut excess = Vec::with_capacity(BLOCK * number);
        let mut distances = vec![0u8; number];
        let sets = &sets[block * BLOCK..sets.len().min((block + 1) * BLOCK)];
        for (&set, costs) in sets.iter().zip(costs[block * BLOCK * number..].chunks(number)) {
            distances.fill(0);
            for (cell, places) in cells_of(set).zip(&places) {
                let bytes = homes.iter().rev().fold(0, |bytes, &home| bytes << 8 | steps(cell, home));
                for (distance, place) in distances.iter_mut().zip(places) {
                    *distance += (bytes >> place) as u8;
                }
            }
            // No bound where no moves lead.
            let half = |(&cost, &distance): (&u8, &u8)| {
                if cost == UNSEEN { 0 } else { ((cost - distance) / 2).min(15) }
            };
            excess.extend(costs.iter().zip(&distances).map(half));
        }
        excess.resize(excess.len().next_multiple_of(2), 0);
        for (byte, pair) in halves.iter_mut().zip(excess.chunks_exact(2)) {
            *byte = pair[0] | pair[1] << 4;
        }
    };
    if parallel {
        halves.par_chunks_mut(BLOCK / 2 * number).enumerate().for_each(work);
    } else {
        halves.chunks_mut(BLOCK / 2 * number).enumerate().for_each(work);
    }
    go_on().then_some(halves)
}
