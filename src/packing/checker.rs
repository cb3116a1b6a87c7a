//! The checker of packings, on a plain grid.
//!
//! It works on the puzzle as it was read and shares nothing with the engine: even the orientations of a piece are computed
//! here, by swapping and negating plain numbers. Optional rules are checked on a grid with a rim:
//!
//! ```text
//!   W W W W W      A a b b .     plain numbers: 1 is a wall, 2 an empty cell, and 3 and more are the pieces
//!   W 3 3 4 W
//!   W 2 5 4 W      a line between two columns: a piece crosses it if it has cells on both sides
//!   W W W W W
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::repeat;
use std::mem::replace;

use crate::pack::{Cell, Floor, Freedom, Pack, Packing, Paint, Piece, Placed, Rule, Rules, range};
use traybit_core::grid::{bounding_box, in_words};
use traybit_core::sorted;

/// A broken rule: the cell, or none if the whole packing breaks it, and a sentence without its full stop.
pub(crate) type Broken = (Option<Cell>, String);

fn require(keeps: bool, cell: Option<Cell>, sentence: impl FnOnce() -> String) -> Result<(), Broken> {
    if keeps { Ok(()) } else { Err((cell, sentence())) }
}

/// Checks that a packing obeys all rules of its puzzle. The error names the first broken rule, what was expected and what
/// was found, as a sentence without its full stop.
pub fn check(pack: &Pack, packing: &Packing) -> Result<(), String> {
    Checker::of(pack).check(packing)
}

/// The cells of a piece in one orientation, moved to the corner, in reading order, with their colours.
#[doc(hidden)]
pub type Lying = Vec<((i32, i32), Option<char>)>;

const WALL: usize = 1;
const EMPTY: usize = 2;
const FIRST: usize = 3;

/// A cell of the grid, which has a rim: the cell of the board in row 0 and column 0 is (1, 1).
type Place = (usize, usize);

fn cell((row, column): Place) -> Cell {
    (row as u16 - 1, column as u16 - 1)
}

/// A checker for many packings of one puzzle: the orientations of each piece are computed once.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    pack: &'a Pack,
    orientations: Vec<BTreeSet<Lying>>,
}

impl<'a> Checker<'a> {
    /// The checker of a puzzle.
    pub fn of(pack: &'a Pack) -> Self {
        Self { pack, orientations: pack.pieces.iter().map(ways_to_lie).collect() }
    }

    /// Checks one packing, as [`check`] does.
    pub fn check(&self, packing: &Packing) -> Result<(), String> {
        self.broken(packing).map_err(|broken| self.sentence(broken))
    }

    /// Checks only that every piece of a packing may lie where it does; the rest may be missing.
    pub fn check_part(&self, packing: &Packing) -> Result<(), String> {
        self.check_lying(packing).map(drop).map_err(|broken| self.sentence(broken))
    }

    fn sentence(&self, (cell, sentence): Broken) -> String {
        let at = cell.map(|cell| in_words(cell, bounding_box(self.pack.cells()).0) + ": ");
        at.unwrap_or_default() + &sentence
    }

    fn broken(&self, packing: &Packing) -> Result<(), Broken> {
        let pack = self.pack;
        let grid = self.check_lying(packing)?;
        let lying: BTreeSet<&Placed> = packing.iter().collect();
        for placed in &pack.placed {
            require(lying.contains(placed), placed.cells.first().copied(), || {
                let name = &pack.pieces[placed.piece].name;
                format!("expected piece {name} as it is placed beforehand, found none")
            })?;
        }
        let mut counts = vec![0_u32; pack.pieces.len()];
        for placed in packing {
            counts[placed.piece] += 1;
        }
        for (piece, count) in pack.pieces.iter().zip(counts) {
            require(piece.counts.contains(&count), None, || {
                format!("expected {} of piece {}, found {count}", range(&piece.counts), piece.name)
            })?;
        }
        let mut empty = 0;
        for at in pack.size.all() {
            let is_empty = grid[usize::from(at.0) + 1][usize::from(at.1) + 1] == EMPTY;
            require(!is_empty || pack.floor_at(at) == Floor::Open, Some(at), || {
                "expected a piece on a cell that has to be covered, found none".to_owned()
            })?;
            empty += u32::from(is_empty);
        }
        require(pack.empty.contains(&empty), None, || {
            format!("expected {} empty cells, found {empty}", range(&pack.empty))
        })?;
        self.check_rules(packing, &grid)
    }

