//! Packings of invariant covers against the packings that a symmetry leaves unchanged.

use proptest::{prop_assert_eq, proptest};

use crate::plain::{covered, packings};
use crate::random::{Judged, cases, puzzles, read};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::Cover;
use traybit_packing::invariant::invariant;
use traybit_packing::kinds::Kinds;
use traybit_packing::symmetry::{Symmetry, symmetries};

/// Number of packings that a symmetry leaves as they are, by turning each.
fn fixed(cover: &Cover, symmetry: &Symmetry) -> usize {
    let all = packings(cover, usize::MAX).unwrap();
    let is_fixed = |packing: &&Vec<u32>| {
        let mut here: Vec<(u16, Vec<u32>)> = packing.iter().map(|&number| covered(cover, number)).collect();
        let mut there = here.clone();
        for (kind, cells) in &mut there {
            *kind = symmetry.kinds[usize::from(*kind)];
            for cell in cells.iter_mut() {
                *cell = symmetry.cells[*cell as usize];
            }
            cells.sort_unstable();
        }
        here.sort_unstable();
        there.sort_unstable();
        here == there
    };
    all.iter().filter(is_fixed).count()
}

fn unchanged(cover: &Cover, symmetry: &Symmetry) -> Cover {
    invariant(cover, symmetry, &mut Budget::of(&Limits::default())).unwrap()
}

fn invariant_count(cover: &Cover, symmetry: &Symmetry) -> usize {
    packings(&unchanged(cover, symmetry), usize::MAX).unwrap().len()
}

#[test]
fn dominoes_on_a_square() {
    let pack = read("piece D: 8\nXX\n\nboard: 4x4\n");
    let kinds = Kinds::of(&pack);
    let cover = Cover::of(&pack, &kinds);
    let group = symmetries(&pack, &kinds);
    assert_eq!(packings(&cover, usize::MAX).unwrap().len(), 36);
    // By the sizes of the eight turns' cycles: 16 single cells, 8 pairs, 4 and 8 on diagonals, or 4 fours.
    let orbits: Vec<usize> = group.iter().map(|symmetry| unchanged(&cover, symmetry).weights.len()).collect();
    assert_eq!(orbits, [16, 8, 8, 8, 10, 4, 4, 10]);
    let counts: Vec<usize> = group.iter().map(|symmetry| invariant_count(&cover, symmetry)).collect();
    // 9 up to symmetry.
    assert_eq!((counts[0], counts.iter().sum::<usize>()), (36, 9 * 8));
    for (symmetry, count) in group.iter().zip(counts) {
        assert_eq!(fixed(&cover, symmetry), count, "{:?}", symmetry.cells);
        assert_eq!(unchanged(&cover, symmetry).weight(), 16);
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn invariant_covers_have_the_packings_that_stay_unchanged(small in puzzles()) {
        let pack = &small.0;
        let kinds = Kinds::of(pack);
        let cover = Cover::of(pack, &kinds);
        let group = symmetries(pack, &kinds);
        let mut sum = 0;
        for symmetry in &group {
            let count = invariant_count(&cover, symmetry);
            prop_assert_eq!(count, fixed(&cover, symmetry), "{:?}", symmetry.cells);
            sum += count;
        }
        prop_assert_eq!(sum, Judged::of(pack).distinct() * group.len());
    }
}
