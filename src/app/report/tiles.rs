//! The answers of `traybit solve` and `traybit generate tiles`.

use crate::report::{Body, Ending, Object, aligned, given_up};
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

/// The `answer` in a word.
pub(crate) fn answer(report: &Report) -> &'static str {
    match &report.verdict {
        Verdict::Solved { .. } => "solved",
        Verdict::Unsolvable(_) => "unsolvable",
        Verdict::GaveUp => report.ended.map_or("gave_up", given_up),
    }
}

/// The ratio of two lengths, to two places.
pub(crate) fn ratio(length: u64, manhattan: u64) -> String {
    format!("{:.2}", length as f64 / manhattan as f64)
}

/// A solution of tiles, its moves written in a notation, or that there is none; and the number of the shortest ones with
/// all of them, where they were looked for.
pub(crate) fn solution(
    start: &Board,
    report: &Report,
    (number, every): (Option<u64>, &[Vec<Direction>]),
    notation: Notation,
) -> Body {
    let (moves, shortest) = match &report.verdict {
        Verdict::Solved { moves, shortest } => (Some(moves), Some(*shortest)),
        _ => (None, None),
    };
    let may_have_solution = !matches!(report.verdict, Verdict::Unsolvable(_));
    let fields = Object::of("tiles.solve")
        .with("answer", answer(report))
        .with("rows", start.size().height)
        .with("columns", start.size().width)
        .with("metric", report.unit.metric())
        .maybe("length", report.length().map(|(length, _)| length))
        .maybe("shortest", shortest)
        .with("manhattan", report.manhattan)
        .maybe("at_least", may_have_solution.then_some(report.bound));
    let fields = match notation {
        Notation::Letters => fields.maybe("moves", moves.map(|moves| in_letters(moves))),
        Notation::Blank => fields.maybe("moves", moves.map(|moves| of_blank(moves))),
        _ => fields.maybe("moves", moves.map(|moves| named(start, moves))),
    };
    let boards = moves.filter(|_| notation == Notation::Boards).map(|moves| boards(start, moves));
    let all: Vec<_> = every.iter().map(|moves| in_letters(moves)).collect();
    let fields = fields
        .maybe("boards", boards)
        .maybe("shortest_solutions", number.map(|number| number.to_string()))
        .maybe("solutions", (!all.is_empty()).then_some(all))
        .with("method", &report.method);
    let every = every.iter().map(|moves| write(start, moves, notation)).collect::<Vec<_>>().join("\n");
    let first = || moves.map_or_else(String::new, |moves| write(start, moves, notation));
    Body { text: if every.is_empty() { first() } else { every }, fields }
}

/// Moves without a board.
pub(crate) fn listed(moves: &[Direction], notation: Notation) -> Body {
    let (text, said) = match notation {
        Notation::Blank => {
            (of_blank(moves).join("\n") + "\n", of_blank(moves).into_iter().map(str::to_owned).collect())
        }
        _ => (letters(moves), in_letters(moves)),
    };
    let fields = Object::of("tiles.moves")
        .with("length", moves.len())
        .with("pushes", Unit::Push.length(moves))
        .with("moves", said);
    Body { text: if moves.is_empty() { String::new() } else { text }, fields }
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

/// Random boards with their texts and the files that they were written to; `moves` from the goal, where not every board
/// was as likely. The text is the boards themselves, or the names of their files.
pub(crate) fn random(seed: u64, moves: Option<u64>, boards: &[(Board, String, Option<String>)]) -> Body {
    let board = |(board, _, file): &(Board, String, Option<String>)| {
        Object::default()
            .with("rows", board.size().height)
            .with("columns", board.size().width)
            .with("tiles", board.tiles())
            .maybe("file", file.as_ref())
    };
    let line = |(_, text, file): &(Board, String, Option<String>)| {
        file.as_ref().map_or_else(|| text.clone(), |file| format!("{file}\n"))
    };
    let fields = Object::of("tiles.generate")
        .with("seed", seed)
        .maybe("moves", moves)
        .with("boards", boards.iter().map(board).collect::<Vec<_>>());
    Body { text: boards.iter().map(line).collect(), fields }
}

/// The boards on a path with the distances to go, as far as they are known, and the best moves there.
pub(crate) fn analysed(
    start: &Board,
    moves: &[Direction],
    stations: &[Option<Station>],
    ending: &Ending,
) -> Body {
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
    let stations: Vec<Object> = (0..)
        .zip(stations)
        .map(|(number, station)| {
            let step = usize::checked_sub(number, 1).map(|at| made[at]);
            Object::default().maybe("move", step).maybe("to_go", to_go(number)).maybe("best", best(station))
        })
        .collect();
    let fields = Object::of("tiles.analyse")
        .with("answer", if ending.reason.is_none() { "analysed" } else { "gave_up" })
        .with("rows", start.size().height)
        .with("columns", start.size().width)
        .with("length", moves.len())
        .maybe("fewest", to_go(0))
        .with("lost_with", &lost)
        .with("boards", stations);
    Body { text: table + "\n" + &sum, fields }
}
