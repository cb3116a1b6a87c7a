//! A batch as a whole: its sums, its difference from an earlier run, the table and the document.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use indexmap::IndexSet;
use serde::Serialize;

use crate::collection::Oddity;
use crate::report::batch::{Outcome, Record};
use crate::report::{Body, median, table};
use traybit_program::{counted, grouped, span};

/// Answers to many puzzles.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Whole<'a> {
    puzzles: &'a [Record],
    errors: Vec<&'a str>,
    left_out: Vec<&'a str>,
    sets: Vec<Sum>,
    all: Sum,
    wall_seconds: f64,
    difference: Option<Difference>,
}

/// The sums of a set of puzzles.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Sum {
    /// The set; none for all of them.
    set: Option<String>,
    puzzles: usize,
    solved: usize,
    #[serde(rename = "unsolvable")]
    impossible: usize,
    gave_up: usize,
    wrong: usize,
    positions: u64,
    /// Sum of the times.
    seconds: f64,
    median_seconds: f64,
    longest_seconds: f64,
    longest: Option<String>,
    /// Of solved boards of tiles: the sum of their lengths as a multiple of the sum of their Manhattan distances.
    times_manhattan: Option<f64>,
}

const HEAD: &str = "set,puzzles,solved,impossible,gave up,wrong,positions,seconds,median,longest,";

impl Sum {
    fn of(set: Option<&str>, records: &[Record]) -> Self {
        let own = records.iter().filter(|record| set.is_none_or(|set| record.set == set));
        let mut own: Vec<&Record> = own.collect();
        own.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let count = |answer| own.iter().filter(|record| record.answer == answer).count();
        let solved = own.iter().filter(|record| record.answer == Outcome::Solved);
        // Pushes move several tiles.
        let in_moves = solved.filter(|record| record.objective != "pushes");
        let lengths = in_moves.filter_map(|record| Some((record.length?, record.manhattan?)));
        let (length, manhattan) = lengths.fold((0, 0), |sums, own| (sums.0 + own.0, sums.1 + own.1));
        Self {
            set: set.map(str::to_owned),
            puzzles: own.len(),
            solved: count(Outcome::Solved),
            impossible: count(Outcome::Impossible),
            gave_up: count(Outcome::GaveUp),
            wrong: count(Outcome::Wrong),
            positions: own.iter().map(|record| record.positions).sum(),
            // The sum of none is -0.
            seconds: 0.0 + own.iter().map(|record| record.seconds).sum::<f64>(),
            median_seconds: median(own.iter().map(|record| record.seconds)),
            longest_seconds: own.last().map_or(0.0, |record| record.seconds),
            longest: own.last().map(|record| record.title()),
            times_manhattan: (manhattan > 0).then(|| length as f64 / manhattan as f64),
        }
    }

    fn row(&self) -> Vec<String> {
        let counts = [self.puzzles, self.solved, self.impossible, self.gave_up, self.wrong];
        let times = [self.seconds, self.median_seconds, self.longest_seconds];
        let mut row = vec![self.set.clone().unwrap_or_else(|| "all".to_owned())];
        row.extend(counts.map(|count| grouped(count as u64)));
        row.push(grouped(self.positions));
        row.extend(times.map(span));
        row.extend(self.longest.clone());
        row
    }
}

/// Lines about files that are skipped or malformed.
pub fn told(oddities: &[Oddity]) -> String {
    let what = |oddity: &Oddity| if oddity.is_error() { "Error" } else { "Skipped" };
    oddities.iter().map(|oddity| format!("{} {}\n", what(oddity), oddity.sentence)).collect()
}

/// The sums of a batch of records, and its difference from the records of an earlier run, with the files that are not
/// puzzles and the wall time.
pub(crate) fn whole<'a>(
    puzzles: &'a [Record],
    oddities: &'a [Oddity],
    wall: Duration,
    before: Option<&[Record]>,
) -> Body<Whole<'a>> {
    let sentences = |are_errors: bool| -> Vec<&str> {
        let own = oddities.iter().filter(|oddity| oddity.is_error() == are_errors);
        own.map(|oddity| &*oddity.sentence).collect()
    };
    let (errors, left_out) = (sentences(true), sentences(false));
    let names: IndexSet<&str> = puzzles.iter().map(|record| &*record.set).collect();
    let sets: Vec<Sum> = names.into_iter().map(|set| Sum::of(Some(set), puzzles)).collect();
    let (all, wall_seconds) = (Sum::of(None, puzzles), wall.as_secs_f64());
    let difference = before.map(|before| Difference::between(before, puzzles));
    let shown = if sets.len() > 1 { &sets[..] } else { &[] };
    let head: Vec<&str> = HEAD.split(',').collect();
    let mut text = table(&head, shown.iter().chain([&all]).map(Sum::row), 1..head.len() - 1);
    let verified = puzzles.iter().filter(|record| record.answer.is_verified()).count();
    let number = counted(puzzles.len() as u64, "puzzle");
    let mut lines = vec![format!("{number}, {verified} verified, in {}", span(wall_seconds))];
    let some =
        |sentences: &[&str], noun| (!sentences.is_empty()).then(|| counted(sentences.len() as u64, noun));
    lines.extend(some(&errors, "error").map(|errors| format!("{errors} of files and indexes")));
    lines.extend(some(&left_out, "file").map(|files| format!("{files} skipped")));
    let times = all.times_manhattan;
    lines.extend(times.map(|times| format!("lengths are {times:.3} times the Manhattan distances")));
    lines.extend(difference.iter().flat_map(Difference::lines));
    text.extend(lines.into_iter().map(|line| line + "\n"));
    let fields = Whole { puzzles, errors, left_out, sets, all, wall_seconds, difference };
    Body { schema: "batch", text, fields }
}

