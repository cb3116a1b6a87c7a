//! Solutions line by line: a beam from stage to stage, after settling the outer lines of large boards by looking ahead.
//!
//! In the beam one tile after the other goes home, by paths that are short and leave the other tiles near their homes.
//! The tiles that come soon count twice, so that they are near when it is their turn. The distance to a stage's end is
//! exact ([`StageDistance`]), so each board of the beam follows a shortest path or pays for a detour; the choice among
//! the many shortest paths saves a third of all moves.

use hashbrown::HashSet;

use crate::bytes::{Bytes, MOST_CELLS, Slides};
use crate::lines::distance::StageDistance;
use crate::lines::settle::settle_lines;
use crate::lines::{Rectangle, Stage, plan};
use crate::node::LargeNode;
use crate::solution::simplified;
use crate::{Arrangement, Direction};
use traybit_core::search::beam::{ROOT, path};
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::{GaveUp, Limits};

/// Width of the beam on 9×9, for some milliseconds; smaller on larger boards, larger on smaller ones.
const WIDTH: usize = 16;
/// Side of the boards with that width. The number of moves grows as the cube of the side.
const SIDE: usize = 9;
/// Number of moves looked ahead when lines are settled.
const AHEAD: usize = 4;

/// Weight of a move of the stage, and of a step of the Manhattan distance of all tiles.
const MOVE: i32 = 8;
const WEIGHT: i32 = 5;
const SOON: usize = 4;
/// Weight of a step of the tiles that come soon.
const TIMES: u8 = 2;
/// Moves beyond those of the first board that ends a stage, with which others may end it.
const SLACK: u32 = 4;
/// Buckets for sorting scores: one for each, and the last for all that are worse.
const BUCKETS: u32 = 1 << 10;
/// Number of boards whose remainder is solved.
const ENDINGS: usize = 4;

/// Finds a solution of a board without obstacle, always the same one: milliseconds up to 12×12, tenths of a second for
/// 100×100. Only boards of thousands of cells take so long that limits matter.
pub fn fast(start: &Arrangement, limits: &Limits) -> Result<Vec<Direction>, GaveUp> {
    if start.size().height == 1 || start.size().width == 1 {
        return Ok(remainder(start, usize::MAX).unwrap_or_default());
    }
    let (moves, part) = settle_lines(start, MOST_CELLS, AHEAD, limits)?;
    // The fewest bytes that hold its cells.
    let found = match part.size().cells() {
        0..=16 => search::<16>(&part),
        17..=32 => search::<32>(&part),
        33..=64 => search::<64>(&part),
        65..=96 => search::<96>(&part),
        97..=128 => search::<128>(&part),
        _ => search::<MOST_CELLS>(&part),
    };
    let inner = if let Some(inner) = found {
        inner
    } else {
        // The beam lost its path.
        let (inner, left) = settle_lines(&part, 0, AHEAD, &Limits::default())?;
        [inner, remainder(&left, usize::MAX).unwrap_or_default()].concat()
    };
    Ok(simplified(moves.into_iter().chain(inner)))
}

/// Width of a beam on a board of at most 256 cells.
fn width(part: &Arrangement) -> usize {
    let side = usize::from(part.size().height.max(part.size().width));
    (WIDTH * SIDE.pow(3) / side.pow(3)).clamp(8, 64)
}

