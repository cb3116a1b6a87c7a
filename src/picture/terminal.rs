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
pub mod glyphs;

use std::fmt::Write;

use crate::palette::{Colour, INK, nearest};
use crate::playback::Playback;
use crate::terminal::board::{Scale, breadth};

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
    use super::{Colours, HATCH, scales, written};
    use crate::playback::Playback;
    use crate::terminal::glyphs::grid;
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
