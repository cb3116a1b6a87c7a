//! Universes of pieces of any shape: published numbers, and those of an independent program (whole boards as lists of
//! cells, a plain flood of each piece).

use std::collections::BTreeMap;
use std::io::{Read, Result, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::universe::plain::{self, Board, Cells, Figures, Piece, cells, figures, moves, shifted};
use traybit_core::rng::Rng;
use traybit_core::search::checkpoint::{Checkpoint, CheckpointStore};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::words::ReadError;
use traybit_sliding::universe::polyominoes::{AnyPieces, all_areas, count_boards};
use traybit_sliding::universe::shares::{Explored, Row, explore};
use traybit_sliding::universe::{Ground, parse_tray};

fn boards(tray: &str) -> String {
    let count = count_boards(parse_tray(tray).unwrap(), &Limits::default()).unwrap();
    count.total.to_string()
}

fn explored(tray: &str, threads: usize) -> Explored {
    let pieces = AnyPieces::new(parse_tray(tray).unwrap(), true).unwrap();
    explore(&pieces, &Limits { threads, ..Limits::default() }, None).unwrap()
}

fn sum(found: &Explored, figure: fn(&Row) -> u64) -> u64 {
    found.rows.iter().map(figure).sum()
}

/// Each cell is empty, a piece of its own, or of a piece that there is; pieces must be connected.
fn all_boards(open: &Cells) -> Vec<Board> {
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

fn plain(tray: Ground) -> BTreeMap<usize, Figures> {
    let open = cells(tray);
    let boards = all_boards(&open);
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

/// N. Bickford's numbers (2013) from 4×4 on; the small ones of the independent program.
#[test]
fn boards_are_counted_as_published() {
    let known = [
        ("1x1", "2"),
        ("2x2", "43"),
        ("2x6", "320107"),
        ("3x3", "13329"),
        ("3x4", "451551"),
        ("4x4", "55807716"),
        ("5x4", "6904653755"),
        ("4x5", "6904653755"),
        ("5x5", "3117469335485"),
        ("15x2", "168315938005873"),
    ];
    for (tray, count) in known {
        assert_eq!(boards(tray), count, "{tray}");
    }
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
        let found = explored(tray, 2);
        assert_eq!(found.shares.0, found.shares.1);
        let counts =
            [sum(&found, |row| row.boards), sum(&found, |row| row.mixes), sum(&found, |row| row.positions)];
        assert_eq!(counts, figures, "{tray}");
        let moves = found.rows[1..].iter().filter_map(|row| row.hardest).map(|hardest| hardest.moves);
        let moves: Vec<u32> = moves.filter(|&moves| moves > 0).collect();
        assert_eq!(moves, hardest, "{tray}");
        assert_eq!(explored(tray, 1).rows, found.rows, "{tray} on one thread");
    }
}

/// Lines, and trays with walls, whose first and last cells are open.
#[test]
fn trays_with_walls_are_as_the_plain_rules_have_them() {
    let mut rng = Rng::new(7, 0);
    let mut trays = vec!["1x1".to_owned(), "1x7".to_owned(), "7x1".to_owned(), "2x3".to_owned()];
    for _ in 0..20 {
        let (height, width) = (1 + rng.below(4), 1 + rng.below(4));
        let last = height * width - 1;
        let mut cell = |number| if number > 0 && number < last && rng.below(3) == 0 { '#' } else { '.' };
        let row = |row: u64, cell: &mut dyn FnMut(u64) -> char| {
            (0..width).map(|column| cell(row * width + column)).collect()
        };
        let rows: Vec<String> = (0..height).map(|number| row(number, &mut cell)).collect();
        trays.push(rows.join("/"));
    }
    trays.retain(|tray| parse_tray(tray).unwrap().room() <= 8);
    assert!(trays.len() > 10);
    for tray in trays {
        let found = explored(&tray, 1);
        assert_eq!(plain::explored(&found), plain(parse_tray(&tray).unwrap()), "{tray}");
        assert_eq!(sum(&found, |row| row.boards).to_string(), boards(&tray), "{tray}");
    }
}

/// A store that stops the search when it has saved a few times.
#[derive(Default)]
struct Stopping {
    saved: Mutex<Vec<u8>>,
    stop: Arc<AtomicBool>,
    times: Mutex<u32>,
}

impl CheckpointStore for Stopping {
    fn saved(&self) -> Result<Option<Box<dyn Read + '_>>> {
        let bytes = self.saved.lock().unwrap().clone();
        Ok((!bytes.is_empty()).then(|| Box::new(std::io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn is_due(&self) -> bool {
        true
    }

    fn save(&self, write: &dyn Fn(&mut dyn Write) -> Result<()>) -> bool {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        *self.saved.lock().unwrap() = bytes;
        let mut times = self.times.lock().unwrap();
        *times += 1;
        self.stop.store(times.is_multiple_of(7), Ordering::Relaxed);
        true
    }

    fn finish(&self) {}
}

#[test]
fn an_exploration_resumes_from_the_shares_that_are_done() {
    let store = Stopping::default();
    let pieces = AnyPieces::new(parse_tray("3x3").unwrap(), true).unwrap();
    let limits = Limits { stop: Arc::clone(&store.stop), ..Limits::default() };
    let mut runs = 0;
    let found = loop {
        store.stop.store(false, Ordering::Relaxed);
        let found = explore(&pieces, &limits, Some(Checkpoint { store: &store, digest: 5 })).unwrap();
        runs += 1;
        if found.ended.is_none() {
            break found;
        }
        assert_eq!(found.ended, Some(GaveUp::Stopped));
        assert!(found.shares.0 >= runs);
    };
    assert!(runs > 3, "{runs}");
    assert_eq!(found.rows, explored("3x3", 2).rows);
    let other = explore(&pieces, &limits, Some(Checkpoint { store: &store, digest: 6 }));
    assert!(matches!(other, Err(ReadError::OtherSpace)));
    store.saved.lock().unwrap()[30] ^= 4;
    let damaged = explore(&pieces, &limits, Some(Checkpoint { store: &store, digest: 5 }));
    assert!(matches!(damaged, Err(ReadError::Damaged)));
}

#[test]
fn trays_that_are_too_large_are_refused() {
    for tray in ["7x7", "1x40", "2x11", "9x4"] {
        let refusal = AnyPieces::new(parse_tray(tray).unwrap(), false).unwrap_err();
        assert!(refusal.contains("at most 21 cells"), "{refusal}");
    }
    assert!(AnyPieces::new(parse_tray("3x7").unwrap(), true).is_ok());
}

#[test]
fn an_exploration_keeps_to_its_memory() {
    let pieces = AnyPieces::new(parse_tray("4x4").unwrap(), false).unwrap();
    let found = explore(&pieces, &Limits { memory: 1 << 20, ..Limits::default() }, None).unwrap();
    assert_eq!(found.ended, Some(GaveUp::Memory));
}

#[test]
fn shares_are_as_many_as_partitions() {
    // Partitions of 0, 1, 2 … are 1, 1, 2, 3, 5, 7, 11, 15 … (OEIS A000041; their sums A000070).
    assert_eq!([0, 1, 4, 7, 20].map(|room| all_areas(room).len()), [1, 2, 12, 45, 2_714]);
    assert_eq!(all_areas(3)[2..], [vec![1, 1], vec![2], vec![1, 1, 1], vec![2, 1], vec![3]]);
}
