//! Reference enumeration of packings, by the rules alone: each cell in turn stays empty or is the first cell of a piece.
//!
//! Orientations are the checker's, from rotations of coordinates, so that one that the engine loses is noticed.

use std::collections::{BTreeMap, BTreeSet};

use traybit_core::grid::Turn;
use traybit_packing::checker::{Checker, Lying, goes_with, moved_home, ways_to_lie};
use traybit_packing::pack::{Cell, Floor, Pack, Packing, Piece, Placed, Rule};

/// All packings of a small puzzle, each sorted by cells.
pub fn packings(pack: &Pack) -> BTreeSet<Packing> {
    let mut plain = Plain::of(pack);
    plain.search(0, 0);
    plain.found
}

struct Plain<'a> {
    pack: &'a Pack,
    checker: Checker<'a>,
    orientations: Vec<BTreeSet<Lying>>,
    taken: Vec<bool>,
    counts: Vec<u32>,
    placed: Packing,
    found: BTreeSet<Packing>,
}

impl<'a> Plain<'a> {
    fn of(pack: &'a Pack) -> Self {
        let orientations = pack.pieces.iter().map(ways_to_lie).collect();
        let mut taken: Vec<bool> = pack.floor.iter().map(|floor| *floor == Floor::Wall).collect();
        let mut counts: Vec<u32> = pack.pieces.iter().map(|piece| *piece.counts.end()).collect();
        for placed in &pack.placed {
            counts[placed.piece] -= 1;
            for cell in &placed.cells {
                taken[pack.size.number(*cell)] = true;
            }
        }
        let (checker, placed, found) = (Checker::of(pack), pack.placed.clone(), BTreeSet::new());
        Self { pack, checker, orientations, taken, counts, placed, found }
    }

    /// True if no packing has this piece: it is not placed beforehand, and none is left or has room.
    fn is_idle(&self, piece: usize) -> bool {
        let has_room = |anchor| self.orientations[piece].iter().any(|way| self.cells(way, anchor).is_some());
        self.placed.iter().all(|placed| placed.piece != piece)
            && (self.counts[piece] == 0 || !self.pack.cells().any(has_room))
    }

    fn mark(&mut self, cells: &[Cell], is_taken: bool) {
        for cell in cells {
            self.taken[self.pack.size.number(*cell)] = is_taken;
        }
    }

    fn search(&mut self, from: usize, empty: u32) {
        if empty > *self.pack.empty.end() {
            return;
        }
        let Some(next) = (from..self.taken.len()).find(|cell| !self.taken[*cell]) else {
            let mut counts = self.pack.pieces.iter().map(|piece| &piece.counts).zip(&self.counts);
            // Most are refused by their numbers alone.
            if empty >= *self.pack.empty.start() && counts.all(|(all, left)| all.end() - left >= *all.start())
            {
                let mut packing = self.placed.clone();
                packing.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
                if self.checker.check(&packing).is_ok() {
                    self.found.insert(packing);
                }
            }
            return;
        };
        if self.pack.floor[next] == Floor::Open {
            self.search(next + 1, empty + 1);
        }
        let anchor = self.pack.size.cell(next);
        for piece in 0..self.counts.len() {
            if self.counts[piece] == 0 {
                continue;
            }
            // Orientations that differ only in paint are one.
            let places = self.orientations[piece].iter().filter_map(|way| self.cells(way, anchor));
            for cells in places.collect::<BTreeSet<_>>() {
                self.counts[piece] -= 1;
                self.mark(&cells, true);
                self.placed.push(Placed { piece, cells: cells.clone() });
                self.search(next + 1, empty);
                self.placed.pop();
                self.mark(&cells, false);
                self.counts[piece] += 1;
            }
        }
    }

    /// The cells of a piece with its first cell on `anchor`, if it may lie there.
    fn cells(&self, way: &Lying, anchor: Cell) -> Option<Vec<Cell>> {
        let (size, paint, lead) = (self.pack.size, &self.pack.paint, way[0].0.1);
        let cell = |&((down, right), own): &((i32, i32), Option<char>)| {
            let row = u16::try_from(i32::from(anchor.0) + down).ok().filter(|row| *row < size.height)?;
            let column = u16::try_from(i32::from(anchor.1) + right - lead).ok()?;
            let cell = Some((row, column)).filter(|_| column < size.width)?;
            let is_free = !self.taken[size.number(cell)] && goes_with(paint, own, self.pack.paint_at(cell));
            is_free.then_some(cell)
        };
        way.iter().map(cell).collect()
    }
}

