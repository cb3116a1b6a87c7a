//! The checker of packings, on a plain grid.
//!
//! It knows the puzzle as it was read and shares nothing with the engine: even the orientations of a piece are worked out
//! here, by swapping and negating plain numbers.

mod rules;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

use crate::pack::{Cell, Floor, Freedom, Pack, Packing, Piece, Placed};

/// Refuses a packing, because of a cell or as a whole.
fn refuse<T>(cell: Option<Cell>, sentence: &str) -> Result<T, String> {
    let at = cell.map(|(row, column)| format!("row {}, column {}: ", row + 1, column + 1));
    Err(at.unwrap_or_default() + sentence)
}

/// Checks that a packing keeps all rules of its puzzle: each piece in an orientation that it may have, on cells without a wall,
/// none on another; pieces placed beforehand in their places; as many of each as there have to be, as many cells empty, and
/// none of those that have to be covered; and the puzzle's other rules.
///
/// # Errors
/// A sentence without its full stop: the first rule that it breaks, what was expected and what was found.
pub fn check(pack: &Pack, packing: &Packing) -> Result<(), String> {
    Checker::of(pack).check(packing)
}

/// Orientations of a piece: its cells, moved to the corner, and the colours that they have, in each way to turn it so.
type Orientations = BTreeMap<Vec<(i32, i32)>, BTreeSet<Vec<Option<char>>>>;

/// A checker for many packings of one puzzle: the orientations that a piece may have are worked out once.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    pack: &'a Pack,
    /// Worked out when a piece is seen first.
    orientations: Vec<OnceLock<Orientations>>,
}

impl<'a> Checker<'a> {
    /// The checker of a puzzle.
    pub fn of(pack: &'a Pack) -> Self {
        Self { pack, orientations: vec![OnceLock::new(); pack.pieces.len()] }
    }

    fn orientations(&self, piece: usize) -> &Orientations {
        self.orientations[piece].get_or_init(|| orientations_of(&self.pack.pieces[piece]))
    }

    /// Checks one packing, as [`check`] does.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&self, packing: &Packing) -> Result<(), String> {
        let pack = self.pack;
        let covered = cover(pack, packing)?;
        let mut counts = vec![0_u64; pack.pieces.len()];
        for placed in packing {
            let cells = placed.cells.iter().map(|&(row, column)| (row.into(), column.into()));
            let expected = match self.orientations(placed.piece).get(&moved_home(cells.collect())) {
                None => "in an orientation that it may have, found another orientation",
                Some(ways) if !self.may_lie(ways, &placed.cells) => {
                    "where its colours fit those of the board, found it elsewhere"
                }
                Some(_) => {
                    counts[placed.piece] += 1;
                    continue;
                }
            };
            let sentence = format!("expected piece {} {expected}", pack.pieces[placed.piece].name);
            return refuse(placed.cells.first().copied(), &sentence);
        }
        check_placed(pack, packing)?;
        for (piece, count) in pack.pieces.iter().zip(counts) {
            let (least, most) = (u64::from(*piece.counts.start()), u64::from(*piece.counts.end()));
            if count < least || count > most {
                let expected = range(least, most);
                return refuse(None, &format!("expected {expected} of piece {}, found {count}", piece.name));
            }
        }
        check_empty(pack, &covered)?;
        self.check_rules(packing)
    }

    /// True if a piece may lie on some cells, on the board, in one of some ways to paint them.
    fn may_lie(&self, ways: &BTreeSet<Vec<Option<char>>>, cells: &[Cell]) -> bool {
        let (paint, width) = (&self.pack.paint, usize::from(self.pack.size.width));
        if paint.cells.is_empty() {
            return true;
        }
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        let board = |(row, column): Cell| paint.cells.get(usize::from(row) * width + usize::from(column));
        let below: Vec<Option<char>> =
            sorted.into_iter().map(|cell| board(cell).copied().flatten()).collect();
        ways.iter().any(|way| {
            way.iter().zip(&below).all(|pair| match pair {
                (Some(own), Some(below)) => match paint.fits.get(own) {
                    Some(fits) => fits.contains(below),
                    None => own == below,
                },
                _ => true,
            })
        })
    }

    /// The first packing of a list that one before it is equal to, with that one; by their places, counted from 0. Pieces
    /// with the same orientations, paint and colour are equal.
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
            if let Some(&before) = first.get(&pieces) {
                return Some((before, place));
            }
            first.insert(pieces, place);
        }
        None
    }
}

