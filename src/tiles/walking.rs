//! Walking distance: how far the rows are from their order when tiles of one home row are all alike.
//!
//! ```text
//!   tiles' home rows        from\home  0 1 2       a tile moves between neighbouring rows, into the row of the gap:
//!     1 0 2                     0      1 1 1       one count goes from a row of the table to the next, and the gap
//!     0 . 1                     1      1 1 0  gap  the other way. The columns are a second table of this kind; each
//!     2 0 2                     2      1 0 2       move belongs to one of the two, so that the distances add up.
//! ```
//!
//! All such tables that the goal leads to are numbered breadth-first, and a move is one look at where it leads.
//! (The bound is that of Ken'ichiro Takahashi, "The 15 puzzle solver", 2001.)

use hashbrown::HashMap;

/// The most lines of counts that are numbered: past that, they would not stay in a processor's cache.
const MOST: usize = 1 << 15;

/// What a move across lines leads to where there is no such tile or line.
const NOWHERE: u16 = u16::MAX;

/// The numbered counts of one axis: those of rows, or those of columns.
#[derive(Debug)]
pub struct Walking {
    lines: usize,
    length: usize,
    /// The distance of each number.
    distances: Vec<u8>,
    /// By number, side (0: the tile comes from the line before the gap's, 1: from the one after) and home line of the
    /// tile, the number that the move leads to.
    next: Vec<u16>,
    numbers: HashMap<u128, u16>,
}

impl Walking {
    /// The walking distances of so many `lines` of `length` cells each, the gap at home in line `rest`; none where
    /// they are too many to be worth it.
    #[must_use]
    pub fn new(lines: usize, length: usize, rest: usize) -> Option<Self> {
        let bits = usize::BITS - length.leading_zeros();
        // The gap's line takes the eight bits at the top.
        if lines * lines * bits as usize > 120 || lines * lines * length > usize::from(u8::MAX) {
            return None;
        }
        let one = |line: usize, home: usize| 1 << ((line * lines + home) as u32 * bits);
        let with_gap = |counts: u128, gap: usize| counts | (gap as u128) << 120;
        let goal: u128 =
            (0..lines).map(|line| (length - usize::from(line == rest)) as u128 * one(line, line)).sum();
        let mut this = Self {
            lines,
            length,
            distances: vec![0],
            next: Vec::new(),
            numbers: HashMap::from([(with_gap(goal, rest), 0)]),
        };
        let mut states = vec![(goal, rest)];
        let mut at = 0;
        while let Some(&(counts, gap)) = states.get(at) {
            for side in 0..2 {
                let from = if side == 0 { gap.checked_sub(1) } else { (gap + 1 < lines).then_some(gap + 1) };
                for home in 0..lines {
                    let tile = from.filter(|&from| counts / one(from, home) % (1 << bits) > 0);
                    let Some(from) = tile else {
                        this.next.push(NOWHERE);
                        continue;
                    };
                    let moved = counts - one(from, home) + one(gap, home);
                    let fresh = states.len() as u16;
                    let number = *this.numbers.entry(with_gap(moved, from)).or_insert(fresh);
                    if number == fresh {
                        if states.len() == MOST {
                            return None;
                        }
                        states.push((moved, from));
                        this.distances.push(this.distances[at] + 1);
                    }
                    this.next.push(number);
                }
            }
            at += 1;
        }
        Some(this)
    }

    /// The number of the counts of a board, where `tiles` yields each tile's line and home line, and the gap is in
    /// line `gap`; none where the goal does not lead there.
    #[must_use]
    pub fn number(&self, tiles: impl Iterator<Item = (usize, usize)>, gap: usize) -> Option<u16> {
        let bits = usize::BITS - self.length.leading_zeros();
        let counts: u128 = tiles.map(|(line, home)| 1 << ((line * self.lines + home) as u32 * bits)).sum();
        self.numbers.get(&(counts | (gap as u128) << 120)).copied()
    }

    /// The number after a tile of home line `home` has moved into the gap's line, from the line before it (`side` 0)
    /// or after it (`side` 1).
    #[inline(always)]
    #[must_use]
    pub fn step(&self, number: u16, side: usize, home: usize) -> u16 {
        self.next[(usize::from(number) * 2 + side) * self.lines + home]
    }

    /// The least number of moves across lines that put all counts in order.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, number: u16) -> u32 {
        self.distances[usize::from(number)].into()
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.distances.len() + self.next.len() * 2 + self.numbers.capacity() * 33
    }
}

#[cfg(test)]
mod tests {
    use super::Walking;

    #[test]
    fn counts_of_a_4x4_board_are_numbered() {
        let walking = Walking::new(4, 4, 3).unwrap();
        assert_eq!(walking.distances.len(), 24_964);
        assert_eq!(walking.distances.iter().max(), Some(&35), "of both axes: 70, of 80 moves");
        assert_eq!(Walking::new(4, 4, 0).unwrap().distances.len(), 24_964);
    }

    #[test]
    fn a_single_column_needs_as_many_moves_as_it_says() {
        // 1 2 . and its rows: each tile has to pass one line.
        let walking = Walking::new(3, 1, 0).unwrap();
        let number = walking.number([(0, 1), (1, 2)].into_iter(), 2).unwrap();
        assert_eq!(walking.distance(number), 2);
        let next = walking.step(number, 0, 2);
        assert_eq!(walking.distance(next), 1);
        assert_eq!(walking.distance(walking.step(next, 0, 1)), 0);
        assert!(walking.number([(0, 2), (1, 1)].into_iter(), 2).is_none(), "no tile passes another one");
    }

    #[test]
    fn what_is_too_much_is_left_out() {
        assert!(Walking::new(5, 5, 0).is_none());
        assert!(Walking::new(8, 2, 0).is_none());
        assert!(Walking::new(256, 256, 0).is_none());
        assert!(Walking::new(1, 1, 0).is_some());
    }
}
