//! What shares memory between threads or packs it tightly, with answers that are known: small sizes under Miri, whole
//! puzzles under a sanitizer.

mod bits;
mod cli {
    //! What every program sees to first, and the status that it ends with.

    pub(crate) mod machine;
    pub(crate) mod status;
}
mod grid;
mod input;
mod packing;
mod page;
mod search;
mod shape;
mod sliding;
mod space;
mod sync;
mod tiles;
mod turn;

use crate::bits::{Key, Wide};
use crate::grid::Size;
use crate::packing::cover::{Cover, Kinds};
use crate::packing::space::Space;
use crate::search::visited::VisitedTable;
use crate::search::limits::Limits;
use crate::search::listing::Listing;
use crate::search::listing::sink::Counting;
use crate::search::listing::watch::Watch;
use crate::search::exploration::{Request, explore};
use crate::search::tally::tally;
use crate::sliding::layout::Flips;
use crate::sliding::mask_space::MaskSpace;
use crate::sliding::metric::Metric;
use crate::sliding::puzzle::Puzzle;
use crate::space::{Columns, Space as _};
use crate::tiles::arrangement::Arrangement;
use crate::tiles::board::Board;
use crate::tiles::space::Packed;

const THREADS: usize = if cfg!(miri) { 2 } else { 4 };

fn main() {
    // Miri has no signals to be handled.
    if !cfg!(miri) {
        cli::machine::prepare("memory");
    }
    // Miri is asked for less, and opens no files.
    let small = cfg!(miri);
    run("what is known before the program starts", machine);
    run("keys of every width", keys);
    run("sets of positions", gatherings);
    run("layers of tiles", || tiles(small));
    run("packings counted and listed", || packings(small));
    run("layers of sliding blocks", || blocks(small));
}

fn run(name: &str, program: impl FnOnce()) {
    program();
    println!("{name}: as it should be");
}

fn limits() -> Limits {
    Limits { threads: THREADS, wide: 1, ..Limits::default() }
}

/// The constructor has run: it looked at the processor and at standard output.
fn machine() {
    assert!(!cli::machine::standard_output_was_closed());
}

fn keys() {
    fn check<K: Key>(limbs: usize) {
        let numbers: Vec<u64> = (1..=limbs as u64).map(|number| number.hash64()).collect();
        let key = K::from_limbs(&numbers);
        assert!((0..limbs).all(|index| key.limb(index) == numbers[index]));
        assert!(key == key.clone() && !key.is_vacant() && K::vacant().is_vacant());
        assert_eq!(key.hash64(), K::from_limbs(&numbers).hash64());
    }
    check::<u64>(1);
    check::<u128>(2);
    check::<Wide<4>>(4);
    check::<Wide<8>>(8);
    check::<Box<[u64]>>(11);
}

fn gatherings() {
    let mut gathering: VisitedTable<u128> = VisitedTable::new(true);
    let mut columns = Columns::new();
    gathering.clear(3);
    gathering.know(&[u128::from_limbs(&[0, 1])]);
    for number in 0..300_u64 {
        columns.push(u128::from_limbs(&[number % 100, 1]), 1 << (number % 3));
    }
    gathering.take(&mut columns);
    assert_eq!((gathering.len(), gathering.fresh().len()), (100, 99));
}

/// The whole space of a drawing, whose size is known.
fn blocks(small: bool) {
    // Three equal unit blocks on four cells: the free cell tells all.
    let (text, positions) = if small {
        ("tray:\nab\nc.\n", 4)
    } else {
        ("tray:\nabbc\nabbc\ndeef\ndghf\ni..j\n\ngoal: b 3 1\n", 25_955)
    };
    let puzzle = sliding::formats::drawn::read("drawing", text.as_bytes()).expect("a valid drawing");
    let classes = puzzle.classes();
    for metric in [Metric::Step, Metric::Path] {
        let layout = Flips::<u64, u128>::planes(&classes);
        let space = MaskSpace::<u64, _>::new(&classes, layout, metric, Vec::new());
        let found = explore(&space, &limits(), Request { farthest: 1, ..Request::default() });
        let all: u64 = found.explored.sizes.iter().sum();
        assert_eq!(all, positions, "{metric}");
    }
}

fn tiles(small: bool) {
    let size = if small { Size { height: 2, width: 2 } } else { Size { height: 3, width: 3 } };
    let start = Arrangement::new(&Board::blank_last(size), &Board::blank_last(size));
    let found = explore(&Packed::<u64>::new(&start), &limits(), Request::default());
    assert_eq!(found.explored.sizes.iter().sum::<u64>(), if small { 12 } else { 181_440 });
    let boxed = Packed::<Box<[u64]>>::new(&start);
    assert!(boxed.expander().is_goal(&boxed.start()));
    if small {
        assert_eq!(explore(&boxed, &limits(), Request::default()).explored.sizes.iter().sum::<u64>(), 12);
    }
}

/// Tilings by dominoes: 3 of 2×3, 6,728 of 6×6 cells.
fn packings(small: bool) {
    let (board, ways) =
        if small { ("...\n...\n", 3) } else { ("......\n......\n......\n......\n......\n......\n", 6728) };
    let text = format!("piece I: 0.. turn\nXX\n\nboard:\n{board}\nempty: 0\n");
    let pack = packing::forms::read("packing", text.as_bytes()).expect("a valid puzzle");
    let cover = Cover::of(&pack, &Kinds::of(&pack));
    let space = Space::<u64>::new(&cover);
    let limits = Limits { wide: 0, ..limits() };
    assert_eq!(tally(&space, &limits, &mut ()).expect("enough of everything").count, ways);
    let spaces = [space];
    let mut listing = Listing::new(&spaces, &Counting, 0);
    assert_eq!(listing.run(&limits, &Watch::default()), Ok(()));
    assert_eq!(u128::from(listing.into_share()), ways);
}
