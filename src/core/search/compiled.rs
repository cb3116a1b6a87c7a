//! The searches as families and programs call them, compiled once for each width of key, in this crate.
//!
//! A generic function is compiled in every crate that calls it, a table of functions only where it is defined. So the
//! functions here call the searches through a table for each [`SearchKey`].

use std::ops::ControlFlow::Continue;

use crate::search::exploration::{Both, Exploration, Request, See, explore_in};
use crate::search::layered::solve_in;
use crate::search::paths::{Priced, all_in};
use crate::search::portfolio::{Answered, Attempts, any_in};
use crate::{Checkpoint, GaveUp, Guided, Key, Limits, Move, Outcome, ReadError, Space, Wide};

/// Finds a shortest solution, or proves that there is none. Resumes the checkpoint.
pub fn solve<K: SearchKey>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Outcome<Move>, ReadError> {
    (K::searches().solve)(space, limits, checkpoint)
}

/// Explores the whole space from its start on.
///
/// # Panics
/// When it is shared with processes that search another space, or that end before it begins.
pub fn explore<K: SearchKey>(space: &dyn Space<K>, limits: &Limits, request: Request) -> Exploration<K> {
    explore_both(space, limits, request, None).expect("no checkpoint is read").0
}

/// Explores all states reachable from any of `sources`, which may contain duplicates; layer *d* holds the states whose
/// nearest source is *d* moves away. Without sources there is no layer.
///
/// # Panics
/// If symmetric states of the space are merged ([`Space::is_canonicalised`]).
pub fn explore_from<K: SearchKey>(
    space: &dyn Space<K>,
    sources: Vec<K>,
    limits: &Limits,
    request: Request,
) -> Exploration<K> {
    let explored =
        (K::searches().explore)(space, Some(sources), limits, request, None, &mut |_, _| Ok(Continue(())));
    explored.expect("no checkpoint is read").0
}

/// Explores the whole space from its start, and, if goals are asked for, then from all of them: no state may stand for several
/// then ([`Space::is_canonicalised`]). Resumes the checkpoint.
pub fn explore_both<K: SearchKey>(
    space: &dyn Space<K>,
    limits: &Limits,
    request: Request,
    checkpoint: Option<Checkpoint>,
) -> Result<Both<K>, ReadError> {
    (K::searches().explore)(space, None, limits, request, checkpoint, &mut |_, _| Ok(Continue(())))
}

/// Finds all shortest paths from the start of a space to its goals; a start that is a goal is one path without moves.
/// Symmetric states must not be merged ([`Space::is_canonicalised`]): each has paths of its own. Resumes the checkpoint. The
/// caller has to remove a checkpoint that is written when a goal is found.
pub fn all_paths<K: SearchKey>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Priced, ReadError> {
    (K::searches().all_paths)(space, limits, checkpoint)
}

/// Finds any solution, or proves that there is none.
pub fn any_solution<K: SearchKey>(space: &dyn Guided<K>, tries: &dyn Attempts, limits: &Limits) -> Answered {
    (K::searches().any_solution)(space, tries, limits)
}

/// Passes each layer from the start on to `see`, until that breaks. Goals are ignored.
///
/// # Panics
/// If symmetric states of the space are merged ([`Space::is_canonicalised`]).
pub fn by_layer<K: SearchKey>(
    space: &dyn Space<K>,
    limits: &Limits,
    see: &mut See<'_, K>,
) -> Result<(), GaveUp> {
    assert!(!space.is_canonicalised(), "a layer is to have all of its states");
    // An observer sees whole layers: no other process has a part of them.
    let limits = &Limits { peers: None, ..limits.clone() };
    let (explored, _) = (K::searches().explore)(space, None, limits, Request::default(), None, see)
        .expect("no checkpoint is read");
    explored.explored.ended.map_or(Ok(()), Err)
}

/// A width of key that the searches are compiled for.
pub trait SearchKey: Key {
    #[doc(hidden)]
    fn searches() -> &'static Searches<Self>;
}

/// The searches, called through the functions of their names.
#[doc(hidden)]
#[expect(clippy::type_complexity, reason = "the types are those of the functions")]
pub struct Searches<K> {
    pub(super) solve: fn(&dyn Space<K>, &Limits, Option<Checkpoint>) -> Result<Outcome<Move>, ReadError>,
    pub(super) explore: fn(
        &dyn Space<K>,
        Option<Vec<K>>,
        &Limits,
        Request,
        Option<Checkpoint>,
        &mut See<'_, K>,
    ) -> Result<Both<K>, ReadError>,
    pub(super) all_paths: fn(&dyn Space<K>, &Limits, Option<Checkpoint>) -> Result<Priced, ReadError>,
    pub(super) any_solution: fn(&dyn Guided<K>, &dyn Attempts, &Limits) -> Answered,
}

macro_rules! compiled {
    ($($key:ty),*) => {
        $(impl SearchKey for $key {
            fn searches() -> &'static Searches<Self> {
                static SEARCHES: Searches<$key> = Searches {
                    solve: solve_in,
                    explore: explore_in,
                    all_paths: all_in,
                    any_solution: any_in,
                };
                &SEARCHES
            }
        })*
    };
}
compiled!(u64, u128, Wide<4>, Box<[u64]>);
