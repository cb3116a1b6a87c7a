//! Packings as drawings: two characters a cell, as the report that Popinjay is from draws them.
//!
//! ```text
//!   11111111117777777777       `. `  empty            a piece: its label in each of its cells, 1 to 9, a to z and A to Z
//!   11. . . . 5555. . ##       `##`  a wall           doubled, then two characters that differ
//! ```
//!
//! A file has any number of them, with empty lines between them. Lines that begin with `;` are comments. Drawings with one
//! character a cell are read, too, and written where each piece has a name of one character; so are drawings in boxes.

mod boxes;
mod parts;
mod reading;

use std::collections::BTreeMap;
use std::iter::once;

use crate::drawing::parts::{LEGEND, is_label};
use crate::naming::Naming;
use crate::pack::{Floor, Pack, Packing, Piece, Placed};
use traybit_core::grid::Size;

pub(crate) use crate::drawing::parts::packing;
pub use crate::drawing::reading::{Drawings, Drawn, drawings, read};

/// Characters of an empty cell and of a wall.
const EMPTY: [char; 2] = ['.', ' '];
const WALL: [char; 2] = ['#', '#'];

/// The drawing of a packing, its pieces numbered by their first cells, and its legend. Pieces off the board are left out.
pub fn write(pack: &Pack, packing: &Packing) -> String {
    write_rows(pack, packing) + &Legend::of(pack).write(packing)
}

/// The lines below a drawing that name pieces, where their shapes do not tell which of several they are: pieces that share
/// some of their orientations, not all.
#[derive(Debug)]
pub struct Legend<'a> {
    pack: &'a Pack,
    /// None where no shape is one of several pieces.
    naming: Option<Naming<'a>>,
}

/// Labels on one line of a legend.
const LINE: usize = 24;

impl<'a> Legend<'a> {
    /// The legends of a puzzle's packings.
    pub fn of(pack: &'a Pack) -> Self {
        Self { pack, naming: Some(Naming::of(pack)).filter(Naming::has_shared) }
    }

    /// The legend of a packing, which is mostly empty.
    pub fn write(&self, packing: &Packing) -> String {
        let Some(naming) = &self.naming else { return String::new() };
        let mut named: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (placed, label) in by_first_cells(packing).into_iter().zip(labels()) {
            if naming.classes(&placed.cells).len() > 1 {
                named.entry(placed.piece).or_default().push(label.iter().collect());
            }
        }
        let line = |piece: usize, labels: &[String]| {
            format!("{}{LEGEND}{}\n", labels.join(" "), self.pack.pieces[piece].name)
        };
        named
            .iter()
            .flat_map(|(piece, labels)| labels.chunks(LINE).map(|labels| line(*piece, labels)))
            .collect()
    }
}

/// The characters of drawings with one character a cell: the names of the pieces.
///
/// # Errors
/// A sentence about the first piece that such a drawing cannot show.
pub fn letters(pack: &Pack) -> Result<Vec<char>, String> {
    let letter = |piece: &Piece| {
        let mut characters = piece.name.chars();
        let only = characters
            .next()
            .filter(|&c| characters.next().is_none() && is_label(c) && *piece.counts.end() <= 1);
        only.ok_or_else(|| {
            let Piece { name, counts, .. } = piece;
            let found = format!("found piece {name}, {} to {} of it", counts.start(), counts.end());
            format!("expected pieces with names of one character, and one of each at most, {found}")
        })
    };
    pack.pieces.iter().map(letter).collect()
}

/// The drawing of a packing with one character a cell, its pieces by their [`letters`].
pub fn write_letters(pack: &Pack, packing: &Packing, letters: &[char]) -> String {
    let pieces = by_first_cells(packing);
    let letter = |(number, mark): &Mark| number.map_or(mark[0], |number| letters[pieces[number].piece]);
    let marks = marks(pack, packing);
    marks.chunks(pack.size.width.into()).flat_map(|row| row.iter().map(letter).chain(['\n'])).collect()
}

/// The pieces of a packing, which are numbered in this order.
fn by_first_cells(packing: &Packing) -> Vec<&Placed> {
    let mut pieces: Vec<&Placed> = packing.iter().collect();
    pieces.sort_unstable_by_key(|placed| placed.cells.first());
    pieces
}

/// Two characters of a drawing, and the number of the piece that they are part of.
pub type Mark = (Option<usize>, [char; 2]);

/// The cells of a drawing, row by row; pieces are numbered by their first cells.
pub fn marks(pack: &Pack, packing: &Packing) -> Vec<Mark> {
    let Size { height, width } = pack.size;
    let floor = pack.floor.iter().map(|floor| if *floor == Floor::Wall { WALL } else { EMPTY });
    let mut marks: Vec<Mark> = floor.map(|mark| (None, mark)).collect();
    for (number, (placed, label)) in by_first_cells(packing).into_iter().zip(labels()).enumerate() {
        for &cell in placed.cells.iter().filter(|cell| cell.0 < height && cell.1 < width) {
            marks[pack.size.number(cell)] = (Some(number), label);
        }
    }
    marks
}

/// Draws a packing as [`write()`] does, without a legend.
pub fn write_rows(pack: &Pack, packing: &Packing) -> String {
    let marks = marks(pack, packing);
    let rows = marks.chunks(pack.size.width.into());
    rows.flat_map(|row| row.iter().flat_map(|(_, mark)| *mark).chain(['\n'])).collect()
}

/// Labels, no two alike: more than the largest board has cells. Those of two characters that differ come last.
pub fn labels() -> impl Iterator<Item = [char; 2]> {
    let doubled = ('1'..='9').chain('a'..='z').chain('A'..='Z').map(|c| [c, c]);
    // Few boards have so many pieces that the others have to be made.
    doubled.chain(once(()).flat_map(|()| {
        // Letters of one column's width: Latin with and without accents, Greek.
        let plain: Vec<char> = ('0'..='9').chain('a'..='z').chain('A'..='Z').collect();
        let count = plain.len();
        let accented = ('\u{c0}'..='\u{17e}').filter(|c| c.is_alphabetic());
        let all: Vec<char> = plain.into_iter().chain(accented).chain('α'..='ω').collect();
        let pairs = |end: usize| (0..end).flat_map(move |first| (0..end).map(move |second| (first, second)));
        let differing = pairs(count).filter(|(first, second)| first != second);
        let others = pairs(all.len()).filter(move |&(first, second)| first.max(second) >= count);
        differing.chain(others).map(move |(first, second)| [all[first], all[second]])
    }))
}
