//! Solutions after a search for the shortest gave up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::formats::drawn;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::{any_instead, leaving_time};

fn puzzle(goal: &str) -> Puzzle {
    let drawing = format!("labels: a b\ntray:\na.b\n...\n\ngoal: {goal}\n");
    drawn::read("drawing", drawing.as_bytes()).expect("a drawing")
}

#[test]
fn a_solution_is_found_after_every_limit_and_signal() {
    let exchanged = puzzle("a 0 2, b 0 0");
    let stopped = Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    for reason in [GaveUp::Time, GaveUp::Memory, GaveUp::Stopped] {
        let limits = if reason == GaveUp::Stopped { &stopped } else { &Limits::default() };
        let slides = any_instead(&exchanged, reason, limits).expect("a solution");
        assert!(exchanged.verify(&slides).is_ok(), "{slides:?}");
    }
    assert_eq!(any_instead(&exchanged, GaveUp::Exhausted, &Limits::default()), None);
    assert_eq!(any_instead(&exchanged, GaveUp::Time, &stopped), None);
    let little = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(any_instead(&exchanged, GaveUp::Time, &little), None);
}

#[test]
fn a_tenth_of_the_time_is_left_and_a_second_at_most() {
    let left_for = |time: Duration| {
        let deadline = Instant::now() + time;
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        let earlier = leaving_time(&limits).deadline.expect("a deadline");
        deadline.duration_since(earlier)
    };
    assert_eq!(left_for(Duration::from_hours(1)), Duration::from_secs(1));
    assert!(left_for(Duration::from_secs(5)) <= Duration::from_millis(500));
    assert_eq!(leaving_time(&Limits::default()).deadline, None);
}
