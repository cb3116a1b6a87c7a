//! The answer of `traybit universe --goal`: the hardest starts.

use std::fmt::Write as _;

use crate::report::universe::{ended, names};
use crate::report::{Body, Object, comma_separated, drawing};
use traybit_program::text::{counted, grouped, length_in};
use traybit_sliding::solve::hardest::{Hard, Hardest, HardestOptions};
use traybit_sliding::universe::{Ended, Mix};

/// The hardest starts, or why there are none; the text may be a table with commas.
pub(crate) fn body(options: HardestOptions, found: Result<&Hardest, Ended>) -> Body {
    let fields = Object::of("hardest")
        .with("answer", found.map_or_else(ended, |_| "explored"))
        .with("metric", options.metric.name())
        // Their cells as rows with `/` between them, or height and width.
        .with("kinds", names(options.pieces));
    let Ok(found) = found else { return Body { text: String::new(), fields } };
    let start = |start: &Hard| {
        let rows: Vec<_> = rows(start).into_iter().map(|row| row.replace(' ', "")).collect();
        Object::default()
            .with("distance", start.distance)
            .with("blocks", &start.mix.counts)
            .with("empty", start.mix.empty)
            .with("boards", start.boards)
            .with("goals", start.goals)
            .with("equals", start.equals)
            .with("rows", rows)
    };
    let fields = fields
        .with("boards", found.boards)
        .with("goals", found.goals)
        .with("components", found.components)
        .with("components_with_goal", found.with_goal)
        .with("hardest", found.starts.iter().map(start).collect::<Vec<_>>());
    Body { text: summary(options, found), fields }
}

/// Figures of all boards, then the starts one below the other with their drawings.
fn summary(options: HardestOptions, found: &Hardest) -> String {
    let Hardest { starts, boards, goals, components, with_goal, .. } = found;
    let mut text = format!(
        "boards: {}, {} of them with the goal met\ncomponents: {}, {} of them with such a board\n\
         hardest starts: {}\n",
        grouped(*boards),
        grouped(*goals),
        grouped(*components),
        grouped(*with_goal),
        grouped(starts.len() as u64),
    );
    for (start, rank) in starts.iter().zip(1..) {
        // A string takes all, here and below.
        let _ = write!(
            text,
            "\n{rank}. {}: {}; one of {} as far, of {}\n\n",
            length_in(options.metric, start.distance),
            blocks(options, &start.mix),
            grouped(start.equals),
            counted(start.boards, "board"),
        );
        for row in rows(start) {
            let _ = writeln!(text, "  {row}");
        }
    }
    text
}

/// A line a start, with commas between the columns; the last one is the drawing, rows with `/` between them.
pub(crate) fn csv(options: HardestOptions, found: &Hardest) -> String {
    let head = ["rank".to_owned(), "distance".to_owned()].into_iter().chain(names(options.pieces));
    let head = head.chain(["empty", "boards", "goals", "hardest", "start"].map(str::to_owned)).collect();
    let row = |(start, rank): (&Hard, u64)| {
        let Hard { distance, mix, boards, goals, equals, .. } = start;
        let counts = mix.counts.iter().chain([&mix.empty]).map(|&count| u64::from(count));
        let figures = [rank, *distance].into_iter().chain(counts).chain([*boards, *goals, *equals]);
        let drawn = rows(start).join("/").replace(' ', "");
        figures.map(|figure| figure.to_string()).chain([drawn]).collect()
    };
    let starts = found.starts.iter().zip(1..).map(row);
    comma_separated(&[head].into_iter().chain(starts).collect::<Vec<_>>())
}

/// The title of a start in a file of its own.
pub(crate) fn title(options: HardestOptions, start: &Hard, rank: usize) -> String {
    format!("hardest start {rank}: {} to the nearest goal", length_in(options.metric, start.distance))
}

/// The blocks of a mix: `1 of 2×2, 4 of 1×1, 2 empty`.
fn blocks(options: HardestOptions, mix: &Mix) -> String {
    let kinds = options.pieces.kinds().iter().zip(&mix.counts).filter(|(_, count)| **count > 0);
    let mut parts: Vec<String> = kinds.map(|(kind, count)| format!("{count} of {}", kind.shape)).collect();
    parts.push(format!("{} empty", mix.empty));
    parts.join(", ")
}

/// The drawing; none of a tray that is too long.
fn rows(start: &Hard) -> Vec<String> {
    drawing::start(&start.puzzle).unwrap_or_default()
}
