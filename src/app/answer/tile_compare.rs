//! Strategies side by side: a row for each, and whether one was always better.

use std::fmt::Write as _;

use crate::answer::{Body, Object, aligned};
use traybit_program::text::{counted, grouped, span};
use traybit_tiles::solve::compare::{Row, Run, unbeaten};
use traybit_tiles::solve::strategies::{Estimate, Strategy};

/// A textbook search: a strategy with its heuristic, and their names.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Search {
    pub(crate) strategy: Strategy,
    pub(crate) estimate: Estimate,
    pub(crate) name: String,
    /// The heuristic's name; none where it makes no difference.
    pub(crate) heuristic: Option<String>,
}

impl Search {
    pub(crate) fn title(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{} by {heuristic}", self.name),
            None => self.name.clone(),
        }
    }
}

const HEADS: [&str; 6] = ["strategy", "solved", "gave up", "moves", "positions", "mean time"];

/// A line for each search, and those that were never beaten; each row has the number of its search.
fn table(searches: &[Search], rows: &[Row<usize>], boards: usize) -> String {
    let mut cells = vec![HEADS.map(str::to_owned).to_vec()];
    cells.extend(rows.iter().map(|row| {
        vec![
            searches[row.way].title(),
            grouped(row.solved() as u64),
            grouped(row.gave_up() as u64),
            grouped(row.moves()),
            grouped(row.positions()),
            row.mean_time().map_or_else(String::new, span),
        ]
    }));
    let mut text = aligned(&cells, 1..HEADS.len());
    if boards > 0 && rows.len() > 1 {
        // A string takes all that is written to it.
        let _ = writeln!(text, "\nOn {}:", counted(boards as u64, "board"));
        for (what, best) in verdicts(rows) {
            let _ = match &best[..] {
                [] => writeln!(text, "  {what}: none was always better"),
                best => {
                    let titles: Vec<String> =
                        best.iter().map(|&row| searches[rows[row].way].title()).collect();
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

/// The table, and the rows with the searches that no other one beat on any board.
pub(crate) fn body(searches: &[Search], rows: &[Row<usize>], boards: usize) -> Body {
    let entry = |row: &Row<usize>| {
        // Of each board the length of its solution, where one was found.
        let of_run = |run: &Run| Object::default().maybe("length", run.moves.ok().flatten());
        let boards: Vec<_> = row.runs.iter().map(of_run).collect();
        Object::default()
            .with("strategy", &searches[row.way].name)
            .maybe("heuristic", searches[row.way].heuristic.as_deref())
            .with("solved", row.solved())
            .with("gave_up", row.gave_up())
            .with("moves", row.moves())
            .with("positions", row.positions())
            .with("seconds", row.time().as_secs_f64())
            .with("boards", boards)
    };
    let never_beaten = verdicts(rows).into_iter().fold(Object::default(), |fields, (what, best)| {
        fields.with(what, best.iter().map(|&row| searches[rows[row].way].title()).collect::<Vec<_>>())
    });
    let fields = Object::of("tiles.compare")
        .with("rows", rows.iter().map(entry).collect::<Vec<_>>())
        .with("never_beaten", never_beaten);
    Body { text: table(searches, rows, boards), fields }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Search, table};
    use traybit_tiles::solve::compare::{Row, Run};
    use traybit_tiles::solve::strategies::{Estimate, Strategy};

    #[test]
    fn rows_stand_below_each_other_and_are_judged() {
        let search = |strategy: Strategy, name: &str| Search {
            strategy,
            estimate: Estimate::Manhattan,
            name: name.to_owned(),
            heuristic: strategy.estimates().then(|| "manhattan".to_owned()),
        };
        let searches =
            [search(Strategy::BreadthFirstSet, "breadth-first"), search(Strategy::Greedy, "greedy")];
        let run =
            |moves, positions, ms| Run { moves: Ok(Some(moves)), positions, time: Duration::from_millis(ms) };
        let rows = [
            Row { way: 0, runs: vec![run(10, 2000, 4), run(2, 10, 1)] },
            Row { way: 1, runs: vec![run(14, 100, 2), run(2, 12, 1)] },
        ];
        assert_eq!(
            table(&searches, &rows, 2),
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
