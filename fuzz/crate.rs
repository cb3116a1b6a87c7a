//! The parts of the crate that are fuzzed, from the same files. Whole searches are left out: compiled for every space
//! they take longer than all the rest, and read nothing.

#[path = "../src"]
mod parts {
    pub mod bits;
    pub mod certificate;
    pub mod collection;
    pub mod grid;
    pub mod input;
    pub mod packing;
    pub(crate) mod page;
    pub mod reference;
    pub mod shape;
    pub mod sliding;
    pub mod space;
    pub(crate) mod sync;
    pub mod tiles;
    pub mod turn;

    pub mod cli {
        pub mod budget {
            pub mod amounts;
        }
        pub mod files;
        pub mod replay;
        pub mod status;
    }

    pub mod report {
        pub mod batch {
            pub mod record;
        }
    }

    pub mod search {
        pub mod memory_monitor;
        pub mod limits;
        pub mod listing;
        pub mod outcome;
        pub(crate) mod parallel;
        pub mod words;
        pub mod tally;
    }
}

pub use parts::{
    bits, certificate, cli, collection, grid, input, packing, reference, report, search, shape, sliding,
    space, tiles, turn,
};
pub(crate) use parts::{page, sync};
