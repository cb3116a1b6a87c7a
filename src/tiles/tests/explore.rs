//! Exploring boards of tiles: known numbers of boards by distance, and those of a plain search.

use std::sync::atomic::Ordering;

use crate::plain::{counts, size, within};
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::board::Board;
use traybit_tiles::full_space::FullSpace;
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::explore::{boards_of, explore, explore_to};

fn layers(size: Size, blank_home: usize) -> Vec<u64> {
    explore(size, blank_home, Unit::Move, 0, &Limits::default()).0.sizes
}

#[test]
fn small_boards_have_their_known_layers() {
    for (height, width, blank_home, known) in [
        (1, 1, 0, &[1][..]),
        (2, 2, 3, &[1, 2, 2, 2, 2, 2, 1]),
        (2, 3, 5, &[1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]),
        (
            2,
            4,
            7,
            &[
                1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194,
                1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
            ],
        ),
        (
            3,
            3,
            8,
            &[
                1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
                10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
            ],
        ),
        (256, 1, 255, &[1; 256]),
    ] {
        assert_eq!(layers(size(height, width), blank_home), known);
    }
    assert_eq!(layers(size(1, 256), 2)[..5], [1, 2, 2, 1, 1]);
    let five = layers(size(2, 5), 9);
    assert_eq!((five.iter().sum::<u64>(), five.len() - 1), (1_814_400, 55));
    let known = [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10_238, 24_098];
    let square = explore_to(12, size(5, 5), 24, Unit::Move, &Limits::default(), None).unwrap();
    assert_eq!((&square.sizes[..], square.ended), (&known[..], None));
    assert_eq!(boards_of(size(5, 5)), (3..=25).product::<u128>().into());
}

#[test]
fn three_by_four_has_its_known_layers_on_any_number_of_threads() {
    const KNOWN: [u64; 54] = [
        1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167,
        119_888, 198_363, 323_206, 515_778, 811_000, 1_248_011, 1_885_279, 2_782_396, 4_009_722, 5_621_354,
        7_647_872, 10_065_800, 12_760_413, 15_570_786, 18_171_606, 20_299_876, 21_587_248, 21_841_159,
        20_906_905, 18_899_357, 16_058_335, 12_772_603, 9_515_217, 6_583_181, 4_242_753, 2_503_873,
        1_350_268, 643_245, 270_303, 92_311, 27_116, 5390, 1115, 86, 18,
    ];
    for (size, blank_home, threads) in [(size(3, 4), 11, 1), (size(4, 3), 0, 3)] {
        let limits = Limits { threads, ..Limits::default() };
        let (explored, farthest) = explore(size, blank_home, Unit::Move, 20, &limits);
        assert_eq!((&explored.sizes[..], farthest.len()), (&KNOWN[..], 18));
        assert_eq!(explored.cost.positions, 239_500_800);
        assert!(explored.cost.bytes <= 40 << 20);
    }
    let limits = Limits { threads: 2, ..Limits::default() };
    let (explored, farthest) = explore(size(3, 4), 11, Unit::Push, 1000, &limits);
    assert_eq!((explored.sizes.len() - 1, explored.cost.positions), (33, 239_500_800));
    assert_eq!(farthest.len() as u64, explored.sizes[33]);
}

#[test]
fn layers_and_the_farthest_are_those_of_a_plain_search_for_every_home_of_the_blank() {
    let sizes = [(1, 1), (1, 2), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2)];
    let cases = sizes.into_iter().flat_map(|(height, width)| {
        let homes = 0..usize::from(height * width);
        let case = move |unit| move |blank_home| (size(height, width), blank_home, unit);
        homes.clone().map(case(Unit::Move)).chain(homes.map(case(Unit::Push)))
    });
    // One home for each unit will do where positions are many.
    let nine = [(size(3, 3), 4, Unit::Move), (size(3, 3), 1, Unit::Push)];
    for (size, blank_home, unit) in cases.chain(nine) {
        let tiles = if unit == Unit::Move { 1 } else { usize::MAX };
        let distances = within(&Board::blank_at(size, blank_home), tiles, u32::MAX);
        let sizes = counts(&distances);
        for threads in [1, 2] {
            let limits = Limits { threads, ..Limits::default() };
            let (explored, farthest) = explore(size, blank_home, unit, 1000, &limits);
            assert_eq!((&explored.sizes, explored.ended), (&sizes, None), "{size:?} {unit:?}");
            assert_eq!(Some(&(farthest.len() as u64)), sizes.last(), "{size:?} {unit:?}");
            assert!(farthest.iter().all(|board| distances[board] as usize == sizes.len() - 1));
            assert!((1..farthest.len()).all(|at| !farthest[..at].contains(&farthest[at])));
        }
    }
}

/// Boards packed in keys of every width, on either side of the bound from which layers are expanded by several threads.
#[test]
fn layers_up_to_a_depth_are_those_of_a_plain_search_in_every_width() {
    let depths =
        [(1, 9, 99), (3, 3, 14), (4, 4, 11), (5, 5, 9), (6, 7, 8), (8, 9, 7), (3, 27, 7), (17, 16, 5)];
    for (height, width, depth) in depths {
        let size = size(height, width);
        for blank_home in [0, size.cells() / 2] {
            for (unit, tiles) in [(Unit::Move, 1), (Unit::Push, usize::MAX)] {
                let depth =
                    if unit == Unit::Push { depth.min(if size.cells() > 9 { 3 } else { 14 }) } else { depth };
                let plain = counts(&within(&Board::blank_at(size, blank_home), tiles, depth));
                for wide in [1, 1 << 15] {
                    let limits = Limits { wide, ..Limits::default() };
                    let part = explore_to(depth, size, blank_home, unit, &limits, None).unwrap();
                    assert_eq!((part.sizes, part.ended), (plain.clone(), None), "{size:?} {unit:?}");
                }
            }
        }
    }
    assert_eq!(explore_to(99, size(3, 3), 8, Unit::Move, &Limits::default(), None).unwrap().sizes.len(), 32);
}

#[test]
fn boards_that_are_too_large_are_refused() {
    for (size, bytes) in [
        (size(2, 7), 5_000_000_000..7_000_000_000),
        (size(3, 5), 87_000_000_000..120_000_000_000),
        (size(4, 4), 1_300_000_000_000..2_000_000_000_000),
    ] {
        assert!(bytes.contains(&FullSpace::bytes(size).unwrap()));
    }
    assert_eq!((FullSpace::bytes(size(5, 5)), FullSpace::bytes(Size::LARGEST)), (None, None));
    let limits = Limits::default();
    for size in [size(3, 5), size(4, 4), size(5, 5), Size::LARGEST] {
        let (explored, farthest) = explore(size, 0, Unit::Move, 1, &limits);
        assert_eq!((explored.ended, farthest), (Some(GaveUp::Memory), Vec::new()));
        assert_eq!(explored.cost.bytes, 0);
    }
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(explore(size(3, 3), 0, Unit::Move, 1, &limits).0.ended, Some(GaveUp::Stopped));
}
