//! Random puzzles that plain search can solve, each from its seed, and the answers of plain search.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use super::reference;
use traybit_core::grid::Turn;
use traybit_core::{Limits, Rng, Shape, Size};
use traybit_packing::pack::{Cell, Floor, Freedom, Pack, Packing, Paint, Piece, Placed, Turned};
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};

/// Packings of a puzzle, fewer than this.
const MOST: u64 = 300;

/// Colours of cells.
const COLOURS: [Option<char>; 3] = [Some('a'), Some('b'), None];

/// A puzzle on a board of any outline up to 4×5, with one to three pieces, often with a piece and its image or its twin, any
/// counts and any number of empty cells, a third of them with paint, a third with pieces placed beforehand.
pub(crate) fn puzzle(seed: u64) -> Pack {
    let mut rng = Rng::new(seed, 0);
    loop {
        if let Some(pack) = attempt(&mut rng).filter(is_small) {
            return pack;
        }
    }
}

/// True if plain search finds fewer than [`MOST`] packings.
pub(crate) fn is_small(pack: &Pack) -> bool {
    packings(pack, MOST).len() < MOST as usize
}

/// A puzzle, unless it has a flaw.
fn attempt(rng: &mut Rng) -> Option<Pack> {
    let mut below = |end: u64| rng.below(end) as u16;
    let (short, long) = (1 + below(4), 1 + below(5));
    let (height, width) = if below(2) == 0 { (long, short) } else { (short, long) };
    let (size, is_plain) = (Size { height, width }, below(3) == 0);
    let floor = size.all().map(|_| match below(12) {
        0 if !is_plain => Floor::Wall,
        1 if !is_plain => Floor::Full,
        _ => Floor::Open,
    });
    let floor = floor.collect();
    let least = u32::from(below(5));
    let empty = if below(2) == 0 { 0..=u32::MAX } else { least..=least + u32::from(below(9)) };
    let mut pieces: Vec<Piece> =
        ["A", "B", "C"][..=rng.below(3) as usize].iter().map(|name| piece(name, rng)).collect();
    let paint = if rng.below(3) == 0 { painted(size, &mut pieces, rng) } else { Paint::default() };
    if let [first, second, ..] = &mut pieces[..] {
        let turned = Turned { shape: first.shape.clone(), paints: [first.paint.clone()].into() };
        let Turned { shape, mut paints } = turned.turned(Turn::ALL[rng.below(4) as usize]);
        let paint = paints.pop_first().expect("one");
        match rng.below(6) {
            // The same piece, perhaps of another freedom, or its image.
            0 => (second.shape, second.paint) = (first.shape.clone(), first.paint.clone()),
            1 => (second.shape, second.paint, second.freedom) = (shape, paint, first.freedom),
            2 => *second = Piece { name: second.name.clone(), shape, paint, ..first.clone() },
            _ => {}
        }
    }
    let mut pack = Pack { paint, empty, ..Pack::new(size, floor, pieces) }.checked().ok()?;
    if rng.below(3) == 0 {
        pack.placed = some_placed(&pack, rng);
    }
    pack.checked().ok()
}

fn piece(name: &str, rng: &mut Rng) -> Piece {
    let (height, width) = (1 + rng.below(3) as u16, 1 + rng.below(4) as u16);
    let mut cells: Vec<Cell> = Size { height, width }.all().filter(|_| rng.below(2) == 0).collect();
    if cells.is_empty() {
        cells.push((0, 0));
    }
    while let Some(stray) = Shape::of(&cells).0.stray() {
        cells.remove(stray);
    }
    let least = rng.below(3) as u32;
    Piece {
        name: name.to_owned(),
        shape: Shape::of(&cells).0,
        freedom: [Freedom::Flip, Freedom::Turn, Freedom::Fixed][rng.below(3) as usize],
        paint: Vec::new(),
        colour: None,
        counts: match rng.below(8) {
            0 | 1 => 1..=1,
            2 | 3 => 0..=u32::MAX,
            _ => least..=least + rng.below(4) as u32,
        },
    }
}

