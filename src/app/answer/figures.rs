//! Figures of a search: a table for people, fields for programs.

use std::time::Duration;

use serde::Serialize;

use crate::answer::table::aligned;
use traybit_core::search::outcome::Cost;
use traybit_program::text::{bytes, grouped, key, span};
use traybit_sliding::layout::Choice;

/// A search's cost beside what the process had for it.
#[derive(Serialize, Clone, Debug)]
pub(crate) struct Figures {
    positions: u64,
    /// True if symmetric positions were merged.
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
    /// Most bytes that the whole process took up so far, where the system tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) peak_resident_bytes: Option<usize>,
    /// Threads that it might use.
    threads: usize,
    #[serde(skip)]
    time: Duration,
}

impl Figures {
    /// The figures of a cost.
    pub(crate) fn new(cost: &Cost, threads: usize, peak_resident_bytes: Option<usize>) -> Self {
        let Cost { positions, symmetric_merged, layers, successors, time, bytes, trail_bytes } = *cost;
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
            peak_resident_bytes,
            threads,
            time,
        }
    }

    /// A row a figure, the numbers below each other; without a `choice` no key was needed.
    pub(crate) fn table(&self, choice: Option<&Choice>) -> String {
        let merged = if self.images_counted_once { "positions, symmetric merged" } else { "positions" };
        let mut rows = vec![
            ("layers after the start's", grouped(self.layers.into())),
            (merged, grouped(self.positions)),
            ("successors", grouped(self.successors)),
            ("positions per second", grouped(self.positions_per_second)),
            ("successors per second", grouped(self.successors_per_second)),
            ("bytes per position", decimal(self.bytes_per_position)),
            ("of them to reconstruct paths", decimal(each(self.trail_bytes, self.positions))),
            ("search memory, peak", bytes(self.bytes)),
        ];
        rows.extend(self.peak_resident_bytes.map(|peak| ("process memory, peak", bytes(peak))));
        rows.extend([("threads allowed", grouped(self.threads as u64)), ("time", span(self.time))]);
        let rows: Vec<Vec<String>> =
            rows.into_iter().map(|(what, figure)| vec![what.to_owned(), figure]).collect();
        let mut table = aligned(&rows, 1..2);
        if let Some(choice) = choice {
            table.extend(["key  ", &key(choice), "\n"]);
        }
        table
    }
}

/// Rate per second; 0 where no time was needed.
fn per_second(count: u64, time: Duration) -> u64 {
    if time.is_zero() { 0 } else { (count as f64 / time.as_secs_f64()) as u64 }
}

/// Bytes per position; 0 where there is none.
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

    use super::Figures;
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
    fn numbers_of_the_table_are_aligned() {
        let table = Figures::new(&COST, 2, Some(3 << 20)).table(None);
        let expected = [
            "layers after the start's            31",
            "positions                       12,000",
            "successors                      30,000",
            "positions per second             8,000",
            "successors per second           20,000",
            "bytes per position             2,050.0",
            "of them to reconstruct paths         0",
            "search memory, peak           23.5 MiB",
            "process memory, peak           3.0 MiB",
            "threads allowed                      2",
            "time                            1.50 s",
        ];
        assert_eq!(table.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn rates_without_time_and_shares_without_positions_are_0() {
        let cost = Cost { time: Duration::ZERO, positions: 0, ..COST };
        let figures = Figures::new(&cost, 1, None);
        assert_eq!((figures.positions_per_second, figures.successors_per_second), (0, 0));
        assert!(figures.bytes_per_position.abs() < f64::EPSILON);
    }
}
