//! Experiment: how boards of tiles are searched, from a list to a bound.
//!
//! The steps of seed 002, its sections 6.3 to 6.6: a list of the boards met, a hash set of them, a priority queue by
//! Manhattan distance; and what comes next: moves made and to come together (A*), a better bound (linear conflict), the
//! same without a set (IDA*).

use crate::experiment::heuristics::{Heuristic, linear_conflict, manhattan};
use crate::experiment::table::{Cell, Column, Extent, limit_name};
use crate::experiment::textbook::{Order, search};
use crate::experiment::{Bench, Experiment};
use traybit_core::grid::Size;
use traybit_core::search::compiled;
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_picture::plot::Unit;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::in_tile_space;
use traybit_tiles::large_node::LargeNode;
use traybit_tiles::solve::random::{Shuffle, boards};

/// Drawing of random boards.
const SEED: u64 = 1;

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
    Textbook(Order, Heuristic),
    Layers,
    IdaStar,
}

const ALTERNATIVES: [(&str, Way); 7] = [
    (LIST, Way::Textbook(Order::Listed, manhattan)),
    (SET, Way::Textbook(Order::BreadthFirst, manhattan)),
    (LAYERS, Way::Layers),
    (GREEDY, Way::Textbook(Order::Greedy, manhattan)),
    (A_STAR, Way::Textbook(Order::AStar, manhattan)),
    (CONFLICTS, Way::Textbook(Order::AStar, linear_conflict)),
    (IDA_STAR, Way::IdaStar),
];

pub(super) const TILES: Experiment = Experiment {
    name: "tiles",
    question: "What do a hash set and a priority queue gain over a list when boards of tiles are searched?",
    columns: &[
        Column("boards", Unit::Count, Extent::Each),
        Column("answered", Unit::Count, Extent::Total),
        Column("moves", Unit::Count, Extent::Each),
        Column("positions", Unit::Count, Extent::Total),
        Column("time", Unit::Seconds, Extent::Total),
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
    has_trays: false,
    measure,
};

fn measure(bench: &mut Bench<'_>) -> Result<(), GaveUp> {
    let quick = [(2, 3, Draw::Shuffled(10)), (2, 3, Draw::Unsolvable), (3, 3, Draw::Walked(20))];
    let usual = [
        (2, 3, Draw::Shuffled(10)),
        (3, 3, Draw::Shuffled(5)),
        (3, 3, Draw::Unsolvable),
        (4, 4, Draw::Walked(60)),
    ];
    for &(height, width, draw) in if bench.quick { &quick[..] } else { &usual } {
        let (name, starts) = boards_of(Size { height, width }, draw, bench.limits)?;
        bench.subject = name;
        for (name, way) in ALTERNATIVES {
            let (([answered, moves, positions], ended), time) =
                bench.timed(name, |limits| all(&starts, way, limits))?;
            let cells = vec![
                Some(Cell::Count(starts.len() as u64)),
                Some(Cell::Count(answered)),
                ended.is_none().then_some(Cell::Count(moves)),
                Some(Cell::Count(positions)),
                Some(time),
            ];
            bench.add(name, cells, ended.map(limit_name));
        }
    }
    Ok(())
}

/// How boards are drawn.
#[derive(Clone, Copy)]
enum Draw {
    /// Some of all that can be solved.
    Shuffled(u64),
    /// Five that are random moves from the goal, of this number.
    Walked(u64),
    /// The goal with its first two tiles exchanged.
    Unsolvable,
}

/// Boards of one size that are solved one after the other, and what they are called.
fn boards_of(size: Size, draw: Draw, limits: &Limits) -> Result<(String, Vec<Arrangement>), GaveUp> {
    let goal = Board::blank_last(size);
    let drawn = |shuffle, count| boards(&goal, shuffle, SEED, 1..=count, limits);
    let of = format!("{}×{}", size.height, size.width);
    let (name, starts) = match draw {
        Draw::Shuffled(count) => (format!("{count} of {of}"), drawn(Shuffle::Uniform, count)?),
        Draw::Walked(moves) => (format!("5 of {of} after {moves} moves"), drawn(Shuffle::Walk(moves), 5)?),
        Draw::Unsolvable => {
            let mut tiles = goal.tiles().to_vec();
            tiles.swap(0, 1);
            let start = Board::new(size, tiles).expect("the goal's tiles in another order");
            (format!("{of}, no solution"), vec![start])
        }
    };
    Ok((name, starts.iter().map(|start| Arrangement::new(start, &goal)).collect()))
}

/// Solves boards until one is not answered: how many are, the moves and the positions of all, and why the last is not.
fn all(starts: &[Arrangement], way: Way, limits: &Limits) -> ([u64; 3], Option<GaveUp>) {
    let mut sums = [0; 3];
    for start in starts {
        let (answer, positions) = solve(start, way, limits);
        sums[2] += positions;
        match answer {
            Answer::Solved(moves) => sums[1] += moves.len() as u64,
            Answer::Unsolvable => {}
            Answer::GaveUp(reason) => return (sums, Some(reason)),
        }
        sums[0] += 1;
    }
    (sums, None)
}

/// Solves a board; the answer and the positions met.
fn solve(start: &Arrangement, way: Way, limits: &Limits) -> (Answer<Direction>, u64) {
    let outcome = in_tile_space!(start, space => match way {
        Way::Textbook(order, heuristic) => {
            let mut homes = Vec::new();
            let mut estimate = |state: &_| {
                let blank = space.homes(state, &mut homes);
                heuristic(start.size(), &homes, blank)
            };
            search(space, order, &mut estimate, limits)
        }
        Way::Layers => compiled::solve(space, limits, None).expect("no checkpoint is read"),
        // It would not end without a solution, which parity rules out.
        Way::IdaStar if start.obstacle().is_some() => return (Answer::Unsolvable, 0),
        Way::IdaStar => {
            let mut deepening = Deepening::default();
            let answer = match deepening.run(&LargeNode::new(start), &mut |_| None, None, limits) {
                Ending::Solved(moves) => Answer::Solved(moves),
                Ending::GaveUp(reason) => Answer::GaveUp(reason),
                Ending::Proven | Ending::Spent => Answer::GaveUp(GaveUp::Exhausted),
            };
            return (answer, deepening.moves);
        }
    });
    let outcome = outcome.map(Direction::from);
    (outcome.answer, outcome.cost.positions)
}
