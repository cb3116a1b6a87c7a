//! Boards with walls, and goals with open cells.

use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::search::limits::Limits;
use traybit_tiles::arrangement::{Arrangement, Obstacle};
use traybit_tiles::board::Board;
use traybit_tiles::formats::{read, read_goal};
use traybit_tiles::node::OpenNode;
use traybit_tiles::solve::answer::{Objective, Solver, Verdict};
use traybit_tiles::solve::random::boards;

use crate::plain::{assert_solves, within};

fn goal(text: &str) -> Board {
    read_goal("goal", text.as_bytes(), None).unwrap()
}

#[test]
fn depth_first_search_finds_solutions_as_short_as_breadth_first_search() {
    for text in ["1 2 3/* * */* * *", "1 2 3/4 5 */* 7 0", "1 2 3/4 x 5/6 7 0", "* 2 3 4/5 x * */9 0 * *"] {
        let (goal, limits) = (goal(text), Limits::default());
        let solver = Solver::new(goal.clone());
        for start in boards(&goal, Some(40), 1, 1..=20, &limits).0 {
            let arrangement = Arrangement::new(&start, &goal);
            let found = Deepening::default().run(&OpenNode::new(&arrangement), &mut |_| None, None, &limits);
            let Ending::Solved(moves) = found else { panic!("{start}") };
            assert_solves(&arrangement, &moves);
            let length = solver.solve(&start, Objective::Optimal, &limits).length();
            assert_eq!(length, Some((moves.len() as u64, true)), "{start}");
        }
    }
}

/// Goals of 3×4 with two to four open cells, the blank among them or not; breadth-first search has the last length, too.
#[test]
fn few_open_cells_are_filled_in_each_way() {
    let start = read("start", "8 7 5 9\n4 3 10 2\n0 11 6 1\n".as_bytes(), None).unwrap();
    for (text, length) in [
        ("* * 3 4/5 6 7 8/9 10 11 0", 53),
        ("1 2 3 4/5 6 7 8/9 10 * *", 52),
        ("1 * 3 */5 6 7 8/9 * * 0", 41),
        ("1 2 3 4/* * 7 8/9 10 * *", 42),
    ] {
        let found = Solver::new(goal(text)).solve(&start, Objective::Default, &Limits::default());
        assert_eq!((found.length(), found.bound), (Some((length, true)), length), "{text}");
    }
}

#[test]
fn fewest_pushes_between_walls_are_those_of_a_plain_search() {
    let goal = goal("1 2 3/x 4 5/6 0 x");
    let solver = Solver::new(goal.clone());
    let distances = within(&goal, 2, u32::MAX);
    for start in boards(&goal, Some(100), 1, 1..=50, &Limits::default()).0 {
        let fewest = distances[&Arrangement::new(&start, &goal)];
        let found = solver.solve(&start, Objective::Pushes, &Limits::default());
        assert_eq!(found.length(), Some((fewest.into(), true)), "{start}");
        let few = solver.solve(&start, Objective::Pushes, &Limits { positions: 100, ..Limits::default() });
        assert!(few.bound <= fewest.into(), "{start}");
    }
}

/// By parity where all numbers are named, or where the blank and a tile are left that are exchanged by one move; by order;
/// or as a wall is between.
#[test]
fn what_cannot_be_reached_is_proven() {
    for (start, text, obstacle) in [
        ("2 1 3/4 5 6/7 8 0", "1 2 3/4 5 6/* * *", None),
        ("2 1 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 * *", Some(Obstacle::Parity)),
        ("2 1 3/4 5 6/7 8 0", "1 2 3/4 5 6/* 8 *", None),
        ("2 1 3/4 x 5/6 7 0", "1 2 3/4 x 5/6 7 0", Some(Obstacle::Parity)),
        ("2 1 x/0 3 x/x x 4", "* * x/* * x/x x 3", Some(Obstacle::Exhausted)),
        ("1x4\n2 1 3 0\n", "1x4\n1 2 3 0\n", Some(Obstacle::Order)),
        ("1x4\n2 1 3 0\n", "1x4\n1 2 * *\n", Some(Obstacle::Exhausted)),
        ("1x4\n2 1 3 0\n", "1x4\n* * 1 3\n", None),
    ] {
        let start = read("start", start.as_bytes(), None).unwrap();
        let report = Solver::new(goal(text)).solve(&start, Objective::Optimal, &Limits::default());
        let found = if let Verdict::Unsolvable(found) = report.verdict { Some(found) } else { None };
        assert_eq!((found, report.ended), (obstacle, None), "{start}");
    }
}
