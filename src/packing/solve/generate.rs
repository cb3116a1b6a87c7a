//! Random puzzles with one packing up to symmetry.
//!
//! ```text
//!   . . . .     A a . .     A a b B     pieces grow cell by cell, each from a cell with the fewest free neighbours, so
//!   . . . .     . . . .     A C C b     that few cells become isolated; if the board cannot be filled, it is restarted
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, RangeInclusive};

use crate::pack::Turned;
use crate::solve::enumerate::{Callbacks, Selection, enumerate};
use crate::{Cell, Floor, Freedom, Pack, Packing, Piece, Unknown};
use traybit_core::generation::{AllMade, GenerateError, make_all};
use traybit_core::{Cost, GaveUp, Limits, Rng, Shape, Size};

/// Options of random puzzles.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// Size of the board.
    pub size: Size,
    /// Range of the number of pieces.
    pub pieces: RangeInclusive<u32>,
    /// Range of the number of cells of a piece.
    pub areas: RangeInclusive<u32>,
    /// Number of cells that stay empty.
    pub empty: u32,
    /// Freedom of all pieces.
    pub freedom: Freedom,
    /// True if no two pieces may be equal.
    pub different: bool,
    /// Random seed.
    pub seed: u64,
    /// Maximum number of boards tried for each puzzle.
    pub tries: u64,
}

/// Makes the first `count` puzzles of the seed in the options.
pub fn generate(options: &GenerateOptions, count: u64, limits: &Limits) -> AllMade<Pack> {
    make_all(count, limits, |number, limits, cost| {
        let mut rng = Rng::new(options.seed, number);
        let pieces = options.numbers();
        if pieces.is_empty() {
            return Err(GenerateError::NoBoard);
        }
        for tries in 1..=options.tries {
            limits.check()?;
            let spread = u64::from(pieces.end() - pieces.start()) + 1;
            let pieces = pieces.start() + rng.below(spread) as u32;
            let Some(puzzle) = options.deal(pieces, &mut rng, limits)? else { continue };
            if is_unique(&puzzle, limits, cost)? {
                return Ok((puzzle, tries));
            }
        }
        Err(GenerateError::NotFound { number, too_large: 0 })
    })
}

fn is_unique(puzzle: &Pack, limits: &Limits, cost: &mut Cost) -> Result<bool, GenerateError> {
    let two = Selection { most: 2, distinct: true };
    let mut take = |_: Packing| ControlFlow::Continue(());
    let listed = enumerate(puzzle, two, Callbacks::default(), limits, &|packing| packing, &mut take)
        .expect("no checkpoint");
    *cost = cost.then(listed.cost);
    match listed.ended {
        Some(Unknown::GaveUp(reason)) => Err(reason.into()),
        Some(_) => Ok(false),
        None => Ok(listed.found == 1),
    }
}

impl GenerateOptions {
    fn covered(&self) -> u32 {
        (self.size.cells() as u32).saturating_sub(self.empty)
    }

    /// Range of the number of pieces that can cover the board; empty if no number can.
    fn numbers(&self) -> RangeInclusive<u32> {
        let (least, most) = self.areas.clone().into_inner();
        if most == 0 {
            return RangeInclusive::new(1, 0);
        }
        let fewest = self.covered().div_ceil(most).max(*self.pieces.start()).max(1);
        fewest..=(self.covered() / least.max(1)).min(*self.pieces.end())
    }

    /// A random puzzle that has a packing; `None` if its pieces leave cells that cannot be covered.
    fn deal(&self, pieces: u32, rng: &mut Rng, limits: &Limits) -> Result<Option<Pack>, GaveUp> {
        let mut free = vec![true; self.size.cells()];
        let mut left: Vec<usize> = (0..free.len()).collect();
        for _ in 0..self.empty {
            free[left.remove(rng.below(left.len() as u64) as usize)] = false;
        }
        let mut kinds: BTreeMap<Vec<Turned>, u32> = BTreeMap::new();
        for area in self.deal_areas(pieces, rng) {
            limits.check()?;
            let Some(cells) = self.grow(area, &mut free, rng) else { return Ok(None) };
            let shape = Shape::of(&cells).0;
            let piece = self.piece(String::new(), shape, 1);
            let count = kinds.entry(piece.orientations()).or_default();
            *count += 1;
            if self.different && *count > 1 {
                return Ok(None);
            }
        }
        // Neither the order of the pieces nor their orientations may reveal the packing.
        let named = (0_u32..).zip(kinds).map(|(number, (orientations, count))| {
            let letter = char::from_u32(u32::from('A') + number).filter(char::is_ascii_uppercase);
            let name = letter.map_or_else(|| format!("P{}", number + 1), String::from);
            self.piece(name, orientations[0].shape.clone(), count)
        });
        let floor = vec![Floor::Open; self.size.cells()];
        let empty = self.empty..=self.empty;
        let pack = Pack { empty, ..Pack::new(self.size, floor, named.collect()) };
        Ok(pack.checked().ok())
    }

    fn piece(&self, name: String, shape: Shape, count: u32) -> Piece {
        Piece { name, shape, freedom: self.freedom, paint: Vec::new(), colour: None, counts: count..=count }
    }

    fn deal_areas(&self, pieces: u32, rng: &mut Rng) -> Vec<u32> {
        let (least, most) = self.areas.clone().into_inner();
        let mut areas = vec![least.max(1); pieces as usize];
        let mut smaller: Vec<usize> = (0..areas.len()).filter(|&piece| areas[piece] < most).collect();
        for _ in areas.iter().sum::<u32>()..self.covered() {
            let index = rng.below(smaller.len() as u64) as usize;
            let area = &mut areas[smaller[index]];
            *area += 1;
            if *area == most {
                smaller.remove(index);
            }
        }
        areas
    }

    /// Takes the cells of a random piece; `None` if there is no room.
    fn grow(&self, area: u32, free: &mut [bool], rng: &mut Rng) -> Option<Vec<Cell>> {
        let size = self.size;
        let is_free = |cell: &Cell, free: &[bool]| free[size.number(*cell)];
        let neighbours = |cell: &Cell| size.beside(*cell).filter(|other| is_free(other, free)).count();
        let mut next: Vec<Cell> = size.all().filter(|cell| is_free(cell, free)).collect();
        let fewest = next.iter().map(neighbours).min()?;
        next.retain(|cell| neighbours(cell) == fewest);
        let mut cells = BTreeSet::new();
        while !next.is_empty() {
            let cell = next.remove(rng.below(next.len() as u64) as usize);
            if cells.is_empty() {
                next.clear();
            }
            free[size.number(cell)] = false;
            cells.insert(cell);
            if cells.len() as u32 == area {
                return Some(cells.into_iter().collect());
            }
            for other in size.beside(cell).filter(|other| is_free(other, free)) {
                if let Err(place) = next.binary_search(&other) {
                    next.insert(place, other);
                }
            }
        }
        None
    }
}
