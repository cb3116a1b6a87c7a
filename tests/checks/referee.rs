//! The checker against the plain reference, on drawings and boards.

use traybit_core::reference::Position;
use traybit_sliding::formats::moves::Moves;
use traybit_sliding::formats::{self, Content};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Cell;
use traybit_sliding::reference::Rules;
use traybit_sliding::slide::RawMove;

use crate::parts::parts;

/// A drawing or a board, and moves.
pub fn check(data: &[u8]) {
    let [puzzle, moves] = parts(data);
    let Ok(Content::Puzzle(puzzle)) = formats::read("file", puzzle) else { return };
    let rules = Rules::of(&puzzle);
    let mut checker = puzzle.begin();
    let mut place = Place::new(&rules, checker.anchors());
    let mut moves = Moves::new("moves", moves);
    while let Ok(Some(step)) = moves.next_move() {
        let after = place.after(step);
        let possible = checker.apply(step);
        assert_eq!(possible.is_ok(), after.is_some(), "{step}: {possible:?}");
        if let Some(after) = after.filter(|after| *after != place.anchors) {
            place = Place::new(&rules, &after);
        }
        assert_eq!(checker.is_solved(), rules.is_won(&place.position));
        assert_eq!(checker.anchors(), place.anchors, "{step}");
    }
}

/// A position of the plain rules, and all that are one slide away.
struct Place<'a> {
    rules: &'a Rules,
    anchors: Vec<Cell>,
    position: Position,
    around: Vec<Position>,
}

impl<'a> Place<'a> {
    fn new(rules: &'a Rules, anchors: &[Cell]) -> Self {
        let (position, mut around) = (rules.position(anchors), Vec::new());
        rules.expand(&position, Metric::Slide, &mut around);
        Self { rules, anchors: anchors.to_vec(), position, around }
    }

    /// The anchors after a move; none where it is impossible.
    fn after(&self, step: RawMove) -> Option<Vec<Cell>> {
        let cell = |(row, column): (u32, u32)| u16::try_from(row).ok().zip(u16::try_from(column).ok());
        let (from, to) = cell(step.from).zip(cell(step.to))?;
        let block = self.anchors.iter().position(|anchor| *anchor == from)?;
        let mut anchors = self.anchors.clone();
        anchors[block] = to;
        let inside = self.rules.holds(to);
        let is_possible = from == to || inside && self.around.contains(&self.rules.position(&anchors));
        is_possible.then_some(anchors)
    }
}
