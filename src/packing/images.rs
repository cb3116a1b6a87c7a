//! Images of placements under symmetries: canonical packings, division of a puzzle into parts, and the packings that a
//! symmetry fixes.
//!
//! ```text
//!  the cross of the pentominoes on 6×10:      . . . . . . . . . .      8 places up to symmetry of the board: one part
//!  32 places, in fours that are turned        . x x x x . . . . .      each, in which only the turns that fix that place
//!  into one another                           . x x x x . . . . .      remain as symmetries
//!
//!  half a turn   a b c d      an orbit of cells under the symmetry becomes one cell with their total weight; a piece
//!                e f f e      and its images, if they do not overlap, become one orientation; and kinds that it
//!                d c b a      exchanges, with equal numbers of pieces, become one kind
//! ```
//!
//! A packing is the ascending list of its placements; the smallest list among its images is canonical. Parts fix the piece
//! with the fewest places first: a scan by cells would decide it late, and fail repeatedly for the same reason. Few packings
//! are their own images: searching them costs about the square root of searching all. (By these, the lemma of Cauchy,
//! Frobenius and Burnside counts classes.)

use std::collections::BTreeSet;
use std::sync::Arc;

use hashbrown::HashMap;
use indexmap::IndexSet;

use crate::budget::Budget;
use crate::cover::{Cover, Kind, Orientation, starts};
use crate::symmetry::Symmetry;
use traybit_core::{GaveUp, sorted};

/// Maximum number of parts: a piece with more places does not constrain much.
pub const MOST: usize = 256;

/// Maximum number of cells and placements of all parts together.
const LARGEST: usize = 1 << 23;

pub struct Part {
    /// Cover of the remaining cells.
    pub cover: Cover,
    /// For each placement of this part, its number in the whole cover, or `EMPTY` for a move that places nothing.
    pub names: Vec<u32>,
    /// The placement that defines the part, by its number in the whole cover.
    pub placed: Option<u32>,
    /// Images of placements of the whole cover under the symmetries that leave that placement unchanged.
    pub images: Images,
}

/// The parts of a cover, one for each placement of a single piece up to symmetry; or the whole cover as one part.
pub fn split(
    cover: &Cover,
    single: Option<u16>,
    images: &Images,
    budget: &mut Budget<'_>,
) -> Result<Vec<Part>, GaveUp> {
    let is_own = |&number: &u32| {
        let (_, orientation) = cover.placement(number);
        Some(cover.orientations[orientation as usize].kind) == single
            && images.tables.iter().all(|table| number <= table[number as usize])
    };
    let own: Vec<u32> = (0..cover.size()).filter(is_own).collect();
    let size = cover.size() as usize + cover.weights.len();
    if single.is_none() || own.len().saturating_mul(size) > LARGEST {
        budget.take::<u32>(2 * cover.size() as usize)?;
        let names = (0..cover.size()).collect();
        return Ok(vec![Part { cover: cover.clone(), names, placed: None, images: images.clone() }]);
    }
    let mut part = |number: u32| {
        let part = cover.with(number, budget)?;
        budget.take::<u32>(part.size() as usize)?;
        let names = part.placements().filter_map(|placement| cover.number(placement)).collect();
        let fixing = images.tables.iter().filter(|table| table[number as usize] == number).cloned();
        Ok(Part { cover: part, names, placed: Some(number), images: Images { tables: fixing.collect() } })
    };
    own.into_iter().map(&mut part).collect()
}

#[derive(Clone)]
pub struct Images {
    /// For each symmetry except the identity, the image of each placement.
    tables: Vec<Arc<Vec<u32>>>,
}

impl Images {
    pub fn new(cover: &Cover, group: &[Symmetry], budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let symmetries = group.iter().filter(|symmetry| !symmetry.is_identity());
        let tables = symmetries.map(|symmetry| images(cover, symmetry, budget).map(Arc::new));
        Ok(Self { tables: tables.collect::<Result<_, _>>()? })
    }

    /// True if a packing is canonical: no image of it is smaller.
    pub fn is_first(&self, packing: &[u32]) -> bool {
        let Some(&first) = packing.first() else { return true };
        let mut image = Vec::new();
        self.tables.iter().all(|table| {
            let images = packing.iter().map(|&placement| table[placement as usize]);
            // In most cases the first placements decide.
            match images.clone().min() {
                Some(least) if least != first => first < least,
                _ => {
                    image.clear();
                    image.extend(images);
                    image.sort_unstable();
                    packing <= &image[..]
                }
            }
        })
    }

