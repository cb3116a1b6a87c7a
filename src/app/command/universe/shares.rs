//! Universes that are explored in shares: pieces of any shape, and the cars of Rush Hour.

use crate::command::universe::{Arguments, Method, give_files, told};
use crate::report::{Answer, Ending, polyominoes};
use crate::run::folder::Folder;
use crate::run::{Ended, Failure, Run};
use traybit_core::search::counting::Ended as CountEnded;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{Activity, counted, length_in};
use traybit_sliding::universe::cars::Cars;
use traybit_sliding::universe::polyominoes::{AnyPieces, count_boards};
use traybit_sliding::universe::shares::{Hardest, InShares, explore as explore_shares};
use traybit_sliding::universe::{Ended as Early, Ground};

/// `traybit universe --pieces any`: counts all boards, or explores them and finds the hardest simple puzzles.
pub(super) fn any(arguments: &Arguments) -> Ended {
    if arguments.by == Method::Boundary {
        let Arguments { simple, csv, files, checkpoints, .. } = arguments;
        if *simple || csv.is_some() || files.is_some() || checkpoints.is_given() {
            let sentence = "--by boundary only counts: leave out --simple, --csv, --files and --checkpoint";
            return Err(Failure::usage(sentence));
        }
        return count(arguments);
    }
    let pieces = AnyPieces::new(arguments.tray, arguments.simple).map_err(Failure::usage)?;
    explore(&pieces, &format!("any {}", arguments.simple), "simple puzzle", arguments)
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
    Ok(run.end_with(Answer::found(polyominoes::counted(arguments.tray, &total), ending, cost)))
}

/// `traybit universe --pieces cars`: the boards of Rush Hour, and the hardest of them.
pub(super) fn cars(arguments: &Arguments) -> Ended {
    let exit = arguments.exit.unwrap_or((arguments.tray.size.height - 1) / 2);
    let metric = arguments.unit();
    let cars = Cars::new(arguments.tray, exit, metric).map_err(Failure::usage)?;
    explore(&cars, &format!("cars {exit} {}", metric.name()), "board of cars", arguments)
}

/// Explores all boards. A checkpoint is of the same universe if `identity` is the same; `kind` says what the hardest
/// starts are.
pub(super) fn explore(universe: &impl InShares, identity: &str, kind: &str, arguments: &Arguments) -> Ended {
    let mut run = Run::start_searching(&arguments.options, Activity::Universe)?;
    run.open()?;
    let table = run.beside("table", "--csv", arguments.csv.as_deref())?;
    let folder = Folder::place(arguments.files.as_deref(), arguments.tray.room() as usize)?;
    let Ground { size, open } = arguments.tray;
    let identity = format!("universe {identity} {size:?} {open:x}");
    run.resume(&arguments.checkpoints, &identity)?;
    let found = run.search(|limits, checkpoint| explore_shares(universe, limits, checkpoint));
    let found = found.map_err(|error| run.refuse_checkpoint(&error))?;
    let (mut ending, remark) = told(found.ended.map(Early::GaveUp).as_ref(), &found.cost, &run);
    let (done, all) = found.shares;
    let is_whole = done == all;
    let shares = (!is_whole).then(|| format!("so far {done} of {}", counted(all as u64, "share")));
    if let (Some(folder), true, Some(metric)) = (folder, is_whole, universe.outline().metric) {
        // File 003 has the start of 3 pieces.
        let titled = |(count, hardest): (usize, Hardest)| {
            let (length, pieces) = (length_in(metric, hardest.moves.into()), counted(count as u64, "piece"));
            (count, universe.puzzle(hardest.start).titled(format!("hardest {kind} of {pieces}: {length}")))
        };
        if let Err(failure) = give_files(&folder, found.hardest().map(titled)) {
            ending.status = failure.tell();
        }
    }
    let body = polyominoes::explored(universe, &found);
    let status = run.give(Answer::found(body, ending, found.cost).remark(remark.into_iter().chain(shares)));
    let rows = is_whole.then(|| polyominoes::csv(universe, &found));
    Ok(run.end_beside(table, rows, status))
}
