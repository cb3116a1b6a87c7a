//! Experiments: orders of search, and metrics.
//!
//! *Moves*: puzzles are solved with moves of one cell, of any number of cells in one line, and of any path, each with the
//! fewest moves of its kind: by a queue and a hash set, as taught (seed 000, its second experiment), and by layers, as in
//! this project. *Slides* is the length of the list that is printed, in straight lines.
//!
//! *Orders*: all searches move blocks by one cell, so that lengths are in steps; each runs on one thread. Depth-first
//! search expands the position found last, each once. A* and greedy search estimate the steps from the blocks to the goal:
//!
//! ```text
//!   for each anchor of the goal that is not taken, the steps to the nearest block of its class
//!   that stands on no anchor of the goal; the least of all goals
//! ```
//!
//! No solution is shorter: follow the block that ends on such an anchor back to its start. If that is an anchor of
//! the goal, another block ends there, which is followed in turn, until one starts elsewhere. The paths of one chain are
//! together no shorter than the direct path, and different anchors have chains without a block in common.

use crate::experiment::table::Cell;
use crate::experiment::textbook::{Order, search};
use crate::experiment::{Bench, Experiment, space_of};
use traybit_core::search::best_first;
use traybit_core::{Answer, GaveUp, Limits, Outcome};
use traybit_program::reason_words;
use traybit_sliding::{Classes, Counts, Metric, Puzzle, Shift, in_space, tidy};