/// Number of packings up to symmetry. Packings are symmetric if their parts look alike, each turned by itself, in any order.
pub fn up_to_symmetry(pack: &Pack, packings: &BTreeSet<Packing>) -> usize {
    // Rules that kinds of cells can express become kinds of cells.
    let pack = &pack.reduced();
    let (parts, turns) = (parts(pack), turns(pack));
    let looks = |packing: &Packing| {
        let of_exchange = |(becomes, turns): (&Vec<usize>, &Vec<Turn>)| {
            let least =
                |part: &Vec<Cell>| turns.iter().map(|&turn| look(pack, part, packing, turn, becomes)).min();
            let mut looks: Vec<Option<Look>> = parts.iter().map(least).collect();
            looks.sort_unstable();
            looks
        };
        turns.iter().map(of_exchange).min()
    };
    packings.iter().map(looks).collect::<BTreeSet<_>>().len()
}

/// The turns that map every piece to one with the same counts, or to itself if no packing has it, by the resulting pieces.
fn turns(pack: &Pack) -> BTreeMap<Vec<usize>, Vec<Turn>> {
    let plain = Plain::of(pack);
    let mut turns: BTreeMap<Vec<usize>, Vec<Turn>> = BTreeMap::new();
    for turn in Turn::ALL {
        let turned = |way: Lying| {
            moved_home(way.into_iter().map(|(at, colour)| (turn.direction(at), colour)).collect())
        };
        let image = |(number, piece): (usize, &Piece)| {
            if plain.is_idle(number) {
                return Some(number);
            }
            let all: BTreeSet<Lying> = ways_to_lie(piece).into_iter().map(turned).collect();
            let is_image = |other: &Piece| {
                let is_alike = other.counts == piece.counts && other.colour == piece.colour;
                is_alike && ways_to_lie(other) == all
            };
            pack.pieces.iter().position(is_image)
        };
        if let Some(images) = pack.pieces.iter().enumerate().map(image).collect::<Option<Vec<usize>>>() {
            turns.entry(images).or_default().push(turn);
        }
    }
    turns
}

/// The connected sets of cells that are not walls; all cells as one set if a rule concerns lines across the board.
fn parts(pack: &Pack) -> Vec<Vec<Cell>> {
    if pack.rules.has(Rule::FaultFree) {
        return vec![pack.cells().collect()];
    }
    let mut parts: Vec<Vec<Cell>> = Vec::new();
    for cell in pack.cells() {
        let touches = |part: &Vec<Cell>| {
            part.iter().any(|other| cell.0.abs_diff(other.0) + cell.1.abs_diff(other.1) == 1)
        };
        let (beside, mut apart): (Vec<_>, Vec<_>) = parts.into_iter().partition(touches);
        apart.push(beside.into_iter().flatten().chain([cell]).collect());
        parts = apart;
    }
    parts
}

/// A part of the board after a turn, moved to the corner. For each cell: its paint, true if it must be covered, and the
/// piece on it (its number, its first cell, and true if it was placed beforehand).
type Look = BTreeMap<Cell, (Option<char>, bool, Option<(usize, Option<Cell>, bool)>)>;

fn look(pack: &Pack, part: &[Cell], packing: &Packing, turn: Turn, becomes: &[usize]) -> Look {
    let turned = |&cell: &Cell| turn.cell(turn.size(pack.size), cell);
    let top = part.iter().map(|cell| turned(cell).0).min().unwrap_or(0);
    let left = part.iter().map(|cell| turned(cell).1).min().unwrap_or(0);
    let moved = |(row, column): Cell| (row - top, column - left);
    let images: BTreeMap<Cell, Cell> = part.iter().map(|cell| (*cell, moved(turned(cell)))).collect();
    let seen = |cell: &Cell| {
        let on_it = packing.iter().find(|placed| placed.cells.contains(cell));
        let piece = on_it.map(|placed| {
            let first = placed.cells.iter().map(|cell| images[cell]).min();
            (becomes[placed.piece], first, pack.placed.contains(placed))
        });
        (images[cell], (pack.paint_at(*cell), pack.floor_at(*cell) == Floor::Full, piece))
    };
    part.iter().map(seen).collect()
}
