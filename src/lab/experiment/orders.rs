//! Experiment: orders of search.
//!
//! All searches move blocks by one cell, so that lengths are in steps; each runs on one thread. Depth-first search expands
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

use crate::experiment::setting::Named;
use crate::experiment::table::{Cell, Column, limit_name};
use crate::experiment::textbook::{Order, Visited, search};
use crate::experiment::{Experiment, Rows, Subjects};
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp, Outcome};
use traybit_core::search::{best_first, compiled};
use traybit_core::space::Move;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::counts::Counts;
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::{Metric, Shift};
use traybit_sliding::space::Sliding;
use traybit_sliding::tidy;

/// Search of a puzzle.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// A textbook search.
    Textbook(Order),
    Layers,
    Novelty,
}

/// Breadth-first search with a queue.
pub(super) const BREADTH_FIRST: Way = Way::Textbook(Order::BreadthFirst);

/// Name, order of search and metric of an alternative.
pub(super) type Alternative = (&'static str, Way, Metric);

const QUEUE: &str = "breadth-first, queue";
const LAYERS: &str = "breadth-first, layers";
const STACK: &str = "depth-first";
const GREEDY: &str = "greedy by distance";
const A_STAR: &str = "A*";
const BEST_FIRST: &str = "best-first, novelty";

const ALTERNATIVES: [Alternative; 6] = [
    (QUEUE, BREADTH_FIRST, Metric::Step),
    (LAYERS, Way::Layers, Metric::Step),
    (STACK, Way::Textbook(Order::DepthFirst), Metric::Step),
    (GREEDY, Way::Textbook(Order::Greedy), Metric::Step),
    (A_STAR, Way::Textbook(Order::AStar), Metric::Step),
    (BEST_FIRST, Way::Novelty, Metric::Step),
];

pub(super) const ORDERS: Experiment = Experiment {
    name: "orders",
    question: "Breadth-first, depth-first, best-first or A*: which finds solutions soonest, and how long are they?",
    columns: &[
        Column::total("positions"),
        Column::number("steps"),
        Column::number("slides"),
        Column::total("bytes"),
        Column::time("time"),
    ],
    claims: &[
        ("depth-first search is quicker than breadth-first search with a queue", "time", [STACK, QUEUE]),
        ("solutions found depth-first are longer", "steps", [QUEUE, STACK]),
        ("A* looks at fewer positions than breadth-first search", "positions", [A_STAR, QUEUE]),
        ("A* is quicker than breadth-first search with a queue", "time", [A_STAR, QUEUE]),
        (
            "best-first search by novelty is quicker than greedy search by distance",
            "time",
            [BEST_FIRST, GREEDY],
        ),
        ("breadth-first search is quicker by layers than with a queue", "time", [LAYERS, QUEUE]),
        ("breadth-first search takes more memory with a queue than by layers", "bytes", [LAYERS, QUEUE]),
        (
            "best-first search by novelty is quicker than the quickest breadth-first search",
            "time",
            [BEST_FIRST, LAYERS],
        ),
    ],
    subjects: Subjects::Trays {
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
        measure: |named, classes, rows| solve_each(&ALTERNATIVES, named, classes, rows),
    },
};

/// Solves one puzzle by each alternative; solutions are replayed by the checker.
///
/// # Errors
/// The limit of the whole run that was reached.
///
/// # Panics
/// When a solution does not pass: a bug of the engine, never an error of the input.
pub(super) fn solve_each(
    alternatives: &[Alternative],
    named: &Named,
    classes: &Classes,
    rows: &mut Rows,
) -> Result<(), GaveUp> {
    for &(name, way, metric) in alternatives {
        let (Outcome { answer, cost }, time) =
            rows.timed(name, |limits| solve(way, classes, metric, limits))?;
        let ([moves, steps, slides], bounded) = match answer {
            Answer::Solved(moves) => {
                let slides = tidy::lay_out(classes, &moves);
                if let Err(refusal) = named.problem.verify(&slides) {
                    panic!("the solution found does not pass the checker: {refusal}");
                }
                let counts = Counts::of(&slides);
                ([moves.len() as u64, counts.steps, counts.slides].map(Cell::Count), None)
            }
            Answer::Unsolvable => ([Cell::Missing; 3], None),
            Answer::GaveUp(reason) => ([Cell::Missing; 3], Some(limit_name(reason))),
        };
        let cell = |column: &Column| match column.name {
            "positions" => Cell::Count(cost.positions),
            "successors" => Cell::Count(cost.successors),
            "bytes" => Cell::Bytes(cost.bytes as u64),
            "moves" => moves,
            "steps" => steps,
            "slides" => slides,
            _ => Cell::Time(time),
        };
        rows.add(name, rows.table.columns.iter().map(cell).collect(), bounded);
    }
    Ok(())
}

/// Solves a puzzle.
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
        Way::Textbook(order @ (Order::BreadthFirst | Order::DepthFirst)) => {
            search(space, (order, Visited::Set), &mut |_| 0, limits)
        }
        Way::Textbook(order) => search(space, (order, Visited::Set), &mut estimate, limits),
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

/// The part of one class.
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
    use super::{ALTERNATIVES, ORDERS, STACK, steps_left};
    use crate::experiment::setting::{Named, Setting};
    use crate::experiment::table::Cell;
    use traybit_core::search::limits::Limits;
    use traybit_sliding::classes::Classes;
    use traybit_sliding::formats::course::{self, read_goal, read_tray};
    use traybit_sliding::puzzle::Puzzle;

    fn problem(tray: &str, goal: &str) -> Puzzle {
        let tray = read_tray("tray", tray.as_bytes()).unwrap();
        let goal = read_goal("goal", goal.as_bytes(), Some(tray.size())).unwrap();
        course::puzzle(&tray, Some(&goal))
    }

    #[test]
    fn the_estimate_follows_chains() {
        // Blocks in the corners 0 and 8 of a 3×3 tray, with goals in 0 and 1: the second one goes straight to 1 in three
        // steps; were the first to go there and the second to take its place, these would be five.
        let puzzle: Classes = problem("3 3\n0 0 0 0\n2 2 2 2\n", "0 0 0 0\n0 1 0 1\n").classes();
        assert_eq!(steps_left(&puzzle, &[vec![0, 8]]), 3);
        assert_eq!(steps_left(&puzzle, &[vec![0, 1]]), 0);
    }

    #[test]
    fn those_that_promise_the_fewest_steps_agree() {
        // The large block of a 4×4 tray goes to the corner across, past two small ones.
        let tray = "4 4\n0 0 1 1\n0 2 0 2\n1 2 1 2\n2 0 3 0\n";
        let named = Named { name: "small".into(), problem: problem(tray, "2 2 3 3\n") };
        let limits = Limits::default();
        let setting = Setting { puzzles: &[named], repeat: 1, quick: true, limits: &limits, say: &|_| () };
        let table = ORDERS.run(&setting);
        assert_eq!(table.rows.len(), ALTERNATIVES.len());
        let steps = |row: usize| table.rows[row].cells[1];
        assert!(matches!(steps(0), Cell::Count(1..)), "{table:?}");
        // Queue, layers and A*.
        assert_eq!((steps(1), steps(4)), (steps(0), steps(0)));
        assert_eq!(table.rows[2].way, STACK);
        assert!(
            table.rows.iter().all(|row| row.bounded.is_none() && row.cells[1].value() >= steps(0).value())
        );
    }
}
