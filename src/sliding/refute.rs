//! Proofs without a search: lower bounds on the number of moves; and unsolvability, if there are too few blocks of a shape, the
//! parity is wrong, or pairs of blocks cannot pass each other even when they are alone in the tray.
//!
//! ```text
//!   ┌─────────────┐
//!   │ a . . b . c │    alone with the walls, a and b never change their order; so the goal `b` left of `a` is out of
//!   └─────────────┘    reach, though each of them can get to its target
//! ```
//!
//! A goal can be met only if its targets can be assigned to blocks so that each pair of these blocks, alone
//! in the tray, reaches its targets, and each of them leaves every other block a place to be. Equal blocks
//! are interchangeable, so all assignments are tried.
//!
//! Different blocks end on different goal lines, so the lower bounds of the lines add up. A line on which no block of its shape
//! stands at the start takes at least:
//!
//! * steps: the distance, rows and columns together, to the nearest block of its shape;
//! * slides: one if such a block stands in its row or column, else two;
//! * path moves: one.
//!
//! Other blocks are ignored, so the bounds are often far too low; they cost next to nothing.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;
use std::rc::Rc;

use crate::board::Towards;
use crate::plan::position::Block;
use crate::{Cell, Class, Classes, Counts, Metric};
use traybit_core::{Size, sorted};

/// Shape of which every goal needs more blocks than the tray has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortage {
    /// Height of the shape, in rows.
    pub height: u16,
    /// Width of the shape, in columns.
    pub width: u16,
    /// Number of blocks of that shape that the goal names.
    pub needed: usize,
    /// Number of them in the tray.
    pub present: usize,
}

impl fmt::Display for Shortage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { height, width, needed, present } = self;
        let blocks = if *needed == 1 { "block" } else { "blocks" };
        let present = if *present == 0 { "none".to_owned() } else { present.to_string() };
        write!(out, "the goal needs {needed} {blocks} of {height}×{width}, and the tray has {present}")
    }
}

/// The first shape of which every goal needs more blocks than the tray has: blocks never change shape.
pub fn shortage(puzzle: &Classes) -> Option<Shortage> {
    let shortages = puzzle.goals.iter().map(|goal| {
        let mut classes = puzzle.classes.iter().zip(goal);
        let (class, goal) = classes.find(|(class, goal)| goal.len() > class.start.len())?;
        let (height, width) = (class.shape.height(), class.shape.width());
        Some(Shortage { height, width, needed: goal.len(), present: class.start.len() })
    });
    shortages.collect::<Option<Vec<Shortage>>>()?.into_iter().next()
}

/// True if every goal differs in parity from what can be reached.
pub(crate) fn is_wrong(puzzle: &Classes) -> bool {
    let told_apart = puzzle.free == 1
        && puzzle.out_of_reach == 0
        && puzzle.classes.iter().all(|class| class.shape.area() == 1 && class.start.len() == 1);
    told_apart && !puzzle.goals.is_empty() && puzzle.goals.iter().all(|goal| is_wrong_for(puzzle, goal))
}

fn is_wrong_for(puzzle: &Classes, goal: &[Vec<u16>]) -> bool {
    let starts: HashSet<u16> = puzzle.classes.iter().map(|class| class.start[0]).collect();
    let named: HashSet<u16> = goal.iter().flatten().copied().collect();
    let open_but = |taken: &HashSet<u16>| -> Vec<usize> {
        puzzle.open_cells().filter(|cell| !taken.contains(cell)).map(usize::from).collect()
    };
    let (free, unnamed) = (open_but(&starts)[0], open_but(&named));
    // Two blocks that the goal does not name may be exchanged, which makes either parity right. Of two cells
    // that it does not name one holds a block and the other is free, either way round.
    let count = unnamed.len();
    count <= 2
        && (0..count).all(|choice| {
            let (freed, other) = (unnamed[choice], unnamed[(choice + 1) % count]);
            let end = |anchors: &Vec<u16>| anchors.first().map_or(other, |&anchor| usize::from(anchor));
            let blocks = puzzle.classes.iter().zip(goal);
            let moved = blocks.map(|(class, anchors)| (usize::from(class.start[0]), end(anchors)));
            exchanges(moved.chain([(free, freed)]).collect()) % 2
                != puzzle.size.steps(free, freed) as usize % 2
        })
}

