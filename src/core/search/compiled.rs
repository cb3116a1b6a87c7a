//! Entries to the searches, which are compiled here: once for each width of key, in this crate.
//!
//! A generic function is compiled in every crate that calls it; these methods are not generic. So families and
//! programs call the searches through [`SearchKey`] and [`CountKey`], and nothing of a search is compiled in them.

use crate::bits::{Key, Wide};
use crate::search::by_layer::{See, by_layer_in};
use crate::search::checkpoint::Checkpoint;
use crate::search::counting::{Opened, Saved, Unread};
use crate::search::exploration::{Both, Exploration, Request, both_in, explore_in};
use crate::search::layered::solve_in;
use crate::search::limits::Limits;
use crate::search::outcome::{GaveUp, Outcome};
use crate::search::paths::{Priced, all_in};
use crate::search::portfolio::{Attempts, Method, any_in};
use crate::search::words::ReadError;
use crate::space::{Guided, Move, Space};

/// A width of key that the searches are compiled for. Its methods are called through the functions of the same names.
pub trait SearchKey: Key {
    /// [`layered::solve`](crate::search::layered::solve)
    #[doc(hidden)]
    fn solve(
        space: &dyn Space<Self>,
        limits: &Limits,
        checkpoint: Option<Checkpoint>,
    ) -> Result<Outcome<Move>, ReadError>;
    /// [`explore_from`](crate::search::exploration::explore_from), or from the start
    #[doc(hidden)]
    fn explore(
        space: &dyn Space<Self>,
        sources: Option<Vec<Self>>,
        limits: &Limits,
        request: Request,
    ) -> Exploration<Self>;
    /// [`explore_both`](crate::search::exploration::explore_both)
    #[doc(hidden)]
    fn explore_both(
        space: &dyn Space<Self>,
        limits: &Limits,
        request: Request,
        checkpoint: Option<Checkpoint>,
    ) -> Result<Both<Self>, ReadError>;
    /// [`by_layer`](crate::search::by_layer::by_layer())
    #[doc(hidden)]
    fn by_layer(space: &dyn Space<Self>, limits: &Limits, see: &mut See<'_, Self>) -> Result<(), GaveUp>;
    /// [`ways::all`](crate::search::paths::all)
    #[doc(hidden)]
    fn all_paths(
        space: &dyn Space<Self>,
        limits: &Limits,
        checkpoint: Option<Checkpoint>,
    ) -> Result<Priced<Self>, ReadError>;
    /// [`portfolio::any`](crate::search::portfolio::any)
    #[doc(hidden)]
    fn any_solution(
        space: &dyn Guided<Self>,
        attempts: &dyn Attempts,
        limits: &Limits,
    ) -> (Outcome<Move>, Method);
}

macro_rules! compiled {
    ($($key:ty),*) => {
        $(impl SearchKey for $key {
            fn solve(
                space: &dyn Space<Self>,
                limits: &Limits,
                checkpoint: Option<Checkpoint>,
            ) -> Result<Outcome<Move>, ReadError> {
                solve_in(space, limits, checkpoint)
            }

            fn explore(
                space: &dyn Space<Self>,
                sources: Option<Vec<Self>>,
                limits: &Limits,
                request: Request,
            ) -> Exploration<Self> {
                explore_in(space, sources, limits, request)
            }

            fn explore_both(
                space: &dyn Space<Self>,
                limits: &Limits,
                request: Request,
                checkpoint: Option<Checkpoint>,
            ) -> Result<Both<Self>, ReadError> {
                both_in(space, limits, request, checkpoint)
            }

            fn by_layer(
                space: &dyn Space<Self>,
                limits: &Limits,
                see: &mut See<'_, Self>,
            ) -> Result<(), GaveUp> {
                by_layer_in(space, limits, see)
            }

            fn all_paths(
                space: &dyn Space<Self>,
                limits: &Limits,
                checkpoint: Option<Checkpoint>,
            ) -> Result<Priced<Self>, ReadError> {
                all_in(space, limits, checkpoint)
            }

            fn any_solution(
                space: &dyn Guided<Self>,
                attempts: &dyn Attempts,
                limits: &Limits,
            ) -> (Outcome<Move>, Method) {
                any_in(space, attempts, limits)
            }
        })*
    };
}
compiled!(u64, u128, Wide<4>, Box<[u64]>);

/// A width of key that counts are compiled for. Its methods are called through those of the same names, of [`Saved`].
pub trait CountKey: Key + Copy {
    /// The beginning of a count.
    #[doc(hidden)]
    fn starting_at(stage: usize, state: Self) -> Saved<Self>;
    /// [`Saved::read`]
    #[doc(hidden)]
    fn read(opened: Opened, last: usize, limits: &Limits) -> Result<Saved<Self>, Unread>;
}

macro_rules! counted {
    ($($key:ty),*) => {
        $(impl CountKey for $key {
            fn starting_at(stage: usize, state: Self) -> Saved<Self> {
                Saved::starting_at(stage, state)
            }

            fn read(opened: Opened, last: usize, limits: &Limits) -> Result<Saved<Self>, Unread> {
                Saved::read_in(opened, last, limits)
            }
        })*
    };
}
counted!(u64, u128, Wide<8>);
