//! A board and its pieces as an SVG document.
//!
//! ```text
//!   ╭───────────────╮     Painted one over the other: the frame, which is everything inside the outline and a little
//!   │ ┌───────────┐ │     more; the floor, except for walls and the frame's edge; goals as faint areas; pieces, each
//!   │ │ a │ b     │ │     a little smaller than its cells; the dashed outlines of goals; labels.
//!   │ └───────────┘ │
//!   ╰───────────────╯     A unit is a pixel, and the top-left cell of the board's box begins at (0, 0).
//!
//!   ┌╌╌╌┬───┐                 Marks of moves: the dashes are where b stood before the last move, the arrow is the next
//!   ╎   │ b │    ┌───┬───┐    move of c, from inside the piece to the cell where it stops.
//!   └╌╌╌┴───┘    │ c─┼─▶ │
//! ```
//!
//! No part of a piece is painted outside its cells, so the cells that a move touches can be repainted alone. Letters are
//! outlines, so that no font is needed.

use std::collections::BTreeMap;

use crate::backdrop::Backdrop;
use crate::caption::Caption;
use crate::label::{Face, Label, label};
use crate::markup::{Area, PIECE, around, document, ground, middle, outlined, path, short};
use crate::palette::{INK, OUTSIDE, colour, hex};
use crate::playback::{Cell, Handling, Move, Playback, straight};
use traybit_core::grid::bounding_box;
use traybit_core::shape::Shape;

/// The smallest and the largest side of a cell, in pixels.
pub const MIN_CELL: u16 = 2;
pub const MAX_CELL: u16 = 512;

/// Default side of a cell, and the maximum side of a board with such cells, in pixels.
const DEFAULT_CELL: u16 = 64;
const DEFAULT_SIDE: u16 = 1024;

/// Minimum height of letters, and minimum side of cells whose pieces have an edge, in pixels.
const MIN_LETTER: f64 = 5.0;
const MIN_EDGED: f64 = 8.0;

/// Scale of the panel (the separate drawing of the goal), and the maximum number of cells of a board that has one.
const PANEL: f64 = 0.32;
const MAX_PANEL_CELLS: usize = 1024;

#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub(super) playback: &'a Playback,
    pub(super) cell: u16,
    /// The shapes of pieces and the hatching, as SVG definitions.
    definitions: String,
    backdrop: Backdrop,
    caption: Option<Caption>,
    pieces: Vec<Figure>,
    /// The em of labels, in pixels.
    em: f64,
    /// The corners of the pieces in a position that meets the goal, if there is a separate drawing of it.
    goal: Option<Vec<Option<Cell>>>,
    /// True if the caption has a background.
    pub(super) has_ground: bool,
}

#[derive(Clone, Debug)]
struct Figure {
    /// Number of the first piece of the same shape.
    shape: usize,
    middle: (u16, u16),
    /// The scale that keeps the label within its cell, and the label, if it is legible.
    label: Option<(f64, Label)>,
}

/// A piece on the board: its number, and the x and y of its corner, in pixels.
type Standing = (usize, [f64; 2]);

/// The default side of a cell, for a picture of sensible size.
pub fn usual_cell(playback: &Playback) -> u16 {
    let longest = playback.size.height.max(playback.size.width).max(1);
    (DEFAULT_SIDE / longest).clamp(MIN_CELL, DEFAULT_CELL)
}

impl<'a> Picture<'a> {
    /// Prepares pictures of a playback with cells of `cell` by `cell` pixels, with a caption and marks.
    pub fn new(playback: &'a Playback, cell: u16) -> Self {
        let mut picture = Self::bare(playback, cell);
        let fits = playback.size.cells() <= MAX_PANEL_CELLS && playback.drawn_aims().is_empty();
        let goal = playback.goals.first().filter(|own| fits && playback.goals.len() == 1 && !own.is_empty());
        picture.goal = goal.map(|goal| playback.goal_corners(goal));
        let panel = if goal.is_some() { PANEL * f64::from(picture.backdrop.area.height) } else { 0.0 };
        picture.caption = Caption::of(playback, picture.backdrop.area, panel);
        picture
    }

    pub fn bare(playback: &'a Playback, cell: u16) -> Self {
        let side = f64::from(cell);
        let labels: Vec<_> = playback.pieces.iter().map(|piece| label(&piece.label)).collect();
        let widest = labels.iter().flatten().map(|label| label.width).fold(0.0, f64::max);
        let em = match playback.handling {
            // The numbers of all tiles have the same size.
            Handling::Push => side * (0.72 / widest).min(0.54),
            Handling::Choose | Handling::Place => side * 0.44,
        };
        let mut definitions = hatch(side);
        let mut first_of: BTreeMap<&Shape, usize> = BTreeMap::new();
        let mut pieces = Vec::new();
        for (number, (piece, label)) in playback.pieces.iter().zip(labels).enumerate() {
            let shape = *first_of.entry(&piece.shape).or_insert(number);
            if shape == number {
                let data = outlined(piece.shape.cells(), side, PIECE);
                definitions += &path(&data, &format!("id=\"shape-{shape}\""));
            }
            let scale = |label: &Label| (side / 2.0 * 1.7 / (label.width * em)).min(1.0);
            let label = label.map(|label| (scale(&label), label));
            let label = label.filter(|(scale, _)| em * scale >= MIN_LETTER);
            pieces.push(Figure { shape, middle: middle(&piece.shape), label });
        }
        Self {
            playback,
            cell,
            definitions: around("defs", "", &definitions),
            backdrop: Backdrop::new(playback, cell),
            caption: None,
            pieces,
            em,
            goal: None,
            has_ground: true,
        }
    }

