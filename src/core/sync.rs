//! Locks, counters and threads that a search shares, by one name.
//!
//! They are the standard library's, and the threads of a pool are rayon's. Built with `--cfg interleavings` they are
//! shuttle's, which lets a check choose the thread that runs next at each use (`tests/interleavings`); the sizes of what
//! is shared are then small, so that searches of some hundred positions have many parts.

#[cfg(interleavings)]
use shuttle as provider;
#[cfg(not(interleavings))]
use std as provider;

pub(crate) use provider::sync::MutexGuard;
pub(crate) use provider::thread;
use std::sync::PoisonError;

/// A lock that a panic of its holder does not close: the panic itself ends the search.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(provider::sync::Mutex<T>);

impl<T> Mutex<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(provider::sync::Mutex::new(value))
    }

    #[inline(always)]
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A condition that the holders of a lock wait for.
#[derive(Debug, Default)]
pub(crate) struct Condvar(provider::sync::Condvar);

impl Condvar {
    pub(crate) fn wait<'a, T>(&self, held: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        self.0.wait(held).unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn notify_all(&self) {
        self.0.notify_all();
    }
}

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

    /// A pool in which each task has a thread of its own.
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
