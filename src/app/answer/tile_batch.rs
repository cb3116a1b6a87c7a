//! The answer of `traybit tiles batch`: a row for each board, and a summary.

use std::fmt::Write as _;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::answer::explored::histogram;
use crate::answer::tiles::{answer, ratio};
use crate::answer::{Body, Object, aligned};
use traybit_program::resident;
use traybit_program::text::{counted, grouped, plural, span};
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::solve::batch::Task;

type Answered<'a> = (&'a Task, &'a Report);

/// The listed length, which is in moves, where the report's is, too.
fn listed(task: &Task, report: &Report) -> Option<u64> {
    task.listed.filter(|_| report.unit == Unit::Move)
}

/// True if an answer contradicts the listed length: another one that is proven, or a solution that is shorter.
fn contradicts(task: &Task, report: &Report) -> bool {
    match (listed(task, report), &report.verdict) {
        (Some(_), Verdict::Unsolvable(_)) => true,
        (Some(listed), _) => {
            report.length().is_some_and(|(length, shortest)| length < listed || shortest && length > listed)
        }
        (None, _) => false,
    }
}

/// Boards with their answers, which took so long by the clock, and true if some answer contradicts the list; the text
/// may have a line for each board.
pub(crate) fn body(tasks: &[Task], reports: &[Report], wall: Duration, has_lines: bool) -> (Body, bool) {
    let answers: Vec<Answered> = tasks.iter().zip(reports).collect();
    let summary = Summary::new(&answers, wall);
    let fields = Object::of("tiles.batch")
        .with("rows", answers.iter().map(row).collect::<Vec<_>>())
        .with("summary", &summary);
    let table = if has_lines && !answers.is_empty() { table(&answers) + "\n" } else { String::new() };
    (Body { text: table + &summary.lines(), fields }, summary.not_as_listed.is_some_and(|count| count > 0))
}

fn row(&(task, report): &Answered) -> Object {
    Object::default()
        .with("board", &task.name)
        .with("answer", answer(report))
        .maybe("length", report.length().map(|(length, _)| length))
        .maybe("shortest", report.length().map(|(_, shortest)| shortest))
        .maybe("listed", task.listed)
        .with("at_least", report.bound)
        .with("manhattan", report.manhattan)
        .with("positions", report.cost.positions)
        .with("seconds", report.cost.time.as_secs_f64())
}

/// A line for each board.
fn table(answers: &[Answered]) -> String {
    let lengths = plural(answers.first().map_or_else(Unit::default, |(_, report)| report.unit).noun());
    let head = ["board", &lengths, "Manhattan", "ratio", "time", ""].map(str::to_owned).to_vec();
    let rows = answers.iter().map(|(task, report)| {
        let (moves, times, note) = match report.length() {
            Some((length, shortest)) => {
                let times =
                    if report.manhattan > 0 { ratio(length, report.manhattan) } else { String::new() };
                (grouped(length), times, if shortest { "shortest" } else { "" })
            }
            None => ("-".to_owned(), String::new(), answer(report)),
        };
        let listed = task.listed.filter(|_| contradicts(task, report));
        let listed = listed.map_or(String::new(), |listed| format!("listed with {listed}!"));
        let ended = if report.ended.is_some() && report.length().is_some() { "gave up" } else { "" };
        let notes: Vec<&str> = [note, ended, &listed].into_iter().filter(|note| !note.is_empty()).collect();
        let (manhattan, time) = (grouped(report.manhattan), span(report.cost.time));
        vec![task.name.clone(), moves, manhattan, times, time, notes.join(", ")]
    });
    aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>(), 1..5)
}

/// The summary of all answers.
#[derive(Serialize)]
struct Summary {
    boards: usize,
    /// Solved boards; every solution was replayed by the checker.
    solved: usize,
    shortest: usize,
    unsolvable: usize,
    /// Boards without an answer.
    gave_up: usize,
    /// Boards that are solved, where a limit ended the search for a better solution or the proof.
    unfinished: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_listed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_as_listed: Option<usize>,
    moves: u64,
    manhattan: u64,
    /// The moves of the boards that were solved, as a multiple of their Manhattan distances.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_manhattan: Option<f64>,
    positions: u64,
    #[serde(skip)]
    unit: Unit,
    #[serde(rename = "mean_seconds", serialize_with = "seconds")]
    mean: Duration,
    #[serde(rename = "median_seconds", serialize_with = "seconds")]
    median: Duration,
    #[serde(rename = "longest_seconds", serialize_with = "seconds")]
    longest: Duration,
    #[serde(rename = "wall_seconds", serialize_with = "seconds")]
    wall: Duration,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_resident_bytes: Option<usize>,
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    time.as_secs_f64().serialize(serializer)
}