    pub(crate) fn area(&self) -> Area {
        let words = self.caption.as_ref().map_or(0, |caption| caption.area.height);
        Area { height: self.backdrop.area.height + words, ..self.backdrop.area }
    }

    /// The document of the position after `moved` moves, with marks of moves if it has a caption.
    pub fn document(&self, moved: usize) -> String {
        let (playback, side) = (self.playback, f64::from(self.cell));
        let mark = |mark: Option<String>| mark.filter(|_| self.caption.is_some()).unwrap_or_default();
        let above = mark(next_move(playback, moved, side)) + &self.words(moved);
        let pieces = self.standing(&playback.corners_after(moved));
        self.painted(&pieces, &mark(last_move(playback, moved, side)), &above)
    }

    /// The document of an animation frame, perhaps in the middle of a move, with the moving piece at this distance from its
    /// corner to the right and down; it shows only the area `seen`.
    pub(super) fn frame(
        &self,
        corners: &[Option<Cell>],
        (gliding, away): (usize, [f64; 2]),
        moved: usize,
        seen: Area,
    ) -> String {
        let is_seen = |&(piece, _): &Standing| {
            let cells = corners[piece].map(|corner| bounding_box(self.playback.cells_at(piece, corner)));
            cells.is_some_and(|cells| Area::of(cells, self.cell).meets(seen))
        };
        let mut pieces = self.standing(corners);
        pieces.retain(is_seen);
        for (_, place) in pieces.iter_mut().filter(|piece| piece.0 == gliding) {
            *place = [place[0] + away[0], place[1] + away[1]];
        }
        let has_words = self.caption.as_ref().is_some_and(|caption| caption.area.meets(seen));
        self.painted(&pieces, "", &if has_words { self.words(moved) } else { String::new() })
    }

    /// The caption below the board, including the separate drawing of the goal.
    fn words(&self, moved: usize) -> String {
        let Some(caption) = &self.caption else { return String::new() };
        let panel = self.goal.as_ref().map_or(String::new(), |goal| self.panel(goal, caption.panel));
        caption.still.clone() + &panel + &caption.line(&self.playback.progress(moved))
    }

    /// The area of the progress line, if there is one.
    pub(super) fn progress(&self) -> Option<Area> {
        let line = self.caption.as_ref().map(|caption| caption.moving);
        line.filter(|_| !self.playback.progress(0).is_empty())
    }

    fn standing(&self, corners: &[Option<Cell>]) -> Vec<Standing> {
        let place = |(row, column): Cell| [column, row].map(|place| f64::from(place) * f64::from(self.cell));
        corners.iter().enumerate().filter_map(|(number, corner)| Some((number, place((*corner)?)))).collect()
    }

    /// The separate drawing of the goal.
    fn panel(&self, corners: &[Option<Cell>], (x, y): (f64, f64)) -> String {
        let (area, goal) = (self.backdrop.area, self.standing(corners));
        let [x, y] = [x - PANEL * f64::from(area.left), y - PANEL * f64::from(area.top)].map(short);
        let content = self.backdrop.below.clone() + &self.bodies(&goal) + &self.labels(&goal);
        around("g", &format!(" transform=\"translate({x} {y}) scale({PANEL})\""), &content)
    }

    fn title(&self) -> String {
        let (Playback { handling, task, .. }, (_, size)) = (self.playback, self.playback.board_box());
        let title = self.playback.title.as_deref().unwrap_or("Traybit");
        let task = if task.is_empty() { String::new() } else { format!(". {task}") };
        let pieces = match handling {
            Handling::Choose => "sliding blocks",
            Handling::Push => "sliding tiles",
            Handling::Place => "pieces to pack",
        };
        format!("{title}: {pieces} on {} by {} cells{task}", size.height, size.width)
    }

    /// The document of pieces, with other elements below and above them.
    fn painted(&self, pieces: &[Standing], below: &str, above: &str) -> String {
        let mut content = self.definitions.clone();
        let has_words = self.caption.is_some() || self.playback.has_rulers;
        if has_words && self.has_ground {
            // The text is dark, so it needs a light background on any page.
            content += &ground(self.area(), OUTSIDE);
        }
        content += &(self.backdrop.rulers.clone() + &self.backdrop.below + below + &self.bodies(pieces));
        content += &(self.backdrop.above.clone() + &self.labels(pieces) + above);
        document(self.area(), &self.title(), &content)
    }

