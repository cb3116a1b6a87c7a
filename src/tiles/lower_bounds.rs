//! Lower bounds for all boards of one size and one goal cell of the blank: pattern databases, and move tables.
//!
//! ```text
//!   entries    database 0 │ database 1 │ …               half a byte each, by the cells of the pattern's tiles
//!   index      sum of a summand for each tile of a pattern, by its cell
//!   partition  each tile belongs to one pattern: a move changes the sum by the entries of one pattern only
//! ```
//!
//! Symmetric patterns share a database; their cells are mapped to its cells. If the goal is symmetric about the diagonal,
//! the reflected partition is looked up too, in the same databases, and the bound is the larger sum. (Reflected lookup:
//! Culberson and Schaeffer, "Searching with pattern databases", 1996; maximum of several sums: Holte et al., 2006.)

use std::collections::{BTreeMap, BTreeSet};

use crate::Direction;
use crate::move_pruning::MovePruning;
use crate::pattern::index::EntryIndex;
use crate::pattern::{MOST_CELLS, Pattern, database, direct};
use traybit_core::{CellSet, GaveUp, Size, sorted};

/// Maximum number of partitions: two and their reflections.
pub(super) const MOST_PARTITIONS: usize = 4;
/// Maximum number of patterns in all partitions; tests use patterns of two tiles on 16 cells.
pub(super) const MOST_PATTERNS: usize = 32;

pub(super) const NONE: u8 = u8::MAX;

/// Lower bounds for boards of at most [`MOST_CELLS`] cells.
pub struct LowerBounds {
    /// Cell from which the tile comes, by blank and direction; [`NONE`] at the edge of the board.
    pub(super) sources: [[u8; 4]; MOST_CELLS],
    /// Automaton that prunes only the reversal of the last move.
    pub(super) reversals: MovePruning,
    /// Change of the moved tile's distance from home, −1 or 1, by direction, cell left and tile's home.
    pub(super) approach: [[[i8; MOST_CELLS]; MOST_CELLS]; 4],
    /// Number of partitions.
    pub partitions: usize,
    /// Partition of each pattern.
    pub(super) of_pattern: Vec<usize>,
    /// Pattern by partition and tile's home.
    pub(super) of_tile: [[u8; MOST_CELLS]; MOST_PARTITIONS],
    /// Summand of a pattern's index for one of its tiles, by partition, tile's home and cell.
    pub(super) summands: [[[u32; MOST_CELLS]; MOST_CELLS]; MOST_PARTITIONS],
    /// First byte of each pattern's database.
    bases: BTreeMap<Pattern, usize>,
    /// Entries of all databases, two to a byte.
    halves: Vec<u8>,
}

impl LowerBounds {
    /// Bounds from the databases of some partitions: those that `earlier` ones have, and others, which `build` writes.
    pub fn new(
        (size, blank_home): (Size, usize),
        partitions: &[Vec<u32>],
        earlier: Option<&Self>,
        threads: usize,
        mut build: impl FnMut(&EntryIndex, Pattern, &mut [u8]) -> Result<(), GaveUp>,
    ) -> Result<Self, GaveUp> {
        assert!(size.cells() <= MOST_CELLS, "at most 32 cells");
        assert!(partitions.iter().flatten().count() <= MOST_PATTERNS, "too many patterns");
        let mut this = Self {
            sources: [[NONE; 4]; MOST_CELLS],
            reversals: MovePruning::new(size, 2),
            approach: [[[0; MOST_CELLS]; MOST_CELLS]; 4],
            partitions: partitions.len(),
            of_pattern: Vec::new(),
            of_tile: [[0; MOST_CELLS]; MOST_PARTITIONS],
            summands: [[[0; MOST_CELLS]; MOST_CELLS]; MOST_PARTITIONS],
            bases: BTreeMap::new(),
            halves: Vec::new(),
        };
        for (blank, direction) in (0..size.cells()).flat_map(|blank| Direction::ALL.map(|to| (blank, to))) {
            let Some(source) = direction.source(blank, size) else { continue };
            this.sources[blank][direction as usize] = source as u8;
            for home in 0..size.cells() {
                let closer = size.steps(blank, home) < size.steps(source, home);
                this.approach[direction as usize][source][home] = if closer { -1 } else { 1 };
            }
        }
        let patterns = distinct(size, blank_home, partitions);
        let bytes = |pattern: &Pattern| direct::bytes(size, pattern.tiles());
        this.halves.reserve_exact(patterns.iter().map(bytes).sum());
        for pattern in patterns {
            let (base, bytes) = (this.halves.len(), bytes(&pattern));
            this.bases.insert(pattern, base);
            if let Some(earlier) = earlier
                && let Some(&from) = earlier.bases.get(&pattern)
            {
                this.halves.extend_from_slice(&earlier.halves[from..][..bytes]);
                continue;
            }
            let index = EntryIndex::new(size, pattern.tiles());
            let mut dense = vec![0; database::bytes(size, pattern.tiles())];
            build(&index, pattern, &mut dense)?;
            this.halves.resize(base + bytes, 0);
            direct::spread(&index, &dense, threads, &mut this.halves[base..]);
        }
        assert!(2 * this.halves.len() as u64 <= 1 << 32, "an index is a number of 32 bits");
        for (partition, patterns) in partitions.iter().enumerate() {
            for &homes in patterns {
                let (pattern, cells) = Pattern::new(size, homes, blank_home).standard(size);
                let tiles = sorted(homes.each().map(|tile| (cells[tile as usize], tile as usize)));
                // The first entry is counted once.
                let mut base = 2 * this.bases[&pattern] as u32;
                for ((_, tile), unit) in tiles.into_iter().zip(direct::units(size)) {
                    this.of_tile[partition][tile] = this.of_pattern.len() as u8;
                    for (summand, &cell) in this.summands[partition][tile].iter_mut().zip(&cells) {
                        *summand = base + unit * u32::from(cell);
                    }
                    base = 0;
                }
                this.of_pattern.push(partition);
            }
        }
        Ok(this)
    }

    /// Half of a pattern's cost in excess of the Manhattan distance.
    #[inline(always)]
    pub(super) fn entry(&self, index: u32) -> u8 {
        database::entry(&self.halves, index as usize)
    }

    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.halves.len()
    }
}

/// Distinct canonical images of the patterns of all partitions.
pub fn distinct(size: Size, blank_home: usize, partitions: &[Vec<u32>]) -> BTreeSet<Pattern> {
    let standard = |&homes| Pattern::new(size, homes, blank_home).standard(size).0;
    partitions.iter().flatten().map(standard).collect()
}
