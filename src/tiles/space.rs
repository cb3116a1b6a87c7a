//! Boards packed in keys: four bits a cell for 4×4 in a `u64`, five for 5×5 in a `u128`, beyond that boxed limbs.
//!
//! ```text
//!   homes          fields, as many as cells                         field c holds the home of who stands on cell c,
//!   3 0 1          cell   0   1   2   3   4   5                     but field 0 the cell of the gap, and the
//!   4 . 2               ( 4 ) 0   1   4 ( 3 ) 2                     field of the gap's cell who stands on cell 0
//! ```
//!
//! So the gap is found without a search, and takes no field of its own. A move is one exclusive or: the gap's cell in
//! field 0 changes, and of the two fields of the move the one gets what the other had. Where the gap leaves or enters
//! cell 0, field 0 is all that changes.

use std::ops::ControlFlow;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use traybit_core::bits::{Key, Width, Word, bits_for};
use traybit_core::grid::Size;
use traybit_core::space::{Mark, Neighbours, Reversible, StateSpace};

/// A key that holds numbers of some bits.
pub trait Fields: Key {
    /// The number of `length` bits, 1 to 16, at bit `offset`.
    fn number(&self, offset: u32, length: u32) -> u64;
    /// The key with the bits of `value` from bit `offset` on changed.
    #[must_use]
    fn flipped(self, offset: u32, value: u64) -> Self;
}

macro_rules! fields {
    ($word:ty, $at:expr) => {
        impl Fields for $word {
            #[inline(always)]
            fn number(&self, offset: u32, length: u32) -> u64 {
                self.field(offset, length)
            }
            #[inline(always)]
            fn flipped(self, offset: u32, value: u64) -> Self {
                self.xor($at(offset, value))
            }
        }
    };
}
fields!(u64, |offset: u32, value: u64| value << offset);
fields!(u128, |offset: u32, value: u64| u128::from(value) << offset);

#[inline(always)]
fn flip(limbs: &mut [u64], offset: u32, value: u64) {
    let (limb, shift) = (offset as usize / 64, offset % 64);
    limbs[limb] ^= value << shift;
    if let Some(beyond) = limbs.get_mut(limb + 1) {
        *beyond ^= value >> 1 >> (63 - shift);
    }
}

impl Fields for Box<[u64]> {
    fn number(&self, offset: u32, length: u32) -> u64 {
        let (limb, shift) = (offset as usize / 64, offset % 64);
        let number = self.limb(limb) >> shift | self.limb(limb + 1) << 1 << (63 - shift);
        number & ((1 << length) - 1)
    }
    fn flipped(mut self, offset: u32, value: u64) -> Self {
        flip(&mut self, offset, value);
        self
    }
}

/// A space of boards of tiles.
pub trait Tiles: Reversible<Move = Direction> {
    /// Writes for each cell the home of who stands there, the gap's own among them, and returns the gap's cell.
    fn homes(&self, state: &Self::State, homes: &mut Vec<u16>) -> usize;
}

/// The boards that can be reached from one, packed in keys of type `K`.
#[derive(Clone, Debug)]
pub struct Packed<K> {
    start: K,
    goal: K,
    /// Bits of a field.
    bits: u32,
    cells: usize,
    rest: u16,
    /// By cell of the gap, each move and the cell from which its tile comes.
    moves: Vec<Vec<(Direction, usize)>>,
}

/// What is to be done in a space, whatever its key.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<S: Tiles>(self, space: &S) -> Self::Output;
}

/// The width of key that holds the boards of a size.
#[must_use]
pub fn width(size: Size) -> Width {
    Width::fitting(size.cells() as u32 * bits_for(size.cells()).max(1))
}

/// Packs boards in the narrowest key that holds them and runs `task` in the space that begins with `start`.
pub fn with_space<T: Task>(start: &Arrangement, task: T) -> T::Output {
    match width(start.size()) {
        Width::W64 => task.run(&Packed::<u64>::new(start)),
        Width::W128 => task.run(&Packed::<u128>::new(start)),
        _ => task.run(&Packed::<Box<[u64]>>::new(start)),
    }
}

