//! A packing puzzle as a cover of numbered cells: pieces without names on a board without rows.
//!
//! ```text
//!  a board of 2 rows and 5 columns       cells are numbered along the short side, so that a piece reaches
//!     0 2 4 6 8                          over few numbers: what is decided and what is not meet in a
//!     1 3 5 7 9                          short stretch, the *front*
//! ```
//!
//! An *orientation* is one orientation of a kind of pieces as the distances of its cells from its first one. It may be placed
//! at some cells, by its first cell. Walls and what is covered beforehand have no weight; an open cell weighs 1, or as
//! many cells as it stands for.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::pack::{Cell, Floor, Pack};
use traybit_core::shape::Shape;

/// Cells, orientations and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Number of cells of the board that each cell stands for; 0 where nothing is left to be decided.
    pub weights: Vec<u32>,
    /// True if a cell may stay empty.
    pub may_stay_empty: Vec<bool>,
    /// Kinds of pieces.
    pub kinds: Vec<Kind>,
    /// Ways to place a piece, those of a kind together.
    pub orientations: Vec<Orientation>,
    /// The orientations that may be placed with their first cell on a cell, ascending.
    pub places: Vec<Vec<u32>>,
    /// Range of the weight that stays empty.
    pub empty: RangeInclusive<u32>,
    /// Distance between the numbers of neighbours in adjacent lines, where cells are those of a board and orientations are
    /// connected on it, few, and placed at many cells.
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

/// One way to place a piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation {
    /// The kind of the piece.
    pub kind: u16,
    /// Number of pieces that it stands for.
    pub pieces: u32,
    /// Its cells counted from the first one, ascending from 0.
    pub offsets: Vec<u32>,
}

/// The numbers of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Cells side by side in the scan's direction: the short side of the board.
    pub stride: u16,
    /// True if the scan goes down the columns.
    pub by_columns: bool,
}

impl Scan {
    /// The scan of a puzzle's board.
    #[must_use]
    pub fn of(pack: &Pack) -> Self {
        let size = pack.size;
        let by_columns = size.height < size.width;
        Self { stride: size.height.min(size.width), by_columns }
    }

    /// The number of a cell.
    #[must_use]
    pub fn number(self, (row, column): Cell) -> u32 {
        let (line, place) = if self.by_columns { (column, row) } else { (row, column) };
        u32::from(line) * u32::from(self.stride) + u32::from(place)
    }

    /// The cell of a number.
    #[must_use]
    pub fn cell(self, number: u32) -> Cell {
        let stride = u32::from(self.stride);
        let (line, place) = ((number / stride) as u16, (number % stride) as u16);
        if self.by_columns { (place, line) } else { (line, place) }
    }
}

/// The pieces of a puzzle that cannot be distinguished, since they have the same orientations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// The kind of each piece of the puzzle.
    pub of_piece: Vec<u16>,
    /// The orientations of each kind, ascending.
    pub orientations: Vec<Vec<Shape>>,
    /// Range of the number of each kind, those placed beforehand included.
    pub counts: Vec<RangeInclusive<u32>>,
}

impl Kinds {
    /// The kinds of a puzzle.
    #[must_use]
    pub fn of(pack: &Pack) -> Self {
        let mut known: BTreeMap<Vec<Shape>, u16> = BTreeMap::new();
        let mut kinds = Self { of_piece: Vec::new(), orientations: Vec::new(), counts: Vec::new() };
        for piece in &pack.pieces {
            let orientations = piece.orientations();
            let next = kinds.orientations.len() as u16;
            let kind = *known.entry(orientations.clone()).or_insert(next);
            if kind == next {
                kinds.orientations.push(orientations);
                kinds.counts.push(0..=0);
            }
            add(&mut kinds.counts[usize::from(kind)], &piece.counts);
            kinds.of_piece.push(kind);
        }
        kinds
    }
}

fn add(counts: &mut RangeInclusive<u32>, more: &RangeInclusive<u32>) {
    *counts = counts.start().saturating_add(*more.start())..=counts.end().saturating_add(*more.end());
}

