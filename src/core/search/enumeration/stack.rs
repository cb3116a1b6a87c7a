//! A depth-first walk: nodes left to visit, and how they are cut into parts.
//!
//! ```text
//!   path        a      c      ·          a frame holds the successors of one state:
//!   frame 0   [ A  |a  b      d  e ]       begin ..= next − 1   visited, the last of them the one on the path
//!   frame 1        [ … c  |   f    ]       next .. stop         left to visit, here
//!   frame 2               [ | g  h ]       stop .. end          left to another part
//!
//!   cut       g h │ f │ b d │ e            parts in the order of the walk, deep ones of little weight together
//! ```
//!
//! The nodes of all frames stand one after the other in one list, so that a step of the walk allocates nothing.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::bits::Key;
use crate::search::meter::Meter;
use crate::search::staged::{MoveCode, StageExpander, Staged, Successor};

/// A part gets this share of the weight that a cut leaves, or less.
const FRACTION: f64 = 16.0;

/// The successors of one state, as places in the list of nodes.
#[derive(Clone, Copy, Debug)]
struct Frame {
    begin: usize,
    next: usize,
    stop: usize,
    end: usize,
}

impl Frame {
    fn left(&self) -> Range<usize> {
        self.next..self.stop
    }

    /// The number, among its siblings, of the node on the path.
    fn rank(&self) -> u32 {
        (self.next - 1 - self.begin) as u32
    }

    fn siblings(&self) -> f64 {
        (self.end - self.begin) as f64
    }
}

/// Nodes that a walk has left, and the path to them.
#[derive(Debug)]
pub(super) struct Stack<K> {
    /// The number of the space.
    pub(super) space: usize,
    nodes: Vec<Successor<K>>,
    frames: Vec<Frame>,
    /// The moves to the node visited last.
    pub(super) path: Vec<MoveCode>,
    /// The ranks of the nodes on the path that come before the first frame.
    ranks: Vec<u32>,
    /// The weight of one node of the first frame; that of all spaces together is 1.
    each: f64,
}

/// A part of the tree, not yet visited: some frames of a stack that was cut.
#[derive(Clone, Debug)]
pub(super) struct Part<K> {
    cut: Arc<Cut<K>>,
    frames: Range<usize>,
    /// Nodes left of the first of these frames.
    first: Range<usize>,
    pub(super) weight: f64,
}

/// A stack that was cut. Its bytes are counted until the last of its parts is done.
#[derive(Debug)]
struct Cut<K> {
    stack: Stack<K>,
    bytes: usize,
    meter: Arc<Meter>,
}

impl<K: Key + Copy> Cut<K> {
    fn new(stack: Stack<K>, meter: &Arc<Meter>) -> Arc<Self> {
        let bytes = stack.bytes();
        meter.take(bytes);
        Arc::new(Self { stack, bytes, meter: Arc::clone(meter) })
    }
}

impl<K> Drop for Cut<K> {
    fn drop(&mut self) {
        self.meter.give(self.bytes);
    }
}

/// The beginning and the end of a part, in numbers of siblings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) space: usize,
    /// The path to the first node of the part: the last rank is its own and may be one too many, the others are of
    /// nodes that are expanded already.
    pub(super) ranks: Vec<u32>,
    /// Ranks of what is above the part.
    pub(super) floor: usize,
    /// The rank, below these, at which the part ends.
    pub(super) stop: u32,
}

/// End of a stretch of the walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walked {
    /// Nothing is left.
    Through,
    /// The limit of states for this stretch is reached.
    Paused,
    /// The collector has enough.
    Enough,
}

