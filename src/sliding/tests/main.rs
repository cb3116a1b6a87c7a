//! Model, formats, rules, spaces and plans of sliding blocks.

mod checker;
/// File formats: written, read back, and refused.
mod formats {
    mod lines;
    mod random;
    pub(crate) mod read;
    mod refused;
}
mod neighbours;
mod plain_layers;
mod plan;
mod random;
mod reference;
mod refute;
mod solve;
mod spaces;
mod universe;

use traybit_core::reference::Position;
use traybit_core::{Limits, Size};
use traybit_sliding::formats::drawn;
use traybit_sliding::solve::{Objective, Verdict, solve as search};
use traybit_sliding::{Metric, Puzzle, Rules, Slide};

use crate::plain_layers::Layers;

const KLOTSKI: &str = "tray:\nabbc\nabbc\ndeef\ndghf\ni..j\n\ngoal: b 3 1\n";

fn drawing(text: &str) -> Puzzle {
    drawn::read("drawing", text.as_bytes()).expect(text)
}

/// A shortest solution and its length; none if there is none.
fn solved(puzzle: &Puzzle, metric: Metric) -> Option<(Vec<Slide>, usize)> {
    match search(puzzle, Objective::Shortest(metric), &Limits::default()).verdict {
        Verdict::Solved { slides, length } => Some((slides, length)),
        _ => None,
    }
}

/// The layers of positions by the plain rules.
fn layers(rules: &Rules, metric: Metric) -> Layers<impl FnMut(&Position, &mut Vec<Position>)> {
    Layers::new(rules.start(), move |position: &Position, found: &mut Vec<Position>| {
        rules.expand(position, metric, found);
    })
}

/// Sides of trays whose cells fit 64 bits, and of those that need 128.
const HEIGHTS: [u16; 14] = [2, 3, 3, 4, 4, 5, 3, 5, 1, 8, 9, 5, 11, 2];
const WIDTHS: [u16; 14] = [3, 3, 3, 4, 4, 4, 5, 5, 7, 8, 8, 13, 11, 64];

/// The random puzzle of a number; none if no block has room.
fn puzzle(number: u64) -> Option<Puzzle> {
    let place = number as usize % HEIGHTS.len();
    random::sized(number, Size { height: HEIGHTS[place], width: WIDTHS[place] })
}
