//! The rules that not all packing puzzles have, on a grid of pieces with a rim of walls.
//!
//! ```text
//!   W W W W W      A a b b .     plain numbers: 1 is a wall, 2 an empty cell, and 3 and more are the pieces
//!   W 3 3 4 W
//!   W 2 5 4 W      a line between two columns, of which a piece has cells on both sides or not
//!   W W W W W
//! ```

use crate::checker::{Checker, require};
use crate::pack::{Cell, Floor, Packing, Rule, Rules, range};

const WALL: usize = 1;
const EMPTY: usize = 2;
const FIRST: usize = 3;

/// A cell of the grid, which has a rim: the cell of the board in row 0 and column 0 is (1, 1).
type Place = (usize, usize);

fn cell((row, column): Place) -> Cell {
    (row as u16 - 1, column as u16 - 1)
}

impl Checker<'_> {
    /// Checks the rules beyond those of all packings, of a packing that keeps those.
    pub(crate) fn check_rules(&self, packing: &Packing) -> Result<(), String> {
        let rules = &self.pack.rules;
        if *rules == Rules::default() {
            return Ok(());
        }
        if let Some(pieces) = &rules.pieces {
            require(pieces.contains(&(packing.len() as u32)), None, || {
                format!("expected {} pieces together, found {}", range(pieces), packing.len())
            })?;
        }
        let grid = self.grid(packing);
        let (height, width) = (grid.len(), grid[0].len());
        let cells = (1..height).flat_map(|row| (1..width).map(move |column| (row, column)));
        // For each line a cell beside it and true if a piece crosses it, once it has cells on both sides.
        let (mut below, mut right) = (vec![None; height], vec![None; width]);
        for (row, column) in cells {
            let own = (row, column);
            for (other, line) in
                [((row - 1, column), &mut below[row]), ((row, column - 1), &mut right[column])]
            {
                let pair = [own, other].map(|place @ (row, column)| (grid[row][column], place));
                let [(first, _), (second, _)] = pair;
                self.check_edge(packing, pair)?;
                if first != WALL && second != WALL {
                    line.get_or_insert((own, false)).1 |= first == second && first >= FIRST;
                }
            }
        }
        for (place, is_crossed) in below.into_iter().chain(right).flatten() {
            require(is_crossed || !rules.has(Rule::FaultFree), Some(cell(place)), || {
                "expected a piece across each line, found none across one beside this cell".to_owned()
            })?;
        }
        if rules.has(Rule::Maximal) { self.check_maximal(packing, &grid) } else { Ok(()) }
    }

    fn grid(&self, packing: &Packing) -> Vec<Vec<usize>> {
        let pack = self.pack;
        let (height, width) = (usize::from(pack.size.height), usize::from(pack.size.width));
        let mut grid = vec![vec![WALL; width + 2]; height + 2];
        for (place, floor) in pack.floor.iter().enumerate() {
            if *floor != Floor::Wall {
                grid[place / width + 1][place % width + 1] = EMPTY;
            }
        }
        for (piece, placed) in packing.iter().enumerate() {
            for &(row, column) in &placed.cells {
                grid[usize::from(row) + 1][usize::from(column) + 1] = FIRST + piece;
            }
        }
        grid
    }

    /// Checks two neighbours: what they hold, and where.
    fn check_edge(&self, packing: &Packing, mut pair: [(usize, Place); 2]) -> Result<(), String> {
        let rules = &self.pack.rules;
        pair.sort_unstable();
        let [(first, _), (second, place)] = pair;
        let refuse = |sentence: String| require(false, Some(cell(place)), || sentence);
        if rules.has(Rule::HolesInside) && (first, second) == (WALL, EMPTY) {
            return refuse("expected empty cells inside, found one at the rim".to_owned());
        }
        if rules.has(Rule::HolesApart) && (first, second) == (EMPTY, EMPTY) {
            return refuse("expected empty cells apart, found one beside another".to_owned());
        }
        if rules.has(Rule::ColoursApart) && first != second && first >= FIRST {
            let [one, other] =
                pair.map(|(number, _)| &self.pack.pieces[packing[number - FIRST].piece].colour);
            if let Some(colour) = one.as_ref().filter(|_| one == other) {
                return refuse(format!("expected pieces of colour {colour} apart, found one beside another"));
            }
        }
        Ok(())
    }

    fn check_maximal(&self, packing: &Packing, grid: &[Vec<usize>]) -> Result<(), String> {
        for (number, piece) in self.pack.pieces.iter().enumerate() {
            let used = packing.iter().filter(|placed| placed.piece == number).count();
            if used >= *piece.counts.end() as usize {
                continue;
            }
            let touches = |(row, column): Place| {
                let colour = |at: usize| &self.pack.pieces[packing[at - FIRST].piece].colour;
                let beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
                let mut beside = beside.into_iter().map(|(row, column)| grid[row][column]);
                self.pack.rules.has(Rule::ColoursApart)
                    && piece.colour.is_some()
                    && beside.any(|at| at >= FIRST && *colour(at) == piece.colour)
            };
            let is_free = |(row, column): Place| {
                let here = grid.get(row).and_then(|row| row.get(column));
                here == Some(&EMPTY) && !touches((row, column))
            };
            let places = (1..grid.len()).flat_map(|row| (1..grid[0].len()).map(move |column| (row, column)));
            let orientations = self.orientations(number);
            for (place, (cells, ways)) in
                places.flat_map(|place| orientations.iter().map(move |ways| (place, ways)))
            {
                let all =
                    cells.iter().map(|&(row, column)| (place.0 + row as usize, place.1 + column as usize));
                let has_room = all.clone().all(is_free)
                    && self.may_lie(ways, &all.clone().map(cell).collect::<Vec<Cell>>());
                require(!has_room, Some(cell(place)), || {
                    format!("expected no room for another piece, found room for {}", piece.name)
                })?;
            }
        }
        Ok(())
    }
}
