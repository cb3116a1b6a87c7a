//! Distance to the end of a stage: exact for one tile, and for the last two of a line in three exact steps.
//!
//! ```text
//!   one tile       ■ ■ T . .     T: its target; ■: settled, a wall
//!                  . . . . .     the blank next to the tile t moves it by one step, and needs two moves to the next side
//!                  . . t _ .     of it: so a table by tile and side of the blank is enough, with steps of 1 and turns of
//!                  . . . . .     2, and from afar the blank goes to a side by rows and columns, two more if t is between
//!
//!   last two       ■ ■ . f     1. the first tile to the corner        value 2·STEP and more
//!                  . . . .     2. the last tile to its window         value STEP and more; the first one stays
//!                  . l . .     3. both home within the window         value below STEP
//!
//!   the window     ■ 1 0       cells numbered from the corner; cell 2 is settled, or past the side of a narrow board:
//!                  5 4 3       the first tile goes to cell 1, the last one to cell 0
//!                  8 7 6
//! ```
//!
//! From every board of a stage that is not at its end one move leads to a smaller value, so following it ends the stage.
//! (As soon as both tiles are in the window the first two steps are over.) Only on boards of two rows or columns the two
//! tiles may block the path together; then the value has to rise first. The table of one tile does not depend on where the
//! target is nor on where the field ends, as everywhere there is a path for the blank around the tile on the inner side.

use crate::lines::{Line, Place, Stage};

/// Value of a step, more than its moves: those of a tile across a board of 256×256 are below 6·512.
const STEP: i32 = 1 << 12;
/// Number of moves assumed if the two tiles bar a narrow board and the blank has to push one out of the window.
const BARRED: i32 = 1 << 10;

/// Sides of a tile; the opposite of each differs in the last bit.
const SIDES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ABOVE: usize = 3;

const CELLS: usize = 9;
/// Cell of a last tile that does not count.
const ABSENT: usize = CELLS;

/// Tables of distances for all stages of a board.
pub struct StageDistance {
    /// The target's line is settled before it, and all behind the line is open.
    edge: Approach,
    /// The target is the end of the lines, and of its own line only the next cell is open.
    pocket: Approach,
    /// The target is the end of the lines, and its own is open.
    corner: Approach,
    wide: Window,
    narrow: Window,
}

/// Distance of a board from the end of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Falls by one or more with the right move; 0 at the end of the stage.
    pub value: i32,
    /// Steps of the last tile from its window while it is not its turn.
    pub pull: i32,
}

impl Remaining {
    /// Number of exact steps after the current one, and the moves of that.
    pub fn parts(self) -> (i32, i32) {
        (self.value / STEP, self.value % STEP + self.pull)
    }
}

impl StageDistance {
    /// Builds the tables for boards whose longer side is at most `side`.
    pub fn new(side: i32) -> Self {
        Self {
            edge: Approach::new(side, |along, depth| depth > 0 || along >= 0),
            pocket: Approach::new(side, |along, depth| along >= 0 && (depth > 0 || along <= 1)),
            corner: Approach::new(side, |along, _| along >= 0),
            wide: Window::new(3),
            narrow: Window::new(2),
        }
    }

    /// Distance with the blank and the stage's one or two tiles on these unsettled cells.
    #[inline]
    pub fn remaining(&self, stage: &Stage, blank: usize, tiles: [usize; 2]) -> Remaining {
        let Stage { line, along, cells } = stage;
        if cells[0] != cells[1] {
            return self.pair(line, blank, tiles);
        }
        let from = |cell| {
            let place = line.place(cell);
            Place { along: place.along - along, ..place }
        };
        Remaining { value: self.edge.moves(from(tiles[0]), from(blank)), pull: 0 }
    }

    fn pair(&self, line: &Line, blank: usize, [first, last]: [usize; 2]) -> Remaining {
        let from_end = |cell| {
            let place = line.place(cell);
            Place { along: line.length - 1 - place.along, ..place }
        };
        let (first, last, blank) = (from_end(first), from_end(last), from_end(blank));
        let window = if line.length > 2 { &self.wide } else { &self.narrow };
        let is_end = line.length <= 3;
        let inside = (window.cell(first), window.cell(last));
        if let (Some(first), Some(last)) = inside {
            return Remaining { value: window.moves([first, last], blank, is_end), pull: 0 };
        }
        if inside.0 == Some(0) {
            let below = |place: Place| Place { depth: place.depth - 1, ..place };
            return Remaining { value: STEP + self.corner.moves(below(last), below(blank)), pull: 0 };
        }
        let moves = match inside.0 {
            Some(cell) => window.moves([cell, ABSENT], blank, is_end),
            None => self.pocket.moves(first, blank),
        };
        Remaining { value: 2 * STEP + moves, pull: (last.along - 2).max(0) + (last.depth - 2).max(0) }
    }
}

/// Numbers of moves that bring one tile to a target, for any cells of the tile and the blank.
struct Approach {
    /// Places are −reach to +reach along, and 0 to reach deep.
    reach: i32,
    /// Moves, by place of the tile and side of the blank; `u16::MAX` if there is no path.
    moves: Vec<u16>,
}

impl Approach {
    const NEVER: u16 = u16::MAX;

