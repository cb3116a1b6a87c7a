//! Lower bounds on the number of moves, from the goal lines alone.
//!
//! Different blocks end on different goal lines, so the bounds of the lines add up. A line that no block of its shape stands
//! on at the start takes at least:
//!
//! * steps: the distance, rows and columns together, to the nearest block of its shape;
//! * slides: one if such a block stands in its row or column, else two;
//! * path moves: one.
//!
//! Other blocks are ignored, so the bounds are often far too low; they cost next to nothing.

use std::collections::HashSet;

use crate::classes::{Class, Classes};
use crate::metric::Metric;
use crate::slide::Counts;
use traybit_core::grid::Size;

/// A distance that no two cells of a tray have.
const FAR: u32 = 1 << 16;

/// The least bounds of all goals; in path moves, the number of goal lines that no block stands on at the start.
pub fn bounds(puzzle: &Classes) -> Counts {
    let mut bounds = vec![Counts::default(); puzzle.goals.len()];
    for (number, class) in puzzle.classes.iter().enumerate() {
        if puzzle.goals.iter().all(|goal| goal[number].is_empty()) {
            continue;
        }
        let distances = distances(class, puzzle.size);
        let starts = class.start.iter().map(|&cell| puzzle.row_column(cell));
        let (rows, columns): (HashSet<u16>, HashSet<u16>) = starts.unzip();
        for (bounds, goal) in bounds.iter_mut().zip(&puzzle.goals) {
            for &cell in &goal[number] {
                let distance = distances[usize::from(cell)];
                // Met at the start, or of a class without blocks.
                if distance == 0 || distance >= FAR {
                    continue;
                }
                let (row, column) = puzzle.row_column(cell);
                bounds.paths += 1;
                bounds.steps += u64::from(distance);
                bounds.slides += if rows.contains(&row) || columns.contains(&column) { 1 } else { 2 };
            }
        }
    }
    let least = |metric| bounds.iter().map(|bounds| bounds.moves_in(metric)).min().unwrap_or_default();
    let [steps, slides, paths] = [Metric::Step, Metric::Slide, Metric::Path].map(least);
    Counts { steps, slides, paths, last: None }
}

/// For every cell the distance to the nearest anchor of the class. One pass brings distances down and right, the other up
/// and left.
fn distances(class: &Class, size: Size) -> Vec<u32> {
    let (width, cells) = (usize::from(size.width), size.cells());
    let mut distances = vec![FAR; cells];
    for &anchor in &class.start {
        distances[usize::from(anchor)] = 0;
    }
    for cell in 0..cells {
        let above = if cell >= width { distances[cell - width] } else { FAR };
        let left = if cell % width > 0 { distances[cell - 1] } else { FAR };
        distances[cell] = distances[cell].min(above.min(left) + 1);
    }
    for cell in (0..cells).rev() {
        let below = distances.get(cell + width).copied().unwrap_or(FAR);
        let right = if cell % width + 1 < width { distances[cell + 1] } else { FAR };
        distances[cell] = distances[cell].min(below.min(right) + 1);
    }
    distances
}
