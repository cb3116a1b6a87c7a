//! A puzzle in parts, by the place of its most constrained piece.
//!
//! ```text
//!  the cross of the pentominoes on 6×10:      . . . . . . . . . .      8 places up to turning the board: one part each,
//!  32 places, in fours that are turned        . x x x x . . . . .      and what the turns that leave that place as it is
//!  into one another                           . x x x x . . . . .      make of a packing is all that is left of symmetry
//! ```
//!
//! Where pieces differ, a scan by cells would decide late where the one goes that has the fewest places, and fail
//! over and over for the same reason.

use hashbrown::HashMap;

use crate::cover::Cover;
use crate::images::Images;
use crate::symmetry::Symmetry;

/// The most parts: a piece of more places does not constrain much.
const MOST: usize = 256;

/// A part of a puzzle.
#[derive(Clone, Debug)]
pub struct Part {
    /// Cells left to be covered.
    pub cover: Cover,
    /// The number in the whole cover of each placement of this part.
    pub names: Vec<u32>,
    /// The placement that makes it a part, by its number in the whole cover.
    pub placed: Option<u32>,
    /// Images of placements of the whole cover under the symmetries that leave that placement unchanged.
    pub images: Images,
}

/// The parts of a cover whose puzzle has these symmetries: of those that are turned into one another the first one, when
/// only packings that no symmetry turns into one another are `distinct`; else all.
#[must_use]
pub fn split(cover: &Cover, symmetries: &[Symmetry], distinct: bool) -> Vec<Part> {
    let placements = cover.placements();
    let names: Vec<u32> = (0..placements.len() as u32).collect();
    let Some(kind) = most_constrained(cover, &placements) else {
        let images = Images::new(cover, symmetries);
        return vec![Part { cover: cover.clone(), names, placed: None, images }];
    };
    let all = Images::new(cover, symmetries);
    let own = names.iter().copied().filter(|&number| kind_of(cover, &placements, number) == kind);
    let own = own.filter(|&number| !distinct || all.of(number).all(|image| number <= image));
    let numbers: HashMap<(u32, u32), u32> = placements.iter().copied().zip(0..).collect();
    let part = |number: u32| {
        let cover = cover.with(number);
        let names = cover.placements().iter().map(|placement| numbers[placement]).collect();
        let images = all.fixing(number);
        Part { cover, names, placed: Some(number), images }
    };
    own.map(part).collect()
}

fn kind_of(cover: &Cover, placements: &[(u32, u32)], number: u32) -> u16 {
    cover.orientations[placements[number as usize].1 as usize].kind
}

/// The kind with the fewest places among those of which there is one piece; none where there is one kind only.
fn most_constrained(cover: &Cover, placements: &[(u32, u32)]) -> Option<u16> {
    if cover.kinds.len() < 2 {
        return None;
    }
    let mut places = vec![0usize; cover.kinds.len()];
    for number in 0..placements.len() as u32 {
        places[usize::from(kind_of(cover, placements, number))] += 1;
    }
    let is_fit = |kind: &u16| {
        let index = usize::from(*kind);
        cover.kinds[index].counts == (1..=1) && places[index] <= MOST
    };
    let kinds = (0..cover.kinds.len() as u16).filter(is_fit);
    kinds.min_by_key(|kind| places[usize::from(*kind)])
}
