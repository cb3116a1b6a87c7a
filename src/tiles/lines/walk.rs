//! Evaluation of boards that are solved stage by stage, for beams over boards of any size.
//!
//! A score is the stage's distance and the work left for all other tiles, where those that come soon count more. When a stage
//! ends, the distance of the next one must not count against the board: the score begins where that of the last one ended.
//!
//! ```text
//!   t ─ ─ ─ ┐        the blank takes a tile straight ahead in 5 moves a step, and down a diagonal in 3 a step: the work for a
//!           └ ─ ┐    tile grows with the longer side of the way to its home more than with the shorter one
//!               h
//! ```

use crate::Arrangement;
use crate::lines::Stage;
use crate::lines::distance::StageDistance;
use crate::trail::{Before, Trail};
use traybit_core::search::tour::Walker;

/// Work for a tile for each step of the longer and of the shorter side of its way.
const LONGER: i32 = 5;
const SHORTER: i32 = 2;
/// Weight of a move of the stage, of the work for a tile, and of that for one that comes soon.
const MOVE: i32 = 16;
const WORK: i32 = 2;
const SOON_WORK: i32 = 5;
/// Random part of a score, which decides between equals.
const NOISE: u64 = 24;
/// Part of the stages that come soon.
const SOON: usize = 4;
/// Score for losing a part of a stage that was done.
const LOST: i32 = 1000;
/// Scores of boards that have been in a stage for too long: then only its distance counts.
const LATE: i32 = 1 << 30;

/// Board that is solved stage by stage.
pub struct StageWalk<'a> {
    trail: Trail<Progress>,
    stages: &'a [Stage],
    distance: &'a StageDistance,
    /// Stage by home.
    numbers: Vec<usize>,
    soon: usize,
}

/// Progress of a solution by stages.
#[derive(Clone, Copy, Default)]
pub struct Progress {
    stage: usize,
    /// Moves made in the stage.
    moves: i32,
    /// Parts of the stage that are left, and moves of the current one.
    parts: i32,
    left: i32,
    /// Weighted work for all tiles, and what is added to the score.
    sum: i32,
    offset: i32,
}

impl<'a> StageWalk<'a> {
    /// Begins at a board of the stages' size.
    pub fn new(start: &Arrangement, stages: &'a [Stage], distance: &'a StageDistance, salt: u32) -> Self {
        let mut numbers = vec![usize::MAX; start.homes().len()];
        for (number, stage) in stages.iter().enumerate() {
            numbers[stage.cells[0]] = number;
            numbers[stage.cells[1]] = number;
        }
        let (trail, soon) = (Trail::new(start, Progress::default(), salt), (stages.len() / SOON).max(1));
        let mut this = Self { trail, stages, distance, numbers, soon };
        this.trail.at.sum = (0..start.homes().len())
            .filter(|&home| home != start.blank_home())
            .map(|home| this.weight(home) * this.work(home, this.trail.cells[home].into()))
            .sum();
        this.measure();
        this.advance();
        this
    }

    fn weight(&self, home: usize) -> i32 {
        let is_soon =
            self.numbers[home].checked_sub(self.trail.at.stage).is_some_and(|ahead| ahead < self.soon);
        if is_soon { SOON_WORK } else { WORK }
    }

    /// Work for a tile on a cell.
    fn work(&self, home: usize, cell: usize) -> i32 {
        let ([row, column], [to_row, to_column]) = (self.trail.places[cell], self.trail.places[home]);
        let (rows, columns) = ((row - to_row).abs(), (column - to_column).abs());
        LONGER * rows.max(columns) + SHORTER * rows.min(columns)
    }

    fn measure(&mut self) {
        let remaining = self.stages.get(self.trail.at.stage).map_or((0, 0), |stage| {
            let tiles = stage.cells.map(|home| self.trail.cells[home].into());
            self.distance.remaining(stage, self.trail.blank, tiles).parts()
        });
        (self.trail.at.parts, self.trail.at.left) = remaining;
    }

    fn advance(&mut self) {
        let trail = &self.trail;
        let is_done = |stage: &Stage| stage.cells.iter().all(|&home| usize::from(trail.cells[home]) == home);
        let done = self.stages[trail.at.stage..].iter().take_while(|stage| is_done(stage)).count();
        for _ in 0..done {
            let at = self.trail.at;
            let next = self.stages.get(at.stage + self.soon);
            let cells =
                next.map_or(&[][..], |stage| &stage.cells[usize::from(stage.cells[0] == stage.cells[1])..]);
            let more = cells.iter().map(|&home| self.work(home, self.trail.cells[home].into()));
            let more = more.sum::<i32>() * (SOON_WORK - WORK);
            self.trail.at = Progress { stage: at.stage + 1, moves: 0, sum: at.sum + more, ..at };
            self.measure();
            self.trail.at.offset -= MOVE * (self.trail.at.left - at.left) + more;
        }
    }
}

impl Walker for StageWalk<'_> {
    type Undo = Before<Progress>;

    #[inline]
    fn make(&mut self, step: u8, undos: &mut Vec<Self::Undo>) -> bool {
        let before = self.trail.at;
        let is_free = |&source: &usize| self.numbers[source] >= before.stage;
        let Some(source) = self.trail.source(step).filter(is_free) else { return false };
        let (home, to) = (usize::from(self.trail.homes[source]), self.trail.blank);
        let less = self.weight(home) * (self.work(home, source) - self.work(home, to));
        let at = Progress { sum: before.sum - less, moves: before.moves + 1, ..before };
        undos.push(self.trail.slide(source, step, at));
        self.measure();
        let at = &mut self.trail.at;
        if at.parts < before.parts {
            at.offset -= MOVE * (at.left - before.left + 1);
        } else if at.parts > before.parts {
            at.offset += LOST;
        }
        self.advance();
        true
    }

    #[inline]
    fn take_back(&mut self, undo: Self::Undo) {
        self.trail.take_back(undo);
    }

    #[inline]
    fn score(&self) -> (i32, u64) {
        let Progress { stage, moves, parts, left, sum, offset } = self.trail.at;
        let patience =
            self.stages.get(stage).map_or(0, |stage| 6 * (stage.line.length + stage.line.lines) + 60);
        let value = MOVE * left + sum + offset + self.trail.noise(NOISE);
        (if moves > patience { LATE + (parts << 16) + left } else { value }, self.trail.hash)
    }

    fn least(&self) -> u32 {
        u32::from(self.trail.at.stage < self.stages.len())
    }
}
