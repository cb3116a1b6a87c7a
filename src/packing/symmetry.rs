//! Symmetries of a puzzle: the transformations of its board that map every packing to a packing.
//!
//! ```text
//!   a a b # . . .     Each connected part of a board is turned by itself, and parts of one outline trade
//!   a b b # . . .     places: pieces are connected, so no piece lies in two parts.
//! ```
//!
//! The eight turns of a part are symmetries if they preserve floor, paint, pieces placed beforehand and the counts of kinds.
//! If pieces may not be flipped over, kinds may be exchanged for their mirror images, on the whole board; those of which no
//! piece can be placed do not matter. Parts in which no
//! piece has room stay as they are; without any other part, or with too many symmetries, the board is turned as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use hashbrown::{HashMap, HashSet};
use indexmap::IndexSet;

use crate::budget::Budget;
use crate::cover::Outline;
use crate::kinds::{Kinds, Scan};
use crate::pack::{Cell, Floor, Pack, Placed, Rule};
use traybit_core::grid::{Size, Turn, bounding_box, connected};
use traybit_core::{Limits, sorted};

/// Maximum number of symmetries when parts are turned separately.
pub const MOST: usize = 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Image of each cell, by number; walls stay.
    pub cells: Vec<u32>,
    pub kinds: Vec<u16>,
}

/// All symmetries of a puzzle, the identity first.
pub fn symmetries(pack: &Pack, kinds: &Kinds) -> Vec<Symmetry> {
    let mut by_exchange: BTreeMap<Vec<u16>, Vec<Turn>> = BTreeMap::new();
    let left = kinds.left(pack);
    let idle = idle(pack, kinds);
    for turn in Turn::ALL {
        if let Some(exchange) = exchange(kinds, &left, &idle, turn) {
            by_exchange.entry(exchange).or_default().push(turn);
        }
    }
    // The exchange that changes nothing comes first.
    let of = |parts: Vec<Part>| {
        let (mut all, mut known) = (Vec::new(), BTreeSet::new());
        for (exchange, turns) in &by_exchange {
            let group = group(pack, &parts, turns, exchange)?;
            // A line is its own mirror image, so exchanged kinds that have no room in it make no difference.
            let new = group.into_iter().filter(|cells| known.insert(cells.clone()));
            all.extend(new.map(|cells| Symmetry { cells, kinds: exchange.clone() }));
        }
        (all.len() <= MOST).then_some(all)
    };
    // Lines across the board concern all parts together.
    let parts = if pack.rules.has(Rule::FaultFree) { Vec::new() } else { parts(pack) };
    let parts: Vec<Part> = parts.into_iter().map(|cells| Part::of(pack, kinds, cells)).collect();
    let by_parts = if parts.is_empty() { None } else { of(parts) };
    by_parts.or_else(|| of(vec![Part::of(pack, kinds, pack.cells().collect())])).unwrap_or_default()
}

fn parts(pack: &Pack) -> Vec<Vec<Cell>> {
    let used = pack.pieces.iter().filter(|piece| *piece.counts.end() > 0);
    let least = used.map(|piece| piece.shape.area()).min();
    let mut parts = connected(pack.cells());
    parts.retain(|part| least.is_some_and(|least| least <= part.len()));
    parts
}

/// The kind of a piece placed beforehand; or, for a cell, true if it must be covered, and its colour.
type Feature = (Option<usize>, bool, Option<char>);

struct Part {
    corner: Cell,
    /// Size of the bounding box of its cells.
    size: Size,
    cells: Vec<Cell>,
    features: HashSet<(Feature, Vec<Cell>)>,
}

impl Part {
    fn of(pack: &Pack, kinds: &Kinds, cells: Vec<Cell>) -> Self {
        let (corner, size) = bounding_box(cells.iter().copied());
        let feature =
            |&cell: &Cell| ((None, pack.floor_at(cell) == Floor::Full, pack.paint_at(cell)), vec![cell]);
        let own = pack.placed.iter().filter(|placed| cells.binary_search(&placed.cells[0]).is_ok());
        let kind = |placed: &Placed| (Some(kinds.of_piece[placed.piece]), false, None);
        let placed = own.map(|placed| (kind(placed), placed.cells.clone()));
        let features = cells.iter().map(feature).chain(placed).collect();
        Self { corner, size, cells, features }
    }

