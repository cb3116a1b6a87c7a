//! A certificate of an answer, its layers from the engine's own search: positions merged by no symmetry, each turned
//! from its key into the numbers that the rules have for it.

use std::ops::ControlFlow;

use crate::certificate::digest::Layer;
use crate::certificate::document::{Certificate, Claim, Reason};
use crate::certificate::subject::Subject;
use traybit_core::reference::Position;
use traybit_core::search::by_layer::by_layer;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::text;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Sliding, Symmetric, compile};
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::reference::Rules;
use traybit_sliding::solve::{Objective, Proof, Report, Verdict};

/// Reason why an answer has no certificate.
#[derive(Clone, PartialEq, Debug)]
pub enum Uncertified {
    /// There is no answer.
    Nothing,
    /// The proof would have more positions than are verified.
    TooLarge,
    /// The budget did not suffice; what was done until then.
    GaveUp(GaveUp, Cost),
    /// The obstacle, as a sentence without its full stop.
    Unwritten(String),
}

/// The certificate of the answer to a puzzle, whose layers have at most so many positions.
///
/// # Errors
/// The reason why there is none.
pub fn certify(
    problem: &Puzzle,
    report: &Report,
    wanted: Objective,
    most: u64,
    limits: &Limits,
) -> Result<Certificate, Uncertified> {
    let metric = match wanted {
        Objective::Shortest(metric) => metric,
        Objective::Any => Metric::Slide,
    };
    let layers = |wanted| layers(problem, metric, Wish { wanted, most }, limits);
    let claim = match (&report.verdict, wanted) {
        (Verdict::Solved { slides, length }, Objective::Any) => {
            Claim::Solution { length: *length as u64, moves: Claim::moves(&text::moves(slides)) }
        }
        (Verdict::Solved { slides, length }, Objective::Shortest(_)) => Claim::Shortest {
            length: *length as u64,
            moves: Claim::moves(&text::moves(slides)),
            layers: layers(Some(*length))?,
        },
        (Verdict::Unsolvable(proof), _) => Claim::NoSolution(match proof {
            Proof::Exhausted => Reason::Layers(layers(None)?),
            Proof::OutOfReach => Reason::OutOfReach,
            Proof::Shortage(shortage) => Reason::Shortage {
                height: shortage.height,
                width: shortage.width,
                wanted: shortage.wanted,
                present: shortage.present,
            },
        }),
        (Verdict::GaveUp(_), _) => return Err(Uncertified::Nothing),
    };
    Certificate::new(&Subject::Sliding(problem.clone()), metric, claim).map_err(Uncertified::Unwritten)
}

/// Layers to be recorded.
#[derive(Clone, Copy)]
pub(super) struct Wish {
    /// Number of layers, from the start on; none for all.
    pub(super) wanted: Option<usize>,
    /// Most positions that they may have.
    pub(super) most: u64,
}

fn layers(problem: &Puzzle, metric: Metric, wish: Wish, limits: &Limits) -> Result<Vec<Layer>, Uncertified> {
    if wish.wanted == Some(0) {
        return Ok(Vec::new());
    }
    let puzzle = problem.classes();
    let columns = Columns::of(problem, &puzzle);
    let ledger = Ledger::new(columns.numbers, wish, limits);
    let space = compile(&puzzle, Choice::of(&puzzle), metric, Symmetric::Apart);
    in_space!(space, space => record(space, &columns, ledger, limits))
}

/// Order in which the anchors of classes become a position of the rules.
struct Columns {
    /// For each kind of the rules the classes that it has, and the anchors of its blocks that never move.
    kinds: Vec<(Vec<usize>, Vec<u16>)>,
    /// Number of cells in a position.
    numbers: usize,
}

