//! A window of the tray: blocks inside may move, everything else is wall. One search brings a block nearer to its target.
//!
//! ```text
//!   key   | free cells, one bit each: 256 bits | a byte for each block but the unit blocks: 64 bytes |
//! ```
//!
//! A unit block can take the place of any free cell that it is connected with over free cells and unit blocks, so those
//! cells together are *fluid*: of a connected part only the number of free cells matters, and the key has them on its
//! first cells. A move is one step of another block onto fluid cells, of which enough are free in each part. (Identical
//! pebbles on a connected graph get from any arrangement to any other.)

mod estimate;
mod moves;

use std::array::from_fn;
use std::ops::Range;

use traybit_core::bits::{CellSet, Key, Wide};
use traybit_core::shape::Shape;
use traybit_core::space::{End, Expander, Guide, Guided, Move, Sink, Space};

use crate::layout::set;
use crate::plan::carrier::{Carrier, FAR};
use crate::plan::cells::{Cells, Frame, MOST_BLOCKS, some};
use crate::plan::position::{Block, Tray};

/// The key of a window.
pub(super) type WindowKey = Wide<12>;

/// The blocks of one class in a window.
#[derive(Debug)]
struct Group<'a> {
    class: usize,
    shape: &'a Shape,
    lead: u16,
    /// Cells of a block whose box stands in the window's first corner.
    cells: Cells,
    /// The places of its anchors in a state.
    places: Range<usize>,
    /// Anchors at which blocks must stand in the end.
    held: Vec<u8>,
}

impl Group<'_> {
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
    tray: &'a Tray<'a>,
    frame: Frame,
    /// Cells that are no walls.
    open: Cells,
    groups: Vec<Group<'a>>,
    /// Cells on which there must be unit blocks in the end.
    units: Cells,
    has_units: bool,
    /// The target's group; none for a unit block.
    aim: Option<usize>,
    target: Option<u8>,
    /// Costs of the anchors of the target's class.
    costs: Box<[u32; 256]>,
    /// The cost to be reached.
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
    /// The window of a frame with a block of the target's class, which is to get to a cost of at most `goal`. The blocks
    /// that the carrier holds are to be where they are in the end.
    pub(super) fn new(carrier: &Carrier<'a>, frame: Frame, target: Block, field: &[u32], goal: u32) -> Self {
        let Carrier { position, is_held, .. } = carrier;
        let tray = position.tray;
        let [mut open, mut free, mut units] = [Cells::EMPTY; 3];
        let (mut has_units, mut blocks) = (false, Vec::new());
        let mut costs = Box::new([FAR; 256]);
        for number in 0..frame.size.cells() {
            let cell = frame.global(number as u8);
            let here = Cells::cell(number as u32);
            costs[number] = field[usize::from(cell)];
            if let Some(block) = position.block_on(cell) {
                if tray.fluid == Some(block.class) {
                    open |= here;
                    has_units = true;
                    units |= here.when(is_held[usize::from(cell)]);
                } else if tray.cells(block).all(|cell| frame.local(cell).is_some()) {
                    open |= here;
                    blocks.extend((block.anchor == cell).then_some(block));
                }
            } else if position.is_free(cell) {
                open |= here;
                free |= here;
            }
        }
        blocks.sort_unstable();
        let mut anchors = [0; MOST_BLOCKS];
        let mut groups: Vec<Group> = Vec::new();
        for blocks in blocks.chunk_by(|one, other| one.class == other.class) {
            let class = blocks[0].class;
            let shape = &tray.puzzle.classes[class].shape;
            let first = groups.last().map_or(0, |group| group.places.end);
            let mut held = Vec::new();
            for (block, anchor) in blocks.iter().zip(&mut anchors[first..]) {
                *anchor = frame.local(block.anchor).expect("a block of the window lies in it");
                held.extend(is_held[usize::from(block.anchor)].then_some(*anchor));
            }
            groups.push(Group {
                class,
                shape,
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
        let mut fluid = self.open;
        for group in &self.groups {
            for &anchor in &anchors[group.places.clone()] {
                fluid = fluid & !group.cells_at(anchor);
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

    fn unpacked(&self, key: &WindowKey) -> State {
        let free = Cells::from_limbs(&from_fn::<_, 4, _>(|limb| key.limb(limb)));
        let mut anchors = [0; MOST_BLOCKS];
        for (index, bytes) in anchors.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&key.limb(index + 4).to_le_bytes());
        }
        let fluid = if self.has_units { self.fluid(&anchors) } else { free };
        State { free, fluid, anchors }
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

impl Expander<WindowKey> for &Window<'_> {
    fn is_goal(&mut self, key: &WindowKey) -> bool {
        self.estimate(&self.unpacked(key)) == 0
    }

    fn successors(&mut self, key: &WindowKey, sink: &mut Sink<WindowKey, Move>) {
        let visit = |successor: &State, step| sink.push(successor.packed(), step);
        let _ = self.for_each_successor(&self.unpacked(key), visit);
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
