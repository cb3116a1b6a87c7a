//! Covers, and spaces of every kind and width on larger boards, against the exact cover of the puzzle, which is made without
//! them.

use num_bigint::BigUint;
use proptest::prelude::any;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::dealt::Judged;
use crate::reference::packings;
use crate::{cases, cover_of, puzzles, read};
use traybit_core::search::counting::{CountKey, count};
use traybit_core::{Limits, Register, Rng, Size, Staged, Wide};
use traybit_packing::budget::Budget;
use traybit_packing::colouring::refutation;
use traybit_packing::cover::{Cover, Outline};
use traybit_packing::exact;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::{Cell, Floor, Pack, Piece};
use traybit_packing::space::halves::{self, middle};
use traybit_packing::space::maximal::{self, Maximal};
use traybit_packing::space::sparse::{Layout, Sparse};
use traybit_packing::space::{Space, States, bits, compile, counters, merged, width};
use traybit_packing::symmetry::symmetries;

/// Pieces of two to five cells.
const PIECES: [&str; 9] =
    ["X", "XX", "XXX", "XX\nX.", "XXX\n.X.", "XXX\nX..", ".XX\nXX.", ".X.\nXXX\n.X.", "XXXX\nX..."];

/// A puzzle of two or three kinds of pieces on a board of up to 196 cells: the cells of some pieces placed at random, and
/// perhaps some more, which stay empty. Of each kind there are as many pieces as were placed, or any number.
fn puzzle(seed: u64) -> Pack {
    let mut rng = Rng::new(seed, 0);
    let mut below = |end: usize| rng.below(end as u64) as usize;
    let piece = |(name, rows): (char, &str)| format!("piece {name}: any\n{rows}\n\n");
    let all: String = ('A'..).zip(PIECES).map(piece).collect();
    let all = read(&format!("{all}board: 14x14\n")).pieces;
    loop {
        let size = Size { height: 3 + below(12) as u16, width: 3 + below(12) as u16 };
        let mut pieces: Vec<Piece> = (0..2 + below(2)).map(|kind| all[3 * kind + below(3)].clone()).collect();
        let (mut floor, mut counts) = (vec![Floor::Wall; size.cells()], vec![0; pieces.len()]);
        for _ in 0..3 + below(6) {
            let kind = below(pieces.len());
            let shape = &pieces[kind].shape;
            let (row, column) = size.cell(below(size.cells()));
            let cells: Vec<Cell> = shape.cells().map(|(down, right)| (row + down, column + right)).collect();
            let is_wall = |cell: &Cell| {
                cell.0 < size.height && cell.1 < size.width && floor[size.number(*cell)] == Floor::Wall
            };
            if cells.iter().all(is_wall) {
                for cell in cells {
                    floor[size.number(cell)] = Floor::Open;
                }
                counts[kind] += 1;
            }
        }
        let empty = below(4);
        (0..empty).for_each(|_| floor[below(size.cells())] = Floor::Open);
        if below(3) > 0 {
            pieces.iter_mut().zip(counts).for_each(|(piece, count)| piece.counts = count..=count);
        }
        let pack = Pack { empty: 0..=empty as u32, ..Pack::new(size, floor, pieces) };
        if let Ok(pack) = pack.checked() {
            return pack;
        }
    }
}

fn paths<W: Register + CountKey>(space: &dyn Staged<W>) -> BigUint {
    count(space, &Limits::default(), None).expect("no limit is reached").total
}

/// Number of packings, counted from both ends to a line, with mirror images merged or not.
fn in_halves<W: Register + CountKey>(cover: &Cover, line: usize, states: States<'_>) -> BigUint {
    let middle = line * cover.stride.expect("a board") as usize;
    let limits = Limits::default();
    halves::count::<W>(cover, middle, states, &mut Budget::of(&limits)).expect("no limit").total
}