/// Number of exchanges that bring everything from its start cell to its end cell.
fn exchanges(mut end_of: HashMap<usize, usize>) -> usize {
    let (all, mut circles) = (end_of.len(), 0);
    while let Some(first) = end_of.keys().next().copied() {
        let mut next = Some(first);
        while let Some(cell) = next {
            next = end_of.remove(&cell);
        }
        circles += 1;
    }
    all - circles
}

/// Maximum number of positions of pairs: some milliseconds.
const POSITIONS: usize = 1 << 18;
/// Maximum number of choices of a block for a target.
const CHOICES: usize = 1 << 12;
/// Maximum number of pairs that are left out to see whether the proof needs them.
const SPARED: usize = 64;
/// Maximum number of blocks that the targets of a goal may be given to, summed over the targets.
const CANDIDATES: usize = 1 << 12;

/// Pairs of blocks, each block given by its start cell, for which no goal can be met.
pub fn in_the_way(puzzle: &Classes) -> Option<Vec<[Cell; 2]>> {
    let mut pairs = Pairs::of(puzzle);
    let refuted = |pairs: &mut Pairs<'_>| puzzle.goals.iter().all(|goal| !pairs.may_meet(goal));
    if puzzle.goals.is_empty() || !refuted(&mut pairs) {
        return None;
    }
    // The others ruled nothing out. From here on no further pair is explored.
    let mut needed = std::mem::take(&mut pairs.ruled_out);
    pairs.reached.retain(|pair, _| needed.contains(pair));
    pairs.left = 0;
    for pair in needed.clone().into_iter().take(SPARED) {
        let reached = pairs.reached.insert(pair, None);
        if refuted(&mut pairs) {
            needed.remove(&pair);
        } else {
            pairs.reached.insert(pair, reached.flatten());
        }
    }
    let start = |block: Block| puzzle.row_column(block.anchor);
    Some(sorted(needed.into_iter().map(|pair| pair.map(start))))
}

/// A target: the cell where an anchor must be, and the blocks that may be assigned to it.
type Target = (u16, Vec<Block>);

/// Pairs of blocks, each alone in the tray. A block is known by its class and its anchor at the start.
struct Pairs<'a> {
    puzzle: &'a Classes,
    /// For each class the classes whose blocks may be in its way.
    tight: Vec<Vec<usize>>,
    /// For each class with tight ones the cells where its blocks can be, ascending.
    places: Vec<Vec<u16>>,
    /// Reachable positions of pairs: a bit for each place of the first and each of the second; `None` for
    /// all, also if there are too many.
    reached: HashMap<[Block; 2], Option<Rc<[bool]>>>,
    ruled_out: BTreeSet<[Block; 2]>,
    left: usize,
}

impl<'a> Pairs<'a> {
    fn of(puzzle: &'a Classes) -> Self {
        let passes = |one: &Class, other: &Class| pass_freely(one, other, puzzle.size);
        let tight_for = |class: &Class| -> Vec<usize> {
            (0..puzzle.classes.len()).filter(|&other| !passes(class, &puzzle.classes[other])).collect()
        };
        let mut tight: Vec<Vec<usize>> = puzzle.classes.iter().map(tight_for).collect();
        let places = puzzle
            .classes
            .iter()
            .zip(&tight)
            .map(|(class, tight)| if tight.is_empty() { Vec::new() } else { class.anchors().collect() });
        let places: Vec<Vec<u16>> = places.collect();
        // Pairs with too many positions rule nothing out.
        for (class, others) in tight.iter_mut().enumerate() {
            others.retain(|&other| places[class].len().saturating_mul(places[other].len()) <= POSITIONS);
        }
        let (reached, ruled_out) = (HashMap::new(), BTreeSet::new());
        Self { puzzle, tight, places, reached, ruled_out, left: POSITIONS }
    }

    fn blocks(&self, class: usize) -> impl Iterator<Item = Block> {
        self.puzzle.classes[class].start.iter().map(move |&anchor| Block { class, anchor })
    }

