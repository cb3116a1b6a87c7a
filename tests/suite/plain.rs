//! Random trays and goals, and the plain reference on them: blocks as corners in place of lists of cells.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use proptest::prelude::{Strategy, any};
use proptest::{collection, sample};
use traybit_core::grid::Size;
use traybit_core::reference::layers::Layers;
use traybit_sliding::formats::course::{self, Block, Goal, Tray};
use traybit_sliding::metric::Metric;
use traybit_sliding::reference::Rules;

/// A position: the blocks, in order, since equal blocks are interchangeable.
pub(crate) type Blocks = BTreeSet<Block>;

/// All positions one move away, each with the block that moved, before and after.
pub(crate) fn moves(size: Size, blocks: &Blocks, metric: Metric) -> Vec<(Blocks, Block, Block)> {
    let tray = Tray::new(size, blocks.iter().copied().collect()).expect("blocks of a position are apart");
    let rules = Rules::of(&course::puzzle(&tray, None));
    let cell = |block: &Block| block.top * size.width + block.left;
    let at: HashMap<u16, Block> = blocks.iter().map(|block| (cell(block), *block)).collect();
    let mut found = Vec::new();
    rules.expand(&rules.start(), metric, &mut found);
    let after = |position: &[u16]| {
        let places = rules.start().into_iter().zip(position);
        let moved = places.map(|(before, &cell)| Block {
            top: cell / size.width,
            left: cell % size.width,
            ..at[&before]
        });
        moved.collect::<Blocks>()
    };
    let one = |blocks: &Blocks, other: &Blocks| *(blocks - other).first().expect("one block moved");
    let told = found.iter().map(|position| {
        let after = after(position);
        let (from, to) = (one(blocks, &after), one(&after, blocks));
        (after, from, to)
    });
    told.collect()
}

/// The length of a shortest solution, by a search over whole positions; none when there is no solution.
pub(crate) fn shortest(tray: &Tray, goal: &Goal, metric: Metric) -> Option<usize> {
    let rules = Rules::of(&course::puzzle(tray, Some(goal)));
    let mut layers = Layers::new(rules.start(), |position, found| rules.expand(position, metric, found));
    let mut length = 0;
    while !layers.layer().is_empty() {
        if layers.layer().iter().any(|position| rules.is_won(position)) {
            return Some(length);
        }
        layers.advance(usize::MAX);
        length += 1;
    }
    None
}

fn fits(block: Block, others: &[Block]) -> bool {
    !others.iter().any(|other| block.cells().any(|cell| other.covers(cell)))
}

/// Random trays: `most` blocks of up to 3×3 at random places, those that do not fit left out.
pub(crate) fn trays(
    heights: RangeInclusive<u16>,
    widths: RangeInclusive<u16>,
    most: usize,
) -> impl Strategy<Value = Tray> {
    let block = (any::<sample::Index>(), any::<sample::Index>(), 1..=3u16, 1..=3u16);
    (heights, widths, collection::vec(block, 0..=most)).prop_map(|(height, width, drawn)| {
        let size = Size { height, width };
        let mut blocks: Vec<Block> = Vec::new();
        for (row, column, rows, columns) in drawn {
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
pub(crate) fn goals(tray: &Tray, targets: &[(sample::Index, sample::Index, sample::Index)]) -> Goal {
    let size = tray.size();
    let mut goal: Vec<Block> = Vec::new();
    for (which, row, column) in targets {
        let Some(&shape) = (!tray.blocks().is_empty()).then(|| which.get(tray.blocks())) else { continue };
        let top = row.index(usize::from(size.height - shape.height) + 1) as u16;
        let left = column.index(usize::from(size.width - shape.width) + 1) as u16;
        let block = Block { top, left, ..shape };
        if fits(block, &goal) {
            goal.push(block);
        }
    }
    Goal::new(size, goal).expect("blocks that overlap were left out")
}
