//! Random puzzles with a proven answer.
//!
//! For each number under a seed, boards are dealt until one is of the right kind; the engine's own searches prove it.

use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

use crate::solve::spaces::{ExploreOptions, explore};
use crate::solve::walk::{WalkOptions, walk};
use crate::solve::{Objective, Verdict, solve};
use crate::universe::{self, Goal, Mix, Pieces, Placement};
use crate::{Metric, Puzzle};
use traybit_core::generation::{AllMade, GenerateError, make_all};
use traybit_core::{Cost, GaveUp, Limits, Rng};

/// Kind of puzzles to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A board with a solution.
    Solvable,
    /// The hardest start in the space of a board, of the board whose hardest start is the hardest.
    Hard,
    /// A board proven to have no solution.
    Unsolvable,
}

/// Options of random boards with a goal.
#[derive(Clone, Copy, Debug)]
pub struct GenerateOptions<'a> {
    /// Pieces of the boards.
    pub pieces: &'a Pieces,
    /// Goal of the puzzles.
    pub goal: &'a Goal,
    /// Random seed.
    pub seed: u64,
    /// Kind of the puzzles.
    pub kind: Kind,
    /// Unit of a move.
    pub metric: Metric,
    /// Minimum length of a shortest solution.
    pub least: u64,
    /// Maximum number of boards tried for each puzzle.
    pub tries: u64,
    /// Positions after which a board is given up and the next one tried.
    pub most: u64,
}

/// Property of a puzzle that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proven {
    /// Nothing solves it.
    Unsolvable,
    /// It has a solution, since a walk led to its goal.
    Solvable,
    /// The fewest moves that solve it.
    Shortest(u64),
}

/// Makes the first `count` puzzles under the seed of the options.
pub fn generate(options: GenerateOptions, count: u64, limits: &Limits) -> AllMade<(Puzzle, Proven)> {
    let mixes = LazyLock::new(|| options.goal.mixes(options.pieces, limits));
    make_all(count, limits, |number, limits, cost| {
        options.make(mixes.as_ref().map_err(|&reason| reason)?, number, limits, cost)
    })
}

/// Makes the first `count` puzzles by random walks.
pub fn generate_walks(options: WalkOptions, count: u64, limits: &Limits) -> AllMade<(Puzzle, Proven)> {
    make_all(count, limits, |number, limits, _| {
        let puzzle = walk(options, number, limits)?;
        limits.progress.positions.fetch_add(options.steps, Ordering::Relaxed);
        Ok(((puzzle, Proven::Solvable), 1))
    })
}

impl GenerateOptions<'_> {
    fn make(
        &self,
        mixes: &[Mix],
        number: u64,
        limits: &Limits,
        cost: &mut Cost,
    ) -> Result<((Puzzle, Proven), u64), GenerateError> {
        let Self { seed, kind, least, tries: most, .. } = *self;
        let mut rng = Rng::new(seed, number);
        let mut mixes: Vec<&Mix> = mixes.iter().collect();
        let (mut best, mut too_large) = (None::<(Puzzle, Proven)>, 0);
        for tries in 1..=most {
            limits.check()?;
            let Some(board) = self.deal(&mut mixes, &mut rng)? else { continue };
            let judged = self.judge(&board, limits, cost);
            if judged == Err(GaveUp::Exhausted) {
                too_large += 1;
            } else if let Some(made) = judged? {
                if kind != Kind::Hard {
                    return Ok((made, tries));
                }
                if best.as_ref().is_none_or(|best| made.1 > best.1) {
                    best = Some(made);
                }
            }
        }
        let best = best.filter(|(_, proven)| *proven >= Proven::Shortest(least));
        best.map(|best| (best, most)).ok_or(GenerateError::NotFound { number, too_large })
    }

    /// A random board of a random mix; `None` if the deal got stuck. Mixes without a board are removed.
    fn deal(&self, mixes: &mut Vec<&Mix>, rng: &mut Rng) -> Result<Option<Vec<u128>>, GenerateError> {
        while !mixes.is_empty() {
            let drawn = rng.below(mixes.len() as u64) as usize;
            match deal(self.pieces, mixes[drawn], rng) {
                Dealt::Board(board) => return Ok(Some(board)),
                Dealt::Stuck => return Ok(None),
                Dealt::None => drop(mixes.swap_remove(drawn)),
            }
        }
        Err(GenerateError::NoBoard)
    }

    /// The puzzle of the right kind that a board leads to, with its proven property. A board whose search has more
    /// positions than the options allow is [`GaveUp::Exhausted`].
    fn judge(
        &self,
        board: &[u128],
        limits: &Limits,
        cost: &mut Cost,
    ) -> Result<Option<(Puzzle, Proven)>, GaveUp> {
        let Self { pieces, goal, kind, metric, least, most, .. } = *self;
        let own = Limits { progress: Arc::default(), positions: most, ..limits.clone() };
        let puzzle = goal.puzzle(pieces, board);
        let (judged, spent) = if kind == Kind::Hard {
            let options = ExploreOptions { farthest: 1, goals: true };
            let space = explore(&puzzle, None, metric, options, &own, None).expect("no checkpoint is read");
            let hardest = space.goals.as_ref().and_then(|goals| {
                let optimum = goals.explored.sizes.len().checked_sub(1)? as u64;
                Some((self.renamed(goals.hardest.first()?), Proven::Shortest(optimum)))
            });
            (space.ended().map_or(Ok(hardest), Err), space.cost())
        } else {
            let report = solve(&puzzle, Objective::Shortest(metric), &own);
            let judged = match (report.verdict, kind) {
                (Verdict::GaveUp(reason), _) => Err(reason),
                (Verdict::Solved { length, .. }, Kind::Solvable) if length as u64 >= least => {
                    Ok(Some((puzzle, Proven::Shortest(length as u64))))
                }
                (Verdict::Unsolvable(_), Kind::Unsolvable) => Ok(Some((puzzle, Proven::Unsolvable))),
                _ => Ok(None),
            };
            (judged, report.cost)
        };
        *cost = cost.then(spent);
        limits.progress.positions.fetch_add(spent.positions, Ordering::Relaxed);
        judged
    }

    /// The puzzle with its blocks named in the order of their anchors.
    fn renamed(&self, puzzle: &Puzzle) -> Puzzle {
        let anchors = |kind: &universe::Kind| {
            let blocks = puzzle.blocks.iter().filter(|block| block.shape == kind.shape);
            blocks.fold(0, |anchors, block| anchors | 1u128 << puzzle.size.number(block.anchor))
        };
        self.goal.puzzle(self.pieces, &self.pieces.kinds.iter().map(anchors).collect::<Vec<_>>())
    }
}

