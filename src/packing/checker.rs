//! The checker of packings: it counts on a plain grid what lies where.
//!
//! It knows the puzzle as it was read, and nothing of how anything is solved: even the ways to turn a piece are worked out
//! here, by swapping and negating plain numbers.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::pack::{Cell, Floor, Freedom, Laid, Pack, Packing, Piece};

/// Why something is no packing of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where it shows, if at one place.
    pub cell: Option<Cell>,
    /// What was expected and what was found, without a full stop.
    pub sentence: String,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        if let Some((row, column)) = self.cell {
            write!(f, "row {}, column {}: ", row + 1, column + 1)?;
        }
        f.write_str(&self.sentence)
    }
}

impl Error for Refusal {}

fn refuse<T>(cell: Option<Cell>, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { cell, sentence: sentence.into() })
}

/// Whether a packing keeps all that its puzzle asks for: each piece in a form that it may have, on cells without a wall,
/// none on another; pieces laid beforehand in their places; as many of each as there have to be, as many cells empty, and
/// none of those that have to be covered.
///
/// # Errors
/// The first thing that it does not keep.
pub fn check(pack: &Pack, packing: &Packing) -> Result<(), Refusal> {
    Checker::of(pack).check(packing)
}

/// A checker for many packings of one puzzle: the forms that its pieces may have are worked out once.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    pack: &'a Pack,
    forms: Vec<BTreeSet<Vec<(i32, i32)>>>,
}

impl<'a> Checker<'a> {
    /// The checker of a puzzle.
    #[must_use]
    pub fn of(pack: &'a Pack) -> Self {
        Self { pack, forms: pack.pieces.iter().map(forms_of).collect() }
    }

    /// What [`check`] says of a packing.
    ///
    /// # Errors
    /// The first thing that it does not keep.
    pub fn check(&self, packing: &Packing) -> Result<(), Refusal> {
        let pack = self.pack;
        let covered = cover(pack, packing)?;
        let mut counts = vec![0_u64; pack.pieces.len()];
        for laid in packing {
            let cells = laid.cells.iter().map(|&(row, column)| (row.into(), column.into()));
            if !self.forms[laid.piece].contains(&moved_home(cells.collect())) {
                let expected =
                    format!("expected piece {} in a form that it may have", pack.pieces[laid.piece].name);
                return refuse(laid.cells.first().copied(), format!("{expected}, found another form"));
            }
            counts[laid.piece] += 1;
        }
        check_laid(pack, packing)?;
        for (piece, count) in pack.pieces.iter().zip(counts) {
            let (least, most) = (u64::from(*piece.counts.start()), u64::from(*piece.counts.end()));
            if count < least || count > most {
                let asked = range(least, most);
                return refuse(None, format!("expected {asked} of piece {}, found {count}", piece.name));
            }
        }
        check_empty(pack, &covered)
    }
}

/// Whether what is laid beforehand lies there.
fn check_laid(pack: &Pack, packing: &Packing) -> Result<(), Refusal> {
    if pack.laid.is_empty() {
        return Ok(());
    }
    let lies: HashSet<&Laid> = packing.iter().collect();
    match pack.laid.iter().find(|laid| !lies.contains(laid)) {
        None => Ok(()),
        Some(laid) => {
            let expected =
                format!("expected piece {} as it is laid beforehand", pack.pieces[laid.piece].name);
            refuse(laid.cells.first().copied(), format!("{expected}, found none"))
        }
    }
}

/// Which cells are covered.
fn cover(pack: &Pack, packing: &Packing) -> Result<Vec<Vec<bool>>, Refusal> {
    let (height, width) = (usize::from(pack.size.height), usize::from(pack.size.width));
    let mut covered = vec![vec![false; width]; height];
    for laid in packing {
        let Some(piece) = pack.pieces.get(laid.piece) else {
            let sentence =
                format!("expected one of {} pieces, found number {}", pack.pieces.len(), laid.piece);
            return refuse(laid.cells.first().copied(), sentence);
        };
        for &cell in &laid.cells {
            let (row, column) = (usize::from(cell.0), usize::from(cell.1));
            if row >= height || column >= width {
                return refuse(
                    Some(cell),
                    format!("expected piece {} on the board, found it outside", piece.name),
                );
            }
            if pack.floor[row * width + column] == Floor::Wall {
                return refuse(Some(cell), format!("expected nothing on a wall, found piece {}", piece.name));
            }
            if covered[row][column] {
                return refuse(
                    Some(cell),
                    format!("expected one piece on a cell, found piece {} on another", piece.name),
                );
            }
            covered[row][column] = true;
        }
    }
    Ok(covered)
}

fn check_empty(pack: &Pack, covered: &[Vec<bool>]) -> Result<(), Refusal> {
    let mut empty = 0_u64;
    for (row, covered) in (0..).zip(covered) {
        for (column, is_covered) in (0..).zip(covered) {
            let floor = pack.floor_at((row, column));
            if *is_covered || floor == Floor::Wall {
                continue;
            }
            if floor == Floor::Full {
                return refuse(
                    Some((row, column)),
                    "expected a piece on a cell that has to be covered, found none",
                );
            }
            empty += 1;
        }
    }
    let (least, most) = (u64::from(*pack.empty.start()), u64::from(*pack.empty.end()));
    if empty < least || empty > most {
        return refuse(None, format!("expected {} empty cells, found {empty}", range(least, most)));
    }
    Ok(())
}

fn range(least: u64, most: u64) -> String {
    if least == most { format!("{least}") } else { format!("{least} to {most}") }
}

/// The forms that a piece may have, each moved to the corner.
fn forms_of(piece: &Piece) -> BTreeSet<Vec<(i32, i32)>> {
    let mut form: Vec<(i32, i32)> =
        piece.shape.cells().map(|(row, column)| (row.into(), column.into())).collect();
    let mut forms = BTreeSet::from([moved_home(form.clone())]);
    let sides = if piece.freedom == Freedom::Flip { 2 } else { 1 };
    for _ in 0..if piece.freedom == Freedom::Fixed { 0 } else { sides } {
        for _ in 0..4 {
            form = form.into_iter().map(|(row, column)| (column, -row)).collect();
            forms.insert(moved_home(form.clone()));
        }
        form = form.into_iter().map(|(row, column)| (row, -column)).collect();
    }
    forms
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

/// The first packing of a list that one before it is equal to, with that one; by their places, counted from 0.
#[must_use]
pub fn repeated(packings: &[Packing]) -> Option<(usize, usize)> {
    let mut first: HashMap<Vec<(usize, &[Cell])>, usize> = HashMap::new();
    for (place, packing) in packings.iter().enumerate() {
        let mut pieces: Vec<(usize, &[Cell])> =
            packing.iter().map(|laid| (laid.piece, &laid.cells[..])).collect();
        pieces.sort_unstable();
        if let Some(&before) = first.get(&pieces) {
            return Some((before, place));
        }
        first.insert(pieces, place);
    }
    None
}

#[cfg(test)]
mod tests;
