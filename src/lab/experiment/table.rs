//! Tables of experiments: measurements, and the findings drawn from them, as text and as a document.

use std::fmt::Write as _;
use std::iter::once;

use serde::Serialize;
use serde_json::{Value, json};

use crate::experiment::Experiment;
use crate::median;
use traybit_app::report::columns;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{counted, grouped};

/// A claim about the column that is named second: its values are larger for the second of two alternatives than for the
/// first.
pub(super) type Claim = (&'static str, &'static str, [&'static str; 2]);

/// A column of a table: its name and the meaning of its numbers.
pub(super) type Column = (&'static str, Extent);

/// Ratios nearer to 1 than this are as good as equal.
const MARGIN: f64 = 1.05;

/// Meaning of a column's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// They are lower bounds if the measurement was cut short.
    Total,
    /// They hold for what was measured.
    Each,
}

/// A number, or the seconds of at least one run.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[serde(untagged)]
pub(super) enum Cell {
    Count(u64),
    MoreThan { more_than: u64 },
    Time { median: f64, least: f64, most: f64, runs: usize },
}

impl Cell {
    pub(super) fn times(seconds: &[f64]) -> Self {
        let runs = || seconds.iter().copied();
        let [least, most] = [runs().fold(f64::INFINITY, f64::min), runs().fold(0.0, f64::max)];
        Self::Time { median: median(runs()), least, most, runs: seconds.len() }
    }

    pub(super) fn per(self, things: usize) -> Self {
        let Self::Time { median, least, most, runs } = self else { return self };
        let [median, least, most] = [median, least, most].map(|seconds| seconds / things.max(1) as f64);
        Self::Time { median, least, most, runs }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    pub(super) puzzle: String,
    pub(super) way: String,
    /// A cell for each column that has a number.
    pub(super) cells: Vec<Option<Cell>>,
    /// Limit that ended it early, if any: totals are then lower bounds.
    pub(super) bounded: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) experiment: &'static Experiment,
    pub(super) rows: Vec<Row>,
    /// Why there are no more rows, if there were to be.
    pub(super) ended: Option<GaveUp>,
}

#[derive(Serialize, Clone, PartialEq, Debug)]
struct Finding {
    /// A sentence that may be true or not, without its full stop.
    claim: &'static str,
    verdict: Verdict,
    column: &'static str,
    /// Geometric mean of the ratios, if there are any.
    #[serde(rename = "mean_ratio", skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    /// Ratio of the two, for each puzzle that has both.
    ratios: Vec<f64>,
    /// Number of ratios that are larger still, as a measurement was bounded.
    at_least: usize,
    at_most: usize,
    left_out: usize,
}

/// Verdict of the numbers on a claim.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Supported,
    /// The numbers support the contrary.
    Refuted,
    /// It makes no difference, or the numbers do not decide.
    Open,
}

impl Table {
    fn findings(&self) -> Vec<Finding> {
        self.experiment.claims.iter().map(|&claim| self.judge(claim)).collect()
    }

    fn judge(&self, (claim, column, [smaller, larger]): Claim) -> Finding {
        let columns = self.experiment.columns;
        let at = columns.iter().position(|known| known.0 == column).expect("a column of the experiment");
        let (mut ratios, mut at_least, mut at_most, mut left_out) = (Vec::new(), 0, 0, 0);
        for rows in self.rows.chunk_by(|one, other| one.puzzle == other.puzzle) {
            // The number, and whether it would be larger had it not been bounded.
            let value = |way: &str| {
                let row = rows.iter().find(|row| row.way == way)?;
                let is_cut_short = columns[at].1 == Extent::Total && row.bounded.is_some();
                Some(match row.cells[at]? {
                    // One is added to numbers, so that zero has a ratio.
                    Cell::Count(number) => (number as f64 + 1.0, is_cut_short),
                    Cell::MoreThan { more_than } => (more_than as f64 + 1.0, true),
                    Cell::Time { median, .. } => (median + f64::MIN_POSITIVE, is_cut_short),
                })
            };
            match (value(smaller), value(larger)) {
                (Some((small, small_bounded)), Some((large, large_bounded)))
                    if !small_bounded || (!large_bounded && large < small) =>
                {
                    ratios.push(large / small);
                    at_least += usize::from(large_bounded);
                    at_most += usize::from(small_bounded);
                }
                _ => left_out += 1,
            }
        }
        let sum: f64 = ratios.iter().map(|ratio: &f64| ratio.ln()).sum();
        let mean = (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp());
        // A verdict takes the mean and two thirds of the puzzles.
        let most = |is: fn(&&f64) -> bool| 3 * ratios.iter().filter(is).count() >= 2 * ratios.len();
        let verdict = match mean {
            // Where some ratios are only bounds in the other direction the numbers do not decide.
            Some(mean) if mean > MARGIN && most(|&&ratio| ratio > 1.0) && at_most == 0 => Verdict::Supported,
            Some(mean) if mean < 1.0 / MARGIN && most(|&&ratio| ratio < 1.0) && at_least == 0 => {
                Verdict::Refuted
            }
            _ => Verdict::Open,
        };
        Finding { claim, verdict, column, mean, ratios, at_least, at_most, left_out }
    }
}

impl Finding {
    fn evidence(&self) -> String {
        let Some(mean) = self.mean else { return "there is nothing to compare".to_owned() };
        let number = |ratio: f64| if ratio < 10.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") };
        let mut text = format!("{}: {} times", self.column, number(mean));
        if self.ratios.len() > 1 {
            let least = number(self.ratios.iter().copied().fold(f64::INFINITY, f64::min));
            let most = number(self.ratios.iter().copied().fold(0.0, f64::max));
            // A string takes all that is written to it.
            let _ = write!(text, " on average, {least} to {most}, on {} puzzles", self.ratios.len());
        }
        for (number, what) in [
            (self.at_least, "of them bounded, so that it is more"),
            (self.at_most, "of them bounded, so that it is less"),
            (self.left_out, "left out, being bounded or missing"),
        ] {
            if number > 0 {
                let _ = write!(text, "; {number} {what}");
            }
        }
        text
    }
}

/// Name of a limit in the column `bounded by`.
pub(super) fn limit_name(reason: GaveUp) -> &'static str {
    match reason {
        GaveUp::Time => "time",
        GaveUp::Memory => "memory",
        GaveUp::Stopped => "stopped",
        GaveUp::Exhausted => "no answer",
        GaveUp::Disk => "disk",
        GaveUp::Peer => "process",
    }
}

