//! `traybit universe --pieces any`: boards of pieces of any form, and with `--simple` the hardest simple puzzles.

use crate::answer::{Answer, Ending, polyominoes};
use crate::cli::universe::{Arguments, shares};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use traybit_core::search::counting::Ended as CountEnded;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::Activity;
use traybit_sliding::universe::polyominoes::{AnyPieces, count_boards};

/// Counts all boards, or goes through them.
pub(super) fn run(arguments: &Arguments) -> Ended {
    if arguments.count {
        return count(arguments);
    }
    let pieces = AnyPieces::new(arguments.tray, arguments.simple).map_err(Failure::usage)?;
    shares::explore(&pieces, &format!("any {}", arguments.simple), "simple puzzle", arguments)
}

/// Counts the boards without making them.
fn count(arguments: &Arguments) -> Ended {
    let mut run = Run::start_searching(&arguments.options, Activity::Counting)?;
    run.open()?;
    let counted = run.search(|limits, _| count_boards(arguments.tray, limits));
    let cost = counted.as_ref().map_or_else(|unfinished| unfinished.cost, |count| count.cost);
    let total = counted.map(|count| count.total.to_string()).map_err(|unfinished| match unfinished.ended {
        CountEnded::GaveUp(reason) => reason,
        CountEnded::Overflow => GaveUp::Exhausted,
    });
    let ending = total.as_ref().map_or_else(|&reason| run.gave_up(reason, &cost), |_| Ending::DONE);
    Ok(run.end_with(Answer::found(polyominoes::counted(arguments.tray, total), ending, cost)))
}
