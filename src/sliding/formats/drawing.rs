//! Writes drawings of puzzles.

use std::collections::HashSet;

use crate::formats::drawn::LEAVES;
use crate::formats::grid::{can_be_drawn, rows, starts};
use crate::puzzle::{Cell, Floor, Freedom, Piece, Puzzle, Target};
use crate::refute::shortage;
use traybit_core::shape::Shape;

/// Maximum side of a tray whose goals are drawn, and maximum number of goals drawn.
const DRAWN_SIDE: u16 = 40;
const DRAWN_GOALS: usize = 8;

/// Writes a puzzle. Read back, it is the same puzzle, with its blocks in the reading order of their anchors.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    if !puzzle.lacking.is_empty()
        && let Some(shortage) = shortage(&puzzle.classes())
    {
        return Err(shortage.to_string());
    }
    let mut used = HashSet::new();
    let names = puzzle.blocks.iter().map(|block| ("block", block.name));
    for (what, c) in names.chain(puzzle.gates.iter().map(|gate| ("gate", gate.mark))) {
        if !can_be_drawn(c) {
            return Err(format!("no {what} can be called \"{}\" in a drawing", c.escape_debug()));
        }
        if !used.insert(c) {
            return Err(format!("a drawing shows a {what} as {c}, and something else is called so too"));
        }
    }
    let mut lines = Vec::new();
    for (key, value) in [("title", &puzzle.title), ("source", &puzzle.source)] {
        let Some(value) = value else { continue };
        if value.trim_matches([' ', '\t']) != value || value.chars().any(char::is_control) {
            return Err(format!(
                "a drawing has a {key} on one line, without blanks round it or control characters"
            ));
        }
        lines.push(format!("{key}: {value}"));
    }
    let mut list = |key: &str, is_named: &dyn Fn(&Piece) -> bool| {
        let names = spaced(puzzle.blocks.iter().filter(|block| is_named(block)).map(|block| block.name));
        if !names.is_empty() {
            lines.push(format!("{key}:{names}"));
        }
    };
    for freedom in [Freedom::Across, Freedom::Down, Freedom::Fixed] {
        list(freedom.name().unwrap_or_default(), &|block| block.freedom == freedom);
    }
    list("labels", &|block| block.labelled);
    for gate in &puzzle.gates {
        let kind = if gate.is_exit { "exit" } else { "gate" };
        lines.push(format!("{kind} {}:{}", gate.mark, spaced(gate.admits.iter().copied())));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push("tray:".to_owned());
    lines.extend(drawing(puzzle, starts(puzzle)));
    let on_gate = |cell: Cell| matches!(puzzle.floor_at(cell), Floor::Gate(_));
    if puzzle.blocks.iter().any(|block| block.shape.cells_at(block.anchor).any(on_gate)) {
        lines.extend([String::new(), "floor:".to_owned()]);
        lines.extend(drawing(puzzle, [].into_iter()));
    }
    write_goals(puzzle, &mut lines);
    Ok(lines.join("\n") + "\n")
}

fn spaced(names: impl Iterator<Item = char>) -> String {
    names.flat_map(|name| [' ', name]).collect()
}

/// The rows of the floor with blocks on it.
pub fn drawing<'a>(puzzle: &Puzzle, blocks: impl Iterator<Item = (char, &'a Shape, Cell)>) -> Vec<String> {
    rows(puzzle, blocks, |floor| match floor {
        Floor::Wall => '#',
        Floor::Open => '.',
        Floor::Gate(gate) => puzzle.gates[gate].mark,
    })
}

/// Writes goals: those that together say that a block leaves on one line, others as drawings if few and small.
fn write_goals(puzzle: &Puzzle, lines: &mut Vec<String>) {
    let mut rest = &puzzle.goals[..];
    let mut goals = Vec::new();
    while let Some(goal) = rest.first() {
        let exits = leaving(puzzle, rest);
        goals.push((goal, exits > 0));
        rest = &rest[exits.max(1)..];
    }
    let is_small = puzzle.size.height.max(puzzle.size.width) <= DRAWN_SIDE && goals.len() <= DRAWN_GOALS;
    let mut after_list = false;
    for (goal, leaves) in goals {
        // A list must name something, so an empty goal is a drawing.
        let is_list = leaves || !is_small && !goal.is_empty();
        if !(after_list && is_list) {
            lines.push(String::new());
        }
        after_list = is_list;
        let targets = goal.iter().map(|target| (&puzzle.blocks[target.block], target.anchor));
        if leaves {
            lines.push(format!("goal: {} {LEAVES}", puzzle.blocks[goal[0].block].name));
        } else if is_list {
            let items = targets.map(|(block, (row, column))| format!("{} {row} {column}", block.name));
            lines.push(format!("goal: {}", items.collect::<Vec<_>>().join(", ")));
        } else {
            lines.push("goal:".to_owned());
            let blocks = targets.map(|(block, anchor)| (block.name, &block.shape, anchor));
            lines.extend(drawing(puzzle, blocks));
        }
    }
}

/// Number of leading goals that are the exits of one block, all of them and in order.
fn leaving(puzzle: &Puzzle, goals: &[Vec<Target>]) -> usize {
    let Some([first]) = goals.first().map(Vec::as_slice) else { return 0 };
    let block = first.block;
    let exits = puzzle.exit_anchors(&puzzle.blocks[block]);
    let exits: Vec<_> = exits.map(|anchor| vec![Target { block, anchor }]).collect();
    if goals.starts_with(&exits) { exits.len() } else { 0 }
}
