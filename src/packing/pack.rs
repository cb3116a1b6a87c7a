//! Packing puzzle as plain data: pieces, a board and rules. A puzzle from [`Pack::checked`] is valid.
//!
//! ```text
//!   piece  a b     board  a b b a      paint: the piece fits as drawn on the first two cells, turned on the last two, and
//!                                      nowhere else; unpainted cells of the piece or of the board match any colour
//! ```
//!
//! Turns that put a piece on the same cells are one placement, even if its colours differ there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::iter::repeat;
use std::ops::RangeInclusive;

use traybit_core::grid::Turn;
use traybit_core::{Shape, Size, is_visible, sorted};

/// A place on the board: its row and its column, counted from 0.
pub type Cell = (u16, u16);

/// Formats a range: as one number, or by both of its ends.
pub(crate) fn range<T: PartialEq + Display>(counts: &RangeInclusive<T>) -> String {
    let (least, most) = (counts.start(), counts.end());
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// Range of counts that remains when `placed` of the pieces are on the board.
pub(crate) fn less(counts: &RangeInclusive<u32>, placed: u32) -> RangeInclusive<u32> {
    counts.start().saturating_sub(placed)..=counts.end().saturating_sub(placed)
}

/// Sum of some ranges, each times a factor.
pub(crate) fn sum<'a>(ranges: impl Iterator<Item = (u64, &'a RangeInclusive<u32>)>) -> RangeInclusive<u64> {
    ranges.fold(0..=0, |sum, (factor, counts)| {
        let add = |sum: &u64, count: &u32| sum.saturating_add(factor * u64::from(*count));
        add(sum.start(), counts.start())..=add(sum.end(), counts.end())
    })
}

/// Kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Never covered.
    Wall,
    /// Covered or empty.
    Open,
    /// Covered in every packing.
    Full,
}

/// Turns allowed before a piece is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freedom {
    /// Turned and flipped over.
    Flip,
    /// Turned, but not flipped over.
    Turn,
    /// Neither turned nor flipped over.
    Fixed,
}

impl Freedom {
    /// True if `turn` is allowed.
    pub fn allows(self, turn: Turn) -> bool {
        match self {
            Self::Flip => true,
            Self::Turn => !turn.flips(),
            Self::Fixed => turn.is_identity(),
        }
    }

    /// Its name in files; none for [`Self::Flip`].
    pub fn name(self) -> Option<&'static str> {
        [None, Some("turn"), Some("fixed")][self as usize]
    }
}

/// Kind of piece; pieces of one kind are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name, unique in the puzzle.
    pub name: String,
    /// Its shape, connected.
    pub shape: Shape,
    /// Turns allowed.
    pub freedom: Freedom,
    /// Colours of its cells in reading order; empty if none is painted.
    pub paint: Vec<Option<char>>,
    /// Colour of the piece as a whole. Kinds of one shape may differ by colour only.
    pub colour: Option<String>,
    /// Range of the number of such pieces, including those placed beforehand.
    pub counts: RangeInclusive<u32>,
}

impl Piece {
    /// Maximum number of such pieces that have room, by area, on `cells` cells; at least 1, since a puzzle has a piece to place.
    pub fn most_in(&self, cells: usize) -> u32 {
        (cells / self.shape.area().max(1)).max(1) as u32
    }

    /// Bounding box of its shape, row by row: the `mark` of its colour for each cell of the piece, `blank` for the others.
    pub(super) fn drawn<T: Clone>(&self, blank: T, mark: impl Fn(Option<char>) -> T) -> Vec<T> {
        let width = usize::from(self.shape.width());
        let mut drawn = vec![blank; usize::from(self.shape.height()) * width];
        let colours = self.paint.iter().copied().chain(repeat(None));
        for ((row, column), colour) in self.shape.cells().zip(colours) {
            drawn[usize::from(row) * width + usize::from(column)] = mark(colour);
        }
        drawn
    }

    /// Rows of its drawing. A cell is `X`; in a painted piece it is its colour, or `*` without one.
    pub fn rows(&self) -> Vec<String> {
        let plain = if self.paint.is_empty() { 'X' } else { '*' };
        let drawn = self.drawn('.', |colour| colour.unwrap_or(plain));
        drawn.chunks(self.shape.width().into()).map(String::from_iter).collect()
    }

    /// Distinct orientations in which it can be placed, ascending.
    pub fn orientations(&self) -> Vec<Turned> {
        let drawn = Turned { shape: self.shape.clone(), paints: [self.paint.clone()].into() };
        let allowed = Turn::ALL.into_iter().filter(|&turn| self.freedom.allows(turn));
        let mut all: BTreeMap<Shape, BTreeSet<Vec<Option<char>>>> = BTreeMap::new();
        for Turned { shape, paints } in allowed.map(|turn| drawn.turned(turn)) {
            all.entry(shape).or_default().extend(paints);
        }
        all.into_iter().map(|(shape, paints)| Turned { shape, paints }).collect()
    }
}

