//! Reports of experiments: text, tables of values, and documents.

use serde_json::{Map, Value, json};

use crate::csv_text;
use crate::experiment::Experiment;
use crate::experiment::table::{Cell, Finding, Row, Sample, Table, Verdict};
use traybit_app::report::columns;
use traybit_program::text::{counted, grouped};

/// The experiments with their questions, a line for each.
pub(super) fn listed(experiments: &[&Experiment]) -> String {
    let row = |experiment: &&Experiment| [experiment.name, experiment.question].map(str::to_owned).to_vec();
    columns(&experiments.iter().map(row).collect::<Vec<_>>())
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

/// A median, and how far the least and the most are from it.
fn spread(sample: Sample) -> String {
    let Sample { median, least, most, runs } = sample;
    if runs < 2 || median <= 0.0 {
        return time(median);
    }
    let percent = |other: f64| (other / median - 1.0).abs() * 100.0;
    format!("{} −{:.0} +{:.0} %", time(median), percent(least), percent(most))
}

fn rendered(cell: Cell) -> String {
    match cell {
        Cell::Count(number) | Cell::Bytes(number) => grouped(number),
        Cell::MoreThan(number) => format!("> {}", grouped(number)),
        Cell::Time(sample) => spread(sample),
        Cell::Missing => "-".to_owned(),
    }
}

/// The question, the table, and the findings.
pub(super) fn text(table: &Table) -> String {
    let mut head = vec!["puzzle: way".to_owned()];
    head.extend(table.columns.iter().map(|column| column.name.to_owned()));
    head.push("bounded by".to_owned());
    let line = |row: &Row| {
        let mut line = vec![format!("{}: {}", row.puzzle, row.way)];
        line.extend(row.cells.iter().map(|&cell| rendered(cell)));
        line.push(row.bounded.unwrap_or_default().to_owned());
        line
    };
    let rows: Vec<Vec<String>> = [head].into_iter().chain(table.rows.iter().map(line)).collect();
    let findings: String = table.findings.iter().map(|finding| sentence(finding) + "\n").collect();
    let ended = match table.ended {
        Some(_) => format!("Ended early, after {}\n", counted(table.rows.len() as u64, "row")),
        None => String::new(),
    };
    format!("{}: {}\n\n{}\n{}{ended}", table.name, table.question, columns(&rows), runs(table) + &findings)
}

/// Note on the number of runs.
fn runs(table: &Table) -> String {
    let runs = |cell: &Cell| match cell {
        Cell::Time(sample) => Some(sample.runs),
        _ => None,
    };
    let all = table.rows.iter().flat_map(|row| row.cells.iter().filter_map(runs));
    match (all.clone().min(), all.max()) {
        (Some(1), Some(1)) => "Times are of one run\n".to_owned(),
        (Some(least), Some(most)) => {
            let runs = if least == most { format!("{most} runs") } else { format!("{least} to {most} runs") };
            format!("Times are medians of {runs}, with the least and the most\n")
        }
        _ => String::new(),
    }
}

/// A claim with its verdict and the evidence.
fn sentence(finding: &Finding) -> String {
    let verdict = match finding.verdict {
        Verdict::Supported => "Supported",
        Verdict::Refuted => "Refuted",
        Verdict::Open => "Open",
    };
    format!("{verdict}: {} ({})", finding.claim, finding.evidence())
}

/// The table as lines of comma-separated values; times are in seconds and take four columns.
///
/// # Errors
/// A sentence without its full stop.
pub(super) fn values(table: &Table) -> Result<String, String> {
    let mut head = vec!["puzzle".to_owned(), "way".to_owned()];
    for column in table.columns {
        if column.is_time {
            head.extend(["median", "least", "most", "runs"].map(|what| format!("{}_{what}", column.name)));
        } else {
            head.push(column.name.replace(' ', "_"));
        }
    }
    head.push("bounded".to_owned());
    let line = |row: &Row| {
        let mut line = vec![row.puzzle.clone(), row.way.clone()];
        for (&cell, column) in row.cells.iter().zip(table.columns) {
            match cell {
                Cell::Time(Sample { runs, median, least, most }) => {
                    line.extend([median, least, most].map(|seconds| format!("{seconds:.3e}")));
                    line.push(runs.to_string());
                }
                Cell::Missing if column.is_time => line.extend([const { String::new() }; 4]),
                Cell::Missing => line.push(String::new()),
                Cell::MoreThan(number) => line.push(format!(">{number}")),
                Cell::Count(number) | Cell::Bytes(number) => line.push(number.to_string()),
            }
        }
        line.push(row.bounded.unwrap_or_default().to_owned());
        line
    };
    csv_text([head].into_iter().chain(table.rows.iter().map(line)))
}

/// All tables as one document.
pub(super) fn document(tables: &[Table]) -> Value {
    let table = |table: &Table| {
        json!({
            "name": table.name,
            "question": table.question,
            "rows": table.rows.iter().map(|row| record(table, row)).collect::<Vec<_>>(),
            "findings": table.findings,
            "ended_early": table.ended.is_some(),
        })
    };
    json!({ "experiments": tables.iter().map(table).collect::<Vec<_>>() })
}

fn record(table: &Table, row: &Row) -> Value {
    let mut record = Map::new();
    record.insert("puzzle".to_owned(), row.puzzle.clone().into());
    record.insert("way".to_owned(), row.way.clone().into());
    for (&cell, column) in row.cells.iter().zip(table.columns) {
        let value = match cell {
            Cell::Count(number) | Cell::Bytes(number) => number.into(),
            Cell::MoreThan(number) => json!({ "more_than": number }),
            Cell::Time(sample) => json!(sample),
            Cell::Missing => continue,
        };
        record.insert(column.name.replace(' ', "_"), value);
    }
    if let Some(bounded) = row.bounded {
        record.insert("bounded".to_owned(), bounded.into());
    }
    record.into()
}

#[cfg(test)]
mod tests {
    use super::{spread, time};
    use crate::experiment::table::Sample;

    #[test]
    fn times_are_readable() {
        assert_eq!([12.5, 0.25, 3.5e-5, 1.25e-8].map(time), ["12.50 s", "250.00 ms", "35.00 µs", "12.50 ns"]);
        let sample = Sample { runs: 5, median: 0.1, least: 0.09, most: 0.15 };
        assert_eq!(spread(sample), "100.00 ms −10 +50 %");
        assert_eq!(spread(Sample { runs: 1, ..sample }), "100.00 ms");
    }
}