impl<K: Fields> Packed<K> {
    /// The space that begins with `start`, which the keys must be wide enough for.
    #[must_use]
    pub fn new(start: &Arrangement) -> Self {
        let size = start.size();
        let cells = size.cells();
        let bits = bits_for(cells).max(1);
        let moves = |gap| Direction::ALL.into_iter().filter_map(move |to| Some((to, to.source(gap, size)?)));
        let solved: Vec<u16> = (0..cells as u32).map(|cell| cell as u16).collect();
        Self {
            start: pack(start.homes(), start.blank(), bits),
            goal: pack(&solved, start.blank_home(), bits),
            bits,
            cells,
            rest: start.blank_home() as u16,
            moves: (0..cells).map(|gap| moves(gap).collect()).collect(),
        }
    }

    fn gap(&self, state: &K) -> usize {
        state.number(0, self.bits) as usize
    }

    /// The state after the tile on cell `from` moved to the gap.
    #[inline(always)]
    fn slid(&self, state: &K, gap: usize, from: usize) -> K {
        let next = state.clone().flipped(0, (gap ^ from) as u64);
        if gap == 0 || from == 0 {
            return next;
        }
        let offset = |cell: usize| cell as u32 * self.bits;
        let change = state.number(offset(gap), self.bits) ^ state.number(offset(from), self.bits);
        next.flipped(offset(gap), change).flipped(offset(from), change)
    }
}

fn pack<K: Fields>(homes: &[u16], gap: usize, bits: u32) -> K {
    let mut fields = homes.to_vec();
    fields[gap] = homes[0];
    fields[0] = gap as u16;
    let limbs = vec![0; (homes.len() * bits as usize).div_ceil(64)];
    let fields = (0..).zip(&fields);
    fields.fold(K::from_limbs(&limbs), |key, (cell, &field)| key.flipped(cell * bits, u64::from(field)))
}

impl<K: Fields> StateSpace for Packed<K> {
    type State = K;
    type Move = Direction;
    type Scratch = ();

    fn scratch(&self) {}

    fn start(&self) -> K {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, state: &K, (): &mut ()) -> bool {
        *state == self.goal
    }

    #[inline(always)]
    fn expand_while(&self, state: &K, (): &mut (), mut emit: impl FnMut(K, Direction) -> ControlFlow<()>) {
        let gap = self.gap(state);
        for &(direction, from) in &self.moves[gap] {
            if emit(self.slid(state, gap, from), direction).is_break() {
                return;
            }
        }
    }
}

/// A mark has a bit for each direction: that move leads back.
impl<K: Fields> Reversible for Packed<K> {
    const MOST_MARK_BITS: u32 = Direction::ALL.len() as u32;

    fn reverse(&self, step: Direction) -> Direction {
        step.opposite()
    }

    fn neighbours(&self) -> Neighbours {
        Neighbours { mark_bits: Self::MOST_MARK_BITS, same_layer: false }
    }

    #[inline(always)]
    fn expand_marked<M: Mark>(
        &self,
        states: &[K],
        marks: &[M],
        (): &mut (),
        mut emit: impl FnMut(K, M) -> ControlFlow<()>,
    ) {
        for (state, mark) in states.iter().zip(marks) {
            let gap = self.gap(state);
            for &(direction, from) in &self.moves[gap] {
                if mark.bits() >> direction as u32 & 1 == 1 {
                    continue;
                }
                let back = M::from_bits(1 << direction.opposite() as u32);
                if emit(self.slid(state, gap, from), back).is_break() {
                    return;
                }
            }
        }
    }
}

