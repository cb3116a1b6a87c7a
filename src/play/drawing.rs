//! The board on the screen of a game: pieces in their colours between lines, those round the chosen piece heavy.

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use crate::places::Places;
use crate::session::{Mode, Session};
use traybit_picture::palette::{AIM, Colour, FLOOR, GATE, INK, WALL, colour, nearest};
use traybit_picture::playback::{Aim, Cell, Floor, Handling, Playback, beyond, straight};
use traybit_picture::terminal::board::{Board, Lines, fitting};
use traybit_picture::terminal::glyphs::{OUT, meeting};
use traybit_picture::terminal::{Colours, HATCH};

/// Signs of the free cells of gates and exits.
pub(crate) const GATE_SIGN: char = '░';
pub(crate) const EXIT_SIGN: char = '·';

/// A colour of the terminal.
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

/// Draws the board in its place.
pub(crate) fn draw(session: &Session, places: &Places, colours: Colours, buffer: &mut Buffer) {
    let Session { playback, table, .. } = session;
    let marked = match session.mode {
        _ if session.hint.is_some() => session.hint,
        Mode::Watch => session.timeline.last(),
        Mode::Play => None,
    };
    let chosen = session.chosen.filter(|_| session.mode == Mode::Play);
    let marked = marked.map(|step| step.piece).or(chosen);
    let lines = Lines { frame: 1, heavy: marked };
    let board = Board::new(playback, table.corners(), places.scale, lines);
    let drawing = Drawing { board, playback, marked, places, colours };
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
    board: Board<'a>,
    playback: &'a Playback,
    marked: Option<usize>,
    places: &'a Places,
    colours: Colours,
}

impl Drawing<'_> {
    /// The character at a column and a row of the drawing, names left out.
    fn character(&self, x: u32, y: u32) -> (char, Style) {
        let cell = self.board.cell(x, y);
        if self.board.is_open(x, y) {
            return (OUT, Style::new());
        }
        let arms = self.board.arms(x, y);
        if arms != [0; 4] {
            let ink = if arms.contains(&2) { INK } else { WALL };
            let weight = if arms.contains(&2) { Modifier::BOLD } else { Modifier::empty() };
            return (meeting(arms), style(self.colours, ink, FLOOR).add_modifier(weight));
        }
        if let Some(piece) = self.board.piece(cell) {
            let is_fixed = self.playback.pieces[piece].is_fixed;
            return (if is_fixed { HATCH } else { ' ' }, self.ground(piece));
        }
        let scale = self.places.scale;
        let (symbol, ground) = match self.board.floor(cell) {
            Floor::Wall => return (' ', Style::new()),
            _ if self.board.on_lines(x, y) != (false, false) => (' ', FLOOR),
            Floor::Gate => (GATE_SIGN, GATE),
            Floor::Exit => (EXIT_SIGN, GATE),
            Floor::Open if !scale.lined && x.is_multiple_of(scale.width.into()) => ('·', FLOOR),
            Floor::Open => (' ', FLOOR),
        };
        (symbol, style(self.colours, WALL, ground))
    }

    fn ground(&self, piece: usize) -> Style {
        let style = style(self.colours, INK, colour(self.playback.pieces[piece].colour));
        style.add_modifier(match (self.marked == Some(piece), self.places.scale.lined) {
            (true, false) => Modifier::REVERSED | Modifier::BOLD,
            (true, true) => Modifier::BOLD,
            _ => Modifier::empty(),
        })
    }

    /// Writes a text, as far as it is in sight, from a column and a row of the drawing on.
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
            if scale.lined {
                let (place, label) = self.board.label(number, corner);
                self.write(buffer, place, label, |style| style);
                continue;
            }
            for cell in self.playback.cells_at(number, corner) {
                let (x, y) = scale.origin(cell);
                let label = fitting(&piece.label, scale.width.into());
                let left = x + (u32::from(scale.width) - Span::raw(label).width() as u32) / 2;
                self.write(buffer, (left, y), label, |style| style);
            }
        }
    }

    /// Marks cells of the goal; on a board of tiles, those whose tile is in its place.
    fn marks(&self, corners: &[Option<Cell>], buffer: &mut Buffer) {
        let (playback, scale) = (self.playback, self.places.scale);
        let aims = playback.goals.iter().flatten();
        let is_home = |cell: Cell, class: Option<usize>| {
            class.is_some_and(|class| corners.get(class).is_some_and(|corner| *corner == Some(cell)))
        };
        let cells: HashSet<Cell> = match playback.handling {
            Handling::Push => {
                aims.filter(|aim| is_home(aim.corner, aim.class)).map(|aim| aim.corner).collect()
            }
            _ => aims.flat_map(Aim::cells).collect(),
        };
        let ink = |style| self.aim_ink(style);
        let is_push = playback.handling == Handling::Push;
        for cell in cells {
            let ((x, y), is_free) = (scale.origin(cell), self.is_free(cell));
            let (right, bottom) = (x + u32::from(scale.width) - 1, y + u32::from(scale.height) - 1);
            if scale.lined {
                let mark = if is_free && !is_push { "◦" } else { "•" };
                self.write(buffer, (right, if is_push { y } else { bottom }), mark, ink);
            } else if is_free {
                self.write(buffer, (x, y), "◦", ink);
            } else if !is_push {
                let name = self.covered_name(cell);
                self.write(buffer, (x, y), name, |style| style.add_modifier(Modifier::UNDERLINED));
            }
        }
    }

    /// The name of the piece on a cell, if it fits.
    fn covered_name(&self, (row, column): Cell) -> &str {
        let piece = self.board.piece((row.into(), column.into()));
        let name = piece.map_or("", |piece| &self.playback.pieces[piece].label);
        if Span::raw(name).width() <= usize::from(self.places.scale.width) { name } else { "" }
    }

    /// True if a cell of the tray is free.
    fn is_free(&self, (row, column): Cell) -> bool {
        let cell = (row.into(), column.into());
        self.board.piece(cell).is_none() && self.board.floor(cell) != Floor::Wall
    }

    /// Arrows of a hint, on the cells that the piece passes or comes to.
    fn arrows(&self, session: &Session, buffer: &mut Buffer) {
        let Some((step, from)) = session.hint.and_then(|step| step.from.map(|from| (step, from))) else {
            return;
        };
        let Some((towards, cells)) = straight(from, step.to) else { return };
        let arrow = ["↑", "↓", "←", "→"][towards as usize];
        let scale = self.places.scale;
        let passed = (1..=cells).filter_map(|cells| beyond(from, towards, cells));
        let passed: HashSet<Cell> =
            passed.flat_map(|corner| self.playback.cells_at(step.piece, corner)).collect();
        for cell in passed.into_iter().filter(|&cell| self.is_free(cell)) {
            let (x, y) = scale.origin(cell);
            let middle = (x + u32::from(scale.width - 1) / 2, y + u32::from(scale.height - 1) / 2);
            self.write(buffer, middle, arrow, |style| self.aim_ink(style).add_modifier(Modifier::BOLD));
        }
    }

    /// A style in the ink of goals; bold without colours.
    fn aim_ink(&self, style: Style) -> Style {
        match self.colours {
            Colours::None => style.add_modifier(Modifier::BOLD),
            colours => style.fg(shade(colours, AIM)),
        }
    }
}
