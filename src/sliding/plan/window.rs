//! A window of the tray: what is inside may move, everything else is wall. One search brings a block nearer to its
//! target.
//!
//! ```text
//!   key   | free cells, one bit each: 256 bits | a byte for each block but the unit blocks: 64 bytes |
//! ```
//!
//! A unit block can take the place of any free cell that it hangs together with over free cells and unit blocks, so
//! those cells together are *fluid*: of a part of it only the number of its free cells matters, and the key has them
//! on the first of its cells. A move is one step of another block onto fluid cells, of which enough are free in each
//! part. (Identical pebbles on a connected graph get from any arrangement to any other.)

use traybit_core::bits::{CellSet, Key, Wide};
use traybit_core::space::{End, Expander, Guide, Guided, Move, Sink, Space};

use crate::board::Towards;
use crate::plan::cells::{Cells, Frame, each, some};
use crate::plan::field::{FAR, Field};
use crate::plan::position::{Block, Position, Tray};

/// The key of a window.
pub(super) type WindowKey = Wide<12>;
/// Most blocks of a window, unit blocks apart.
pub(super) const MOST_BLOCKS: usize = 64;

/// Weight of a field's cost in an estimate.
const COST: u32 = 4;
/// Weight of a step that is left.
const STEP_WEIGHT: u32 = 8;
/// Weight of a cell on the route that a block must leave.
const CLEARED: u32 = 6;
/// Distance up to which free cells are looked for.
const RINGS: u32 = 10;
/// Weight of a block that is not on its target though it was.
const DISPLACED: u32 = 16;
/// The same for each step to its target.
const AWAY: u32 = 4;

/// The blocks of one class in a window.
#[derive(Debug)]
struct Group {
    class: usize,
    /// Cells of a block whose box stands in the window's first corner.
    cells: Cells,
    height: u16,
    width: u16,
    lead: u16,
    /// The first of its bytes, and the one after its last.
    bytes: (usize, usize),
    /// Anchors at which blocks must stand in the end.
    held: Vec<u8>,
}

/// The aim of a search.
#[derive(Debug)]
struct Aim {
    /// The target's group; none for a unit block.
    group: Option<usize>,
    target: Option<u8>,
    /// Costs of the anchors.
    costs: Box<[u32; 256]>,
    /// The cost to be reached.
    goal: u32,
    /// For each anchor the steps to the target on the cheapest route, and the cells that they newly cover.
    routes: Vec<(u32, Cells)>,
}

/// A window as a space.
#[derive(Debug)]
pub(super) struct Window<'a> {
    tray: &'a Tray<'a>,
    pub frame: Frame,
    /// Cells that are no walls.
    open: Cells,
    groups: Vec<Group>,
    /// Cells on which there must be unit blocks in the end.
    units: Cells,
    has_units: bool,
    aim: Aim,
    start: WindowKey,
}

/// A state, unpacked.
#[derive(Clone, Copy, Debug)]
struct State {
    free: Cells,
    /// Free cells and unit blocks.
    fluid: Cells,
    anchors: [u8; MOST_BLOCKS],
}

