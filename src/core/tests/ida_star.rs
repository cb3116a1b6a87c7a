//! Shortest paths out of a maze, compared with a breadth-first search.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Instant;

use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// A path through a maze of free cells (`.`) to the upper left corner.
#[derive(Clone)]
struct Maze {
    rows: Vec<&'static [u8]>,
    at: (usize, usize),
    last: Option<usize>,
}

const MAZE: &str = "..#....#
#.#.##.#
..#..#..
.###.##.
.....#..
.###.#.#
...#...#
#.##.#..";

impl Maze {
    fn at(row: usize, column: usize) -> Self {
        Self { rows: MAZE.lines().map(str::as_bytes).collect(), at: (row, column), last: None }
    }

    fn to(&self, step: usize) -> Option<(usize, usize)> {
        let (row, column) = self.at;
        let (row, column) = match step {
            0 => (row + 1, column),
            1 => (row.checked_sub(1)?, column),
            2 => (row, column + 1),
            _ => (row, column.checked_sub(1)?),
        };
        self.rows.get(row)?.get(column).filter(|&&cell| cell == b'.').map(|_| (row, column))
    }

    /// The distance by a plain breadth-first search.
    fn distance(&self) -> Option<u32> {
        let mut seen = vec![self.at];
        let mut queue = VecDeque::from([(self.clone(), 0)]);
        while let Some((maze, distance)) = queue.pop_front() {
            if maze.at == (0, 0) {
                return Some(distance);
            }
            for to in (0..4).filter_map(|step| maze.to(step)) {
                if !seen.contains(&to) {
                    seen.push(to);
                    queue.push_back((Self { at: to, ..maze.clone() }, distance + 1));
                }
            }
        }
        None
    }
}

impl DepthFirst<4> for Maze {
    type Move = usize;
    type Change = (usize, (usize, usize), Option<usize>);
    const STEP: u32 = 2;

    fn bound(&self) -> u32 {
        (self.at.0 + self.at.1) as u32
    }
    fn expand(&self, left: u32, changes: &mut [Self::Change; 4]) -> usize {
        let mut count = 0;
        for step in (0..4).filter(|&step| self.last != Some(step ^ 1)) {
            if let Some(to) = self.to(step).filter(|to| (to.0 + to.1) as u32 <= left) {
                changes[count] = (step, to, Some(step));
                count += 1;
            }
        }
        count
    }
    fn estimate(change: &Self::Change) -> u32 {
        (change.1.0 + change.1.1) as u32
    }
    fn step(change: &Self::Change) -> usize {
        change.0
    }
    fn apply(&mut self, change: &Self::Change) -> Self::Change {
        let last = std::mem::replace(&mut self.last, change.2);
        (change.0 ^ 1, std::mem::replace(&mut self.at, change.1), last)
    }
}

#[test]
fn paths_are_the_shortest_for_any_number_of_threads() {
    let mut lengths = Vec::new();
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let start = Maze::at(row, column);
        if start.rows[row][column] == b'#' {
            continue;
        }
        let shortest = start.distance().unwrap();
        for threads in [1, 2, 5] {
            let limits = Limits { threads, ..Limits::default() };
            let mut deepening = Deepening { last: u64::MAX, ..Deepening::default() };
            let Ending::Solved(path) = deepening.run(&start, &mut |_| None, None, &limits) else {
                panic!("a path leads there")
            };
            let mut at = start.clone();
            for step in &path {
                at.at = at.to(*step).unwrap();
            }
            assert_eq!((at.at, path.len() as u32, deepening.bound), ((0, 0), shortest, shortest));
            assert_eq!(limits.progress.positions.load(Ordering::Relaxed), deepening.moves);
        }
        lengths.push(shortest);
    }
    assert_eq!(lengths.iter().max(), Some(&20));
}

#[test]
fn bounds_are_proven_without_a_solution() {
    let start = Maze::at(0, 6);
    let shortest = start.distance().unwrap();
    let mut deepening = Deepening::default();
    let limits = Limits::default();
    assert_eq!(deepening.run(&start, &mut |_| Some(shortest), None, &limits), Ending::Proven);
    assert_eq!(deepening.bound, shortest);
    let mut deepening = Deepening::default();
    assert!(matches!(deepening.run(&start, &mut |_| Some(shortest + 1), None, &limits), Ending::Solved(_)));
    let at_goal = Deepening::default().run(&Maze::at(0, 0), &mut |_| Some(0), None, &limits);
    assert_eq!(at_goal, Ending::Solved(Vec::new()));
}

#[test]
fn limits_end_the_search() {
    let start = Maze::at(7, 7);
    let over = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let mut deepening = Deepening::default();
    assert_eq!(deepening.run(&start, &mut |_| None, None, &over), Ending::GaveUp(GaveUp::Time));
    assert_eq!(deepening.bound, 14);
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert_eq!(deepening.run(&start, &mut |_| None, None, &stopped), Ending::GaveUp(GaveUp::Stopped));
}
