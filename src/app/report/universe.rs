//! The answer of `traybit universe`: boards counted by mix.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::table::comma_separated;
use crate::report::{Body, Word, given_up};
use traybit_core::search::outcome::GaveUp;
use traybit_program::text::{counted, grouped};
use traybit_sliding::universe::{Census, Counted, Ended, Ground, Pieces};

/// A tray: its size and the number of its open cells.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Tray {
    height: u16,
    width: u16,
    open: u32,
}

impl Tray {
    pub(super) fn of(ground: Ground) -> Self {
        Self { height: ground.size.height, width: ground.size.width, open: ground.room() }
    }
}

/// The counts of all boards of these pieces, if they are known.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Universe<'a> {
    answer: Word,
    tray: Tray,
    /// Their cells as rows with `/` between them, or height and width.
    kinds: Vec<String>,
    boards: Option<u64>,
    components: Option<u64>,
    largest: Option<u64>,
    mixes: Option<Vec<MixCount<'a>>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MixCount<'a> {
    blocks: &'a [u32],
    empty: u32,
    boards: u64,
    components: u64,
    largest: u64,
}

impl<'a> From<&'a Counted> for MixCount<'a> {
    fn from(&Counted { ref mix, boards, components, largest }: &'a Counted) -> Self {
        Self { blocks: &mix.counts, empty: mix.empty, boards, components, largest }
    }
}

pub(crate) fn body<'a>(pieces: &Pieces, census: Result<&'a Census, Ended>) -> Body<Universe<'a>> {
    let text = |&Census { boards, components, largest, ref mixes, .. }: &Census| {
        format!(
            "boards: {}\ncomponents: {}\nmixes: {}\nlargest component: {}\n",
            grouped(boards),
            grouped(components),
            grouped(mixes.len() as u64),
            counted(largest, "board"),
        )
    };
    let known = census.ok();
    let fields = Universe {
        answer: census.map_or_else(ended, |_| Word::Counted),
        tray: Tray::of(pieces.ground()),
        kinds: names(pieces),
        boards: known.map(|census| census.boards),
        components: known.map(|census| census.components),
        largest: known.map(|census| census.largest),
        mixes: known.map(|census| census.mixes.iter().map(MixCount::from).collect()),
    };
    Body { schema: "universe", text: known.map_or_else(String::new, text), fields }
}

pub(crate) fn csv(pieces: &Pieces, census: &Census) -> String {
    let kinds = names(pieces);
    let head = kinds.iter().map(String::as_str).chain(["empty", "boards", "components", "largest"]);
    comma_separated(head, census.mixes.iter().map(MixCount::from))
}

pub(super) fn names(pieces: &Pieces) -> Vec<String> {
    pieces.kinds().iter().map(|kind| kind.shape.to_string().replace('×', "x")).collect()
}

/// The `answer` of a count that ended early.
pub(super) fn ended(ended: Ended) -> Word {
    match ended {
        Ended::GaveUp(reason) => given_up(reason),
        Ended::Countless => given_up(GaveUp::Exhausted),
    }
}
