//! Budget of preparations: covers, images and tables grow within the limits of the search that they are for.

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Work between two looks at the limits: a millisecond's.
const STRETCH: usize = 1 << 20;

/// Memory that preparations have taken, and their work since the limits were last looked at.
#[derive(Clone)]
pub struct Budget<'a> {
    limits: &'a Limits,
    bytes: usize,
    work: usize,
}

impl<'a> Budget<'a> {
    /// The budget for a search with these limits, of which nothing is taken yet.
    pub fn of(limits: &'a Limits) -> Self {
        Self { limits, bytes: 0, work: STRETCH }
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Limits of the search, which gets the memory that is left.
    pub fn rest(&self) -> Limits {
        Limits { memory: self.limits.memory.saturating_sub(self.bytes), ..self.limits.clone() }
    }

    /// Takes memory for so many items more.
    pub fn take<T>(&mut self, items: usize) -> Result<(), GaveUp> {
        let bytes = items.saturating_mul(size_of::<T>());
        self.bytes = self.bytes.saturating_add(bytes);
        self.limits.within(self.bytes)?;
        self.limits.has_room(bytes)?;
        self.work(items)
    }

    /// Notes that so many cells, orientations or placements were looked at.
    pub fn work(&mut self, looks: usize) -> Result<(), GaveUp> {
        self.work = self.work.saturating_add(looks);
        if self.work < STRETCH {
            return Ok(());
        }
        self.work = 0;
        self.limits.check()
    }
}
