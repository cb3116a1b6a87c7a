//! Measurements of experiments, and the findings drawn from them.

use std::fmt::Write as _;

use serde::Serialize;

use crate::median;
use traybit_core::search::outcome::GaveUp;

/// A claim about a column, the second: that its values are larger for the second of two alternatives than for the first.
pub(super) type Claim = (&'static str, &'static str, [&'static str; 2]);

/// Two times or numbers whose ratio is nearer to 1 are as good as equal.
const MARGIN: f64 = 1.05;

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    /// True if it holds times, which differ from run to run.
    pub(super) is_time: bool,
    /// True if its values would be larger had they not been bounded.
    pub(super) is_total: bool,
}

impl Column {
    /// Numbers that grow with the duration of the run.
    pub(super) const fn total(name: &'static str) -> Self {
        Self { name, is_time: false, is_total: true }
    }

    /// Times of the same kind.
    pub(super) const fn time(name: &'static str) -> Self {
        Self { name, is_time: true, is_total: true }
    }

    /// Numbers that hold for what was measured.
    pub(super) const fn number(name: &'static str) -> Self {
        Self { name, is_time: false, is_total: false }
    }

    /// Times for one of many things.
    pub(super) const fn each(name: &'static str) -> Self {
        Self { name, is_time: true, is_total: false }
    }
}

/// Times of several runs, in seconds.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    /// Median of the runs.
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) runs: usize,
}

impl Sample {
    /// Sample of at least one run.
    pub(super) fn of(mut seconds: Vec<f64>) -> Self {
        let (median, runs) = (median(&mut seconds), seconds.len());
        Self { runs, median, least: seconds[0], most: seconds[runs - 1] }
    }

    /// The time for each of so many things.
    pub(super) fn per(self, things: usize) -> Self {
        let things = things.max(1) as f64;
        let Self { runs, median, least, most } = self;
        Self { runs, median: median / things, least: least / things, most: most / things }
    }
}

/// A measured value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Cell {
    Count(u64),
    /// Not met among so many things: it is more than that.
    MoreThan(u64),
    Bytes(u64),
    Time(Sample),
    /// There is no such number.
    Missing,
}

impl Cell {
    /// A number that may not be there.
    pub(super) fn count(number: Option<u64>) -> Self {
        number.map_or(Self::Missing, Self::Count)
    }

    /// The number, or the median; none where it is missing.
    pub(super) fn value(self) -> Option<f64> {
        match self {
            Self::Count(number) | Self::MoreThan(number) | Self::Bytes(number) => Some(number as f64),
            Self::Time(sample) => Some(sample.median),
            Self::Missing => None,
        }
    }
}

/// Measurements of one alternative on one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    pub(super) puzzle: String,
    /// The alternative.
    pub(super) way: String,
    /// A cell for each column.
    pub(super) cells: Vec<Cell>,
    /// Limit that ended it early, if any: totals are then lower bounds.
    pub(super) bounded: Option<&'static str>,
}

/// Table of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) question: &'static str,
    pub(super) columns: &'static [Column],
    /// The measurements in the order in which they were made.
    pub(super) rows: Vec<Row>,
    pub(super) findings: Vec<Finding>,
    /// Why there are no more rows, if there were to be.
    pub(super) ended: Option<GaveUp>,
}

/// A claim and what the numbers say to it.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct Finding {
    /// A sentence that may be true or not, without its full stop.
    pub(super) claim: &'static str,
    pub(super) verdict: Verdict,
    /// The column that was looked at.
    pub(super) column: &'static str,
    /// Geometric mean of the ratios; none where there are none.
    #[serde(rename = "mean_ratio", skip_serializing_if = "Option::is_none")]
    pub(super) mean: Option<f64>,
    /// Ratio of the two, for each puzzle that has both.
    pub(super) ratios: Vec<f64>,
    /// Number of ratios that are larger still, as a measurement was bounded.
    pub(super) at_least: usize,
    /// Number of ratios that are smaller still.
    pub(super) at_most: usize,
    /// Number of puzzles left out.
    pub(super) left_out: usize,
}

/// Verdict of the numbers on a claim.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    Supported,
    /// The numbers support the contrary.
    Refuted,
    /// It makes no difference, or the numbers do not decide.
    Open,
}

impl Table {
    pub(super) fn new(name: &'static str, question: &'static str, columns: &'static [Column]) -> Self {
        Self { name, question, columns, rows: Vec::new(), findings: Vec::new(), ended: None }
    }

    /// Adds a row of measurements, and what bounded them.
    pub(super) fn add(&mut self, puzzle: &str, way: &str, cells: Vec<Cell>, bounded: Option<&'static str>) {
        self.rows.push(Row { puzzle: puzzle.to_owned(), way: way.to_owned(), cells, bounded });
    }

