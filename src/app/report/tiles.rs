//! The answers of `traybit solve` and `traybit generate tiles`.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::{Body, Ending, Word, aligned, given_up};
use traybit_program::text::{counted, grouped, search_cost};
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::{Notation, Unit, letters, pushes, write};
use traybit_tiles::solve::analyse::Station;
use traybit_tiles::solve::answer::{Report, Verdict};

/// Sentences about an answer: length and cost.
pub(crate) fn remarks(report: &Report) -> Vec<String> {
    let cost = format!("{}; {}", search_cost(&report.cost), report.method);
    let (Verdict::Solved { moves, .. }, Some((length, shortest))) = (&report.verdict, report.length()) else {
        return vec![cost];
    };
    let moves = moves.len();
    let unit = report.unit.noun();
    let in_moves = match report.unit {
        Unit::Move => String::new(),
        Unit::Push => format!(" ({})", counted(moves as u64, Unit::Move.noun())),
    };
    let length = counted(length, unit) + &in_moves;
    let what = if shortest {
        format!("{length}, the shortest solution, proven")
    } else {
        let Report { manhattan, bound, .. } = *report;
        let times = if manhattan == 0 {
            String::new()
        } else {
            format!(
                ", {} times the Manhattan distance {}",
                ratio(moves as u64, manhattan),
                grouped(manhattan)
            )
        };
        format!(
            "{length}{times}; not necessarily the shortest, but none has fewer than {}",
            counted(bound, unit)
        )
    };
    vec![what, cost]
}

/// The ratio of two lengths, to two places.
pub(crate) fn ratio(length: u64, manhattan: u64) -> String {
    format!("{:.2}", length as f64 / manhattan as f64)
}

/// A solution of tiles, or that there is none.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Solution<'a> {
    answer: Word,
    rows: u16,
    columns: u16,
    metric: &'static str,
    length: Option<u64>,
    shortest: Option<bool>,
    manhattan: u64,
    at_least: Option<u64>,
    moves: Option<Moves>,
    boards: Option<Vec<Vec<u16>>>,
    shortest_solutions: Option<String>,
    solutions: Option<Vec<Vec<String>>>,
    method: &'a str,
}

/// Moves in a notation.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Moves {
    Letters(Vec<String>),
    Blank(Vec<&'static str>),
    Tiles(Vec<(u16, char)>),
}

/// A solution, its moves written in a notation, or that there is none; and the number of the shortest ones with all of
/// them, where they were looked for.
pub(crate) fn solution<'a>(
    start: &Board,
    report: &'a Report,
    (number, every): (Option<u64>, &[Vec<Direction>]),
    notation: Notation,
) -> Body<Solution<'a>> {
    let (answer, moves, shortest) = match &report.verdict {
        Verdict::Solved { moves, shortest } => (Word::Solved, Some(moves), Some(*shortest)),
        Verdict::Unsolvable(_) => (Word::Unsolvable, None, None),
        Verdict::GaveUp => (report.ended.map_or(Word::GaveUp, given_up), None, None),
    };
    let noted = |moves: &Vec<Direction>| match notation {
        Notation::Letters => Moves::Letters(in_letters(moves)),
        Notation::Blank => Moves::Blank(of_blank(moves)),
        _ => Moves::Tiles(named(start, moves)),
    };
    let fields = Solution {
        answer,
        rows: start.size().height,
        columns: start.size().width,
        metric: report.unit.metric(),
        length: report.length().map(|(length, _)| length),
        shortest,
        manhattan: report.manhattan,
        at_least: (answer != Word::Unsolvable).then_some(report.bound),
        moves: moves.map(noted),
        boards: moves.filter(|_| notation == Notation::Boards).map(|moves| boards(start, moves)),
        shortest_solutions: number.map(|number| number.to_string()),
        solutions: (!every.is_empty()).then(|| every.iter().map(|moves| in_letters(moves)).collect()),
        method: &report.method,
    };
    let every = every.iter().map(|moves| write(start, moves, notation)).collect::<Vec<_>>().join("\n");
    let first = || moves.map_or_else(String::new, |moves| write(start, moves, notation));
    let text = if every.is_empty() { first() } else { every };
    Body { schema: "tiles.solve", text, fields }
}

/// Moves without a board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MoveList {
    length: usize,
    pushes: u64,
    moves: Moves,
}

pub(crate) fn listed(moves: &[Direction], notation: Notation) -> Body<MoveList> {
    let (text, noted) = match notation {
        Notation::Blank => (of_blank(moves).join("\n") + "\n", Moves::Blank(of_blank(moves))),
        _ => (letters(moves), Moves::Letters(in_letters(moves))),
    };
    let fields = MoveList { length: moves.len(), pushes: Unit::Push.length(moves), moves: noted };
    let text = if moves.is_empty() { String::new() } else { text };
    Body { schema: "tiles.moves", text, fields }
}

/// Moves with the tiles that make them.
fn named(start: &Board, moves: &[Direction]) -> Vec<(u16, char)> {
    let mut board = start.clone();
    moves.iter().filter_map(|&direction| Some((board.slide(direction)?, direction.letter()))).collect()
}

