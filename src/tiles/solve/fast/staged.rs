//! Beam search from stage to stage: one tile after the other goes home, by paths that are short and leave the other
//! tiles near their homes.
//!
//! The tiles that come soon count twice, so that they are near when it is their turn. The distance to a stage's end is
//! exact ([`StageDistance`]), so each board of the beam follows a shortest path or pays for a detour; the choice among
//! the many shortest paths saves a third of all moves.

use hashbrown::HashSet;

use crate::arrangement::Arrangement;
use crate::bytes::{Bytes, Slides};
use crate::direction::Direction;
use crate::in_bytes;
use crate::large_node::LargeNode;
use crate::lines::distance::StageDistance;
use crate::lines::{Rectangle, Stage, plan};
use crate::part::cut_home;
use traybit_core::search::beam::{Beam, BeamSpace, Breadth, Reached};
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Weight of a move of the stage, and of a step of the Manhattan distance of all tiles.
const MOVE: i32 = 8;
const WEIGHT: i32 = 5;
/// Number of stages of which one comes soon.
const SOON: usize = 4;
/// Weight of a step of these.
const TIMES: u8 = 2;
/// Number of boards whose remainder is solved.
const ENDINGS: usize = 4;

/// Options of the beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Boards kept in a layer.
    pub(super) width: usize,
    /// Layers searched after the first end of a stage.
    pub(super) slack: u32,
    /// Maximum length of the solution.
    pub(super) most: u32,
}

/// Searches for a solution; `None` where the beam finds none that is short enough. For boards without obstacle, of at
/// most [`MOST_CELLS`](crate::bytes::MOST_CELLS) cells and at least 2 rows and columns.
pub(super) fn staged(
    start: &Arrangement,
    options: Options,
    beam: &mut Beam<Direction>,
    limits: &Limits,
) -> Result<Option<Vec<Direction>>, GaveUp> {
    in_bytes!(start.size().cells(), N => search::<N>(start, options, beam, limits))
}

fn search<const N: usize>(
    start: &Arrangement,
    options: Options,
    beam: &mut Beam<Direction>,
    limits: &Limits,
) -> Result<Option<Vec<Direction>>, GaveUp> {
    let (stages, left) = plan(start.size(), start.blank_home(), 0);
    let mut tables = Slides::new(start);
    let distance = StageDistance::new(i32::from(start.size().height.max(start.size().width)));
    let mut open = vec![true; start.size().cells()];
    let mut begun = 0;
    let mut boards = vec![Reached::start(tables.pack::<N>(start))];
    for (stage, number) in stages.iter().zip(1..) {
        let soon = (number + stages.len() / SOON).min(stages.len());
        let homes = stages[begun..soon].iter().flat_map(|stage| stage.cells.both());
        homes.for_each(|home| tables.weigh(home, TIMES));
        begun = soon;
        for board in &mut boards {
            tables.count(&mut board.state);
        }
        let space =
            StageSpace::<N> { tables: &tables, distance: &distance, stage, open: &open, strict: u32::MAX };
        space.choose(&mut boards, options.width);
        let Some(first) = boards.first() else { return Ok(None) };
        let space = StageSpace { strict: first.layer + stage.patience(), ..space };
        let breadth = Breadth {
            width: options.width,
            slack: options.slack,
            last: options.most.min(first.layer.saturating_add(4 * stage.patience())),
        };
        boards = beam.search(&space, &boards, breadth, limits)?;
        for home in stage.cells.both() {
            open[home] = false;
        }
    }
    Ok(end(start, left, beam, boards, options.most))
}

/// Solves the remainders of the best boards, and returns the shortest solution.
fn end<const N: usize>(
    start: &Arrangement,
    left: Rectangle,
    beam: &Beam<Direction>,
    mut boards: Vec<Reached<Bytes<N>>>,
    most: u32,
) -> Option<Vec<Direction>> {
    boards.sort_by_cached_key(|board| 2 * board.layer + 3 * u32::from(board.state.manhattan));
    let mut best: Option<Vec<Direction>> = None;
    for board in boards.iter().take(ENDINGS) {
        let mut moves = beam.moves(board);
        let mut at = start.clone();
        at.follow(&moves);
        let room = best.as_ref().map_or(most as usize + 1, Vec::len).saturating_sub(moves.len());
        if let Some(ending) = remainder(&cut_home(&at, left), room) {
            moves.extend(ending);
            best = Some(moves);
        }
    }
    best
}

