//! A board in characters: boxes round pieces if there is room, else a character or a few for each cell.
//!
//! ```text
//!   ┏━━━┯━━━━━━━┓      A cell is a few columns and one row, with a column and a row for lines between cells:
//!   ┃   │       ┃      light round pieces, heavy round the tray. A glyph is found by the lines that meet in it.
//!   ┃ a │   b   ┃
//!   ┃   │       ┃      abb   The same in letters.
//!   ┃   │       ┃      abb
//!   ┗━━━┷━━━━━━━┛
//! ```

pub mod board;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use crate::palette::{Colour, INK, colour, nearest};
use crate::playback::{Aim, Cell, Floor, Playback};
use crate::terminal::board::{Board, Scale, breadth};

/// Filler of the second column of a wide character.
pub const COVERED: char = '\0';

/// Filling of fixed pieces.
pub const HATCH: char = '╱';

/// The least columns of a cell between its lines.
const MIN_COLUMNS: usize = 3;

/// The scales of pictures, from the largest to the smallest: with lines round pieces, with labels, with one character a
/// cell.
pub fn scales(playback: &Playback) -> [Scale; 3] {
    let longest = playback.pieces.iter().map(|piece| breadth(&piece.label)).max().unwrap_or(0);
    let flat = |width: usize| Scale { width: width as u16, height: 1, lined: false };
    let boxes = Scale { width: MIN_COLUMNS.max(longest + 1) as u16, height: 1, lined: true };
    [boxes, flat(if longest > 1 { longest + 1 } else { 1 }), flat(1)]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    None,
    /// The cube of 6 by 6 by 6 colours among 256.
    Cube,
    /// Colours of 24 bits.
    True,
}

/// A place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub character: char,
    /// The colour behind it, if it is not the terminal's own; the character is dark then.
    pub background: Option<Colour>,
    /// True if it is part of a label.
    pub is_bold: bool,
}

impl Glyph {
    /// A character on the terminal's own background.
    pub fn plain(character: char) -> Self {
        Self { character, background: None, is_bold: false }
    }

    /// A line of words on the terminal's own background; a wide character covers two columns.
    pub fn line(words: &str) -> Vec<Self> {
        let columns = |character: char| {
            let covered = breadth(character.encode_utf8(&mut [0; 4])).saturating_sub(1);
            [character].into_iter().chain(std::iter::repeat_n(COVERED, covered))
        };
        words.chars().flat_map(columns).map(Self::plain).collect()
    }
}

/// Marks of the free cells of gates and of exits.
pub const GATE: char = '+';
pub const EXIT: char = '>';

/// An opening of the frame: the exit of a Rush Hour board.
pub const OUT: char = '→';

/// A wall inside the tray, a free cell in letters, a place of the goal, and a piece without a name.
const WALL: char = '▒';
const FREE: char = '·';
const AIM: char = '×';
const NAMELESS: char = '■';

/// Characters where lines meet, by the weights of the lines upwards, rightwards, downwards and leftwards (0 none, 1 light,
/// 2 heavy), read as a number to the base 3 without its first digit, which is the row.
const MEETING: [&str; 3] =
    [" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳", "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈", "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"];

/// The character where lines of these weights go upwards, rightwards, downwards and leftwards: 0 is none, 1 light, 2 heavy.
///
/// # Panics
/// When a weight is more than 2.
pub fn meeting([up, right, down, left]: [usize; 4]) -> char {
    MEETING[up].chars().nth(9 * right + 3 * down + left).unwrap_or(' ')
}

/// The glyphs of a position, all rows of one length.
pub fn grid(playback: &Playback, corners: &[Option<Cell>], scale: Scale) -> Vec<Vec<Glyph>> {
    let board = Board::new(playback, corners, scale, 2, None);
    let aimed = playback.drawn_aims().into_iter().flat_map(Aim::cells).collect();
    let painter = Painter { board, aimed, outside: playback.outside() };
    if scale.lined { painter.boxes(corners) } else { painter.letters() }
}

struct Painter<'a> {
    board: Board<'a>,
    aimed: HashSet<Cell>,
    outside: BTreeSet<Cell>,
}

