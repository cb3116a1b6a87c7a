//! Numbers and sentences (without their full stops) for people, and moves line by line.

use std::fmt::Display;
use std::time::Duration;

pub use traybit_core::numbers::grouped;
use traybit_core::{Cost, GaveUp, Progress};
use traybit_sliding::layout::Cells;
use traybit_sliding::solve::Proof;
use traybit_sliding::{Cell, Choice, Metric, Puzzle};

/// Names of the settings that raise a program's budgets.
#[derive(Clone, Copy, Debug)]
pub struct Knobs {
    pub memory: &'static str,
    pub time: &'static str,
}

/// Work of a command, as words for progress: the work, its early end, and a round of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activity(pub [&'static str; 3]);

impl Activity {
    pub const SOLVING: Self = Self(["solving", "not solved", "layer"]);
    pub const EXPLORING: Self = Self(["exploring", "not explored to the end", "layer"]);
    pub const COUNTING: Self = Self(["counting", "not counted to the end", "layer"]);
    /// Explores the boards of a universe, share by share.
    pub const UNIVERSE: Self = Self(["exploring", "not explored to the end", "share"]);
    pub const GENERATING: Self = Self(["generating", "not all puzzles are made", "layer"]);
    /// Solves tiles by growing bounds.
    pub const TILES: Self = Self(["solving", "not solved to the end", "bound"]);
    pub const BOARDS: Self = Self(["solving", "not all boards are solved", "layer"]);
    pub const SOLUTIONS: Self = Self(["solving", "not all solutions are known", "cell"]);
    pub const PACKINGS: Self = Self(["packing", "not all packings are known", "cell"]);
    pub const PUZZLES: Self = Self(["solving", "not all puzzles are solved", "layer"]);
    pub const CERTIFYING: Self = Self(["writing a certificate", "no certificate is written", "layer"]);
    pub const VERIFYING: Self = Self(["verifying", "not verified", "layer"]);
    /// Reads a list of moves; positions are counted for its lines.
    pub const CHECKING: Self = Self(["checking", "nothing is verified", "layer"]);
    /// Describes or draws a puzzle, or writes it in another format.
    pub const DESCRIBING: Self = Self(["reading", "nothing is written", "layer"]);
}

/// List of moves as `checker` reads it.
pub fn moves(moves: &[impl Display]) -> String {
    moves.iter().flat_map(|step| [step.to_string(), "\n".to_owned()]).collect()
}

/// Reason why a puzzle has no solution.
pub fn unsolvable(problem: &Puzzle, proof: &Proof) -> String {
    let reason = match proof {
        Proof::Shortage(shortage) => shortage.to_string(),
        Proof::OutOfReach => "walls, gates, the line that it keeps to or the lack of a free cell never let a block get where \
                              the goal wants it"
            .to_owned(),
        Proof::Parity => "each move exchanges a block with the only free cell, and the goal has the wrong parity: it takes \
                          one exchange more or less"
            .to_owned(),
        Proof::Pairs(pairs) => {
            let goals = if problem.goals.len() > 1 { "for every goal within reach " } else { "" };
            format!("{goals}{} would have to pass each other, and they never can", any_of(problem, pairs))
        }
        Proof::Exhausted { positions: None, .. } => "the goal holds in no position that can be reached".to_owned(),
        Proof::Exhausted { positions: Some(1), merged: false } => {
            "the goal does not hold at the start, and no other position can be reached".to_owned()
        }
        Proof::Exhausted { positions: Some(positions), merged } => format!(
            "the goal holds in none of the {} that can be reached{}",
            counted(*positions, "position"),
            if *merged { ", symmetric positions merged" } else { "" }
        ),
    };
    format!("no solution exists: {reason}")
}

/// Pairs of blocks, each block by the cell where it starts; at most four are named.
fn any_of(problem: &Puzzle, pairs: &[[Cell; 2]]) -> String {
    let named = problem.begin();
    let pair = |pair: &[Cell; 2]| pair.map(|cell| named.name_at(cell).unwrap_or_default()).join(" and ");
    let mut named: Vec<String> = pairs.iter().take(4).map(pair).collect();
    let more = pairs.len() - named.len();
    named.extend((more > 0).then(|| format!("the blocks of {}", counted(more as u64, "other pair"))));
    named.join(", or ")
}

