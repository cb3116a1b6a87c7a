//! Experiment: how boards of tiles are searched, from a list to a bound.
//!
//! The steps of the course's notes: a list of the boards met, a hash set of them, a priority queue by Manhattan distance.
//! Then A*, with Manhattan distance and with linear conflict (Hansson, Mayer and Yung, "Criticizing solutions to relaxed
//! models yields powerful admissible heuristics", 1992), and IDA*, which needs no set.
//!
//! ```text
//!   homes of a row    columns of those at home in it     one of two has to leave the row and come back:
//!    5  3  4          2  0  1                            2 before 0 and 1: taking out the first is enough, so 2 moves
//! ```

use crate::experiment::table::Extent::{Each, Total};
use crate::experiment::table::{Cell, limit_name};
use crate::experiment::textbook::{Order, search};
use crate::experiment::{Bench, Experiment, Measure};
use traybit_core::grid::Size;
use traybit_core::search::compiled;
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::in_tile_space;
use traybit_tiles::node::LargeNode;
use traybit_tiles::solve::random::boards;

const SEED: u64 = 1;

const LIST: &str = "list";
const SET: &str = "hash set";
const LAYERS: &str = "layers";
const GREEDY: &str = "priority queue";
const A_STAR: &str = "A*";
const CONFLICTS: &str = "A*, linear conflict";
const IDA_STAR: &str = "IDA*";

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
    columns: &[("boards", Each), ("answered", Total), ("moves", Each), ("positions", Total), ("time", Total)],
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
    measure: Measure::Boards(measure),
};

fn measure(bench: &mut Bench<'_>) -> Result<(), GaveUp> {
    let quick = [(2, 3, Draw::Shuffled(10)), (2, 3, Draw::Unsolvable), (3, 3, Draw::Walked(20))];
    let usual = [
        (2, 3, Draw::Shuffled(10)),
        (3, 3, Draw::Shuffled(5)),
        (3, 3, Draw::Unsolvable),
        (4, 4, Draw::Walked(60)),
    ];
    for &(height, width, draw) in if bench.is_quick { &quick[..] } else { &usual } {
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

#[derive(Clone, Copy)]
enum Draw {
    /// Some of all that can be solved.
    Shuffled(u64),
    /// Five that are random moves from the goal, of this number.
    Walked(u64),
    /// The goal with its first two tiles exchanged.
    Unsolvable,
}

fn boards_of(size: Size, draw: Draw, limits: &Limits) -> Result<(String, Vec<Arrangement>), GaveUp> {
    let goal = Board::blank_last(size);
    let drawn = |walk, count| boards(&goal, walk, SEED, 1..=count, limits);
    let of = format!("{}×{}", size.height, size.width);
    let (name, starts) = match draw {
        Draw::Shuffled(count) => (format!("{count} of {of}"), drawn(None, count)?),
        Draw::Walked(moves) => (format!("5 of {of} after {moves} moves"), drawn(Some(moves), 5)?),
        Draw::Unsolvable => {
            let mut tiles = goal.tiles().to_vec();
            tiles.swap(0, 1);
            let start = Board::new(size, tiles).expect("the goal's tiles in another order");
            (format!("{of}, no solution"), vec![start])
        }
    };
    Ok((name, starts.iter().map(|start| Arrangement::new(start, &goal)).collect()))
}

/// Solves boards until one is not answered: the number answered, the moves and the positions of all, and the last's limit.
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
    let outcome = in_tile_space!(start, false, space => match way {
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

/// A lower bound on the moves of a board, from its size, its homes by cell and the cell of the blank.
type Heuristic = fn(Size, &[u16], usize) -> u32;

fn manhattan(size: Size, homes: &[u16], blank: usize) -> u32 {
    let tiles = homes.iter().enumerate().filter(|(cell, _)| *cell != blank);
    tiles.map(|(cell, &home)| size.steps(cell, usize::from(home))).sum()
}

/// Manhattan distance and linear conflict: tiles at home in a line, but in another order, cannot all stay. The fewest that
/// have to leave are those outside the longest increasing sequence of homes; each leaves sideways and comes back.
fn linear_conflict(size: Size, homes: &[u16], blank: usize) -> u32 {
    let (height, width) = (usize::from(size.height), usize::from(size.width));
    let tile = |cell: usize| (cell != blank).then(|| usize::from(homes[cell]));
    let in_row = |row: usize| {
        let homes = (row * width..(row + 1) * width).filter_map(tile);
        leaving(homes.filter(move |home| home / width == row).map(|home| home % width))
    };
    let in_column = |column: usize| {
        let homes = (0..height).filter_map(|row| tile(row * width + column));
        leaving(homes.filter(move |home| home % width == column).map(|home| home / width))
    };
    let leaving: u32 = (0..height).map(in_row).chain((0..width).map(in_column)).sum();
    manhattan(size, homes, blank) + 2 * leaving
}

/// Number of places outside their longest increasing sequence.
fn leaving(places: impl Iterator<Item = usize>) -> u32 {
    // The least last member of the sequences of each length (Schensted, 1961).
    let mut last = Vec::new();
    let mut count = 0;
    for place in places {
        count += 1;
        let shorter = last.partition_point(|&other| other < place);
        if shorter == last.len() {
            last.push(place);
        } else {
            last[shorter] = place;
        }
    }
    count - last.len() as u32
}

#[cfg(test)]
mod tests {
    use super::{ALTERNATIVES, Way, leaving, manhattan, solve};
    use crate::experiment::textbook::Order;
    use traybit_core::grid::Size;
    use traybit_core::rng::Rng;
    use traybit_core::search::limits::Limits;
    use traybit_core::search::outcome::Answer;
    use traybit_tiles::arrangement::Arrangement;
    use traybit_tiles::board::Board;
    use traybit_tiles::direction::Direction;

    const SIZE: Size = Size { height: 2, width: 3 };
    const DEEP: Way = Way::Textbook(Order::DepthFirst, manhattan);

    #[test]
    fn the_fewest_leave_a_line() {
        let cases = [(&[3, 1, 2][..], 1), (&[3, 2, 1], 2), (&[2, 1, 3], 1), (&[4, 3, 2, 1], 3), (&[], 0)];
        for (places, fewest) in cases {
            assert_eq!(leaving(places.iter().copied()), fewest);
        }
    }

    #[test]
    fn optimal_searches_agree_and_others_are_no_shorter() {
        let goal = Board::blank_last(SIZE);
        let (mut start, mut rng) = (Arrangement::new(&goal, &goal), Rng::new(1, 1));
        for _ in 0..20 {
            for _ in 0..9 {
                start.slide(Direction::ALL[rng.below(4) as usize]);
            }
            let length = |way| {
                let answer = solve(&start, way, &Limits::default()).0;
                let Answer::Solved(moves) = answer else { panic!("{answer:?}") };
                let mut board = start.clone();
                assert!(moves.iter().all(|&step| board.slide(step)) && board.is_solved());
                moves.len()
            };
            let [list, set, layers, greedy, a_star, conflicts, ida_star] =
                ALTERNATIVES.map(|(_, way)| length(way));
            assert!([set, layers, a_star, conflicts, ida_star].iter().all(|&other| other == list));
            assert!(greedy >= list && length(DEEP) >= list);
        }
    }
}
