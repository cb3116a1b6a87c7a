//! Figures for how hard a solution is for people: choices, detours, and the blocks involved.
//!
//! ```text
//!   position  ──move──▶  position  ──move──▶  …  ──▶  goal
//!   choices: all moves possible here          a detour: a goal's block is farther from its place after the move
//! ```
//!
//! (Branching and counter-intuitive moves as measures: P. Jarušek and R. Pelánek, "Difficulty rating of Sokoban puzzle", 2010.)

use std::collections::HashSet;

use crate::{Cell, Metric, Puzzle, Rules, Slide, Target};

/// Figures of a solution, a list of straight moves.
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
