//! Experiment: metrics, or what counts as one move.
//!
//! Puzzles are solved with moves of one cell, of any number of cells in one line, and of any path, each with
//! the fewest moves of its kind: by a queue and a hash set, as it is taught (seed 000, its second experiment), and by
//! layers, as this project does it. *Slides* is the length of the list that is printed, in straight lines.

use crate::experiment::orders::{Order, solve};
use crate::experiment::setting::Named;
use crate::experiment::table::{Cell, Column, limit_name};
use crate::experiment::{Experiment, Subjects};
use traybit_core::search::outcome::{Answer, Outcome};
use traybit_sliding::classes::Classes;
use traybit_sliding::counts::Counts;
use traybit_sliding::metric::{Metric, Shift};
use traybit_sliding::tidy;

/// Order of search and metric by name.
const WAYS: [(&str, Order, Metric); 6] = [
    ("queue, one cell", Order::Queue, Metric::Step),
    ("queue, one line", Order::Queue, Metric::Slide),
    ("queue, any path", Order::Queue, Metric::Path),
    ("layers, one cell", Order::Layers, Metric::Step),
    ("layers, one line", Order::Layers, Metric::Slide),
    ("layers, any path", Order::Layers, Metric::Path),
];

const QUEUE: [&str; 2] = ["queue, one cell", "queue, one line"];
const LAYERS: [&str; 2] = ["layers, one cell", "layers, one line"];

/// The experiment.
pub const MOVES: Experiment = Experiment {
    name: "moves",
    question: "Is it better to move blocks by one cell at a time or by many?",
    columns: &[
        Column::total("positions"),
        Column::total("successors"),
        Column::number("moves"),
        Column::number("steps"),
        Column::number("slides"),
        Column::time("time"),
    ],
    claims: &[
        ("a queue meets more successors when blocks move along a line", "successors", QUEUE),
        ("a queue takes longer when blocks move along a line", "time", QUEUE),
        ("layers take longer when blocks move along a line", "time", LAYERS),
        (
            "layers take longer still when blocks move along any path",
            "time",
            ["layers, one line", "layers, any path"],
        ),
        ("the list of moves is longer when they are searched cell by cell", "slides", [LAYERS[1], LAYERS[0]]),
    ],
    subjects: Subjects::Trays {
        usual: &["dads-puzzle", "blockado", "thin-klotski", "klotski", "century", "d209"],
        quick: &["dads-puzzle", "quzzle"],
        measure: |named, classes, rows| {
            for (way, order, metric) in WAYS {
                rows.say(way);
                let (outcome, time) = rows.setting.timed(|limits| solve(order, classes, metric, limits))?;
                let ([moves, steps, slides], bounded) = lengths(named, classes, &outcome);
                let [positions, successors] =
                    [outcome.cost.positions, outcome.cost.successors].map(Cell::Count);
                let cells = vec![positions, successors, moves, steps, slides, Cell::Time(time)];
                rows.add(way, cells, bounded);
            }
            Ok(())
        },
    },
};

/// Moves in their own unit, steps and slides of a solution, which is replayed by the checker; and why there is none.
///
/// # Panics
/// When the solution does not pass: a bug of the engine, never an error of the input.
pub(super) fn lengths(
    named: &Named,
    classes: &Classes,
    outcome: &Outcome<Shift>,
) -> ([Cell; 3], Option<&'static str>) {
    match &outcome.answer {
        Answer::Solved(moves) => {
            let slides = tidy::lay_out(classes, moves);
            if let Err(refusal) = named.problem.verify(&slides) {
                panic!("the solution found does not pass the checker: {refusal}");
            }
            let counts = Counts::of(&slides);
            ([moves.len() as u64, counts.steps, counts.slides].map(Cell::Count), None)
        }
        Answer::Unsolvable => ([Cell::Missing; 3], None),
        Answer::GaveUp(reason) => ([Cell::Missing; 3], Some(limit_name(*reason))),
    }
}
