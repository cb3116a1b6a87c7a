//! Code that shares memory between threads or packs it tightly, with known answers: small sizes under Miri, whole puzzles
//! under a sanitizer.

use std::ops::ControlFlow;

use traybit_core::search::compiled::explore;
use traybit_core::search::counting::count;
use traybit_core::search::exploration::Request;
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::{Columns, Space as _, Walker};
use traybit_core::{Key, Limits, Size, Wide};
use traybit_packing::budget::Budget;
use traybit_packing::cover::Outline;
use traybit_packing::formats;
use traybit_packing::kinds::Kinds;
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};
use traybit_packing::space::{Space, States};
use traybit_program::machine;
use traybit_sliding::Metric;
use traybit_sliding::formats::drawn;
use traybit_sliding::layout::Flips;
use traybit_sliding::mask_space::MaskSpace;
use traybit_tiles::space::Packed;
use traybit_tiles::{Arrangement, Board};

const THREADS: usize = if cfg!(miri) { 2 } else { 4 };

fn main() {
    // Miri supports no signal handlers.
    if !cfg!(miri) {
        machine::prepare("memory", 5);
    }
    let small = cfg!(miri);
    run("the constructor of the program", constructor);
    run("keys of every width", keys);
    run("visited tables", visited);
    run("layers of tiles", || tiles(small));
    run("packings counted and enumerated", || packings(small));
    run("layers of sliding blocks", || blocks(small));
}

fn run(name: &str, program: impl FnOnce()) {
    program();
    println!("{name}: passed");
}

fn limits() -> Limits {
    Limits { threads: THREADS, wide: 1, ..Limits::default() }
}

/// The constructor has run: it looked at the processor and at standard output.
fn constructor() {
    assert!(!machine::standard_output_was_closed());
}

fn keys() {
    fn check<K: Key>(limbs: usize) {
        let numbers: Vec<u64> = (1..=limbs as u64).map(|number| number.hash64()).collect();
        let key = K::from_limbs(&numbers);
        assert!((0..limbs).all(|index| key.limb(index) == numbers[index]));
        assert!(key == key.clone() && key != K::from_limbs(&[0; 11][..limbs]));
        assert_eq!(key.hash64(), K::from_limbs(&numbers).hash64());
    }
    check::<u64>(1);
    check::<u128>(2);
    check::<Wide<4>>(4);
    check::<Wide<8>>(8);
    check::<Box<[u64]>>(11);
}

fn visited() {
    let mut table: VisitedTable<u128> = VisitedTable::new(true);
    let mut columns = Columns::default();
    table.clear(3);
    table.know(&[u128::from_limbs(&[0, 1])]);
    for number in 0..300_u64 {
        columns.add(u128::from_limbs(&[number % 100, 1]), Some(1 << (number % 3)));
    }
    table.take(&mut columns);
    assert_eq!((table.len(), table.fresh().len()), (100, 99));
}

/// The whole space of a drawing, whose size is known.
fn blocks(small: bool) {
    // Three equal unit blocks on four cells: the free cell tells all.
    let (text, positions) = if small {
        ("tray:\nab\nc.\n", 4)
    } else {
        ("tray:\nabbc\nabbc\ndeef\ndghf\ni..j\n\ngoal: b 3 1\n", 25_955)
    };
    let puzzle = drawn::read("drawing", text.as_bytes()).expect("a valid drawing");
    let classes = puzzle.classes();
    for metric in [Metric::Step, Metric::Path] {
        let layout = Flips::<u64, u128>::planes(&classes);
        let space = MaskSpace::<u64, _>::new(&classes, layout, metric, Vec::new());
        let found = explore(&space, &limits(), Request { farthest: 1, ..Request::default() });
        let all: u64 = found.explored.sizes.iter().sum();
        assert_eq!(all, positions, "{metric:?}");
    }
}

fn tiles(small: bool) {
    let size = if small { Size { height: 2, width: 2 } } else { Size { height: 3, width: 3 } };
    let start = Arrangement::new(&Board::blank_last(size), &Board::blank_last(size));
    let found = explore(&Packed::<u64>::new(&start), &limits(), Request::default());
    assert_eq!(found.explored.sizes.iter().sum::<u64>(), if small { 12 } else { 181_440 });
    let boxed = Packed::<Box<[u64]>>::new(&start);
    assert!(Walker::new(&boxed).is_goal(&boxed.start()));
    if small {
        assert_eq!(explore(&boxed, &limits(), Request::default()).explored.sizes.iter().sum::<u64>(), 12);
    }
}

/// Tilings by dominoes: 3 of 2×3, 6,728 of 6×6 cells.
fn packings(small: bool) {
    let (board, ways) =
        if small { ("...\n...\n", 3) } else { ("......\n......\n......\n......\n......\n......\n", 6728) };
    let text = format!("piece I: 0.. turn\nXX\n\nboard:\n{board}\nempty: 0\n");
    let pack = formats::read("packing", text.as_bytes()).expect("a valid puzzle");
    let (kinds, limits) = (Kinds::of(&pack), Limits { wide: 0, ..limits() });
    let mut budget = Budget::of(&limits);
    let outline = Outline::of(&pack, &kinds, &mut budget).expect("a small puzzle");
    let cover = outline.fill(&mut budget).expect("a small puzzle");
    let space = Space::<u64>::new(&cover, States::Merged, &mut budget).expect("a small space");
    assert_eq!(count(&space, &limits, None).expect("enough of everything").total, ways.into());
    let (mut taken, selection) = (0, Selection { most: u64::MAX, distinct: false });
    let mut take = |_| {
        taken += 1;
        ControlFlow::Continue(())
    };
    let listed = enumerate(&pack, selection, Callbacks::default(), &limits, &|packing| packing, &mut take);
    assert_eq!((listed.expect("no checkpoint").found, taken), (ways, ways));
}
