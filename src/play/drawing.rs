//! The board on the screen of a game: pieces in their colours between lines, those round the chosen piece heavy.
//!
//! A character is about twice as high as it is wide, so cells are, too.

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::keys::Mode;
use crate::session::Session;
use traybit_picture::palette::{AIM, Colour, FLOOR, GATE, INK, WALL, colour, nearest};
use traybit_picture::playback::{Aim, Cell, Floor, Handling, Playback, beyond, straight};
use traybit_picture::terminal::board::{Board, Scale, breadth, fitting};
use traybit_picture::terminal::{Colours, HATCH, OUT, meeting};

/// Signs of the free cells of gates and exits.
pub(crate) const GATE_SIGN: char = '░';
pub(crate) const EXIT_SIGN: char = '·';

/// The narrowest panel beside the board, and the lowest below it.
const BESIDE: u16 = 20;
const BELOW: u16 = 6;

/// Cells of more rows than this leave the panel room for whole sentences: this many columns.
const LOW: u16 = 3;
const ROOMY: u16 = 54;

/// The panel beside a board that is larger than the screen.
const BESIDE_LARGE: u16 = 30;

const LONGEST_NAME: u16 = 5;

/// All scales for a playback, the largest first.
fn scales(playback: &Playback) -> Vec<Scale> {
    let names = playback.pieces.iter().map(|piece| breadth(&piece.label) as u16);
    let name = names.max().unwrap_or(1).clamp(1, LONGEST_NAME);
    // Numbers side by side need something between them; tiles have a mark beside the number.
    let (in_lines, in_flat) = match playback.handling {
        Handling::Push => (name + 2, name + 1),
        _ => (name, name.min(2)),
    };
    let lined = [8, 7, 6, 5, 4, 3, 2, 1].map(|height| Scale {
        width: (2 * height + 1).max(in_lines),
        height,
        lined: true,
    });
    let flat = [2, 1].map(|width| Scale { width: in_flat.max(width), height: 1, lined: false });
    lined.into_iter().chain(flat).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) scale: Scale,
    /// The board, or as much of it as is seen.
    pub(crate) board: Rect,
    /// Column and row of the drawing at the board's first place.
    pub(crate) first: (u32, u32),
    pub(crate) panel: Rect,
    pub(crate) keys: Rect,
    /// True if the screen is too small for the whole board.
    pub(crate) is_part: bool,
}

impl Places {
    /// The largest scale at which the board fits beside or above the panel; else as much as there is room for, with the
    /// cell of interest in the middle.
    pub(crate) fn of(playback: &Playback, area: Rect, interest: Cell) -> Self {
        let keys = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
        let area = Rect { height: area.height - keys.height, ..area };
        let scales = scales(playback);
        let fitting = scales.iter().find_map(|&scale| {
            let (columns, rows) = scale.extent(playback.size);
            let fits = |columns: u32, rows: u32| columns <= area.width.into() && rows <= area.height.into();
            let panel = if scale.height > LOW { ROOMY } else { BESIDE };
            let beside = fits(columns + 1 + u32::from(panel), rows);
            (beside || fits(columns, rows + u32::from(BELOW))).then_some((scale, beside))
        });
        let is_part = fitting.is_none();
        let smallest = scales[scales.len() - 1];
        let (scale, beside) = fitting.unwrap_or((smallest, area.width >= 2 * BESIDE_LARGE));
        let (across, down) = scale.extent(playback.size);
        let (columns, rows) = match (is_part, beside) {
            (false, _) => (across as u16, down as u16),
            (true, true) => (area.width - BESIDE_LARGE - 1, area.height),
            (true, false) => (area.width, area.height.saturating_sub(BELOW)),
        };
        // The board at the top left, and the panel beside or below it.
        let board = Rect { width: columns.min(across as u16), height: rows.min(down as u16), ..area };
        let panel = if beside {
            let left = board.width + 2;
            Rect { x: area.x + left, width: area.width.saturating_sub(left), ..area }
        } else {
            Rect { y: area.y + board.height, height: area.height.saturating_sub(board.height), ..area }
        };
        let (x, y) = scale.origin(interest);
        let begin = |place: u32, seen: u16, whole: u32| {
            place.saturating_sub(u32::from(seen) / 2).min(whole.saturating_sub(u32::from(seen)))
        };
        let first = (begin(x, board.width, across), begin(y, board.height, down));
        Self { scale, board, first, panel, keys, is_part }
    }

