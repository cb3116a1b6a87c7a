//! Experiment: how boards of tiles are searched, from a list to a bound.
//!
//! The steps of seed 002, its sections 6.3 to 6.6: a list of the boards met, a hash set of them, a priority queue by
//! Manhattan distance; and what comes next: moves made and to come together (A*), a better bound (linear conflict), the
//! same without keeping boards (IDA*), and this project's layers. Boards are drawn with a fixed seed; a board of each size that has no solution shows
//! what the proof of that costs.

use crate::experiment::heuristics::{Heuristic, linear_conflict, manhattan};
use crate::experiment::setting::Setting;
use crate::experiment::table::{Cell, Column, Table, limit_name};
use crate::experiment::textbook::{Order, Visited, search};
use crate::experiment::{Experiment, Rows, Subjects};
use traybit_core::grid::Size;
use traybit_core::search::compiled;
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::in_tile_space;
use traybit_tiles::large_node::LargeNode;
use traybit_tiles::solve::random::{Shuffle, boards};

/// Drawing of random boards.
const SEED: u64 = 1;
/// Random moves that mix up a board of 4×4.
const WALK: u64 = 60;

const LIST: &str = "list";
const SET: &str = "hash set";
const LAYERS: &str = "layers";
const GREEDY: &str = "priority queue";
const A_STAR: &str = "A*";
const CONFLICTS: &str = "A*, linear conflict";
const IDA_STAR: &str = "IDA*";

/// Search of boards.
#[derive(Clone, Copy)]
enum Way {
    Textbook(Order, Visited, Heuristic),
    Layers,
    IdaStar,
}

const ALTERNATIVES: [(&str, Way); 7] = [
    (LIST, Way::Textbook(Order::BreadthFirst, Visited::List, manhattan)),
    (SET, Way::Textbook(Order::BreadthFirst, Visited::Set, manhattan)),
    (LAYERS, Way::Layers),
    (GREEDY, Way::Textbook(Order::Greedy, Visited::Set, manhattan)),
    (A_STAR, Way::Textbook(Order::AStar, Visited::Set, manhattan)),
    (CONFLICTS, Way::Textbook(Order::AStar, Visited::Set, linear_conflict)),
    (IDA_STAR, Way::IdaStar),
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
        (
            "A* meets more positions by Manhattan distance than by linear conflict",
            "positions",
            [CONFLICTS, A_STAR],
        ),
        ("breadth-first search with a hash set takes longer than IDA*", "time", [IDA_STAR, SET]),
        ("breadth-first search takes longer with a hash set than by layers", "time", [LAYERS, SET]),
    ],
    subjects: Subjects::Boards(measure),
};

fn measure(setting: &Setting, table: &mut Table) -> Result<(), GaveUp> {
    for group in groups(setting)? {
        let mut rows = Rows { puzzle: &group.name, setting, table };
        for (name, way) in ALTERNATIVES {
            let (sum, time) = rows.timed(name, |limits| all(&group.starts, way, limits))?;
            let cells = vec![
                Cell::Count(group.starts.len() as u64),
                Cell::Count(sum.answered),
                if sum.ended.is_none() { Cell::Count(sum.moves) } else { Cell::Missing },
                Cell::Count(sum.positions),
                Cell::Time(time),
            ];
            rows.add(name, cells, sum.ended.map(limit_name));
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
fn all(starts: &[Arrangement], way: Way, limits: &Limits) -> Sum {
    let mut sum = Sum::default();
    for start in starts {
        let (answer, positions) = solve(start, way, limits);
        sum.positions += positions;
        match answer {
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

/// Solves a board; the answer and the positions met.
fn solve(start: &Arrangement, way: Way, limits: &Limits) -> (Answer<Direction>, u64) {
    if matches!(way, Way::IdaStar) {
        return deepen(start, limits);
    }
    let outcome = in_tile_space!(start, space => match way {
        Way::Textbook(order, visited, heuristic) => {
            let mut homes = Vec::new();
            let mut estimate = |state: &_| {
                let blank = space.homes(state, &mut homes);
                heuristic(start.size(), &homes, blank)
            };
            search(space, (order, visited), &mut estimate, limits)
        }
        _ => compiled::solve(space, limits, None).expect("no checkpoint is read"),
    });
    let outcome = outcome.map(Direction::from);
    (outcome.answer, outcome.cost.positions)
}

/// Solves a board by IDA*, which would not end without a solution: parity tells.
fn deepen(start: &Arrangement, limits: &Limits) -> (Answer<Direction>, u64) {
    if start.obstacle().is_some() {
        return (Answer::Unsolvable, 0);
    }
    let mut deepening = Deepening::default();
    let answer = match deepening.run(&LargeNode::new(start), &mut |_| None, None, limits) {
        Ending::Solved(moves) => Answer::Solved(moves),
        Ending::GaveUp(reason) => Answer::GaveUp(reason),
        Ending::Proven | Ending::Spent => Answer::GaveUp(GaveUp::Exhausted),
    };
    (answer, deepening.moves)
}
