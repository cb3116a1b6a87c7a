//! A board and its pieces as an SVG document.
//!
//! ```text
//!   ╭───────────────╮     Painted one over the other: the frame, which is everything inside the outline and a little
//!   │ ┌───────────┐ │     more; the floor, on which walls and the frame's edge stay free; goals as faint areas; pieces,
//!   │ │ a │ b     │ │     each a little smaller than its cells; the dashed outlines of goals; labels.
//!   │ └───────────┘ │
//!   ╰───────────────╯     A unit is a pixel, and the top-left cell of the board's box begins at (0, 0).
//! ```
//!
//! Nothing that belongs to a piece is painted outside its cells, so the cells that a move touches can be painted alone.

use std::collections::{BTreeMap, BTreeSet};

use svg::Document;
use svg::node::element::{Definitions, Group, Path, Pattern, Rectangle, Title, Use};

use crate::area::Area;
use crate::backdrop::Backdrop;
use crate::caption::Caption;
use crate::label::{Face, Label, Lettering, middle};
use crate::marks;
use crate::palette::{Colour, INK, OUTSIDE, colour, hex};
use crate::path::{Rounding, path, short};
use crate::playback::{Cell, Handling, Playback};
use traybit_core::shape::Shape;

/// The smallest side of a cell, in pixels.
pub const MIN_CELL: u16 = 2;
/// The largest side of a cell, in pixels.
pub const MAX_CELL: u16 = 512;

/// Default side of a cell, and the longest side of a picture that it leads to.
const DEFAULT_CELL: u16 = 64;
const DEFAULT_SIDE: u16 = 1024;

/// Letters lower than this, in pixels, are left out, and pieces smaller than this have no edge.
const MIN_LETTER: f64 = 5.0;
const MIN_EDGED: f64 = 8.0;

/// Side of a cell of the goal's own drawing, in sides of a cell of the board; and the largest board that has one.
const PANEL: f64 = 0.32;
const MAX_PANEL_CELLS: usize = 1024;

/// Pictures of one playback.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    playback: &'a Playback,
    cell: u16,
    backdrop: Backdrop,
    caption: Option<Caption>,
    lettering: Lettering,
    /// For each piece: the first one of its shape, where its label stands in half cells, and the label.
    pieces: Vec<(usize, (u16, u16), Option<Label>)>,
    /// The length of an em of labels, in pixels.
    em: f64,
    /// The places of the pieces where the goal holds, where the board does not show them.
    goal: Option<Vec<Option<Cell>>>,
    /// True if words stand on a ground of their own.
    has_ground: bool,
}

/// A piece within its move: its place in the list, and how many pixels down and right of its corner it is.
pub(super) type Glide = (usize, (f64, f64));

/// The part and the state of a playback that a document shows.
struct Scene<'a> {
    corners: &'a [Option<Cell>],
    glide: Option<Glide>,
    /// The moves made, where the last and the next one are marked.
    marked: Option<usize>,
    /// The cells that are seen.
    cells: Area,
}

/// A side of a cell that gives a picture of sensible size.
pub fn usual_cell(playback: &Playback) -> u16 {
    let longest = playback.size.height.max(playback.size.width).max(1);
    (DEFAULT_SIDE / longest).clamp(MIN_CELL, DEFAULT_CELL)
}

impl<'a> Picture<'a> {
    /// Prepares pictures of a playback with cells of so many pixels a side, with words and marks.
    pub fn new(playback: &'a Playback, cell: u16) -> Self {
        let mut picture = Self::bare(playback, cell);
        let is_panel = playback.size.cells() <= MAX_PANEL_CELLS && playback.drawn_aims().is_empty();
        let goal = playback.goals.first().filter(|_| is_panel);
        picture.goal = goal.map(|goal| playback.goal_corners(goal));
        let panel = if goal.is_some() { PANEL * f64::from(picture.backdrop.area.height) } else { 0.0 };
        picture.caption = Caption::of(playback, picture.backdrop.area, panel, &picture.lettering);
        picture
    }

