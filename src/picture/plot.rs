//! Histogram of the layers of a state space as an SVG document: positions by distance.
//!
//! ```text
//!   positions      ▂▄▆█▆▄▂       from the start: a bar for each distance, or a filled outline if bars are too narrow
//!              ▁▂▅▇──────▇▅▂▁    from the nearest goal: a line
//!              distance
//! ```
//!
//! The viewer of the document chooses the font, so the room for text is estimated generously.

use std::ops::Range;

use crate::label::wrapped;
use crate::markup::{Area, document, element, ground, path, worded};
use crate::palette::{AIM, Colour, INK, OUTSIDE, hex};
use traybit_core::numbers::grouped;

const WIDTH: u32 = 1000;
/// Height of the plot area, of the labels below it, and of these labels together with the name of the axis.
const HEIGHT: u32 = 290;
const TICKS: u32 = 28;
const BELOW: u32 = 60;
/// Margin around everything, and distance between lines of text, in pixels.
const MARGIN: u32 = 20;
const LINE: u32 = 23;
/// Minimum distance of bars in pixels, and the fraction of it that is the gap.
const MIN_BAR: f64 = 4.0;
const APART: f64 = 0.15;

/// Colours of the grid lines and of secondary text.
const GRID: Colour = [0xe4, 0xe1, 0xdc];
const QUIET: Colour = [0x6b, 0x66, 0x60];
/// Colours of the first profile's fill and edge, and of the other profiles' lines.
const FILLING: Colour = [0x9c, 0xc6, 0xec];
const EDGE: Colour = [0x2f, 0x6f, 0xad];
const LINES: [Colour; 2] = [AIM, INK];

/// Font stack of texts: the first one installed is used.
const FONTS: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// Styles of texts: the heading, names of profiles, the facts below the heading, and labels of axes. Documents show plots
/// at three fifths of their size, where letters need nine pixels.
const HEADING: Style = Style { pixels: 20, ink: INK, anchor: "start", is_bold: true };
const NAME: Style = Style { pixels: READ, ink: INK, anchor: "start", is_bold: false };
const FACTS: Style = Style { ink: QUIET, ..NAME };
const LABEL: Style = Style { pixels: SMALL, ..FACTS };
const READ: u32 = 17;
const SMALL: u32 = 16;

/// Profile of a space: a name, such as `from the start`, and the numbers of positions at distance 0, 1, 2 …
pub type Profile<'a> = (&'a str, &'a [u64]);

