//! The answers of the commands about boards of tiles.

use std::slice;

use serde::Serialize;

use crate::report::explored::histogram;
use crate::report::{Body, Word, given_up, table};
use traybit_core::{GaveUp, Size};
use traybit_program::{counted, grouped, plural};
use traybit_tiles::solution::{letters, pushes, write};
use traybit_tiles::solve::analyse::Station;
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::{Board, Direction, Notation, Unit};

/// A sentence about the length of a solution, if there is one.
pub(crate) fn remark(report: &Report) -> Option<String> {
    let Verdict::Solved { moves, .. } = &report.verdict else { return None };
    let (length, shortest) = report.length()?;
    let moves = moves.len() as u64;
    let &Report { unit, manhattan, bound, .. } = report;
    let mut what = counted(length, unit.noun());
    if unit == Unit::Push {
        what = format!("{what} ({})", counted(moves, Unit::Move.noun()));
    }
    if shortest {
        return Some(what + ", the shortest solution, proven");
    }
    if manhattan > 0 {
        let times = moves as f64 / manhattan as f64;
        what = format!("{what}, {times:.2} times the Manhattan distance {}", grouped(manhattan));
    }
    let bound = counted(bound, unit.noun());
    let gained = |gain| if gain == 0 { "nothing".to_owned() } else { counted(gain, unit.noun()) };
    let late = report.late_gain.map(|gain| format!("; the last tenth of the time gained {}", gained(gain)));
    let late = late.unwrap_or_default();
    Some(format!("{what}; not necessarily the shortest, but none has fewer than {bound}{late}"))
}

/// A solution of tiles, or that there is none.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
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
    boards: Option<Vec<Vec<Option<u16>>>>,
    shortest_solutions: Option<String>,
    solutions: Option<Vec<Vec<String>>>,
    method: &'a str,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub(crate) enum Moves {
    Letters(Vec<String>),
    Blank(Vec<&'static str>),
    Tiles(Vec<(u16, char)>),
}

/// The document of an answer; `number` and `every` are the number of shortest solutions and all of them, if an option
/// asks for them.
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
    let all = if every.is_empty() { moves.map_or(&[][..], slice::from_ref) } else { every };
    let text = all.iter().map(|moves| write(start, moves, notation)).collect::<Vec<_>>().join("\n");
    Body { schema: "tiles.solve", text, fields }
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct MoveList {
    length: usize,
    pushes: u64,
    moves: Moves,
}

pub(crate) fn listed(moves: &[Direction], notation: Notation) -> Body<MoveList> {
    let (text, noted) = match notation {
        Notation::Blank => {
            let lines = of_blank(moves);
            (lines.iter().flat_map(|line| [line, "\n"]).collect(), Moves::Blank(lines))
        }
        _ => (letters(moves), Moves::Letters(in_letters(moves))),
    };
    let fields = MoveList { length: moves.len(), pushes: Unit::Push.length(moves), moves: noted };
    Body { schema: "tiles.moves", text, fields }
}

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

/// The tiles of every board from the start to the goal, row by row; walls have no number.
fn boards(start: &Board, moves: &[Direction]) -> Vec<Vec<Option<u16>>> {
    let after =
        moves.iter().scan(start.clone(), |board, &direction| board.slide(direction).map(|_| board.numbers()));
    [start.numbers()].into_iter().chain(after).collect()
}

/// Random boards; `moves` from the goal, unless all boards were equally likely.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct RandomBoards<'a> {
    seed: u64,
    moves: Option<u64>,
    boards: Vec<RandomBoard<'a>>,
}

#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct RandomBoard<'a> {
    rows: u16,
    columns: u16,
    tiles: Vec<Option<u16>>,
    file: Option<&'a str>,
}

/// Random boards with their texts and the files that they were written to, if any: these are named instead of the texts.
pub(crate) fn random(
    seed: u64,
    moves: Option<u64>,
    boards: &[(Board, String, Option<String>)],
) -> Body<RandomBoards<'_>> {
    let (mut text, mut fields) = (String::new(), RandomBoards { seed, moves, boards: Vec::new() });
    for (board, own, file) in boards {
        let (Size { height: rows, width: columns }, file) = (board.size(), file.as_deref());
        text += &file.map_or_else(|| own.clone(), |file| file.to_owned() + "\n");
        fields.boards.push(RandomBoard { rows, columns, tiles: board.numbers(), file });
    }
    Body { schema: "tiles.generate", text, fields }
}