    /// The images of its cells, in their order, if the turn and the exchange of kinds map it onto the part `other`.
    fn onto(&self, other: &Self, turn: Turn, exchange: &[u16]) -> Option<Vec<Cell>> {
        if turn.size(self.size) != other.size || self.features.len() != other.features.len() {
            return None;
        }
        let image = |&(row, column): &Cell| {
            let (row, column) = turn.cell(other.size, (row - self.corner.0, column - self.corner.1));
            (row + other.corner.0, column + other.corner.1)
        };
        let moved = |&((kind, is_full, colour), ref cells): &(Feature, Vec<Cell>)| {
            ((kind.map(|kind| exchange[kind].into()), is_full, colour), sorted(cells.iter().map(image)))
        };
        let is_other = self.features.iter().map(moved).all(|feature| other.features.contains(&feature));
        is_other.then(|| self.cells.iter().map(image).collect())
    }
}

/// Images of all cells under all ways to turn and exchange parts, the identity first; `None` if there are too many.
fn group(pack: &Pack, parts: &[Part], turns: &[Turn], exchange: &[u16]) -> Option<Vec<Vec<u32>>> {
    let scan = Scan::of(pack);
    let mut group = vec![(Vec::new(), (0..pack.size.cells() as u32).collect::<Vec<u32>>())];
    for part in parts {
        // The distinct ways to map this part, by the part onto which it is mapped.
        let ways = |other: &Part| turns.iter().filter_map(|&turn| part.onto(other, turn, exchange)).collect();
        let ways: Vec<IndexSet<Vec<Cell>>> = parts.iter().map(ways).collect();
        // Each element so far has the same number of continuations.
        let taken: &[usize] = group.first().map_or(&[], |(taken, _)| taken);
        let free = (0..).zip(&ways).filter(|(other, _)| !taken.contains(other));
        if group.len() * free.map(|(_, ways)| ways.len()).sum::<usize>() > MOST {
            return None;
        }
        let mut longer = Vec::new();
        for (taken, cells) in group {
            for (other, ways) in (0..).zip(&ways).filter(|(other, _)| !taken.contains(other)) {
                for way in ways {
                    let (mut taken, mut cells): (Vec<usize>, Vec<u32>) = (taken.clone(), cells.clone());
                    taken.push(other);
                    for (&cell, &image) in part.cells.iter().zip(way) {
                        cells[scan.number(cell) as usize] = scan.number(image);
                    }
                    longer.push((taken, cells));
                }
            }
        }
        group = longer;
    }
    Some(group.into_iter().map(|(_, cells)| cells).collect())
}

/// For each kind, true if no packing has a piece of it: none is left or has room, and none is placed beforehand.
fn idle(pack: &Pack, kinds: &Kinds) -> Vec<bool> {
    let limits = Limits { memory: usize::MAX, ..Limits::default() };
    let outline = Outline::of(pack, kinds, &mut Budget::of(&limits)).expect("no limit is reached");
    let mut idle = vec![true; kinds.pieces.len()];
    for (number, orientation) in outline.cover.orientations.iter().enumerate() {
        let kind = &mut idle[usize::from(orientation.kind)];
        *kind = *kind && outline.cells(number).next().is_none();
    }
    for placed in &pack.placed {
        idle[kinds.of_piece[placed.piece]] = false;
    }
    idle
}

/// The kind that each kind becomes when turned, itself if it is idle; `None` if one becomes no kind, or a kind with other counts.
fn exchange(kinds: &Kinds, left: &[RangeInclusive<u32>], idle: &[bool], turn: Turn) -> Option<Vec<u16>> {
    let Kinds { orientations, colours, .. } = kinds;
    let known: HashMap<_, usize> = orientations.iter().zip(colours).zip(0..).collect();
    let image = |own: usize| {
        if idle[own] {
            return Some(own as u16);
        }
        let turned = sorted(orientations[own].iter().map(|piece| piece.turned(turn)));
        let kind = *known.get(&(&turned, &colours[own]))?;
        (left[kind] == left[own]).then_some(kind as u16)
    };
    (0..left.len()).map(image).collect()
}

impl Symmetry {
    pub fn is_identity(&self) -> bool {
        self.cells.is_sorted()
    }

    /// True if a symmetry or its inverse is conjugate to the other in their group: both fix the same number of packings.
    pub fn fixes_as_many_as(&self, other: &Self, group: &[Self]) -> bool {
        let alike = |one: &[u32], other: &[u32]| {
            group.iter().any(|turn| {
                (0..one.len()).all(|cell| turn.cells[one[cell] as usize] == other[turn.cells[cell] as usize])
            })
        };
        let mut reverse = vec![0; self.cells.len()];
        for (cell, &image) in (0..).zip(&self.cells) {
            reverse[image as usize] = cell;
        }
        alike(&self.cells, &other.cells) || alike(&reverse, &other.cells)
    }
}
