//! The answer of `traybit universe`: boards counted by mix.

use crate::answer::{Body, Object, aligned, comma_separated, given_up};
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{counted, grouped};
use traybit_sliding::universe::{Census, Counted, Ended, Pieces};

/// The counts of all boards of these pieces, or why there are none.
pub(crate) fn body(pieces: &Pieces, census: Result<&Census, Ended>, has_rows: bool) -> Body {
    let ground = pieces.ground();
    let Size { height, width } = ground.size;
    let tray = Object::default().with("height", height).with("width", width).with("open", ground.room());
    let fields = Object::of("universe")
        .with("answer", census.map_or_else(ended, |_| "counted"))
        .with("tray", tray)
        // Their cells as rows with `/` between them, or height and width.
        .with("kinds", names(pieces));
    let Ok(census) = census else { return Body { text: String::new(), fields } };
    let mix = |counted: &Counted| {
        Object::default()
            .with("blocks", &counted.mix.counts)
            .with("empty", counted.mix.empty)
            .with("boards", counted.boards)
            .with("components", counted.components)
            .with("largest", counted.largest)
    };
    let fields = fields
        .with("boards", census.boards)
        .with("components", census.components)
        .with("largest", census.largest)
        .with("mixes", census.mixes.iter().map(mix).collect::<Vec<_>>());
    Body { text: text(pieces, census, has_rows), fields }
}

/// The table of the mixes.
pub(crate) fn csv(pieces: &Pieces, census: &Census) -> String {
    comma_separated(&rows(census, names(pieces), |number| number.to_string()))
}

fn rows(census: &Census, head: Vec<String>, number: fn(u64) -> String) -> Vec<Vec<String>> {
    let head = head.into_iter().chain(HEAD.map(str::to_owned)).collect();
    let mixes = census.mixes.iter().map(|mix| figures(mix).map(number).collect());
    [head].into_iter().chain(mixes).collect()
}

fn text(pieces: &Pieces, census: &Census, has_rows: bool) -> String {
    let summary = format!(
        "boards: {}\ncomponents: {}\nmixes: {}\nlargest component: {}\n",
        grouped(census.boards),
        grouped(census.components),
        grouped(census.mixes.len() as u64),
        counted(census.largest, "board"),
    );
    if !has_rows {
        return summary;
    }
    let kinds = pieces.kinds().iter().map(|kind| kind.shape.to_string()).collect();
    let rows = rows(census, kinds, grouped);
    summary + "\n" + &aligned(&rows, 0..rows[0].len())
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
    use super::{body, csv};
    use traybit_core::search::limits::Limits;
    use traybit_sliding::universe::{Pieces, census, parse_kinds, parse_tray};

    #[test]
    fn a_census_has_figures_and_mixes() {
        let kinds = parse_kinds("1x2=1,xx/x.=..1").unwrap().0;
        let pieces = Pieces::new(parse_tray("2x3").unwrap(), kinds, 0..=9).unwrap();
        let census = census(&pieces, &Limits::default()).unwrap();
        let text = |has_rows| body(&pieces, Ok(&census), has_rows).text;
        let summary = "boards: 5\ncomponents: 2\nmixes: 2\nlargest component: 4 boards\n";
        assert_eq!(text(false), summary);
        let lines = [
            "1×2  xx/x.  empty  boards  components  largest",
            "  1      0      4       4           1        4",
            "  1      1      1       1           1        1",
        ];
        assert_eq!(text(true), format!("{summary}\n{}\n", lines.join("\n")));
        assert_eq!(
            csv(&pieces, &census),
            "1x2,xx/x.,empty,boards,components,largest\n1,0,4,4,1,4\n1,1,1,1,1,1\n"
        );
    }
}
