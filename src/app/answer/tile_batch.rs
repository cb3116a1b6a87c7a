//! The answer of `traybit tiles batch`: a row for each board, and a summary.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use crate::answer::Body;
use crate::answer::table::aligned;
use crate::answer::tiles::{answer, ratio};
use traybit_program::resident;
use traybit_program::text::{counted, grouped, span};
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::solve::batch::Task;

/// The answers to boards.
#[derive(Serialize)]
pub(crate) struct TileBatch<'a> {
    rows: Vec<Row<'a>>,
    summary: Summary,
    #[serde(skip)]
    answers: Vec<(&'a Task, &'a Report)>,
    /// True if the text has a line for each board.
    #[serde(skip)]
    has_lines: bool,
}

/// The summary of all answers.
#[derive(Serialize)]
struct Summary {
    boards: usize,
    /// Every one of them replayed by the checker.
    solved: usize,
    shortest: usize,
    unsolvable: usize,
    gave_up: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_listed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_as_listed: Option<usize>,
    moves: u64,
    manhattan: u64,
    /// Of those that were solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_manhattan: Option<f64>,
    positions: u64,
    mean_seconds: f64,
    median_seconds: f64,
    longest_seconds: f64,
    wall_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_resident_bytes: Option<usize>,
}

#[derive(Serialize)]
struct Row<'a> {
    board: &'a str,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<u64>,
    at_least: u64,
    manhattan: u64,
    positions: u64,
    seconds: f64,
}

fn length(report: &Report) -> Option<(u64, bool)> {
    match &report.verdict {
        Verdict::Solved { moves, shortest } => Some((moves.len() as u64, *shortest)),
        _ => None,
    }
}

/// True if an answer contradicts the listed length: another one that is proven, or a solution that is shorter.
fn contradicts(task: &Task, report: &Report) -> bool {
    match (task.listed, &report.verdict) {
        (Some(_), Verdict::Unsolvable(_)) => true,
        (Some(listed), _) => {
            length(report).is_some_and(|(length, shortest)| length < listed || shortest && length > listed)
        }
        (None, _) => false,
    }
}

impl<'a> TileBatch<'a> {
    /// Boards with their answers, which took so long by the clock; the text may have a line for each.
    pub(crate) fn new(tasks: &'a [Task], reports: &'a [Report], wall: Duration, has_lines: bool) -> Self {
        let answers: Vec<(&Task, &Report)> = tasks.iter().zip(reports).collect();
        let row = |&(task, report): &(&'a Task, &'a Report)| Row {
            board: &task.name,
            answer: answer(report),
            length: length(report).map(|(length, _)| length),
            shortest: length(report).map(|(_, shortest)| shortest),
            listed: task.listed,
            at_least: report.bound,
            manhattan: report.manhattan,
            positions: report.cost.positions,
            seconds: report.cost.time.as_secs_f64(),
        };
        let rows = answers.iter().map(row).collect();
        Self { rows, summary: Summary::new(&answers, wall), answers, has_lines }
    }

    /// True if some answer contradicts what is listed.
    pub(crate) fn contradicts(&self) -> bool {
        self.answers.iter().any(|(task, report)| contradicts(task, report))
    }

    /// A line for each board.
    fn table(&self) -> String {
        let head = ["board", "moves", "Manhattan", "ratio", "time", ""].map(str::to_owned).to_vec();
        let rows = self.answers.iter().map(|(task, report)| {
            let (moves, times, note) = match length(report) {
                Some((length, shortest)) => {
                    let times =
                        if report.manhattan > 0 { ratio(length, report.manhattan) } else { String::new() };
                    (length.to_string(), times, if shortest { "shortest" } else { "" })
                }
                None => ("-".to_owned(), String::new(), answer(report)),
            };
            let listed = task.listed.filter(|_| contradicts(task, report));
            let listed = listed.map_or(String::new(), |listed| format!("listed with {listed}!"));
            let ended = if report.ended.is_some() && length(report).is_some() { "gave up" } else { "" };
            let notes: Vec<&str> =
                [note, ended, &listed].into_iter().filter(|note| !note.is_empty()).collect();
            let (manhattan, time) = (report.manhattan.to_string(), span(report.cost.time));
            vec![task.name.clone(), moves, manhattan, times, time, notes.join(", ")]
        });
        aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>(), 1..5)
    }
}

