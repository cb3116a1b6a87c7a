//! Verification of certificates: every number is recomputed from the rules alone.

use std::fmt::Display;
use std::iter::from_fn;
use std::sync::atomic::Ordering;

use crate::digest::Recording;
use crate::subject::text;
use crate::{Certificate, Claim, Layer, Reason, Refusal, Subject, parity, reach};
use traybit_core::reference::Position;
use traybit_core::reference::streamed::{PlainSpace, streamed};
use traybit_core::{InputError, Limits, Shape};
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::{Counts, Metric, Puzzle, Rules};
use traybit_tiles::{checker, reference as tiles, solution};

/// Content of a verified certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub subject: Subject,
    /// Number of positions in the layers of the proof, none of which meets a goal; `None` without layers.
    pub positions: Option<u64>,
}

impl Certificate {
    /// Verifies the claim within `limits`; messages call the certificate `name`.
    pub fn check(&self, name: &str, limits: &Limits) -> Result<Verified, Refusal> {
        let subject = self.puzzle.read(name)?;
        let case = Case { name, subject: &subject, metric: self.metric };
        let has_goal = !matches!(&subject, Subject::Sliding(puzzle) if puzzle.goals.is_empty());
        let positions = match &self.claim {
            Claim::Solution { length, moves } => case.replay(moves, *length, limits).map(|()| None)?,
            Claim::Shortest { length, moves, layers } => {
                case.replay(moves, *length, limits)?;
                let count = layers.len();
                if count as u64 != *length {
                    let sentence = "a proof that nothing is shorter than";
                    let sentence = format!("{sentence} {length} has as many layers, not {count}");
                    return Err(Refusal::Untrue(sentence));
                }
                Some(case.compare(layers, false, limits)?)
            }
            Claim::NoSolution(Reason::Layers(layers)) if has_goal => {
                Some(case.compare(layers, true, limits)?)
            }
            Claim::NoSolution(reason) => case.check(reason, limits).map(|()| None)?,
        };
        Ok(Verified { subject, positions })
    }
}

/// Certificate that is being verified.
struct Case<'a> {
    name: &'a str,
    subject: &'a Subject,
    metric: Metric,
}

impl Case<'_> {
    /// Checks that the moves solve the puzzle and that their number is as claimed.
    fn replay(&self, moves: &[String], length: u64, limits: &Limits) -> Result<(), Refusal> {
        let name = format!("{}, the moves in it", self.name);
        let text = text(moves);
        let (counted, missing) = match self.subject {
            Subject::Sliding(puzzle) => {
                let mut list = Lines::new(&name, text.as_bytes());
                let (mut game, mut counts) = (puzzle.begin(), Counts::default());
                let apply = |step| game.apply(step).map(|()| counts.add(step));
                make(|| list.next_move(), apply, limits)?;
                (counts.moves_in(self.metric), game.missing())
            }
            Subject::Tiles { start, goal } => {
                if self.metric != Metric::Step {
                    let sentence = format!("{}: moves of tiles are counted in steps", self.name);
                    return Err(Refusal::Invalid(sentence));
                }
                let mut list = solution::Moves::new(&name, text.as_bytes(), Some(start));
                let mut game = checker::Game::new(start);
                let counted = make(|| list.next_move(), |step| game.apply(step), limits)?;
                (counted, game.missing(goal))
            }
        };
        if let Some(missing) = missing {
            return Err(Refusal::Untrue(format!("after the last move {missing}")));
        }
        if counted != length {
            let sentence =
                format!("the moves are {counted} in the metric {}, not {length}", self.metric.name());
            return Err(Refusal::Untrue(sentence));
        }
        Ok(())
    }

    /// Compares the claimed layers with those of the puzzle's space by the reference rules.
    fn compare(&self, claimed: &[Layer], all_layers: bool, limits: &Limits) -> Result<u64, Refusal> {
        match self.subject {
            Subject::Sliding(puzzle) => {
                let rules = Rules::of(puzzle);
                let blocks = rules.start().len();
                // Each block covers at least one cell.
                let free = puzzle.size.cells() - blocks;
                let space = PlainSpace {
                    start: rules.start(),
                    end: puzzle.size.cells(),
                    most_moves: most_moves(self.metric, blocks, free),
                    expand: &|position, found| rules.expand(position, self.metric, found),
                };
                compare(&space, &|position| rules.is_won(position), claimed, all_layers, limits)
            }
            Subject::Tiles { start, goal } => {
                let (size, goal) = (start.size(), tiles::position(goal));
                let space = PlainSpace {
                    start: tiles::position(start),
                    end: size.cells(),
                    most_moves: 4,
                    expand: &|position, found| tiles::expand(size, position, found),
                };
                compare(&space, &|position| *position == goal, claimed, all_layers, limits)
            }
        }
    }

    /// Checks that the puzzle is unsolvable for a reason that needs no search.
    fn check(&self, reason: &Reason, limits: &Limits) -> Result<(), Refusal> {
        let untrue = match (reason, self.subject) {
            (Reason::Layers(_), _) => Some("the puzzle asks for nothing".to_owned()),
            (&Reason::Shortage { height, width, wanted, present }, Subject::Sliding(puzzle))
                if puzzle.goals.len() == 1 =>
            {
                let (needed, there) = rectangles(puzzle, (height, width));
                let is_shortage = (needed, there) == (wanted, present) && needed > there;
                let found = format!("of {height}×{width} the goal has {needed} blocks and the tray {there}");
                (!is_shortage).then(|| format!("{found}, which is no shortage of {wanted} against {present}"))
            }
            (Reason::OutOfReach, Subject::Sliding(puzzle)) if !puzzle.goals.is_empty() => {
                let possible = reach::possible_goals(puzzle, limits)?;
                possible.first().map(|goal| {
                    format!("in goal {} every block is where walls, gates and its line let it get", goal + 1)
                })
            }
            (Reason::Pairs(pairs), Subject::Sliding(puzzle)) if !puzzle.goals.is_empty() => {
                let first = reach::first_possible(puzzle, pairs, limits)?;
                first.map(|goal| format!("for goal {} none of the pairs have to pass each other", goal + 1))
            }
            (Reason::Parity, Subject::Sliding(puzzle)) if !puzzle.goals.is_empty() => {
                let first = parity::first_possible(puzzle);
                first.map(|goal| format!("the start and goal {} do not differ in parity", goal + 1))
            }
            (Reason::Parity, Subject::Tiles { start, goal }) => (!parity::is_wrong(start, goal))
                .then(|| "the start and the goal do not differ in parity".to_owned()),
            (Reason::Order, Subject::Tiles { start, goal }) => (!parity::is_another_order(start, goal))
                .then(|| "the tiles do not stand on one line in another order than in the goal".to_owned()),
            _ => Some("the reason that it gives speaks of another kind of puzzle".to_owned()),
        };
        untrue.map_or(Ok(()), |sentence| Err(Refusal::Untrue(sentence)))
    }
}

