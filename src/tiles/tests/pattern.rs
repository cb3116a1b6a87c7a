//! Pattern databases: their entries against a plain search, their files, and the partition of a board.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use crate::plain::size;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::direction::Direction;
use traybit_tiles::pattern::Pattern;
use traybit_tiles::pattern::cache::{folder_of, load, name, store};
use traybit_tiles::pattern::database::{build, bytes, entry};
use traybit_tiles::pattern::direct;
use traybit_tiles::pattern::index::{EntryIndex, rank};
use traybit_tiles::pattern::partition::{further, partition};

/// Minimum numbers of moves of the pattern's tiles by their cells, in the order of their homes: a plain search over these
/// and the blank's cell, where moves of other tiles cost nothing.
fn plain_costs(size: Size, homes: &[u8], blank_home: u8) -> HashMap<Vec<u8>, u32> {
    let mut costs: HashMap<(Vec<u8>, u8), u32> = HashMap::new();
    let mut queue = VecDeque::from([(homes.to_vec(), blank_home, 0)]);
    while let Some((cells, blank, cost)) = queue.pop_front() {
        if costs.contains_key(&(cells.clone(), blank)) {
            continue;
        }
        costs.insert((cells.clone(), blank), cost);
        for direction in Direction::ALL {
            let Some(source) = direction.source(blank.into(), size) else { continue };
            let source = source as u8;
            let mut moved = cells.clone();
            if let Some(tile) = moved.iter_mut().find(|cell| **cell == source) {
                *tile = blank;
                queue.push_back((moved, source, cost + 1));
            } else {
                queue.push_front((moved, source, cost));
            }
        }
    }
    let mut least = HashMap::new();
    for ((cells, _), cost) in costs {
        least.entry(cells).and_modify(|least: &mut u32| *least = cost.min(*least)).or_insert(cost);
    }
    least
}

fn compare(size: Size, homes: u32, blank_home: usize, threads: usize) {
    let tiles: Vec<u8> = (0..32).filter(|cell| homes >> cell & 1 == 1).collect();
    let (pattern, images) = Pattern::new(size, homes, blank_home).standard(size);
    let index = EntryIndex::new(size, tiles.len());
    let mut halves = vec![0; bytes(size, tiles.len())];
    build(&index, pattern, &Limits { threads, ..Limits::default() }, &mut halves).unwrap();
    let mut spread = vec![0; direct::bytes(size, tiles.len())];
    direct::spread(&index, &halves, threads, &mut spread);
    let steps = |from: u8, to: u8| size.steps(from.into(), to.into());
    for (cells, cost) in plain_costs(size, &tiles, blank_home as u8) {
        let manhattan: u32 = cells.iter().zip(&tiles).map(|(&cell, &home)| steps(cell, home)).sum();
        let mut there: Vec<(u8, usize)> = (cells.iter().zip(&tiles))
            .map(|(&cell, &home)| (images[usize::from(cell)], images[usize::from(home)].into()))
            .collect();
        there.sort_unstable();
        let set = there.iter().map(|&(cell, _)| 1 << cell).sum();
        let order: Vec<usize> = there.iter().map(|&(_, home)| home).collect();
        let index = index.ranks.rank(set) as usize * index.orders.number + rank(&order);
        there.sort_unstable_by_key(|&(_, home)| home);
        let direct: u32 =
            there.iter().zip(direct::units(size)).map(|(tile, unit)| u32::from(tile.0) * unit).sum();
        let excess = u32::from(entry(&halves, index));
        assert_eq!(u32::from(entry(&spread, direct as usize)), excess, "{cells:?} of {tiles:?}, {size:?}");
        assert_eq!(excess, ((cost - manhattan) / 2).min(15), "{cells:?} of {tiles:?}, {size:?}");
        assert!((cost - manhattan).is_multiple_of(2));
    }
}

#[test]
fn entries_are_those_of_a_plain_search() {
    for homes in [0b1, 0b100, 0b111, 0b1_0001_1000, 0b1_1010, 0b1111_0010] {
        compare(size(3, 3), homes, if homes & 1 == 0 { 0 } else { 8 }, 1);
    }
    compare(size(3, 3), 0b1_1100_0011, 4, 1);
    compare(size(2, 4), 0b1_0110, 0, 1);
    compare(size(4, 2), 0b1010_1001, 6, 2);
    compare(size(1, 6), 0b11_0110, 3, 1);
    // The blank is shut in at home: a corner behind the pattern.
    compare(size(3, 3), 0b1010, 0, 1);
    compare(size(4, 4), 0b1_0010, 0, 2);
}

