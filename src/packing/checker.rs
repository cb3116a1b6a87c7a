//! The checker of packings, on a plain grid.
//!
//! It knows the puzzle as it was read and shares nothing with the engine: even the orientations of a piece are worked out
//! here, by swapping and negating plain numbers.

mod rules;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::iter::repeat;
use std::mem::replace;
use std::sync::OnceLock;

use crate::pack::paint::Paint;
use crate::pack::{Cell, Floor, Freedom, Pack, Packing, Piece, Placed, range};

/// Refuses a packing that breaks a rule, because of a cell or as a whole.
fn require(keeps: bool, cell: Option<Cell>, sentence: impl FnOnce() -> String) -> Result<(), String> {
    if keeps {
        return Ok(());
    }
    let at = cell.map(|(row, column)| format!("row {}, column {}: ", row + 1, column + 1));
    Err(at.unwrap_or_default() + &sentence())
}

/// Checks that a packing keeps all rules of its puzzle: orientations, walls, overlaps, pieces placed beforehand, counts, empty
/// cells, and the others.
///
/// # Errors
/// A sentence without its full stop: the first rule that it breaks, what was expected and what was found.
pub fn check(pack: &Pack, packing: &Packing) -> Result<(), String> {
    Checker::of(pack).check(packing)
}

/// The cells of a piece as it lies, moved to the corner, in reading order, and their colours.
pub(crate) type Lying = Vec<((i32, i32), Option<char>)>;

/// Orientations of a piece: its cells, and the colours that they have, in each way to turn it so.
type Orientations = BTreeMap<Vec<(i32, i32)>, BTreeSet<Vec<Option<char>>>>;

/// A checker for many packings of one puzzle: the orientations that a piece may have are worked out once.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    pack: &'a Pack,
    /// Filled when first needed.
    orientations: Vec<OnceLock<Orientations>>,
}

impl<'a> Checker<'a> {
    /// The checker of a puzzle.
    pub fn of(pack: &'a Pack) -> Self {
        Self { pack, orientations: vec![OnceLock::new(); pack.pieces.len()] }
    }

    fn orientations(&self, piece: usize) -> &Orientations {
        self.orientations[piece].get_or_init(|| {
            let mut orientations = Orientations::new();
            for way in ways_to_lie(&self.pack.pieces[piece]) {
                let (cells, colours) = way.into_iter().unzip();
                orientations.entry(cells).or_default().insert(colours);
            }
            orientations
        })
    }

    /// Checks one packing, as [`check`] does.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&self, packing: &Packing) -> Result<(), String> {
        let pack = self.pack;
        let covered = cover(pack, packing)?;
        let mut counts = vec![0_u32; pack.pieces.len()];
        for placed in packing {
            let cells = placed.cells.iter().map(|&(row, column)| ((row.into(), column.into()), ()));
            let cells: Vec<_> = moved_home(cells.collect()).into_iter().map(|(cell, ())| cell).collect();
            let (name, first) = (&pack.pieces[placed.piece].name, placed.cells.first().copied());
            let ways = self.orientations(placed.piece).get(&cells);
            require(ways.is_some(), first, || {
                let found = "found another orientation";
                format!("expected piece {name} in an orientation that it may have, {found}")
            })?;
            require(ways.is_some_and(|ways| self.may_lie(ways, &placed.cells)), first, || {
                format!("expected piece {name} where its colours fit those of the board, found it elsewhere")
            })?;
            counts[placed.piece] += 1;
        }
        check_placed(pack, packing)?;
        for (piece, count) in pack.pieces.iter().zip(counts) {
            require(piece.counts.contains(&count), None, || {
                format!("expected {} of piece {}, found {count}", range(&piece.counts), piece.name)
            })?;
        }
        check_empty(pack, &covered)?;
        self.check_rules(packing)
    }

    /// True if a piece may lie on some cells, on the board, in one of some ways to paint them.
    fn may_lie(&self, ways: &BTreeSet<Vec<Option<char>>>, cells: &[Cell]) -> bool {
        let paint = &self.pack.paint;
        if paint.cells.is_empty() {
            return true;
        }
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        let below: Vec<_> = sorted.into_iter().map(|cell| self.pack.paint_at(cell)).collect();
        ways.iter().any(|way| way.iter().zip(&below).all(|(own, below)| goes_with(paint, *own, *below)))
    }

    /// The first packing of a list that is equal to an earlier one, and that one, by their places, counted from 0. Pieces with the
    /// same orientations, paint and colour are equal.
    pub fn repeated(&self, packings: &[Packing]) -> Option<(usize, usize)> {
        let mut alike = BTreeMap::new();
        let pieces = self.pack.pieces.iter().enumerate();
        let kinds: Vec<usize> = pieces
            .map(|(piece, its)| *alike.entry((self.orientations(piece), &its.colour)).or_insert(piece))
            .collect();
        let mut first: HashMap<Vec<(usize, &[Cell])>, usize> = HashMap::new();
        for (place, packing) in packings.iter().enumerate() {
            let mut pieces: Vec<(usize, &[Cell])> =
                packing.iter().map(|placed| (kinds[placed.piece], &placed.cells[..])).collect();
            pieces.sort_unstable();
            match first.entry(pieces) {
                Entry::Occupied(before) => return Some((*before.get(), place)),
                Entry::Vacant(new) => _ = new.insert(place),
            }
        }
        None
    }
}

