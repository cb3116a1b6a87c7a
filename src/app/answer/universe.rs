//! The answer of `traybit universe`: boards counted by mix.

use serde::Serialize;

use crate::answer::table::aligned;
use crate::answer::{Body, given_up};
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{counted, grouped};
use traybit_sliding::universe::{Census, Counted, Ended, Pieces};

/// The form of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Figures of all mixes together.
    Summary,
    /// And a line for each mix.
    Mixes,
    /// The lines of the mixes only, with commas between the columns.
    Csv,
}

/// A universe, or that its boards were not all counted.
#[derive(Serialize)]
pub(crate) struct Universe<'a> {
    answer: &'static str,
    tray: Tray,
    /// The kinds of blocks: their cells as rows with `/` between them, or height and width.
    kinds: Vec<String>,
    #[serde(flatten)]
    counts: Option<Counts<'a>>,
    #[serde(skip)]
    text: (&'a Pieces, Option<&'a Census>, Form),
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

impl<'a> Universe<'a> {
    /// The counts of all boards of these pieces, or why there are none.
    pub(crate) fn new(pieces: &'a Pieces, census: Result<&'a Census, Ended>, form: Form) -> Self {
        let Size { height, width } = pieces.ground().size;
        Self {
            answer: census.map_or_else(ended, |_| "counted"),
            tray: Tray { height, width, open: pieces.ground().room() },
            kinds: names(pieces),
            counts: census.ok().map(Counts::from),
            text: (pieces, census.ok(), form),
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

impl Body for Universe<'_> {
    fn text(&self) -> String {
        let (pieces, Some(census), form) = self.text else { return String::new() };
        let rows = |head: Vec<String>, number: fn(u64) -> String| -> Vec<Vec<String>> {
            let head = head.into_iter().chain(HEAD.map(str::to_owned)).collect();
            let mixes = census.mixes.iter().map(|mix| figures(mix).map(number).collect());
            [head].into_iter().chain(mixes).collect()
        };
        if form == Form::Csv {
            let rows = rows(names(pieces), |number| number.to_string());
            return rows.iter().map(|row| row.join(",") + "\n").collect();
        }
        let summary = format!(
            "boards: {}\ncomponents: {}\nmixes: {}\nlargest component: {}\n",
            grouped(census.boards),
            grouped(census.components),
            grouped(census.mixes.len() as u64),
            counted(census.largest, "board"),
        );
        if form == Form::Summary {
            return summary;
        }
        let rows = rows(pieces.kinds().iter().map(|kind| kind.shape.to_string()).collect(), grouped);
        summary + "\n" + &aligned(&rows, 0..rows[0].len())
    }
}

/// Columns of a mix, after those of the kinds.
const HEAD: [&str; 4] = ["empty", "boards", "components", "largest"];

fn figures(counted: &Counted) -> impl Iterator<Item = u64> {
    let Counted { mix, boards, components, largest } = counted;
    let blocks = mix.counts.iter().map(|&count| u64::from(count));
    blocks.chain([u64::from(mix.empty), *boards, *components, *largest])
}

/// The kinds of blocks as they are typed.
pub(super) fn names(pieces: &Pieces) -> Vec<String> {
    pieces.kinds().iter().map(|kind| kind.shape.to_string().replace('×', "x")).collect()
}

/// The `answer` of a count that ended early.
pub(super) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::GaveUp(reason) => given_up(reason),
        Ended::Countless => given_up(GaveUp::Exhausted),
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Universe};
    use crate::answer::Body;
    use traybit_core::search::limits::Limits;
    use traybit_sliding::universe::{Pieces, census, parse_kinds, parse_tray};

    #[test]
    fn a_census_has_figures_and_mixes() {
        let kinds = parse_kinds("1x2=1,xx/x.=..1").unwrap().0;
        let pieces = Pieces::new(parse_tray("2x3").unwrap(), kinds, 0..=9).unwrap();
        let census = census(&pieces, &Limits::default()).unwrap();
        let text = |form| Universe::new(&pieces, Ok(&census), form).text();
        let summary = "boards: 5\ncomponents: 2\nmixes: 2\nlargest component: 4 boards\n";
        assert_eq!(text(Form::Summary), summary);
        let lines = [
            "1×2  xx/x.  empty  boards  components  largest",
            "  1      0      4       4           1        4",
            "  1      1      1       1           1        1",
        ];
        assert_eq!(text(Form::Mixes), format!("{summary}\n{}\n", lines.join("\n")));
        assert_eq!(text(Form::Csv), "1x2,xx/x.,empty,boards,components,largest\n1,0,4,4,1,4\n1,1,1,1,1,1\n");
    }
}
