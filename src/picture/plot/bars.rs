//! Tables as bars: a panel for each column, a row for each method, the rows of one puzzle under its name.
//!
//! ```text
//!   title
//!                     time              positions
//!   klotski
//!     depth-first     ████▏├─┤ 1.2 ms   ██████ 25,955
//!     A*              ██▏ 0.6 ms        ░░░ ≥ 1,200       hatched: it would be more, had it not been bounded
//!                     0    1 ms         0   20,000
//! ```

use crate::markup::{element, path};
use crate::palette::{INK, colour, hex};
use crate::plot::axis::{Axis, Room};
use crate::plot::{
    GRID, HEADING, LINE, MARGIN, NAME, Page, QUIETLY, READ, SMALL, Style, Unit, broken, width,
};

/// A row's height.
const ROW: u32 = 22;
/// A puzzle's name with what is above it.
const PUZZLE: u32 = 34;
/// Indent of a method's name below that of its puzzle, in pixels.
const INSET: u32 = 14;
/// Widths of bars and of the space between panels.
const BARS: u32 = 130;
const APART: u32 = 22;
/// Height of a bar, and pixels from one line of its hatching to the next.
const BAR: u32 = 14;
const HATCH: u32 = 6;
/// Least width of the plot: a heading has room beside a single panel.
const MIN_WIDTH: u32 = 420;

/// One bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The number.
    pub value: f64,
    /// The least that was measured; the number itself where it was measured once, or is known.
    pub least: f64,
    /// The most that was measured.
    pub most: f64,
    /// True if it would be more had it not been bounded.
    pub is_bounded: bool,
}

/// One column.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Its name.
    pub name: String,
    /// The unit of its numbers.
    pub unit: Unit,
}

/// One method on one puzzle.
#[derive(Clone, Debug)]
pub struct Row {
    /// The puzzle's name, written over the first of its rows.
    pub puzzle: String,
    /// The method's name.
    pub name: String,
    /// Its number in the palette: a method has the same one everywhere.
    pub colour: usize,
    /// A bar for each panel, where there is a number.
    pub bars: Vec<Option<Bar>>,
}

/// The contents of a plot.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The table's name.
    pub title: String,
    /// Its question.
    pub question: String,
    /// Its columns.
    pub panels: Vec<Panel>,
    /// Its rows, those of one puzzle together.
    pub rows: Vec<Row>,
}

/// A panel with its place and its axis.
struct Placed<'a> {
    panel: &'a Panel,
    number: usize,
    left: u32,
    axis: Axis,
}

/// The plot as a document.
pub fn svg(bars: &Bars) -> String {
    let names =
        bars.rows.iter().map(|row| (width(&row.name, READ) + INSET).max(width(&row.puzzle, READ + 2)));
    let mut right = MARGIN + names.max().unwrap_or(0) + 16;
    let mut panels = Vec::new();
    for (number, panel) in bars.panels.iter().enumerate() {
        let left = if number == 0 { right } else { right + APART };
        let labels = column(bars, number).map(|bar| width(&label(panel, bar), SMALL)).max().unwrap_or(0);
        right = left + (BARS + labels + 8).max(width(&panel.name, READ));
        panels.push(Placed { panel, number, left, axis: axis(bars, number, panel.unit) });
    }
    let whole = (right + MARGIN).max(MIN_WIDTH);
    let (mut page, below) = Page::headed(&bars.title, &bars.question, whole - 2 * MARGIN);
    let top = below + 2 * LINE;
    let (lines, bottom) = draw_names(&mut page, bars, top, whole);
    for placed in &panels {
        placed.draw(&mut page, &lines, top, bottom);
    }
    let mut at = bottom + 28;
    for line in broken(&legend(bars, &panels), SMALL, whole - 2 * MARGIN) {
        at += LINE;
        page.text(&line, (MARGIN, at), QUIETLY);
    }
    page.finished(whole, at + MARGIN, &bars.title)
}

