//! Packing puzzles as states and back: all paths through the stages are all packings that there are by the rules.

use std::collections::{BTreeMap, BTreeSet};

use crate::packing_reference::packings;
use traybit_core::search::counting::{CountKey, count};
use traybit_core::{Limits, Register};
use traybit_packing::budget::Budget;
use traybit_packing::checker::Checker;
use traybit_packing::cover::{Cover, Outline};
use traybit_packing::formats::read;
use traybit_packing::kinds::Kinds;
use traybit_packing::space::{self, EMPTY, States};
use traybit_packing::{Cell, Pack, Packing, Rules};

/// Maximum number of nodes of the plain search.
const MOST_NODES: u64 = 20_000;

/// Checks a puzzle.
pub fn check(data: &[u8]) {
    let Ok(pack) = read("file", data) else { return };
    // Rules are no matter of states.
    if pack.rules != Rules::default()
        || pack.size.cells() > 64
        || pack.pieces.len() > 8
        || nodes(&pack) > MOST_NODES
    {
        return;
    }
    let (kinds, limits) = (Kinds::of(&pack), Limits::default());
    let mut budget = Budget::of(&limits);
    let outline = Outline::of(&pack, &kinds, &mut budget).expect("few cells");
    let cover = outline.fill(&mut budget).expect("few cells");
    let known: BTreeSet<_> = packings(&pack).iter().map(|packing| untitled(packing, &kinds)).collect();
    match space::bits(&cover) {
        0..=64 => all::<u64>(&pack, &kinds, &cover, &known),
        65..=128 => all::<u128>(&pack, &kinds, &cover, &known),
        _ => {}
    }
}

/// A bound on the nodes of a search that covers one cell after another.
fn nodes(pack: &Pack) -> u64 {
    let areas: Vec<usize> = pack
        .pieces
        .iter()
        .flat_map(|piece| piece.orientations().into_iter().map(|turned| turned.shape.area()))
        .collect();
    let mut below: Vec<u64> = vec![1];
    for cells in 1..=pack.open() {
        let placed = areas.iter().filter_map(|area| below.get(cells.checked_sub(*area)?));
        let sum = placed.fold(below[cells - 1], |sum, nodes| sum.saturating_add(*nodes));
        below.push(sum.saturating_add(1));
    }
    below[pack.open()]
}

/// The cells of each piece and its kind; pieces with the same orientations are equal.
fn untitled(packing: &Packing, kinds: &Kinds) -> BTreeMap<Vec<Cell>, usize> {
    packing.iter().map(|placed| (placed.cells.clone(), kinds.of_piece[placed.piece])).collect()
}

fn all<W: Register + CountKey>(
    pack: &Pack,
    kinds: &Kinds,
    cover: &Cover,
    known: &BTreeSet<BTreeMap<Vec<Cell>, usize>>,
) {
    let limits = Limits { threads: 1, ..Limits::default() };
    let space = space::compile::<W>(cover, States::Merged, &mut Budget::of(&limits)).expect("a small space");
    let counted = count(&*space, &limits, None).expect("a small count");
    assert_eq!(counted.total, known.len().into());
    let mut expander = space.expander();
    let mut waiting: Vec<(usize, W, Vec<u32>)> =
        space.start().map(|(stage, state)| (stage, state, Vec::new())).into_iter().collect();
    let (mut found, checker) = (BTreeSet::new(), Checker::of(pack));
    while let Some((stage, state, path)) = waiting.pop() {
        if stage == space.last() {
            let packing = cover.packing(pack, kinds, &path);
            assert_eq!(checker.check(&packing), Ok(()));
            assert!(found.insert(untitled(&packing, kinds)), "one path to each packing");
            continue;
        }
        let mut successors = Vec::new();
        expander.expand(stage, &[state], &mut successors);
        for successor in successors {
            let next = successor.stage as usize;
            assert!(next > stage);
            let placed = Some(successor.step).filter(|step| *step != EMPTY);
            waiting.push((next, successor.state, path.iter().copied().chain(placed).collect()));
        }
    }
    assert!(found == *known, "other packings than by the rules");
}
