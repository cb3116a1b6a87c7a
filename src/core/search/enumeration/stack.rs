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
//! The nodes of all frames are stored one after the other in one list, so that a step of the walk allocates nothing.

use std::ops::{ControlFlow, Range};

use crate::{Key, MoveCode, StageExpander, Staged, Successor};

/// A part has at most this fraction of the weight of a cut.
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

    /// Number of the node on the path among its siblings.
    fn rank(&self) -> u32 {
        (self.next - 1 - self.begin) as u32
    }
}

/// Nodes that a walk has left, and the path to them.
#[derive(Debug)]
pub(super) struct Stack<K> {
    pub(super) space: usize,
    nodes: Vec<Successor<K>>,
    frames: Vec<Frame>,
    /// The moves to the node visited last.
    pub(super) path: Vec<MoveCode>,
}

/// A part of the tree that is not yet visited. Its beginning and end are given by the ranks of siblings.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) space: usize,
    /// The path to the first node of the part: the last rank is its own and may be one too many, the others are those of
    /// expanded nodes.
    pub(super) ranks: Vec<u32>,
    /// Number of ranks above the part.
    pub(super) floor: usize,
    /// The rank, below these, at which the part ends.
    pub(super) stop: u32,
    /// Its share of the space.
    pub(super) weight: f64,
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
    /// An empty stack, at the start of a space.
    pub(super) const fn new(space: usize) -> Self {
        Self { space, nodes: Vec::new(), frames: Vec::new(), path: Vec::new() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Successor<K>>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.path.capacity() * size_of::<MoveCode>()
    }

    /// Expands a state; returns whether it has successors.
    pub(super) fn enter(&mut self, expander: &mut dyn StageExpander<K>, stage: usize, state: &K) -> bool {
        let begin = self.nodes.len();
        expander.expand(stage, std::slice::from_ref(state), &mut self.nodes);
        let end = self.nodes.len();
        if end > begin {
            self.frames.push(Frame { begin, next: begin, stop: end, end });
        }
        end > begin
    }

    /// Visits at most `most` states, depth first, and passes the path to each solution to `solution` until that breaks. Returns
    /// the number of states visited.
    pub(super) fn walk(
        &mut self,
        last: usize,
        expander: &mut dyn StageExpander<K>,
        most: u64,
        solution: &mut dyn FnMut(&[MoveCode]) -> ControlFlow<()>,
    ) -> (u64, Walked) {
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
            self.path.truncate(self.frames.len() - 1);
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

    fn weight(&self) -> f64 {
        self.weights().map(|(left, _)| left).sum()
    }

    /// Weight of the nodes left of each frame, and of one of them, as shares of the space.
    fn weights(&self) -> impl Iterator<Item = (f64, f64)> {
        let mut each = 1.0;
        self.frames.iter().map(move |frame| {
            each /= (frame.end - frame.begin) as f64;
            (each * frame.left().len() as f64, each)
        })
    }

    /// All that is left, as one part.
    pub(super) fn whole(&self) -> Part {
        self.part(0..self.frames.len(), self.frames[0].left(), self.weight())
    }

    /// The part in some frames, the first of which has these nodes left.
    fn part(&self, frames: Range<usize>, first: Range<usize>, weight: f64) -> Part {
        let (floor, top) = (frames.start, frames.end - 1);
        let next = if top == floor { first.start } else { self.frames[top].next };
        let ranks = self.frames[..top].iter().map(Frame::rank);
        let ranks = ranks.chain([(next - self.frames[top].begin) as u32]).collect();
        let stop = (first.end - self.frames[floor].begin) as u32;
        Part { space: self.space, ranks, floor, stop, weight }
    }

    /// Cuts the nodes left into parts, in the order of the walk. (The budget of Avis and Jordan, "mts: a light framework for
    /// parallelizing tree search codes", 2021.)
    pub(super) fn take_apart(&self) -> Vec<Part> {
        let weights: Vec<(f64, f64)> = self.weights().collect();
        let limit = self.weight() / FRACTION;
        let frames = &self.frames;
        let mut parts = Vec::new();
        // Frames from the deepest up that are not yet in a part, and their weight.
        let (mut upper, mut weight) = (frames.len(), 0.0);
        for (depth, &(left, each)) in weights.iter().enumerate().rev() {
            let frame = frames[depth];
            if upper == depth + 1 && frame.left().is_empty() {
                upper = depth;
            } else if left > limit && frame.left().len() > 1 {
                if upper > depth + 1 {
                    parts.push(self.part(depth + 1..upper, frames[depth + 1].left(), weight));
                }
                let length = ((limit / each) as usize).max(1);
                for from in frame.left().step_by(length) {
                    let stop = frame.stop.min(from + length);
                    parts.push(self.part(depth..depth + 1, from..stop, each * (stop - from) as f64));
                }
                (upper, weight) = (depth, 0.0);
            } else {
                weight += left;
                if weight >= limit {
                    parts.push(self.part(depth..upper, frame.left(), weight));
                    (upper, weight) = (depth, 0.0);
                }
            }
        }
        if upper > 0 {
            parts.push(self.part(0..upper, frames[0].left(), weight));
        }
        parts
    }

    /// Goes to a part by expanding the nodes on the path to it again; returns its weight, or `None` if the space has no such
    /// part.
    pub(super) fn go_to(
        &mut self,
        part: &Part,
        space: &dyn Staged<K>,
        expander: &mut dyn StageExpander<K>,
    ) -> Option<f64> {
        let (mut stage, mut state) = space.start()?;
        self.space = part.space;
        self.nodes.clear();
        self.frames.clear();
        self.path.clear();
        for (depth, &rank) in part.ranks.iter().enumerate() {
            if depth > 0 {
                let on_path = self.nodes[self.frames[depth - 1].next - 1];
                (stage, state) = (on_path.stage as usize, on_path.state);
                self.path.push(on_path.step);
            }
            if stage == space.last() || !self.enter(expander, stage, &state) {
                return None;
            }
            let frame = &mut self.frames[depth];
            let is_last = depth + 1 == part.ranks.len();
            frame.next += rank as usize + usize::from(!is_last);
            if depth == part.floor {
                frame.stop = frame.begin + part.stop as usize;
            }
            if frame.next > frame.stop || frame.stop > frame.end {
                return None;
            }
            if depth < part.floor {
                frame.stop = frame.next;
            }
        }
        (part.floor < self.frames.len()).then(|| self.weight())
    }
}
