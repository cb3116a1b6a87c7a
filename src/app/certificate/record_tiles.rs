//! A certificate of the answer to a board of tiles, its layers from the search on packed boards.

use crate::certificate::digest::Layer;
use crate::certificate::document::{Certificate, Claim, Reason};
use crate::certificate::record::{Bounds, Uncertified, record};
use crate::certificate::subject::Subject;
use traybit_core::search::limits::Limits;
use traybit_sliding::metric::Metric;
use traybit_tiles::arrangement::{Arrangement, Obstacle};
use traybit_tiles::board::Board;
use traybit_tiles::in_tile_space;
use traybit_tiles::solution::{self, Notation};
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::space::{Tiles as _, compile};

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
            let bounds = Bounds { layers: Some(moves.len()), positions: most };
            let layers = shortest.then(|| layers(start, goal, bounds, limits)).transpose()?;
            Claim::solved(moves.len() as u64, &solution::write(start, moves, Notation::Tiles), layers)
        }
    };
    let subject = Subject::Tiles { start: start.clone(), goal: goal.clone() };
    Certificate::new(&subject, Metric::Step, claim).map_err(Uncertified::Unwritten)
}

fn layers(start: &Board, goal: &Board, bounds: Bounds, limits: &Limits) -> Result<Vec<Layer>, Uncertified> {
    let (goal_tiles, mut homes) = (goal.tiles(), Vec::new());
    in_tile_space!(compile(&Arrangement::new(start, goal)), space => {
        record(space, goal_tiles.len(), bounds, limits, |state| {
            space.homes(state, &mut homes);
            homes.iter().map(|&home| goal_tiles[usize::from(home)]).collect()
        })
    })
}
