//! A packing puzzle as plain data: pieces, a board, and what has to hold. A puzzle from [`Pack::checked`] is valid.
//!
//! ```text
//!   piece  a b     board  a b b a      paint: as it is drawn the piece lies on the first two cells, turned on the last two, and
//!                                      nowhere else; a cell without paint, the piece's or the board's, goes with any
//! ```
//!
//! Two ways to turn a piece onto the same cells are one placement, whatever its colours are there.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::iter::repeat;
use std::ops::RangeInclusive;

use traybit_core::grid::{Size, Turn};
use traybit_core::shape::Shape;
use traybit_core::source_text::is_visible;

/// A place on the board: its row and its column, counted from 0.
pub type Cell = (u16, u16);

/// A range in words: a number, or both of its ends.
pub(crate) fn range<T: PartialEq + Display>(counts: &RangeInclusive<T>) -> String {
    let (least, most) = (counts.start(), counts.end());
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// A range of counts once some pieces of them are placed.
pub(crate) fn less(counts: &RangeInclusive<u32>, placed: u32) -> RangeInclusive<u32> {
    counts.start().saturating_sub(placed)..=counts.end().saturating_sub(placed)
}

/// A kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// A cell on which nothing lies.
    Wall,
    /// Covered or empty.
    Open,
    /// Covered in any packing.
    Full,
}

/// Freedom to turn a piece before it is placed.
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
    /// True if a piece may be turned so.
    pub fn allows(self, turn: Turn) -> bool {
        match self {
            Self::Flip => true,
            Self::Turn => !turn.flips(),
            Self::Fixed => turn.is_identity(),
        }
    }

    /// Its name in files; none for pieces that are turned and flipped.
    pub fn name(self) -> Option<&'static str> {
        [None, Some("turn"), Some("fixed")][self as usize]
    }
}

/// Equal pieces, which cannot be distinguished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name; no two pieces of a puzzle have the same.
    pub name: String,
    /// Its shape, connected.
    pub shape: Shape,
    /// Freedom to turn it.
    pub freedom: Freedom,
    /// The colours of its cells in reading order; empty where none has one.
    pub paint: Vec<Option<char>>,
    /// Its own colour, by which pieces of one shape differ, too.
    pub colour: Option<String>,
    /// Range of their number, those placed beforehand included.
    pub counts: RangeInclusive<u32>,
}

impl Piece {
    /// Maximum number of it that these cells have room for.
    pub fn most_in(&self, cells: usize) -> u32 {
        (cells / self.shape.area().max(1)) as u32
    }

    /// The box round its shape, row by row, with a mark for each of its cells, by the paint, and one for the others.
    pub(super) fn drawn<T: Clone>(&self, blank: T, mark: impl Fn(Option<char>) -> T) -> Vec<T> {
        let width = usize::from(self.shape.width());
        let mut drawn = vec![blank; usize::from(self.shape.height()) * width];
        let colours = self.paint.iter().copied().chain(repeat(None));
        for ((row, column), colour) in self.shape.cells().zip(colours) {
            drawn[usize::from(row) * width + usize::from(column)] = mark(colour);
        }
        drawn
    }

    /// The rows of its drawing: `X` is a cell; where there is paint, cells are colours, and `*` is one without.
    pub fn rows(&self) -> Vec<String> {
        let plain = if self.paint.is_empty() { 'X' } else { '*' };
        let drawn = self.drawn('.', |colour| colour.unwrap_or(plain));
        drawn.chunks(self.shape.width().into()).map(String::from_iter).collect()
    }

    /// The different orientations that it can be placed in, ascending.
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

/// The paint of a board, and what may lie on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// The colour of each cell, row by row; empty where none has one.
    pub cells: Vec<Option<char>>,
    /// By colour of pieces, the colours of the board that it fits, where these are not only itself.
    pub fits: BTreeMap<char, BTreeSet<char>>,
}