/// The plot of one or more profiles as a document; the first one is filled. `facts` is the line below the title, `unit`
/// the unit of distances, such as `steps`.
pub fn layers(title: &str, facts: &str, unit: &str, profiles: &[Profile<'_>]) -> String {
    let (mut page, mut y) = (Page::default(), MARGIN);
    for line in broken(title, HEADING.pixels, WIDTH - 2 * MARGIN) {
        y += LINE + 5;
        page.text(&line, (MARGIN, y - 14), HEADING);
    }
    for line in broken(facts, READ, WIDTH - 2 * MARGIN) {
        y += LINE;
        page.text(&line, (MARGIN, y - 10), FACTS);
    }
    legend(&mut page, profiles, y + LINE);
    field(&mut page, profiles, unit, y + 2 * LINE);
    let area = Area { top: 0, left: 0, height: y + 3 * LINE + HEIGHT + BELOW, width: WIDTH };
    document(area, title, &(ground(area, OUTSIDE) + &page.content))
}

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

/// Draws the plot area, whose top is the name of the vertical axis at the height `top`.
fn field(page: &mut Page, profiles: &[Profile<'_>], unit: &str, top: u32) {
    let farthest = profiles.iter().map(|profile| profile.1.len()).max().unwrap_or(1).max(1);
    // At most one step of an outline per pixel; several layers are replaced by their mean.
    let run = farthest.div_ceil((WIDTH - 2 * MARGIN) as usize);
    let outlines: Vec<Vec<(f64, f64)>> = profiles.iter().map(|profile| outline(profile.1, run)).collect();
    let sizes = || outlines.iter().flatten().map(|point| point.1).filter(|&size| size > 0.0);
    let (least, most) = (sizes().fold(f64::INFINITY, f64::min).min(1e18), sizes().fold(1.0, f64::max));
    // The axis is logarithmic if most layers would be less than a pixel high.
    let low = sizes().filter(|size| size * f64::from(HEIGHT) < most).count();
    let up = if 2 * low > sizes().count() {
        Axis::logarithmic(least, most, HEIGHT)
    } else {
        Axis::linear(0.0..1.04 * most, HEIGHT, OVER)
    };
    let (left, ground) = (MARGIN + up.label_width() + 12, top + LINE + HEIGHT);
    let apart = width(&grouped(farthest as u64), SMALL) + BESIDE;
    let along = Axis::linear(-0.5..farthest as f64 - 0.5, WIDTH - MARGIN - left, apart);
    let mean = if run > 1 { format!(", the mean of {run} distances each") } else { String::new() };
    let kind = if up.is_logarithmic { " (logarithmic)" } else { "" };
    page.text(&format!("positions{mean}{kind}"), (MARGIN, top + LINE / 2), LABEL);
    up.draw_up(page, (left, ground - 1), along.pixels - 1);
    along.draw_across(page, (left, ground));
    for (number, outline) in outlines.iter().enumerate() {
        let place = |&(x, y): &(f64, f64)| (left + along.pixels_of(x), ground - 1 - up.pixels_of(y));
        let points: Vec<(u32, u32)> = outline.iter().map(place).collect();
        if number > 0 {
            page.line(&points, line(number), 2);
        } else if f64::from(along.pixels) / farthest as f64 >= MIN_BAR {
            // Between the two ends on the baseline, each bar has the two ends of its top.
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
    let middle = (left + along.pixels / 2, ground + TICKS + LINE / 2);
    page.text(&format!("distance in {unit}"), middle, Style { anchor: "middle", ..LABEL });
}

/// The outline of a histogram from baseline to baseline, with one bar for each run of layers, as high as their mean.
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

/// Pixels between labels side by side, and between the middles of labels one above the other.
const BESIDE: u32 = 8;
const OVER: u32 = 36;

/// An axis. Its coordinates are values, or their logarithms to base 10; its range and its ticks are coordinates.
#[derive(Clone, Debug)]
struct Axis {
    is_logarithmic: bool,
    range: Range<f64>,
    ticks: Vec<f64>,
    /// Length in pixels.
    pixels: u32,
}

impl Axis {
    /// A linear axis with as many round ticks as fit at a distance of `apart` pixels.
    fn linear(range: Range<f64>, pixels: u32, apart: u32) -> Self {
        let least = f64::max(1.0, (range.end - range.start) * f64::from(apart) / f64::from(pixels));
        let power = 10f64.powf(least.log10().floor());
        let step = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= least).unwrap_or(10.0) * power;
        let (from, to) = ((range.start / step).ceil() as i64, (range.end / step).floor() as i64);
        let ticks = (from..=to).map(|number| number as f64 * step).collect();
        Self { is_logarithmic: false, range, ticks, pixels }
    }

    /// A logarithmic axis from a little below `least` to `most`, both above zero.
    fn logarithmic(least: f64, most: f64, pixels: u32) -> Self {
        let (from, to) = (least.log10(), most.log10());
        let span = (to - from).max(0.5);
        let range = from - 0.12 * span..from + 1.02 * span;
        let powers = range.start.ceil() as i32..=range.end.floor() as i32;
        let stride = ((range.end - range.start) * f64::from(OVER) / f64::from(pixels)).ceil() as usize;
        let ticks = powers.step_by(stride).map(f64::from).collect();
        Self { is_logarithmic: true, range, ticks, pixels }
    }

    /// Pixels from the start of the axis to a value; 0 for a value too small for the logarithm.
    fn pixels_of(&self, value: f64) -> u32 {
        let place = if self.is_logarithmic { value.log10().max(self.range.start) } else { value };
        self.pixels_to(place)
    }

    fn pixels_to(&self, place: f64) -> u32 {
        let part = (place - self.range.start) / (self.range.end - self.range.start);
        (part * f64::from(self.pixels - 1)).round() as u32
    }

    fn labels(&self) -> impl Iterator<Item = String> {
        self.ticks.iter().map(|&tick| {
            let value = if self.is_logarithmic { 10f64.powf(tick) } else { tick };
            if value < 1.0 { value.to_string() } else { grouped(value.round() as u64) }
        })
    }

    fn label_width(&self) -> u32 {
        self.labels().map(|label| width(&label, SMALL)).max().unwrap_or(0)
    }

    /// Draws a horizontal axis to the right from (x, y), with ticks and labels below it.
    fn draw_across(&self, page: &mut Page, (x, y): (u32, u32)) {
        page.line(&[(x, y), (x + self.pixels - 1, y)], LABEL.ink, 1);
        for (&tick, label) in self.ticks.iter().zip(self.labels()) {
            let x = x + self.pixels_to(tick);
            page.line(&[(x, y), (x, y + 4)], LABEL.ink, 1);
            page.text(&label, (x, y + 8 + SMALL / 2), Style { anchor: "middle", ..LABEL });
        }
    }

    /// Draws a vertical axis up from (x, y), with grid lines to its right and labels on its left.
    fn draw_up(&self, page: &mut Page, (x, y): (u32, u32), across: u32) {
        for (&tick, label) in self.ticks.iter().zip(self.labels()) {
            let y = y - self.pixels_to(tick);
            page.line(&[(x, y), (x + across, y)], GRID, 1);
            page.line(&[(x - 5, y), (x - 1, y)], LABEL.ink, 1);
            page.text(&label, (x - 8, y), Style { anchor: "end", ..LABEL });
        }
        page.line(&[(x - 1, y), (x - 1, y + 1 - self.pixels)], LABEL.ink, 1);
    }
}

#[derive(Clone, Copy, Debug)]
struct Style {
    pixels: u32,
    ink: Colour,
    /// The part of the text at its position (SVG `text-anchor`): `start`, `middle` or `end`.
    anchor: &'static str,
    is_bold: bool,
}

/// The elements of a plot, in drawing order.
#[derive(Debug, Default)]
struct Page {
    content: String,
}

impl Page {
    /// Adds a text that is vertically centred at y.
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

    fn line(&mut self, points: &[(u32, u32)], shade: Colour, width: u32) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let (points, ink) = (points.join(" "), hex(shade));
        let style = format!(r#"fill="none" points="{points}" stroke="{ink}" stroke-width="{width}""#);
        self.content += &element("polyline", &style);
    }
}

/// Generous estimate of the width of a text in pixels.
fn width(text: &str, pixels: u32) -> u32 {
    let ems: f64 = text.chars().map(|c| if c.is_ascii_punctuation() || c == ' ' { 0.4 } else { 0.62 }).sum();
    (ems * f64::from(pixels)).ceil() as u32
}

fn broken(text: &str, pixels: u32, room: u32) -> Vec<String> {
    wrapped(text, |line, word| width(line, pixels) + width(word, pixels) + pixels / 2 <= room)
}

#[cfg(test)]
mod tests {
    use super::{Axis, READ, broken, layers, outline, width};

    fn plot(sizes: &[u64], from_goals: &[u64]) -> String {
        let profiles = [("from the start", sizes), ("from the nearest goal", from_goals)];
        layers("Fish & <chips>", "", "steps", &profiles)
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

    #[test]
    fn lines_fit_their_room() {
        let text = "Which hash function of a tray collides least, and does it matter to a search?";
        let lines = broken(text, READ, 300);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, READ) <= 300), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert!(broken("", READ, 300).is_empty());
    }

    #[test]
    fn labels_are_round_and_apart() {
        for (axis, expected) in [
            (Axis::linear(0.0..2600.0, 290, 55), "0 500 1,000 1,500 2,000 2,500"),
            (Axis::linear(-0.5..3.5, 290, 18), "0 1 2 3"),
            (Axis::logarithmic(2.0, 9e6, 145), "1 100 10,000 1,000,000"),
        ] {
            assert_eq!(axis.labels().collect::<Vec<_>>().join(" "), expected);
        }
    }

    #[test]
    fn any_range_has_an_axis() {
        for most in [0.0, 1e-12, 1.0, 3e18] {
            let axis = Axis::linear(0.0..most, 290, 40);
            assert!(axis.pixels_of(most) < 290, "{axis:?}");
        }
        let flat = Axis::logarithmic(7.0, 7.0, 290);
        assert!(flat.pixels_of(7.0) > 0 && flat.pixels_of(0.0) == 0);
        assert!(Axis::logarithmic(1.0, 1e9, 1).ticks.len() <= 1);
    }
}
