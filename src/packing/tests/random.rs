//! Small random puzzles, for tests, and the answers of plain search for them.

use std::collections::BTreeSet;
use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::ops::{ControlFlow, RangeInclusive};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, ProptestConfig, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::select;

use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::shape::Shape;
use traybit_core::turn::Turn;
use traybit_packing::formats::write;
use traybit_packing::pack::paint::{Paint, Painted};
use traybit_packing::pack::{Cell, Floor, Freedom, Pack, Packing, Piece, Placed};
use traybit_packing::reference;
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};

/// Number of packings that a puzzle has less than.
const MOST: u64 = 300;

/// A puzzle, which is shown as the text that it can be read from.
#[derive(Clone)]
pub(crate) struct Small(pub(crate) Pack);

impl Debug for Small {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "\n{}", write(&self.0))
    }
}

/// Configuration for so many cases.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_local_rejects: 1 << 20,
        ..ProptestConfig::default()
    }
}

/// Puzzles on boards of any outline up to 4×5, with one to three pieces, any counts and any number of empty cells, some
/// pieces placed beforehand, often with a piece and its image.
pub(crate) fn puzzles() -> impl Strategy<Value = Small> {
    let board = (1..=4_u16, 1..=5_u16, any::<bool>()).prop_flat_map(|(short, long, is_tall)| {
        let size =
            if is_tall { Size { height: long, width: short } } else { Size { height: short, width: long } };
        let floor = prop_oneof![10 => Just(Floor::Open), 1 => Just(Floor::Wall), 1 => Just(Floor::Full)];
        let plain = vec(Just(Floor::Open), size.cells());
        (Just(size), prop_oneof![1 => plain, 2 => vec(floor, size.cells())])
    });
    let empty = option::of((0..=4_u32, 0..=8_u32));
    let placed = prop_oneof![2 => vec(any::<(u8, u8)>(), 0..=0), 1 => vec(any::<(u8, u8)>(), 1..=2)];
    let paint = prop_oneof![2 => Just(0), 1 => any::<u64>()];
    let exchange = select(vec![None, None, Some(Turn::ALL[1]), Some(Turn::ALL[2]), Some(Turn::ALL[3])]);
    let drawn = (board, (vec(piece(), 1..=3), exchange), empty, placed, paint);
    drawn.prop_filter_map(
        "a puzzle without flaws that has few packings",
        |(board, (mut pieces, exchange), empty, placed, seed)| {
            let (size, floor) = board;
            let paint = painted(size, &mut pieces, seed);
            let pieces = named(with_image((pieces, exchange)));
            let empty = empty.map_or(0..=size.cells() as u32, |(least, more)| least..=least + more);
            let pack = Pack { paint, empty, ..Pack::new(size, floor, pieces) };
            let mut pack = pack.checked().ok()?;
            for (piece, at) in placed {
                place(&mut pack, usize::from(piece), usize::from(at));
            }
            let pack = pack.checked().ok()?;
            let few = Selection { most: MOST, distinct: false };
            let mut take = |_| ControlFlow::Continue(());
            let listed = enumerate(&pack, few, Callbacks::default(), &Limits::default(), &mut take).ok()?;
            (listed.found < MOST).then_some(Small(pack))
        },
    )
}

/// Pieces of which the second one is the image of the first, if there is a turn.
fn with_image((mut pieces, turn): (Vec<Piece>, Option<Turn>)) -> Vec<Piece> {
    if let (Some(turn), [first, second, ..]) = (turn, &mut pieces[..]) {
        let painted = Painted { shape: first.shape.clone(), paint: first.paint.clone() };
        let Painted { shape, paint } = painted.turned(turn);
        *second = Piece { shape, paint, ..first.clone() };
    }
    pieces
}

