//! Experiment: metrics.
//!
//! Puzzles are solved with moves of one cell, of any number of cells in one line, and of any path, each with
//! the fewest moves of its kind: by a queue and a hash set, as it is taught (seed 000, its second experiment), and by
//! layers, as this project does it. *Slides* is the length of the list that is printed, in straight lines.

use crate::experiment::orders::{Alternative, BREADTH_FIRST, Way, solve_each};
use crate::experiment::table::Column;
use crate::experiment::{Experiment, Subjects};
use traybit_sliding::metric::Metric;

const ALTERNATIVES: [Alternative; 6] = [
    ("queue, one cell", BREADTH_FIRST, Metric::Step),
    ("queue, one line", BREADTH_FIRST, Metric::Slide),
    ("queue, any path", BREADTH_FIRST, Metric::Path),
    ("layers, one cell", Way::Layers, Metric::Step),
    ("layers, one line", Way::Layers, Metric::Slide),
    ("layers, any path", Way::Layers, Metric::Path),
];

const QUEUE: [&str; 2] = ["queue, one cell", "queue, one line"];
const LAYERS: [&str; 2] = ["layers, one cell", "layers, one line"];

pub(super) const MOVES: Experiment = Experiment {
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
        measure: |named, classes, rows| solve_each(&ALTERNATIVES, named, classes, rows),
    },
};
