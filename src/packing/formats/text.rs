//! The text format: drawings of pieces and of a board, which `docs/formats.md` describes.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::drawing::{self, Legend};
use crate::flaw::Flaw;
use crate::formats::sections::Sections;
use crate::naming::Naming;
use crate::pack::paint::Paint;
use crate::pack::{Floor, Pack};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::source_text::SourceText;

/// Reads a puzzle, which sentences call by the file's `name`.
///
/// # Errors
/// [`InputError::Invalid`] when the text is malformed or the puzzle has a flaw.
pub fn read(name: &str, bytes: &[u8]) -> Result<Pack, InputError> {
    let source = SourceText::new(name, bytes)?;
    let sections = Sections::read(&source)?;
    let Some((size, floor, board_at)) = sections.board.clone() else {
        return Err(source.lack("a section `board:`"));
    };
    if sections.pieces.is_empty() {
        return Err(source.lack("a section `piece NAME:`"));
    }
    let remark = |remark: Option<(&str, _)>| remark.map(|(text, _)| text.to_owned());
    let pack = Pack {
        title: remark(sections.title),
        source: remark(sections.source),
        size,
        floor,
        paint: Paint { cells: sections.paint(&source, size)?, fits: sections.fits.clone() },
        pieces: sections.pieces.clone(),
        empty: sections.empty.as_ref().map_or(0..=size.cells() as u32, |(empty, _)| empty.clone()),
        rules: sections.rules.clone(),
        placed: Vec::new(),
    };
    let located = |flaw: Flaw| source.sentence(sections.spot(flaw.place).unwrap_or(board_at), &flaw.sentence);
    let mut pack = pack.checked().map_err(located)?;
    let Some(rows) = &sections.placed else { return Ok(pack) };
    pack.placed = drawing::packing(&source, rows, &pack, &Naming::of(&pack))?;
    pack.checked().map_err(located)
}

/// The text of a puzzle without a flaw. Read back, it is the same puzzle; a piece placed beforehand may become one that
/// cannot be distinguished from it, or on the highest boards one that shares its shape.
pub fn write(pack: &Pack) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    for (key, value) in [("title", &pack.title), ("source", &pack.source)] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    let open = pack.open();
    for piece in &pack.pieces {
        let counts = range(&piece.counts, piece.most_in(open));
        let freedom = piece.freedom.name().map_or(String::new(), |name| format!(" {name}"));
        let paint = if piece.paint.is_empty() { "" } else { " painted" };
        let colour = piece.colour.as_ref().map_or(String::new(), |name| format!(" colour {name}"));
        let _ = writeln!(text, "\npiece {}: {counts}{freedom}{paint}{colour}", piece.name);
        text.extend(piece.rows().into_iter().map(|row| row + "\n"));
    }
    let Size { height, width } = pack.size;
    if pack.floor.iter().all(|floor| *floor == Floor::Open) {
        let _ = writeln!(text, "\nboard: {height}x{width}");
    } else {
        text += "\nboard:\n";
        let mark = |floor: &Floor| match floor {
            Floor::Wall => '#',
            Floor::Open => '.',
            Floor::Full => '*',
        };
        let rows = pack.floor.chunks(usize::from(width));
        text.extend(rows.flat_map(|row| row.iter().map(mark).chain(['\n'])));
    }
    if !pack.paint.cells.is_empty() {
        let _ = writeln!(text, "\npaint:\n{}", pack.paint.rows(pack.size).join("\n"));
    }
    if !pack.paint.fits.is_empty() {
        let _ = writeln!(text, "fits: {}", pack.paint.pairs());
    }
    let open = pack.open() as u32;
    if pack.empty != (0..=open) {
        let _ = writeln!(text, "empty: {}", range(&pack.empty, open));
    }
    if let Some(pieces) = &pack.rules.pieces {
        let _ = writeln!(text, "pieces: {}", range(pieces, open));
    }
    if !pack.rules.named.is_empty() {
        let names: Vec<&str> = pack.rules.named.iter().map(|rule| rule.name()).collect();
        let _ = writeln!(text, "rules: {}", names.join(", "));
    }
    if !pack.placed.is_empty() {
        text += "\nplaced:\n";
        let legend = Legend::of(pack).write(&pack.placed);
        text.push_str(&drawing::write_rows(pack, &pack.placed));
        // A drawing in a section has no more lines than the largest board has rows.
        if usize::from(height) + legend.lines().count() <= LONGEST_SIDE.into() {
            text.push_str(&legend);
        }
    }
    text
}

/// A number or a range as it is read, without an end where that is at least as high as it can be.
fn range(counts: &RangeInclusive<u32>, highest: u32) -> String {
    let (least, most) = (*counts.start(), *counts.end());
    if least == most {
        format!("{least}")
    } else if most >= highest {
        format!("{least}..")
    } else {
        format!("{least}..{most}")
    }
}
