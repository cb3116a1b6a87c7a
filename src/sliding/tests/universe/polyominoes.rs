//! Universes of pieces of any form: published numbers, and those of an independent program (whole boards as lists of
//! cells, a plain flood of each piece).

use std::cell::RefCell;
use std::io::{Read, Result, Write};
use std::sync::Mutex;
use std::time::Duration;

use traybit_core::rng::Rng;
use traybit_core::search::checkpoint::{Checkpoint, CheckpointStore};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::words::ReadError;
use traybit_sliding::metric::Metric;
use traybit_sliding::universe::parse_tray;
use traybit_sliding::universe::polyominoes::board::Tray;
use traybit_sliding::universe::polyominoes::{AnyPieces, Explored, Row, count_boards, explore};

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
        let counts = [sum(&found, |row| row.boards), sum(&found, |row| row.mixes), sum(&found, |row| row.positions)];
        assert_eq!(counts, figures, "{tray}");
        let moves = found.rows[1..].iter().filter_map(|row| row.hardest).map(|hardest| hardest.moves);
        let moves: Vec<u32> = moves.filter(|&moves| moves > 0).collect();
        assert_eq!(moves, hardest, "{tray}");
        assert_eq!(explored(tray, 1).rows, found.rows, "{tray} on one thread");
    }
}

#[test]
fn boards_of_trays_with_walls_are_as_many_counted_as_made() {
    let mut rng = Rng::new(7, 0);
    for _ in 0..40 {
        let (height, width) = (1 + rng.below(4), 1 + rng.below(4));
        let row = |rng: &mut Rng| (0..width).map(|_| if rng.below(4) == 0 { '#' } else { '.' }).collect::<String>();
        let rows: Vec<String> = (0..height).map(|_| row(&mut rng)).collect();
        let tray = rows.join("/");
        let pieces = AnyPieces::new(parse_tray(&tray).unwrap(), false).unwrap();
        let made = explore(&pieces, &Limits::default(), None).unwrap();
        assert_eq!(sum(&made, |row| row.boards).to_string(), boards(&tray), "{tray}");
        assert!(sum(&made, |row| row.components) <= sum(&made, |row| row.boards));
        assert!(sum(&made, |row| row.mixes) <= sum(&made, |row| row.components));
    }
}