/// True if the pieces placed beforehand lie there.
fn check_placed(pack: &Pack, packing: &Packing) -> Result<(), String> {
    if pack.placed.is_empty() {
        return Ok(());
    }
    let lies: HashSet<&Placed> = packing.iter().collect();
    let Some(placed) = pack.placed.iter().find(|placed| !lies.contains(placed)) else { return Ok(()) };
    let name = &pack.pieces[placed.piece].name;
    let sentence = format!("expected piece {name} as it is placed beforehand, found none");
    refuse(placed.cells.first().copied(), &sentence)
}

/// True for each covered cell, row by row.
fn cover(pack: &Pack, packing: &Packing) -> Result<Vec<Vec<bool>>, String> {
    let (height, width) = (usize::from(pack.size.height), usize::from(pack.size.width));
    let mut covered = vec![vec![false; width]; height];
    for placed in packing {
        let Some(piece) = pack.pieces.get(placed.piece) else {
            let sentence =
                format!("expected one of {} pieces, found number {}", pack.pieces.len(), placed.piece);
            return refuse(placed.cells.first().copied(), &sentence);
        };
        for &cell in &placed.cells {
            let (row, column) = (usize::from(cell.0), usize::from(cell.1));
            let sentence = if row >= height || column >= width {
                format!("expected piece {} on the board, found it outside", piece.name)
            } else if pack.floor[row * width + column] == Floor::Wall {
                format!("expected nothing on a wall, found piece {}", piece.name)
            } else if std::mem::replace(&mut covered[row][column], true) {
                format!("expected one piece on a cell, found piece {} on another", piece.name)
            } else {
                continue;
            };
            return refuse(Some(cell), &sentence);
        }
    }
    Ok(covered)
}

fn check_empty(pack: &Pack, covered: &[Vec<bool>]) -> Result<(), String> {
    let mut empty = 0_u64;
    for (row, covered) in (0..).zip(covered) {
        for (column, is_covered) in (0..).zip(covered) {
            let floor = pack.floor_at((row, column));
            if *is_covered || floor == Floor::Wall {
                continue;
            }
            if floor == Floor::Full {
                let sentence = "expected a piece on a cell that has to be covered, found none";
                return refuse(Some((row, column)), sentence);
            }
            empty += 1;
        }
    }
    let (least, most) = (u64::from(*pack.empty.start()), u64::from(*pack.empty.end()));
    if empty < least || empty > most {
        return refuse(None, &format!("expected {} empty cells, found {empty}", range(least, most)));
    }
    Ok(())
}

fn range(least: u64, most: u64) -> String {
    if least == most { format!("{least}") } else { format!("{least} to {most}") }
}

/// The orientations that a piece may have, each moved to the corner.
fn orientations_of(piece: &Piece) -> Orientations {
    let colour = |number: usize| piece.paint.get(number).copied().flatten();
    let cells = piece.shape.cells().enumerate();
    let mut cells: Vec<((i32, i32), Option<char>)> =
        cells.map(|(number, (row, column))| ((row.into(), column.into()), colour(number))).collect();
    let mut orientations = Orientations::new();
    let mut add = |mut cells: Vec<_>| {
        cells.sort_unstable();
        let (shape, colours) = cells.into_iter().unzip();
        orientations.entry(moved_home(shape)).or_default().insert(colours);
    };
    add(cells.clone());
    let sides = if piece.freedom == Freedom::Flip { 2 } else { 1 };
    for _ in 0..if piece.freedom == Freedom::Fixed { 0 } else { sides } {
        for _ in 0..4 {
            cells = cells.into_iter().map(|((row, column), colour)| ((column, -row), colour)).collect();
            add(cells.clone());
        }
        cells = cells.into_iter().map(|((row, column), colour)| ((row, -column), colour)).collect();
    }
    orientations
}

/// Cells in order, the highest in row 0 and the leftmost in column 0.
fn moved_home(mut cells: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    for cell in &mut cells {
        *cell = (cell.0 - top, cell.1 - left);
    }
    cells.sort_unstable();
    cells
}
