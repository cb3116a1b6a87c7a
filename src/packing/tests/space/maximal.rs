//! Maximal packings as states: as many paths as there are packings.

use num_bigint::BigUint;

use crate::random::read;
use traybit_core::search::counting;
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::Cover;
use traybit_packing::kinds::Kinds;
use traybit_packing::reference::packings;
use traybit_packing::solve::count::count;
use traybit_packing::space::maximal::{Maximal, bits, pieces};

fn paths(text: &str) -> BigUint {
    let pack = read(text);
    let kinds = Kinds::of(&pack);
    let (cover, pieces) = (Cover::of(&pack, &kinds), pieces(&pack, &kinds).expect("no other rules"));
    assert!(bits(&cover, &pieces) <= 128);
    let limits = Limits::default();
    let space = Maximal::<u128>::new(&cover, pieces, &mut Budget::of(&limits)).expect("no limit is reached");
    counting::count(&space, &limits, None).unwrap_or_else(|_| panic!("no limit is reached")).total
}

#[test]
fn paths_are_maximal_packings() {
    let two = "piece D: any\nXX\n\npiece L: any turn\nXX\nX.\n\nboard:\n....\n.#*.\n....\npieces: 2..4\nrules: maximal\n";
    assert_eq!(paths(two), packings(&read(two)).len().into());
    let dominoes = "piece D: any\nXX\n\nboard: 5x5\nrules: maximal\n";
    assert_eq!(
        Ok(paths(dominoes)),
        count(&read(dominoes), None, &Limits::default()).expect("no checkpoint").total
    );
}
