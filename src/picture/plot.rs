//! Histogram of the layers of a state space as an SVG document: positions by distance.
//!
//! ```text
//!   positions      ▂▄▆█▆▄▂       from the start: a bar for each distance, or a filled outline if bars are too narrow
//!              ▁▂▅▇──────▇▅▂▁    from the nearest goal: a line
//!              distance
//! ```
//!
//! The axes begin where the data begin. A bar that would flatten all others is cut off, and the caption states its number;
//! where most bars would be less than a pixel high, the axis is logarithmic. Letters are outlines, as in other pictures.

use std::ops::Range;

use crate::label::Face;
use crate::markup::{Area, around, document, element, escaped, ground, path};
use crate::palette::{AIM, Colour, INK, OUTSIDE, hex};
use crate::raster::png_of;
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
/// A bar is cut off if it is this many times as high as the second highest; and the height left of it, in the same measure.
const SPIKE: f64 = 4.0;
const STUMP: f64 = 1.25;

/// Colours of the grid lines and of secondary text.
const GRID: Colour = [0xe4, 0xe1, 0xdc];
const QUIET: Colour = [0x6b, 0x66, 0x60];
/// Colours of the first profile's fill and edge; the line of the second has that of aims.
const FILLING: Colour = [0x9c, 0xc6, 0xec];
const EDGE: Colour = [0x2f, 0x6f, 0xad];

/// Height of the middle of small and capital letters above the baseline, in ems.
const CAPITAL: f64 = 0.32;

/// Styles of texts: the heading, names of profiles, the facts below the heading, and labels of axes. Documents show plots
/// at three fifths of their size, where letters need nine pixels.
const HEADING: Style = Style { pixels: 20, ink: INK, anchor: 0.0, face: Face::Bold };
const NAME: Style = Style { pixels: 17, ink: INK, anchor: 0.0, face: Face::Regular };
const FACTS: Style = Style { ink: QUIET, ..NAME };
const LABEL: Style = Style { pixels: 16, ..FACTS };

/// Profile of a space: a name, such as `from the start`, and the numbers of positions at distance 0, 1, 2 …
pub type Profile<'a> = (&'a str, &'a [u64]);

/// A plot of one or two profiles; the first one is filled, the second one is a line.
#[derive(Clone, Debug)]
pub struct Plot<'a> {
    pub title: &'a str,
    /// The caption below the title.
    pub facts: String,
    /// Unit of the counts, such as `positions`.
    pub counted: &'a str,
    /// The name of the horizontal axis, with its unit.
    pub along: String,
    pub profiles: Vec<Profile<'a>>,
}

/// The bars of a plot: distances `first` to `last`, the mean of `run` of them each.
struct Bars {
    first: usize,
    last: usize,
    run: usize,
    outlines: Vec<Vec<(f64, f64)>>,
}

