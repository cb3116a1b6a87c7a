//! A position while a plan is made: the block on each cell, and the moves made so far.

use crate::board::Towards;
use crate::{Class, Classes, Freedom, Shift};
use traybit_core::Rng;

impl Classes {
    /// The class of unit blocks that go anywhere, if there is one: they are as good as free cells.
    fn fluid(&self) -> Option<usize> {
        let goes_anywhere = |class: &Class| {
            class.shape.area() == 1
                && class.freedom == Freedom::Both
                && self.open_cells().all(|cell| class.can_stand(cell))
        };
        self.classes.iter().position(goes_anywhere)
    }

    /// The anchor one step further, if a block of the class can ever stand there, and the cells that it newly covers.
    pub(crate) fn step(
        &self,
        class: usize,
        anchor: u16,
        towards: Towards,
    ) -> Option<(u16, impl Iterator<Item = u16> + '_)> {
        let (class, at) = (&self.classes[class], self.row_column(anchor));
        let next = class.stepped(at, towards)?;
        Some((self.number(next), class.front(at, towards).map(|cell| cell as u16)))
    }

    pub(crate) fn shifted(&self, cell: u16, (down, right): (i32, i32)) -> Option<u16> {
        let (row, column) = self.row_column(cell);
        let at = (row.checked_add_signed(down as i16)?, column.checked_add_signed(right as i16)?);
        (at.0 < self.size.height && at.1 < self.size.width).then(|| self.number(at))
    }

    pub(crate) fn cells(&self, Block { class, anchor }: Block) -> impl Iterator<Item = u16> + '_ {
        let cells = self.classes[class].shape.cells_at(self.row_column(anchor));
        cells.map(|cell| self.number(cell))
    }
}

/// One block: its class and its anchor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Block {
    pub class: usize,
    pub anchor: u16,
}

/// Places of all blocks, and the moves that led there.
#[derive(Clone, Debug)]
pub(crate) struct Position<'a> {
    pub tray: &'a Classes,
    /// The class of unit blocks that go anywhere.
    pub fluid: Option<usize>,
    /// The number of the block on each cell.
    on: Vec<Option<usize>>,
    pub blocks: Vec<Block>,
    /// The moves made so far, each of one step.
    pub moves: Vec<Shift>,
}

impl<'a> Position<'a> {
    pub(crate) fn new(tray: &'a Classes, anchors: &[Vec<u16>]) -> Self {
        let on = vec![None; tray.size.cells()];
        let mut position = Self { tray, fluid: tray.fluid(), on, blocks: Vec::new(), moves: Vec::new() };
        for (class, anchors) in anchors.iter().enumerate() {
            for block in anchors.iter().map(|&anchor| Block { class, anchor }) {
                let number = position.blocks.len();
                position.blocks.push(block);
                tray.cells(block).for_each(|cell| position.on[usize::from(cell)] = Some(number));
            }
        }
        position
    }

    pub(crate) fn start(tray: &'a Classes) -> Self {
        Self::new(tray, &tray.classes.iter().map(|class| class.start.clone()).collect::<Vec<_>>())
    }

    pub(crate) fn is_free(&self, cell: u16) -> bool {
        self.on[usize::from(cell)].is_none() && self.tray.is_open(cell.into())
    }

    pub(crate) fn number_on(&self, cell: u16) -> Option<usize> {
        self.on[usize::from(cell)]
    }

    pub(crate) fn block_on(&self, cell: u16) -> Option<Block> {
        self.number_on(cell).map(|number| self.blocks[number])
    }

    /// The numbers of the blocks with an anchor at most `steps` steps from a cell.
    pub(crate) fn near(&self, centre: u16, steps: u32) -> Vec<usize> {
        let distance = |number: usize| self.tray.size.steps(self.blocks[number].anchor.into(), centre.into());
        (0..self.blocks.len()).filter(|&number| distance(number) <= steps).collect()
    }

    /// Draws a random step of one of some blocks: its number and its next anchor; `None` if there are no blocks or the step
    /// cannot be made.
    pub(crate) fn drawn_step(&self, blocks: &[usize], rng: &mut Rng) -> Option<(usize, u16)> {
        let number = blocks[rng.below_wide(blocks.len() as u128)? as usize];
        let towards = Towards::ALL[rng.below(4) as usize];
        let Block { class, anchor } = self.blocks[number];
        let (next, mut front) = self.tray.step(class, anchor, towards)?;
        front.all(|cell| self.is_free(cell)).then_some((number, next))
    }

    /// Moves a block to an anchor one step further; the step must be possible.
    pub(crate) fn step(&mut self, number: usize, to: u16) {
        let before = self.blocks[number];
        self.tray.cells(before).for_each(|cell| self.on[usize::from(cell)] = None);
        let after = Block { anchor: to, ..before };
        for cell in self.tray.cells(after) {
            debug_assert!(self.is_free(cell), "a block steps onto free cells only");
            self.on[usize::from(cell)] = Some(number);
        }
        self.blocks[number] = after;
        self.moves.push(Shift { class: before.class as u16, from: before.anchor, to });
    }
}
