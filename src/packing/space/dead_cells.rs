//! Dead cells, those that no piece can cover any more, for many fronts at once, a bit for each cell.
//!
//! ```text
//!  front             # # . # . . . # . . .       an orientation of offsets 0 1 3:   x x . x
//!  shifted by 0, 1, 3 and joined: cells at which it would lie on something decided
//!  the rest of its places, shifted back by 0, 1, 3 and joined: cells that it can still cover
//! ```
//!
//! Cells that no orientation covers are dead. Fronts are taken in lanes: each operation becomes one of a wide register.

use std::array::from_fn;

use crate::budget::Budget;
use crate::cover::Cover;
use traybit_core::bits::Register;
use traybit_core::search::outcome::GaveUp;

/// Fronts taken together: the 64-bit words of the widest registers.
pub const LANES: usize = 8;

/// A word of each front.
pub type Lanes<W> = [W; LANES];

/// Offsets taken together, so that a loop over them is worth the compiler's lanes and nothing else.
const CHUNK: usize = 4;

/// The orientations as distances, with their places on the board.
pub struct DeadCells {
    orientations: Vec<Stencil>,
}

struct Stencil {
    kind: u16,
    /// Its offsets but the first one, 0; the last one is repeated to fill the chunk.
    offsets: Vec<[u32; CHUNK]>,
    /// A bit for each cell of the board; words enough beyond its end to cut any window from.
    anchors: Vec<u64>,
}

impl Stencil {
    /// Cells at which it may be placed, from a cell on.
    #[inline(always)]
    fn window<W: Register>(&self, cell: usize) -> W {
        let (first, shift) = (cell / 64, cell % 64);
        let limb = |index: usize| {
            self.anchors[first + index] >> shift | self.anchors[first + index + 1] << 1 << (63 - shift)
        };
        let limbs = (0..W::CELLS as usize / 64).rev();
        limbs.fold(W::EMPTY, |window, index| window << 32 << 32 | W::number(limb(index)))
    }
}

impl DeadCells {
    /// The orientations of a cover, for windows of this number of cells.
    pub fn new(cover: &Cover, window: u32, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let words = cover.weights.len() / 64 + window as usize / 64 + 2;
        let mut orientations: Vec<Stencil> = Vec::with_capacity(cover.orientations.len());
        for orientation in &cover.orientations {
            budget.take::<u64>(words)?;
            let last = orientation.offsets.last().copied().unwrap_or(0);
            let chunks = orientation.offsets[1..].chunks(CHUNK);
            let offsets = chunks.map(|chunk| from_fn(|index| chunk.get(index).copied().unwrap_or(last)));
            orientations.push(Stencil {
                kind: orientation.kind,
                offsets: offsets.collect(),
                anchors: vec![0; words],
            });
        }
        for (cell, places) in cover.places.iter().enumerate() {
            for &orientation in places {
                orientations[orientation as usize].anchors[cell / 64] |= 1 << (cell % 64);
            }
        }
        let orientations = orientations.into_iter().zip(cover.is_placed());
        let is_placed = orientations.filter(|(_, is_placed)| *is_placed);
        Ok(Self { orientations: is_placed.map(|(orientation, _)| orientation).collect() })
    }

    /// Dead cells among `of`: those, counted from `cell`, that are not decided and that no orientation can cover, in each front. By
    /// kind, `left` has all bits of the lanes in which there is a piece left.
    #[inline(always)]
    pub fn find<W: Register>(&self, cell: usize, fronts: &Lanes<W>, left: &[Lanes<W>], of: W) -> Lanes<W> {
        let mut dead: Lanes<W> = from_fn(|lane| of & !fronts[lane]);
        for orientation in &self.orientations {
            let left = &left[usize::from(orientation.kind)];
            let mut hits = *fronts;
            for &[a, b, c, d] in &orientation.offsets {
                hits = from_fn(|lane| {
                    let front = fronts[lane];
                    hits[lane] | front >> a | front >> b | front >> c | front >> d
                });
            }
            let window = orientation.window::<W>(cell);
            let places: Lanes<W> = from_fn(|lane| window & left[lane] & !hits[lane]);
            let mut covered = places;
            for &[a, b, c, d] in &orientation.offsets {
                covered = from_fn(|lane| {
                    let place = places[lane];
                    covered[lane] | place << a | place << b | place << c | place << d
                });
            }
            dead = from_fn(|lane| dead[lane] & !covered[lane]);
        }
        dead
    }
}