impl Plot<'_> {
    /// The plot as an SVG document.
    pub fn document(&self) -> String {
        self.drawn().0
    }

    /// The plot as a PNG file.
    ///
    /// # Errors
    /// If it cannot be drawn: a sentence without its full stop.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        let (document, area) = self.drawn();
        png_of(&document, area)
    }

    /// The document and its area.
    fn drawn(&self) -> (String, Area) {
        let (mut plot, mut y, bars) = (String::new(), MARGIN, self.bars());
        let (up, cut) = self.upwards(&bars);
        let cuts = self.cuts(cut).into_iter().map(|(place, number)| {
            format!("the bar at {place} is cut off: {} {}", grouped(number), self.counted)
        });
        let facts = [self.facts.clone()].into_iter().chain(cuts).collect::<Vec<_>>().join("; ");
        for (text, style, line) in [(self.title, HEADING, LINE + 5), (&facts, FACTS, LINE)] {
            for text in style.face.wrapped(text, style.pixels.into(), (WIDTH - 2 * MARGIN).into()) {
                y += line;
                write(&mut plot, &text, (MARGIN, y + LINE - line - 10), style);
            }
        }
        if self.profiles.len() > 1 {
            y += LINE;
            self.legend(&mut plot, y);
        }
        self.field(&mut plot, &bars, &up, cut, y + LINE);
        let area = Area { top: 0, left: 0, height: y + 2 * LINE + HEIGHT + BELOW, width: WIDTH };
        let title = format!("{}. {facts}", self.title);
        (document(area, &title, &(ground(area, OUTSIDE) + &plot)), area)
    }

    fn legend(&self, plot: &mut String, y: u32) {
        let mut x = MARGIN;
        for (number, (name, _)) in self.profiles.iter().enumerate() {
            let (half, shade) = if number == 0 { (5, FILLING) } else { (1, AIM) };
            fill(plot, (x, y - half), (22, 2 * half), shade);
            write(plot, name, (x + 30, y), NAME);
            x += 30 + width(name, NAME) + 24;
        }
    }

    fn bars(&self) -> Bars {
        let distances = self.profiles.iter().flat_map(|profile| profile.1.iter().enumerate());
        let full = distances.filter(|(_, size)| **size > 0).map(|(distance, _)| distance);
        let (first, last) = (full.clone().min().unwrap_or(0), full.max().unwrap_or(0));
        // At most one step of an outline per pixel; several layers are replaced by their mean.
        let run = (last + 1 - first).div_ceil((WIDTH - 2 * MARGIN) as usize);
        let outlines = self.profiles.iter().map(|profile| outline(profile.1, first..last + 1, run)).collect();
        Bars { first, last, run, outlines }
    }

    /// The vertical axis, and the height at which bars are cut off.
    fn upwards(&self, bars: &Bars) -> (Axis, Option<f64>) {
        let second = |profile: &Profile<'_>| {
            let mut sizes = profile.1.to_vec();
            sizes.sort_unstable();
            sizes.iter().rev().nth(1).copied()
        };
        let second = self.profiles.iter().filter_map(second).max().unwrap_or(0) as f64;
        let sizes = || bars.outlines.iter().flatten().map(|point| point.1).filter(|&size| size > 0.0);
        let (least, most) = (sizes().fold(f64::INFINITY, f64::min).min(1e18), sizes().fold(1.0, f64::max));
        let cut = Some(STUMP * second).filter(|_| bars.run == 1 && second > 0.0 && most > SPIKE * second);
        // The axis is logarithmic if most layers would be less than a pixel high.
        let top = cut.unwrap_or(1.04 * most);
        let low = sizes().filter(|size| size * f64::from(HEIGHT) < top).count();
        if 2 * low > sizes().count() {
            return (Axis::logarithmic(least, most, HEIGHT), None);
        }
        (Axis::linear(0.0..top, HEIGHT, OVER), cut)
    }

    /// The distances whose bars are cut off, and their numbers.
    fn cuts(&self, cut: Option<f64>) -> Vec<(usize, u64)> {
        let sizes = self.profiles.iter().flat_map(|profile| profile.1.iter().copied().enumerate());
        sizes.filter(|(_, size)| cut.is_some_and(|cut| *size as f64 > cut)).collect()
    }

    /// Draws the plot area, whose top is the name of the vertical axis at the height `top`.
    fn field(&self, plot: &mut String, bars: &Bars, up: &Axis, cut: Option<f64>, top: u32) {
        let widest = up.labels().map(|label| width(&label, LABEL)).max().unwrap_or(0);
        let (left, ground) = (MARGIN + widest + 12, top + LINE + HEIGHT);
        let apart = width(&grouped(bars.last as u64), LABEL) + BESIDE;
        let range = bars.first as f64 - 0.5..bars.last as f64 + 0.5;
        let along = Axis::linear(range, WIDTH - MARGIN - left, apart);
        let mean =
            if bars.run > 1 { format!(", the mean of {} distances each", bars.run) } else { String::new() };
        let kind = if up.is_logarithmic { " (logarithmic)" } else { "" };
        write(plot, &format!("{}{mean}{kind}", self.counted), (MARGIN, top), LABEL);
        up.draw_up(plot, (left, ground - 1), along.pixels - 1);
        along.draw_across(plot, (left, ground));
        for (number, outline) in bars.outlines.iter().enumerate() {
            let place = |&(x, y): &(f64, f64)| (left + along.pixels_of(x), ground - 1 - up.pixels_of(y));
            let points: Vec<(u32, u32)> = outline.iter().map(place).collect();
            if number > 0 {
                stroke(plot, &points, AIM, 2);
            } else if f64::from(along.pixels) / (bars.last + 1 - bars.first) as f64 >= MIN_BAR {
                // Between the two ends on the baseline, each bar has the two ends of its top.
                let tops = points.get(1..points.len().saturating_sub(1)).unwrap_or_default();
                for &[(from, height), (to, _)] in tops.as_chunks().0 {
                    let between = (APART / 2.0 * f64::from(to - from)).round() as u32;
                    fill(plot, (from + between, height), (to - from - 2 * between, ground - height), FILLING);
                }
            } else {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
                let (fill, edge) = (hex(FILLING), hex(EDGE));
                let style = format!(r#"fill="{fill}" stroke="{edge}" stroke-width="1""#);
                *plot += &path(&format!("M{}", points.join("L")), &style);
            }
        }
        for (distance, number) in self.cuts(cut) {
            // A gap near the top, and the number beside it.
            let [from, to] = [-0.5, 0.5].map(|side| left + along.pixels_of(distance as f64 + side));
            fill(plot, (from, ground - HEIGHT + 12), (to - from, 4), OUTSIDE);
            let is_left = 2 * to > 2 * left + along.pixels;
            let (x, anchor) = if is_left { (from.saturating_sub(6), 1.0) } else { (to + 6, 0.0) };
            write(plot, &grouped(number), (x, ground - HEIGHT + 8), Style { anchor, ..LABEL });
        }
        let middle = (left + along.pixels / 2, ground + TICKS + LINE / 2);
        write(plot, &self.along, middle, Style { anchor: 0.5, ..LABEL });
    }
}