#[test]
fn a_database_is_built_stored_and_loaded_unless_a_byte_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let size = size(3, 3);
    let pattern = Pattern::new(size, 0b111, 8);
    let mut database = vec![0; bytes(size, 3)];
    let index = EntryIndex::new(size, 3);
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert_eq!(build(&index, pattern, &stopped, &mut database.clone()), Err(GaveUp::Stopped));
    build(&index, pattern, &Limits::default(), &mut database).unwrap();
    let load = |folder: &Path, pattern| {
        let mut halves = vec![0; bytes(size, 3)];
        load(folder, size, pattern, &mut halves).map(|()| halves)
    };
    assert!(load(folder.path(), pattern).is_none());
    let inside = folder.path().join("not there yet");
    store(&inside, size, pattern, &database).unwrap();
    let loaded = || load(&inside, pattern);
    assert_eq!(loaded().unwrap(), database);
    assert_eq!(fs::read_dir(&inside).unwrap().count(), 1, "no draft is left");

    let path = inside.join(name(size, pattern));
    let whole = fs::read(&path).unwrap();
    for index in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[index] ^= 1 << (index % 8);
        fs::write(&path, damaged).unwrap();
        assert!(loaded().is_none(), "byte {index}");
    }
    for damaged in [&whole[..whole.len() - 1], &[whole.as_slice(), &[0]].concat(), &[]] {
        fs::write(&path, damaged).unwrap();
        assert!(loaded().is_none());
    }
    // Another pattern's database under this name.
    let other = Pattern::new(size, 0b11_001, 8);
    fs::write(&path, &whole).unwrap();
    fs::copy(&path, inside.join(name(size, other))).unwrap();
    assert!(load(&inside, other).is_none());
    store(&inside, size, pattern, &database).unwrap();
    assert!(loaded().is_some());
    // A folder that cannot be one.
    assert!(store(&path, size, pattern, &database).is_err());
}

#[test]
fn the_folder_is_where_the_user_keeps_caches() {
    let path = |text: &str| Some(PathBuf::from(text));
    assert_eq!(folder_of(path("/c"), path("/h")), path("/c/traybit"));
    assert_eq!(folder_of(path("c"), path("/h")), path("/h/.cache/traybit"));
    assert_eq!(folder_of(None, path("")), None);
}

/// The letter of each cell's pattern in the best partition.
fn drawn(height: u16, width: u16, blank_home: usize, most: usize) -> Vec<String> {
    let size = size(height, width);
    letters(size, blank_home, most, &partition(size, blank_home, most))
}

fn letters(size: Size, blank_home: usize, most: usize, patterns: &[u32]) -> Vec<String> {
    let tiles = patterns.iter().sum::<u32>();
    assert_eq!(tiles.count_ones() as usize, size.cells() - 1, "no cell twice");
    assert!(tiles >> blank_home & 1 == 0);
    let counts: Vec<u32> = patterns.iter().map(|pattern| pattern.count_ones()).collect();
    let (last, whole) = counts.split_last().unwrap();
    assert!(whole.iter().all(|&count| count as usize == most) && *last as usize <= most, "{counts:?}");
    let name = |cell: usize| match patterns.iter().position(|pattern| pattern >> cell & 1 == 1) {
        Some(index) => char::from(b'a' + index as u8),
        None => '.',
    };
    let cells: Vec<char> = (0..size.cells()).map(name).collect();
    cells.chunks(size.width.into()).map(|row| row.iter().collect()).collect()
}

#[test]
fn patterns_are_close_together_around_the_blank_s_home() {
    assert_eq!(drawn(4, 4, 0, 6), [".bbb", "bbbc", "aaac", "aaac"]);
    assert_eq!(drawn(4, 4, 0, 7), [".bbb", "bbbb", "aaaa", "aaac"]);
    // That of Korf and Felner, reflected.
    assert_eq!(drawn(5, 5, 0, 6), [".ddbb", "dddbb", "ccdbb", "ccaaa", "ccaaa"]);
    let sizes = (1..=6).flat_map(|height| (1..=6).map(move |width| (height, width)));
    for (height, width) in sizes.filter(|&(height, width)| (2..=32).contains(&(height * width))) {
        let cells = usize::from(height * width);
        for most in 1..=if cells > 25 { 5 } else { 6 } {
            for blank_home in [0, cells / 2, cells - 1] {
                drawn(height, width, blank_home, most);
            }
        }
    }
    drawn(2, 16, 31, 5);
}

#[test]
fn a_further_partition_joins_other_tiles_each_pattern_in_one_piece() {
    let size = size(5, 5);
    // The first one and its reflection.
    let first = partition(size, 0, 6);
    let reflected = first.iter().map(|pattern| {
        (0..25).filter(|cell| pattern >> cell & 1 == 1).map(|cell| 1 << (cell % 5 * 5 + cell / 5)).sum()
    });
    let earlier = [first.clone(), reflected.collect()];
    let second = further(size, 0, 6, &earlier).unwrap();
    assert_eq!(letters(size, 0, 6, &second), [".dddb", "dddbb", "ccaab", "ccaab", "ccaab"]);
    assert_eq!(further(size, 0, 6, &[]), Some(first));
}
