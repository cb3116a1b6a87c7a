//! Boards packed in keys: four bits a cell for 4×4 in a `u64`, five for 5×5 in a `u128`, beyond that boxed limbs.
//!
//! ```text
//!   homes          fields, as many as cells                         field c holds the home of what stands on cell c,
//!   3 0 1          cell   0   1   2   3   4   5                     but field 0 the cell of the blank, and the
//!   4 . 2               ( 4 ) 0   1   4 ( 3 ) 2                     field of the blank's cell what stands on cell 0
//! ```
//!
//! So the blank is found without a search, and takes no field of its own. A move is one exclusive or: the blank's cell in
//! field 0 changes, and of the two fields of the move the one gets what the other had. Where the blank leaves or enters
//! cell 0, field 0 is all that changes. Tiles that may stand on any open cell of the goal are alike: their home is the
//! first of them. A wall is its own home.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::{Arrangement, Direction};
pub use traybit_core::bits::Width;
use traybit_core::bits::bits_for;
use traybit_core::space::{Expander, Move, Neighbours, Sink, Space, UsedMoves};
use traybit_core::{Key, Size};

/// Boards that can be reached from one, packed in keys of type `K`. A move is of one tile, or with `PUSHES` of all tiles
/// between the blank and a cell of its line.
#[derive(Clone, Debug)]
pub struct Packed<K, const PUSHES: bool = false> {
    start: K,
    /// The goal, or for each cell on which it may have its blank the one with the blank there.
    goals: Vec<K>,
    bits: u32,
    cells: usize,
    blank_home: u16,
    /// Moves by cell of the blank, each with the cell from which its tile comes.
    moves: Vec<Vec<(Direction, usize)>>,
}

/// Evaluates an expression with the space that begins with an arrangement, packed in the narrowest key that holds it: that
/// of moves, or with `true` that of pushes.
#[macro_export]
macro_rules! in_tile_space {
    ($start:expr, $pushes:literal, $space:ident => $run:expr) => {
        match $start {
            start => match $crate::space::width(start.size()) {
                $crate::space::Width::W64 => $crate::in_tile_space!(@ u64, $pushes, start, $space => $run),
                $crate::space::Width::W128 => $crate::in_tile_space!(@ u128, $pushes, start, $space => $run),
                _ => $crate::in_tile_space!(@ Box<[u64]>, $pushes, start, $space => $run),
            },
        }
    };
    (@ $key:ty, $pushes:literal, $start:ident, $space:ident => $run:expr) => {{
        let $space = &$crate::space::Packed::<$key, $pushes>::new($start);
        $run
    }};
}

/// Width of the key that holds the boards of a size.
pub fn width(size: Size) -> Width {
    Width::fitting(size.cells() as u32 * bits_for(size.cells()).max(1))
}

impl<K: Key, const PUSHES: bool> Packed<K, PUSHES> {
    /// Space that begins with `start`, which the keys must be wide enough for.
    pub fn new(start: &Arrangement) -> Self {
        let size = start.size();
        let cells = size.cells();
        let bits = bits_for(cells).max(1);
        let moves = |blank| {
            let sources =
                Direction::ALL.into_iter().filter_map(move |to| Some((to, to.source(blank, size)?)));
            sources.filter(|&(_, from)| !start.is_wall(from)).collect()
        };
        let ground = || (0..cells).filter(|&cell| !start.is_wall(cell));
        let named: HashSet<usize> = ground().filter_map(|cell| start.home(cell)).collect();
        let open: Vec<usize> = ground().filter(|cell| !named.contains(cell)).collect();
        let alike = |home: Option<usize>| home.unwrap_or_else(|| open[0]);
        let at = |cell, home| (if start.is_wall(cell) { cell } else { alike(home) }) as u16;
        let homes: Vec<u16> = (0..cells).map(|cell| at(cell, start.home(cell))).collect();
        let solved: Vec<u16> = (0..cells).map(|cell| at(cell, named.get(&cell).copied())).collect();
        let blanks = if start.blank_home() < cells { vec![start.blank_home()] } else { open };
        Self {
            start: pack(&homes, start.blank(), bits),
            goals: blanks.into_iter().map(|blank| pack(&solved, blank, bits)).collect(),
            bits,
            cells,
            blank_home: start.blank_home() as u16,
            moves: (0..cells).map(moves).collect(),
        }
    }

