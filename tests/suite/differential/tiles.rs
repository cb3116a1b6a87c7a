//! Sliding tiles: every strategy with every estimate on random boards, and the layers of whole sizes, against a search
//! with nothing but whole boards.

use std::collections::HashMap;

use traybit_core::grid::Size;
use traybit_core::reference::Position;
use traybit_core::reference::layers::Layers;
use traybit_core::search::a_star::Weight;
use traybit_core::search::limits::Limits;
use traybit_tiles::board::Board;
use traybit_tiles::reference::{expand, position};
use traybit_tiles::solve::answer::{Solver, Verdict, Wanted};
use traybit_tiles::solve::explore;
use traybit_tiles::solve::strategies::{Estimate, Strategy};

use crate::differential::Compared;
use crate::differential::dice::Dice;

const ESTIMATES: [Estimate; 4] =
    [Estimate::Manhattan, Estimate::LinearConflict, Estimate::WalkingDistance, Estimate::Tables];

/// A board and its goal.
pub(super) struct Puzzle {
    pub(super) start: Board,
    pub(super) goal: Board,
}

/// The puzzle of a seed, of at most `most` cells; half of them have no solution, most of those of a single row.
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
    let mut rest: Vec<u16> = (0..size.cells() as u16).collect();
    let tiles = (0..size.cells()).map(|_| rest.remove(dice.roll(rest.len()))).collect();
    Board::new(size, tiles).expect("each tile once")
}

/// Every board's distance from the goal, which is as far as the goal is from it.
fn distances(goal: &Board) -> HashMap<Position, usize> {
    let size = goal.size();
    let (height, width) = (usize::from(size.height), usize::from(size.width));
    let beside = |at: &Position, found: &mut Vec<Position>| expand(height, width, at, found);
    let (mut layers, mut distances) = (Layers::new(position(goal), beside), HashMap::new());
    for distance in 0.. {
        if layers.layer().is_empty() {
            break;
        }
        distances.extend(layers.layer().iter().map(|board| (board.clone(), distance)));
        assert!(layers.advance(usize::MAX));
    }
    distances
}

/// Compares all there is to compare; panics at the first difference.
pub(super) fn compare(puzzle: &Puzzle, turn: u64) -> Compared {
    let known = distances(&puzzle.goal);
    let distance = known.get(&position(&puzzle.start)).copied();
    let solver = Solver::new(puzzle.goal.clone(), None);
    let limits = Limits { threads: 1 + turn as usize % 3, ..Limits::default() };
    let optimal = ESTIMATES.into_iter().flat_map(|estimate| {
        [Strategy::AStar, Strategy::IdaStar].map(|strategy| Wanted::Strategy(strategy, estimate))
    });
    let plain = [Strategy::BreadthFirstSet, Strategy::Frontier]
        .map(|strategy| Wanted::Strategy(strategy, Estimate::Manhattan));
    let optimal: Vec<Wanted> = optimal.chain(plain).chain([Wanted::Optimal]).collect();
    let weighted = Strategy::WeightedAStar(Weight::of_thousandths(1500).expect("a weight"));
    let others = [weighted, Strategy::Greedy].map(|strategy| Wanted::Strategy(strategy, Estimate::Manhattan));
    let mut compared = Compared { positions: known.len() as u64, solvable: distance.is_some(), searches: 0 };
    for wanted in optimal.iter().copied().chain(others).chain([Wanted::Fast]) {
        if !solver.can(wanted) {
            continue;
        }
        compared.searches += 1;
        match solver.solve(&puzzle.start, wanted, &limits).verdict {
            Verdict::Solved { moves, shortest } => {
                let distance = distance.unwrap_or_else(|| panic!("{wanted:?} solves what cannot be"));
                assert!(moves.len() >= distance, "{wanted:?}");
                let is_shortest = moves.len() == distance;
                assert!(is_shortest || !shortest && !optimal.contains(&wanted), "{wanted:?}");
            }
            Verdict::Unsolvable(_) => assert_eq!(distance, None, "{wanted:?}"),
            Verdict::GaveUp => panic!("{wanted:?} gave up"),
        }
    }
    compared
}

/// All sizes of at most so many cells, with the goal's gap on each of some cells.
pub(super) fn same_layers(most: usize) {
    for (height, width) in (1..=most).flat_map(|height| (1..=most / height).map(move |width| (height, width)))
    {
        let size = Size { height: height as u16, width: width as u16 };
        let rests = if size.cells() == most { vec![size.cells() - 1] } else { (0..size.cells()).collect() };
        for rest in rests {
            let mut sizes = Vec::new();
            for distance in distances(&Board::gap_at(size, rest)).into_values() {
                sizes.resize(sizes.len().max(distance + 1), 0);
                sizes[distance] += 1;
            }
            for threads in [1, 2] {
                let limits = Limits { threads, ..Limits::default() };
                let explored = explore::explore(size, rest, 1, &limits).explored;
                assert_eq!(
                    (explored.sizes, explored.ended),
                    (sizes.clone(), None),
                    "{size:?}, gap on {rest}"
                );
            }
        }
    }
}