impl<K: Key + Copy> Stack<K> {
    /// An empty stack, at the start of a space of this weight.
    pub(super) fn new(space: usize, weight: f64) -> Self {
        Self {
            space,
            nodes: Vec::new(),
            frames: Vec::new(),
            path: Vec::new(),
            ranks: Vec::new(),
            each: weight,
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Successor<K>>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.path.capacity() * size_of::<MoveCode>()
            + self.ranks.capacity() * size_of::<u32>()
    }

    /// Expands a state; returns whether it has successors.
    pub(super) fn enter(&mut self, expander: &mut dyn StageExpander<K>, stage: usize, state: &K) -> bool {
        let begin = self.nodes.len();
        expander.expand(stage, std::slice::from_ref(state), &mut self.nodes);
        let end = self.nodes.len();
        if end > begin {
            if self.frames.is_empty() {
                self.each /= (end - begin) as f64;
            }
            self.frames.push(Frame { begin, next: begin, stop: end, end });
        }
        end > begin
    }

    /// Visits at most so many states, depth first, and hands the path to each solution to `solution`, until that
    /// asks to stop. Returns how many it visited.
    pub(super) fn walk(
        &mut self,
        last: usize,
        expander: &mut dyn StageExpander<K>,
        most: u64,
        solution: &mut dyn FnMut(&[MoveCode]) -> ControlFlow<()>,
    ) -> (u64, Walked) {
        let above = self.ranks.len();
        let mut visited = 0;
        while let Some(frame) = self.frames.last_mut() {
            if frame.next == frame.stop {
                self.nodes.truncate(frame.begin);
                self.frames.pop();
                continue;
            }
            if visited == most {
                return (visited, Walked::Paused);
            }
            let node = self.nodes[frame.next];
            frame.next += 1;
            visited += 1;
            self.path.truncate(above + self.frames.len() - 1);
            self.path.push(node.step);
            let stage = node.stage as usize;
            if stage != last {
                self.enter(expander, stage, &node.state);
            } else if solution(&self.path).is_break() {
                return (visited, Walked::Enough);
            }
        }
        (visited, Walked::Through)
    }

    /// Weight left, as a share of all spaces.
    pub(super) fn weight(&self) -> f64 {
        self.weights().map(|(left, _)| left).sum::<f64>() * self.each
    }

    /// Nodes left of each frame and the weight of one of them, in weights of a node of the first frame.
    fn weights(&self) -> impl Iterator<Item = (f64, f64)> {
        let mut each = 1.0;
        self.frames.iter().enumerate().map(move |(depth, frame)| {
            if depth > 0 {
                each /= frame.siblings();
            }
            (each * frame.left().len() as f64, each)
        })
    }

    /// Makes all of it one part.
    pub(super) fn whole(self, meter: &Arc<Meter>) -> Part<K> {
        let (frames, first, weight) = (0..self.frames.len(), self.frames[0].left(), self.weight());
        Part { cut: Cut::new(self, meter), frames, first, weight }
    }

    /// Cuts what is left into parts, in the order of the walk. (That a walk is cut after a fixed number of nodes, and
    /// what it leaves becomes new parts, is the budget of Avis and Jordan, "mts: a light framework for parallelizing
    /// tree search codes", 2021.)
    pub(super) fn take_apart(&mut self, meter: &Arc<Meter>) -> Vec<Part<K>> {
        let stack = std::mem::replace(self, Self::new(self.space, 0.0));
        let weights: Vec<(f64, f64)> = stack.weights().collect();
        let limit = weights.iter().map(|(left, _)| left).sum::<f64>() / FRACTION;
        let cut = Cut::new(stack, meter);
        let frames = &cut.stack.frames;
        let part = |frames: Range<usize>, first: Range<usize>, weight: f64| Part {
            cut: Arc::clone(&cut),
            frames,
            first,
            weight: weight * cut.stack.each,
        };
        let mut parts = Vec::new();
        // Frames from the deepest up that are not yet in a part, and their weight.
        let (mut upper, mut weight) = (frames.len(), 0.0);
        for (depth, &(left, each)) in weights.iter().enumerate().rev() {
            let frame = frames[depth];
            if upper == depth + 1 && frame.left().is_empty() {
                upper = depth;
            } else if left > limit && frame.left().len() > 1 {
                if upper > depth + 1 {
                    parts.push(part(depth + 1..upper, frames[depth + 1].left(), weight));
                }
                let length = ((limit / each) as usize).max(1);
                for from in frame.left().step_by(length) {
                    let stop = frame.stop.min(from + length);
                    parts.push(part(depth..depth + 1, from..stop, each * (stop - from) as f64));
                }
                (upper, weight) = (depth, 0.0);
            } else {
                weight += left;
                if weight >= limit {
                    parts.push(part(depth..upper, frame.left(), weight));
                    (upper, weight) = (depth, 0.0);
                }
            }
        }
        if upper > 0 {
            parts.push(part(0..upper, frames[0].left(), weight));
        }
        parts
    }

    /// The part that begins and ends at `place`; None where the space has no such place.
    pub(super) fn find(
        space: &dyn Staged<K>,
        weight: f64,
        place: &Place,
        meter: &Arc<Meter>,
    ) -> Option<Part<K>> {
        let (mut stage, mut state) = space.start()?;
        let mut stack = Self::new(place.space, weight);
        let mut expander = space.expander();
        for (depth, &rank) in place.ranks.iter().enumerate() {
            if depth > 0 {
                let on_path = stack.nodes[stack.frames[depth - 1].next - 1];
                (stage, state) = (on_path.stage as usize, on_path.state);
                stack.path.push(on_path.step);
            }
            if stage == space.last() || !stack.enter(&mut *expander, stage, &state) {
                return None;
            }
            let frame = &mut stack.frames[depth];
            let is_last = depth + 1 == place.ranks.len();
            frame.next += rank as usize + usize::from(!is_last);
            if frame.next > frame.end {
                return None;
            }
            if depth == place.floor {
                frame.stop = frame.begin + place.stop as usize;
            }
            if frame.next > frame.stop || frame.stop > frame.end {
                return None;
            }
        }
        let frames = place.floor..stack.frames.len();
        let first = stack.frames.get(place.floor)?.left();
        let weights = stack.weights().skip(place.floor).map(|(left, _)| left);
        let weight = weights.sum::<f64>() * stack.each;
        Some(Part { cut: Cut::new(stack, meter), frames, first, weight })
    }
}

impl<K: Key + Copy> Part<K> {
    /// The number of its space.
    pub(super) fn space(&self) -> usize {
        self.cut.stack.space
    }

