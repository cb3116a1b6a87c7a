//! Which tables a board of some size can have, from none to the largest, and those that stand.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use crate::bounds::{Bounds, distinct};
use crate::tables::partition::partition;
use crate::tables::{Numbering, Pattern, Table, cache};
use crate::walking::Walking;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// A table of the largest patterns has at most so many entries: 6 tiles on 25 cells, 7 on 16.
const MOST_ENTRIES: usize = 1 << 27;
/// Larger patterns are not tried: the numbers of their orders would no longer stay in a processor's cache.
const MOST_TILES: usize = 7;
/// A search looks at a position for so many entries of the next level before these are built. A position takes as long
/// as building five entries, so that what was searched before costs half as much as what is built.
const ENTRIES_FOR_A_POSITION: u64 = 10;
/// Between two looks whether another thread has finished the tables.
const WAIT: Duration = Duration::from_millis(2);

/// Tables for patterns of so many tiles.
#[derive(Debug)]
pub(super) struct Level {
    partitions: Vec<Vec<u32>>,
    /// Bytes of the tables, and those needed while they are built.
    table_bytes: usize,
    building_bytes: usize,
    /// Once they stand.
    bounds: Mutex<Option<Arc<Bounds>>>,
}

/// The numbers of tiles of the largest patterns of each level above the first, which has no tables.
pub(super) fn tiles_by_level(size: Size) -> Vec<usize> {
    let most = (2..=MOST_TILES.min(size.cells() - 1))
        .rfind(|&tiles| 2 * Numbering::table_bytes(size, tiles) <= MOST_ENTRIES);
    most.map_or(Vec::new(), |most| (most - 1..=most).filter(|&tiles| tiles > 1).collect())
}

impl Level {
    /// The level without tables.
    pub(super) fn lowest(size: Size, rest: usize) -> Self {
        Self {
            partitions: Vec::new(),
            table_bytes: 0,
            building_bytes: 0,
            bounds: Mutex::new(Some(Arc::new(Bounds::new(size, rest, walking(size, rest))))),
        }
    }

    /// The level with patterns of at most so many tiles.
    pub(super) fn new(size: Size, rest: usize, tiles: usize) -> Self {
        let first = partition(size, rest, tiles);
        let width = usize::from(size.width);
        let reflected = |cell: usize| cell % width * width + cell / width;
        let mut partitions = vec![first];
        if size.height == size.width && reflected(rest) == rest {
            let image = |&pattern: &u32| {
                let cells = (0..size.cells()).filter(|cell| pattern >> cell & 1 == 1);
                cells.map(|cell| 1u32 << reflected(cell)).sum()
            };
            let mut second: Vec<u32> = partitions[0].iter().map(image).collect();
            // Where the reflection is no other partition, looking twice would tell nothing new.
            if second.iter().any(|pattern| !partitions[0].contains(pattern)) {
                second.sort_by_key(|pattern| std::cmp::Reverse(pattern.count_ones()));
                partitions.push(second);
            }
        }
        let patterns = distinct(size, rest, &partitions);
        let bytes = |of: fn(Size, usize) -> usize| {
            patterns.iter().map(move |pattern| of(size, pattern.homes.count_ones() as usize))
        };
        let table_bytes = bytes(Numbering::table_bytes).sum();
        let building_bytes = bytes(Numbering::building_bytes).max().unwrap_or(0);
        Self { table_bytes, building_bytes, partitions, bounds: Mutex::default() }
    }

    /// The tables, if they stand.
    pub(super) fn standing(&self) -> Option<Arc<Bounds>> {
        match self.bounds.try_lock() {
            Ok(bounds) => bounds.clone(),
            Err(TryLockError::Poisoned(bounds)) => bounds.into_inner().clone(),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// How many positions are looked at without these tables before they are built.
    pub(super) fn worth(&self) -> u64 {
        2 * self.table_bytes as u64 / ENTRIES_FOR_A_POSITION
    }

    /// Bytes needed at most while they are built.
    pub(super) fn bytes(&self) -> usize {
        self.table_bytes + self.building_bytes
    }

    /// The sizes of its patterns and how they are used, in words.
    pub(super) fn name(&self, walking: bool) -> String {
        let walking = if walking { "walking distance" } else { "Manhattan distance" };
        let Some(patterns) = self.partitions.first() else { return format!("IDA*, {walking}") };
        let sizes: Vec<String> = patterns.iter().map(|pattern| pattern.count_ones().to_string()).collect();
        let reflected = if self.partitions.len() > 1 { " with their reflection" } else { "" };
        format!("IDA*, additive tables {}{reflected}, {walking}", sizes.join("-"))
    }

    /// The tables, built or loaded if they do not stand yet; several threads that ask wait for the first one.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn built(
        &self,
        lowest: &Self,
        size: Size,
        rest: usize,
        folder: Option<&Path>,
        limits: &Limits,
    ) -> Result<Arc<Bounds>, GaveUp> {
        let mut bounds = loop {
            match self.bounds.try_lock() {
                Ok(bounds) => break bounds,
                Err(TryLockError::Poisoned(bounds)) => break bounds.into_inner(),
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
            }
            limits.check()?;
        };
        if let Some(bounds) = &*bounds {
            return Ok(Arc::clone(bounds));
        }
        let axes = lowest.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        let axes = axes.as_ref().map_or([None, None], |lowest| lowest.walking().clone());
        let pool = ThreadPoolBuilder::new().num_threads(limits.threads);
        let pool = if limits.threads > 1 { pool.build().ok() } else { None };
        let ended = Mutex::new(None);
        let go_on = || match limits.check() {
            Ok(()) => true,
            Err(reason) => {
                *ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
                false
            }
        };
        let make = |numbering: &Numbering, pattern: Pattern| {
            let folder = folder.filter(|_| {
                cache::is_worth_keeping(Numbering::table_bytes(size, pattern.homes.count_ones() as usize))
            });
            if let Some(table) = folder.and_then(|folder| cache::load(folder, size, pattern)) {
                return Some(table);
            }
            let table = match &pool {
                Some(pool) => pool.install(|| Table::build(numbering, pattern, true, &go_on)),
                None => Table::build(numbering, pattern, false, &go_on),
            }?;
            if let Some(folder) = folder {
                // Tables that cannot be kept are built again the next time.
                let _ = cache::store(folder, size, pattern, &table);
            }
            Some(table)
        };
        let made = Bounds::new(size, rest, axes).with_tables(&self.partitions, make).map(Arc::new);
        bounds.clone_from(&made);
        made.ok_or_else(|| {
            ended.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or(GaveUp::Stopped)
        })
    }
}

/// The walking distances of rows and of columns, where they are few enough.
fn walking(size: Size, rest: usize) -> [Option<Arc<Walking>>; 2] {
    let (height, width) = (usize::from(size.height), usize::from(size.width));
    let rows = Walking::new(height, width, rest / width).map(Arc::new);
    if height == width && rest / width == rest % width {
        return [rows.clone(), rows];
    }
    [rows, Walking::new(width, height, rest % width).map(Arc::new)]
}
