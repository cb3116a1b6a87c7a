//! Experiments: orders of search, and metrics.
//!
//! *Moves*: puzzles are solved with moves of one cell, of any number of cells in one line, and of any path, each with the
//! fewest moves of its kind: by a queue and a hash set, as it is taught (seed 000, its second experiment), and by layers,
//! as this project does it. *Slides* is the length of the list that is printed, in straight lines.
//!
//! *Orders*: all searches move blocks by one cell, so that lengths are in steps; each runs on one thread. Depth-first search expands
//! the position found last, each once. A* and greedy search estimate the steps from the blocks to the goal:
//!
//! ```text
//!   for each anchor of the goal that is not taken, the steps to the nearest block of its class
//!   that stands on no anchor of the goal; the least of all goals
//! ```
//!
//! No solution is shorter: follow the block that ends on such an anchor back to its start. If that is an anchor of
//! the goal, another block ends there, which is followed in turn, until one starts elsewhere. The paths of one chain are
//! together no shorter than the direct path, and different anchors have chains without a block in common.

use crate::experiment::table::Extent::{Each, Total};
use crate::experiment::table::{Cell, Column, limit_name};
use crate::experiment::textbook::{Order, search};
use crate::experiment::{Bench, Experiment, Measure};
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp, Outcome};
use traybit_core::search::{best_first, compiled};
use traybit_core::space::Move;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::{Metric, Shift};
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::Counts;
use traybit_sliding::space::Sliding;
use traybit_sliding::tidy;

#[derive(Clone, Copy)]
enum Way {
    Textbook(Order),
    Layers,
    Novelty,
}

const BREADTH_FIRST: Way = Way::Textbook(Order::BreadthFirst);