    /// Prepares pictures without words and marks.
    pub fn bare(playback: &'a Playback, cell: u16) -> Self {
        let lettering = Lettering::default();
        let mut first_of: BTreeMap<&Shape, usize> = BTreeMap::new();
        let pieces = playback.pieces.iter().enumerate().map(|(number, piece)| {
            let first = *first_of.entry(&piece.shape).or_insert(number);
            (first, middle(&piece.shape), lettering.label(&piece.label))
        });
        let pieces: Vec<_> = pieces.collect();
        let side = f64::from(cell);
        let widest = pieces.iter().filter_map(|piece| piece.2.as_ref()).map(|label| label.width);
        let em = match playback.handling() {
            // Tiles are told by their numbers, all of one size.
            Handling::Push => side * (0.72 / widest.fold(0.0_f64, f64::max)).min(0.54),
            Handling::Choose | Handling::Place => side * 0.44,
        };
        let backdrop = Backdrop::new(playback, cell);
        Self { playback, cell, backdrop, caption: None, lettering, pieces, em, goal: None, has_ground: true }
    }

    /// Pictures that are transparent outside the board, even where words stand.
    #[must_use]
    pub fn without_ground(self) -> Self {
        Self { has_ground: false, ..self }
    }

    /// All of it, in pixels.
    pub fn area(&self) -> Area {
        let words = self.caption.as_ref().map_or(0, |caption| caption.height);
        Area { height: self.backdrop.area.height + words, ..self.backdrop.area }
    }

    /// The area of some cells, in pixels.
    pub fn area_of(&self, cells: Area) -> Area {
        let side = i32::from(self.cell);
        Area {
            top: cells.top * side,
            left: cells.left * side,
            height: cells.height * u32::from(self.cell),
            width: cells.width * u32::from(self.cell),
        }
    }

    /// The document of the position after so many moves.
    pub fn document(&self, moved: usize) -> String {
        self.whole(moved, self.caption.is_some())
    }

    /// The document of the first picture of an animation, which has no marks.
    pub(super) fn opening(&self) -> String {
        self.whole(0, false)
    }

    fn whole(&self, moved: usize, has_marks: bool) -> String {
        let (corners, marked) = (&self.playback.corners_after(moved), has_marks.then_some(moved));
        let cells = Area { top: 0, left: 0, height: u32::MAX, width: u32::MAX };
        let title = Title::new(self.title()).set("id", "title");
        let document = Document::new().set("role", "img").set("aria-labelledby", "title").add(title);
        let mut document =
            self.painted(document, self.area(), &Scene { corners, glide: None, marked, cells });
        if let Some(caption) = &self.caption {
            let mut definitions = Definitions::new();
            let still = caption.still(&mut definitions);
            let progress = self.playback.progress(moved);
            let moving =
                (!progress.is_empty()).then(|| caption.moving(&progress, self.has_ground, &mut definitions));
            document = document.add(definitions).add(still);
            if let Some(corners) = &self.goal {
                document = document.add(self.panel(corners, caption.panel));
            }
            if let Some(moving) = moving {
                document = document.add(moving);
            }
        }
        written(&document)
    }

    /// A document of some cells of a position, and nothing round them.
    pub(super) fn part(&self, corners: &[Option<Cell>], glide: Option<Glide>, cells: Area) -> String {
        let scene = Scene { corners, glide, marked: None, cells };
        written(&self.painted(Document::new(), self.area_of(cells), &scene))
    }

    /// The line that tells how many moves were made, if there is one: its pixels and its document.
    pub(super) fn progress(&self, moved: usize) -> Option<(Area, String)> {
        let (caption, text) = (self.caption.as_ref()?, self.playback.progress(moved));
        let (area, mut definitions) = (caption.moving_area(), Definitions::new());
        let line = caption.moving(&text, true, &mut definitions);
        let document = Document::new()
            .set("viewBox", (area.left, area.top, area.width, area.height))
            .set("width", area.width)
            .set("height", area.height);
        (!text.is_empty()).then(|| (area, written(&document.add(definitions).add(line))))
    }

