//! Widths of key that counts are compiled for, once each, in this crate.

use crate::bits::{Key, Wide};
use crate::search::counting::opened::Opened;
use crate::search::counting::snapshot::{Saved, Unread};
use crate::search::limits::Limits;

/// A width of key that counts are compiled for.
pub trait CountKey: Key + Copy {
    /// The functions for this width.
    #[doc(hidden)]
    fn counts() -> &'static Counts<Self>;
}

/// Beginnings of a count: at one state, and what was saved of one.
#[doc(hidden)]
pub struct Counts<K> {
    pub(in crate::search) starting_at: fn(usize, K) -> Saved<K>,
    pub(in crate::search) read: fn(Opened, usize, &Limits) -> Result<Saved<K>, Unread>,
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
