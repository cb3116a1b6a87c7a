//! Universes in shares against the plain rules: pieces of any shape, and cars. Published numbers, and those of an
//! independent program (whole boards as lists of cells, a plain flood of each piece).

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::layers;
use crate::universe::plain::{self, Board, Cells, Figures, Piece, cells, figures, moves, shifted};
use crate::universe::store::{DIGEST, Store};
use traybit_core::{Checkpoint, CheckpointStore, GaveUp, Limits, ReadError, Rng};
use traybit_sliding::universe::cars::Cars;
use traybit_sliding::universe::polyominoes::AnyPieces;
use traybit_sliding::universe::shares::{Explored, InShares, Row, explore};
use traybit_sliding::universe::{Ground, parse_tray};
use traybit_sliding::{Metric, Rules};

fn explored(universe: &impl InShares, threads: usize) -> Explored {
    let found = explore(universe, &Limits { threads, ..Limits::default() }, None).unwrap();
    assert_eq!(found.shares.0, found.shares.1);
    found
}

fn any_pieces(tray: &str) -> AnyPieces {
    AnyPieces::new(parse_tray(tray).unwrap(), true).unwrap()
}

/// Random trays with walls, whose first and last cells are open.
fn random_trays(seed: u64, most: u32) -> Vec<String> {
    let mut rng = Rng::new(seed, 0);
    let mut trays = Vec::new();
    for _ in 0..30 {
        let (height, width) = (1 + rng.below(4), 2 + rng.below(3));
        let mut cell = |number| {
            let is_end = number == 0 || number == height * width - 1;
            if !is_end && rng.below(4) == 0 { '#' } else { '.' }
        };
        let rows: Vec<String> =
            (0..height).map(|row| (0..width).map(|column| cell(row * width + column)).collect()).collect();
        trays.push(rows.join("/"));
    }
    trays.retain(|tray| parse_tray(tray).is_ok_and(|tray| tray.room() <= most));
    assert!(trays.len() > 10);
    trays
}

/// Each cell is empty, a piece of its own, or of a piece that there is; pieces must be connected.
fn boards_of_pieces(open: &Cells) -> Vec<Board> {
    let mut boards = vec![Board::new()];
    for &cell in open {
        let mut more = boards.clone();
        for board in &boards {
            for piece in board.iter().cloned().chain([(Cells::new(), false)]) {
                let mut board = board.clone();
                board.remove(&piece);
                board.insert((piece.0.into_iter().chain([cell]).collect(), false));
                more.push(board);
            }
        }
        boards = more;
    }
    boards.retain(|board| board.iter().all(|(piece, _)| is_connected(piece)));
    boards
}

fn is_connected(piece: &Cells) -> bool {
    let mut waiting: Vec<_> = piece.first().copied().into_iter().collect();
    let mut left = piece.clone();
    while let Some((row, column)) = waiting.pop() {
        if left.remove(&(row, column)) {
            waiting.extend(STEPS.map(|(down, right)| (row + down, column + right)));
        }
    }
    left.is_empty()
}

const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn plain_pieces(tray: Ground) -> BTreeMap<usize, Figures> {
    let open = cells(tray);
    let boards = boards_of_pieces(&open);
    let last = (i32::from(tray.size.height) - 1, i32::from(tray.size.width) - 1);
    let chosen = |board: &Board| {
        let piece = board.iter().find(|piece| piece.0.contains(&last))?.clone();
        let others = board.iter().filter(|other| **other != piece).cloned();
        Some(others.chain([(piece.0.clone(), true)]).collect())
    };
    let goals = boards.iter().filter_map(chosen).collect();
    // The pieces, moved into the corner of the tray, in order.
    let mix = |board: &Board| {
        let shape = |(piece, _): &Piece| {
            let least = |of: fn(&(i32, i32)) -> i32| piece.iter().map(of).min().unwrap_or(0);
            shifted(piece, (-least(|cell| cell.0), -least(|cell| cell.1)))
        };
        let mut mix: Vec<Cells> = board.iter().map(shape).collect();
        mix.sort();
        mix
    };
    let is_start =
        |board: &Board| board.iter().any(|(piece, is_chosen)| *is_chosen && piece.contains(&(0, 0)));
    figures(&boards, |board| moves(board, &open, |_| STEPS.to_vec(), false), mix, goals, is_start)
}

#[test]
fn shares_are_partitions() {
    // Partitions of 0, 1, 2 … are 1, 1, 2, 3, 5, 7, 11, 15 … (OEIS A000041; their sums A000070).
    let shares = ["1x1", "2x2", "1x7", "4x5"].map(|tray| any_pieces(tray).outline().shares);
    assert_eq!(shares, [2, 12, 45, 2_714]);
}

