//! The pieces of a game and the rules by which they move, independent of the engine. Errors are obstacles, as sentences
//! without their full stops.

use traybit_family::{Game, Puzzle};
use traybit_picture::playback::{Cell, Floor, Handling, Lines, Move, Playback, beyond};
use traybit_tiles::direction::Direction;

/// A move of one piece; without a `from`, the piece is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Its index in the playback's list of pieces.
    pub(crate) piece: usize,
    pub(crate) from: Option<Cell>,
    pub(crate) to: Cell,
    /// If the move is a turn, the piece that it was before.
    pub(crate) turned: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Nothing,
    Met,
    /// It is not reached; the reason is a sentence without its full stop.
    Missing(String),
}

pub(crate) struct Table<'a> {
    playback: &'a Playback,
    puzzle: &'a dyn Puzzle,
    game: Box<dyn Game + 'a>,
    pub(crate) corners: Vec<Option<Cell>>,
}

impl<'a> Table<'a> {
    /// The start of a playback of this puzzle.
    pub(crate) fn new(playback: &'a Playback, puzzle: &'a dyn Puzzle) -> Self {
        Self { playback, puzzle, game: puzzle.game(playback), corners: playback.start.clone() }
    }

    pub(crate) fn piece_at(&self, cell: Cell) -> Option<usize> {
        let covers = |&piece: &usize| {
            let corner = self.corners[piece];
            corner.is_some_and(|corner| self.playback.cells_at(piece, corner).any(|own| own == cell))
        };
        (0..self.corners.len()).find(covers)
    }

    /// The first cell that no piece covers: on a board of tiles, the blank cell.
    pub(crate) fn blank(&self) -> Cell {
        let covered = self.playback.covered(&self.corners);
        self.playback.size.cell(covered.iter().position(Option::is_none).unwrap_or(0))
    }

    /// Moves a piece one cell in a direction, or as far as possible; if it cannot move, nothing changes.
    pub(crate) fn shift(&mut self, piece: usize, towards: Direction, is_far: bool) -> Result<Step, String> {
        let from = self.corners[piece].ok_or("it is not on the board")?;
        let next = |from| beyond(from, towards, 1).ok_or("it would leave the board");
        let mut step = self.make(piece, next(from)?)?;
        while is_far
            && let Ok(to) = next(step.to)
            && let Ok(further) = self.make(piece, to)
        {
            step.to = further.to;
        }
        Ok(step)
    }

    /// Pushes a piece in a direction into the blank cell.
    pub(crate) fn push(&mut self, towards: Direction) -> Result<Step, String> {
        let blank = self.blank();
        let pushed = beyond(blank, towards.opposite(), 1).and_then(|cell| self.piece_at(cell));
        let side = ["below", "above", "on the right of", "on the left of"][towards as usize];
        let piece = pushed.ok_or_else(|| format!("the board ends {side} the blank"))?;
        self.make(piece, blank)
    }

    /// Moves a piece to a place; if it cannot go there, nothing changes.
    pub(crate) fn make(&mut self, piece: usize, to: Cell) -> Result<Step, String> {
        let from = self.corners[piece];
        if let Some(from) = from {
            self.game.apply(piece, from, to)?;
        }
        self.corners[piece] = Some(to);
        Ok(Step { piece, from, to, turned: None })
    }

    pub(crate) fn repeat(&mut self, step: Step) -> Result<Step, String> {
        if let Some(before) = step.turned {
            self.corners[before] = None;
            self.corners[step.piece] = Some(step.to);
            return Ok(step);
        }
        self.make(step.piece, step.to)
    }

    /// Turns or flips a piece of a packing; it stays within the board's box.
    pub(crate) fn turn(&mut self, piece: usize, flips: bool) -> Result<Step, String> {
        let (Some(turns), Some(from)) = (self.playback.pieces[piece].turns, self.corners[piece]) else {
            return Err("it is not to be turned".to_owned());
        };
        let turned = turns[usize::from(flips)];
        let (size, shape) = (self.playback.size, &self.playback.pieces[turned].shape);
        if turned == piece || shape.height() > size.height || shape.width() > size.width {
            return Err("that changes nothing, or there is no room".to_owned());
        }
        let to = (from.0.min(size.height - shape.height()), from.1.min(size.width - shape.width()));
        self.repeat(Step { piece: turned, from: Some(from), to, turned: Some(piece) })
    }

    /// Obstacle that stops a piece from moving one cell in a direction, with blocks named by their letters; `None` if only
    /// the rules forbid the move.
    pub(crate) fn obstacle(&self, piece: usize, towards: Direction) -> Option<String> {
        let (playback, of) = (self.playback, &self.playback.pieces[piece]);
        let is_across = matches!(towards, Direction::Left | Direction::Right);
        match of.lines {
            Lines::Across if !is_across => return Some("it moves along its row only".to_owned()),
            Lines::Down if is_across => return Some("it moves along its column only".to_owned()),
            _ => {}
        }
        let edge = || Some("the edge is in the way".to_owned());
        let Some(to) = beyond(self.corners[piece]?, towards, 1) else { return edge() };
        let mut names: Vec<&str> = Vec::new();
        for cell in playback.cells_at(piece, to) {
            let is_admitted = || of.admitted.contains(&playback.size.number(cell));
            match playback.floor_at(cell) {
                Floor::Wall => return edge(),
                Floor::Gate | Floor::Exit if !is_admitted() => {
                    return Some("the gate is not for it".to_owned());
                }
                _ => {}
            }
            let other = self.piece_at(cell).filter(|&other| other != piece);
            names.extend(other.map(|other| playback.pieces[other].label.as_str()));
        }
        names.dedup();
        let are = if names.len() == 1 { "is" } else { "are" };
        (!names.is_empty()).then(|| format!("{} {are} in the way", names.join(" and ")))
    }

