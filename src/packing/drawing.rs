//! Packings as drawings: two characters a cell, as the report that Popinjay is from draws them.
//!
//! ```text
//!   11111111117777777777       `. `  empty            a piece: its label in each of its cells, 1 to 9, a to z and A to Z
//!   11. . . . 5555. . ##       `##`  a wall           doubled, then two characters that differ
//! ```
//!
//! A file has any number of them, with empty lines between them. Lines that begin with `;` are comments.

mod reading;

use std::iter::once;

use crate::pack::{Floor, Pack, Packing};
use traybit_core::grid::Size;

pub use crate::drawing::reading::{Drawings, Drawn, drawings, read};
pub(crate) use crate::drawing::reading::{assign, pieces_of};

/// Characters of an empty cell and of a wall.
const EMPTY: [char; 2] = ['.', ' '];
const WALL: [char; 2] = ['#', '#'];

/// The drawing of a packing, its pieces numbered by their first cells. Pieces off the board are left out.
#[must_use]
pub fn write(pack: &Pack, packing: &Packing) -> String {
    write_runs(pack, packing, |drawing, _, run| drawing.push_str(run))
}

/// Draws a packing as [`write()`] does; `put` composes each row from its runs of cells of one piece, whose number goes with
/// them, or of none.
#[must_use]
pub fn write_runs(
    pack: &Pack,
    packing: &Packing,
    mut put: impl FnMut(&mut String, Option<usize>, &str),
) -> String {
    let Size { height, width } = pack.size;
    let floor = pack.floor.iter().map(|floor| if *floor == Floor::Wall { WALL } else { EMPTY });
    let mut marks: Vec<(Option<usize>, [char; 2])> = floor.map(|mark| (None, mark)).collect();
    let mut pieces: Vec<&[(u16, u16)]> = packing.iter().map(|placed| &placed.cells[..]).collect();
    pieces.sort_unstable_by_key(|cells| cells.first());
    for (number, (cells, label)) in pieces.into_iter().zip(labels()).enumerate() {
        for &cell in cells.iter().filter(|cell| cell.0 < height && cell.1 < width) {
            marks[pack.size.number(cell)] = (Some(number), label);
        }
    }
    let mut drawing = String::with_capacity((2 * usize::from(width) + 1) * usize::from(height));
    for row in marks.chunks(usize::from(width)) {
        for run in row.chunk_by(|one, next| one.0 == next.0) {
            let text: String = run.iter().flat_map(|(_, mark)| mark).collect();
            put(&mut drawing, run[0].0, &text);
        }
        drawing.push('\n');
    }
    drawing
}

/// Labels, no two alike: more than the largest board has cells.
pub fn labels() -> impl Iterator<Item = [char; 2]> {
    let doubled = ('1'..='9').chain('a'..='z').chain('A'..='Z').map(|c| [c, c]);
    // Few boards have so many pieces that the others have to be made.
    doubled.chain(once(()).flat_map(|()| differing()))
}

/// Labels of two characters that differ.
fn differing() -> impl Iterator<Item = [char; 2]> {
    // Letters of one column's width: Latin with and without accents, Greek.
    let plain: Vec<char> = ('0'..='9').chain('a'..='z').chain('A'..='Z').collect();
    let accented = ('\u{c0}'..='\u{17e}').filter(|c| c.is_alphabetic());
    let all: Vec<char> = plain.iter().copied().chain(accented).chain('α'..='ω').collect();
    let count = plain.len();
    let pairs = |letters: Vec<char>| {
        let letters = letters.into_iter().enumerate().collect::<Vec<_>>();
        letters
            .clone()
            .into_iter()
            .flat_map(move |first| letters.clone().into_iter().map(move |second| (first, second)))
    };
    let differing = pairs(plain).filter(|(first, second)| first.0 != second.0);
    let others = pairs(all).filter(move |(first, second)| first.0.max(second.0) >= count);
    differing.chain(others).map(|(first, second)| [first.1, second.1])
}

#[cfg(test)]
mod tests {
    use super::labels;
    use super::reading::is_label;
    use traybit_core::grid::Size;

    #[test]
    fn labels_can_be_read() {
        assert!(labels().take(Size::LARGEST.cells()).flatten().all(is_label));
    }
}
