//! Numbers of moves that bring one tile to a cell at the edge of an open field.
//!
//! ```text
//!   ■ ■ T . .     T: where the tile has to get to; ■: settled, a wall
//!   . . . . .     the blank next to the tile t moves it by one step, and needs two moves to the next side of it:
//!   . . t _ .     so a table of (tile, side of the blank) is enough, with steps of 1 and turns of 2,
//!   . . . . .     and from afar the blank goes to a side by rows and columns, two more where t is in between.
//! ```
//!
//! The table does not depend on where the target is nor on where the field ends, as everywhere there is a path for the blank
//! around the tile on the inner side.

use crate::lines::Place;

/// Number of moves where no path leads.
const NEVER: u16 = u16::MAX;

/// Sides of a tile; the opposite of each differs in the last bit.
const SIDES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Side towards the line.
const ABOVE: usize = 3;

/// Shape of the open field, in places relative to the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The target's line is settled before it; all behind the line is open.
    Edge,
    /// The target is the end of the lines, and of its own only the next cell is open.
    Pocket,
    /// The target is the end of the lines, and its own is open.
    Corner,
}

impl Field {
    fn is_open(self, along: i32, depth: i32) -> bool {
        depth >= 0
            && match self {
                Self::Edge => depth > 0 || along >= 0,
                Self::Pocket => along >= 0 && (depth > 0 || along <= 1),
                Self::Corner => along >= 0,
            }
    }
}

/// Numbers of moves for any cells of the tile and the blank.
pub struct Approach {
    /// Places are −reach to +reach along, and 0 to reach deep.
    reach: i32,
    /// Moves, by place of the tile and side of the blank.
    moves: Vec<u16>,
}

impl Approach {
    /// Table of a field, for places that far away.
    pub fn new(field: Field, reach: i32) -> Self {
        let places = (2 * reach + 1) * (reach + 1);
        let mut table = Self { reach, moves: vec![NEVER; places as usize * 4] };
        let is_inside = |along: i32, depth: i32| along.abs() <= reach && depth <= reach;
        let is_open = |along, depth| field.is_open(along, depth) && is_inside(along, depth);
        // Moves grow by 1 or 2 at a time: a queue of three lists, used in turn.
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        for (side, &(along, depth)) in SIDES.iter().enumerate() {
            if field.is_open(along, depth) {
                table.lower(0, 0, side, 0, &mut lists[0]);
            }
        }
        let mut moves = 0;
        while lists.iter().any(|list| !list.is_empty()) {
            let [list, one, two] = &mut lists;
            for (along, depth, side) in list.drain(..) {
                if table.moves[table.index(along, depth) + side] != moves {
                    continue;
                }
                let (da, dd) = SIDES[side];
                table.lower(along + da, depth + dd, side ^ 1, moves + 1, one);
                // The blank turns to the two next sides.
                for turn in if side < 2 { [2, 3] } else { [0, 1] } {
                    let (ta, td) = SIDES[turn];
                    if is_open(along + ta, depth + td) && is_open(along + ta + da, depth + td + dd) {
                        table.lower(along, depth, turn, moves + 2, two);
                    }
                }
            }
            lists.rotate_left(1);
            moves += 1;
        }
        table
    }

    fn lower(&mut self, along: i32, depth: i32, side: usize, moves: u16, list: &mut Vec<(i32, i32, usize)>) {
        let index = self.index(along, depth) + side;
        if self.moves[index] > moves {
            self.moves[index] = moves;
            list.push((along, depth, side));
        }
    }

    #[inline]
    fn index(&self, along: i32, depth: i32) -> usize {
        ((depth * (2 * self.reach + 1) + along + self.reach) as usize) << 2
    }

    /// Number of moves that bring `tile` to the target, where the blank is at `blank`; both relative to the target.
    #[inline]
    pub fn moves(&self, tile: Place, blank: Place) -> i32 {
        if (tile.along, tile.depth) == (0, 0) {
            return 0;
        }
        let table = &self.moves[self.index(tile.along, tile.depth)..][..4];
        let mut least = i32::MAX;
        for (side, (&moves, (da, dd))) in table.iter().zip(SIDES).enumerate() {
            // The cell above a tile right below the target is entered from the line itself.
            let shut = side == ABOVE && (tile.along, tile.depth) == (0, 1) && blank.depth > 0;
            if moves == NEVER || shut {
                continue;
            }
            let (along, depth) = (tile.along + da - blank.along, tile.depth + dd - blank.depth);
            let between = (dd == 0 && blank.depth == tile.depth && along * da > 0)
                || (da == 0 && blank.along == tile.along && depth * dd > 0);
            least = least.min(i32::from(moves) + along.abs() + depth.abs() + 2 * i32::from(between));
        }
        least
    }
}