/// Compares all spaces in words that the states of a cover fit.
fn agrees<W: Register + CountKey>(pack: &Pack, cover: &Cover, known: &BigUint) -> Result<(), TestCaseError> {
    let limits = Limits::default();
    let mut budget = Budget::of(&limits);
    let group = symmetries(pack, &Kinds::of(pack));
    if bits(cover) <= W::CELLS {
        let space = compile::<W>(cover, States::Merged, &mut budget).expect("enough memory");
        prop_assert_eq!(&paths(&*space), known, "{} bits", bits(cover));
    }
    let has_front = counters::bits(cover) + cover.reach() < W::CELLS;
    for states in [States::Merged, States::Apart, merged(cover, &group)].into_iter().filter(|_| has_front) {
        let space = Space::<W>::new(cover, states, &mut budget).expect("enough memory");
        prop_assert_eq!(&paths(&space), known, "{:?}", states);
        let is_exact = cover.kinds.iter().all(|kind| kind.counts.start() == kind.counts.end());
        if is_exact && *cover.empties().end() == 0 {
            let lines = cover.weights.len() / cover.stride.expect("a board") as usize;
            for line in [1, lines / 2, lines - 1] {
                prop_assert_eq!(&in_halves::<W>(cover, line, states), known, "{:?} to line {}", states, line);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn all_spaces_have_the_packings_of_the_exact_cover(seed in any::<u64>()) {
        let pack = puzzle(seed);
        let text = exact::text::export(&pack, &Limits::default()).expect("a small puzzle");
        let problem = exact::text::read("export", text.as_bytes()).expect("it is read");
        let known = exact::count(&problem, None, &Limits::default()).expect("no checkpoint").found;
        let (cover, known) = (cover_of(&pack), known.into());
        agrees::<u64>(&pack, &cover, &known)?;
        agrees::<u128>(&pack, &cover, &known)?;
        agrees::<Wide<8>>(&pack, &cover, &known)?;
    }
}

fn cover(text: &str) -> Cover {
    cover_of(&read(text))
}

#[test]
fn halves_of_the_pentominoes_meet_at_any_line() {
    let pentominoes = cover(include_str!("../../../puzzles/packing/pentominoes-3x20.txt"));
    assert_eq!(middle(&pentominoes), Some((12, 30)));
    for line in 1..20 {
        assert_eq!(in_halves::<u64>(&pentominoes, line, States::Merged), 8_u32.into(), "line {line}");
    }
    // Few pieces and empty cells are counted from one end.
    for text in ["piece D: 8\nXX\n\nboard: 4x4\n", "piece I: 1\nXXX\n\npiece D: 1\nXX\n\nboard: 2x3\n"] {
        assert_eq!(middle(&cover(text)), None);
    }
}

#[test]
fn fronts_and_lists_of_pieces_have_the_same_packings() {
    for puzzle in [
        "piece T: 2\nXXX\n.X.\n\nboard: 6x5\n",
        "piece T: 1..3\nXXX\n.X.\n\nboard: 6x6\n",
        "piece L: 0..1 fixed\nXX\nX.\n\npiece I: 2\nXXX\n\nboard: 5x7\n",
        "piece L: 1\nXX\nX.\n\npiece D: 0..2\nXX\n\nboard:\n..#..\n.#...\n.....\n..#..\n.....\n",
        "piece L: 1..2\nXX\nX.\n\npiece S: 2\nX\n\nboard: 5x5\nempty: 17..20\n",
        "piece D: 1..3\nXX\n\nboard:\n......\n..*...\n......\n.*....\n......\n",
        "piece D: 1\nXX\n\nboard:\n##.##\n.....\n##.##\n",
        "piece V: 1\nXXX\nX..\n\nboard: 2x30\n",
    ] {
        let cover = cover(puzzle);
        let layout = Layout::of(&cover, cover.reach()).expect("few pieces");
        assert!(layout.bits <= 64);
        let limits = Limits::default();
        let mut budget = Budget::of(&limits);
        let sparse = Sparse::new(&cover, layout, &mut budget).expect("enough memory");
        let front = Space::<u64>::new(&cover, States::Merged, &mut budget).expect("enough memory");
        assert_eq!(paths::<u64>(&sparse), paths(&front), "{puzzle}");
    }
}

#[test]
fn what_need_not_be_known_takes_no_bits() {
    // A piece alone is never listed; there is one of it or none.
    assert_eq!(bits(&cover("piece I: 1\nXXXXX\n\nboard: 256x256\n")), 1);
    // Two orientations that lie up to 1,024 cells back.
    assert_eq!(bits(&cover("piece I: 2\nXXXXX\n\nboard: 256x256\n")), 12 + 2);
    // A front; then 100 cells that may stay empty: 7 bits. The second kind is counted where its number is limited.
    let squares = |pieces: &str| bits(&cover(&format!("piece O: 25\nXX\nXX\n\n{pieces}board: 10x10\n")));
    assert_eq!(squares(""), 11 + 1);
    let two = |count: u32| format!("piece O: any\nXX\nXX\n\npiece I: 0..{count}\nXXXXX\n\nboard: 10x10\n");
    assert_eq!([20, 19].map(|count| bits(&cover(&two(count)))), [40 + 1 + 7, 40 + 1 + 7 + 5]);
}

#[test]
fn paths_are_maximal_packings() {
    for text in [
        "piece D: any\nXX\n\npiece L: any turn\nXX\nX.\n\nboard:\n....\n.#*.\n....\npieces: 2..4\nrules: maximal\n",
        "piece D: any\nXX\n\nboard: 4x4\nrules: maximal\n",
    ] {
        let pack = read(text);
        let pieces = maximal::pieces(&pack, &Kinds::of(&pack)).expect("no other rules");
        let (cover, limits) = (cover_of(&pack), Limits::default());
        let space = Maximal::<u128>::new(&cover, pieces, &mut Budget::of(&limits)).expect("enough memory");
        assert_eq!(paths(&space), packings(&pack).len().into(), "{text}");
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn outlines_know_widths_before_places_are_found(small in puzzles()) {
        let limits = Limits::default();
        let mut budget = Budget::of(&limits);
        let (cover, kinds) = (cover_of(&small.0), Kinds::of(&small.0));
        let outline = Outline::of(&small.0, &kinds, &mut budget).unwrap();
        prop_assert_eq!(outline.reach(&mut budget).map(|reach| width(&outline.cover, reach)), Ok(bits(&cover)));
    }

    #[test]
    fn what_is_refuted_has_no_packing(puzzle in puzzles()) {
        prop_assert!(refuted(&puzzle.0).is_none() || Judged::of(&puzzle.0).packings.is_empty());
    }
}

#[test]
fn a_name_that_is_placed_more_often_than_it_must_makes_up_for_no_other() {
    let mut pack = read("piece A: 0..2\nX\n\npiece B: 1\nX\n\nboard: 1x3\n\nplaced:\n11. . \n");
    let left = |pack: &Pack| cover_of(pack).kinds[0].counts.clone();
    // What has to be there gets its name first.
    assert_eq!((pack.placed[0].piece, left(&pack)), (1, 0..=2));
    pack.placed[0].piece = 0;
    assert_eq!(left(&pack), 1..=2);
}

fn refuted(pack: &Pack) -> Option<String> {
    refutation(&cover_of(pack), &mut Budget::of(&Limits::default())).expect("no limit")
}

const TETROMINOES: &str = "piece I:\nXXXX\n\npiece O:\nXX\nXX\n\npiece T:\nXXX\n.X.\n\npiece S:\n.XX\nXX.\n\npiece L:\nXXX\nX..\n\n";

#[test]
fn known_boards_are_refuted() {
    let tetrominoes = |board: &str| format!("{TETROMINOES}board: {board}\n");
    let corners = format!("#.......\n{}.......#\n", "........\n".repeat(6));
    for (puzzle, is_refuted) in [
        (tetrominoes("4x5\nempty: 0"), true),
        (tetrominoes("2x10\nempty: 0"), true),
        (tetrominoes("3x7\nempty: 1"), false),
        (format!("piece D: 31\nXX\n\nboard:\n{corners}"), true),
        // Each covers two cells of each colour where lines and places change by turns of two; the board has 52 and 48.
        ("piece I: 25\nXXXX\n\nboard: 10x10\n".to_owned(), true),
    ] {
        assert_eq!(refuted(&read(&puzzle)).is_some(), is_refuted, "{puzzle}");
    }
}
