//! The checker: replays a list of moves by the rules alone.
//!
//! It shares nothing with the engine but the plain puzzle, so that an error in the packing of positions or in a search
//! cannot hide itself.

use std::ops::Range;

use crate::puzzle::{Cell, Floor, Puzzle, Target};
use crate::slide::{RawMove, Slide};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// Mark of a wall's cell.
const WALL: u32 = u32::MAX;

/// The blocks of a puzzle while moves are made.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    puzzle: &'a Puzzle,
    /// For each cell one more than the index of the block over it; 0 where there is none.
    over: Vec<u32>,
    /// Anchors of the blocks.
    anchors: Vec<Cell>,
}

impl Puzzle {
    /// The start, to make moves from.
    pub fn begin(&self) -> Checker<'_> {
        let wall = |floor: &Floor| if *floor == Floor::Wall { WALL } else { 0 };
        let anchors: Vec<Cell> = self.blocks.iter().map(|block| block.anchor).collect();
        let mut checker = Checker { puzzle: self, over: self.floor.iter().map(wall).collect(), anchors };
        for (block, piece) in self.blocks.iter().enumerate() {
            checker.mark(block, piece.anchor, block as u32 + 1);
        }
        checker
    }

    /// Checks a solution.
    ///
    /// # Errors
    /// The first impossible move, or the goal that does not hold after the last one, as a sentence.
    pub fn verify(&self, slides: &[Slide]) -> Result<(), String> {
        let mut checker = self.begin();
        for (slide, number) in slides.iter().zip(1..) {
            let reason = checker.apply(RawMove::from(*slide));
            reason.map_err(|reason| format!("move {number} ({slide}) is impossible: {reason}"))?;
        }
        checker.missing().map_or(Ok(()), |missing| Err(format!("after the last move {missing}")))
    }
}

