//! The board on the screen of a game: pieces in their colours between lines, those round the chosen piece heavy.

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use crate::places::Places;
use crate::session::{Mode, Session};
use traybit_picture::palette::{AIM, Colour, FLOOR, GATE, INK, WALL, colour, nearest};
use traybit_picture::playback::{Aim, Cell, Floor, Handling, Playback, beyond, straight};
use traybit_picture::terminal::board::{Board, breadth, fitting};
use traybit_picture::terminal::{Colours, HATCH};
use traybit_picture::terminal::{OUT, meeting};

/// Signs of the free cells of gates and exits.
pub(crate) const GATE_SIGN: char = '░';
pub(crate) const EXIT_SIGN: char = '·';

fn shade(colours: Colours, colour: Colour) -> Color {
    let [red, green, blue] = colour;
    match colours {
        Colours::None => Color::Reset,
        Colours::True => Color::Rgb(red, green, blue),
        Colours::Cube => Color::Indexed(nearest(colour)),
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
    let board = Board::new(playback, &table.corners, places.scale, 1, marked);
    let drawing = Drawing { board, playback, marked, places, colours };
    for place in places.board.positions() {
        let (x, y) = (u32::from(place.x - places.board.x), u32::from(place.y - places.board.y));
        let (symbol, style) = drawing.character(x + places.first.0, y + places.first.1);
        if let Some(cell) = buffer.cell_mut(place) {
            cell.set_char(symbol).set_style(style);
        }
    }
    drawing.names(&table.corners, buffer);
    drawing.marks(&table.corners, buffer);
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
    fn style(&self, ink: Colour, ground: Colour) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            colours => Style::new().fg(shade(colours, ink)).bg(shade(colours, ground)),
        }
    }

    /// The character at a column and a row of the drawing, names left out.
    fn character(&self, x: u32, y: u32) -> (char, Style) {
        let (cell, scale) = (self.board.cell(x, y), self.places.scale);
        if self.board.is_open(x, y) {
            return (OUT, Style::new());
        }
        let arms = self.board.arms(x, y);
        if arms != [0; 4] {
            let is_heavy = arms.contains(&2);
            let (ink, weight) = if is_heavy { (INK, Modifier::BOLD) } else { (WALL, Modifier::empty()) };
            return (meeting(arms), self.style(ink, FLOOR).add_modifier(weight));
        }
        if let Some(piece) = self.board.piece(cell) {
            let symbol = if self.playback.pieces[piece].is_fixed { HATCH } else { ' ' };
            let style = self.style(INK, colour(self.playback.pieces[piece].colour));
            return (
                symbol,
                style.add_modifier(match (self.marked == Some(piece), scale.lined) {
                    (true, false) => Modifier::REVERSED | Modifier::BOLD,
                    (true, true) => Modifier::BOLD,
                    _ => Modifier::empty(),
                }),
            );
        }
        let (symbol, ground) = match self.board.floor(cell) {
            Floor::Wall => return (' ', Style::new()),
            _ if self.board.on_lines(x, y) != (false, false) => (' ', FLOOR),
            Floor::Gate => (GATE_SIGN, GATE),
            Floor::Exit => (EXIT_SIGN, GATE),
            Floor::Open if !scale.lined && x.is_multiple_of(scale.width.into()) => ('·', FLOOR),
            Floor::Open => (' ', FLOOR),
        };
        (symbol, self.style(WALL, ground))
    }

    /// Writes a text over the drawing, as far as it is in sight, from a column and a row on.
    fn write(&self, buffer: &mut Buffer, (mut x, y): (u32, u32), mut text: &str, style: Style) {
        let (board, first) = (self.places.board, self.places.first);
        while x < first.0 && !text.is_empty() {
            let (letter, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
            (x, text) = (x + breadth(letter) as u32, rest);
        }
        let (Some(column), Some(row)) = (x.checked_sub(first.0), y.checked_sub(first.1)) else { return };
        if column < board.width.into() && row < board.height.into() {
            let room = usize::from(board.width) - column as usize;
            buffer.set_stringn(board.x + column as u16, board.y + row as u16, text, room, style);
        }
    }

    fn names(&self, corners: &[Option<Cell>], buffer: &mut Buffer) {
        let scale = self.places.scale;
        for (number, corner) in corners.iter().enumerate() {
            let Some(corner) = *corner else { continue };
            if scale.lined {
                let (place, label) = self.board.label(number, corner);
                self.write(buffer, place, label, Style::new());
                continue;
            }
            let label = fitting(&self.playback.pieces[number].label, scale.width.into());
            let left = (u32::from(scale.width) - breadth(label) as u32) / 2;
            for cell in self.playback.cells_at(number, corner) {
                let (x, y) = scale.origin(cell);
                self.write(buffer, (x + left, y), label, Style::new());
            }
        }
    }

    /// Marks cells of the goal; on a board of tiles, those whose tile is in its place.
    fn marks(&self, corners: &[Option<Cell>], buffer: &mut Buffer) {
        let (playback, scale, ink) = (self.playback, self.places.scale, self.aim_ink());
        let aims = playback.goals.iter().flatten();
        let is_push = playback.handling == Handling::Push;
        let is_home = |aim: &&Aim| {
            aim.class.and_then(|class| corners.get(class).copied().flatten()) == Some(aim.corner)
        };
        let cells: HashSet<Cell> = if is_push {
            aims.filter(is_home).map(|aim| aim.corner).collect()
        } else {
            aims.flat_map(Aim::cells).collect()
        };
        for cell in cells {
            let ((x, y), is_free) = (scale.origin(cell), self.is_free(cell));
            let (right, bottom) = (x + u32::from(scale.width) - 1, y + u32::from(scale.height) - 1);
            if scale.lined {
                let mark = if is_free && !is_push { "◦" } else { "•" };
                self.write(buffer, (right, if is_push { y } else { bottom }), mark, ink);
            } else if is_free {
                self.write(buffer, (x, y), "◦", ink);
            } else if !is_push {
                let style = Style::new().add_modifier(Modifier::UNDERLINED);
                self.write(buffer, (x, y), self.covered_name(cell), style);
            }
        }
    }

    fn covered_name(&self, (row, column): Cell) -> &str {
        let piece = self.board.piece((row.into(), column.into()));
        let name = piece.map_or("", |piece| &self.playback.pieces[piece].label);
        if breadth(name) <= usize::from(self.places.scale.width) { name } else { "" }
    }

    fn is_free(&self, (row, column): Cell) -> bool {
        let cell = (row.into(), column.into());
        self.board.piece(cell).is_none() && self.board.floor(cell) != Floor::Wall
    }

    /// Arrows of a hint, on the cells that the piece passes or comes to.
    fn arrows(&self, session: &Session, buffer: &mut Buffer) {
        let Some((step, from)) = session.hint.and_then(|step| Some((step, step.from?))) else { return };
        let Some((towards, cells)) = straight(from, step.to) else { return };
        let (arrow, scale) = (["↑", "↓", "←", "→"][towards as usize], self.places.scale);
        let passed = (1..=cells).filter_map(|cells| beyond(from, towards, cells));
        let passed: HashSet<Cell> =
            passed.flat_map(|corner| self.playback.cells_at(step.piece, corner)).collect();
        for cell in passed.into_iter().filter(|&cell| self.is_free(cell)) {
            let (x, y) = scale.origin(cell);
            let middle = (x + u32::from(scale.width - 1) / 2, y + u32::from(scale.height - 1) / 2);
            self.write(buffer, middle, arrow, self.aim_ink().add_modifier(Modifier::BOLD));
        }
    }

    /// The ink of goals; bold without colours.
    fn aim_ink(&self) -> Style {
        match self.colours {
            Colours::None => Style::new().add_modifier(Modifier::BOLD),
            colours => Style::new().fg(shade(colours, AIM)),
        }
    }
}
