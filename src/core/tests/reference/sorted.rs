//! Positions of every form, sorted in memory and in files.

use std::collections::BTreeSet;
use std::sync::Arc;

use tempfile::TempDir;
use traybit_core::reference::Position;
use traybit_core::reference::packed::Form;
use traybit_core::reference::sorted::sort;
use traybit_core::rng::Rng;
use traybit_core::search::disk::Disk;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Random positions of so many numbers below `end`, some of them several times.
fn positions(numbers: usize, end: usize) -> Vec<Position> {
    let mut rng = Rng::new(5, numbers as u64);
    let mut positions: Vec<Position> = Vec::new();
    for _ in 0..6_000 {
        let again = (rng.below(3) == 0).then_some(positions.len() as u64).filter(|&count| count > 0);
        positions.push(match again {
            Some(count) => positions[rng.below(count) as usize].clone(),
            None => (0..numbers).map(|_| rng.below(end as u64) as u16).collect(),
        });
    }
    positions
}

fn sorted(form: Form, positions: &[Position], limits: &Limits) -> Result<Vec<Position>, GaveUp> {
    let mut sorted = Vec::new();
    let mut add = |position: &[u16]| sorted.push(Position::from(position));
    sort(
        form,
        (limits, limits.memory),
        &mut |take| {
            let mut parts = positions.chunks(5_000);
            parts.try_for_each(|part| take(part.len(), &|number| part[number].clone()))
        },
        &mut add,
    )?;
    Ok(sorted)
}

#[test]
fn positions_of_every_form_are_sorted() {
    for (numbers, end) in [(1, 1), (2, 2), (3, 65_536), (4, 65_536), (10, 20), (16, 256), (40, 36), (70, 100)]
    {
        let (form, positions) = (Form::new(numbers, end), positions(numbers, end));
        let expected: Vec<Position> =
            positions.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
        let folder = TempDir::new().expect("a folder");
        let disk = Arc::new(Disk::open(folder.path()).expect("a folder"));
        for (memory, threads, disk) in [(1 << 24, 1, None), (1 << 24, 2, None), (2_000, 2, Some(disk))] {
            let limits = Limits { memory, threads, disk, ..Limits::default() };
            assert!(sorted(form, &positions, &limits).as_ref() == Ok(&expected), "{form:?}, {limits:?}");
            let written = limits.disk.map_or(0, |disk| disk.traffic().written);
            assert!(memory > 2_000 || written > 1_000 || expected.len() < 9, "{form:?}: {written}");
        }
    }
}

#[test]
fn what_does_not_fit_the_memory_needs_a_disk() {
    let limits = Limits { memory: 2_000, ..Limits::default() };
    assert_eq!(sorted(Form::new(10, 20), &positions(10, 20), &limits), Err(GaveUp::Memory));
}
