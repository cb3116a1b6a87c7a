//! Budget for preparing a search: covers, images and tables are built within the limits of that search.

use web_time::Instant;

use traybit_core::{Cost, GaveUp, Limits};

/// Amount of work between two checks of the limits: about a millisecond.
const STRETCH: usize = 1 << 20;

/// Time and memory used by preparations, and the work done since the limits were last checked.
#[derive(Clone)]
pub struct Budget<'a> {
    limits: &'a Limits,
    began: Instant,
    bytes: usize,
    work: usize,
}

impl<'a> Budget<'a> {
    pub fn of(limits: &'a Limits) -> Self {
        Self { limits, began: Instant::now(), bytes: 0, work: STRETCH }
    }

    /// Limits for the search, which gets the remaining memory.
    pub fn rest(&self) -> Limits {
        Limits { memory: self.limits.memory.saturating_sub(self.bytes), ..self.limits.clone() }
    }

    /// Cost of a search including its preparations; the time of `search` is that of earlier runs.
    pub fn cost(&self, search: Cost) -> Cost {
        Cost { time: search.time + self.began.elapsed(), bytes: self.bytes + search.bytes, ..search }
    }

    pub fn take<T>(&mut self, items: usize) -> Result<(), GaveUp> {
        let bytes = items.saturating_mul(size_of::<T>());
        self.bytes = self.bytes.saturating_add(bytes);
        self.limits.within(self.bytes)?;
        self.limits.has_room(bytes)?;
        self.work(items)
    }

    /// Counts visits of cells, orientations or placements.
    pub fn work(&mut self, visits: usize) -> Result<(), GaveUp> {
        self.work = self.work.saturating_add(visits);
        if self.work < STRETCH {
            return Ok(());
        }
        self.work = 0;
        self.limits.check()
    }
}
