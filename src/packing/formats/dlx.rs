//! Puzzles as Knuth's program DLX3 reads them: exact cover with multiplicities (*The Art of Computer Programming*, volume
//! 4B, section 7.2.2.1). It has as many solutions as the puzzle has packings.
//!
//! ```text
//!   | 10×10, row,column is a cell                 a comment
//!   11:11|p1 | 0,0 0,1 …                          items: primary ones, each perhaps with its bounds, then secondary ones
//!   p1 0,0 0,1 0,2 0,3 0,4 1,0 2,0 2,1            options: a piece and the cells that it covers
//!   e 0,0                                         or a cell that stays empty
//! ```
//!
//! Pieces that cannot be distinguished are one item, however many names they have. A cell that has to be covered is a
//! primary item, one that may stay empty a secondary one, covered once at most. Only where the number of empty cells does
//! not follow from the pieces are cells left empty by options of their own, and all cells primary. The text is made from
//! the board and the pieces, not from the covers that this program searches, so that another program's count tests those.

use std::fmt::{Result as FmtResult, Write as _};
use std::ops::RangeInclusive;

use crate::cover::Kinds;
use crate::pack::{Cell, Floor, Pack};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::shape::Shape;

/// The text of a puzzle without a flaw: a line for each placement of a piece.
///
/// # Errors
/// The limit that it would pass: a large board with large pieces has more options than there is memory.
pub fn write(pack: &Pack, limits: &Limits) -> Result<String, GaveUp> {
    let export = Export::of(pack);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = export.write_items(&mut text);
    for (number, kind) in (1..).zip(&export.kinds) {
        for shape in &kind.orientations {
            for row in 0..(pack.size.height + 1).saturating_sub(shape.height()) {
                limits.check().and(limits.within(text.capacity()))?;
                for column in 0..(pack.size.width + 1).saturating_sub(shape.width()) {
                    let _ = export.write_option(&mut text, number, shape, (row, column));
                }
            }
        }
    }
    if export.empty.is_some() {
        for (row, column) in export.cells(Need::Either) {
            let _ = writeln!(text, "e {row},{column}");
        }
    }
    Ok(text)
}

/// Pieces that are one item.
struct Kind<'a> {
    names: Vec<&'a str>,
    orientations: Vec<Shape>,
    /// Range of the number still to be placed, of which there is at least one.
    counts: RangeInclusive<u32>,
}

/// Requirement on a cell of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Nothing: it is a wall or covered beforehand.
    Nothing,
    /// Cover it, or leave it empty.
    Either,
    /// Cover it.
    Covered,
}

struct Export<'a> {
    pack: &'a Pack,
    kinds: Vec<Kind<'a>>,
    needs: Vec<Need>,
    /// Range of the number of empty cells, where options leave them so.
    empty: Option<RangeInclusive<u64>>,
}

