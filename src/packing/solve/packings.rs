//! Reads the paths of a walk through the parts of a puzzle as packings.

use crate::assembly::Assembly;
use crate::images::Images;
use crate::pack::Packing;
use crate::solve::collector::Solutions;
use crate::space::EMPTY;
use crate::split::Part;
use traybit_core::search::enumeration::collector::Paths;
use traybit_core::search::staged::MoveCode;

/// The packings of all parts.
pub(super) struct Packings<'a> {
    pub(super) parts: &'a [Part],
    pub(super) assembly: Assembly<'a>,
    /// Images of placements where there are several parts: of symmetric parts there is only the first.
    pub(super) images: Option<&'a Images>,
    /// True if packings that are symmetric to an earlier one are left out.
    pub(super) distinct: bool,
}

impl Packings<'_> {
    /// The placements of a packing, by their numbers in the whole cover, ascending.
    pub(super) fn placements(&self, space: usize, path: &[MoveCode]) -> Vec<u32> {
        let part = &self.parts[space];
        let mut packing = Vec::with_capacity(path.len() + 1);
        packing.extend(part.placed);
        let names = path.iter().filter_map(|&step| part.names.get(step as usize));
        packing.extend(names.filter(|&&name| name != EMPTY));
        packing.sort_unstable();
        packing
    }
}

/// Two numbers: all packings, with those of parts that were left out; and those that are the first of their images.
impl Solutions<2> for Packings<'_> {
    type Solution = Packing;

    fn count(&self, [total, distinct]: &mut [u64; 2], space: usize, path: &[MoveCode]) {
        let packing = self.placements(space, path);
        let is_first = self.parts[space].images.is_first(&packing);
        *distinct += u64::from(is_first);
        *total += match self.images {
            None => 1,
            Some(images) if is_first => images.different(&packing).len() as u64,
            Some(_) => 0,
        };
    }

    fn keep(&self, kept: &mut Paths, space: usize, path: &[MoveCode]) {
        let packing = self.placements(space, path);
        match self.images {
            None if !self.distinct => kept.push(space, &packing),
            _ if !self.parts[space].images.is_first(&packing) => {}
            Some(images) if !self.distinct => {
                images.different(&packing).iter().for_each(|image| kept.push(space, image));
            }
            _ => kept.push(space, &packing),
        }
    }

    fn read(&self, kept: &[MoveCode]) -> Packing {
        self.assembly.packing(kept)
    }
}