/// An order of search, or none for best-first search by novelty, as this project does it.
type Alternative = (&'static str, Option<Order>, Metric);

const BY_ORDER: [Alternative; 6] = [
    ("breadth-first, queue", Some(Order::BreadthFirst), Metric::Step),
    ("breadth-first, layers", Some(Order::Layers), Metric::Step),
    ("depth-first", Some(Order::DepthFirst), Metric::Step),
    ("greedy by distance", Some(Order::Greedy), Metric::Step),
    ("A*", Some(Order::AStar), Metric::Step),
    ("best-first, novelty", None, Metric::Step),
];

pub(super) const ORDERS: Experiment = Experiment {
    name: "orders",
    question: "Breadth-first, depth-first, best-first or A*: which finds solutions soonest, and how long are they?",
    columns: &["positions", "steps", "slides", "bytes", "time"],
    claims: &[
        ("time", "depth-first", "breadth-first, queue"),
        ("steps", "breadth-first, queue", "depth-first"),
        ("positions", "A*", "breadth-first, queue"),
        ("time", "A*", "breadth-first, queue"),
        ("time", "best-first, novelty", "greedy by distance"),
        ("time", "breadth-first, layers", "breadth-first, queue"),
        ("bytes", "breadth-first, layers", "breadth-first, queue"),
        ("time", "best-first, novelty", "breadth-first, layers"),
    ],
    puzzles: [
        "dads-puzzle blockado thin-klotski klotski century super-century supercompo d209",
        "dads-puzzle quzzle",
    ],
    measure: |bench| bench.on_trays(|bench, puzzle, classes| solve_each(&BY_ORDER, bench, puzzle, classes)),
};

const BY_METRIC: [Alternative; 6] = [
    ("queue, one cell", Some(Order::BreadthFirst), Metric::Step),
    ("queue, one line", Some(Order::BreadthFirst), Metric::Slide),
    ("queue, any path", Some(Order::BreadthFirst), Metric::Path),
    ("layers, one cell", Some(Order::Layers), Metric::Step),
    ("layers, one line", Some(Order::Layers), Metric::Slide),
    ("layers, any path", Some(Order::Layers), Metric::Path),
];

pub(super) const MOVES: Experiment = Experiment {
    name: "moves",
    question: "Is it better to move blocks by one cell at a time or by many?",
    columns: &["positions", "successors", "moves", "steps", "slides", "time"],
    claims: &[
        ("successors", "queue, one cell", "queue, one line"),
        ("time", "queue, one cell", "queue, one line"),
        ("time", "layers, one cell", "layers, one line"),
        ("time", "layers, one line", "layers, any path"),
        ("slides", "layers, one line", "layers, one cell"),
    ],
    puzzles: ["dads-puzzle blockado thin-klotski klotski century d209", "dads-puzzle quzzle"],
    measure: |bench| bench.on_trays(|bench, puzzle, classes| solve_each(&BY_METRIC, bench, puzzle, classes)),
};

/// Solves one puzzle by each alternative; solutions are replayed by the checker. A refusal is a bug of the engine.
fn solve_each(
    alternatives: &[Alternative],
    bench: &mut Bench<'_>,
    puzzle: &Puzzle,
    classes: &Classes,
) -> Result<(), GaveUp> {
    for &(candidate, order, metric) in alternatives {
        let (Outcome { answer, cost }, time) =
            bench.timed(candidate, |limits| solve(order, classes, metric, limits))?;
        let lengths = if let Answer::Solved(moves) = &answer {
            let slides = tidy::lay_out(classes, moves);
            if let Err(refusal) = puzzle.verify(&slides) {
                panic!("the solution found does not pass the checker: {refusal}");
            }
            let counts = Counts::of(&slides);
            Some([moves.len() as u64, counts.steps, counts.slides])
        } else {
            None
        };
        let length = |at: usize| lengths.map(|lengths| Cell::Count(lengths[at]));
        let cell = |column: &&str| match *column {
            "positions" => Some(Cell::Count(cost.positions)),
            "successors" => Some(Cell::Count(cost.successors)),
            "bytes" => Some(Cell::Count(cost.bytes as u64)),
            "moves" => length(0),
            "steps" => length(1),
            "slides" => length(2),
            _ => Some(time),
        };
        let bounded = answer.gave_up().map(|reason| reason_words(reason)[2]);
        bench.add(candidate, bench.experiment.columns.iter().map(cell), bounded);
    }
    Ok(())
}

fn solve(order: Option<Order>, classes: &Classes, metric: Metric, limits: &Limits) -> Outcome<Shift> {
    let outcome = in_space!(space_of(classes, metric), space => {
        let mut estimate = |state: &_| steps_left(classes, &space.anchors(state));
        match order {
            Some(order) => search(space, order, &mut estimate, limits),
            None => best_first::solve(space, limits),
        }
    });
    outcome.map(Shift::from)
}

/// Lower bound on the steps from a position.
fn steps_left(puzzle: &Classes, anchors: &[Vec<u16>]) -> u32 {
    let to = |goal: &Vec<Vec<u16>>| -> u32 {
        goal.iter().zip(anchors).map(|(goal, anchors)| steps_to(puzzle, goal, anchors)).sum()
    };
    puzzle.goals.iter().map(to).min().unwrap_or(0)
}

fn steps_to(puzzle: &Classes, goal: &[u16], anchors: &[u16]) -> u32 {
    let missing = goal.iter().filter(|target| anchors.binary_search(target).is_err());
    let nearest = |&target: &u16| {
        let spare = anchors.iter().filter(|anchor| goal.binary_search(anchor).is_err());
        let steps = spare.map(|&anchor| puzzle.size.steps(usize::from(anchor), usize::from(target)));
        steps.min().unwrap_or(0)
    };
    missing.map(nearest).sum()
}

#[cfg(test)]
mod tests {
    use super::steps_left;
    use traybit_sliding::formats::course::read_pair;

    #[test]
    fn the_estimate_follows_chains() {
        // Blocks in the corners 0 and 8 of a 3×3 tray, with goals in 0 and 1: the second one goes straight to 1 in three
        // steps; were the first to go there and the second to take its place, these would be five.
        let (tray, goal) = (&b"3 3\n0 0 0 0\n2 2 2 2\n"[..], &b"0 0 0 0\n0 1 0 1\n"[..]);
        let puzzle = read_pair(("tray", tray), ("goal", goal)).unwrap().classes();
        assert_eq!(steps_left(&puzzle, &[vec![0, 8]]), 3);
        assert_eq!(steps_left(&puzzle, &[vec![0, 1]]), 0);
    }
}
