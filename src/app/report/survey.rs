//! The answer of `traybit tiles survey`: the distribution of lengths.

use serde::Serialize;

use crate::report::Body;
use crate::report::explored::histogram;
use traybit_program::text::{counted, grouped, plural};
use traybit_tiles::solution::Unit;

/// Proven lengths of a sample of boards: the number of boards by length.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Survey<'a> {
    metric: &'static str,
    boards: usize,
    solved: u64,
    #[serde(flatten)]
    moments: Option<Moments>,
    lengths: &'a [u64],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Moments {
    mean: f64,
    deviation: f64,
    least: usize,
    most: usize,
}

/// The distribution of proven lengths, the number of boards by length, over a sample of so many boards.
pub(crate) fn survey(sizes: &[u64], boards: usize, unit: Unit) -> Body<Survey<'_>> {
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
    let moments = least.map(|least| Moments { mean, deviation, least, most });
    let fields = Survey { metric: unit.metric(), boards, solved, moments, lengths: sizes };
    Body { schema: "tiles.survey", text, fields }
}