impl<'a> Window<'a> {
    /// The window of a frame, where the target's class is to get to a cost of at most `goal`; none where there are too
    /// many blocks. The blocks `is_held` are to be where they are in the end.
    pub(super) fn new(
        tray: &'a Tray,
        position: &Position,
        is_held: &[bool],
        frame: Frame,
        target: Block,
        field: &Field,
        goal: u32,
    ) -> Option<Self> {
        let size = tray.size();
        let cells: Vec<u16> = (0..frame.height * frame.width)
            .map(|cell| size.number(frame.global(cell as u8)) as u16)
            .collect();
        let local = |cell: u16| frame.local(size.cell(cell.into()));
        let mut blocks: Vec<Block> = Vec::new();
        let (mut open, mut free, mut units, mut has_units) =
            (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY, false);
        for &cell in &cells {
            let here = Cells::cell(u32::from(local(cell)?));
            let Some(number) = position.block_on(cell) else {
                if position.is_free(cell) {
                    open |= here;
                    free |= here;
                }
                continue;
            };
            let block = position.blocks[number];
            if tray.fluid == Some(block.class) {
                open |= here;
                has_units = true;
                if is_held[usize::from(cell)] {
                    units |= here;
                }
            } else if tray.cells(block.class, block.anchor).all(|cell| local(cell).is_some()) {
                open |= here;
                if block.anchor == cell {
                    blocks.push(block);
                }
            }
        }
        if blocks.len() > MOST_BLOCKS {
            return None;
        }
        blocks.sort_unstable();
        let mut groups: Vec<Group> = Vec::new();
        for (place, block) in blocks.iter().enumerate() {
            if groups.last().is_none_or(|group| group.class != block.class) {
                let shape = &tray.puzzle.classes[block.class].shape;
                let cells =
                    shape.cells().map(|(row, column)| Cells::cell(u32::from(row * frame.width + column)));
                groups.push(Group {
                    class: block.class,
                    cells: cells.fold(Cells::EMPTY, |all, cell| all | cell),
                    height: shape.height(),
                    width: shape.width(),
                    lead: shape.lead(),
                    bytes: (place, place),
                    held: Vec::new(),
                });
            }
            let group = groups.last_mut()?;
            group.bytes.1 = place + 1;
            if is_held[usize::from(block.anchor)] {
                group.held.push(local(block.anchor)?);
            }
        }
        let mut costs = Box::new([FAR; 256]);
        for &cell in &cells {
            costs[usize::from(local(cell)?)] = field.at(cell);
        }
        let is_unit = tray.fluid == Some(target.class);
        let group = groups.iter().position(|group| group.class == target.class);
        if !is_unit && group.is_none() {
            return None;
        }
        let aim = Aim { group, target: local(target.anchor), costs, goal, routes: Vec::new() };
        if let (true, Some(target)) = (is_unit && goal == 0, aim.target) {
            units |= Cells::cell(target.into());
        }
        let mut window =
            Self { tray, frame, open, groups, units, has_units, aim, start: WindowKey::vacant() };
        let mut state = State { free, fluid: Cells::EMPTY, anchors: [0; MOST_BLOCKS] };
        for (place, block) in blocks.iter().enumerate() {
            state.anchors[place] = local(block.anchor)?;
        }
        window.aim.routes = window.routes();
        state.fluid = window.fluid(&state.anchors);
        state.free = window.settled(state.free, state.fluid, state.fluid);
        window.start = window.packed(&state);
        Some(window)
    }

    /// Cells of a block of a group.
    #[inline(always)]
    fn cells(&self, group: &Group, anchor: u8) -> Cells {
        group.cells << (u32::from(anchor) - u32::from(group.lead))
    }

    /// The cells without blocks other than unit blocks.
    fn fluid(&self, anchors: &[u8; MOST_BLOCKS]) -> Cells {
        let mut fluid = self.open;
        for group in &self.groups {
            for &anchor in &anchors[group.bytes.0..group.bytes.1] {
                fluid = fluid & !self.cells(group, anchor);
            }
        }
        fluid
    }

    /// The free cells, those of each fluid part that touches `touching` on its first cells.
    fn settled(&self, free: Cells, fluid: Cells, touching: Cells) -> Cells {
        if !self.has_units {
            return fluid;
        }
        let mut settled = free;
        self.frame.for_each_part(fluid, touching, |part| {
            settled = settled & !part | some(part, (free & part).len(), self.units);
        });
        settled
    }

    fn packed(&self, state: &State) -> WindowKey {
        let mut limbs = [0; 12];
        for (index, limb) in limbs.iter_mut().enumerate() {
            *limb = match index {
                0..4 => state.free.limb(index),
                _ => u64::from_le_bytes(state.anchors[8 * (index - 4)..][..8].try_into().expect("8 bytes")),
            };
        }
        WindowKey::from_limbs(&limbs)
    }