    /// The goal drawn small, from a place on.
    fn panel(&self, corners: &[Option<Cell>], (x, y): (f64, f64)) -> Group {
        let (area, standing) = (self.backdrop.area, standing(corners));
        let (x, y) = (x - PANEL * f64::from(area.left), y - PANEL * f64::from(area.top));
        let place = format!("translate({} {}) scale({PANEL})", short(x), short(y));
        let group = Group::new().set("transform", place).add(self.backdrop.below.clone());
        group.add(self.bodies(&standing, None)).add(self.labels(&standing, None).0)
    }

    /// The picture's title.
    fn title(&self) -> String {
        let (phrase, size) = (self.playback.subject.phrase, self.playback.size);
        let title = self.playback.title.as_deref().unwrap_or("Traybit");
        // Documents hold neither control characters nor these two.
        let is_allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
        let title: String = title.chars().filter(is_allowed).collect();
        let task = Some(&self.playback.task).filter(|task| !task.is_empty());
        let task = task.map_or(String::new(), |task| format!(". {task}"));
        format!("{title}: {phrase} on {} by {} cells{task}", size.height, size.width)
    }

    fn painted(&self, document: Document, seen: Area, scene: &Scene<'_>) -> Document {
        let side = f64::from(self.cell);
        let mut seen_pieces = standing(scene.corners);
        seen_pieces
            .retain(|(number, corner)| meets(&self.playback.pieces[*number].shape, *corner, scene.cells));
        let (labels, mut letters) = self.labels(&seen_pieces, scene.glide);
        let mut shapes = seen_pieces.clone();
        if let (Some(goal), true) = (&self.goal, self.caption.is_some()) {
            shapes.extend(standing(goal));
            letters.extend(self.labels(&standing(goal), None).1);
        }
        let mut document = document
            .set("viewBox", (seen.left, seen.top, seen.width, seen.height))
            .set("width", seen.width)
            .set("height", seen.height)
            .add(self.definitions(&shapes, &letters));
        if self.caption.is_some() && self.has_ground {
            // Words are dark, whatever the picture stands on.
            let ground = Rectangle::new().set("x", seen.left).set("y", seen.top).set("fill", hex(OUTSIDE));
            document = document.add(ground.set("width", seen.width).set("height", seen.height));
        }
        document = document.add(self.backdrop.below.clone());
        if let Some(place) = scene.marked.and_then(|moved| marks::last(self.playback, moved, side)) {
            document = document.add(place);
        }
        document = document.add(self.bodies(&seen_pieces, scene.glide));
        if let Some(outlines) = self.backdrop.above.clone() {
            document = document.add(outlines);
        }
        if !letters.is_empty() {
            document = document.add(labels);
        }
        match scene.marked.and_then(|moved| marks::next(self.playback, moved, side)) {
            Some(arrow) => document.add(arrow),
            None => document,
        }
    }

    fn bodies(&self, standing: &[(usize, Cell)], glide: Option<Glide>) -> Group {
        let side = f64::from(self.cell);
        let mut group = Group::new();
        if side >= MIN_EDGED {
            group = group.set("stroke-width", short(side * 0.03));
        }
        for &(number, (row, column)) in standing {
            let piece = &self.playback.pieces[number];
            let (down, right) = displaced(glide, number);
            let place = |fill: String| {
                Use::new()
                    .set("href", format!("#shape-{}", self.pieces[number].0))
                    .set("x", short(f64::from(column) * side + right))
                    .set("y", short(f64::from(row) * side + down))
                    .set("fill", fill)
            };
            let shade = colour(piece.colour);
            let body = place(hex(shade));
            group = group.add(if side >= MIN_EDGED { body.set("stroke", hex(darker(shade))) } else { body });
            if piece.is_fixed {
                group = group.add(place("url(#hatch)".to_owned()));
            }
        }
        group
    }

