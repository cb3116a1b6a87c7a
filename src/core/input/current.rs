//! The current puzzle, named in the report of a bug that ends the program.
//!
//! A command on one puzzle notes the files that it opens. A command on many notes the puzzle of each thread; a search
//! that uses several threads is then the only one running.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError, TryLockError};

/// Maximum number of names.
const MOST: usize = 8;

/// Names of the opened files; while one of many puzzles is worked on, the one begun last replaces them.
static FILES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static LAST: Mutex<Option<String>> = Mutex::new(None);

thread_local! {
    static OWN: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes a file that is opened.
pub fn opened(name: &str) {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if files.len() < MOST && files.iter().all(|file| file != name) {
        files.push(name.to_owned());
    }
}

/// Runs `work` with one of many puzzles as the current one.
pub fn with<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let set = |name: Option<String>| {
        OWN.set(name.clone());
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = name;
    };
    set(Some(name.to_owned()));
    fail_if_asked_to();
    let done = work();
    set(None);
    done
}

/// The name of the puzzle of this thread, or else those of the process. Does not block.
pub fn names() -> Vec<String> {
    let own = OWN.try_with(|own| own.try_borrow().ok().and_then(|name| name.clone())).ok().flatten();
    own.or_else(|| now(&LAST)).map_or_else(|| now(&FILES), |name| vec![name])
}

fn now<T: Clone + Default>(value: &Mutex<T>) -> T {
    match value.try_lock() {
        Ok(value) => value.clone(),
        Err(TryLockError::Poisoned(value)) => value.into_inner().clone(),
        Err(TryLockError::WouldBlock) => T::default(),
    }
}

/// Panics, in builds for tests, if `TRAYBIT_FAULT` names the current puzzle.
///
/// # Panics
/// When the environment says so.
pub fn fail_if_asked_to() {
    #[cfg(debug_assertions)]
    if let Ok(name) = std::env::var("TRAYBIT_FAULT") {
        assert!(!names().contains(&name), "the error that TRAYBIT_FAULT asks for");
    }
}