/// Compares claimed layers with those of a space, from the start on. Fails if a goal is in one; with `all_layers`, also
/// if there are more. Returns the number of their positions.
fn compare(
    space: &PlainSpace<'_>,
    is_goal: &dyn Fn(&Position) -> bool,
    claimed: &[Layer],
    all_layers: bool,
    limits: &Limits,
) -> Result<u64, Refusal> {
    let untrue = |sentence: String| Err(Refusal::Untrue(sentence));
    let mut next_layer = streamed(space, limits)?;
    let mut found = Recording::default();
    found.add(&space.start);
    let (mut is_met, mut through) = (is_goal(&space.start), 0);
    for (number, layer) in claimed.iter().enumerate() {
        if number > 0 {
            found = Recording::default();
            let count = next_layer(layer.positions, &mut |position| {
                found.add(position);
                is_met |= is_goal(position);
            });
            if count?.is_none() {
                return untrue(format!("layer {number} has not {} positions but more", layer.positions));
            }
        }
        let Layer { positions, sha256 } = std::mem::take(&mut found).finish();
        if positions != layer.positions {
            return untrue(format!("layer {number} has not {} positions but {positions}", layer.positions));
        }
        if sha256 != layer.sha256 {
            let sentence = "has other positions than those of the digest: theirs is";
            return untrue(format!("layer {number} {sentence} {sha256}"));
        }
        through += layer.positions;
        limits.progress.positions.store(through, Ordering::Relaxed);
        limits.progress.layer.store(number as u32, Ordering::Relaxed);
        if is_met {
            return untrue(format!("the goal holds in a position of layer {number}"));
        }
    }
    if all_layers && (claimed.is_empty() || next_layer(0, &mut |_| ())?.is_none()) {
        return untrue(format!("more positions can be reached than the {through} of its layers"));
    }
    Ok(through)
}

/// Upper bound on the moves of a position. A step or slide ends with a front cell of the block on a cell that was free;
/// no other block gets there from that side. A block can move only if a cell beside it is free.
fn most_moves(metric: Metric, blocks: usize, free: usize) -> usize {
    let beside = blocks.min(4 * free);
    match metric {
        Metric::Step => 4 * beside,
        Metric::Slide => 4 * free,
        Metric::Path => beside.saturating_mul(blocks + free),
    }
}

/// Moves between two checks of the limits.
const MOVES: u64 = 1 << 12;

/// Makes all moves of a list and counts them. All are read first: malformed moves are reported before impossible ones.
fn make<M: Copy + Display, T, R: Display>(
    mut next: impl FnMut() -> Result<Option<M>, InputError>,
    mut apply: impl FnMut(M) -> Result<T, R>,
    limits: &Limits,
) -> Result<u64, Refusal> {
    let moves = from_fn(|| next().transpose()).collect::<Result<Vec<M>, _>>()?;
    for (&step, number) in moves.iter().zip(1u64..) {
        if number.is_multiple_of(MOVES) {
            limits.check()?;
        }
        let impossible = |reason| format!("move {number} ({step}) is impossible: {reason}");
        apply(step).map_err(|reason| Refusal::Impossible(impossible(reason)))?;
    }
    Ok(moves.len() as u64)
}

/// Numbers of rectangles of this height and width: those that the only goal names, and those in the tray.
fn rectangles(puzzle: &Puzzle, (height, width): (u16, u16)) -> (usize, usize) {
    let shape = Shape::rectangle(height, width);
    let there = puzzle.blocks.iter().filter(|block| block.shape == shape).count();
    let named = puzzle.goals[0].iter().filter(|target| puzzle.blocks[target.block].shape == shape).count();
    (named + puzzle.lacking.iter().filter(|lacking| lacking.0 == shape).count(), there)
}
