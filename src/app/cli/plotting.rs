//! `--plot FILE`: counts and measurements as a picture, beside the answer.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Args;

use crate::cli::options::{Options, refuse, tried_apart};
use crate::cli::output::Output;
use crate::cli::status::TraybitStatus;
use crate::report::explored::Outline;
use crate::report::text::{counted, noun};
use traybit_core::search::layered::Explored;
use traybit_picture::plot::layers::{self, Layers, Profile};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::Space;

/// The option of commands that explore whole spaces.
#[derive(Args, Clone, Debug)]
pub struct Plotting {
    /// Draw the histogram of the layers into FILE, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<OsString>,
}

impl Plotting {
    /// The plot's file, if there is one; other outputs cannot go to the same place.
    pub(crate) fn place<'a>(
        &self,
        options: &Options,
        others: impl IntoIterator<Item = &'a OsString>,
    ) -> Result<Option<Output>, TraybitStatus> {
        let Some(name) = &self.plot else { return Ok(None) };
        let answer = Output::named(options.output.as_deref());
        let others = others.into_iter().map(|other| Output::named(Some(other)));
        let taken: Vec<Output> = [answer].into_iter().chain(others).collect();
        place(name, &taken).map(Some)
    }
}

/// The plot's file.
///
/// # Errors
/// The exit status of a file that cannot be written, or that others are written to; the reason is told.
pub fn place(name: &OsStr, others: &[Output]) -> Result<Output, TraybitStatus> {
    tried_apart("plot", "--plot", name, others)
}

/// Writes a plot; the status, unless that fails.
pub fn give(file: &Output, plot: Result<String, String>, status: TraybitStatus) -> TraybitStatus {
    match plot.and_then(|plot| file.write(&plot)) {
        Ok(()) => status,
        Err(sentence) => refuse(sentence, TraybitStatus::GaveUp),
    }
}

/// The layers of a whole space as a histogram.
pub(crate) fn space(space: &Space, problem: &Puzzle, metric: Metric, file: &OsStr) -> Result<String, String> {
    let title = problem.title.clone();
    let goals = space.goals.as_ref().map(|goals| &goals.explored);
    let title = title.unwrap_or_else(|| called(file));
    histogram(&title, noun(metric), "start", &space.explored, goals)
}

/// The title of a puzzle that has none: its file's name, without the folders.
fn called(file: &OsStr) -> String {
    let name = Path::new(file).file_name().unwrap_or(file);
    if file == "-" { "Puzzle from standard input".to_owned() } else { name.to_string_lossy().into_owned() }
}

/// The layers of a space from its `centre`, and from its goals where these were looked for; a distance of one is one
/// `unit`.
pub(crate) fn histogram(
    title: &str,
    unit: &str,
    centre: &str,
    explored: &Explored,
    goals: Option<&Explored>,
) -> Result<String, String> {
    let Outline { positions, depth, .. } = Outline::of(&explored.sizes);
    let mut facts = vec![format!("{}, depth {}", counted(positions, "position"), counted(depth, unit))];
    if explored.ended.is_some() {
        facts.push("not the whole space: the search ended early".to_owned());
    }
    let of_centre = format!("from the {centre}");
    let mut profiles = vec![Profile { name: &of_centre, sizes: &explored.sizes }];
    if let Some(goals) = goals.filter(|goals| !goals.sizes.is_empty() && goals.ended.is_none()) {
        let farthest = counted(Outline::of(&goals.sizes).depth, unit);
        facts.push(format!("the hardest starts are {farthest} from the nearest goal"));
        profiles.push(Profile { name: "from the nearest goal", sizes: &goals.sizes });
    }
    let (facts, unit) = (facts.join("; "), format!("{unit}s"));
    layers::svg(&Layers { title, facts: &facts, unit: &unit, profiles })
}
