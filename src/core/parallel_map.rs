//! Parallel map.

use rayon::ThreadPoolBuilder;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Applies `task` to each item on `threads` threads, one item at a time, and returns the results in the order of the items.
/// One thread does all if the system refuses more.
pub fn parallel_map<T: Send, R: Send>(items: Vec<T>, threads: usize, task: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len());
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
    match pool {
        Some(pool) => pool.install(|| items.into_par_iter().with_max_len(1).map(&task).collect()),
        None => items.into_iter().map(task).collect(),
    }
}
