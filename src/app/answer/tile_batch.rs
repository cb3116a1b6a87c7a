//! Many boards of tiles: a row for each, and what they amount to.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use crate::report::figures::Figures;
use crate::report::text::{counted, grouped, span};
use crate::report::tiles::{answer, ratio};
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::solve::batch::Task;

/// The answers to boards.
pub struct Batch<'a> {
    rows: Vec<(&'a Task, &'a Report)>,
    /// By the clock, all of them together.
    time: Duration,
}

/// What all answers amount to.
#[derive(Serialize)]
pub struct Summary {
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

/// The whole as a document.
#[derive(Serialize)]
pub struct Document<'a> {
    rows: Vec<Row<'a>>,
    summary: Summary,
}

fn length(report: &Report) -> Option<(u64, bool)> {
    match &report.verdict {
        Verdict::Solved { moves, shortest } => Some((moves.len() as u64, *shortest)),
        _ => None,
    }
}

/// Whether an answer contradicts the listed length: another one that is proven, or a solution that is shorter.
fn contradicts(task: &Task, report: &Report) -> bool {
    match (task.listed, &report.verdict) {
        (Some(_), Verdict::Unsolvable(_)) => true,
        (Some(listed), _) => {
            length(report).is_some_and(|(length, shortest)| length < listed || shortest && length > listed)
        }
        (None, _) => false,
    }
}

impl<'a> Batch<'a> {
    /// Boards with their answers, which took so long by the clock.
    #[must_use]
    pub fn new(tasks: &'a [Task], reports: &'a [Report], time: Duration) -> Self {
        Self { rows: tasks.iter().zip(reports).collect(), time }
    }

    /// Whether some answer contradicts what is listed.
    #[must_use]
    pub fn contradicts(&self) -> bool {
        self.rows.iter().any(|(task, report)| contradicts(task, report))
    }

    /// All answers summed up.
    #[must_use]
    pub fn summary(&self, figures: &Figures) -> Summary {
        let count = |which: &dyn Fn(&Task, &Report) -> bool| {
            self.rows.iter().filter(|(task, report)| which(task, report)).count()
        };
        let solved: Vec<(u64, u64)> =
            self.rows.iter().filter_map(|(_, report)| Some((length(report)?.0, report.manhattan))).collect();
        let (moves, manhattan) = (solved.iter().map(|of| of.0).sum(), solved.iter().map(|of| of.1).sum());
        let mut times: Vec<Duration> = self.rows.iter().map(|(_, report)| report.cost.time).collect();
        times.sort_unstable();
        let whole: Duration = times.iter().sum();
        let listed = count(&|task, _| task.listed.is_some());
        let is_listed = |task: &Task, report: &Report| {
            task.listed.is_some() && task.listed == length(report).map(|(length, _)| length)
        };
        Summary {
            boards: self.rows.len(),
            solved: solved.len(),
            shortest: count(&|_, report| length(report).is_some_and(|(_, shortest)| shortest)),
            unsolvable: count(&|_, report| matches!(report.verdict, Verdict::Unsolvable(_))),
            gave_up: count(&|_, report| report.ended.is_some()),
            as_listed: (listed > 0).then(|| count(&is_listed)),
            not_as_listed: (listed > 0).then(|| count(&contradicts)),
            moves,
            manhattan,
            times_manhattan: (manhattan > 0).then(|| moves as f64 / manhattan as f64),
            positions: self.rows.iter().map(|(_, report)| report.cost.positions).sum(),
            mean_seconds: whole.as_secs_f64() / times.len().max(1) as f64,
            median_seconds: times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64),
            longest_seconds: times.last().map_or(0.0, Duration::as_secs_f64),
            wall_seconds: self.time.as_secs_f64(),
            peak_resident_bytes: figures.peak_resident,
        }
    }

    /// A line for each board.
    #[must_use]
    pub fn table(&self) -> String {
        let widest = self.rows.iter().map(|(task, _)| task.name.chars().count()).max().unwrap_or(0).max(5);
        let mut text = format!(
            "{:<widest$}  {:>7}  {:>9}  {:>5}  {:>9}\n",
            "board", "moves", "Manhattan", "ratio", "time"
        );
        for (task, report) in &self.rows {
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
            let line = format!(
                "{:<widest$}  {moves:>7}  {:>9}  {times:>5}  {:>9}  {}",
                task.name,
                report.manhattan,
                span(report.cost.time),
                notes.join(", ")
            );
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The whole as a document.
    #[must_use]
    pub fn document(&self, figures: &Figures) -> Document<'a> {
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
        Document { rows: self.rows.iter().map(row).collect(), summary: self.summary(figures) }
    }
}

impl Summary {
    /// A line for each figure.
    #[must_use]
    pub fn lines(&self) -> String {
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