impl Columns {
    /// The kinds and their order are the rules'; which class is of which kind tells the start, where they are the same
    /// blocks.
    fn of(problem: &Puzzle, puzzle: &Classes) -> Self {
        let rules = Rules::of(problem);
        let start = rules.start();
        let of_kind = |kinds: &[usize]| {
            let first = rules.kinds().partition_point(|&kind| kind < kinds[0]);
            let mut fixed = start[first..first + kinds.len()].to_vec();
            let mut classes = Vec::new();
            for (number, class) in puzzle.classes.iter().enumerate() {
                let before = fixed.len();
                fixed.retain(|anchor| class.start.binary_search(anchor).is_err());
                if fixed.len() < before {
                    classes.push(number);
                }
            }
            (classes, fixed)
        };
        let kinds = rules.kinds().chunk_by(|one, other| one == other).map(of_kind).collect();
        Self { kinds, numbers: start.len() }
    }

    fn position(&self, anchors: &[Vec<u16>]) -> Position {
        let mut position = Vec::with_capacity(self.numbers);
        for (classes, fixed) in &self.kinds {
            let first = position.len();
            position.extend(classes.iter().flat_map(|&class| &anchors[class]).chain(fixed));
            position[first..].sort_unstable();
        }
        position.into()
    }
}

/// Writes down the engine's layers.
fn record<K: SearchKey>(
    space: &dyn Sliding<K>,
    columns: &Columns,
    mut ledger: Ledger,
    limits: &Limits,
) -> Result<Vec<Layer>, Uncertified> {
    let ended = by_layer(space, limits, &mut |shown| {
        let count = shown.states.iter().map(|states| states.len()).sum();
        if ledger.begin(count, shown.held)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        for state in shown.states.into_iter().flatten() {
            ledger.add(columns.position(&space.anchors(state)))?;
        }
        Ok(ledger.end())
    });
    ledger.finish(ended)
}

/// The layers written down so far.
pub(super) struct Ledger<'a> {
    limits: &'a Limits,
    wish: Wish,
    layers: Vec<Layer>,
    /// The layer that is being written down.
    layer: Vec<Position>,
    /// Positions of all layers that were begun.
    positions: u64,
    /// Numbers of a position.
    numbers: usize,
}

/// Positions between two looks at the clock.
const STRIDE: usize = 1 << 10;

impl<'a> Ledger<'a> {
    pub(super) fn new(numbers: usize, wish: Wish, limits: &'a Limits) -> Self {
        Self { limits, wish, layers: Vec::new(), layer: Vec::new(), positions: 0, numbers }
    }

    /// Begins a layer of so many positions, while the search holds so many bytes; there is no going on where they are
    /// too many.
    pub(super) fn begin(&mut self, count: usize, held: usize) -> Result<ControlFlow<()>, GaveUp> {
        self.positions += count as u64;
        let each = size_of::<Position>() + (2 * self.numbers).next_multiple_of(16);
        self.limits.within(held.saturating_add(count.saturating_mul(each)))?;
        self.layer = Vec::with_capacity(if self.is_too_large() { 0 } else { count });
        Ok(if self.is_too_large() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    pub(super) fn add(&mut self, position: Position) -> Result<(), GaveUp> {
        self.layer.push(position);
        if self.layer.len().is_multiple_of(STRIDE) { self.limits.check() } else { Ok(()) }
    }

    /// The layer is whole; whether another one is wanted.
    pub(super) fn end(&mut self) -> ControlFlow<()> {
        self.layers.push(Layer::of(&mut self.layer));
        self.layer = Vec::new();
        if self.wish.wanted == Some(self.layers.len()) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// All that is written down, unless it is too much or there was no getting so far.
    pub(super) fn finish(self, ended: Result<(), GaveUp>) -> Result<Vec<Layer>, Uncertified> {
        match ended {
            Ok(()) if self.is_too_large() => Err(Uncertified::TooLarge),
            Ok(()) => Ok(self.layers),
            Err(reason) => {
                let layers = self.layers.len() as u32;
                let cost = Cost { positions: self.positions, layers, ..Cost::default() };
                Err(Uncertified::GaveUp(reason, cost))
            }
        }
    }

    fn is_too_large(&self) -> bool {
        self.positions > self.wish.most
    }
}