/// Searches for a solution; `None` if the beam loses its path. For boards without obstacle, of at most [`MOST_CELLS`] cells
/// and at least 2 rows and columns.
fn search<const N: usize>(start: &Arrangement) -> Option<Vec<Direction>> {
    let (mut tree, width) = (Vec::new(), width(start));
    let (stages, left) = plan(start.size(), start.blank_home(), 0);
    let mut tables = Slides::new(start);
    let distance = StageDistance::new(i32::from(start.size().height.max(start.size().width)));
    let mut open = vec![true; start.size().cells()];
    let mut begun = 0;
    let mut boards = vec![Reached { state: tables.pack::<N>(start), layer: 0, path: ROOT }];
    for (stage, number) in stages.iter().zip(1..) {
        let soon = (number + stages.len() / SOON).min(stages.len());
        let homes = stages[begun..soon].iter().flat_map(|stage| stage.cells);
        homes.for_each(|home| tables.weigh(home, TIMES));
        begun = soon;
        for board in &mut boards {
            tables.count(&mut board.state);
        }
        let space =
            StageSpace::<N> { tables: &tables, distance: &distance, stage, open: &open, strict: u32::MAX };
        space.choose(&mut boards, width);
        let first = boards.first()?;
        // More moves than the stage takes by a straight path.
        let patience = (6 * (stage.line.length + stage.line.lines) + 60) as u32;
        let space = StageSpace { strict: first.layer + patience, ..space };
        let last = first.layer.saturating_add(4 * patience);
        boards = space.search(&mut tree, &boards, width, last);
        for home in stage.cells {
            open[home] = false;
        }
    }
    end(start, left, &tree, boards)
}

/// Solves the remainders of the best boards, and returns the shortest solution.
fn end<const N: usize>(
    start: &Arrangement,
    left: Rectangle,
    tree: &[(u32, Direction)],
    mut boards: Vec<Reached<N>>,
) -> Option<Vec<Direction>> {
    boards.sort_by_cached_key(|board| 2 * board.layer + 3 * u32::from(board.state.manhattan));
    let mut best: Option<Vec<Direction>> = None;
    for board in boards.iter().take(ENDINGS) {
        let mut moves = path(tree, board.path);
        let mut at = start.clone();
        at.follow(&moves);
        let room = best.as_ref().map_or(usize::MAX, Vec::len).saturating_sub(moves.len());
        if let Some(ending) = remainder(&left.cut(&at, None), room) {
            moves.extend(ending);
            best = Some(moves);
        }
    }
    best
}

/// Solves a single line, or the part that is left when all lines are settled, in fewer than `end` moves.
pub(super) fn remainder(part: &Arrangement, end: usize) -> Option<Vec<Direction>> {
    let end = u32::try_from(end).unwrap_or(u32::MAX);
    match Deepening::default().run(&LargeNode::new(part), &mut |_| Some(end), None, &Limits::default()) {
        Ending::Solved(moves) => Some(moves),
        _ => None,
    }
}

/// A board that the beam has reached.
#[derive(Clone, Copy)]
struct Reached<const N: usize> {
    state: Bytes<N>,
    /// Moves made.
    layer: u32,
    /// Place of the last of them in the tree of all moves.
    path: u32,
}

/// A successor of a board of the beam.
#[derive(Clone, Copy)]
struct Child {
    score: i32,
    /// Place of its parent among the boards of its layer.
    parent: usize,
    step: Direction,
}

/// Finds the order of successors by their scores, the least first; those of one score, or of scores far beyond the least, stay
/// as they are. The places are a buffer.
fn sort(children: &[Child], order: &mut Vec<usize>, places: &mut Vec<usize>) {
    let least = children.iter().map(|child| child.score).min().unwrap_or(0);
    let most = children.iter().map(|child| child.score.abs_diff(least)).max().unwrap_or(0);
    let last = most.min(BUCKETS - 1);
    let bucket = |child: &Child| child.score.abs_diff(least).min(last) as usize;
    places.clear();
    places.resize(last as usize + 2, 0);
    for child in children {
        places[bucket(child) + 1] += 1;
    }
    for index in 1..places.len() {
        places[index] += places[index - 1];
    }
    order.resize(children.len(), 0);
    for (index, child) in children.iter().enumerate() {
        let place = &mut places[bucket(child)];
        order[*place] = index;
        *place += 1;
    }
}

#[derive(Clone, Copy)]
struct StageSpace<'a, const N: usize> {
    tables: &'a Slides,
    distance: &'a StageDistance,
    stage: &'a Stage,
    /// True if each cell is not settled.
    open: &'a [bool],
    /// Layer from which on only the stage's distance counts, so that it ends.
    strict: u32,
}

