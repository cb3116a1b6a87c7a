//! The packings that a symmetry leaves as they are, as a cover of their own.
//!
//! ```text
//!  half a turn   a b c d      cells that the symmetry takes into one another are one cell, which weighs as much as
//!                e f f e      they do; a piece and its images, where they do not overlap, are one form
//!                d c b a
//! ```
//!
//! A packing of the folded board is one of the whole board that is its own image, and each such packing is one. They are
//! few: a search among them costs about the square root of the search among all. (Counting classes by what each
//! symmetry leaves as it is: the lemma of Cauchy, Frobenius and Burnside.)

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::cover::{Cover, Form};
use crate::symmetry::Symmetry;

/// What a symmetry takes into one another, numbered by the smallest members.
struct Orbits {
    /// The orbit of each.
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

/// The cover of what a symmetry of a puzzle leaves as it is.
#[must_use]
pub fn folded(cover: &Cover, symmetry: &Symmetry) -> Cover {
    let cells = Orbits::of(symmetry.cells.iter().map(|&cell| cell as usize));
    let weight = |orbit: &Vec<usize>| orbit.iter().map(|&cell| cover.weights[cell]).sum();
    let (mut forms, mut places) = (BTreeMap::new(), vec![Vec::new(); cells.members.len()]);
    let placements = placements(cover);
    for orbit in placement_orbits(&placements, symmetry).members {
        let (kind, own) = &placements[orbit[0]];
        let covered: BTreeSet<usize> = own.iter().map(|&cell| cells.of[cell as usize]).collect();
        // A piece that overlaps its images is in no packing of this kind.
        let union: usize = covered.iter().map(|&cell| cells.members[cell].len()).sum();
        let Some(&first) = covered.first() else { continue };
        if union != orbit.len() * own.len() {
            continue;
        }
        let form = Form {
            kind: *kind,
            pieces: orbit.len() as u32,
            offsets: covered.iter().map(|cell| (cell - first) as u32).collect(),
        };
        let next = forms.len() as u32;
        places[first].push(*forms.entry(form).or_insert(next));
    }
    let mut numbered: Vec<(Form, u32)> = forms.into_iter().collect();
    numbered.sort_unstable_by_key(|(_, number)| *number);
    Cover {
        weights: cells.members.iter().map(weight).collect(),
        may_stay_empty: cells.members.iter().map(|cells| cover.may_stay_empty[cells[0]]).collect(),
        kinds: cover.kinds.clone(),
        forms: numbered.into_iter().map(|(form, _)| form).collect(),
        places,
        empty: cover.empty.clone(),
        stride: None,
    }
}

/// All ways to lay a form: its kind and its cells, ascending.
fn placements(cover: &Cover) -> Vec<(u16, Vec<u32>)> {
    let all = cover.placements().into_iter().map(|(cell, form)| {
        let form = &cover.forms[form as usize];
        (form.kind, form.offsets.iter().map(|offset| cell + offset).collect())
    });
    all.collect()
}

/// Which placements become one another.
fn placement_orbits(placements: &[(u16, Vec<u32>)], symmetry: &Symmetry) -> Orbits {
    let numbers: HashMap<&(u16, Vec<u32>), usize> = placements.iter().zip(0..).collect();
    let image = |(kind, cells): &(u16, Vec<u32>)| {
        let mut cells: Vec<u32> = cells.iter().map(|&cell| symmetry.cells[cell as usize]).collect();
        cells.sort_unstable();
        numbers[&(*kind, cells)]
    };
    Orbits::of(placements.iter().map(image))
}

#[cfg(test)]
mod tests;
