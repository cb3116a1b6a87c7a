//! Where everything stands, and the rules by which it moves: those of the independent checkers, never the engine's.

use crate::collection::Puzzle;
use traybit_core::grid::LONGEST_SIDE;
use traybit_picture::film::{Cell, Film, Move};
use traybit_sliding::problem::{self, Problem};
use traybit_sliding::puzzle::Puzzle as Drawn;
use traybit_sliding::text::RawMove as Slide;
use traybit_sliding::tray::{Block, Tray};
use traybit_tiles::board::Board;
use traybit_tiles::checker;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::RawMove as Turn;

/// One piece goes from one place to another, or is laid where it came from nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Its place in the film's list of pieces.
    pub(super) piece: usize,
    /// Where its corner was.
    pub(super) from: Option<Cell>,
    /// Where its corner is then.
    pub(super) to: Cell,
}

/// What is to be said of the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// There is none.
    Nothing,
    /// It holds.
    Met,
    /// It does not: why, as a sentence without its full stop.
    Missing(String),
}

/// The pieces on their way.
#[derive(Clone, Debug)]
pub(super) struct Table<'a> {
    film: &'a Film,
    puzzle: &'a Puzzle,
    rules: Rules<'a>,
    corners: Vec<Option<Cell>>,
}

#[derive(Clone, Debug)]
enum Rules<'a> {
    Sliding(problem::Game<'a>),
    Tiles(checker::Game),
    /// Pieces are laid as the film has them.
    Packing,
}

/// Rows and columns of one cell that way.
fn delta(way: Direction) -> (i32, i32) {
    match way {
        Direction::Up => (-1, 0),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
        Direction::Right => (0, 1),
    }
}

/// Whereto something goes in a straight line, and how many cells.
pub(super) fn way(from: Cell, to: Cell) -> Option<(Direction, u16)> {
    match (i32::from(to.0) - i32::from(from.0), i32::from(to.1) - i32::from(from.1)) {
        (0, 0) => None,
        (down, 0) if down > 0 => Some((Direction::Down, down as u16)),
        (down, 0) => Some((Direction::Up, -down as u16)),
        (0, right) if right > 0 => Some((Direction::Right, right as u16)),
        (0, right) => Some((Direction::Left, -right as u16)),
        _ => None,
    }
}

/// The cell so many cells that way; none past the top and the left edge.
pub(super) fn beyond((row, column): Cell, way: Direction, cells: u16) -> Option<Cell> {
    let (down, right) = delta(way);
    let along = |place: u16, towards: i32| u16::try_from(i32::from(place) + towards * i32::from(cells)).ok();
    Some((along(row, down)?, along(column, right)?))
}

impl<'a> Table<'a> {
    /// The start of a film of this puzzle.
    pub(super) fn new(film: &'a Film, puzzle: &'a Puzzle) -> Self {
        let rules = match puzzle {
            Puzzle::Sliding(problem) => Rules::Sliding(problem.begin()),
            Puzzle::Tiles { start, .. } => Rules::Tiles(checker::Game::new(start)),
            Puzzle::Packing(_) => Rules::Packing,
        };
        Self { film, puzzle, rules, corners: film.start.clone() }
    }

    /// Where the corner of each piece is.
    pub(super) fn corners(&self) -> &[Option<Cell>] {
        &self.corners
    }

    /// The piece over a cell.
    pub(super) fn piece_at(&self, cell: Cell) -> Option<usize> {
        let corners = self.corners.iter().enumerate();
        let mut pieces = corners.filter_map(|(piece, corner)| corner.map(|corner| (piece, corner)));
        let covering =
            pieces.find(|&(piece, corner)| self.film.cells_at(piece, corner).any(|own| own == cell));
        covering.map(|(piece, _)| piece)
    }

    /// The first cell that no piece covers: on a board of tiles the gap.
    pub(super) fn gap(&self) -> Cell {
        let covered = self.film.covered(&self.corners);
        let free = covered.iter().position(Option::is_none).unwrap_or(0);
        let width = usize::from(self.film.size.width);
        ((free / width) as u16, (free % width) as u16)
    }

    /// Moves a piece so many cells that way, or leaves everything as it is.
    ///
    /// # Errors
    /// What stands in the way, as a sentence without its full stop.
    pub(super) fn shift(&mut self, piece: usize, way: Direction, cells: u16) -> Result<Step, String> {
        let Some(from) = self.corners[piece] else { return Err("it is not on the board".to_owned()) };
        let to = beyond(from, way, cells).ok_or("it would leave the board")?;
        self.make(piece, to)
    }

    /// Moves a tile that way into the gap.
    ///
    /// # Errors
    /// That the board ends there, as a sentence without its full stop.
    pub(super) fn slide(&mut self, way: Direction) -> Result<Step, String> {
        let Rules::Tiles(game) = &mut self.rules else { return Err("there is no gap".to_owned()) };
        let tile = game.apply(Turn { tile: None, direction: way }).map_err(|refusal| refusal.to_string())?;
        let piece = usize::from(tile) - 1;
        let from = self.corners[piece];
        let to = from.and_then(|from| beyond(from, way, 1)).ok_or("there is no gap")?;
        self.corners[piece] = Some(to);
        Ok(Step { piece, from, to })
    }

