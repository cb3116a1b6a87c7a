//! Memory and work of preparations, within the limits.

use std::time::Instant;

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_packing::budget::{Budget, STRETCH};

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
    let mut budget = Budget::of(&limits);
    assert_eq!(budget.work(0), Ok(()));
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!((budget.work(STRETCH - 1), budget.work(1)), (Ok(()), Err(GaveUp::Stopped)));
}
