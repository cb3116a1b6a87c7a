//! Levels of pattern databases that a board of some size can have, from the smaller to the largest.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, TryLockError};
use std::thread;
use std::time::Duration;

use crate::lower_bounds::{LowerBounds, distinct};
use crate::pattern::database;
use crate::pattern::index::EntryIndex;
use crate::pattern::partition::partition;
use crate::pattern::{Pattern, cache, cells_of};
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Maximum number of entries of a database: 6 tiles on 25 cells, 7 on 16.
const MOST_ENTRIES: usize = 1 << 27;
/// Tiles of the largest pattern: the ranks of more tiles' orders would not stay in a processor's cache.
const MOST_TILES: usize = 7;
/// Entries of the next level for each position that is searched before they are built. A position takes as long as
/// building five entries, so that the search before costs half as much as the building.
const ENTRIES_FOR_A_POSITION: u64 = 10;
/// Time between two attempts to begin while another thread builds.
const WAIT: Duration = Duration::from_millis(2);

/// Pattern databases of patterns up to a number of tiles, built when they are first needed.
pub struct Level {
    partitions: Vec<Vec<u32>>,
    /// Bytes of the databases, and those needed beside them while they are built.
    database_bytes: usize,
    building_bytes: usize,
    /// Bounds, once they are built; read without a lock, so that a thread that builds hides no level from the others.
    bounds: OnceLock<Arc<LowerBounds>>,
    /// Held by the thread that builds.
    building: Mutex<()>,
}

/// Tiles of the largest pattern, for each level.
pub(super) fn tiles_by_level(size: Size) -> Vec<usize> {
    let most = (2..=MOST_TILES.min(size.cells() - 1))
        .rfind(|&tiles| 2 * database::bytes(size, tiles) <= MOST_ENTRIES);
    most.map_or(Vec::new(), |most| (most - 1..=most).filter(|&tiles| tiles > 1).collect())
}

impl Level {
    /// Level with patterns of at most `tiles` tiles.
    pub fn new(size: Size, blank_home: usize, tiles: usize) -> Self {
        let width = usize::from(size.width);
        let reflected = |cell: usize| cell % width * width + cell / width;
        let mut partitions = vec![partition(size, blank_home, tiles)];
        if size.height == size.width && reflected(blank_home) == blank_home {
            let image = |&pattern: &u32| cells_of(pattern).map(|cell| 1u32 << reflected(cell as usize)).sum();
            let mut second: Vec<u32> = partitions[0].iter().map(image).collect();
            // A reflection that is the same partition would be looked up for nothing.
            if second.iter().any(|pattern| !partitions[0].contains(pattern)) {
                second.sort_by_key(|pattern| std::cmp::Reverse(pattern.count_ones()));
                partitions.push(second);
            }
        }
        let patterns = distinct(size, blank_home, &partitions);
        let tiles = patterns.iter().map(|pattern| pattern.tiles());
        let database_bytes = tiles.clone().map(|tiles| database::bytes(size, tiles)).sum();
        let building_bytes = tiles.map(|tiles| database::building_bytes(size, tiles)).max().unwrap_or(0);
        let (bounds, building) = (OnceLock::new(), Mutex::default());
        Self { partitions, database_bytes, building_bytes, bounds, building }
    }

    /// Bounds with the databases, if they are built.
    pub(super) fn built(&self) -> Option<&Arc<LowerBounds>> {
        self.bounds.get()
    }

    /// Positions that are searched without these databases before they are built.
    pub(super) fn worth(&self) -> u64 {
        2 * self.database_bytes as u64 / ENTRIES_FOR_A_POSITION
    }

    /// Bytes needed at most while they are built.
    pub fn bytes(&self) -> usize {
        self.database_bytes + self.building_bytes
    }

    /// Sizes of the patterns in words.
    pub(super) fn name(&self) -> String {
        let sizes: Vec<String> =
            self.partitions[0].iter().map(|pattern| pattern.count_ones().to_string()).collect();
        let reflected = if self.partitions.len() > 1 { " with their reflection" } else { "" };
        format!("additive pattern databases {}{reflected}", sizes.join("-"))
    }

    /// Builds or loads the databases, unless they are built; other threads wait. `lowest` are the bounds without any.
    pub fn build(
        &self,
        lowest: &LowerBounds,
        folder: Option<&Path>,
        limits: &Limits,
    ) -> Result<Arc<LowerBounds>, GaveUp> {
        let _building = loop {
            match self.building.try_lock() {
                Ok(guard) => break guard,
                Err(TryLockError::Poisoned(guard)) => break guard.into_inner(),
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            }
            limits.check()?;
        };
        if let Some(bounds) = self.built() {
            return Ok(Arc::clone(bounds));
        }
        let build = |index: &EntryIndex, pattern: Pattern, halves: &mut [u8]| {
            cache::load_or_build(folder, lowest.size, pattern, halves, |halves| {
                database::build(index, pattern, limits, halves)
            })
        };
        let bounds = lowest.with_databases(&self.partitions, build)?;
        Ok(Arc::clone(self.bounds.get_or_init(|| bounds.into())))
    }
}