    /// The distinct packings among a packing and its images, ascending.
    pub fn different(&self, packing: &[u32]) -> BTreeSet<Vec<u32>> {
        let image =
            |table: &Arc<Vec<u32>>| sorted(packing.iter().map(|&placement| table[placement as usize]));
        self.tables.iter().map(image).chain([packing.to_vec()]).collect()
    }
}

/// The image of each placement of a cover under a symmetry.
fn images(cover: &Cover, symmetry: &Symmetry, budget: &mut Budget<'_>) -> Result<Vec<u32>, GaveUp> {
    budget.take::<u32>(cover.size() as usize)?;
    // On a narrow board different orientations can have the same offsets.
    let mut alike: HashMap<(u16, &[u32]), Vec<u32>> = HashMap::new();
    for (orientation, number) in cover.orientations.iter().zip(0..) {
        alike.entry((orientation.kind, &orientation.offsets)).or_default().push(number);
    }
    let (mut images, mut cells) = (Vec::with_capacity(cover.size() as usize), Vec::new());
    for (cell, orientation) in cover.placements() {
        let own = &cover.orientations[orientation as usize];
        cells.clear();
        cells.extend(own.offsets.iter().map(|offset| symmetry.cells[(cell + offset) as usize]));
        cells.sort_unstable();
        let first = cells.first().copied().unwrap_or(cell);
        for cell in &mut cells {
            *cell -= first;
        }
        let mut others =
            alike.get(&(symmetry.kinds[usize::from(own.kind)], &cells[..])).into_iter().flatten();
        images.extend(others.find_map(|&image| cover.number((first, image))));
        budget.work(own.offsets.len())?;
    }
    debug_assert_eq!(images.len(), cover.size() as usize, "each placement has an image");
    Ok(images)
}

/// Orbits of a permutation: the number of each element's orbit, and the orbits in the order of their smallest elements.
fn orbits(images: impl Iterator<Item = usize>) -> (Vec<usize>, Vec<Vec<usize>>) {
    let images: Vec<usize> = images.collect();
    let (mut numbers, mut orbits) = (vec![usize::MAX; images.len()], Vec::new());
    for first in 0..images.len() {
        let (mut members, mut next) = (Vec::new(), first);
        while numbers[next] == usize::MAX {
            numbers[next] = orbits.len();
            members.push(next);
            next = images[next];
        }
        if !members.is_empty() {
            orbits.push(members);
        }
    }
    (numbers, orbits)
}

/// The cover of the packings that a symmetry of a puzzle leaves unchanged.
pub fn invariant(cover: &Cover, symmetry: &Symmetry, budget: &mut Budget<'_>) -> Result<Cover, GaveUp> {
    let (of_cell, cells) = orbits(symmetry.cells.iter().map(|&cell| cell as usize));
    let (of_kind, kinds) = orbits(symmetry.kinds.iter().map(|&kind| usize::from(kind)));
    let mut orientations = IndexSet::new();
    let mut places = vec![Vec::new(); cells.len()];
    let images = images(cover, symmetry, budget)?.into_iter();
    for orbit in orbits(images.map(|image| image as usize)).1 {
        let (cell, orientation) = cover.placement(orbit[0] as u32);
        let Orientation { kind, offsets, .. } = &cover.orientations[orientation as usize];
        budget.work(offsets.len() * orbit.len())?;
        let covered: BTreeSet<usize> = offsets.iter().map(|by| of_cell[(cell + by) as usize]).collect();
        // No such packing has a piece that overlaps its images, or one with more images than there are pieces.
        let union: usize = covered.iter().map(|&cell| cells[cell].len()).sum();
        let Some(&first) = covered.first() else { continue };
        let kind = usize::from(*kind);
        let pieces = orbit.len() / kinds[of_kind[kind]].len();
        if union != orbit.len() * offsets.len() || pieces > *cover.kinds[kind].counts.end() as usize {
            continue;
        }
        let orientation = Orientation {
            kind: of_kind[kind] as u16,
            pieces: pieces as u32,
            offsets: covered.iter().map(|cell| (cell - first) as u32).collect(),
        };
        places[first].push(orientations.insert_full(orientation).0 as u32);
    }
    let merged = |kinds: &Vec<usize>| Kind {
        area: kinds.iter().map(|&kind| cover.kinds[kind].area).sum(),
        counts: cover.kinds[kinds[0]].counts.clone(),
    };
    Ok(Cover {
        weights: cells.iter().map(|all| all.iter().map(|&one| cover.weights[one]).sum()).collect(),
        may_stay_empty: cells.iter().map(|cells| cover.may_stay_empty[cells[0]]).collect(),
        kinds: kinds.iter().map(merged).collect(),
        orientations: orientations.into_iter().collect(),
        starts: starts(&places),
        places,
        empty: cover.empty.clone(),
        stride: None,
    })
}
