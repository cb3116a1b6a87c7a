//! Beam search over all tiles at once, ranked by Manhattan distance: for the shortest solutions of small boards, and of
//! the parts into which windows cut the others.

use crate::arrangement::Arrangement;
use crate::bytes::{Bytes, Slides, Task, with_width};
use crate::direction::Direction;
use traybit_core::search::beam::{Beam, BeamSpace, Breadth, Reached};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Searches for a solution of at most `most` moves; `None` where a beam of that width finds none. For boards of at most
/// [`MOST_CELLS`](crate::bytes::MOST_CELLS) cells.
///
/// # Errors
/// The limit that ended the search.
pub(super) fn board_beam(
    start: &Arrangement,
    width: usize,
    most: u32,
    beam: &mut Beam<Direction>,
    limits: &Limits,
) -> Result<Option<Vec<Direction>>, GaveUp> {
    with_width(start.size().cells(), Run { start, width, most, beam, limits })
}

struct Run<'a> {
    start: &'a Arrangement,
    width: usize,
    most: u32,
    beam: &'a mut Beam<Direction>,
    limits: &'a Limits,
}

impl Task for Run<'_> {
    type Output = Result<Option<Vec<Direction>>, GaveUp>;

    fn run<const N: usize>(self) -> Self::Output {
        let tables = Slides::new(self.start);
        let starts = [Reached::start(tables.pack::<N>(self.start))];
        let space = BoardSpace::<N> { tables: &tables, most: self.most };
        let breadth = Breadth { width: self.width, slack: 0, last: self.most };
        let goals = self.beam.search(&space, &starts, breadth, self.limits)?;
        Ok(goals.first().map(|goal| self.beam.moves(goal)))
    }
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