impl Cover {
    /// The cover that a puzzle asks for.
    #[must_use]
    pub fn of(pack: &Pack, kinds: &Kinds) -> Self {
        let scan = Scan::of(pack);
        let cells = pack.size.cells();
        let floor: Vec<Floor> = (0..cells as u32).map(|number| pack.floor_at(scan.cell(number))).collect();
        let mut weights: Vec<u32> = floor.iter().map(|floor| u32::from(*floor != Floor::Wall)).collect();
        for &cell in pack.placed.iter().flat_map(|piece| &piece.cells) {
            weights[scan.number(cell) as usize] = 0;
        }
        // A name that has more than it must have makes up for none of its kind that has not.
        let mut counts = vec![0..=0; kinds.orientations.len()];
        for (left, &kind) in pack.left().into_iter().zip(&kinds.of_piece) {
            add(&mut counts[usize::from(kind)], &left);
        }
        let areas = kinds.orientations.iter().map(|shapes| shapes[0].area() as u32);
        let mut cover = Self {
            weights,
            may_stay_empty: floor.iter().map(|floor| *floor != Floor::Full).collect(),
            kinds: areas.zip(counts).map(|(area, counts)| Kind { area, counts }).collect(),
            orientations: Vec::new(),
            places: vec![Vec::new(); cells],
            empty: pack.empty.clone(),
            stride: Some(scan.stride.into()),
        };
        for (kind, orientations) in (0..).zip(&kinds.orientations) {
            for shape in orientations {
                cover.place_everywhere(pack, scan, kind, shape);
            }
        }
        cover
    }

    /// Adds an orientation, at every cell where nothing is in its way; nowhere when there is no piece left. Its number does
    /// not depend on that.
    fn place_everywhere(&mut self, pack: &Pack, scan: Scan, kind: u16, shape: &Shape) {
        let size = pack.size;
        let is_left = *self.kinds[usize::from(kind)].counts.end() > 0;
        let rows = (size.height + 1).saturating_sub(shape.height());
        let columns = (size.width + 1).saturating_sub(shape.width());
        let mut offsets: Vec<u32> = shape.cells().map(|cell| scan.number(cell)).collect();
        offsets.sort_unstable();
        let lead = offsets[0];
        for offset in &mut offsets {
            *offset -= lead;
        }
        let number = self.orientations.len() as u32;
        for row in 0..if is_left { rows } else { 0 } {
            for column in 0..columns {
                let first = scan.number((row, column)) + lead;
                if offsets.iter().all(|offset| self.weights[(first + offset) as usize] > 0) {
                    self.places[first as usize].push(number);
                }
            }
        }
        self.orientations.push(Orientation { kind, pieces: 1, offsets });
    }

    /// All ways to place an orientation, as its first cell and the orientation, in the order of their numbers.
    #[must_use]
    pub fn placements(&self) -> Vec<(u32, u32)> {
        let all = (0..).zip(&self.places);
        all.flat_map(|(cell, places)| places.iter().map(move |&orientation| (cell, orientation))).collect()
    }

    /// The rest of the cover once a placement is made.
    #[must_use]
    pub fn with(&self, number: u32) -> Self {
        let mut rest = self.clone();
        let Some(&(first, orientation)) = self.placements().get(number as usize) else { return rest };
        let orientation = &self.orientations[orientation as usize];
        for offset in &orientation.offsets {
            rest.weights[(first + offset) as usize] = 0;
        }
        let counts = &mut rest.kinds[usize::from(orientation.kind)].counts;
        let less = |count: u32| count.saturating_sub(orientation.pieces);
        *counts = less(*counts.start())..=less(*counts.end());
        for (cell, places) in (0u32..).zip(&mut rest.places) {
            places.retain(|&orientation| {
                let Orientation { kind, offsets, .. } = &self.orientations[orientation as usize];
                *rest.kinds[usize::from(*kind)].counts.end() > 0
                    && offsets.iter().all(|offset| rest.weights[(cell + offset) as usize] > 0)
            });
        }
        rest
    }

    /// The weight of all cells together.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.weights.iter().map(|&weight| u64::from(weight)).sum()
    }

    /// Range of the weight that may stay empty by all conditions; empty where the counts contradict them.
    #[must_use]
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
    #[must_use]
    pub fn never_covered(&self) -> Vec<bool> {
        let mut never = vec![true; self.weights.len()];
        for (cell, places) in self.places.iter().enumerate() {
            for &orientation in places {
                for &offset in &self.orientations[orientation as usize].offsets {
                    never[cell + offset as usize] = false;
                }
            }
        }
        never
    }

    /// Longest distance from the first cell to the last of a piece that can be placed.
    #[must_use]
    pub fn reach(&self) -> u32 {
        let orientations = self.orientations.iter().zip(self.is_placed());
        orientations
            .filter(|(_, is_placed)| *is_placed)
            .filter_map(|(orientation, _)| orientation.offsets.last())
            .max()
            .copied()
            .unwrap_or(0)
    }

    /// True if an orientation can be placed anywhere.
    #[must_use]
    pub fn is_placed(&self) -> Vec<bool> {
        let mut is_placed = vec![false; self.orientations.len()];
        for &orientation in self.places.iter().flatten() {
            is_placed[orientation as usize] = true;
        }
        is_placed
    }
}
