//! Shortens a solution piece by piece: each window of it is replaced by a shorter path between the same boards.
//!
//! ```text
//!   moves    ├────── window ──────┼────── window ──────┼─ …       the next pass cuts elsewhere
//!   board    A                    B                    C          A → B: a board with B as its goal, cut down to the
//!                                                                 cells that the blank came near
//! ```
//!
//! (Improving a plan window by window: Siddiqui and Haslum, "Continuing plan quality optimisation", JAIR 2015.)

use crate::arrangement::Arrangement;
use crate::bytes::{Bytes, MOST_CELLS, Slides};
use crate::direction::Direction;
use crate::in_bytes;
use crate::lines::Rectangle;
use crate::solution::simplified;
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::beam::{Beam, BeamSpace, Breadth, Reached};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Windows of a pass and the width of their beams.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Moves before the first window.
    pub offset: usize,
    /// Moves of a window.
    pub length: usize,
    /// Width of the beam.
    pub width: usize,
}

/// Makes one pass, and returns the solution after it and the positions expanded. Windows that the limits leave no time for
/// stay as they are.
pub fn pass(
    start: &Arrangement,
    moves: &[Direction],
    windows: Windows,
    limits: &Limits,
) -> (Vec<Direction>, u64) {
    let threads = limits.threads.max(1);
    let (head, rest) = moves.split_at(windows.offset.min(moves.len()));
    let count = rest.len().div_ceil(windows.length);
    let length = count.div_ceil(threads).max(1) * windows.length;
    let mut board = start.clone();
    board.follow(head);
    let chunks = rest.chunks(length).map(|chunk| {
        let from = board.clone();
        board.follow(chunk);
        (from, chunk)
    });
    let limits = Limits { memory: limits.memory / threads, ..limits.clone() };
    let parts =
        parallel_map(chunks.collect(), threads, |(from, chunk)| shortened(from, chunk, windows, &limits));
    let mut all = head.to_vec();
    for (part, _) in &parts {
        all.extend(part);
    }
    (simplified(all), parts.iter().map(|(_, positions)| positions).sum())
}

/// Shortens the windows of one thread.
fn shortened(
    mut board: Arrangement,
    chunk: &[Direction],
    windows: Windows,
    limits: &Limits,
) -> (Vec<Direction>, u64) {
    let mut moves = Vec::with_capacity(chunk.len());
    let mut positions = 0;
    for window in chunk.chunks(windows.length) {
        if limits.check_time().is_err() {
            moves.extend(window);
            continue;
        }
        let from = board.clone();
        let part = follow(&mut board, window);
        let mut shorter = None;
        if part.cells() <= MOST_CELLS && window.len() >= 4 {
            let mut beam = Beam::default();
            let (part, most) = (part.cut(&from, Some(board.homes())), window.len() as u32 - 2);
            shorter = board_beam(&part, windows.width, most, &mut beam, limits).ok().flatten();
            positions += beam.positions();
        }
        moves.extend(shorter.as_deref().unwrap_or(window));
    }
    (moves, positions)
}

/// Makes the moves of a window, and returns the rectangle in which the blank moves, with the cells around it.
fn follow(board: &mut Arrangement, window: &[Direction]) -> Rectangle {
    let size = board.size();
    let mut cells = vec![size.cell(board.blank())];
    for &direction in window {
        board.slide(direction);
        cells.push(size.cell(board.blank()));
    }
    let around = |line: fn(&(u16, u16)) -> u16, end: u16| {
        let (least, most) =
            cells.iter().map(line).fold((end, 0), |(least, most), line| (least.min(line), most.max(line)));
        (i32::from(least.saturating_sub(1)), i32::from(end.min(most + 2)))
    };
    Rectangle { rows: around(|cell| cell.0, size.height), columns: around(|cell| cell.1, size.width) }
}

/// Searches over all tiles at once, ranked by Manhattan distance, for a solution of at most `most` moves; `None` if a beam
/// of that width finds none. For boards of at most [`MOST_CELLS`] cells.
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
