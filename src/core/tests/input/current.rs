//! The puzzle that a thread works for.

use std::thread;

use traybit_core::input::current::{names, with};

#[test]
fn each_thread_tells_its_own() {
    with("here", || {
        thread::scope(|scope| {
            scope.spawn(|| with("there", || assert_eq!(names(), ["there"])));
        });
        assert_eq!(names(), ["here"]);
        // A thread without a puzzle of its own works for one that has one.
        with("again", || {
            let told = thread::scope(|scope| scope.spawn(names).join());
            assert_eq!(told.expect("no error"), ["again"]);
        });
    });
}
