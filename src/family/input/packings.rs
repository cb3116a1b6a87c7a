//! Packings as typed: drawings, or the document of `traybit solve --json`.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;
use serde_json::from_slice;

use crate::input::document::Content;
use traybit_core::input::InputError;
use traybit_packing::drawing::drawings;
use traybit_packing::pack::{Cell, Pack, Packing, Placed};
use traybit_program::files::Source;

/// The part of the document that is read.
#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    packings: Vec<Vec<PlacedPiece<'a>>>,
}

/// A piece by its name.
#[derive(Deserialize)]
struct PlacedPiece<'a> {
    #[serde(borrow)]
    piece: Cow<'a, str>,
    cells: Vec<Cell>,
}

/// Reads all packings of a puzzle in a file, each with its place there in words.
///
/// # Errors
/// As [`traybit_packing::drawing::read`].
pub fn read(pack: &Pack, source: &Source) -> Result<Vec<(String, Packing)>, InputError> {
    let name = source.name();
    let text = match Content::of(source)? {
        Content::Document(bytes) => return documented(pack, &name, &bytes),
        Content::Text(text) => text,
    };
    let drawn = drawings(pack, &name, text).map(|drawn| {
        drawn.map(|drawn| (format!("the drawing that begins on line {}", drawn.line), drawn.packing))
    });
    drawn.collect()
}

fn documented(pack: &Pack, name: &str, bytes: &[u8]) -> Result<Vec<(String, Packing)>, InputError> {
    let invalid = |sentence: String| InputError::Invalid(format!("{name}: {sentence}"));
    let document: Document<'_> = from_slice(bytes).map_err(|reason| {
        invalid(format!("expected the document of `traybit solve --json`, found another: {reason}"))
    })?;
    let names: HashMap<&str, usize> =
        pack.pieces.iter().zip(0..).map(|(piece, number)| (&*piece.name, number)).collect();
    let placed = |place: &str, PlacedPiece { piece, mut cells }: PlacedPiece<'_>| {
        cells.sort_unstable();
        match names.get(&*piece) {
            Some(&piece) if !cells.is_empty() => Ok(Placed { piece, cells }),
            Some(_) => Err(invalid(format!("{place}: expected cells of piece {piece}, found none"))),
            None => Err(invalid(format!("{place}: expected the name of a piece, found {piece:?}"))),
        }
    };
    let packing = |(packing, number): (Vec<PlacedPiece<'_>>, usize)| {
        let place = format!("packing {number}");
        let packing: Packing =
            packing.into_iter().map(|piece| placed(&place, piece)).collect::<Result<_, _>>()?;
        Ok((place, packing))
    };
    document.packings.into_iter().zip(1..).map(packing).collect()
}
