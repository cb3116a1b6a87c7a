//! The workers of a search, each on a thread of its own.
//!
//! Searches are compiled for every width of key, and a thread pool's code would be compiled again for each closure. So
//! closures are passed as trait objects: the pool's part is compiled once for all of them.

use std::sync::OnceLock;

use crate::search::outcome::GaveUp;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Threads that wait for work.
#[cfg(not(interleavings))]
pub use rayon::ThreadPool as Pool;

/// A pool in which each task has a thread of its own.
#[cfg(interleavings)]
pub struct Pool;

/// Starts `threads` threads; `None` if the system refuses them, or if one is enough: then the calling thread does all work.
#[cfg(not(interleavings))]
pub fn pool(threads: usize) -> Option<Pool> {
    (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten()
}

#[cfg(interleavings)]
pub fn pool(threads: usize) -> Option<Pool> {
    (threads > 1).then_some(Pool)
}

/// Runs `work` on every worker: in parallel if there is a pool, else one after the other.
pub fn each<T: Send>(pool: Option<&Pool>, workers: &mut [T], work: &(dyn Fn(&mut T) + Sync)) {
    match pool {
        Some(pool) => {
            let task = |worker| -> Task<'_> { Box::new(move || work(worker)) };
            run(pool, workers.iter_mut().map(task).collect());
        }
        None => workers.iter_mut().for_each(work),
    }
}

type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

#[cfg(not(interleavings))]
fn run(pool: &Pool, tasks: Vec<Task>) {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    pool.install(|| tasks.into_par_iter().for_each(|task| task()));
}

#[cfg(interleavings)]
fn run(_pool: &Pool, tasks: Vec<Task>) {
    crate::sync::thread::scope(|scope| {
        for task in tasks {
            scope.spawn(task);
        }
    });
}

/// Runs `work` on every worker as [`each`] does; fails with the first error.
pub fn try_each<T: Send>(
    pool: Option<&Pool>,
    workers: &mut [T],
    work: &(dyn Fn(&mut T) -> Result<(), GaveUp> + Sync),
) -> Result<(), GaveUp> {
    let ended = OnceLock::new();
    each(pool, workers, &|worker| {
        if let Err(reason) = work(worker) {
            ended.get_or_init(|| reason);
        }
    });
    ended.into_inner().map_or(Ok(()), Err)
}

/// The numbers below `end` not yet taken from the counter; each goes to one thread.
pub(super) fn untaken(taken: &AtomicUsize, end: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|&next| next < end))
}