/// Boards, mixes, positions from which a goal can be reached, and the hardest for 1, 2, 3 … pieces.
#[test]
fn small_trays_are_as_an_independent_program_found_them() {
    let known: [(&str, [u64; 3], &[u32]); 7] = [
        ("2x2", [43, 22, 55], &[1, 2, 5]),
        ("2x3", [397, 114, 613], &[1, 2, 5, 5, 9]),
        ("2x4", [3_693, 570, 6_539], &[1, 2, 5, 7, 9, 24, 15]),
        ("3x3", [13_329, 1_898, 26_878], &[1, 2, 5, 10, 14, 22, 18, 13]),
        ("2x5", [34_381, 2_705, 66_954], &[1, 2, 5, 7, 14, 16, 42, 30, 21]),
        ("2x6", [320_107, 12_376, 673_518], &[1, 4, 5, 8, 11, 31, 30, 69, 48, 36, 27]),
        ("3x4", [451_551, 29_987, 1_127_591], &[1, 2, 6, 18, 29, 30, 37, 43, 28, 24, 17]),
    ];
    for (tray, figures, hardest) in known {
        let found = explored(&any_pieces(tray), 2);
        let Row { boards, mixes, positions, .. } = found.total();
        assert_eq!([boards, mixes, positions], figures, "{tray}");
        let moves: Vec<u32> =
            found.hardest().map(|hardest| hardest.1.moves).filter(|&moves| moves > 0).collect();
        assert_eq!(moves, hardest, "{tray}");
        assert_eq!(explored(&any_pieces(tray), 1).rows, found.rows, "{tray} on one thread");
    }
}

#[test]
fn pieces_on_trays_with_walls_are_as_the_plain_rules_have_them() {
    let lines = ["1x1", "1x7", "7x1", "2x3"].map(str::to_owned);
    for tray in random_trays(7, 8).into_iter().chain(lines) {
        let found = explored(&any_pieces(&tray), 1);
        assert_eq!(plain::explored(&found), plain_pieces(parse_tray(&tray).unwrap()), "{tray}");
    }
}

#[test]
fn an_exploration_resumes_from_the_shares_that_are_done() {
    let (pieces, limits, store) = (any_pieces("3x3"), Limits::default(), Store::due_every(3));
    let whole = explore(&pieces, &limits, Some(store.checkpoint())).unwrap();
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let mut states = store.take();
    assert!(states.len() > 5);
    for state in states[..states.len() - 1].iter().step_by(4) {
        store.save(&|to| to.write_all(state));
        let found = explore(&pieces, &stopped, Some(store.checkpoint())).unwrap();
        assert_eq!(found.ended, Some(GaveUp::Stopped));
        // From what was saved when it was stopped.
        let found = explore(&pieces, &limits, Some(store.checkpoint())).unwrap();
        assert_eq!((found.rows, found.shares), (whole.rows.clone(), whole.shares));
    }
    let mut resumed = |change: usize, digest| {
        let mut state = states.pop().unwrap();
        state[30] ^= change as u8;
        store.save(&|to| to.write_all(&state));
        explore(&pieces, &limits, Some(Checkpoint { store: &store, digest }))
    };
    assert!(matches!(resumed(0, 6), Err(ReadError::OtherSpace)));
    assert!(matches!(resumed(4, DIGEST), Err(ReadError::Damaged)));
}

#[test]
fn universes_in_shares_keep_to_their_limits() {
    for tray in ["7x7", "1x40", "2x11", "9x4"] {
        let refusal = AnyPieces::new(parse_tray(tray).unwrap(), false).unwrap_err();
        assert!(refusal.contains("at most 21 cells"), "{refusal}");
    }
    assert!(AnyPieces::new(parse_tray("3x7").unwrap(), true).is_ok());
    let pieces = AnyPieces::new(parse_tray("4x4").unwrap(), false).unwrap();
    let found = explore(&pieces, &Limits { memory: 1 << 20, ..Limits::default() }, None).unwrap();
    assert_eq!(found.ended, Some(GaveUp::Memory));

    let cars = |tray, exit| Cars::new(parse_tray(tray).unwrap(), exit, Metric::Slide);
    assert!(cars("7x6", 2).unwrap_err().contains("6x6"));
    assert!(cars("3x3", 3).unwrap_err().contains("row 3"));
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    let found = explore(&cars("6x6", 2).unwrap(), &limits, None).unwrap();
    assert_eq!(found.ended, Some(GaveUp::Memory));
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    let found = explore(&cars("6x6", 2).unwrap(), &limits, None).unwrap();
    assert_eq!((found.ended, found.shares), (Some(GaveUp::Stopped), (0, 8usize.pow(6))));
}

