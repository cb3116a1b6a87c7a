//! The engine asked for a solution from a position, in a thread of its own.

use std::io::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use crate::answer::tiles;
use crate::cli::play::session::Answer;
use crate::collection::Puzzle;
use crate::program::budget::Budget;
use crate::program::text;
use crate::runner::options::KNOBS;
use traybit_core::search::limits::{Limits, Progress};
use traybit_picture::{sliding, tiles as turning};
use traybit_sliding::metric::Metric;
use traybit_sliding::problem::Problem;
use traybit_sliding::solve::{Verdict, Wanted, solve};
use traybit_sliding::text::RawMove as Slide;
use traybit_tiles::board::Board;
use traybit_tiles::solution::RawMove as Turn;
use traybit_tiles::solve::answer::{Solver, Verdict as TileVerdict, Wanted as TilesWanted};

/// The most moves that are stepped through.
const MOST_MOVES: usize = 1 << 22;

/// What the engine has to find, and what it may take for it.
#[derive(Clone)]
pub(super) struct Engine {
    budget: Budget,
    wanted: Wanted,
    /// For boards: what one search prepares serves the next.
    solver: Option<Arc<Solver>>,
}

/// A search that goes on. Dropped, it is asked to end.
pub(super) struct Asked {
    stop: Arc<AtomicBool>,
    progress: Arc<Progress>,
    answer: Receiver<Answer>,
    began: Instant,
}

impl Engine {
    pub(super) fn new(puzzle: &Puzzle, budget: Budget, wanted: Wanted) -> Self {
        let solver = match puzzle {
            Puzzle::Tiles { goal, .. } => Some(Arc::new(Solver::new(goal.clone(), None))),
            _ => None,
        };
        Self { budget, wanted, solver }
    }

    /// Begins to solve a puzzle.
    ///
    /// # Errors
    /// The system's, when there is no thread to be had.
    pub(super) fn ask(&self, puzzle: Puzzle) -> Result<Asked, Error> {
        let began = Instant::now();
        let limits = self.budget.limits(began);
        let (stop, progress) = (Arc::clone(&limits.stop), Arc::clone(&limits.progress));
        let (tell, answer) = channel();
        let engine = self.clone();
        let search = move || {
            // Nobody may wait for it any more.
            let _ = tell.send(engine.answer(&puzzle, &limits));
        };
        thread::Builder::new().name("search".to_owned()).stack_size(1 << 23).spawn(search)?;
        Ok(Asked { stop, progress, answer, began })
    }

    fn answer(&self, puzzle: &Puzzle, limits: &Limits) -> Answer {
        let answer = match (puzzle, &self.solver) {
            (Puzzle::Sliding(problem), _) => self.slides(problem, limits),
            (Puzzle::Tiles { start, goal }, Some(solver)) => self.turns(start, goal, solver, limits),
            _ => Answer::Nothing("a packing is only stepped through".to_owned()),
        };
        match answer {
            Answer::Moves(moves, _) if moves.len() > MOST_MOVES => Answer::Nothing(format!(
                "the solution found has {}, too many to step through",
                text::counted(moves.len() as u64, "move")
            )),
            answer => answer,
        }
    }

    fn slides(&self, problem: &Problem, limits: &Limits) -> Answer {
        let report = solve(problem, self.wanted, limits);
        let (slides, length) = match report.verdict {
            Verdict::Solved { slides, length } => (slides, length as u64),
            Verdict::Unsolvable(proof) => return Answer::Nothing(text::unsolvable(proof, &report.cost)),
            Verdict::GaveUp(reason) => {
                let Budget { time, memory, .. } = self.budget;
                return Answer::Nothing(text::gave_up(reason, &report.cost, time, memory, KNOBS));
            }
        };
        let worth = match self.wanted {
            Wanted::Shortest(metric) => {
                format!("{}, the shortest solution, proven", text::length_in(metric, length))
            }
            Wanted::Any => {
                format!("{}, not necessarily the shortest solution", text::length_in(Metric::Slide, length))
            }
        };
        let slides: Vec<Slide> = slides.into_iter().map(Slide::from).collect();
        sliding::film(problem, &slides).map_or_else(Answer::Nothing, |film| Answer::Moves(film.moves, worth))
    }

