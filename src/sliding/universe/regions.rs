//! Regions: what is left of a tray when its first cells are decided, and what can be at the first one left.
//!
//! ```text
//!   . . . .     c = the first cell of the region; what follows when
//!   . . . .     c is empty    # . . .            the region without c
//!   . . . .
//!               c is of a     # # . .            the region without the block
//!               2×2 block     # # . .
//!               . . .
//!               which steps   # # # .            the region without all that the block sweeps
//!               right         # # # .
//! ```
//!
//! How the cells before were decided does not matter to the cells that are left. A *state* is a region with a mix. The
//! 5×4 tray with one 2×2 and any 1×2, 2×1 and 1×1 has 25,000 states for 30 million boards.

use std::collections::{BTreeMap, HashMap};

use crate::universe::pieces::{Mix, Numbering};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// A set of cells, to be filled by some mixes.
#[derive(Debug)]
pub(super) struct Region {
    /// Its first cell; arbitrary if it is empty.
    pub(super) cell: u8,
    /// Number of its cells.
    pub(super) cells: u32,
    /// Choices for its first cell; that it is empty comes first.
    pub(super) choices: Vec<Choice<u32>>,
    /// The codes of the mixes, ascending.
    codes: Vec<u64>,
    /// The number of the first one's state.
    base: u32,
}

/// Choice for the first cell of a region. `R` names regions: by their cells, or by their numbers.
#[derive(Debug)]
pub(super) struct Choice<R> {
    /// The kind of the block; none if the cell is empty.
    pub(super) kind: Option<u8>,
    /// The region that is left.
    pub(super) rest: R,
    /// The block's steps away from the cell, along the line and to the next, as far as the region has room.
    pub(super) steps: Vec<Step<R>>,
}

/// A step of the block at the first cell of a region.
#[derive(Debug)]
pub(super) struct Step<R> {
    /// First cell of the block after the step.
    pub(super) to: u8,
    /// Number of cells that it newly covers, which must be empty.
    pub(super) front: u32,
    /// The region without the cells that the block covers before or after.
    pub(super) rest: R,
}

/// All regions, those with fewer cells first: what follows from a region comes before it.
#[derive(Debug)]
pub(super) struct Regions<'a> {
    list: Vec<Region>,
    pub(super) numbering: &'a Numbering,
    pub(super) bytes: usize,
}

impl<'a> Regions<'a> {
    /// The regions and mixes that follow from the whole tray and these mixes.
    pub(super) fn new(numbering: &'a Numbering, mixes: &[Mix], limits: &Limits) -> Result<Self, GaveUp> {
        let open = numbering.open;
        let all = mixes.iter().map(|mix| numbering.code(mix)).collect::<Vec<_>>();
        let mut waiting = BTreeMap::from([((open.count_ones(), open), all)]);
        let (mut found, mut bytes) = (Vec::new(), 0);
        // The largest first: by then everything that leads to it is known.
        while let Some(((cells, open), mut codes)) = waiting.pop_last() {
            codes.sort_unstable();
            codes.dedup();
            codes.shrink_to_fit();
            bytes += size_of_val(&*codes) + size_of::<Region>();
            limits.within(bytes)?;
            let choices = choices(open, numbering);
            for &code in &codes {
                limits.check()?;
                let empty = cells - numbering.area(code);
                for choice in &choices {
                    let Some(left) = choice.left(code, empty, numbering) else { continue };
                    let steps = choice.steps.iter().filter(|step| step.front <= empty).map(|step| step.rest);
                    for rest in steps.chain([choice.rest]) {
                        waiting.entry((rest.count_ones(), rest)).or_default().push(left);
                    }
                }
            }
            found.push((open, choices, codes));
        }
        found.reverse();
        let numbers = found.iter().map(|found| found.0).zip(0..).collect();
        let mut base = 0u32;
        let mut list = Vec::with_capacity(found.len());
        for (open, choices, codes) in found {
            let choices = choices.into_iter().filter_map(|choice| choice.numbered(&numbers)).collect();
            let next = u32::try_from(codes.len()).ok().and_then(|states| base.checked_add(states));
            let (cell, cells) = (open.trailing_zeros() as u8, open.count_ones());
            list.push(Region { cell, cells, choices, codes, base });
            base = next.ok_or(GaveUp::Memory)?;
        }
        Ok(Self { list, numbering, bytes })
    }

    /// The number of the state of a region with a mix, if boards may lead to it.
    pub(super) fn state(&self, region: u32, code: u64) -> Option<u32> {
        let Region { codes, base, .. } = &self.list[region as usize];
        codes.binary_search(&code).ok().map(|index| base + index as u32)
    }

    /// The number of the state of the whole tray with a mix, which must be one of those given.
    pub(super) fn root(&self, mix: &Mix) -> u32 {
        let root = self.state(self.list.len() as u32 - 1, self.numbering.code(mix));
        root.expect("the whole tray has a state for each mix given")
    }

    /// All states in the order of their numbers, by the number of their cells.
    pub(super) fn layers(&self) -> impl Iterator<Item = Vec<(&Region, u64)>> {
        let layers = self.list.chunk_by(|one, other| one.cells == other.cells);
        layers.map(|layer| {
            layer.iter().flat_map(|region| region.codes.iter().map(move |&code| (region, code))).collect()
        })
    }
}

impl<R> Choice<R> {
    /// The code that is left when this is chosen; none for want of blocks or empty cells.
    pub(super) fn left(&self, code: u64, empty: u32, numbering: &Numbering) -> Option<u64> {
        match self.kind {
            Some(kind) => numbering.without(code, kind),
            None => (empty > 0).then_some(code),
        }
    }
}

impl Choice<u128> {
    /// The choice with regions by number; none if no mix has it.
    fn numbered(self, numbers: &HashMap<u128, u32>) -> Option<Choice<u32>> {
        let rest = *numbers.get(&self.rest)?;
        let step = |Step { to, front, rest }| Some(Step { to, front, rest: *numbers.get(&rest)? });
        Some(Choice { kind: self.kind, rest, steps: self.steps.into_iter().filter_map(step).collect() })
    }
}

fn choices(open: u128, numbering: &Numbering) -> Vec<Choice<u128>> {
    if open == 0 {
        return Vec::new();
    }
    let (cell, line) = (open.trailing_zeros(), numbering.line);
    let along = (!(cell + 1).is_multiple_of(line)).then_some(cell + 1);
    let mut choices = vec![Choice { kind: None, rest: open & (open - 1), steps: Vec::new() }];
    for (number, kind) in (0..).zip(&numbering.kinds) {
        let Some(block) = kind.placement(cell, open) else { continue };
        let rest = open & !block.cells;
        let steps = along.into_iter().chain([cell + line]).filter_map(|to| {
            let stepped = kind.placement(to, open)?.cells;
            let front = (stepped & !block.cells).count_ones();
            Some(Step { to: to as u8, front, rest: rest & !stepped })
        });
        choices.push(Choice { kind: Some(number), rest, steps: steps.collect() });
    }
    choices
}
