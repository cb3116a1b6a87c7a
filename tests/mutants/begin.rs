//! The first error ends the run: the change is noticed, and the other tests need not go on. Tests begin in the order of
//! their names, so that this one is before those that may fail.

use std::panic::{set_hook, take_hook};
use std::process::exit;

#[test]
fn the_first_fault_ends_the_run() {
    let usual = take_hook();
    set_hook(Box::new(move |error| {
        usual(error);
        exit(101)
    }));
}
