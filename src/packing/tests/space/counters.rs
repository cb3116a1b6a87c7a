//! Counts in words against counts beside them.

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any};
use proptest::proptest;

use traybit_core::bits::{CellSet, Register, Wide};
use traybit_packing::cover::{Cover, Kind};
use traybit_packing::space::counters::{Counters, bits};

/// Open cells and kinds without an orientation: all that is counted.
fn cover(cells: u32, kinds: Vec<Kind>) -> Cover {
    let number = cells as usize;
    Cover {
        weights: vec![1; number],
        may_stay_empty: vec![true; number],
        kinds,
        orientations: Vec::new(),
        places: vec![Vec::new(); number],
        empty: 0..=cells,
        stride: Some(1),
    }
}

fn word<W: Register>(counters: &Counters<W>, counts: &[u64], empty: u64) -> W {
    let kinds = (0..).zip(counts);
    kinds.fold(counters.more_empty(empty), |word, (kind, &count)| word.plus(counters.pieces(kind, count)))
}

/// True if a word of some counts says of them what they say by themselves.
fn agrees<W: Register>(cover: &Cover, counts: &[u64], empty: u64) {
    let counters = Counters::<W>::new(cover);
    assert_eq!(CellSet::len(counters.front), W::CELLS - bits(cover));
    let word = word(&counters, counts, empty) | counters.front;
    assert_eq!(word & counters.front, counters.front);
    assert_eq!(counters.empty(word), empty);
    assert_eq!(
        (*cover.empties().start(), *cover.empties().end()),
        (counters.fewest_empty, counters.most_empty)
    );
    // Of the only kind there is, the empty cells give the number.
    let used = cover.kinds.iter().filter(|kind| *kind.counts.end() > 0).count();
    let mut left = counters.all_left::<2>();
    counters.left(&[word, !W::EMPTY & counters.front], &mut left);
    let mut is_complete = empty >= counters.fewest_empty;
    for (number, (kind, &count)) in (0..).zip(cover.kinds.iter().zip(counts)) {
        let (least, most) = (u64::from(*kind.counts.start()), u64::from(*kind.counts.end()));
        if used < 2 || most == 0 {
            assert!(counters.pieces(number, 1).is_empty());
            continue;
        }
        is_complete &= count >= least;
        let room = cover.weight() / u64::from(kind.area);
        for more in [1, 2, 3, most, room.saturating_sub(count)] {
            if count + more <= room {
                assert_eq!(
                    counters.allows(word, number, more),
                    count + more <= most,
                    "{more} more of {kind:?}"
                );
            }
        }
        if count < room {
            assert_eq!(left[usize::from(number)], [(!W::EMPTY).when(count < most), !W::EMPTY], "{kind:?}");
        }
    }
    assert_eq!(counters.is_complete(word), is_complete);
}

fn agrees_in_all(cover: &Cover, counts: &[u64], empty: u64) {
    let bits = bits(cover);
    if bits <= 64 {
        agrees::<u64>(cover, counts, empty);
    }
    if bits <= 128 {
        agrees::<u128>(cover, counts, empty);
    }
    agrees::<Wide<8>>(cover, counts, empty);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_counts_are_kept_apart(
        cells in 1..3000_u32,
        kinds in vec((1..8_u32, 0..20_u32, 0..3000_u32, any::<u16>()), 1..8),
        empty in any::<u16>(),
    ) {
        let mut counts = Vec::new();
        let kind = |(area, least, more, count): (u32, u32, u32, u16)| {
            let most = least + more;
            counts.push(u64::from(count) % (u64::from(most.min(cells / area)) + 1));
            Kind { area, counts: least..=most }
        };
        let kinds = kinds.into_iter().map(kind).collect();
        let cover = cover(cells, kinds);
        let empty = u64::from(empty) % (cover.empties().end() + 1);
        agrees_in_all(&cover, &counts, empty);
    }
}

#[test]
fn the_largest_counts_fill_a_word_to_its_last_bit() {
    let kind = |most| Kind { area: 1, counts: 1..=most };
    let cover = cover(1 << 16, vec![kind(65_535), kind(65_535), kind(65_535)]);
    assert_eq!(bits(&cover), 64);
    for counts in [[65_535; 3], [65_535, 0, 65_535], [0, 65_535, 0], [1, 65_534, 65_535]] {
        for empty in [0, 1, 65_533] {
            agrees_in_all(&cover, &counts, empty);
        }
    }
}

#[test]
fn what_needs_no_count_has_no_bits() {
    let kind = |area, counts| Kind { area, counts };
    // 100 cells that may all stay empty: 7 bits.
    assert_eq!(bits(&cover(100, vec![kind(4, 0..=3)])), 7);
    assert_eq!(bits(&cover(100, vec![kind(4, 0..=25), kind(5, 0..=20)])), 7);
    assert_eq!(bits(&cover(100, vec![kind(4, 0..=25), kind(5, 0..=19)])), 7 + 5);
    assert_eq!(bits(&cover(100, vec![kind(4, 0..=3), kind(5, 0..=0)])), 7);
    assert_eq!(bits(&cover(100, vec![kind(4, 25..=25), kind(5, 0..=0)])), 0);
    assert_eq!(bits(&cover(100, vec![kind(4, 26..=26)])), 0, "counts that cannot be met");
}
