//! The commands of each family: a row for each, a line for each command.

use crate::cli;
use crate::cli::exact::{Check, Count, Info, Solve};
use crate::cli::work::Verb;
use crate::registry::Family;

/// The commands that take puzzles of a family.
pub(super) fn verbs_of(family: &Family) -> &'static [Verb] {
    match family.name {
        "sliding" => &SLIDING,
        "tiles" => &TILES,
        "packing" => &PACKING,
        _ => &EXACT,
    }
}

static SLIDING: [Verb; 5] = [
    Verb::of::<cli::solve::Sliding>("solve"),
    Verb::of::<cli::check::Sliding>("check"),
    Verb::of::<cli::explore::Sliding>("explore"),
    Verb::of::<cli::info::Sliding>("info"),
    Verb::of::<cli::count::Sliding>("count"),
];

static TILES: [Verb; 5] = [
    Verb::of::<cli::solve::tiles::Tiles>("solve"),
    Verb::of::<cli::check::Tiles>("check"),
    Verb::of::<cli::explore::Tiles>("explore").or("size"),
    Verb::of::<cli::info::Tiles>("info"),
    Verb::of::<cli::count::Tiles>("count"),
];

static PACKING: [Verb; 4] = [
    Verb::of::<cli::solve::packing::Packing>("solve"),
    Verb::of::<cli::check::Packing>("check"),
    Verb::of::<cli::info::Packing>("info"),
    Verb::of::<cli::count::Packing>("count"),
];

static EXACT: [Verb; 4] = [
    Verb::of::<Solve>("solve"),
    Verb::of::<Check>("check"),
    Verb::of::<Info>("info"),
    Verb::of::<Count>("count"),
];
