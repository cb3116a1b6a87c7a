//! Exploration of all boards of a size: their numbers by distance from the goal.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::arrangement::Arrangement;
use crate::full_space::FullSpace;
use traybit_core::grid::Size;
use traybit_core::search::layered::Explored;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

/// Explored space of boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards {
    /// Layers from the goal. Successors are not counted, as many are found at once in whole words.
    pub explored: Explored,
    /// Some of the farthest boards; none where the space was not finished.
    pub farthest: Vec<Arrangement>,
}

/// Explores the boards from which the goal with its blank on cell `blank_home` can be reached, which do not depend on
/// the numbers of its tiles. At most `farthest` boards of the last layer are returned.
///
/// # Panics
/// When the board has no such cell.
pub fn explore(size: Size, blank_home: usize, farthest: usize, limits: &Limits) -> Boards {
    let began = Instant::now();
    let mut sizes = vec![1];
    let (ended, farthest) = match run(size, blank_home, limits, &mut sizes) {
        Ok(space) => (None, space.last(farthest)),
        Err(reason) => (Some(reason), Vec::new()),
    };
    let cost = Cost {
        positions: sizes.iter().sum(),
        layers: sizes.len() as u32 - 1,
        time: began.elapsed().max(Duration::from_nanos(1)),
        bytes: fitting(size, limits).unwrap_or(0),
        ..Cost::default()
    };
    Boards { explored: Explored { sizes, ended, cost }, farthest }
}

/// Bytes needed, if they are within the limits.
fn fitting(size: Size, limits: &Limits) -> Result<usize, GaveUp> {
    let bytes = FullSpace::bytes(size).and_then(|bytes| bytes.try_into().ok()).ok_or(GaveUp::Memory)?;
    limits.within(bytes).map(|()| bytes)
}

fn run(size: Size, blank_home: usize, limits: &Limits, sizes: &mut Vec<u64>) -> Result<FullSpace, GaveUp> {
    fitting(size, limits)?;
    limits.check()?;
    let mut space = FullSpace::new(size, blank_home).ok_or(GaveUp::Memory)?;
    loop {
        let found = space.advance(limits)?;
        if found == 0 {
            return Ok(space);
        }
        sizes.push(found);
        limits.progress.positions.store(sizes.iter().sum(), Ordering::Relaxed);
        limits.progress.layer.store(sizes.len() as u32 - 1, Ordering::Relaxed);
    }
}
