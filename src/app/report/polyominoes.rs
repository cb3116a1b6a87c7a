//! The answers of `traybit universe --pieces any` and `--pieces cars`: boards by number of pieces.

use std::fmt::Write as _;

use crate::report::{Body, Object, aligned, comma_separated, drawing, given_up};
use traybit_core::grid::Size;
use traybit_core::numbers::in_thousands;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{counted as counted_in_words, grouped, length_in};
use traybit_sliding::metric::Metric;
use traybit_sliding::universe::Ground;
use traybit_sliding::universe::shares::{Explored, Hardest, InShares, Row};

/// The number of boards alone, as digits, or why there is none.
pub(crate) fn counted(tray: Ground, total: Result<String, GaveUp>) -> Body {
    let fields = fields(tray, total.as_ref().map_or_else(|&reason| given_up(reason), |_| "counted"));
    let Ok(digits) = total else { return Body { text: String::new(), fields } };
    Body { text: format!("boards: {}\n", in_thousands(&digits)), fields: fields.with("boards", digits) }
}

/// Boards, mixes and components, and the hardest starts where they were searched.
pub(crate) fn explored(universe: &impl InShares, found: &Explored) -> Body {
    let is_whole = found.shares.0 == found.shares.1;
    let fields = fields(universe.tray(), found.ended.map_or("explored", given_up))
        .maybe("metric", universe.metric().map(Metric::name))
        .with("shares_done", found.shares.0)
        .with("shares", found.shares.1);
    if !is_whole {
        return Body { text: String::new(), fields };
    }
    let all = found.rows.iter().fold(Row::default(), |all, row| Row {
        boards: all.boards + row.boards,
        mixes: all.mixes + row.mixes,
        components: all.components + row.components,
        ..all
    });
    let row = |(count, row): (usize, &Row)| {
        Object::default()
            .with("pieces", count)
            .with("boards", row.boards)
            .with("mixes", row.mixes)
            .with("components", row.components)
            .maybe("positions", universe.metric().is_some().then_some(row.positions))
            .maybe("moves", row.hardest.map(|hardest| hardest.moves))
            .maybe("rows", row.hardest.map(|hardest| packed(universe, hardest)))
    };
    let rows: Vec<Object> = found.rows.iter().enumerate().map(row).collect();
    let fields = fields
        .with("boards", all.boards.to_string())
        .with("mixes", all.mixes)
        .with("components", all.components)
        .with("pieces", rows);
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
    Body { text, fields }
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

fn fields(tray: Ground, answer: &str) -> Object {
    let Size { height, width } = tray.size;
    let size = Object::default().with("height", height).with("width", width).with("open", tray.room());
    Object::of("polyominoes").with("answer", answer).with("tray", size)
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
