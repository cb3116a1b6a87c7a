//! The checker: replays a list of moves by the rules alone.
//!
//! It shares nothing with the engine but the plain puzzle, so that an error in the packing of positions or in
//! a search cannot stay hidden. Occupied cells are one bit each:
//!
//! ```text
//! 64 columns make a strip, one word a row; the strips lie one after another:
//!
//!            strip 0 (columns 0–63)      strip 1 (columns 64–127)
//!   row 0    word 0                      word height
//!   row 1    word 1                      word height + 1
//!   …        column c is bit c mod 64
//! ```
//!
//! A tall block that moves sideways touches neighbouring words.

use std::ops::Range;

use crate::{Cell, Floor, Puzzle, Slide, Target};
use traybit_core::grid::{bounding_box, in_words};
use traybit_core::{Shape, Size};

/// State of a puzzle while moves are replayed.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    /// The puzzle that is played.
    pub puzzle: &'a Puzzle,
    /// Cells of blocks and walls.
    occupied: Occupancy,
    /// For each cell, one more than the index of the block whose anchor is on it; 0 for none.
    anchored: Vec<u32>,
    /// Anchors of the blocks.
    pub anchors: Vec<Cell>,
}

impl Puzzle {
    /// A checker at the start position.
    pub fn begin(&self) -> Checker<'_> {
        let mut checker = Checker {
            puzzle: self,
            occupied: Occupancy::none(self.size),
            anchored: vec![0; self.size.cells()],
            anchors: self.blocks.iter().map(|block| block.anchor).collect(),
        };
        for cell in self.size.all().filter(|&cell| self.floor_at(cell) == Floor::Wall) {
            checker.occupied.flip(Rectangle::cell(cell));
        }
        for (block, piece) in self.blocks.iter().enumerate() {
            checker.flip(block, piece.anchor);
            checker.anchored[self.size.number(piece.anchor)] = block as u32 + 1;
        }
        checker
    }

    /// Bounding box of all cells but walls, which is what pictures show: its first cell and its size.
    pub fn open_box(&self) -> (Cell, Size) {
        bounding_box(self.size.all().filter(|&cell| self.floor_at(cell) != Floor::Wall))
    }

    /// Checks a solution.
    ///
    /// # Errors
    /// The first impossible move, or the goal that does not hold after the last one, as a sentence.
    pub fn verify(&self, slides: &[Slide]) -> Result<(), String> {
        let mut checker = self.begin();
        for (slide, number) in slides.iter().zip(1..) {
            let reason = checker.apply(*slide);
            reason.map_err(|reason| format!("move {number} ({slide}) is impossible: {reason}"))?;
        }
        checker.missing().map_or(Ok(()), |missing| Err(format!("after the last move {missing}")))
    }
}

