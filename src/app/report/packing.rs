//! The answers of `traybit solve` and `traybit count` for packings, and drawings of packings in colours.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use serde::Serialize;

use crate::report::{Body, Word, given_up};
use traybit_core::Cost;
use traybit_core::numbers::in_thousands;
use traybit_core::search::enumeration::View;
use traybit_packing::drawing::{by_first_cells, marks, write_rows};
use traybit_packing::kinds::Kinds;
use traybit_packing::solve::enumerate::Selection;
use traybit_packing::{Cell, Count, Enumerated, Pack, Packing, Placed, Unknown};
use traybit_picture::palette::{INK, colour};
use traybit_picture::terminal::{Colours, written};
use traybit_program::{counted as number_of, grouped};

pub(crate) fn none(cost: &Cost) -> String {
    let reason = match cost.positions {
        0 | 1 => "its counts, its rules or cells that no piece can cover rule it out".to_owned(),
        positions => format!("all {} were considered", number_of(positions, "position")),
    };
    format!("no packing exists: {reason}")
}

pub(crate) fn found(listed: &Enumerated, selection: Selection) -> String {
    let packings = number_of(listed.found, "packing");
    let up_to = if selection.distinct { " that symmetry does not make of one another" } else { "" };
    or_more(&(packings + up_to), listed.ended.is_none() && listed.found < selection.most)
}

/// Sentence about what was found, and whether that is all.
pub(crate) fn or_more(found: &str, is_all: bool) -> String {
    format!("{found}; there {} more", if is_all { "are no" } else { "may be" })
}

/// The progress of an enumeration; `rate` in positions per second, `left` an estimate of the time.
pub(crate) fn progress(view: &View, positions: u64, rate: f64, left: Option<Duration>) -> String {
    let percent = view.done * 100.0;
    let left =
        left.map_or_else(|| "time left unknown".to_owned(), |left| format!("about {} left", rough(left)));
    format!(
        "{}, about {percent:.1} % of the tree done, {left}, {}, {} per second",
        number_of(view.solutions, "packing"),
        number_of(positions, "position"),
        grouped(rate as u64)
    )
}

/// A time in words, rounded as an estimate.
pub(crate) fn rough(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{} s", seconds.max(1)),
        100..6000 => format!("{} min", (seconds + 30) / 60),
        6000..200_000 => format!("{} h", (seconds + 1800) / 3600),
        _ => format!("{} days", grouped((seconds + 43_200) / 86_400)),
    }
}

/// The number of packings, as far as it is known. Numbers are text, since they may be too large for a reader's floating
/// point. `pieces` is the number of pieces, if only packings with the most or the fewest are counted.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Counted<'a> {
    answer: Word,
    packings: Option<String>,
    up_to_symmetry: Option<String>,
    packings_at_least: Option<String>,
    up_to_symmetry_at_least: Option<String>,
    pieces: Option<u32>,
    symmetries: usize,
    method: &'a str,
}

pub(crate) fn count(count: &Count, pieces: Option<u32>) -> Body<Counted<'_>> {
    let so_far = count.listed.filter(|_| count.total.is_err());
    let fields = Counted {
        answer: count.total.as_ref().map_or_else(|&reason| unknown(reason), |_| Word::Counted),
        packings: count.total.as_ref().ok().map(ToString::to_string),
        up_to_symmetry: count.distinct.as_ref().ok().map(ToString::to_string),
        packings_at_least: so_far.map(|(total, _)| total.to_string()),
        up_to_symmetry_at_least: so_far.map(|(_, distinct)| distinct.to_string()),
        pieces,
        symmetries: count.symmetries,
        method: &count.method,
    };
    let symmetries = match count.symmetries {
        0 | 1 => " up to symmetry (the puzzle has none)".to_owned(),
        count => format!(" up to symmetry (the puzzle has {count} symmetries)"),
    };
    let line = |before: &str, digits: Option<&str>, after: &str| match digits {
        Some("1") => format!("{before}1 packing{after}\n"),
        Some(digits) => format!("{before}{} packings{after}\n", in_thousands(digits)),
        None => String::new(),
    };
    let distinct = fields.up_to_symmetry.as_deref().filter(|_| count.total.is_ok());
    let text = [
        line("", fields.packings.as_deref(), ""),
        line("", distinct, &symmetries),
        line("at least ", fields.packings_at_least.as_deref(), ""),
        line("at least ", fields.up_to_symmetry_at_least.as_deref(), &symmetries),
    ];
    Body { schema: "packing.count", text: text.concat(), fields }
}

/// The `answer` of a search that ended without one.
pub(super) fn unknown(reason: Unknown) -> Word {
    if let Unknown::GaveUp(reason) = reason { given_up(reason) } else { Word::GaveUp }
}

#[derive(Serialize, schemars::JsonSchema)]
struct PlacedPiece<'a> {
    piece: &'a str,
    cells: &'a [Cell],
}

/// The packings found, all held until the end: each piece with its rows and columns, counted from 0.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Found<'a> {
    answer: Word,
    complete: bool,
    /// The number of pieces, if it is to be the most or the fewest, and whether that is proven.
    pieces: Option<u32>,
    proven: Option<bool>,
    symmetries: usize,
    packings: Vec<Vec<PlacedPiece<'a>>>,
    method: &'a str,
}

