//! A position while a plan is made: the block on each cell, and the moves made so far.

use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;

use crate::board::Towards;
use crate::body::front;
use crate::classes::{Class, Classes};
use crate::metric::Shift;
use crate::puzzle::Freedom;

/// Cell without a block.
pub(crate) const FREE: u32 = 0;
/// Cell that no block can be on.
pub(crate) const WALL: u32 = u32::MAX;

/// Geometry of a class: its cells from the anchor, and the cells that a step newly covers, as rows and columns.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub cells: Vec<(i32, i32)>,
    /// Fronts, in the order of [`Towards::ALL`].
    pub fronts: [Vec<(i32, i32)>; 4],
    /// Steps that its freedom allows, in that order.
    pub allowed: [bool; 4],
}

/// A puzzle without its blocks' places.
#[derive(Debug)]
pub(crate) struct Tray<'a> {
    pub puzzle: &'a Classes,
    pub geometries: Vec<Geometry>,
    /// The class of unit blocks that go anywhere, if there is one: wherever they are, they are as good as free cells.
    pub fluid: Option<usize>,
}

impl<'a> Tray<'a> {
    pub(crate) fn new(puzzle: &'a Classes) -> Self {
        let geometry = |class: &Class| {
            let cells: Vec<(i32, i32)> = class.shape.offsets().collect();
            let fronts = Towards::ALL.map(|towards| front(&cells, towards));
            let allowed = Towards::ALL.map(|towards| class.freedom.allows(towards.offset()));
            Geometry { cells, fronts, allowed }
        };
        let goes_anywhere = |class: &Class| {
            class.shape.area() == 1
                && class.freedom == Freedom::Both
                && (0..puzzle.size.cells())
                    .all(|cell| !puzzle.is_open(cell) || class.can_stand(puzzle.size, cell as u16))
        };
        let fluid = puzzle.classes.iter().position(goes_anywhere);
        Self { puzzle, geometries: puzzle.classes.iter().map(geometry).collect(), fluid }
    }

    pub(crate) fn size(&self) -> Size {
        self.puzzle.size
    }

    /// The anchor one step further, if a block of the class can ever stand there.
    pub(crate) fn next(&self, class: usize, anchor: u16, towards: Towards) -> Option<u16> {
        if !self.geometries[class].allowed[towards as usize] {
            return None;
        }
        let next = self.shifted(anchor, towards.offset())?;
        self.puzzle.classes[class].can_stand(self.size(), next).then_some(next)
    }

    /// The cell that lies so many rows and columns further.
    pub(crate) fn shifted(&self, cell: u16, (down, right): (i32, i32)) -> Option<u16> {
        let size = self.size();
        let (row, column) = size.cell(cell.into());
        let (row, column) = (i32::from(row) + down, i32::from(column) + right);
        let inside =
            (0..i32::from(size.height)).contains(&row) && (0..i32::from(size.width)).contains(&column);
        inside.then(|| size.number((row as u16, column as u16)) as u16)
    }

    /// The cells at these distances from an anchor that lie in the tray.
    pub(crate) fn at<'b>(&'b self, anchor: u16, cells: &'b [(i32, i32)]) -> impl Iterator<Item = u16> + 'b {
        cells.iter().filter_map(move |&offset| self.shifted(anchor, offset))
    }

    /// The cells of a block.
    pub(crate) fn cells(&self, class: usize, anchor: u16) -> impl Iterator<Item = u16> + '_ {
        self.at(anchor, &self.geometries[class].cells)
    }

    /// The fewest steps between a cell of one block and a cell of another.
    pub(crate) fn distance(&self, one: Block, other: Block) -> u32 {
        let others = || self.cells(other.class, other.anchor);
        let steps = self
            .cells(one.class, one.anchor)
            .flat_map(|cell| others().map(move |other| self.size().steps(cell.into(), other.into())));
        steps.min().unwrap_or(0)
    }

    /// The cells that a block newly covers with a step.
    pub(crate) fn front(
        &self,
        class: usize,
        anchor: u16,
        towards: Towards,
    ) -> impl Iterator<Item = u16> + '_ {
        self.at(anchor, &self.geometries[class].fronts[towards as usize])
    }
}

/// One block: its class and its anchor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Block {
    pub class: usize,
    pub anchor: u16,
}

/// Places of all blocks, and the moves that led there.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// Content of each cell: [`FREE`], [`WALL`], or one more than the number of the block on it.
    pub on: Vec<u32>,
    pub blocks: Vec<Block>,
    /// The moves made so far, each of one step.
    pub moves: Vec<Shift>,
}

