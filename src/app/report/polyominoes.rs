//! The answers of `traybit universe --pieces any` and `--pieces cars`: boards by number of pieces.

use std::fmt::Write as _;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::universe::Tray;
use crate::report::{Body, Word, aligned, comma_separated, drawing, given_up};
use traybit_core::numbers::in_thousands;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{counted as counted_in_words, grouped, length_in};
use traybit_sliding::metric::Metric;
use traybit_sliding::universe::Ground;
use traybit_sliding::universe::shares::{Explored, Hardest, InShares, Row};

/// Universe of pieces of any shape, as far as they are counted or explored.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Universe {
    answer: Word,
    tray: Tray,
    metric: Option<&'static str>,
    #[serde(flatten)]
    shares: Option<Shares>,
    boards: Option<String>,
    #[serde(flatten)]
    explored: Option<ByPieces>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Shares {
    shares_done: usize,
    shares: usize,
}

/// Counts in all, and by number of pieces.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ByPieces {
    mixes: u64,
    components: u64,
    pieces: Vec<OfPieces>,
}

#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OfPieces {
    pieces: usize,
    boards: u64,
    mixes: u64,
    components: u64,
    positions: Option<u64>,
    moves: Option<u32>,
    rows: Option<Vec<String>>,
}

/// The number of boards alone, as digits, or why there is none.
pub(crate) fn counted(tray: Ground, total: &Result<String, GaveUp>) -> Body<Universe> {
    let text = total.as_ref().map(|digits| format!("boards: {}\n", in_thousands(digits)));
    let fields = Universe {
        answer: total.as_ref().map_or_else(|&reason| given_up(reason), |_| Word::Counted),
        tray: Tray::of(tray),
        metric: None,
        shares: None,
        boards: total.as_ref().ok().cloned(),
        explored: None,
    };
    Body { schema: "polyominoes", text: text.unwrap_or_default(), fields }
}

/// Boards, mixes and components, and the hardest starts where they were searched.
pub(crate) fn explored(universe: &impl InShares, found: &Explored) -> Body<Universe> {
    let (shares_done, shares) = found.shares;
    let is_whole = shares_done == shares;
    let all = found.total();
    let row = |(pieces, row): (usize, &Row)| OfPieces {
        pieces,
        boards: row.boards,
        mixes: row.mixes,
        components: row.components,
        positions: universe.metric().is_some().then_some(row.positions),
        moves: row.hardest.map(|hardest| hardest.moves),
        rows: row.hardest.map(|hardest| packed(universe, hardest)),
    };
    let explored = || ByPieces {
        mixes: all.mixes,
        components: all.components,
        pieces: found.rows.iter().enumerate().map(row).collect(),
    };
    let fields = Universe {
        answer: found.ended.map_or(Word::Explored, given_up),
        tray: Tray::of(universe.tray()),
        metric: universe.metric().map(Metric::name),
        shares: Some(Shares { shares_done, shares }),
        boards: is_whole.then(|| all.boards.to_string()),
        explored: is_whole.then(explored),
    };
    let text = if is_whole { summary(universe, found, &all) } else { String::new() };
    Body { schema: "polyominoes", text, fields }
}

fn summary(universe: &impl InShares, found: &Explored, all: &Row) -> String {
    let mut text = format!(
        "boards: {}\nmixes: {}\ncomponents: {}\n\n",
        grouped(all.boards),
        grouped(all.mixes),
        grouped(all.components)
    );
    let columns = table(universe, found, grouped);
    text += &aligned(&columns, 0..columns[0].len());
    for (count, hardest) in found.hardest() {
        let pieces_in_words = counted_in_words(count as u64, "piece");
        let length = length_in(universe.metric().expect("goals were searched"), hardest.moves.into());
        let _ = write!(text, "\n{pieces_in_words}: {length}\n\n");
        for row in drawn(universe, hardest) {
            let _ = writeln!(text, "  {row}");
        }
    }
    text
}

/// The table with commas between the columns; the last one is the start, rows with `/` between them.
pub(crate) fn csv(universe: &impl InShares, found: &Explored) -> String {
    let mut rows = table(universe, found, |number| number.to_string());
    if universe.metric().is_some() {
        rows[0].push("start".to_owned());
        for (row, found) in rows[1..].iter_mut().zip(&found.rows) {
            row.push(found.hardest.map_or_else(String::new, |hardest| packed(universe, hardest).join("/")));
        }
    }
    comma_separated(&rows)
}

fn table(universe: &impl InShares, found: &Explored, number: fn(u64) -> String) -> Vec<Vec<String>> {
    let head = ["pieces", "boards", "mixes", "components", "positions", "moves"];
    let columns = if universe.metric().is_some() { head.len() } else { head.len() - 2 };
    let row = |(count, row): (usize, &Row)| {
        let figures = [count as u64, row.boards, row.mixes, row.components, row.positions].map(number);
        let moves = row.hardest.map_or_else(|| "-".to_owned(), |hardest| number(hardest.moves.into()));
        figures.into_iter().chain([moves]).take(columns).collect()
    };
    let rows = found.rows.iter().enumerate().map(row);
    [head[..columns].iter().map(ToString::to_string).collect()].into_iter().chain(rows).collect()
}

/// The drawing of the start.
fn drawn(universe: &impl InShares, hardest: Hardest) -> Vec<String> {
    drawing::start(&universe.puzzle(hardest.start)).expect("a tray of 36 cells can be drawn")
}

/// The drawing without spaces.
fn packed(universe: &impl InShares, hardest: Hardest) -> Vec<String> {
    drawn(universe, hardest).into_iter().map(|row| row.replace(' ', "")).collect()
}
