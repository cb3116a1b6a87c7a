//! The workers of a search, each on a thread that shuttle can hold up anywhere.

use crate::sync::thread;

/// So many threads.
pub(super) struct Pool;

pub(super) fn pool(threads: usize) -> Option<Pool> {
    (threads > 1).then_some(Pool)
}

pub(super) fn each<T: Send>(pool: Option<&Pool>, workers: &mut [T], work: &(dyn Fn(&mut T) + Sync)) {
    if pool.is_none() {
        return workers.iter_mut().for_each(work);
    }
    thread::scope(|scope| {
        for worker in workers {
            scope.spawn(move || work(worker));
        }
    });
}
