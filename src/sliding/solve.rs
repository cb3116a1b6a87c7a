//! Solving puzzles of sliding blocks: chooses the key, the space and the search for one puzzle.

pub mod generate;
pub mod hardest;
pub mod spaces;
pub mod walk;

use std::collections::HashSet;
use std::sync::Arc;
use web_time::{Duration, Instant};

use num_bigint::BigUint;

pub use crate::compile::Symmetric;
use crate::compile::compile;
use crate::plan::Planner;
use crate::refute::{self, Shortage};
use crate::{Cell, Choice, Classes, Metric, Puzzle, Rules, Shift, Slide, Target, in_space, tidy};
use traybit_core::search::compiled;
use traybit_core::search::paths::ShortestPaths;
use traybit_core::search::portfolio::Method;
use traybit_core::{Answer, Checkpoint, Cost, GaveUp, Limits, Outcome, ReadError};

/// The objective: the fewest moves, or any solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The fewest moves in a metric, proven.
    Shortest(Metric),
    /// Any solution, as soon as possible.
    Any,
}

/// The answer to a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Solved.
    Solved {
        /// The moves, each one straight; the independent checker has replayed them.
        slides: Vec<Slide>,
        /// Length in the metric of the objective (a path move is several slides); for any solution in slides.
        length: usize,
    },
    /// Proven: no solution exists.
    Unsolvable(Proof),
    /// Neither found nor refuted.
    GaveUp(GaveUp),
}

/// A proof that a puzzle has no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The tray lacks a shape that the goal names.
    Shortage(Shortage),
    /// In every goal some block has a target that walls, gates or its line never let it reach.
    OutOfReach,
    /// Every goal differs from the start in parity.
    Parity,
    /// Every goal within reach requires two blocks to have passed each other, which they never can. The pairs
    /// of such blocks, each block given by its start cell.
    Pairs(Vec<[Cell; 2]>),
    /// All reachable positions were visited.
    Exhausted {
        /// Their number, if one search from the start visited them.
        positions: Option<u64>,
        /// True if symmetric positions were merged.
        merged: bool,
    },
}

/// An answer, its cost and how it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The cost of the search.
    pub cost: Cost,
    /// The packing of positions; `None` if no search was needed.
    pub choice: Option<Choice>,
    /// The search that answered, in words.
    pub method: &'static str,
}

/// Answers one puzzle within `limits`.
///
/// # Panics
/// When a solution does not pass the independent checker: a bug of the engine, never of the input.
pub fn solve(problem: &Puzzle, objective: Objective, limits: &Limits) -> Report {
    solve_or_resume(problem, objective, false, limits, None).expect("no checkpoint is read").0
}