fn in_letters(moves: &[Direction]) -> Vec<String> {
    pushes(moves).map(|push| push.to_string()).collect()
}

fn of_blank(moves: &[Direction]) -> Vec<&'static str> {
    moves.iter().map(|direction| direction.of_blank()).collect()
}

/// The tiles of every board from the start to the goal, row by row.
fn boards(start: &Board, moves: &[Direction]) -> Vec<Vec<u16>> {
    let after = moves
        .iter()
        .scan(start.clone(), |board, &direction| board.slide(direction).map(|_| board.tiles().to_vec()));
    [start.tiles().to_vec()].into_iter().chain(after).collect()
}

/// Random boards; `moves` from the goal, where not every board was as likely.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RandomBoards<'a> {
    seed: u64,
    moves: Option<u64>,
    boards: Vec<RandomBoard<'a>>,
}

#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RandomBoard<'a> {
    rows: u16,
    columns: u16,
    tiles: &'a [u16],
    file: Option<&'a str>,
}

/// Random boards with their texts and the files that they were written to. The text is the boards themselves, or the
/// names of their files.
pub(crate) fn random<'a>(
    seed: u64,
    moves: Option<u64>,
    boards: &'a [(Board, String, Option<String>)],
) -> Body<RandomBoards<'a>> {
    let board = |(board, _, file): &'a (Board, String, Option<String>)| RandomBoard {
        rows: board.size().height,
        columns: board.size().width,
        tiles: board.tiles(),
        file: file.as_deref(),
    };
    let line = |(_, text, file): &(Board, String, Option<String>)| {
        file.as_ref().map_or_else(|| text.clone(), |file| format!("{file}\n"))
    };
    let fields = RandomBoards { seed, moves, boards: boards.iter().map(board).collect() };
    Body { schema: "tiles.generate", text: boards.iter().map(line).collect(), fields }
}

/// The boards on a path, and where it loses moves.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Analysis {
    answer: Word,
    rows: u16,
    columns: u16,
    length: usize,
    fewest: Option<u64>,
    lost_with: Vec<usize>,
    boards: Vec<StationFacts>,
}

/// A board with the move that led there, the distance to go, as far as it is known, and the best moves there.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StationFacts {
    r#move: Option<(u16, char)>,
    to_go: Option<u64>,
    best: Option<Vec<char>>,
}

/// The boards on a path with the distances to go, as far as they are known, and the best moves there.
pub(crate) fn analysed(
    start: &Board,
    moves: &[Direction],
    stations: &[Option<Station>],
    ending: &Ending,
) -> Body<Analysis> {
    let to_go = |number: usize| stations.get(number)?.as_ref().map(|station| station.to_go);
    // A move brings the goal nearer by one, or loses two: itself, and the one that makes up for it.
    let loses = |number: usize| Some(to_go(number)? > to_go(number.checked_sub(1)?)?);
    let lost: Vec<usize> = (0..stations.len()).filter(|&number| loses(number) == Some(true)).collect();
    let made = named(start, moves);
    let best = |station: &Option<Station>| {
        station.as_ref().map(|station| station.best.iter().map(|best| best.letter()).collect::<Vec<_>>())
    };
    let head = ["move", "", "to go", "lost", "best moves"].map(str::to_owned).to_vec();
    let rows = stations.iter().enumerate().map(|(number, station)| {
        let step =
            number.checked_sub(1).map_or_else(String::new, |at| format!("{} {}", made[at].0, made[at].1));
        let letters = best(station).unwrap_or_default().iter().map(char::to_string).collect::<Vec<_>>();
        let far = to_go(number).map_or_else(|| "?".to_owned(), grouped);
        let lost = if loses(number) == Some(true) { "2" } else { "" }.to_owned();
        vec![number.to_string(), step, far, lost, letters.join(" ")]
    });
    let table = aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>(), 0..4);
    let all = counted(moves.len() as u64, "move");
    let sum = match (to_go(0), stations.last().and_then(Option::as_ref)) {
        (Some(fewest), Some(last)) if last.to_go == 0 => {
            let places = lost.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let at = if lost.is_empty() { String::new() } else { format!(", lost with {places}") };
            format!("{all}; the fewest are {}: {} more{at}\n", grouped(fewest), moves.len() as u64 - fewest)
        }
        _ => format!("{all}\n"),
    };
    let facts = |(number, station)| StationFacts {
        r#move: usize::checked_sub(number, 1).map(|at| made[at]),
        to_go: to_go(number),
        best: best(station),
    };
    let fields = Analysis {
        answer: if ending.reason.is_none() { Word::Analysed } else { Word::GaveUp },
        rows: start.size().height,
        columns: start.size().width,
        length: moves.len(),
        fewest: to_go(0),
        boards: stations.iter().enumerate().map(facts).collect(),
        lost_with: lost,
    };
    Body { schema: "tiles.analyse", text: table + "\n" + &sum, fields }
}
