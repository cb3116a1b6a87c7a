//! A window of the tray: blocks inside may move, everything else is wall. One search brings a block nearer to its target,
//! by an estimate of the steps of the nearest block, the blocks on its route, and the displaced ones.
//!
//! ```text
//!   key   | free cells, one bit each: 256 bits | a byte for each block but the unit blocks: 64 bytes |
//! ```
//!
//! A unit block can take the place of any free cell to which free cells and unit blocks connect it, so those
//! cells together are *fluid*: in a connected part only the number of free cells matters, and the key puts
//! them on its first cells. A move is one step of another block onto fluid cells, of which enough are free in
//! each part. (Identical pebbles on a connected graph get from any arrangement to any other.)

mod moves;

use std::array::from_fn;
use std::ops::Range;

use traybit_core::space::{End, Expander, Guide, Guided, Move, Space};
use traybit_core::{CellSet, Key, Wide};

use crate::Classes;
use crate::board::Towards;
use crate::layout::set;
use crate::plan::cells::{Cells, Frame, MOST_BLOCKS, some};
use crate::plan::position::{Block, Position};

/// Cost where there is no route.
pub(super) const FAR: u32 = u32::MAX / 64;
/// Weight of the cost of a unit block that is still on its way.
const COST: u32 = 4;
const STEP_WEIGHT: u32 = 8;
/// Weight of a cell on the route that a block must leave.
const CLEARED: u32 = 6;
/// Distance up to which free cells are looked for.
const RINGS: u32 = 10;
/// Weight of a block displaced from its target.
const DISPLACED: u32 = 16;
/// Weight of each step from a loose block to such a target, and the steps assumed if there is no loose block.
const AWAY: u32 = 4;
const ASTRAY: u32 = 32;

/// The key of a window.
pub(super) type WindowKey = Wide<12>;

/// The blocks of one class in a window.
#[derive(Debug)]
struct Group {
    class: usize,
    lead: u16,
    /// Cells of a block whose box stands in the window's first corner.
    cells: Cells,
    /// The places of its anchors in a state.
    places: Range<usize>,
    /// Anchors at which blocks must stand in the end.
    held: Vec<u8>,
}

impl Group {
    /// Cells of a block.
    #[inline(always)]
    fn cells_at(&self, anchor: u8) -> Cells {
        self.cells << (u32::from(anchor) - u32::from(self.lead))
    }

    /// The anchors in a state.
    #[inline(always)]
    fn anchors<'s>(&self, state: &'s State) -> &'s [u8] {
        &state.anchors[self.places.clone()]
    }
}

/// A window as a space.
#[derive(Debug)]
pub(super) struct Window<'a> {
    tray: &'a Classes,
    frame: Frame,
    /// Cells that are not walls.
    open: Cells,
    groups: Vec<Group>,
    /// Cells on which there must be unit blocks in the end.
    units: Cells,
    has_units: bool,
    /// The target's group; `None` for a unit block.
    aim: Option<usize>,
    target: Option<u8>,
    /// Costs of the anchors of the target's class.
    costs: Box<[u32; 256]>,
    goal: u32,
    /// For each anchor the steps to the target on the cheapest route, and the cells that they newly cover.
    routes: Vec<(u32, Cells)>,
    start: WindowKey,
}

#[derive(Clone, Copy, Debug)]
struct State {
    free: Cells,
    /// Free cells and unit blocks.
    fluid: Cells,
    anchors: [u8; MOST_BLOCKS],
}

impl State {
    fn packed(&self) -> WindowKey {
        let limbs: [u64; 12] = from_fn(|index| match index {
            0..4 => self.free.limb(index),
            _ => u64::from_le_bytes(self.anchors[8 * (index - 4)..][..8].try_into().expect("8 bytes")),
        });
        WindowKey::from_limbs(&limbs)
    }
}

