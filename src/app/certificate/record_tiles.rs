//! A certificate of the answer to a board of tiles, its layers from the search on packed boards.

use std::ops::ControlFlow;

use crate::certificate::digest::Layer;
use crate::certificate::document::{Certificate, Claim, Reason};
use crate::certificate::record::{Ledger, Uncertified, Wish};
use crate::certificate::subject::Subject;
use traybit_core::search::by_layer::by_layer;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_sliding::metric::Metric;
use traybit_tiles::arrangement::{Arrangement, Obstacle};
use traybit_tiles::board::Board;
use traybit_tiles::in_tile_space;
use traybit_tiles::solution::{self, Notation};
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::space::{Tiles, compile};

/// The certificate of the answer to a board, whose layers have at most so many positions.
///
/// # Errors
/// The reason why there is none.
///
/// # Panics
/// When the board and the goal are of different sizes.
pub fn certify(
    start: &Board,
    goal: &Board,
    report: &Report,
    most: u64,
    limits: &Limits,
) -> Result<Certificate, Uncertified> {
    let claim = match &report.verdict {
        Verdict::GaveUp => return Err(Uncertified::Nothing),
        Verdict::Unsolvable(Obstacle::Parity) => Claim::NoSolution(Reason::Parity),
        Verdict::Unsolvable(Obstacle::Order) => Claim::NoSolution(Reason::Order),
        Verdict::Solved { moves, shortest } => {
            let length = moves.len() as u64;
            let written = Claim::moves(&solution::write(start, moves, Notation::Tiles));
            if *shortest {
                Claim::Shortest {
                    length,
                    moves: written,
                    layers: layers(start, goal, Wish { wanted: Some(moves.len()), most }, limits)?,
                }
            } else {
                Claim::Solution { length, moves: written }
            }
        }
    };
    let subject = Subject::Tiles { start: start.clone(), goal: goal.clone() };
    Certificate::new(&subject, Metric::Step, claim).map_err(Uncertified::Unwritten)
}

fn layers(start: &Board, goal: &Board, wish: Wish, limits: &Limits) -> Result<Vec<Layer>, Uncertified> {
    if wish.wanted == Some(0) {
        return Ok(Vec::new());
    }
    let ledger = Ledger::new(start.tiles().len(), wish, limits);
    let record = Record { goal, ledger, limits };
    in_tile_space!(compile(&Arrangement::new(start, goal)), space => record.run(space))
}

/// The layers, written down.
struct Record<'a> {
    goal: &'a Board,
    ledger: Ledger<'a>,
    limits: &'a Limits,
}

impl Record<'_> {
    fn run<K: SearchKey>(mut self, space: &dyn Tiles<K>) -> Result<Vec<Layer>, Uncertified> {
        let (goal, ledger) = (self.goal.tiles(), &mut self.ledger);
        let mut homes = Vec::new();
        let ended = by_layer(space, self.limits, &mut |shown| {
            let count = shown.states.iter().map(|states| states.len()).sum();
            if ledger.begin(count, shown.held)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            for state in shown.states.into_iter().flatten() {
                space.homes(state, &mut homes);
                ledger.add(homes.iter().map(|&home| goal[usize::from(home)]).collect())?;
            }
            Ok(ledger.end())
        });
        self.ledger.finish(ended)
    }
}
