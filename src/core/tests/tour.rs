//! Beam search by tours in a plane with a wall.

use traybit_core::search::tour::{Walker, search};
use traybit_core::{GaveUp, Key, Limits};

/// Point of a plane with a wall that has one opening; the goal is the origin.
struct Point(i32, i32);

const WALL: i32 = 10;
const OPENING: i32 = 4;
const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

impl Walker for Point {
    type Undo = Self;

    fn make(&mut self, step: u8, undos: &mut Vec<Self>) -> bool {
        let (dx, dy) = STEPS[usize::from(step)];
        let next = Self(self.0 + dx, self.1 + dy);
        let is_open = next.0 != WALL || next.1 == OPENING;
        undos.extend(is_open.then(|| std::mem::replace(self, next)));
        is_open
    }

    fn take_back(&mut self, before: Self) {
        *self = before;
    }

    fn score(&self) -> (i32, u64) {
        (self.0.abs() + self.1.abs(), ((self.0 as u64) << 32 | self.1 as u32 as u64).hash64())
    }

    fn least(&self) -> u32 {
        self.0.unsigned_abs() + self.1.unsigned_abs()
    }
}

fn moves(width: usize, most: u32) -> Option<Vec<u8>> {
    search(&mut Point(20, 0), (width, most), &mut 0, &Limits::default()).unwrap()
}

#[test]
fn a_wide_beam_finds_the_shortest_path_around_and_a_narrow_one_does_not() {
    let steps = moves(400, 100).unwrap();
    assert_eq!(steps.len(), 28);
    let mut point = Point(20, 0);
    assert!(steps.iter().all(|&step| point.make(step, &mut Vec::new())));
    assert_eq!((point.0, point.1), (0, 0));
    assert_eq!([moves(2, 100), moves(400, 27)], [None, None]);
}

#[test]
fn limits_end_the_search() {
    let limits = Limits { memory: 1 << 10, ..Limits::default() };
    assert_eq!(search(&mut Point(20, 0), (400, 100), &mut 0, &limits), Err(GaveUp::Memory));
    let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert_eq!(search(&mut Point(20, 0), (400, 100), &mut 0, &limits), Err(GaveUp::Time));
}
