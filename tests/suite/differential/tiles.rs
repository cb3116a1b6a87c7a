//! Sliding tiles against a plain search: random boards, and the layers of all boards of a size.

use std::collections::HashMap;
use std::time::Duration;

use traybit_core::reference::Position;
use traybit_core::{Limits, Size};
use traybit_tiles::board::{ANY, WALL};
use traybit_tiles::reference::{expand, position};
use traybit_tiles::solve::answer::{Objective, Solver, Verdict};
use traybit_tiles::solve::explore;
use traybit_tiles::{Board, Unit};

use crate::differential::{Compared, Dice};
use crate::plain_layers::Layers;

/// Board and goal.
pub(super) struct Puzzle {
    pub(super) start: Board,
    pub(super) goal: Board,
}

/// Random puzzle of at most `most` cells; half of them have no solution, and most of those of a single row.
pub(super) fn puzzle(seed: u64, most: usize) -> Puzzle {
    let mut dice = Dice::new(seed);
    let size = loop {
        let size = Size { height: 1 + dice.roll(most) as u16, width: 1 + dice.roll(most) as u16 };
        if size.cells() <= most {
            break size;
        }
    };
    Puzzle { start: board(&mut dice, size), goal: board(&mut dice, size) }
}

fn board(dice: &mut Dice, size: Size) -> Board {
    let mut left: Vec<u16> = (0..size.cells() as u16).collect();
    let tiles = (0..size.cells()).map(|_| left.remove(dice.roll(left.len()))).collect();
    Board::new(size, tiles).expect("each tile once")
}

/// Goal with up to three walls, where some of the other cells do not matter, most where there are few walls.
fn open_goal(dice: &mut Dice, size: Size) -> Board {
    let cells = size.cells();
    let walls = dice.roll(4);
    let (first_wall, open) = (cells - walls, dice.roll(cells).max(4 - walls));
    let mut tiles: Vec<u16> =
        (0..cells).map(|tile| if tile < first_wall { tile as u16 } else { WALL }).collect();
    (1..cells).rev().for_each(|last| tiles.swap(last, dice.roll(last + 1)));
    for _ in 0..open {
        let cell = dice.roll(cells);
        tiles[cell] = if tiles[cell] == WALL { WALL } else { ANY };
    }
    Board::new(size, tiles).expect("each tile once")
}

/// Random board with the walls of the goal.
fn start_for(goal: &Board, dice: &mut Dice) -> Board {
    let mut tiles = goal.in_order(false).tiles().to_vec();
    let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != WALL).collect();
    (1..cells.len()).rev().for_each(|last| tiles.swap(cells[last], cells[dice.roll(last + 1)]));
    Board::new(goal.size(), tiles).expect("each tile once")
}

/// Position of a board in which all tiles that the goal does not name are one and the same.
fn seen(board: &Board, goal: &Board) -> Position {
    let unnamed = |tile: u16| tile != 0 && tile != WALL && !goal.tiles().contains(&tile);
    position(board).iter().map(|&tile| if unnamed(tile) { ANY } else { tile }).collect()
}

/// Distances of all boards from the goal, or from the goals with the blank on an open cell.
fn distances(goal: &Board) -> HashMap<Position, usize> {
    let beside = |at: &Position, found: &mut Vec<Position>| expand(goal.size(), at, found);
    let named = position(goal);
    let with_blank = |cell: usize| {
        let mut position = named.clone();
        position[cell] = 0;
        position
    };
    let blank = if named.contains(&0) { 0 } else { ANY };
    let goals = (0..named.len()).filter(|&cell| named[cell] == blank).map(with_blank);
    let (mut layers, mut distances) = (Layers::from_all(goals.collect(), beside), HashMap::new());
    for distance in 0.. {
        if layers.layer().is_empty() {
            break;
        }
        distances.extend(layers.layer().iter().map(|board| (board.clone(), distance)));
        assert!(layers.advance(usize::MAX));
    }
    distances
}

/// Compares all searches with the plain one; panics at the first difference.
pub(super) fn compare(puzzle: &Puzzle, turn: u64) -> Compared {
    compare_with(&distances(&puzzle.goal), puzzle, turn)
}

/// Compares boards with walls and goals with open cells, `starts` of them for each goal; returns the number of boards that
/// have a solution.
pub(super) fn compare_open((height, width): (u16, u16), goals: u64, starts: u64) -> u64 {
    let mut solvable = 0;
    for seed in 0..goals {
        let mut dice = Dice::new(seed);
        let goal = open_goal(&mut dice, Size { height, width });
        let known = distances(&goal);
        for turn in 0..starts {
            let puzzle = Puzzle { start: start_for(&goal, &mut dice), goal: goal.clone() };
            solvable += u64::from(compare_with(&known, &puzzle, turn).solvable);
        }
    }
    solvable
}

fn compare_with(known: &HashMap<Position, usize>, puzzle: &Puzzle, turn: u64) -> Compared {
    let distance = known.get(&seen(&puzzle.start, &puzzle.goal)).copied();
    let solver = Solver::new(puzzle.goal.clone());
    let limits = Limits { threads: 1 + turn as usize % 3, ..Limits::default() };
    let mut compared = Compared { positions: known.len() as u64, solvable: distance.is_some(), searches: 0 };
    for objective in [Objective::Optimal, Objective::Improve(Duration::ZERO), Objective::Fast] {
        compared.searches += 1;
        match solver.solve(&puzzle.start, objective, &limits).verdict {
            Verdict::Solved { moves, shortest } => {
                let distance =
                    distance.unwrap_or_else(|| panic!("{objective:?} solves a board without a solution"));
                assert!(moves.len() >= distance, "{objective:?}");
                let is_shortest = moves.len() == distance;
                assert!(is_shortest || !shortest && objective != Objective::Optimal, "{objective:?}");
            }
            Verdict::Unsolvable(_) => assert_eq!(distance, None, "{objective:?}"),
            Verdict::GaveUp => panic!("{objective:?} gave up"),
        }
    }
    compared
}

/// Compares the layers of all sizes of at most `most` cells, with the goal's blank on several cells each.
pub(super) fn same_layers(most: usize) {
    for (height, width) in (1..=most).flat_map(|height| (1..=most / height).map(move |width| (height, width)))
    {
        let size = Size { height: height as u16, width: width as u16 };
        let blank_homes =
            if size.cells() == most { vec![size.cells() - 1] } else { (0..size.cells()).collect() };
        for blank_home in blank_homes {
            let mut sizes = Vec::new();
            for distance in distances(&Board::blank_at(size, blank_home)).into_values() {
                sizes.resize(sizes.len().max(distance + 1), 0);
                sizes[distance] += 1;
            }
            for threads in [1, 2] {
                let limits = Limits { threads, ..Limits::default() };
                let (explored, _) = explore::explore(size, blank_home, Unit::Move, 1, &limits);
                assert_eq!(
                    (explored.sizes, explored.ended),
                    (sizes.clone(), None),
                    "{size:?}, blank on {blank_home}"
                );
            }
        }
    }
}
