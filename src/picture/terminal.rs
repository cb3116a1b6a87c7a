//! A board in characters, on the screen of a game or in lines of text: boxes around pieces if there is room, else one
//! or a few characters for each cell.
//!
//! ```text
//!   ┏━━━┯━━━━━━━┓      A cell is some columns and rows, with a column and a row for lines between cells: light around
//!   ┃   │       ┃      pieces, heavy around the tray or the marked piece. A line's character is determined by the
//!   ┃ a │   b   ┃      lines that meet in it.
//!   ┃   │ ×   × ┃
//!   ┃   │       ┃      abb   The same in letters.
//!   ┗━━━┷━━━━━━━┛      abb
//! ```

pub mod board;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::palette::{self, Colour, FLOOR, INK, colour, nearest};
use crate::playback::{Cell, Floor, Handling, Mark, Playback};
use crate::rulers::of_text;
use crate::terminal::board::{Board, Scale, breadth};

/// The scales of a board, largest first: with lines around pieces and cells of at most `tallest` rows, with labels side
/// by side, and with one character per cell. Labels have at most `longest` columns, and one beside them for a mark.
pub fn scales(playback: &Playback, tallest: u16, longest: u16) -> Vec<Scale> {
    let names = playback.pieces.iter().map(|piece| breadth(&piece.label) as u16);
    let room = names.max().unwrap_or(1).clamp(1, longest) + 1;
    // A character is about twice as high as it is wide.
    let lined = (1..=tallest).rev();
    let lined = lined.map(|height| Scale { width: room.max(2 * height + 1), height, lined: true });
    lined.chain([room, 1].map(|width| Scale { width, height: 1, lined: false })).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    None,
    /// The 6×6×6 colour cube among 256 colours.
    Cube,
    /// 24-bit colours.
    True,
}

impl Colours {
    fn shade(self, colour: Colour) -> Color {
        let [red, green, blue] = colour;
        match self {
            Self::None => Color::Reset,
            Self::True => Color::Rgb(red, green, blue),
            Self::Cube => Color::Indexed(nearest(colour)),
        }
    }

    /// The style of characters on a background.
    pub fn style(self, ink: Colour, ground: Colour) -> Style {
        Style::new().fg(self.shade(ink)).bg(self.shade(ground))
    }

    /// The style of the goal's marks.
    pub fn aim(self) -> Style {
        match self {
            Self::None => Style::new().add_modifier(Modifier::BOLD),
            colours => Style::new().fg(colours.shade(palette::AIM)),
        }
    }
}

/// Left edge of a piece beside another one of its kind.
const EDGE: char = '▏';

/// Fill of fixed pieces, and marks of the free cells of gates and exits.
const HATCH: char = '╱';
const GATE: char = '+';
const EXIT: char = '>';

/// An opening of the frame: the exit of a Rush Hour board.
const OUT: char = '→';

/// A wall inside the tray, a free cell in letters, a place of the goal, a tile in its place, a piece without a name.
const WALL: char = '▒';
const FREE: char = '·';
const AIM: char = '×';
const HOME: char = '•';
const NAMELESS: &str = "■";

/// The lines of the legend: each mark in a playback's drawing with its meaning.
pub fn legend(playback: &Playback) -> impl Iterator<Item = String> {
    playback.marks().map(|(mark, meaning)| {
        let sign = match mark {
            Mark::Aim => AIM,
            Mark::Gate => GATE,
            Mark::Exit => EXIT,
            Mark::Fixed => HATCH,
        };
        format!("{sign} {meaning}")
    })
}

/// Characters where lines meet, by the weights of the lines up, right, down and left (0 none, 1 light, 2 heavy), read as
/// a number in base 3: its first digit is the row, the others are the column.
const MEETING: [&str; 3] =
    [" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳", "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈", "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"];

/// The character where lines of these weights go up, right, down and left.
fn meeting([up, right, down, left]: [usize; 4]) -> char {
    MEETING[up].chars().nth(9 * right + 3 * down + left).unwrap_or(' ')
}

