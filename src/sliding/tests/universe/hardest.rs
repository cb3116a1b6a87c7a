//! The hardest starts of small universes against a plain flood over all boards.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use traybit_core::{GaveUp, Limits};
use traybit_sliding::Metric;
use traybit_sliding::solve::hardest::{Hard, Hardest, HardestOptions, hardest};
use traybit_sliding::universe::{Goal, Pieces, parse_places};

use super::{Board, flood, neighbours, pieces};
use crate::spaces::METRICS;

fn goal(pieces: &Pieces, places: &str) -> Goal {
    Goal::new(pieces, &parse_places(places).unwrap()).unwrap()
}

/// Distance, boards of the component, goals and boards at that distance, for each component that holds a goal.
fn flooded(pieces: &Pieces, goal: &Goal, metric: Metric) -> Vec<(u64, u64, u64, u64)> {
    let component = flood(pieces);
    let mut layer: Vec<Board> = component.keys().filter(|board| goal.is_met(board)).cloned().collect();
    let mut distances: HashMap<Board, u64> = layer.iter().map(|board| (board.clone(), 0)).collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for board in layer.iter().flat_map(|board| neighbours(pieces, metric, board)) {
            if !distances.contains_key(&board) {
                distances.insert(board.clone(), distance);
                next.push(board);
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    let mut by_component: HashMap<usize, Vec<u64>> = HashMap::new();
    for (board, distance) in &distances {
        by_component.entry(component[board]).or_default().push(*distance);
    }
    let summary = |mut distances: Vec<u64>| {
        distances.sort_unstable();
        let count = |number| distances.iter().filter(|distance| **distance == number).count() as u64;
        let most = distances[distances.len() - 1];
        (most, distances.len() as u64, count(0), count(most))
    };
    let mut summaries: Vec<_> = by_component.into_values().map(summary).collect();
    summaries.sort_unstable();
    summaries
}

#[test]
fn starts_are_those_of_a_plain_flood() {
    for (tray, kinds, empty, places) in [
        ("3x3", "2x2=..1,1x2,2x1,1x1", "1..", "1x2 2 1"),
        ("4x3", "2x2=1,1x2=..2,2x1=..1,1x1=..2", "2..", "2x2 2 1"),
        ("3x4", "xx/x.=1,.x/xx=..1,1x1=..3", "2..", "xx/x. 1 2,1x1 0 0"),
        ("..#../..#..", "1x2=..2,1x1=1..2", "..", "1x1 0 4"),
        ("#..../..#../....#", "1x2=1,2x1=..1,.x/xx=..1,1x1=..1", "..", "1x2 0 1"),
        ("2x2", "1x1", "..", "1x1 0 0,1x1 1 1"),
    ] {
        let pieces = pieces(tray, kinds, empty);
        let goal = goal(&pieces, places);
        for metric in METRICS {
            let expected = flooded(&pieces, &goal, metric);
            let options = HardestOptions { pieces: &pieces, goal: &goal, metric, top: 10_000, least: 0 };
            let all = hardest(options, &Limits::default()).unwrap();
            let mut figures: Vec<_> = all
                .starts
                .iter()
                .map(|start| (start.distance, start.boards, start.goals, start.equals))
                .collect();
            figures.sort_unstable();
            assert_eq!(figures, expected, "{tray} {kinds} {metric:?}");
            assert_eq!(all.with_goal, expected.len() as u64);
            assert_eq!(all.goals, expected.iter().map(|component| component.2).sum::<u64>());
            // The best are the same with fewer of them, a minimum distance and several threads.
            for (top, least, threads) in [(1, 0, 1), (3, 0, 2), (5, 4, 2)] {
                let limits = Limits { threads, ..Limits::default() };
                let some = hardest(HardestOptions { top, least, ..options }, &limits).unwrap();
                let far = all.starts.iter().filter(|start| start.distance >= least).take(top);
                assert_eq!(some.starts, far.cloned().collect::<Vec<Hard>>(), "{top} {least} {threads}");
                let counts = |found: &Hardest| (found.boards, found.goals, found.components, found.with_goal);
                assert_eq!(counts(&some), counts(&all));
            }
        }
    }
}

#[test]
fn the_hardest_klotski_starts() {
    let limits = Limits { threads: 2, ..Limits::default() };
    let pieces = pieces("5x4", "2x2=1,1x2=1..2,2x1=3..4,1x1=4", "2");
    let goal = goal(&pieces, "2x2 3 1");
    let options = HardestOptions { pieces: &pieces, goal: &goal, metric: Metric::Step, top: 2, least: 1 };
    let found = hardest(options, &limits).unwrap();
    let figures: Vec<_> = found.starts.iter().map(|start| (start.distance, start.boards)).collect();
    // The space of Super Century, which is one of its six, and that of Klotski.
    assert_eq!(figures, [(179, 81_340), (126, 25_955)]);
    assert_eq!(found.starts[0].equals, 6);
    let least = |memory| hardest(options, &Limits { memory, ..limits.clone() });
    let enough = (1..256).map(|quarters| quarters << 18).find(|&memory| least(memory).is_ok()).unwrap();
    assert_eq!(least(enough).unwrap().starts, found.starts);
    assert_eq!(least(1 << 10), Err(GaveUp::Memory));
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(hardest(options, &late), Err(GaveUp::Time));
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert_eq!(hardest(options, &stopped), Err(GaveUp::Stopped));
}
