//! `traybit universe --pieces any`: boards of pieces of any form, and with `--simple` the hardest simple puzzles.

use std::time::Instant;

use crate::answer::{Answer, Body, Ending, polyominoes};
use crate::cli::universe::{Arguments, told};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::folder::Folder;
use traybit_core::search::counting::Ended as CountEnded;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::text::{Activity, counted, length_in};
use traybit_sliding::formats::drawing;
use traybit_sliding::metric::Metric;
use traybit_sliding::universe::polyominoes::{AnyPieces, Explored, WIDEST, count_boards, explore};
use traybit_sliding::universe::{Ended as Early, Ground};

/// Counts all boards, or goes through them.
pub(super) fn run(arguments: &Arguments) -> Ended {
    if arguments.count {
        return count(arguments);
    }
    let pieces = AnyPieces::new(arguments.tray, arguments.simple).map_err(Failure::usage)?;
    let mut run = Run::start_searching(&arguments.options, &arguments.searching, Activity::Exploring)?;
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
    let Ground { size, .. } = arguments.tray;
    if size.height.min(size.width) > WIDEST {
        return Err(Failure::usage(format_args!(
            "expected a tray with a side of at most {WIDEST} cells, found {}x{}",
            size.height, size.width
        )));
    }
    let mut run = Run::start_searching(&arguments.options, &arguments.searching, Activity::Counting)?;
    run.open()?;
    let began = Instant::now();
    let counted = run.search(|limits, _| count_boards(arguments.tray, limits));
    let (total, cost, early) = match counted {
        Ok(count) => (Some(count.total.to_string()), count.cost, None),
        Err(unfinished) => match unfinished.ended {
            CountEnded::GaveUp(reason) => (None, unfinished.cost, Some(reason)),
            CountEnded::Overflow => (None, unfinished.cost, Some(GaveUp::Exhausted)),
        },
    };
    let cost = Cost { time: began.elapsed(), ..cost };
    let ending = early.map_or(Ending::DONE, |reason| run.gave_up(reason, &cost));
    let body: Body = polyominoes::counted(arguments.tray, total.ok_or(early.unwrap_or(GaveUp::Exhausted)));
    Ok(run.end_with(Answer::found(body, ending, cost)))
}

/// Writes the hardest simple puzzles, each with a title that tells its length: file 003 has the one of 3 pieces.
fn give_files(folder: &Folder, pieces: &AnyPieces, found: &Explored) -> Result<(), Failure> {
    let hardest = (1..).zip(&found.rows[1..]).filter_map(|(count, row)| Some((count, row.hardest?)));
    let drawn = hardest.map(|(count, hardest)| {
        let length = length_in(Metric::Path, hardest.moves.into());
        let title = format!("hardest simple puzzle of {}: {length}", counted(count as u64, "piece"));
        let puzzle = pieces.simple_puzzle(hardest.start).titled(title);
        drawing::write(&puzzle).map(|text| (count, text))
    });
    let texts = drawn.collect::<Result<Vec<_>, _>>().map_err(Failure::unwritable)?;
    let numbered: Vec<(usize, &String)> = texts.iter().map(|(count, text)| (*count, text)).collect();
    folder.write_numbered(&numbered).map(drop).map_err(Failure::unwritable)
}