/// The document of a search; its text is written as packings are found. `pieces` is the number of pieces and whether it
/// is proven, if it is to be the most or the fewest.
pub(crate) fn packings<'a>(
    pack: &'a Pack,
    found: &'a [Packing],
    listed: &'a Enumerated,
    pieces: Option<(u32, bool)>,
) -> Body<Found<'a>> {
    let answer = match (found.is_empty(), listed.ended) {
        (false, _) => Word::Solved,
        (true, None) => Word::Unsolvable,
        (true, Some(reason)) => unknown(reason),
    };
    let placed =
        |Placed { piece, cells }: &'a Placed| PlacedPiece { piece: &pack.pieces[*piece].name, cells };
    let fields = Found {
        answer,
        complete: listed.ended.is_none(),
        pieces: pieces.map(|(pieces, _)| pieces),
        proven: pieces.map(|(_, proven)| proven),
        symmetries: listed.symmetries,
        packings: found.iter().map(|packing| packing.iter().map(placed).collect()).collect(),
        method: &listed.method,
    };
    Body { schema: "packing.solve", text: String::new(), fields }
}

/// The drawing of a packing with the colours of its pieces, and lines between one and another of its colour below it.
pub(crate) fn coloured(pack: &Pack, packing: &Packing, colours: Colours) -> String {
    if colours == Colours::None {
        return write_rows(pack, packing, 2);
    }
    let (marks, width, of_kind) = (marks(pack, packing), pack.size.width, Kinds::of(pack).of_piece);
    let shades: Vec<usize> = by_first_cells(packing).iter().map(|placed| of_kind[placed.piece]).collect();
    let mut drawing = Buffer::empty(Rect::new(0, 0, 2 * width, pack.size.height));
    for (number, (cells, (piece, mark))) in drawing.content.chunks_mut(2).zip(&marks).enumerate() {
        let below = marks.get(number + usize::from(width)).and_then(|(piece, _)| *piece);
        for (cell, &character) in cells.iter_mut().zip(mark) {
            cell.set_char(character);
            let Some(piece) = *piece else { continue };
            let is_edge = below.is_some_and(|below| below != piece && shades[below] == shades[piece]);
            let edge = if is_edge { Modifier::UNDERLINED } else { Modifier::empty() };
            cell.set_style(colours.style(INK, colour(shades[piece])).add_modifier(edge));
        }
    }
    written(&drawing, colours)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{coloured, count, rough};
    use traybit_core::{Cost, GaveUp};
    use traybit_packing::drawing::write;
    use traybit_packing::formats::read;
    use traybit_packing::{Count, Placed, Unknown};

    use traybit_picture::terminal::Colours;

    fn counted(number: &str, listed: Option<(u64, u64)>) -> Count {
        let known = number.parse().map_err(|_| Unknown::GaveUp(GaveUp::Time));
        let (cost, method) = (Cost::default(), String::new());
        Count { total: known.clone(), distinct: known, listed, symmetries: 4, cost, method }
    }

    #[test]
    fn an_enumeration_that_was_stopped_says_how_many_it_found() {
        let found = counted("unknown", Some((12_345, 3087)));
        let body = count(&found, None);
        let symmetries = "3,087 packings up to symmetry (the puzzle has 4 symmetries)";
        assert_eq!(body.text, format!("at least 12,345 packings\nat least {symmetries}\n"));
        let fields = serde_json::to_string(&body.fields).expect("fields");
        assert!(
            fields.contains(r#""packings_at_least":"12345","up_to_symmetry_at_least":"3087""#),
            "{fields}"
        );
        assert_eq!(count(&counted("unknown", None), None).text, "");
    }

    #[test]
    fn estimates_are_rounded() {
        for (seconds, text) in [
            (0, "1 s"),
            (99, "99 s"),
            (100, "2 min"),
            (5999, "100 min"),
            (6000, "2 h"),
            (200_000, "2 days"),
            (1 << 40, "12,725,829 days"),
        ] {
            assert_eq!(rough(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn a_coloured_drawing_is_the_drawing_between_its_colours() {
        let pack = read("p", &b"piece D: 2\nXX\n\nboard:\n...\n.#.\n"[..]).expect("a puzzle");
        let placed = |cells: [(u16, u16); 2]| Placed { piece: 0, cells: cells.to_vec() };
        let packing = vec![placed([(0, 0), (1, 0)]), placed([(0, 1), (0, 2)])];
        for colours in [Colours::None, Colours::Cube, Colours::True] {
            let text = coloured(&pack, &packing, colours);
            let plain: String =
                text.split('\x1b').map(|part| part.split_once('m').map_or(part, |cut| cut.1)).collect();
            let plain = if colours == Colours::None { text.clone() } else { plain };
            // A terminal needs no trailing spaces.
            let drawing: Vec<String> =
                write(&pack, &packing).lines().map(|line| line.trim_end().to_owned()).collect();
            let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
            assert_eq!(lines, drawing, "{text:?}");
            assert_eq!(text.contains('\x1b'), colours != Colours::None);
        }
    }
}
