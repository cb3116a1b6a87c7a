//! Collects packings: they are handed over one by one, or counted.

use std::ops::ControlFlow;

use crate::assembly::Assembly;
use crate::images::Images;
use crate::pack::Packing;
use crate::solve::handing::{Handing, Listed, Ready};
use crate::space::EMPTY;
use crate::split::Part;
use traybit_core::search::enumeration::collector::{Collector, PartialResult};
use traybit_core::search::staged::MoveCode;

/// Packings of some parts of the walk: counted, or kept to be handed over.
#[derive(Clone, Debug)]
pub(super) struct Collected<S> {
    pub(super) total: u64,
    /// The number when symmetric packings are merged.
    pub(super) distinct: u64,
    pub(super) listed: Listed<S>,
}

impl<S> Default for Collected<S> {
    fn default() -> Self {
        Self { total: 0, distinct: 0, listed: Listed::default() }
    }
}

/// Words: both numbers, then the packings.
impl<S: Ready> PartialResult for Collected<S> {
    fn to_words(&self) -> Vec<u64> {
        [vec![self.total, self.distinct], self.listed.to_words()].concat()
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let [total, distinct, listed @ ..] = words else { return None };
        Some(Self { total: *total, distinct: *distinct, listed: Listed::from_words(listed)? })
    }
}

/// Collector of the packings of all parts.
pub(super) struct Packings<'a, 'h, S> {
    pub(super) parts: &'a [Part],
    pub(super) assembly: Assembly<'a>,
    /// Images of placements where there are several parts: of symmetric parts there is only the first.
    pub(super) images: Option<&'a Images>,
    /// True if packings that are symmetric to an earlier one are left out.
    pub(super) distinct: bool,
    /// True if beams find packings, too.
    pub(super) has_beams: bool,
    pub(super) purpose: Purpose<'h, S>,
}

/// Purpose for which packings are collected.
pub(super) enum Purpose<'a, S> {
    /// Counts each one, and where there are several parts its images under all symmetries.
    Count,
    /// Hands over what is made of each.
    Hand(&'a Handing<'a, S>, &'a (dyn Fn(Packing) -> S + Sync)),
}

impl<S: Ready> Packings<'_, '_, S> {
    /// True if a single packing is handed over, where any packing will do and beams find it.
    pub(super) fn is_for_one(&self) -> bool {
        matches!(self.purpose, Purpose::Hand(one, _)
            if self.has_beams && one.most == 1 && !self.distinct && !one.waits)
    }

    /// Hands over all packings, regardless of the limits.
    pub(super) fn hand_all(&self, listed: Listed<S>) {
        if let Purpose::Hand(handing, make) = self.purpose {
            handing.hand_all(listed, |packing| make(self.assembly.packing(packing)));
        }
    }
}

impl<S: Ready> Collector for Packings<'_, '_, S> {
    type Partial = Collected<S>;

    fn solution(&self, partial: &mut Collected<S>, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        let part = &self.parts[space];
        let (mut packing, mut image) = (Vec::with_capacity(path.len() + 1), Vec::new());
        placements(part, path, &mut packing);
        match &self.purpose {
            Purpose::Count => {
                let is_first = part.images.is_first(&packing, &mut image);
                partial.distinct += u64::from(is_first);
                partial.total += match self.images {
                    None => 1,
                    Some(images) if is_first => images.different(&packing).len() as u64,
                    Some(_) => 0,
                };
                ControlFlow::Continue(())
            }
            Purpose::Hand(handing, _) => {
                match self.images {
                    None if !self.distinct => partial.listed.push(space, &packing),
                    _ if !part.images.is_first(&packing, &mut image) => {}
                    Some(images) if !self.distinct => {
                        images.different(&packing).iter().for_each(|image| partial.listed.push(space, image));
                    }
                    _ => partial.listed.push(space, &packing),
                }
                handing.enough(partial.listed.len())
            }
        }
    }

    fn finish(&self, partial: &mut Collected<S>) {
        if let Purpose::Hand(handing, make) = self.purpose {
            handing.make_ready(&mut partial.listed, |packing| make(self.assembly.packing(packing)));
        }
    }

    fn append(&self, partial: &mut Collected<S>, later: Collected<S>) {
        partial.total += later.total;
        partial.distinct += later.distinct;
        partial.listed.append(later.listed);
    }

    fn found(&self, partial: &Collected<S>, _added: u64) -> u64 {
        partial.total + partial.listed.len()
    }

    fn bytes(&self, partial: &Collected<S>) -> usize {
        partial.listed.bytes()
    }

    fn deliver(&self, partial: &mut Collected<S>) -> ControlFlow<()> {
        match self.purpose {
            Purpose::Count => ControlFlow::Continue(()),
            Purpose::Hand(handing, _) => handing.deliver(&mut partial.listed),
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
