//! A packing puzzle as an exact cover of numbered cells: pieces without names on a board without rows.
//!
//! ```text
//!  a board of 2 rows and 5 columns       cells are numbered along the short side, so that a piece spans few
//!     0 2 4 6 8                          numbers: decided and undecided cells mix only in a short range,
//!     1 3 5 7 9                          the *front* (frontier)
//! ```
//!
//! An *orientation* of a kind of pieces lists the distances of its cells from the first one, by which it is placed. Walls
//! and cells covered beforehand have weight 0; an open cell has weight 1, or the number of cells that it represents.

use std::ops::RangeInclusive;

use crate::budget::Budget;
use crate::kinds::{Kinds, Scan, next_of};
use crate::pack::{Floor, Pack, Packing, Placed, Turned, less, sum};
use traybit_core::{GaveUp, sorted};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Number of cells of the board that each cell stands for; 0 if the cell needs no decision.
    pub weights: Vec<u32>,
    pub may_stay_empty: Vec<bool>,
    pub kinds: Vec<Kind>,
    /// Orientations of the pieces, grouped by kind.
    pub orientations: Vec<Orientation>,
    /// For each cell, the orientations that may be placed with their first cell on it, ascending.
    pub places: Vec<Vec<u32>>,
    /// The number of the first placement at each cell, then the end.
    pub starts: Vec<u32>,
    /// Range of the total weight of the cells that stay empty.
    pub empty: RangeInclusive<u32>,
    /// Distance between the numbers of neighbours in adjacent lines; `None` if the cells are not those of a board.
    pub stride: Option<u32>,
}

/// A kind: equal pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Number of cells that one covers.
    pub area: u32,
    /// Range of the number of pieces placed.
    pub counts: RangeInclusive<u32>,
}

impl Kind {
    /// True if exactly one piece is placed.
    pub fn is_single(&self) -> bool {
        self.counts == (1..=1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation {
    pub kind: u16,
    /// Number of pieces that the orientation stands for.
    pub pieces: u32,
    /// Its cells, as distances from the first one, ascending from 0.
    pub offsets: Vec<u32>,
}

/// The number of items before each of some lists, and before the end.
pub fn starts<T>(lists: &[Vec<T>]) -> Vec<u32> {
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u32;
        Some(*end)
    });
    [0].into_iter().chain(ends).collect()
}

impl Cover {
    /// All placements in the order of their numbers, each as its first cell and its orientation.
    pub fn placements(&self) -> impl Iterator<Item = (u32, u32)> {
        let all = (0..).zip(&self.places);
        all.flat_map(|(cell, places)| places.iter().map(move |&orientation| (cell, orientation)))
    }

    /// Number of placements.
    pub fn size(&self) -> u32 {
        self.starts[self.starts.len() - 1]
    }

    pub fn placement(&self, number: u32) -> (u32, u32) {
        let cell = self.starts.partition_point(|&start| start <= number) - 1;
        (cell as u32, self.places[cell][(number - self.starts[cell]) as usize])
    }

    pub fn number(&self, (cell, orientation): (u32, u32)) -> Option<u32> {
        let rank = self.places[cell as usize].binary_search(&orientation).ok()?;
        Some(self.starts[cell as usize] + rank as u32)
    }

    /// Packing of these placements and the pieces placed beforehand. This must be the whole cover of the puzzle, and the
    /// number of pieces of each kind within its range.
    pub fn packing(&self, pack: &Pack, kinds: &Kinds, placements: &[u32]) -> Packing {
        let scan = Scan::of(pack);
        let mut packing = pack.placed.clone();
        let mut left = None;
        packing.extend(placements.iter().map(|&number| {
            let (first, orientation) = self.placement(number);
            let Orientation { kind, offsets, .. } = &self.orientations[orientation as usize];
            let piece = match kinds.pieces[usize::from(*kind)][..] {
                [piece] => piece,
                ref several => next_of(several, left.get_or_insert_with(|| pack.left())),
            };
            Placed { piece, cells: scan.cells(first, offsets) }
        }));
        packing.sort_unstable_by_key(|placed| placed.cells[0]);
        packing
    }

    pub fn weight(&self) -> u64 {
        self.weights.iter().map(|&weight| u64::from(weight)).sum()
    }