/// The limit that ended a search (`memory` in bytes), how far the search got, and what to do next.
pub fn gave_up(reason: GaveUp, cost: &Cost, time: Option<Duration>, memory: usize, knobs: Knobs) -> String {
    let seen = seen(cost.positions, cost.layers);
    let reached = |what, limit: String, knob| {
        format!("{what} limit reached ({limit}) after {seen}; raise it with {knob}")
    };
    match reason {
        GaveUp::Time => reached("time", span(time.unwrap_or(cost.time).as_secs_f64()), knobs.time),
        GaveUp::Memory => reached("memory", bytes(memory), knobs.memory),
        GaveUp::Stopped => format!("stopped after {seen}"),
        GaveUp::Exhausted => format!("gave up after {seen}: this search found nothing and proves nothing"),
        GaveUp::Disk => format!("a file of the search cannot be written or read, after {seen}"),
        GaveUp::Peer => format!("another process of the search ended, after {seen}"),
    }
}

/// Words for a reason to give up: the journal's, the end of a sentence about a process, and the limit's name.
pub fn reason_words(reason: GaveUp) -> [&'static str; 3] {
    match reason {
        GaveUp::Time => ["out of time", "gave up: its time limit was reached", "time"],
        GaveUp::Memory => ["out of memory", "gave up: its memory limit was reached", "memory"],
        GaveUp::Stopped => ["stopped", "was stopped", "no answer"],
        GaveUp::Exhausted => {
            ["out of places to look", "gave up: its limit of positions was reached", "no answer"]
        }
        GaveUp::Disk => ["the disk failed", "gave up: its disk failed", "no answer"],
        GaveUp::Peer => ["another process ended", "gave up", "no answer"],
    }
}

/// The end of a search whose files, or whose other processes, failed with an error.
pub fn search_failed(error: &str, cost: &Cost, resumes: bool) -> String {
    let seen = seen(cost.positions, cost.layers);
    let hint = "; once the cause is removed the same command resumes from the last finished layer";
    format!("{error}: gave up after {seen}{}", if resumes { hint } else { "" })
}

/// The end of a search by the signal of this name.
pub fn stopped(signal: &str, Activity([_, words, _]): Activity, cost: &Cost) -> String {
    format!("stopped by {signal}: {words} after {}", seen(cost.positions, cost.layers))
}

/// Progress of a search that a signal ends.
pub fn unfinished(activity: Activity, progress: &Progress) -> String {
    let Activity([_, words, _]) = activity;
    let (positions, layer) = progress.now();
    match activity {
        Activity::CHECKING => format!("{words}; {} read", counted(positions, "move")),
        Activity::DESCRIBING => words.to_owned(),
        _ if positions == 0 => format!("{words}; the search had not begun"),
        Activity::UNIVERSE => format!("{words} after {}", counted(positions, "board")),
        Activity::TILES if layer > 0 => {
            format!("{words} after {}; no solution has fewer than {layer} moves", seen(positions, 0))
        }
        _ => format!("{words} after {}", seen(positions, layer)),
    }
}

fn seen(positions: u64, layers: u32) -> String {
    let positions = counted(positions, "position");
    if layers == 0 { positions } else { format!("{positions} in {}", counted(layers.into(), "layer")) }
}

/// Positions, layers, time and, if it was counted, memory of a search.
pub fn search_cost(cost: &Cost) -> String {
    let Cost { positions, layers, time, bytes: held, .. } = *cost;
    let merged = if cost.symmetric_merged { " (symmetric positions merged)" } else { "" };
    let layers = (layers > 0).then(|| counted(layers.into(), "layer"));
    let held = (held > 0).then(|| bytes(held));
    let parts = [Some(counted(positions, "position") + merged), layers, Some(span(time.as_secs_f64())), held];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A key layout with its size.
pub fn key(choice: &Choice) -> String {
    let (bits, word) = (counted(choice.bits as u64, "bit"), choice.word());
    format!("{}, {bits} in {word}, moves on {}", choice.kind.name(), expanded_on(choice.cells))
}

/// Representation of unpacked positions when they are expanded.
pub fn expanded_on(cells: Cells) -> &'static str {
    match cells {
        Cells::U32 | Cells::U64 | Cells::U128 => "masks",
        Cells::Lists => "lists",
    }
}

pub fn length_in(metric: Metric, length: u64) -> String {
    counted(length, noun(metric))
}

