//! `--plot FILE`: a histogram of layers or of lengths, as SVG, or as PNG if FILE ends so.

use std::ffi::OsString;

use clap::Args;

use crate::run::{Output, Status, settled};
use traybit_core::{Explored, Size};
use traybit_picture::plot::Plot;
use traybit_program::{counted, grouped, plural};

#[derive(Args, Clone, Debug)]
pub(crate) struct Plotting {
    /// Write a histogram to FILE, as PNG if it ends in .png, otherwise as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<OsString>,
}

/// Writes a plot after an answer with this status, which is returned unless that fails.
pub(crate) fn give_plot(file: &Output, plot: &Plot<'_>, status: Status) -> Status {
    let is_png = match file {
        Output::File(path) => path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")),
        _ => false,
    };
    let drawn = if is_png { plot.png() } else { Ok(plot.document().into_bytes()) };
    settled(drawn.and_then(|drawn| file.write(&drawn)), status)
}

/// The size of a board, in words.
pub(crate) fn cells(size: Size) -> String {
    format!("{}×{} cells", size.height, size.width)
}

/// The mean distance, in words, of which `sizes` has the number at each.
fn mean(sizes: &[u64]) -> String {
    let (count, sum) = (0_u64..).zip(sizes).fold((0.0, 0.0), |(count, sum), (distance, &size)| {
        (count + size as f64, sum + distance as f64 * size as f64)
    });
    if count > 0.0 { format!("{:.1}", sum / count) } else { "unknown".to_owned() }
}

/// Histogram of the layers of a space of boards from its `centre`, and from its goals if these were searched for; `unit` is
/// the unit of distance.
pub(crate) fn of_layers<'a>(
    title: &'a str,
    size: Size,
    unit: &str,
    centre: &'a str,
    explored: &'a Explored,
    goals: Option<&'a Explored>,
) -> Plot<'a> {
    let (sizes, positions) = (&explored.sizes[..], explored.sizes.iter().sum());
    let deepest = |sizes: &[u64]| counted(sizes.len().saturating_sub(1) as u64, unit);
    let mut facts = vec![
        format!("{}, {}, depth {}", cells(size), counted(positions, "position"), deepest(sizes)),
        format!("mean distance {} {}", mean(sizes), plural(unit)),
    ];
    if explored.ended.is_some() {
        facts.push("not the whole space: the search ended early".to_owned());
    }
    let (mut profiles, mut along) = (vec![(centre, sizes)], format!("distance {centre} in {}", plural(unit)));
    if let Some(goals) = goals.filter(|goals| !goals.sizes.is_empty() && goals.ended.is_none()) {
        facts.push(format!("the hardest starts are {} from the nearest goal", deepest(&goals.sizes)));
        profiles.push(("from the nearest goal", &goals.sizes));
        along = format!("distance in {}", plural(unit));
    }
    Plot { title, facts: facts.join("; "), counted: "positions", along, profiles }
}

/// Histogram of the lengths of shortest solutions; `of` says of which boards.
pub(crate) fn of_lengths<'a>(of: &str, unit: &str, lengths: &'a [u64]) -> Plot<'a> {
    let (boards, unit) = (lengths.iter().sum(), plural(unit));
    let least = lengths.iter().position(|&count| count > 0).unwrap_or(0);
    let ends = format!("{} to {}", grouped(least as u64), grouped(lengths.len().saturating_sub(1) as u64));
    let facts = format!("{} of {of}; mean length {} {unit}, {ends}", counted(boards, "board"), mean(lengths));
    let along = format!("length of the shortest solution in {unit}");
    let title = "Shortest solutions of a sample of boards";
    Plot { title, facts, counted: "boards", along, profiles: vec![("boards", lengths)] }
}
