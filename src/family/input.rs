//! Solution files: text, or the document that `--json` wrote.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;

use serde::Deserialize;
use serde_json::from_slice;

use traybit_core::{InputError, read_at_most};
use traybit_packing::{Cell, Pack, Packing, Placed, drawing};
use traybit_program::Source;

/// Maximum length of a document, in bytes: it is read whole.
const LONGEST: usize = 1 << 30;

/// Number of bytes that distinguish a document from other text.
const START: usize = 64;

pub enum Content {
    Document(Vec<u8>),
    /// Anything else, from the beginning.
    Text(Box<dyn Read + Send>),
}

impl Content {
    /// Opens a file, which is a document if it begins like one.
    pub fn of(source: &Source) -> Result<Self, InputError> {
        let start = source.ahead(START)?;
        // A brace and a name in quotes: a label of a drawing is hardly `{"`.
        let inside = start.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
        let is_document = inside.is_some_and(|inside| inside.starts_with(b"\""));
        let whole = source.open()?;
        if is_document {
            return read_at_most(&source.name(), whole, LONGEST, "a document").map(Self::Document);
        }
        Ok(Self::Text(whole))
    }
}

/// Parses a document of `traybit solve --json`; `part` is what it must have, in words.
pub fn parse<'a, T: Deserialize<'a>>(name: &str, bytes: &'a [u8], part: &str) -> Result<T, InputError> {
    from_slice(bytes).map_err(|reason| {
        let expected = format!("expected the document of `traybit solve --json`, with {part}");
        InputError::Invalid(format!("{name}: {expected}, found another: {reason}"))
    })
}

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    packings: Vec<Vec<PlacedPiece<'a>>>,
}

#[derive(Deserialize)]
struct PlacedPiece<'a> {
    #[serde(borrow)]
    piece: Cow<'a, str>,
    cells: Vec<Cell>,
}

/// Reads all packings of a puzzle in a file, each with its place there in words.
pub fn read_packings(pack: &Pack, source: &Source) -> Result<Vec<(String, Packing)>, InputError> {
    let name = source.name();
    let text = match Content::of(source)? {
        Content::Document(bytes) => return documented(pack, &name, &bytes),
        Content::Text(text) => text,
    };
    let drawn = drawing::read(pack, &name, text)?.into_iter();
    Ok(drawn.map(|(line, packing)| (format!("the drawing that begins on line {line}"), packing)).collect())
}

fn documented(pack: &Pack, name: &str, bytes: &[u8]) -> Result<Vec<(String, Packing)>, InputError> {
    let invalid = |sentence: String| InputError::Invalid(format!("{name}: {sentence}"));
    let document: Document<'_> = parse(name, bytes, "packings")?;
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

#[derive(Deserialize)]
struct Covers {
    solutions: Vec<Vec<String>>,
}

/// The solutions of exact covers in a file, each with its place in words: lines of options, with an empty line between two,
/// or a document.
pub fn read_covers(source: &Source) -> Result<Vec<(String, Vec<String>)>, InputError> {
    let name = source.name();
    let mut text = match Content::of(source)? {
        Content::Text(text) => text,
        Content::Document(bytes) => {
            let Covers { solutions } = parse(&name, &bytes, "solutions")?;
            return Ok((1..).map(|number| format!("solution {number}")).zip(solutions).collect());
        }
    };
    let mut whole = String::new();
    text.read_to_string(&mut whole)
        .map_err(|reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}")))?;
    let lines: Vec<String> = whole.lines().map(|line| line.trim().to_owned()).collect();
    let (mut solutions, mut line) = (Vec::new(), 1);
    for options in lines.split(String::is_empty) {
        if !options.is_empty() {
            solutions.push((format!("the solution that begins on line {line}"), options.to_vec()));
        }
        line += options.len() + 1;
    }
    Ok(solutions)
}
