//! A packing puzzle as a cover of numbered cells: pieces without names on a board without rows.
//!
//! ```text
//!  a board of 2 rows and 5 columns       cells are numbered along the short side, so that a piece reaches
//!     0 2 4 6 8                          over few numbers: what is decided and what is not meet in a
//!     1 3 5 7 9                          short stretch, the *front*
//! ```
//!
//! An *orientation* of a kind of pieces lists the distances of its cells from the first one, by which it is placed. Walls and
//! cells covered beforehand have no weight; an open cell weighs 1, or the number of cells that it stands for.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use crate::budget::Budget;
use crate::kinds::{Kinds, Scan, next_of};
use crate::pack::{Cell, Floor, Pack, Packing, Paint, Painted, Placed, less};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::shape::Shape;

/// Cells, orientations and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Number of cells of the board that each cell stands for; 0 where nothing is left to be decided.
    pub weights: Vec<u32>,
    pub may_stay_empty: Vec<bool>,
    pub kinds: Vec<Kind>,
    /// Orientations of the pieces, those of a kind together.
    pub orientations: Vec<Orientation>,
    /// The orientations that may be placed with their first cell on a cell, ascending.
    pub places: Vec<Vec<u32>>,
    /// Range of the weight that stays empty.
    pub empty: RangeInclusive<u32>,
    /// Distance between the numbers of neighbours in adjacent lines; `None` if cells are not those of a board.
    pub stride: Option<u32>,
}

/// Equal pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Number of cells that one covers.
    pub area: u32,
    /// Range of the number that is placed.
    pub counts: RangeInclusive<u32>,
}

/// An orientation of the pieces of a kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation {
    pub kind: u16,
    /// Number of pieces that it stands for.
    pub pieces: u32,
    /// Its cells counted from the first one, ascending from 0.
    pub offsets: Vec<u32>,
}

impl Cover {
    /// The cover of a puzzle, however large it is.
    pub fn of(pack: &Pack, kinds: &Kinds) -> Self {
        let limits = Limits { memory: usize::MAX, ..Limits::default() };
        let mut budget = Budget::of(&limits);
        let cover = Outline::of(pack, kinds, &mut budget).and_then(|outline| outline.fill(&mut budget));
        cover.expect("no limit is reached")
    }

    pub fn placements(&self) -> Placements<'_> {
        Placements { cover: self, starts: self.starts() }
    }

    pub(crate) fn starts(&self) -> Vec<u32> {
        let ends = self.places.iter().scan(0, |end, places| {
            *end += places.len() as u32;
            Some(*end)
        });
        [0].into_iter().chain(ends).collect()
    }

    /// The weight of all cells together.
    pub fn weight(&self) -> u64 {
        self.weights.iter().map(|&weight| u64::from(weight)).sum()
    }

    /// Range of the weight that may stay empty by all conditions; empty where the counts contradict them.
    pub fn empties(&self) -> RangeInclusive<u64> {
        let covered = |pieces: fn(&Kind) -> u32| -> u64 {
            self.kinds.iter().map(|kind| u64::from(kind.area) * u64::from(pieces(kind))).sum()
        };
        let weight = self.weight();
        let least = covered(|kind| *kind.counts.start());
        let most = covered(|kind| *kind.counts.end());
        if least > weight {
            return RangeInclusive::new(1, 0);
        }
        let fewest = weight.saturating_sub(most).max((*self.empty.start()).into());
        fewest..=(weight - least).min((*self.empty.end()).into())
    }

    /// True if a cell is covered by no orientation, wherever it is placed.
    pub fn never_covered(&self, budget: &mut Budget<'_>) -> Result<Vec<bool>, GaveUp> {
        let mut never = vec![true; self.weights.len()];
        let mut left = self.weights.iter().filter(|&&weight| weight > 0).count();
        for (cell, places) in self.places.iter().enumerate() {
            for &orientation in places {
                let offsets = &self.orientations[orientation as usize].offsets;
                for &offset in offsets {
                    left -= usize::from(std::mem::take(&mut never[cell + offset as usize]));
                }
                budget.work(offsets.len())?;
            }
            // Most boards are all covered after a few pieces.
            if left == 0 {
                break;
            }
        }
        Ok(never)
    }

    /// Longest distance from the first cell to the last of a piece that can be placed.
    pub fn reach(&self) -> u32 {
        let orientations = self.orientations.iter().zip(self.is_placed());
        let placed = orientations.filter_map(|(one, is_placed)| one.offsets.last().filter(|_| is_placed));
        placed.max().copied().unwrap_or(0)
    }

    /// True if an orientation can be placed anywhere.
    pub fn is_placed(&self) -> Vec<bool> {
        let mut is_placed = vec![false; self.orientations.len()];
        for &orientation in self.places.iter().flatten() {
            is_placed[orientation as usize] = true;
        }
        is_placed
    }
}

