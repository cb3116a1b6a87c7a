//! The engine at work for a player, in a thread of its own.

use std::io::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use traybit_core::search::limits::{Limits, Progress};
use traybit_family::Objective;
use traybit_family::interface::{Advice, MAX_MOVES, Puzzle};
use traybit_program::budget::Budget;
use traybit_program::text::{self, Knobs};

/// The objective of searches, and their budget.
#[derive(Clone, Copy)]
pub struct Engine {
    pub budget: Budget,
    pub objective: Objective,
    /// The options that raise the limits, for messages.
    pub knobs: Knobs,
}

/// A search in progress, which ends when it is dropped.
pub(crate) struct Search {
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
    answer: Receiver<Result<Advice, String>>,
    began: Instant,
}

impl Engine {
    pub(crate) fn begin(self, puzzle: Arc<dyn Puzzle>) -> Result<Search, Error> {
        let began = Instant::now();
        let limits = self.budget.limits(began);
        let (stop, progress) = (Arc::clone(&limits.stop), Arc::clone(&limits.progress));
        let (tell, answer) = channel();
        let search = move || {
            // Nobody may wait for it any more.
            let _ = tell.send(self.solve(&*puzzle, &limits));
        };
        thread::Builder::new().name("search".to_owned()).stack_size(1 << 23).spawn(search)?;
        Ok(Search { stop, progress, answer, began })
    }

    fn solve(self, puzzle: &dyn Puzzle, limits: &Limits) -> Result<Advice, String> {
        let Budget { time, memory, .. } = self.budget;
        let gave_up = |reason, cost: &_| text::gave_up(reason, cost, time, memory, self.knobs);
        let advice = puzzle.advise(self.objective, limits, &gave_up)?;
        if advice.moves.len() <= MAX_MOVES {
            return Ok(advice);
        }
        let moves = text::counted(advice.moves.len() as u64, "move");
        Err(format!("the solution found has {moves}, too many to step through"))
    }
}

impl Search {
    pub(crate) fn answer(&self) -> Option<Result<Advice, String>> {
        self.answer.try_recv().ok()
    }

    /// Progress in words, after a turning sign.
    pub(crate) fn words(&self) -> String {
        const TURNS: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠧', '⠇', '⠏'];
        let time = self.began.elapsed();
        let turn = TURNS[(time.as_millis() / 100) as usize % TURNS.len()];
        let positions = self.progress.positions.load(Ordering::Relaxed);
        let seen = (positions > 0).then(|| format!(", {} seen", text::counted(positions, "position")));
        let seen = seen.unwrap_or_default();
        format!("{turn} Searching: {} s{seen}. Esc stops it", time.as_secs())
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{Advice, Engine, Objective, Puzzle};
    use crate::table::Table;
    use crate::table::tests::{drawn, pair};
    use traybit_picture::playback::Move;
    use traybit_program::budget::Budget;
    use traybit_sliding::metric::Metric;
    use traybit_tiles::direction::Direction;

    fn answer(here: Arc<dyn Puzzle>, metric: Metric) -> Result<Advice, String> {
        let budget = Budget { memory: 1 << 28, time: None, threads: 1 };
        let knobs = traybit_program::text::Knobs { memory: "--memory", time: "--limit" };
        let search = Engine { budget, objective: Objective::Optimal(metric), knobs }.begin(here).unwrap();
        search.answer.recv_timeout(Duration::from_mins(1)).unwrap()
    }

    #[test]
    fn solutions_begin_where_the_blocks_stand() {
        let (puzzle, playback) = pair("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 1 3\n");
        let mut table = Table::new(&playback, &*puzzle);
        table.shift(1, Direction::Right, 1).unwrap();
        table.shift(0, Direction::Right, 1).unwrap();
        let Advice { moves, worth } =
            answer(puzzle.moved(&table.corners), Metric::Slide).expect("a solution");
        assert_eq!(moves, [Move { piece: 1, to: (0, 3) }]);
        assert_eq!(worth, "1 slide, the shortest solution, proven");
    }

    #[test]
    fn labelled_blocks_stay_themselves() {
        // Both are single cells, and b alone may stand on the goal.
        let (puzzle, playback) = drawn("labels: b\n\ntray:\nba.\n...\n\ngoal: b 0 2\n");
        let mut table = Table::new(&playback, &*puzzle);
        table.shift(1, Direction::Right, 1).unwrap();
        for step in answer(puzzle.moved(&table.corners), Metric::Step).expect("a solution").moves {
            table.make(step.piece, step.to).unwrap();
        }
        assert_eq!(table.corners[0], Some((0, 2)));
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let (puzzle, playback) = pair("1 3\n0 0 0 0\n0 1 0 2\n", "0 2 0 2\n");
        let here = puzzle.moved(&playback.start);
        let sentence = answer(here, Metric::Step).expect_err("no solution");
        assert!(sentence.starts_with("no solution exists"), "{sentence}");
    }
}
