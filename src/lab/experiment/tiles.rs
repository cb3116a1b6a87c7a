//! Experiment: how boards of tiles are searched, from a list to a bound.
//!
//! The steps of seed 002, its sections 6.3 to 6.6: a list of the boards met, a hash set of them, a priority queue by
//! Manhattan distance; and what comes next: moves made and to come together (A*), the same without keeping boards
//! (IDA*), and this project's layers. Boards are drawn with a fixed seed; a board of each size that has no solution shows
//! what the proof of that costs.

use crate::experiment::setting::Setting;
use crate::experiment::table::{Cell, Column, Table, limit_name};
use crate::experiment::{Experiment, Rows, Subjects};
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::solve::optimal::Optimiser;
use traybit_tiles::solve::random::{Shuffle, boards};
use traybit_tiles::solve::strategies::{Estimate, Strategy, solve};

/// Drawing of random boards.
const SEED: u64 = 1;
/// Random moves that mix up a board of 4×4.
const WALK: u64 = 60;

const LIST: &str = "list";
const SET: &str = "hash set";
const LAYERS: &str = "layers";
const GREEDY: &str = "priority queue";
const A_STAR: &str = "A*";
const IDA_STAR: &str = "IDA*";

const ALTERNATIVES: [(&str, Strategy); 6] = [
    (LIST, Strategy::BreadthFirstList),
    (SET, Strategy::BreadthFirstSet),
    (LAYERS, Strategy::Frontier),
    (GREEDY, Strategy::Greedy),
    (A_STAR, Strategy::AStar),
    (IDA_STAR, Strategy::IdaStar),
];

pub(super) const TILES: Experiment = Experiment {
    name: "tiles",
    question: "What do a hash set and a priority queue gain over a list when boards of tiles are searched?",
    columns: &[
        Column::number("boards"),
        Column::total("answered"),
        Column::number("moves"),
        Column::total("positions"),
        Column::time("time"),
    ],
    claims: &[
        ("a list takes longer than a hash set", "time", [SET, LIST]),
        ("a hash set takes longer than a priority queue", "time", [GREEDY, SET]),
        ("breadth-first search meets more positions than a priority queue", "positions", [GREEDY, SET]),
        ("solutions of the priority queue are longer than the shortest", "moves", [SET, GREEDY]),
        ("breadth-first search meets more positions than A*, which is as short", "positions", [A_STAR, SET]),
        ("breadth-first search with a hash set takes longer than IDA*", "time", [IDA_STAR, SET]),
        ("breadth-first search takes longer with a hash set than by layers", "time", [LAYERS, SET]),
    ],
    subjects: Subjects::Boards(measure),
};

fn measure(setting: &Setting, table: &mut Table) -> Result<(), GaveUp> {
    for group in groups(setting)? {
        let mut rows = Rows { puzzle: &group.name, setting, table };
        for (way, strategy) in ALTERNATIVES {
            let (sum, time) = rows.timed(way, |limits| all(&group.starts, strategy, limits))?;
            let cells = vec![
                Cell::Count(group.starts.len() as u64),
                Cell::Count(sum.answered),
                if sum.ended.is_none() { Cell::Count(sum.moves) } else { Cell::Missing },
                Cell::Count(sum.positions),
                Cell::Time(time),
            ];
            rows.add(way, cells, sum.ended.map(limit_name));
        }
    }
    Ok(())
}

/// Boards that are solved one after the other.
struct Group {
    name: String,
    starts: Vec<Arrangement>,
}

impl Group {
    fn new(name: String, starts: &[Board], goal: &Board) -> Self {
        Self { name, starts: starts.iter().map(|start| Arrangement::new(start, goal)).collect() }
    }

    /// Boards mixed up from the goal.
    fn drawn(size: Size, shuffle: Shuffle, count: u64, limits: &Limits) -> Result<Self, GaveUp> {
        let goal = Board::blank_last(size);
        let starts = boards(&goal, shuffle, SEED, 1..=count, limits)?;
        let how = match shuffle {
            Shuffle::Walk(moves) => format!(" after {moves} moves"),
            Shuffle::Uniform => String::new(),
        };
        Ok(Self::new(format!("{count} of {}×{}{how}", size.height, size.width), &starts, &goal))
    }

    /// The goal with its first two tiles exchanged.
    fn unsolvable(size: Size) -> Self {
        let goal = Board::blank_last(size);
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(0, 1);
        let start = Board::new(size, tiles).expect("the goal's tiles in another order");
        Self::new(format!("{}×{}, no solution", size.height, size.width), &[start], &goal)
    }
}

fn groups(setting: &Setting) -> Result<Vec<Group>, GaveUp> {
    let size = |height, width| Size { height, width };
    let drawn = |size, shuffle, count| Group::drawn(size, shuffle, count, setting.limits);
    if setting.quick {
        return Ok(vec![
            drawn(size(2, 3), Shuffle::Uniform, 10)?,
            Group::unsolvable(size(2, 3)),
            drawn(size(3, 3), Shuffle::Walk(20), 5)?,
        ]);
    }
    Ok(vec![
        drawn(size(2, 3), Shuffle::Uniform, 10)?,
        drawn(size(3, 3), Shuffle::Uniform, 5)?,
        Group::unsolvable(size(3, 3)),
        drawn(size(4, 4), Shuffle::Walk(WALK), 5)?,
    ])
}

/// Sum of the results of some boards.
#[derive(Default)]
struct Sum {
    answered: u64,
    moves: u64,
    positions: u64,
    /// Why the last one was not answered.
    ended: Option<GaveUp>,
}

/// Solves boards, which are of one size, until one is not answered.
fn all(starts: &[Arrangement], strategy: Strategy, limits: &Limits) -> Sum {
    let mut sum = Sum::default();
    let Some(first) = starts.first() else { return sum };
    let optimiser = Optimiser::new(first.size(), first.blank_home(), None);
    for start in starts {
        let outcome = solve(start, strategy, Estimate::Manhattan, &optimiser, limits).outcome;
        sum.positions += outcome.cost.positions;
        match outcome.answer {
            Answer::Solved(moves) => sum.moves += moves.len() as u64,
            Answer::Unsolvable => {}
            Answer::GaveUp(reason) => {
                sum.ended = Some(reason);
                break;
            }
        }
        sum.answered += 1;
    }
    sum
}