/// A time in the unit that leaves a number of at least 1.
fn time(seconds: f64) -> String {
    for (unit, of) in [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)] {
        if seconds >= of {
            return format!("{:.2} {unit}", seconds / of);
        }
    }
    format!("{:.2} ns", seconds * 1e9)
}

/// A number, or a median and how far the least and the most are from it.
fn rendered(cell: Option<Cell>) -> String {
    match cell {
        None => "-".to_owned(),
        Some(Cell::Count(number)) => grouped(number),
        Some(Cell::MoreThan { more_than }) => format!("> {}", grouped(more_than)),
        Some(Cell::Time { median, least, most, runs }) if runs > 1 && median > 0.0 => {
            let percent = |other: f64| (other / median - 1.0).abs() * 100.0;
            format!("{} −{:.0} +{:.0} %", time(median), percent(least), percent(most))
        }
        Some(Cell::Time { median, .. }) => time(median),
    }
}

impl Table {
    pub(super) fn text(&self) -> String {
        let Experiment { name, question, columns: known, .. } = self.experiment;
        let head = once("puzzle: way").chain(known.iter().map(|column| column.0)).chain(["bounded by"]);
        let mut rows = vec![head.map(str::to_owned).collect::<Vec<_>>()];
        rows.extend(self.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| rendered(*cell));
            let way = once(format!("{}: {}", row.puzzle, row.way));
            way.chain(cells).chain([row.bounded.unwrap_or_default().to_owned()]).collect()
        }));
        let mut text = format!("{name}: {question}\n\n{}\n{}", columns(&rows), self.runs());
        for finding in self.findings() {
            // A string takes all that is written to it.
            let _ = writeln!(text, "{:?}: {} ({})", finding.verdict, finding.claim, finding.evidence());
        }
        if self.ended.is_some() {
            let _ = writeln!(text, "Ended early, after {}", counted(self.rows.len() as u64, "row"));
        }
        text
    }

    fn runs(&self) -> String {
        let cells = self.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let all =
            cells.filter_map(|cell| if let Cell::Time { runs, .. } = cell { Some(*runs) } else { None });
        let (Some(least), Some(most)) = (all.clone().min(), all.max()) else { return String::new() };
        let runs = match (least, most) {
            (_, 1) => return "Times are of one run\n".to_owned(),
            _ if least == most => most.to_string(),
            _ => format!("{least} to {most}"),
        };
        format!("Times are medians of {runs} runs, with the least and the most\n")
    }
}

