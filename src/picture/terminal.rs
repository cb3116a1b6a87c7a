//! A board in characters: boxes round pieces where there is room, a character or a few for each cell elsewhere.
//!
//! ```text
//!   ┏━━━┯━━━━━━━┓      A cell is a few columns and one row, with a column and a row for lines between cells:
//!   ┃   │       ┃      light round pieces, heavy round the tray. A glyph is found by the lines that meet in it.
//!   ┃ a │   b   ┃
//!   ┃   │       ┃      abb   The same in letters.
//!   ┃   │       ┃      abb
//!   ┗━━━┷━━━━━━━┛
//! ```

mod board;
pub mod line;
pub mod nearest;

use std::fmt::Write;

use ratatui::text::Span;

use crate::palette::{Colour, INK};
use crate::playback::{Cell, Playback};
use crate::terminal::board::Board;
use crate::terminal::nearest::nearest;

/// What fills a row's further columns beneath a character that takes two.
pub const COVERED: char = '\0';

/// What pieces that nothing moves are filled with.
pub const HATCH: char = '╱';

/// The least columns of a cell in boxes, the line on its left among them.
const LEAST_COLUMNS: usize = 4;

/// How large a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// With lines round pieces.
    Boxes,
    /// Each cell with its piece's label.
    Letters,
    /// Each cell with one character.
    Dots,
}

impl Scale {
    /// From the largest to the smallest.
    pub const ALL: [Self; 3] = [Self::Boxes, Self::Letters, Self::Dots];
}

/// Which colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None, or they are not wanted.
    None,
    /// The cube of 6 by 6 by 6 colours among 256.
    Cube,
    /// All that 24 bits tell.
    True,
}

/// A place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// What is there.
    pub character: char,
    /// The colour behind it, if it is not the terminal's own; the character is dark then.
    pub background: Option<Colour>,
    /// Whether it is part of a label.
    pub is_bold: bool,
}

impl Glyph {
    /// A character on the terminal's own background.
    #[must_use]
    pub fn plain(character: char) -> Self {
        Self { character, background: None, is_bold: false }
    }

    /// Some words on the terminal's own background; a wide character covers two columns.
    #[must_use]
    pub fn line(words: &str) -> Vec<Self> {
        let columns = |character: char| {
            let covered = breadth(character.encode_utf8(&mut [0; 4])).saturating_sub(1);
            [character].into_iter().chain(std::iter::repeat_n(COVERED, covered))
        };
        words.chars().flat_map(columns).map(Self::plain).collect()
    }
}

/// A position in boxes, line by line.
#[must_use]
pub fn draw(playback: &Playback, corners: &[Option<Cell>], colours: Colours) -> String {
    written(&grid(playback, corners, Scale::Boxes), colours)
}

/// How many columns a board takes.
#[must_use]
pub fn columns(playback: &Playback, scale: Scale) -> usize {
    let width = usize::from(playback.size.width);
    match scale {
        Scale::Boxes => width * cell_columns(playback, scale) + 1,
        Scale::Letters | Scale::Dots => width * cell_columns(playback, scale),
    }
}

/// The glyphs of a position, all rows of one length.
#[must_use]
pub fn grid(playback: &Playback, corners: &[Option<Cell>], scale: Scale) -> Vec<Vec<Glyph>> {
    let board = Board::new(playback, corners, cell_columns(playback, scale));
    match scale {
        Scale::Boxes => board.boxes(corners),
        Scale::Letters | Scale::Dots => board.letters(),
    }
}

/// Rows of glyphs as text, each with a line's end.
#[must_use]
pub fn written(rows: &[Vec<Glyph>], colours: Colours) -> String {
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        let mut style = (None, false);
        for glyph in row.iter().filter(|glyph| glyph.character != COVERED) {
            let wanted = (glyph.background, glyph.is_bold);
            if colours != Colours::None && wanted != style {
                line += &escape(wanted, colours);
                style = wanted;
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

/// What lets a terminal write so from here on.
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

/// How many columns a text takes.
fn breadth(text: &str) -> usize {
    Span::raw(text).width()
}

fn cell_columns(playback: &Playback, scale: Scale) -> usize {
    let longest = playback.pieces.iter().map(|piece| breadth(&piece.label)).max().unwrap_or(0);
    match scale {
        Scale::Boxes => LEAST_COLUMNS.max(longest + 2),
        Scale::Letters if longest > 1 => longest + 1,
        Scale::Letters | Scale::Dots => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{Colours, HATCH, Scale, columns, draw, grid, written};
    use crate::playback::{Floor, Playback};
    use crate::sample::{drawn, varied};

    fn lines(playback: &Playback, scale: Scale) -> Vec<String> {
        let rows = grid(playback, &playback.start, scale);
        assert!(rows.iter().all(|row| row.len() == columns(playback, scale)));
        written(&rows, Colours::None).lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_meet() {
        let playback = drawn(&["abb", "a.b", "cdd"]);
        let wanted = [
            "┏━━━┯━━━━━━━┓",
            "┃   │     b ┃",
            "┃ a ├───┐   ┃",
            "┃   │   │   ┃",
            "┠───┼───┴───┨",
            "┃ c │   d   ┃",
            "┗━━━┷━━━━━━━┛",
        ];
        assert_eq!(lines(&playback, Scale::Boxes), wanted);
        assert_eq!(lines(&playback, Scale::Letters), ["abb", "a·b", "cdd"]);
    }

    #[test]
    fn walls_gates_exits_and_goals_are_marked() {
        assert_eq!(
            lines(&varied(), Scale::Letters),
            ["", " aab·", " acb×", " ·▒d×", " e·d·", "  ++", "  >>"]
        );
        let drawing = lines(&varied(), Scale::Boxes).join("\n");
        for part in ["│ × ┃", "┃▒▒▒┃", "┃ +   + ┃", "│ >   > │"] {
            assert!(drawing.contains(part), "{part} in\n{drawing}");
        }
        assert!(drawing.contains(HATCH), "a fixed piece in\n{drawing}");
    }

    #[test]
    fn long_and_broad_labels_fit() {
        let mut playback = drawn(&["ab"]);
        playback.pieces[0].label = "12345".to_owned();
        playback.pieces[1].label = "木".to_owned();
        assert_eq!(lines(&playback, Scale::Letters), [" 12345    木"]);
        assert_eq!(lines(&playback, Scale::Dots), ["■■"]);
        assert_eq!(lines(&playback, Scale::Boxes)[1], "┃12345 │ 木   ┃");
    }

    #[test]
    fn colours_are_those_of_the_terminal() {
        let playback = drawn(&["ab"]);
        let text = |colours| draw(&playback, &playback.start, colours);
        assert!(!text(Colours::None).contains('\x1b'));
        assert!(text(Colours::True).contains(";48;2;237;102;86m "), "{:?}", text(Colours::True));
        assert!(text(Colours::Cube).contains(";48;5;"));
    }

    #[test]
    fn the_largest_board_is_drawn() {
        let rows = vec![".".repeat(256); 256];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut playback = drawn(&rows);
        playback.floor[300] = Floor::Wall;
        assert_eq!((lines(&playback, Scale::Boxes).len(), lines(&playback, Scale::Dots).len()), (513, 256));
    }
}
