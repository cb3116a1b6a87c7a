//! Universes as people and programs read them.

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::figures::{Costs, Figures};
use crate::report::json::given_up;
use crate::report::text::{counted, grouped};
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::universe::{Census, Counted, Ended, Pieces};

/// The counts of all mixes together, a figure a line.
#[must_use]
pub fn answer(census: &Census) -> String {
    format!(
        "boards: {}\ncomponents: {}\nmixes: {}\nlargest component: {}\n",
        grouped(census.boards),
        grouped(census.components),
        grouped(census.mixes.len() as u64),
        counted(census.largest, "board"),
    )
}

/// A line for each mix below a line of headings, in columns.
#[must_use]
pub fn table(pieces: &Pieces, census: &Census) -> String {
    let headings = headings(pieces.kinds().iter().map(|kind| kind.shape.to_string()).collect());
    let mut rows = vec![headings];
    rows.extend(census.mixes.iter().map(|mix| figures(mix).map(grouped).collect()));
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in &rows {
        let columns = row.iter().zip(&widths).map(|(figure, width)| format!("{figure:>width$}"));
        text += &columns.collect::<Vec<_>>().join("  ");
        text.push('\n');
    }
    text
}

/// The same with commas between the columns.
#[must_use]
pub fn csv(pieces: &Pieces, census: &Census) -> String {
    let mut text = headings(names(pieces)).join(",") + "\n";
    for mix in &census.mixes {
        let row: Vec<String> = figures(mix).map(|figure| figure.to_string()).collect();
        // A string takes all.
        let _ = writeln!(text, "{}", row.join(","));
    }
    text
}

/// The kinds of blocks as they are typed.
pub(super) fn names(pieces: &Pieces) -> Vec<String> {
    pieces.kinds().iter().map(|kind| kind.shape.to_string().replace('×', "x")).collect()
}

fn headings(kinds: Vec<String>) -> Vec<String> {
    kinds.into_iter().chain(["empty", "boards", "components", "largest"].map(str::to_owned)).collect()
}

fn figures(counted: &Counted) -> impl Iterator<Item = u64> {
    let Counted { mix, boards, components, largest } = counted;
    let blocks = mix.counts.iter().map(|&count| u64::from(count));
    blocks.chain([u64::from(mix.empty), *boards, *components, *largest])
}

/// The answer of `traybit universe`.
#[derive(Serialize)]
pub struct Document<'a> {
    answer: &'static str,
    tray: Tray,
    /// The kinds of blocks: their cells as rows with `/` between them, or height and width.
    kinds: Vec<String>,
    #[serde(flatten)]
    counts: Option<Counts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
}

#[derive(Serialize)]
struct Tray {
    height: u16,
    width: u16,
    open: u32,
}

#[derive(Serialize)]
struct Counts<'a> {
    boards: u64,
    components: u64,
    largest: u64,
    mixes: Vec<Mix<'a>>,
}

#[derive(Serialize)]
struct Mix<'a> {
    /// Blocks, by kind.
    blocks: &'a [u32],
    empty: u32,
    boards: u64,
    components: u64,
    largest: u64,
}

impl<'a> Document<'a> {
    /// The counts, or why there are none and that as a sentence.
    #[must_use]
    pub fn new(pieces: &Pieces, census: Result<&'a Census, (Ended, String)>, figures: Figures) -> Self {
        let Size { height, width } = pieces.ground().size;
        let (answer, counts, reason) = match census {
            Ok(census) => ("counted", Some(Counts::from(census)), None),
            Err((Ended::GaveUp(ended), sentence)) => (given_up(ended), None, Some(sentence)),
            Err((Ended::Countless, sentence)) => (given_up(GaveUp::Exhausted), None, Some(sentence)),
        };
        Self {
            answer,
            tray: Tray { height, width, open: pieces.ground().room() },
            kinds: names(pieces),
            counts,
            reason,
            cost: figures.into(),
        }
    }
}

impl<'a> From<&'a Census> for Counts<'a> {
    fn from(census: &'a Census) -> Self {
        let mix = |counted: &'a Counted| Mix {
            blocks: &counted.mix.counts,
            empty: counted.mix.empty,
            boards: counted.boards,
            components: counted.components,
            largest: counted.largest,
        };
        Self {
            boards: census.boards,
            components: census.components,
            largest: census.largest,
            mixes: census.mixes.iter().map(mix).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{answer, csv, table};
    use traybit_core::search::limits::Limits;
    use traybit_sliding::universe::{Pieces, census, parse_kinds, parse_tray};

    #[test]
    fn a_census_is_told_in_figures_and_mix_by_mix() {
        let kinds = parse_kinds("1x2=1,xx/x.=..1").unwrap().0;
        let pieces = Pieces::new(parse_tray("2x3").unwrap(), kinds, 0..=9).unwrap();
        let census = census(&pieces, &Limits::default()).unwrap();
        assert_eq!(answer(&census), "boards: 5\ncomponents: 2\nmixes: 2\nlargest component: 4 boards\n");
        let lines = [
            "1×2  xx/x.  empty  boards  components  largest",
            "  1      0      4       4           1        4",
            "  1      1      1       1           1        1",
        ];
        assert_eq!(table(&pieces, &census).lines().collect::<Vec<_>>(), lines);
        assert_eq!(
            csv(&pieces, &census),
            "1x2,xx/x.,empty,boards,components,largest\n1,0,4,4,1,4\n1,1,1,1,1,1\n"
        );
    }
}
