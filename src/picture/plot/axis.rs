//! Axes: their range, linear or logarithmic, and their labels.

use std::ops::Range;

use crate::plot::{GRID, LABEL, Page, SMALL, Style, width};
use traybit_core::numbers::grouped;

/// Pixels between labels side by side, and between the middles of labels one over the other.
const BESIDE: f64 = 8.0;
const OVER: f64 = 36.0;

/// An axis. Places on it are values, or their logarithms to base 10; its range and its ticks are places.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) is_logarithmic: bool,
    range: Range<f64>,
    ticks: Vec<f64>,
    room: Room,
}

/// The length of an axis, in pixels, and whether its labels are side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) pixels: u32,
    pub(super) is_across: bool,
}

impl Axis {
    /// An axis on which lengths are values.
    pub(super) fn linear(range: Range<f64>, room: Room) -> Self {
        let span = (range.end - range.start).max(f64::MIN_POSITIVE);
        let first = f64::max(1.0, span / 1e3).log10().floor() as i32;
        let steps = (first..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let ticks = steps.map(|step| {
            let (from, to) = ((range.start / step).ceil() as i64, (range.end / step).floor() as i64);
            (from..=to).map(|number| number as f64 * step).collect()
        });
        let axis = |ticks| Self { is_logarithmic: false, range: range.clone(), ticks, room };
        first_that_fits(ticks.map(axis))
    }

    /// An axis on which equal lengths are equal ratios, from a little below `least` to `most`, both above zero.
    pub(super) fn logarithmic(least: f64, most: f64, room: Room) -> Self {
        let (from, to) = (least.log10(), most.log10());
        let span = (to - from).max(0.5);
        let range = from - 0.12 * span..from + 1.02 * span;
        let powers = (range.start.ceil() as i32..=range.end.floor() as i32).collect::<Vec<_>>();
        let ticks = (1..).map(|stride| powers.iter().copied().step_by(stride).map(f64::from).collect());
        let axis = |ticks| Self { is_logarithmic: true, range: range.clone(), ticks, room };
        first_that_fits(ticks.map(axis))
    }

    /// Pixels from the beginning to a value, or to the beginning for one too small for a logarithm.
    pub(super) fn pixels(&self, value: f64) -> u32 {
        let place = if self.is_logarithmic { value.log10().max(self.range.start) } else { value };
        self.pixels_to(place)
    }

    fn pixels_to(&self, place: f64) -> u32 {
        let part = (place - self.range.start) / (self.range.end - self.range.start);
        (part * f64::from(self.room.pixels - 1)).round() as u32
    }

    fn labels(&self) -> impl Iterator<Item = String> {
        self.ticks.iter().map(|&tick| {
            let value = if self.is_logarithmic { 10f64.powf(tick) } else { tick };
            if value < 1.0 { value.to_string() } else { grouped(value.round() as u64) }
        })
    }

    /// Pixels that its widest label takes.
    pub(super) fn label_width(&self) -> u32 {
        self.labels().map(|label| width(&label, SMALL)).max().unwrap_or(0)
    }

    fn fits(&self) -> bool {
        let pixels = f64::from(self.room.pixels) / (self.range.end - self.range.start);
        let apart = if self.room.is_across { f64::from(self.label_width()) + BESIDE } else { OVER };
        self.ticks.windows(2).all(|pair| (pair[1] - pair[0]) * pixels >= apart)
    }

    /// Draws an axis that goes to the right from a place, with marks and labels below it.
    pub(super) fn draw_across(&self, page: &mut Page, (x, y): (u32, u32)) {
        page.line(&[(x, y), (x + self.room.pixels - 1, y)], LABEL.ink, 1);
        for (&tick, label) in self.ticks.iter().zip(self.labels()) {
            let x = x + self.pixels_to(tick);
            page.line(&[(x, y), (x, y + 4)], LABEL.ink, 1);
            page.text(&label, (x, y + 8 + SMALL / 2), Style { anchor: "middle", ..LABEL });
        }
    }

    /// Draws an axis that goes up from a place, with lines to the right of it and labels on its left.
    pub(super) fn draw_up(&self, page: &mut Page, (x, y): (u32, u32), across: u32) {
        for (&tick, label) in self.ticks.iter().zip(self.labels()) {
            let y = y - self.pixels_to(tick);
            page.line(&[(x, y), (x + across, y)], GRID, 1);
            page.line(&[(x - 5, y), (x - 1, y)], LABEL.ink, 1);
            page.text(&label, (x - 8, y), Style { anchor: "end", ..LABEL });
        }
        page.line(&[(x - 1, y), (x - 1, y + 1 - self.room.pixels)], LABEL.ink, 1);
    }
}

/// The first axis that fits; each has fewer ticks than the one before, the last one tick.
fn first_that_fits(mut axes: impl Iterator<Item = Axis>) -> Axis {
    axes.find(Axis::fits).expect("ticks without end")
}

#[cfg(test)]
mod tests {
    use super::{Axis, Room};

    const ROOM: Room = Room { pixels: 290, is_across: true };

    #[test]
    fn labels_are_round_and_apart() {
        for (axis, expected) in [
            (Axis::linear(0.0..2600.0, ROOM), "0 500 1,000 1,500 2,000 2,500"),
            (Axis::linear(-0.5..3.5, ROOM), "0 1 2 3"),
            (Axis::logarithmic(2.0, 9e6, ROOM), "1 1,000 1,000,000"),
        ] {
            assert_eq!(axis.labels().collect::<Vec<_>>().join(" "), expected);
        }
    }

    #[test]
    fn any_range_has_an_axis() {
        for most in [0.0, 1e-12, 1.0, 3e18] {
            let axis = Axis::linear(0.0..most, ROOM);
            assert!(axis.pixels(most) < 290, "{axis:?}");
        }
        let flat = Axis::logarithmic(7.0, 7.0, ROOM);
        assert!(flat.pixels(7.0) > 0 && flat.pixels(0.0) == 0);
        let narrow = Room { pixels: 1, is_across: false };
        assert!(Axis::logarithmic(1.0, 1e9, narrow).ticks.len() <= 1);
    }
}
