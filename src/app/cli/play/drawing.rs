//! The board: lines between what differs, pieces in their colours, names in their middle.
//!
//! ```text
//!   +---+---+       A character of a line looks at the cells on both sides of it: where one thing is on both, the
//!   | a | b |       line is left out. Where lines cross, four cells are looked at.
//!   |   +---+
//!   | a | c |       Lines round the chosen piece, or the one that moved, are heavy.
//!   +---+---+
//! ```

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use crate::cli::play::scale::Places;
use crate::cli::play::session::{Mode, Session};
use traybit_picture::label::middle;
use traybit_picture::palette::{AIM, Colour, FLOOR, GATE, INK, WALL, colour};
use traybit_picture::playback::{Aim, Cell, Floor, Handling, Playback, beyond, straight};
use traybit_picture::terminal::line::meeting;
use traybit_picture::terminal::nearest::nearest;
use traybit_picture::terminal::{Colours, HATCH};
use traybit_tiles::direction::Direction;

/// A colour as the terminal has it.
fn shade(colours: Colours, colour: Colour) -> Color {
    let [red, green, blue] = colour;
    match colours {
        Colours::None => Color::Reset,
        Colours::True => Color::Rgb(red, green, blue),
        Colours::Cube => Color::Indexed(nearest(colour)),
    }
}

/// Ink of one colour on another.
fn style(colours: Colours, ink: Colour, ground: Colour) -> Style {
    match colours {
        Colours::None => Style::new(),
        _ => Style::new().fg(shade(colours, ink)).bg(shade(colours, ground)),
    }
}

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    Outside,
    Floor,
    Piece(usize),
}

/// Draws the board in its place.
pub(super) fn draw(session: &Session, places: &Places, colours: Colours, buffer: &mut Buffer) {
    let Session { playback, table, .. } = session;
    let marked = match session.mode {
        _ if session.hint.is_some() => session.hint,
        Mode::Watch => session.timeline.last(),
        Mode::Play => None,
    };
    let chosen = session.chosen.filter(|_| session.mode == Mode::Play);
    let marked = marked.map(|step| step.piece).or(chosen);
    let drawing = Drawing { playback, covered: playback.covered(table.corners()), marked, places, colours };
    for y in 0..places.board.height {
        for x in 0..places.board.width {
            let (symbol, style) =
                drawing.character(u32::from(x) + places.first.0, u32::from(y) + places.first.1);
            let place = Position { x: places.board.x + x, y: places.board.y + y };
            if let Some(cell) = buffer.cell_mut(place) {
                cell.set_char(symbol).set_style(style);
            }
        }
    }
    drawing.names(table.corners(), buffer);
    drawing.marks(table.corners(), buffer);
    drawing.arrows(session, buffer);
}

struct Drawing<'a> {
    playback: &'a Playback,
    covered: Vec<Option<usize>>,
    marked: Option<usize>,
    places: &'a Places,
    colours: Colours,
}