    fn turns(&self, start: &Board, goal: &Board, solver: &Solver, limits: &Limits) -> Answer {
        let wanted = if self.wanted == Wanted::Any { TilesWanted::Fast } else { TilesWanted::Usual };
        let report = solver.solve(start, wanted, limits);
        let (moves, shortest) = match &report.verdict {
            TileVerdict::Solved { moves, shortest } => (moves, *shortest),
            TileVerdict::Unsolvable(obstacle) => return Answer::Nothing(tiles::unsolvable(*obstacle)),
            TileVerdict::GaveUp => {
                let reason = report.ended.map(|reason| {
                    let Budget { time, memory, .. } = self.budget;
                    text::gave_up(reason, &report.cost, time, memory, KNOBS)
                });
                return Answer::Nothing(reason.unwrap_or_else(|| "gave up".to_owned()));
            }
        };
        let length = text::counted(moves.len() as u64, "move");
        let worth = if shortest {
            format!("{length}, the shortest solution, proven")
        } else {
            format!("{length}, not necessarily the shortest solution")
        };
        let turns: Vec<Turn> = moves.iter().map(|&direction| Turn { tile: None, direction }).collect();
        turning::film(start, goal, &turns)
            .map_or_else(Answer::Nothing, |film| Answer::Moves(film.moves, worth))
    }
}

impl Asked {
    /// The answer, once it is there.
    pub(super) fn answer(&self) -> Option<Answer> {
        self.answer.try_recv().ok()
    }

    /// How far it is, in words after a sign that turns.
    pub(super) fn words(&self) -> String {
        const TURNS: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠧', '⠇', '⠏'];
        let time = self.began.elapsed();
        let turn = TURNS[(time.as_millis() / 100) as usize % TURNS.len()];
        let positions = self.progress.positions.load(Ordering::Relaxed);
        let seen = match positions {
            0 => String::new(),
            _ => format!(", {} seen", text::counted(positions, "position")),
        };
        format!("{turn} Searching: {} s{seen}. Esc stops it", time.as_secs())
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Engine;
    use crate::cli::play::session::Answer;
    use crate::cli::play::table::Table;
    use crate::cli::play::table::tests::{drawn, pair};
    use crate::collection::Puzzle;
    use crate::program::budget::Budget;
    use traybit_core::grid::Size;
    use traybit_picture::film::Move;
    use traybit_sliding::metric::Metric;
    use traybit_sliding::solve::Wanted;
    use traybit_tiles::board::Board;
    use traybit_tiles::direction::Direction;

    fn answer(puzzle: &Puzzle, here: Puzzle, wanted: Wanted) -> Answer {
        let budget = Budget { memory: 1 << 28, time: None, threads: 1 };
        let asked = Engine::new(puzzle, budget, wanted).ask(here).unwrap();
        asked.answer.recv_timeout(Duration::from_mins(1)).unwrap()
    }

    #[test]
    fn solutions_begin_where_the_blocks_stand() {
        let (puzzle, film) = pair("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 1 3\n");
        let mut table = Table::new(&film, &puzzle);
        table.shift(1, Direction::Right, 1).unwrap();
        table.shift(0, Direction::Right, 1).unwrap();
        let Answer::Moves(moves, worth) =
            answer(&puzzle, table.puzzle_here(), Wanted::Shortest(Metric::Slide))
        else {
            panic!("a solution")
        };
        assert_eq!(
            (moves, worth.as_str()),
            (vec![Move { piece: 1, to: (0, 3) }], "1 slide, the shortest solution, proven")
        );
    }

    #[test]
    fn labelled_blocks_stay_themselves() {
        // Both are single cells, and b alone may stand on the goal.
        let (puzzle, film) = drawn("labels: b\n\ntray:\nba.\n...\n\ngoal: b 0 2\n");
        let mut table = Table::new(&film, &puzzle);
        table.shift(1, Direction::Right, 1).unwrap();
        let Answer::Moves(moves, _) = answer(&puzzle, table.puzzle_here(), Wanted::Shortest(Metric::Step))
        else {
            panic!("a solution")
        };
        for step in &moves {
            table.make(step.piece, step.to).unwrap();
        }
        assert_eq!(table.corners()[0], Some((0, 2)));
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let (puzzle, film) = pair("1 3\n0 0 0 0\n0 1 0 2\n", "0 2 0 2\n");
        let here = Table::new(&film, &puzzle).puzzle_here();
        let Answer::Nothing(sentence) = answer(&puzzle, here, Wanted::Any) else { panic!("no solution") };
        assert!(sentence.starts_with("no solution exists"), "{sentence}");
    }

    #[test]
    fn boards_are_solved() {
        let goal = Board::gap_last(Size { height: 2, width: 3 });
        let mut start = goal.clone();
        assert_eq!((start.slide(Direction::Down), start.slide(Direction::Right)), (Some(3), Some(2)));
        let puzzle = Puzzle::Tiles { start, goal };
        let found = answer(&puzzle, puzzle.clone(), Wanted::Shortest(Metric::Slide));
        let moves = [Move { piece: 1, to: (0, 1) }, Move { piece: 2, to: (0, 2) }];
        assert_eq!(found, Answer::Moves(moves.to_vec(), "2 moves, the shortest solution, proven".to_owned()));
    }
}
