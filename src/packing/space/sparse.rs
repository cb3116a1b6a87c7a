//! Packings of few pieces on a large board: a state lists the pieces that reach beyond the first undecided cell.
//!
//! ```text
//!            ▼ first undecided cell, the stage
//!   . . . A . . . . . . .        A lies 1 cell back, by its first cell: it reaches 11 cells on, into the next line.
//!   . . A A A . . . . . .        Only pieces whose last cell is not decided yet are listed.
//!
//!  │ pieces of kind 1 │ pieces of kind 0 │ piece │ piece │ … │ bit 0
//!                                          (cells back − 1) · orientations + orientation + 1, descending; 0: none
//! ```
//!
//! The front of a wide board takes hundreds of bits, of which few pieces set few. Once no piece is left, the rest of the
//! board stays empty, so a state lists at most all pieces but one. All kinds are counted, which gives the empty cells.

use std::ops::RangeInclusive;

use crate::budget::Budget;
use crate::cover::Cover;
use crate::space::EMPTY;
use crate::space::counters::Field;
use traybit_core::bits::bits_for;
use traybit_core::{GaveUp, MoveCode, Register, StageExpander, Staged, Successor};

/// Layout of a state: its fields.
pub struct Layout {
    pieces: Vec<Field>,
    /// Numbers of pieces placed, by kind.
    kinds: Vec<Field>,
    pub bits: u32,
}

impl Layout {
    /// The layout for a cover whose pieces have this reach; `None` if the pieces may cover more than half of the board.
    pub fn of(cover: &Cover, reach: u32) -> Option<Self> {
        let most = |kind: usize| u64::from(*cover.kinds[kind].counts.end());
        let kinds = 0..cover.kinds.len();
        let covered = kinds.clone().map(|kind| most(kind).saturating_mul(cover.kinds[kind].area.into()));
        if covered.fold(0, u64::saturating_add) > cover.weight() / 2 {
            return None;
        }
        let codes = (reach as usize).checked_mul(cover.orientations.len())?.checked_add(1)?;
        let pieces = kinds.clone().map(most).sum::<u64>().saturating_sub(1);
        let mut bits = 0;
        let mut field = |values: usize| {
            let (offset, width) = (bits, bits_for(values));
            bits += width;
            Field { offset, mask: (1 << width) - 1 }
        };
        // More fields would be wider than any word.
        let pieces = (0..pieces.min(1 << 10)).map(|_| field(codes)).collect();
        let kinds = kinds.map(|kind| field(most(kind) as usize + 1)).collect();
        Some(Self { pieces, kinds, bits })
    }
}

/// Space of a cover whose states list pieces.
pub struct Sparse<'a> {
    cover: &'a Cover,
    layout: Layout,
    /// Weight of all cells before each cell, and the number of those that must be covered; then the end.
    before: Vec<u64>,
    full: Vec<u32>,
    empties: RangeInclusive<u64>,
}

/// A piece, by its first cell and its orientation.
type Placed = (u32, u32);

#[derive(Clone, Debug, Default)]
struct Unpacked {
    pieces: Vec<Placed>,
    counts: Vec<u32>,
}

impl<'a> Sparse<'a> {
    /// The space of a cover with this layout, which must fit into the word.
    pub fn new(cover: &'a Cover, layout: Layout, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let cells = cover.weights.len();
        budget.take::<(u64, u32, u32)>(cells + 1)?;
        let (mut before, mut full) = (vec![0; cells + 1], vec![0; cells + 1]);
        for cell in 0..cells {
            let is_full = cover.weights[cell] > 0 && !cover.may_stay_empty[cell];
            before[cell + 1] = before[cell] + u64::from(cover.weights[cell]);
            full[cell + 1] = full[cell] + u32::from(is_full);
        }
        Ok(Self { cover, layout, before, full, empties: cover.empties() })
    }

    fn cells(&self, (first, orientation): Placed) -> impl Iterator<Item = u32> {
        self.cover.orientations[orientation as usize].offsets.iter().map(move |offset| first + offset)
    }

    /// The cells of these pieces from the cell `at` on.
    fn ahead(&self, pieces: &[Placed], at: usize) -> impl Iterator<Item = usize> {
        let cells = pieces.iter().flat_map(|&piece| self.cells(piece)).map(|cell| cell as usize);
        cells.filter(move |&cell| cell >= at)
    }

    fn kind(&self, orientation: u32) -> usize {
        self.cover.orientations[orientation as usize].kind.into()
    }

    fn is_left(&self, counts: &[u32], orientation: u32) -> bool {
        let kind = self.kind(orientation);
        let pieces = self.cover.orientations[orientation as usize].pieces;
        counts[kind] + pieces <= *self.cover.kinds[kind].counts.end()
    }

    fn covered(&self, counts: &[u32]) -> u64 {
        let areas = self.cover.kinds.iter().map(|kind| u64::from(kind.area));
        areas.zip(counts).map(|(area, &count)| area * u64::from(count)).sum()
    }

