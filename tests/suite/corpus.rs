//! The inputs that fuzzing keeps, through the checks of their targets. `fuzz/run` looks for more of them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use tempfile::TempDir;
use traybit_checks::{
    certificates, checker, collections, counts, drawings, journals, packings, pair, positions, referee,
    saved, tiles, typed,
};

/// Replays every input of a target; the one that fails is named.
fn replay(target: &str, check: impl Fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("fuzz/corpus");
    if !corpus.is_dir() {
        println!("skipped: {} is missing, as in a published package", corpus.display());
        return;
    }
    let folder = fs::read_dir(corpus.join(target)).expect("a corpus for each target");
    let mut inputs = 0;
    for entry in folder {
        let path = entry.expect("an input").path();
        let data = fs::read(&path).expect("an input that can be read");
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(&data))) {
            eprintln!("{} fails", path.display());
            resume_unwind(panic);
        }
        inputs += 1;
    }
    assert!(inputs > 3, "{inputs} inputs of {target}");
}

#[test]
fn trays_and_goals() {
    replay("pair", pair::check);
}

#[test]
fn statuses_of_the_checker() {
    replay("checker", checker::check);
}

#[test]
fn drawings_and_boards() {
    replay("drawings", drawings::check);
}

#[test]
fn moves_of_drawn_puzzles() {
    replay("referee", referee::check);
}

#[test]
fn positions_of_every_layout() {
    replay("positions", positions::check);
}

#[test]
fn boards_of_tiles() {
    replay("tiles", tiles::check);
}

#[test]
fn packing_puzzles() {
    replay("packings", packings::check);
}

#[test]
fn numbers_of_packings() {
    replay("counts", counts::check);
}

#[test]
fn certificates_of_answers() {
    replay("certificates", certificates::check);
}

#[test]
fn indexes_of_puzzles() {
    let folder = TempDir::new().expect("a folder");
    collections::lay_out(folder.path());
    replay("collections", |data| collections::check(folder.path(), data));
}

#[test]
fn journals_of_batches() {
    replay("journals", journals::check);
}

#[test]
fn what_is_saved() {
    replay("saved", saved::check);
}

#[test]
fn what_is_typed() {
    replay("typed", typed::check);
}
