//! The layers of a space as a histogram: positions by distance.
//!
//! ```text
//!   positions      ▂▄▆█▆▄▂       from the start: a bar for each distance, or a filled outline where bars are too narrow
//!              ▁▂▅▇──────▇▅▂▁    from the nearest goal: a line
//!              distance
//! ```

use plotters::chart::ChartBuilder;
use plotters::element::Rectangle;
use plotters::series::{AreaSeries, LineSeries};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, ShapeStyle};

use crate::palette::{AIM, Colour, INK};
use crate::plot::axis::{Axis, Room};
use crate::plot::{
    DrawError, GRID, Head, LINE, MARGIN, Page, QUIET, READ, SMALL, Unit, document, put, rgb, text_style,
    width,
};

const WIDTH: u32 = 1000;
/// Height of the field.
const HEIGHT: u32 = 290;
/// Height of the labels below the field.
const TICKS: u32 = 28;
/// Height of the labels and the name of the axis below the field.
const BELOW: u32 = 60;
/// The least pixels from one bar to the next, and the part of them between bars.
const MIN_BAR: f64 = 4.0;
const APART: f64 = 0.15;

/// The first profile's filling and its edge; the others' lines.
const FILLING: Colour = [0x9c, 0xc6, 0xec];
const EDGE: Colour = [0x2f, 0x6f, 0xad];
const LINES: [Colour; 2] = [AIM, INK];

/// Positions at each distance.
#[derive(Clone, Copy, Debug)]
pub struct Profile<'a> {
    /// Its name, as in `from the start`.
    pub name: &'a str,
    /// Positions at distance 0, 1, 2 …
    pub sizes: &'a [u64],
}

/// The contents of a plot.
#[derive(Clone, Debug)]
pub struct Layers<'a> {
    /// The puzzle's title.
    pub title: &'a str,
    /// The line below the title.
    pub facts: &'a str,
    /// The unit of distances, as in `steps`.
    pub unit: &'a str,
    /// One profile or more; the first one is filled.
    pub profiles: Vec<Profile<'a>>,
}

/// The plot as a document.
///
/// # Errors
/// A sentence without its full stop.
pub fn svg(layers: &Layers<'_>) -> Result<String, String> {
    let head = Head::new(layers.title, layers.facts, WIDTH - 2 * MARGIN);
    let height = head.height() + 3 * LINE + HEIGHT + BELOW;
    document((WIDTH, height), layers.title, |page| {
        head.draw(page)?;
        legend(page, &layers.profiles, head.height() + LINE)?;
        field(page, layers, head.height() + 2 * LINE)
    })
}

/// The names of the profiles beside their colours.
fn legend(page: &Page<'_>, profiles: &[Profile<'_>], y: u32) -> Result<(), DrawError> {
    let (mut x, y) = (MARGIN, y);
    for (number, profile) in profiles.iter().enumerate() {
        let height = if number == 0 { 5 } else { 1 };
        let corners = [(x as i32, (y - height) as i32), (x as i32 + 22, (y + height) as i32)];
        let colour = if number == 0 { FILLING } else { line(number) };
        page.draw(&Rectangle::new(corners, rgb(colour).filled()))?;
        put(page, profile.name, (x + 30, y), &text_style(READ, INK, HPos::Left))?;
        x += 30 + width(profile.name, READ) + 24;
    }
    Ok(())
}

fn line(number: usize) -> Colour {
    LINES[(number - 1) % LINES.len()]
}