    /// The cell at a place of the screen, if the board is there.
    pub(crate) fn cell_at(&self, playback: &Playback, place: Position) -> Option<Cell> {
        if !self.board.contains(place) {
            return None;
        }
        let (across, down) = self.scale.pitch();
        let cell = |place: u16, begin: u16, first: u32, pitch: u32| {
            (u32::from(place - begin) + first).saturating_sub(u32::from(self.scale.lined)) / pitch
        };
        let row = cell(place.y, self.board.y, self.first.1, down) as u16;
        let column = cell(place.x, self.board.x, self.first.0, across) as u16;
        (row < playback.size.height && column < playback.size.width).then_some((row, column))
    }
}

fn shade(colours: Colours, colour: Colour) -> Color {
    let [red, green, blue] = colour;
    match colours {
        Colours::None => Color::Reset,
        Colours::True => Color::Rgb(red, green, blue),
        Colours::Cube => Color::Indexed(nearest(colour)),
    }
}

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
    let drawing = Drawing { board, marked, places, colours };
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
            let symbol = if self.board.playback.pieces[piece].is_fixed { HATCH } else { ' ' };
            let style = self.style(INK, colour(self.board.playback.pieces[piece].colour));
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
            let label = fitting(&self.board.playback.pieces[number].label, scale.width.into());
            let left = (u32::from(scale.width) - breadth(label) as u32) / 2;
            for cell in self.board.playback.cells_at(number, corner) {
                let (x, y) = scale.origin(cell);
                self.write(buffer, (x + left, y), label, Style::new());
            }
        }
    }

    /// Marks cells of the goal; on a board of tiles, those whose tile is in its place.
    fn marks(&self, corners: &[Option<Cell>], buffer: &mut Buffer) {
        let (playback, scale, ink) = (self.board.playback, self.places.scale, self.aim_ink());
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
        let name = piece.map_or("", |piece| &self.board.playback.pieces[piece].label);
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
            passed.flat_map(|corner| self.board.playback.cells_at(step.piece, corner)).collect();
        for cell in passed.into_iter().filter(|&cell| self.is_free(cell)) {
            let (x, y) = scale.origin(cell);
            let middle = (x + u32::from(scale.width - 1) / 2, y + u32::from(scale.height - 1) / 2);
            self.write(buffer, middle, arrow, self.aim_ink().add_modifier(Modifier::BOLD));
        }
    }

    fn aim_ink(&self) -> Style {
        match self.colours {
            Colours::None => Style::new().add_modifier(Modifier::BOLD),
            colours => Style::new().fg(shade(colours, AIM)),
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::{Position, Rect};

    use super::{Places, Scale};
    use crate::table::tests::{board, pair};
    use traybit_picture::playback::{Cell, Playback};

    fn places(playback: &Playback, width: u16, height: u16, interest: Cell) -> Places {
        Places::of(playback, Rect { x: 0, y: 0, width, height }, interest)
    }

    #[test]
    fn boards_are_as_large_as_the_screen_allows_and_clicks_hit_cells() {
        let (_, playback) = pair("5 4\n0 0 1 1\n", "3 1 4 2\n");
        for (screen, scale, lined) in [
            ((100, 40), (11, 5), true),
            ((100, 20), (5, 2), true),
            ((40, 15), (3, 1), true),
            ((20, 12), (2, 1), false),
        ] {
            let places = places(&playback, screen.0, screen.1, (0, 0));
            assert_eq!(places.scale, Scale { width: scale.0, height: scale.1, lined }, "{screen:?}");
            assert_eq!(u32::from(places.board.width), places.scale.extent(playback.size).0);
            assert!(places.panel.right() <= screen.0 && places.panel.bottom() < screen.1);
        }
        let (_, tiles) = board();
        assert_eq!(places(&tiles, 80, 24, (0, 0)).scale, Scale { width: 15, height: 7, lined: true });
        let places = places(&playback, 60, 24, (0, 0));
        let hits = [(0, 0), (4, 2), (9, 6), (31, 19), (33, 0), (0, 21)];
        let hits = hits.map(|(x, y)| places.cell_at(&playback, Position { x, y }));
        assert_eq!(hits, [Some((0, 0)), Some((0, 0)), Some((1, 1)), Some((4, 3)), None, None]);
    }

    #[test]
    fn a_board_larger_than_the_screen_is_seen_round_a_cell() {
        let (_, playback) = pair("256 256\n0 0 1 1\n", "3 1 4 2\n");
        for (cell, first) in [((0, 0), (0, 0)), ((100, 100), (76, 81)), ((255, 255), (207, 217))] {
            let places = places(&playback, 80, 40, cell);
            assert_eq!((places.board.width, places.board.height, places.first), (49, 39, first));
        }
        // A screen without room for anything is no error.
        for (width, height) in [(0, 0), (1, 1), (3, 2), (80, 1)] {
            places(&playback, width, height, (0, 0));
        }
    }
}
