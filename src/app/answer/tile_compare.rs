//! Strategies side by side: a row for each, and whether one was always better.

use std::fmt::Write as _;

use serde::Serialize;

use traybit_program::text::{counted, grouped, span};
use traybit_tiles::solve::compare::{Row, Run, unbeaten};
use traybit_tiles::solve::strategies::{Estimate, Strategy};

/// A strategy with its heuristic, and what they are called.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Way {
    /// The strategy.
    pub(crate) strategy: Strategy,
    /// Heuristic, if it has one.
    pub(crate) estimate: Estimate,
    /// The strategy's name.
    pub(crate) name: String,
    /// The heuristic's name; none where it makes no difference.
    pub(crate) heuristic: Option<String>,
}

impl Way {
    /// Both names.
    #[must_use]
    pub(crate) fn title(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{} by {heuristic}", self.name),
            None => self.name.clone(),
        }
    }
}

const HEADS: [&str; 6] = ["strategy", "solved", "gave up", "moves", "positions", "mean time"];

/// A line for each way and what they amount to; each row's way is the number of one of `ways`.
#[must_use]
pub(crate) fn table(ways: &[Way], rows: &[Row<usize>], boards: usize) -> String {
    let mut cells = vec![HEADS.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| {
        [
            ways[row.way].title(),
            grouped(row.solved() as u64),
            grouped(row.gave_up() as u64),
            grouped(row.moves()),
            grouped(row.positions()),
            row.mean_time().map_or_else(String::new, span),
        ]
    }));
    let widths: Vec<usize> =
        (0..HEADS.len()).map(|column| cells.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    let line = |row: &[String; 6]| {
        let parts = row.iter().zip(&widths).enumerate().map(|(column, (text, &width))| {
            if column == 0 { format!("{text:<width$}") } else { format!("{text:>width$}") }
        });
        parts.collect::<Vec<_>>().join("  ") + "\n"
    };
    let mut text: String = cells.iter().map(line).collect();
    if boards > 0 && rows.len() > 1 {
        // A string takes all that is written to it.
        let _ = writeln!(text, "\nOn {}:", counted(boards as u64, "board"));
        for (what, best) in verdicts(rows) {
            let _ = match &best[..] {
                [] => writeln!(text, "  {what}: none was always better"),
                best => {
                    let titles: Vec<String> = best.iter().map(|&row| ways[rows[row].way].title()).collect();
                    writeln!(text, "  {what}: never beaten: {}", titles.join(", "))
                }
            };
        }
    }
    text
}

/// For each measure the rows that were never beaten.
fn verdicts(rows: &[Row<usize>]) -> [(&'static str, Vec<usize>); 3] {
    let length = |run: &Run| run.moves.ok().flatten();
    [
        ("time", unbeaten(rows, |run| run.time)),
        ("positions", unbeaten(rows, |run| run.positions)),
        ("length", unbeaten(rows, length)),
    ]
}

/// The answer of `traybit tiles compare`.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    rows: Vec<Entry<'a>>,
    never_beaten: Unbeaten,
}

#[derive(Serialize)]
struct Entry<'a> {
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'a str>,
    solved: usize,
    gave_up: usize,
    moves: u64,
    positions: u64,
    seconds: f64,
    /// Of each board: the length of its solution, none where there is none or none was found.
    lengths: Vec<Option<usize>>,
}

/// The ways that no other one beat on any board.
#[derive(Serialize)]
struct Unbeaten {
    time: Vec<String>,
    positions: Vec<String>,
    length: Vec<String>,
}

/// The whole as a document.
#[must_use]
pub(crate) fn document<'a>(ways: &'a [Way], rows: &[Row<usize>]) -> Document<'a> {
    let entry = |row: &Row<usize>| Entry {
        strategy: &ways[row.way].name,
        heuristic: ways[row.way].heuristic.as_deref(),
        solved: row.solved(),
        gave_up: row.gave_up(),
        moves: row.moves(),
        positions: row.positions(),
        seconds: row.time().as_secs_f64(),
        lengths: row.runs.iter().map(|run| run.moves.ok().flatten()).collect(),
    };
    let titles = |best: Vec<usize>| best.iter().map(|&row| ways[rows[row].way].title()).collect();
    let [time, positions, length] = verdicts(rows).map(|(_, best)| titles(best));
    Document { rows: rows.iter().map(entry).collect(), never_beaten: Unbeaten { time, positions, length } }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Way, table};
    use traybit_tiles::solve::compare::{Row, Run};
    use traybit_tiles::solve::strategies::{Estimate, Strategy};

    #[test]
    fn rows_stand_below_each_other_and_are_judged() {
        let way = |strategy: Strategy, name: &str| Way {
            strategy,
            estimate: Estimate::Manhattan,
            name: name.to_owned(),
            heuristic: strategy.estimates().then(|| "manhattan".to_owned()),
        };
        let ways = [way(Strategy::BreadthFirstSet, "breadth-first"), way(Strategy::Greedy, "greedy")];
        let run =
            |moves, positions, ms| Run { moves: Ok(Some(moves)), positions, time: Duration::from_millis(ms) };
        let rows = [
            Row { way: 0, runs: vec![run(10, 2000, 4), run(2, 10, 1)] },
            Row { way: 1, runs: vec![run(14, 100, 2), run(2, 12, 1)] },
        ];
        assert_eq!(
            table(&ways, &rows, 2),
            "strategy             solved  gave up  moves  positions  mean time\n\
             breadth-first             2        0     12      2,010     2.5 ms\n\
             greedy by manhattan       2        0     16        112     1.5 ms\n\
             \n\
             On 2 boards:\n  \
               time: never beaten: greedy by manhattan\n  \
               positions: none was always better\n  \
               length: never beaten: breadth-first\n"
        );
    }
}
