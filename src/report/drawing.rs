//! A tray as a small picture of letters.

use crate::sliding::tray::{Block, Size};

/// The longest side of a tray that is drawn, in cells.
pub const LONGEST_DRAWN: u16 = 40;

/// One letter a block, in the order of the list; more blocks begin anew.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The tray's rows, a letter for each cell that a block covers and a point for each other, with blanks
/// between; none when the tray is too large.
#[must_use]
pub fn tray(size: Size, blocks: &[Block]) -> Option<Vec<String>> {
    if size.height > LONGEST_DRAWN || size.width > LONGEST_DRAWN {
        return None;
    }
    let mut cells = vec![vec!['.'; size.width.into()]; size.height.into()];
    for (block, &letter) in blocks.iter().zip(LETTERS.iter().cycle()) {
        for row in &mut cells[block.top.into()..=block.bottom().into()] {
            row[block.left.into()..=block.right().into()].fill(letter.into());
        }
    }
    let row = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    Some(cells.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::tray;
    use crate::sliding::tray::{Block, Size};

    #[test]
    fn each_block_has_its_letter() {
        let blocks =
            [Block { top: 0, left: 0, height: 2, width: 2 }, Block { top: 1, left: 2, height: 1, width: 1 }];
        let rows = tray(Size { height: 2, width: 3 }, &blocks).unwrap();
        assert_eq!(rows, ["a a .", "a a b"]);
        assert_eq!(tray(Size { height: 1, width: 41 }, &[]), None);
    }
}
