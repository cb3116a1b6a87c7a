//! Locks, counters and threads that a search shares, by one name.
//!
//! They are the standard library's, and the threads of a pool are rayon's. Built with `--cfg interleavings` they are
//! shuttle's, which lets a check choose the thread that goes on at each use (`tests/interleavings`); the sizes of what
//! is shared are then small, so that searches of some hundred positions have many parts.

#[cfg(interleavings)]
use shuttle as provider;
#[cfg(not(interleavings))]
use std as provider;

pub(crate) use provider::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use provider::thread;
pub(crate) use std::sync::PoisonError;

pub(crate) mod atomic {
    //! Numbers that several threads change.

    pub(crate) use super::provider::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
}

pub(crate) mod pool {
    //! Threads that wait for tasks.

    /// Work of one thread.
    pub(crate) type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

    /// Threads of a pool.
    #[cfg(not(interleavings))]
    pub use rayon::ThreadPool as Pool;

    /// Stands for a pool where each task has a thread of its own.
    #[cfg(interleavings)]
    pub struct Pool;

    /// Starts a number of threads; none where the system refuses them.
    #[cfg(not(interleavings))]
    pub(crate) fn start(threads: usize) -> Option<Pool> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()
    }

    #[cfg(interleavings)]
    pub(crate) fn start(threads: usize) -> Option<Pool> {
        (threads > 0).then_some(Pool)
    }

    /// Runs tasks in parallel until all are done.
    #[cfg(not(interleavings))]
    pub(crate) fn run(pool: &Pool, tasks: Vec<Task>) {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        pool.install(|| tasks.into_par_iter().for_each(|task| task()));
    }

    #[cfg(interleavings)]
    pub(crate) fn run(_pool: &Pool, tasks: Vec<Task>) {
        super::thread::scope(|scope| {
            for task in tasks {
                scope.spawn(task);
            }
        });
    }
}
