//! One file of any family, told by what is in it.

use crate::collection::reading::{looks_packed, looks_tiled};
use traybit_core::input::Fault;
use traybit_packing::formats as packings;
use traybit_packing::pack::Pack;
use traybit_sliding::forms::{self as slidings, Form};
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::tray::Tray;
use traybit_tiles::board::Board;
use traybit_tiles::forms::read_list;

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A tray, which says nothing of a goal.
    Tray(Tray),
    /// Blocks in a tray, and perhaps goals.
    Drawn(Box<Puzzle>),
    /// Boards of tiles, at least one.
    Boards(Vec<Board>),
    /// A packing puzzle.
    Pack(Box<Pack>),
}

/// The puzzles in the bytes of a file that sentences call `name`.
///
/// # Errors
/// What is wrong with them as the family that they look most like.
pub fn read(name: &str, bytes: &[u8]) -> Result<Content, Fault> {
    if looks_packed(bytes) {
        return packings::read(name, bytes).map(|pack| Content::Pack(Box::new(pack)));
    }
    if Form::of(bytes) != Some(Form::Drawn) {
        match read_list(name, bytes, None) {
            Ok(boards) if !boards.is_empty() => {
                return Ok(Content::Boards(boards.into_iter().map(|entry| entry.board).collect()));
            }
            Err(fault) if looks_tiled(bytes) => return Err(fault),
            _ => {}
        }
    }
    slidings::read(name, bytes).map(|content| match content {
        slidings::Content::Tray(tray) => Content::Tray(tray),
        slidings::Content::Puzzle(puzzle) => Content::Drawn(Box::new(puzzle)),
    })
}

#[cfg(test)]
mod tests {
    use super::{Content, read};

    fn family(text: &str) -> &'static str {
        match read("f", text.as_bytes()) {
            Ok(Content::Tray(_)) => "tray",
            Ok(Content::Drawn(_)) => "drawn",
            Ok(Content::Boards(_)) => "boards",
            Ok(Content::Pack(_)) => "pack",
            Err(_) => "none",
        }
    }

    #[test]
    fn each_family_is_told() {
        assert_eq!(family("2 2\n0 0 0 0\n"), "tray");
        assert_eq!(family("tray:\na.\n"), "drawn");
        assert_eq!(family("1 2\n3 0\n"), "boards");
        assert_eq!(family("3\n 1  2  3\n 4  5  6\n 7  8   \n"), "boards");
        assert_eq!(family("piece I: 1\nX\n\nboard:\n.\n"), "pack");
        assert_eq!(family("3\n 1  2  3\n"), "none");
        assert_eq!(family("nothing at all"), "none");
    }
}