/// Colours of a board, and the piece colours that fit them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// Colour of each cell, row by row; empty if none is painted.
    pub cells: Vec<Option<char>>,
    /// Board colours that a piece colour fits, by piece colour. A colour without an entry fits only itself.
    pub fits: BTreeMap<char, BTreeSet<char>>,
}

/// A piece in some orientation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turned {
    /// Shape in this orientation.
    pub shape: Shape,
    /// Colours of its cells in reading order, for each turn that gives this shape; empty if none is painted.
    pub paints: BTreeSet<Vec<Option<char>>>,
}

impl Turned {
    /// The piece after another turn.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let size = turn.size(Size { height: self.shape.height(), width: self.shape.width() });
        let paint = |paint: &Vec<Option<char>>| {
            let cells = self.shape.cells().map(|cell| turn.cell(size, cell));
            sorted(cells.zip(paint.iter().copied())).into_iter().map(|(_, colour)| colour).collect()
        };
        Self { shape: self.shape.turned(turn), paints: self.paints.iter().map(paint).collect() }
    }
}

impl Paint {
    /// True if a piece's cell of colour `own` may lie on a board's cell of colour `below`.
    pub fn allows(&self, own: Option<char>, below: Option<char>) -> bool {
        let (Some(own), Some(below)) = (own, below) else { return true };
        self.fits.get(&own).map_or(own == below, |fits| fits.contains(&below))
    }

    /// Rows of a drawing of the paint of a board of this size; `.` is an unpainted cell.
    pub fn rows(&self, size: Size) -> Vec<String> {
        let rows = self.cells.chunks(size.width.into());
        rows.map(|row| row.iter().map(|colour| colour.unwrap_or('.')).collect()).collect()
    }

    /// Entries of `fits` as written in files: `a on b c, d on e`.
    pub fn pairs(&self) -> String {
        let words = |(own, fits): (&char, &BTreeSet<char>)| {
            let fits: String = fits.iter().flat_map(|colour| [' ', *colour]).collect();
            format!("{own} on{fits}")
        };
        self.fits.iter().map(words).collect::<Vec<String>>().join(", ")
    }
}

/// True if this character can be the colour of a cell.
pub fn is_paint(colour: char) -> bool {
    colour.is_alphanumeric() && is_visible(colour)
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// Index of its kind in the list of pieces.
    pub piece: usize,
    /// The cells that it covers, ascending.
    pub cells: Vec<Cell>,
}

/// All pieces of a packing, including those placed beforehand, ascending by first cell.
pub type Packing = Vec<Placed>;

/// Optional rule for packings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Each line between two rows or columns that separates neighbouring cells is crossed by a piece.
    FaultFree,
    /// No two empty cells share an edge.
    HolesApart,
    /// No empty cell shares an edge with a wall or with the outside of the board.
    HolesInside,
    /// No two pieces of one colour share an edge.
    ColoursApart,
    /// No remaining piece can be added (if [`Self::ColoursApart`] applies, away from pieces of its colour).
    Maximal,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 5] =
        [Self::FaultFree, Self::HolesApart, Self::HolesInside, Self::ColoursApart, Self::Maximal];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        ["fault-free", "holes apart", "holes inside", "colours apart", "maximal"][self as usize]
    }
}

/// Optional rules for packings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Range of the total number of pieces, including those placed beforehand.
    pub pieces: Option<RangeInclusive<u32>>,
    /// Other rules that apply.
    pub named: BTreeSet<Rule>,
}

impl Rules {
    /// True if this rule applies.
    pub fn has(&self, rule: Rule) -> bool {
        self.named.contains(&rule)
    }
}

/// Packing puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Title.
    pub title: Option<String>,
    /// Source.
    pub source: Option<String>,
    /// The board's size.
    pub size: Size,
    /// The cells, row by row.
    pub floor: Vec<Floor>,
    /// Colours of the cells, and the piece colours that fit them.
    pub paint: Paint,
    /// Kinds of pieces, at least one.
    pub pieces: Vec<Piece>,
    /// Range of the number of empty cells, not counting walls.
    pub empty: RangeInclusive<u32>,
    /// Optional rules.
    pub rules: Rules,
    /// Pieces placed beforehand, ascending by first cell.
    pub placed: Vec<Placed>,
}

impl Pack {
    /// Puzzle without paint, optional rules or pieces placed beforehand; any number of cells may stay empty.
    pub fn new(size: Size, floor: Vec<Floor>, pieces: Vec<Piece>) -> Self {
        Self {
            title: None,
            source: None,
            size,
            floor,
            paint: Paint::default(),
            pieces,
            empty: 0..=u32::MAX,
            rules: Rules::default(),
            placed: Vec::new(),
        }
    }

    /// The kind of a cell.
    pub fn floor_at(&self, cell: Cell) -> Floor {
        self.floor[self.size.number(cell)]
    }

