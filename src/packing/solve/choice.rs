//! Counting by boundaries or by enumeration, whichever is quicker.
//!
//! ```text
//!   boundaries, a moment │ probes │ boundaries, a third of the time that enumeration is estimated to take │ enumeration
//! ```
//!
//! How much boundaries have in common is not known before they are met, but the size of the tree is known from probes, about.
//! So the boundaries, which are quicker for most puzzles, have a third of the time of an enumeration: a count takes no longer
//! than by boundaries, nor more than a third longer than by enumeration, as far as the estimate holds. Where it does not,
//! both have another turn, eight times as long.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::pack::Pack;
use crate::solve::count::{self, Count, Unknown};
use crate::solve::enumerate::{self, Callbacks};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Time for boundaries before anything is estimated, and for the estimate.
const MOMENT: Duration = Duration::from_millis(100);

/// Time that an enumeration takes for each cell before it begins, about.
const PREPARING: Duration = Duration::from_micros(50);

/// The share of the estimate that boundaries have.
const SHARE: f64 = 1.0 / 3.0;

/// Enumeration has so many times its estimate before the boundaries have another turn.
const PATIENCE: f64 = 4.0;

/// Each turn is so many times as long as the one before.
const LONGER: f64 = 8.0;

/// Counts the packings of a puzzle in the quicker way.
///
/// # Errors
/// As for [`count::count`]; without a checkpoint there are none.
pub fn count(pack: &Pack, limits: &Limits) -> Result<Count, String> {
    count_after(MOMENT.max(PREPARING * pack.open() as u32), pack, limits)
}

/// Counts packings in the quicker way, after boundaries had a moment.
fn count_after(moment: Duration, pack: &Pack, limits: &Limits) -> Result<Count, String> {
    let began = Instant::now();
    let mut counted = count::count_for(moment, pack, None, limits)?;
    let (mut likely, mut turn) = (None, 1.0);
    while needs_another_turn(&counted, limits) {
        // Where nothing can be estimated, the boundaries go on.
        let estimate =
            || enumerate::likely_seconds(pack, limits, moment.min(MOMENT)).unwrap_or(f64::INFINITY);
        let seconds: f64 = *likely.get_or_insert_with(estimate);
        let time = |times: f64| Duration::try_from_secs_f64(seconds * turn * times).unwrap_or(Duration::MAX);
        counted = count::count_for(time(SHARE), pack, None, limits)?;
        if needs_another_turn(&counted, limits) {
            limits.progress.layers.store(0, Ordering::Relaxed);
            let limited = limits.for_at_most(time(PATIENCE));
            counted = enumerate::count(pack, Callbacks::default(), &limited)?;
        }
        turn *= LONGER;
    }
    counted.cost.time = began.elapsed();
    Ok(counted)
}

/// True if a count ended for no limit but that of its turn.
fn needs_another_turn(counted: &Count, limits: &Limits) -> bool {
    counted.total == Err(Unknown::GaveUp(GaveUp::Time)) && limits.check_time().is_ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::count_after;
    use crate::formats::read;
    use crate::solve::count::count;
    use traybit_core::search::limits::Limits;

    #[test]
    fn both_ways_take_turns_until_one_has_the_count() {
        for puzzle in [
            "piece D: any\nXX\n\nboard: 6x6\nempty: 0\n",
            "piece L: 1\nX..\nXXX\n\npiece T: 1\n.X.\nXXX\n\npiece I: 0..2\nXX\n\nboard: 4x4\nempty: 4..8\n",
            "piece L: any\nXX\nX.\n\nboard: 5x6\nempty: 0\n",
        ] {
            let pack = read("puzzle", puzzle.as_bytes()).expect("a valid puzzle");
            let limits = Limits::default();
            let known = count(&pack, None, &limits).expect("no checkpoint");
            let found = count_after(Duration::ZERO, &pack, &limits).expect("no checkpoint");
            assert_eq!((found.total, found.distinct), (known.total, known.distinct), "{puzzle}");
        }
    }
}
