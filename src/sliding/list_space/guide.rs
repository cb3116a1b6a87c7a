//! Estimates for best-first search in the space of a large tray.

use crate::board::Towards;
use crate::list_space::{ListSpace, Lists, Worker, sorted};
use crate::tidy;
use crate::{Cell, Class};
use traybit_core::Key;
use traybit_core::space::{End, Guide};

/// Maximum number of goals for an estimate; of more it takes a sample.
const GOALS: usize = 64;
/// Maximum number of blocks of a class that count as features of a state.
const FEATURES: usize = 256;

impl<K: Key> ListSpace<K> {
    /// Minimum over all goals, or the value for the start, of an estimate: the sum of the costs of all listed targets not
    /// taken. `cost` gets the class, the nearest block that could take the target, the target, and the steps between them.
    fn estimate(
        &self,
        lists: &Lists,
        from: End,
        mut cost: impl FnMut(usize, Option<u16>, u16, u32) -> u32,
    ) -> u32 {
        let mut sum = |targets: Vec<&Vec<u16>>| {
            let mut sum = 0;
            for (class, (anchors, targets)) in lists.anchors.iter().zip(targets).enumerate() {
                if targets.is_empty() || !self.is_listed(class) {
                    continue;
                }
                let (mut missing, mut spare) = (Vec::new(), Vec::new());
                sorted::changes(anchors, targets, |anchor, is_target| {
                    if is_target { missing.push(anchor) } else { spare.push(anchor) }
                });
                for target in missing {
                    let (steps, block) = sorted::take_nearest(target, &mut spare, self.puzzle.size);
                    sum += cost(class, block, target, steps);
                }
            }
            sum
        };
        match from {
            End::Start => sum(self.puzzle.classes.iter().map(|class| &class.start).collect()),
            End::Goal => {
                let goals = self.puzzle.goals.iter().step_by(self.puzzle.goals.len().div_ceil(GOALS).max(1));
                goals.map(|goal| sum(goal.iter().collect())).min().unwrap_or(0)
            }
        }
    }
}

impl<K: Key> Guide<K> for Worker<'_, K> {
    fn describe(&mut self, state: &K, from: End, features: &mut Vec<u32>) -> u32 {
        let Self { space, lists } = self;
        // The sample may leave out the goal that is met.
        if from == End::Goal && space.puzzle.goals.len() > GOALS && space.meets_goal(state, lists) {
            return 0;
        }
        space.unpack(state, lists);
        for (class, anchors) in lists.anchors.iter().enumerate() {
            let first = (class as u32) << 16;
            features.extend(anchors.iter().take(FEATURES).map(|&anchor| first + u32::from(anchor)));
        }
        let mut estimate = space.estimate(lists, from, |_, _, _, steps| steps);
        if let Some(units) = &space.units {
            let first = (space.puzzle.classes.len() as u32) << 16;
            features.extend(lists.free.iter().take(FEATURES).map(|&cell| first + u32::from(cell)));
            let missing = units.missing(from, space.other_cells(lists));
            if !missing.is_empty() {
                space.mark_listed(lists, true);
                let is_unit =
                    |cell| !lists.listed[usize::from(cell)] && lists.free.binary_search(&cell).is_err();
                estimate += units.distance(from, &missing, is_unit);
                space.mark_listed(lists, false);
            }
        }
        estimate
    }

    fn refine(&mut self, state: &K, from: End) -> Option<u32> {
        let Self { space, lists } = self;
        // Unlisted unit blocks fill the tray: no path could be clear. Other shapes than rectangles
        // are estimated by steps alone.
        if space.units.is_some() || !space.puzzle.classes.iter().all(|class| class.shape.is_rectangle()) {
            return None;
        }
        space.unpack(state, lists);
        space.show(lists);
        let mut corridor = std::mem::take(&mut lists.corridor);
        let mut board = std::mem::take(&mut lists.board);
        let estimate = space.estimate(lists, from, |class, block, target, steps| {
            block.map_or(steps, |block| {
                let class = &space.puzzle.classes[class];
                let [at, to] = [block, target].map(|anchor| space.puzzle.row_column(anchor));
                class.put(&mut board, at, false);
                let cost = corridor.cost(&board, class, at, to);
                class.put(&mut board, at, true);
                cost
            })
        });
        (lists.corridor, lists.board) = (corridor, board);
        Some(estimate)
    }
}

/// Cost of a taken cell on the path, in steps.
const TAKEN: u32 = 1;
/// Maximum number of anchors expanded; after them, the lower bound so far is returned.
const MOST_ANCHORS: usize = 4_000;

/// Working storage for one tray.
#[derive(Debug, Default)]
pub(super) struct Corridor {
    /// Cheapest known cost of each anchor, with the round it was found in.
    costs: Vec<(u32, u32)>,
    round: u32,
    /// Buckets of anchors to be expanded, by cost plus remaining bound, less the bound at the start.
    open: Vec<Vec<Cell>>,
}

impl Corridor {
    /// The cost of the cheapest path of the block at `from`, which must not stand on the board, to `to`.
    fn cost(&mut self, board: &[bool], class: &Class, from: Cell, to: Cell) -> u32 {
        let size = class.size;
        let bound = |at: Cell| u32::from(at.0.abs_diff(to.0)) + u32::from(at.1.abs_diff(to.1));
        let least = bound(from);
        if tidy::corner(board, class, from, to).is_some() {
            return least;
        }
        self.costs.resize(size.cells(), (0, 0));
        self.round += 1;
        self.open.iter_mut().for_each(Vec::clear);
        self.costs[size.number(from)] = (self.round, 0);
        push(&mut self.open, 0, from);
        let mut expanded = 0;
        let mut level = 0;
        while level < self.open.len() {
            let Some(at) = self.open[level].pop() else {
                level += 1;
                continue;
            };
            let cost = self.costs[size.number(at)].1;
            if cost + bound(at) != least + level as u32 {
                continue;
            }
            expanded += 1;
            if at == to || expanded > MOST_ANCHORS {
                return least + level as u32;
            }
            for towards in Towards::ALL {
                if !towards.stays_inside(class.area(at), size) {
                    continue;
                }
                let next = towards.step(at);
                let taken = class.front(at, towards).filter(|&cell| board[cell]).count() as u32;
                let next_cost = cost + 1 + TAKEN * taken;
                let known = &mut self.costs[size.number(next)];
                if known.0 != self.round || known.1 > next_cost {
                    *known = (self.round, next_cost);
                    push(&mut self.open, (next_cost + bound(next) - least) as usize, next);
                }
            }
        }
        least
    }
}

fn push(open: &mut Vec<Vec<Cell>>, level: usize, at: Cell) {
    if open.len() <= level {
        open.resize_with(level + 1, Vec::new);
    }
    open[level].push(at);
}
