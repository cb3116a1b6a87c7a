//! Additive pattern tables: what it takes at least to bring home a few of the tiles, moves of the others not counted.
//!
//! ```text
//!   board     . 1 2 2      pattern   the tiles at home on some cells: here three of them cut the board, and as each
//!             1 1 2 2                move is of one tile, their costs add up
//!             1 1 3 2      entry     number of the set of cells they stand on · count of orders + number of their
//!             1 3 3 2                order  ─▶  half a byte: (cost − Manhattan distance) / 2
//! ```
//!
//! A pattern that is the image of another one under a symmetry of the board shares its table.
//! (Korf and Felner, "Disjoint pattern database heuristics", 2002.)

mod build;
pub mod cache;
pub mod orders;
pub mod partition;
pub mod ranks;
mod regions;
mod symmetry;

use crate::tables::orders::Orders;
use crate::tables::ranks::Ranks;
use crate::tables::regions::Regions;
use crate::tables::symmetry::Symmetry;
use traybit_core::grid::Size;

/// The most cells of a board that has tables: a set of cells is a word of 32 bits.
pub const MOST_CELLS: usize = 32;

/// What a table is about: the cells where its tiles are at home, and the region of the other cells in which the gap
/// is at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    /// The cells of the tiles.
    pub homes: u32,
    /// The gap's region.
    pub gap: u32,
}

impl Pattern {
    /// The tiles at home on `homes`, on a board whose gap is at home on `rest`.
    #[must_use]
    pub fn new(size: Size, homes: u32, rest: usize) -> Self {
        Self { homes, gap: Regions::new(size).around(rest, !homes) }
    }

    /// How many regions of the cells without its tiles come before the gap's.
    fn region(self, size: Size) -> usize {
        let mut before = 0;
        Regions::new(size).each(!self.homes, |region| {
            before += usize::from(region.trailing_zeros() < self.gap.trailing_zeros());
        });
        before
    }

    /// The image of the pattern that stands for all its images, and where each cell goes.
    ///
    /// # Panics
    /// Never: a board has one symmetry at least.
    #[must_use]
    pub fn standard(self, size: Size) -> (Self, Vec<u8>) {
        let image = |symmetry: &Symmetry| {
            let cells = symmetry.cells(size);
            let moved = |set: u32| {
                (0..cells.len()).filter(|cell| set >> cell & 1 == 1).map(|cell| 1u32 << cells[cell]).sum()
            };
            (Self { homes: moved(self.homes), gap: moved(self.gap) }, cells)
        };
        Symmetry::all(size).iter().map(image).min().expect("the identity among them")
    }
}

/// How the entries of a table are numbered: one for all patterns of so many tiles.
#[derive(Debug)]
pub struct Numbering {
    /// The board's size.
    pub size: Size,
    /// The sets of cells.
    pub ranks: Ranks,
    /// The orders of the tiles.
    pub orders: Orders,
}

impl Numbering {
    /// For patterns of `tiles` tiles.
    #[must_use]
    pub fn new(size: Size, tiles: usize) -> Self {
        let reach = usize::from(size.width) - 1;
        Self {
            size,
            ranks: Ranks::new(size.cells() as u32, tiles as u32, 1),
            orders: Orders::new(tiles, reach),
        }
    }

    /// The bytes of a table of patterns of so many tiles.
    #[must_use]
    pub fn table_bytes(size: Size, tiles: usize) -> usize {
        let (sets, orders) = counts(size, tiles);
        (sets * orders).div_ceil(2)
    }

    /// The bytes that building such a table needs, at most.
    #[must_use]
    pub fn building_bytes(size: Size, tiles: usize) -> usize {
        let (sets, orders) = counts(size, tiles);
        // Lines that tiles cut into pieces, or else less than two regions on average.
        let regions = if size.height.min(size.width) <= 2 { tiles + 1 } else { 2 };
        build::bytes_to_build(sets, orders, regions)
    }
}

/// The number of sets of so many cells, and of orders of so many tiles.
fn counts(size: Size, tiles: usize) -> (usize, usize) {
    let sets = (0..tiles).fold(1, |sets, taken| sets * (size.cells() - taken) / (taken + 1));
    (sets, (1..=tiles).product())
}

/// The entries of one pattern.
#[derive(Debug)]
pub struct Table {
    halves: Vec<u8>,
}

impl Table {
    /// Builds the table of a pattern, with the threads at hand if `parallel`; none if `go_on` denies it in between.
    #[must_use]
    pub fn build(
        numbering: &Numbering,
        pattern: Pattern,
        parallel: bool,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        build::build(numbering, pattern, parallel, go_on).map(|halves| Self { halves })
    }

    /// Two entries to a byte, the first one in the lower half: half of what a pattern costs more than the Manhattan
    /// distance of its tiles.
    #[must_use]
    pub fn halves(&self) -> &[u8] {
        &self.halves
    }
}

