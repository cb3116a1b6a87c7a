//! Tables as bars: a panel for each column, a row for each way, the rows of one puzzle under its name.
//!
//! ```text
//!   title
//!                     time              positions
//!   klotski
//!     depth-first     ████▏├─┤ 1.2 ms   ██████ 25,955
//!     A*              ██▏ 0.6 ms        ░░░ ≥ 1,200       hatched: it would be more, had it not been bounded
//!                     0    1 ms         0   20,000
//! ```

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{EmptyElement, PathElement, Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use crate::palette::{Colour, INK, colour};
use crate::plot::axis::{Axis, Room};
use crate::plot::{
    DrawError, GRID, Head, LINE, MARGIN, Page, QUIET, READ, SMALL, Unit, bold_style, broken, document, put,
    rgb, text_style, width,
};

/// A row's height and that of its bar.
const ROW: u32 = 18;
const BAR: u32 = 12;
/// A puzzle's name with what is above it.
const NAME: u32 = 28;
/// Indent of a method's name below that of its puzzle, in pixels.
const INSET: u32 = 14;
/// Widths of bars and of the space between panels.
const BARS: u32 = 104;
const APART: u32 = 22;
/// Least width of the plot: a heading has room beside a single panel.
const MIN_WIDTH: u32 = 420;
/// Pixels from one line of a hatching to the next.
const HATCH: i32 = 6;
/// Largest ratio of values drawn by lengths; past it values are drawn by their logarithms.
const RATIO: f64 = 30.0;

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
    let below = plan.top + plan.height + 24;
    let height = below + foot.len() as u32 * LINE + MARGIN;
    document((width, height), &bars.title, |page| {
        head.draw(page)?;
        names(page, bars, &plan)?;
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
    if bars.panels.iter().enumerate().any(|(number, _)| is_logarithmic(bars, number)) {
        text += "Where labels go up by powers of ten, lengths are logarithms.";
    }
    text
}

/// Pixels from the margin to the first bar.
fn names_width(bars: &Bars) -> u32 {
    let rows = bars.groups.iter().flat_map(|group| &group.rows).map(|row| width(&row.name, READ) + INSET);
    let groups = bars.groups.iter().map(|group| width(&group.name, READ + 2));
    rows.max().unwrap_or(0).max(groups.max().unwrap_or(0)) + 16
}

/// True if the numbers of a column are too far apart for lengths.
fn is_logarithmic(bars: &Bars, number: usize) -> bool {
    let (least, most) = extent(bars, number);
    most > RATIO * least
}

/// The least number above zero of a column, and the largest.
fn extent(bars: &Bars, number: usize) -> (f64, f64) {
    let most = column(bars, number).map(|bar| bar.most.max(bar.value)).fold(0.0, f64::max);
    let least = column(bars, number).map(|bar| bar.value).filter(|&value| value > 0.0);
    (least.fold(f64::INFINITY, f64::min).min(most.max(f64::MIN_POSITIVE)), most)
}

/// The panels from left to right, and where each ends.
fn placed(bars: &Bars) -> Vec<(Placed, u32)> {
    let mut left = MARGIN + names_width(bars);
    let panels = bars.panels.iter().enumerate().map(|(number, panel)| {
        let room = Room { pixels: BARS, is_across: true };
        let (least, most) = extent(bars, number);
        let axis = if is_logarithmic(bars, number) {
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
    Way(&'a Row),
}

/// The lines from top to bottom, each with the pixels from the first one's top to its middle.
fn lines(bars: &Bars) -> impl Iterator<Item = (u32, Line<'_>)> {
    let mut end = 0;
    let all = bars
        .groups
        .iter()
        .flat_map(|group| [Line::Puzzle(group)].into_iter().chain(group.rows.iter().map(Line::Way)));
    all.map(move |line| {
        let height = if matches!(line, Line::Puzzle(_)) { NAME } else { ROW };
        end += height;
        (end - height / 2, line)
    })
}

/// The names on the left, and a line over each puzzle.
fn names(page: &Page<'_>, bars: &Bars, plan: &Plan) -> Result<(), DrawError> {
    for (middle, line) in lines(bars) {
        let y = plan.top + middle;
        match line {
            Line::Puzzle(group) => {
                let over = (y - NAME / 2 + 3) as i32;
                let ends = vec![(MARGIN as i32, over), ((plan.width - MARGIN) as i32, over)];
                page.draw(&PathElement::new(ends, rgb(GRID)))?;
                put(page, &group.name, (MARGIN, y + 4), &bold_style(READ, INK, HPos::Left))?;
            }
            Line::Way(row) => {
                put(page, &row.name, (MARGIN + INSET, y), &text_style(READ, INK, HPos::Left))?;
            }
        }
    }
    Ok(())
}

/// The field of one panel: places on its axis, and pixels upwards.
type Field<'a, 'b> = ChartContext<'a, plotters::backend::SVGBackend<'b>, Cartesian2d<Axis, RangedCoordf64>>;

/// One column.
fn draw_panel(
    page: &Page<'_>,
    bars: &Bars,
    plan: &Plan,
    number: usize,
    panel: &Panel,
) -> Result<(), DrawError> {
    let Placed { left, axis } = &plan.panels[number];
    put(page, &panel.name, (*left, plan.top - LINE / 2), &bold_style(READ, INK, HPos::Left))?;
    let area = page.clone().shrink((*left, plan.top), (BARS, plan.height + 20));
    let mut field: Field<'_, '_> = ChartBuilder::on(&area)
        .x_label_area_size(20)
        .build_cartesian_2d(axis.clone(), 0.0..f64::from(plan.height))?;
    field
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .bold_line_style(rgb(GRID))
        .axis_style(rgb(GRID))
        .set_all_tick_mark_size(3)
        .label_style(text_style(SMALL, QUIET, HPos::Center))
        .draw()?;
    for (middle, line) in lines(bars) {
        let Line::Way(row) = line else { continue };
        let y = f64::from(plan.height - middle);
        match row.bars.get(number).copied().flatten() {
            Some(bar) => {
                draw_bar(page, &mut field, y, bar, colour(row.colour))?;
                beside(&field, (bar.value.max(bar.most), y), &label(panel, bar), INK)?;
            }
            None => beside(&field, (axis.base(), y), "–", QUIET)?,
        }
    }
    Ok(())
}

/// A bar with its whisker, in a row with this middle.
fn draw_bar(
    page: &Page<'_>,
    field: &mut Field<'_, '_>,
    y: f64,
    bar: Bar,
    own: Colour,
) -> Result<(), DrawError> {
    let half = f64::from(BAR / 2);
    let base = field.x_range().start;
    let corners = [(base, y - half), (bar.value, y + half)];
    if bar.is_bounded {
        field.draw_series([Rectangle::new(corners, rgb(own).mix(0.35).filled())])?;
        hatch(page, corners.map(|corner| field.backend_coord(&corner)), own)?;
    } else {
        field.draw_series([Rectangle::new(corners, rgb(own).filled())])?;
    }
    if bar.least < bar.most {
        let ends = [bar.least, bar.most].map(|end| vec![(end, y - 3.0), (end, y + 3.0)]);
        let lines = [vec![(bar.least, y), (bar.most, y)]].into_iter().chain(ends);
        field.draw_series(lines.map(|line| PathElement::new(line, rgb(INK))))?;
    }
    Ok(())
}

/// A text on the right of a place.
fn beside(field: &Field<'_, '_>, place: (f64, f64), text: &str, colour: Colour) -> Result<(), DrawError> {
    let style = text_style(SMALL, colour, HPos::Left);
    field.plotting_area().draw(&(EmptyElement::at(place) + Text::new(text.to_owned(), (6, 0), style)))
}

/// Lines from the lower left to the upper right within a rectangle given by two opposite corners.
fn hatch(page: &Page<'_>, [one, other]: [(i32, i32); 2], colour: Colour) -> Result<(), DrawError> {
    let (left, right) = (one.0.min(other.0), one.0.max(other.0));
    let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
    let height = bottom - top;
    for begin in (left - height..right).step_by(HATCH as usize) {
        // A line begins at the bottom or on the left side, and ends at the top or on the right side.
        let [from, to] = [begin.max(left), (begin + height).min(right)];
        let line = vec![(from, bottom - (from - begin)), (to, bottom - (to - begin))];
        page.draw(&PathElement::new(line, rgb(colour)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Bar, Bars, Group, Panel, Row, svg};
    use crate::plot::Unit;

    /// So many puzzles with so many ways, one number a row and a time that a limit cut short here and there.
    fn bars(puzzles: usize, ways: usize) -> Bars {
        let row = |number: usize| {
            let value = (number * number) as f64;
            let count = Bar { value, least: value, most: value, is_bounded: number % 5 == 4 };
            let time = Bar { value: 1e-3, least: 9e-4, most: 2e-3, is_bounded: false };
            Row { name: format!("way {number}"), colour: number, bars: vec![Some(count), Some(time), None] }
        };
        let panel = |name: &str, unit| Panel { name: name.to_owned(), unit };
        Bars {
            title: "orders".to_owned(),
            question: "Which one & why?".to_owned(),
            panels: vec![
                panel("positions", Unit::Count),
                panel("time", Unit::Seconds),
                panel("bytes", Unit::Bytes),
            ],
            groups: (0..puzzles)
                .map(|number| Group { name: format!("puzzle {number}"), rows: (0..ways).map(row).collect() })
                .collect(),
        }
    }

    fn size(text: &str) -> (u32, u32) {
        let number = |name: &str| text.split(name).nth(1)?.split('"').nth(1)?.parse().ok();
        (number("width=").expect("a width"), number("height=").expect("a height"))
    }

    #[test]
    fn every_row_has_its_name_its_number_and_its_marks() {
        let text = svg(&bars(2, 6)).expect("a plot");
        for part in
            ["<title>orders</title>", "Which one &amp; why?", "puzzle 1", "way 5", "≥ 16", "1 ms", "–"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("whiskers go from") && text.contains("Hatched, ≥"), "{text}");
        assert_eq!(text.matches("way 5").count(), 2);
    }

    #[test]
    fn any_number_of_rows_can_be_drawn_and_lies_within_the_page() {
        for (puzzles, ways) in [(0, 0), (1, 1), (10, 6), (60, 1)] {
            let text = svg(&bars(puzzles, ways)).expect("a plot");
            let (width, height) = size(&text);
            let places = text.split("<text x=\"").skip(1).filter_map(|text| {
                let mut parts = text.split('"');
                Some((parts.next()?.parse::<u32>().ok()?, parts.nth(1)?.parse::<u32>().ok()?))
            });
            assert!(places.clone().count() >= puzzles * ways, "{text}");
            assert!(places.clone().all(|(x, y)| x < width && y < height), "{width}×{height}: {text}");
        }
    }

    #[test]
    fn what_is_all_nothing_has_its_panels_still() {
        let mut all = bars(1, 2);
        for row in &mut all.groups[0].rows {
            row.bars = vec![Some(Bar { value: 0.0, least: 0.0, most: 0.0, is_bounded: false }), None, None];
        }
        assert!(svg(&all).expect("a plot").contains("time"));
    }
}
