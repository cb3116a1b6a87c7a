//! The answer of `traybit universe`: boards counted by mix.

use crate::report::{Body, Object, comma_separated, given_up};
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{counted, grouped};
use traybit_sliding::universe::{Census, Counted, Ended, Pieces};

/// The counts of all boards of these pieces, or why there are none.
pub(crate) fn body(pieces: &Pieces, census: Result<&Census, Ended>) -> Body {
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
    Body { text: text(census), fields }
}

/// The table of the mixes.
pub(crate) fn csv(pieces: &Pieces, census: &Census) -> String {
    let head = names(pieces).into_iter().chain(HEAD.map(str::to_owned)).collect();
    let mixes = census.mixes.iter().map(|mix| figures(mix).map(|number| number.to_string()).collect());
    comma_separated(&[head].into_iter().chain(mixes).collect::<Vec<_>>())
}

fn text(census: &Census) -> String {
    format!(
        "boards: {}\ncomponents: {}\nmixes: {}\nlargest component: {}\n",
        grouped(census.boards),
        grouped(census.components),
        grouped(census.mixes.len() as u64),
        counted(census.largest, "board"),
    )
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
        let summary = "boards: 5\ncomponents: 2\nmixes: 2\nlargest component: 4 boards\n";
        assert_eq!(body(&pieces, Ok(&census)).text, summary);
        assert_eq!(
            csv(&pieces, &census),
            "1x2,xx/x.,empty,boards,components,largest\n1,0,4,4,1,4\n1,1,1,1,1,1\n"
        );
    }
}