/// A piece in some orientation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turned {
    /// The orientation.
    pub shape: Shape,
    /// The colours of its cells in reading order, in each way to turn the piece so; empty where none has one.
    pub paints: BTreeSet<Vec<Option<char>>>,
}

impl Turned {
    /// The piece after a turn.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let size = turn.size(Size { height: self.shape.height(), width: self.shape.width() });
        let paint = |paint: &Vec<Option<char>>| {
            let cells = self.shape.cells().map(|cell| turn.cell(size, cell));
            let mut painted: Vec<(Cell, Option<char>)> = cells.zip(paint.iter().copied()).collect();
            painted.sort_unstable();
            painted.into_iter().map(|(_, colour)| colour).collect()
        };
        Self { shape: self.shape.turned(turn), paints: self.paints.iter().map(paint).collect() }
    }
}

impl Paint {
    /// True if a cell of a piece may lie on a cell of the board, by their colours.
    pub fn allows(&self, own: Option<char>, below: Option<char>) -> bool {
        let (Some(own), Some(below)) = (own, below) else { return true };
        self.fits.get(&own).map_or(own == below, |fits| fits.contains(&below))
    }

    /// The rows of a board of some size, with `.` for cells without a colour.
    pub fn rows(&self, size: Size) -> Vec<String> {
        let rows = self.cells.chunks(size.width.into());
        rows.map(|row| row.iter().map(|colour| colour.unwrap_or('.')).collect()).collect()
    }

    /// The colours that do not fit only themselves, as files have them: `a on b c, d on e`.
    pub fn pairs(&self) -> String {
        let words = |(own, fits): (&char, &BTreeSet<char>)| {
            let fits: String = fits.iter().flat_map(|colour| [' ', *colour]).collect();
            format!("{own} on{fits}")
        };
        self.fits.iter().map(words).collect::<Vec<String>>().join(", ")
    }
}

/// True if this can be a colour of cells.
pub fn is_paint(colour: char) -> bool {
    colour.is_alphanumeric() && is_visible(colour)
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// Its place in the list of pieces.
    pub piece: usize,
    /// The cells that it covers, ascending.
    pub cells: Vec<Cell>,
}

/// The pieces of a whole packing, those placed beforehand among them, ascending by their first cells.
pub type Packing = Vec<Placed>;

/// A rule beyond those that all packings keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Each line between two rows or columns with cells on both sides of some edge crosses a piece.
    FaultFree,
    /// No two empty cells share an edge.
    HolesApart,
    /// No empty cell shares an edge with a wall or with the outside of the board.
    HolesInside,
    /// No two pieces of one colour share an edge.
    ColoursApart,
    /// No piece that is left has room, pieces of one colour kept apart where they have to be.
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

/// Rules beyond those that all packings keep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Range of the number of all pieces together, those placed beforehand included.
    pub pieces: Option<RangeInclusive<u32>>,
    /// The others.
    pub named: BTreeSet<Rule>,
}

impl Rules {
    /// True if a rule holds.
    pub fn has(&self, rule: Rule) -> bool {
        self.named.contains(&rule)
    }
}

/// A puzzle.
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
    /// Their colours, and which of a piece's may lie on them.
    pub paint: Paint,
    /// The pieces, at least one kind.
    pub pieces: Vec<Piece>,
    /// Range of the number of cells, walls not counted, that stay empty.
    pub empty: RangeInclusive<u32>,
    /// Other rules.
    pub rules: Rules,
    /// Pieces that lie on the board beforehand, ascending by their first cells.
    pub placed: Vec<Placed>,
}

impl Pack {
    /// A puzzle in which any number of cells may stay empty, without paint, other rules and pieces placed beforehand.
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

