//! Lower bounds on the number of moves, from the goal lines alone.
//!
//! Different blocks end on different goal lines, so the bounds of the lines add up. A line on which no block
//! of its shape stands at the start takes at least:
//!
//! * steps: the distance, rows and columns together, to the nearest block of its shape;
//! * slides: one if such a block stands in its row or column, else two;
//! * path moves: one.
//!
//! Other blocks are ignored, so the bounds are often far too low; they cost next to nothing.

use std::collections::{HashSet, VecDeque};

use crate::{Class, Classes, Counts, Metric};
use traybit_core::Size;

/// Minimum of each bound over all goals; in path moves, the number of goal lines not met at the start.
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
                // Skips lines met at the start and classes without blocks.
                let Some(distance @ 1..) = distances[usize::from(cell)] else { continue };
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

/// Distance from each cell to the nearest anchor of the class; `None` if the class has no blocks.
fn distances(class: &Class, size: Size) -> Vec<Option<u32>> {
    let mut distances = vec![None; size.cells()];
    let mut queue: VecDeque<(usize, u32)> = class.start.iter().map(|&anchor| (anchor.into(), 0)).collect();
    while let Some((cell, distance)) = queue.pop_front() {
        if distances[cell].is_none() {
            distances[cell] = Some(distance);
            queue.extend(size.beside(size.cell(cell)).map(|next| (size.number(next), distance + 1)));
        }
    }
    distances
}