    /// True unless the pairs show that a goal cannot be met.
    fn may_meet(&mut self, goal: &[Vec<u16>]) -> bool {
        let mut targets: Vec<Target> = Vec::new();
        for (class, anchors) in goal.iter().enumerate().filter(|(class, _)| !self.tight[*class].is_empty()) {
            targets.extend(anchors.iter().map(|&anchor| (anchor, self.blocks(class).collect())));
            if targets.iter().map(|(_, blocks)| blocks.len()).sum::<usize>() > CANDIDATES {
                return true;
            }
        }
        for (anchor, blocks) in &mut targets {
            blocks.retain(|&block| self.leaves_room(block, *anchor));
        }
        self.can_be_given(targets, &mut { CHOICES })
    }

    /// True if every other block still has some place when a block has its anchor on a cell.
    fn leaves_room(&mut self, block: Block, anchor: u16) -> bool {
        let tight = self.tight[block.class].iter();
        let others: Vec<Block> = tight.flat_map(|&class| self.blocks(class)).collect();
        others.into_iter().filter(|&other| other != block).all(|other| {
            (0..self.places[other.class].len()).any(|place| {
                let at = self.places[other.class][place];
                self.allows((block, anchor), (other, at))
            })
        })
    }

    /// True if each target can be assigned a block of its own with no pair in the way, or if that took too many choices.
    fn can_be_given(&mut self, mut targets: Vec<Target>, choices: &mut usize) -> bool {
        let fewest = (0..targets.len()).min_by_key(|&number| targets[number].1.len());
        let Some((anchor, blocks)) = fewest.map(|number| targets.swap_remove(number)) else { return true };
        blocks.into_iter().any(|block| {
            let Some(left) = choices.checked_sub(1) else { return true };
            *choices = left;
            let rest = targets.iter().map(|(target, others)| {
                let agrees =
                    |other: &Block| *other != block && self.allows((block, anchor), (*other, *target));
                (*target, others.iter().copied().filter(agrees).collect())
            });
            let rest = rest.collect();
            self.can_be_given(rest, choices)
        })
    }

    /// True if two blocks can be on two cells, as far as is known.
    fn allows(&mut self, one: (Block, u16), other: (Block, u16)) -> bool {
        let ((first, at), (second, to)) = if one.0 < other.0 { (one, other) } else { (other, one) };
        if !self.tight[first.class].contains(&second.class) {
            return true;
        }
        let Some(reached) = self.reached_by([first, second]) else { return true };
        let place = |class: usize, at: u16| self.places[class].binary_search(&at).ok();
        let pair = place(first.class, at).zip(place(second.class, to));
        let is_allowed = pair.is_some_and(|(at, to)| reached[at * self.places[second.class].len() + to]);
        if !is_allowed {
            self.ruled_out.insert([first, second]);
        }
        is_allowed
    }

    /// The positions that a pair reaches, explored once.
    fn reached_by(&mut self, pair: [Block; 2]) -> Option<Rc<[bool]>> {
        if let Some(known) = self.reached.get(&pair) {
            return known.clone();
        }
        let positions = pair.iter().map(|block| self.places[block.class].len()).product();
        let left = self.left.checked_sub(positions);
        self.left = left.unwrap_or(self.left);
        let reached = left.map(|_| Rc::from(self.explored(pair)));
        self.reached.insert(pair, reached.clone());
        reached
    }

    /// All positions that a pair reaches when it is alone.
    fn explored(&self, blocks: [Block; 2]) -> Vec<bool> {
        let classes = blocks.map(|block| &self.puzzle.classes[block.class]);
        let places = blocks.map(|block| &self.places[block.class]);
        let next = [0, 1].map(|side| neighbours(classes[side], places[side]));
        let meet = overlaps(classes[0], classes[1]);
        let are_apart = |pair: [usize; 2]| {
            let [(row, column), (other_row, other_column)] =
                [0, 1].map(|side| self.puzzle.size.cell(places[side][pair[side]].into()));
            let down = i32::from(other_row) - i32::from(row);
            !meet(down, i32::from(other_column) - i32::from(column))
        };
        let number = |pair: [usize; 2]| pair[0] * places[1].len() + pair[1];
        let start = [0, 1].map(|side| places[side].binary_search(&blocks[side].anchor));
        let [Ok(one), Ok(other)] = start else { return vec![true; places[0].len() * places[1].len()] };
        let mut reached = vec![false; places[0].len() * places[1].len()];
        let mut queue = vec![[one, other]];
        reached[number([one, other])] = true;
        while let Some(pair) = queue.pop() {
            for side in 0..2 {
                for &to in &next[side][pair[side]] {
                    let mut moved = pair;
                    moved[side] = to;
                    if !reached[number(moved)] && are_apart(moved) {
                        reached[number(moved)] = true;
                        queue.push(moved);
                    }
                }
            }
        }
        reached
    }
}