impl Summary {
    fn new(answers: &[Answered], wall: Duration) -> Self {
        let count = |which: &dyn Fn(&Task, &Report) -> bool| {
            answers.iter().filter(|(task, report)| which(task, report)).count()
        };
        let solved: Vec<(u64, u64)> =
            answers.iter().filter_map(|(_, report)| Some((report.length()?.0, report.manhattan))).collect();
        let (moves, manhattan) =
            solved.iter().fold((0, 0), |sums, lengths| (sums.0 + lengths.0, sums.1 + lengths.1));
        let mut times: Vec<Duration> = answers.iter().map(|(_, report)| report.cost.time).collect();
        times.sort_unstable();
        let has_listed = count(&|task, report| listed(task, report).is_some());
        let is_listed = |task: &Task, report: &Report| {
            let listed = listed(task, report);
            listed.is_some() && listed == report.length().map(|(length, _)| length)
        };
        Self {
            boards: answers.len(),
            solved: solved.len(),
            shortest: count(&|_, report| report.length().is_some_and(|(_, shortest)| shortest)),
            unsolvable: count(&|_, report| matches!(report.verdict, Verdict::Unsolvable(_))),
            gave_up: count(&|_, report| matches!(report.verdict, Verdict::GaveUp)),
            unfinished: count(&|_, report| report.length().is_some() && report.ended.is_some()),
            as_listed: (has_listed > 0).then(|| count(&is_listed)),
            not_as_listed: (has_listed > 0).then(|| count(&contradicts)),
            moves,
            manhattan,
            times_manhattan: (manhattan > 0).then(|| moves as f64 / manhattan as f64),
            positions: answers.iter().map(|(_, report)| report.cost.positions).sum(),
            unit: answers.first().map_or_else(Unit::default, |(_, report)| report.unit),
            mean: times.iter().sum::<Duration>() / times.len().max(1) as u32,
            median: times.get(times.len() / 2).copied().unwrap_or_default(),
            longest: times.last().copied().unwrap_or_default(),
            wall,
            peak_resident_bytes: resident::at_most(),
        }
    }

    /// A line for each figure.
    fn lines(&self) -> String {
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
            let length = counted(self.moves, self.unit.noun());
            lines.push(format!("{length}, {mean:.1} on average, {times:.3} times the Manhattan distance"));
        }
        // A string takes all that is written to it.
        let mut proven = format!("{} proven to be the shortest", grouped(self.shortest as u64));
        if self.unfinished > 0 {
            let _ = write!(proven, "; {} ended by a limit before the proof", grouped(self.unfinished as u64));
        }
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
            span(self.mean),
            span(self.median),
            span(self.longest),
            span(self.wall)
        ));
        lines.join("\n") + "\n"
    }
}

/// The distribution of proven lengths, the number of boards by length, over a sample of so many boards.
pub(crate) fn survey(sizes: &[u64], boards: usize, unit: Unit) -> Body {
    let solved: u64 = sizes.iter().sum();
    let moment = |of: &dyn Fn(f64) -> f64| {
        let sum: f64 = (0..).zip(sizes).map(|(length, &size)| of(f64::from(length)) * size as f64).sum();
        sum / solved as f64
    };
    let mean = moment(&|length| length);
    let deviation = moment(&|length| (length - mean).powi(2)).sqrt();
    let least = sizes.iter().position(|&size| size > 0);
    let most = sizes.len().saturating_sub(1);
    let text = least.map_or_else(String::new, |least| {
        let noun = plural(unit.noun());
        format!(
            "{} of {} solved and checked: {mean:.2} {noun} on average, deviation {deviation:.2}, {least} to {most}\n\n{}",
            grouped(solved),
            counted(boards as u64, "board"),
            histogram(least, &sizes[least..], "boards")
        )
    });
    let fields = Object::of("tiles.survey")
        .with("metric", unit.metric())
        .with("boards", boards)
        .with("solved", solved)
        .maybe("mean", least.map(|_| mean))
        .maybe("deviation", least.map(|_| deviation))
        .maybe("least", least)
        .maybe("most", least.map(|_| most))
        .with("lengths", sizes);
    Body { text, fields }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::body;
    use traybit_core::grid::Size;
    use traybit_core::search::outcome::{Cost, GaveUp};
    use traybit_tiles::board::Board;
    use traybit_tiles::solution::Unit;
    use traybit_tiles::solve::answer::{Report, Verdict};
    use traybit_tiles::solve::batch::Task;

    #[test]
    fn every_board_is_counted_once() {
        let goal = Board::blank_last(Size { height: 2, width: 2 });
        let task = |name: &str| Task {
            name: name.to_owned(),
            start: goal.clone(),
            goal: goal.clone(),
            listed: None,
        };
        let solved = |shortest| Verdict::Solved { moves: Vec::new(), shortest };
        let report = |verdict, ended| Report {
            unit: Unit::Move,
            verdict,
            ended,
            bound: 0,
            manhattan: 1_234,
            cost: Cost::default(),
            method: String::new(),
        };
        let late = Some(GaveUp::Time);
        let reports =
            [report(solved(true), None), report(solved(false), late), report(Verdict::GaveUp, late)];
        let tasks = ["a", "b", "c"].map(task);
        let text = body(&tasks, &reports, Duration::ZERO, true).0.text;
        assert!(text.contains("3 boards: 2 solved and checked, 1 given up\n"), "{text}");
        assert!(
            text.contains("1 proven to be the shortest; 1 ended by a limit before the proof\n"),
            "{text}"
        );
        assert!(text.contains("1,234"), "{text}");
    }
}