/// The profiles in their field, which begins at this height with the name of the axis that goes up.
fn field(page: &Page<'_>, layers: &Layers<'_>, top: u32) -> Result<(), DrawError> {
    let profiles = &layers.profiles;
    let farthest = profiles.iter().map(|profile| profile.sizes.len()).max().unwrap_or(1).max(1);
    // At most one outline's step a pixel; the mean of some layers stands for each of them.
    let run = farthest.div_ceil((WIDTH - 2 * MARGIN) as usize);
    let outlines: Vec<Vec<(f64, f64)>> = profiles.iter().map(|profile| outline(profile.sizes, run)).collect();
    let sizes = || outlines.iter().flatten().map(|point| point.1).filter(|&size| size > 0.0);
    let (least, most) = (sizes().fold(f64::INFINITY, f64::min).min(1e18), sizes().fold(1.0, f64::max));
    let room = Room { pixels: HEIGHT, is_across: false };
    // Where most layers would be less than a pixel high.
    let low = sizes().filter(|size| size * f64::from(HEIGHT) < most).count();
    let is_logarithmic = 2 * low > sizes().count();
    let up = if is_logarithmic {
        Axis::logarithmic(least, most, Unit::Count, room)
    } else {
        Axis::linear(0.0..1.04 * most, Unit::Count, room)
    };
    let left = up.label_width() + 12;
    let room = Room { pixels: WIDTH - 2 * MARGIN - left, is_across: true };
    let along = Axis::linear(-0.5..farthest as f64 - 0.5, Unit::Count, room);
    put(page, &up_name(is_logarithmic, run), (MARGIN, top + LINE / 2), &quiet(HPos::Left))?;
    let area = page.clone().shrink((MARGIN, top + LINE), (WIDTH - 2 * MARGIN, HEIGHT + TICKS));
    let mut chart = ChartBuilder::on(&area)
        .set_left_and_bottom_label_area_size(TICKS)
        .y_label_area_size(left)
        .build_cartesian_2d(along, up.clone())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(rgb(GRID))
        .axis_style(rgb(QUIET))
        .set_all_tick_mark_size(4)
        .label_style(quiet(HPos::Center))
        .draw()?;
    for (number, outline) in outlines.iter().enumerate() {
        let points = outline.iter().copied();
        let style = |colour: Colour, pixels| ShapeStyle::from(rgb(colour)).stroke_width(pixels);
        if number == 0 && f64::from(room.pixels) / farthest as f64 >= MIN_BAR {
            // Between the two ends on the ground each bar has the two ends of its top.
            let tops = outline.get(1..outline.len().saturating_sub(1)).unwrap_or_default();
            let bars = tops.chunks_exact(2).map(|top| {
                let between = APART / 2.0 * (top[1].0 - top[0].0);
                let corners = [(top[0].0 + between, up.base()), (top[1].0 - between, top[1].1)];
                Rectangle::new(corners, rgb(FILLING).filled())
            });
            chart.draw_series(bars)?;
        } else if number == 0 {
            let area = AreaSeries::new(points, up.base(), rgb(FILLING));
            chart.draw_series(area.border_style(style(EDGE, 1)))?;
        } else {
            chart.draw_series(LineSeries::new(points, style(line(number), 2)))?;
        }
    }
    let middle = (MARGIN + left + room.pixels / 2, top + LINE + HEIGHT + TICKS + LINE / 2);
    put(page, &format!("distance in {}", layers.unit), middle, &quiet(HPos::Center))
}

fn quiet(across: HPos) -> plotters::style::TextStyle<'static> {
    text_style(SMALL, QUIET, across)
}

/// The name of the vertical axis.
fn up_name(is_logarithmic: bool, run: usize) -> String {
    let mean = if run > 1 { format!(", the mean of {run} distances each") } else { String::new() };
    format!("positions{mean}{}", if is_logarithmic { " (logarithmic)" } else { "" })
}

/// The edge of a histogram with one bar for each run of layers, as high as their mean; from the ground to the ground.
fn outline(sizes: &[u64], run: usize) -> Vec<(f64, f64)> {
    let bars = sizes.chunks(run).enumerate().flat_map(|(index, sizes)| {
        let mean = sizes.iter().map(|&size| size as f64).sum::<f64>() / sizes.len() as f64;
        let from = (index * run) as f64 - 0.5;
        [(from, mean), (from + sizes.len() as f64, mean)]
    });
    let ends = (!sizes.is_empty()).then_some([(-0.5, 0.0), (sizes.len() as f64 - 0.5, 0.0)]);
    let (first, last) = ends.map(|[first, last]| (first, last)).unzip();
    first.into_iter().chain(bars).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::{Layers, Profile, outline, svg};

    fn plot(sizes: &[u64], from_goals: &[u64]) -> String {
        let profile = |name, sizes| Profile { name, sizes };
        let profiles = vec![profile("from the start", sizes), profile("from the nearest goal", from_goals)];
        svg(&Layers { title: "Fish & <chips>", facts: "", unit: "steps", profiles }).expect("a plot")
    }

    #[test]
    fn an_outline_has_a_bar_for_each_run() {
        let (first, last) = ((-0.5, 0.0), (1.5, 0.0));
        assert_eq!(outline(&[1, 3], 1), [first, (-0.5, 1.0), (0.5, 1.0), (0.5, 3.0), (1.5, 3.0), last]);
        let (one, two) = ([(-0.5, 2.0), (1.5, 2.0)], [(1.5, 5.0), (2.5, 5.0)]);
        assert_eq!(outline(&[1, 3, 5], 2)[1..5], [one, two].concat());
        assert!(outline(&[], 1).is_empty());
    }

    #[test]
    fn a_plot_has_its_title_its_axes_and_its_profiles() {
        let text = plot(&[1, 2, 3, 1500], &[4, 5]);
        assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"));
        for part in
            ["<title>Fish &amp; &lt;chips></title>", "distance in steps", "(logarithmic)", "from the start"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        let colour = "fill=\"#9CC6EC\"";
        assert_eq!((text.matches(colour).count(), text.matches("stroke-width=\"2\"").count()), (5, 1));
        assert!(
            !plot(&[1, 20, 300, 1500, 700], &[40, 50]).contains("logarithmic"),
            "most layers can be seen"
        );
    }

    #[test]
    fn any_number_of_layers_can_be_drawn() {
        let many: Vec<u64> = (0..100_000).map(|distance| distance % 977 + 1).collect();
        let text = plot(&many, &[]);
        assert!(text.contains("the mean of") && text.len() < 100_000, "{}", text.len());
        for sizes in [&[][..], &[1], &[u64::MAX; 3]] {
            plot(sizes, sizes);
        }
    }
}