impl Body for TileBatch<'_> {
    const HAS_COST: bool = false;

    fn text(&self) -> String {
        let table = if self.has_lines && !self.rows.is_empty() { self.table() + "\n" } else { String::new() };
        table + &self.summary.lines()
    }
}

impl Summary {
    fn new(answers: &[(&Task, &Report)], wall: Duration) -> Self {
        let count = |which: &dyn Fn(&Task, &Report) -> bool| {
            answers.iter().filter(|(task, report)| which(task, report)).count()
        };
        let solved: Vec<(u64, u64)> =
            answers.iter().filter_map(|(_, report)| Some((length(report)?.0, report.manhattan))).collect();
        let (moves, manhattan) = (solved.iter().map(|of| of.0).sum(), solved.iter().map(|of| of.1).sum());
        let mut times: Vec<Duration> = answers.iter().map(|(_, report)| report.cost.time).collect();
        times.sort_unstable();
        let whole: Duration = times.iter().sum();
        let listed = count(&|task, _| task.listed.is_some());
        let is_listed = |task: &Task, report: &Report| {
            task.listed.is_some() && task.listed == length(report).map(|(length, _)| length)
        };
        Self {
            boards: answers.len(),
            solved: solved.len(),
            shortest: count(&|_, report| length(report).is_some_and(|(_, shortest)| shortest)),
            unsolvable: count(&|_, report| matches!(report.verdict, Verdict::Unsolvable(_))),
            gave_up: count(&|_, report| report.ended.is_some()),
            as_listed: (listed > 0).then(|| count(&is_listed)),
            not_as_listed: (listed > 0).then(|| count(&contradicts)),
            moves,
            manhattan,
            times_manhattan: (manhattan > 0).then(|| moves as f64 / manhattan as f64),
            positions: answers.iter().map(|(_, report)| report.cost.positions).sum(),
            mean_seconds: whole.as_secs_f64() / times.len().max(1) as f64,
            median_seconds: times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64),
            longest_seconds: times.last().map_or(0.0, Duration::as_secs_f64),
            wall_seconds: wall.as_secs_f64(),
            peak_resident_bytes: resident::at_most(),
        }
    }

    /// A line for each figure.
    fn lines(&self) -> String {
        let time = |seconds: f64| span(Duration::from_secs_f64(seconds));
        let boards = counted(self.boards as u64, "board");
        if self.boards == 0 {
            return "no boards\n".to_owned();
        }
        let mut lines = if self.solved == self.boards {
            vec![format!("{boards}, all solved and checked")]
        } else {
            let mut parts = vec![format!("{} solved and checked", grouped(self.solved as u64))];
            for (count, what) in [(self.unsolvable, "proven unsolvable"), (self.gave_up, "given up")] {
                if count > 0 {
                    parts.push(format!("{} {what}", grouped(count as u64)));
                }
            }
            vec![format!("{boards}: {}", parts.join(", "))]
        };
        if let Some(times) = self.times_manhattan {
            let mean = self.moves as f64 / self.solved as f64;
            lines.push(format!(
                "{}, {mean:.1} on average, {times:.3} times the Manhattan distance",
                counted(self.moves, "move")
            ));
        }
        // A string takes all that is written to it.
        let mut proven = format!("{} proven to be the shortest", grouped(self.shortest as u64));
        if let (Some(same), Some(other)) = (self.as_listed, self.not_as_listed) {
            let _ = write!(proven, "; {} as long as listed", grouped(same as u64));
            if other > 0 {
                let _ = write!(proven, ", {} contradict the list", grouped(other as u64));
            }
        }
        lines.push(proven);
        lines.push(format!(
            "{}: {} a board on average, {} median, {} at most; {} by the clock",
            counted(self.positions, "position"),
            time(self.mean_seconds),
            time(self.median_seconds),
            time(self.longest_seconds),
            time(self.wall_seconds)
        ));
        lines.join("\n") + "\n"
    }
}