/// All boards that go on from this one with cars whose first cells are no earlier than `from`.
fn boards_of_cars(board: &Board, open: &Cells, exit: i32, from: (i32, i32), found: &mut Vec<Board>) {
    let has_red = board.iter().any(|car| car.1);
    if has_red {
        found.push(board.clone());
    }
    let is_free = |cell: &(i32, i32)| open.contains(cell) && board.iter().all(|car| !car.0.contains(cell));
    for &(row, column) in open.range(from..) {
        for (length, is_across, is_red) in
            [(2, true, false), (3, true, false), (2, false, false), (3, false, false), (2, true, true)]
        {
            let cell = |step| if is_across { (row, column + step) } else { (row + step, column) };
            let cells: Cells = (0..length).map(cell).collect();
            if cells.iter().all(is_free) && !(is_red && (has_red || row != exit)) {
                let more = board.iter().cloned().chain([(cells, is_red)]).collect();
                boards_of_cars(&more, open, exit, (row, column + 1), found);
            }
        }
    }
}

/// Rows and columns that a step moves a car.
fn steps(car: &Cells) -> Vec<(i32, i32)> {
    if is_across(car) { vec![(0, -1), (0, 1)] } else { vec![(-1, 0), (1, 0)] }
}

fn is_across(car: &Cells) -> bool {
    car.first().map(|cell| cell.0) == car.last().map(|cell| cell.0)
}

/// The cars of each row and column in their order: lengths, and which is red.
fn mix(board: &Board) -> BTreeMap<(bool, i32), Vec<(usize, bool)>> {
    let mut mix: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (cells, is_red) in board {
        let (is_across, (row, column)) = (is_across(cells), cells.first().unwrap());
        let line = if is_across { *row } else { *column };
        mix.entry((is_across, line)).or_default().push((cells.len(), *is_red));
    }
    mix
}

fn plain_cars(ground: Ground, exit: u16, is_step: bool) -> BTreeMap<usize, Figures> {
    let open = cells(ground);
    let mut all = Vec::new();
    boards_of_cars(&Board::new(), &open, exit.into(), (0, 0), &mut all);
    let end = (i32::from(exit), i32::from(ground.size.width) - 1);
    let is_goal = |board: &&Board| board.iter().any(|(cells, is_red)| *is_red && cells.contains(&end));
    let goals = all.iter().filter(is_goal).cloned().collect();
    figures(&all, |board| moves(board, &open, steps, is_step), mix, goals, |_| true)
}

#[test]
fn small_trays_of_cars_are_as_the_plain_rules_have_them() {
    let drawn = random_trays(14, 12).into_iter().enumerate();
    let exits = drawn.map(|(number, tray)| (number as u16 % parse_tray(&tray).unwrap().size.height, tray));
    let others = [(0, "1x2"), (0, "1x6"), (1, "3x3"), (1, "3x4"), (3, "4x3"), (1, "2x6"), (2, "6x2")];
    for (exit, tray) in exits.chain(others.map(|(exit, tray)| (exit, tray.to_owned()))) {
        let ground = parse_tray(&tray).unwrap();
        for metric in [Metric::Step, Metric::Slide] {
            let found = explored(&Cars::new(ground, exit, metric).unwrap(), 2);
            let expected = plain_cars(ground, exit, metric == Metric::Step);
            assert_eq!(plain::explored(&found), expected, "{tray}, exit {exit}, {metric:?}");
        }
    }
}

/// The hardest starts are puzzles whose shortest solutions, by the reference, are as long as reported.
#[test]
fn hardest_boards_of_cars_are_puzzles_of_their_length() {
    for metric in [Metric::Step, Metric::Slide, Metric::Path] {
        let cars = Cars::new(parse_tray("4x4").unwrap(), 1, metric).unwrap();
        let found = explored(&cars, 1);
        assert_eq!(explored(&cars, 2).rows, found.rows);
        for (count, hardest) in found.hardest() {
            let puzzle = cars.puzzle(hardest.start);
            assert_eq!(puzzle.blocks.len(), count);
            let rules = Rules::of(&puzzle);
            let (mut layers, mut moves) = (layers(&rules, metric), 0);
            while !layers.layer().iter().any(|position| rules.is_won(position)) {
                assert!(layers.advance(usize::MAX) && !layers.layer().is_empty(), "{count} cars");
                moves += 1;
            }
            assert_eq!(moves, hardest.moves, "{count} cars, {metric:?}");
        }
    }
}