/// The outline of a histogram from baseline to baseline, with one bar for each run of layers, as high as their mean.
fn outline(sizes: &[u64], range: Range<usize>, run: usize) -> Vec<(f64, f64)> {
    let sizes = &sizes[range.start.min(sizes.len())..range.end.min(sizes.len())];
    let start = range.start as f64 - 0.5;
    let bars = sizes.chunks(run).enumerate().flat_map(|(index, sizes)| {
        let mean = sizes.iter().map(|&size| size as f64).sum::<f64>() / sizes.len() as f64;
        let from = start + (index * run) as f64;
        [(from, mean), (from + sizes.len() as f64, mean)]
    });
    let ends = ((start, 0.0), (start + sizes.len() as f64, 0.0));
    let (first, last) = (!sizes.is_empty()).then_some(ends).unzip();
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

    /// Pixels from the start of the axis to a value; 0 for a value too small for the logarithm, the end for one beyond it.
    fn pixels_of(&self, value: f64) -> u32 {
        let place = if self.is_logarithmic { value.log10().max(self.range.start) } else { value };
        self.pixels_to(place.min(self.range.end))
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

    /// Draws a horizontal axis to the right from (x, y), with ticks and labels below it.
    fn draw_across(&self, plot: &mut String, (x, y): (u32, u32)) {
        stroke(plot, &[(x, y), (x + self.pixels - 1, y)], LABEL.ink, 1);
        for (&tick, label) in self.ticks.iter().zip(self.labels()) {
            let x = x + self.pixels_to(tick);
            stroke(plot, &[(x, y), (x, y + 4)], LABEL.ink, 1);
            write(plot, &label, (x, y + 8 + LABEL.pixels / 2), Style { anchor: 0.5, ..LABEL });
        }
    }

    /// Draws a vertical axis up from (x, y), with grid lines to its right and labels on its left.
    fn draw_up(&self, plot: &mut String, (x, y): (u32, u32), across: u32) {
        for (&tick, label) in self.ticks.iter().zip(self.labels()) {
            let y = y - self.pixels_to(tick);
            stroke(plot, &[(x, y), (x + across, y)], GRID, 1);
            stroke(plot, &[(x - 5, y), (x - 1, y)], LABEL.ink, 1);
            write(plot, &label, (x - 8, y), Style { anchor: 1.0, ..LABEL });
        }
        stroke(plot, &[(x - 1, y), (x - 1, y + 1 - self.pixels)], LABEL.ink, 1);
    }
}

#[derive(Clone, Copy, Debug)]
struct Style {
    pixels: u32,
    ink: Colour,
    /// The part of the text that is left of its position: 0 to 1.
    anchor: f64,
    face: Face,
}

/// Adds a text to a plot; it is vertically centred at y.
fn write(plot: &mut String, text: &str, (x, y): (u32, u32), style: Style) {
    let (glyphs, width) = style.face.line(text);
    let em = f64::from(style.pixels);
    let place = (f64::from(x) - style.anchor * width * em, f64::from(y) + CAPITAL * em);
    let outlines = style.face.path(&glyphs, em, place);
    let attributes = format!(r#" aria-label="{}" fill="{}""#, escaped(text), hex(style.ink));
    *plot += &around("g", &attributes, &outlines);
}

fn fill(plot: &mut String, (left, top): (u32, u32), (width, height): (u32, u32), shade: Colour) {
    *plot += &ground(Area { top: top as i32, left: left as i32, height, width }, shade);
}

/// Adds a line from point to point to a plot.
fn stroke(plot: &mut String, points: &[(u32, u32)], shade: Colour, width: u32) {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let (points, ink) = (points.join(" "), hex(shade));
    let style = format!(r#"fill="none" points="{points}" stroke="{ink}" stroke-width="{width}""#);
    *plot += &element("polyline", &style);
}

fn width(text: &str, style: Style) -> u32 {
    (style.face.line(text).1 * f64::from(style.pixels)).ceil() as u32
}

#[cfg(test)]
mod tests;
