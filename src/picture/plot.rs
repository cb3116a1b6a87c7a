//! Plots of counts and measurements.
//!
//! [`layers`] draws how many positions are how far away, [`bars`] the tables of experiments. Both are SVG documents
//! of their own; the program that shows them sets the text in a font of its own, so that room for text is estimated
//! with some to spare.

mod axis;
pub mod bars;
pub mod layers;

use crate::label::wrapped;
use crate::markup::{Area, document, element, ground, worded};
use crate::palette::{Colour, INK, OUTSIDE, hex};

/// Colours of the grid's lines and of secondary text.
const GRID: Colour = [0xe4, 0xe1, 0xdc];
const QUIET: Colour = [0x6b, 0x66, 0x60];

/// Fonts of texts: the first one that is installed.
const FONTS: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// Styles of texts: a heading, what is read, and what stands at axes and bars. Documents show plots at three fifths of
/// their size, where letters need nine pixels.
const HEADING: Style = Style { pixels: 20, ink: INK, anchor: "start", is_bold: true };
const NAME: Style = Style { pixels: READ, ink: INK, anchor: "start", is_bold: false };
const FACTS: Style = Style { ink: QUIET, ..NAME };
const QUIETLY: Style = Style { pixels: SMALL, ..FACTS };
const READ: u32 = 17;
const SMALL: u32 = 16;

/// Pixels round everything, and from one line of text to the next.
const MARGIN: u32 = 20;
const LINE: u32 = 23;

/// The unit of a number, which decides how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things.
    Count,
    /// Bytes.
    Bytes,
    /// Seconds.
    Seconds,
}

impl Unit {
    /// A number in this unit: counts in full, others with three digits and a prefix.
    fn label(self, value: f64) -> String {
        let prefixed = |units: &[(&str, f64)]| {
            let fits = |&&(_, of): &&(&str, f64)| value.abs() >= of * 0.9995;
            let &(unit, of) = units.iter().find(fits).unwrap_or(&units[units.len() - 1]);
            format!("{} {unit}", digits(value / of))
        };
        match self {
            Self::Count if value.abs() < 10.0 => digits(value),
            Self::Count => traybit_core::numbers::grouped(value.round() as u64),
            Self::Bytes => prefixed(&[("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)]),
            Self::Seconds => prefixed(&[("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)]),
        }
    }
}

/// Three digits at least, no more than needed after the point.
fn digits(value: f64) -> String {
    let places = if value.abs() < 9.995 { 2 } else { usize::from(value.abs() < 99.95) };
    let text = format!("{value:.places$}");
    if places == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// The look of a text.
#[derive(Clone, Copy, Debug)]
struct Style {
    pixels: u32,
    ink: Colour,
    /// The part of the text that is at its place: `start`, `middle` or `end`.
    anchor: &'static str,
    is_bold: bool,
}

/// The elements of a plot, one over the other.
#[derive(Debug, Default)]
struct Page {
    content: String,
}

impl Page {
    /// A page with a heading and what is read under it, in lines that fit; and the first pixel below them.
    fn headed(heading: &str, under: &str, room: u32) -> (Self, u32) {
        let (mut page, mut at) = (Self::default(), MARGIN);
        for line in broken(heading, HEADING.pixels, room) {
            at += LINE + 5;
            page.text(&line, (MARGIN, at - 14), HEADING);
        }
        for line in broken(under, READ, room) {
            at += LINE;
            page.text(&line, (MARGIN, at - 10), FACTS);
        }
        (page, at)
    }

    /// Adds a text whose middle is at this height.
    fn text(&mut self, text: &str, (x, y): (u32, u32), style: Style) {
        let (Style { pixels, anchor, .. }, ink) = (style, hex(style.ink));
        let weight = if style.is_bold { r#" font-weight="bold""# } else { "" };
        let look = format!(r#"dy="0.5ex" fill="{ink}" font-family="{FONTS}" font-size="{pixels}"{weight}"#);
        let place = format!(r#"text-anchor="{anchor}" x="{x}" y="{y}""#);
        self.content += &worded("text", &format!("{look} {place}"), text);
    }

    fn rectangle(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), shade: Colour) {
        self.content += &ground(Area { top: top as i32, left: left as i32, height, width }, shade);
    }

    /// Adds a line from point to point.
    fn line(&mut self, points: &[(u32, u32)], shade: Colour, width: u32) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let (points, ink) = (points.join(" "), hex(shade));
        let style = format!(r#"fill="none" points="{points}" stroke="{ink}" stroke-width="{width}""#);
        self.content += &element("polyline", &style);
    }

    /// The document of this size, with a title for those who do not see it.
    fn finished(self, width: u32, height: u32, title: &str) -> String {
        let area = Area { top: 0, left: 0, height, width };
        document(area, title, &(ground(area, OUTSIDE) + &self.content))
    }
}

/// Pixels that a text takes, with some to spare.
fn width(text: &str, pixels: u32) -> u32 {
    let ems: f64 = text.chars().map(|c| if c.is_ascii_punctuation() || c == ' ' { 0.4 } else { 0.62 }).sum();
    (ems * f64::from(pixels)).ceil() as u32
}

/// A text broken into lines that fit so many pixels.
fn broken(text: &str, pixels: u32, room: u32) -> Vec<String> {
    wrapped(text, |line, word| width(line, pixels) + width(word, pixels) + pixels / 2 <= room)
}

#[cfg(test)]
mod tests {
    use super::{READ, Unit, broken, width};

    #[test]
    fn numbers_are_written_in_their_unit() {
        for (unit, number, expected) in [
            (Unit::Count, 0.0, "0"),
            (Unit::Count, 999.0, "999"),
            (Unit::Count, 25_401_832.0, "25,401,832"),
            (Unit::Bytes, 12.0, "12 B"),
            (Unit::Bytes, 1500.0, "1.5 kB"),
            (Unit::Seconds, 12.34, "12.3 s"),
            (Unit::Seconds, 0.9999, "1 s"),
            (Unit::Seconds, 0.0456, "45.6 ms"),
            (Unit::Seconds, 2.5e-8, "25 ns"),
        ] {
            assert_eq!(unit.label(number), expected);
        }
    }

    #[test]
    fn lines_fit_their_room() {
        let text = "Which hash function of a tray collides least, and does it matter to a search?";
        let lines = broken(text, READ, 300);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, READ) <= 300), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert!(broken("", READ, 300).is_empty());
    }
}