    /// The puzzles, in the order in which they come.
    fn puzzles(&self) -> Vec<&str> {
        let mut puzzles: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !puzzles.contains(&row.puzzle.as_str()) {
                puzzles.push(&row.puzzle);
            }
        }
        puzzles
    }

    /// Value of an alternative on a puzzle, and true if it is the least that it can be.
    fn value(&self, puzzle: &str, way: &str, column: usize) -> Option<(f64, bool)> {
        let row = self.rows.iter().find(|row| row.puzzle == puzzle && row.way == way)?;
        let cell = *row.cells.get(column)?;
        Some((cell.value()?, self.is_bounded(row, column)))
    }

    /// True if the number of a row would be larger had it not been bounded.
    pub(super) fn is_bounded(&self, row: &Row, column: usize) -> bool {
        let cut_short = self.columns[column].is_total && row.bounded.is_some();
        cut_short || matches!(row.cells[column], Cell::MoreThan(_))
    }

    /// Judges a claim.
    pub(super) fn judge(&self, (claim, column, [smaller, larger]): Claim) -> Finding {
        let mut finding = Finding {
            claim,
            verdict: Verdict::Open,
            column,
            mean: None,
            ratios: Vec::new(),
            at_least: 0,
            at_most: 0,
            left_out: 0,
        };
        let Some(at) = self.columns.iter().position(|known| known.name == column) else { return finding };
        // The ratio of none and one thing is that of one and two.
        let more = if self.columns[at].is_time { f64::MIN_POSITIVE } else { 1.0 };
        for puzzle in self.puzzles() {
            match (self.value(puzzle, smaller, at), self.value(puzzle, larger, at)) {
                (Some((small, false)), Some((large, is_least))) => {
                    finding.ratios.push((large + more) / (small + more));
                    finding.at_least += usize::from(is_least);
                }
                (Some((small, true)), Some((large, false))) if large < small => {
                    finding.ratios.push((large + more) / (small + more));
                    finding.at_most += 1;
                }
                _ => finding.left_out += 1,
            }
        }
        let sum: f64 = finding.ratios.iter().map(|ratio| ratio.ln()).sum();
        finding.mean = (!finding.ratios.is_empty()).then(|| (sum / finding.ratios.len() as f64).exp());
        finding.verdict = finding.judged();
        finding
    }
}

impl Finding {
    /// A verdict takes the mean and two thirds of the puzzles.
    fn judged(&self) -> Verdict {
        let most = |count: usize| 3 * count >= 2 * self.ratios.len();
        let more = self.ratios.iter().filter(|&&ratio| ratio > 1.0).count();
        let less = self.ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        match self.mean {
            // Where some ratios are only bounds in the other direction the numbers do not decide.
            Some(mean) if mean > MARGIN && most(more) && self.at_most == 0 => Verdict::Supported,
            Some(mean) if mean < 1.0 / MARGIN && most(less) && self.at_least == 0 => Verdict::Refuted,
            _ => Verdict::Open,
        }
    }

    /// The numbers, as part of a sentence.
    pub(super) fn evidence(&self) -> String {
        let Some(mean) = self.mean else { return "there is nothing to compare".to_owned() };
        let number = |ratio: f64| if ratio < 10.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") };
        let least = self.ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.ratios.iter().copied().fold(0.0, f64::max);
        let mut text = format!("{}: {} times", self.column, number(mean));
        if self.ratios.len() > 1 {
            let (least, most, puzzles) = (number(least), number(most), self.ratios.len());
            // A string takes all that is written to it.
            let _ = write!(text, " on average, {least} to {most}, on {puzzles} puzzles");
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

#[cfg(test)]
mod tests {
    use super::{Cell, Column, Sample, Table, Verdict, limit_name};
    use traybit_core::search::outcome::GaveUp;

    const COLUMNS: [Column; 2] = [Column::total("positions"), Column::time("time")];

    #[test]
    fn medians_and_spreads() {
        let sample = Sample::of(vec![3.0, 1.0, 2.0]);
        assert_eq!((sample.runs, sample.median, sample.least, sample.most), (3, 2.0, 1.0, 3.0));
        assert!((Sample::of(vec![1.0, 2.0]).median - 1.5).abs() < 1e-9);
        assert!((sample.per(2).most - 1.5).abs() < 1e-9);
    }

    #[test]
    fn claims_are_judged_by_the_numbers() {
        let mut table = Table::new("x", "Which?", &COLUMNS);
        let cells = |count, seconds| vec![Cell::Count(count), Cell::Time(Sample::of(vec![seconds]))];
        table.add("a", "one", cells(99, 1.0), None);
        table.add("a", "two", cells(199, 1.01), None);
        table.add("b", "one", cells(9, 1.0), None);
        table.add("b", "two", cells(39, 1.0), Some(limit_name(GaveUp::Time)));
        table.add("c", "one", cells(9, 1.0), Some(limit_name(GaveUp::Memory)));
        table.add("c", "two", vec![Cell::Missing, Cell::Missing], None);
        let finding = table.judge(("two has more", "positions", ["one", "two"]));
        assert_eq!((finding.verdict, finding.at_least, finding.left_out), (Verdict::Supported, 1, 1));
        assert_eq!(
            finding.evidence(),
            "positions: 2.83 times on average, 2.00 to 4.00, on 2 puzzles; 1 of them bounded, so that it is more; \
             1 left out, being bounded or missing"
        );
        assert_eq!(table.judge(("one has more", "positions", ["two", "one"])).verdict, Verdict::Refuted);
        assert_eq!(table.judge(("two is slower", "time", ["one", "two"])).verdict, Verdict::Open);
        let nothing = table.judge(("there is a third", "time", ["one", "three"]));
        assert_eq!((nothing.verdict, nothing.left_out), (Verdict::Open, 3));
        assert_eq!(nothing.evidence(), "there is nothing to compare");
    }
}