    /// Range of the weight that may stay empty under all conditions; an empty range if they contradict the counts.
    pub fn empties(&self) -> RangeInclusive<u64> {
        let covered = sum(self.kinds.iter().map(|kind| (kind.area.into(), &kind.counts)));
        let (weight, (least, most)) = (self.weight(), covered.into_inner());
        if least > weight {
            return RangeInclusive::new(1, 0);
        }
        let fewest = weight.saturating_sub(most).max((*self.empty.start()).into());
        fewest..=(weight - least).min((*self.empty.end()).into())
    }

    /// The kind of a single piece with the fewest placements, at most `most`, among some kinds; `None` if there is only one
    /// kind.
    pub fn most_constrained(&self, among: impl Fn(u16) -> bool, most: usize) -> Option<u16> {
        let mut places = vec![0; self.kinds.len()];
        for (_, orientation) in self.placements() {
            places[usize::from(self.orientations[orientation as usize].kind)] += 1;
        }
        let kinds = (0..).zip(&self.kinds).zip(places).filter(|_| self.kinds.len() > 1);
        let single = kinds.filter(|((kind, its), places)| its.is_single() && among(*kind) && *places <= most);
        single.min_by_key(|&(_, places)| places).map(|((kind, _), _)| kind)
    }

    /// The rest of the cover after a placement: the cells and pieces that are left, and the placements that have room there.
    pub fn with(&self, number: u32, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let (first, orientation) = self.placement(number);
        let Orientation { kind, pieces, offsets } = &self.orientations[orientation as usize];
        let (mut weights, mut kinds) = (self.weights.clone(), self.kinds.clone());
        for offset in offsets {
            weights[(first + offset) as usize] = 0;
        }
        let counts = &mut kinds[usize::from(*kind)].counts;
        *counts = less(counts, *pieces);
        budget.take::<(Vec<u32>, u32)>(weights.len())?;
        let mut places = Vec::with_capacity(weights.len());
        for (cell, own) in self.places.iter().enumerate() {
            let has_room = |&number: &u32| {
                let Orientation { kind, offsets, .. } = &self.orientations[number as usize];
                *kinds[usize::from(*kind)].counts.end() > 0
                    && offsets.iter().all(|&offset| weights[cell + offset as usize] > 0)
            };
            let left: Vec<u32> = own.iter().copied().filter(has_room).collect();
            budget.take::<u32>(left.len())?;
            places.push(left);
        }
        let (may_stay_empty, orientations) = (self.may_stay_empty.clone(), self.orientations.clone());
        let (starts, empty, stride) = (starts(&places), self.empty.clone(), self.stride);
        Ok(Self { weights, may_stay_empty, kinds, orientations, places, starts, empty, stride })
    }

    /// For each cell, true if no placement covers it.
    pub fn never_covered(&self, budget: &mut Budget<'_>) -> Result<Vec<bool>, GaveUp> {
        let mut never = vec![true; self.weights.len()];
        for (cell, orientation) in self.placements() {
            let offsets = &self.orientations[orientation as usize].offsets;
            for offset in offsets {
                never[(cell + offset) as usize] = false;
            }
            budget.work(offsets.len())?;
        }
        Ok(never)
    }

    /// Maximum distance from the first cell to the last one of an orientation that can be placed.
    pub fn reach(&self) -> u32 {
        self.placed().filter_map(<[u32]>::last).max().copied().unwrap_or(0)
    }

    /// The offsets of each orientation; none if it has no placement, as it may be larger than the word of a state.
    pub fn placed(&self) -> impl Iterator<Item = &[u32]> {
        let mut is_placed = vec![false; self.orientations.len()];
        for &orientation in self.places.iter().flatten() {
            is_placed[orientation as usize] = true;
        }
        let orientations = self.orientations.iter().zip(is_placed);
        orientations.map(|(one, is_placed)| if is_placed { &one.offsets[..] } else { &[] })
    }
}

/// A cover whose placements are not computed yet; its width needs only a few of them.
pub struct Outline<'a> {
    pack: &'a Pack,
    /// The orientations of the cover as shapes.
    turned: Vec<&'a Turned>,
    /// Without places.
    pub cover: Cover,
}