impl Drawing<'_> {
    fn thing(&self, row: i64, column: i64) -> Thing {
        let size = self.playback.size;
        if !(0..i64::from(size.height)).contains(&row) || !(0..i64::from(size.width)).contains(&column) {
            return Thing::Outside;
        }
        let cell = (row as u16, column as u16);
        let number = usize::from(cell.0) * usize::from(size.width) + usize::from(cell.1);
        match (self.covered[number], self.playback.floor_at(cell)) {
            (Some(piece), _) => Thing::Piece(piece),
            (None, Floor::Wall) => Thing::Outside,
            (None, _) => Thing::Floor,
        }
    }

    /// The weight of the line between two things.
    fn weight(&self, one: Thing, other: Thing) -> usize {
        let is_marked = |thing: Thing| matches!(thing, Thing::Piece(piece) if Some(piece) == self.marked);
        if one == other { 0 } else { 1 + usize::from(is_marked(one) || is_marked(other)) }
    }

    /// The character at a column and a row of the drawing, names left out.
    fn character(&self, x: u32, y: u32) -> (char, Style) {
        let (scale, (across, down)) = (self.places.scale, self.places.scale.pitch());
        let (row, column) = (i64::from(y / down), i64::from(x / across));
        let on_lines = (scale.lined && y.is_multiple_of(down), scale.lined && x.is_multiple_of(across));
        let [north_west, north_east, south_west, south_east] =
            [(-1, -1), (-1, 0), (0, -1), (0, 0)].map(|(up, left)| self.thing(row + up, column + left));
        let arms = match on_lines {
            (false, false) => [0; 4],
            (true, false) => [0, 1, 0, 1].map(|arm| arm * self.weight(north_east, south_east)),
            (false, true) => [1, 0, 1, 0].map(|arm| arm * self.weight(south_west, south_east)),
            (true, true) => [
                self.weight(north_west, north_east),
                self.weight(north_east, south_east),
                self.weight(south_west, south_east),
                self.weight(north_west, south_west),
            ],
        };
        if arms != [0; 4] {
            let ink = if arms.contains(&2) { INK } else { WALL };
            let mut style = style(self.colours, ink, FLOOR);
            if arms.contains(&2) {
                style = style.add_modifier(Modifier::BOLD);
            }
            return (meeting(arms), style);
        }
        match south_east {
            Thing::Piece(piece) if self.playback.pieces[piece].is_fixed => (HATCH, self.ground(piece)),
            Thing::Piece(piece) => (' ', self.ground(piece)),
            Thing::Outside => (' ', Style::new()),
            Thing::Floor => {
                let cell = (row as u16, column as u16);
                let (symbol, ground) = match self.playback.floor_at(cell) {
                    _ if on_lines != (false, false) => (' ', FLOOR),
                    Floor::Gate => ('░', GATE),
                    Floor::Exit => ('·', GATE),
                    _ if !scale.lined && x.is_multiple_of(across) => ('·', FLOOR),
                    _ => (' ', FLOOR),
                };
                (symbol, style(self.colours, WALL, ground))
            }
        }
    }

    fn ground(&self, piece: usize) -> Style {
        let is_marked = self.marked == Some(piece);
        let style = style(self.colours, INK, colour(self.playback.pieces[piece].colour));
        match (is_marked, self.places.scale.lined) {
            (true, false) => style.add_modifier(Modifier::REVERSED | Modifier::BOLD),
            (true, true) => style.add_modifier(Modifier::BOLD),
            _ => style,
        }
    }

    /// Writes a text, as far as it is seen, over what stands at a column and a row of the drawing.
    fn write(&self, buffer: &mut Buffer, (x, y): (u32, u32), text: &str, change: impl Fn(Style) -> Style) {
        let (board, first) = (self.places.board, self.places.first);
        let Some(row) = y.checked_sub(first.1).filter(|row| *row < board.height.into()) else { return };
        let mut column = x;
        for letter in text.chars() {
            let mut bytes = [0; 4];
            let letter = &*letter.encode_utf8(&mut bytes);
            let width = Span::raw(letter).width() as u32;
            let seen = column.checked_sub(first.0).filter(|column| column + width <= board.width.into());
            column += width;
            let Some(seen) = seen else { continue };
            let place = Position { x: board.x + seen as u16, y: board.y + row as u16 };
            if let Some(cell) = buffer.cell_mut(place) {
                let style = change(cell.style());
                cell.set_symbol(letter).set_style(style);
            }
            for beside in 1..width as u16 {
                if let Some(cell) = buffer.cell_mut(Position { x: place.x + beside, ..place }) {
                    cell.set_symbol(" ");
                }
            }
        }
    }

    fn is_seen(&self, (x, y): (u32, u32), width: u32, height: u32) -> bool {
        let (board, first) = (self.places.board, self.places.first);
        x < first.0 + u32::from(board.width)
            && y < first.1 + u32::from(board.height)
            && x + width >= first.0
            && y + height >= first.1
    }

    fn names(&self, corners: &[Option<Cell>], buffer: &mut Buffer) {
        let scale = self.places.scale;
        let (across, down) = scale.pitch();
        for (number, corner) in corners.iter().enumerate() {
            let (piece, Some(corner)) = (&self.playback.pieces[number], *corner) else { continue };
            let (origin, shape) = (scale.origin(corner), &piece.shape);
            let (width, height) = (across * u32::from(shape.width()), down * u32::from(shape.height()));
            if !self.is_seen(origin, width, height) {
                continue;
            }
            if !scale.lined {
                for cell in self.playback.cells_at(number, corner) {
                    self.centred(buffer, scale.origin(cell), scale.width.into(), 1, &piece.label);
                }
            } else if shape.is_rectangle() {
                self.centred(buffer, origin, width - 1, height - 1, &piece.label);
            } else {
                let (down, right) = middle(shape);
                let cell = scale.origin((corner.0 + (down - 1) / 2, corner.1 + (right - 1) / 2));
                self.centred(buffer, cell, scale.width.into(), scale.height.into(), &piece.label);
            }
        }
    }

    fn centred(&self, buffer: &mut Buffer, (x, y): (u32, u32), width: u32, height: u32, name: &str) {
        let mut name = name;
        while Span::raw(name).width() as u32 > width {
            name = name.char_indices().next_back().map_or("", |(end, _)| &name[..end]);
        }
        let left = x + (width - Span::raw(name).width() as u32) / 2;
        self.write(buffer, (left, y + (height - 1) / 2), name, |style| style);
    }

    /// Cells of the goal; on a board of tiles, those that are at home.
    fn marks(&self, corners: &[Option<Cell>], buffer: &mut Buffer) {
        let (playback, scale) = (self.playback, self.places.scale);
        let aims = playback.goals.iter().flatten();
        let is_home = |cell: Cell, class: Option<usize>| {
            class.is_some_and(|class| corners.get(class).is_some_and(|corner| *corner == Some(cell)))
        };
        let cells: HashSet<Cell> = match playback.handling() {
            Handling::Push => {
                aims.filter(|aim| is_home(aim.corner, aim.class)).map(|aim| aim.corner).collect()
            }
            _ => aims.flat_map(Aim::cells).collect(),
        };
        let ink = |style: Style| match self.colours {
            Colours::None => style.add_modifier(Modifier::BOLD),
            colours => style.fg(shade(colours, AIM)),
        };
        for cell in cells {
            let (x, y) = scale.origin(cell);
            let is_free = self.thing(cell.0.into(), cell.1.into()) == Thing::Floor;
            if scale.lined && playback.handling() == Handling::Push {
                self.write(buffer, (x + u32::from(scale.width) - 1, y), "•", ink);
            } else if scale.lined {
                let mark = if is_free { "◦" } else { "•" };
                self.write(
                    buffer,
                    (x + u32::from(scale.width) - 1, y + u32::from(scale.height) - 1),
                    mark,
                    ink,
                );
            } else if is_free {
                self.write(buffer, (x, y), "◦", ink);
            } else if playback.handling() != Handling::Push {
                let name = self.covered_name(cell);
                self.write(buffer, (x, y), &name, |style| style.add_modifier(Modifier::UNDERLINED));
            }
        }
    }

    /// The name of what covers a cell, if it fits one.
    fn covered_name(&self, (row, column): Cell) -> String {
        let Thing::Piece(piece) = self.thing(row.into(), column.into()) else { return String::new() };
        let name = &self.playback.pieces[piece].label;
        if Span::raw(name.as_str()).width() <= usize::from(self.places.scale.width) {
            name.clone()
        } else {
            String::new()
        }
    }

    /// The way of a hint, on the cells that the piece passes or comes to.
    fn arrows(&self, session: &Session, buffer: &mut Buffer) {
        let Some((step, from)) = session.hint.and_then(|step| step.from.map(|from| (step, from))) else {
            return;
        };
        let Some((towards, cells)) = straight(from, step.to) else { return };
        let arrow = match towards {
            Direction::Up => "↑",
            Direction::Down => "↓",
            Direction::Left => "←",
            Direction::Right => "→",
        };
        let scale = self.places.scale;
        let passed = (1..=cells).filter_map(|cells| beyond(from, towards, cells));
        let passed: HashSet<Cell> =
            passed.flat_map(|corner| self.playback.cells_at(step.piece, corner)).collect();
        let ink = |style: Style| match self.colours {
            Colours::None => style.add_modifier(Modifier::BOLD),
            colours => style.fg(shade(colours, AIM)).add_modifier(Modifier::BOLD),
        };
        for cell in passed {
            if self.thing(cell.0.into(), cell.1.into()) == Thing::Floor {
                let (x, y) = scale.origin(cell);
                let middle = (u32::from(scale.width - 1) / 2, u32::from(scale.height - 1) / 2);
                self.write(buffer, (x + middle.0, y + middle.1), arrow, ink);
            }
        }
    }
}
