//! The answers of `traybit universe --pieces any` and `--pieces cars`: boards by number of pieces.

use serde::Serialize;

use crate::report::universe::Tray;
use crate::report::{Body, Word, comma_separated, drawing, given_up, table};
use traybit_program::{counted, grouped, length_in};
use traybit_sliding::Metric;
use traybit_sliding::universe::shares::{Explored, Hardest, InShares, Row};

/// Universe of pieces of any shape, as far as they are explored: in all, and by number of pieces.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Universe {
    answer: Word,
    tray: Tray,
    metric: Option<&'static str>,
    shares_done: usize,
    shares: usize,
    boards: Option<String>,
    mixes: Option<u64>,
    components: Option<u64>,
    pieces: Option<Vec<OfPieces>>,
}

#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct OfPieces {
    pieces: usize,
    boards: u64,
    mixes: u64,
    components: u64,
    positions: Option<u64>,
    moves: Option<u32>,
    rows: Option<Vec<String>>,
}

fn by_pieces(universe: &impl InShares, found: &Explored) -> Vec<OfPieces> {
    let metric = universe.outline().metric;
    let row = |(pieces, row): (usize, &Row)| OfPieces {
        pieces,
        boards: row.boards,
        mixes: row.mixes,
        components: row.components,
        positions: metric.map(|_| row.positions),
        moves: row.hardest.map(|hardest| hardest.moves),
        rows: row.hardest.and_then(|hardest| drawing::without_blanks(&universe.puzzle(hardest.start))),
    };
    found.rows.iter().enumerate().map(row).collect()
}

/// Boards, mixes and components, and the hardest starts if they were searched.
pub(crate) fn explored(universe: &impl InShares, found: &Explored) -> Body<Universe> {
    let (shares_done, shares) = found.shares;
    let is_whole = shares_done == shares;
    let Row { boards, mixes, components, .. } = found.total();
    let pieces = by_pieces(universe, found);
    let text = if is_whole {
        let [boards, mixes, components] = [boards, mixes, components].map(grouped);
        let rows = pieces.iter().map(|row| row.cells(grouped));
        let columns = if universe.outline().metric.is_some() { HEAD.len() - 1 } else { SEARCHED };
        let table = table(&HEAD[..columns], rows, 0..columns);
        let starts: String =
            found.hardest().map(|(count, hardest)| start(universe, count, hardest)).collect();
        format!("boards: {boards}\nmixes: {mixes}\ncomponents: {components}\n\n{table}{starts}")
    } else {
        String::new()
    };
    let fields = Universe {
        answer: found.ended.map_or(Word::Explored, given_up),
        tray: Tray::of(universe.outline().tray),
        metric: universe.outline().metric.map(Metric::name),
        shares_done,
        shares,
        boards: is_whole.then(|| boards.to_string()),
        mixes: is_whole.then_some(mixes),
        components: is_whole.then_some(components),
        pieces: is_whole.then_some(pieces),
    };
    Body { schema: "polyominoes", text, fields }
}

fn start(universe: &impl InShares, pieces: usize, hardest: Hardest) -> String {
    let length = length_in(universe.outline().metric.expect("goals were searched"), hardest.moves.into());
    let rows = drawing::start(&universe.puzzle(hardest.start)).expect("a tray of 36 cells can be drawn");
    format!("\n{}: {length}\n\n  {}\n", counted(pieces as u64, "piece"), rows.join("\n  "))
}

/// Columns of the tables; the last one, the drawing with `/` between the rows, is for programs alone.
const HEAD: [&str; 7] = ["pieces", "boards", "mixes", "components", "positions", "moves", "start"];

/// The first column for which goals are searched.
const SEARCHED: usize = 4;

impl OfPieces {
    fn cells(&self, number: fn(u64) -> String) -> Vec<String> {
        let figures = [self.pieces as u64, self.boards, self.mixes, self.components];
        let moves = self.moves.map_or_else(|| "-".to_owned(), |moves| number(moves.into()));
        let searched = self.positions.map(|positions| [number(positions), moves]);
        figures.map(number).into_iter().chain(searched.into_iter().flatten()).collect()
    }
}

pub(crate) fn csv(universe: &impl InShares, found: &Explored) -> String {
    let row = |row: OfPieces| {
        let start = row.positions.map(|_| row.rows.as_deref().unwrap_or_default().join("/"));
        row.cells(|number| number.to_string()).into_iter().chain(start).collect::<Vec<_>>()
    };
    let columns = if universe.outline().metric.is_some() { HEAD.len() } else { SEARCHED };
    comma_separated(&HEAD[..columns], by_pieces(universe, found).into_iter().map(row))
}
