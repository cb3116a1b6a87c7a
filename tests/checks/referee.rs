//! The checker against the plain reference, on drawings and boards.

use traybit_core::reference::Position;
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::{Cell, Metric, Puzzle, Rules, Slide, formats};

use crate::parts::parts;

/// A drawing or a board, and moves.
pub fn check(data: &[u8]) {
    let [puzzle, moves] = parts(data);
    let Some(puzzle) = formats::read("file", puzzle).ok().filter(|puzzle| puzzle.named) else { return };
    let rules = Rules::of(&puzzle);
    let mut checker = puzzle.begin();
    let mut place = Place::start(&rules, &puzzle);
    let mut moves = Lines::new("moves", moves);
    while let Ok(Some(step)) = moves.next_move() {
        let after = place.after(step);
        let possible = checker.apply(step);
        assert_eq!(possible.is_ok(), after.is_some(), "{step}: {possible:?}");
        if let Some(after) = after {
            place.set(after);
        }
        assert_eq!(checker.missing().is_none(), rules.is_won(&place.position));
        assert_eq!(checker.anchors, place.anchors, "{step}");
    }
}

/// A position of the plain rules, and all that are one slide away.
pub(crate) struct Place<'a> {
    rules: &'a Rules,
    /// Anchor of each block.
    pub(crate) anchors: Vec<Cell>,
    /// Position as the rules have it.
    pub(crate) position: Position,
    around: Vec<Position>,
}

impl<'a> Place<'a> {
    pub(crate) fn start(rules: &'a Rules, puzzle: &Puzzle) -> Self {
        let mut place =
            Self { rules, anchors: Vec::new(), position: Position::default(), around: Vec::new() };
        place.set(puzzle.blocks.iter().map(|block| block.anchor).collect());
        place
    }

    /// Sets the position with these anchors.
    pub(crate) fn set(&mut self, anchors: Vec<Cell>) {
        if self.anchors != anchors {
            self.position = self.rules.position(&anchors);
            self.around.clear();
            self.rules.expand(&self.position, Metric::Slide, &mut self.around);
            self.anchors = anchors;
        }
    }

    /// The anchors after a move; `None` if it is impossible.
    pub(crate) fn after(&self, step: Slide) -> Option<Vec<Cell>> {
        let cell = |(row, column): (u32, u32)| u16::try_from(row).ok().zip(u16::try_from(column).ok());
        let (from, to) = cell(step.from).zip(cell(step.to))?;
        let block = self.anchors.iter().position(|anchor| *anchor == from)?;
        let mut anchors = self.anchors.clone();
        anchors[block] = to;
        let inside = to.0 < self.rules.size.height && to.1 < self.rules.size.width;
        let is_possible = from == to || inside && self.around.contains(&self.rules.position(&anchors));
        is_possible.then_some(anchors)
    }
}