/// Paints pieces by a seed, none with 0; the paint of the board, which is often regular, and what fits it.
fn painted(size: Size, pieces: &mut [Piece], seed: u64) -> Paint {
    let mut rng = Rng::new(seed, 0);
    let mut paint = Paint::default();
    if seed == 0 {
        return paint;
    }
    let colours = [Some('a'), Some('b'), None];
    let (rows, columns, free) = (rng.below(2), rng.below(2), rng.below(3) == 0);
    for (row, column) in size.all() {
        let turn = u64::from(row) * rows + u64::from(column) * columns;
        paint.cells.push(colours[if free { rng.below(3) } else { turn % 2 } as usize]);
    }
    for piece in pieces {
        if rng.below(3) > 0 {
            piece.paint = piece.shape.cells().map(|_| colours[rng.below(3) as usize]).collect();
        }
    }
    if rng.below(3) == 0 {
        let fits = paint.cells.iter().flatten().copied().filter(|_| rng.below(2) == 0);
        paint.fits.insert('a', fits.collect());
    }
    paint
}

fn named(pieces: Vec<Piece>) -> Vec<Piece> {
    let name = |(name, piece): (char, Piece)| Piece { name: name.to_string(), ..piece };
    ('A'..).zip(pieces).map(name).collect()
}

fn piece() -> impl Strategy<Value = Piece> {
    let shape = (1..=3_u16, 1..=4_u16, any::<u16>()).prop_map(|(height, width, bits)| {
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let mut cells: Vec<Cell> =
            (0..).zip(all).filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, cell)| cell).collect();
        if cells.is_empty() {
            cells.push((0, 0));
        }
        while let Some(stray) = Shape::of(&cells).0.stray() {
            cells.remove(stray);
        }
        Shape::of(&cells).0
    });
    let counts = prop_oneof![
        2 => Just(1..=1),
        4 => (0..=2_u32, 0..=3_u32).prop_map(|(least, more)| least..=least + more),
        2 => Just(0..=u32::MAX),
    ];
    let freedom = select(vec![Freedom::Flip, Freedom::Turn, Freedom::Fixed]);
    (shape, freedom, counts).prop_map(|(shape, freedom, counts)| Piece {
        name: String::new(),
        shape,
        freedom,
        paint: Vec::new(),
        colour: None,
        counts,
    })
}

/// Ways to change a puzzle: not at all, or its second piece becomes one that cannot be distinguished from the first, or one of
/// the first one's shape with another freedom, where that is a puzzle without flaws.
pub(crate) fn twins() -> Vec<fn(Pack) -> Pack> {
    fn twin(pack: Pack, alter: impl Fn(&mut Piece)) -> Pack {
        let mut changed = pack.clone();
        let [first, second, ..] = &mut changed.pieces[..] else { return pack };
        (second.shape, second.paint) = (first.shape.clone(), first.paint.clone());
        alter(second);
        // Which of two equal pieces lies on the board is left open.
        if pack.placed.is_empty() { changed.checked().unwrap_or(pack) } else { pack }
    }
    let equal = |pack: Pack| {
        let freedom = pack.pieces[0].freedom;
        twin(pack, |piece| piece.freedom = freedom)
    };
    vec![|pack| pack, equal, |pack| twin(pack, |piece| piece.freedom = Freedom::Turn)]
}

/// Places a piece beforehand where it can lie, if it can. Where two pieces have the same orientations, it is left open which
/// of them a piece on the board is, so these are not placed.
fn place(pack: &mut Pack, piece: usize, at: usize) {
    let number = piece % pack.pieces.len();
    let piece = &pack.pieces[number];
    let alike = pack.pieces.iter().filter(|other| other.painted() == piece.painted()).count();
    let placed = pack.placed.iter().filter(|placed| placed.piece == number).count();
    let taken: BTreeSet<Cell> = pack.placed.iter().flat_map(|placed| placed.cells.clone()).collect();
    let mut places = places_of(pack, piece);
    places.retain(|cells| cells.iter().all(|cell| !taken.contains(cell)));
    if alike == 1 && (placed as u32) < *piece.counts.end() && !places.is_empty() {
        let cells = places.swap_remove(at % places.len());
        pack.placed.push(Placed { piece: number, cells });
    }
}

