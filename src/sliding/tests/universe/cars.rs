//! Universes of cars against the plain rules.

use std::collections::BTreeMap;

use crate::universe::plain::{self, Board, Cells, Figures, cells, figures, moves};
use traybit_core::reference::{Layers, Position};
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::metric::Metric;
use traybit_sliding::reference::Rules;
use traybit_sliding::universe::cars::Cars;
use traybit_sliding::universe::shares::{Explored, InShares, explore};
use traybit_sliding::universe::{Ground, parse_tray};

fn explored(tray: &str, exit: u16, metric: Metric, threads: usize) -> (Cars, Explored) {
    let cars = Cars::new(parse_tray(tray).unwrap(), exit, metric).unwrap();
    let found = explore(&cars, &Limits { threads, ..Limits::default() }, None).unwrap();
    assert_eq!(found.shares.0, found.shares.1);
    (cars, found)
}

/// All boards that go on from this one with cars whose first cells are no earlier than `from`.
fn boards(board: &Board, open: &Cells, exit: i32, from: (i32, i32), found: &mut Vec<Board>) {
    let has_red = board.iter().any(|car| car.1);
    if has_red {
        found.push(board.clone());
    }
    let is_free = |cell: &(i32, i32)| open.contains(cell) && board.iter().all(|car| !car.0.contains(cell));
    for &(row, column) in open.range(from..) {
        for (length, is_across, is_red) in
            [(2, true, false), (3, true, false), (2, false, false), (3, false, false), (2, true, true)]
        {
            let cell = |step| if is_across { (row, column + step) } else { (row + step, column) };
            let cells: Cells = (0..length).map(cell).collect();
            if cells.iter().all(is_free) && !(is_red && (has_red || row != exit)) {
                let more = board.iter().cloned().chain([(cells, is_red)]).collect();
                boards(&more, open, exit, (row, column + 1), found);
            }
        }
    }
}

/// Rows and columns that a step moves a car.
fn steps(car: &Cells) -> Vec<(i32, i32)> {
    if is_across(car) { vec![(0, -1), (0, 1)] } else { vec![(-1, 0), (1, 0)] }
}

fn is_across(car: &Cells) -> bool {
    car.first().map(|cell| cell.0) == car.last().map(|cell| cell.0)
}

/// The cars of each row and column in their order: lengths, and which is red.
fn mix(board: &Board) -> BTreeMap<(bool, i32), Vec<(usize, bool)>> {
    let mut mix: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (cells, is_red) in board {
        let (is_across, (row, column)) = (is_across(cells), cells.first().unwrap());
        let line = if is_across { *row } else { *column };
        mix.entry((is_across, line)).or_default().push((cells.len(), *is_red));
    }
    mix
}

fn plain(ground: Ground, exit: u16, is_step: bool) -> BTreeMap<usize, Figures> {
    let open = cells(ground);
    let mut all = Vec::new();
    boards(&Board::new(), &open, exit.into(), (0, 0), &mut all);
    let end = (i32::from(exit), i32::from(ground.size.width) - 1);
    let is_goal = |board: &&Board| board.iter().any(|(cells, is_red)| *is_red && cells.contains(&end));
    let goals = all.iter().filter(is_goal).cloned().collect();
    figures(&all, |board| moves(board, &open, steps, is_step), mix, goals, |_| true)
}

#[test]
fn small_trays_of_cars_are_as_the_plain_rules_have_them() {
    let mut rng = Rng::new(14, 0);
    let mut trays: Vec<(String, u16)> =
        [("1x2", 0), ("1x6", 0), ("3x3", 1), ("3x4", 1), ("4x3", 3), ("2x6", 1), ("6x2", 2)]
            .map(|(tray, exit)| (tray.to_owned(), exit))
            .into();
    for _ in 0..30 {
        let (height, width) = (1 + rng.below(4), 2 + rng.below(3));
        let row = |_| (0..width).map(|_| if rng.below(5) == 0 { '#' } else { '.' }).collect::<String>();
        let rows: Vec<String> = (0..height).map(row).collect();
        trays.push((rows.join("/"), rng.below(height) as u16));
    }
    trays.retain(|(tray, _)| parse_tray(tray).is_ok_and(|tray| tray.room() <= 12));
    assert!(trays.len() > 20);
    for (tray, exit) in trays {
        for metric in [Metric::Step, Metric::Slide] {
            let ground = parse_tray(&tray).unwrap();
            let (_, found) = explored(&tray, exit, metric, 2);
            let expected = plain(ground, exit, metric == Metric::Step);
            assert_eq!(plain::explored(&found), expected, "{tray}, exit {exit}, {}", metric.name());
        }
    }
}

/// The hardest starts are puzzles whose shortest solutions, by the reference, are as long as reported.
#[test]
fn hardest_boards_of_cars_are_puzzles_of_their_length() {
    for metric in [Metric::Step, Metric::Slide, Metric::Path] {
        let (cars, found) = explored("4x4", 1, metric, 1);
        assert_eq!(explored("4x4", 1, metric, 2).1.rows, found.rows);
        for (count, hardest) in found.hardest() {
            let puzzle = cars.puzzle(hardest.start);
            assert_eq!(puzzle.blocks.len(), count);
            let rules = Rules::of(&puzzle);
            let expand =
                |position: &Position, found: &mut Vec<Position>| rules.expand(position, metric, found);
            let (mut layers, mut moves) = (Layers::new(rules.start(), expand), 0);
            while !layers.layer().iter().any(|position| rules.is_won(position)) {
                assert!(
                    layers.advance(usize::MAX) && !layers.layer().is_empty(),
                    "{count} cars: no solution"
                );
                moves += 1;
            }
            assert_eq!(moves, hardest.moves, "{count} cars, {}", metric.name());
        }
    }
}

#[test]
fn universes_of_cars_keep_to_their_limits() {
    assert!(Cars::new(parse_tray("7x6").unwrap(), 2, Metric::Slide).unwrap_err().contains("6x6"));
    assert!(Cars::new(parse_tray("3x3").unwrap(), 3, Metric::Slide).unwrap_err().contains("row 3"));
    let cars = Cars::new(parse_tray("6x6").unwrap(), 2, Metric::Slide).unwrap();
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let found = explore(&cars, &limits, None).unwrap();
    assert_eq!(found.ended, Some(GaveUp::Stopped));
    assert_eq!(found.shares, (0, 8usize.pow(6)));
}
