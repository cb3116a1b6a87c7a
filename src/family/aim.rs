//! Goals of boards of tiles, for boards of any size or of one.

use traybit_core::Size;
use traybit_core::grid::in_words;
use traybit_tiles::formats::{self, FileFormat};
use traybit_tiles::{Arrangement, Board};

/// Names of the goals that are in order.
const NAMES: [&str; 2] = ["blank-last", BLANK_FIRST];
pub const BLANK_FIRST: &str = "blank-first";

/// A goal for boards of any size or of one.
#[derive(Clone, Debug)]
pub enum Aim {
    /// 1, 2, 3 …, with the blank before or after them.
    InOrder { blank_first: bool },
    /// The board of a file: its name in sentences, and its content.
    File(String, Vec<u8>),
}

impl Aim {
    pub fn named(name: &str) -> Option<Self> {
        NAMES.contains(&name).then_some(Self::InOrder { blank_first: name == BLANK_FIRST })
    }

    /// Name of the other goal that has one, if the board has no walls and a solution for that goal; `None` if this one is a
    /// file's.
    pub fn other(&self, board: &Board) -> Option<&'static str> {
        let Self::InOrder { blank_first } = self else { return None };
        let is_solvable = || Arrangement::new(board, &board.in_order(!blank_first)).obstacle().is_none();
        (board.is_plain() && is_solvable()).then(|| NAMES[usize::from(!blank_first)])
    }

    /// The goal for a board: a named one stands round its walls, a file's must have the same walls.
    pub fn for_board(&self, board: &Board) -> Result<Board, String> {
        let name = match self {
            Self::InOrder { blank_first } => return Ok(board.in_order(*blank_first)),
            Self::File(name, _) => name,
        };
        let (size, goal) = (board.size(), self.of(board.size())?);
        let other = (0..size.cells()).find(|&cell| goal.is_wall(cell) != board.is_wall(cell));
        other.map_or(Ok(goal), |cell| {
            let place = in_words(size.cell(cell), (0, 0));
            Err(format!(
                "{name}: expected a goal with the board's walls, but {place} is a wall in one of them only"
            ))
        })
    }

    /// The goal for boards of a size; a file may have none of this size.
    pub fn of(&self, size: Size) -> Result<Board, String> {
        match self {
            Self::InOrder { blank_first: false } => Ok(Board::blank_last(size)),
            Self::InOrder { blank_first: true } => Ok(Board::blank_first(size)),
            Self::File(name, bytes) => {
                let read = |format| formats::read_goal(name, bytes, format).ok();
                // All formats are tried: the size decides.
                let formats = FileFormat::ALL.map(Some).into_iter();
                let mut boards: Vec<Board> = [None].into_iter().chain(formats).filter_map(read).collect();
                if let Some(fitting) = boards.iter().position(|board| board.size() == size) {
                    return Ok(boards.swap_remove(fitting));
                }
                let Size { height, width } = size;
                let own = boards.first().map_or(size, Board::size);
                Err(format!(
                    "{name}: expected a goal of {height} by {width} cells as the board has, found {} by {}",
                    own.height, own.width
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Aim;
    use traybit_core::Size;
    use traybit_tiles::Board;

    #[test]
    fn a_goal_s_file_is_for_one_size() {
        let size = Size { height: 2, width: 3 };
        let aim = Aim::File("g".to_owned(), b"0 1 2\n3 4 5\n".to_vec());
        assert_eq!(aim.of(size), Ok(Board::blank_first(size)));
        assert_eq!(
            aim.of(Size { height: 3, width: 2 }).unwrap_err(),
            "g: expected a goal of 3 by 2 cells as the board has, found 2 by 3"
        );
        assert_eq!(Aim::InOrder { blank_first: false }.of(size), Ok(Board::blank_last(size)));
        let row = Aim::File("g".to_owned(), b"0 1 2 3\n".to_vec());
        for (height, width) in [(1, 4), (2, 2)] {
            assert_eq!(row.of(Size { height, width }), Ok(Board::blank_first(Size { height, width })));
        }
    }
}
