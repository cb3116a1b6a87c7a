//! Tables of the searches, which are compiled here: once for each width of key, in this crate.
//!
//! A generic function is compiled in every crate that calls it; a table of functions is compiled where it stands. So
//! families and programs call the searches through [`SearchKey`] and [`CountKey`], and nothing of a search is compiled in
//! them.

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

/// A width of key that the searches are compiled for.
pub trait SearchKey: Key {
    /// The searches for this width.
    #[doc(hidden)]
    fn searches() -> &'static Searches<Self>;
}

/// The searches, each of which is called through the function of its name.
#[doc(hidden)]
#[expect(clippy::type_complexity, reason = "the types are those of the functions")]
pub struct Searches<K> {
    pub(super) solve: fn(&dyn Space<K>, &Limits, Option<Checkpoint>) -> Result<Outcome<Move>, ReadError>,
    pub(super) explore: fn(&dyn Space<K>, Option<Vec<K>>, &Limits, Request) -> Exploration<K>,
    pub(super) explore_both:
        fn(&dyn Space<K>, &Limits, Request, Option<Checkpoint>) -> Result<Both<K>, ReadError>,
    pub(super) by_layer: fn(&dyn Space<K>, &Limits, &mut See<'_, K>) -> Result<(), GaveUp>,
    pub(super) all_paths: fn(&dyn Space<K>, &Limits, Option<Checkpoint>) -> Result<Priced<K>, ReadError>,
    pub(super) any_solution: fn(&dyn Guided<K>, &dyn Attempts, &Limits) -> (Outcome<Move>, Method),
}

macro_rules! compiled {
    ($($key:ty),*) => {
        $(impl SearchKey for $key {
            fn searches() -> &'static Searches<Self> {
                static SEARCHES: Searches<$key> = Searches {
                    solve: solve_in,
                    explore: explore_in,
                    explore_both: both_in,
                    by_layer: by_layer_in,
                    all_paths: all_in,
                    any_solution: any_in,
                };
                &SEARCHES
            }
        })*
    };
}
compiled!(u64, u128, Wide<4>, Box<[u64]>);

/// A width of key that counts are compiled for.
pub trait CountKey: Key + Copy {
    /// The functions for this width.
    #[doc(hidden)]
    fn counts() -> &'static Counts<Self>;
}

/// Beginnings of a count: at one state, and [`Saved::read`].
#[doc(hidden)]
pub struct Counts<K> {
    pub(super) starting_at: fn(usize, K) -> Saved<K>,
    pub(super) read: fn(Opened, usize, &Limits) -> Result<Saved<K>, Unread>,
}

macro_rules! counted {
    ($($key:ty),*) => {
        $(impl CountKey for $key {
            fn counts() -> &'static Counts<Self> {
                static COUNTS: Counts<$key> = Counts { starting_at: Saved::starting_at, read: Saved::read_in };
                &COUNTS
            }
        })*
    };
}
counted!(u64, u128, Wide<8>);
