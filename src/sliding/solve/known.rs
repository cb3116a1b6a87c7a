//! Any solution, reported when a search for the shortest one gave up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::puzzle::Puzzle;
use crate::slide::Slide;
use crate::solve::{Objective, Verdict, solve};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// The share of the time left that a search for the shortest leaves for this, and the most of it.
const SHARE: u32 = 10;
const MOST: Duration = Duration::from_secs(1);
/// Time for it where the memory did not suffice, if there is so much.
const AFTER_MEMORY: Duration = Duration::from_secs(2);
/// Time for it after a signal: its sender waits.
const AFTER_SIGNAL: Duration = Duration::from_millis(250);

/// The limits of a search for the shortest after which there is time for any solution.
#[must_use]
pub fn leaving_time(limits: &Limits) -> Limits {
    let earlier = |deadline: Instant| {
        let left = deadline.saturating_duration_since(Instant::now());
        deadline.checked_sub((left / SHARE).min(MOST)).unwrap_or(deadline)
    };
    Limits { deadline: limits.deadline.map(earlier), ..limits.clone() }
}

/// Any solution, where a search for the shortest gave up for a reason, in what is left of its limits; after a signal in a
/// moment more.
#[must_use]
pub fn any_instead(problem: &Puzzle, reason: GaveUp, limits: &Limits) -> Option<Vec<Slide>> {
    // What is told of the search for the shortest stays.
    let fresh = Limits { progress: Arc::default(), disk: None, peers: None, ..limits.clone() };
    let limits = match reason {
        GaveUp::Time => fresh,
        GaveUp::Memory | GaveUp::Disk => fresh.for_at_most(AFTER_MEMORY),
        GaveUp::Stopped => Limits { stop: Arc::default(), ..fresh }.for_at_most(AFTER_SIGNAL),
        GaveUp::Exhausted | GaveUp::Peer => return None,
    };
    match solve(problem, Objective::Any, &limits).verdict {
        Verdict::Solved { slides, .. } => Some(slides),
        Verdict::Unsolvable(_) | Verdict::GaveUp(_) => None,
    }
}