    /// Writes the homes by cell, the blank's own among them, and returns the blank's cell.
    pub fn homes(&self, state: &K, homes: &mut Vec<u16>) -> usize {
        let blank = self.blank(state);
        homes.clear();
        homes.extend((0..self.cells as u32).map(|cell| state.field(cell * self.bits, self.bits) as u16));
        homes[0] = homes[blank];
        homes[blank] = self.blank_home;
        blank
    }

    fn blank(&self, state: &K) -> usize {
        state.field(0, self.bits) as usize
    }

    /// State after the tile on cell `from` moved to the blank.
    #[inline(always)]
    fn slid(&self, state: &K, blank: usize, from: usize) -> K {
        let next = state.clone().flipped(0, (blank ^ from) as u64);
        if blank == 0 || from == 0 {
            return next;
        }
        let offset = |cell: usize| cell as u32 * self.bits;
        let change = state.field(offset(blank), self.bits) ^ state.field(offset(from), self.bits);
        next.flipped(offset(blank), change).flipped(offset(from), change)
    }

    /// Bit of a direction in masks of used moves: each move has one that leads back. A push along an axis leads to all
    /// boards of that line, so both of its directions share a bit.
    fn bit(direction: Direction) -> u32 {
        direction as u32 / if PUSHES { 2 } else { 1 }
    }

    /// Passes on the boards that unused moves lead to, each with the direction and the number of tiles moved.
    #[inline(always)]
    fn each(
        &self,
        state: &K,
        used: UsedMoves,
        mut give: impl FnMut(K, Direction, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let blank = self.blank(state);
        for &(direction, from) in &self.moves[blank] {
            if used >> Self::bit(direction) & 1 == 1 {
                continue;
            }
            let (mut next, mut at) = (self.slid(state, blank, from), from);
            for tiles in 1.. {
                let beyond =
                    if PUSHES { self.moves[at].iter().find(|&&(to, _)| to == direction) } else { None };
                let Some(&(_, from)) = beyond else {
                    give(next, direction, tiles)?;
                    break;
                };
                give(next.clone(), direction, tiles)?;
                next = self.slid(&next, at, from);
                at = from;
            }
        }
        ControlFlow::Continue(())
    }
}

fn pack<K: Key>(homes: &[u16], blank: usize, bits: u32) -> K {
    let mut fields = homes.to_vec();
    fields[blank] = homes[0];
    fields[0] = blank as u16;
    let limbs = vec![0; (homes.len() * bits as usize).div_ceil(64)];
    let fields = (0..).zip(&fields);
    fields.fold(K::from_limbs(&limbs), |key, (cell, &field)| key.flipped(cell * bits, u64::from(field)))
}

impl<K: Key, const PUSHES: bool> Space<K> for Packed<K, PUSHES> {
    fn start(&self) -> K {
        self.start.clone()
    }

    fn expander(&self) -> Box<dyn Expander<K> + '_> {
        Box::new(self)
    }

    fn neighbours(&self) -> Neighbours {
        Neighbours { used_moves: true, same_layer: PUSHES }
    }
}

impl<K: Key, const PUSHES: bool> Expander<K> for &Packed<K, PUSHES> {
    fn is_goal(&mut self, state: &K) -> bool {
        self.goals.contains(state)
    }

    /// A move's code is its direction; that of a push, its direction and four times its tiles.
    fn successors(&mut self, state: &K, sink: &mut Sink<K, Move>) {
        let _ = self.each(state, 0, |next, direction, tiles| {
            sink.push(next, Move(direction as u64 + if PUSHES { 4 * tiles } else { 0 }))
        });
    }

    fn expand(&mut self, states: &[K], used: &[UsedMoves], sink: &mut Sink<K, UsedMoves>) {
        let _ = states.iter().zip(used).try_for_each(|(state, &used)| {
            self.each(state, used, |next, direction, _| {
                sink.push(next, 1 << Packed::<K, PUSHES>::bit(direction.opposite()))
            })
        });
    }
}
