//! Which cells no piece can cover any more, for many fronts at once, a bit for each cell.
//!
//! ```text
//!  front             # # . # . . . # . . .       a form of offsets 0 1 3:   x x . x
//!  shifted by 0, 1, 3 and joined: cells at which it would lie on something decided
//!  the rest of its places, shifted back by 0, 1, 3 and joined: cells that it can still cover
//! ```
//!
//! What no form covers is dead. Fronts are taken side by side: each operation becomes one of a wide register.

use std::array::from_fn;

use crate::cover::Cover;
use traybit_core::bits::Register;

/// Fronts taken side by side: as many words of 64 bits as the widest registers have.
pub(super) const LANES: usize = 8;

/// Words side by side.
pub(super) type Lanes<W> = [W; LANES];

/// Offsets taken together, so that a loop over them is worth the compiler's lanes and nothing else.
const CHUNK: usize = 4;

/// The forms as distances, with their places on the board.
#[derive(Debug)]
pub(super) struct DeadCells {
    forms: Vec<Stencil>,
}

#[derive(Debug)]
struct Stencil {
    kind: u16,
    /// Its offsets but the first one, 0; the last one is repeated to fill the chunk.
    offsets: Vec<[u32; CHUNK]>,
    /// A bit for each cell of the board; words enough beyond its end to cut any window from.
    anchors: Vec<u64>,
}

impl Stencil {
    /// Where it may be laid, from a cell on.
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
    /// The forms of a cover, for windows of so many cells.
    pub(super) fn new(cover: &Cover, window: u32) -> Self {
        let words = cover.weights.len() / 64 + window as usize / 64 + 2;
        let mut forms: Vec<Stencil> = Vec::with_capacity(cover.forms.len());
        for form in &cover.forms {
            let last = form.offsets.last().copied().unwrap_or(0);
            let chunks = form.offsets[1..].chunks(CHUNK);
            let offsets = chunks.map(|chunk| from_fn(|index| chunk.get(index).copied().unwrap_or(last)));
            forms.push(Stencil { kind: form.kind, offsets: offsets.collect(), anchors: vec![0; words] });
        }
        for (cell, places) in cover.places.iter().enumerate() {
            for &form in places {
                forms[form as usize].anchors[cell / 64] |= 1 << (cell % 64);
            }
        }
        let forms = forms.into_iter().zip(cover.is_laid());
        Self { forms: forms.filter(|(_, is_laid)| *is_laid).map(|(form, _)| form).collect() }
    }

    /// Those of the cells `of`, counted from `cell`, that are not decided and that no form can cover, in each front. By
    /// kind, `left` has all bits of the lanes in which there is a piece left.
    #[inline(always)]
    pub(super) fn find<W: Register>(
        &self,
        cell: usize,
        fronts: &Lanes<W>,
        left: &[Lanes<W>],
        of: W,
    ) -> Lanes<W> {
        let mut dead: Lanes<W> = from_fn(|lane| of & !fronts[lane]);
        for form in &self.forms {
            let left = &left[usize::from(form.kind)];
            let mut hits = *fronts;
            for &[a, b, c, d] in &form.offsets {
                hits = from_fn(|lane| {
                    let front = fronts[lane];
                    hits[lane] | front >> a | front >> b | front >> c | front >> d
                });
            }
            let window = form.window::<W>(cell);
            let places: Lanes<W> = from_fn(|lane| window & left[lane] & !hits[lane]);
            let mut covered = places;
            for &[a, b, c, d] in &form.offsets {
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

#[cfg(test)]
mod tests;
