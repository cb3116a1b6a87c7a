//! Experiment: how boards of tiles are searched, from a list to a bound.
//!
//! The steps of the course's notes: a list of the boards met, a hash set of them, a priority queue by Manhattan distance.
//! Then A* and IDA*, which needs no set, by the same distance.

use crate::experiment::table::Cell;
use crate::experiment::textbook::{Order, search};
use crate::experiment::{Bench, Experiment};
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::{Answer, GaveUp, Limits, Size};
use traybit_program::reason_words;
use traybit_tiles::node::LargeNode;
use traybit_tiles::solve::random::boards;
use traybit_tiles::{Arrangement, Board, Direction, in_tile_space};

const SEED: u64 = 1;

/// Orders of search, and none for IDA*.
const ALTERNATIVES: [(&str, Option<Order>); 6] = [
    ("list", Some(Order::Listed)),
    ("hash set", Some(Order::BreadthFirst)),
    ("layers", Some(Order::Layers)),
    ("priority queue", Some(Order::Greedy)),
    ("A*", Some(Order::AStar)),
    ("IDA*", None),
];

pub(super) const TILES: Experiment = Experiment {
    name: "tiles",
    question: "What do a hash set and a priority queue gain over a list when boards of tiles are searched?",
    columns: &["moves", "positions", "time"],
    claims: &[
        ("time", "hash set", "list"),
        ("time", "priority queue", "hash set"),
        ("positions", "priority queue", "hash set"),
        ("moves", "hash set", "priority queue"),
        ("positions", "A*", "hash set"),
        ("time", "IDA*", "hash set"),
        ("time", "layers", "hash set"),
    ],
    puzzles: [""; 2],
    measure,
};

/// A board: its name and size, and the random moves that lead to it from the goal, any number without one; none for the
/// goal with its first two tiles exchanged.
type Subject = (&'static str, [u16; 2], Option<Option<u64>>);

const QUICK: [Subject; 3] = [
    ("2×3", [2, 3], Some(None)),
    ("2×3, no solution", [2, 3], None),
    ("3×3 after 20 moves", [3, 3], Some(Some(20))),
];

const USUAL: [Subject; 4] = [
    ("2×3", [2, 3], Some(None)),
    ("3×3", [3, 3], Some(None)),
    ("3×3, no solution", [3, 3], None),
    ("4×4 after 60 moves", [4, 4], Some(Some(60))),
];

fn measure(bench: &mut Bench<'_>) -> Result<(), GaveUp> {
    for &(name, [height, width], draw) in if bench.arguments.quick { &QUICK[..] } else { &USUAL } {
        let goal = Board::blank_last(Size { height, width });
        let mut exchanged = goal.tiles().to_vec();
        exchanged.swap(0, 1);
        let start = match draw {
            Some(walk) => {
                let (made, reason) = boards(&goal, walk, SEED, 1..=1, bench.limits);
                made.into_iter().next().ok_or(reason.unwrap_or(GaveUp::Exhausted))?
            }
            None => Board::new(goal.size(), exchanged).expect("the goal's tiles in another order"),
        };
        let start = Arrangement::new(&start, &goal);
        name.clone_into(&mut bench.subject);
        for (name, order) in ALTERNATIVES {
            let ((answer, positions), time) = bench.timed(name, |limits| solve(&start, order, limits))?;
            let moves = if let Answer::Solved(moves) = &answer { Some(moves.len() as u64) } else { None };
            let cells = [moves.map(Cell::Count), Some(Cell::Count(positions)), Some(time)];
            bench.add(name, cells, answer.gave_up().map(|reason| reason_words(reason)[2]));
        }
    }
    Ok(())
}

/// Solves a board; the answer and the positions met.
fn solve(start: &Arrangement, order: Option<Order>, limits: &Limits) -> (Answer<Direction>, u64) {
    let Some(order) = order else {
        // It would not end without a solution, which parity rules out.
        if start.obstacle().is_some() {
            return (Answer::Unsolvable, 0);
        }
        let mut deepening = Deepening::default();
        let answer = match deepening.run(&LargeNode::new(start), &mut |_| None, None, limits) {
            Ending::Solved(moves) => Answer::Solved(moves),
            Ending::GaveUp(reason) => Answer::GaveUp(reason),
            Ending::Proven | Ending::Spent => Answer::GaveUp(GaveUp::Exhausted),
        };
        return (answer, deepening.moves);
    };
    let outcome = in_tile_space!(start, false, space => {
        let mut homes = Vec::new();
        let mut manhattan = |state: &_| {
            let blank = space.homes(state, &mut homes);
            let tiles = homes.iter().enumerate().filter(|(cell, _)| *cell != blank);
            tiles.map(|(cell, &home)| start.size().steps(cell, home.into())).sum()
        };
        search(space, order, &mut manhattan, limits)
    });
    let outcome = outcome.map(Direction::from);
    (outcome.answer, outcome.cost.positions)
}
