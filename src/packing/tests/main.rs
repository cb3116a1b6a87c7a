//! Puzzles, formats, covers and whole searches, through what the crate offers others.

mod burr;
mod dealt;
mod drawing;
mod drawn;
mod edges;
mod exact;
mod formats;
mod paint;
#[path = "../../../tests/checks/packing_reference.rs"]
pub mod reference;
mod rules;
mod solve;
mod space;
mod symmetry;

use std::fmt::{Debug, Formatter, Result as FmtResult};

use proptest::prelude::{ProptestConfig, Strategy, any};

use crate::dealt::puzzle;
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::{Cover, Outline};
use traybit_packing::formats::{read as read_file, write};
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::Pack;
use traybit_packing::solve::count::count;

/// A puzzle, which is shown as the text that it can be read from.
#[derive(Clone)]
pub(crate) struct Small(pub(crate) Pack);

impl Debug for Small {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "\n{}", write(&self.0))
    }
}

/// Configuration for a number of cases.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

pub(crate) fn puzzles() -> impl Strategy<Value = Small> {
    any::<u64>().prop_map(|seed| Small(puzzle(seed)))
}

/// A puzzle in the text format.
pub(crate) fn read(text: &str) -> Pack {
    read_file("test", text.as_bytes()).unwrap()
}

pub(crate) fn cover_of(pack: &Pack) -> Cover {
    let limits = Limits::default();
    let (kinds, mut budget) = (Kinds::of(pack), Budget::of(&limits));
    Outline::of(pack, &kinds, &mut budget).and_then(|outline| outline.fill(&mut budget)).expect("no limit")
}

/// Numbers of packings, all and up to symmetry.
pub(crate) fn counted(pack: &Pack) -> (u64, u64) {
    let counted = count(pack, None, &Limits::default()).expect("no checkpoint");
    let small = |number: Result<_, _>| u64::try_from(number.expect("a number")).expect("a small one");
    (small(counted.total), small(counted.distinct))
}
