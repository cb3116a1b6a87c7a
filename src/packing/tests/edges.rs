//! The smallest and the largest boards, and counts at their ends.

use std::f64::consts::PI;
use std::time::Instant;

use num_bigint::BigUint;

use crate::solve::{ALL, listed, outcome, stopped};
use crate::{cover_of, read};
use traybit_core::{GaveUp, Limits};
use traybit_packing::checker::check;
use traybit_packing::pack::{Pack, Placed};
use traybit_packing::solve::Unknown;
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::{self, Callbacks, Selection};
use traybit_packing::space::bits;

const FIRST: Selection = Selection { most: 1, ..ALL };

fn exactly(pack: &Pack) -> (Result<BigUint, Unknown>, Result<BigUint, Unknown>) {
    let count = count(pack, None, &Limits::default()).unwrap();
    (count.total, count.distinct)
}

/// Numbers that are smaller than 2^128.
fn counted(pack: &Pack) -> (Result<u128, Unknown>, Result<u128, Unknown>) {
    let (total, distinct) = exactly(pack);
    let small = |number: Result<BigUint, Unknown>| number.map(|number| number.try_into().expect("128 bits"));
    (small(total), small(distinct))
}

#[test]
fn boards_of_one_line_have_fibonaccis_numbers() {
    let mut numbers = vec![BigUint::from(1u8); 2];
    while numbers.len() <= 256 {
        numbers.push(&numbers[numbers.len() - 2] + &numbers[numbers.len() - 1]);
    }
    for length in [2, 3, 10, 91, 180, 185, 186, 256] {
        let half = length / 2;
        // Those that are their own mirror images, perhaps with a piece in the middle.
        let own = if length % 2 == 1 { numbers[half].clone() } else { &numbers[half] + &numbers[half - 1] };
        for size in [format!("1x{length}"), format!("{length}x1")] {
            let pieces = "piece S: any\nX\n\npiece D: any\nXX\n";
            let (total, distinct) = exactly(&read(&format!("{pieces}\nboard: {size}\nempty: 0\n")));
            assert_eq!(total.as_ref(), Ok(&numbers[length]), "{size}");
            assert_eq!(distinct, Ok((&numbers[length] + &own) / 2u8), "{size}");
        }
    }
}

/// Dominoes on a board of 2m × 2n cells: the product of 4 cos² (iπ / (2m + 1)) + 4 cos² (jπ / (2n + 1)) (Kasteleyn, 1961).
#[test]
fn counts_beyond_128_bits_are_exact() {
    let (m, n) = (2, 125);
    let squared = |i: usize, of: usize| 4.0 * (PI * i as f64 / (2 * of + 1) as f64).cos().powi(2);
    let factors = (1..=m).flat_map(|i| (1..=n).map(move |j| squared(i, m) + squared(j, n)));
    let digits = factors.map(f64::log10).sum::<f64>();
    let (total, distinct) = exactly(&read("piece D: any\nXX\n\nboard: 4x250\nempty: 0\n"));
    let total = total.expect("enough of everything").to_string();
    let leading = total[..9].parse::<f64>().unwrap().log10() + (total.len() - 9) as f64;
    assert!((leading - digits).abs() < 1e-8, "{total}");
    assert!(total.len() > 39 && distinct.is_ok());
    // Each cell of 16 by 16 is covered or not.
    let squares = read("piece S: any\nX\n\nboard: 16x16\n");
    assert_eq!(exactly(&squares).0, Ok(BigUint::from(1u8) << 256));
}

#[test]
fn thousands_of_pieces() {
    let squares = read("piece S: 4096\nX\n\nboard: 64x64\n");
    assert_eq!(counted(&squares), (Ok(1), Ok(1)));
    for threads in [1, 2] {
        let limits = Limits { threads, ..Limits::default() };
        let all = listed(&squares, ALL, &limits);
        assert_eq!((all.len(), all[0].len(), check(&squares, &all[0])), (1, 4096, Ok(())));
    }
    let any = read("piece S: any\nX\n\nboard: 64x64\n");
    assert_eq!(listed(&any, FIRST, &Limits::default()).len(), 1);
    let mixed = read("piece S: 3000..3500\nX\n\npiece D: 1..2000\nXX\n\nboard: 64x64\nempty: ..9\n");
    let first = listed(&mixed, FIRST, &Limits::default());
    assert_eq!((first.len(), check(&mixed, &first[0])), (1, Ok(())));
}

