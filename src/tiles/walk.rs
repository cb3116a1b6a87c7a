//! A board of at most 32 cells as a depth-first search changes it: every bound is kept up to date move by move.
//!
//! ```text
//!   board      the home of who stands on each cell · the gap · Manhattan distances along columns and along rows
//!   axes       the numbers of the walking distances of rows and columns, where there are such tables
//!   pattern    where its tiles stand, with its entry, for each pattern of each partition · the sums of entries:
//!              a move changes one pattern of each partition
//! ```
//!
//! What the moves of a position lead to is computed for all of them before any is made: then the entries, which are
//! far away in memory, are fetched side by side.

use crate::arrangement::Arrangement;
use crate::bounds::{Bounds, MOST_PARTITIONS, Standing};
use crate::direction::Direction;
use crate::estimates::Bound;
use crate::tables::MOST_CELLS;
use crate::tables::orders;

/// The most patterns of all partitions together: each has a tile.
const MOST_PATTERNS: usize = 64;
const _: () = assert!(MOST_PATTERNS == MOST_PARTITIONS * MOST_CELLS);

/// A board on its way.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    bounds: &'a Bounds,
    board: [u8; MOST_CELLS],
    gap: u8,
    manhattan: [u16; 2],
    numbers: [u16; 2],
    sums: [u8; MOST_PARTITIONS],
    standing: [Standing; MOST_PATTERNS],
}

/// A move with what it changes, or what takes it back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    direction: u8,
    sums: [u8; MOST_PARTITIONS],
    /// The Manhattan distance and the walking distance's number along the move's axis.
    manhattan: u16,
    number: u16,
    /// Where the tiles of the moved tile's patterns stand.
    standing: [Standing; MOST_PARTITIONS],
}

impl Change {
    /// The move.
    #[inline(always)]
    #[must_use]
    pub fn direction(&self) -> Direction {
        Direction::ALL[usize::from(self.direction) % 4]
    }
}

impl<'a> Walk<'a> {
    /// Begins at a board of the size and the rest that the bounds are for; none where no moves lead to the goal.
    #[must_use]
    pub fn new(bounds: &'a Bounds, start: &Arrangement) -> Option<Self> {
        Self::at(bounds, start.homes(), start.gap())
    }

    /// The same from the home of who stands on each cell, and the cell of the gap.
    fn at(bounds: &'a Bounds, homes: &[u16], gap: usize) -> Option<Self> {
        let mut this = Self {
            bounds,
            board: [0; MOST_CELLS],
            gap: gap as u8,
            manhattan: [0; 2],
            numbers: [0; 2],
            sums: [0; MOST_PARTITIONS],
            standing: [Standing::default(); MOST_PATTERNS],
        };
        for (place, &home) in this.board.iter_mut().zip(homes) {
            *place = home as u8;
        }
        let all = homes.iter().enumerate().map(|(cell, &home)| (cell, usize::from(home)));
        let tiles: Vec<(usize, usize)> = all.filter(|&(cell, _)| cell != gap).collect();
        for axis in 0..2 {
            let line = |cell: usize| usize::from(bounds.lines[axis][cell]);
            let ways = || tiles.iter().map(|&(cell, home)| (line(cell), line(home)));
            this.manhattan[axis] = ways().map(|(from, to)| from.abs_diff(to) as u16).sum();
            if let Some(walking) = &bounds.walking[axis] {
                this.numbers[axis] = walking.number(ways(), line(gap))?;
            }
        }
        for (index, member) in bounds.members.iter().enumerate() {
            let ours = tiles.iter().filter(|&&(_, home)| member.homes >> home & 1 == 1);
            let mut ours: Vec<(u8, u8)> =
                ours.map(|&(cell, home)| (member.cells[cell], member.cells[home])).collect();
            ours.sort_unstable();
            let set = ours.iter().map(|&(cell, _)| 1 << cell).sum();
            let order: Vec<usize> = ours.iter().map(|&(_, home)| usize::from(home)).collect();
            this.standing[index] = bounds.standing(member, set, orders::rank(&order) as u16);
            this.sums[member.partition] += this.standing[index].entry();
        }
        Some(this)
    }

    /// No solution from here has fewer moves; it is 0 in the goal only.
    #[must_use]
    pub fn bound(&self) -> u32 {
        self.largest(self.manhattan, self.numbers, self.sums)
    }

