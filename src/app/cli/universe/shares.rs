//! Universes that are explored in shares: pieces of any shape, and the cars of Rush Hour.

use std::ffi::OsString;
use std::fmt::Display;
use std::time::Duration;

use crate::answer::{Answer, Ending, polyominoes};
use crate::cli::universe::{Arguments, give_files, told};
use crate::runner::folder::Folder;
use crate::runner::{Ended, Failure, Run};
use traybit_core::bits::digest;
use traybit_core::search::counting::Ended as CountEnded;
use traybit_core::search::outcome::GaveUp;
use traybit_program::files::Source;
use traybit_program::text::{Activity, counted, length_in};
use traybit_sliding::universe::cars::Cars;
use traybit_sliding::universe::polyominoes::{AnyPieces, count_boards};
use traybit_sliding::universe::shares::{Explored, Hardest, InShares, Part, Progress, explore as go_through};
use traybit_sliding::universe::{Ended as Early, Ground};

/// `traybit universe --pieces any`: counts all boards, or explores them and finds the hardest simple puzzles.
pub(super) fn any(arguments: &Arguments) -> Ended {
    if arguments.count {
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
    Ok(run.end_with(Answer::found(polyominoes::counted(arguments.tray, total), ending, cost)))
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
    let found = if arguments.merge.is_empty() {
        run.resume(&arguments.checkpoints, &identity)?;
        let part = arguments.part.unwrap_or(Part::WHOLE);
        let found = run.search(|limits, checkpoint| go_through(universe, part, limits, checkpoint));
        found.map_err(|error| run.refuse_checkpoint(&error))?
    } else {
        merged(universe, digest(identity.as_bytes()), &arguments.merge)?
    };
    let (mut ending, remark) = told(found.ended.map(Early::GaveUp).as_ref(), &found.cost, &run);
    let (done, all) = found.shares;
    let is_whole = done == all;
    let shares = (!is_whole).then(|| format!("so far {done} of {}", counted(all as u64, "share")));
    let next = (!is_whole && found.ended.is_none())
        .then(|| "the checkpoint has them: give it to --merge with those of the other parts".to_owned());
    if let (Some(folder), true, Some(metric)) = (folder, is_whole, universe.metric()) {
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
    let status = run
        .give(Answer::found(body, ending, found.cost).remark(remark.into_iter().chain(shares).chain(next)));
    let rows = is_whole.then(|| polyominoes::csv(universe, &found));
    Ok(run.end_beside(table, rows, status))
}

/// The universe from the checkpoints of its parts.
fn merged(universe: &impl InShares, digest: u64, files: &[OsString]) -> Result<Explored, Failure> {
    let mut all = Progress::begin(universe);
    for file in files {
        let source = Source::or_input(file);
        let from = source.open().map_err(Failure::from)?;
        let refuse = |sentence: &dyn Display| Failure::invalid(format_args!("{}: {sentence}", source.name()));
        let part = Progress::read(universe, from, digest).map_err(|error| refuse(&error))?;
        if !all.merge(&part) {
            return Err(refuse(&"a file before it has some of its shares, too"));
        }
    }
    if all.is_whole() {
        return Ok(all.explored(Duration::ZERO));
    }
    let (done, shares) = all.explored(Duration::ZERO).shares;
    Err(Failure::invalid(format_args!(
        "the files of --merge have {done} of {}: explore the missing parts, too",
        counted(shares as u64, "share")
    )))
}
