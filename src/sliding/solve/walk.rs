//! Random trays with a goal that a random walk led to, so that a solution exists however large they are.
//!
//! ```text
//!   blocks thrown at random   ──▶   N random steps   ──▶   where some of the moved blocks stand now is the goal
//! ```
//!
//! A puzzle is identified by its seed and its number, as those of [`generate`](crate::solve::generate) are.

use std::collections::HashSet;

use crate::formats::grid::named;
use crate::plan::position::{Block, Position};
use crate::puzzle::fits;
use crate::universe::Kind;
use crate::{Cell, Floor, Parts, Puzzle, Target};
use traybit_core::generation::GenerateError;
use traybit_core::{Limits, Rng, Shape, Size};

/// Throws for each cell of the tray; then blocks are put wherever they still fit.
const THROWS: usize = 50;
/// Maximum number of trays thrown for a puzzle; the one with the fewest cells left is taken.
pub const TRAYS: u64 = 20;
/// Maximum number of walks for a puzzle: after the last one, some block has to be where none of its kind was.
const WALKS: usize = 20;
/// Maximum number of draws of a block and a direction for each step: in some trays hardly anything moves.
const DRAWS: u64 = 200;
/// Draws between two checks of the limits.
const LOOK: u64 = 1 << 16;

/// Options of puzzles by random walks.
#[derive(Clone, Copy, Debug)]
pub struct WalkOptions<'a> {
    /// The box round the tray.
    pub size: Size,
    /// Its cells, row by row.
    pub floor: &'a [Floor],
    /// Kinds of blocks, drawn with equal probability, and the allowed numbers of each.
    pub kinds: &'a [Kind],
    /// Number of free cells; there are more where no block fits.
    pub free: usize,
    /// Steps of the walk.
    pub steps: u64,
    /// Maximum number of moved blocks that the goal names; `None` for all.
    pub goal_blocks: Option<usize>,
    /// Random seed.
    pub seed: u64,
}

/// Makes the puzzle with a number, counted from 1.
///
/// # Errors
/// When a limit is reached, no tray thrown has enough blocks of each kind, or every walk ends in a position like the first.
pub fn walk(options: WalkOptions, number: u64, limits: &Limits) -> Result<Puzzle, GenerateError> {
    let mut rng = Rng::new(options.seed, number);
    let smallest = options.kinds.iter().map(|kind| kind.shape.area()).min().unwrap_or(1);
    for _ in 0..WALKS {
        let mut best: Option<Thrown> = None;
        for _ in 0..TRAYS {
            limits.check()?;
            best = best.into_iter().chain(thrown(options, &mut rng)).min_by_key(|thrown| thrown.1);
            if best.as_ref().is_some_and(|best| best.1 < smallest) {
                break;
            }
        }
        let Some((blocks, _)) = best else { break };
        let puzzle = walked(options, blocks, &mut rng, limits)?;
        if puzzle.begin().missing().is_some() {
            return Ok(puzzle);
        }
    }
    Err(GenerateError::NotFound { number, too_large: 0 })
}

/// Blocks thrown into a tray, as shapes and anchors, and the number of cells still to be covered.
type Thrown = (Vec<(Shape, Cell)>, usize);

/// Throws blocks until the number of free cells is right or none fits; `None` if there are too few of a kind.
fn thrown(options: WalkOptions, rng: &mut Rng) -> Option<Thrown> {
    let WalkOptions { size, floor, kinds, free, .. } = options;
    let mut is_free: Vec<bool> = floor.iter().map(|&floor| floor == Floor::Open).collect();
    let mut left = is_free.iter().filter(|&&is_free| is_free).count().checked_sub(free)?;
    let mut counts = vec![0; kinds.len()];
    let mut blocks = Vec::new();
    let mut put = |kind: usize, (row, column): Cell, left: &mut usize| {
        let Kind { shape, counts: allowed } = &kinds[kind];
        let anchor = (row, column + shape.lead());
        let has_room = fits(size, shape, anchor)
            && shape.area() <= *left
            && counts[kind] < *allowed.end()
            && shape.cells_at(anchor).all(|cell| is_free[size.number(cell)]);
        if has_room {
            shape.cells_at(anchor).for_each(|cell| is_free[size.number(cell)] = false);
            *left -= shape.area();
            counts[kind] += 1;
            blocks.push((shape.clone(), anchor));
        }
    };
    for _ in 0..THROWS * size.cells() {
        if left == 0 {
            break;
        }
        let kind = rng.below(kinds.len() as u64) as usize;
        let cell = size.cell(rng.below(size.cells() as u64) as usize);
        put(kind, cell, &mut left);
    }
    for (cell, kind) in size.all().flat_map(|cell| (0..kinds.len()).map(move |kind| (cell, kind))) {
        put(kind, cell, &mut left);
    }
    let is_enough = kinds.iter().zip(&counts).all(|(kind, count)| count >= kind.counts.start());
    (is_enough && !blocks.is_empty()).then_some((blocks, left))
}

/// The puzzle whose goal a random walk of these blocks leads to.
fn walked(
    options: WalkOptions,
    mut blocks: Vec<(Shape, Cell)>,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<Puzzle, GenerateError> {
    let size = options.size;
    blocks.sort_unstable_by_key(|&(_, anchor)| anchor);
    let parts =
        Parts { blocks: named(blocks.into_iter()), floor: options.floor.to_vec(), ..Parts::open(size) };
    let start = Puzzle::new(parts).expect("blocks are put on free cells");
    let classes = start.classes();
    let mut position = Position::start(&classes);
    let before = position.blocks.clone();
    let all: Vec<usize> = (0..before.len()).collect();
    let (mut steps, mut draws) = (0, 0);
    while steps < options.steps && draws < options.steps.saturating_mul(DRAWS) {
        if draws % LOOK == 0 {
            limits.check()?;
            position.moves.clear();
        }
        draws += 1;
        if let Some((number, next)) = position.drawn_step(&all, rng) {
            position.step(number, next);
            steps += 1;
        }
    }
    let mut moved: Vec<_> = before.iter().zip(&position.blocks).filter(|(own, now)| own != now).collect();
    let named = options.goal_blocks.unwrap_or(usize::MAX).min(moved.len());
    for place in 0..named {
        let drawn = place + rng.below((moved.len() - place) as u64) as usize;
        moved.swap(place, drawn);
    }
    // One of them at least is where none of its kind was.
    let occupied: HashSet<&Block> = before.iter().collect();
    let new = moved.iter().position(|(_, after)| !occupied.contains(after));
    new.filter(|&new| new >= named).into_iter().for_each(|new| moved.swap(0, new));
    moved.truncate(named);
    let target = |(from, to): &(&Block, &Block)| {
        let block = start.blocks.iter().position(|own| size.number(own.anchor) == usize::from(from.anchor));
        Target { block: block.expect("a block starts there"), anchor: size.cell(to.anchor.into()) }
    };
    let goal = moved.iter().map(target).collect();
    let parts = Parts { goals: vec![goal], ..start.into_parts() };
    Ok(Puzzle::new(parts).expect("the walk ends in a position"))
}