impl<'a> Window<'a> {
    /// The window of a frame with a block of the target's class, which must get to a cost of at most `goal`.
    /// Held blocks must be where they are now in the end.
    pub(super) fn new(
        position: &Position<'a>,
        is_held: &[bool],
        frame: Frame,
        target: Block,
        field: &[u32],
        goal: u32,
    ) -> Self {
        let tray = position.tray;
        let [mut open, mut free, mut units] = [Cells::EMPTY; 3];
        let (mut has_units, mut blocks) = (false, Vec::new());
        let mut costs = Box::new([FAR; 256]);
        for number in 0..frame.size.cells() {
            let cell = frame.global(number as u8);
            let here = Cells::cell(number as u32);
            costs[number] = field[usize::from(cell)];
            match position.block_on(cell) {
                None if position.is_free(cell) => free |= here,
                Some(block) if position.fluid == Some(block.class) => {
                    has_units = true;
                    units |= here.when(is_held[usize::from(cell)]);
                }
                Some(block) if tray.cells(block).all(|cell| frame.local(cell).is_some()) => {
                    blocks.extend((block.anchor == cell).then_some(block));
                }
                _ => continue,
            }
            open |= here;
        }
        blocks.sort_unstable();
        let mut anchors = [0; MOST_BLOCKS];
        let mut groups: Vec<Group> = Vec::new();
        for blocks in blocks.chunk_by(|one, other| one.class == other.class) {
            let class = blocks[0].class;
            let shape = &tray.classes[class].shape;
            let first = groups.last().map_or(0, |group| group.places.end);
            let mut held = Vec::new();
            for (block, anchor) in blocks.iter().zip(&mut anchors[first..]) {
                *anchor = frame.local(block.anchor).expect("a block of the window lies in it");
                held.extend(is_held[usize::from(block.anchor)].then_some(*anchor));
            }
            groups.push(Group {
                class,
                lead: shape.lead(),
                cells: set(shape.cells().map(|cell| frame.size.number(cell) as u16)),
                places: first..first + blocks.len(),
                held,
            });
        }
        let aim = groups.iter().position(|group| group.class == target.class);
        let target = frame.local(target.anchor);
        if let (None, Some(target)) = (aim, target) {
            units |= Cells::cell(target.into());
        }
        let (routes, start) = (Vec::new(), WindowKey::from_limbs(&[]));
        let mut window =
            Self { tray, frame, open, groups, units, has_units, aim, target, costs, goal, routes, start };
        window.routes = window.routes();
        let fluid = window.fluid(&anchors);
        window.start = State { free: window.settled(free, fluid, fluid), fluid, anchors }.packed();
        window
    }

    /// The cells without blocks other than unit blocks.
    fn fluid(&self, anchors: &[u8; MOST_BLOCKS]) -> Cells {
        self.groups.iter().fold(self.open, |fluid, group| {
            let anchors = anchors[group.places.clone()].iter();
            anchors.fold(fluid, |fluid, &anchor| fluid & !group.cells_at(anchor))
        })
    }

    /// The free cells, moved to the first cells of each fluid part that touches `touching`.
    fn settled(&self, free: Cells, fluid: Cells, touching: Cells) -> Cells {
        let mut settled = free;
        for part in self.frame.parts(fluid, touching) {
            settled = settled & !part | some(part, (free & part).len(), self.units);
        }
        settled
    }