impl<'a> Outline<'a> {
    pub fn of(pack: &'a Pack, kinds: &'a Kinds, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let scan = Scan::of(pack);
        let cells = pack.size.cells();
        let turned: Vec<&Turned> = kinds.orientations.iter().flatten().collect();
        budget.take::<u32>(cells + turned.iter().map(|turned| turned.shape.area()).sum::<usize>())?;
        let floor: Vec<Floor> = (0..cells as u32).map(|number| pack.floor_at(scan.cell(number))).collect();
        let mut weights: Vec<u32> = floor.iter().map(|floor| u32::from(*floor != Floor::Wall)).collect();
        for &cell in pack.placed.iter().flat_map(|piece| &piece.cells) {
            weights[scan.number(cell) as usize] = 0;
        }
        let areas = kinds.orientations.iter().map(|turned| turned[0].shape.area() as u32);
        let orientation = |(kind, turned): (u16, &Turned)| {
            let cells = sorted(turned.shape.cells().map(|cell| scan.number(cell)));
            Orientation { kind, pieces: 1, offsets: cells.iter().map(|cell| cell - cells[0]).collect() }
        };
        let orientations = (0..).zip(&kinds.orientations);
        let orientations = orientations.flat_map(|(kind, all)| all.iter().map(move |turned| (kind, turned)));
        let cover = Cover {
            weights,
            may_stay_empty: floor.iter().map(|floor| *floor != Floor::Full).collect(),
            kinds: areas.zip(kinds.left(pack)).map(|(area, counts)| Kind { area, counts }).collect(),
            orientations: orientations.map(orientation).collect(),
            places: Vec::new(),
            starts: Vec::new(),
            empty: pack.empty.clone(),
            stride: Some(scan.stride),
        };
        Ok(Self { pack, turned, cover })
    }

    /// The cells on which the first cell of an orientation may be placed; none if no such piece is left.
    pub fn cells(&self, orientation: usize) -> impl Iterator<Item = u32> {
        let Orientation { kind, offsets, .. } = &self.cover.orientations[orientation];
        let is_left = *self.cover.kinds[usize::from(*kind)].counts.end() > 0;
        let (turned, weights, scan) = (self.turned[orientation], &self.cover.weights, Scan::of(self.pack));
        // The first cell in reading order may come later in the scan.
        let first = turned.shape.cells().map(|cell| scan.number(cell)).min().unwrap_or(0);
        let back = scan.number((0, turned.shape.lead())) - first;
        let anchors = self.pack.anchors(&turned.shape).take_while(move |_| is_left);
        let firsts = anchors.map(move |anchor| scan.number(anchor) - back);
        let is_free = move |first: &u32| offsets.iter().all(|&offset| weights[(first + offset) as usize] > 0);
        let is_allowed = move |first: &u32| {
            self.pack.paint.cells.is_empty()
                || self.pack.fitting(turned, &scan.cells(*first, offsets)).is_some()
        };
        firsts.filter(is_free).filter(is_allowed)
    }

    /// Maximum reach of an orientation that has a placement.
    pub fn reach(&self, budget: &mut Budget<'_>) -> Result<u32, GaveUp> {
        let mut farthest = 0;
        for (number, orientation) in self.cover.orientations.iter().enumerate() {
            let reach = orientation.offsets.last().copied().unwrap_or(0);
            if reach > farthest && self.cells(number).next().is_some() {
                farthest = reach;
            }
            budget.work(self.cover.weights.len())?;
        }
        Ok(farthest)
    }

    /// Computes all placements and returns the cover.
    pub fn fill(&self, budget: &mut Budget<'_>) -> Result<Cover, GaveUp> {
        let cells = self.cover.weights.len();
        budget.take::<(Vec<u32>, u32)>(cells)?;
        let mut all = vec![Vec::new(); cells];
        for orientation in 0..self.turned.len() {
            budget.work(cells * self.cover.orientations[orientation].offsets.len())?;
            for cell in self.cells(orientation) {
                let places = &mut all[cell as usize];
                let before = places.capacity();
                places.push(orientation as u32);
                budget.take::<u32>(places.capacity() - before)?;
            }
        }
        Ok(Cover { starts: starts(&all), places: all, ..self.cover.clone() })
    }
}
