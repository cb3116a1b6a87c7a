//! Drawing of a plan of bars: names, axes, bars with whiskers, hatching.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{EmptyElement, PathElement, Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use crate::palette::{Colour, INK, colour};
use crate::plot::axis::Axis;
use crate::plot::bars::{BARS, Bar, Bars, INSET, Line, NAME, Panel, Placed, Plan, label, lines};
use crate::plot::{
    DrawError, GRID, LINE, MARGIN, Page, QUIET, READ, SMALL, bold_style, put, rgb, text_style,
};

/// Height of a bar.
const BAR: u32 = 14;
/// Pixels from one line of a hatching to the next.
const HATCH: i32 = 6;

/// Draws the names on the left, and a line over each puzzle.
pub(super) fn draw_names(page: &Page<'_>, bars: &Bars, plan: &Plan) -> Result<(), DrawError> {
    for (middle, line) in lines(bars) {
        let y = plan.top + middle;
        match line {
            Line::Puzzle(group) => {
                let over = (y - NAME / 2 + 3) as i32;
                let ends = vec![(MARGIN as i32, over), ((plan.width - MARGIN) as i32, over)];
                page.draw(&PathElement::new(ends, rgb(GRID)))?;
                put(page, &group.name, (MARGIN, y + 4), &bold_style(READ, INK, HPos::Left))?;
            }
            Line::Method(row) => {
                put(page, &row.name, (MARGIN + INSET, y), &text_style(READ, INK, HPos::Left))?;
            }
        }
    }
    Ok(())
}

/// The field of one panel: places on its axis, and pixels upwards.
type Field<'a, 'b> = ChartContext<'a, plotters::backend::SVGBackend<'b>, Cartesian2d<Axis, RangedCoordf64>>;

/// Draws a column.
pub(super) fn draw_panel(
    page: &Page<'_>,
    bars: &Bars,
    plan: &Plan,
    number: usize,
    panel: &Panel,
) -> Result<(), DrawError> {
    let Placed { left, axis } = &plan.panels[number];
    put(page, &panel.name, (*left, plan.top - LINE / 2), &bold_style(READ, INK, HPos::Left))?;
    let area = page.clone().shrink((*left, plan.top), (BARS, plan.height + 24));
    let mut field: Field<'_, '_> = ChartBuilder::on(&area)
        .x_label_area_size(24)
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
        let Line::Method(row) = line else { continue };
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

/// Draws a bar with its whisker, in a row with this middle.
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

/// Writes a text on the right of a place.
fn beside(field: &Field<'_, '_>, place: (f64, f64), text: &str, colour: Colour) -> Result<(), DrawError> {
    let style = text_style(SMALL, colour, HPos::Left);
    field.plotting_area().draw(&(EmptyElement::at(place) + Text::new(text.to_owned(), (6, 0), style)))
}

/// Draws lines from the lower left to the upper right within a rectangle given by two opposite corners.
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
