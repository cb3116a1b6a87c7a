//! Figures of a search: a table for people, fields for programs.

use serde::Serialize;

use crate::report::aligned;
use traybit_core::Cost;
use traybit_program::{bytes, grouped, span};

/// A search's cost beside the resources of the process.
#[serde_with::skip_serializing_none]
#[derive(Serialize, Clone, Copy, Debug, schemars::JsonSchema)]
pub(crate) struct Figures {
    positions: u64,
    symmetric_merged: Option<bool>,
    layers: u32,
    successors: u64,
    seconds: f64,
    positions_per_second: u64,
    successors_per_second: u64,
    bytes: usize,
    bytes_per_position: f64,
    trail_bytes: usize,
    /// Peak bytes of the whole process so far, if the system reports it.
    peak_resident_bytes: Option<usize>,
    disk_bytes: Option<u64>,
    disk_bytes_written: Option<u64>,
    disk_bytes_read: Option<u64>,
    disk_bytes_per_position: Option<f64>,
    bytes_sent: Option<u64>,
    threads: usize,
}

impl Figures {
    pub(crate) fn new(cost: Cost, threads: usize, peak_resident_bytes: Option<usize>) -> Self {
        let Cost { positions, symmetric_merged, layers, successors, time, bytes, trail_bytes, disk } = cost;
        let (has_disk, seconds) = (disk.peak > 0, time.as_secs_f64());
        Self {
            positions,
            symmetric_merged: symmetric_merged.then_some(true),
            layers,
            successors,
            seconds,
            positions_per_second: ratio(positions as f64, seconds) as u64,
            successors_per_second: ratio(successors as f64, seconds) as u64,
            bytes,
            bytes_per_position: ratio(bytes as f64, positions as f64),
            trail_bytes,
            peak_resident_bytes,
            disk_bytes: has_disk.then_some(disk.peak),
            disk_bytes_written: has_disk.then_some(disk.written),
            disk_bytes_read: has_disk.then_some(disk.read),
            disk_bytes_per_position: (disk.states > 0).then(|| disk.layers as f64 / disk.states as f64),
            bytes_sent: (disk.sent > 0).then_some(disk.sent),
            threads,
        }
    }

    /// A row for each figure, the numbers aligned, and rows of words below.
    pub(crate) fn table(&self, way: &[(&str, String)]) -> String {
        let merged = if self.symmetric_merged.is_some() { ", symmetric merged" } else { "" };
        let trail = ratio(self.trail_bytes as f64, self.positions as f64);
        let traffic = |count: Option<u64>| count.map(|count| bytes(count as usize));
        let rows = [
            ("layers after the start's", Some(grouped(self.layers.into()))),
            (&format!("positions{merged}"), Some(grouped(self.positions))),
            ("successors", Some(grouped(self.successors))),
            ("positions per second", Some(grouped(self.positions_per_second))),
            ("successors per second", Some(grouped(self.successors_per_second))),
            ("bytes per position", Some(decimal(self.bytes_per_position))),
            ("of them to reconstruct paths", Some(decimal(trail))),
            ("search memory, peak", Some(bytes(self.bytes))),
            ("process memory, peak", self.peak_resident_bytes.map(bytes)),
            ("disk, peak", traffic(self.disk_bytes)),
            ("written to disk", traffic(self.disk_bytes_written)),
            ("read from disk", traffic(self.disk_bytes_read)),
            ("sent to other processes", traffic(self.bytes_sent)),
            ("bytes per position on disk", self.disk_bytes_per_position.map(decimal)),
            ("threads allowed", Some(grouped(self.threads as u64))),
            ("time", Some(span(self.seconds))),
        ];
        let rows = rows.into_iter().filter_map(|(what, figure)| Some(vec![what.to_owned(), figure?]));
        let mut table = aligned(&rows.collect::<Vec<_>>(), 1..2);
        table.extend(way.iter().flat_map(|(name, words)| [name, "  ", words, "\n"]));
        table
    }
}

/// 0 if no time was needed, or there is no position.
fn ratio(count: f64, of: f64) -> f64 {
    if of == 0.0 { 0.0 } else { count / of }
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
    use traybit_core::Cost;

    #[test]
    fn numbers_of_the_table_are_aligned() {
        let cost = Cost {
            positions: 12_000,
            layers: 31,
            successors: 30_000,
            time: Duration::from_millis(1_500),
            bytes: 24_600_000,
            ..Cost::default()
        };
        let table =
            Figures::new(cost, 2, Some(3 << 20)).table(&[("method", "boundaries of 7 bits".to_owned())]);
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
            "method  boundaries of 7 bits",
        ];
        assert_eq!(table.lines().collect::<Vec<_>>(), expected);
    }
}