impl Checker<'_> {
    /// Makes one move; if it is impossible, changes nothing.
    ///
    /// # Errors
    /// The reason why the move is impossible.
    // Inlined into the loop that reads a list, it would take a tenth more time.
    #[inline(never)]
    pub fn apply(&mut self, step: Slide) -> Result<(), String> {
        let block = self.anchored_at(step.from).ok_or_else(|| self.no_block(step.from))?;
        let from = self.anchors[block];
        let piece = &self.puzzle.blocks[block];
        let sign = |from: u32, to: u32| to.cmp(&from) as i32;
        let towards = (sign(step.from.0, step.to.0), sign(step.from.1, step.to.1));
        if towards.0 != 0 && towards.1 != 0 {
            return Err("it changes both the row and the column".to_owned());
        }
        if towards == (0, 0) {
            return Ok(());
        }
        if !piece.freedom.allows(towards) {
            return Err(format!("{} does not move that way", self.name(block)));
        }
        let (size, shape) = (self.puzzle.size, &piece.shape);
        // Rows and columns saturate far outside any tray, so the last ones need more than 32 bits.
        let fits = |at: u32, extent: u16, side: u16| u64::from(at) + u64::from(extent) <= u64::from(side);
        let left = step.to.1.checked_sub(shape.lead().into());
        if !fits(step.to.0, shape.height(), size.height)
            || !left.is_some_and(|left| fits(left, shape.width(), size.width))
        {
            return Err(format!("{} would leave the tray", self.name(block)));
        }
        let to = (step.to.0 as u16, step.to.1 as u16);
        if shape.is_rectangle() && self.puzzle.gates.is_empty() {
            self.slide(block, from, to)?;
        } else {
            self.step(block, to, towards)?;
        }
        let [from, to_index] = [from, to].map(|cell| self.puzzle.size.number(cell));
        self.anchored[from] = 0;
        self.anchored[to_index] = block as u32 + 1;
        self.anchors[block] = to;
        Ok(())
    }

    /// Moves a rectangle where there are no gates: tests all cells that it sweeps at once.
    #[inline]
    fn slide(&mut self, block: usize, from: Cell, to: Cell) -> Result<(), String> {
        let shape = &self.puzzle.blocks[block].shape;
        let [old, new] = [from, to].map(|anchor| Rectangle::of(shape, anchor));
        self.occupied.flip(old);
        if let Some(cell) = self.occupied.first_within(old.joined(new)) {
            self.occupied.flip(old);
            return Err(self.stopped(block, cell));
        }
        self.occupied.flip(new);
        Ok(())
    }

    /// Moves any block, cell by cell.
    fn step(&mut self, block: usize, to: Cell, towards: (i32, i32)) -> Result<(), String> {
        let from = self.anchors[block];
        self.flip(block, from);
        let mut at = from;
        while at != to {
            at = (at.0.wrapping_add_signed(towards.0 as i16), at.1.wrapping_add_signed(towards.1 as i16));
            let mut cells = self.puzzle.blocks[block].shape.cells_at(at);
            if let Some(cell) = cells.find(|&cell| !self.may_enter(block, cell)) {
                self.flip(block, from);
                return Err(self.stopped(block, cell));
            }
        }
        self.flip(block, to);
        Ok(())
    }

    /// The missing part of the goal, as a clause that follows "but"; `None` if the goal holds.
    pub fn missing(&self) -> Option<String> {
        match self.puzzle.goals.len() {
            goals if (0..goals).any(|goal| self.unmet(goal).is_none()) => None,
            0 => Some("there is no goal to be met".to_owned()),
            1 => self.unmet(0),
            goals => Some(format!("none of the {goals} goals holds")),
        }
    }

    /// The first block that is not on its target in a goal, as a sentence.
    fn unmet(&self, goal: usize) -> Option<String> {
        let target = self.puzzle.goals[goal].iter().find(|target| !self.holds(target));
        let target = target.map(|target| {
            let block = &self.puzzle.blocks[target.block];
            (&block.shape, target.anchor, block.name)
        });
        let lacking = self.puzzle.lacking.first().map(|(shape, anchor)| (shape, *anchor, '?'));
        let (shape, (row, column), name) = target.or(lacking)?;
        if self.puzzle.named {
            let place = self.place((row, column));
            return Some(format!("no block like {name} has its first cell at {place}"));
        }
        let (bottom, right) = (row + shape.height() - 1, column + shape.width() - 1);
        Some(format!("no block stands on the goal's corners {row} {column} {bottom} {right}"))
    }

    fn holds(&self, target: &Target) -> bool {
        let there = self.anchored[self.puzzle.size.number(target.anchor)].checked_sub(1);
        let blocks = &self.puzzle.blocks;
        there.is_some_and(|there| self.puzzle.are_equal(&blocks[there as usize], &blocks[target.block]))
    }

    /// The index of the block whose anchor is on a cell, if there is one.
    #[inline]
    pub fn anchored_at(&self, (row, column): (u32, u32)) -> Option<usize> {
        let size = self.puzzle.size;
        let inside = row < u32::from(size.height) && column < u32::from(size.width);
        let block = self.anchored[inside.then(|| size.number((row as u16, column as u16)))?];
        block.checked_sub(1).map(|block| block as usize)
    }

    #[cold]
    fn no_block(&self, (row, column): (u32, u32)) -> String {
        let cell = u16::try_from(row).ok().zip(u16::try_from(column).ok());
        match cell.and_then(|cell| self.covering(cell)) {
            None => "no block has its first cell (the leftmost of its top row) there".to_owned(),
            Some(block) => {
                let (name, (row, column)) = (self.name(block), self.anchors[block]);
                format!("no block has its first cell there; {name}, over that cell, has it at {row} {column}")
            }
        }
    }

    /// True if a cell is free and admits a block.
    fn may_enter(&self, block: usize, cell: Cell) -> bool {
        self.occupied.first_within(Rectangle::cell(cell)).is_none()
            && self.puzzle.admits(&self.puzzle.blocks[block], cell)
    }

    /// The reason why a block cannot enter a cell.
    #[cold]
    fn stopped(&self, block: usize, cell: Cell) -> String {
        let by = self.covering(cell).filter(|by| *by != block);
        let (block, place) = (self.name(block), self.place(cell));
        match (by, self.puzzle.floor_at(cell)) {
            (Some(by), _) => format!("{block} would meet {} at {place}", self.name(by)),
            (None, Floor::Gate(_)) => format!("the gate at {place} does not admit {block}"),
            (None, _) => format!("{block} would meet the wall at {place}"),
        }
    }

    /// A cell as pictures count it; on a tray, whose blocks are named by their corners, as its file counts.
    #[cold]
    fn place(&self, cell: Cell) -> String {
        if self.puzzle.named {
            return in_words(cell, self.puzzle.open_box().0);
        }
        format!("cell {} {}", cell.0, cell.1)
    }

    /// The block that covers a cell; tests every block, so for messages only.
    #[cold]
    fn covering(&self, cell: Cell) -> Option<usize> {
        let mut blocks = self.puzzle.blocks.iter().zip(&self.anchors);
        blocks.position(|(block, &anchor)| block.shape.cells_at(anchor).any(|covered| covered == cell))
    }

    /// Occupies or frees the cells of a block.
    fn flip(&mut self, block: usize, anchor: Cell) {
        let shape = &self.puzzle.blocks[block].shape;
        if shape.is_rectangle() {
            self.occupied.flip(Rectangle::of(shape, anchor));
        } else {
            shape.cells_at(anchor).for_each(|cell| self.occupied.flip(Rectangle::cell(cell)));
        }
    }

    /// The name of the block whose anchor is on a cell, if there is one.
    pub fn name_at(&self, (row, column): Cell) -> Option<String> {
        self.anchored_at((row.into(), column.into())).map(|block| self.name(block))
    }

    /// Name of a block as its author gave it, or else the corners of its bounding box.
    #[cold]
    fn name(&self, block: usize) -> String {
        let piece = &self.puzzle.blocks[block];
        if self.puzzle.named {
            return format!("block {}", piece.name);
        }
        let (top, column) = self.anchors[block];
        let left = column - piece.shape.lead();
        let (bottom, right) = (top + piece.shape.height() - 1, left + piece.shape.width() - 1);
        format!("the block {top} {left} {bottom} {right}")
    }
}