impl Position {
    /// A position with these anchors, by class.
    pub(crate) fn new(tray: &Tray, anchors: &[Vec<u16>]) -> Self {
        let cells = 0..tray.size().cells();
        let on = cells.map(|cell| if tray.puzzle.is_open(cell) { FREE } else { WALL }).collect();
        let mut position = Self { on, blocks: Vec::new(), moves: Vec::new() };
        for (class, anchors) in anchors.iter().enumerate() {
            for &anchor in anchors {
                position.blocks.push(Block { class, anchor });
                let number = position.blocks.len() as u32;
                tray.cells(class, anchor).for_each(|cell| position.on[usize::from(cell)] = number);
            }
        }
        position
    }

    pub(crate) fn is_free(&self, cell: u16) -> bool {
        self.on[usize::from(cell)] == FREE
    }

    /// The number of the block on a cell.
    pub(crate) fn block_on(&self, cell: u16) -> Option<usize> {
        match self.on[usize::from(cell)] {
            FREE | WALL => None,
            number => Some(number as usize - 1),
        }
    }

    /// True if a block of the class has its anchor there.
    pub(crate) fn stands(&self, block: Block) -> bool {
        self.block_on(block.anchor).is_some_and(|number| self.blocks[number] == block)
    }

    /// The numbers of the blocks with an anchor that is at most so many steps from a cell.
    pub(crate) fn near(&self, tray: &Tray, centre: u16, steps: u32) -> Vec<usize> {
        let is_near =
            |&number: &usize| tray.size().steps(self.blocks[number].anchor.into(), centre.into()) <= steps;
        (0..self.blocks.len()).filter(is_near).collect()
    }

    /// The anchor of a block after a step, if it can make it.
    fn next(&self, tray: &Tray, number: usize, towards: Towards) -> Option<u16> {
        let Block { class, anchor } = self.blocks[number];
        let next = tray.next(class, anchor, towards)?;
        tray.front(class, anchor, towards).all(|cell| self.is_free(cell)).then_some(next)
    }

    /// A random step of one of some blocks: its number and its anchor after it; none where the step drawn cannot be made.
    pub(crate) fn drawn_step(&self, tray: &Tray, blocks: &[usize], rng: &mut Rng) -> Option<(usize, u16)> {
        let number = blocks[rng.below(blocks.len() as u64) as usize];
        let towards = Towards::ALL[rng.below(4) as usize];
        Some((number, self.next(tray, number, towards)?))
    }

    /// Moves a block, which must be possible, to an anchor one step further.
    pub(crate) fn step(&mut self, tray: &Tray, number: usize, to: u16) {
        let Block { class, anchor } = self.blocks[number];
        for cell in tray.cells(class, anchor) {
            self.on[usize::from(cell)] = FREE;
        }
        for cell in tray.cells(class, to) {
            debug_assert!(self.is_free(cell), "a block steps onto free cells only");
            self.on[usize::from(cell)] = number as u32 + 1;
        }
        self.blocks[number].anchor = to;
        self.moves.push(Shift { class: class as u16, from: anchor, to });
    }
}

/// A position with what is held in it, and what may still be spent.
pub(super) struct Carrier<'a> {
    pub tray: &'a Tray<'a>,
    pub position: Position,
    /// Cells of blocks that are on their targets for good.
    pub is_held: Vec<bool>,
    /// Positions that may still be looked at.
    pub effort: usize,
    pub limits: &'a Limits,
    pub rng: Rng,
}

/// Number of steps of which one is made although it moves free cells away.
const UPHILL: u64 = 30;

impl Carrier<'_> {
    /// Holds a block that is on its target, or releases it.
    pub(super) fn hold(&mut self, block: Block, held: bool) {
        for cell in self.tray.cells(block.class, block.anchor) {
            self.is_held[usize::from(cell)] = held;
        }
    }

    /// Moves blocks away from a cell wherever they can, so that free cells come near it: as many steps are tried as `steps`
    /// for each of the blocks that are given, while there is time.
    pub(super) fn gather(&mut self, centre: u16, blocks: &[usize], steps: usize) {
        for _ in 0..steps {
            if self.limits.check_time().is_err() {
                return;
            }
            for _ in blocks {
                if let Some((number, next)) = self.drawn_away(centre, blocks) {
                    self.position.step(self.tray, number, next);
                }
            }
        }
    }

    /// A random step of one of some blocks away from a cell: its number and its anchor after it; none where the step drawn
    /// cannot be made or leads elsewhere, most times.
    pub(super) fn drawn_away(&mut self, centre: u16, blocks: &[usize]) -> Option<(usize, u16)> {
        if blocks.is_empty() {
            return None;
        }
        let (number, next) = self.position.drawn_step(self.tray, blocks, &mut self.rng)?;
        let Block { class, anchor } = self.position.blocks[number];
        let distance = |cell: u16| i64::from(self.tray.size().steps(centre.into(), cell.into()));
        let sum = |anchor| self.tray.cells(class, anchor).map(distance).sum::<i64>();
        (sum(next) > sum(anchor) || self.rng.below(UPHILL) == 0).then_some((number, next))
    }
}