    /// How many cells a piece can go that way.
    pub(super) fn room(&self, piece: usize, way: Direction) -> u16 {
        let mut trial = self.clone();
        (0..LONGEST_SIDE).find(|_| trial.shift(piece, way, 1).is_err()).unwrap_or(0)
    }

    /// Moves a piece to a place, or leaves everything as it is.
    ///
    /// # Errors
    /// What stands in the way, as a sentence without its full stop.
    pub(super) fn make(&mut self, piece: usize, to: Cell) -> Result<Step, String> {
        let from = self.corners[piece];
        if let Some(from) = from {
            self.judge(piece, from, to)?;
        }
        self.corners[piece] = Some(to);
        Ok(Step { piece, from, to })
    }

    /// Undoes the last step, which leads back by the same rules.
    ///
    /// # Errors
    /// What stands in the way, as a sentence without its full stop: the step was not the last one.
    pub(super) fn take_back(&mut self, step: Step) -> Result<(), String> {
        if let Some(from) = step.from {
            self.judge(step.piece, step.to, from)?;
        }
        self.corners[step.piece] = step.from;
        Ok(())
    }

    fn judge(&mut self, piece: usize, from: Cell, to: Cell) -> Result<(), String> {
        match &mut self.rules {
            Rules::Sliding(game) => game.apply(anchored(self.film, piece, from, to)),
            Rules::Tiles(game) => {
                let Some((direction, 1)) = way(from, to) else {
                    return Err("a tile moves one cell at a time".to_owned());
                };
                let tile = Some(piece as u32 + 1);
                game.apply(Turn { tile, direction }).map(drop).map_err(|refusal| refusal.to_string())
            }
            Rules::Packing => Ok(()),
        }
    }

    /// Whether the goal holds.
    pub(super) fn goal(&self) -> Goal {
        let missing = match (&self.rules, self.puzzle) {
            (Rules::Sliding(_), Puzzle::Sliding(problem)) if !problem.has_goal() => return Goal::Nothing,
            // Only what lies there beforehand is known.
            (Rules::Packing, _) if self.film.moves.is_empty() => return Goal::Nothing,
            (Rules::Sliding(game), _) => game.missing(),
            (Rules::Tiles(game), Puzzle::Tiles { goal, .. }) => {
                game.missing(goal).map(|missing| missing.to_string())
            }
            _ => match self.corners.iter().filter(|corner| corner.is_none()).count() {
                0 => None,
                1 => Some("1 piece is not yet laid".to_owned()),
                more => Some(format!("{more} pieces are not yet laid")),
            },
        };
        missing.map_or(Goal::Met, Goal::Missing)
    }

    /// The same puzzle with every piece where it stands now: each keeps its place in the list and its name.
    ///
    /// # Panics
    /// Never: pieces that moved by the rules stand apart.
    pub(super) fn puzzle_here(&self) -> Puzzle {
        match self.puzzle {
            Puzzle::Sliding(problem) => Puzzle::Sliding(Box::new(self.problem_here(problem))),
            Puzzle::Tiles { start, goal } => {
                let mut tiles = vec![0; start.tiles().len()];
                let width = usize::from(start.size().width);
                for (corner, tile) in self.corners.iter().zip(1..) {
                    if let Some((row, column)) = corner {
                        tiles[usize::from(*row) * width + usize::from(*column)] = tile;
                    }
                }
                let start = Board::new(start.size(), tiles).expect("tiles stand apart");
                Puzzle::Tiles { start, goal: goal.clone() }
            }
            Puzzle::Packing(pack) => Puzzle::Packing(pack.clone()),
        }
    }

    fn problem_here(&self, problem: &Problem) -> Problem {
        let corners = self.corners.iter().flatten();
        match problem {
            Problem::Pair(tray, goal) => {
                let blocks = tray.blocks().iter().zip(corners);
                let blocks = blocks.map(|(block, &(top, left))| Block { top, left, ..*block }).collect();
                let tray = Tray::new(tray.size(), blocks).expect("blocks stand apart");
                Problem::Pair(tray, goal.clone())
            }
            Problem::Drawn(puzzle) => {
                let mut parts = puzzle.clone().into_parts();
                for (block, &(row, column)) in parts.blocks.iter_mut().zip(corners) {
                    block.anchor = (row, column + block.shape.lead());
                }
                Problem::Drawn(Drawn::new(parts).expect("blocks stand apart"))
            }
        }
    }

    /// Moves of a film that begins here, as steps.
    pub(super) fn steps(&self, moves: &[Move]) -> Vec<Step> {
        let mut corners = self.corners.clone();
        let step = |&Move { piece, to }: &Move| Step { piece, from: corners[piece].replace(to), to };
        moves.iter().map(step).collect()
    }
}

