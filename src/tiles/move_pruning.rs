//! Duplicate paths: sequences of moves that a depth-first search need not make, as others lead to the same board.
//!
//! ```text
//!   turning three tiles round the blank's square by six moves one way
//!   or by six moves the other way leads to the same board:                 RDLURD = DRULDR
//!
//!   needless    a sequence from a cell of the blank, if another one from there has the same effect and is shorter, or is as
//!               long and comes first by number; `UD` is needless, as no move at all does the same
//!   shortest    of the solutions of a board, the first of the shortest contains no needless sequence: it is never cut
//!   states      the longest end of the path that begins a needless sequence, with the blank's cell; each move leads to
//!               another state, or is not made as it would complete such a sequence
//! ```
//!
//! (Taylor and Korf, "Pruning duplicate nodes in depth-first search", 1993, who read such automata from a breadth-first
//! search; why the order has to be one by length and then by number: Holte and Burch, "Automatic move pruning for
//! single-agent search", 2014.)

use std::array;

use hashbrown::{HashMap, HashSet};

use crate::direction::Direction;
use crate::pattern::MOST_CELLS;
use traybit_core::grid::Size;

/// Automaton that reads the moves of a path and knows which moves may come next.
#[derive(Clone)]
pub struct MovePruning {
    /// The first ones are those before any move, by cell of the blank.
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    next: [u16; 4],
    open: u8,
}

/// Sequence of moves from a cell of the blank: the cell, and the moves' numbers, two bits each, behind a bit that is set. So
/// numbers are ordered by length, then by moves.
type Sequence = (u8, u64);

impl MovePruning {
    /// Automaton of the needless sequences of at most `longest` moves, on a board of at most [`MOST_CELLS`] cells.
    pub fn new(size: Size, longest: u32) -> Self {
        let needless = needless(size, longest);
        // All proper beginnings of needless sequences, the shortest first.
        let begins = needless
            .iter()
            .flat_map(|&(from, moves)| (1..=moves.ilog2() / 2).map(move |left| (from, moves >> (2 * left))));
        let mut begins: Vec<Sequence> = (0..size.cells()).map(|cell| (cell as u8, 1)).chain(begins).collect();
        begins.sort_unstable_by_key(|&(from, moves)| (moves, from));
        begins.dedup();
        let numbers: HashMap<Sequence, u16> = begins.iter().copied().zip(0..).collect();
        let mut states: Vec<State> = Vec::with_capacity(begins.len());
        // By state: the one of its longest end that is another state, and the blank's cell.
        let mut ends: Vec<(u16, usize)> = Vec::new();
        for (from, moves) in begins {
            let last = Direction::ALL[moves as usize % 4];
            let (mut state, end, blank) = if moves == 1 {
                let mut state = State::default();
                for direction in Direction::ALL {
                    let Some(source) = direction.source(from.into(), size) else { continue };
                    state.next[direction as usize] = source as u16;
                    state.open |= 1 << direction as u8;
                }
                (state, from.into(), from.into())
            } else {
                let (end, blank) = ends[usize::from(numbers[&(from, moves >> 2)])];
                let blank = last.source(blank, size).expect("a move on the board");
                let is_first = moves >> 2 == 1;
                let end = if is_first { blank as u16 } else { states[usize::from(end)].next[last as usize] };
                (states[usize::from(end)], end, blank)
            };
            for direction in Direction::ALL {
                let longer = (from, moves << 2 | direction as u64);
                if needless.contains(&longer) {
                    state.open &= !(1 << direction as u8);
                } else if let Some(&next) = numbers.get(&longer) {
                    state.next[direction as usize] = next;
                }
            }
            states.push(state);
            ends.push((end, blank));
        }
        Self { states }
    }

    /// Moves that may be made in a state, as bits.
    #[inline(always)]
    pub fn open(&self, state: u16) -> u8 {
        self.states[usize::from(state)].open
    }

    #[inline(always)]
    pub fn after(&self, state: u16, direction: usize) -> u16 {
        self.states[usize::from(state)].next[direction]
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.states)
    }
}

/// Needless sequences of at most `longest` moves that contain no other.
fn needless(size: Size, longest: u32) -> HashSet<Sequence> {
    let (first, repeated): (Vec<_>, Vec<_>) =
        (0..size.cells()).map(|blank| explore(size, blank, longest)).unzip();
    // The end of a sequence, all but its first move.
    let is_least = |&(from, moves): &Sequence| {
        let rest = moves.ilog2() - 2;
        let first_move = Direction::ALL[(moves >> rest) as usize % 4];
        let from = first_move.source(from.into(), size).expect("a move on the board");
        first[from].binary_search(&(1 << rest | moves & ((1 << rest) - 1))).is_ok()
    };
    let all = (0..).zip(repeated).flat_map(|(from, all)| all.into_iter().map(move |moves| (from, moves)));
    all.filter(is_least).collect()
}

/// Moves from a cell of the blank, breadth-first and in order: those that are the first to lead to a board, and those one move
/// longer that lead to one again.
fn explore(size: Size, blank: usize, longest: u32) -> (Vec<u64>, Vec<u64>) {
    let tiles: [u8; MOST_CELLS] = array::from_fn(|cell| cell as u8);
    let mut seen: HashSet<[u8; MOST_CELLS]> = [tiles].into_iter().collect();
    let (mut first, mut repeated) = (vec![1], Vec::new());
    let mut layer = vec![(1, tiles, blank)];
    for _ in 0..longest {
        let mut next = Vec::with_capacity(3 * layer.len());
        for &(moves, tiles, blank) in &layer {
            for direction in Direction::ALL {
                let Some(source) = direction.source(blank, size) else { continue };
                // Longer ones that undo a move contain one that is needless.
                if moves >= 1 << 4 && moves % 4 == direction.opposite() as u64 {
                    continue;
                }
                let moves = moves << 2 | direction as u64;
                let mut tiles = tiles;
                tiles.swap(blank, source);
                if seen.insert(tiles) {
                    next.push((moves, tiles, source));
                } else {
                    repeated.push(moves);
                }
            }
        }
        first.extend(next.iter().map(|&(moves, ..)| moves));
        layer = next;
    }
    (first, repeated)
}