impl<'a> Export<'a> {
    fn of(pack: &'a Pack) -> Self {
        let kinds = Kinds::of(pack);
        let counts = kinds.left(pack);
        let Kinds { of_piece, orientations, .. } = kinds;
        let kinds = (0..).zip(orientations).zip(counts).map(|((kind, orientations), counts)| {
            let own = pack.pieces.iter().zip(&of_piece).filter(|(_, of)| **of == kind);
            Kind { names: own.map(|(piece, _)| &*piece.name).collect(), orientations, counts }
        });
        let mut kinds: Vec<Kind<'_>> = kinds.collect();
        kinds.retain(|kind| *kind.counts.end() > 0);

        let need = |floor: &Floor| match floor {
            Floor::Wall => Need::Nothing,
            Floor::Open => Need::Either,
            Floor::Full => Need::Covered,
        };
        let mut needs: Vec<Need> = pack.floor.iter().map(need).collect();
        for &cell in pack.placed.iter().flat_map(|placed| &placed.cells) {
            needs[pack.size.number(cell)] = Need::Nothing;
        }
        // The empty cells by the counts alone, and by the puzzle's own range.
        let free = needs.iter().filter(|need| **need != Need::Nothing).count() as u64;
        let left = |end: fn(&RangeInclusive<u32>) -> &u32| {
            let area = |kind: &Kind| kind.orientations[0].area() as u64 * u64::from(*end(&kind.counts));
            free.saturating_sub(kinds.iter().map(area).fold(0, u64::saturating_add))
        };
        let by_counts = left(RangeInclusive::end)..=left(RangeInclusive::start);
        let (fewest, highest) = (u64::from(*pack.empty.start()), u64::from(*pack.empty.end()));
        let either = needs.iter().filter(|need| **need == Need::Either).count() as u64;
        let least = fewest.max(*by_counts.start());
        let most = highest.min(*by_counts.end()).min(either);
        if most == 0 {
            needs.iter_mut().filter(|need| **need == Need::Either).for_each(|need| *need = Need::Covered);
        }
        let follows = fewest <= *by_counts.start() && *by_counts.end() <= highest;
        // Where more have to be empty than can be, there are too few options for them.
        let empty = (!follows && least.max(most) > 0).then_some(least..=least.max(most));
        Self { pack, kinds, needs, empty }
    }

    fn cells(&self, need: Need) -> impl Iterator<Item = Cell> {
        let all = self.pack.size.all().zip(&self.needs);
        all.filter(move |(_, own)| **own == need).map(|(cell, _)| cell)
    }

    /// Writes the comments and the line of all items.
    fn write_items(&self, text: &mut String) -> FmtResult {
        let Pack { title, size, .. } = self.pack;
        if let Some(title) = title {
            writeln!(text, "| {title}")?;
        }
        writeln!(text, "| {}×{}; row,column is a cell, counted from 0", size.height, size.width)?;
        for (number, Kind { names, counts, .. }) in (1..).zip(&self.kinds) {
            let (least, most) = (counts.start(), counts.end());
            let names = names.join(" or ");
            let counts = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            writeln!(text, "| p{number} is piece {names}, {counts} of it still to place")?;
        }
        if let Some(empty) = &self.empty {
            writeln!(text, "| e is an empty cell, {} to {} of them", empty.start(), empty.end())?;
        }

        let mut items: Vec<String> = Vec::new();
        for (number, kind) in (1..).zip(&self.kinds) {
            let (least, most) = (*kind.counts.start(), *kind.counts.end());
            let bounds = if (least, most) == (1, 1) { String::new() } else { format!("{least}:{most}|") };
            items.push(format!("{bounds}p{number}"));
        }
        items.extend(self.empty.as_ref().map(|empty| format!("{}:{}|e", empty.start(), empty.end())));
        let name = |(row, column): Cell| format!("{row},{column}");
        items.extend(self.cells(Need::Covered).map(name));
        if self.empty.is_some() {
            items.extend(self.cells(Need::Either).map(name));
        }
        // A program with nothing to decide would be refused.
        let done = if items.is_empty() { "done\n" } else { "" };
        if items.is_empty() {
            items.push("done".to_owned());
        }
        if self.empty.is_none() && self.needs.contains(&Need::Either) {
            items.push("|".to_owned());
            items.extend(self.cells(Need::Either).map(name));
        }
        writeln!(text, "{}", items.join(" "))?;
        text.push_str(done);
        Ok(())
    }

    /// Writes the option of a piece with its box's corner at a cell, if nothing is in its way.
    fn write_option(&self, text: &mut String, number: usize, shape: &Shape, corner: Cell) -> FmtResult {
        let cells = || shape.cells().map(|(down, right)| (corner.0 + down, corner.1 + right));
        if cells().any(|cell| self.needs[self.pack.size.number(cell)] == Need::Nothing) {
            return Ok(());
        }
        write!(text, "p{number}")?;
        for (row, column) in cells() {
            write!(text, " {row},{column}")?;
        }
        writeln!(text)
    }
}
