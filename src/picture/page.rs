//! HTML page with a puzzle and its solutions: one file that needs no network, on which the puzzle is played first.
//!
//! The page is `page/page.html` with its style sheet and the modules of `page/`, one after another, and the puzzle as JSON, which
//! they draw. The playground is made of the same files (`src/web`).
//! Shapes, colours and the board are written once for all pieces:
//!
//! ```text
//!   shapes      path, where the label goes, its cells
//!   pieces      [label, shape, colour, 1 if fixed, class, lines, cells of gates that admit it, what it becomes when turned]
//!   start       row, column of each piece, −1 for one not on the board
//!   solutions   moves: piece, row, column of each
//! ```

use std::collections::{HashMap, HashSet};
use std::iter::from_fn;

use indexmap::IndexSet;
use serde_json::{Value, json};

use crate::markup::{PIECE, middle, outlined};
use crate::palette;
use crate::playback::{Aim, Cell, Floor, Handling, Move, Playback};
use traybit_core::shape::Shape;

/// Maximum number of moves on a page, in all its solutions together.
pub const MAX_MOVES: usize = 100_000;

pub const MAX_SOLUTIONS: usize = 200;

/// Side of a cell in drawing units, the same as in `page/drawing.js`, and the margin around the board.
const CELL: i32 = 100;
const MARGIN: i32 = 20;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The modules, each after those that it imports.
const MODULES: [&str; 9] = [
    include_str!("page/rules.js"),
    include_str!("page/content.js"),
    include_str!("page/drawing.js"),
    include_str!("page/game.js"),
    include_str!("page/list.js"),
    include_str!("page/address.js"),
    include_str!("page/hands.js"),
    include_str!("page/page.js"),
    include_str!("page/boot.js"),
];

/// The page of a puzzle's playback and its solutions, which are playbacks of the same puzzle; `note` follows their number.
///
/// # Errors
/// If there are more than [`MAX_MOVES`] moves: a sentence without its full stop that says why they cannot be shown.
pub fn page(puzzle: Playback, solutions: &[Playback], note: &str) -> Result<String, String> {
    let moves: usize = solutions.iter().map(|solution| solution.moves.len()).sum();
    if moves > MAX_MOVES {
        return Err(format!("a page can show {MAX_MOVES} moves at most, and these are {moves}"));
    }
    // Escaped, so that no text of the puzzle can end its element.
    let content = content(puzzle, solutions, note).to_string().replace('<', "\\u003c");
    let style = format!("<style>\n{STYLE}</style>");
    let scripts = format!(
        "<script type=\"application/json\" id=\"content\">{content}</script>\n<script type=\"module\">\n{}</script>",
        script()
    );
    let page = PAGE.replacen("<link rel=\"stylesheet\" href=\"page.css\">", &style, 1);
    Ok(page.replacen("<script type=\"module\" src=\"boot.js\"></script>", &scripts, 1))
}

