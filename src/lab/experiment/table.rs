//! Tables of experiments: measurements, and the findings drawn from them, as text and as a document.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::experiment::Experiment;
use traybit_app::report::{aligned, median};
use traybit_program::grouped;

/// A claim about a column: for the first of two alternatives its values are smaller than for the second.
pub(super) type Claim = (&'static str, &'static str, &'static str);

/// Ratios nearer to 1 than this count as equal.
const MARGIN: f64 = 1.05;

/// Columns whose numbers are lower bounds if a limit cut the measurement short; all others hold for what was measured.
const TOTALS: [&str; 4] = ["positions", "successors", "bytes", "time"];

/// A number, or the seconds of at least one run.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
#[serde(untagged)]
pub(super) enum Cell {
    Count(u64),
    MoreThan { more_than: u64 },
    Time { median: f64, least: f64, most: f64, runs: usize },
}

impl Cell {
    pub(super) fn times(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        let runs = seconds.len();
        let (least, most) = (seconds[0], seconds[runs - 1]);
        Self::Time { median: median(seconds.into_iter()), least, most, runs }
    }

    pub(super) fn per(self, things: usize) -> Self {
        let Self::Time { median, least, most, runs } = self else { return self };
        let [median, least, most] = [median, least, most].map(|seconds| seconds / things.max(1) as f64);
        Self::Time { median, least, most, runs }
    }
}

/// Writes a number, or a median and how far the minimum and the maximum are from it.
impl Display for Cell {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Count(number) => write!(formatter, "{}", grouped(number)),
            Self::MoreThan { more_than } => write!(formatter, "> {}", grouped(more_than)),
            Self::Time { median, least, most, runs } if runs > 1 && median > 0.0 => {
                let percent = |other: f64| (other / median - 1.0).abs() * 100.0;
                write!(formatter, "{} −{:.0} +{:.0} %", time(median), percent(least), percent(most))
            }
            Self::Time { median, .. } => write!(formatter, "{}", time(median)),
        }
    }
}

/// A time in the unit that leaves a number of at least 1.
fn time(seconds: f64) -> String {
    let units = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)];
    let (unit, of) = units.into_iter().find(|(_, of)| seconds >= *of).unwrap_or(("ns", 1e-9));
    format!("{:.2} {unit}", seconds / of)
}

#[skip_serializing_none]
#[derive(Serialize, Debug)]
pub(super) struct Row {
    pub(super) puzzle: String,
    pub(super) candidate: &'static str,
    /// The numbers that it has, by column.
    #[serde(flatten)]
    pub(super) cells: BTreeMap<&'static str, Cell>,
    /// Limit that ended it early, if any.
    pub(super) bounded: Option<&'static str>,
}

#[derive(Serialize, Debug)]
pub(super) struct Table {
    #[serde(flatten)]
    pub(super) experiment: &'static Experiment,
    pub(super) rows: Vec<Row>,
    pub(super) findings: Vec<Finding>,
    /// True if the experiment ended before its last row.
    pub(super) ended_early: bool,
}

/// A claim with the verdict of the measurements.
#[skip_serializing_none]
#[derive(Serialize, Debug)]
pub(super) struct Finding {
    claim: String,
    verdict: Verdict,
    column: &'static str,
    /// Geometric mean of the ratios, if there are any.
    mean_ratio: Option<f64>,
    /// Ratio of the two, for each puzzle that has both; one far from 1 may be even farther if a limit was reached.
    ratios: Vec<f64>,
    left_out: usize,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Supported,
    /// The numbers support the contrary.
    Refuted,
    /// It makes no difference, or the numbers do not decide.
    Open,
}

impl Finding {
    pub(super) fn of((column, smaller, larger): Claim, rows: &[Row]) -> Self {
        let (mut ratios, mut left_out) = (Vec::new(), 0);
        for rows in rows.chunk_by(|one, other| one.puzzle == other.puzzle) {
            // The number, and whether it would be larger without a limit.
            let value = |candidate: &str| {
                let row = rows.iter().find(|row| row.candidate == candidate)?;
                let is_cut_short = row.bounded.is_some() && TOTALS.contains(&column);
                Some(match *row.cells.get(column)? {
                    // One is added to numbers, so that zero has a ratio.
                    Cell::Count(number) => (number as f64 + 1.0, is_cut_short),
                    Cell::MoreThan { more_than } => (more_than as f64 + 1.0, true),
                    Cell::Time { median, .. } => (median + f64::MIN_POSITIVE, is_cut_short),
                })
            };
            match (value(smaller), value(larger)) {
                // If the larger one was cut short the difference is larger still.
                (Some((small, false)), Some((large, _))) if small <= large => ratios.push(large / small),
                (Some((small, _)), Some((large, false))) if large < small => ratios.push(large / small),
                _ => left_out += 1,
            }
        }
        let sum: f64 = ratios.iter().map(|ratio: &f64| ratio.ln()).sum();
        let mean_ratio = (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp());
        // A verdict takes the mean and two thirds of the puzzles.
        let most = |is: fn(&&f64) -> bool| 3 * ratios.iter().filter(is).count() >= 2 * ratios.len();
        let verdict = match mean_ratio {
            Some(mean) if mean > MARGIN && most(|&&ratio| ratio > 1.0) => Verdict::Supported,
            Some(mean) if mean < 1.0 / MARGIN && most(|&&ratio| ratio < 1.0) => Verdict::Refuted,
            _ => Verdict::Open,
        };
        let claim = format!("{smaller} < {larger}");
        Self { claim, verdict, column, mean_ratio, ratios, left_out }
    }
}