/// Draws after which a deal is given up: most trays need one for each block and each empty cell.
const MOST_DRAWS: u32 = 100_000;

/// Outcome of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// A board: the anchors of the blocks of each kind, bit row · width + column.
    Board(Vec<u128>),
    /// Proven: there is no board.
    None,
    /// Given up after too many draws; another deal may succeed.
    Stuck,
}

/// Deals one board of a mix of the pieces.
///
/// ```text
///   a a . ?      the first undecided cell becomes empty, or the first cell of a block that fits there:
///   a a ? ?      drawn from all that are left, so that the kind with most blocks left
///   ? ? ? ?      comes most often
/// ```
///
/// If nothing left fits, the last draw is undone and another one made. This backtracking is complete: it
/// finds a board if there is one, and each with some probability (not all with the same).
pub fn deal(pieces: &Pieces, mix: &Mix, rng: &mut Rng) -> Dealt {
    let left = mix.counts.iter().copied().chain([mix.empty]).collect();
    let mut deal = Deal { pieces, left, board: vec![0; mix.counts.len() + 1], rng, draws: 0 };
    match deal.fill(pieces.open) {
        Some(true) => {
            deal.board.pop();
            Dealt::Board(deal.board)
        }
        Some(false) => Dealt::None,
        None => Dealt::Stuck,
    }
}

struct Deal<'a> {
    pieces: &'a Pieces,
    /// Blocks of each kind that are left, then empty cells.
    left: Vec<u32>,
    /// Their anchors; those of empty cells stay 0.
    board: Vec<u128>,
    rng: &'a mut Rng,
    draws: u32,
}

impl Deal<'_> {
    /// True if the rest could be placed on these cells; `None` after too many draws.
    fn fill(&mut self, open: u128) -> Option<bool> {
        if open == 0 {
            return Some(true);
        }
        let cell = open.trailing_zeros();
        let blocks = self.pieces.numbered.iter().map(|kind| kind.placement(cell, open));
        let choices = blocks.chain([Some(Placement { cells: 1 << cell, anchor: 0 })]).enumerate();
        let mut fitting: Vec<(usize, Placement)> = choices
            .filter_map(|(kind, placement)| (self.left[kind] > 0).then_some((kind, placement?)))
            .collect();
        while !fitting.is_empty() {
            self.draws += 1;
            if self.draws > MOST_DRAWS {
                return None;
            }
            // Each is weighted by the number left.
            let left = |kind: usize| u64::from(self.left[kind]);
            let drawn = self.rng.below(fitting.iter().map(|choice| left(choice.0)).sum());
            let mut sum = 0;
            let is_drawn = |&(kind, _): &(usize, Placement)| {
                sum += left(kind);
                drawn < sum
            };
            let drawn = fitting.iter().position(is_drawn).unwrap_or(0);
            let (kind, Placement { cells, anchor }) = fitting.remove(drawn);
            self.left[kind] -= 1;
            self.board[kind] |= anchor;
            if self.fill(open & !cells)? {
                return Some(true);
            }
            self.left[kind] += 1;
            self.board[kind] &= !anchor;
        }
        Some(false)
    }
}
