//! Verifies a certificate: every number in it is counted again, by the rules alone.

use std::fmt::Display;

use crate::certificate::document::{Certificate, Claim, Reason};
use crate::certificate::layers::{Space, compare};
use crate::certificate::refusal::Refusal;
use crate::certificate::subject::{Subject, text};
use crate::certificate::{parity, reach};
use traybit_core::reference::Position;
use traybit_core::search::limits::Limits;
use traybit_core::shape::Shape;
use traybit_sliding::counts::Counts;
use traybit_sliding::formats::moves::Moves;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::reference::Rules;
use traybit_tiles::board::Board;
use traybit_tiles::reference as tiles;
use traybit_tiles::{checker, solution};

/// Content of a verified certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The puzzle.
    pub subject: Subject,
    /// The metric.
    pub metric: Metric,
    /// The proven statement.
    pub known: Known,
}

/// Statement about a puzzle, proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The shortest solution has this length.
    Shortest {
        /// Moves in the metric.
        length: u64,
        /// Positions that are nearer to the start, none of which meets the goal.
        nearer: u64,
    },
    /// There is a solution of this length.
    Solution {
        /// Moves in the metric.
        length: u64,
    },
    /// There is no solution.
    NoSolution(LayerView),
}

/// Proof that a puzzle is unsolvable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerView {
    /// All positions that can be reached, in none of which the goal holds, and their number.
    Positions(u64),
    /// The tray lacks blocks.
    Shortage,
    /// Some block can never get where it must be.
    OutOfReach,
    /// The parity of the tiles.
    Parity,
    /// The order of the tiles on a line.
    Order,
}

impl Certificate {
    /// Verifies what it says within `limits`; messages call it `name`.
    ///
    /// # Errors
    /// The first [`Refusal`].
    pub fn check(&self, name: &str, limits: &Limits) -> Result<Verified, Refusal> {
        let subject = self.puzzle.read(name)?;
        let metric = self.metric;
        let case = Case { name, subject: &subject, metric, limits };
        let known = match &self.claim {
            Claim::Solution { length, moves } => {
                case.replay(moves, *length)?;
                Known::Solution { length: *length }
            }
            Claim::Shortest { length, moves, layers } => {
                case.replay(moves, *length)?;
                if layers.len() as u64 != *length {
                    return Err(Refusal::Untrue(format!(
                        "a proof that nothing is shorter than {length} has as many layers, not {}",
                        layers.len()
                    )));
                }
                Known::Shortest {
                    length: *length,
                    nearer: case.layers(|space| compare(space, layers, false, limits))?,
                }
            }
            Claim::NoSolution(reason) => Known::NoSolution(case.hopeless(reason)?),
        };
        Ok(Verified { subject, metric, known })
    }
}

/// Certificate that is being verified.
struct Case<'a> {
    name: &'a str,
    subject: &'a Subject,
    metric: Metric,
    limits: &'a Limits,
}

