//! The packings that a symmetry leaves unchanged, as a cover of their own.
//!
//! ```text
//!  half a turn   a b c d      cells that the symmetry takes into one another are one cell, which weighs as much as
//!                e f f e      they do; a piece and its images, where they do not overlap, are one orientation, and kinds
//!                d c b a      that it exchanges are one kind, of equally many pieces each
//! ```
//!
//! Its packings are those of the whole board that are their own images. They are few: a search among them costs about the
//! square root of the search among all. (The lemma of Cauchy, Frobenius and Burnside counts classes by them.)

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::Budget;
use crate::cover::{Cover, Kind, Orientation};
use crate::symmetry::Symmetry;
use traybit_core::search::outcome::GaveUp;

/// Things that a symmetry takes into one another, numbered by the smallest members.
struct Orbits {
    of: Vec<usize>,
    members: Vec<Vec<usize>>,
}

impl Orbits {
    fn of(images: impl Iterator<Item = usize>) -> Self {
        let images: Vec<usize> = images.collect();
        let mut orbits = Self { of: vec![usize::MAX; images.len()], members: Vec::new() };
        for first in 0..images.len() {
            let (orbit, mut members, mut next) = (orbits.members.len(), Vec::new(), first);
            while orbits.of[next] == usize::MAX {
                orbits.of[next] = orbit;
                members.push(next);
                next = images[next];
            }
            if !members.is_empty() {
                orbits.members.push(members);
            }
        }
        orbits
    }
}

/// The cover of the packings that a symmetry of a puzzle leaves unchanged.
pub fn invariant(cover: &Cover, symmetry: &Symmetry, budget: &mut Budget<'_>) -> Result<Cover, GaveUp> {
    let cells = Orbits::of(symmetry.cells.iter().map(|&cell| cell as usize));
    let kinds = Orbits::of(symmetry.kinds.iter().map(|&kind| usize::from(kind)));
    let (mut orientations, mut places) = (BTreeMap::new(), vec![Vec::new(); cells.members.len()]);
    let placements = cover.placements();
    let images = placements.images(symmetry, budget)?.into_iter();
    for orbit in Orbits::of(images.map(|image| image as usize)).members {
        let (kind, own) = placements.covered(placements.get(orbit[0] as u32));
        budget.work(own.len() * orbit.len())?;
        let covered: BTreeSet<usize> = own.iter().map(|&cell| cells.of[cell as usize]).collect();
        // A piece that overlaps its images is in no packing of this kind, nor one with more images than there are pieces.
        let union: usize = covered.iter().map(|&cell| cells.members[cell].len()).sum();
        let Some(&first) = covered.first() else { continue };
        let most = *cover.kinds[usize::from(kind)].counts.end() as usize;
        let merged = kinds.of[usize::from(kind)];
        let pieces = orbit.len() / kinds.members[merged].len();
        if union != orbit.len() * own.len() || pieces > most {
            continue;
        }
        let orientation = Orientation {
            kind: merged as u16,
            pieces: pieces as u32,
            offsets: covered.iter().map(|cell| (cell - first) as u32).collect(),
        };
        let next = orientations.len() as u32;
        places[first].push(*orientations.entry(orientation).or_insert(next));
    }
    let merged = |kinds: &Vec<usize>| Kind {
        area: kinds.iter().map(|&kind| cover.kinds[kind].area).sum(),
        counts: cover.kinds[kinds[0]].counts.clone(),
    };
    let mut numbered: Vec<(Orientation, u32)> = orientations.into_iter().collect();
    numbered.sort_unstable_by_key(|(_, number)| *number);
    Ok(Cover {
        weights: cells.members.iter().map(|all| all.iter().map(|&one| cover.weights[one]).sum()).collect(),
        may_stay_empty: cells.members.iter().map(|cells| cover.may_stay_empty[cells[0]]).collect(),
        kinds: kinds.members.iter().map(merged).collect(),
        orientations: numbered.into_iter().map(|(orientation, _)| orientation).collect(),
        places,
        empty: cover.empty.clone(),
        stride: None,
    })
}