/// Paints some pieces; the paint of the board, which is often regular, and the colours that fit it.
fn painted(size: Size, pieces: &mut [Piece], rng: &mut Rng) -> Paint {
    let mut paint = Paint::default();
    let (rows, columns, free) = (rng.below(2), rng.below(2), rng.below(3) == 0);
    for (row, column) in size.all() {
        let turn = u64::from(row) * rows + u64::from(column) * columns;
        paint.cells.push(COLOURS[if free { rng.below(3) } else { turn % 2 } as usize]);
    }
    for piece in pieces {
        if rng.below(3) > 0 {
            piece.paint = piece.shape.cells().map(|_| COLOURS[rng.below(3) as usize]).collect();
        }
    }
    if rng.below(3) == 0 {
        let fits = paint.cells.iter().flatten().copied().filter(|_| rng.below(2) == 0);
        paint.fits.insert('a', fits.collect());
    }
    paint
}

/// One or two pieces of a packing of some of the pieces, to be placed beforehand. Of two with the same orientations it is left
/// open which of them a piece on the board is, so these are left out.
fn some_placed(pack: &Pack, rng: &mut Rng) -> Vec<Placed> {
    let mut loose = Pack { empty: 0..=u32::MAX, ..pack.clone() };
    loose.pieces.iter_mut().for_each(|piece| piece.counts = 0..=*piece.counts.end());
    let packings = packings(&loose, 50);
    let one = rng.below(packings.len().max(1) as u64) as usize;
    let mut placed = packings.into_iter().nth(one).unwrap_or_default();
    let turned = |piece: usize| pack.pieces[piece].orientations();
    placed.retain(|placed| {
        let own = turned(placed.piece);
        (0..pack.pieces.len()).all(|other| other == placed.piece || turned(other) != own)
    });
    let from = rng.below(placed.len() as u64 + 1) as usize;
    placed.into_iter().skip(from).take(1 + rng.below(2) as usize).collect()
}

/// The first packings of a puzzle, symmetric ones apart.
fn packings(pack: &Pack, most: u64) -> Vec<Packing> {
    listed(pack, Selection { most, distinct: false }, Callbacks::default(), &Limits::default())
}

/// The packings of a selection, in their order.
pub(crate) fn listed(
    pack: &Pack,
    selection: Selection,
    callbacks: Callbacks<'_>,
    limits: &Limits,
) -> Vec<Packing> {
    let mut all = Vec::new();
    let mut take = |packing| {
        all.push(packing);
        ControlFlow::Continue(())
    };
    let found = enumerate(pack, selection, callbacks, limits, &|packing| packing, &mut take);
    let found = found.expect("its own checkpoint");
    assert_eq!((found.found, found.ended), (all.len() as u64, None));
    all
}

/// The answers of plain search for a puzzle in which pieces of the same orientations and colour have one name.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The board without rows and columns of walls at its rim.
    pub(crate) pack: Pack,
    /// The names that pieces of the puzzle have there.
    kinds: Vec<usize>,
    /// The cell that is its first one.
    corner: Cell,
    /// All packings.
    pub(crate) packings: BTreeSet<Packing>,
}

impl Judged {
    pub(crate) fn of(pack: &Pack) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut kinds = Vec::new();
        for piece in &pack.pieces {
            let is_alike =
                |other: &Piece| other.orientations() == piece.orientations() && other.colour == piece.colour;
            let known = pieces.iter().position(is_alike);
            kinds.push(known.unwrap_or(pieces.len()));
            match known {
                None => pieces.push(piece.clone()),
                Some(known) => {
                    let counts: &mut RangeInclusive<u32> = &mut pieces[known].counts;
                    *counts = counts.start() + piece.counts.start()..=counts.end() + piece.counts.end();
                }
            }
        }
        let open: Vec<Cell> = pack.cells().collect();
        let (shape, (row, column)) = Shape::of(&open);
        let (corner, size) =
            ((row, column - shape.lead()), Size { height: shape.height(), width: shape.width() });
        let inside = || size.all().map(|(row, column)| (row + corner.0, column + corner.1));
        let floor = inside().map(|cell| pack.floor_at(cell)).collect();
        let below = inside().map(|cell| pack.paint_at(cell)).collect();
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
}