/// The boards on a path, and where it loses moves.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Analysis {
    answer: Word,
    rows: u16,
    columns: u16,
    length: usize,
    fewest: Option<u64>,
    lost_with: Vec<usize>,
    boards: Vec<StationFacts>,
}

/// A board with the move that led there, the distance to go, if it is known, and the best moves.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct StationFacts {
    r#move: Option<(u16, char)>,
    to_go: Option<u64>,
    best: Option<Vec<char>>,
}

/// The boards on a path as a table, and a sentence about the moves that it loses.
pub(crate) fn analysed(
    start: &Board,
    moves: &[Direction],
    stations: &[Option<Station>],
    ended: Option<GaveUp>,
) -> Body<Analysis> {
    let made = named(start, moves);
    let facts = |(number, station): (usize, &Option<Station>)| StationFacts {
        r#move: number.checked_sub(1).map(|at| made[at]),
        to_go: station.as_ref().map(|station| station.to_go),
        best: station.as_ref().map(|station| station.best.iter().map(|best| best.letter()).collect()),
    };
    let boards: Vec<StationFacts> = stations.iter().enumerate().map(facts).collect();
    // A move brings the goal nearer by one, or loses two: itself, and the one that makes up for it.
    let loses = |number: usize| {
        let before = number.checked_sub(1).and_then(|before| boards[before].to_go);
        boards[number].to_go.zip(before).is_some_and(|(to_go, before)| to_go > before)
    };
    let lines = boards.iter().enumerate().map(|(number, board)| {
        vec![
            number.to_string(),
            board.r#move.map_or_else(String::new, |(tile, direction)| format!("{tile} {direction}")),
            board.to_go.map_or_else(|| "?".to_owned(), grouped),
            if loses(number) { "2" } else { "" }.to_owned(),
            board.best.iter().flatten().map(char::to_string).collect::<Vec<_>>().join(" "),
        ]
    });
    let table = table(&["move", "", "to go", "lost", "best moves"], lines, 0..4);
    let lost_with: Vec<usize> = (0..boards.len()).filter(|&number| loses(number)).collect();
    let fewest = boards.first().and_then(|first| first.to_go);
    let is_solved = boards.last().is_some_and(|last| last.to_go == Some(0));
    let more = fewest.filter(|_| is_solved).map_or_else(String::new, |fewest| {
        let places = lost_with.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let at = if lost_with.is_empty() { String::new() } else { format!(", lost with {places}") };
        format!("; the fewest are {}: {} more{at}", grouped(fewest), moves.len() as u64 - fewest)
    });
    let sum = counted(moves.len() as u64, "move") + &more;
    let answer = ended.map_or(Word::Analysed, given_up);
    let Size { height: rows, width: columns } = start.size();
    let fields = Analysis { answer, rows, columns, length: moves.len(), fewest, lost_with, boards };
    Body { schema: "tiles.analyse", text: format!("{table}\n{sum}\n"), fields }
}

/// Proven lengths of a sample of boards: the number of boards by length.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Survey<'a> {
    metric: &'static str,
    boards: usize,
    solved: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
    least: Option<usize>,
    most: Option<usize>,
    lengths: &'a [u64],
}

/// The distribution of proven lengths, `lengths` the number of boards by length, over a sample of boards.
pub(crate) fn survey(lengths: &[u64], boards: usize, unit: Unit) -> Body<Survey<'_>> {
    let solved: u64 = lengths.iter().sum();
    let average = |of: &dyn Fn(f64) -> f64| {
        let sum: f64 = (0..).zip(lengths).map(|(length, &count)| of(f64::from(length)) * count as f64).sum();
        (solved > 0).then(|| sum / solved as f64)
    };
    let mean = average(&|length| length);
    let deviation = average(&|length| (length - mean.unwrap_or_default()).powi(2)).map(f64::sqrt);
    let least = lengths.iter().position(|&count| count > 0);
    let most = least.map(|_| lengths.len() - 1);
    let text = match (mean, deviation, least, most) {
        (Some(mean), Some(deviation), Some(least), Some(most)) => format!(
            "{} of {} solved and checked: {mean:.2} {} on average, deviation {deviation:.2}, {least} to {most}\n\n{}",
            grouped(solved),
            counted(boards as u64, "board"),
            plural(unit.noun()),
            histogram(least, &lengths[least..], "boards")
        ),
        _ => String::new(),
    };
    let metric = unit.metric();
    let fields = Survey { metric, boards, solved, mean, deviation, least, most, lengths };
    Body { schema: "tiles.survey", text, fields }
}
