//! Blocks grouped by shape: what a tray and a goal mean to the engine.
//!
//! Blocks of equal shape are interchangeable, so a position is, for each class of shapes, the *set* of the
//! anchors (top-left cells) of its blocks. An anchor is the cell's number, row · width + column; the largest
//! tray has 65,536 cells, so an anchor fits 16 bits.

use crate::sliding::tray::{Block, Goal, Size, Tray};

/// All blocks of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Rows that a block of the class covers.
    pub height: u16,
    /// Columns that it covers.
    pub width: u16,
    /// Anchors at the start, ascending.
    pub start: Vec<u16>,
    /// Anchors that must be taken at the goal, ascending.
    pub goal: Vec<u16>,
}

impl Class {
    /// Cells that one block covers.
    pub fn area(&self) -> usize {
        usize::from(self.height) * usize::from(self.width)
    }

    /// How many anchors keep a block of the class inside a tray of that size.
    pub fn legal_anchors(&self, size: Size) -> usize {
        usize::from(size.height - self.height + 1) * usize::from(size.width - self.width + 1)
    }
}

/// A tray and a goal by classes; the classes stand in ascending order of their shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The tray's height and width.
    pub size: Size,
    /// One entry a shape.
    pub classes: Vec<Class>,
    /// How many cells no block covers.
    pub free: usize,
}

impl Classes {
    /// Groups the blocks of `tray` and the lines of `goal`. A shape that only the goal has gets a class without
    /// blocks.
    pub fn of(tray: &Tray, goal: &Goal) -> Self {
        let size = tray.size();
        let mut shapes: Vec<(u16, u16)> =
            tray.blocks().iter().chain(goal.blocks()).map(|block| block.shape()).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let mut classes: Vec<Class> = shapes
            .iter()
            .map(|&(height, width)| Class { height, width, start: Vec::new(), goal: Vec::new() })
            .collect();
        let anchor =
            |block: &Block| (u32::from(block.top) * u32::from(size.width) + u32::from(block.left)) as u16;
        let class_of = |block: &Block| shapes.partition_point(|&shape| shape < block.shape());
        for block in tray.blocks() {
            classes[class_of(block)].start.push(anchor(block));
        }
        for block in goal.blocks() {
            classes[class_of(block)].goal.push(anchor(block));
        }
        for class in &mut classes {
            class.start.sort_unstable();
            class.goal.sort_unstable();
        }
        Self { size, classes, free: tray.free_cells() }
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.classes.iter().map(|class| class.start.len()).sum()
    }

    /// Row and column of a cell.
    pub fn row_column(&self, cell: u16) -> (u16, u16) {
        (cell / self.size.width, cell % self.size.width)
    }
}