/// A move of a block as lists have it: by its first cell in reading order.
pub(super) fn anchored(film: &Film, piece: usize, from: Cell, to: Cell) -> Slide {
    let lead = u32::from(film.pieces[piece].shape.lead());
    let anchor = |(row, column): Cell| (u32::from(row), u32::from(column) + lead);
    Slide { from: anchor(from), to: anchor(to) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Goal, Table, way};
    use crate::collection::Puzzle;
    use traybit_core::grid::Size;
    use traybit_picture::film::Film;
    use traybit_picture::{sliding, tiles};
    use traybit_sliding::forms::{self, Content};
    use traybit_sliding::problem::Problem;
    use traybit_sliding::text::{read_goal, read_tray};
    use traybit_tiles::board::Board;
    use traybit_tiles::direction::Direction;

    /// A drawn puzzle and its film.
    pub(in crate::cli::play) fn drawn(text: &str) -> (Puzzle, Film) {
        let Ok(Content::Puzzle(puzzle)) = forms::read("p", text.as_bytes()) else { panic!("a drawing") };
        let problem = Problem::Drawn(puzzle);
        let film = sliding::film(&problem, &[]).unwrap();
        (Puzzle::Sliding(Box::new(problem)), film)
    }

    /// A tray with its goal, and their film.
    pub(in crate::cli::play) fn pair(tray: &str, goal: &str) -> (Puzzle, Film) {
        let tray = read_tray("t", tray.as_bytes()).unwrap();
        let goal = read_goal("g", goal.as_bytes(), Some(tray.size())).unwrap();
        let problem = Problem::Pair(tray, goal);
        let film = sliding::film(&problem, &[]).unwrap();
        (Puzzle::Sliding(Box::new(problem)), film)
    }

    /// A board of 2 by 3 cells whose gap is to go from the first cell to the last.
    pub(in crate::cli::play) fn board() -> (Puzzle, Film) {
        let size = Size { height: 2, width: 3 };
        let (start, goal) = (Board::gap_first(size), Board::gap_last(size));
        let film = tiles::film(&start, &goal, &[]).unwrap();
        (Puzzle::Tiles { start, goal }, film)
    }

    #[test]
    fn blocks_move_by_the_rules_and_back() {
        let (puzzle, film) = pair("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 1 3\n");
        let mut table = Table::new(&film, &puzzle);
        assert!(table.shift(0, Direction::Right, 1).unwrap_err().contains("is taken by the block 0 1 1 1"));
        assert_eq!(table.shift(0, Direction::Up, 1).unwrap_err(), "it would leave the board");
        assert_eq!((table.room(1, Direction::Right), table.room(1, Direction::Down)), (2, 0));
        assert!(matches!(table.goal(), Goal::Missing(_)));
        let step = table.shift(1, Direction::Right, 2).unwrap();
        assert_eq!((step.from, step.to, table.goal()), (Some((0, 1)), (0, 3), Goal::Met));
        assert_eq!((table.piece_at((1, 3)), table.piece_at((1, 1)), table.gap()), (Some(1), None, (0, 1)));
        table.take_back(step).unwrap();
        assert_eq!(table.corners(), film.start);
    }

    #[test]
    fn forms_that_begin_with_a_hole_keep_their_anchor_and_their_name() {
        let (puzzle, film) = drawn("labels: b\n\ntray:\n.a..\naa.b\n\ngoal:\n..a.\n.aa.\n");
        let mut table = Table::new(&film, &puzzle);
        table.shift(0, Direction::Right, 1).unwrap();
        table.shift(1, Direction::Up, 1).unwrap();
        assert_eq!(table.goal(), Goal::Met);
        let Puzzle::Sliding(here) = table.puzzle_here() else { panic!("sliding") };
        let Problem::Drawn(here) = *here else { panic!("drawn") };
        let blocks: Vec<_> =
            here.blocks.iter().map(|block| (block.name, block.anchor, block.labelled)).collect();
        assert_eq!(blocks, [('a', (0, 2), false), ('b', (0, 3), true)]);
        assert_eq!(here.goals.len(), 1);
    }

    #[test]
    fn tiles_go_into_the_gap() {
        let (puzzle, film) = board();
        let mut table = Table::new(&film, &puzzle);
        assert_eq!(table.slide(Direction::Down).unwrap_err(), "the board ends above the gap");
        let step = table.slide(Direction::Left).unwrap();
        assert_eq!((step.piece, step.to, table.gap()), (0, (0, 0), (0, 1)));
        let Puzzle::Tiles { start, .. } = table.puzzle_here() else { panic!("tiles") };
        assert_eq!(start.tiles(), [1, 0, 2, 3, 4, 5]);
        table.take_back(step).unwrap();
        assert_eq!(table.corners(), film.start);
        assert!(table.make(4, (0, 0)).is_err());
    }

    #[test]
    fn ways_are_straight() {
        assert_eq!(way((2, 2), (0, 2)), Some((Direction::Up, 2)));
        assert_eq!((way((2, 2), (2, 2)), way((2, 2), (1, 1))), (None, None));
    }
}