/// Answers one puzzle as [`solve`] does; a search for the fewest moves resumes from the checkpoint. If `all` is true, it also
/// counts all shortest solutions: different sequences of moves, equal blocks interchangeable; there is no count if there is
/// no solution.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
pub fn solve_or_resume(
    problem: &Puzzle,
    objective: Objective,
    all: bool,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<(Report, Option<BigUint>), ReadError> {
    let puzzle = problem.classes();
    if let Some(proof) = refute(&puzzle) {
        let verdict = Verdict::Unsolvable(proof);
        let method = "blocks and goals compared";
        return Ok((Report { verdict, cost: Cost::default(), choice: None, method }, None));
    }
    let choice = Choice::of(&puzzle);
    let (outcome, method, number) = match objective {
        Objective::Shortest(metric) if all => {
            let digested = checkpoint.map(|checkpoint| checkpoint.with(&format!("{choice:?}")));
            let space = compile(&puzzle, choice, metric, Symmetric::Apart);
            let (found, cost) = in_space!(space, space => compiled::all_paths(space, limits, digested))?;
            let (answer, number) = match found {
                Ok(Some(ShortestPaths { number, first })) => (Answer::Solved(first), Some(number)),
                Ok(None) => (Answer::Unsolvable, None),
                Err(reason) => (Answer::GaveUp(reason), None),
            };
            (Outcome { answer, cost }.map(Shift::from), Method::BreadthFirst, number)
        }
        Objective::Shortest(metric) => {
            let outcome = shortest_packed(&puzzle, choice, metric, Symmetric::Merged, limits, checkpoint)?;
            (outcome, Method::BreadthFirst, None)
        }
        Objective::Any => {
            let space = compile(&puzzle, choice, Metric::Slide, Symmetric::Apart);
            let planner = Planner(&puzzle);
            let (outcome, method) =
                in_space!(space, space => compiled::any_solution(space, &planner, limits));
            (outcome.map(Shift::from), method, None)
        }
    };
    let cost = outcome.cost;
    let verdict = verdict(problem, &puzzle, objective, outcome);
    if let (true, Some(checkpoint), Verdict::Solved { .. }) = (all, checkpoint, &verdict) {
        checkpoint.store.finish();
    }
    let method = match method {
        Method::BestFirst => "best-first search by novelty and distance",
        Method::BreadthFirst => "breadth-first search, layer by layer",
        Method::Attempt => "planning: targets met one after another",
    };
    Ok((Report { verdict, cost, choice: Some(choice), method }, number))
}

/// Finds the fewest moves with positions packed in a given way; resumes from the checkpoint.
pub fn shortest_packed(
    puzzle: &Classes,
    choice: Choice,
    metric: Metric,
    symmetric: Symmetric,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Outcome<Shift>, ReadError> {
    let checkpoint = checkpoint.map(|checkpoint| checkpoint.with(&format!("{choice:?} {symmetric:?}")));
    let space = compile(puzzle, choice, metric, symmetric);
    let outcome = in_space!(space, space => compiled::solve(space, limits, checkpoint))?;
    Ok(outcome.map(Shift::from))
}

/// Looks for a proof, without a search, that there is no solution.
pub fn refute(puzzle: &Classes) -> Option<Proof> {
    let out_of_reach = puzzle.goals.is_empty() && puzzle.out_of_reach > 0;
    refute::shortage(puzzle)
        .map(Proof::Shortage)
        .or_else(|| out_of_reach.then_some(Proof::OutOfReach))
        .or_else(|| refute::is_wrong(puzzle).then_some(Proof::Parity))
        .or_else(|| refute::in_the_way(puzzle).map(Proof::Pairs))
}

/// The verdict of a search, its moves laid out as slides and checked.
fn verdict(problem: &Puzzle, puzzle: &Classes, objective: Objective, outcome: Outcome<Shift>) -> Verdict {
    match outcome.answer {
        Answer::Solved(moves) => {
            let (slides, length) = match objective {
                Objective::Any => (tidy::lay_out_joined(puzzle, &moves), None),
                Objective::Shortest(_) => (tidy::lay_out(puzzle, &moves), Some(moves.len())),
            };
            if let Err(refusal) = problem.verify(&slides) {
                panic!("the solution found does not pass the checker: {refusal}");
            }
            Verdict::Solved { length: length.unwrap_or(slides.len()), slides }
        }
        Answer::Unsolvable => {
            let Cost { positions, symmetric_merged: merged, .. } = outcome.cost;
            let positions = (objective != Objective::Any).then_some(positions);
            Verdict::Unsolvable(Proof::Exhausted { positions, merged })
        }
        Answer::GaveUp(reason) => Verdict::GaveUp(reason),
    }
}

/// Fraction of the time left that a search for the shortest leaves for any solution, and its maximum.
const SHARE: u32 = 10;
const MOST: Duration = Duration::from_secs(1);
/// Maximum time for any solution after the memory was used up.
const AFTER_MEMORY: Duration = Duration::from_secs(5);
/// Maximum time for any solution after a signal: its sender waits.
const AFTER_SIGNAL: Duration = Duration::from_millis(250);

/// Limits for a search for the shortest that leave time for any solution.
pub fn leaving_time(limits: &Limits) -> Limits {
    let earlier = |deadline: Instant| {
        let left = deadline.saturating_duration_since(Instant::now());
        deadline.checked_sub((left / SHARE).min(MOST)).unwrap_or(deadline)
    };
    Limits { deadline: limits.deadline.map(earlier), ..limits.clone() }
}

/// Any solution, after a search for the shortest gave up: within the rest of its limits, or a moment after a signal.
pub fn any_instead(problem: &Puzzle, reason: GaveUp, limits: &Limits) -> Option<Vec<Slide>> {
    // The progress of the search for the shortest stays as it is.
    let fresh = Limits { progress: Arc::default(), disk: None, peers: None, ..limits.clone() };
    let limits = match reason {
        GaveUp::Time => fresh,
        GaveUp::Memory | GaveUp::Disk => fresh.for_at_most(AFTER_MEMORY),
        GaveUp::Stopped => Limits { stop: Arc::default(), ..fresh }.for_at_most(AFTER_SIGNAL),
        GaveUp::Exhausted | GaveUp::Peer => return None,
    };
    match solve(problem, Objective::Any, &limits).verdict {
        Verdict::Solved { slides, .. } => Some(slides),
        Verdict::Unsolvable(_) | Verdict::GaveUp(_) => None,
    }
}

/// Figures for how hard a solution, a list of straight moves, is for people.
///
/// ```text
///   position  ──move──▶  position  ──move──▶  …  ──▶  goal
///   choices: all moves possible here          a detour: a goal's block is farther from its place after the move
/// ```
///
/// (Branching and counter-intuitive moves as measures: P. Jarušek and R. Pelánek, "Difficulty rating of Sokoban puzzle", 2010.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// Mean number of positions that one move leads to, over all positions before a move of the list.
    pub branching: f64,
    /// Moves after which the blocks of the goal are farther from their places, in cells along rows and columns.
    pub away: u64,
    /// Number of blocks that move.
    pub moved: u64,
}

impl Difficulty {
    /// The figures of a solution of a puzzle; a choice is a move in the metric.
    ///
    /// # Panics
    /// If the list moves a block from where none is.
    pub fn of(puzzle: &Puzzle, slides: &[Slide], metric: Metric) -> Self {
        let (rules, mut found) = (Rules::of(puzzle), Vec::new());
        let (mut choices, mut moved) = (0, HashSet::new());
        let mut route: Vec<Vec<Cell>> = vec![puzzle.blocks.iter().map(|block| block.anchor).collect()];
        for slide in slides {
            let mut anchors = route[route.len() - 1].clone();
            rules.expand(&rules.position(&anchors), metric, &mut found);
            choices += found.drain(..).collect::<HashSet<_>>().len();
            let is_moved = |anchor: &Cell| Slide::new(*anchor, *anchor).from == slide.from;
            let block = anchors.iter().position(is_moved).expect("a block to move");
            anchors[block] = (slide.to.0 as u16, slide.to.1 as u16);
            moved.insert(block);
            route.push(anchors);
        }
        // The blocks that meet a goal in the end, with their places there.
        let (end, blocks) = (&route[slides.len()], &puzzle.blocks);
        let stands = |&Target { block: wanted, anchor }: &Target| {
            let is_equal = |block: &usize| puzzle.are_equal(&blocks[*block], &blocks[wanted]);
            let block = (0..end.len()).find(|block| end[*block] == anchor && is_equal(block))?;
            Some((block, anchor))
        };
        let met = puzzle.goals.iter().find_map(|goal| goal.iter().map(stands).collect::<Option<Vec<_>>>());
        let distance = |anchors: &Vec<Cell>| -> u32 {
            let cells = |&(block, to): &(usize, Cell)| {
                u32::from(anchors[block].0.abs_diff(to.0) + anchors[block].1.abs_diff(to.1))
            };
            met.iter().flatten().map(cells).sum()
        };
        let away = route.windows(2).filter(|pair| distance(&pair[1]) > distance(&pair[0])).count() as u64;
        let branching = choices as f64 / slides.len().max(1) as f64;
        Self { branching, away, moved: moved.len() as u64 }
    }
}
