//! Writes drawings of puzzles.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::formats::drawn::goals::{LEAVES, exit_anchors};
use crate::formats::names::can_be_drawn;
use crate::formats::{drawn_cells, starts};
use crate::puzzle::{Cell, Floor, Freedom, Puzzle, Target};
use crate::refute::shortage;

/// The longest side of a tray whose goals are drawn, and the most goals that are.
const DRAWN_SIDE: u16 = 40;
const DRAWN_GOALS: usize = 8;

/// The text of a puzzle. Read back, it is the same puzzle, with its blocks in the reading order of their anchors.
///
/// # Errors
/// A sentence without its full stop that says what cannot be drawn.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    if !puzzle.lacking.is_empty()
        && let Some(shortage) = shortage(&puzzle.classes())
    {
        return Err(shortage.to_string());
    }
    check_characters(puzzle)?;
    let mut text = String::new();
    for (key, value) in [("title", &puzzle.title), ("source", &puzzle.source)] {
        let Some(value) = value else { continue };
        if value.trim_matches([' ', '\t']) != value || value.chars().any(char::is_control) {
            return Err(format!(
                "a drawing has a {key} on one line, without blanks round it or control characters"
            ));
        }
        line(&mut text, &format!("{key}: {value}"));
    }
    for (key, freedom) in [("across", Freedom::Across), ("down", Freedom::Down), ("fixed", Freedom::Fixed)] {
        let named = puzzle.blocks.iter().filter(|block| block.freedom == freedom);
        list(&mut text, key, named.map(|block| block.name));
    }
    let labelled = puzzle.blocks.iter().filter(|block| block.labelled);
    list(&mut text, "labels", labelled.map(|block| block.name));
    for gate in &puzzle.gates {
        let kind = if gate.is_exit { "exit" } else { "gate" };
        line(&mut text, &format!("{kind} {}:{}", gate.mark, spaced(gate.admits.iter().copied())));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = write!(text, "tray:\n{}", drawing(puzzle, &starts(puzzle)));
    let on_gate = |cell: Cell| matches!(puzzle.floor_at(cell), Floor::Gate(_));
    if puzzle.blocks.iter().any(|block| block.shape.cells_at(block.anchor).any(on_gate)) {
        let _ = write!(text, "\nfloor:\n{}", drawing(puzzle, &[]));
    }
    write_goals(puzzle, &mut text);
    Ok(text)
}

/// Checks that each name and mark is a character of its own.
fn check_characters(puzzle: &Puzzle) -> Result<(), String> {
    let mut used = HashSet::new();
    let names = puzzle.blocks.iter().map(|block| ("block", block.name));
    let marks = puzzle.gates.iter().map(|gate| ("gate", gate.mark));
    for (what, c) in names.chain(marks) {
        if !can_be_drawn(c) {
            let shown = c.escape_debug();
            return Err(format!("no {what} can be called \"{shown}\" in a drawing"));
        }
        if !used.insert(c) {
            return Err(format!("a drawing shows a {what} as {c}, and something else is called so too"));
        }
    }
    Ok(())
}

/// Writing to a string cannot fail, here and below.
fn line(text: &mut String, line: &str) {
    let _ = writeln!(text, "{line}");
}

fn list(text: &mut String, key: &str, names: impl Iterator<Item = char>) {
    let names = spaced(names);
    if !names.is_empty() {
        line(text, &format!("{key}:{names}"));
    }
}

/// Names, each with a blank before it.
fn spaced(names: impl Iterator<Item = char>) -> String {
    names.flat_map(|name| [' ', name]).collect()
}

/// The rows of the floor, with blocks where targets have them.
fn drawing(puzzle: &Puzzle, targets: &[Target]) -> String {
    let cells = drawn_cells(puzzle, targets, |floor| match floor {
        Floor::Wall => '#',
        Floor::Open => '.',
        Floor::Gate(gate) => puzzle.gates[gate].mark,
    });
    let rows = cells.chunks(usize::from(puzzle.size.width));
    rows.flat_map(|row| row.iter().copied().chain(['\n'])).collect()
}

/// Goals that say together that a block leaves on one line; the others as drawings while these are few and small.
fn write_goals(puzzle: &Puzzle, text: &mut String) {
    let size = puzzle.size;
    let mut rest = &puzzle.goals[..];
    let mut goals = Vec::new();
    while let [goal, others @ ..] = rest {
        let exits = leaving(puzzle, rest);
        goals.push((goal, exits > 0));
        rest = if exits > 0 { &rest[exits..] } else { others };
    }
    let drawn = size.height.max(size.width) <= DRAWN_SIDE && goals.len() <= DRAWN_GOALS;
    let mut after_list = false;
    for (goal, leaves) in goals {
        // A list names something, so that an empty goal is a drawing.
        let is_list = leaves || !drawn && !goal.is_empty();
        if !(after_list && is_list) {
            text.push('\n');
        }
        if leaves {
            line(text, &format!("goal: {} {LEAVES}", puzzle.blocks[goal[0].block].name));
        } else if is_list {
            let item = |target: &Target| {
                let (row, column) = target.anchor;
                format!("{} {row} {column}", puzzle.blocks[target.block].name)
            };
            line(text, &format!("goal: {}", goal.iter().map(item).collect::<Vec<_>>().join(", ")));
        } else {
            let _ = write!(text, "goal:\n{}", drawing(puzzle, goal));
        }
        after_list = is_list;
    }
}

/// Number of goals at the front that are the exits of one block, all of them and in order.
fn leaving(puzzle: &Puzzle, goals: &[Vec<Target>]) -> usize {
    let Some([first]) = goals.first().map(Vec::as_slice) else { return 0 };
    let block = first.block;
    let mut exits = 0;
    for anchor in exit_anchors(puzzle, &puzzle.blocks[block]) {
        if goals.get(exits).map(Vec::as_slice) != Some(&[Target { block, anchor }][..]) {
            return 0;
        }
        exits += 1;
    }
    exits
}