/// A part of a drawing on a screen: its area there, and the column and the row of the drawing at its top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub area: Rect,
    pub first: (u32, u32),
}

impl Window {
    /// The whole drawing of a board without its outside, below and to the right of its rulers.
    pub fn of(playback: &Playback, scale: Scale) -> Self {
        let (first, size) = playback.open_box();
        let ((x, y), (columns, rows), line) =
            (scale.origin(first), scale.extent(size), u32::from(scale.lined));
        let room = of_text(playback, scale).map_or((0, 0), |rulers| (rulers.breadth() as u16 + 1, 1));
        Self { area: Rect::new(room.0, room.1, columns as u16, rows as u16), first: (x - line, y - line) }
    }

    /// Writes the visible part of a text over the drawing, from a column and a row on.
    pub fn write(&self, buffer: &mut Buffer, (mut x, y): (u32, u32), mut text: &str, style: Style) {
        while x < self.first.0 && !text.is_empty() {
            let (letter, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
            (x, text) = (x + breadth(letter) as u32, rest);
        }
        let (area, place) = (self.area, x.checked_sub(self.first.0).zip(y.checked_sub(self.first.1)));
        if let Some((x, y)) = place.filter(|&(x, y)| x < area.width.into() && y < area.height.into()) {
            let room = usize::from(area.width) - x as usize;
            buffer.set_stringn(area.x + x as u16, area.y + y as u16, text, room, style);
        }
    }
}

impl Board<'_> {
    /// Draws the part of the board that is in a window.
    pub fn draw(&self, buffer: &mut Buffer, window: Window) {
        for place in window.area.positions() {
            let (column, row) = (u32::from(place.x - window.area.x), u32::from(place.y - window.area.y));
            let (symbol, style) = self.character(window.first.0 + column, window.first.1 + row);
            if let Some(cell) = buffer.cell_mut(place) {
                cell.set_char(symbol).set_style(style);
            }
        }
        self.write_rulers(buffer, window);
        if !self.scale.lined {
            return self.write_letters(buffer, window);
        }
        for (piece, corner) in self.corners.iter().enumerate() {
            let Some((place, label)) = corner.map(|corner| self.label(piece, corner)) else { continue };
            window.write(buffer, place, label, self.bold());
        }
        for cell in self.playback.size.all() {
            if let Some(((mark, style), place)) = self.mark(cell).zip(self.place_of_mark(cell)) {
                window.write(buffer, place, mark.encode_utf8(&mut [0; 4]), style);
            }
        }
    }

    /// Writes the labels and the marks of cells without lines between them.
    fn write_letters(&self, buffer: &mut Buffer, window: Window) {
        let (columns, mut mark) = (usize::from(self.scale.width), [0; 4]);
        for cell in self.playback.size.all() {
            let label = self.covering(cell).map(|piece| self.playback.pieces[piece].label.as_str());
            let (text, style) = match label {
                Some(label) if self.aimed.contains(&cell) => {
                    (label, self.bold().add_modifier(Modifier::UNDERLINED))
                }
                Some(label) => (label, self.bold()),
                None => match self.mark(cell) {
                    Some((character, style)) => (&*character.encode_utf8(&mut mark), style),
                    None => continue,
                },
            };
            let text = if (1..=columns).contains(&breadth(text)) { text } else { NAMELESS };
            let (x, y) = self.scale.origin(cell);
            window.write(buffer, (x + (columns - breadth(text)) as u32, y), text, style);
        }
    }

