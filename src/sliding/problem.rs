//! A puzzle in either of its forms: the contract's pair of files, or drawn.

use crate::checker::Position;
use crate::classes::Classes;
use crate::forms::pair;
use crate::puzzle::Puzzle;
use crate::referee::Match;
use crate::text::RawMove;
use crate::tray::{Block, Goal, Size, Slide, Tray};

/// What is to be solved or explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A tray of rectangles and a goal.
    Pair(Tray, Goal),
    /// Any puzzle.
    Drawn(Puzzle),
}

impl From<Puzzle> for Problem {
    fn from(puzzle: Puzzle) -> Self {
        Self::Drawn(puzzle)
    }
}

impl From<(Tray, Goal)> for Problem {
    fn from((tray, goal): (Tray, Goal)) -> Self {
        Self::Pair(tray, goal)
    }
}

impl Problem {
    /// Height and width of the tray, or of the box round it.
    #[must_use]
    pub fn size(&self) -> Size {
        match self {
            Self::Pair(tray, _) => tray.size(),
            Self::Drawn(puzzle) => puzzle.size,
        }
    }

    /// Whether something is asked that not every position meets.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        match self {
            Self::Pair(_, goal) => !goal.blocks().is_empty(),
            Self::Drawn(puzzle) => !puzzle.goals.is_empty(),
        }
    }

    /// The same with nothing asked.
    #[must_use]
    pub fn without_goal(self) -> Self {
        match self {
            Self::Pair(tray, _) => Self::Pair(tray, Goal::default()),
            Self::Drawn(puzzle) => Self::Drawn(puzzle.without_goals()),
        }
    }

    /// As a puzzle that can be drawn.
    ///
    /// # Errors
    /// Why it cannot, as a sentence.
    pub fn drawn(&self) -> Result<Puzzle, String> {
        match self {
            Self::Pair(tray, goal) => pair::puzzle(tray, goal),
            Self::Drawn(puzzle) => Ok(puzzle.clone()),
        }
    }

    /// What it means to the engine.
    #[must_use]
    pub fn classes(&self) -> Classes {
        match self {
            Self::Pair(tray, goal) => Classes::of(tray, goal),
            Self::Drawn(puzzle) => Classes::of_puzzle(puzzle),
        }
    }

    /// Replays a solution by code that shares nothing with the engine.
    ///
    /// # Errors
    /// Why it is none, as a sentence.
    pub fn verify(&self, slides: &[Slide]) -> Result<(), String> {
        let mut game = self.begin();
        for (slide, number) in slides.iter().zip(1..) {
            let step = RawMove::from(*slide);
            game.apply(step).map_err(|reason| format!("move {number} ({slide}) is impossible: {reason}"))?;
        }
        game.missing().map_or(Ok(()), |missing| Err(format!("after the last move {missing}")))
    }

    /// The start, to be played from.
    #[must_use]
    pub fn begin(&self) -> Game<'_> {
        match self {
            Self::Pair(tray, goal) => Game::Pair(Position::new(tray), goal),
            Self::Drawn(puzzle) => Game::Drawn(Match::new(puzzle)),
        }
    }

    /// The same puzzle with its blocks where a position has them: anchors by class of [`Problem::classes`], ascending.
    /// Which of several equal blocks stands where is not told by a position: they go in reading order.
    ///
    /// # Panics
    /// When the anchors are not those of a position of this puzzle.
    #[must_use]
    pub fn starting_at(&self, anchors: &[Vec<u16>]) -> Self {
        let classes = self.classes();
        match self {
            Self::Pair(tray, goal) => {
                let blocks = classes.classes.iter().zip(anchors).flat_map(|(class, anchors)| {
                    anchors.iter().map(|&anchor| {
                        let (top, left) = classes.row_column(anchor);
                        Block { top, left, height: class.shape.height(), width: class.shape.width() }
                    })
                });
                let tray = Tray::new(tray.size(), blocks.collect()).expect("blocks of a position are apart");
                Self::Pair(tray, goal.clone())
            }
            Self::Drawn(puzzle) => {
                let mut parts = puzzle.clone().into_parts();
                let places = Classes::of_blocks(puzzle);
                let mut rest: Vec<_> = anchors.iter().map(|anchors| anchors.iter()).collect();
                for (block, class) in parts.blocks.iter_mut().zip(places) {
                    if let Some(&anchor) = class.and_then(|class| rest[class].next()) {
                        block.anchor = classes.row_column(anchor);
                    }
                }
                Self::Drawn(Puzzle::new(parts).expect("blocks of a position are apart"))
            }
        }
    }
}

/// A problem while moves are made, by the rules alone.
#[derive(Clone, Debug)]
pub enum Game<'a> {
    /// Rectangles in a tray.
    Pair(Position, &'a Goal),
    /// Any puzzle.
    Drawn(Match<'a>),
}

impl Game<'_> {
    /// Makes one move, or leaves everything as it is.
    ///
    /// # Errors
    /// What stands in the way, as a sentence.
    pub fn apply(&mut self, step: RawMove) -> Result<(), String> {
        match self {
            Self::Pair(position, _) => position.apply(step).map_err(|reason| reason.to_string()),
            Self::Drawn(game) => game.apply(step).map_err(|foul| foul.to_string()),
        }
    }

    /// What is missing for the goal, as a sentence that goes on after "but"; none when it holds.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        match self {
            Self::Pair(position, goal) => position
                .first_unmet(goal)
                .map(|unmet| format!("no block stands on the goal's corners {unmet}")),
            Self::Drawn(game) if game.is_won() => None,
            Self::Drawn(game) => Some(game.missing()),
        }
    }
}