    /// Checks that every piece may lie where it does, clear of walls and of other pieces, and returns the grid.
    pub(crate) fn check_lying(&self, packing: &Packing) -> Result<Vec<Vec<usize>>, Broken> {
        let pack = self.pack;
        let (height, width) = (usize::from(pack.size.height), usize::from(pack.size.width));
        let mut grid = vec![vec![WALL; width + 2]; height + 2];
        for (place, _) in pack.floor.iter().enumerate().filter(|(_, floor)| **floor != Floor::Wall) {
            grid[place / width + 1][place % width + 1] = EMPTY;
        }
        for (number, placed) in packing.iter().enumerate() {
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
                let before = replace(&mut grid[row + 1][column + 1], FIRST + number);
                require(before != WALL, Some(cell), || {
                    format!("expected nothing on a wall, found piece {name}")
                })?;
                require(before == EMPTY, Some(cell), || {
                    format!("expected one piece on a cell, found piece {name} on another")
                })?;
            }
        }
        for placed in packing {
            let cells = placed.cells.iter().map(|&(row, column)| ((row.into(), column.into()), ()));
            let cells: Vec<_> = moved_home(cells.collect()).into_iter().map(|(cell, ())| cell).collect();
            let (name, first) = (&pack.pieces[placed.piece].name, placed.cells.first().copied());
            let is_so = |way: &&Lying| way.iter().map(|(cell, _)| cell).eq(&cells);
            let mut ways = self.orientations[placed.piece].iter().filter(is_so).peekable();
            require(ways.peek().is_some(), first, || {
                let found = "found another orientation";
                format!("expected piece {name} in an orientation that it may have, {found}")
            })?;
            require(ways.any(|way| self.may_lie(way, &placed.cells)), first, || {
                format!("expected piece {name} where its colours fit those of the board, found it elsewhere")
            })?;
        }
        Ok(grid)
    }

    /// True if a piece that lies this way on some cells fits their colours.
    fn may_lie(&self, way: &Lying, cells: &[Cell]) -> bool {
        let paint = &self.pack.paint;
        if paint.cells.is_empty() {
            return true;
        }
        let fits = |(&(_, own), &cell): (&(_, _), &Cell)| goes_with(paint, own, self.pack.paint_at(cell));
        way.iter().zip(sorted(cells)).all(fits)
    }

    /// Checks the optional rules of a packing that obeys the basic ones.
    fn check_rules(&self, packing: &Packing, grid: &[Vec<usize>]) -> Result<(), Broken> {
        let rules = &self.pack.rules;
        if *rules == Rules::default() {
            return Ok(());
        }
        if let Some(pieces) = &rules.pieces {
            require(pieces.contains(&(packing.len() as u32)), None, || {
                format!("expected {} pieces together, found {}", range(pieces), packing.len())
            })?;
        }
        let (height, width) = (grid.len(), grid[0].len());
        let cells = (1..height).flat_map(|row| (1..width).map(move |column| (row, column)));
        // For each line with cells on both sides: a cell beside it, and true if a piece crosses it.
        let (mut below, mut right) = (vec![None; height], vec![None; width]);
        for (row, column) in cells {
            let own = (row, column);
            for (other, line) in
                [((row - 1, column), &mut below[row]), ((row, column - 1), &mut right[column])]
            {
                let pair = [own, other].map(|place @ (row, column)| (grid[row][column], place));
                let [(first, _), (second, _)] = pair;
                self.check_edge(packing, pair)?;
                if first != WALL && second != WALL {
                    line.get_or_insert((own, false)).1 |= first == second && first >= FIRST;
                }
            }
        }
        for (place, is_crossed) in below.into_iter().chain(right).flatten() {
            require(is_crossed || !rules.has(Rule::FaultFree), Some(cell(place)), || {
                "expected a piece across each line, found none across one beside this cell".to_owned()
            })?;
        }
        if rules.has(Rule::Maximal) { self.check_maximal(packing, grid) } else { Ok(()) }
    }

    fn check_edge(&self, packing: &Packing, mut pair: [(usize, Place); 2]) -> Result<(), Broken> {
        let rules = &self.pack.rules;
        pair.sort_unstable();
        let [(first, _), (second, place)] = pair;
        let refuse = |sentence: String| require(false, Some(cell(place)), || sentence);
        if rules.has(Rule::HolesInside) && (first, second) == (WALL, EMPTY) {
            return refuse("expected empty cells inside, found one at the rim".to_owned());
        }
        if rules.has(Rule::HolesApart) && (first, second) == (EMPTY, EMPTY) {
            return refuse("expected empty cells apart, found one beside another".to_owned());
        }
        if rules.has(Rule::ColoursApart) && first != second && first >= FIRST {
            let [one, other] =
                pair.map(|(number, _)| &self.pack.pieces[packing[number - FIRST].piece].colour);
            if let Some(colour) = one.as_ref().filter(|_| one == other) {
                return refuse(format!("expected pieces of colour {colour} apart, found one beside another"));
            }
        }
        Ok(())
    }

    fn check_maximal(&self, packing: &Packing, grid: &[Vec<usize>]) -> Result<(), Broken> {
        for (number, piece) in self.pack.pieces.iter().enumerate() {
            let used = packing.iter().filter(|placed| placed.piece == number).count();
            if used >= *piece.counts.end() as usize {
                continue;
            }
            let touches = |(row, column): Place| {
                let colour = |at: usize| &self.pack.pieces[packing[at - FIRST].piece].colour;
                let beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
                let mut beside = beside.into_iter().map(|(row, column)| grid[row][column]);
                self.pack.rules.has(Rule::ColoursApart)
                    && piece.colour.is_some()
                    && beside.any(|at| at >= FIRST && *colour(at) == piece.colour)
            };
            let is_free = |(row, column): Place| {
                let here = grid.get(row).and_then(|row| row.get(column));
                here == Some(&EMPTY) && !touches((row, column))
            };
            let places = (1..grid.len()).flat_map(|row| (1..grid[0].len()).map(move |column| (row, column)));
            let orientations = &self.orientations[number];
            for (place, way) in places.flat_map(|place| orientations.iter().map(move |way| (place, way))) {
                let all =
                    way.iter().map(|&((down, right), _)| (place.0 + down as usize, place.1 + right as usize));
                let has_room = all.clone().all(is_free)
                    && self.may_lie(way, &all.clone().map(cell).collect::<Vec<Cell>>());
                require(!has_room, Some(cell(place)), || {
                    format!("expected no room for another piece, found room for {}", piece.name)
                })?;
            }
        }
        Ok(())
    }

    /// Indices of two equal packings in a list, the later one as early as possible; equal pieces are interchangeable.
    pub fn repeated(&self, packings: &[Packing]) -> Option<(usize, usize)> {
        let mut alike = BTreeMap::new();
        let pieces = self.pack.pieces.iter().enumerate();
        let kinds: Vec<usize> = pieces
            .map(|(piece, its)| *alike.entry((&self.orientations[piece], &its.colour)).or_insert(piece))
            .collect();
        let mut first: HashMap<Vec<(usize, &[Cell])>, usize> = HashMap::new();
        for (place, packing) in packings.iter().enumerate() {
            let pieces = packing.iter().map(|placed| (kinds[placed.piece], &placed.cells[..]));
            if let Some(before) = first.insert(sorted(pieces), place) {
                return Some((before, place));
            }
        }
        None
    }
}

/// The distinct orientations of a piece: rotated by quarter turns and mirrored, as far as its freedom allows.
#[doc(hidden)]
pub fn ways_to_lie(piece: &Piece) -> BTreeSet<Lying> {
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

#[doc(hidden)]
pub fn goes_with(paint: &Paint, own: Option<char>, below: Option<char>) -> bool {
    let (Some(own), Some(below)) = (own, below) else { return true };
    paint.fits.get(&own).map_or(own == below, |fits| fits.contains(&below))
}

/// Sorts the cells and moves them so that the topmost is in row 0 and the leftmost in column 0.
#[doc(hidden)]
pub fn moved_home<T: Ord>(mut cells: Vec<((i32, i32), T)>) -> Vec<((i32, i32), T)> {
    let top = cells.iter().map(|(cell, _)| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|(cell, _)| cell.1).min().unwrap_or(0);
    for ((row, column), _) in &mut cells {
        (*row, *column) = (*row - top, *column - left);
    }
    cells.sort_unstable();
    cells
}