/// True for two rectangles that move freely, in a tray in which they fit side by side and one above the other.
fn pass_freely(one: &Class, other: &Class, size: Size) -> bool {
    [one, other].iter().all(|class| class.shape.is_rectangle() && class.places.is_none())
        && one.shape.width() + other.shape.width() <= size.width
        && one.shape.height() + other.shape.height() <= size.height
}

/// For each place of a class the places one step away, by their numbers.
fn neighbours(class: &Class, places: &[u16]) -> Vec<Vec<usize>> {
    let around = |&at: &u16| {
        let at = class.size.cell(at.into());
        let next = Towards::ALL.into_iter().filter_map(|towards| class.stepped(at, towards));
        next.filter_map(|to| places.binary_search(&(class.size.number(to) as u16)).ok()).collect()
    };
    places.iter().map(around).collect()
}

/// Tests whether blocks of two classes overlap, by the rows and columns from the first one's anchor to the second one's.
fn overlaps(one: &Class, other: &Class) -> impl Fn(i32, i32) -> bool {
    let [first, second] = [one, other].map(|class| class.shape.clone());
    let are_rectangles = first.is_rectangle() && second.is_rectangle();
    let cells: HashSet<(i32, i32)> = if are_rectangles { HashSet::new() } else { first.offsets().collect() };
    // True if two intervals of these lengths overlap, the second one shifted by `on`.
    let meet = |on: i32, length: u16, other: u16| (1 - i32::from(other)..i32::from(length)).contains(&on);
    move |down, right| {
        if are_rectangles {
            meet(down, first.height(), second.height()) && meet(right, first.width(), second.width())
        } else {
            second.offsets().any(|(row, column)| cells.contains(&(row + down, column + right)))
        }
    }
}

/// Minimum of each bound over all goals; in path moves, the number of goal lines not met at the start.
pub fn bounds(puzzle: &Classes) -> Counts {
    let mut bounds = vec![Counts::default(); puzzle.goals.len()];
    for (number, class) in puzzle.classes.iter().enumerate() {
        if puzzle.goals.iter().all(|goal| goal[number].is_empty()) {
            continue;
        }
        let distances = distances(class, puzzle.size);
        let starts = class.start.iter().map(|&cell| puzzle.row_column(cell));
        let (rows, columns): (HashSet<u16>, HashSet<u16>) = starts.unzip();
        for (bounds, goal) in bounds.iter_mut().zip(&puzzle.goals) {
            for &cell in &goal[number] {
                // Skips lines met at the start and classes without blocks.
                let Some(distance @ 1..) = distances[usize::from(cell)] else { continue };
                let (row, column) = puzzle.row_column(cell);
                bounds.paths += 1;
                bounds.steps += u64::from(distance);
                bounds.slides += if rows.contains(&row) || columns.contains(&column) { 1 } else { 2 };
            }
        }
    }
    let least = |metric| bounds.iter().map(|bounds| bounds.moves_in(metric)).min().unwrap_or_default();
    let [steps, slides, paths] = [Metric::Step, Metric::Slide, Metric::Path].map(least);
    Counts { steps, slides, paths, last: None }
}

/// Distance from each cell to the nearest anchor of the class; `None` if the class has no blocks.
fn distances(class: &Class, size: Size) -> Vec<Option<u32>> {
    let mut distances = vec![None; size.cells()];
    let mut queue: VecDeque<(usize, u32)> = class.start.iter().map(|&anchor| (anchor.into(), 0)).collect();
    while let Some((cell, distance)) = queue.pop_front() {
        if distances[cell].is_none() {
            distances[cell] = Some(distance);
            queue.extend(size.beside(size.cell(cell)).map(|next| (size.number(next), distance + 1)));
        }
    }
    distances
}
