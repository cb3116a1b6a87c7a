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

use std::collections::HashMap;
use std::mem::take;

use crate::universe::pieces::{Mix, Pieces};
use traybit_core::{GaveUp, Limits};

/// A set of cells, to be filled by some mixes.
#[derive(Debug, Default)]
pub(super) struct Region {
    pub(super) open: u128,
    /// Choices for its first cell; that it is empty comes first.
    pub(super) choices: Vec<Choice>,
    /// The codes of the mixes, ascending.
    codes: Vec<u64>,
    /// The number of the first one's state.
    base: u32,
}

/// Choice for the first cell of a region.
#[derive(Debug)]
pub(super) struct Choice {
    /// The kind of the block; `None` if the cell is empty.
    pub(super) kind: Option<u8>,
    /// The number of the region that is left.
    pub(super) rest: u32,
    /// Steps of the block away from the cell, along the line and to the next line: its first cell after the
    /// step, and the region without all that it sweeps.
    pub(super) steps: Vec<(u8, u32)>,
}

/// The regions and mixes that follow from the whole tray, which is region 0.
#[derive(Debug)]
pub(super) struct Regions<'a> {
    pub(super) pieces: &'a Pieces,
    list: Vec<Region>,
    numbers: HashMap<u128, u32>,
    /// The regions of each number of cells.
    layers: Vec<Vec<u32>>,
    pub(super) bytes: usize,
}

impl<'a> Regions<'a> {
    pub(super) fn new(pieces: &'a Pieces, mixes: &[Mix], limits: &Limits) -> Result<Self, GaveUp> {
        let layers = vec![Vec::new(); pieces.open.count_ones() as usize + 1];
        let mut regions = Self { pieces, list: Vec::new(), numbers: HashMap::new(), layers, bytes: 0 };
        regions.number(pieces.open);
        regions.list[0].codes = mixes.iter().map(|mix| pieces.code(mix)).collect();
        // The largest first: by then everything that leads to it is known.
        for cells in (0..regions.layers.len()).rev() {
            for number in regions.layers[cells].clone() {
                regions.expand(number as usize, limits)?;
            }
        }
        // States with fewer cells have lower numbers: what follows from one comes before it.
        let mut base = 0u32;
        for &number in regions.layers.iter().flatten() {
            let Region { codes, base: first, .. } = &mut regions.list[number as usize];
            *first = base;
            let next = u32::try_from(codes.len()).ok().and_then(|states| base.checked_add(states));
            base = next.ok_or(GaveUp::Memory)?;
        }
        Ok(regions)
    }

    /// The number of a region, new if it was not there.
    fn number(&mut self, open: u128) -> u32 {
        *self.numbers.entry(open).or_insert_with(|| {
            let number = self.list.len() as u32;
            self.layers[open.count_ones() as usize].push(number);
            self.list.push(Region { open, ..Region::default() });
            number
        })
    }

    /// Finds the choices of a region all of whose mixes are known, and passes the rest of each mix on.
    fn expand(&mut self, number: usize, limits: &Limits) -> Result<(), GaveUp> {
        let (open, mut codes) = (self.list[number].open, take(&mut self.list[number].codes));
        codes.sort_unstable();
        codes.dedup();
        codes.shrink_to_fit();
        self.bytes += size_of_val(&*codes) + size_of::<Region>();
        limits.within(self.bytes)?;
        let choices = if codes.is_empty() { Vec::new() } else { self.choices(open) };
        for &code in &codes {
            limits.check()?;
            let area = self.pieces.area(code);
            for Choice { kind, rest, steps } in &choices {
                let Some(left) = self.pieces.without(code, *kind) else { continue };
                let area = area - kind.map_or(0, |kind| self.pieces.numbered[usize::from(kind)].area);
                for rest in steps.iter().map(|step| step.1).chain([*rest]) {
                    let rest = &mut self.list[rest as usize];
                    if area <= rest.open.count_ones() {
                        rest.codes.push(left);
                    }
                }
            }
        }
        let region = &mut self.list[number];
        (region.choices, region.codes) = (choices, codes);
        Ok(())
    }

    fn choices(&mut self, open: u128) -> Vec<Choice> {
        if open == 0 {
            return Vec::new();
        }
        let (cell, line) = (open.trailing_zeros(), self.pieces.line);
        let along = (!(cell + 1).is_multiple_of(line)).then_some(cell + 1);
        let mut choices =
            vec![Choice { kind: None, rest: self.number(open & (open - 1)), steps: Vec::new() }];
        for (number, kind) in (0..).zip(&self.pieces.numbered) {
            let Some(block) = kind.placement(cell, open) else { continue };
            let rest = open & !block.cells;
            let steps = along.into_iter().chain([cell + line]).filter_map(|to| {
                let stepped = kind.placement(to, open)?;
                Some((to as u8, self.number(rest & !stepped.cells)))
            });
            let steps = steps.collect();
            choices.push(Choice { kind: Some(number), rest: self.number(rest), steps });
        }
        choices
    }

    /// The number of the state of a region with a mix, if boards may lead to it.
    pub(super) fn state(&self, region: u32, code: u64) -> Option<u32> {
        let Region { codes, base, .. } = &self.list[region as usize];
        codes.binary_search(&code).ok().map(|index| base + index as u32)
    }

    /// The number of the state of the whole tray with a mix, which must be one of those given.
    pub(super) fn root(&self, mix: &Mix) -> u32 {
        self.state(0, self.pieces.code(mix)).expect("the whole tray has a state for each mix given")
    }

    /// All states in the order of their numbers, by the number of their cells.
    pub(super) fn layers(&self) -> impl Iterator<Item = Vec<(&Region, u64)>> {
        self.layers.iter().map(|layer| {
            let regions = layer.iter().map(|&number| &self.list[number as usize]);
            regions.flat_map(|region| region.codes.iter().map(move |&code| (region, code))).collect()
        })
    }
}