fn check_placed(pack: &Pack, packing: &Packing) -> Result<(), String> {
    if pack.placed.is_empty() {
        return Ok(());
    }
    let lies: HashSet<&Placed> = packing.iter().collect();
    pack.placed.iter().try_for_each(|placed| {
        require(lies.contains(placed), placed.cells.first().copied(), || {
            let name = &pack.pieces[placed.piece].name;
            format!("expected piece {name} as it is placed beforehand, found none")
        })
    })
}

/// True for each covered cell, row by row.
fn cover(pack: &Pack, packing: &Packing) -> Result<Vec<Vec<bool>>, String> {
    let (height, width) = (usize::from(pack.size.height), usize::from(pack.size.width));
    let mut covered = vec![vec![false; width]; height];
    for placed in packing {
        let first = placed.cells.first().copied();
        require(placed.piece < pack.pieces.len(), first, || {
            format!("expected one of {} pieces, found number {}", pack.pieces.len(), placed.piece)
        })?;
        let name = &pack.pieces[placed.piece].name;
        for &cell in &placed.cells {
            let (row, column) = (usize::from(cell.0), usize::from(cell.1));
            require(row < height && column < width, Some(cell), || {
                format!("expected piece {name} on the board, found it outside")
            })?;
            require(pack.floor[row * width + column] != Floor::Wall, Some(cell), || {
                format!("expected nothing on a wall, found piece {name}")
            })?;
            require(!replace(&mut covered[row][column], true), Some(cell), || {
                format!("expected one piece on a cell, found piece {name} on another")
            })?;
        }
    }
    Ok(covered)
}

fn check_empty(pack: &Pack, covered: &[Vec<bool>]) -> Result<(), String> {
    let mut empty = 0;
    for (cell, is_covered) in pack.size.all().zip(covered.iter().flatten()) {
        let floor = pack.floor_at(cell);
        require(*is_covered || floor != Floor::Full, Some(cell), || {
            "expected a piece on a cell that has to be covered, found none".to_owned()
        })?;
        empty += u32::from(!is_covered && floor == Floor::Open);
    }
    require(pack.empty.contains(&empty), None, || {
        format!("expected {} empty cells, found {empty}", range(&pack.empty))
    })
}

/// The different ways in which a piece may lie: rotated by quarter turns, and mirrored, as far as it may be.
pub(crate) fn ways_to_lie(piece: &Piece) -> BTreeSet<Lying> {
    let colours = piece.paint.iter().copied().chain(repeat(None));
    let cells = piece.shape.cells().map(|(row, column)| (row.into(), column.into()));
    let mut cells: Lying = cells.zip(colours).collect();
    let (quarters, sides) = match piece.freedom {
        Freedom::Fixed => (1, 1),
        Freedom::Turn => (4, 1),
        Freedom::Flip => (4, 2),
    };
    let mut all = BTreeSet::new();
    for _ in 0..sides {
        for _ in 0..quarters {
            all.insert(moved_home(cells.clone()));
            for ((row, column), _) in &mut cells {
                (*row, *column) = (*column, -*row);
            }
        }
        for ((_, column), _) in &mut cells {
            *column = -*column;
        }
    }
    all
}

/// True if a cell of a piece of one colour may lie on a cell of another.
pub(crate) fn goes_with(paint: &Paint, own: Option<char>, below: Option<char>) -> bool {
    let (Some(own), Some(below)) = (own, below) else { return true };
    paint.fits.get(&own).map_or(own == below, |fits| fits.contains(&below))
}

/// Cells in order, the highest in row 0 and the leftmost in column 0.
pub(crate) fn moved_home<T: Ord>(mut cells: Vec<((i32, i32), T)>) -> Vec<((i32, i32), T)> {
    let top = cells.iter().map(|(cell, _)| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|(cell, _)| cell.1).min().unwrap_or(0);
    for ((row, column), _) in &mut cells {
        (*row, *column) = (*row - top, *column - left);
    }
    cells.sort_unstable();
    cells
}