    /// Makes `stack` walk this part.
    pub(super) fn load(&self, stack: &mut Stack<K>) {
        let whole = &self.cut.stack;
        let above = &whole.frames[..self.frames.start];
        let frames = &whole.frames[self.frames.clone()];
        let (Some(first), Some(top)) = (frames.first(), frames.last()) else { return };
        let offset = first.begin;
        stack.space = whole.space;
        stack.nodes.clear();
        stack.nodes.extend_from_slice(&whole.nodes[offset..top.end]);
        stack.frames.clear();
        stack.frames.extend(frames.iter().map(|frame| Frame {
            begin: frame.begin - offset,
            next: frame.next - offset,
            stop: frame.stop - offset,
            end: frame.end - offset,
        }));
        stack.frames[0].next = self.first.start - offset;
        stack.frames[0].stop = self.first.end - offset;
        stack.ranks.clear();
        stack.ranks.extend(whole.ranks.iter().copied().chain(above.iter().map(Frame::rank)));
        stack.path.clear();
        stack.path.extend_from_slice(&whole.path[..whole.ranks.len() + self.frames.end - 1]);
        // The first frame of the whole is that of its `each`.
        let deeper = whole.frames[..=self.frames.start].iter().skip(1);
        stack.each = whole.each / deeper.map(Frame::siblings).product::<f64>();
    }

    /// Its beginning and end.
    pub(super) fn place(&self) -> Place {
        let whole = &self.cut.stack;
        let top = self.frames.end - 1;
        let mut ranks = whole.ranks.clone();
        let floor = ranks.len() + self.frames.start;
        ranks.extend(whole.frames[..top].iter().map(Frame::rank));
        let first = whole.frames[self.frames.start];
        let next = if top == self.frames.start { self.first.start } else { whole.frames[top].next };
        ranks.push((next - whole.frames[top].begin) as u32);
        Place { space: whole.space, ranks, floor, stop: (self.first.end - first.begin) as u32 }
    }
}
