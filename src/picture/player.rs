//! HTML page that plays a solution in a browser: one file that needs no network.
//!
//! The page is a template (`player/player.html`) with a style sheet, scripts (`rules.js`: the rules for a player;
//! `player.js`), and the playback as JSON, which the script draws.
//! Shapes, colours and the board are written once for all pieces and playbacks:
//!
//! ```text
//!   shapes   path, where the label goes, its cells
//!   playbacks   pieces  [label, shape, colour, true if fixed, class, lines, cells of gates that admit it]
//!           start   row, column of each piece, −1 for one not on the board
//!           moves   piece, row, column of each move
//! ```

use std::collections::HashSet;

use indexmap::IndexSet;
use serde_json::{Value, json};

use crate::label::middle;
use crate::markup::{Rounding, outlined};
use crate::palette;
use crate::playback::{Aim, Cell, Floor, Handling, Move, Playback};
use traybit_core::shape::Shape;

/// Maximum number of moves on a page, in all its playbacks together.
pub const MAX_MOVES: usize = 100_000;

pub const MAX_PLAYBACKS: usize = 200;

/// Side of a cell in drawing units, the same as in `player.js`, and the margin around the board.
const CELL: i32 = 100;
const MARGIN: i32 = 20;

const PAGE: &str = include_str!("player/player.html");
const STYLE: &str = include_str!("player/player.css");
const RULES: &str = include_str!("player/rules.js");
const SCRIPT: &str = include_str!("player/player.js");

/// The page for playbacks on the same board, which are shown one at a time; `note` follows their number.
///
/// # Errors
/// If there is no playback or there are more than [`MAX_MOVES`] moves: a sentence without its full stop that says why
/// they cannot be shown.
pub fn page(playbacks: &[Playback], note: &str) -> Result<String, String> {
    let Some(first) = playbacks.first() else { return Err("a page needs something to show".to_owned()) };
    let moves: usize = playbacks.iter().map(|playback| playback.moves.len()).sum();
    if moves > MAX_MOVES {
        return Err(format!("a page can show {MAX_MOVES} moves at most, and these are {moves}"));
    }
    // Escaped, so that no text of the playback can end its element.
    let content = content(first, playbacks, note).to_string().replace('<', "\\u003c");
    // The playback is inserted last, so that nothing is replaced in its own text.
    let script = format!("{RULES}{SCRIPT}");
    let parts = [("{{style}}", STYLE), ("{{script}}", &*script), ("{{playback}}", &*content)];
    Ok(parts.iter().fold(PAGE.to_owned(), |page, (name, part)| page.replacen(name, part, 1)))
}

fn content(first: &Playback, playbacks: &[Playback], note: &str) -> Value {
    let (mut shapes, mut colours) = (IndexSet::new(), IndexSet::new());
    let playbacks: Vec<Value> =
        playbacks.iter().map(|playback| frames(playback, &mut shapes, &mut colours)).collect();
    let aim = |aim: &Aim| (shapes.insert_full(aim.shape.clone()).0, aim.corner.0, aim.corner.1);
    let aims: Vec<(usize, u16, u16)> = first.drawn_aims().into_iter().map(aim).collect();
    // Class, row and column of each place of a goal. A missing piece has the class −1.
    let goal_place = |aim: &Aim| (aim.class.map_or(-1, |class| class as i32), aim.corner.0, aim.corner.1);
    let goals = first.goals.iter().map(|goal| goal.iter().map(goal_place).collect());
    let ((top, left), size) = first.open_box();
    let place = |place: u16| i32::from(place) * CELL - MARGIN;
    let length = |length: u16| i32::from(length) * CELL + 2 * MARGIN;
    let character = |floor: &Floor| match floor {
        Floor::Wall => '#',
        Floor::Open => '.',
        Floor::Gate => '+',
        Floor::Exit => '>',
    };
    let floor: String = first.floor.iter().map(character).collect();
    json!({
        "title": first.title.as_deref().unwrap_or(first.handling.words()[0]),
        // Pieces are placed and not moved again; or a tile beside the blank cell is pushed into it.
        "places": first.handling == Handling::Place,
        "pushes": first.handling == Handling::Push,
        "playable": first.handling != Handling::Place && !first.pieces.is_empty(),
        "note": note,
        "size": [first.size.height, first.size.width],
        // The bounding box of all cells except walls, with a margin: left, top, width, height.
        "view": [place(left), place(top), length(size.width), length(size.height)],
        "task": first.task,
        "legend": first.legend,
        "openings": first.openings,
        "goals": goals.collect::<Vec<Vec<_>>>(),
        "floor": floor,
        "floors": floors(first),
        "colours": colours.iter().collect::<Vec<_>>(),
        "shapes": shapes.iter().map(drawn).collect::<Vec<_>>(),
        "aims": aims,
        "playbacks": playbacks,
    })
}

fn floors(playback: &Playback) -> Value {
    let outside = playback.outside();
    let drawn = |is_drawn: &dyn Fn(Floor, bool) -> bool| {
        let is_drawn = |cell: &Cell| is_drawn(playback.floor_at(*cell), outside.contains(cell));
        outlined(playback.size.all().filter(is_drawn), Rounding::new(CELL.into(), 0.0, 0.0))
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
        "path": outlined(shape.cells(), Rounding::piece(side)),
        "aim": outlined(shape.cells(), Rounding::new(side, 0.13, 0.1)),
        "label": label,
        "room": room(shape, middle),
        "height": shape.height(),
        "width": shape.width(),
        "cells": (!shape.is_rectangle()).then(|| shape.cells().collect::<Vec<_>>()),
    })
}

fn frames(playback: &Playback, shapes: &mut IndexSet<Shape>, colours: &mut IndexSet<String>) -> Value {
    let pieces = playback.pieces.iter().map(|piece| {
        let shape = shapes.insert_full(piece.shape.clone()).0;
        let colour = colours.insert_full(palette::hex(palette::colour(piece.colour))).0;
        let is_fixed = u8::from(piece.is_fixed);
        (&piece.label, shape, colour, is_fixed, piece.class, piece.lines, &piece.admitted)
    });
    let corner = |corner: &Option<Cell>| corner.map_or([-1, -1], |(row, column)| [row.into(), column.into()]);
    let numbers = |step: &Move| [step.piece, step.to.0.into(), step.to.1.into()];
    json!({
        "counts": if playback.moves.is_empty() { &[][..] } else { &playback.counts },
        "claim": playback.claim,
        "pieces": pieces.collect::<Vec<_>>(),
        "start": playback.start.iter().flat_map(corner).collect::<Vec<i32>>(),
        "moves": playback.moves.iter().flat_map(numbers).collect::<Vec<usize>>(),
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
