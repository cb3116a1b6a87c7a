//! The pieces of a game and the rules by which they move, independent of the engine. Errors are obstacles, as sentences
//! without their full stops.

#[cfg(test)]
pub(crate) mod tests;

use traybit_family::{Game, Puzzle};
use traybit_picture::playback::{Cell, Floor, Freedom, Handling, Move, Playback, beyond};
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
    pub(crate) puzzle: &'a dyn Puzzle,
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
        let mut cells = covered.iter().zip(&self.playback.floor);
        let blank = cells.position(|(covered, floor)| covered.is_none() && *floor != Floor::Wall);
        self.playback.size.cell(blank.unwrap_or(0))
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

    /// Makes a step again, or takes it back.
    pub(crate) fn walk(&mut self, step: Step, forwards: bool) -> Result<(), String> {
        let place = if forwards { Some(step.to) } else { step.from };
        if let Some(before) = step.turned {
            let (gone, here) = if forwards { (before, step.piece) } else { (step.piece, before) };
            (self.corners[gone], self.corners[here]) = (None, place);
        } else if let Some(to) = place {
            self.make(step.piece, to)?;
        } else {
            self.corners[step.piece] = None;
        }
        Ok(())
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
        let step = Step { piece: turned, from: Some(from), to, turned: Some(piece) };
        self.walk(step, true).map(|()| step)
    }

    /// Obstacle that stops a piece from moving one cell in a direction, with blocks named by their letters; `None` if only
    /// the rules forbid the move.
    pub(crate) fn obstacle(&self, piece: usize, towards: Direction) -> Option<String> {
        let (playback, of) = (self.playback, &self.playback.pieces[piece]);
        let is_across = matches!(towards, Direction::Left | Direction::Right);
        match of.lines {
            Freedom::Across if !is_across => return Some("it moves along its row only".to_owned()),
            Freedom::Down if is_across => return Some("it moves along its column only".to_owned()),
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
