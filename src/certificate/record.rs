//! Certificate of an answer, its layers from the engine's own search: without merging symmetric positions, each converted
//! from its key to the numbers of the rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::digest::Recording;
use crate::subject::lines;
use crate::{Certificate, Claim, Layer, Reason, Subject};
use traybit_core::reference::Position;
use traybit_core::reference::sorted::{Form, sort};
use traybit_core::search::compiled::{SearchKey, by_layer};
use traybit_core::space::Space;
use traybit_core::{Cost, GaveUp, Limits};
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::refute::Shortage;
use traybit_sliding::solve::{Objective, Proof, Report, Verdict};
use traybit_sliding::{Cell, Choice, Metric, Puzzle, Rules, in_space};
use traybit_tiles::arrangement::Obstacle;
use traybit_tiles::solve::answer::{Report as TileReport, Verdict as TileVerdict};
use traybit_tiles::{Arrangement, Board, Notation, in_tile_space, solution};

/// Reason why an answer has no certificate.
#[derive(Clone, PartialEq, Debug)]
pub enum Uncertified {
    /// There is no answer.
    Nothing,
    /// The budget did not suffice; the cost until then.
    GaveUp(GaveUp, Cost),
    /// The obstacle, as a sentence without its full stop.
    Unwritten(String),
}

/// A certificate, or the reason why there is none.
pub type Certified = Result<Certificate, Uncertified>;

/// Certificate of the answer to a puzzle.
pub fn certify(problem: &Puzzle, report: &Report, objective: Objective, limits: &Limits) -> Certified {
    let metric = match objective {
        Objective::Shortest(metric) => metric,
        Objective::Any => Metric::Slide,
    };
    let layers = |count| layers(problem, metric, count, limits);
    let claim = match &report.verdict {
        Verdict::Solved { slides, length } => {
            let layers = matches!(objective, Objective::Shortest(_)).then(|| layers(Some(*length)));
            let moves = slides.iter().map(ToString::to_string).collect();
            Claim::solved(*length as u64, moves, layers.transpose()?)
        }
        Verdict::Unsolvable(proof) => Claim::NoSolution(match proof {
            Proof::Exhausted { .. } => Reason::Layers(layers(None)?),
            Proof::OutOfReach => Reason::OutOfReach,
            Proof::Parity => Reason::Parity,
            Proof::Pairs(pairs) => Reason::Pairs(pairs.clone()),
            &Proof::Shortage(Shortage { height, width, needed, present }) => {
                Reason::Shortage { height, width, wanted: needed, present }
            }
        }),
        Verdict::GaveUp(_) => return Err(Uncertified::Nothing),
    };
    Certificate::new(&Subject::Sliding(problem.clone()), metric, claim).map_err(Uncertified::Unwritten)
}

/// The first `count` layers from the start on, or all.
fn layers(
    problem: &Puzzle,
    metric: Metric,
    count: Option<usize>,
    limits: &Limits,
) -> Result<Vec<Layer>, Uncertified> {
    let (puzzle, rules) = (problem.classes(), Rules::of(problem));
    let space = compile(&puzzle, Choice::of(&puzzle), metric, Symmetric::Apart);
    let start: Vec<Cell> = problem.blocks.iter().map(|block| block.anchor).collect();
    let block_at: HashMap<Cell, usize> = start.iter().copied().zip(0..).collect();
    let cell = |anchor: &u16| problem.size.cell((*anchor).into());
    // The moving blocks, class by class, as states have them.
    let moving = puzzle.classes.iter().flat_map(|class| &class.start);
    let moving: Vec<usize> = moving.map(|anchor| block_at[&cell(anchor)]).collect();
    let position = |anchors: &[Vec<u16>]| {
        let mut cells = start.clone();
        for (&block, anchor) in moving.iter().zip(anchors.iter().flatten()) {
            cells[block] = cell(anchor);
        }
        rules.position(&cells)
    };
    in_space!(space, space => {
        let form = Form::new(start.len(), problem.size.cells());
        record(space, form, count, limits, &|state| position(&space.anchors(state)))
    })
}

/// Records the engine's first `count` layers, or all; `position` converts a state to a position of the rules in `form`.
fn record<K: SearchKey>(
    space: &dyn Space<K>,
    form: Form,
    count: Option<usize>,
    limits: &Limits,
    position: &(dyn Fn(&K) -> Position + Sync),
) -> Result<Vec<Layer>, Uncertified> {
    let (mut layers, mut positions) = (Vec::new(), 0);
    if count == Some(0) {
        return Ok(layers);
    }
    // The search can keep to half of the memory only if it may continue in files.
    let is_halved = limits.disk.is_some();
    let own = Limits { memory: limits.memory / if is_halved { 2 } else { 1 }, ..limits.clone() };
    let ended = by_layer(space, &own, &mut |found, held| {
        positions += found.count() as u64;
        let memory = if is_halved { own.memory } else { limits.memory.saturating_sub(held) };
        let mut recording = Recording::default();
        sort(
            form,
            (limits, memory),
            &mut |take| found.for_each(|states, _| take(states.len(), &|number| position(&states[number]))),
            &mut |position| recording.add(position),
        )?;
        layers.push(recording.finish());
        let is_last = count == Some(layers.len());
        Ok(if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    ended.map(|()| layers.clone()).map_err(|reason| {
        let cost = Cost { positions, layers: layers.len() as u32, ..Cost::default() };
        Uncertified::GaveUp(reason, cost)
    })
}

/// Certificate of the answer to a board.
pub fn certify_tiles(start: &Board, goal: &Board, report: &TileReport, limits: &Limits) -> Certified {
    let claim = match &report.verdict {
        TileVerdict::GaveUp | TileVerdict::Unsolvable(Obstacle::Exhausted) => {
            return Err(Uncertified::Nothing);
        }
        TileVerdict::Unsolvable(Obstacle::Parity) => Claim::NoSolution(Reason::Parity),
        TileVerdict::Unsolvable(Obstacle::Order) => Claim::NoSolution(Reason::Order),
        TileVerdict::Solved { moves, shortest } => {
            let tiles = goal.tiles();
            let layers = || {
                in_tile_space!(&Arrangement::new(start, goal), false, space => {
                    record(space, Form::new(tiles.len(), tiles.len()), Some(moves.len()), limits, &|state| {
                        let mut homes = Vec::new();
                        space.homes(state, &mut homes);
                        homes.iter().map(|&home| tiles[usize::from(home)]).collect()
                    })
                })
            };
            let layers = shortest.then(layers).transpose()?;
            Claim::solved(moves.len() as u64, lines(&solution::write(start, moves, Notation::Tiles)), layers)
        }
    };
    let subject = Subject::Tiles { start: start.clone(), goal: goal.clone() };
    Certificate::new(&subject, Metric::Step, claim).map_err(Uncertified::Unwritten)
}