    fn unpacked(&self, key: &WindowKey) -> State {
        let free = Cells::from_limbs(&from_fn::<_, 4, _>(|limb| key.limb(limb)));
        let mut anchors = [0; MOST_BLOCKS];
        for (index, bytes) in anchors.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&key.limb(index + 4).to_le_bytes());
        }
        let fluid = if self.has_units { self.fluid(&anchors) } else { free };
        State { free, fluid, anchors }
    }

    /// The cost of the block that is nearest to the target, and its anchor.
    fn nearest(&self, state: &State) -> (u32, u8) {
        let Some(number) = self.aim else {
            let units = state.fluid & !state.free;
            if let Some(target) = self.target.filter(|&target| units.contains(target.into())) {
                return (0, target);
            }
            let spare = (units & !self.units).each();
            let costs = spare.map(|cell| (self.costs[cell as usize].max(1), cell as u8));
            return costs.min().unwrap_or((FAR, 0));
        };
        let group = &self.groups[number];
        let loose = group.anchors(state).iter().filter(|anchor| !group.held.contains(anchor));
        loose.map(|&anchor| (self.costs[usize::from(anchor)], anchor)).min().unwrap_or((FAR, 0))
    }

    fn routes(&self) -> Vec<(u32, Cells)> {
        let mut routes = vec![(0, Cells::EMPTY); 256];
        let Some(number) = self.aim else { return routes };
        let group = &self.groups[number];
        let cost = |anchor: u8| self.costs[usize::from(anchor)];
        let size = self.frame.size;
        let is_near = |&anchor: &u8| cost(anchor) < FAR && size.cell(anchor.into()).1 >= group.lead;
        let mut anchors: Vec<u8> = (0..size.cells()).map(|anchor| anchor as u8).filter(is_near).collect();
        anchors.sort_by_key(|&anchor| cost(anchor));
        for anchor in anchors {
            let steps = Towards::ALL.into_iter().filter_map(|towards| self.next(group, anchor, towards));
            if let Some(next) = steps.min_by_key(|&next| cost(next)).filter(|&next| cost(next) < cost(anchor))
            {
                let front = group.cells_at(next) & !group.cells_at(anchor);
                let (steps, cells) = routes[usize::from(next)];
                routes[usize::from(anchor)] = (steps + 1, cells | front);
            }
        }
        routes
    }

    /// Work to be done before a block can go the rest of its route.
    fn obstruction(&self, state: &State, cells: Cells) -> u32 {
        let mut left = cells & !state.free;
        let mut sum = CLEARED * (left & !state.fluid).len();
        let mut reached = state.free;
        for ring in 1..=RINGS {
            if left.is_empty() {
                break;
            }
            reached = self.frame.grown(reached) & self.open;
            let hit = left & reached;
            sum += ring * ((hit & !state.fluid).len() + hit.len()) / 2;
            left = left & !hit;
        }
        sum + RINGS * left.len()
    }

    /// Weight of the blocks that must be brought back.
    fn displaced(&self, state: &State) -> u32 {
        let mut sum = DISPLACED * (self.units & (state.free | !state.fluid)).len();
        for group in self.groups.iter().filter(|group| !group.held.is_empty()) {
            let anchors = group.anchors(state);
            for &held in group.held.iter().filter(|held| !anchors.contains(held)) {
                let loose = anchors.iter().filter(|anchor| !group.held.contains(anchor));
                let steps = loose.map(|&anchor| self.frame.size.steps(held.into(), anchor.into())).min();
                sum += DISPLACED + AWAY * steps.unwrap_or(ASTRAY);
            }
        }
        sum
    }

    /// Estimated remaining work; 0 if the search is to end.
    fn estimate(&self, state: &State) -> u32 {
        let (cost, anchor) = self.nearest(state);
        let ahead = match cost.saturating_sub(self.goal) {
            0 => 0,
            more if self.aim.is_none() => COST * more.min(1000),
            _ => {
                let (steps, cells) = self.routes[usize::from(anchor)];
                1 + STEP_WEIGHT * steps.min(100) + self.obstruction(state, cells)
            }
        };
        ahead + self.displaced(state)
    }
}

impl Space<WindowKey> for Window<'_> {
    fn start(&self) -> WindowKey {
        self.start
    }

    fn expander(&self) -> Box<dyn Expander<WindowKey> + '_> {
        Box::new(self)
    }
}

impl Guided<WindowKey> for Window<'_> {
    fn goal_state(&self) -> Option<WindowKey> {
        None
    }

    fn feature(&self, Move(step): Move) -> u32 {
        ((step >> 16) << 8 | step & 0xff) as u32
    }

    fn guide(&self) -> Box<dyn Guide<WindowKey> + '_> {
        Box::new(self)
    }
}

impl Guide<WindowKey> for &Window<'_> {
    fn describe(&mut self, key: &WindowKey, _: End, features: &mut Vec<u32>) -> u32 {
        let state = self.unpacked(key);
        for (number, group) in (0..).zip(&self.groups) {
            features.extend(group.anchors(&state).iter().map(|&anchor| number << 8 | u32::from(anchor)));
        }
        self.estimate(&state)
    }
}
