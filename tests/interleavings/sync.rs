//! The locks, counters and threads that a search shares: at each use another thread may go on.

pub(crate) use std::sync::PoisonError;

pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use shuttle::thread;

pub(crate) mod atomic {
    //! Numbers that several threads change.

    pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
}
