//! The workers of a search, each on a thread of its own.
//!
//! Searches are compiled for every width of a key, and what a thread pool makes of a closure is as much
//! code as the closure. So the closures come as trait objects: the pool's part is compiled once for all of them.

use crate::sync::pool::{self, Task};

/// Threads that wait for work.
pub(super) use crate::sync::pool::Pool;

/// Starts so many threads; none where the system refuses them, or where one is enough: then the calling thread does the
/// work of all.
pub(super) fn pool(threads: usize) -> Option<Pool> {
    if threads > 1 { pool::start(threads) } else { None }
}

/// Runs `work` on every worker: in parallel where there is a pool, else one after the other.
pub(super) fn each<T: Send>(pool: Option<&Pool>, workers: &mut [T], work: &(dyn Fn(&mut T) + Sync)) {
    match pool {
        Some(pool) => {
            let task = |worker| -> Task<'_> { Box::new(move || work(worker)) };
            pool::run(pool, workers.iter_mut().map(task).collect());
        }
        None => workers.iter_mut().for_each(work),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{each, pool};

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
}