    /// Table for places up to `reach` away; a field is open at some of the places along and behind the line.
    fn new(reach: i32, is_open: impl Fn(i32, i32) -> bool) -> Self {
        let places = (2 * reach + 1) * (reach + 1);
        let mut table = Self { reach, moves: vec![Self::NEVER; places as usize * 4] };
        let is_open = |along: i32, depth: i32| {
            along.abs() <= reach && (0..=reach).contains(&depth) && is_open(along, depth)
        };
        let open = (0..4).filter(|&side| is_open(SIDES[side].0, SIDES[side].1));
        // Moves grow by 1 or 2 at a time: a queue of three lists, used in turn.
        let mut lists = [open.map(|side| (0, 0, side)).collect(), Vec::new(), Vec::new()];
        let mut moves = 0;
        while lists.iter().any(|list| !list.is_empty()) {
            let [list, one, two] = &mut lists;
            for (along, depth, side) in list.drain(..) {
                let index = table.index(along, depth) + side;
                if table.moves[index] != Self::NEVER {
                    continue;
                }
                table.moves[index] = moves;
                let (da, dd) = SIDES[side];
                one.push((along + da, depth + dd, side ^ 1));
                // The blank turns to the two next sides.
                for turn in if side < 2 { [2, 3] } else { [0, 1] } {
                    let (ta, td) = SIDES[turn];
                    if is_open(along + ta, depth + td) && is_open(along + ta + da, depth + td + dd) {
                        two.push((along, depth, turn));
                    }
                }
            }
            lists.rotate_left(1);
            moves += 1;
        }
        table
    }

    #[inline]
    fn index(&self, along: i32, depth: i32) -> usize {
        ((depth * (2 * self.reach + 1) + along + self.reach) as usize) << 2
    }

    /// Number of moves that bring `tile` to the target, with the blank at `blank`; both relative to the target.
    #[inline]
    fn moves(&self, tile: Place, blank: Place) -> i32 {
        if (tile.along, tile.depth) == (0, 0) {
            return 0;
        }
        let table = &self.moves[self.index(tile.along, tile.depth)..][..4];
        let mut least = i32::MAX;
        for (side, (&moves, (da, dd))) in table.iter().zip(SIDES).enumerate() {
            // The cell above a tile right below the target is entered from the line itself.
            let shut = side == ABOVE && (tile.along, tile.depth) == (0, 1) && blank.depth > 0;
            if moves == Self::NEVER || shut {
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

/// Numbers of moves within the window, by cells of one or both tiles and the blank.
struct Window {
    /// Columns: 3, or 2 on a board that has no more.
    width: i32,
    /// Moves, by first tile, last tile ([`ABSENT`] if the first one goes to the corner itself) and blank; `u8::MAX` if
    /// there is no path.
    moves: Vec<u8>,
}

impl Window {
    const NEVER: u8 = u8::MAX;

    /// Window of 2 or 3 columns at the end of a line, searched breadth-first from the ends.
    fn new(width: i32) -> Self {
        let mut this = Self { width, moves: vec![Self::NEVER; CELLS * (CELLS + 1) * CELLS] };
        let is_open = |cell: usize| (cell as i32) % 3 < width && cell != 2;
        let mut queue = Vec::new();
        for tiles in [[1, 0], [0, ABSENT]] {
            for blank in (0..CELLS).filter(|&blank| !tiles.contains(&blank) && is_open(blank)) {
                this.moves[index(tiles) + blank] = 0;
                queue.push((tiles, blank));
            }
        }
        let mut next = 0;
        while let Some(&(tiles, blank)) = queue.get(next) {
            next += 1;
            for (along, depth) in SIDES {
                let place = Place { along: blank as i32 % 3 + along, depth: blank as i32 / 3 + depth };
                let Some(cell) = this.cell(place).filter(|&cell| is_open(cell)) else { continue };
                let moved = tiles.map(|tile| if tile == cell { blank } else { tile });
                if this.moves[index(moved) + cell] == Self::NEVER {
                    this.moves[index(moved) + cell] = this.moves[index(tiles) + blank] + 1;
                    queue.push((moved, cell));
                }
            }
        }
        this
    }

    /// Cell of a place relative to the corner, if it is in the window.
    fn cell(&self, place: Place) -> Option<usize> {
        let inside = (0..self.width).contains(&place.along) && (0..3).contains(&place.depth);
        inside.then_some((place.depth * 3 + place.along) as usize)
    }

    /// Number of moves that bring both tiles home, given their cells, or the first one to the corner, if the last one is
    /// [`ABSENT`]; the blank may be anywhere. `is_end`: the board ends with the window.
    fn moves(&self, tiles: [usize; 2], blank: Place, is_end: bool) -> i32 {
        let moves = &self.moves[index(tiles)..][..CELLS];
        if let Some(cell) = self.cell(blank) {
            return i32::from(moves[cell]);
        }
        let mut least = BARRED;
        for (cell, &moves) in (0..).zip(moves).skip(3).filter(|(_, moves)| **moves != Self::NEVER) {
            let (along, depth) = (cell % 3, cell / 3);
            let moves = i32::from(moves) + 1;
            if depth == 2 {
                least = least.min(moves + (blank.along - along).abs() + (blank.depth - 3).abs());
            }
            if along == self.width - 1 && !is_end {
                least = least.min(moves + (blank.along - self.width).abs() + (blank.depth - depth).abs());
            }
        }
        least
    }
}

fn index([first, last]: [usize; 2]) -> usize {
    (first * (CELLS + 1) + last) * CELLS
}
