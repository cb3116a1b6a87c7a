//! The layers of a space as a histogram: positions by distance.
//!
//! ```text
//!   positions      ▂▄▆█▆▄▂       from the start: a bar for each distance, or a filled outline where bars are too narrow
//!              ▁▂▅▇──────▇▅▂▁    from the nearest goal: a line
//!              distance
//! ```

use crate::markup::path;
use crate::palette::{AIM, Colour, INK, hex};
use crate::plot::axis::{Axis, Room};
use crate::plot::{LINE, MARGIN, NAME, Page, QUIETLY, READ, Style, Unit, width};

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

/// Positions at each distance: a name, as in `from the start`, and the numbers at distance 0, 1, 2 …
pub type Profile<'a> = (&'a str, &'a [u64]);

/// The plot of one profile or more as a document; the first one is filled. `facts` is the line below the title, `unit`
/// that of distances, as in `steps`.
pub fn svg(title: &str, facts: &str, unit: &str, profiles: &[Profile<'_>]) -> String {
    let (mut page, below) = Page::headed(title, facts, WIDTH - 2 * MARGIN);
    legend(&mut page, profiles, below + LINE);
    field(&mut page, profiles, unit, below + 2 * LINE);
    page.finished(WIDTH, below + 3 * LINE + HEIGHT + BELOW, title)
}

/// The names of the profiles beside their colours.
fn legend(page: &mut Page, profiles: &[Profile<'_>], y: u32) {
    let mut x = MARGIN;
    for (number, (name, _)) in profiles.iter().enumerate() {
        let (half, shade) = if number == 0 { (5, FILLING) } else { (1, line(number)) };
        page.rectangle((x, y - half), (22, 2 * half), shade);
        page.text(name, (x + 30, y), NAME);
        x += 30 + width(name, READ) + 24;
    }
}

fn line(number: usize) -> Colour {
    LINES[(number - 1) % LINES.len()]
}

/// The profiles in their field, which begins at this height with the name of the axis that goes up.
fn field(page: &mut Page, profiles: &[Profile<'_>], unit: &str, top: u32) {
    let farthest = profiles.iter().map(|profile| profile.1.len()).max().unwrap_or(1).max(1);
    // At most one outline's step a pixel; the mean of some layers stands for each of them.
    let run = farthest.div_ceil((WIDTH - 2 * MARGIN) as usize);
    let outlines: Vec<Vec<(f64, f64)>> = profiles.iter().map(|profile| outline(profile.1, run)).collect();
    let sizes = || outlines.iter().flatten().map(|point| point.1).filter(|&size| size > 0.0);
    let (least, most) = (sizes().fold(f64::INFINITY, f64::min).min(1e18), sizes().fold(1.0, f64::max));
    let room = Room { pixels: HEIGHT, is_across: false };
    // Where most layers would be less than a pixel high.
    let low = sizes().filter(|size| size * f64::from(HEIGHT) < most).count();
    let up = if 2 * low > sizes().count() {
        Axis::logarithmic(least, most, Unit::Count, room)
    } else {
        Axis::linear(0.0..1.04 * most, Unit::Count, room)
    };
    let (left, ground) = (MARGIN + up.label_width() + 12, top + LINE + HEIGHT);
    let room = Room { pixels: WIDTH - MARGIN - left, is_across: true };
    let along = Axis::linear(-0.5..farthest as f64 - 0.5, Unit::Count, room);
    page.text(&up_name(up.is_logarithmic, run), (MARGIN, top + LINE / 2), QUIETLY);
    up.draw_up(page, (left, ground - 1), room.pixels - 1);
    along.draw_across(page, (left, ground), 4, 0, QUIETLY.ink);
    for (number, outline) in outlines.iter().enumerate() {
        let place = |&(x, y): &(f64, f64)| (left + along.pixels(x), ground - 1 - up.pixels(y));
        let points: Vec<(u32, u32)> = outline.iter().map(place).collect();
        if number > 0 {
            page.line(&points, line(number), 2);
        } else if f64::from(room.pixels) / farthest as f64 >= MIN_BAR {
            // Between the two ends on the ground each bar has the two ends of its top.
            let tops = points.get(1..points.len().saturating_sub(1)).unwrap_or_default();
            for &[(from, height), (to, _)] in tops.as_chunks().0 {
                let between = (APART / 2.0 * f64::from(to - from)).round() as u32;
                page.rectangle((from + between, height), (to - from - 2 * between, ground - height), FILLING);
            }
        } else {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
            let (fill, edge) = (hex(FILLING), hex(EDGE));
            let style = format!(r#"fill="{fill}" stroke="{edge}" stroke-width="1""#);
            page.content += &path(&format!("M{}", points.join("L")), &style);
        }
    }
    let middle = (left + room.pixels / 2, ground + TICKS + LINE / 2);
    page.text(&format!("distance in {unit}"), middle, Style { anchor: "middle", ..QUIETLY });
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
    use super::{outline, svg};

    fn plot(sizes: &[u64], from_goals: &[u64]) -> String {
        let profiles = [("from the start", sizes), ("from the nearest goal", from_goals)];
        svg("Fish & <chips>", "", "steps", &profiles)
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
            [">Fish &amp; &lt;chips&gt;</title>", "distance in steps", "(logarithmic)", "from the start"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        let colour = "fill=\"#9cc6ec\"";
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
