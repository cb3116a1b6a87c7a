//! Planning above single moves, for trays of any size: goals are met one after the other.
//!
//! ```text
//!   · · · · · · ┐      targets far from one corner come first, in layers; where the goal says where all blocks
//!   4 4 4 4 4 4 │      are, its free cells are gathered in that corner first, by moves that are undone in the end:
//!   3 3 3 3 3 4 │      the rest of the tray gets smaller, and its share of free cells larger
//!   · 2 2 2 3 4 │
//!   · · 1 2 3 4 ┘
//! ```
//!
//! A block is carried along the cheapest route to its target by searches in small windows; what has been met is put back
//! by the search that displaces it. An attempt that is stuck, or has had its share of positions, makes way for another
//! one with another corner, order and seed.

mod carry;
mod cells;
mod field;
mod gather;
mod position;
mod window;

use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;

use crate::classes::Classes;
use crate::metric::Shift;
use crate::plan::carry::{Carried, Carrier};
use crate::plan::gather::gather;
use crate::plan::position::{Block, Position, Tray};

/// Positions of an attempt: so many, and so many for each target.
const EFFORT: usize = 100_000;
const EFFORT_OF_TARGET: usize = 3_000;

/// One attempt at a solution, the better equipped the higher its number.
pub fn plan(puzzle: &Classes, attempt: u32, limits: &Limits) -> Option<Vec<Shift>> {
    let tray = Tray::new(puzzle);
    let goal = puzzle.goals.get(attempt as usize % puzzle.goals.len().max(1))?;
    let starts: Vec<Vec<u16>> = puzzle.classes.iter().map(|class| class.start.clone()).collect();
    let start = Position::new(&tray, &starts);
    let mut rng = Rng::new(attempt.into(), 0);
    let size = tray.size();
    let corner = [(0, 0), (size.height - 1, size.width - 1), (0, size.width - 1), (size.height - 1, 0)]
        [attempt as usize % 4];
    let mut end = whole_goal(&tray, goal, &starts);
    if let Some(end) = &mut end {
        let all: Vec<usize> = (0..end.blocks.len()).collect();
        gather(&tray, end, size.number(corner) as u16, &all, 60, &mut rng);
    }
    let mut targets: Vec<Block> = match &end {
        Some(end) => end.blocks.clone(),
        None => {
            let targets = goal.iter().enumerate();
            targets.flat_map(|(class, anchors)| anchors.iter().map(move |&anchor| Block { class, anchor })).collect()
        }
    };
    let layer = |block: &Block| {
        let away = |cell: u16| {
            let (row, column) = size.cell(cell.into());
            let (down, across) = (row.abs_diff(corner.0), column.abs_diff(corner.1));
            let (down, across) = (down + size.width.saturating_sub(size.height), across + size.height.saturating_sub(size.width));
            (down.max(across), down.min(across))
        };
        tray.cells(block.class, block.anchor).map(away).max().unwrap_or_default()
    };
    targets.sort_by_cached_key(|block| std::cmp::Reverse((layer(block), Some(block.class) != tray.fluid)));
    let effort = (EFFORT + EFFORT_OF_TARGET * targets.len()) << (attempt / 4).min(16);
    let mut carrier =
        Carrier { is_held: vec![false; size.cells()], tray: &tray, position: start, effort, limits, rng };
    // Targets still to be met, by their rank; the ranks of all, and how often each was stuck.
    let mut ranks: Vec<i64> = (0..targets.len() as i64).map(|rank| rank << 20).collect();
    let mut is_met = vec![false; targets.len()];
    let mut stuck = vec![0; targets.len()];
    let mut open: std::collections::BTreeSet<(i64, usize)> = ranks.iter().copied().zip(0..).collect();
    while let Some(&(_, number)) = open.first() {
        let target = targets[number];
        match carrier.carry(target, 5, true) {
            Carried::There => {
                carrier.hold(target, true);
                is_met[number] = true;
                open.remove(&(ranks[number], number));
            }
            Carried::Stuck => {
                // Its neighbours are let go, and come after it the next time.
                stuck[number] += 1;
                let near = 1 + stuck[number] as u32;
                open.remove(&(ranks[number], number));
                for (other, &block) in targets.iter().enumerate() {
                    let is_near = || tray.cells(block.class, block.anchor).any(|cell| tray.cells(target.class, target.anchor).any(|own| size.steps(cell.into(), own.into()) <= near));
                    if is_met[other] && is_near() {
                        is_met[other] = false;
                        carrier.hold(block, false);
                        ranks[number] = ranks[number].min(ranks[other] - 1);
                        open.insert((ranks[other], other));
                    }
                }
                open.insert((ranks[number], number));
                carrier.gather(target.anchor);
                if std::env::var_os("DBG2").is_some() {
                    dbg_draw(&tray, &carrier.position, &[target]);
                    let held: Vec<Block> = (0..targets.len()).filter(|&n| is_met[n]).map(|n| targets[n]).collect();
                    dbg_draw(&tray, &carrier.position, &held);
                    eprintln!("stuck {} times at {number} {} unmet", stuck[number], open.len());
                }
            }
            Carried::Over => {
                if std::env::var_os("DBG").is_some() {
                    eprintln!("over: {} unmet of {}, effort {}", open.len(), targets.len(), carrier.effort);
                }
                return None;
            }
        }
    }
    let mut moves = carrier.position.moves;
    if let Some(end) = end {
        moves.extend(end.moves.into_iter().rev().map(Shift::reversed));
    }
    Some(moves)
}

/// The position that meets a goal, where those blocks that the goal leaves out can stay where they are at the start.
fn whole_goal(tray: &Tray, goal: &[Vec<u16>], starts: &[Vec<u16>]) -> Option<Position> {
    let named: usize = goal.iter().map(Vec::len).sum();
    let all: usize = starts.iter().map(Vec::len).sum();
    if 2 * named < all {
        return None;
    }
    let mut taken = vec![false; tray.size().cells()];
    for (class, anchors) in goal.iter().enumerate() {
        for cell in anchors.iter().flat_map(|&anchor| tray.cells(class, anchor)) {
            taken[usize::from(cell)] = true;
        }
    }
    let mut anchors = goal.to_vec();
    for (class, starts) in starts.iter().enumerate() {
        let missing = starts.len().checked_sub(goal[class].len())?;
        let stay = starts.iter().filter(|&&anchor| tray.cells(class, anchor).all(|cell| !taken[usize::from(cell)]));
        let stay: Vec<u16> = stay.copied().take(missing).collect();
        if stay.len() < missing {
            return None;
        }
        for cell in stay.iter().flat_map(|&anchor| tray.cells(class, anchor)) {
            taken[usize::from(cell)] = true;
        }
        anchors[class].extend(stay);
    }
    Some(Position::new(tray, &anchors))
}

fn dbg_draw(tray: &Tray, position: &Position, targets: &[Block]) {
    if std::env::var_os("DBG3").is_none() { return; }
    let size = tray.size();
    let glyph = |blocks: &dyn Fn(u16) -> Option<Block>| {
        for row in 0..size.height {
            let line: String = (0..size.width).map(|column| {
                let cell = size.number((row, column)) as u16;
                match blocks(cell) { None => '.', Some(b) => char::from(b'a' + b.class as u8 ) }
            }).collect();
            eprintln!("{line}");
        }
    };
    if targets.len() == 1 { eprintln!("now"); glyph(&|cell| position.block_on(cell).map(|n| position.blocks[n])); }
    eprintln!("targets {}", targets.len()); glyph(&|cell| targets.iter().find(|b| tray.cells(b.class, b.anchor).any(|c| c == cell)).copied());
}