    fn is_complete(&self, counts: &[u32]) -> bool {
        self.empties.contains(&(self.before[self.before.len() - 1] - self.covered(counts)))
            && self.cover.kinds.iter().zip(counts).all(|(kind, count)| kind.counts.contains(count))
    }

    /// The stage and the state in which the next cell from `at` on has to be decided; `None` if it leads to no packing.
    fn settle<W: Register>(&self, mut at: usize, state: &mut Unpacked) -> Option<(usize, W)> {
        let last = self.cover.weights.len();
        let Unpacked { pieces, counts } = state;
        pieces.sort_unstable();
        let is_over = (0..counts.len()).all(|kind| counts[kind] >= *self.cover.kinds[kind].counts.end());
        loop {
            pieces.retain(|&piece| self.cells(piece).last().is_some_and(|cell| cell as usize >= at));
            let open = |cell: usize| {
                self.cover.weights[cell] > 0
                    && !pieces.iter().any(|&piece| self.cells(piece).any(|covered| covered as usize == cell))
            };
            if at == last || is_over {
                let full = self.ahead(pieces, at).filter(|&cell| !self.cover.may_stay_empty[cell]).count();
                let is_full = (self.full[last] - self.full[at]) as usize == full;
                return (is_full && self.is_complete(counts)).then_some((last, W::EMPTY));
            }
            if open(at) {
                if self.cover.places[at].iter().any(|&orientation| self.is_left(counts, orientation)) {
                    break;
                }
                // It can only stay empty.
                if !self.cover.may_stay_empty[at] {
                    return None;
                }
            }
            at += 1;
        }
        let ahead: u64 = self.ahead(pieces, at).map(|cell| u64::from(self.cover.weights[cell])).sum();
        let empty = (self.before[at] + ahead).saturating_sub(self.covered(counts));
        (empty <= *self.empties.end()).then(|| (at, self.packed(at, state)))
    }

    fn packed<W: Register>(&self, stage: usize, state: &Unpacked) -> W {
        let orientations = self.cover.orientations.len() as u64;
        let code = |&(first, orientation): &Placed| {
            (stage as u64 - u64::from(first) - 1) * orientations + u64::from(orientation) + 1
        };
        let pieces = self.layout.pieces.iter().zip(state.pieces.iter().map(code));
        let counts = self.layout.kinds.iter().zip(state.counts.iter().map(|&count| count.into()));
        pieces.chain(counts).fold(W::EMPTY, |word, (field, number)| word | field.holding(number))
    }

    fn unpack<W: Register>(&self, stage: usize, word: W, state: &mut Unpacked) {
        let orientations = self.cover.orientations.len() as u64;
        let codes = self.layout.pieces.iter().map(|field| field.of(word)).take_while(|&code| code > 0);
        let placed = codes.map(|code| {
            (stage as u32 - ((code - 1) / orientations) as u32 - 1, ((code - 1) % orientations) as u32)
        });
        state.pieces.clear();
        state.pieces.extend(placed);
        state.counts.clear();
        state.counts.extend(self.layout.kinds.iter().map(|field| field.of(word) as u32));
    }
}

impl<W: Register> Staged<W> for Sparse<'_> {
    fn last(&self) -> usize {
        self.cover.weights.len()
    }

    fn start(&self) -> Option<(usize, W)> {
        let mut state = Unpacked { pieces: Vec::new(), counts: vec![0; self.cover.kinds.len()] };
        if self.empties.is_empty() { None } else { self.settle(0, &mut state) }
    }

    fn expander(&self) -> Box<dyn StageExpander<W> + '_> {
        Box::new(Expander { space: self, state: Unpacked::default(), next: Unpacked::default() })
    }
}

struct Expander<'a> {
    space: &'a Sparse<'a>,
    state: Unpacked,
    next: Unpacked,
}

impl<W: Register> StageExpander<W> for Expander<'_> {
    fn expand(&mut self, stage: usize, states: &[W], successors: &mut Vec<Successor<W>>) {
        let Self { space, state, next } = self;
        let mut add = |parent: u32, state: &mut Unpacked, step: MoveCode| {
            if let Some((stage, state)) = space.settle(stage + 1, state) {
                successors.push(Successor { state, parent, stage: stage as u32, step });
            }
        };
        for (parent, &word) in (0..).zip(states) {
            space.unpack(stage, word, state);
            for (&orientation, step) in space.cover.places[stage].iter().zip(space.cover.starts[stage]..) {
                let piece = (stage as u32, orientation);
                let overlaps = |&other: &Placed| {
                    space.cells(other).any(|cell| space.cells(piece).any(|own| own == cell))
                };
                if space.is_left(&state.counts, orientation) && !state.pieces.iter().any(overlaps) {
                    next.pieces.clone_from(&state.pieces);
                    next.counts.clone_from(&state.counts);
                    next.pieces.push(piece);
                    next.counts[space.kind(orientation)] +=
                        space.cover.orientations[orientation as usize].pieces;
                    add(parent, next, step);
                }
            }
            if space.cover.may_stay_empty[stage] {
                add(parent, state, EMPTY);
            }
        }
    }
}