/// All placements of orientations: each is its first cell and the orientation.
pub struct Placements<'a> {
    cover: &'a Cover,
    /// The number of the first placement at each cell, and the end.
    starts: Vec<u32>,
}

impl<'a> Placements<'a> {
    pub fn count(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    /// All of them, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let all = (0..).zip(&self.cover.places);
        all.flat_map(|(cell, places)| places.iter().map(move |&orientation| (cell, orientation)))
    }

    pub fn get(&self, number: u32) -> (u32, u32) {
        let cell = self.starts.partition_point(|&start| start <= number) - 1;
        (cell as u32, self.cover.places[cell][(number - self.starts[cell]) as usize])
    }

    /// The number of a placement, if it is one.
    pub fn number(&self, (cell, orientation): (u32, u32)) -> Option<u32> {
        let rank = self.cover.places[cell as usize].binary_search(&orientation).ok()?;
        Some(self.starts[cell as usize] + rank as u32)
    }
}

/// The placements of a cover as pieces of its puzzle.
pub struct Assembly<'a> {
    pack: &'a Pack,
    placements: Placements<'a>,
    pieces: &'a [Vec<usize>],
}

impl<'a> Assembly<'a> {
    /// The assembly of packings from the whole cover of a puzzle.
    pub fn new(pack: &'a Pack, kinds: &'a Kinds, cover: &'a Cover) -> Self {
        Self { pack, placements: cover.placements(), pieces: &kinds.pieces }
    }

    /// The pieces on the board: those placed beforehand and these placements, with the pieces of a kind within their counts.
    pub fn packing(&self, placements: &[u32]) -> Packing {
        let scan = Scan::of(self.pack);
        let mut packing = self.pack.placed.clone();
        let mut left = None;
        packing.extend(placements.iter().map(|&number| {
            let (first, orientation) = self.placements.get(number);
            let orientation = &self.placements.cover.orientations[orientation as usize];
            let mut cells: Vec<Cell> =
                orientation.offsets.iter().map(|offset| scan.cell(first + offset)).collect();
            cells.sort_unstable();
            let piece = match self.pieces[usize::from(orientation.kind)][..] {
                [piece] => piece,
                ref several => next_of(several, left.get_or_insert_with(|| self.pack.left())),
            };
            Placed { piece, cells }
        }));
        packing.sort_unstable_by_key(|placed| placed.cells[0]);
        packing
    }
}

/// A cover before its places are found: its width and its most constrained piece are known from a few of them.
///
/// ```text
///   3 lines of 4     the box round a piece, and the cells without weight in it: none is four looks at sums
///   a b b c          over the cells above and to the left of its corners
///   a b b c          (Crow, "Summed-area tables for texture mapping", 1984)
///   d e e f
/// ```
#[derive(Clone)]
pub struct Outline {
    cover: Cover,
    stride: usize,
    boxes: Vec<Extent>,
    /// For each line and each cell in it, and their ends, the cells without weight before it in both directions.
    blocked: Vec<u32>,
    paint: Paint,
}

/// A kind of which there is one piece, and its first place if it has any: a cell and an orientation.
type Single = (u16, Option<(u32, u32)>);

/// The box round an orientation, in the directions of the scan.
#[derive(Clone, Debug)]
struct Extent {
    lines: usize,
    across: usize,
    /// The place of the first cell in its line.
    lead: usize,
    /// The ways to turn a piece so, each with the colours of its offsets; empty without paint.
    ways: Vec<Vec<(u32, Option<char>)>>,
}