/// The cells of a set, in order.
fn cells_of(set: u32) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = (left != 0).then(|| left.trailing_zeros());
        left &= left.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::{Numbering, Pattern, Table, cells_of};
    use crate::direction::Direction;
    use crate::tables::orders::rank;
    use traybit_core::grid::Size;

    /// The least number of moves of the pattern's tiles from each way in which they can stand (their cells, in the
    /// order of their homes), by a plain search over these and the gap's cell, where moves of other tiles cost nothing.
    fn plain_costs(size: Size, homes: &[u8], rest: u8) -> HashMap<Vec<u8>, u32> {
        let mut costs: HashMap<(Vec<u8>, u8), u32> = HashMap::new();
        let mut queue = VecDeque::from([(homes.to_vec(), rest, 0)]);
        while let Some((cells, gap, cost)) = queue.pop_front() {
            if costs.contains_key(&(cells.clone(), gap)) {
                continue;
            }
            costs.insert((cells.clone(), gap), cost);
            for direction in Direction::ALL {
                let Some(source) = direction.source(gap.into(), size) else { continue };
                let source = source as u8;
                let mut moved = cells.clone();
                if let Some(tile) = moved.iter_mut().find(|cell| **cell == source) {
                    *tile = gap;
                    queue.push_back((moved, source, cost + 1));
                } else {
                    queue.push_front((moved, source, cost));
                }
            }
        }
        let mut least = HashMap::new();
        for ((cells, _), cost) in costs {
            least.entry(cells).and_modify(|least: &mut u32| *least = cost.min(*least)).or_insert(cost);
        }
        least
    }

    fn compare(size: Size, homes: u32, rest: usize, parallel: bool) {
        let tiles: Vec<u8> = cells_of(homes).map(|cell| cell as u8).collect();
        let (pattern, images) = Pattern::new(size, homes, rest).standard(size);
        let numbering = Numbering::new(size, tiles.len());
        let table = Table::build(&numbering, pattern, parallel, &|| true).unwrap();
        assert_eq!(table.halves().len(), Numbering::table_bytes(size, tiles.len()));
        let steps = |from: u8, to: u8| size.steps(from.into(), to.into());
        for (cells, cost) in plain_costs(size, &tiles, rest as u8) {
            let manhattan: u32 = cells.iter().zip(&tiles).map(|(&cell, &home)| steps(cell, home)).sum();
            let mut there: Vec<(u8, usize)> = (cells.iter().zip(&tiles))
                .map(|(&cell, &home)| (images[usize::from(cell)], images[usize::from(home)].into()))
                .collect();
            there.sort_unstable();
            let set = there.iter().map(|&(cell, _)| 1 << cell).sum();
            let order: Vec<usize> = there.iter().map(|&(_, home)| home).collect();
            let index = numbering.ranks.rank(set) as usize * numbering.orders.number() + rank(&order);
            let excess = u32::from(table.halves()[index / 2] >> (index % 2 * 4) & 15);
            assert_eq!(excess, ((cost - manhattan) / 2).min(15), "{cells:?} of {tiles:?}, {size:?}, {rest}");
            assert!((cost - manhattan).is_multiple_of(2));
        }
    }

    #[test]
    fn entries_are_those_of_a_plain_search() {
        let size = |height, width| Size { height, width };
        for homes in [0b1, 0b100, 0b111, 0b1_0001_1000, 0b1_1010, 0b1111_0010] {
            compare(size(3, 3), homes, if homes & 1 == 0 { 0 } else { 8 }, false);
        }
        compare(size(3, 3), 0b1_1100_0011, 4, false);
        compare(size(2, 4), 0b1_0110, 0, false);
        compare(size(4, 2), 0b1010_1001, 6, true);
        compare(size(1, 6), 0b11_0110, 3, false);
        // The gap is shut in at home: a corner behind the pattern.
        compare(size(3, 3), 0b1010, 0, false);
        compare(size(4, 4), 0b1_0010, 0, true);
    }

    #[test]
    fn images_share_a_table() {
        let square = Size { height: 5, width: 5 };
        let corners = [0b11_00011_00011, 0b11000_11000_11000, 0b111_00111 << 15, 0b11100_11100];
        let standards = corners.map(|homes| Pattern::new(square, homes, 12).standard(square).0);
        assert!(standards.iter().all(|standard| *standard == standards[0]));
        // The gap in another region is another table.
        let corner = Pattern::new(square, 0b10_0010, 0).standard(square).0;
        assert_ne!(corner, Pattern::new(square, 0b10_0010, 24).standard(square).0);
    }

    #[test]
    fn building_ends_when_asked() {
        let size = Size { height: 3, width: 3 };
        assert!(
            Table::build(&Numbering::new(size, 4), Pattern::new(size, 0b1111, 8), false, &|| false).is_none()
        );
    }
}