    /// The labels, and the characters that are in them.
    fn labels(&self, standing: &[(usize, Cell)], glide: Option<Glide>) -> (Group, BTreeSet<char>) {
        let (mut group, mut letters) = (Group::new().set("fill", hex(INK)), BTreeSet::new());
        let half = f64::from(self.cell) / 2.0;
        for &(number, (row, column)) in standing {
            let (_, (down, right), Some(label)) = &self.pieces[number] else { continue };
            // A label stays within the cell that it stands on.
            let scale = (half * 1.7 / (label.width * self.em)).min(1.0);
            if self.em * scale < MIN_LETTER {
                continue;
            }
            let em = self.em * scale;
            let away = displaced(glide, number);
            let y = half * f64::from(2 * row + down) + label.baseline * em + away.0;
            for &(character, origin) in &label.glyphs {
                let x = half * f64::from(2 * column + right) + origin * em + away.1;
                let letter = Use::new().set("href", format!("#letter-{:x}", u32::from(character)));
                let letter = if scale < 1.0 {
                    letter.set("transform", format!("translate({} {}) scale({scale:.3})", short(x), short(y)))
                } else {
                    letter.set("x", short(x)).set("y", short(y))
                };
                group = group.add(letter);
                letters.insert(character);
            }
        }
        (group, letters)
    }

    fn definitions(&self, standing: &[(usize, Cell)], letters: &BTreeSet<char>) -> Definitions {
        let shapes: BTreeSet<usize> = standing.iter().map(|(number, _)| self.pieces[*number].0).collect();
        let mut definitions = Definitions::new().add(hatch(f64::from(self.cell)));
        for shape in shapes {
            let rounding = Rounding::piece(f64::from(self.cell));
            let data = path(self.playback.pieces[shape].shape.cells(), rounding);
            definitions = definitions.add(Path::new().set("id", format!("shape-{shape}")).set("d", data));
        }
        for &letter in letters {
            let data = self.lettering.outline(letter, self.em, Face::Bold).unwrap_or_default();
            let id = format!("letter-{:x}", u32::from(letter));
            definitions = definitions.add(Path::new().set("id", id).set("d", data));
        }
        definitions
    }
}

/// The pieces that are there, each with its corner.
fn standing(corners: &[Option<Cell>]) -> Vec<(usize, Cell)> {
    corners.iter().enumerate().filter_map(|(number, corner)| Some((number, (*corner)?))).collect()
}

/// Pixels down and right of its corner at which a piece is.
fn displaced(glide: Option<Glide>, number: usize) -> (f64, f64) {
    glide.filter(|(piece, _)| *piece == number).map_or((0.0, 0.0), |(_, away)| away)
}

fn written(document: &Document) -> String {
    document.to_string() + "\n"
}

/// True if some cell of the box round a piece is among these.
fn meets(shape: &Shape, (row, column): Cell, cells: Area) -> bool {
    let overlap = |place: u16, length: u16, first: i32, count: u32| {
        let (place, first) = (i64::from(place), i64::from(first));
        place < first + i64::from(count) && first < place + i64::from(length)
    };
    overlap(row, shape.height(), cells.top, cells.height)
        && overlap(column, shape.width(), cells.left, cells.width)
}

/// Slanted lines: on pieces that nothing moves, and on gates.
fn hatch(side: f64) -> Pattern {
    let step = short(side / 4.0);
    let line = Path::new().set("stroke", hex(INK)).set("stroke-opacity", "0.28");
    let lines = line
        .set("stroke-width", short(side / 20.0))
        .set("d", format!("M0 {step}L{step} 0M-1 1L1 -1M{step} {step}l1 -1M{step} {step}l-1 1"));
    Pattern::new()
        .set("id", "hatch")
        .set("width", step.as_str())
        .set("height", step)
        .set("patternUnits", "userSpaceOnUse")
        .add(lines)
}

/// The colour of the edge of pieces of that colour.
fn darker(shade: Colour) -> Colour {
    shade.map(|part| (u16::from(part) * 7 / 10) as u8)
}

#[cfg(test)]
mod tests;
