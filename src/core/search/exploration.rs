//! Full-space search: the sizes of the layers, the goals in each, and the farthest states.
//!
//! It begins with the start, or with several states at once: the last layer of a search from all goals holds the hardest
//! starts, those farthest from every goal. It can also pass each layer to an observer.

use std::ops::ControlFlow;

use crate::search::layered::{CheckpointWriter, Layered, SideState, layer_of};
use crate::search::layers::Layer;
use crate::search::outcome::Traffic;
use crate::{Checkpoint, Cost, Explored, GaveUp, Key, Limits, ReadError, Space};

/// Options of an exploration besides the sizes of layers; by default nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Number of states of the last layer to return, the first in ascending order.
    pub farthest: usize,
    /// True if goals are counted, and a second search begins with all of them
    /// ([`explore_both`](crate::search::compiled::explore_both)); with a disk they need not fit in memory.
    pub goals: bool,
}

/// The result of an exploration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration<K> {
    /// Its layers, whether they are complete, and their cost.
    pub explored: Explored,
    /// The first states of the last layer, ascending, up to the requested number. Empty if the space was not finished.
    pub farthest: Vec<K>,
    /// Number of goals in each layer; if the space was not finished, perhaps not in the last. Empty if goals were ignored.
    pub goal_counts: Vec<u64>,
}

/// A whole space from its start, and from its goals if they were asked for and the first search was finished.
pub type Both<K> = (Exploration<K>, Option<Exploration<K>>);

/// Explores from the start, or from `sources`; then from all goals if these are asked for.
pub(super) fn explore_in<K: Key>(
    space: &dyn Space<K>,
    sources: Option<Vec<K>>,
    limits: &Limits,
    request: Request,
    checkpoint: Option<Checkpoint>,
    see: &mut See<'_, K>,
) -> Result<Both<K>, ReadError> {
    let (search, mut side, writer) = match sources {
        Some(mut sources) => {
            sources.sort_unstable();
            sources.dedup();
            (Layered::from(space, limits, layer_of(space, sources)), SideState::default(), None)
        }
        None => Layered::begin(space, limits, false, checkpoint)?,
    };
    let writer = writer.as_ref();
    let search = if side.first.is_some() {
        search.with_neighbours_first()
    } else {
        let (explored, farthest) = run(search, &mut side, request, writer, see);
        if !request.goals || explored.ended.is_some() {
            return Ok((Exploration { explored, farthest, goal_counts: side.goal_counts }, None));
        }
        // What was written to files is reported with the second search.
        let cost = Cost { disk: Traffic::default(), ..explored.cost };
        side.first = Some(Explored { cost, ..explored });
        side.farthest = farthest;
        let goals = side.sources.take().unwrap_or_else(|| layer_of(space, Vec::new()));
        let mut search = Layered::from(space, limits, goals);
        search.is_saved = writer.is_some();
        search
    };
    let from_goals = Request { goals: false, ..request };
    let (explored, hardest) = run(search, &mut side, from_goals, writer, see);
    let second = Exploration { explored, farthest: hardest, goal_counts: Vec::new() };
    let SideState { first, goal_counts, farthest, .. } = side;
    let explored = first.unwrap_or_default();
    Ok((Exploration { explored, farthest, goal_counts }, Some(second)))
}

/// Advances to the last layer, and then takes the farthest positions.
fn run<K: Key>(
    mut search: Layered<K>,
    side: &mut SideState<K>,
    request: Request,
    writer: Option<&CheckpointWriter>,
    see: &mut See<'_, K>,
) -> (Explored, Vec<K>) {
    let mut to_the_last = || {
        while !search.is_finished() {
            if request.goals && side.goal_counts.len() < search.sizes.len() {
                let count = search.keep_goals(side)?;
                side.goal_counts.push(count);
            }
            let (layer, held) = search.view();
            if see(layer, held)?.is_break() {
                break;
            }
            if let Some(writer) = writer.filter(|writer| writer.is_due(&search)) {
                writer.save(&search, side)?;
            }
            search.advance(false)?;
        }
        Ok(())
    };
    let ended = to_the_last().err();
    // The search from the start, of which the goals are sources, is not the last one.
    if let Some(writer) = writer.filter(|_| ended.is_some() || !request.goals) {
        writer.end(&search, side, ended.is_none());
    }
    let farthest = match ended {
        None if request.farthest > 0 => search.take_farthest(request.farthest),
        _ => Ok(Vec::new()),
    };
    let ended = ended.or(farthest.as_ref().err().copied());
    let farthest = farthest.unwrap_or_default();
    let (cost, sizes, limits) = (search.cost(), std::mem::take(&mut search.sizes), search.limits);
    limits.release(search, ended);
    (Explored { sizes, ended, cost }, farthest)
}

/// An observer of finished layers, which is told how many bytes the search holds: breaks to stop the search, or fails with a
/// reason to stop.
pub type See<'a, K> = dyn FnMut(&Layer<K>, usize) -> Result<ControlFlow<()>, GaveUp> + 'a;