/// The bars of one column.
fn column(bars: &Bars, number: usize) -> impl Iterator<Item = Bar> {
    bars.rows.iter().filter_map(move |row| row.bars.get(number).copied().flatten())
}

/// The legend of the marks in use.
fn legend(bars: &Bars, panels: &[Placed<'_>]) -> String {
    let has = |of: fn(&Bar) -> bool| (0..panels.len()).any(|number| column(bars, number).any(|bar| of(&bar)));
    let mut text = String::new();
    if has(|bar| bar.least < bar.most) {
        text += "Bars are medians; whiskers go from the least to the most that was measured. ";
    }
    if has(|bar| bar.is_bounded) {
        text += "Hatched, ≥: it would be more, had it not been bounded. ";
    }
    if panels.iter().any(|placed| placed.axis.is_logarithmic) {
        text += "Lengths are logarithms where an axis says 1, 10, 100.";
    }
    text
}

/// The axis of a column: logarithmic if the least of its numbers would hardly be seen beside the largest.
fn axis(bars: &Bars, number: usize, unit: Unit) -> Axis {
    let room = Room { pixels: BARS, is_across: true };
    let most = column(bars, number).map(|bar| bar.most.max(bar.value)).fold(0.0, f64::max);
    let least = column(bars, number).map(|bar| bar.value).filter(|&value| value > 0.0);
    let least = least.fold(f64::INFINITY, f64::min).min(most.max(f64::MIN_POSITIVE));
    if most / least > 1000.0 {
        return Axis::logarithmic(least, most, unit, room);
    }
    Axis::linear(0.0..if most > 0.0 { most } else { 1.0 }, unit, room)
}

/// A bar's number.
fn label(panel: &Panel, bar: Bar) -> String {
    let number = panel.unit.label(bar.value);
    if bar.is_bounded { format!("≥ {number}") } else { number }
}

/// Draws the names on the left, and a line over each puzzle; the middle of each row's line, and the end of all.
fn draw_names<'a>(page: &mut Page, bars: &'a Bars, top: u32, whole: u32) -> (Vec<(u32, &'a Row)>, u32) {
    let (mut lines, mut end, mut puzzle) = (Vec::new(), top, None);
    for row in &bars.rows {
        if puzzle.replace(&row.puzzle) != Some(&row.puzzle) {
            page.line(&[(MARGIN, end + 3), (whole - MARGIN, end + 3)], GRID, 1);
            end += PUZZLE;
            page.text(&row.puzzle, (MARGIN, end - PUZZLE / 2 + 4), Style { pixels: READ, ..HEADING });
        }
        end += ROW;
        page.text(&row.name, (MARGIN + INSET, end - ROW / 2), NAME);
        lines.push((end - ROW / 2, row));
    }
    (lines, end)
}

impl Placed<'_> {
    fn draw(&self, page: &mut Page, lines: &[(u32, &Row)], top: u32, bottom: u32) {
        let Self { panel, number, left, axis } = self;
        page.text(&panel.name, (*left, top - LINE / 2), Style { pixels: READ, ..HEADING });
        axis.draw_across(page, (*left, bottom), 3, bottom - top, GRID);
        for &(y, row) in lines {
            let Some(bar) = row.bars.get(*number).copied().flatten() else {
                page.text("–", (left + 6, y), QUIETLY);
                continue;
            };
            self.draw_bar(page, y, bar, row.colour);
            let end = left + axis.pixels(bar.value.max(bar.most));
            page.text(&label(panel, bar), (end + 6, y), Style { ink: INK, ..QUIETLY });
        }
    }

    /// Draws a bar with its whisker, in a row with this middle.
    fn draw_bar(&self, page: &mut Page, y: u32, bar: Bar, own: usize) {
        let [least, value, most] =
            [bar.least, bar.value, bar.most].map(|end| self.left + self.axis.pixels(end));
        let (left, top, shade) = (self.left, y - BAR / 2, hex(colour(own)));
        let opacity = if bar.is_bounded { r#" fill-opacity="0.35""# } else { "" };
        let bar_width = value - left;
        page.content += &element(
            "rect",
            &format!(r#"fill="{shade}"{opacity} height="{BAR}" width="{bar_width}" x="{left}" y="{top}""#),
        );
        if bar.is_bounded {
            let bottom = top + BAR;
            // A line begins at the bottom or on the left side, and ends at the top or on the right side.
            let lines = (0..bar_width + BAR).step_by(HATCH as usize).map(|end| {
                let (from, to) = (left + end.saturating_sub(BAR), (left + end).min(value));
                format!(
                    "M{from} {}L{to} {}",
                    bottom - (from + BAR - left - end).min(BAR),
                    top + (left + end - to)
                )
            });
            let lines: Vec<String> = lines.collect();
            page.content += &path(&lines.concat(), &format!("stroke=\"{shade}\""));
        }
        if bar.least < bar.most {
            page.line(&[(least, y), (most, y)], INK, 1);
            for end in [least, most] {
                page.line(&[(end, y - 3), (end, y + 3)], INK, 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, Bars, Panel, Row, svg};
    use crate::plot::Unit;

    /// So many puzzles with so many methods, one number a row and a time that a limit cut short here and there.
    fn bars(puzzles: usize, methods: usize) -> Bars {
        let row = |number: usize| {
            let (method, puzzle) = (number % methods, format!("puzzle {}", number / methods));
            let value = method.pow(5) as f64;
            let count = Bar { value, least: value, most: value, is_bounded: method % 5 == 4 };
            let time = Bar { value: 1e-3, least: 9e-4, most: 2e-3, is_bounded: false };
            let bars = vec![Some(count), Some(time), None];
            Row { puzzle, name: format!("method {method}"), colour: method, bars }
        };
        let units = [("positions", Unit::Count), ("time", Unit::Seconds), ("bytes", Unit::Bytes)];
        Bars {
            title: "orders".to_owned(),
            question: "Which one & why?".to_owned(),
            panels: units.map(|(name, unit)| Panel { name: name.to_owned(), unit }).to_vec(),
            rows: (0..puzzles * methods).map(row).collect(),
        }
    }

    #[test]
    fn every_row_has_its_name_its_number_and_its_marks() {
        let text = svg(&bars(2, 6));
        for part in ["orders</title>", "Which one &amp; why?", "puzzle 1", "≥ 1,024", "1 ms", "–"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("whiskers go from") && text.contains("Hatched, ≥"), "{text}");
        assert_eq!(text.matches("method 5").count(), 2);
    }

    #[test]
    fn any_number_of_rows_can_be_drawn_and_lies_within_the_page() {
        for (puzzles, methods) in [(0, 0), (1, 1), (10, 6), (60, 1)] {
            let text = svg(&bars(puzzles, methods));
            let number = |text: &str, name: &str| -> Option<u32> {
                text.split_once(name)?.1.split('"').next()?.parse().ok()
            };
            let size = [" width=\"", " height=\""].map(|name| number(&text, name));
            let places =
                text.split("<text").skip(1).map(|text| [" x=\"", " y=\""].map(|name| number(text, name)));
            let places: Vec<_> = places.collect();
            assert!(places.len() >= puzzles * methods, "{text}");
            assert!(places.iter().all(|place| place[0] < size[0] && place[1] < size[1]), "{size:?}: {text}");
        }
    }

    #[test]
    fn a_column_of_zeros_is_drawn() {
        let mut all = bars(1, 2);
        for row in &mut all.rows {
            row.bars = vec![Some(Bar { value: 0.0, least: 0.0, most: 0.0, is_bounded: false }), None, None];
        }
        assert!(svg(&all).contains("time"));
    }
}
