//! Beam search by tours in a plane with a wall.

use traybit_core::search::tour::{Walker, search};
use traybit_core::{GaveUp, Key, Limits};

/// Point of a plane with a wall that has one opening, and those before it; the goal is the origin.
struct Point(i32, i32, Vec<(i32, i32)>);

const WALL: i32 = 10;
const OPENING: i32 = 4;
const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

impl Walker for Point {
    const MOVES: u8 = 4;

    fn make(&mut self, step: u8) -> bool {
        let (dx, dy) = STEPS[usize::from(step)];
        let (x, y) = (self.0 + dx, self.1 + dy);
        let is_open = x != WALL || y == OPENING;
        if is_open {
            self.2.push((self.0, self.1));
            (self.0, self.1) = (x, y);
        }
        is_open
    }

    fn take_back(&mut self) {
        (self.0, self.1) = self.2.pop().unwrap();
    }

    fn forget(&mut self) {
        self.2.clear();
    }

    fn score(&self) -> (i32, u64) {
        (self.0.abs() + self.1.abs(), ((self.0 as u64) << 32 | self.1 as u32 as u64).hash64())
    }

    fn least(&self) -> u32 {
        self.0.unsigned_abs() + self.1.unsigned_abs()
    }
}

fn moves(width: usize, most: u32) -> Option<Vec<u8>> {
    search(&mut Point(20, 0, Vec::new()), (width, most), &mut 0, &Limits::default()).unwrap()
}

#[test]
fn a_wide_beam_finds_the_shortest_path_around_and_a_narrow_one_does_not() {
    let steps = moves(400, 100).unwrap();
    assert_eq!(steps.len(), 28);
    let mut point = Point(20, 0, Vec::new());
    assert!(steps.iter().all(|&step| point.make(step)));
    assert_eq!((point.0, point.1), (0, 0));
    assert_eq!(moves(2, 100), None);
    assert_eq!(moves(400, 27), None);
}

#[test]
fn limits_end_the_search() {
    let limits = Limits { memory: 1 << 10, ..Limits::default() };
    assert_eq!(search(&mut Point(20, 0, Vec::new()), (400, 100), &mut 0, &limits), Err(GaveUp::Memory));
    let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert_eq!(search(&mut Point(20, 0, Vec::new()), (400, 100), &mut 0, &limits), Err(GaveUp::Time));
}
