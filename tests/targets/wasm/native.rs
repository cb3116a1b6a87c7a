//! Solves the puzzles of the library's check as a native program: prints a line `NAME,LENGTH,MILLISECONDS` for each.

use std::time::Instant;

use targets::{cases, known, solve, title};

fn main() {
    for case in 0..cases() {
        // The first time memory is new.
        solve(case);
        let began = Instant::now();
        let length = solve(case);
        println!("{},{length},{:.1}", title(case), began.elapsed().as_secs_f64() * 1000.0);
        assert_eq!(length, known(case), "{}: the length of the solution", title(case));
    }
}
