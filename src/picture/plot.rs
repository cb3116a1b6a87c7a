//! Plots of counts and measurements.
//!
//! [`layers`] draws how many positions are how far away, [`bars`] the tables of experiments. Both are SVG documents
//! of their own; the program that shows them sets the text in a font of its own, so that room for text is estimated
//! with some to spare.

mod axis;
pub mod bars;
pub mod layers;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

use crate::palette::{Colour, INK, OUTSIDE};

/// The drawing area.
type Page<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Why something cannot be drawn.
type DrawError = DrawingAreaErrorKind<std::io::Error>;

/// Colours of the grid's lines and of secondary text.
const GRID: Colour = [0xe4, 0xe1, 0xdc];
const QUIET: Colour = [0x6b, 0x66, 0x60];

/// Fonts of texts: the first one that is installed.
const FONTS: &str = "DejaVu Sans, Verdana, Arial, sans-serif";
/// Sizes of texts in pixels: a heading, what is read, and what stands at axes and bars. Documents show plots at three
/// fifths of their size, where letters need nine pixels.
const HEADING: u32 = 20;
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

    /// The least step between labelled numbers, if there is one.
    fn grain(self) -> Option<f64> {
        (self != Self::Seconds).then_some(1.0)
    }
}

/// Three digits at least, no more than needed after the point.
fn digits(value: f64) -> String {
    let places = if value.abs() < 9.995 { 2 } else { usize::from(value.abs() < 99.95) };
    let text = format!("{value:.places$}");
    if places == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// A document of this size, with a title for those who do not see it.
///
/// # Errors
/// A sentence without its full stop.
fn document(
    size: (u32, u32),
    title: &str,
    draw: impl FnOnce(&Page<'_>) -> Result<(), DrawError>,
) -> Result<String, String> {
    let mut text = String::new();
    let page = SVGBackend::with_string(&mut text, size).into_drawing_area();
    let drawn = page.fill(&rgb(OUTSIDE)).and_then(|()| draw(&page)).and_then(|()| page.present());
    drop(page);
    drawn.map_err(|reason| format!("the plot cannot be drawn: {reason}"))?;
    let escaped = title.replace('&', "&amp;").replace('<', "&lt;");
    Ok(text.replacen(">\n", &format!(" role=\"img\">\n<title>{escaped}</title>\n"), 1))
}

fn rgb([red, green, blue]: Colour) -> RGBColor {
    RGBColor(red, green, blue)
}

/// A style of text, so many pixels high, aligned at its point.
fn text_style(pixels: u32, colour: Colour, across: HPos) -> TextStyle<'static> {
    // The crate has its own measure of a font's size.
    let font = FontDesc::new(FontFamily::Name(FONTS), f64::from(pixels) * 1.24, FontStyle::Normal);
    TextStyle { font, color: rgb(colour).to_backend_color(), pos: Pos::new(across, VPos::Center) }
}

/// A style of bold text.
fn bold_style(pixels: u32, colour: Colour, across: HPos) -> TextStyle<'static> {
    let style = text_style(pixels, colour, across);
    TextStyle { font: style.font.style(FontStyle::Bold), ..style }
}

/// Pixels that a text takes, with some to spare.
fn width(text: &str, pixels: u32) -> u32 {
    let ems: f64 = text.chars().map(|c| if c.is_ascii_punctuation() || c == ' ' { 0.4 } else { 0.62 }).sum();
    (ems * f64::from(pixels)).ceil() as u32
}

/// A text broken into lines that fit so many pixels.
fn broken(text: &str, pixels: u32, room: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, pixels) + width(word, pixels) + pixels / 2 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A heading and what is read under it, in lines.
struct Head {
    heading: Vec<String>,
    under: Vec<String>,
}

impl Head {
    fn new(heading: &str, under: &str, room: u32) -> Self {
        Self { heading: broken(heading, HEADING, room), under: broken(under, READ, room) }
    }

    /// Pixels from the page's edge to below it.
    fn height(&self) -> u32 {
        MARGIN + self.heading.len() as u32 * (LINE + 5) + self.under.len() as u32 * LINE
    }

    fn draw(&self, page: &Page<'_>) -> Result<(), DrawError> {
        let mut at = MARGIN;
        for line in &self.heading {
            at += LINE + 5;
            put(page, line, (MARGIN, at - 14), &bold_style(HEADING, INK, HPos::Left))?;
        }
        for line in &self.under {
            at += LINE;
            put(page, line, (MARGIN, at - 10), &text_style(READ, QUIET, HPos::Left))?;
        }
        Ok(())
    }
}

/// Puts a text on the page.
fn put(page: &Page<'_>, text: &str, (x, y): (u32, u32), style: &TextStyle<'_>) -> Result<(), DrawError> {
    page.draw(&Text::new(text, (x as i32, y as i32), style.clone()))
}

#[cfg(test)]
mod tests {
    use super::{READ, Unit, broken, width};

    #[test]
    fn numbers_are_written_in_their_unit() {
        assert_eq!(
            [0.0, 7.0, 999.0, 25_401_832.0].map(|n| Unit::Count.label(n)),
            ["0", "7", "999", "25,401,832"]
        );
        assert_eq!([0.0, 12.0, 1500.0, 2e6].map(|n| Unit::Bytes.label(n)), ["0 B", "12 B", "1.5 kB", "2 MB"]);
        assert_eq!(
            [12.34, 0.9999, 0.0456, 1e-6, 2.5e-8].map(|n| Unit::Seconds.label(n)),
            ["12.3 s", "1 s", "45.6 ms", "1 µs", "25 ns"]
        );
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