    pub(crate) fn take_back(&mut self, step: Step) -> Result<(), String> {
        if let Some(before) = step.turned {
            self.corners[step.piece] = None;
            self.corners[before] = step.from;
            return Ok(());
        }
        if let Some(from) = step.from {
            self.game.apply(step.piece, step.to, from)?;
        }
        self.corners[step.piece] = step.from;
        Ok(())
    }

    /// The state of the goal; [`Goal::Nothing`] for a packing without a solution.
    pub(crate) fn goal(&self) -> Goal {
        let is_packing = self.playback.handling == Handling::Place;
        let is_unknown = is_packing && self.playback.moves.is_empty() && !self.playback.is_placed_by_hand();
        if is_unknown || !self.puzzle.has_goal() {
            return Goal::Nothing;
        }
        self.game.missing(&self.corners).map_or(Goal::Met, Goal::Missing)
    }

    /// A step in words, such as `b left 2`.
    pub(crate) fn words(&self, step: Step) -> String {
        if step.turned.is_some() {
            return format!("{} is turned", self.playback.pieces[step.piece].label);
        }
        self.playback.caption(&Move { piece: step.piece, to: step.to }, step.from)
    }

    /// Converts moves from this position into steps.
    pub(crate) fn steps(&self, moves: &[Move]) -> Vec<Step> {
        let mut corners = self.corners.clone();
        let step =
            |&Move { piece, to }: &Move| Step { piece, from: corners[piece].replace(to), to, turned: None };
        moves.iter().map(step).collect()
    }
}

pub(crate) fn name_of(direction: Direction) -> &'static str {
    ["up", "down", "left", "right"][direction as usize]
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use super::{Goal, Table};
    use traybit_family::interface::{Puzzle, of_family};
    use traybit_family::read;
    use traybit_family::sliding::read_pair;
    use traybit_family::tiles::TilesPuzzle;
    use traybit_picture::playback::Playback;
    use traybit_tiles::direction::Direction;

    fn with_playback(puzzle: Arc<dyn Puzzle>) -> (Arc<dyn Puzzle>, Playback) {
        let playback = puzzle.playback(None, 1).unwrap();
        (puzzle, playback)
    }

    pub(crate) fn drawn(text: &str) -> (Arc<dyn Puzzle>, Playback) {
        with_playback(Arc::clone(&read("p", text.as_bytes()).unwrap().puzzles[0].puzzle))
    }

    pub(crate) fn pair(tray: &str, goal: &str) -> (Arc<dyn Puzzle>, Playback) {
        with_playback(Arc::new(read_pair(("t", tray.as_bytes()), ("g", goal.as_bytes())).unwrap()))
    }

    /// A board of 2 by 3 cells whose blank cell has to go from the first place to the last.
    pub(crate) fn board() -> (Arc<dyn Puzzle>, Playback) {
        drawn("0 1 2\n3 4 5\n")
    }

    #[test]
    fn blocks_move_by_the_rules_and_back() {
        let (puzzle, playback) = pair("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 1 3\n");
        let mut table = Table::new(&playback, &*puzzle);
        assert!(
            table.shift(0, Direction::Right, false).unwrap_err().contains("would meet the block 0 1 1 1")
        );
        assert_eq!(table.shift(0, Direction::Up, true).unwrap_err(), "it would leave the board");
        assert!(matches!(table.goal(), Goal::Missing(_)));
        let step = table.shift(1, Direction::Right, true).unwrap();
        assert_eq!((step.from, step.to, table.goal()), (Some((0, 1)), (0, 3), Goal::Met));
        assert_eq!((table.piece_at((1, 3)), table.piece_at((1, 1)), table.blank()), (Some(1), None, (0, 1)));
        table.take_back(step).unwrap();
        assert_eq!(table.corners, playback.start);
    }

    #[test]
    fn tiles_go_into_the_blank_cell() {
        let (puzzle, playback) = board();
        let mut table = Table::new(&playback, &*puzzle);
        assert_eq!(table.push(Direction::Down).unwrap_err(), "the board ends above the blank");
        let step = table.push(Direction::Left).unwrap();
        assert_eq!((step.piece, step.to, table.blank()), (0, (0, 0), (0, 1)));
        let here = puzzle.moved(&table.corners);
        let here: &TilesPuzzle = of_family(&*here).unwrap();
        assert_eq!(here.start.tiles(), [1, 0, 2, 3, 4, 5]);
        table.take_back(step).unwrap();
        assert_eq!(table.corners, playback.start);
        assert!(table.make(4, (0, 0)).is_err());
    }
}
