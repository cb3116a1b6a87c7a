//! Levels of pattern databases, each better than the one before: larger patterns, and at last a second partition.
//!
//! ```text
//!   level      1            2            3            4
//!   5×5        4-4-4-4-4-4  5-5-5-5-4    6-6-6-6      6-6-6-6 twice
//!   plan       the partitions, and for how long the level before is searched with; made when first needed
//!   bounds     built once the search has been that long
//! ```

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use once_cell::sync::OnceCell;

use crate::lower_bounds::{LowerBounds, distinct};
use crate::pattern::partition::{further, partition};
use crate::pattern::{Pattern, database, direct};
use traybit_core::{CellSet, Size};

/// Entries to be built per position searched before, for a level of larger patterns and for a second partition. Searching a
/// position takes as long as building two entries: so the search before costs a quarter of the building, or twice as much
/// as a second partition, which saves less.
const ENTRIES_FOR_A_POSITION: [u64; 2] = [8, 1];

/// Pattern databases of patterns up to a number of tiles, built when first needed.
pub struct Level {
    size: Size,
    blank_home: usize,
    tiles: usize,
    /// With a second partition besides that of the level before.
    pub(super) is_double: bool,
    plan: OnceLock<Plan>,
    pub(super) bounds: OnceCell<LowerBounds>,
}

/// Partitions of a level, and the search and the memory that building it takes.
pub struct Plan {
    pub(super) partitions: Vec<Vec<u32>>,
    /// Positions to be searched before; 0 if there is nothing to build.
    pub(super) positions: u64,
    /// Peak bytes while the databases are built.
    pub bytes: usize,
}

impl Level {
    /// Level with patterns of at most `tiles` tiles.
    pub fn new(size: Size, blank_home: usize, tiles: usize, is_double: bool) -> Self {
        Self { size, blank_home, tiles, is_double, plan: OnceLock::new(), bounds: OnceCell::new() }
    }

    /// The partitions, made when first needed: the search for a second one can take half a second.
    pub fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| {
            let &Self { size, blank_home, tiles, is_double, .. } = self;
            let mut partitions = self.with_reflection(partition(size, blank_home, tiles));
            let mut built = BTreeSet::new();
            if is_double {
                built = distinct(size, blank_home, &partitions);
                let second = further(size, blank_home, tiles, &partitions);
                partitions.extend(second.into_iter().flat_map(|second| self.with_reflection(second)));
            }
            let all = distinct(size, blank_home, &partitions);
            let direct = |pattern: &Pattern| direct::bytes(size, pattern.tiles());
            let dense = |pattern: &Pattern| database::bytes(size, pattern.tiles());
            let building = |own: &Pattern| dense(own) + database::building_bytes(size, own.tiles());
            let entries = 2 * all.difference(&built).map(dense).sum::<usize>() as u64;
            Plan {
                positions: entries / ENTRIES_FOR_A_POSITION[usize::from(is_double)],
                bytes: all.iter().map(direct).sum::<usize>() + all.iter().map(building).max().unwrap_or(0),
                partitions,
            }
        })
    }

    /// A partition, and its reflection if that is another one and has the same goal cell of the blank.
    fn with_reflection(&self, partition: Vec<u32>) -> Vec<Vec<u32>> {
        let width = usize::from(self.size.width);
        let reflected = |cell: usize| cell % width * width + cell / width;
        if self.size.height != self.size.width || reflected(self.blank_home) != self.blank_home {
            return vec![partition];
        }
        let image = |&pattern: &u32| pattern.each().map(|cell| 1u32 << reflected(cell as usize)).sum();
        let mut second: Vec<u32> = partition.iter().map(image).collect();
        second.sort_by_key(|pattern| Reverse(pattern.count_ones()));
        let is_other = second.iter().any(|pattern| !partition.contains(pattern));
        [partition, second].into_iter().take(1 + usize::from(is_other)).collect()
    }

    pub(super) fn name(&self) -> String {
        let partitions = &self.plan().partitions;
        let sizes: Vec<String> = partitions[0].iter().map(|tiles| tiles.count_ones().to_string()).collect();
        let twice = if self.is_double { " of two partitions" } else { "" };
        let is_reflected = partitions.len() > 1 + usize::from(self.is_double);
        let reflected = if is_reflected { " with their reflection" } else { "" };
        format!("additive pattern databases {}{twice}{reflected}", sizes.join("-"))
    }
}