    /// The neighbours of a cell that are no walls.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.size.beside(cell).filter(|&cell| self.floor_at(cell) != Floor::Wall)
    }

    /// The cells on which the first cell of a shape may stand, so that it lies within the rows and columns of the board.
    pub(crate) fn anchors(&self, shape: &Shape) -> impl Iterator<Item = Cell> + use<> {
        let down = (self.size.height + 1).saturating_sub(shape.height());
        let (right, lead) = ((self.size.width + 1).saturating_sub(shape.width()), shape.lead());
        (0..down).flat_map(move |row| (lead..right + lead).map(move |column| (row, column)))
    }

    /// True if kinds of cells and a number of empty ones express all of its rules.
    pub fn is_plain(&self) -> bool {
        self.reduced().rules == Rules::default()
    }

    /// Puzzle with the same packings and fewer rules: kinds of cells stand for holes inside, and a number of empty cells for
    /// that of the pieces, where all have one area.
    pub(super) fn reduced(&self) -> Cow<'_, Self> {
        let mut reduced = Cow::Borrowed(self);
        if self.rules.has(Rule::HolesInside) {
            let pack = reduced.to_mut();
            pack.rules.named.remove(&Rule::HolesInside);
            for cell in self.size.all() {
                if self.floor_at(cell) == Floor::Open && self.beside(cell).count() < 4 {
                    pack.floor[self.size.number(cell)] = Floor::Full;
                }
            }
        }
        let used = self.pieces.iter().filter(|piece| *piece.counts.end() > 0);
        let mut areas = used.map(|piece| piece.shape.area());
        if let Some(pieces) = &self.rules.pieces
            && let Some(area) = areas.next()
            && areas.all(|other| other == area)
        {
            let pack = reduced.to_mut();
            pack.rules.pieces = None;
            let empty = |pieces: u32| self.open() as i64 - area as i64 * i64::from(pieces);
            let least = empty(*pieces.end()).max((*self.empty.start()).into());
            let most = empty(*pieces.start()).min((*self.empty.end()).into());
            // No range where more pieces are needed than there is room for.
            pack.empty = if least <= most { least as u32..=most as u32 } else { RangeInclusive::new(1, 0) };
        }
        reduced
    }

    /// For each piece the range of the number still to be placed.
    pub fn left(&self) -> Vec<RangeInclusive<u32>> {
        let mut left: Vec<_> = self.pieces.iter().map(|piece| piece.counts.clone()).collect();
        for placed in &self.placed {
            left[placed.piece] = less(&left[placed.piece], 1);
        }
        left
    }

    /// Range of the number of all pieces together, by their counts.
    pub fn pieces_in_all(&self) -> RangeInclusive<u32> {
        let (least, most) = self.sum(|_| 1).into_inner();
        least.min(u32::MAX.into()) as u32..=most.min(u32::MAX.into()) as u32
    }

    /// Range of the number of cells that all pieces cover together.
    pub fn covered(&self) -> RangeInclusive<u64> {
        self.sum(|piece| piece.shape.area() as u64)
    }

    fn sum(&self, of_one: impl Fn(&Piece) -> u64) -> RangeInclusive<u64> {
        let sum = |end: fn(&RangeInclusive<u32>) -> &u32| {
            let all = self.pieces.iter().map(|piece| of_one(piece) * u64::from(*end(&piece.counts)));
            all.fold(0, u64::saturating_add)
        };
        sum(RangeInclusive::start)..=sum(RangeInclusive::end)
    }

    /// The colour of a cell of the board, if it has one.
    pub fn paint_at(&self, cell: Cell) -> Option<char> {
        self.paint.cells.get(self.size.number(cell)).copied().flatten()
    }

    /// The paint, of all ways to turn a piece so, with which it may lie on some cells, in reading order, that have its shape.
    pub(crate) fn fitting<'a>(&self, piece: &'a Turned, cells: &[Cell]) -> Option<&'a Vec<Option<char>>> {
        let fits = |(&own, &cell): (&Option<char>, &Cell)| self.paint.allows(own, self.paint_at(cell));
        piece.paints.iter().find(|paint| paint.iter().zip(cells).all(fits))
    }

    /// Removes paint without an effect: that of walls or of no cell at all, and colours that fit themselves, or none of none.
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
