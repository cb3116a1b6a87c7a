//! Packing: counts and enumerations of random small puzzles against placing piece after piece on cell after cell.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::shape::Shape;
use traybit_packing::checker::check;
use traybit_packing::exact;
use traybit_packing::formats::dlx;
use traybit_packing::pack::paint::Paint;
use traybit_packing::pack::{Cell, Floor, Freedom, Pack, Packing, Piece, Rule, Rules};
use traybit_packing::reference::{packings, up_to_symmetry};
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::{Callbacks, Selection, count as count_listed, enumerate};
use traybit_packing::solve::extreme::{Extreme, extreme};
use traybit_packing::solve::sample::{Sample, can_sample, sample};

use crate::differential::Compared;
use crate::differential::dice::Dice;

/// The most cells of a board: plain search looks at every way to leave cells empty.
const MOST_CELLS: usize = 10;

/// The puzzle of a seed: up to three pieces, no two of which can be placed the same way and have one colour, on a board of any
/// outline, a third of them with paint, half of them with rules.
pub(super) fn puzzle(seed: u64) -> Pack {
    let mut dice = Dice::new(seed);
    loop {
        // One in which pieces are larger than the board, or the cells do not add up, is not taken as a puzzle.
        if let Ok(pack) = attempt(&mut dice).checked() {
            return pack;
        }
    }
}

fn attempt(dice: &mut Dice) -> Pack {
    let size = loop {
        let size = Size { height: 1 + dice.roll(6) as u16, width: 1 + dice.roll(6) as u16 };
        if size.cells() <= MOST_CELLS {
            break size;
        }
    };
    let floor = if dice.roll(2) == 0 { outline(dice, size) } else { vec![Floor::Open; size.cells()] };
    let paint = if dice.roll(3) == 0 { paint(dice, size) } else { Paint::default() };
    let mut pieces: Vec<Piece> = Vec::new();
    for name in ["A", "B", "C"].into_iter().take(1 + dice.roll(3)) {
        let mut piece = piece(dice, name);
        if !paint.cells.is_empty() && dice.roll(3) > 0 {
            piece.paint = piece.shape.cells().map(|_| dice.pick(&COLOURS)).collect();
            // A piece of which no cell has a colour is one without paint.
            piece.paint.truncate(if piece.paint.iter().any(Option::is_some) { usize::MAX } else { 0 });
        }
        let is_alike = |other: &Piece| other.painted() == piece.painted() && other.colour == piece.colour;
        if !pieces.iter().any(is_alike) {
            pieces.push(piece);
        }
    }
    let least = if dice.roll(2) == 0 { 0 } else { dice.roll(4) as u32 };
    let empty = least..=least + dice.roll(6) as u32;
    let mut rules = Rules::default();
    if dice.roll(2) == 0 {
        rules.named = Rule::ALL.into_iter().filter(|_| dice.roll(4) == 0).collect();
        let least = dice.roll(4) as u32;
        rules.pieces = (dice.roll(4) == 0).then_some(least..=least + dice.roll(3) as u32);
    }
    Pack { title: None, source: None, size, floor, paint, pieces, empty, rules, placed: Vec::new() }
}

/// A board with holes, and cells that must not stay empty. Symmetries are those of the outline: a rim of walls, which the
/// plain search would take for a part of it, is left out.
fn outline(dice: &mut Dice, size: Size) -> Vec<Floor> {
    let (height, width) = (usize::from(size.height), usize::from(size.width));
    loop {
        let floor = (0..size.cells()).map(|_| match dice.roll(10) {
            0 => Floor::Wall,
            1 => Floor::Full,
            _ => Floor::Open,
        });
        let floor: Vec<Floor> = floor.collect();
        let row = |row: usize| (row * width..(row + 1) * width).any(|cell| floor[cell] != Floor::Wall);
        let column = |column: usize| (0..height).any(|row| floor[row * width + column] != Floor::Wall);
        if row(0) && row(height - 1) && column(0) && column(width - 1) {
            return floor;
        }
    }
}

/// Colours of cells.
const COLOURS: [Option<char>; 3] = [Some('a'), Some('b'), None];

/// The paint of a board, which is mostly that of a chessboard or in stripes; sometimes `a` fits other colours.
fn paint(dice: &mut Dice, size: Size) -> Paint {
    let (rows, columns, is_free) = (dice.roll(2), dice.roll(2), dice.roll(3) == 0);
    let colour = |(row, column): Cell| {
        let turn = usize::from(row) * rows + usize::from(column) * columns;
        if is_free { dice.pick(&COLOURS) } else { COLOURS[turn % 2] }
    };
    let cells: Vec<Option<char>> = size.all().map(colour).collect();
    let mut fits = BTreeMap::new();
    if dice.roll(3) == 0 {
        fits.insert('a', cells.iter().flatten().copied().filter(|_| dice.roll(2) == 0).collect());
    }
    Paint { cells, fits }
}

