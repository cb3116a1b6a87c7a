//! `traybit universe … --goal PLACES`: the hardest starts of all boards.

use std::time::Instant;

use crate::cli::folder::Folder;
use crate::cli::options::{give, refuse};
use crate::cli::profile::Profile;
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use crate::cli::universe::{Arguments, undone};
use crate::report::text::{Undone, boards_cost};
use crate::report::{hardest as report, json};
use traybit_core::search::outcome::Cost;
use traybit_sliding::formats::drawing;
use traybit_sliding::solve::hardest::{Hardest, Wish, hardest};
use traybit_sliding::universe::{Ended, Goal, Pieces, Places};

/// Searches and reports; both results are exit statuses.
pub(super) fn run(
    pieces: &Pieces,
    places: &Places,
    arguments: &Arguments,
) -> Result<TraybitStatus, TraybitStatus> {
    let (options, searching) = (&arguments.options, &arguments.searching);
    let goal = Goal::new(pieces, places).map_err(|sentence| refuse(sentence, TraybitStatus::WrongUsage))?;
    let profile = Profile::place(searching.profile.as_deref(), options.output.as_deref())?;
    let run = Run::prepare(options, Undone::Exploring)?;
    let output = options.output()?;
    let top = arguments.top as usize;
    let folder = arguments.files.as_deref().map(|name| Folder::prepare(name, top)).transpose();
    let folder = folder.map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    let profile = profile.map(Profile::begin).transpose()?;
    let wish =
        Wish { pieces, goal: &goal, metric: arguments.metric.into(), top, least: arguments.min_distance };
    let began = Instant::now();
    let found = run.search(options.quiet, |limits| hardest(wish, limits));
    let spent = Cost { time: began.elapsed(), ..Cost::default() };
    let cost = found.as_ref().map_or(spent, |found| found.cost);
    let (answer, status) = render(wish, &found, cost, arguments, &run);
    let status = match (folder, &found) {
        (Some(folder), Ok(found)) => give_files(&folder, found, wish).err().unwrap_or(status),
        _ => status,
    };
    let status = give(&output, &answer, status);
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(
    wish: Wish,
    found: &Result<Hardest, Ended>,
    cost: Cost,
    arguments: &Arguments,
    run: &Run,
) -> (String, TraybitStatus) {
    let options = &arguments.options;
    let figures = run.figures(cost);
    arguments.searching.tell(&figures, None);
    let found = match found {
        Ok(found) => found,
        &Err(ended) => {
            let document = |sentence| report::Document::new(wish, Err((ended, sentence)), figures);
            return undone(ended, cost, run, options, document);
        }
    };
    options.remark(boards_cost(&cost));
    let answer = if options.json {
        json::document(&report::Document::new(wish, Ok(found), figures))
    } else if arguments.csv {
        report::csv(wish, found)
    } else {
        report::answer(wish, found)
    };
    (answer, TraybitStatus::Done)
}

/// Writes the starts, each with a title that tells how far it is from the goal.
fn give_files(folder: &Folder, found: &Hardest, wish: Wish) -> Result<(), TraybitStatus> {
    let drawn =
        found.starts.iter().zip(1..).map(|(start, rank)| {
            drawing::write(&start.puzzle.clone().titled(report::title(wish, start, rank)))
        });
    let written = drawn.collect::<Result<Vec<_>, _>>().and_then(|texts| folder.write(&texts));
    written.map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))
}