/// Name of a move in a metric.
pub fn noun(metric: Metric) -> &'static str {
    match metric {
        Metric::Step => "step",
        Metric::Slide => "slide",
        Metric::Path => "path move",
    }
}

pub fn counted(number: u64, noun: impl Display) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {}", grouped(number), plural(noun)) }
}

/// A sentence or a name with a capital.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub fn plural(noun: impl Display) -> String {
    let noun = noun.to_string();
    if noun.ends_with('h') { noun + "es" } else { noun + "s" }
}

/// Bytes in the largest unit that leaves a number of at least 1.
pub fn bytes(count: usize) -> String {
    if count < 1024 {
        return format!("{count} B");
    }
    let power = count.ilog2().min(49) / 10;
    let unit = ["KiB", "MiB", "GiB", "TiB"][power as usize - 1];
    format!("{:.1} {unit}", count as f64 / 1024f64.powi(power as i32))
}

/// A number of seconds, in milliseconds below a second, or in nanoseconds below a microsecond.
pub fn span(seconds: f64) -> String {
    match seconds {
        ..5e-10 => "0 s".to_owned(),
        ..1e-6 => format!("{:.0} ns", seconds * 1e9),
        ..1e-3 => format!("{:.3} ms", seconds * 1000.0),
        ..1.0 => format!("{:.1} ms", seconds * 1000.0),
        _ => format!("{seconds:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Knobs, bytes, counted, gave_up, grouped, span, unsolvable};
    use traybit_core::{Cost, GaveUp};
    use traybit_sliding::formats::drawn;
    use traybit_sliding::solve::{Proof, refute};

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            [0, 999, 1000, 25_955, 1_234_567].map(grouped),
            ["0", "999", "1,000", "25,955", "1,234,567"]
        );
        assert_eq!([counted(1, "slide"), counted(2, "slide")], ["1 slide", "2 slides"]);
        assert_eq!([0, 1023, 1024, 3 << 29].map(bytes), ["0 B", "1023 B", "1.0 KiB", "1.5 GiB"]);
        assert_eq!(
            [0.0, 7e-9, 12e-6, 2.5e-3, 1.25].map(span),
            ["0 s", "7 ns", "0.012 ms", "2.5 ms", "1.25 s"]
        );
    }

    #[test]
    fn blocks_that_cannot_pass_each_other_are_named() {
        let reason = |drawing: &str| {
            let problem = drawn::read("drawing", drawing.as_bytes()).expect(drawing);
            unsolvable(&problem, &refute(&problem.classes()).expect(drawing))
        };
        let row = "tray:\na.bb..c.ddd....\n\ngoal: d 0 3";
        let never = "would have to pass each other, and they never can";
        // Blocks a and c are equal: neither gets to the right of d.
        let pairs = format!("block a and block d, or block c and block d {never}");
        assert_eq!(reason(&format!("{row}, a 0 7\n")), format!("no solution exists: {pairs}"));
        let labelled = reason(&format!("labels: c\n{row}, c 0 7\n\ngoal: b 0 0, a 0 2\n"));
        let of_all_goals =
            format!("for every goal within reach block a and block b, or block c and block d {never}");
        assert_eq!(labelled, format!("no solution exists: {of_all_goals}"));
    }

    #[test]
    fn sentences_name_the_budget_and_how_to_raise_it() {
        let cost = Cost { positions: 1_234, layers: 5, ..Cost::default() };
        let knobs = Knobs { memory: "MEMORY", time: "TIME" };
        for (reason, limit, knob) in [
            (GaveUp::Memory, "memory limit reached (1.0 MiB)", "MEMORY"),
            (GaveUp::Time, "time limit reached (2.00 s)", "TIME"),
        ] {
            let sentence = gave_up(reason, &cost, Some(Duration::from_secs(2)), 1 << 20, knobs);
            assert_eq!(sentence, format!("{limit} after 1,234 positions in 5 layers; raise it with {knob}"));
        }
        let problem = drawn::read("drawing", &b"tray:\nab\n\ngoal: a 0 1\n"[..]).expect("a drawing");
        for (positions, part) in [
            (Some(1_234), "none of the 1,234 positions"),
            (Some(1), "no other position can be reached"),
            (None, "in no position that can be reached"),
        ] {
            let sentence = unsolvable(&problem, &Proof::Exhausted { positions, merged: false });
            assert!(sentence.contains(part), "{sentence}");
        }
    }
}