impl Outline {
    /// The outline of a puzzle's cover.
    pub fn of(pack: &Pack, kinds: &Kinds, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let scan = Scan::of(pack);
        let cells = pack.size.cells();
        let areas = kinds.orientations.iter().flatten().map(Shape::area);
        budget.take::<u32>(2 * cells + areas.sum::<usize>())?;
        let paints = kinds.painted.iter().flatten().map(|piece| piece.paint.len());
        budget.take::<(u32, Option<char>)>(pack.paint.cells.len() + paints.sum::<usize>())?;
        let floor: Vec<Floor> = (0..cells as u32).map(|number| pack.floor_at(scan.cell(number))).collect();
        let mut weights: Vec<u32> = floor.iter().map(|floor| u32::from(*floor != Floor::Wall)).collect();
        for &cell in pack.placed.iter().flat_map(|piece| &piece.cells) {
            weights[scan.number(cell) as usize] = 0;
        }
        let areas = kinds.orientations.iter().map(|shapes| shapes[0].area() as u32);
        let below = (0..pack.paint.cells.len() as u32).map(|number| pack.paint_at(scan.cell(number)));
        let mut outline = Self {
            cover: Cover {
                weights,
                may_stay_empty: floor.iter().map(|floor| *floor != Floor::Full).collect(),
                kinds: areas.zip(kinds.left(pack)).map(|(area, counts)| Kind { area, counts }).collect(),
                orientations: Vec::new(),
                places: Vec::new(),
                empty: pack.empty.clone(),
                stride: Some(scan.stride.into()),
            },
            stride: scan.stride.into(),
            boxes: Vec::new(),
            blocked: Vec::new(),
            paint: Paint { cells: below.collect(), fits: pack.paint.fits.clone() },
        };
        for (kind, (shapes, painted)) in (0..).zip(kinds.orientations.iter().zip(&kinds.painted)) {
            for shape in shapes {
                outline.add(scan, kind, shape, if pack.paint.cells.is_empty() { &[] } else { painted });
            }
        }
        outline.sum_up();
        Ok(outline)
    }

    fn sum_up(&mut self) {
        let ends = self.stride + 1;
        self.blocked = vec![0; ends];
        for line in self.cover.weights.chunks(self.stride) {
            let (mut sum, above) = (0, self.blocked.len() - ends);
            self.blocked.push(0);
            for (place, &weight) in line.iter().enumerate() {
                sum += u32::from(weight == 0);
                self.blocked.push(self.blocked[above + place + 1] + sum);
            }
        }
    }

    /// Adds an orientation of a kind, and the ways to turn a piece to it, of all its ways.
    fn add(&mut self, scan: Scan, kind: u16, shape: &Shape, painted: &[Painted]) {
        let numbers: Vec<u32> = shape.cells().map(|cell| scan.number(cell)).collect();
        let lead = numbers.iter().copied().min().unwrap_or(0);
        let (height, width) = (shape.height().into(), shape.width().into());
        let (lines, across) = if scan.by_columns { (width, height) } else { (height, width) };
        let mut offsets: Vec<u32> = numbers.iter().map(|number| number - lead).collect();
        let ways = painted.iter().filter(|way| way.shape == *shape && !way.paint.is_empty());
        let coloured = |way: &Painted| offsets.iter().copied().zip(way.paint.iter().copied()).collect();
        self.boxes.push(Extent { lines, across, lead: lead as usize, ways: ways.map(coloured).collect() });
        offsets.sort_unstable();
        self.cover.orientations.push(Orientation { kind, pieces: 1, offsets });
    }

