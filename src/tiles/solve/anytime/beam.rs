//! Beam search over all tiles at once, ranked by Manhattan distance: for the shortest solutions of small boards, and of
//! the parts into which windows cut the others.

use crate::arrangement::Arrangement;
use crate::bytes::{Bytes, Slides};
use crate::direction::Direction;
use crate::in_bytes;
use traybit_core::search::beam::{Beam, BeamSpace, Breadth, Reached};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Searches for a solution of at most `most` moves; `None` where a beam of that width finds none. For boards of at most
/// [`MOST_CELLS`](crate::bytes::MOST_CELLS) cells.
pub(super) fn board_beam(
    start: &Arrangement,
    width: usize,
    most: u32,
    beam: &mut Beam<Direction>,
    limits: &Limits,
) -> Result<Option<Vec<Direction>>, GaveUp> {
    let tables = Slides::new(start);
    in_bytes!(start.size().cells(), N => {
        let starts = [Reached::start(tables.pack::<N>(start))];
        let space = BoardSpace::<N> { tables: &tables, most };
        let goals = beam.search(&space, &starts, Breadth { width, slack: 0, last: most }, limits)?;
        Ok(goals.first().map(|goal| beam.moves(goal)))
    })
}

/// Boards ranked by the sum of all distances.
struct BoardSpace<'a, const N: usize> {
    tables: &'a Slides,
    most: u32,
}

impl<const N: usize> BeamSpace for BoardSpace<'_, N> {
    type State = Bytes<N>;
    type Move = Direction;

    #[inline]
    fn expand(&self, board: &Bytes<N>, layer: u32, mut emit: impl FnMut(Direction, i32, u64)) {
        for direction in Direction::ALL {
            if board.last != Some(direction.opposite())
                && let Some(slid) = self.tables.slide(board, direction)
                && layer + 1 + u32::from(slid.manhattan) <= self.most
            {
                emit(direction, slid.manhattan.into(), slid.hash);
            }
        }
    }

    #[inline]
    fn after(&self, board: &Bytes<N>, direction: Direction) -> Bytes<N> {
        self.tables.after(board, direction)
    }

    #[inline]
    fn is_goal(&self, board: &Bytes<N>) -> bool {
        board.manhattan == 0
    }
}