impl Display for Finding {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let column = self.column.replace('_', " ");
        write!(formatter, "{:?}: {} in {column} (", self.verdict, self.claim)?;
        let number = |ratio: f64| if ratio < 10.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") };
        let Some(mean) = self.mean_ratio else { return write!(formatter, "there is nothing to compare)") };
        write!(formatter, "{} times", number(mean))?;
        if self.ratios.len() > 1 {
            let least = number(self.ratios.iter().copied().fold(f64::INFINITY, f64::min));
            let most = number(self.ratios.iter().copied().fold(0.0, f64::max));
            write!(formatter, " on average, {least} to {most}, on {} puzzles", self.ratios.len())?;
        }
        if self.left_out > 0 {
            write!(formatter, "; {} left out, being bounded or missing", self.left_out)?;
        }
        write!(formatter, ")")
    }
}

impl Display for Table {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Experiment { name, question, columns: known, .. } = self.experiment;
        let head = ["puzzle: candidate"].iter().chain(*known).chain(&["bounded by"]);
        let mut rows: Vec<Vec<String>> = vec![head.map(|name| name.replace('_', " ")).collect()];
        rows.extend(self.rows.iter().map(|Row { puzzle, candidate, cells, bounded }| {
            let cell = |column| cells.get(column).map_or_else(|| "-".to_owned(), Cell::to_string);
            let cells = known.iter().map(cell).collect();
            [vec![format!("{puzzle}: {candidate}")], cells, vec![bounded.unwrap_or("").to_owned()]].concat()
        }));
        writeln!(formatter, "{name}: {question}\n\n{}", aligned(&rows, 1..rows[0].len() - 1))?;
        writeln!(formatter, "Times are medians, with the least and the most of their runs")?;
        self.findings.iter().try_for_each(|finding| writeln!(formatter, "{finding}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Finding, Row, Verdict, time};

    #[test]
    fn claims_are_judged_by_the_numbers() {
        let mut rows = Vec::new();
        for (puzzle, candidate, count, seconds, bounded) in [
            ("a", "one", Some(99), 1.0, None),
            ("a", "two", Some(199), 1.01, None),
            ("b", "one", Some(9), 1.0, None),
            ("b", "two", Some(39), 1.0, Some("time")),
            ("c", "one", Some(9), 1.0, Some("memory")),
            ("c", "two", None, 1.0, None),
        ] {
            let cells =
                count.map(|count| [("positions", Cell::Count(count)), ("time", Cell::times(vec![seconds]))]);
            let cells = cells.into_iter().flatten().collect();
            rows.push(Row { puzzle: puzzle.to_owned(), candidate, cells, bounded });
        }
        let [two, one, slower, third] = [
            ("positions", "one", "two"),
            ("positions", "two", "one"),
            ("time", "one", "two"),
            ("time", "one", "three"),
        ]
        .map(|claim| Finding::of(claim, &rows));
        assert_eq!((two.verdict, two.left_out), (Verdict::Supported, 1));
        assert_eq!(
            two.to_string(),
            "Supported: one < two in positions (2.83 times on average, 2.00 to 4.00, on 2 puzzles; \
             1 left out, being bounded or missing)"
        );
        assert_eq!((one.verdict, slower.verdict), (Verdict::Refuted, Verdict::Open));
        assert_eq!((third.verdict, third.left_out), (Verdict::Open, 3));
        assert_eq!(third.to_string(), "Open: one < three in time (there is nothing to compare)");
    }

    #[test]
    fn times_have_a_median_and_a_spread() {
        let times = Cell::times(vec![3.0, 1.0, 2.0, 4.0]);
        assert_eq!(times, Cell::Time { median: 2.5, least: 1.0, most: 4.0, runs: 4 });
        assert_eq!(times.per(2), Cell::Time { median: 1.25, least: 0.5, most: 2.0, runs: 4 });
        assert_eq!(Cell::times(vec![9.0, 1.0, 2.0]).to_string(), "2.00 s −50 +350 %");
        assert_eq!(Cell::times(vec![0.1]).to_string(), "100.00 ms");
        assert_eq!([12.5, 3.5e-5, 1.25e-8].map(time), ["12.50 s", "35.00 µs", "12.50 ns"]);
    }
}
