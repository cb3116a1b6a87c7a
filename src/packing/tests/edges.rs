//! The smallest and the largest boards, and counts at their ends.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::random::read;
use crate::solve::listed;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_packing::checker::check;
use traybit_packing::cover::{Cover, Kinds};
use traybit_packing::pack::Pack;
use traybit_packing::solve::count::{Unknown, count};
use traybit_packing::solve::enumerate::{self, Callbacks, Selection, enumerate};
use traybit_packing::space::bits;

const ALL: Selection = Selection { most: u64::MAX, distinct: false };
const FIRST: Selection = Selection { most: 1, distinct: false };

fn counted(pack: &Pack) -> (Result<u128, Unknown>, Result<u128, Unknown>) {
    let count = count(pack, None, &Limits::default()).unwrap();
    (count.total, count.distinct)
}

#[test]
fn boards_of_one_cell() {
    for (counts, known) in [("any", 2), ("1", 1), ("0..1", 2)] {
        let pack = read(&format!("piece A: {counts}\nX\n\nboard: 1x1\n"));
        assert_eq!(counted(&pack), (Ok(known), Ok(known)), "{counts}");
        assert_eq!(listed(&pack, ALL, &Limits::default()).len() as u128, known);
    }
}

#[test]
fn boards_of_one_line_have_fibonaccis_numbers() {
    let mut numbers = vec![Some(1_u128), Some(1)];
    while numbers.len() <= 256 {
        let (one, other) = (numbers[numbers.len() - 2], numbers[numbers.len() - 1]);
        numbers.push(one.zip(other).and_then(|(one, other)| one.checked_add(other)));
    }
    for length in [2, 3, 10, 91, 180, 185, 186, 256] {
        let half = length / 2;
        let sum = |one: Option<u128>, other: Option<u128>| one.unwrap() + other.unwrap();
        // Those that are their own mirror images, perhaps with a piece in the middle.
        let own =
            if length % 2 == 1 { numbers[half].unwrap() } else { sum(numbers[half], numbers[half - 1]) };
        for size in [format!("1x{length}"), format!("{length}x1")] {
            let pieces = "piece S: any\nX\n\npiece D: any\nXX\n";
            let (total, distinct) = counted(&read(&format!("{pieces}\nboard: {size}\nempty: 0\n")));
            assert_eq!(total.ok(), numbers[length], "{size}");
            if length <= 185 {
                assert_eq!(distinct, total.map(|total| u128::midpoint(total, own)), "{size}");
            }
            if length > 185 {
                assert_eq!((total, distinct), (Err(Unknown::Overflow), Err(Unknown::Overflow)), "{size}");
            }
        }
    }
}

#[test]
fn kinds_without_a_piece_change_nothing() {
    let some = read("piece D: 4\nXX\n\nboard: 2x4\n");
    let none = read("piece N: 0\nXXX\nX..\n\npiece D: 4\nXX\n\npiece M: 0 fixed\nX\n\nboard: 2x4\n");
    assert_eq!(counted(&some), (Ok(5), Ok(4)));
    assert_eq!(counted(&none), (Ok(5), Ok(4)));
    assert_eq!(listed(&none, ALL, &Limits::default()).len(), 5);
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
    assert_eq!(counted(&any), (Err(Unknown::Overflow), Err(Unknown::Overflow)));
    assert_eq!(listed(&any, FIRST, &Limits::default()).len(), 1);
    let mixed = read("piece S: 3000..3500\nX\n\npiece D: 1..2000\nXX\n\nboard: 64x64\nempty: ..9\n");
    let first = listed(&mixed, FIRST, &Limits::default());
    assert_eq!((first.len(), check(&mixed, &first[0])), (1, Ok(())));
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
        assert_eq!((found.total, found.distinct), (unknown, unknown));
        let found = enumerate::count(&pack, Callbacks::default(), &limits).unwrap();
        assert_eq!((found.total, found.distinct), (unknown, unknown));
    }
    // A piece that reaches over more than two rows of 256 cells takes more bits than any word has.
    let wide = read("piece I: 2\nX\nX\nX\nX\n\nboard: 256x256\n");
    let needed = bits(&Cover::of(&wide, &Kinds::of(&wide)));
    assert!(needed > 3 * 256);
    let unknown = Unknown::TooWide(needed);
    assert_eq!(counted(&wide), (Err(unknown), Err(unknown)));
    let mut take = |_| ControlFlow::Continue(());
    let found = enumerate(&wide, ALL, Callbacks::default(), &Limits::default(), &mut take).unwrap();
    assert_eq!((found.found, found.ended), (0, Some(unknown)));
}

#[test]
fn what_is_too_wide_is_known_before_places_are_found() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for (height, width) in (1..=20).flat_map(|height| (1..=25).map(move |width| (height, 2 * height + width)))
    {
        let row = "X".repeat(width) + "\n";
        let _ = writeln!(text, "piece {height}-{width}: 0..1\n{}", row.repeat(height));
    }
    let pack = read(&(text + "board: 100x100\n"));
    // A place takes 4 bytes, and there are millions.
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let mut take = |_| ControlFlow::Continue(());
    let found = enumerate(&pack, ALL, Callbacks::default(), &limits, &mut take).unwrap();
    assert!(matches!(found.ended, Some(Unknown::TooWide(_))), "{found:?}");
    let found = count(&pack, None, &limits).unwrap();
    assert!(matches!(found.total, Err(Unknown::TooWide(_))), "{found:?}");
}

#[test]
fn preparations_keep_the_limits_and_their_memory_is_told() {
    let pack = read("piece S: 1..\nX\n\npiece D: any\nXX\n\npiece L: any\nXX\nX.\n\nboard: 200x200\n");
    let mut take = |_| ControlFlow::Continue(());
    let mut ended = |limits: &Limits| {
        let found = enumerate(&pack, FIRST, Callbacks::default(), limits, &mut take).unwrap();
        let counted = count(&pack, None, limits).unwrap();
        assert_eq!(found.ended.map(Err), Some(counted.total));
        (found.ended, found.cost.bytes, counted.cost.bytes)
    };
    let small = ended(&Limits { memory: 1 << 20, ..Limits::default() });
    assert_eq!(small.0, Some(Unknown::GaveUp(GaveUp::Memory)));
    assert!(small.1 > 1 << 18 && small.2 > 1 << 18, "{small:?}");
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(ended(&stopped).0, Some(Unknown::GaveUp(GaveUp::Stopped)));
    let found = enumerate(
        &read("piece D: 2\nXX\n\nboard: 2x2\n"),
        ALL,
        Callbacks::default(),
        &Limits::default(),
        &mut take,
    );
    assert!(found.unwrap().cost.bytes > 0);
}

#[test]
fn pieces_that_fit_nowhere_and_need_not_be_there_change_nothing() {
    let dominoes = "piece D: 2\nXX\n\npiece Q: 0..1\nXXX\nXXX\nXXX\n\nboard:";
    for (board, known) in [(" 2x2\n", 2), ("\n.##\n.##\n..#\n", 1)] {
        let pack = read(&format!("{dominoes}{board}"));
        assert_eq!(counted(&pack).0, Ok(known), "{board}");
        assert_eq!(listed(&pack, ALL, &Limits::default()).len() as u128, known);
    }
}