impl Painter<'_> {
    fn ground(&self, cell: (i32, i32)) -> Glyph {
        let is_pillar =
            |cell: Cell| self.board.playback.floor_at(cell) == Floor::Wall && !self.outside.contains(&cell);
        let piece = self.board.piece(cell).map(|piece| &self.board.playback.pieces[piece]);
        let background = piece.map(|piece| colour(piece.colour));
        let character = match piece {
            Some(piece) if piece.is_fixed => HATCH,
            None if self.board.place(cell).is_some_and(is_pillar) => WALL,
            _ => ' ',
        };
        Glyph { background, ..Glyph::plain(character) }
    }

    fn mark(&self, cell: Cell) -> Option<char> {
        match self.board.playback.floor_at(cell) {
            Floor::Gate => Some(GATE),
            Floor::Exit => Some(EXIT),
            Floor::Open | Floor::Wall => None,
        }
    }

    fn boxes(&self, corners: &[Option<Cell>]) -> Vec<Vec<Glyph>> {
        let glyph = |x, y| match self.board.arms(x, y) {
            _ if self.board.is_open(x, y) => Glyph::plain(OUT),
            [0, 0, 0, 0] => self.ground(self.board.cell(x, y)),
            arms => Glyph::plain(meeting(arms)),
        };
        let (columns, rows) = self.board.scale.extent(self.board.playback.size);
        let mut rows: Vec<Vec<Glyph>> =
            (0..rows).map(|y| (0..columns).map(|x| glyph(x, y)).collect()).collect();
        for (piece, corner) in corners.iter().enumerate() {
            let Some(corner) = *corner else { continue };
            let ((x, y), label) = self.board.label(piece, corner);
            write_label(&mut rows[y as usize], x as usize, label);
        }
        self.add_marks(&mut rows);
        rows
    }

    /// Marks stand in the middle of their cells, or beside the label that is there.
    fn add_marks(&self, rows: &mut [Vec<Glyph>]) {
        for cell @ (row, column) in self.board.playback.size.all() {
            let is_free = self.board.piece((row.into(), column.into())).is_none();
            let mark =
                if self.aimed.contains(&cell) { Some(AIM) } else { self.mark(cell).filter(|_| is_free) };
            let Some(mark) = mark else { continue };
            let (across, down) = self.board.scale.pitch();
            let middle = |pitch: u32, place: u16| (pitch * u32::from(place) + pitch / 2) as usize;
            let (glyphs, middle) = (&mut rows[middle(down, row)], middle(across, column));
            let free = glyphs[middle..=middle + 1].iter_mut().find(|glyph| glyph.character == ' ');
            if let Some(glyph) = free {
                glyph.character = mark;
            }
        }
    }

    fn letters(&self) -> Vec<Vec<Glyph>> {
        let columns = usize::from(self.board.scale.width);
        let cell = |cell: Cell| -> Vec<Glyph> {
            let place = (cell.0.into(), cell.1.into());
            let mut glyphs = vec![self.ground(place); columns];
            let label = match self.board.piece(place).map(|piece| &self.board.playback.pieces[piece].label) {
                Some(label) if (1..=columns).contains(&breadth(label)) => label.clone(),
                Some(_) => NAMELESS.to_string(),
                None if self.aimed.contains(&cell) => AIM.to_string(),
                None if self.board.playback.floor_at(cell) == Floor::Open => FREE.to_string(),
                None => self.mark(cell).map(String::from).unwrap_or_default(),
            };
            write_label(&mut glyphs, columns - breadth(&label), &label);
            glyphs
        };
        let size = self.board.playback.size;
        (0..size.height).map(|row| (0..size.width).flat_map(|column| cell((row, column))).collect()).collect()
    }
}

/// Writes a label over glyphs, which keep their background.
fn write_label(glyphs: &mut [Glyph], place: usize, label: &str) {
    for (glyph, written) in glyphs.iter_mut().skip(place).zip(Glyph::line(label)) {
        *glyph = Glyph { background: glyph.background, is_bold: glyph.background.is_some(), ..written };
    }
}

/// Rows of glyphs as text, each with a line's end.
pub fn written(rows: &[Vec<Glyph>], colours: Colours) -> String {
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        let mut style = (None, false);
        for glyph in row.iter().filter(|glyph| glyph.character != COVERED) {
            let next = (glyph.background, glyph.is_bold);
            if colours != Colours::None && next != style {
                line += &escape(next, colours);
                style = next;
            }
            line.push(glyph.character);
        }
        if style != (None, false) {
            line += "\x1b[0m";
        }
        text += line.trim_end_matches(' ');
        text.push('\n');
    }
    text
}

/// The escape sequence that sets colours and weight.
fn escape((background, is_bold): (Option<Colour>, bool), colours: Colours) -> String {
    let mut codes = "\x1b[0".to_owned();
    if is_bold {
        codes += ";1";
    }
    if let Some(background) = background {
        for (kind, shade) in [(38, INK), (48, background)] {
            let [red, green, blue] = shade;
            // Writing into a string cannot fail.
            let _ = match colours {
                Colours::True => write!(codes, ";{kind};2;{red};{green};{blue}"),
                Colours::None | Colours::Cube => write!(codes, ";{kind};5;{}", nearest(shade)),
            };
        }
    }
    codes + "m"
}

#[cfg(test)]
mod tests {
    use super::{Colours, HATCH, grid, scales, written};
    use crate::playback::Playback;
    use crate::tests::{drawn, varied};

    /// The lines at each scale: with lines round pieces, with labels, and with one character a cell.
    fn lines(playback: &Playback) -> [Vec<String>; 3] {
        scales(playback).map(|scale| {
            let rows = grid(playback, &playback.start, scale);
            let (columns, _) = scale.extent(playback.size);
            assert!(rows.iter().all(|row| row.len() == columns as usize));
            written(&rows, Colours::None).lines().map(str::to_owned).collect()
        })
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
        assert_eq!(letters, ["abb", "a·b", "cdd"]);
    }

    #[test]
    fn walls_gates_exits_and_goals_are_marked() {
        let [boxes, letters, _] = lines(&varied());
        assert_eq!(letters, ["", " aab·", " acb×", " ·▒d×", " e·d·", "  ++", "  >>"]);
        let drawing = boxes.join("\n");
        for part in ["│ × ┃", "┃▒▒▒┃", "┃ +   + ┃", "│ >   > │", &HATCH.to_string()] {
            assert!(drawing.contains(part), "{part} in\n{drawing}");
        }
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
        let rows = grid(&playback, &playback.start, scales(&playback)[0]);
        let texts = [Colours::None, Colours::True, Colours::Cube].map(|colours| written(&rows, colours));
        assert!(!texts[0].contains('\x1b') && texts[2].contains(";48;5;"), "{texts:?}");
        assert!(texts[1].contains(";48;2;237;102;86m "), "{texts:?}");
    }
}
