//! The text format: drawings of pieces and of a board, which `docs/formats.md` describes.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::drawing;
use crate::flaw::{Flaw, Place};
use crate::formats::sections::{BoardLines, Ground, PieceLines, Sections, sort};
use crate::naming::Naming;
use crate::pack::{Floor, Pack, Piece};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{Line, SourceText, Spot, is_visible};

/// Reads a puzzle, which sentences call by the file's `name`.
///
/// # Errors
/// [`InputError::Invalid`] when the text is malformed or the puzzle has a flaw.
pub fn read(name: &str, bytes: &[u8]) -> Result<Pack, InputError> {
    let source = SourceText::new(name, bytes)?;
    let sections = sort(&source)?;
    let Some(board) = &sections.board else { return Err(source.lack("a section `board:`")) };
    if sections.pieces.is_empty() {
        return Err(source.lack("a section `piece NAME:`"));
    }
    let pieces = sections.pieces.iter().map(|lines| piece(&source, lines)).collect::<Result<_, _>>()?;
    let (size, floor) = ground(&source, board)?;
    let pack = Pack {
        title: sections.title.as_ref().map(|remark| remark.text.to_owned()),
        source: sections.source.as_ref().map(|remark| remark.text.to_owned()),
        size,
        floor,
        pieces,
        empty: sections.empty.as_ref().map_or(0..=size.cells() as u32, |(empty, _)| empty.clone()),
        placed: Vec::new(),
    };
    let located = |flaw: Flaw| source.sentence(spot(&sections, board, flaw.place), &flaw.sentence);
    let mut pack = pack.checked().map_err(located)?;
    let Some(rows) = &sections.placed else { return Ok(pack) };
    let cells = drawing::pieces_of(&source, rows, &pack)?;
    pack.placed = drawing::assign(&source, rows, &pack, &Naming::of(&pack.pieces), cells)?;
    pack.checked().map_err(located)
}

/// Where a part of the puzzle stands in the file.
fn spot<'a>(sections: &Sections<'a>, board: &BoardLines<'a>, place: Place) -> Spot<'a> {
    let remark = |remark: &Option<super::sections::Remark<'a>>| remark.as_ref().map(|remark| remark.at);
    let found = match place {
        Place::Title => remark(&sections.title),
        Place::Source => remark(&sections.source),
        Place::Pieces => sections.pieces.first().map(|piece| piece.counts_at),
        Place::Piece(number) => sections.pieces.get(number).map(|piece| piece.at),
        Place::Counts(number) => sections.pieces.get(number).map(|piece| piece.counts_at),
        Place::Empty => sections.empty.as_ref().map(|(_, at)| *at),
        Place::Board => None,
        Place::Placed((row, column)) => {
            let line = sections.placed.as_ref().and_then(|rows| rows.get(usize::from(row)));
            line.map(|&line| Spot { line, column: 2 * usize::from(column) })
        }
    };
    found.unwrap_or(board.at)
}

fn piece(source: &SourceText<'_>, lines: &PieceLines<'_>) -> Result<Piece, InputError> {
    let mut cells = Vec::new();
    for (row, line) in (0..).zip(&lines.rows) {
        for (column, c) in (0..).zip(line.text.chars()) {
            match c {
                '.' | ' ' => (),
                c if is_visible(c) => cells.push((row, column)),
                _ => {
                    let at = Spot { line: *line, column: usize::from(column) };
                    return Err(source.wrong_character(at, "`.`, a blank or a visible character for a cell"));
                }
            }
        }
    }
    if cells.is_empty() {
        let at = Spot { line: lines.rows[0], column: 0 };
        return Err(source.error(at, &format!("a cell of piece {}", lines.name), "none"));
    }
    let shape = Shape::of(&cells).0;
    if let Some(stray) = shape.stray() {
        let (row, column) = cells[stray];
        let at = Spot { line: lines.rows[usize::from(row)], column: usize::from(column) };
        let expected = format!("every cell of piece {} beside another one of it", lines.name);
        return Err(source.error(at, &expected, "a part that lies by itself"));
    }
    Ok(Piece { name: lines.name.to_owned(), shape, freedom: lines.freedom, counts: lines.counts.clone() })
}

fn ground(source: &SourceText<'_>, board: &BoardLines<'_>) -> Result<(Size, Vec<Floor>), InputError> {
    let rows: &[Line<'_>] = match &board.floor {
        Ground::Size(size) => return Ok((*size, vec![Floor::Open; size.cells()])),
        Ground::Drawn(rows) => rows,
    };
    let width = rows.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let size = Size { height: rows.len() as u16, width: width as u16 };
    let mut floor = vec![Floor::Wall; size.cells()];
    for (line, floor) in rows.iter().zip(floor.chunks_mut(width)) {
        for (column, c) in line.text.chars().enumerate() {
            floor[column] = match c {
                '.' => Floor::Open,
                '*' => Floor::Full,
                '#' | ' ' => Floor::Wall,
                _ => {
                    let expected = "`.`, `#`, a blank or `*` for a cell that has to be covered";
                    return Err(source.wrong_character(Spot { line: *line, column }, expected));
                }
            };
        }
    }
    Ok((size, floor))
}

/// The text of a puzzle without a flaw. Read back, it is the same puzzle; a piece placed beforehand may become one of
/// another name where both have its shape.
#[must_use]
pub fn write(pack: &Pack) -> String {
    let mut text = String::new();
    for (key, value) in [("title", &pack.title), ("source", &pack.source)] {
        if let Some(value) = value {
            line(&mut text, &format!("{key}: {value}"));
        }
    }
    for piece in &pack.pieces {
        let counts = range(&piece.counts, pack.room(piece));
        let freedom = piece.freedom.name().map_or(String::new(), |name| format!(" {name}"));
        line(&mut text, &format!("\npiece {}: {counts}{freedom}", piece.name));
        let (height, width) = (usize::from(piece.shape.height()), usize::from(piece.shape.width()));
        let mut marks = vec!['.'; height * width];
        for (row, column) in piece.shape.cells() {
            marks[usize::from(row) * width + usize::from(column)] = 'X';
        }
        text.extend(marks.chunks(width).flat_map(|row| row.iter().copied().chain(['\n'])));
    }
    let Size { height, width } = pack.size;
    if pack.floor.iter().all(|floor| *floor == Floor::Open) {
        line(&mut text, &format!("\nboard: {height}x{width}"));
    } else {
        line(&mut text, "\nboard:");
        let mark = |floor: &Floor| match floor {
            Floor::Wall => '#',
            Floor::Open => '.',
            Floor::Full => '*',
        };
        let rows = pack.floor.chunks(usize::from(width));
        text.extend(rows.flat_map(|row| row.iter().map(mark).chain(['\n'])));
    }
    let open = pack.open() as u32;
    if pack.empty != (0..=open) {
        line(&mut text, &format!("empty: {}", range(&pack.empty, open)));
    }
    if !pack.placed.is_empty() {
        line(&mut text, "\nplaced:");
        text.push_str(&drawing::write(pack, &pack.placed));
    }
    text
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
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
