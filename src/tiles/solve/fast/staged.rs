//! A beam from stage to stage: one tile after the other goes home, and of all the ways to do it those are kept that
//! are short and leave the other tiles near their homes.
//!
//! A stage's own distance is exact ([`Gauge`]), so each board of the beam follows a shortest way or pays for a detour;
//! what is won by choosing among the many shortest ways is a third of all moves.

use hashbrown::HashSet;

use crate::arrangement::Arrangement;
use crate::bytes::{Bytes, Slides, Task, with_width};
use crate::direction::Direction;
use crate::part::cut_home;
use crate::rows::gauge::Gauge;
use crate::rows::{Rectangle, Stage, plan};
use crate::solve::fast::shortest;
use traybit_core::search::beam::{Beam, Breadth, Reached, Slope};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// A move of the stage counts so much; what the other tiles' distances count is a parameter.
const MOVE: i32 = 8;
/// So many boards are followed to the very end.
const ENDINGS: usize = 4;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Staged {
    /// Boards kept at a time.
    pub width: usize,
    /// Moves for which a stage goes on after it was first finished.
    pub slack: u32,
    /// What a step of Manhattan distance counts, in eighths of a move.
    pub weight: i32,
    /// The most moves wanted.
    pub most: u32,
}

/// The moves of a solution; none where the beam found none that is short enough. For boards without obstacle, of at
/// most [`MOST_CELLS`](crate::bytes::MOST_CELLS) cells and at least 2 rows and columns.
///
/// # Errors
/// The limit that ended the search.
pub fn staged(
    start: &Arrangement,
    how: Staged,
    beam: &mut Beam<Direction>,
    limits: &Limits,
) -> Result<Option<Vec<Direction>>, GaveUp> {
    with_width(start.size().cells(), Run { start, how, beam, limits })
}

struct Run<'a> {
    start: &'a Arrangement,
    how: Staged,
    beam: &'a mut Beam<Direction>,
    limits: &'a Limits,
}

impl Task for Run<'_> {
    type Output = Result<Option<Vec<Direction>>, GaveUp>;

    fn run<const N: usize>(self) -> Self::Output {
        let Run { start, how, beam, limits } = self;
        let (stages, left) = plan(start.size(), start.rest(), 0);
        let tables = Slides::new(start);
        let gauge = Gauge::new(i32::from(start.size().height.max(start.size().width)));
        let mut open = vec![true; start.size().cells()];
        let mut boards = vec![Reached::start(tables.pack::<N>(start))];
        for stage in &stages {
            let slope = StageSlope::<N> {
                tables: &tables,
                gauge: &gauge,
                stage,
                open: &open,
                weight: how.weight,
                strict: u32::MAX,
            };
            slope.choose(&mut boards, how.width);
            let Some(first) = boards.first() else { return Ok(None) };
            let slope = StageSlope { strict: first.layer + stage.patience(), ..slope };
            let breadth = Breadth {
                width: how.width,
                slack: how.slack,
                last: how.most.min(first.layer.saturating_add(4 * stage.patience())),
            };
            boards = beam.search(&slope, &boards, breadth, limits)?;
            let (first, last) = stage.cells.both();
            open[first] = false;
            open[last.unwrap_or(first)] = false;
        }
        Ok(end(start, left, beam, boards, how.most))
    }
}

/// The best of the boards on which all lines are settled, solved.
fn end<const N: usize>(
    start: &Arrangement,
    left: Rectangle,
    beam: &Beam<Direction>,
    mut boards: Vec<Reached<Bytes<N>>>,
    most: u32,
) -> Option<Vec<Direction>> {
    boards.sort_by_key(|board| 2 * board.layer + 3 * u32::from(board.state.manhattan));
    let mut best: Option<Vec<Direction>> = None;
    for board in boards.iter().take(ENDINGS) {
        let mut moves = beam.moves(board);
        let mut at = start.clone();
        at.follow(&moves);
        let room = best.as_ref().map_or(most as usize + 1, Vec::len).saturating_sub(moves.len());
        if let Some(ending) = shortest(&cut_home(&at, left), room) {
            moves.extend(ending);
            best = Some(moves);
        }
    }
    best
}

impl Stage {
    /// More moves than a stage takes that goes straight to its end.
    fn patience(&self) -> u32 {
        (6 * (self.line.length + self.line.lines) + 60) as u32
    }
}

/// One stage as a slope.
#[derive(Clone, Copy)]
struct StageSlope<'a, const N: usize> {
    tables: &'a Slides,
    gauge: &'a Gauge,
    stage: &'a Stage,
    /// The cells that are not settled.
    open: &'a [bool],
    weight: i32,
    /// From that layer on only the stage's own distance counts, so that it ends.
    strict: u32,
}

impl<const N: usize> StageSlope<'_, N> {
    /// The cells of the stage's tiles.
    fn find(&self, board: &Bytes<N>) -> [u8; 2] {
        let (first, last) = self.stage.cells.both();
        let cell = |home: usize| {
            let homes = board.homes().iter().zip(0..=u8::MAX);
            homes.clone().find(|&(&at, _)| usize::from(at) == home).map_or(0, |(_, cell)| cell)
        };
        [cell(first), cell(last.unwrap_or(first))]
    }

    /// Readies the best boards for the stage, in the order of their moves.
    fn choose(&self, boards: &mut Vec<Reached<Bytes<N>>>, width: usize) {
        boards.sort_by_cached_key(|board| self.outlook(board));
        let mut met = HashSet::new();
        boards.retain(|board| met.insert(board.state));
        boards.truncate(width);
        for board in boards.iter_mut() {
            board.state.last = None;
            board.state.tiles = self.find(&board.state);
        }
        boards.sort_by_key(|board| board.layer);
    }

    /// What to rank a board by before the stage begins.
    fn outlook(&self, board: &Reached<Bytes<N>>) -> (i32, u32) {
        let tiles = self.find(&board.state).map(usize::from);
        let reading = self.gauge.read(self.stage, board.state.gap(), tiles);
        let moves = reading.value + reading.pull + board.layer as i32;
        (MOVE * moves + self.weight * i32::from(board.state.manhattan), board.layer)
    }
}

impl<const N: usize> Slope for StageSlope<'_, N> {
    type State = Bytes<N>;
    type Move = Direction;

    #[inline]
    fn expand(&self, board: &Bytes<N>, layer: u32, mut emit: impl FnMut(Direction, i32, u64)) {
        for way in Direction::ALL {
            if board.last == Some(way.opposite()) && layer < self.strict {
                continue;
            }
            let Some(slid) = self.tables.slide(board, way).filter(|slid| self.open[slid.source]) else {
                continue;
            };
            let moved = |cell: u8| if usize::from(cell) == slid.source { board.gap() } else { cell.into() };
            let reading = self.gauge.read(self.stage, slid.source, board.tiles.map(moved));
            let score = if layer < self.strict {
                MOVE * (reading.value + reading.pull) + self.weight * i32::from(slid.manhattan)
            } else {
                reading.value
            };
            emit(way, score, slid.hash);
        }
    }

    #[inline]
    fn after(&self, board: &Bytes<N>, way: Direction) -> Bytes<N> {
        self.tables.after(board, way)
    }

    #[inline]
    fn is_goal(&self, board: &Bytes<N>) -> bool {
        let (first, last) = self.stage.cells.both();
        let homes = [first, last.unwrap_or(first)];
        board.tiles.map(usize::from) == homes
    }
}
