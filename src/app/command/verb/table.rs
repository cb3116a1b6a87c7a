//! The commands of each family: a row for each, a line for each command.

use crate::command;
use crate::command::exact::{Check, Count, Info, Solve};
use crate::command::work::Verb;
use traybit_family::Family;

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
    Verb::of::<command::solve::Sliding>("solve"),
    Verb::of::<command::check::Sliding>("check"),
    Verb::of::<command::explore::Sliding>("explore"),
    Verb::of::<command::info::Sliding>("info"),
    Verb::of::<command::count::Sliding>("count"),
];

static TILES: [Verb; 5] = [
    Verb::of::<command::solve::tiles::Tiles>("solve"),
    Verb::of::<command::check::Tiles>("check"),
    Verb::of::<command::explore::Tiles>("explore").or("size"),
    Verb::of::<command::info::Tiles>("info"),
    Verb::of::<command::count::Tiles>("count"),
];

static PACKING: [Verb; 4] = [
    Verb::of::<command::solve::packing::Packing>("solve"),
    Verb::of::<command::check::Packing>("check"),
    Verb::of::<command::info::Packing>("info"),
    Verb::of::<command::count::Packing>("count"),
];

static EXACT: [Verb; 4] = [
    Verb::of::<Solve>("solve"),
    Verb::of::<Check>("check"),
    Verb::of::<Info>("info"),
    Verb::of::<Count>("count"),
];
