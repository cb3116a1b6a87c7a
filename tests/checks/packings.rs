//! Packing puzzles in every format, and drawings of their packings: each can be written and read again.

use traybit_core::Limits;
use traybit_packing::checker::Checker;
use traybit_packing::exact::{self, ExactCover};
use traybit_packing::formats::{read, read_numbered, text, write};
use traybit_packing::{Floor, Pack, Packing, drawing};

use crate::parts::parts;

/// A puzzle, and drawings; or an exact cover.
pub fn check(data: &[u8]) {
    let [puzzle, drawings] = parts(data);
    if let Ok(problem) = exact::read("file", puzzle) {
        exact_cover(&problem);
    }
    let _ = read_numbered("file", puzzle, 2);
    let Ok(pack) = read("file", puzzle) else { return };
    assert!(pack.size.is_allowed() && pack.floor.len() == pack.size.cells() && !pack.pieces.is_empty());
    let written = write(&pack);
    let again = text::read("again", written.as_bytes()).expect("what was written can be read");
    assert_eq!(unplaced(&again), unplaced(&pack));
    assert_eq!(write(&again), written);
    if pack.size.cells() <= 100 && pack.pieces.len() <= 16 {
        assert!(exact::text::export(&pack, &Limits::default()).is_ok_and(|program| !program.is_empty()));
    }
    let Ok(drawn) = drawing::read(&pack, "drawings", drawings) else { return };
    let packings: Vec<Packing> = drawn.into_iter().map(|(_, packing)| packing).collect();
    let checker = Checker::of(&pack);
    for packing in &packings {
        let judged = checker.check(packing).is_ok();
        assert!(!judged || keeps_counts(&pack, packing));
        let text = drawing::write(&pack, packing);
        let again = drawing::read(&pack, "again", text.as_bytes()).expect("a drawing that was written");
        let [(_, again)] = &again[..] else { panic!("one drawing, not {}", again.len()) };
        let cells = |packing: &Packing| packing.iter().map(|placed| placed.cells.clone()).collect::<Vec<_>>();
        assert_eq!(cells(again), cells(packing));
        assert_eq!(checker.check(again).is_ok(), judged);
    }
    if let Some((one, other)) = checker.repeated(&packings) {
        assert!(one < other && other < packings.len());
    }
}

/// The solutions of a small exact cover are those of all subsets of its options that pass the checker.
fn exact_cover(problem: &ExactCover) {
    if let Some(drawing) = &problem.drawing {
        assert_eq!(drawing.read(&drawing.write(&drawing.given)).as_ref(), Ok(&drawing.given));
    }
    if problem.options.len() > 8 {
        return;
    }
    let checker = exact::checker::Checker::of(problem);
    let is_solution = |subset: &u32| {
        let chosen = (0..problem.options.len() as u32).filter(|option| subset >> option & 1 > 0);
        checker.check(exact::text::write(problem, &chosen.collect::<Vec<u32>>()).lines()).is_ok()
    };
    let known = (0..1_u32 << problem.options.len()).filter(is_solution).count();
    let found = exact::count(problem, None, &Limits::default()).expect("no checkpoint");
    assert_eq!(found.found, known as u64);
}

/// A puzzle without the pieces placed beforehand, whose names may change, and how many they are.
fn unplaced(pack: &Pack) -> (Pack, Vec<Vec<(u16, u16)>>) {
    let placed = pack.placed.iter().map(|placed| placed.cells.clone()).collect();
    (Pack { placed: Vec::new(), ..pack.clone() }, placed)
}

/// True if cells are covered once, walls are not, and there are as many empty cells and pieces as there have to be.
fn keeps_counts(pack: &Pack, packing: &Packing) -> bool {
    let mut covered = vec![0; pack.size.cells()];
    let mut counts = vec![0; pack.pieces.len()];
    for placed in packing {
        counts[placed.piece] += 1;
        for &(row, column) in &placed.cells {
            covered[usize::from(row) * usize::from(pack.size.width) + usize::from(column)] += 1;
        }
    }
    let fits = |(floor, times): (&Floor, &u32)| match floor {
        Floor::Wall => *times == 0,
        Floor::Open => *times <= 1,
        Floor::Full => *times == 1,
    };
    let empty =
        pack.floor.iter().zip(&covered).filter(|(floor, times)| **floor != Floor::Wall && **times == 0);
    pack.floor.iter().zip(&covered).all(fits)
        && pack.empty.contains(&(empty.count() as u32))
        && pack.pieces.iter().zip(&counts).all(|(piece, count)| piece.counts.contains(count))
}
