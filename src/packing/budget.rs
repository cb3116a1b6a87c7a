//! Budget of preparations: covers, images and tables grow within the limits of the search that they are for.

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Work between two looks at the limits: a millisecond's.
const STRETCH: usize = 1 << 20;

/// Memory that preparations have taken, and their work since the limits were last looked at.
#[derive(Clone, Debug)]
pub struct Budget<'a> {
    limits: &'a Limits,
    bytes: usize,
    work: usize,
}

impl<'a> Budget<'a> {
    /// The budget for a search with these limits, of which nothing is taken yet.
    #[must_use]
    pub fn of(limits: &'a Limits) -> Self {
        Self { limits, bytes: 0, work: STRETCH }
    }

    /// Bytes taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Limits of the search, which gets the memory that is left.
    #[must_use]
    pub fn rest(&self) -> Limits {
        Limits { memory: self.limits.memory.saturating_sub(self.bytes), ..self.limits.clone() }
    }

    /// Takes memory for so many items more.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn take<T>(&mut self, items: usize) -> Result<(), GaveUp> {
        let bytes = items.saturating_mul(size_of::<T>());
        self.bytes = self.bytes.saturating_add(bytes);
        self.limits.within(self.bytes)?;
        self.limits.has_room(bytes)?;
        self.work(items)
    }

    /// Notes that so many cells, orientations or placements were looked at.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn work(&mut self, looks: usize) -> Result<(), GaveUp> {
        self.work = self.work.saturating_add(looks);
        if self.work < STRETCH {
            return Ok(());
        }
        self.work = 0;
        self.limits.check()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{Budget, STRETCH};
    use traybit_core::search::limits::Limits;
    use traybit_core::search::outcome::GaveUp;

    #[test]
    fn memory_is_taken_within_the_limit_and_the_rest_is_left_to_the_search() {
        let limits = Limits { memory: 100, ..Limits::default() };
        let mut budget = Budget::of(&limits);
        assert_eq!(budget.take::<u32>(15), Ok(()));
        assert_eq!((budget.bytes(), budget.rest().memory), (60, 40));
        assert_eq!(budget.take::<u32>(11), Err(GaveUp::Memory));
    }

    #[test]
    fn time_is_looked_at_first_and_after_some_work() {
        let mut limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(Budget::of(&limits).work(0), Err(GaveUp::Time));
        limits.deadline = None;
        assert_eq!(Budget::of(&limits).work(0), Ok(()));
        limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut budget = Budget { limits: &limits, bytes: 0, work: 0 };
        assert_eq!((budget.work(STRETCH - 1), budget.work(1)), (Ok(()), Err(GaveUp::Stopped)));
    }
}