/// A time has changed if it is more than this many times the other, …
const TIMES: f64 = 1.5;
/// … and differs by this many seconds: less is noise.
const APART: f64 = 0.005;

/// Difference from an earlier run.
#[derive(Serialize, Default, schemars::JsonSchema)]
pub(crate) struct Difference {
    changed: Vec<Change>,
    slower: Vec<Change>,
    faster: Vec<Change>,
    /// Number of puzzles of this run alone.
    new: usize,
    /// Number of puzzles of the earlier run alone.
    gone: usize,
    /// Sum of the seconds of the puzzles of both: before, and now.
    seconds: (f64, f64),
}

#[derive(Serialize, schemars::JsonSchema)]
struct Change {
    puzzle: String,
    before: String,
    now: String,
    #[serde(skip)]
    times: f64,
}

/// The comparable part of an answer: a length is left out if it is not proven shortest.
fn answer(record: &Record) -> String {
    let word = match (record.answer, record.shortest, record.length) {
        (Outcome::Solved, true, Some(length)) => return format!("solved in {length}"),
        (Outcome::Solved, ..) => "solved",
        (Outcome::Impossible, ..) => "impossible",
        (Outcome::GaveUp, ..) => "gave up",
        (Outcome::Wrong, ..) => "wrong",
    };
    word.to_owned()
}

impl Difference {
    pub(crate) fn between(before: &[Record], now: &[Record]) -> Self {
        let mut earlier: HashMap<(&str, &str), Vec<&Record>> = HashMap::new();
        for record in before {
            earlier.entry((&record.set, &record.name)).or_default().push(record);
        }
        let mut difference = Self::default();
        let mut both = HashSet::new();
        for record in now {
            let title = (record.set.as_str(), record.name.as_str());
            // The last one of the same objective, or the last one.
            let is_same = |old: &&&Record| old.objective == record.objective;
            let old = earlier.get(&title).and_then(|all| all.iter().rfind(is_same).or_else(|| all.last()));
            let Some(old) = old else {
                difference.new += 1;
                continue;
            };
            both.insert(title);
            difference.seconds.0 += old.seconds;
            difference.seconds.1 += record.seconds;
            let change = |of: fn(&Record) -> String, times| Change {
                puzzle: record.title(),
                before: of(old),
                now: of(record),
                times,
            };
            // A length changes with the objective.
            let is_comparable = old.objective == record.objective;
            if old.answer != record.answer || is_comparable && answer(old) != answer(record) {
                difference.changed.push(change(answer, 1.0));
            }
            let times = record.seconds.max(1e-9) / old.seconds.max(1e-9);
            let is_noise = (record.seconds - old.seconds).abs() < APART;
            let clock = |record: &Record| span(record.seconds);
            if !is_noise && times > TIMES {
                difference.slower.push(change(clock, times));
            } else if !is_noise && times < 1.0 / TIMES {
                difference.faster.push(change(clock, 1.0 / times));
            }
        }
        difference.gone = earlier.len() - both.len();
        for list in [&mut difference.slower, &mut difference.faster] {
            list.sort_by(|one, other| other.times.total_cmp(&one.times));
        }
        difference
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let (before, now) = self.seconds;
        let mut lines = vec![format!(
            "Against the earlier run: {} before, {} now; {} answered differently, {} faster, {} slower, {} new, {} gone",
            span(before),
            span(now),
            counted(self.changed.len() as u64, "puzzle"),
            self.faster.len(),
            self.slower.len(),
            self.new,
            self.gone
        )];
        for (what, list) in [("Changed", &self.changed), ("Slower", &self.slower), ("Faster", &self.faster)] {
            lines.extend(list.iter().map(|Change { puzzle, before, now, times }| {
                let times = if *times > 1.0 { format!(", {times:.1} times") } else { String::new() };
                format!("{what} {puzzle}: {before} before, {now} now{times}")
            }));
        }
        lines
    }
}
