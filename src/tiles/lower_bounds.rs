//! Lower bounds for all boards of one size and one goal cell of the blank: pattern databases, and move tables.
//!
//! ```text
//!   entries    database 0 │ database 1 │ …               half a byte each
//!   entry      base of the database + rank of the set of cells · orders + rank of the order
//!   partition  each tile belongs to one pattern: a move changes the sum by the entries of one pattern only
//! ```
//!
//! Symmetric patterns share a database; their cells are mapped to its cells. If the goal is symmetric about the diagonal,
//! the reflected partition is looked up too, in the same databases, and the bound is the larger sum. (Reflected lookup:
//! Culberson and Schaeffer, "Searching with pattern databases", 1996; maximum of several sums: Holte et al., 2006.)

use std::collections::BTreeSet;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::Direction;
use crate::move_pruning::MovePruning;
use crate::pattern::database;
use crate::pattern::index::{EntryIndex, MOST_TILES, half};
use crate::pattern::{MOST_CELLS, Pattern};
use traybit_core::{CellSet, GaveUp, Size};

/// Maximum number of partitions: one and its reflection.
pub(super) const MOST_PARTITIONS: usize = 2;
/// Maximum number of patterns in all partitions; tests use patterns of two tiles on 16 cells.
pub(super) const MOST_PATTERNS: usize = 16;

pub(super) const NONE: u8 = u8::MAX;

/// Lower bounds for boards of at most [`MOST_CELLS`] cells.
#[derive(Clone)]
pub struct LowerBounds {
    /// Cell from which the tile comes, by blank and direction; [`NONE`] at the edge of the board.
    pub(super) sources: [[u8; 4]; MOST_CELLS],
    /// Automaton that prunes only the reversal of the last move.
    pub(super) reversals: MovePruning,
    /// Change of the moved tile's distance from home, −1 or 1, by direction, cell left and tile's home.
    pub(super) approach: [[[i8; MOST_CELLS]; MOST_CELLS]; 4],
    pub(super) lookups: Vec<Lookup>,
    /// Number of partitions, 1 or 2.
    pub partitions: usize,
    /// Index of the pattern in `lookups`, by partition and tile's home.
    pub(super) of_tile: [[u8; MOST_CELLS]; MOST_PARTITIONS],
    half: u32,
    low: u32,
    /// Rank of the order after a move, for each number of tiles in a pattern.
    next: Vec<u16>,
    /// Entries of all databases, two to a byte.
    halves: Vec<u8>,
}

/// Summands by half of a set of cells: one for each 16-bit number, so that no index needs a bounds check.
type Halves = [u32; 1 << 16];

/// Pattern, with the offset of its database.
#[derive(Clone)]
pub(super) struct Lookup {
    pub(super) homes: u32,
    pub(super) partition: usize,
    /// Cells of the database by cell of the board.
    pub(super) cells: Vec<u8>,
    base: u32,
    /// The entries of a set of cells begin at the sum of two summands: by its lower half and by its upper half.
    low: Arc<Halves>,
    high: Arc<Halves>,
    /// Offset in `next` for a move, by the tile's place among the pattern's before (times [`MOST_TILES`]) and after.
    begins: [u32; MOST_TILES * MOST_TILES],
    slides: [[Slide; 4]; MOST_CELLS],
}

/// Move of a tile in the cells of a database, as masks.
#[derive(Clone, Copy, Debug, Default)]
struct Slide {
    flip: u32,
    /// Cells below the one left.
    before: u32,
    /// Cells below the one taken.
    after: u32,
}

/// Placement of a pattern's tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Placement {
    /// Set of their cells.
    set: u32,
    /// Rank of their order.
    order: u16,
    /// Half of the pattern's cost in excess of the Manhattan distance.
    pub(super) entry: u8,
}