fn piece(dice: &mut Dice, name: &str) -> Piece {
    let box_of_cells: Vec<Cell> = (0..3).flat_map(|row| (0..4).map(move |column| (row, column))).collect();
    let most = 1 + dice.roll(5);
    let least = dice.roll(3) as u32;
    Piece {
        name: name.to_owned(),
        shape: Shape::of(&dice.shape(&box_of_cells, most)).0,
        freedom: dice.pick(&[Freedom::Flip, Freedom::Turn, Freedom::Fixed]),
        paint: Vec::new(),
        colour: dice.pick(&[None, None, Some("red"), Some("blue")]).map(str::to_owned),
        counts: least..=least + dice.roll(4) as u32,
    }
}

/// Compares all there is to compare; panics at the first difference.
pub(super) fn compare(pack: &Pack, turn: u64) -> Compared {
    let known = packings(pack);
    let distinct = up_to_symmetry(pack, &known);
    let numbers = (Ok(known.len().into()), Ok(distinct.into()));
    let text = dlx::write(pack, &Limits::default()).expect("a small puzzle");
    let problem = exact::text::read("export", text.as_bytes()).expect("it is read");
    let exported = exact::solve::count(&problem, None, &Limits::default()).expect("no checkpoint");
    assert_eq!(exported.solutions, known.len() as u64, "as an exact cover:\n{text}");
    let lengths = |packings: &BTreeSet<Packing>| {
        let all = packings.iter().map(Vec::len);
        (all.clone().max(), all.min())
    };
    let mut maximal = pack.clone();
    maximal.rules.named.insert(Rule::Maximal);
    let fewest = lengths(&packings(&maximal)).1;
    for (puzzle, which, number) in
        [(pack, Extreme::Most, lengths(&known).0), (&maximal, Extreme::Fewest, fewest)]
    {
        let mut best = None;
        let take = |packing: Packing| {
            assert_eq!(check(puzzle, &packing), Ok(()));
            best = Some(packing.len());
        };
        let found = extreme(puzzle, which, &Limits::default(), take).expect("no checkpoint");
        assert_eq!((found.ended, best), (None, number), "{which:?}");
    }
    if can_sample(pack) {
        let mut drawn = 0;
        let mut take = |packing: Packing| {
            drawn += 1;
            assert!(known.contains(&sorted(packing)), "one that is drawn is none");
            ControlFlow::Continue(())
        };
        let found = sample(pack, Sample { number: 3, seed: turn }, &Limits::default(), &mut take);
        assert_eq!((found.ended, drawn), (None, if known.is_empty() { 0 } else { 3 }), "drawn");
    }
    let mut compared = Compared { positions: known.len() as u64, solvable: !known.is_empty(), searches: 3 };
    for threads in [1, 2 + turn as usize % 2] {
        let wide = if turn.is_multiple_of(3) { Limits::default().wide } else { 1 };
        let limits = Limits { threads, wide, ..Limits::default() };
        let counted = count(pack, None, &limits).expect("no checkpoint");
        assert_eq!(
            (&counted.total, &counted.distinct),
            (&numbers.0, &numbers.1),
            "by counting, {threads} threads"
        );
        let counted = count_listed(pack, Callbacks::default(), &limits).expect("no checkpoint");
        assert_eq!(
            (&counted.total, &counted.distinct),
            (&numbers.0, &numbers.1),
            "by enumeration, {threads} threads"
        );
        let all = listed(pack, Selection { most: u64::MAX, distinct: false }, &limits);
        assert!(all.iter().all(|packing| check(pack, packing) == Ok(())));
        assert_eq!(all.len(), known.len(), "none is listed twice");
        assert!(all.into_iter().map(sorted).collect::<BTreeSet<Packing>>() == known, "all are listed");
        let some = listed(pack, Selection { most: u64::MAX, distinct: true }, &limits);
        assert_eq!(some.len(), distinct, "those that a symmetry makes of each other count once");
        assert!(some.into_iter().all(|packing| known.contains(&sorted(packing))));
        compared.searches += 4;
    }
    compared
}

fn sorted(mut packing: Packing) -> Packing {
    packing.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
    packing
}

fn listed(pack: &Pack, selection: Selection, limits: &Limits) -> Vec<Packing> {
    let mut all = Vec::new();
    let mut take = |packing| {
        all.push(packing);
        ControlFlow::Continue(())
    };
    let found = enumerate(pack, selection, Callbacks::default(), limits, &mut take).expect("no checkpoint");
    assert_eq!((found.found, found.ended), (all.len() as u64, None));
    all
}
