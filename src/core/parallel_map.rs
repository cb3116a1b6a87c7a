//! Many small tasks, several at a time.

use rayon::ThreadPoolBuilder;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Applies `task` to each item on so many threads, and returns the results in the order of the items; each of them takes the next item when it has
/// done one. On one thread where there are no more to be had.
pub fn parallel_map<T: Send, R: Send>(items: Vec<T>, threads: usize, task: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len());
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
    match pool {
        Some(pool) => pool.install(|| items.into_par_iter().with_max_len(1).map(&task).collect()),
        None => items.into_iter().map(task).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::parallel_map;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        for threads in [1, 3, 100] {
            assert_eq!(parallel_map((0..50).collect(), threads, |item: i32| item * item)[7..9], [49, 64]);
            assert!(parallel_map(Vec::new(), threads, |item: i32| item).is_empty());
        }
    }
}
