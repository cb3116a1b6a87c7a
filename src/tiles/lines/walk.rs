//! Evaluation of boards that are solved stage by stage, for beams over boards of any size.
//!
//! A score is the stage's distance and the steps of all other tiles, of which those that come soon count twice. When a stage
//! ends, the distance of the next one must not count against the board: the score begins where that of the last one ended.

use crate::Arrangement;
use crate::lines::Stage;
use crate::lines::distance::StageDistance;
use crate::trail::{Before, Trail};
use traybit_core::search::tour::Walker;

/// Weight of a move of the stage, of a step of a tile, and of a step of one that comes soon.
const MOVE: i32 = 8;
const STEP: i32 = 5;
const SOON_STEP: i32 = 10;
/// Part of the stages that come soon.
const SOON: usize = 4;
/// Score for losing a part of a stage that was done.
const LOST: i32 = 1000;
/// Scores of boards that have been in a stage for too long: then only its distance counts.
const LATE: i32 = 1 << 28;

/// Board that is solved stage by stage.
pub struct StageWalk<'a> {
    trail: Trail,
    stages: &'a [Stage],
    distance: &'a StageDistance,
    /// Stage by home.
    numbers: Vec<usize>,
    soon: usize,
    at: Progress,
}

#[derive(Clone, Copy, Default)]
struct Progress {
    stage: usize,
    /// Moves made in the stage.
    moves: i32,
    /// Parts of the stage that are left, and moves of the current one.
    parts: i32,
    left: i32,
    /// Weighted steps of all tiles, and what is added to the score.
    sum: i32,
    offset: i32,
}

/// State before a move.
#[derive(Clone, Copy)]
pub struct Change(Before, Progress);

impl<'a> StageWalk<'a> {
    /// Begins at a board of the stages' size.
    pub fn new(start: &Arrangement, stages: &'a [Stage], distance: &'a StageDistance) -> Self {
        let mut numbers = vec![usize::MAX; start.homes().len()];
        for (number, stage) in stages.iter().enumerate() {
            numbers[stage.cells[0]] = number;
            numbers[stage.cells[1]] = number;
        }
        let (trail, soon) = (Trail::new(start), (stages.len() / SOON).max(1));
        let mut this = Self { trail, stages, distance, numbers, soon, at: Progress::default() };
        this.at.sum = (0..start.homes().len())
            .filter(|&home| home != start.blank_home())
            .map(|home| this.weight(home) * this.trail.steps(home, this.trail.cells[home].into()))
            .sum();
        this.measure();
        this.advance();
        this
    }

    fn weight(&self, home: usize) -> i32 {
        let is_soon = self.numbers[home].checked_sub(self.at.stage).is_some_and(|ahead| ahead < self.soon);
        if is_soon { SOON_STEP } else { STEP }
    }

    fn measure(&mut self) {
        (self.at.parts, self.at.left) = self.stages.get(self.at.stage).map_or((0, 0), |stage| {
            let tiles = stage.cells.map(|home| self.trail.cells[home].into());
            self.distance.remaining(stage, self.trail.blank, tiles).parts()
        });
    }

    fn advance(&mut self) {
        let trail = &self.trail;
        let is_done = |stage: &Stage| stage.cells.iter().all(|&home| usize::from(trail.cells[home]) == home);
        let done = self.stages[self.at.stage..].iter().take_while(|stage| is_done(stage)).count();
        for _ in 0..done {
            let next = self.stages.get(self.at.stage + self.soon);
            let cells =
                next.map_or(&[][..], |stage| &stage.cells[usize::from(stage.cells[0] == stage.cells[1])..]);
            let more = cells.iter().map(|&home| self.trail.steps(home, self.trail.cells[home].into()));
            let (more, left) = (more.sum::<i32>() * (SOON_STEP - STEP), self.at.left);
            self.at = Progress { stage: self.at.stage + 1, moves: 0, sum: self.at.sum + more, ..self.at };
            self.measure();
            self.at.offset -= MOVE * (self.at.left - left) + more;
        }
    }
}

impl Walker for StageWalk<'_> {
    type Change = Change;

    const MOVES: u8 = 4;

    #[inline]
    fn make(&mut self, step: u8) -> Option<Change> {
        let source = self.trail.source(step).filter(|&source| self.numbers[source] >= self.at.stage)?;
        let (home, to) = (usize::from(self.trail.homes[source]), self.trail.blank);
        let nearer = self.trail.steps(home, source) - self.trail.steps(home, to);
        let before = self.at;
        self.at.sum -= nearer * self.weight(home);
        self.at.moves += 1;
        let change = Change(self.trail.slide(source, step), before);
        self.measure();
        if self.at.parts < before.parts {
            self.at.offset -= MOVE * (self.at.left - before.left + 1);
        } else if self.at.parts > before.parts {
            self.at.offset += LOST;
        }
        self.advance();
        Some(change)
    }

    #[inline]
    fn take_back(&mut self, Change(before, at): Change) {
        self.trail.take_back(before);
        self.at = at;
    }

    #[inline]
    fn score(&self) -> (i32, u64) {
        let Progress { stage, moves, parts, left, sum, offset } = self.at;
        let patience =
            self.stages.get(stage).map_or(0, |stage| 6 * (stage.line.length + stage.line.lines) + 60);
        let score = if moves > patience { LATE + (parts << 16) + left } else { MOVE * left + sum + offset };
        (score, self.trail.hash)
    }

    fn least(&self) -> u32 {
        u32::from(self.at.stage < self.stages.len())
    }
}