    /// The character at a column and a row of the drawing, without labels and marks.
    fn character(&self, x: u32, y: u32) -> (char, Style) {
        let (cell, arms) = (self.cell(x, y), self.arms(x, y));
        let left = (cell.0, cell.1.wrapping_sub(1));
        if self.on_lines(x, y) == (false, true) && self.is_opening(left, cell) {
            return (OUT, Style::new());
        }
        if arms.contains(&2) {
            return (meeting(arms), self.colours.style(INK, FLOOR).patch(self.bold()));
        }
        if arms.contains(&1) {
            return (meeting(arms), self.colours.style(palette::WALL, FLOOR));
        }
        if let Some(number) = self.covering(cell) {
            let piece = &self.playback.pieces[number];
            let weight = match self.scale.lined {
                _ if self.marked != Some(number) => Modifier::empty(),
                true => Modifier::BOLD,
                false => Modifier::REVERSED | Modifier::BOLD,
            };
            let style = self.colours.style(INK, colour(piece.colour)).add_modifier(weight);
            // Without lines between cells, pieces of one kind are told apart by lines in their own cells.
            let is_edge = |other| !self.scale.lined && self.is_alike(number, other);
            let below = if is_edge((cell.0 + 1, cell.1)) { Modifier::UNDERLINED } else { Modifier::empty() };
            let begins = x.is_multiple_of(self.scale.pitch().0) && self.scale.width > 1;
            let fill = match begins && is_edge(left) {
                true => EDGE,
                false if piece.is_fixed => HATCH,
                false => ' ',
            };
            return (fill, style.add_modifier(below));
        }
        let ground = match self.playback.floor_at(cell) {
            Floor::Wall => return (if self.pillars.contains(&cell) { WALL } else { ' ' }, Style::new()),
            Floor::Gate | Floor::Exit if self.on_lines(x, y) == (false, false) => palette::GATE,
            _ => FLOOR,
        };
        (' ', self.colours.style(palette::WALL, ground))
    }

    fn bold(&self) -> Style {
        if self.colours == Colours::None { Style::new() } else { Style::new().add_modifier(Modifier::BOLD) }
    }

    /// The mark of a cell and its style: that of the goal, or that of its floor if it is free.
    fn mark(&self, cell: Cell) -> Option<(char, Style)> {
        if self.aimed.contains(&cell) {
            let mark = if self.playback.handling == Handling::Push { HOME } else { AIM };
            return Some((mark, self.colours.aim()));
        }
        let mark = match self.playback.floor_at(cell) {
            _ if self.covering(cell).is_some() => return None,
            Floor::Gate => GATE,
            Floor::Exit => EXIT,
            Floor::Open if !self.scale.lined => FREE,
            _ => return None,
        };
        Some((mark, Style::new()))
    }

    /// The place of a cell's mark: its middle, or beside a label in the middle, if there is room.
    fn place_of_mark(&self, cell: Cell) -> Option<(u32, u32)> {
        let (x, y) = self.scale.middle(cell);
        let label = self.covering(cell).and_then(|piece| Some(self.label(piece, self.corners[piece]?)));
        let label = label.filter(|&((first, row), _)| row == y && first <= x);
        let x = label.map_or(x, |((first, _), label)| x.max(first + breadth(label) as u32));
        (x < self.scale.origin(cell).0 + u32::from(self.scale.width)).then_some((x, y))
    }
}

/// The rows of a buffer as text, each with a line break.
pub fn written(buffer: &Buffer, colours: Colours) -> String {
    let plain = (Color::Reset, Color::Reset, Modifier::empty());
    let mut text = String::new();
    for row in buffer.content.chunks(buffer.area.width.max(1).into()) {
        let (mut line, mut style, mut covered) = (String::new(), plain, 0);
        for cell in row {
            // A wide character covers the columns after it.
            if covered > 0 {
                covered -= 1;
                continue;
            }
            covered = breadth(cell.symbol()).saturating_sub(1);
            let next = (cell.fg, cell.bg, cell.modifier);
            if colours != Colours::None && next != style {
                line += &escape(next);
                style = next;
            }
            line += cell.symbol();
        }
        if style != plain {
            line += "\x1b[0m";
        }
        text += line.trim_end_matches(' ');
        text.push('\n');
    }
    text
}

