//! Beam search in a plane with a wall.

use traybit_core::search::beam::{Beam, BeamSpace, Breadth, Reached};
use traybit_core::{GaveUp, Limits};

/// Points of a plane with a wall that has one opening; the goal is the origin.
struct Plane {
    opening: i32,
}

const WALL: i32 = 10;

impl BeamSpace for Plane {
    type State = (i32, i32);
    type Move = (i32, i32);

    fn expand(&self, &(x, y): &(i32, i32), _: u32, mut emit: impl FnMut((i32, i32), i32, u64)) {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (x, y) = (x + dx, y + dy);
            if x != WALL || y == self.opening {
                // Hashes that often coincide.
                emit((dx, dy), x.abs() + y.abs(), (x & 3) as u64);
            }
        }
    }

    fn after(&self, &(x, y): &(i32, i32), (dx, dy): (i32, i32)) -> (i32, i32) {
        (x + dx, y + dy)
    }

    fn is_goal(&self, &state: &(i32, i32)) -> bool {
        state == (0, 0)
    }
}

fn breadth(width: usize, last: u32) -> Breadth {
    Breadth { width, slack: 0, last }
}

#[test]
fn a_wide_beam_finds_the_path_around_and_a_narrow_one_does_not() {
    let plane = Plane { opening: 4 };
    let start = [Reached::start((20, 0))];
    let mut beam = Beam::default();
    let goals = beam.search(&plane, &start, breadth(400, 100), &Limits::default()).unwrap();
    assert_eq!(goals[0].layer, 28);
    let moves = beam.moves(&goals[0]);
    let end = moves.iter().fold((20, 0), |at, &step| plane.after(&at, step));
    assert_eq!((moves.len(), end), (28, (0, 0)));
    assert!(beam.positions() > 28);
    assert!(beam.search(&plane, &start, breadth(2, 100), &Limits::default()).unwrap().is_empty());
    assert!(beam.search(&plane, &start, breadth(400, 27), &Limits::default()).unwrap().is_empty());
}

#[test]
fn starts_join_at_their_layers_and_slack_lets_later_goals_in() {
    let plane = Plane { opening: 0 };
    let start = |x, layer| {
        let mut start = Reached::start((x, 0));
        start.layer = layer;
        start
    };
    let starts = [start(0, 3), start(2, 4), start(1, 6)];
    let mut beam = Beam::default();
    let mut layers = |slack| {
        let breadth = Breadth { width: 50, slack, last: 100 };
        let goals = beam.search(&plane, &starts, breadth, &Limits::default()).unwrap();
        goals.iter().map(|goal| goal.layer).collect::<Vec<_>>()
    };
    assert_eq!(layers(0), [3]);
    assert_eq!(layers(3), [3, 6]);
    assert_eq!(layers(4)[..3], [3, 6, 7]);
}

#[test]
fn limits_end_the_search() {
    let plane = Plane { opening: 1 << 20 };
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let endless = breadth(1000, u32::MAX);
    let outcome = Beam::default().search(&plane, &[Reached::start((20, 0))], endless, &limits);
    assert_eq!(outcome.err(), Some(GaveUp::Memory));
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let limits = Limits { memory: 1 << 30, ..limits };
    let outcome = Beam::default().search(&plane, &[Reached::start((20, 0))], endless, &limits);
    assert_eq!(outcome.err(), Some(GaveUp::Stopped));
}