    /// The cells, ascending, that an orientation may be placed at by its first cell; empty if no piece of it is left.
    pub fn cells(&self, orientation: usize) -> impl Iterator<Item = u32> {
        let Orientation { kind, offsets, .. } = &self.cover.orientations[orientation];
        let is_left = *self.cover.kinds[usize::from(*kind)].counts.end() > 0;
        let Extent { lines, across, lead, ref ways } = self.boxes[orientation];
        let (stride, weights) = (self.stride, &self.cover.weights);
        let down = if is_left { (weights.len() / stride + 1).saturating_sub(lines) } else { 0 };
        let right = (stride + 1).saturating_sub(across);
        let corners = (0..down).flat_map(move |line| (0..right).map(move |place| (line, place)));
        let is_free = move |&(line, place): &(usize, usize)| {
            let sum = |line: usize, place: usize| self.blocked[line * (stride + 1) + place];
            let (below, beside) = (line + lines, place + across);
            let first = line * stride + place + lead;
            sum(below, beside) + sum(line, place) == sum(line, beside) + sum(below, place)
                || offsets.iter().all(|&offset| weights[first + offset as usize] > 0)
        };
        let is_allowed = move |first: &u32| {
            let allows = |&(offset, colour): &(u32, Option<char>)| {
                self.paint.allows(colour, self.paint.cells[(first + offset) as usize])
            };
            ways.is_empty() || ways.iter().any(|way| way.iter().all(allows))
        };
        let firsts = corners.filter(is_free).map(move |(line, place)| (line * stride + place + lead) as u32);
        firsts.filter(is_allowed)
    }

    /// Bits that the states of the cover take: `width` of it with the farthest reach of a piece that has a place.
    pub fn bits(&self, width: fn(&Cover, u32) -> u32, budget: &mut Budget<'_>) -> Result<u32, GaveUp> {
        let reach =
            |orientation: usize| self.cover.orientations[orientation].offsets.last().copied().unwrap_or(0);
        let mut longest: Vec<usize> = (0..self.boxes.len()).collect();
        longest.sort_by_key(|&orientation| Reverse(reach(orientation)));
        for orientation in longest {
            if self.cells(orientation).next().is_some() {
                return Ok(width(&self.cover, reach(orientation)));
            }
            budget.work(self.cover.weights.len())?;
        }
        Ok(width(&self.cover, 0))
    }

    /// The outline once a placement is made.
    #[must_use]
    pub fn with(&self, (first, orientation): (u32, u32)) -> Self {
        let mut rest = self.clone();
        let Cover { weights, kinds, orientations, .. } = &mut rest.cover;
        let Orientation { kind, pieces, offsets } = &orientations[orientation as usize];
        for offset in offsets {
            weights[(first + offset) as usize] = 0;
        }
        let counts = &mut kinds[usize::from(*kind)].counts;
        *counts = less(counts, *pieces);
        rest.sum_up();
        rest
    }

    /// The single piece, of some kinds, with the fewest places, at most `most`; none where there is one kind only.
    pub fn most_constrained(
        &self,
        among: impl Fn(u16) -> bool,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Single>, GaveUp> {
        let (mut fewest, mut least) = (None, most + 1);
        if self.cover.kinds.len() < 2 {
            return Ok(None);
        }
        for (kind, _) in
            (0..).zip(&self.cover.kinds).filter(|(kind, its)| its.counts == (1..=1) && among(*kind))
        {
            let own = (0..self.boxes.len()).filter(|&one| self.cover.orientations[one].kind == kind);
            let mut places = own.flat_map(|one| self.cells(one).map(move |cell| (cell, one as u32)));
            let first = places.next();
            let places = usize::from(first.is_some()) + places.take(least).count();
            budget.work(self.cover.weights.len())?;
            if places < least {
                (fewest, least) = (Some((kind, first)), places);
            }
        }
        Ok(fewest)
    }

    /// The cover: all places are found.
    pub fn fill(&self, budget: &mut Budget<'_>) -> Result<Cover, GaveUp> {
        let cells = self.cover.weights.len();
        budget.take::<Vec<u32>>(cells)?;
        let mut all = vec![Vec::new(); cells];
        for orientation in 0..self.boxes.len() {
            for cell in self.cells(orientation) {
                let places = &mut all[cell as usize];
                let before = places.capacity();
                places.push(orientation as u32);
                budget.take::<u32>(places.capacity() - before)?;
            }
            budget.work(cells)?;
        }
        Ok(Cover { places: all, ..self.cover.clone() })
    }
}
