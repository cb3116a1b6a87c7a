//! Figures of a search: a table for people, fields for programs.

use std::time::Duration;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::aligned;
use traybit_core::search::outcome::Cost;
use traybit_program::text::{bytes, grouped, span};

/// A search's cost beside what the process had for it.
#[skip_serializing_none]
#[derive(Serialize, Clone, Copy, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// Peak bytes of the whole process so far, where the system tells.
    peak_resident_bytes: Option<usize>,
    #[serde(flatten)]
    disk: Option<OnDisk>,
    disk_bytes_per_position: Option<f64>,
    bytes_sent: Option<u64>,
    /// Threads that it might use.
    threads: usize,
}

/// Bytes in files.
#[derive(Serialize, Clone, Copy, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(clippy::struct_field_names, reason = "they are names of fields of documents")]
struct OnDisk {
    disk_bytes: u64,
    disk_bytes_written: u64,
    disk_bytes_read: u64,
}

impl Figures {
    pub(crate) fn new(cost: Cost, threads: usize, peak_resident_bytes: Option<usize>) -> Self {
        let Cost { positions, symmetric_merged, layers, successors, time, bytes, trail_bytes, disk } = cost;
        let on_disk =
            OnDisk { disk_bytes: disk.peak, disk_bytes_written: disk.written, disk_bytes_read: disk.read };
        Self {
            positions,
            symmetric_merged: symmetric_merged.then_some(true),
            layers,
            successors,
            seconds: time.as_secs_f64(),
            positions_per_second: per_second(positions, time),
            successors_per_second: per_second(successors, time),
            bytes,
            bytes_per_position: each(bytes, positions),
            trail_bytes,
            peak_resident_bytes,
            disk: (disk.peak > 0).then_some(on_disk),
            disk_bytes_per_position: (disk.states > 0).then(|| disk.layers as f64 / disk.states as f64),
            bytes_sent: (disk.sent > 0).then_some(disk.sent),
            threads,
        }
    }

    /// A row a figure, the numbers below each other, and rows of words.
    pub(crate) fn table(&self, way: &[(&str, String)]) -> String {
        let merged =
            if self.symmetric_merged.is_some() { "positions, symmetric merged" } else { "positions" };
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
        if let Some(disk) = &self.disk {
            rows.extend([
                ("disk, peak", bytes(disk.disk_bytes as usize)),
                ("written to disk", bytes(disk.disk_bytes_written as usize)),
                ("read from disk", bytes(disk.disk_bytes_read as usize)),
            ]);
        }
        rows.extend(self.bytes_sent.map(|sent| ("sent to other processes", bytes(sent as usize))));
        rows.extend(self.disk_bytes_per_position.map(|each| ("bytes per position on disk", decimal(each))));
        let time = Duration::try_from_secs_f64(self.seconds).unwrap_or_default();
        rows.extend([("threads allowed", grouped(self.threads as u64)), ("time", span(time))]);
        let rows: Vec<Vec<String>> =
            rows.into_iter().map(|(what, figure)| vec![what.to_owned(), figure]).collect();
        let mut table = aligned(&rows, 1..2);
        table.extend(way.iter().flat_map(|(name, words)| [name, "  ", words, "\n"]));
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
    use traybit_core::search::outcome::Traffic;

    const COST: Cost = Cost {
        positions: 12_000,
        symmetric_merged: false,
        layers: 31,
        successors: 30_000,
        time: Duration::from_millis(1_500),
        bytes: 24_600_000,
        trail_bytes: 0,
        disk: Traffic { peak: 0, written: 0, read: 0, layers: 0, states: 0, sent: 0 },
    };

    #[test]
    fn numbers_of_the_table_are_aligned() {
        let table =
            Figures::new(COST, 2, Some(3 << 20)).table(&[("method", "boundaries of 7 bits".to_owned())]);
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
