//! Parts against the whole.

use std::fs::File;

use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::plain::{covered, packings};
use crate::random::{Judged, Small, cases, puzzles, read};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::{Cover, Outline};
use traybit_packing::formats;
use traybit_packing::images::Images;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::Pack;
use traybit_packing::split::{MOST, Part, split};
use traybit_packing::symmetry::{stays, symmetries};

fn parts(pack: &Pack, distinct: bool) -> (Cover, Vec<Part>) {
    let limits = Limits::default();
    let mut budget = Budget::of(&limits);
    let kinds = Kinds::of(pack);
    let (cover, group) = (Cover::of(pack, &kinds), symmetries(pack, &kinds));
    let among = |kind: u16| !distinct || stays(&group, kind);
    let outline = Outline::of(pack, &kinds, &mut budget).unwrap();
    let single = outline.most_constrained(among, MOST, &mut budget).unwrap();
    let merged = group.iter().filter(|_| distinct);
    let images = Images::new(&cover.placements(), merged, &mut budget).unwrap();
    let parts = split(&cover, single.map(|single| single.kind), &images, &mut budget).unwrap();
    (cover, parts)
}

/// The packings of a part, as placements of the whole.
fn named(part: &Part) -> impl Iterator<Item = Vec<u32>> {
    packings(&part.cover, usize::MAX).unwrap().into_iter().map(|packing| {
        let mut packing: Vec<u32> = packing.iter().map(|&number| part.names[number as usize]).collect();
        packing.extend(part.placed);
        packing.sort_unstable();
        packing
    })
}

/// A puzzle whose first kind is that of a single piece, so that it is often split.
fn with_a_single_piece(Small(pack): &Small) -> Option<Pack> {
    let mut pack = pack.clone();
    pack.pieces[0].counts = 1..=1;
    pack.checked().ok()
}

#[test]
fn the_cross_makes_the_parts_of_the_pentominoes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/packing/pentominoes-6x10.txt");
    let pack = formats::read("pentominoes", File::open(path).unwrap()).unwrap();
    for (distinct, known) in [(true, 8), (false, 32)] {
        let (cover, parts) = parts(&pack, distinct);
        assert_eq!(parts.len(), known);
        for part in &parts {
            let (_, cross) = covered(&cover, part.placed.unwrap());
            assert_eq!(cross[4] - cross[0], 12);
            assert_eq!(part.cover.weight(), 55);
        }
    }
}

#[test]
fn what_constrains_little_or_is_alone_makes_no_parts() {
    let lengths = |text: &str| [true, false].map(|distinct| parts(&read(text), distinct).1.len());
    let two = "piece S: 1\nX\n\npiece D: 1\nXX\n\nboard:";
    assert_eq!(lengths(&format!("{two} 16x16\n")), [36, 256]);
    assert_eq!(lengths(&format!("{two} 17x17\n")), [1, 1]);
    assert_eq!(lengths("piece D: 1\nXX\n\nboard: 3x3\n"), [1, 1]);
    assert_eq!(lengths("piece S: 0..1\nX\n\npiece D: 2\nXX\n\nboard: 3x3\n"), [1, 1]);
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn parts_have_each_packing_once(small in puzzles()) {
        for pack in [Some(small.0.clone()), with_a_single_piece(&small)].into_iter().flatten() {
            let judged = Judged::of(&pack);
            let (cover, all) = parts(&pack, false);
            let mut found: Vec<Vec<u32>> = all.iter().flat_map(named).collect();
            found.sort_unstable();
            prop_assert_eq!(found.len(), judged.packings.len());
            let mut whole = packings(&cover, usize::MAX).unwrap();
            whole.sort_unstable();
            prop_assert!(found == whole);
            prop_assert!(all.iter().all(|part| part.placed.is_some()) || all.len() == 1);
            let (_, distinct) = parts(&pack, true);
            // Where mirror images are exchanged, another piece may be the one that makes the parts.
            let is_other = distinct.iter().any(|part| all.iter().all(|other| other.placed != part.placed));
            prop_assert!(is_other || distinct.len() <= all.len());
            prop_assert!(distinct.iter().all(|part| part.placed.is_some()) || distinct.len() == 1);
            let firsts = distinct.iter().flat_map(|part| {
                named(part).filter(|packing| part.images.is_first(packing, &mut Vec::new()))
            });
            prop_assert_eq!(firsts.count(), judged.distinct());
        }
    }
}