/// The escape sequence that sets colours and modifiers.
fn escape((ink, ground, weight): (Color, Color, Modifier)) -> String {
    let mut codes = "\x1b[0".to_owned();
    for (modifier, code) in [(Modifier::BOLD, ";1"), (Modifier::UNDERLINED, ";4")] {
        if weight.contains(modifier) {
            codes += code;
        }
    }
    for (kind, shade) in [(38, ink), (48, ground)] {
        codes += &match shade {
            Color::Rgb(red, green, blue) => format!(";{kind};2;{red};{green};{blue}"),
            Color::Indexed(number) => format!(";{kind};5;{number}"),
            _ => String::new(),
        };
    }
    codes + "m"
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;

    use super::{Colours, HATCH, Window, scales, written};
    use crate::playback::Playback;
    use crate::terminal::board::{Board, Scale};
    use crate::tests::{drawn, varied};

    /// Draws the start in characters.
    fn text(playback: &Playback, scale: Scale, colours: Colours) -> String {
        let window = Window::of(playback, scale);
        let mut buffer = Buffer::empty(window.area);
        Board::new(playback, &playback.start, scale, colours, None).draw(&mut buffer, window);
        written(&buffer, colours)
    }

    /// The lines at each scale: with lines around pieces, with labels, and with one character per cell.
    fn lines(playback: &Playback) -> [Vec<String>; 3] {
        let scales: [Scale; 3] = scales(playback, 1, 100).try_into().expect("three scales");
        scales.map(|scale| text(playback, scale, Colours::None).lines().map(str::to_owned).collect())
    }

    #[test]
    fn lines_meet() {
        let [boxes, letters, _] = lines(&drawn(&["abb", "a.b", "cdd"]));
        let expected = [
            "┏━━━┯━━━━━━━┓",
            "┃   │     b ┃",
            "┃ a ├───┐   ┃",
            "┃   │   │   ┃",
            "┠───┼───┴───┨",
            "┃ c │   d   ┃",
            "┗━━━┷━━━━━━━┛",
        ];
        assert_eq!(boxes, expected);
        assert_eq!(letters, [" a b b", " a · b", " c d d"]);
    }

    #[test]
    fn walls_gates_exits_and_goals_are_marked() {
        let [boxes, letters, _] = lines(&varied());
        assert_eq!(letters, [" a a b ·", " a c b ×", " ·▒▒ d ×", "╱e · d ·", "▒▒ + +▒▒", "▒▒ > >▒▒"]);
        let drawing = boxes.join("\n");
        for part in ["│ × ┃", "┃▒▒▒┃", "┃ +   + ┃", "│ >   > │", &HATCH.to_string()] {
            assert!(drawing.contains(part), "{part} in\n{drawing}");
        }
    }

    #[test]
    fn equal_pieces_have_lines_between_them_also_without_room_for_boxes() {
        let mut playback = drawn(&["aab", "aab", "cc#"]);
        for piece in &mut playback.pieces[..2] {
            (piece.label, piece.colour) = ("J".to_owned(), 5);
        }
        assert_eq!(lines(&playback)[1], [" J J▏J", " J J▏J", " c c▒▒"]);
        playback.pieces[2] = playback.pieces[0].clone();
        playback.pieces[2].shape = drawn(&["cc"]).pieces[0].shape.clone();
        let coloured = text(&playback, scales(&playback, 1, 1)[1], Colours::Cube);
        let has_edge: Vec<bool> = coloured.lines().map(|line| line.contains("\x1b[0;4;")).collect();
        assert_eq!(has_edge, [false, true, false], "{coloured:?}");
    }

    #[test]
    fn long_and_broad_labels_fit() {
        let mut playback = drawn(&["ab"]);
        playback.pieces[0].label = "12345".to_owned();
        playback.pieces[1].label = "木".to_owned();
        let [boxes, letters, dots] = lines(&playback);
        assert_eq!([&*boxes[1], &letters[0], &dots[0]], ["┃12345 │ 木   ┃", " 12345    木", "■■"]);
    }

    #[test]
    fn colours_are_those_of_the_terminal() {
        let playback = drawn(&["ab"]);
        let texts = [Colours::None, Colours::True, Colours::Cube]
            .map(|colours| text(&playback, scales(&playback, 1, 1)[0], colours));
        assert!(!texts[0].contains('\x1b') && texts[2].contains(";48;5;"), "{texts:?}");
        assert!(texts[1].contains(";48;2;237;102;86m "), "{texts:?}");
    }
}
