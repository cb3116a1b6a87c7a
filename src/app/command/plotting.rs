//! `--plot FILE`: a histogram of layers, beside the answer.

use std::ffi::{OsStr, OsString};

use clap::Args;

use crate::report::explored::Outline;
use crate::run::page::name_of;
use crate::run::{Output, Status, settled};
use traybit_core::search::layered::Explored;
use traybit_picture::plot::layers;
use traybit_program::text::{counted, noun, plural};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::Space;

#[derive(Args, Clone, Debug)]
pub(crate) struct Plotting {
    /// Write a histogram of the layers to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<OsString>,
}

/// Writes a plot; the status, unless that fails.
pub(crate) fn give(file: &Output, plot: &str, status: Status) -> Status {
    settled(file.write(plot), status)
}

/// The layers of a whole space as a histogram.
pub(crate) fn space(space: &Space, problem: &Puzzle, metric: Metric, file: &OsStr) -> String {
    let title = problem.title.clone();
    let goals = space.goals.as_ref().map(|goals| &goals.explored);
    let title = title.or_else(|| name_of(file)).unwrap_or_else(|| "Puzzle from standard input".to_owned());
    histogram(&title, noun(metric), "start", &space.explored, goals)
}

/// The layers of a space from its `centre`, and from its goals where these were looked for; a distance of one is one
/// `unit`.
pub(crate) fn histogram(
    title: &str,
    unit: &str,
    centre: &str,
    explored: &Explored,
    goals: Option<&Explored>,
) -> String {
    let Outline { positions, depth, .. } = Outline::of(&explored.sizes);
    let mut facts = vec![format!("{}, depth {}", counted(positions, "position"), counted(depth, unit))];
    if explored.ended.is_some() {
        facts.push("not the whole space: the search ended early".to_owned());
    }
    let of_centre = format!("from the {centre}");
    let mut profiles = vec![(of_centre.as_str(), &explored.sizes[..])];
    if let Some(goals) = goals.filter(|goals| !goals.sizes.is_empty() && goals.ended.is_none()) {
        let farthest = counted(Outline::of(&goals.sizes).depth, unit);
        facts.push(format!("the hardest starts are {farthest} from the nearest goal"));
        profiles.push(("from the nearest goal", &goals.sizes));
    }
    layers(title, &facts.join("; "), &plural(unit), &profiles)
}
