//! Universes of cars against the plain rules: boards as lists of cars, cars as lists of cells.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::metric::Metric;
use traybit_sliding::reference::Rules;
use traybit_sliding::universe::cars::Cars;
use traybit_sliding::universe::shares::{Explored, InShares, Row, explore};
use traybit_sliding::universe::{Ground, parse_tray};

fn explored(tray: &str, exit: u16, metric: Metric, threads: usize) -> (Cars, Explored) {
    let cars = Cars::new(parse_tray(tray).unwrap(), exit, metric).unwrap();
    let found = explore(&cars, &Limits { threads, ..Limits::default() }, None).unwrap();
    assert_eq!(found.shares.0, found.shares.1);
    (cars, found)
}

/// A car: its cells in order, whether it moves along its row, whether it is red.
type Car = (Vec<(i32, i32)>, bool, bool);
type Board = Vec<Car>;

/// The cars of each row and column in their order: lengths, and which is red.
type Mix = BTreeMap<(bool, i32), Vec<(usize, bool)>>;

/// Boards, mixes, components, boards that can be solved, and moves of the hardest, for a number of cars.
type Figures = (u64, u64, u64, u64, Option<u32>);

struct Plain {
    ground: Ground,
    exit: i32,
    is_slide: bool,
}

impl Plain {
    fn is_open(&self, (row, column): (i32, i32)) -> bool {
        let (height, width) = (i32::from(self.ground.size.height), i32::from(self.ground.size.width));
        (0..height).contains(&row)
            && (0..width).contains(&column)
            && self.ground.open >> (row * width + column) & 1 == 1
    }

    fn is_free(&self, board: &Board, cell: (i32, i32)) -> bool {
        self.is_open(cell) && !board.iter().any(|(cells, ..)| cells.contains(&cell))
    }

    /// All boards that go on from this one with cars whose first cells are no earlier than `from`.
    fn boards(&self, board: &Board, from: usize, found: &mut Vec<Board>) {
        if board.iter().filter(|car| car.2).count() == 1 {
            found.push(board.clone());
        }
        let width = usize::from(self.ground.size.width);
        for first in from..self.ground.size.cells() {
            let (row, column) = ((first / width) as i32, (first % width) as i32);
            for (length, is_across, is_red) in
                [(2, true, false), (3, true, false), (2, false, false), (3, false, false), (2, true, true)]
            {
                let cell = |step| if is_across { (row, column + step) } else { (row + step, column) };
                let cells: Vec<(i32, i32)> = (0..length).map(cell).collect();
                if is_red && (row != self.exit || board.iter().any(|car| car.2))
                    || !cells.iter().all(|&cell| self.is_free(board, cell))
                {
                    continue;
                }
                self.boards(&[&board[..], &[(cells, is_across, is_red)]].concat(), first + 1, found);
            }
        }
    }

    fn moves(&self, board: &Board) -> Vec<Board> {
        let mut found = Vec::new();
        for car in 0..board.len() {
            for side in [-1, 1] {
                let mut moved = board.clone();
                loop {
                    let others = [&moved[..car], &moved[car + 1..]].concat();
                    let (cells, is_across, _) = &mut moved[car];
                    for cell in &mut *cells {
                        *if *is_across { &mut cell.1 } else { &mut cell.0 } += side;
                    }
                    if !cells.iter().all(|&cell| self.is_free(&others, cell)) {
                        break;
                    }
                    let mut sorted = moved.clone();
                    sorted.sort();
                    found.push(sorted);
                    if !self.is_slide {
                        break;
                    }
                }
            }
        }
        found
    }

    fn figures(&self) -> BTreeMap<usize, Figures> {
        let mut boards = Vec::new();
        self.boards(&Vec::new(), 0, &mut boards);
        for board in &mut boards {
            board.sort();
        }
        let mut figures: BTreeMap<usize, Figures> = BTreeMap::new();
        let (mut mixes, mut known) = (HashSet::new(), HashSet::new());
        let mut distances: HashMap<Board, u32> = HashMap::new();
        let end = i32::from(self.ground.size.width) - 1;
        let is_goal = |board: &Board| board.iter().any(|car| car.2 && car.0[1].1 == end);
        let mut layer: Vec<Board> = boards.iter().filter(|board| is_goal(board)).cloned().collect();
        distances.extend(layer.iter().map(|board| (board.clone(), 0)));
        for distance in 1.. {
            let next: BTreeSet<Board> = layer.iter().flat_map(|board| self.moves(board)).collect();
            layer = next.into_iter().filter(|board| !distances.contains_key(board)).collect();
            distances.extend(layer.iter().map(|board| (board.clone(), distance)));
            if layer.is_empty() {
                break;
            }
        }
        for board in &boards {
            let here = figures.entry(board.len()).or_default();
            here.0 += 1;
            here.1 += u64::from(mixes.insert(mix(board)));
            if let Some(&distance) = distances.get(board) {
                here.3 += 1;
                here.4 = here.4.max(Some(distance));
            }
            if known.insert(board.clone()) {
                here.2 += 1;
                let mut waiting = vec![board.clone()];
                while let Some(board) = waiting.pop() {
                    let next = self.moves(&board).into_iter();
                    waiting.extend(next.filter(|next| known.insert(next.clone())));
                }
            }
        }
        figures
    }
}

fn mix(board: &Board) -> Mix {
    let mut cars: Vec<&Car> = board.iter().collect();
    cars.sort_by_key(|car| car.0[0]);
    let mut mix = Mix::new();
    for (cells, is_across, is_red) in cars {
        let line = if *is_across { cells[0].0 } else { cells[0].1 };
        mix.entry((*is_across, line)).or_default().push((cells.len(), *is_red));
    }
    mix
}

fn figures(found: &Explored) -> BTreeMap<usize, Figures> {
    let figures = |row: &Row| {
        let moves = row.hardest.map(|hardest| hardest.moves);
        (row.boards, row.mixes, row.components, row.positions, moves)
    };
    let rows = found.rows.iter().enumerate().filter(|(_, row)| row.boards > 0);
    rows.map(|(cars, row)| (cars, figures(row))).collect()
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
            let plain = Plain { ground, exit: exit.into(), is_slide: metric == Metric::Slide };
            let (_, found) = explored(&tray, exit, metric, 2);
            assert_eq!(figures(&found), plain.figures(), "{tray}, exit {exit}, {}", metric.name());
        }
    }
}

/// The hardest starts are puzzles whose shortest solutions, by the reference, are as long as told.
#[test]
fn hardest_boards_of_cars_are_puzzles_of_their_length() {
    for metric in [Metric::Step, Metric::Slide, Metric::Path] {
        let (cars, found) = explored("4x4", 1, metric, 1);
        assert_eq!(explored("4x4", 1, metric, 2).1.rows, found.rows);
        for (count, hardest) in found.hardest() {
            let puzzle = cars.puzzle(hardest.start);
            assert_eq!(puzzle.blocks.len(), count);
            let rules = Rules::of(&puzzle);
            let mut known = HashSet::from([rules.start()]);
            let (mut layer, mut moves) = (vec![rules.start()], 0);
            while !layer.iter().any(|position| rules.is_won(position)) {
                let mut next = Vec::new();
                for position in &layer {
                    rules.expand(position, metric, &mut next);
                }
                next.retain(|position| known.insert(position.clone()));
                assert!(!next.is_empty(), "{count} cars have no solution");
                (layer, moves) = (next, moves + 1);
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
