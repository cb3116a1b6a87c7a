//! Exports for DLX3, counted as exact covers, by a search that knows nothing but the exported text.

use std::time::Instant;

use crate::formats::shipped;
use crate::random::read;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_packing::exact::{self, Found};
use traybit_packing::exact::text::read as read_text;
use traybit_packing::formats::dlx;
use traybit_packing::pack::Pack;

fn export(pack: &Pack) -> String {
    dlx::write(pack, &Limits::default()).unwrap()
}

/// The search of exact covers, which knows nothing but the exported text, in whose names Knuth's programs have room.
fn found(text: &str) -> Found {
    let problem = read_text("export", text.as_bytes()).expect("it is read");
    assert!(problem.items.iter().all(|item| item.name.len() <= 8));
    exact::count(&problem, None, &Limits::default()).expect("no checkpoint")
}

fn solutions(pack: &Pack) -> u64 {
    found(&export(pack)).solutions
}

#[test]
fn equal_pieces_are_one_item() {
    let two = read("piece A: 1\nXX\n\npiece B: 1\nX\nX\n\nboard: 2x2\n");
    assert_eq!(solutions(&two), 2);
    assert_eq!(
        export(&two).lines().skip(1).take(2).collect::<Vec<_>>(),
        ["| p1 is piece A or B, 2 of it still to place", "2:2|p1 0,0 0,1 1,0 1,1"]
    );
    // Of another freedom it is another piece, though its shape is the same.
    let other = read("piece A: 1\nXX\n\npiece B: 1 fixed\nXX\n\nboard: 2x2\n");
    assert_eq!(solutions(&other), 2);
    assert!(export(&other).contains("\np1 p2 0,0 0,1 1,0 1,1\n"));
}

#[test]
fn cells_are_primary_where_none_may_stay_empty() {
    let strip = shipped("pentominoes-3x20.txt");
    let text = export(&strip);
    let items = text.lines().find(|line| !line.starts_with('|')).unwrap();
    // An item for each piece and cell, and no bounds: any program for exact covers reads it.
    assert_eq!((items.contains('|'), items.split(' ').count()), (false, 72));
    let found = found(&text);
    assert_eq!(found.solutions, 8);
    assert!(found.cost.positions < 100_000, "{} positions", found.cost.positions);
}

#[test]
fn what_stays_empty_is_secondary_or_an_option() {
    let popinjay = export(&shipped("popinjay.txt"));
    assert!(popinjay.contains("\n11:11|p1 | 0,0 0,1 "), "{}", &popinjay[..200]);
    assert_eq!(popinjay.lines().filter(|line| line.starts_with("p1 ")).count(), 8 * 8 * 6);
    let overlapping = read("piece A: ..2\nXX\n\npiece B: 1.. fixed\nXX\n\nboard: 3x3\nempty: 1..4\n");
    assert!(export(&overlapping).contains(" 1:4|e 0,0 0,1 "));
    // With nothing to decide there is one solution.
    let placed = read("piece A: 1\nXX\n\nboard: 1x2\n\nplaced:\n1111\n");
    assert!(export(&placed).ends_with("\ndone\ndone\n"));
    assert_eq!(solutions(&placed), 1);
}

#[test]
fn an_export_ends_at_its_limits() {
    let large = read("piece A: any\nXXXXXXXX\nXXXXXXXX\n\nboard: 256x256\n");
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let small = Limits { memory: 1 << 20, ..Limits::default() };
    for (limits, reason) in [(late, GaveUp::Time), (small, GaveUp::Memory)] {
        assert_eq!(dlx::write(&large, &limits), Err(reason));
    }
}