#[test]
fn few_pieces_on_large_boards_are_counted() {
    // Places, in as many classes as symmetries make of them.
    let one = read("piece I: 1\nXXXXX\n\nboard: 256x256\n");
    assert_eq!(counted(&one), (Ok(2 * 256 * 252), Ok(2 * 256 * 252 / 8)));
    let one = read("piece P: 1\nXX\nXX\nX.\n\nboard: 60x60\n");
    assert_eq!(counted(&one), (Ok(8 * 59 * 58), Ok(59 * 58)));
    // All pairs of places but those that share a cell: of d places that cover a cell, d (d - 1) / 2 pairs.
    let two = read("piece D: 2\nXX\n\nboard: 30x40\n");
    let (places, pairs) = (30 * 39 + 29 * 40, |places: u128| places * (places - 1) / 2);
    let shared = 28 * 38 * pairs(4) + 2 * (28 + 38) * pairs(3) + 4 * pairs(2);
    assert_eq!(counted(&two).0, Ok(pairs(places) - shared));
}

#[test]
fn the_largest_board() {
    let pack = read("piece D: 2\nXX\n\nboard: 256x256\n");
    let first = listed(&pack, FIRST, &Limits::default());
    assert_eq!((first.len(), first[0].len(), check(&pack, &first[0])), (1, 2, Ok(())));
    for (limits, reason) in [
        (Limits { deadline: Some(Instant::now()), ..Limits::default() }, GaveUp::Time),
        (Limits { memory: 1 << 12, threads: 2, ..Limits::default() }, GaveUp::Memory),
    ] {
        let unknown = Err(Unknown::GaveUp(reason));
        let found = count(&pack, None, &limits).unwrap();
        assert_eq!((&found.total, &found.distinct), (&unknown, &unknown));
        let found = enumerate::count(&pack, Callbacks::default(), &limits).unwrap();
        assert_eq!((&found.total, &found.distinct), (&unknown, &unknown));
    }
    // Many pieces that reach over more than two rows of 256 cells take more bits than any word has.
    let wide = read("piece I: any\nX\nX\nX\nX\n\nboard: 256x256\n");
    let needed = bits(&cover_of(&wide));
    assert!(needed > 3 * 256);
    let unknown = Unknown::TooWide(needed);
    assert_eq!(counted(&wide), (Err(unknown), Err(unknown)));
    let found = outcome(&wide, ALL, &Limits::default());
    assert_eq!((found.found, found.ended), (0, Some(unknown)));
}

#[test]
fn what_is_too_wide_is_known_before_places_are_found() {
    let sizes = (1..=20).flat_map(|height| (1..=25).map(move |width| (height, 2 * height + width)));
    let piece = |(height, width)| {
        format!("piece {height}-{width}: 0..1\n{}\n", ("X".repeat(width) + "\n").repeat(height))
    };
    let text: String = sizes.map(piece).collect();
    let pack = read(&(text + "board: 100x100\n"));
    // The pieces' own cells take less; a place takes 4 bytes, and there are millions.
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    let found = outcome(&pack, ALL, &limits);
    assert!(matches!(found.ended, Some(Unknown::TooWide(_))), "{found:?}");
    let found = count(&pack, None, &limits).unwrap();
    assert!(matches!(found.total, Err(Unknown::TooWide(_))), "{found:?}");
}

#[test]
fn preparations_keep_the_limits_and_report_their_memory() {
    let pack = read("piece S: 1..\nX\n\npiece D: any\nXX\n\npiece L: any\nXX\nX.\n\nboard: 200x200\n");
    let ended = |limits: &Limits| {
        let found = outcome(&pack, FIRST, limits);
        let counted = count(&pack, None, limits).unwrap();
        assert_eq!(found.ended.map(Err), Some(counted.total));
        (found.ended, found.cost.bytes, counted.cost.bytes)
    };
    let small = ended(&Limits { memory: 1 << 20, ..Limits::default() });
    assert_eq!(small.0, Some(Unknown::GaveUp(GaveUp::Memory)));
    assert!(small.1 > 1 << 18 && small.2 > 1 << 18, "{small:?}");
    assert_eq!(ended(&stopped()).0, Some(Unknown::GaveUp(GaveUp::Stopped)));
    let small = outcome(&read("piece D: 2\nXX\n\nboard: 2x2\n"), ALL, &Limits::default());
    assert!(small.cost.bytes > 0);
}

#[test]
fn a_piece_without_a_place_rules_packings_out_on_boards_of_any_width() {
    let column = "X\n".repeat(256);
    let text =
        format!("piece Q: 1 fixed\n{column}\npiece D: 128..\nXX\n\npiece I: any\nXXXX\n\nboard: 256x256\n");
    let mut pack = read(&text);
    pack.placed =
        (0..128).map(|pair| Placed { piece: 1, cells: vec![(0, 2 * pair), (0, 2 * pair + 1)] }).collect();
    let found = outcome(&pack.checked().unwrap(), ALL, &Limits::default());
    assert_eq!((found.found, found.ended), (0, None));
}
