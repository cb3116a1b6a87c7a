//! Workers of a pool.

use std::sync::atomic::{AtomicU32, Ordering};

use traybit_core::search::parallel::{each, pool};

#[test]
fn every_worker_works_once() {
    for pool in [pool(1), pool(3)] {
        let mut workers: Vec<u32> = (0..100).collect();
        let sum = AtomicU32::new(0);
        each(pool.as_ref(), &mut workers, &|worker| {
            *worker += 1;
            sum.fetch_add(*worker, Ordering::Relaxed);
        });
        assert_eq!((workers, sum.into_inner()), ((1..=100).collect(), 5050));
    }
}