impl Case<'_> {
    /// Checks that moves solve the puzzle and are as many as claimed.
    fn replay(&self, moves: &[String], length: u64) -> Result<(), Refusal> {
        let name = format!("{}, the moves in it", self.name);
        let (counted, missing) = match self.subject {
            Subject::Sliding(puzzle) => replay_slides(puzzle, &name, moves, self.metric)?,
            Subject::Tiles { start, goal } => {
                if self.metric != Metric::Step {
                    let sentence = format!("{}: moves of tiles are counted in steps", self.name);
                    return Err(Refusal::Invalid(sentence));
                }
                replay_tiles(start, goal, &name, moves)?
            }
        };
        if let Some(missing) = missing {
            return Err(Refusal::Untrue(format!("after the last move {missing}")));
        }
        if counted != length {
            let metric = self.metric.name();
            return Err(Refusal::Untrue(format!(
                "the moves are {counted} in the metric {metric}, not {length}"
            )));
        }
        Ok(())
    }

    /// Runs a task in the space of the puzzle, by the plain rules.
    fn layers<T>(&self, task: impl FnOnce(&Space<'_>) -> T) -> T {
        match self.subject {
            Subject::Sliding(puzzle) => {
                let rules = Rules::of(puzzle);
                let blocks = rules.start().len();
                // A block covers a cell at least.
                let free = puzzle.size.cells() - blocks;
                task(&Space {
                    start: rules.start(),
                    most_moves: most_moves(self.metric, blocks, free),
                    expand: &|position, found| rules.expand(position, self.metric, found),
                    is_goal: &|position| rules.is_won(position),
                })
            }
            Subject::Tiles { start, goal } => {
                let [height, width] = [start.size().height, start.size().width].map(usize::from);
                let goal = tiles::position(goal);
                task(&Space {
                    start: tiles::position(start),
                    most_moves: 4,
                    expand: &|position, found| tiles::expand(height, width, position, found),
                    is_goal: &|position: &Position| *position == goal,
                })
            }
        }
    }

    /// Checks that the puzzle is unsolvable for the given reason.
    fn hopeless(&self, reason: &Reason) -> Result<LayerView, Refusal> {
        let untrue = |sentence: &str| Err(Refusal::Untrue(sentence.to_owned()));
        match (reason, self.subject) {
            (Reason::Layers(_), Subject::Sliding(puzzle)) if puzzle.goals.is_empty() => {
                untrue("the puzzle asks for nothing")
            }
            (Reason::Layers(layers), _) => {
                let compared = self.layers(|space| compare(space, layers, true, self.limits));
                compared.map(LayerView::Positions)
            }
            (Reason::Shortage { height, width, wanted, present }, Subject::Sliding(puzzle))
                if puzzle.goals.len() == 1 =>
            {
                let (needed, there) = rectangles(puzzle, (*height, *width));
                if (needed, there) == (*wanted, *present) && needed > there {
                    Ok(LayerView::Shortage)
                } else {
                    Err(Refusal::Untrue(format!(
                        "of {height}×{width} the goal has {needed} blocks and the tray {there}, which is no shortage of \
                         {wanted} against {present}"
                    )))
                }
            }
            (Reason::OutOfReach, Subject::Sliding(puzzle)) if !puzzle.goals.is_empty() => {
                match reach::first_possible(puzzle) {
                    None => Ok(LayerView::OutOfReach),
                    Some(goal) => Err(Refusal::Untrue(format!(
                        "in goal {} every block is where walls, gates and its line let it get",
                        goal + 1
                    ))),
                }
            }
            (Reason::Parity, Subject::Tiles { start, goal }) => {
                if parity::is_wrong(start, goal) {
                    Ok(LayerView::Parity)
                } else {
                    untrue("the start and the goal do not differ in parity")
                }
            }
            (Reason::Order, Subject::Tiles { start, goal }) => {
                if parity::is_another_order(start, goal) {
                    Ok(LayerView::Order)
                } else {
                    untrue("the tiles do not stand on one line in another order than in the goal")
                }
            }
            _ => untrue("the reason that it gives speaks of another kind of puzzle"),
        }
    }
}

/// A bound on the moves of a position. A step, or a slide, ends with some cell of the block's rim on a cell that was free,
/// and no other block gets there from that side; a block moves only where a cell beside it is free.
fn most_moves(metric: Metric, blocks: usize, free: usize) -> usize {
    let beside = blocks.min(4 * free);
    match metric {
        Metric::Step => 4 * beside,
        Metric::Slide => 4 * free,
        Metric::Path => beside.saturating_mul(blocks + free),
    }
}

/// Length of a list of moves, and what is missing for the goal after them.
fn replay_slides(
    puzzle: &Puzzle,
    name: &str,
    moves: &[String],
    metric: Metric,
) -> Result<(u64, Option<String>), Refusal> {
    let text = text(moves);
    let mut list = Moves::new(name, text.as_bytes());
    let (mut game, mut counts) = (puzzle.begin(), Counts::default());
    // All are read first: one that is malformed outweighs one that is impossible.
    let mut steps = Vec::new();
    while let Some(step) = list.next_move()? {
        steps.push(step);
    }
    for (step, number) in steps.into_iter().zip(1..) {
        game.apply(step).map_err(|reason| impossible(number, &step, &reason))?;
        counts.add(step);
    }
    Ok((counts.moves_in(metric), game.missing()))
}

fn replay_tiles(
    start: &Board,
    goal: &Board,
    name: &str,
    moves: &[String],
) -> Result<(u64, Option<String>), Refusal> {
    let text = text(moves);
    let mut list = solution::Moves::new(name, text.as_bytes());
    let mut game = checker::Game::new(start);
    let mut steps = Vec::new();
    while let Some(step) = list.next_move()? {
        steps.push(step);
    }
    for (step, number) in steps.iter().zip(1..) {
        game.apply(*step).map_err(|reason| impossible(number, step, &reason))?;
    }
    Ok((steps.len() as u64, game.missing(goal).map(|missing| missing.to_string())))
}

fn impossible(number: u64, step: &dyn Display, reason: &dyn Display) -> Refusal {
    Refusal::Impossible(format!("move {number} ({step}) is impossible: {reason}"))
}

/// Number of rectangles of a height and width that the only goal asks for, and number of those in the tray.
fn rectangles(puzzle: &Puzzle, (height, width): (u16, u16)) -> (usize, usize) {
    let shape = Shape::rectangle(height, width);
    let there = puzzle.blocks.iter().filter(|block| block.shape == shape).count();
    let asked = puzzle.goals[0].iter().filter(|target| puzzle.blocks[target.block].shape == shape).count();
    (asked + puzzle.lacking.iter().filter(|lacking| lacking.shape == shape).count(), there)
}
