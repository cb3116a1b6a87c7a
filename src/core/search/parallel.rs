//! The workers of a search, each on a thread of its own.
//!
//! Searches are compiled for every width of a key, and what a thread pool makes of a closure is as much
//! code as the closure. So the closures come as trait objects: the pool's part is compiled once for all of them.

use crate::search::outcome::GaveUp;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::pool::{self, Task};

/// Threads that wait for work.
pub use crate::sync::pool::Pool;

/// Starts so many threads; none where the system refuses them, or where one is enough: then the calling thread does the
/// work of all.
pub fn pool(threads: usize) -> Option<Pool> {
    if threads > 1 { pool::start(threads) } else { None }
}

/// Runs `work` on every worker: in parallel where there is a pool, else one after the other.
pub fn each<T: Send>(pool: Option<&Pool>, workers: &mut [T], work: &(dyn Fn(&mut T) + Sync)) {
    match pool {
        Some(pool) => {
            let task = |worker| -> Task<'_> { Box::new(move || work(worker)) };
            pool::run(pool, workers.iter_mut().map(task).collect());
        }
        None => workers.iter_mut().for_each(work),
    }
}

/// Runs `work` on every worker as [`each`] does; an error that one of them ended with, if any did.
///
/// # Errors
/// The error of a worker.
pub fn try_each<T: Send>(
    pool: Option<&Pool>,
    workers: &mut [T],
    work: &(dyn Fn(&mut T) -> Result<(), GaveUp> + Sync),
) -> Result<(), GaveUp> {
    let ended = Mutex::new(Ok(()));
    each(pool, workers, &|worker| {
        if let Err(reason) = work(worker) {
            *ended.lock() = Err(reason);
        }
    });
    ended.into_inner()
}

/// The numbers below `end` that nobody has taken from the counter; each goes to one thread.
pub(super) fn untaken(taken: &AtomicUsize, end: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|&next| next < end))
}