    fn bodies(&self, standing: &[Standing]) -> String {
        let (side, mut content) = (f64::from(self.cell), String::new());
        let is_edged = side >= MIN_EDGED;
        for &(number, place) in standing {
            let (piece, shape) = (&self.playback.pieces[number], self.pieces[number].shape);
            let [x, y] = place.map(short);
            let place = |fill: &str, edge: &str| {
                format!("<use fill=\"{fill}\" href=\"#shape-{shape}\"{edge} x=\"{x}\" y=\"{y}\"/>\n")
            };
            let shade = colour(piece.colour);
            let darker = hex(shade.map(|part| (u16::from(part) * 7 / 10) as u8));
            let edge = if is_edged { format!(" stroke=\"{darker}\"") } else { String::new() };
            content += &place(&hex(shade), &edge);
            if piece.is_fixed {
                content += &place("url(#hatch)", "");
            }
        }
        let width =
            if is_edged { format!(" stroke-width=\"{}\"", short(side * 0.03)) } else { String::new() };
        around("g", &width, &content)
    }

    fn labels(&self, standing: &[Standing]) -> String {
        let (half, mut content) = (f64::from(self.cell) / 2.0, String::new());
        for &(number, [x, y]) in standing {
            let Figure { middle: (down, right), label, .. } = &self.pieces[number];
            if let Some((scale, label)) = label {
                let em = self.em * scale;
                let y = y + half * f64::from(*down) + label.baseline * em;
                let place = (x + half * f64::from(*right), y);
                content += &Face::Bold.path(&label.glyphs, em, place);
            }
        }
        around("g", &format!(" fill=\"{}\"", hex(INK)), &content)
    }
}

/// Minimum side of cells with marks of moves, in pixels.
const MIN_MARKED: f64 = 10.0;

/// The points of an arrow: true if at its end, then the offsets along it and across it, in sides of a cell.
const ARROW: [(bool, f64, f64); 7] = [
    (false, 0.22, 0.05),
    (true, -0.05, 0.05),
    (true, -0.05, 0.18),
    (true, 0.24, 0.0),
    (true, -0.05, -0.18),
    (true, -0.05, -0.05),
    (false, 0.22, -0.05),
];

/// Move `number` and the corner of its piece before it, if moves are marked.
fn marked(playback: &Playback, number: usize, side: f64) -> Option<(&Move, Cell)> {
    let (step, before) = playback.steps().nth(number)?;
    let before = before.filter(|_| side >= MIN_MARKED && playback.handling != Handling::Place)?;
    Some((step, before))
}

/// The mark, below the pieces, at the place where the last of `moved` moves began.
fn last_move(playback: &Playback, moved: usize, side: f64) -> Option<String> {
    let (step, before) = marked(playback, moved.checked_sub(1)?, side)?;
    let place = outlined(playback.cells_at(step.piece, before), side, (0.08, 0.12));
    let [ink, shade] = [INK, colour(playback.pieces[step.piece].colour)].map(hex);
    let [dash, line] = [0.06, 0.03].map(|part| short(side * part));
    let style = format!(
        r#"fill="{shade}" fill-opacity="0.3" stroke="{ink}" stroke-dasharray="{dash} {dash}" stroke-opacity="0.7" stroke-width="{line}""#
    );
    Some(around("g", "", &path(&place, &style)))
}

/// The arrow of the move after `moved` moves, above the pieces.
fn next_move(playback: &Playback, moved: usize, side: f64) -> Option<String> {
    let (step, from) = marked(playback, moved, side)?;
    straight(from, step.to)?;
    let shape = &playback.pieces[step.piece].shape;
    // The middle of the piece's front cell before and after the move, and the direction.
    let axis = |from: u16, to: u16, length: u16| {
        let cells = i32::from(to) - i32::from(from);
        let towards = f64::from(cells.signum());
        let front = f64::from(from) + f64::midpoint(length.into(), towards * f64::from(length - 1));
        ([front * side, (front + f64::from(cells)) * side], towards)
    };
    let (x, right) = axis(from.1, step.to.1, shape.width());
    let (y, down) = axis(from.0, step.to.0, shape.height());
    let points = ARROW.map(|(end, along, across)| {
        let x = x[usize::from(end)] + side * (along * right - across * down);
        let y = y[usize::from(end)] + side * (along * down + across * right);
        format!("{} {}", short(x), short(y))
    });
    let ([ink, edge], line) = ([INK, OUTSIDE].map(hex), short(side * 0.05));
    let style = format!(r#"fill="{ink}" stroke="{edge}" stroke-linejoin="round" stroke-width="{line}""#);
    Some(path(&format!("M{}Z", points.join("L")), &style))
}

/// Slanted lines, for fixed pieces and for gates.
fn hatch(side: f64) -> String {
    let (step, ink, line) = (short(side / 4.0), hex(INK), short(side / 20.0));
    let data = format!("M0 {step}L{step} 0M-1 1L1 -1M{step} {step}l1 -1M{step} {step}l-1 1");
    let lines = path(&data, &format!(r#"stroke="{ink}" stroke-opacity="0.28" stroke-width="{line}""#));
    let size = format!(r#" height="{step}" id="hatch" patternUnits="userSpaceOnUse" width="{step}""#);
    around("pattern", &size, &lines)
}

#[cfg(test)]
mod tests;
