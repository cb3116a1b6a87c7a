//! Entries by the cells of the tiles: a move changes one summand of an index, while a rank takes thirty instructions.
//!
//! ```text
//!   dense     rank of the set of cells · number of orders + rank of the order     built and stored
//!   direct    cell of tile 0 + row · (cell of tile 1 + cells · (cell of tile 2 + cells · …))
//!             row: the number of cells, and one more if it is odd, so that each row has bytes of its own
//! ```
//!
//! Entries that have two tiles on a cell are never read: half of all for 6 tiles on 25 cells. (Such indexes: Korf and Felner,
//! "Disjoint pattern database heuristics", 2002.)

use std::iter::{once, successors};

use hashbrown::HashMap;

use crate::pattern::database::entry;
use crate::pattern::index::{EntryIndex, order, rank};
use traybit_core::search::parallel;
use traybit_core::{Size, sorted};

/// Entries of a row: the cells of tile 0.
fn row(size: Size) -> usize {
    size.cells().next_multiple_of(2)
}

/// Bytes of the entries of a pattern with a number of tiles; `usize::MAX` if they are more.
pub fn bytes(size: Size, tiles: usize) -> usize {
    size.cells().saturating_pow(tiles as u32 - 1).saturating_mul(row(size) / 2)
}

/// Differences between the indexes of neighbouring cells of a tile, tile by tile in the order of their homes.
pub fn units(size: Size) -> impl Iterator<Item = u32> {
    let later = move |unit: &u32| unit.checked_mul(size.cells() as u32);
    once(1).chain(successors(Some(row(size) as u32), later))
}

/// Writes the entries of a database by the cells of its tiles.
pub fn spread(index: &EntryIndex, dense: &[u8], threads: usize, halves: &mut [u8]) {
    let (tiles, cells) = (index.ranks.count as usize, index.size.cells());
    let spread = Spread { index, dense, inserted: (0..tiles).map(inserted).collect() };
    // The last half of the tiles on one set of cells after the other, in all orders: so what is read stays in the cache.
    let last = tiles.div_ceil(2).min(tiles - 1);
    let mut of_set: HashMap<u32, Vec<(usize, &mut [u8])>> = HashMap::new();
    for (number, part) in halves.chunks_mut(halves.len() / cells.pow(last as u32)).enumerate() {
        let on = (0..last).map(|tile| (number / cells.pow(tile as u32) % cells, tile));
        let set = on.clone().fold(0u32, |set, (cell, _)| set | 1 << cell);
        if set.count_ones() as usize == last {
            let order: Vec<usize> = sorted(on).into_iter().map(|(_, tile)| tile).collect();
            of_set.entry(set).or_default().push((rank(&order), part));
        }
    }
    let mut parts: Vec<_> = of_set.into_iter().collect();
    parallel::each(parallel::pool(threads).as_ref(), &mut parts, &|(set, parts)| {
        for (order, part) in parts {
            spread.fill(tiles - last - 1, *set, *order, part);
        }
    });
}

/// Ranks of all orders of `count` tiles after a smaller one was inserted at each place, by rank and place.
fn inserted(count: usize) -> Vec<u16> {
    let number = (1..=count).product();
    let insert = |before: usize| {
        (0..=count).map(move |place| {
            let mut order: Vec<usize> = order(count, before).into_iter().map(|tile| tile + 1).collect();
            order.insert(place, 0);
            rank(&order) as u16
        })
    };
    (0..number).flat_map(insert).collect()
}

/// A database as it is built, whose entries are copied.
struct Spread<'a> {
    index: &'a EntryIndex,
    dense: &'a [u8],
    /// Ranks after a tile was inserted, by number of tiles before.
    inserted: Vec<Vec<u16>>,
}

impl Spread<'_> {
    /// Writes the entries in which the tiles after `tile` are on the cells of `set`, in the order of rank `order`.
    fn fill(&self, tile: usize, set: u32, order: usize, halves: &mut [u8]) {
        let (count, cells) = (set.count_ones() as usize, self.index.size.cells());
        let after = &self.inserted[count][order * (count + 1)..][..=count];
        let (part, mut place, mut row) = (halves.len() / cells, 0, 0u128);
        for cell in 0..cells {
            if set >> cell & 1 == 1 {
                place += 1;
                continue;
            }
            let (set, order) = (set | 1 << cell, usize::from(after[place]));
            if tile > 0 {
                self.fill(tile - 1, set, order, &mut halves[cell * part..][..part]);
            } else {
                let from = self.index.ranks.rank(set) as usize * self.index.orders.number + order;
                row |= u128::from(entry(self.dense, from)) << (4 * cell);
            }
        }
        if tile == 0 {
            halves.copy_from_slice(&row.to_le_bytes()[..halves.len()]);
        }
    }
}