    /// The largest of all bounds.
    #[inline(always)]
    fn largest(&self, manhattan: [u16; 2], numbers: [u16; 2], sums: [u8; MOST_PARTITIONS]) -> u32 {
        let axis = |axis: usize| match &self.bounds.walking[axis] {
            Some(walking) => walking.distance(numbers[axis]),
            None => manhattan[axis].into(),
        };
        let excess = u32::from(sums[0].max(sums[1]));
        (u32::from(manhattan[0]) + u32::from(manhattan[1]) + 2 * excess).max(axis(0) + axis(1))
    }

    /// Puts first the moves after which no bound is more than `left`, and tells how many they are; the one that undoes
    /// `last` is left out.
    #[inline(always)]
    pub fn expand(&self, last: Option<Direction>, left: u32, changes: &mut [Change; 4]) -> usize {
        let back = last.map_or(0, |last| 1 << last.opposite() as u8);
        let mut open = self.bounds.open[usize::from(self.gap) % MOST_CELLS] & !back;
        let mut count = 0;
        while open != 0 {
            let (change, bound) = self.change(open.trailing_zeros() as usize % 4);
            open &= open - 1;
            // Kept or overwritten by the next one: no branch that could not be foreseen.
            changes[count % 4] = change;
            count += usize::from(bound <= left);
        }
        count
    }

    /// What a move leads to, and its bound.
    #[inline(always)]
    fn change(&self, direction: usize) -> (Change, u32) {
        let bounds = self.bounds;
        let gap = usize::from(self.gap) % MOST_CELLS;
        let cell = usize::from(bounds.sources[gap][direction]) % MOST_CELLS;
        let tile = usize::from(self.board[cell]) % MOST_CELLS;
        let axis = direction / 2;
        let (mut manhattan, mut numbers, mut sums) = (self.manhattan, self.numbers, self.sums);
        manhattan[axis] = manhattan[axis].wrapping_add_signed(bounds.approach[direction][cell][tile].into());
        if let Some(walking) = &bounds.walking[axis] {
            // Up and left moves take the tile from the line after the gap's.
            numbers[axis] = walking.step(numbers[axis], 1 - direction % 2, bounds.lines[axis][tile].into());
        }
        let mut standing = [Standing::default(); MOST_PARTITIONS];
        for partition in 0..bounds.partitions.min(MOST_PARTITIONS) {
            let pattern = usize::from(bounds.of_tile[partition][tile]) % MOST_PATTERNS;
            let before = self.standing[pattern];
            standing[partition] = bounds.step(&bounds.members[pattern], before, gap, direction);
            sums[partition] = sums[partition] + standing[partition].entry() - before.entry();
        }
        let bound = self.largest(manhattan, numbers, sums);
        let direction = direction as u8;
        (Change { direction, sums, manhattan: manhattan[axis], number: numbers[axis], standing }, bound)
    }

    /// Makes a move, or takes it back; what comes back undoes that.
    #[inline(always)]
    pub fn apply(&mut self, change: &Change) -> Change {
        let bounds = self.bounds;
        let direction = usize::from(change.direction) % 4;
        let axis = direction / 2;
        let gap = usize::from(self.gap) % MOST_CELLS;
        let cell = usize::from(bounds.sources[gap][direction]) % MOST_CELLS;
        let tile = self.board[cell];
        let mut undo = Change {
            direction: change.direction ^ 1,
            sums: self.sums,
            manhattan: self.manhattan[axis],
            number: self.numbers[axis],
            standing: [Standing::default(); MOST_PARTITIONS],
        };
        for partition in 0..bounds.partitions.min(MOST_PARTITIONS) {
            let pattern = bounds.of_tile[partition][usize::from(tile) % MOST_CELLS];
            let standing = &mut self.standing[usize::from(pattern) % MOST_PATTERNS];
            undo.standing[partition] = std::mem::replace(standing, change.standing[partition]);
        }
        self.sums = change.sums;
        self.manhattan[axis] = change.manhattan;
        self.numbers[axis] = change.number;
        self.board[gap] = tile;
        self.gap = cell as u8;
        undo
    }
}

/// The largest of all bounds, of boards from which moves lead to the goal; others get the largest number.
impl Bound for Bounds {
    fn bound(&self, homes: &[u16], gap: usize) -> u32 {
        Walk::at(self, homes, gap).map_or(u32::MAX, |walk| walk.bound())
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, MOST_CELLS, Walk};
    use crate::board::Board;
    use crate::bounds::Bounds;
    use crate::direction::Direction;
    use crate::distances::distances;
    use crate::estimates::Bound;
    use crate::tables::Table;
    use crate::tables::partition::partition;
    use crate::walking::Walking;
    use traybit_core::grid::Size;

