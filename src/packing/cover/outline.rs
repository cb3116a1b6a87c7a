//! A cover before its places are found: its width and its most constrained piece are known from a few of them.
//!
//! ```text
//!   3 lines of 4     the box round a piece, and the cells without weight in it: none is four looks at sums
//!   a b b c          over the cells above and to the left of its corners
//!   a b b c          (Crow, "Summed-area tables for texture mapping", 1984)
//!   d e e f
//! ```

use std::cmp::Reverse;

use crate::budget::Budget;
use crate::cover::{Cover, Kind, Orientation};
use crate::kinds::{Kinds, Scan};
use crate::pack::paint::{Paint, Painted};
use crate::pack::{Floor, Pack};
use traybit_core::search::outcome::GaveUp;
use traybit_core::shape::Shape;

/// A cover without places, and the boxes of its orientations.
#[derive(Clone)]
pub struct Outline {
    pub(super) cover: Cover,
    stride: usize,
    boxes: Vec<Extent>,
    /// For each line and each cell in it, and their ends, the cells without weight before it in both directions.
    blocked: Vec<u32>,
    /// The paint of the cells, by number, and that of the orientations.
    paint: Paint,
    colours: Vec<Ways>,
}

/// The ways to turn a piece to an orientation, each with the colours of its offsets; empty without paint.
type Ways = Vec<Vec<(u32, Option<char>)>>;

/// A kind of which there is one piece, and its first place if it has any: a cell and an orientation.
type Single = (u16, Option<(u32, u32)>);

/// The box round an orientation, in the directions of the scan.
#[derive(Clone, Copy, Debug)]
struct Extent {
    lines: usize,
    across: usize,
    /// The place of the first cell in its line.
    lead: usize,
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
            colours: Vec::new(),
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
        self.boxes.push(Extent { lines, across, lead: lead as usize });
        let mut offsets: Vec<u32> = numbers.iter().map(|number| number - lead).collect();
        let ways = painted.iter().filter(|way| way.shape == *shape && !way.paint.is_empty());
        let coloured = |way: &Painted| offsets.iter().copied().zip(way.paint.iter().copied()).collect();
        self.colours.push(ways.map(coloured).collect());
        offsets.sort_unstable();
        self.cover.orientations.push(Orientation { kind, pieces: 1, offsets });
    }

    /// The cells, ascending, that an orientation may be placed at by its first cell; none where no piece of it is left.
    pub fn cells(&self, orientation: usize) -> impl Iterator<Item = u32> {
        let Orientation { kind, offsets, .. } = &self.cover.orientations[orientation];
        let is_left = *self.cover.kinds[usize::from(*kind)].counts.end() > 0;
        let Extent { lines, across, lead } = self.boxes[orientation];
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
        let ways = &self.colours[orientation];
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
        rest.cover.place(first, orientation);
        rest.sum_up();
        rest
    }

    /// Finds, among some kinds of which there is one piece, that with the fewest places, at most `most`; none if there is
    /// one kind only.
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
    pub fn fill(self, budget: &mut Budget<'_>) -> Result<Cover, GaveUp> {
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
        Ok(Cover { places: all, ..self.cover })
    }
}
