//! Searches by plain means: layers in a bounded memory; positions of every form, sorted.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tempfile::TempDir;
use traybit_core::reference::Position;
use traybit_core::reference::sorted::{Form, sort};
use traybit_core::reference::streamed::{PlainSpace, streamed};
use traybit_core::search::disk::Disk;
use traybit_core::{GaveUp, Limits, Rng};

/// Cells on a side of the cube.
const SIDE: u16 = 40;

/// The cells beside the first three numbers' cell of a cube; the other numbers stay.
fn beside(position: &Position, found: &mut Vec<Position>) {
    for axis in 0..3 {
        for to in [position[axis].wrapping_sub(1), position[axis] + 1] {
            if to < SIDE {
                let mut next = position.clone();
                next[axis] = to;
                found.push(next);
            }
        }
    }
}

/// The sizes of all layers from a corner on, of positions of so many numbers.
fn sizes(numbers: usize, limits: &Limits) -> Result<Vec<u64>, GaveUp> {
    let start = vec![0; numbers].into();
    let space = PlainSpace { start, end: usize::from(SIDE), most_moves: 6, expand: &beside };
    let (mut next_layer, mut sizes) = (streamed(&space, limits)?, vec![1]);
    loop {
        let depth = sizes.len() as u16;
        let mut last: Option<Position> = None;
        let count = next_layer(u64::MAX, &mut |position| {
            assert_eq!(position[..3].iter().sum::<u16>(), depth);
            assert!(last.as_ref().is_none_or(|last| last < position), "{last:?}, {position:?}");
            last = Some(position.clone());
        })?;
        match count {
            Some(0) => return Ok(sizes),
            count => sizes.extend(count),
        }
    }
}

/// Cells of the cube so many steps from a corner.
fn expected() -> Vec<u64> {
    let mut sizes = vec![0; 3 * usize::from(SIDE) - 2];
    for cell in 0..SIDE * SIDE {
        for third in 0..SIDE {
            sizes[usize::from(cell / SIDE + cell % SIDE + third)] += 1;
        }
    }
    sizes
}

#[test]
fn layers_are_the_same_in_memory_and_in_files() {
    assert_eq!(sizes(3, &Limits { threads: 2, ..Limits::default() }), Ok(expected()));
    // The last takes threads.
    for (numbers, memory) in [(3, 134_000), (14, 140_000), (30, 160_000), (50, 400_000)] {
        let folder = TempDir::new().expect("a folder");
        let disk = Arc::new(Disk::open(folder.path()).expect("a folder"));
        let little = Limits { memory, threads: memory / 130_000, ..Limits::default() };
        let limits = Limits { disk: Some(Arc::clone(&disk)), ..little.clone() };
        assert_eq!(sizes(numbers, &limits), Ok(expected()), "{numbers} numbers");
        assert!(disk.traffic().written > 100_000, "{numbers} numbers: {:?}", disk.traffic());
        assert_eq!(sizes(numbers, &little), Err(GaveUp::Memory), "{numbers} numbers");
    }
}

#[test]
fn why_a_layer_is_not_found_is_told() {
    let space = PlainSpace { start: vec![0; 3].into(), end: 40, most_moves: 6, expand: &beside };
    let limits = Limits::default();
    let mut next_layer = streamed(&space, &limits).expect("enough memory");
    assert_eq!(next_layer(2, &mut |_| ()), Ok(None));
    assert_eq!(next_layer(3, &mut |_| ()), Ok(Some(3)));
    for _ in 0..5 {
        next_layer(u64::MAX, &mut |_| ()).expect("no limit");
    }
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(next_layer(u64::MAX, &mut |_| ()), Err(GaveUp::Stopped));
    let little = Limits { memory: 100_000, ..Limits::default() };
    assert_eq!(streamed(&space, &little).map(drop), Err(GaveUp::Memory));
}

/// Random positions, some of them several times, in order: sorted in memory or in files.
#[test]
fn positions_of_every_form_are_sorted() {
    for (numbers, end) in [(1, 1), (2, 2), (3, 65_536), (4, 65_536), (10, 20), (16, 256), (40, 36), (70, 100)]
    {
        let (form, mut rng) = (Form::new(numbers, end), Rng::new(5, numbers as u64));
        let mut random = || (0..numbers).map(|_| rng.below(end as u64) as u16).collect();
        let mut positions: Vec<Position> = (0..4_000).map(|_| random()).collect();
        positions.extend_from_within(..2_000);
        let expected: Vec<Position> = BTreeSet::from_iter(positions.clone()).into_iter().collect();
        let folder = TempDir::new().expect("a folder");
        let disk = Arc::new(Disk::open(folder.path()).expect("a folder"));
        for (memory, threads, disk) in [(1 << 24, 1, None), (1 << 24, 2, None), (2_000, 2, Some(disk))] {
            let limits = Limits { memory, threads, disk, ..Limits::default() };
            let mut sorted = Vec::new();
            let ended = sort(
                form,
                (&limits, memory),
                &mut |take| {
                    let mut parts = positions.chunks(5_000);
                    parts.try_for_each(|part| take(part.len(), &|number| part[number].clone()))
                },
                &mut |position| sorted.push(Position::from(position)),
            );
            assert!(ended == Ok(()) && sorted == expected, "{form:?}, {limits:?}");
            let written = limits.disk.map_or(0, |disk| disk.traffic().written);
            assert!(memory > 2_000 || written > 1_000 || expected.len() < 9, "{form:?}: {written}");
        }
    }
}