    fn bounds(size: Size, rest: usize, tiles: usize) -> Bounds {
        let (height, width) = (size.height.into(), size.width.into());
        let walking = [(height, width, rest / width), (width, height, rest % width)];
        let walking = walking.map(|(lines, length, rest)| Walking::new(lines, length, rest).map(Into::into));
        let bounds = Bounds::new(size, rest, walking);
        if tiles == 0 {
            return bounds;
        }
        // Two partitions need not be reflections of each other.
        let partitions = [partition(size, rest, tiles), partition(size, rest, tiles - 1)];
        let make = |numbering: &_, pattern| Table::build(numbering, pattern, false, &|| true);
        bounds.with_tables(&partitions, make).unwrap()
    }

    /// All that a walk keeps, but for what its board has on the gap's cell.
    fn kept(walk: &Walk) -> (String, [u8; MOST_CELLS]) {
        let mut board = walk.board;
        board[usize::from(walk.gap)] = 0;
        let Walk { gap, manhattan, numbers, sums, standing, .. } = walk;
        (format!("{gap} {manhattan:?} {numbers:?} {sums:?} {standing:?}"), board)
    }

    /// No bound is more than the distance, all are even where that is, and what moves make of a walk is what it would be
    /// from there.
    fn check(size: Size, rest: usize, tiles: usize) -> f64 {
        let bounds = bounds(size, rest, tiles);
        let all = distances(&Board::gap_at(size, rest));
        let mut sum = 0;
        for (index, (from, &distance)) in all.iter().enumerate() {
            let walk = Walk::new(&bounds, from).unwrap();
            let bound = walk.bound();
            assert!(bound <= distance && (distance - bound).is_multiple_of(2), "{from:?}");
            assert_eq!(bounds.bound(from.homes(), from.gap()), bound);
            assert_eq!(bound == 0, distance == 0);
            sum += bound;
            if index % 16 > 0 {
                continue;
            }
            let mut changes = [Change::default(); 4];
            let count = walk.expand(None, u32::MAX, &mut changes);
            let made: Vec<Direction> = changes[..count].iter().map(Change::direction).collect();
            let can = |to: &Direction| from.clone().slide(*to);
            assert_eq!(made, Direction::ALL.into_iter().filter(can).collect::<Vec<_>>(), "{from:?}");
            let after = |change: &Change| {
                let mut moved = walk.clone();
                moved.apply(change);
                moved.bound()
            };
            for left in bound.saturating_sub(1)..=bound + 1 {
                let kept = changes[..count].iter().filter(|change| after(change) <= left).count();
                assert_eq!(walk.expand(None, left, &mut changes.clone()), kept);
            }
            for change in &changes[..count] {
                let mut moved = walk.clone();
                let undo = moved.apply(change);
                let mut there = from.clone();
                assert!(there.slide(change.direction()));
                assert_eq!(kept(&moved), kept(&Walk::new(&bounds, &there).unwrap()));
                assert_eq!(
                    walk.expand(Some(change.direction().opposite()), u32::MAX, &mut changes.clone()),
                    count - 1
                );
                assert_eq!(moved.apply(&undo).direction(), change.direction());
                assert_eq!(kept(&moved), kept(&walk));
            }
        }
        f64::from(sum) / all.len() as f64
    }

    #[test]
    fn bounds_hold_and_are_kept_up_to_date() {
        let size = |height, width| Size { height, width };
        let none = check(size(3, 3), 0, 0);
        let tables = check(size(3, 3), 0, 4);
        assert!(none > 15.0 && tables > none, "{none} {tables}");
        check(size(3, 3), 4, 5);
        check(size(2, 4), 6, 3);
        check(size(4, 2), 1, 4);
        check(size(1, 7), 3, 3);
        check(size(2, 2), 3, 2);
        // With all tiles in one pattern the gap has no choice either.
        let whole = bounds(size(2, 3), 0, 5);
        let all = distances(&Board::gap_first(size(2, 3)));
        assert!(all.iter().all(|(from, &distance)| Walk::new(&whole, from).unwrap().bound() == distance));
    }
}
