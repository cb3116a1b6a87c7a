//! A page that plays a solution in a browser: one file that needs no network.
//!
//! The page is a frame (`player/player.html`) with its style, its scripts (`rules.js`: the rules for a player; `player.js`), and
//! the playback as JSON, which the script draws.
//! Shapes, colours and the board are written once for all pieces and playbacks:
//!
//! ```text
//!   shapes   path, where the label goes, its cells
//!   playbacks   pieces  [label, shape, colour, is it fixed, class, lines, cells of gates that admit it]
//!           start   row, column of each piece, −1 for one not there
//!           moves   piece, row, column of each move         captions  each move in words
//! ```

use std::collections::HashSet;

use indexmap::IndexSet;
use serde::Serialize;

use crate::label::middle;
use crate::palette;
use crate::path::{Rounding, path};
use crate::playback::{Aim, Cell, Floor, Handling, Lines, Mark, Playback};
use traybit_core::shape::Shape;

/// The most moves that a page can show, those of all its playbacks together.
pub const MAX_MOVES: usize = 100_000;

/// The most playbacks that a page can show.
pub const MAX_PLAYBACKS: usize = 200;

/// Units of the drawing for the side of a cell, as `player.js` has it, and those round the board.
const CELL: i32 = 100;
const MARGIN: i32 = 20;

const PAGE: &str = include_str!("player/player.html");
const STYLE: &str = include_str!("player/player.css");
const RULES: &str = include_str!("player/rules.js");
const SCRIPT: &str = include_str!("player/player.js");

/// The page of some playbacks on the same board, which are shown one at a time; `note` follows their number.
///
/// # Errors
/// Why the playbacks cannot be shown, as a sentence without its full stop: there is none, or they have more than
/// [`MAX_MOVES`] moves.
pub fn page(playbacks: &[Playback], note: &str) -> Result<String, String> {
    let Some(first) = playbacks.first() else { return Err("a page needs something to show".to_owned()) };
    has_room(playbacks.iter().map(|playback| playback.moves.len()).sum())?;
    // No text of the playback can end its element.
    let content = serde_json::to_string(&Content::of(first, playbacks, note))
        .map_err(|reason| format!("the playback cannot be written: {reason}"))?
        .replace('<', "\\u003c");
    // The playback comes last, so that its own text is not replaced.
    Ok(PAGE.replacen("{{style}}", STYLE, 1).replacen("{{script}}", &format!("{RULES}{SCRIPT}"), 1).replacen(
        "{{playback}}",
        &content,
        1,
    ))
}

/// True if a page can show so many moves.
///
/// # Errors
/// A sentence without its full stop when they are more than [`MAX_MOVES`].
pub fn has_room(moves: usize) -> Result<(), String> {
    if moves > MAX_MOVES {
        return Err(format!("a page can show {MAX_MOVES} moves at most, and these are {moves}"));
    }
    Ok(())
}

#[derive(Serialize)]
struct Content<'a> {
    title: &'a str,
    /// True if pieces are placed, and moved no more.
    places: bool,
    note: &'a str,
    /// Rows and columns.
    size: [u16; 2],
    /// Left, top, width and height of what is seen.
    view: [i32; 4],
    /// True if a tile beside the blank cell is pushed into it.
    pushes: bool,
    /// True if the pieces can be moved by hand.
    playable: bool,
    task: &'a str,
    legend: &'a [(Mark, String)],
    openings: &'a [Cell],
    /// The goals: class, row and column of each place.
    goals: Vec<Vec<(i32, u16, u16)>>,
    /// A character for each cell, row by row.
    floor: String,
    floors: Floors,
    colours: Vec<String>,
    shapes: Vec<DrawnShape>,
    aims: Vec<(usize, u16, u16)>,
    playbacks: Vec<Frames<'a>>,
}

/// Paths of the cells of each kind.
#[derive(Serialize)]
struct Floors {
    inside: String,
    gates: String,
    exits: String,
    walls: String,
}

#[derive(Serialize)]
struct DrawnShape {
    path: String,
    /// A line within the piece's edge.
    aim: String,
    label: [i32; 2],
    /// Cells beside one another that the label can fill.
    room: u16,
    height: u16,
    width: u16,
    /// None for rectangles.
    cells: Option<Vec<Cell>>,
}

/// Label, shape, colour, whether it is fixed, class, lines along which it moves, and cells of gates that admit it.
type DrawnPiece<'a> = (&'a str, usize, usize, u8, usize, Lines, &'a [usize]);

#[derive(Serialize)]
struct Frames<'a> {
    counts: &'a [(u64, &'static str)],
    /// True if the goal holds at the end.
    met: bool,
    claim: Option<&'a str>,
    pieces: Vec<DrawnPiece<'a>>,
    start: Vec<i32>,
    moves: Vec<usize>,
    captions: Vec<String>,
}

