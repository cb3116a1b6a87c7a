//! Memory seen from outside.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{scope, sleep, yield_now};
use std::time::{Duration, Instant};

use traybit_core::search::memory_monitor::MemoryMonitor;

#[test]
fn it_is_full_when_more_is_taken_than_may_be() {
    static TAKEN: AtomicUsize = AtomicUsize::new(10);
    let monitor = MemoryMonitor::new(100, |_| Some(TAKEN.load(Ordering::Relaxed)));
    let later = |milliseconds| Instant::now() + Duration::from_millis(milliseconds);
    assert!(!monitor.is_full(later(0)));
    assert!(monitor.has_room(90) && !monitor.has_room(91) && !monitor.has_room(usize::MAX));
    TAKEN.store(101, Ordering::Relaxed);
    assert!(monitor.is_full(later(1000)), "seen by the next look");
    assert!(!monitor.has_room(0));
    TAKEN.store(100, Ordering::Relaxed);
    assert!(!monitor.is_full(later(2000)), "what was given back is there again");
}

#[test]
fn where_nobody_can_tell_it_is_never_full() {
    let monitor = MemoryMonitor::new(0, |_| None);
    assert!(!monitor.is_full(Instant::now()) && monitor.has_room(usize::MAX));
}

#[test]
fn others_wait_while_memory_is_given_back() {
    static GIVING: AtomicUsize = AtomicUsize::new(0);
    let monitor = MemoryMonitor::new(100, |_| {
        GIVING.store(1, Ordering::Relaxed);
        while GIVING.load(Ordering::Relaxed) == 1 {
            yield_now();
        }
        sleep(Duration::from_millis(20));
        GIVING.store(3, Ordering::Relaxed);
        Some(50)
    });
    let now = Instant::now();
    scope(|scope| {
        scope.spawn(|| monitor.is_full(now));
        while GIVING.load(Ordering::Relaxed) == 0 {
            yield_now();
        }
        GIVING.store(2, Ordering::Relaxed);
        assert!(!monitor.is_full(now));
        assert_eq!(GIVING.load(Ordering::Relaxed), 3, "it went on while memory was being given back");
    });
}
