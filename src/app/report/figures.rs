//! Figures of a search: a table for people, fields for programs.

use std::time::Duration;

use crate::report::{Object, aligned};
use traybit_core::search::outcome::Cost;
use traybit_program::text::{bytes, grouped, span};

/// A search's cost beside what the process had for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub(crate) cost: Cost,
    /// Threads that it might use.
    pub(crate) threads: usize,
    /// Peak bytes of the whole process so far, where the system tells.
    pub(crate) peak_resident_bytes: Option<usize>,
}

impl Figures {
    pub(crate) fn fields(&self) -> Object {
        let Cost { positions, symmetric_merged, layers, successors, time, bytes, trail_bytes, disk } =
            self.cost;
        let of_disk = |figure: u64| (disk.peak > 0).then_some(figure);
        Object::default()
            .with("positions", positions)
            .maybe("symmetric_merged", symmetric_merged.then_some(true))
            .with("layers", layers)
            .with("successors", successors)
            .with("seconds", time.as_secs_f64())
            .with("positions_per_second", per_second(positions, time))
            .with("successors_per_second", per_second(successors, time))
            .with("bytes", bytes)
            .with("bytes_per_position", each(bytes, positions))
            .with("trail_bytes", trail_bytes)
            .maybe("peak_resident_bytes", self.peak_resident_bytes)
            .maybe("disk_bytes", of_disk(disk.peak))
            .maybe("disk_bytes_written", of_disk(disk.written))
            .maybe("disk_bytes_read", of_disk(disk.read))
            .maybe(
                "disk_bytes_per_position",
                (disk.states > 0).then(|| disk.layers as f64 / disk.states as f64),
            )
            .maybe("bytes_sent", (disk.sent > 0).then_some(disk.sent))
            .with("threads", self.threads)
    }

    /// A row a figure, the numbers below each other, and rows of words.
    pub(crate) fn table(&self, way: &[(&str, String)]) -> String {
        let Cost { positions, symmetric_merged, layers, successors, time, bytes: held, trail_bytes, disk } =
            self.cost;
        let merged = if symmetric_merged { "positions, symmetric merged" } else { "positions" };
        let mut rows = vec![
            ("layers after the start's", grouped(layers.into())),
            (merged, grouped(positions)),
            ("successors", grouped(successors)),
            ("positions per second", grouped(per_second(positions, time))),
            ("successors per second", grouped(per_second(successors, time))),
            ("bytes per position", decimal(each(held, positions))),
            ("of them to reconstruct paths", decimal(each(trail_bytes, positions))),
            ("search memory, peak", bytes(held)),
        ];
        rows.extend(self.peak_resident_bytes.map(|peak| ("process memory, peak", bytes(peak))));
        if disk.peak > 0 {
            rows.extend([
                ("disk, peak", bytes(disk.peak as usize)),
                ("written to disk", bytes(disk.written as usize)),
                ("read from disk", bytes(disk.read as usize)),
            ]);
        }
        if disk.sent > 0 {
            rows.push(("sent to other processes", bytes(disk.sent as usize)));
        }
        if disk.states > 0 {
            let each = disk.layers as f64 / disk.states as f64;
            rows.push(("bytes per position on disk", decimal(each)));
        }
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

    use super::{Figures, each, per_second};
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
        let table = Figures { cost: COST, threads: 2, peak_resident_bytes: Some(3 << 20) };
        let table = table.table(&[("method", "boundaries of 7 bits".to_owned())]);
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

    #[test]
    fn rates_without_time_and_shares_without_positions_are_0() {
        assert_eq!(per_second(30_000, Duration::ZERO), 0);
        assert!(each(24_600_000, 0).abs() < f64::EPSILON);
    }
}