impl<'a> Content<'a> {
    fn of(first: &'a Playback, playbacks: &'a [Playback], note: &'a str) -> Self {
        let (mut shapes, mut colours) = (IndexSet::new(), IndexSet::new());
        let frames =
            playbacks.iter().map(|playback| Frames::of(playback, &mut shapes, &mut colours)).collect();
        let aims = first.drawn_aims();
        let aims = aims
            .into_iter()
            .map(|aim| (shapes.insert_full(aim.shape.clone()).0, aim.corner.0, aim.corner.1))
            .collect();
        // A piece that is lacking has a class of its own.
        let place = |aim: &Aim| (aim.class.map_or(-1, |class| class as i32), aim.corner.0, aim.corner.1);
        let goals = first.goals.iter().map(|goal| goal.iter().map(place).collect()).collect();
        Self {
            title: first.title.as_deref().unwrap_or(first.subject.heading),
            places: first.handling() == Handling::Place,
            note,
            size: [first.size.height, first.size.width],
            view: view(first),
            pushes: first.handling() == Handling::Push,
            playable: first.is_playable(),
            task: &first.task,
            legend: &first.legend,
            openings: &first.openings,
            goals,
            floor: first.floor.iter().copied().map(character).collect(),
            floors: Floors::of(first),
            colours: colours.into_iter().collect(),
            shapes: shapes.iter().map(DrawnShape::of).collect(),
            aims,
            playbacks: frames,
        }
    }
}

impl Floors {
    fn of(playback: &Playback) -> Self {
        let outside = playback.outside();
        let drawn = |is_drawn: &dyn Fn(Cell) -> bool| {
            path(playback.cells().filter(|&cell| is_drawn(cell)), Rounding::sharp(f64::from(CELL)))
        };
        let is_wall = |cell: Cell| playback.floor_at(cell) == Floor::Wall;
        Self {
            inside: drawn(&|cell| playback.floor_at(cell) != Floor::Exit && !outside.contains(&cell)),
            gates: drawn(&|cell| playback.floor_at(cell) == Floor::Gate),
            exits: drawn(&|cell| playback.floor_at(cell) == Floor::Exit),
            walls: drawn(&|cell| is_wall(cell) && !outside.contains(&cell)),
        }
    }
}

impl DrawnShape {
    fn of(shape: &Shape) -> Self {
        let (middle, side) = (middle(shape), f64::from(CELL));
        Self {
            path: path(shape.cells(), Rounding::piece(side)),
            aim: path(shape.cells(), Rounding { cell: side, inset: 0.13 * side, radius: 0.1 * side }),
            label: [middle.1, middle.0].map(|halves| i32::from(halves) * CELL / 2),
            room: room(shape, middle),
            height: shape.height(),
            width: shape.width(),
            cells: (!shape.is_rectangle()).then(|| shape.cells().collect()),
        }
    }
}

impl<'a> Frames<'a> {
    fn of(playback: &'a Playback, shapes: &mut IndexSet<Shape>, colours: &mut IndexSet<String>) -> Self {
        let pieces = playback.pieces.iter().map(|piece| {
            let colour = colours.insert_full(palette::hex(palette::colour(piece.colour))).0;
            (
                piece.label.as_str(),
                shapes.insert_full(piece.shape.clone()).0,
                colour,
                u8::from(piece.is_fixed),
                piece.class,
                piece.lines,
                &piece.admitted[..],
            )
        });
        let corner =
            |corner: &Option<Cell>| corner.map_or([-1, -1], |(row, column)| [row.into(), column.into()]);
        Self {
            counts: if playback.moves.is_empty() { &[] } else { &playback.counts },
            met: is_met(playback),
            claim: playback.claim.as_deref(),
            pieces: pieces.collect(),
            start: playback.start.iter().flat_map(corner).collect(),
            moves: playback
                .moves
                .iter()
                .flat_map(|step| [step.piece, step.to.0.into(), step.to.1.into()])
                .collect(),
            captions: playback.captions(),
        }
    }
}

fn character(floor: Floor) -> char {
    match floor {
        Floor::Wall => '#',
        Floor::Open => '.',
        Floor::Gate => '+',
        Floor::Exit => '>',
    }
}

/// The box round all cells but walls, with a margin.
fn view(playback: &Playback) -> [i32; 4] {
    let ((top, left), size) = playback.open_box();
    let place = |place: u16| i32::from(place) * CELL - MARGIN;
    let length = |length: u16| i32::from(length) * CELL + 2 * MARGIN;
    [place(left), place(top), length(size.width), length(size.height)]
}

/// True if a goal holds after all moves, or all pieces of a packing lie there.
fn is_met(playback: &Playback) -> bool {
    let corners = playback.corners_after(playback.moves.len());
    if playback.handling() == Handling::Place {
        return corners.iter().all(Option::is_some);
    }
    let standing: HashSet<(usize, Option<Cell>)> =
        playback.pieces.iter().map(|piece| piece.class).zip(corners).collect();
    let holds = |aim: &Aim| aim.class.is_some_and(|class| standing.contains(&(class, Some(aim.corner))));
    playback.goals.iter().any(|goal| goal.iter().all(holds))
}

/// Number of cells beside one another that a label can fill whose middle is there, in half cells.
fn room(shape: &Shape, (row, column): (u16, u16)) -> u16 {
    let cells: HashSet<Cell> = shape.cells().collect();
    let rows = [row.saturating_sub(1) / 2, row / 2];
    let covers = |half: u16| rows.iter().all(|&row| cells.contains(&(row, half / 2)));
    let has_room = |reach: &u16| (column - reach..column + reach).all(covers);
    (1..=column).take_while(has_room).last().unwrap_or(1)
}

#[cfg(test)]
mod tests;
