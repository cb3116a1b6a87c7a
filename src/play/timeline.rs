//! The timeline of a game: moves made and moves to follow, as one list with a current position.
//!
//! ```text
//!   b right   c up   a left | a left   d down       made | to follow
//!                           at
//! ```
//!
//! Stepping through a solution is the same as undo and redo. A move of the player replaces the moves that would have
//! followed.

use crate::table::Step;
use traybit_picture::playback::{Cell, beyond, straight};
use traybit_program::text::counted;

/// Minimum and maximum speed in moves per second.
pub const SPEEDS: (f64, f64) = (0.25, 1024.0);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Timeline {
    pub(crate) steps: Vec<Step>,
    /// For each step, true if it is the player's own.
    own: Vec<bool>,
    pub(crate) at: usize,
}

impl Timeline {
    pub(crate) fn new(steps: Vec<Step>) -> Self {
        Self { own: vec![false; steps.len()], steps, at: 0 }
    }

    pub(crate) fn next(&self) -> Option<Step> {
        self.steps.get(self.at).copied()
    }

    pub(crate) fn last(&self) -> Option<Step> {
        self.steps[..self.at].last().copied()
    }

    /// Records a step that was made; it replaces the steps to follow unless it is the next one.
    pub(crate) fn make(&mut self, step: Step) {
        if self.next() != Some(step) {
            self.cut();
            self.steps.push(step);
            self.own.push(true);
        }
        self.at += 1;
    }

    /// Replaces the steps that would follow.
    pub(crate) fn follow_with(&mut self, steps: &[Step]) {
        self.cut();
        self.steps.extend_from_slice(steps);
        self.own.resize(self.steps.len(), false);
    }

    fn cut(&mut self) {
        self.steps.truncate(self.at);
        self.own.truncate(self.at);
    }

    /// The moves made, each a piece and its corners. Consecutive pushes of a block by the player in one direction are one
    /// move; given or found moves stay as they are.
    pub(crate) fn moves(&self) -> Vec<(usize, Cell, Cell)> {
        let mut moves: Vec<(usize, Cell, Cell)> = Vec::new();
        let mut was_own = false;
        for (step, &is_own) in self.steps[..self.at].iter().zip(&self.own) {
            let Some(from) = step.from else { continue };
            // The piece and its direction.
            let course = |(own, from, to): (usize, Cell, Cell)| (own, from.0.cmp(&to.0), from.1.cmp(&to.1));
            let this = (step.piece, from, step.to);
            match moves.last_mut().filter(|_| was_own && is_own) {
                Some(last) if course(*last) == course(this) => last.2 = step.to,
                _ => moves.push(this),
            }
            was_own = is_own;
        }
        moves
    }
}

/// Formats a speed.
pub(crate) fn moves(speed: f64) -> String {
    if (speed - 1.0).abs() < f64::EPSILON { "1 move".to_owned() } else { format!("{speed} moves") }
}

/// A solution found from some position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The corners of the pieces in that position.
    pub(crate) start: Vec<Option<Cell>>,
    pub(crate) steps: Vec<Step>,
    /// Its quality, as a sentence without its full stop.
    pub(crate) worth: String,
}

impl Plan {
    /// The remaining steps from a position on the solution, perhaps in the middle of a step, and its quality.
    pub(crate) fn rest(&self, here: &[Option<Cell>]) -> Option<(Vec<Step>, String)> {
        let mut corners = self.start.clone();
        for (number, step) in self.steps.iter().enumerate() {
            let begin = step.from?;
            let passed = straight(begin, step.to).map_or(vec![step.from], |(direction, cells)| {
                (0..cells).map(|cells| beyond(begin, direction, cells)).collect()
            });
            for from in passed {
                corners[step.piece] = from;
                if corners == here {
                    let mut rest = self.steps[number..].to_vec();
                    rest[0].from = from;
                    let left = counted(rest.len() as u64, "move");
                    let is_whole = corners == self.start;
                    let worth =
                        if is_whole { self.worth.clone() } else { format!("{left} left of {}", self.worth) };
                    return Some((rest, worth));
                }
            }
            corners[step.piece] = Some(step.to);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Plan, Timeline};
    use crate::table::tests::{drawn, pair};
    use crate::table::{Step, Table};
    use traybit_tiles::direction::Direction::{Down, Left, Right, Up};

    fn step(piece: usize, from: (u16, u16), to: (u16, u16)) -> Step {
        Step { piece, from: Some(from), to, turned: None }
    }

    #[test]
    fn own_moves_replace_those_that_would_follow() {
        let steps = [step(0, (0, 0), (0, 1)), step(1, (2, 0), (1, 0))];
        let mut timeline = Timeline::new(steps.to_vec());
        timeline.at = 1;
        assert_eq!((timeline.next(), timeline.last()), (Some(steps[1]), Some(steps[0])));
        timeline.make(steps[1]);
        assert_eq!((timeline.at, timeline.steps.len()), (2, 2));
        timeline.at = 0;
        timeline.make(step(0, (0, 0), (1, 0)));
        assert_eq!((timeline.at, timeline.steps.len()), (1, 1));
    }

    #[test]
    fn a_block_that_goes_on_makes_one_slide() {
        let pushes = [(0, Right), (0, Right), (0, Left), (0, Down), (1, Right), (0, Right)];
        for ((puzzle, playback), pushes, lengths) in [
            // The other block cannot pass, so the last move continues that of the same block.
            (pair("2 4\n0 0 0 0\n1 0 1 0\n", "0 3 0 3\n"), &pushes[..], [5, 4, 1]),
            // Block b begins in the corner of a, which a does not cover.
            (drawn("tray:\n..\nb.\n.a\naa\n\ngoal: b 0 0\n"), &[(1, Up), (0, Up)], [2, 2, 2]),
        ] {
            let (mut table, mut timeline) = (Table::new(&playback, &*puzzle), Timeline::default());
            let made = pushes.iter().filter_map(|&(piece, towards)| table.shift(piece, towards, false).ok());
            made.for_each(|step| timeline.make(step));
            let units = ["step", "slide", "path move"];
            assert_eq!(puzzle.lengths(&timeline.moves()), lengths.into_iter().zip(units).collect::<Vec<_>>());
        }
        let listed = [step(0, (0, 0), (0, 1)), step(0, (0, 1), (0, 2))];
        let mut timeline = Timeline::new(listed.to_vec());
        timeline.at = 2;
        assert_eq!(timeline.moves().len(), 2, "as they are listed");
    }

    #[test]
    fn a_plan_is_kept_while_it_is_followed_in_moves_of_any_length() {
        let steps = vec![step(0, (0, 0), (0, 3)), step(1, (1, 0), (1, 1))];
        let start = vec![Some((0, 0)), Some((1, 0))];
        let plan = Plan { start, steps: steps.clone(), worth: "2 slides".to_owned() };
        let (half, left) = (step(0, (0, 1), (0, 3)), "1 move left of 2 slides".to_owned());
        for (corners, rest) in [
            ([(0, 0), (1, 0)], Some((steps.clone(), "2 slides".to_owned()))),
            ([(0, 1), (1, 0)], Some((vec![half, steps[1]], "2 moves left of 2 slides".to_owned()))),
            ([(0, 3), (1, 0)], Some((vec![steps[1]], left))),
            ([(0, 1), (1, 1)], None),
        ] {
            assert_eq!(plan.rest(&corners.map(Some)), rest);
        }
    }
}