/// All modules as one, in which nothing has to be imported.
fn script() -> String {
    let lines = MODULES.iter().flat_map(|module| module.lines()).filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

/// The puzzle and its solutions as JSON, for `contentOf` in `page/content.js`.
pub fn content(mut puzzle: Playback, solutions: &[Playback], note: &str) -> Value {
    let solutions = solutions.iter().map(|solution| match puzzle.handling {
        Handling::Place => solved(solution, &laid(&mut puzzle, solution)),
        Handling::Choose | Handling::Push => solved(solution, &solution.moves),
    });
    let solutions: Vec<Value> = solutions.collect();
    let (mut shapes, mut colours) = (IndexSet::new(), IndexSet::new());
    let pieces = puzzle.pieces.iter().map(|piece| {
        let shape = shapes.insert_full(piece.shape.clone()).0;
        let colour = colours.insert_full(palette::hex(palette::colour(piece.colour))).0;
        let is_fixed = u8::from(piece.is_fixed);
        let lines = piece.lines.name().unwrap_or_default();
        (&piece.label, shape, colour, is_fixed, piece.class, lines, &piece.admitted, piece.turns)
    });
    let pieces: Vec<_> = pieces.collect();
    let corner = |corner: &Option<Cell>| corner.map_or([-1, -1], |(row, column)| [row.into(), column.into()]);
    let aim = |aim: &Aim| (shapes.insert_full(aim.shape.clone()).0, aim.corner.0, aim.corner.1);
    let aims: Vec<(usize, u16, u16)> = puzzle.drawn_aims().into_iter().map(aim).collect();
    // Class, row and column of each place of a goal. A missing piece has the class −1.
    let goal_place = |aim: &Aim| (aim.class.map_or(-1, |class| class as i32), aim.corner.0, aim.corner.1);
    let goals = puzzle.goals.iter().map(|goal| goal.iter().map(goal_place).collect());
    let ((top, left), size) = puzzle.open_box();
    let ((first_row, first_column), board) = puzzle.board_box();
    let place = |place: u16| i32::from(place) * CELL - MARGIN;
    let length = |length: u16| i32::from(length) * CELL + 2 * MARGIN;
    let character = |floor: &Floor| match floor {
        Floor::Wall => '#',
        Floor::Open => '.',
        Floor::Gate => '+',
        Floor::Exit => '>',
    };
    let floor: String = puzzle.floor.iter().map(character).collect();
    let [heading, handling, unit] = match puzzle.handling {
        Handling::Choose => ["Sliding blocks", "choose", "slide"],
        Handling::Push => ["Sliding tiles", "push", "move"],
        Handling::Place if puzzle.cover.is_none() => ["Marks on a board", "place", "mark"],
        Handling::Place => ["Packing", "place", "piece"],
    };
    json!({
        "title": puzzle.title.as_deref().unwrap_or(heading),
        "handling": handling,
        "unit": unit,
        "isPlayable": puzzle.handling != Handling::Place || puzzle.is_placed_by_hand(),
        "note": note,
        "size": [puzzle.size.height, puzzle.size.width],
        "board": [first_row, first_column, board.height, board.width],
        // The bounding box of all cells except walls, with a margin: left, top, width, height.
        "view": [place(left), place(top), length(size.width), length(size.height)],
        "task": puzzle.task,
        "cover": puzzle.cover,
        "legend": puzzle.legend,
        "openings": puzzle.openings,
        "goals": goals.collect::<Vec<Vec<_>>>(),
        "floor": floor,
        "floors": floors(&puzzle),
        "colours": colours.iter().collect::<Vec<_>>(),
        "shapes": shapes.iter().map(drawn).collect::<Vec<_>>(),
        "aims": aims,
        "pieces": pieces,
        "start": puzzle.start.iter().flat_map(corner).collect::<Vec<i32>>(),
        "solutions": solutions,
    })
}

/// The moves of a solution by the pieces of the puzzle, with its lengths.
pub fn solved(solution: &Playback, moves: &[Move]) -> Value {
    let numbers = |step: &Move| [step.piece, step.to.0.into(), step.to.1.into()];
    json!({
        "moves": moves.iter().flat_map(numbers).collect::<Vec<usize>>(),
        "counts": solution.counts,
        "fewest": solution.fewest,
    })
}

/// The moves of a packing by the pieces that lie beside the board; the puzzle gets the pieces that it lacks.
fn laid(puzzle: &mut Playback, packing: &Playback) -> Vec<Move> {
    let mut alike: HashMap<(usize, Shape), Vec<usize>> = HashMap::new();
    for (number, piece) in puzzle.pieces.iter().enumerate().filter(|(_, piece)| !piece.is_fixed).rev() {
        alike.entry((piece.class, piece.shape.clone())).or_default().push(number);
    }
    let mut used = HashSet::new();
    let lay = |step: &Move| {
        let piece = &packing.pieces[step.piece];
        let candidates = alike.entry((piece.class, piece.shape.clone())).or_default();
        // Of a piece one orientation is used.
        let free = from_fn(|| candidates.pop()).find(|number| !used.contains(&puzzle.first_turned(*number)));
        let free = free.unwrap_or_else(|| {
            puzzle.pieces.push(piece.clone());
            puzzle.start.push(None);
            puzzle.pieces.len() - 1
        });
        used.insert(puzzle.first_turned(free));
        Move { piece: free, to: step.to }
    };
    packing.moves.iter().map(lay).collect()
}

fn floors(playback: &Playback) -> Value {
    let outside = playback.outside();
    let drawn = |is_drawn: &dyn Fn(Floor, bool) -> bool| {
        let is_drawn = |cell: &Cell| is_drawn(playback.floor_at(*cell), outside.contains(cell));
        outlined(playback.size.all().filter(is_drawn), CELL.into(), (0.0, 0.0))
    };
    json!({
        "inside": drawn(&|floor, is_outside| floor != Floor::Exit && !is_outside),
        "gates": drawn(&|floor, _| floor == Floor::Gate),
        "exits": drawn(&|floor, _| floor == Floor::Exit),
        "walls": drawn(&|floor, is_outside| floor == Floor::Wall && !is_outside),
    })
}

/// A shape: its path, a line inside its edge, the middle and the room of its label, its box, and its cells if they do
/// not fill the box.
fn drawn(shape: &Shape) -> Value {
    let (middle, side) = (middle(shape), f64::from(CELL));
    let label = [middle.1, middle.0].map(|halves| i32::from(halves) * CELL / 2);
    json!({
        "path": outlined(shape.cells(), side, PIECE),
        "aim": outlined(shape.cells(), side, (0.13, 0.1)),
        "label": label,
        "room": room(shape, middle),
        "height": shape.height(),
        "width": shape.width(),
        "cells": (!shape.is_rectangle()).then(|| shape.cells().collect::<Vec<_>>()),
    })
}

/// Number of cells in a row that a label can fill if its middle is at (row, column), in half cells.
fn room(shape: &Shape, (row, column): (u16, u16)) -> u16 {
    let cells: HashSet<Cell> = shape.cells().collect();
    let rows = [row.saturating_sub(1) / 2, row / 2];
    let covers = |half: u16| rows.iter().all(|&row| cells.contains(&(row, half / 2)));
    let has_room = |reach: &u16| (column - reach..column + reach).all(covers);
    (1..=column).take_while(has_room).last().unwrap_or(1)
}

#[cfg(test)]
mod tests;