impl Checker<'_> {
    /// Makes one move, or leaves everything as it is.
    ///
    /// # Errors
    /// The reason why the move is impossible.
    #[inline]
    pub fn apply(&mut self, step: RawMove) -> Result<(), String> {
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
        self.anchors[block] = to;
        Ok(())
    }

    /// Moves a rectangle where there are no gates: tests the cells that it newly covers.
    #[inline]
    fn slide(&mut self, block: usize, from: Cell, to: Cell) -> Result<(), String> {
        let (size, shape) = (self.puzzle.size, &self.puzzle.blocks[block].shape);
        let [old, new] = [from, to].map(|anchor| Rectangle::of(shape, anchor));
        let (front, rear) = (entered(old, new), entered(new, old));
        if let Some(cell) = front.rows(size).flatten().find(|&cell| self.over[cell] != 0) {
            return Err(self.stopped(block, size.cell(cell)));
        }
        // What the block covers before and after stays as it is, where that is less.
        let (out, into) = if front.area() <= old.area() { (rear, front) } else { (old, new) };
        for (area, mark) in [(out, 0), (into, block as u32 + 1)] {
            area.rows(size).for_each(|row| self.over[row].fill(mark));
        }
        Ok(())
    }

    /// Moves any block, cell by cell.
    fn step(&mut self, block: usize, to: Cell, towards: (i32, i32)) -> Result<(), String> {
        let (piece, from) = (&self.puzzle.blocks[block], self.anchors[block]);
        let mut at = from;
        while at != to {
            at = (at.0.wrapping_add_signed(towards.0 as i16), at.1.wrapping_add_signed(towards.1 as i16));
            let is_free = |cell| [0, block as u32 + 1].contains(&self.over[self.puzzle.size.number(cell)]);
            let may_enter = |cell| is_free(cell) && self.puzzle.admits(piece, cell);
            if let Some(cell) = piece.shape.cells_at(at).find(|&cell| !may_enter(cell)) {
                return Err(self.stopped(block, cell));
            }
        }
        self.mark(block, from, 0);
        self.mark(block, to, block as u32 + 1);
        Ok(())
    }

    fn mark(&mut self, block: usize, anchor: Cell, mark: u32) {
        for cell in self.puzzle.blocks[block].shape.cells_at(anchor) {
            self.over[self.puzzle.size.number(cell)] = mark;
        }
    }

    /// True if some goal holds; false where there is none.
    pub fn is_solved(&self) -> bool {
        (0..self.puzzle.goals.len()).any(|goal| self.unmet(goal).is_none())
    }

    /// The missing part of the goal, as a sentence that follows "but"; none when it holds.
    pub fn missing(&self) -> Option<String> {
        match self.puzzle.goals.len() {
            _ if self.is_solved() => None,
            0 => Some("there is no goal to be met".to_owned()),
            1 => self.unmet(0),
            goals => Some(format!("none of the {goals} goals holds")),
        }
    }

    /// Anchors of the blocks.
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    /// The first block that is not where a goal has it, as a sentence.
    fn unmet(&self, goal: usize) -> Option<String> {
        let target = self.puzzle.goals[goal].iter().find(|target| !self.holds(target));
        let target = target.map(|target| {
            let block = &self.puzzle.blocks[target.block];
            (&block.shape, target.anchor, block.name)
        });
        let lacking = || self.puzzle.lacking.iter().find(|lacking| lacking.goal == goal);
        let (shape, (row, column), name) =
            target.or_else(|| lacking().map(|lacking| (&lacking.shape, lacking.anchor, '?')))?;
        if self.puzzle.named {
            return Some(format!("no block like {name} has its first cell at row {row}, column {column}"));
        }
        let (bottom, right) = (row + shape.height() - 1, column + shape.width() - 1);
        Some(format!("no block stands on the goal's corners {row} {column} {bottom} {right}"))
    }

    fn holds(&self, target: &Target) -> bool {
        let there = self.anchored_at((target.anchor.0.into(), target.anchor.1.into()));
        let blocks = &self.puzzle.blocks;
        there.is_some_and(|there| self.puzzle.are_equal(&blocks[there], &blocks[target.block]))
    }

    /// The block whose anchor is on a cell.
    #[inline]
    fn anchored_at(&self, (row, column): (u32, u32)) -> Option<usize> {
        let is_anchor = |&block: &usize| self.anchors[block] == (row as u16, column as u16);
        self.covering((row, column)).filter(is_anchor)
    }

    /// The block over a cell.
    #[inline]
    fn covering(&self, (row, column): (u32, u32)) -> Option<usize> {
        let size = self.puzzle.size;
        let is_inside = row < u32::from(size.height) && column < u32::from(size.width);
        let mark = self.over[is_inside.then(|| size.number((row as u16, column as u16)))?];
        if mark == WALL { None } else { (mark as usize).checked_sub(1) }
    }

    /// Message about a cell without an anchor.
    #[cold]
    fn no_block(&self, cell: (u32, u32)) -> String {
        match self.covering(cell) {
            None => "no block has its first cell (the leftmost of its top row) there".to_owned(),
            Some(block) => {
                let (name, (row, column)) = (self.name(block), self.anchors[block]);
                format!("no block has its first cell there; {name}, over that cell, has it at {row} {column}")
            }
        }
    }

    /// The reason why a block cannot enter a cell.
    #[cold]
    fn stopped(&self, block: usize, cell: Cell) -> String {
        let (block, (row, column)) = (self.name(block), cell);
        match (self.covering((row.into(), column.into())), self.puzzle.floor_at(cell)) {
            (Some(by), _) => format!("{block} would meet {} at row {row}, column {column}", self.name(by)),
            (None, Floor::Gate(_)) => {
                format!("the gate at row {row}, column {column} does not admit {block}")
            }
            (None, _) => format!("{block} would meet the wall at row {row}, column {column}"),
        }
    }

    /// The name of the block whose anchor is on a cell, if there is one.
    pub fn name_at(&self, (row, column): Cell) -> Option<String> {
        self.anchored_at((row.into(), column.into())).map(|block| self.name(block))
    }

    /// The name that its author gave a block, or else the corners of the box round it.
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

/// The cells that a straight move of a rectangle sweeps, without those that it covers before.
fn entered(old: Rectangle, new: Rectangle) -> Rectangle {
    let (up, down) = (old.top.saturating_sub(new.top), new.top.saturating_sub(old.top));
    let (left, right) = (old.left.saturating_sub(new.left), new.left.saturating_sub(old.left));
    if up > 0 {
        Rectangle { height: up, ..new }
    } else if down > 0 {
        Rectangle { top: old.top + old.height, height: down, ..old }
    } else if left > 0 {
        Rectangle { width: left, ..new }
    } else {
        Rectangle { left: old.left + old.width, width: right, ..old }
    }
}

/// A rectangle of cells.
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

    fn area(self) -> u32 {
        u32::from(self.height) * u32::from(self.width)
    }

    /// The numbers of its cells, row by row.
    fn rows(self, size: Size) -> impl Iterator<Item = Range<usize>> {
        let first = (0..self.height).map(move |row| size.number((self.top + row, self.left)));
        first.map(move |first| first..first + usize::from(self.width))
    }
}
