//! Layers on disk: the same answers as in memory, after a stop too, and a sentence about whatever is wrong with the files.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;
use traybit_core::search::disk::Disk;
use traybit_core::{Answer, Explored, GaveUp, Limits};
use traybit_sliding::solve::spaces::{ExploreOptions, explore as space_of};
use traybit_sliding::solve::{Symmetric, shortest_packed};
use traybit_sliding::tidy::lay_out;
use traybit_sliding::{Choice, Metric};

use crate::checkpoints::Shelf;
use crate::classics::{pair, shipped};

/// The memory of a search that is larger.
const LITTLE: usize = 1 << 18;

fn on_disk(folder: &TempDir, threads: usize) -> (Arc<Disk>, Limits) {
    let disk = Arc::new(Disk::open(folder.path()).expect("a folder"));
    (Arc::clone(&disk), Limits { memory: LITTLE, threads, disk: Some(disk), ..Limits::default() })
}

fn explored(metric: Metric, limits: &Limits, state: Option<&Shelf>) -> Explored {
    // It has 396,284 positions.
    let checkpoint = state.map(Shelf::checkpoint);
    space_of(&shipped("d209"), None, metric, ExploreOptions::default(), limits, checkpoint)
        .expect("a state that can be read")
        .explored
}

/// The files in a folder that hold blocks.
fn files(folder: &TempDir) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "blocks")).collect()
}

#[test]
fn layers_are_the_same_on_disk_in_every_metric() {
    for (metric, threads) in [(Metric::Step, 1..4), (Metric::Slide, 2..3), (Metric::Path, 3..4)] {
        let whole = explored(metric, &Limits { threads: 2, ..Limits::default() }, None);
        for threads in threads {
            let folder = TempDir::new().expect("a folder");
            let (disk, limits) = on_disk(&folder, threads);
            let found = explored(metric, &limits, None);
            assert_eq!((found.ended, &found.sizes), (None, &whole.sizes), "{metric:?}, {threads} threads");
            assert_eq!(found.cost.positions, 396_284);
            assert!(found.cost.disk.states > 0 && found.cost.disk.written > 0, "{:?}", found.cost);
            drop((disk, limits));
            assert_eq!(files(&folder).len(), 0, "nothing is left");
        }
    }
}

#[test]
fn a_shortest_solution_is_reconstructed_from_disk() {
    let problem = pair("d209");
    let puzzle = problem.classes();
    for (metric, length) in [(Metric::Step, 31), (Metric::Slide, 25), (Metric::Path, 23)] {
        let folder = TempDir::new().expect("a folder");
        let (_disk, limits) = on_disk(&folder, 2);
        // As little memory as sends even the narrow layers to disk.
        let limits = Limits { memory: LITTLE / 8, wide: 1, ..limits };
        let outcome = shortest_packed(&puzzle, Choice::of(&puzzle), metric, Symmetric::Apart, &limits, None);
        let outcome = outcome.expect("nothing is read");
        let Answer::Solved(moves) = outcome.answer else { panic!("{metric:?}: {:?}", outcome.answer) };
        assert_eq!(moves.len(), length);
        assert_eq!(problem.verify(&lay_out(&puzzle, &moves)).err(), None);
        assert!(outcome.cost.disk.written > 0);
    }
}

#[test]
fn a_search_that_was_stopped_resumes_from_its_files() {
    let whole = explored(Metric::Slide, &Limits::default(), None);
    let (folder, state) = (TempDir::new().expect("a folder"), Shelf::default());
    // It gives up several times, each time after more positions.
    let mut ended = None;
    for most in [60_000, 150_000, 300_000, u64::MAX] {
        let (_disk, limits) = on_disk(&folder, 2);
        let found = explored(Metric::Slide, &Limits { positions: most, ..limits }, Some(&state));
        assert!(found.sizes.len() <= whole.sizes.len() && whole.sizes.starts_with(&found.sizes));
        ended = Some(found);
    }
    assert_eq!(ended.map(|found| (found.ended, found.sizes)), Some((None, whole.sizes)));
}

#[test]
fn a_damaged_file_is_named() {
    let (folder, state) = (TempDir::new().expect("a folder"), Shelf::default());
    let (disk, limits) = on_disk(&folder, 2);
    explored(Metric::Slide, &Limits { positions: 150_000, ..limits }, Some(&state));
    drop(disk);
    let layers = files(&folder);
    assert!(!layers.is_empty(), "a layer is in a file");
    for file in layers {
        let mut bytes = fs::read(&file).expect("a file");
        bytes.iter_mut().step_by(1000).for_each(|byte| *byte ^= 4);
        fs::write(&file, bytes).expect("a file that can be written");
    }
    let (disk, limits) = on_disk(&folder, 2);
    let found = explored(Metric::Slide, &limits, Some(&state));
    assert_eq!(found.ended, Some(GaveUp::Disk));
    let error = disk.error().expect("a sentence");
    assert!(error.contains(".blocks: is damaged at byte "), "{error}");
}

#[test]
fn a_full_disk_keeps_the_last_layer() {
    let whole = explored(Metric::Slide, &Limits::default(), None);
    let (folder, state) = (TempDir::new().expect("a folder"), Shelf::default());
    let disk = Arc::new(Disk::open(folder.path()).expect("a folder").with_space(300_000));
    let limits = Limits { memory: LITTLE, threads: 2, disk: Some(Arc::clone(&disk)), ..Limits::default() };
    let found = explored(Metric::Slide, &limits, Some(&state));
    assert_eq!(found.ended, Some(GaveUp::Disk));
    assert!(disk.error().is_some_and(|error| error.contains("300000 bytes allowed")), "{:?}", disk.error());
    assert!(found.sizes.len() > 1 && whole.sizes.starts_with(&found.sizes));
    drop((limits, disk));
    let (_disk, limits) = on_disk(&folder, 2);
    assert_eq!(explored(Metric::Slide, &limits, Some(&state)).sizes, whole.sizes);
}
