//! The answer of `traybit tiles survey`: the distribution of lengths.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::Body;
use crate::report::explored::histogram;
use traybit_program::text::{counted, grouped, plural};
use traybit_tiles::solution::Unit;

/// Proven lengths of a sample of boards: the number of boards by length.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Survey<'a> {
    metric: &'static str,
    boards: usize,
    solved: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
    least: Option<usize>,
    most: Option<usize>,
    lengths: &'a [u64],
}

/// The distribution of proven lengths, `lengths` the number of boards by length, over a sample of boards.
pub(crate) fn survey(lengths: &[u64], boards: usize, unit: Unit) -> Body<Survey<'_>> {
    let solved: u64 = lengths.iter().sum();
    let average = |of: &dyn Fn(f64) -> f64| {
        let sum: f64 = (0..).zip(lengths).map(|(length, &count)| of(f64::from(length)) * count as f64).sum();
        (solved > 0).then(|| sum / solved as f64)
    };
    let mean = average(&|length| length);
    let deviation = average(&|length| (length - mean.unwrap_or_default()).powi(2)).map(f64::sqrt);
    let least = lengths.iter().position(|&count| count > 0);
    let most = least.map(|_| lengths.len() - 1);
    let text = match (mean, deviation, least, most) {
        (Some(mean), Some(deviation), Some(least), Some(most)) => format!(
            "{} of {} solved and checked: {mean:.2} {} on average, deviation {deviation:.2}, {least} to {most}\n\n{}",
            grouped(solved),
            counted(boards as u64, "board"),
            plural(unit.noun()),
            histogram(least, &lengths[least..], "boards")
        ),
        _ => String::new(),
    };
    let metric = unit.metric();
    let fields = Survey { metric, boards, solved, mean, deviation, least, most, lengths };
    Body { schema: "tiles.survey", text, fields }
}
