//! Packings, by the rules alone: cell after cell is left empty or covered by a piece that begins there.

use std::collections::BTreeSet;

use crate::pack::{Cell, Floor, Pack, Packing, Piece, Placed};
use traybit_core::shape::Shape;
use traybit_core::turn::Turn;

/// All packings of a small puzzle, each sorted by cells.
#[must_use]
pub fn packings(pack: &Pack) -> BTreeSet<Packing> {
    let orientations = pack.pieces.iter().map(Piece::orientations).collect();
    let mut taken: Vec<bool> = pack.floor.iter().map(|floor| *floor == Floor::Wall).collect();
    let mut counts: Vec<u32> = pack.pieces.iter().map(|piece| *piece.counts.end()).collect();
    for placed in &pack.placed {
        counts[placed.piece] -= 1;
        for cell in &placed.cells {
            taken[pack.size.number(*cell)] = true;
        }
    }
    let mut plain =
        Plain { pack, orientations, taken, counts, placed: pack.placed.clone(), found: BTreeSet::new() };
    plain.go_on(0, 0);
    plain.found
}

struct Plain<'a> {
    pack: &'a Pack,
    orientations: Vec<Vec<Shape>>,
    taken: Vec<bool>,
    counts: Vec<u32>,
    placed: Packing,
    found: BTreeSet<Packing>,
}

impl Plain<'_> {
    fn mark(&mut self, cells: &[Cell], is_taken: bool) {
        for cell in cells {
            self.taken[self.pack.size.number(*cell)] = is_taken;
        }
    }

    fn go_on(&mut self, from: usize, empty: u32) {
        if empty > *self.pack.empty.end() {
            return;
        }
        let Some(next) = (from..self.taken.len()).find(|cell| !self.taken[*cell]) else {
            let keeps = self
                .pack
                .pieces
                .iter()
                .zip(&self.counts)
                .all(|(piece, left)| piece.counts.end() - left >= *piece.counts.start());
            if keeps && empty >= *self.pack.empty.start() {
                let mut packing = self.placed.clone();
                packing.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
                self.found.insert(packing);
            }
            return;
        };
        if self.pack.floor[next] == Floor::Open {
            self.go_on(next + 1, empty + 1);
        }
        let width = usize::from(self.pack.size.width);
        let anchor = ((next / width) as i32, (next % width) as i32);
        for piece in 0..self.counts.len() {
            for shape in self.orientations[piece].clone() {
                let cells: Vec<(i32, i32)> =
                    shape.offsets().map(|(down, right)| (anchor.0 + down, anchor.1 + right)).collect();
                let size = self.pack.size;
                let is_inside = cells.iter().all(|&(row, column)| {
                    (0..i32::from(size.height)).contains(&row) && (0..i32::from(size.width)).contains(&column)
                });
                let cells: Vec<Cell> =
                    cells.into_iter().map(|(row, column)| (row as u16, column as u16)).collect();
                if self.counts[piece] == 0
                    || !is_inside
                    || cells.iter().any(|cell| self.taken[self.pack.size.number(*cell)])
                {
                    continue;
                }
                self.counts[piece] -= 1;
                self.mark(&cells, true);
                self.placed.push(Placed { piece, cells: cells.clone() });
                self.go_on(next + 1, empty);
                self.placed.pop();
                self.mark(&cells, false);
                self.counts[piece] += 1;
            }
        }
    }
}

/// Number of packings when symmetric ones are merged.
#[must_use]
pub fn up_to_symmetry(pack: &Pack, packings: &BTreeSet<Packing>) -> usize {
    let turns: Vec<Turn> = Turn::ALL.into_iter().filter(|turn| keeps(pack, *turn)).collect();
    let is_least = |packing: &&Packing| turns.iter().all(|turn| **packing <= turned(pack, packing, *turn));
    packings.iter().filter(is_least).count()
}

fn keeps(pack: &Pack, turn: Turn) -> bool {
    let size = turn.size(pack.size);
    size == pack.size
        && size.all().all(|cell| pack.floor_at(cell) == pack.floor_at(turn.cell(size, cell)))
        && turned(pack, &pack.placed, turn) == pack.placed
        && pack.pieces.iter().all(|piece| {
            let mut shapes: Vec<Shape> =
                piece.orientations().iter().map(|shape| shape.turned(turn)).collect();
            shapes.sort_unstable();
            shapes == piece.orientations()
        })
}

fn turned(pack: &Pack, packing: &Packing, turn: Turn) -> Packing {
    let piece = |placed: &Placed| {
        let mut cells: Vec<Cell> = placed.cells.iter().map(|cell| turn.cell(pack.size, *cell)).collect();
        cells.sort_unstable();
        Placed { piece: placed.piece, cells }
    };
    let mut turned: Packing = packing.iter().map(piece).collect();
    turned.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
    turned
}