#[derive(Clone, Copy)]
struct Rectangle {
    top: u16,
    left: u16,
    height: u16,
    width: u16,
}

impl Rectangle {
    fn of(shape: &Shape, (top, left): Cell) -> Self {
        Self { top, left, height: shape.height(), width: shape.width() }
    }

    fn cell((top, left): Cell) -> Self {
        Self { top, left, height: 1, width: 1 }
    }

    /// The least rectangle that contains both.
    fn joined(self, other: Self) -> Self {
        let (top, left) = (self.top.min(other.top), self.left.min(other.left));
        let bottom = (self.top + self.height).max(other.top + other.height);
        let right = (self.left + self.width).max(other.left + other.width);
        Self { top, left, height: bottom - top, width: right - left }
    }
}

#[derive(Clone, Debug)]
struct Occupancy {
    height: usize,
    words: Vec<u64>,
}

impl Occupancy {
    fn none(size: Size) -> Self {
        let height = usize::from(size.height);
        Self { height, words: vec![0; height * usize::from(size.width).div_ceil(64)] }
    }

    /// The first occupied cell of a rectangle that lies inside the tray: leftmost strip first.
    #[inline(always)]
    fn first_within(&self, area: Rectangle) -> Option<Cell> {
        strips(area).find_map(|(strip, mask)| {
            let rows = &self.words[self.rows(strip, area)];
            // Without an early exit, so that many rows are tested at once; most moves find nothing.
            if rows.iter().fold(0, |all, word| all | word) & mask == 0 {
                return None;
            }
            let row = rows.iter().position(|word| word & mask != 0)?;
            let column = strip * 64 + (rows[row] & mask).trailing_zeros() as u16;
            Some((area.top + row as u16, column))
        })
    }

    /// Occupies the free cells of a rectangle and frees the occupied ones.
    #[inline]
    fn flip(&mut self, area: Rectangle) {
        for (strip, mask) in strips(area) {
            let rows = self.rows(strip, area);
            for word in &mut self.words[rows] {
                *word ^= mask;
            }
        }
    }

    #[inline]
    fn rows(&self, strip: u16, area: Rectangle) -> Range<usize> {
        let first = usize::from(strip) * self.height + usize::from(area.top);
        first..first + usize::from(area.height)
    }
}

/// The strips that a rectangle touches, each with the rectangle's columns as bits.
#[inline]
fn strips(area: Rectangle) -> impl Iterator<Item = (u16, u64)> {
    let (start, end) = (area.left, area.left + area.width);
    (start / 64..end.div_ceil(64)).map(move |strip| {
        let low = start.saturating_sub(strip * 64);
        let high = (end - strip * 64).min(64);
        (strip, (u64::MAX >> (64 - (high - low))) << low)
    })
}