/// The cells, ascending, of all ways to place a piece on a board without any other.
pub(crate) fn places_of(pack: &Pack, piece: &Piece) -> Vec<Vec<Cell>> {
    let size = pack.size;
    let mut all = BTreeSet::new();
    for Painted { shape, paint } in piece.painted() {
        for row in 0..size.height {
            for column in 0..size.width {
                let cells: Vec<Cell> =
                    shape.cells().map(|(down, right)| (row + down, column + right)).collect();
                let is_open = |&(row, column): &Cell| {
                    row < size.height && column < size.width && pack.floor_at((row, column)) != Floor::Wall
                };
                let allows =
                    |(own, cell): (&Option<char>, &Cell)| pack.paint.allows(*own, pack.paint_at(*cell));
                if cells.iter().all(is_open) && paint.iter().zip(&cells).all(allows) {
                    all.insert(cells);
                }
            }
        }
    }
    all.into_iter().collect()
}

/// The answers of plain search for a puzzle in which pieces of the same orientations have one name.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The board without rows and columns of walls at its rim.
    pub(crate) pack: Pack,
    /// The names that pieces of the puzzle have there.
    pub(crate) kinds: Vec<usize>,
    /// The cell that is its first one.
    pub(crate) corner: Cell,
    /// All packings.
    pub(crate) packings: BTreeSet<Packing>,
}

impl Judged {
    /// The answers for a puzzle.
    pub(crate) fn of(pack: &Pack) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut kinds = Vec::new();
        for piece in &pack.pieces {
            let known = pieces.iter().position(|other| other.painted() == piece.painted());
            kinds.push(known.unwrap_or(pieces.len()));
            match known {
                None => pieces.push(piece.clone()),
                Some(known) => {
                    let counts: &mut RangeInclusive<u32> = &mut pieces[known].counts;
                    *counts = counts.start() + piece.counts.start()..=counts.end() + piece.counts.end();
                }
            }
        }
        let open = |cell: &Cell| pack.floor_at(*cell) != Floor::Wall;
        let all =
            || (0..pack.size.height).flat_map(|row| (0..pack.size.width).map(move |column| (row, column)));
        let rows = || all().filter(open).map(|cell| cell.0);
        let columns = || all().filter(open).map(|cell| cell.1);
        let corner = (rows().min().unwrap(), columns().min().unwrap());
        let size = Size {
            height: rows().max().unwrap() + 1 - corner.0,
            width: columns().max().unwrap() + 1 - corner.1,
        };
        let inside = |cell: &Cell| {
            (corner.0..corner.0 + size.height).contains(&cell.0)
                && (corner.1..corner.1 + size.width).contains(&cell.1)
        };
        let floor = all().filter(inside).map(|cell| pack.floor_at(cell)).collect();
        let below = all().filter(inside).map(|cell| pack.paint_at(cell)).collect();
        let paint = Paint { cells: below, ..pack.paint.clone() };
        let merged = Pack { size, floor, paint, pieces, placed: Vec::new(), ..pack.clone() };
        let mut judged = Self { pack: merged, kinds, corner, packings: BTreeSet::new() };
        judged.pack.placed = judged.merged(&pack.placed);
        judged.packings = reference::packings(&judged.pack);
        judged
    }

    /// A packing of the puzzle as one of this.
    pub(crate) fn merged(&self, packing: &Packing) -> Packing {
        let moved = |&(row, column): &Cell| (row - self.corner.0, column - self.corner.1);
        let piece = |placed: &Placed| Placed {
            piece: self.kinds[placed.piece],
            cells: placed.cells.iter().map(moved).collect(),
        };
        let mut packing: Packing = packing.iter().map(piece).collect();
        packing.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
        packing
    }

    /// How many packings there are up to symmetry.
    pub(crate) fn distinct(&self) -> usize {
        reference::up_to_symmetry(&self.pack, &self.packings)
    }
}

/// A puzzle in the text format.
pub(crate) fn read(text: &str) -> Pack {
    traybit_packing::formats::read("test", text.as_bytes()).unwrap()
}
