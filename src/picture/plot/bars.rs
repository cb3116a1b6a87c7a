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

mod drawing;
#[cfg(test)]
mod tests;

use plotters::style::text_anchor::HPos;

use crate::plot::axis::{Axis, Room};
use crate::plot::bars::drawing::{draw_names, draw_panel};
use crate::plot::{Head, LINE, MARGIN, QUIET, READ, SMALL, Unit, broken, document, put, text_style, width};

/// A row's height.
const ROW: u32 = 22;
/// A puzzle's name with what is above it.
const NAME: u32 = 34;
/// Indent of a method's name below that of its puzzle, in pixels.
const INSET: u32 = 14;
/// Widths of bars and of the space between panels.
const BARS: u32 = 130;
const APART: u32 = 22;
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

/// One method in a comparison.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its number in the palette: a method has the same one everywhere.
    pub colour: usize,
    /// A bar for each panel, where there is a number.
    pub bars: Vec<Option<Bar>>,
}

/// The rows of one puzzle.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The methods.
    pub rows: Vec<Row>,
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
    /// Its rows.
    pub groups: Vec<Group>,
}

/// The places of the parts.
struct Plan {
    /// Top and height of all rows.
    top: u32,
    height: u32,
    panels: Vec<Placed>,
    width: u32,
}

/// A panel with its axis.
struct Placed {
    left: u32,
    axis: Axis,
}

/// The plot as a document.
///
/// # Errors
/// A sentence without its full stop.
pub fn svg(bars: &Bars) -> Result<String, String> {
    let panels = placed(bars);
    let right = panels.last().map_or(MARGIN + names_width(bars), |last| last.1);
    let width = (right + MARGIN).max(MIN_WIDTH);
    let head = Head::new(&bars.title, &bars.question, width - 2 * MARGIN);
    let foot = broken(&legend(bars), SMALL, width - 2 * MARGIN);
    let rows: usize = bars.groups.iter().map(|group| group.rows.len()).sum();
    let plan = Plan {
        top: head.height() + 2 * LINE,
        height: rows as u32 * ROW + bars.groups.len() as u32 * NAME,
        panels: panels.into_iter().map(|panel| panel.0).collect(),
        width,
    };
    let below = plan.top + plan.height + 28;
    let height = below + foot.len() as u32 * LINE + MARGIN;
    document((width, height), &bars.title, |page| {
        head.draw(page)?;
        draw_names(page, bars, &plan)?;
        for (number, panel) in bars.panels.iter().enumerate() {
            draw_panel(page, bars, &plan, number, panel)?;
        }
        for (line, number) in foot.iter().zip(1..) {
            let at = (MARGIN, below + number * LINE);
            put(page, line, at, &text_style(SMALL, QUIET, HPos::Left))?;
        }
        Ok(())
    })
}

/// The bars of one column.
fn column(bars: &Bars, number: usize) -> impl Iterator<Item = Bar> {
    let rows = bars.groups.iter().flat_map(|group| &group.rows);
    rows.filter_map(move |row| row.bars.get(number).copied().flatten())
}

/// The legend of the marks in use.
fn legend(bars: &Bars) -> String {
    let all = || (0..bars.panels.len()).flat_map(|number| column(bars, number));
    let mut text = String::new();
    if all().any(|bar| bar.least < bar.most) {
        text += "Bars are medians; whiskers go from the least to the most that was measured. ";
    }
    if all().any(|bar| bar.is_bounded) {
        text += "Hatched, ≥: it would be more, had it not been bounded. ";
    }
    if (0..bars.panels.len()).any(|number| is_logarithmic(extent(bars, number))) {
        text += "Lengths are logarithms where an axis says 1, 10, 100.";
    }
    text
}

/// Pixels from the margin to the first bar.
fn names_width(bars: &Bars) -> u32 {
    let rows = bars.groups.iter().flat_map(|group| &group.rows).map(|row| width(&row.name, READ) + INSET);
    let groups = bars.groups.iter().map(|group| width(&group.name, READ + 2));
    rows.max().unwrap_or(0).max(groups.max().unwrap_or(0)) + 16
}

/// The least number above zero of a column, and the largest.
fn extent(bars: &Bars, number: usize) -> (f64, f64) {
    let most = column(bars, number).map(|bar| bar.most.max(bar.value)).fold(0.0, f64::max);
    let least = column(bars, number).map(|bar| bar.value).filter(|&value| value > 0.0);
    (least.fold(f64::INFINITY, f64::min).min(most.max(f64::MIN_POSITIVE)), most)
}

/// True if the least of some numbers would hardly be seen beside the largest, so that they are drawn by their logarithms.
fn is_logarithmic((least, most): (f64, f64)) -> bool {
    most > 0.0 && most / least > 1000.0
}

/// The panels from left to right, and where each ends.
fn placed(bars: &Bars) -> Vec<(Placed, u32)> {
    let mut left = MARGIN + names_width(bars);
    let panels = bars.panels.iter().enumerate().map(|(number, panel)| {
        let room = Room { pixels: BARS, is_across: true };
        let (least, most) = extent(bars, number);
        let axis = if is_logarithmic((least, most)) {
            Axis::logarithmic(least, most, panel.unit, room)
        } else {
            Axis::linear(0.0..if most > 0.0 { most } else { 1.0 }, panel.unit, room)
        };
        let labels = column(bars, number).map(|bar| width(&label(panel, bar), SMALL)).max().unwrap_or(0);
        let begins = left;
        left = begins + (BARS + labels + 8).max(width(&panel.name, READ)) + APART;
        (Placed { left: begins, axis }, left - APART)
    });
    panels.collect()
}

/// A bar's number.
fn label(panel: &Panel, bar: Bar) -> String {
    let number = panel.unit.label(bar.value);
    if bar.is_bounded { format!("≥ {number}") } else { number }
}

/// The content of a line of the figure.
enum Line<'a> {
    Puzzle(&'a Group),
    Method(&'a Row),
}

/// The lines from top to bottom, each with the pixels from the first one's top to its middle.
fn lines(bars: &Bars) -> impl Iterator<Item = (u32, Line<'_>)> {
    let mut end = 0;
    let all = bars
        .groups
        .iter()
        .flat_map(|group| [Line::Puzzle(group)].into_iter().chain(group.rows.iter().map(Line::Method)));
    all.map(move |line| {
        let height = if matches!(line, Line::Puzzle(_)) { NAME } else { ROW };
        end += height;
        (end - height / 2, line)
    })
}
