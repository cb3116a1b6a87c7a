//! What a search cost in figures: a table for people, fields for programs.

use std::time::Duration;

use serde::Serialize;

use crate::report::text::{bytes, grouped, key, span};
use traybit_core::search::outcome::Cost;
use traybit_sliding::layout::Choice;

/// A search's cost beside what the process had for it.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// The search's own account.
    pub cost: Cost,
    /// Threads that it might use.
    pub threads: usize,
    /// Most bytes that the whole process took up so far, where the system tells.
    pub peak_resident: Option<usize>,
}

/// The same as fields of a document.
#[derive(Serialize)]
pub struct Costs {
    positions: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    images_counted_once: bool,
    layers: u32,
    successors: u64,
    seconds: f64,
    positions_per_second: u64,
    successors_per_second: u64,
    bytes: usize,
    bytes_per_position: f64,
    trail_bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_resident_bytes: Option<usize>,
    threads: usize,
}

impl Figures {
    /// A row a figure, the numbers below each other; without a `choice` no key was needed.
    #[must_use]
    pub fn table(&self, choice: Option<&Choice>) -> String {
        let Cost { positions, symmetric_merged, layers, successors, time, bytes: held, trail_bytes } =
            self.cost;
        let mut rows = vec![
            ("layers after the start's", grouped(layers.into())),
            (if symmetric_merged { "positions, images once" } else { "positions" }, grouped(positions)),
            ("successors", grouped(successors)),
            ("positions a second", grouped(per_second(positions, time))),
            ("successors a second", grouped(per_second(successors, time))),
            ("bytes a position", decimal(each(held, positions))),
            ("of them for the walk back", decimal(each(trail_bytes, positions))),
            ("the search's memory, at most", bytes(held)),
        ];
        rows.extend(self.peak_resident.map(|resident| ("the process's memory, at most", bytes(resident))));
        rows.extend([("threads allowed", grouped(self.threads as u64)), ("time", span(time))]);
        let longest = rows.iter().map(|(_, figure)| figure.len()).max().unwrap_or(0);
        let mut lines: Vec<_> =
            rows.iter().map(|(what, figure)| format!("{what:<29}  {figure:>longest$}\n")).collect();
        lines.extend(choice.map(|choice| format!("{:<29}  {}\n", "key", key(choice))));
        lines.concat()
    }
}

impl From<Figures> for Costs {
    fn from(figures: Figures) -> Self {
        let Figures { cost, threads, peak_resident } = figures;
        let Cost { positions, symmetric_merged, layers, successors, time, bytes, trail_bytes } = cost;
        Self {
            positions,
            images_counted_once: symmetric_merged,
            layers,
            successors,
            seconds: time.as_secs_f64(),
            positions_per_second: per_second(positions, time),
            successors_per_second: per_second(successors, time),
            bytes,
            bytes_per_position: each(bytes, positions),
            trail_bytes,
            peak_resident_bytes: peak_resident,
            threads,
        }
    }
}

/// How many of them a second; 0 where no time was needed.
fn per_second(count: u64, time: Duration) -> u64 {
    if time.is_zero() { 0 } else { (count as f64 / time.as_secs_f64()) as u64 }
}

/// Bytes a position; 0 where there is none.
fn each(bytes: usize, positions: u64) -> f64 {
    if positions == 0 { 0.0 } else { bytes as f64 / positions as f64 }
}

fn decimal(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let tenths = (number * 10.0).round() as u64;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Costs, Figures};
    use traybit_core::search::outcome::Cost;

    const COST: Cost = Cost {
        positions: 12_000,
        symmetric_merged: false,
        layers: 31,
        successors: 30_000,
        time: Duration::from_millis(1_500),
        bytes: 24_600_000,
        trail_bytes: 0,
    };

    #[test]
    fn the_table_s_numbers_stand_below_each_other() {
        let table = Figures { cost: COST, threads: 2, peak_resident: Some(3 << 20) }.table(None);
        let expected = [
            "layers after the start's             31",
            "positions                        12,000",
            "successors                       30,000",
            "positions a second                8,000",
            "successors a second              20,000",
            "bytes a position                2,050.0",
            "of them for the walk back             0",
            "the search's memory, at most   23.5 MiB",
            "the process's memory, at most   3.0 MiB",
            "threads allowed                       2",
            "time                             1.50 s",
        ];
        assert_eq!(table.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn rates_without_time_and_shares_without_positions_are_0() {
        let cost = Cost { time: Duration::ZERO, positions: 0, ..COST };
        let costs = Costs::from(Figures { cost, threads: 1, peak_resident: None });
        assert_eq!((costs.positions_per_second, costs.successors_per_second), (0, 0));
        assert!(costs.bytes_per_position.abs() < f64::EPSILON);
    }
}
