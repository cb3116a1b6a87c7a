//! Exploration of the boards of a size: their numbers by distance from the goal, in all or up to a depth.

use std::sync::atomic::Ordering;
use web_time::{Duration, Instant};

use crate::full_space::FullSpace;
use crate::full_space::pushes::PushSpace;
use crate::{Arrangement, Board, Unit, in_tile_space};
use traybit_core::search::compiled::explore_both;
use traybit_core::search::exploration::Request;
use traybit_core::{Checkpoint, Cost, Explored, GaveUp, Limits, ReadError, Size};

/// Bytes that exploring a whole space takes; `None` if no machine can address them.
pub fn bytes(size: Size, unit: Unit) -> Option<u64> {
    match unit {
        Unit::Move => FullSpace::bytes(size),
        Unit::Push => PushSpace::bytes(size),
    }
}

/// Explores the boards from which the goal with its blank on cell `blank_home` can be reached; the numbers of its tiles do
/// not matter. Returns the layers from the goal and, if the space was finished, at most `farthest` boards of the last one.
/// Successors are not counted, since many are found at once in whole words.
pub fn explore(
    size: Size,
    blank_home: usize,
    unit: Unit,
    farthest: usize,
    limits: &Limits,
) -> (Explored, Vec<Arrangement>) {
    let began = Instant::now();
    let (mut sizes, boards) = (vec![1], boards_of(size).unwrap_or(u128::MAX));
    let bytes = bytes(size, unit).and_then(|bytes| usize::try_from(bytes).ok());
    let bytes = bytes.filter(|&bytes| limits.within(bytes).is_ok());
    let found = bytes.ok_or(GaveUp::Memory).and_then(|_| match unit {
        Unit::Move => {
            let mut space = FullSpace::new(size, blank_home).ok_or(GaveUp::Memory)?;
            run(|| space.advance(limits), boards, limits, &mut sizes)?;
            Ok(space.numbered(0..farthest as u64))
        }
        Unit::Push => {
            let mut space = PushSpace::new(size, blank_home).ok_or(GaveUp::Memory)?;
            run(|| space.advance(limits), boards, limits, &mut sizes)?;
            Ok(space.last(farthest))
        }
    });
    let cost = Cost {
        positions: sizes.iter().sum(),
        layers: sizes.len() as u32 - 1,
        time: began.elapsed().max(Duration::from_nanos(1)),
        bytes: bytes.unwrap_or(0),
        ..Cost::default()
    };
    let ended = found.as_ref().err().copied();
    (Explored { sizes, ended, cost }, found.unwrap_or_default())
}

/// Number of boards of a size from which one goal can be reached; `None` past 128 bits.
pub fn boards_of(size: Size) -> Option<u128> {
    let cells = size.cells() as u128;
    if size.height == 1 || size.width == 1 {
        return Some(cells);
    }
    (3..=cells).try_fold(1u128, u128::checked_mul)
}

/// Explores the layers up to a distance with boards as keys, in memory or in files, for boards whose whole space is too
/// large. Resumes the search in the checkpoint, unless that is of another search, damaged, or too large for the memory.
pub fn explore_to(
    depth: u32,
    size: Size,
    blank_home: usize,
    unit: Unit,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Explored, ReadError> {
    let goal = Board::blank_at(size, blank_home);
    let goal = Arrangement::new(&goal, &goal);
    let limits = Limits { depth, ..limits.clone() };
    let request = Request::default();
    let mut explored = match unit {
        Unit::Move => {
            in_tile_space!(&goal, false, space => explore_both(space, &limits, request, checkpoint)?.0.explored)
        }
        Unit::Push => {
            in_tile_space!(&goal, true, space => explore_both(space, &limits, request, checkpoint)?.0.explored)
        }
    };
    // A checkpoint may have more layers.
    explored.sizes.truncate(depth as usize + 1);
    explored.cost.positions = explored.sizes.iter().sum();
    explored.cost.layers = explored.sizes.len() as u32 - 1;
    // The depth was the only limit reached.
    let ended = explored.ended.filter(|&reason| reason != GaveUp::Exhausted);
    Ok(Explored { ended, ..explored })
}

/// Explores layer by layer until all boards are found.
fn run(
    mut advance: impl FnMut() -> Result<u64, GaveUp>,
    boards: u128,
    limits: &Limits,
    sizes: &mut Vec<u64>,
) -> Result<(), GaveUp> {
    limits.check()?;
    while u128::from(sizes.iter().sum::<u64>()) < boards {
        sizes.push(advance()?);
        limits.progress.positions.store(sizes.iter().sum(), Ordering::Relaxed);
        limits.progress.layer.store(sizes.len() as u32 - 1, Ordering::Relaxed);
    }
    Ok(())
}
