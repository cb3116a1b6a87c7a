//! Packed boards in keys of every width, against the plain ones.

use std::ops::ControlFlow;
use std::slice;

use traybit_core::bits::{Key, Width};
use traybit_core::grid::Size;
use traybit_core::search::compiled::explore;
use traybit_core::search::exploration::Request;
use traybit_core::search::limits::Limits;
use traybit_core::space::{Columns, Move, Sink, Space, UsedMoves, Walker};
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::in_tile_space;
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::explore as whole;
use traybit_tiles::space::{Fields, Packed, Pushed, width};

fn successors<K: Fields>(space: &Packed<K>, state: &K) -> Vec<(K, Direction)> {
    let all = Walker::new(space).all(state);
    all.into_iter().map(|(next, step)| (next, Direction::from(step))).collect()
}

/// The first successors of some states, at least so many of all that there are.
fn expand<K: Fields>(
    space: &dyn Space<K>,
    states: &[K],
    masks: &[UsedMoves],
    most: usize,
) -> Vec<(K, UsedMoves)> {
    let (mut found, mut buffer) = (Vec::new(), Columns::new());
    let mut look = |successors: &mut [Columns<K, UsedMoves>], _| {
        let Columns { keys, tags } = &mut successors[0];
        found.extend(keys.drain(..).zip(tags.drain(..)));
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut sink = Sink::new(slice::from_mut(&mut buffer), true, 1, &mut look);
    space.expander().expand(states, masks, &mut sink);
    let _ = sink.flush();
    found
}

/// Checks that a mask for one direction leaves out the move there, that those of the successors lead back, and that
/// nothing comes after a break.
fn masks_leave_out<K: Fields>(space: &Packed<K>, state: &K, out: Direction) {
    let all = successors(space, state);
    let is_left = |&&(_, step): &&(K, Direction)| step != out;
    let masked = |(next, step): &(K, Direction)| (next.clone(), 1 << step.opposite() as u32);
    let left: Vec<(K, UsedMoves)> = all.iter().filter(is_left).map(masked).collect();
    let whole: Vec<_> = all.iter().map(masked).chain(left).collect();
    for most in 1..=whole.len() {
        let states = [state.clone(), state.clone()];
        assert_eq!(expand(space, &states, &[0, 1 << out as u32], most), whole[..most]);
    }
    let mut first = Vec::new();
    Walker::new(space).successors(state, |next, step| {
        first.push((next, Direction::from(step)));
        ControlFlow::Break(())
    });
    assert_eq!(first, all[..all.len().min(1)]);
}

/// Checks that pushes lead where successive moves in one direction lead, and that axes which are used are left out.
fn pushes_are_successive_moves<K: Fields>(space: &Packed<K>, state: &K, plain: &Arrangement) {
    let pushed = Pushed(space);
    let all = Walker::new(&pushed).all(state);
    let mut expected = 0;
    for to in Direction::ALL {
        let (mut moved, mut tiles) = (plain.clone(), 0);
        while moved.slide(to) {
            tiles += 1;
            let (next, _) = all.iter().find(|&&(_, Move(code))| code == to as u64 + 4 * tiles).unwrap();
            let mut homes = Vec::new();
            assert_eq!((space.homes(next, &mut homes), &homes[..]), (moved.blank(), moved.homes()));
            expected += 1;
        }
    }
    assert_eq!(all.len(), expected);
    for used in 0..4 {
        let is_left = |&&(_, Move(code)): &&(K, Move)| used >> (code % 4 / 2) & 1 == 0;
        let left = all.iter().filter(is_left).map(|(next, Move(code))| (next.clone(), 1 << (code % 4 / 2)));
        let left: Vec<(K, UsedMoves)> = left.collect();
        assert_eq!(expand(&pushed, slice::from_ref(state), &[used], usize::MAX), left);
    }
}

/// Walks some hundred moves and compares with the plain rules.
fn walk<K: Fields>(space: &Packed<K>, start: &Arrangement) {
    let mut plain = start.clone();
    let (mut state, mut homes) = (space.start(), Vec::new());
    for turn in 0..300u64 {
        assert_eq!((space.homes(&state, &mut homes), &homes[..]), (plain.blank(), plain.homes()));
        assert_eq!(space.expander().is_goal(&state), plain.is_solved());
        pushes_are_successive_moves(space, &state, &plain);
        let successors = successors(space, &state);
        for to in Direction::ALL {
            let mut moved = plain.clone();
            let found: Vec<_> = successors.iter().filter(|&&(_, step)| step == to).collect();
            assert_eq!(found.len(), usize::from(moved.slide(to)), "{to:?}");
            for (next, _) in found {
                assert_eq!((space.homes(next, &mut homes), &homes[..]), (moved.blank(), moved.homes()));
                let back = (state.clone(), to.opposite());
                assert!(self::successors(space, next).contains(&back), "{to:?}");
            }
            masks_leave_out(space, &state, to);
        }
        if successors.is_empty() {
            return;
        }
        let (next, step) = &successors[turn.hash64() as usize % successors.len()];
        assert!(plain.slide(*step));
        state = next.clone();
    }
}

#[test]
fn keys_are_the_narrowest_that_hold_the_board() {
    fn bytes<K: Fields>(space: &Packed<K>) -> usize {
        size_of::<K>() + space.start().heap_bytes()
    }
    for (side, expected) in [(3, 8), (4, 8), (5, 16), (6, 16 + 32)] {
        let board = Board::blank_last(Size { height: side, width: side });
        let start = Arrangement::new(&board, &board);
        assert_eq!(in_tile_space!(&start, space => bytes(space)), expected, "{side}");
    }
}

#[test]
fn moves_are_those_of_the_plain_board_in_every_width() {
    let sizes = [(1, 1), (1, 9), (2, 3), (4, 4), (5, 5), (6, 7), (8, 9), (3, 27), (17, 16)];
    for (height, width) in sizes {
        let size = Size { height, width };
        for goal in [Board::blank_last(size), Board::blank_first(size)] {
            let start = Arrangement::new(&Board::blank_last(size), &goal);
            in_tile_space!(&start, space => walk(space, &start));
        }
    }
    let widths = [(4, 4), (5, 5), (6, 7), (8, 9), (9, 9)].map(|(height, width)| Size { height, width });
    assert_eq!(widths.map(width), Width::ALL);
}

#[test]
fn the_packed_space_has_the_layers_of_the_space_of_bits() {
    for (height, width) in [(1, 1), (1, 6), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let size = Size { height, width };
        for (blank_home, goal) in [(size.cells() - 1, Board::blank_last(size)), (0, Board::blank_first(size))]
        {
            let sizes = whole::explore(size, blank_home, Unit::Move, 0, &Limits::default()).explored.sizes;
            for wide in [1, 1 << 15] {
                let limits = Limits { wide, ..Limits::default() };
                assert_eq!(
                    explore(
                        &Packed::<u64>::new(&Arrangement::new(&goal, &goal)),
                        &limits,
                        Request::default()
                    )
                    .explored
                    .sizes,
                    sizes
                );
            }
        }
    }
}