pub(super) fn document(tables: &[Table]) -> Value {
    let table = |table: &Table| {
        json!({
            "name": table.experiment.name,
            "question": table.experiment.question,
            "rows": table.rows.iter().map(|row| record(table, row)).collect::<Vec<_>>(),
            "findings": table.findings(),
            "ended_early": table.ended.is_some(),
        })
    };
    json!({ "experiments": tables.iter().map(table).collect::<Vec<_>>() })
}

fn record(table: &Table, row: &Row) -> Value {
    let mut record = json!({ "puzzle": row.puzzle, "way": row.way });
    for (column, cell) in table.experiment.columns.iter().zip(&row.cells) {
        if let Some(cell) = cell {
            record[column.0.replace(' ', "_")] = json!(cell);
        }
    }
    if let Some(bounded) = row.bounded {
        record["bounded"] = bounded.into();
    }
    record
}

#[cfg(test)]
mod tests {
    use super::{Cell, Extent, Row, Table, Verdict, rendered, time};
    use crate::experiment::{Experiment, Measure};

    const EXPERIMENT: Experiment = Experiment {
        name: "x",
        question: "Which?",
        columns: &[("positions", Extent::Total), ("time", Extent::Total)],
        claims: &[
            ("two has more", "positions", ["one", "two"]),
            ("one has more", "positions", ["two", "one"]),
            ("two is slower", "time", ["one", "two"]),
            ("there is a third", "time", ["one", "three"]),
        ],
        measure: Measure::Boards(|_| Ok(())),
    };

    #[test]
    fn claims_are_judged_by_the_numbers() {
        let mut table = Table { experiment: &EXPERIMENT, rows: Vec::new(), ended: None };
        for (puzzle, way, count, seconds, bounded) in [
            ("a", "one", Some(99), 1.0, None),
            ("a", "two", Some(199), 1.01, None),
            ("b", "one", Some(9), 1.0, None),
            ("b", "two", Some(39), 1.0, Some("time")),
            ("c", "one", Some(9), 1.0, Some("memory")),
            ("c", "two", None, 1.0, None),
        ] {
            let cells = vec![count.map(Cell::Count), count.map(|_| Cell::times(&[seconds]))];
            table.rows.push(Row { puzzle: puzzle.to_owned(), way: way.to_owned(), cells, bounded });
        }
        let [two, one, slower, third] = table.findings().try_into().expect("four findings");
        assert_eq!((two.verdict, two.at_least, two.left_out), (Verdict::Supported, 1, 1));
        assert_eq!(
            two.evidence(),
            "positions: 2.83 times on average, 2.00 to 4.00, on 2 puzzles; 1 of them bounded, so that it is more; \
             1 left out, being bounded or missing"
        );
        assert_eq!((one.verdict, slower.verdict), (Verdict::Refuted, Verdict::Open));
        assert_eq!((third.verdict, third.left_out), (Verdict::Open, 3));
        assert_eq!(third.evidence(), "there is nothing to compare");
    }

    #[test]
    fn times_have_a_median_and_a_spread() {
        let times = Cell::times(&[3.0, 1.0, 2.0, 4.0]);
        assert_eq!(times, Cell::Time { median: 2.5, least: 1.0, most: 4.0, runs: 4 });
        assert_eq!(times.per(2), Cell::Time { median: 1.25, least: 0.5, most: 2.0, runs: 4 });
        assert_eq!(rendered(Some(Cell::times(&[9.0, 1.0, 2.0]))), "2.00 s −50 +350 %");
        assert_eq!(rendered(Some(Cell::times(&[0.1]))), "100.00 ms");
        assert_eq!([12.5, 3.5e-5, 1.25e-8].map(time), ["12.50 s", "35.00 µs", "12.50 ns"]);
    }
}
