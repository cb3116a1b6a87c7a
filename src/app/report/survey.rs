//! The answer of `traybit tiles survey`: the distribution of lengths.

use crate::report::explored::histogram;
use crate::report::{Body, Object};
use traybit_program::text::{counted, grouped, plural};
use traybit_tiles::solution::Unit;

/// The distribution of proven lengths, the number of boards by length, over a sample of so many boards.
pub(crate) fn survey(sizes: &[u64], boards: usize, unit: Unit) -> Body {
    let solved: u64 = sizes.iter().sum();
    let moment = |of: &dyn Fn(f64) -> f64| {
        let sum: f64 = (0..).zip(sizes).map(|(length, &size)| of(f64::from(length)) * size as f64).sum();
        sum / solved as f64
    };
    let mean = moment(&|length| length);
    let deviation = moment(&|length| (length - mean).powi(2)).sqrt();
    let least = sizes.iter().position(|&size| size > 0);
    let most = sizes.len().saturating_sub(1);
    let text = least.map_or_else(String::new, |least| {
        let noun = plural(unit.noun());
        format!(
            "{} of {} solved and checked: {mean:.2} {noun} on average, deviation {deviation:.2}, {least} to {most}\n\n{}",
            grouped(solved),
            counted(boards as u64, "board"),
            histogram(least, &sizes[least..], "boards")
        )
    });
    let fields = Object::of("tiles.survey")
        .with("metric", unit.metric())
        .with("boards", boards)
        .with("solved", solved)
        .maybe("mean", least.map(|_| mean))
        .maybe("deviation", least.map(|_| deviation))
        .maybe("least", least)
        .maybe("most", least.map(|_| most))
        .with("lengths", sizes);
    Body { text, fields }
}