impl LowerBounds {
    /// Bounds from the databases of one or two partitions; `build` writes each database once.
    pub fn new(
        size: Size,
        blank_home: usize,
        partitions: &[Vec<u32>],
        mut build: impl FnMut(&EntryIndex, Pattern, &mut [u8]) -> Result<(), GaveUp>,
    ) -> Result<Self, GaveUp> {
        assert!(size.cells() <= MOST_CELLS, "at most 32 cells");
        assert!(partitions.iter().flatten().count() <= MOST_PATTERNS, "too many patterns");
        let half = half(size.cells() as u32);
        let mut this = Self {
            sources: [[NONE; 4]; MOST_CELLS],
            reversals: MovePruning::new(size, 2),
            approach: [[[0; MOST_CELLS]; MOST_CELLS]; 4],
            lookups: Vec::new(),
            partitions: partitions.len(),
            of_tile: [[0; MOST_CELLS]; MOST_PARTITIONS],
            half,
            low: (1 << half) - 1,
            next: Vec::new(),
            halves: Vec::new(),
        };
        for (blank, direction, source) in moves(size) {
            this.sources[blank][direction as usize] = source as u8;
            for home in 0..size.cells() {
                let closer = size.steps(blank, home) < size.steps(source, home);
                this.approach[direction as usize][source][home] = if closer { -1 } else { 1 };
            }
        }
        // By pattern: the offset of its database. By number of tiles: the index, the summands and the offset in `next`.
        let (mut bases, mut indexes) = (HashMap::new(), HashMap::new());
        let patterns = distinct(size, blank_home, partitions);
        let bytes = |pattern: &Pattern| database::bytes(size, pattern.tiles());
        this.halves.reserve_exact(patterns.iter().map(bytes).sum());
        for pattern in patterns {
            let (index, ..) = indexes.entry(pattern.tiles()).or_insert_with(|| {
                let index = EntryIndex::new(size, pattern.tiles());
                let halves = [&index.ranks.low, &index.ranks.high].map(|ranks| {
                    let entries = |&rank: &u32| rank.wrapping_mul(index.orders.number as u32);
                    let mut all: Vec<u32> = ranks.iter().map(entries).collect();
                    all.resize(1 << 16, 0);
                    Arc::from(Box::<Halves>::try_from(all).expect("numbers of 16 bits"))
                });
                let next = this.next.len() as u32;
                this.next.extend_from_slice(&index.orders.next);
                (index, halves, next)
            });
            let base = this.halves.len();
            this.halves.resize(base + bytes(&pattern), 0);
            build(index, pattern, &mut this.halves[base..])?;
            bases.insert(pattern, base);
        }
        for (partition, patterns) in partitions.iter().enumerate() {
            for &homes in patterns {
                let (pattern, cells) = Pattern::new(size, homes, blank_home).standard(size);
                let (index, [low, high], next) = &indexes[&pattern.tiles()];
                for tile in homes.each() {
                    this.of_tile[partition][tile as usize] = this.lookups.len() as u8;
                }
                this.lookups.push(Lookup {
                    homes,
                    partition,
                    base: 2 * bases[&pattern] as u32,
                    low: Arc::clone(low),
                    high: Arc::clone(high),
                    begins: index.orders.begins.map(|begin| begin + *next),
                    slides: slides(size, &cells),
                    cells,
                });
            }
        }
        Ok(this)
    }

    #[inline(always)]
    pub(super) fn step(
        &self,
        lookup: &Lookup,
        placement: Placement,
        blank: usize,
        direction: usize,
    ) -> Placement {
        let slide = &lookup.slides[blank][direction];
        let set = placement.set ^ slide.flip;
        let from = (placement.set & slide.before).count_ones() as usize;
        let to = (set & slide.after).count_ones() as usize;
        let begin = lookup.begins[(from * MOST_TILES + to) % (MOST_TILES * MOST_TILES)] as usize;
        self.placement(lookup, set, self.next[begin + usize::from(placement.order)])
    }

    /// Looks up the entry for a set of cells and an order.
    #[inline(always)]
    pub(super) fn placement(&self, lookup: &Lookup, set: u32, order: u16) -> Placement {
        let rank = lookup.low[usize::from((set & self.low) as u16)]
            + lookup.high[usize::from((set >> self.half) as u16)];
        let index = lookup.base + rank + u32::from(order);
        Placement { set, order, entry: self.halves[index as usize / 2] >> (index % 2 * 4) & 15 }
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.halves.len() + 2 * self.next.len() + size_of_val(&*self.lookups)
    }
}

/// Distinct canonical images of the patterns of all partitions.
pub fn distinct(size: Size, blank_home: usize, partitions: &[Vec<u32>]) -> BTreeSet<Pattern> {
    let standard = |&homes| Pattern::new(size, homes, blank_home).standard(size).0;
    partitions.iter().flatten().map(standard).collect()
}

/// All moves of a board: the blank before, the direction, and the cell that the tile leaves.
fn moves(size: Size) -> impl Iterator<Item = (usize, Direction, usize)> {
    let all = (0..size.cells()).flat_map(|blank| Direction::ALL.map(|direction| (blank, direction)));
    all.filter_map(move |(blank, direction)| Some((blank, direction, direction.source(blank, size)?)))
}

/// All moves, in the cells of a database.
fn slides(size: Size, cells: &[u8]) -> [[Slide; 4]; MOST_CELLS] {
    let mut slides = [[Slide::default(); 4]; MOST_CELLS];
    for (blank, direction, source) in moves(size) {
        let (left, taken) = (1u32 << cells[source], 1u32 << cells[blank]);
        slides[blank][direction as usize] = Slide { flip: left | taken, before: left - 1, after: taken - 1 };
    }
    slides
}
