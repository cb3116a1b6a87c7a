//! The rules once more, as plainly as they can be written: no packing, no masks, no layers. What the engine is
//! held against.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use proptest::prelude::{Strategy, any};
use proptest::{collection, sample};
use traybit_sliding::metric::Metric;
use traybit_sliding::tray::{Block, Goal, Size, Tray};

/// A position: the blocks, in order, since equal blocks are interchangeable.
pub(crate) type Blocks = BTreeSet<Block>;

/// All positions one move away, each with the block that moved, before and after.
pub(crate) fn moves(size: Size, blocks: &Blocks, metric: Metric) -> Vec<(Blocks, Block, Block)> {
    let mut found = Vec::new();
    for &block in blocks {
        let others: Vec<Block> = blocks.iter().copied().filter(|&other| other != block).collect();
        for place in places(size, block, &others, metric) {
            let mut after: Blocks = others.iter().copied().collect();
            after.insert(place);
            found.push((after, block, place));
        }
    }
    found
}

/// Where one block can be after one move.
fn places(size: Size, block: Block, others: &[Block], metric: Metric) -> HashSet<Block> {
    let mut reached = HashSet::new();
    let mut queue = VecDeque::from([block]);
    while let Some(at) = queue.pop_front() {
        for direction in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let mut next = at;
            while let Some(place) = step(size, next, direction).filter(|place| fits(*place, others)) {
                next = place;
                if next != block && reached.insert(next) && metric == Metric::Path {
                    queue.push_back(next);
                }
                if metric == Metric::Step {
                    break;
                }
            }
        }
    }
    reached
}

fn step(size: Size, block: Block, (down, right): (i32, i32)) -> Option<Block> {
    let (top, left) = (i32::from(block.top) + down, i32::from(block.left) + right);
    let rows = 0..=i32::from(size.height) - i32::from(block.height);
    let columns = 0..=i32::from(size.width) - i32::from(block.width);
    let inside = rows.contains(&top) && columns.contains(&left);
    inside.then_some(Block { top: top as u16, left: left as u16, ..block })
}

fn fits(block: Block, others: &[Block]) -> bool {
    !others.iter().any(|other| {
        block.top <= other.bottom()
            && other.top <= block.bottom()
            && block.left <= other.right()
            && other.left <= block.right()
    })
}

/// The length of a shortest solution, by a search over whole positions; none when there is no solution.
pub(crate) fn shortest(tray: &Tray, goal: &Goal, metric: Metric) -> Option<usize> {
    let start: Blocks = tray.blocks().iter().copied().collect();
    let is_goal = |blocks: &Blocks| goal.blocks().iter().all(|wanted| blocks.contains(wanted));
    let mut lengths = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(blocks) = queue.pop_front() {
        let length = lengths[&blocks];
        if is_goal(&blocks) {
            return Some(length);
        }
        for (after, ..) in moves(tray.size(), &blocks, metric) {
            if !lengths.contains_key(&after) {
                lengths.insert(after.clone(), length + 1);
                queue.push_back(after);
            }
        }
    }
    None
}

/// Random trays: `most` blocks of up to 3×3 at random places, those that do not fit left out.
pub(crate) fn trays(
    heights: std::ops::RangeInclusive<u16>,
    widths: std::ops::RangeInclusive<u16>,
    most: usize,
) -> impl Strategy<Value = Tray> {
    let block = (any::<sample::Index>(), any::<sample::Index>(), 1..=3u16, 1..=3u16);
    (heights, widths, collection::vec(block, 0..=most)).prop_map(|(height, width, wishes)| {
        let size = Size { height, width };
        let mut blocks: Vec<Block> = Vec::new();
        for (row, column, rows, columns) in wishes {
            let (rows, columns) = (rows.min(height), columns.min(width));
            let top = row.index(usize::from(height - rows) + 1) as u16;
            let left = column.index(usize::from(width - columns) + 1) as u16;
            let block = Block { top, left, height: rows, width: columns };
            if fits(block, &blocks) {
                blocks.push(block);
            }
        }
        Tray::new(size, blocks).expect("blocks that overlap were left out")
    })
}

/// A goal for a tray: some of its blocks, as they stand in another arrangement of the same kind of tray; often
/// impossible, and now and then met by chance.
pub(crate) fn goals(tray: &Tray, wishes: &[(sample::Index, sample::Index, sample::Index)]) -> Goal {
    let size = tray.size();
    let mut wanted: Vec<Block> = Vec::new();
    for (which, row, column) in wishes {
        let Some(&shape) = (!tray.blocks().is_empty()).then(|| which.get(tray.blocks())) else { continue };
        let top = row.index(usize::from(size.height - shape.height) + 1) as u16;
        let left = column.index(usize::from(size.width - shape.width) + 1) as u16;
        let block = Block { top, left, ..shape };
        if fits(block, &wanted) {
            wanted.push(block);
        }
    }
    Goal::new(size, wanted).expect("blocks that overlap were left out")
}