    /// The cells that can be covered, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.size.all().filter(|&cell| self.floor_at(cell) != Floor::Wall)
    }

    /// Number of cells that can be covered.
    pub fn open(&self) -> usize {
        self.floor.iter().filter(|floor| **floor != Floor::Wall).count()
    }

    /// The neighbours of a cell that are not walls.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.size.beside(cell).filter(|&cell| self.floor_at(cell) != Floor::Wall)
    }

    /// Cells on which the first cell of a shape can be if the shape is to lie within the rows and columns of the board.
    pub(crate) fn anchors(&self, shape: &Shape) -> impl Iterator<Item = Cell> + use<> {
        let down = (self.size.height + 1).saturating_sub(shape.height());
        let (right, lead) = ((self.size.width + 1).saturating_sub(shape.width()), shape.lead());
        (0..down).flat_map(move |row| (lead..right + lead).map(move |column| (row, column)))
    }

    /// True if the kinds of cells and the range of empty cells express all its rules.
    pub fn is_plain(&self) -> bool {
        self.reduced().rules == Rules::default()
    }

    /// Puzzle with the same packings and fewer rules. Kinds of cells replace [`Rule::HolesInside`]. The range of empty
    /// cells replaces that of pieces if all have one area.
    #[doc(hidden)]
    #[must_use]
    pub fn reduced(&self) -> Self {
        let mut reduced = self.clone();
        if self.rules.has(Rule::HolesInside) {
            reduced.rules.named.remove(&Rule::HolesInside);
            for cell in self.size.all() {
                if self.floor_at(cell) == Floor::Open && self.beside(cell).count() < 4 {
                    reduced.floor[self.size.number(cell)] = Floor::Full;
                }
            }
        }
        let used = self.pieces.iter().filter(|piece| *piece.counts.end() > 0);
        let mut areas = used.map(|piece| piece.shape.area());
        let Some(pieces) = &self.rules.pieces else { return reduced };
        if (*pieces.end() as usize) < self.placed.len() {
            // No packing has so few pieces.
            reduced.empty = RangeInclusive::new(1, 0);
        } else if let Some(area) = areas.next()
            && areas.all(|other| other == area)
        {
            reduced.rules.pieces = None;
            let empty = |pieces: u32| self.open() as i64 - area as i64 * i64::from(pieces);
            let least = empty(*pieces.end()).max((*self.empty.start()).into());
            let most = empty(*pieces.start()).min((*self.empty.end()).into());
            // The range is empty if no number of empty cells meets both rules.
            reduced.empty =
                if least <= most { least as u32..=most as u32 } else { RangeInclusive::new(1, 0) };
        }
        reduced
    }

    /// Range of the number still to be placed, by kind of piece.
    pub fn left(&self) -> Vec<RangeInclusive<u32>> {
        let mut left: Vec<_> = self.pieces.iter().map(|piece| piece.counts.clone()).collect();
        for placed in &self.placed {
            left[placed.piece] = less(&left[placed.piece], 1);
        }
        left
    }

    /// Range of the total number of pieces, by their counts.
    pub fn pieces_in_all(&self) -> RangeInclusive<u32> {
        let (least, most) = sum(self.pieces.iter().map(|piece| (1, &piece.counts))).into_inner();
        least.min(u32::MAX.into()) as u32..=most.min(u32::MAX.into()) as u32
    }

    /// Range of the number of cells that all pieces cover together.
    pub fn covered(&self) -> RangeInclusive<u64> {
        sum(self.pieces.iter().map(|piece| (piece.shape.area() as u64, &piece.counts)))
    }

    /// The colour of a cell of the board, if it has one.
    pub fn paint_at(&self, cell: Cell) -> Option<char> {
        self.paint.cells.get(self.size.number(cell)).copied().flatten()
    }

    /// First paint of the piece that fits these cells, which have its shape and are in reading order; `None` if none fits.
    pub(crate) fn fitting<'a>(&self, piece: &'a Turned, cells: &[Cell]) -> Option<&'a Vec<Option<char>>> {
        let fits = |(&own, &cell): (&Option<char>, &Cell)| self.paint.allows(own, self.paint_at(cell));
        piece.paints.iter().find(|paint| paint.iter().zip(cells).all(fits))
    }

    /// Removes paint without effect: colours of walls, lists without colours, and redundant entries of `fits`.
    pub(crate) fn reduce_paint(&mut self) {
        for (colour, floor) in self.paint.cells.iter_mut().zip(&self.floor) {
            *colour = colour.filter(|_| *floor != Floor::Wall);
        }
        let paints = self.pieces.iter_mut().map(|piece| &mut piece.paint);
        let paints = paints.chain([&mut self.paint.cells]);
        paints.filter(|paint| paint.iter().all(Option::is_none)).for_each(Vec::clear);
        let Paint { cells, fits } = &mut self.paint;
        let is_plain = |own: &char, others: &BTreeSet<char>| others.len() == 1 && others.contains(own);
        fits.retain(|own, others| !(is_plain(own, others) || cells.is_empty() && others.is_empty()));
    }
}
