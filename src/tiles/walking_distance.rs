//! Walking distance: a lower bound from counts of tiles by row and home row, as if tiles of one home row were alike.
//!
//! ```text
//!   tiles' home rows      counts by row and home row      a tile moves between neighbouring rows, into the row of the
//!     1 0 2                 0   1 1 1                     blank: one count goes to the next row of the table, and the
//!     0 . 1                 1   1 1 0  blank              blank in the other direction. Columns are counted likewise;
//!     2 0 2                 2   1 0 2                     each move belongs to one of the two, so the distances add up.
//! ```
//!
//! The states of counts reachable from the goal are numbered breadth-first, and a move is one look-up. (Ken'ichiro
//! Takahashi, "The 15 puzzle solver", 2001.)

use hashbrown::HashMap;

/// Maximum number of states of one axis: more would not stay in a processor's cache.
const MOST_STATES: usize = 1 << 15;

/// Successor if there is no such tile or line.
const NOWHERE: u16 = u16::MAX;

/// Walking distances along one axis: of rows, or of columns.
pub struct WalkingDistance {
    lines: usize,
    bits: u32,
    /// Minimum number of moves across lines that bring all tiles into their home lines, by state.
    pub distances: Vec<u8>,
    /// Successors by state, side (0: the tile comes from the line before the blank's, 1: from the one after) and home
    /// line of the tile.
    successors: Vec<u16>,
    states: HashMap<u128, u16>,
}

impl WalkingDistance {
    /// Numbers the states of a number of `lines` of `length` cells each, the blank at home in line `blank_home`; `None` if
    /// there are too many to be worth it.
    pub fn new(lines: usize, length: usize, blank_home: usize) -> Option<Self> {
        let bits = usize::BITS - length.leading_zeros();
        // The blank's line takes the eight bits at the top.
        if lines * lines * bits as usize > 120 || lines * lines * length > usize::from(u8::MAX) {
            return None;
        }
        let one = |line: usize, home: usize| 1 << ((line * lines + home) as u32 * bits);
        let with_blank = |counts: u128, blank: usize| counts | (blank as u128) << 120;
        let goal: u128 =
            (0..lines).map(|line| (length - usize::from(line == blank_home)) as u128 * one(line, line)).sum();
        let mut this = Self {
            lines,
            bits,
            distances: vec![0],
            successors: Vec::new(),
            states: HashMap::from([(with_blank(goal, blank_home), 0)]),
        };
        let mut queue = vec![(goal, blank_home)];
        let mut at = 0;
        while let Some(&(counts, blank)) = queue.get(at) {
            for side in 0..2 {
                // Out of range before the first line, too.
                let from = (blank + 2 * side).wrapping_sub(1);
                for home in 0..lines {
                    if from >= lines || counts / one(from, home) % (1 << bits) == 0 {
                        this.successors.push(NOWHERE);
                        continue;
                    }
                    let moved = counts - one(from, home) + one(blank, home);
                    let fresh = queue.len() as u16;
                    let number = *this.states.entry(with_blank(moved, from)).or_insert(fresh);
                    if number == fresh {
                        if queue.len() == MOST_STATES {
                            return None;
                        }
                        queue.push((moved, from));
                        this.distances.push(this.distances[at] + 1);
                    }
                    this.successors.push(number);
                }
            }
            at += 1;
        }
        Some(this)
    }

    /// State of a board without obstacle, where `tiles` yields each tile's line and home line, and the blank is in line
    /// `blank`.
    pub fn state(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u16 {
        let one = |(line, home)| 1 << ((line * self.lines + home) as u32 * self.bits);
        let counts = tiles.map(one).sum::<u128>();
        self.states[&(counts | (blank as u128) << 120)]
    }

    /// State after a tile of home line `home` has moved into the blank's line, from the line before it (`side` 0) or
    /// after it (`side` 1).
    #[inline(always)]
    pub fn successor(&self, state: u16, side: usize, home: usize) -> u16 {
        self.successors[(usize::from(state) * 2 + side) * self.lines + home]
    }

    #[inline(always)]
    pub fn distance(&self, state: u16) -> u32 {
        self.distances[usize::from(state)].into()
    }

    pub fn bytes(&self) -> usize {
        self.distances.len() + self.successors.len() * 2 + self.states.capacity() * 33
    }
}