impl<const N: usize> StageSpace<'_, N> {
    fn find(&self, board: &Bytes<N>) -> [u8; 2] {
        let cell = |home| board.homes.iter().position(|&at| usize::from(at) == home).unwrap_or(0);
        self.stage.cells.map(|home| cell(home) as u8)
    }

    /// Selects the best boards for the stage, in the order of their moves.
    fn choose(&self, boards: &mut Vec<Reached<N>>, width: usize) {
        boards.sort_by_cached_key(|Reached { state, layer, .. }| {
            let tiles = self.find(state).map(usize::from);
            let remaining = self.distance.remaining(self.stage, state.blank.into(), tiles);
            let moves = remaining.value + remaining.pull + *layer as i32;
            (MOVE * moves + WEIGHT * i32::from(state.manhattan), *layer)
        });
        let mut met = HashSet::new();
        boards.retain(|board| met.insert(board.state.hash));
        boards.truncate(width);
        for board in boards.iter_mut() {
            board.state.last = None;
            board.state.tiles = self.find(&board.state);
        }
        boards.sort_by_cached_key(|board| board.layer);
    }

    /// Searches layer by layer from `starts`, which join the layers of their own, in order of these. Of each layer the best
    /// boards are kept, each once. Returns those that end the stage. The moves to all of them are added to the tree, each with
    /// the place of the one before it.
    fn search(
        &self,
        tree: &mut Vec<(u32, Direction)>,
        starts: &[Reached<N>],
        width: usize,
        mut last: u32,
    ) -> Vec<Reached<N>> {
        let (mut ends, mut kept) = (Vec::<Reached<N>>::new(), Vec::<Reached<N>>::new());
        let mut waiting = starts.iter().copied().peekable();
        let (mut children, mut order, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for layer in starts[0].layer.. {
            while let Some(start) = waiting.next_if(|start| start.layer == layer) {
                if self.is_end(&start.state) { &mut ends } else { &mut kept }.push(start);
            }
            if let Some(first) = ends.first() {
                last = last.min(first.layer + SLACK);
            }
            if layer >= last || (kept.is_empty() && waiting.peek().is_none()) {
                break;
            }
            children.clear();
            for (parent, reached) in kept.iter().enumerate() {
                self.expand(&reached.state, layer, |step, score| {
                    children.push(Child { score, parent, step });
                });
            }
            sort(&children, &mut order, &mut places);
            let mut next: Vec<Reached<N>> = Vec::with_capacity(width);
            for &child in &order {
                if next.len() >= width {
                    break;
                }
                let Child { parent, step, .. } = children[child];
                let parent = &kept[parent];
                let state = self.tables.after(&parent.state, step);
                let reached = Reached { state, layer: layer + 1, path: tree.len() as u32 };
                if self.is_end(&state) {
                    ends.push(reached);
                } else if next.iter().any(|other| other.state.hash == state.hash) {
                    continue;
                } else {
                    next.push(reached);
                }
                tree.push((parent.path, step));
            }
            kept = next;
        }
        ends
    }

    /// Passes each move with the score of its successor (less is better) to `emit`.
    #[inline]
    fn expand(&self, board: &Bytes<N>, layer: u32, mut emit: impl FnMut(Direction, i32)) {
        for direction in Direction::ALL {
            if board.last == Some(direction.opposite()) && layer < self.strict {
                continue;
            }
            let Some(slid) = self.tables.slide(board, direction).filter(|slid| self.open[slid.source]) else {
                continue;
            };
            let moved = |cell| usize::from(if usize::from(cell) == slid.source { board.blank } else { cell });
            let remaining = self.distance.remaining(self.stage, slid.source, board.tiles.map(moved));
            let score = if layer < self.strict {
                MOVE * (remaining.value + remaining.pull) + WEIGHT * i32::from(slid.manhattan)
            } else {
                remaining.value
            };
            emit(direction, score);
        }
    }

    #[inline]
    fn is_end(&self, board: &Bytes<N>) -> bool {
        board.tiles.map(usize::from) == self.stage.cells
    }
}
