//! `traybit universe --pieces any`: boards of pieces of any form, and with `--simple` the hardest simple puzzles.

use crate::answer::{Answer, Ending, polyominoes};
use crate::cli::universe::{Arguments, told};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::folder::Folder;
use traybit_core::search::counting::Ended as CountEnded;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{Activity, counted, length_in};
use traybit_sliding::formats::drawing;
use traybit_sliding::metric::Metric;
use traybit_sliding::universe::polyominoes::{AnyPieces, Explored, count_boards, explore};
use traybit_sliding::universe::{Ended as Early, Ground};

/// Counts all boards, or goes through them.
pub(super) fn run(arguments: &Arguments) -> Ended {
    if arguments.count {
        return count(arguments);
    }
    let pieces = AnyPieces::new(arguments.tray, arguments.simple).map_err(Failure::usage)?;
    let mut run = Run::start_searching(&arguments.options, &arguments.searching, Activity::Universe)?;
    run.open()?;
    let table = run.beside("table", "--csv", arguments.csv.as_deref())?;
    let folder = Folder::place(arguments.files.as_deref(), arguments.tray.room() as usize)?;
    let Ground { size, open } = arguments.tray;
    run.resume(&arguments.checkpoints, &format!("universe any {size:?} {open:x} {}", arguments.simple))?;
    let found = run.search(|limits, checkpoint| explore(&pieces, limits, checkpoint));
    let found = found.map_err(|error| run.refuse_checkpoint(&error))?;
    let (mut ending, remark) = told(found.ended.map(Early::GaveUp).as_ref(), &found.cost, &run);
    let (done, all) = found.shares;
    let shares = found.ended.map(|_| format!("so far {done} of {}", counted(all as u64, "share")));
    if let (Some(folder), None) = (folder, found.ended)
        && let Err(failure) = give_files(&folder, &pieces, &found)
    {
        ending.status = failure.tell();
    }
    let body = polyominoes::explored(&pieces, &found);
    let status = run.give(Answer::found(body, ending, found.cost).remark(remark.into_iter().chain(shares)));
    let rows = found.ended.is_none().then(|| polyominoes::csv(&pieces, &found));
    Ok(run.end_beside(table, rows, status))
}

/// Counts the boards without making them.
fn count(arguments: &Arguments) -> Ended {
    let mut run = Run::start_searching(&arguments.options, &arguments.searching, Activity::Counting)?;
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

/// Writes the hardest simple puzzles, each with a title that tells its length: file 003 has the one of 3 pieces.
fn give_files(folder: &Folder, pieces: &AnyPieces, found: &Explored) -> Result<(), Failure> {
    let drawn = found.hardest().map(|(count, hardest)| {
        let length = length_in(Metric::Path, hardest.moves.into());
        let title = format!("hardest simple puzzle of {}: {length}", counted(count as u64, "piece"));
        let puzzle = pieces.simple_puzzle(hardest.start).titled(title);
        drawing::write(&puzzle).map(|text| (count, text))
    });
    let texts = drawn.collect::<Result<Vec<_>, _>>().map_err(Failure::unwritable)?;
    let numbered: Vec<(usize, &String)> = texts.iter().map(|(count, text)| (*count, text)).collect();
    folder.write_numbered(&numbered).map(drop).map_err(Failure::unwritable)
}
