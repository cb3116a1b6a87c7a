//! Many small tasks, several at a time.

use rayon::ThreadPoolBuilder;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Applies `task` to each item on so many threads, and returns the results in the order of the items. A thread takes the
/// next item when it has done one. One thread does all where the system gives no more.
pub fn parallel_map<T: Send, R: Send>(items: Vec<T>, threads: usize, task: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len());
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
    match pool {
        Some(pool) => pool.install(|| items.into_par_iter().with_max_len(1).map(&task).collect()),
        None => items.into_iter().map(task).collect(),
    }
}
