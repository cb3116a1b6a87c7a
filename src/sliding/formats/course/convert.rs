//! A tray and a goal as a puzzle, and back.

use std::collections::HashMap;

use crate::formats::course::{Block, Goal, Misplaced, Tray};
use crate::formats::names::named;
use crate::puzzle::{Floor, Freedom, Lacking, Parts, Puzzle, Target};
use traybit_core::shape::Shape;

/// The puzzle of a tray, and of a goal if there is one: blocks in their order, called a, b, c …; each goal line is for a
/// block of its own, which the tray may lack. An empty goal is met by every position.
///
/// # Panics
/// When the goal is of a larger tray.
#[must_use]
pub fn puzzle(tray: &Tray, goal: Option<&Goal>) -> Puzzle {
    let blocks = named(tray.blocks().iter().map(|block| (block.shape_of(), (block.top, block.left))));
    let mut parts = Parts { blocks, named: false, ..Parts::open(tray.size()) };
    // The blocks of each shape in the order of the file, and the first of them that no goal line has named yet.
    let mut by_shape: Vec<usize> = (0..tray.blocks().len()).collect();
    by_shape.sort_by_key(|&block| tray.blocks()[block].shape());
    let mut next: HashMap<(u16, u16), usize> = HashMap::new();
    let mut targets = Vec::new();
    for line in goal.map_or(&[][..], Goal::blocks) {
        let anchor = (line.top, line.left);
        let shape_of = |&block: &usize| tray.blocks()[block].shape();
        let first = || by_shape.partition_point(|block| shape_of(block) < line.shape());
        let next = next.entry(line.shape()).or_insert_with(first);
        match by_shape.get(*next).filter(|block| shape_of(block) == line.shape()) {
            Some(&block) => {
                targets.push(Target { block, anchor });
                *next += 1;
            }
            None => parts.lacking.push(Lacking { goal: 0, shape: line.shape_of(), anchor }),
        }
    }
    parts.goals = goal.map(|_| targets).into_iter().collect();
    Puzzle::new(parts).expect("the tray and the goal are valid")
}

/// The tray and the goal of a puzzle. Names, titles and sources are left out.
///
/// # Errors
/// A sentence without its full stop that says what a tray and a goal cannot express.
pub fn write(puzzle: &Puzzle) -> Result<(Tray, Goal), String> {
    check(puzzle)?;
    let block =
        |shape: &Shape, (top, left)| Block { top, left, height: shape.height(), width: shape.width() };
    let start = puzzle.blocks.iter().map(|piece| block(&piece.shape, piece.anchor)).collect();
    let targets = puzzle.goals.iter().flatten();
    let end = targets.map(|target| block(&puzzle.blocks[target.block].shape, target.anchor));
    let lacking = puzzle.lacking.iter().map(|lacking| block(&lacking.shape, lacking.anchor));
    let refused = |misplaced: Misplaced| misplaced.to_string();
    let tray = Tray::new(puzzle.size, start).map_err(refused)?;
    Ok((tray, Goal::new(puzzle.size, end.chain(lacking).collect()).map_err(refused)?))
}

/// Refuses what a tray and a goal cannot express.
fn check(puzzle: &Puzzle) -> Result<(), String> {
    if let Some(cell) = puzzle.floor.iter().position(|floor| *floor != Floor::Open) {
        let what = if puzzle.floor[cell] == Floor::Wall { "walls" } else { "gates or exits" };
        let (row, column) = puzzle.size.cell(cell);
        return Err(format!("a tray has no {what} such as that at row {row}, column {column}"));
    }
    let mut equals: HashMap<&Shape, usize> = HashMap::new();
    for block in &puzzle.blocks {
        *equals.entry(&block.shape).or_default() += 1;
    }
    for block in &puzzle.blocks {
        let name = block.name;
        if !block.shape.is_rectangle() {
            return Err(format!("blocks of a tray are rectangles, and block {name} is not"));
        }
        if block.freedom != Freedom::Both {
            return Err(format!("blocks of a tray move along rows and columns, and block {name} does not"));
        }
        if block.labelled && equals[&block.shape] > 1 {
            return Err(format!(
                "blocks of one shape are interchangeable in a tray, and block {name} is distinguished from its equals"
            ));
        }
    }
    if puzzle.goals.len() > 1 {
        let goals = puzzle.goals.len();
        return Err(format!("a goal's file holds one goal, and there are {goals} alternatives"));
    }
    Ok(())
}
