//! Collects packings: they are handed over one by one, or counted.

use std::ops::ControlFlow;

use crate::assembly::Assembly;
use crate::images::Images;
use crate::pack::Packing;
use crate::solve::handing::Handing;
use crate::space::EMPTY;
use crate::split::Part;
use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
use traybit_core::search::staged::MoveCode;

/// Packings of some parts of the walk: counted, or kept to be handed over.
#[derive(Clone, Debug, Default)]
pub(super) struct Collected {
    pub(super) total: u64,
    /// The number when symmetric packings are merged.
    pub(super) distinct: u64,
    pub(super) packings: Paths,
}

/// Words: both numbers, then the packings.
impl PartialResult for Collected {
    fn to_words(&self) -> Vec<u64> {
        [vec![self.total, self.distinct], self.packings.to_words()].concat()
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let [total, distinct, packings @ ..] = words else { return None };
        Some(Self { total: *total, distinct: *distinct, packings: Paths::from_words(packings)? })
    }
}

/// Collector of the packings of all parts.
pub(super) struct Packings<'a, 'h> {
    pub(super) parts: &'a [Part],
    pub(super) assembly: Assembly<'a>,
    /// Images of placements where there are several parts: of symmetric parts there is only the first.
    pub(super) images: Option<&'a Images>,
    /// True if packings that are symmetric to an earlier one are left out.
    pub(super) distinct: bool,
    /// True if beams find packings, too.
    pub(super) has_beams: bool,
    pub(super) purpose: Purpose<'h>,
}

/// Purpose for which packings are collected.
pub(super) enum Purpose<'a> {
    /// Counts each one, and where there are several parts its images under all symmetries.
    Count,
    Hand(&'a Handing<'a, Packing>),
}

impl<'h> Packings<'_, 'h> {
    /// The handing over of a single packing, where any packing will do and beams find it.
    pub(super) fn one(&self) -> Option<&'h Handing<'h, Packing>> {
        match self.purpose {
            Purpose::Hand(handing) => {
                Some(handing).filter(|one| self.has_beams && one.most == 1 && !self.distinct && !one.waits)
            }
            Purpose::Count => None,
        }
    }
}

impl Collector for Packings<'_, '_> {
    type Partial = Collected;

    fn solution(&self, partial: &mut Collected, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        let part = &self.parts[space];
        let (mut packing, mut image) = (Vec::with_capacity(path.len() + 1), Vec::new());
        placements(part, path, &mut packing);
        match &self.purpose {
            Purpose::Count => {
                let is_first = part.images.is_first(&packing, &mut image);
                partial.distinct += u64::from(is_first);
                partial.total += match self.images {
                    None => 1,
                    Some(images) if is_first => images.different(&packing) as u64,
                    Some(_) => 0,
                };
                ControlFlow::Continue(())
            }
            Purpose::Hand(handing) => {
                if !self.distinct || part.images.is_first(&packing, &mut image) {
                    partial.packings.push(space, &packing);
                }
                handing.enough(partial.packings.len() as u64)
            }
        }
    }

    fn append(&self, partial: &mut Collected, later: Collected) {
        partial.total += later.total;
        partial.distinct += later.distinct;
        partial.packings.append(later.packings);
    }

    fn bytes(&self, partial: &Collected) -> usize {
        partial.packings.bytes()
    }

    fn deliver(&self, partial: &mut Collected) -> ControlFlow<()> {
        match &self.purpose {
            Purpose::Count => ControlFlow::Continue(()),
            Purpose::Hand(handing) if handing.waits => handing.enough(partial.packings.len() as u64),
            Purpose::Hand(handing) => {
                let packings = std::mem::take(&mut partial.packings);
                handing.hand(&packings, |packing| self.assembly.packing(packing), handing.limits)
            }
        }
    }
}

/// The placements of a packing of a part, by their numbers in the whole cover, ascending.
pub(super) fn placements(part: &Part, path: &[MoveCode], packing: &mut Vec<u32>) {
    packing.clear();
    packing.extend(part.placed);
    let names = path.iter().filter_map(|&step| part.names.get(step as usize));
    packing.extend(names.filter(|&&name| name != EMPTY));
    packing.sort_unstable();
}