type Alternative = (&'static str, Way, Metric);

const QUEUE: &str = "breadth-first, queue";
const LAYERS: &str = "breadth-first, layers";
const STACK: &str = "depth-first";
const GREEDY: &str = "greedy by distance";
const A_STAR: &str = "A*";
const NOVEL: &str = "best-first, novelty";

const BY_ORDER: [Alternative; 6] = [
    (QUEUE, BREADTH_FIRST, Metric::Step),
    (LAYERS, Way::Layers, Metric::Step),
    (STACK, Way::Textbook(Order::DepthFirst), Metric::Step),
    (GREEDY, Way::Textbook(Order::Greedy), Metric::Step),
    (A_STAR, Way::Textbook(Order::AStar), Metric::Step),
    (NOVEL, Way::Novelty, Metric::Step),
];

pub(super) const ORDERS: Experiment = Experiment {
    name: "orders",
    question: "Breadth-first, depth-first, best-first or A*: which finds solutions soonest, and how long are they?",
    columns: &[("positions", Total), ("steps", Each), ("slides", Each), ("bytes", Total), ("time", Total)],
    claims: &[
        ("depth-first search is quicker than breadth-first search with a queue", "time", [STACK, QUEUE]),
        ("solutions found depth-first are longer", "steps", [QUEUE, STACK]),
        ("A* looks at fewer positions than breadth-first search", "positions", [A_STAR, QUEUE]),
        ("A* is quicker than breadth-first search with a queue", "time", [A_STAR, QUEUE]),
        ("best-first search by novelty is quicker than greedy search by distance", "time", [NOVEL, GREEDY]),
        ("breadth-first search is quicker by layers than with a queue", "time", [LAYERS, QUEUE]),
        ("breadth-first search takes more memory with a queue than by layers", "bytes", [LAYERS, QUEUE]),
        (
            "best-first search by novelty is quicker than the quickest breadth-first search",
            "time",
            [NOVEL, LAYERS],
        ),
    ],
    measure: Measure::Trays {
        usual: &[
            "dads-puzzle",
            "blockado",
            "thin-klotski",
            "klotski",
            "century",
            "super-century",
            "supercompo",
            "d209",
        ],
        quick: &["dads-puzzle", "quzzle"],
        each: |bench, puzzle, classes| solve_each(&BY_ORDER, bench, puzzle, classes),
    },
};

const BY_METRIC: [Alternative; 6] = [
    (QUEUED[0], BREADTH_FIRST, Metric::Step),
    (QUEUED[1], BREADTH_FIRST, Metric::Slide),
    ("queue, any path", BREADTH_FIRST, Metric::Path),
    (LAYERED[0], Way::Layers, Metric::Step),
    (LAYERED[1], Way::Layers, Metric::Slide),
    (LAYERED[2], Way::Layers, Metric::Path),
];

const QUEUED: [&str; 2] = ["queue, one cell", "queue, one line"];
const LAYERED: [&str; 3] = ["layers, one cell", "layers, one line", "layers, any path"];

pub(super) const MOVES: Experiment = Experiment {
    name: "moves",
    question: "Is it better to move blocks by one cell at a time or by many?",
    columns: &[
        ("positions", Total),
        ("successors", Total),
        ("moves", Each),
        ("steps", Each),
        ("slides", Each),
        ("time", Total),
    ],
    claims: &[
        ("a queue meets more successors when blocks move along a line", "successors", QUEUED),
        ("a queue takes longer when blocks move along a line", "time", QUEUED),
        ("layers take longer when blocks move along a line", "time", [LAYERED[0], LAYERED[1]]),
        ("layers take longer still when blocks move along any path", "time", [LAYERED[1], LAYERED[2]]),
        (
            "the list of moves is longer when they are searched cell by cell",
            "slides",
            [LAYERED[1], LAYERED[0]],
        ),
    ],
    measure: Measure::Trays {
        usual: &["dads-puzzle", "blockado", "thin-klotski", "klotski", "century", "d209"],
        quick: &["dads-puzzle", "quzzle"],
        each: |bench, puzzle, classes| solve_each(&BY_METRIC, bench, puzzle, classes),
    },
};

/// Solves one puzzle by each alternative; solutions are replayed by the checker. A refusal is a bug of the engine.
fn solve_each(
    alternatives: &[Alternative],
    bench: &mut Bench<'_>,
    puzzle: &Puzzle,
    classes: &Classes,
) -> Result<(), GaveUp> {
    for &(name, way, metric) in alternatives {
        let (Outcome { answer, cost }, time) =
            bench.timed(name, |limits| solve(way, classes, metric, limits))?;
        let (lengths, bounded) = match answer {
            Answer::Solved(moves) => {
                let slides = tidy::lay_out(classes, &moves);
                if let Err(refusal) = puzzle.verify(&slides) {
                    panic!("the solution found does not pass the checker: {refusal}");
                }
                let counts = Counts::of(&slides);
                (Some([moves.len() as u64, counts.steps, counts.slides]), None)
            }
            Answer::Unsolvable => (None, None),
            Answer::GaveUp(reason) => (None, Some(limit_name(reason))),
        };
        let length = |at: usize| lengths.map(|lengths| Cell::Count(lengths[at]));
        let cell = |column: &Column| match column.0 {
            "positions" => Some(Cell::Count(cost.positions)),
            "successors" => Some(Cell::Count(cost.successors)),
            "bytes" => Some(Cell::Count(cost.bytes as u64)),
            "moves" => length(0),
            "steps" => length(1),
            "slides" => length(2),
            _ => Some(time),
        };
        let cells = bench.table.experiment.columns.iter().map(cell).collect();
        bench.add(name, cells, bounded);
    }
    Ok(())
}

fn solve(way: Way, classes: &Classes, metric: Metric, limits: &Limits) -> Outcome<Shift> {
    let space = compile(classes, Choice::of(classes), metric, Symmetric::Apart);
    in_space!(space, space => solve_in(way, classes, space, limits)).map(Shift::from)
}

fn solve_in<K: SearchKey>(
    way: Way,
    classes: &Classes,
    space: &dyn Sliding<K>,
    limits: &Limits,
) -> Outcome<Move> {
    let mut estimate = |state: &K| steps_left(classes, &space.anchors(state));
    match way {
        Way::Textbook(order) => search(space, order, &mut estimate, limits),
        Way::Layers => compiled::solve(space, limits, None).expect("no checkpoint is read"),
        Way::Novelty => best_first::solve(space, limits),
    }
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