impl<K: Fields> Tiles for Packed<K> {
    #[inline]
    fn homes(&self, state: &K, homes: &mut Vec<u16>) -> usize {
        let gap = self.gap(state);
        homes.clear();
        homes.extend((0..self.cells as u32).map(|cell| state.number(cell * self.bits, self.bits) as u16));
        homes[0] = homes[gap];
        homes[gap] = self.rest;
        gap
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{Task, Tiles, width, with_space};
    use crate::arrangement::Arrangement;
    use crate::board::Board;
    use crate::direction::Direction;
    use traybit_core::bits::{Key, Width};
    use traybit_core::grid::Size;

    fn successors<S: Tiles>(space: &S, state: &S::State) -> Vec<(S::State, Direction)> {
        let mut found = Vec::new();
        space.expand(state, &mut space.scratch(), |next, step| found.push((next, step)));
        found
    }

    /// A mark for one direction leaves out the move there, and those of the others lead back. Whoever has seen enough is
    /// told no more.
    fn marks_leave_out<S: Tiles>(space: &S, state: &S::State, out: Direction) {
        let all = successors(space, state);
        let wanted = |&&(_, step): &&(S::State, Direction)| step != out;
        let marked = |(next, step): &(S::State, Direction)| (next.clone(), 1 << space.reverse(*step) as u16);
        let left: Vec<(S::State, u16)> = all.iter().filter(wanted).map(marked).collect();
        let expand = |most: usize| {
            let mut found = Vec::new();
            let marks = [0, 1 << out as u16];
            let states = [state.clone(), state.clone()];
            space.expand_marked(&states, &marks, &mut space.scratch(), |next, mark| {
                found.push((next, mark));
                if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            found
        };
        let whole: Vec<_> = all.iter().map(marked).chain(left).collect();
        for most in 1..=whole.len() {
            assert_eq!(expand(most), whole[..most]);
        }
        let mut first = Vec::new();
        space.expand_while(state, &mut space.scratch(), |next, step| {
            first.push((next, step));
            ControlFlow::Break(())
        });
        assert_eq!(first, all[..all.len().min(1)]);
    }

    /// Walks some hundred moves and compares with the plain rules.
    struct Walk(Arrangement);

    impl Task for Walk {
        type Output = ();

        fn run<S: Tiles>(self, space: &S) {
            let Self(mut plain) = self;
            let (mut state, mut homes) = (space.start(), Vec::new());
            for turn in 0..300u64 {
                assert_eq!((space.homes(&state, &mut homes), &homes[..]), (plain.blank(), plain.homes()));
                assert_eq!(space.is_goal(&state, &mut space.scratch()), plain.is_solved());
                let successors = successors(space, &state);
                for to in Direction::ALL {
                    let mut moved = plain.clone();
                    let found: Vec<_> = successors.iter().filter(|&&(_, step)| step == to).collect();
                    assert_eq!(found.len(), usize::from(moved.slide(to)), "{to:?}");
                    for (next, _) in found {
                        assert_eq!(
                            (space.homes(next, &mut homes), &homes[..]),
                            (moved.blank(), moved.homes())
                        );
                        let back = (state.clone(), space.reverse(to));
                        assert!(self::successors(space, next).contains(&back), "{to:?}");
                    }
                    marks_leave_out(space, &state, to);
                }
                if successors.is_empty() {
                    return;
                }
                let (next, step) = &successors[turn.hash64() as usize % successors.len()];
                assert!(plain.slide(*step));
                state = next.clone();
            }
        }
    }

    /// The bytes of a key.
    struct Bytes;

    impl Task for Bytes {
        type Output = usize;

        fn run<S: Tiles>(self, space: &S) -> usize {
            size_of::<S::State>() + space.start().heap_bytes()
        }
    }

    #[test]
    fn keys_are_the_narrowest_that_hold_the_board() {
        for (side, bytes) in [(3, 8), (4, 8), (5, 16), (6, 16 + 32)] {
            let board = Board::blank_last(Size { height: side, width: side });
            assert_eq!(with_space(&Arrangement::new(&board, &board), Bytes), bytes, "{side}");
        }
    }

    #[test]
    fn moves_are_those_of_the_plain_board_in_every_width() {
        let sizes = [(1, 1), (1, 9), (2, 3), (4, 4), (5, 5), (6, 7), (8, 9), (3, 27), (17, 16)];
        for (height, width) in sizes {
            let size = Size { height, width };
            for goal in [Board::blank_last(size), Board::blank_first(size)] {
                let start = Arrangement::new(&Board::blank_last(size), &goal);
                with_space(&start, Walk(start.clone()));
            }
        }
        let widths = [(4, 4), (5, 5), (6, 7), (8, 9), (9, 9)].map(|(height, width)| Size { height, width });
        assert_eq!(widths.map(width), Width::ALL);
    }
}
