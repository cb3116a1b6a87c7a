//! The possible placements at each cell, indexed by the pattern of decided cells around it.
//!
//! ```text
//!  the first undecided cell and those that are examined       decided:   orientations left of 63 pentominoes
//!     ▶ 0 1 . . .                                               none      63
//!   2 3 4 . . . .                                               0 and 3    …
//! ```
//!
//! Most orientations hit a decided cell close to their first one; they are left out without being tried. Cells at which
//! the same orientations may be placed share a list.

use hashbrown::HashMap;

use crate::budget::Budget;
use crate::cover::Cover;
use crate::space::counters::Counters;
use traybit_core::{GaveUp, Register};

/// Number of orientations below which all are tried one by one.
const FEW: usize = 16;

/// Number of cells examined right after the first undecided one, and from `far` on.
const NEAR: u32 = 2;
const FAR: u32 = 3;
const PATTERNS: usize = 1 << (NEAR + FAR);

/// The pattern of decided cells among the examined ones, as bits.
#[inline(always)]
fn pattern<W: Register>(far: u32, front: W) -> usize {
    let front = front.low();
    let near = front >> 1 & ((1 << NEAR) - 1);
    let far = front >> far & ((1 << FAR) - 1);
    (near | far << NEAR) as usize
}

#[derive(Clone, Copy, Debug)]
struct Masks<W> {
    /// Bits that must not be set: the cells that it covers, and the bit of its kind if there is one piece of it.
    hit: W,
    /// Its cells, and the addend for the count of its kind.
    add: W,
}

/// Orientations that may be placed at each cell.
pub struct Placements<W> {
    /// The first of the three cells examined in the next line, as a distance from the first undecided one.
    far: u32,
    masks: Vec<Masks<W>>,
    /// For each cell, its list and the number of its first placement; then the end.
    cells: Vec<(u32, u32)>,
    /// Index of the first run of each list; then the end.
    lists: Vec<u32>,
    runs: Vec<Run>,
    spans: Vec<(u32, u32)>,
    entries: Vec<Entry>,
}

/// Number of pieces of a kind that must be left; `None` if [`Masks::hit`] has a bit for that.
type Needs = Option<(u16, u64)>;

#[derive(Clone, Copy, Debug)]
struct Run {
    needs: Needs,
    base: u32,
    /// All ones if each pattern has a span, 0 if one span serves all.
    mask: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    orientation: u32,
    rank: u32,
}

impl<W: Register> Placements<W> {
    /// The placements of a cover; its states must fit into the word.
    pub fn new(cover: &Cover, counters: &Counters<W>, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        budget.take::<Masks<W>>(cover.orientations.len())?;
        budget.take::<(u32, u32)>(cover.places.len())?;
        let orientations = cover.orientations.iter().zip(cover.placed()).map(|(orientation, offsets)| {
            let cells = offsets.iter().fold(W::EMPTY, |cells, &offset| cells | W::cell(offset));
            let (kind, pieces) = (orientation.kind, orientation.pieces.into());
            let hit = cells | counters.taken(kind, pieces).unwrap_or(W::EMPTY);
            Masks { hit, add: cells | counters.pieces(kind, pieces) }
        });
        let beside = cover.stride.map_or(0, |stride| stride - 1);
        let mut placements = Self {
            far: if (NEAR + 1..=u64::BITS - FAR).contains(&beside) { beside } else { NEAR + 1 },
            masks: orientations.collect(),
            cells: Vec::with_capacity(cover.places.len() + 1),
            lists: vec![0],
            runs: Vec::new(),
            spans: Vec::new(),
            entries: Vec::new(),
        };
        let mut known = HashMap::new();
        let places = cover.places.iter().map(Vec::as_slice).chain([[].as_slice()]);
        for (places, first) in places.zip(cover.starts.iter().copied()) {
            let list = match known.get(places) {
                Some(list) => *list,
                None => *known.entry(places).or_insert(placements.write(cover, counters, places, budget)?),
            };
            placements.cells.push((list, first));
        }
        Ok(placements)
    }

    /// Adds a list of these orientations and returns its number.
    fn write(
        &mut self,
        cover: &Cover,
        counters: &Counters<W>,
        places: &[u32],
        budget: &mut Budget<'_>,
    ) -> Result<u32, GaveUp> {
        let before = self.entries.len();
        let mut runs: Vec<(Needs, Vec<Entry>)> = Vec::new();
        for (&number, rank) in places.iter().zip(0..) {
            let orientation = &cover.orientations[number as usize];
            let (kind, pieces) = (orientation.kind, u64::from(orientation.pieces));
            if !counters.allows(W::EMPTY, kind, pieces) {
                continue;
            }
            let is_free =
                counters.kinds[usize::from(kind)].is_none() || counters.taken(kind, pieces).is_some();
            let needs = (!is_free).then_some((kind, pieces));
            let entry = Entry { orientation: number, rank };
            match runs.iter_mut().find(|(other, _)| *other == needs) {
                Some((_, entries)) => entries.push(entry),
                None => runs.push((needs, vec![entry])),
            }
        }
        for (needs, entries) in runs {
            let patterns = if entries.len() < FEW { 1 } else { PATTERNS };
            let base = self.spans.len() as u32;
            self.runs.push(Run { needs, base, mask: patterns as u32 - 1 });
            for decided in 0..patterns {
                let from = self.entries.len() as u32;
                let fits = |entry: &&Entry| {
                    pattern(self.far, self.masks[entry.orientation as usize].hit) & decided == 0
                };
                self.entries.extend(entries.iter().filter(fits));
                self.spans.push((from, self.entries.len() as u32));
            }
        }
        self.lists.push(self.runs.len() as u32);
        budget.take::<Entry>(self.entries.len() - before)?;
        Ok(self.lists.len() as u32 - 2)
    }

    /// Calls `place` with each state after placing a piece at the first undecided cell, and the number of the placement.
    #[inline(always)]
    pub fn each(&self, counters: &Counters<W>, cell: usize, state: W, mut place: impl FnMut(W, u32)) {
        let (list, first) = self.cells[cell];
        let (from, to) = (self.lists[list as usize], self.lists[list as usize + 1]);
        let pattern = pattern(self.far, state) as u32;
        for run in &self.runs[from as usize..to as usize] {
            if run.needs.is_some_and(|(kind, pieces)| !counters.allows(state, kind, pieces)) {
                continue;
            }
            let (from, to) = self.spans[(run.base + (pattern & run.mask)) as usize];
            for entry in &self.entries[from as usize..to as usize] {
                let masks = &self.masks[entry.orientation as usize];
                if (state & masks.hit).is_empty() {
                    place(state.plus(masks.add), first + entry.rank);
                }
            }
        }
    }
}