    fn unpacked(&self, key: &WindowKey) -> State {
        let free = Cells::from_limbs(&[key.limb(0), key.limb(1), key.limb(2), key.limb(3)]);
        let mut anchors = [0; MOST_BLOCKS];
        for (index, bytes) in anchors.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&key.limb(index + 4).to_le_bytes());
        }
        let fluid = if self.has_units { self.fluid(&anchors) } else { free };
        State { free, fluid, anchors }
    }

    /// The anchor after a step, if the block may stand there.
    #[inline(always)]
    fn next(&self, group: &Group, anchor: u8, towards: Towards) -> Option<u8> {
        let width = self.frame.width;
        let (row, column) = (u16::from(anchor) / width, u16::from(anchor) % width - group.lead);
        let (inside, next) = match towards {
            Towards::Up => (row > 0, u16::from(anchor).wrapping_sub(width)),
            Towards::Left => (column > 0, u16::from(anchor).wrapping_sub(1)),
            Towards::Right => (column + group.width < width, u16::from(anchor) + 1),
            Towards::Down => (row + group.height < self.frame.height, u16::from(anchor) + width),
        };
        let class = &self.tray.puzzle.classes[group.class];
        let may = inside
            && self.tray.forms[group.class].allowed[towards as usize]
            && (class.places.is_none() || {
                let size = self.tray.size();
                class.can_stand(size, size.number(self.frame.global(next as u8)) as u16)
            });
        may.then_some(next as u8)
    }

    /// Calls `visit` with each state that one step of a block leads to, and the step, until it says to stop.
    fn for_each_successor(&self, state: &State, mut visit: impl FnMut(&State, Move) -> bool) {
        let mut parts: Vec<(Cells, u32)> = Vec::new();
        if self.has_units {
            self.frame.for_each_part(state.fluid, state.fluid, |part| {
                parts.push((part, (state.free & part).len()))
            });
        }
        for (number, group) in self.groups.iter().enumerate() {
            for place in group.bytes.0..group.bytes.1 {
                let anchor = state.anchors[place];
                let cells = self.cells(group, anchor);
                for towards in Towards::ALL {
                    let Some(next) = self.next(group, anchor, towards) else { continue };
                    let after = self.cells(group, next);
                    let (front, trail) = (after & !cells, cells & !after);
                    if !(front & !state.fluid).is_empty() {
                        continue;
                    }
                    let mut anchors = state.anchors;
                    let row = &mut anchors[group.bytes.0..group.bytes.1];
                    row[place - group.bytes.0] = next;
                    sift(row, place - group.bytes.0);
                    let fluid = state.fluid & !front | trail;
                    let step = Move((number as u64) << 16 | u64::from(anchor) << 8 | u64::from(next));
                    if !self.has_units {
                        if !visit(&State { free: fluid, fluid, anchors }, step) {
                            return;
                        }
                        continue;
                    }
                    let mut go_on = true;
                    self.for_each_share(state.free, fluid, &parts, front, trail, |free| {
                        go_on = go_on && visit(&State { free, fluid, anchors }, step);
                    });
                    if !go_on {
                        return;
                    }
                }
            }
        }
    }

    /// Calls `visit` with the free cells after a step, for each way in which those of a part may be shared where the
    /// step divides it.
    fn for_each_share(
        &self,
        free: Cells,
        fluid: Cells,
        parts: &[(Cells, u32)],
        front: Cells,
        trail: Cells,
        mut visit: impl FnMut(Cells),
    ) {
        let mut touched = trail;
        // What stays of the one part that may be divided, and how many free cells it has.
        let mut divided = (Cells::EMPTY, 0);
        let mut rest = free & !front;
        for &(part, count) in parts {
            let entered = (part & front).len();
            if entered > count {
                return;
            }
            if entered > 0 {
                let left = part & !front;
                touched |= left;
                rest = rest & !part | some(left, count - entered, self.units);
                if left.len() > divided.0.len() {
                    divided = (left, count - entered);
                }
            }
        }
        rest |= trail;
        let mut pieces: Vec<Cells> = Vec::new();
        self.frame.for_each_part(fluid, divided.0, |part| pieces.push(part & divided.0));
        for first in 0..pieces.len().max(1) {
            let mut shared = rest;
            if pieces.len() > 1 {
                shared = shared & !divided.0;
                let mut left = divided.1;
                for turn in 0..pieces.len() {
                    let piece = pieces[(first + turn) % pieces.len()];
                    let count = left.min(piece.len());
                    shared |= some(piece, count, self.units);
                    left -= count;
                }
            }
            visit(self.settled(shared, fluid, touched));
            // Nothing to be shared.
            if divided.1 == 0 || divided.1 == divided.0.len() {
                return;
            }
        }
    }

    /// The steps that `path` stands for, carried out on the position.
    pub(super) fn carry_out(&self, position: &mut Position, path: &[WindowKey]) {
        let size = self.tray.size();
        let global = |cell: u8| size.number(self.frame.global(cell)) as u16;
        let mut free = each(self.open).filter(|&cell| position.is_free(global(cell)));
        let mut free = free.by_ref().fold(Cells::EMPTY, |all, cell| all | Cells::cell(cell.into()));
        for pair in path.windows(2) {
            let (before, after) = (self.unpacked(&pair[0]), self.unpacked(&pair[1]));
            let moved = self.groups.iter().find_map(|group| {
                let row = group.bytes.0..group.bytes.1;
                let (old, new) = (&before.anchors[row.clone()], &after.anchors[row]);
                let gone = old.iter().find(|anchor| !new.contains(anchor))?;
                let come = new.iter().find(|anchor| !old.contains(anchor))?;
                Some((group, *gone, *come))
            });
            let Some((group, from, to)) = moved else { continue };
            let (cells, next) = (self.cells(group, from), self.cells(group, to));
            let (front, trail) = (next & !cells, cells & !next);
            if self.has_units {
                let mut regions = vec![(front, front.len())];
                self.frame.for_each_part(after.fluid, after.fluid, |part| {
                    // The step itself frees the trail.
                    regions.push((part & !trail, (after.free & part).len() - (trail & part).len()));
                });
                self.rearrange(position, &mut free, before.fluid, &regions);
            }
            let number = position.block_on(global(from)).expect("a block of the window");
            position.step(self.tray, number, global(to));
            free = free & !front | trail;
        }
        let fluid = path.last().map_or(Cells::EMPTY, |last| self.unpacked(last).fluid);
        self.cover_units(position, &mut free, fluid);
    }

    /// Moves unit blocks until each region has as many free cells as it is to have.
    fn rearrange(&self, position: &mut Position, free: &mut Cells, fluid: Cells, regions: &[(Cells, u32)]) {
        for &(region, count) in regions {
            while (*free & region).len() < count {
                let spare = regions.iter().filter(|(region, count)| (*free & *region).len() > *count);
                let spare = spare.fold(Cells::EMPTY, |all, (region, _)| all | *region) & *free;
                let path = each(region & !*free).filter_map(|cell| self.frame.path(cell, spare, fluid));
                let path = path.min_by_key(Vec::len).expect("the fluid part has a free cell to spare");
                self.shift(position, free, &path);
            }
        }
    }

    /// Moves unit blocks onto the cells where there must be some.
    fn cover_units(&self, position: &mut Position, free: &mut Cells, fluid: Cells) {
        for cell in each(self.units & *free) {
            // The nearest unit block that is not needed where it is comes there.
            let spare = fluid & !*free & !self.units;
            if let Some(mut path) = self.frame.path(cell, spare, fluid) {
                path.reverse();
                self.shift(position, free, &path);
            }
        }
    }

    /// Moves the unit blocks on a path along it, so that its first cell becomes free and its last one, which is free,
    /// is taken.
    fn shift(&self, position: &mut Position, free: &mut Cells, path: &[u8]) {
        let size = self.tray.size();
        let global = |cell: u8| size.number(self.frame.global(cell)) as u16;
        let mut gap = path.len() - 1;
        for place in (0..gap).rev() {
            let Some(number) = position.block_on(global(path[place])) else { continue };
            for &cell in &path[place + 1..=gap] {
                position.step(self.tray, number, global(cell));
            }
            *free = *free & !Cells::cell(path[gap].into()) | Cells::cell(path[place].into());
            gap = place;
        }
    }

    /// The cost of the block that is nearest to the target, and its anchor.
    fn nearest(&self, state: &State) -> (u32, u8) {
        let Some(number) = self.aim.group else {
            if let Some(target) = self
                .aim
                .target
                .filter(|&target| state.fluid.contains(target.into()) && !state.free.contains(target.into()))
            {
                return (0, target);
            }
            let spare = state.fluid & !state.free & !self.units;
            return each(spare)
                .map(|cell| (self.aim.costs[usize::from(cell)].max(1), cell))
                .min()
                .unwrap_or((FAR, 0));
        };
        let group = &self.groups[number];
        let anchors = state.anchors[group.bytes.0..group.bytes.1].iter();
        let loose = anchors.filter(|anchor| !group.held.contains(anchor));
        loose.map(|&anchor| (self.aim.costs[usize::from(anchor)], anchor)).min().unwrap_or((FAR, 0))
    }

    /// The cheapest route from each anchor.
    fn routes(&self) -> Vec<(u32, Cells)> {
        let mut routes = vec![(0, Cells::EMPTY); 256];
        let Some(number) = self.aim.group else { return routes };
        let group = &self.groups[number];
        let cost = |anchor: u8| self.aim.costs[usize::from(anchor)];
        let count = self.frame.height * self.frame.width;
        let mut anchors: Vec<u8> =
            (0..count).map(|anchor| anchor as u8).filter(|&anchor| cost(anchor) < FAR).collect();
        anchors.sort_by_key(|&anchor| cost(anchor));
        for anchor in anchors {
            if u16::from(anchor) % self.frame.width < group.lead {
                continue;
            }
            let steps = Towards::ALL.into_iter().filter_map(|towards| self.next(group, anchor, towards));
            if let Some(next) = steps.min_by_key(|&next| cost(next)).filter(|&next| cost(next) < cost(anchor))
            {
                let front = self.cells(group, next) & !self.cells(group, anchor);
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

    /// Steps from a cell to the nearest of some.
    fn distance(&self, cell: u8, cells: Cells) -> u32 {
        let width = self.frame.width;
        let (row, column) = (u16::from(cell) / width, u16::from(cell) % width);
        let steps = each(cells).map(|other| {
            let other = u16::from(other);
            u32::from(row.abs_diff(other / width) + column.abs_diff(other % width))
        });
        steps.min().unwrap_or(32)
    }

    /// Weight of the blocks that must be brought back.
    fn displaced(&self, state: &State) -> u32 {
        let mut sum = DISPLACED * (self.units & (state.free | !state.fluid)).len();
        for group in self.groups.iter().filter(|group| !group.held.is_empty()) {
            let anchors = &state.anchors[group.bytes.0..group.bytes.1];
            for &held in group.held.iter().filter(|held| !anchors.contains(held)) {
                let loose = anchors.iter().filter(|anchor| !group.held.contains(anchor));
                let loose = loose.fold(Cells::EMPTY, |all, &anchor| all | Cells::cell(anchor.into()));
                sum += DISPLACED + AWAY * self.distance(held, loose);
            }
        }
        sum
    }

    fn estimate(&self, state: &State) -> u32 {
        let (cost, anchor) = self.nearest(state);
        let ahead = match cost.saturating_sub(self.aim.goal) {
            0 => 0,
            more if self.aim.group.is_none() => COST * more.min(1000),
            _ => {
                let (steps, cells) = self.aim.routes[usize::from(anchor)];
                1 + STEP_WEIGHT * steps.min(100) + self.obstruction(state, cells)
            }
        };
        // A unit block that is still on its way is counted with its cost.
        let displaced = self.displaced(state);
        ahead + displaced
    }
}

/// Puts one of some ascending numbers, which has changed, into its place.
#[inline(always)]
fn sift(row: &mut [u8], mut place: usize) {
    while place > 0 && row[place - 1] > row[place] {
        row.swap(place - 1, place);
        place -= 1;
    }
    while place + 1 < row.len() && row[place + 1] < row[place] {
        row.swap(place, place + 1);
        place += 1;
    }
}

impl Space<WindowKey> for Window<'_> {
    fn start(&self) -> WindowKey {
        self.start
    }

    fn expander(&self) -> Box<dyn Expander<WindowKey> + '_> {
        Box::new(Thread { window: self })
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
        Box::new(Thread { window: self })
    }
}

/// One thread's means to expand the states of a window.
struct Thread<'a> {
    window: &'a Window<'a>,
}

impl Expander<WindowKey> for Thread<'_> {
    fn is_goal(&mut self, key: &WindowKey) -> bool {
        self.window.estimate(&self.window.unpacked(key)) == 0
    }

    fn successors(&mut self, key: &WindowKey, sink: &mut Sink<WindowKey, Move>) {
        let state = self.window.unpacked(key);
        self.window.for_each_successor(&state, |successor, step| {
            sink.push(self.window.packed(successor), step).is_continue()
        });
    }
}

impl Guide<WindowKey> for Thread<'_> {
    fn describe(&mut self, key: &WindowKey, _: End, features: &mut Vec<u32>) -> u32 {
        let state = self.window.unpacked(key);
        for (number, group) in self.window.groups.iter().enumerate() {
            let anchors = &state.anchors[group.bytes.0..group.bytes.1];
            features.extend(anchors.iter().map(|&anchor| (number as u32) << 8 | u32::from(anchor)));
        }
        self.window.estimate(&state)
    }
}