/// Solves the part that is left when all lines are settled, in fewer than `end` moves.
pub(super) fn remainder(part: &Arrangement, end: usize) -> Option<Vec<Direction>> {
    let end = u32::try_from(end).unwrap_or(u32::MAX);
    match Deepening::default().run(&LargeNode::new(part), &mut |_| Some(end), None, &Limits::default()) {
        Ending::Solved(moves) => Some(moves),
        _ => None,
    }
}

impl Stage {
    /// Number of moves that is more than the stage takes by a straight path.
    fn patience(&self) -> u32 {
        (6 * (self.line.length + self.line.lines) + 60) as u32
    }
}

/// Boards of one stage.
#[derive(Clone, Copy)]
struct StageSpace<'a, const N: usize> {
    tables: &'a Slides,
    distance: &'a StageDistance,
    stage: &'a Stage,
    /// True if each cell is not settled.
    open: &'a [bool],
    /// Layer from which on only the stage's distance counts, so that it ends.
    strict: u32,
}

impl<const N: usize> StageSpace<'_, N> {
    /// Finds the cells of the stage's tiles.
    fn find(&self, board: &Bytes<N>) -> [u8; 2] {
        let cell = |home: usize| {
            let homes = board.homes.iter().zip(0..=u8::MAX);
            homes.clone().find(|&(&at, _)| usize::from(at) == home).map_or(0, |(_, cell)| cell)
        };
        self.stage.cells.both().map(cell)
    }

    /// Selects the best boards for the stage, in the order of their moves.
    fn choose(&self, boards: &mut Vec<Reached<Bytes<N>>>, width: usize) {
        boards.sort_by_cached_key(|board| self.outlook(board));
        let mut met = HashSet::new();
        boards.retain(|board| met.insert(board.state));
        boards.truncate(width);
        for board in boards.iter_mut() {
            board.state.last = None;
            board.state.tiles = self.find(&board.state);
        }
        boards.sort_by_cached_key(|board| board.layer);
    }

    /// Rank of a board before the stage begins.
    fn outlook(&self, board: &Reached<Bytes<N>>) -> (i32, u32) {
        let tiles = self.find(&board.state).map(usize::from);
        let remaining = self.distance.remaining(self.stage, board.state.blank(), tiles);
        let moves = remaining.value + remaining.pull + board.layer as i32;
        (MOVE * moves + WEIGHT * i32::from(board.state.manhattan), board.layer)
    }
}

impl<const N: usize> BeamSpace for StageSpace<'_, N> {
    type State = Bytes<N>;
    type Move = Direction;

    #[inline]
    fn expand(&self, board: &Bytes<N>, layer: u32, mut emit: impl FnMut(Direction, i32, u64)) {
        for direction in Direction::ALL {
            if board.last == Some(direction.opposite()) && layer < self.strict {
                continue;
            }
            let Some(slid) = self.tables.slide(board, direction).filter(|slid| self.open[slid.source]) else {
                continue;
            };
            let moved = |cell: u8| if usize::from(cell) == slid.source { board.blank() } else { cell.into() };
            let remaining = self.distance.remaining(self.stage, slid.source, board.tiles.map(moved));
            let score = if layer < self.strict {
                MOVE * (remaining.value + remaining.pull) + WEIGHT * i32::from(slid.manhattan)
            } else {
                remaining.value
            };
            emit(direction, score, slid.hash);
        }
    }

    #[inline]
    fn after(&self, board: &Bytes<N>, direction: Direction) -> Bytes<N> {
        self.tables.after(board, direction)
    }

    #[inline]
    fn is_goal(&self, board: &Bytes<N>) -> bool {
        board.tiles.map(usize::from) == self.stage.cells.both()
    }
}
