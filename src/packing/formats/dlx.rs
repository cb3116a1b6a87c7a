//! Puzzles as Knuth's program DLX3 reads them: exact cover with multiplicities (*The Art of Computer Programming*, volume
//! 4B, section 7.2.2.1). It has as many solutions as the puzzle has packings.
//!
//! ```text
//!   | 10×10, 12 cells empty                       a comment
//!   11:11|p1 | 0,0 0,1 …                          items: primary ones, each perhaps with its bounds, then secondary ones
//!   p1 0,0 0,1 0,2 0,3 0,4 1,0 2,0 2,1            options: a piece and the cells that it covers
//!   e 0,0                                         or a cell that stays empty
//! ```
//!
//! A cell that may stay empty is a secondary item, covered once at most. Only where the number of empty cells does not
//! follow from the pieces are cells left empty by options of their own, and all cells primary.

use std::fmt::{self, Write as _};
use std::ops::RangeInclusive;

use crate::pack::{Floor, Pack};

/// The text of a puzzle without a flaw: a line for each way to place a piece.
#[must_use]
pub fn write(pack: &Pack) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_to(pack, &mut text);
    text
}

fn write_to(pack: &Pack, writer: &mut String) -> fmt::Result {
    let (height, width) = (pack.size.height, pack.size.width);
    let mut floor = pack.floor.clone();
    let counts: Vec<(u32, u32)> = pack.left().into_iter().map(RangeInclusive::into_inner).collect();
    for &cell in pack.placed.iter().flat_map(|placed| &placed.cells) {
        floor[pack.size.number(cell)] = Floor::Wall;
    }
    let empty = if bounds_empty(pack) { Some(pack.empty.clone().into_inner()) } else { None };
    if let Some(title) = &pack.title {
        writeln!(writer, "| {title}")?;
    }
    writeln!(writer, "| {height}×{width}; row,column is a cell, counted from 0")?;
    for (number, (piece, (least, most))) in (1..).zip(pack.pieces.iter().zip(&counts)) {
        writeln!(writer, "| p{number} is piece {}, {least} to {most} of it still to place", piece.name)?;
    }
    if let Some((least, most)) = empty {
        writeln!(writer, "| e is an empty cell, {least} to {most} of them")?;
    }

    let cells = || pack.size.all().zip(&floor);
    // A program with nothing to decide would be refused.
    write!(writer, "done")?;
    for (number, (least, most)) in (1..).zip(&counts).filter(|(_, (_, most))| *most > 0) {
        write!(writer, " {least}:{most}|p{number}")?;
    }
    if let Some((least, most)) = empty.filter(|(_, most)| *most > 0) {
        write!(writer, " {least}:{most}|e")?;
    }
    let is_primary = |floor: Floor| floor == Floor::Full || floor == Floor::Open && empty.is_some();
    for ((row, column), _) in cells().filter(|(_, floor)| is_primary(**floor)) {
        write!(writer, " {row},{column}")?;
    }
    write!(writer, " |")?;
    for ((row, column), _) in cells().filter(|(_, floor)| !is_primary(**floor) && **floor != Floor::Wall) {
        write!(writer, " {row},{column}")?;
    }
    writeln!(writer, "\ndone")?;

    let mut line = String::new();
    for (number, piece) in (1..).zip(&pack.pieces).filter(|(number, _)| counts[number - 1].1 > 0) {
        for shape in piece.orientations() {
            for anchor in cells().filter(|(_, floor)| **floor != Floor::Wall).map(|(cell, _)| cell) {
                line.clear();
                let _ = write!(line, "p{number}");
                let lead = i32::from(anchor.1) - i32::from(shape.lead());
                let has_room = lead >= 0
                    && lead + i32::from(shape.width()) <= width.into()
                    && anchor.0 + shape.height() <= height;
                let is_free = has_room
                    && shape.cells_at(anchor).all(|(row, column)| {
                        let _ = write!(line, " {row},{column}");
                        floor[pack.size.number((row, column))] != Floor::Wall
                    });
                if is_free {
                    writeln!(writer, "{line}")?;
                }
            }
        }
    }
    if empty.is_some_and(|(_, most)| most > 0) {
        for ((row, column), _) in cells().filter(|(_, floor)| **floor == Floor::Open) {
            writeln!(writer, "e {row},{column}")?;
        }
    }
    Ok(())
}

/// True if the number of empty cells has to be watched: it may be out of its range though the counts of all pieces are in
/// theirs.
fn bounds_empty(pack: &Pack) -> bool {
    let open = pack.open() as u64;
    let (least, most) = pack.covered().into_inner();
    // Fewer than none cannot be empty.
    let fewest = open.saturating_sub(most);
    fewest < u64::from(*pack.empty.start()) || open - least.min(open) > u64::from(*pack.empty.end())
}
