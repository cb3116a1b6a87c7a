//! Axes: their range, linear or logarithmic, and their labels.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::plot::{SMALL, Unit, width};

/// Pixels between labels side by side, and between the middles of labels one over the other.
const BESIDE: f64 = 8.0;
const OVER: f64 = 36.0;

/// An axis. Places on it are values, or their logarithms to base 10; its range and its ticks are places.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    is_logarithmic: bool,
    unit: Unit,
    range: Range<f64>,
    ticks: Vec<f64>,
}

/// The length of an axis, in pixels, and whether its labels are side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) pixels: u32,
    pub(super) is_across: bool,
}

impl Axis {
    /// An axis on which lengths are values.
    pub(super) fn linear(range: Range<f64>, unit: Unit, room: Room) -> Self {
        let span = (range.end - range.start).max(f64::MIN_POSITIVE);
        let first = unit.grain().unwrap_or(0.0).max(span / 1e3).log10().floor() as i32;
        let steps = (first..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let steps = steps.filter(|&step| unit.grain().is_none_or(|grain| step >= grain));
        let ticks = steps.map(|step| {
            let (from, to) = ((range.start / step).ceil() as i64, (range.end / step).floor() as i64);
            (from..=to).map(|number| number as f64 * step).collect()
        });
        let axis = |ticks| Self { is_logarithmic: false, unit, range: range.clone(), ticks };
        first_that_fits(ticks.map(axis), room)
    }

    /// An axis on which equal lengths are equal ratios, from a little below `least` to `most`, both above zero.
    pub(super) fn logarithmic(least: f64, most: f64, unit: Unit, room: Room) -> Self {
        let (from, to) = (least.log10(), most.log10());
        let span = (to - from).max(0.5);
        let range = from - 0.12 * span..from + 1.02 * span;
        let powers = (range.start.ceil() as i32..=range.end.floor() as i32).collect::<Vec<_>>();
        let ticks = (1..).map(|stride| powers.iter().copied().step_by(stride).map(f64::from).collect());
        let axis = |ticks| Self { is_logarithmic: true, unit, range: range.clone(), ticks };
        first_that_fits(ticks.map(axis), room)
    }

    /// The value where bars begin.
    pub(super) fn base(&self) -> f64 {
        self.value(if self.is_logarithmic { self.range.start } else { self.range.start.max(0.0) })
    }

    /// The place of a value; the beginning for one too small for a logarithm.
    fn place(&self, value: f64) -> f64 {
        match self.is_logarithmic {
            false => value,
            true if value > 0.0 => value.log10().max(self.range.start),
            true => self.range.start,
        }
    }

    fn value(&self, place: f64) -> f64 {
        if self.is_logarithmic { 10f64.powf(place) } else { place }
    }

    fn labels(&self) -> impl Iterator<Item = String> {
        self.ticks.iter().map(|&tick| self.unit.label(self.value(tick)))
    }

    /// Pixels that its widest label takes.
    pub(super) fn label_width(&self) -> u32 {
        self.labels().map(|label| width(&label, SMALL)).max().unwrap_or(0)
    }

    fn fits(&self, room: Room) -> bool {
        let pixels = f64::from(room.pixels) / (self.range.end - self.range.start);
        let apart = if room.is_across { f64::from(self.label_width()) + BESIDE } else { OVER };
        self.ticks.windows(2).all(|pair| (pair[1] - pair[0]) * pixels >= apart)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limits: (i32, i32)) -> i32 {
        let part = (self.place(*value) - self.range.start) / (self.range.end - self.range.start);
        limits.0 + (part * f64::from(limits.1 - limits.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|&tick| self.value(tick)).collect()
    }

    fn range(&self) -> Range<f64> {
        self.value(self.range.start)..self.value(self.range.end)
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.unit.label(*value)
    }
}

/// The first axis that fits; each has fewer ticks than the one before, the last one tick.
fn first_that_fits(mut axes: impl Iterator<Item = Axis>, room: Room) -> Axis {
    axes.find(|axis| axis.fits(room)).expect("ticks without end")
}

#[cfg(test)]
mod tests {
    use plotters::coord::ranged1d::Ranged;

    use super::{Axis, Room};
    use crate::plot::Unit;

    const ROOM: Room = Room { pixels: 290, is_across: true };

    fn labels(axis: &Axis) -> Vec<String> {
        axis.labels().collect()
    }

    #[test]
    fn labels_are_round_and_apart() {
        assert_eq!(
            labels(&Axis::linear(0.0..2600.0, Unit::Count, ROOM)),
            ["0", "500", "1,000", "1,500", "2,000", "2,500"]
        );
        assert_eq!(labels(&Axis::linear(-0.5..3.5, Unit::Count, ROOM)), ["0", "1", "2", "3"]);
        assert_eq!(labels(&Axis::linear(0.0..0.13, Unit::Seconds, ROOM)), ["0 ns", "50 ms", "100 ms"]);
        assert_eq!(labels(&Axis::logarithmic(2.0, 9e6, Unit::Count, ROOM)), ["1", "1,000", "1,000,000"]);
        assert_eq!(labels(&Axis::logarithmic(1e-5, 0.5, Unit::Seconds, ROOM)), ["10 µs", "1 ms", "100 ms"]);
    }

    #[test]
    fn any_range_has_an_axis() {
        for most in [0.0, 1e-12, 1.0, 3e18] {
            let axis = Axis::linear(0.0..most, Unit::Seconds, ROOM);
            assert!((0..=200).contains(&axis.map(&most, (0, 200))), "{axis:?}");
        }
        let flat = Axis::logarithmic(7.0, 7.0, Unit::Count, ROOM);
        assert!(flat.map(&7.0, (0, 200)) > 0 && flat.map(&0.0, (0, 200)) == 0);
        assert!((flat.base().log10() - flat.range.start).abs() < 1e-9);
        let narrow = Room { pixels: 1, is_across: false };
        assert!(Axis::logarithmic(1.0, 1e9, Unit::Bytes, narrow).ticks.len() <= 1);
    }
}
