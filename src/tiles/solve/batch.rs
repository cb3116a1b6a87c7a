//! Batches of boards, several solved in parallel where that is quicker.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::board::Board;
use crate::solve::answer::{Objective, Report, Solver};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::limits::Limits;

/// Boards per thread from which on each is solved on one thread; fewer take turns with all threads.
const EACH: usize = 4;

/// Board to be solved.
#[derive(Clone, Debug)]
pub struct Task {
    /// Name.
    pub name: String,
    /// The board.
    pub start: Board,
    /// Its goal.
    pub goal: Board,
    /// Listed length of its shortest solution.
    pub listed: Option<u64>,
}

/// Solvers by goal.
pub struct Solvers(Vec<Solver>);

impl Solvers {
    /// Solvers for some goals; large pattern databases are cached in the folder `cache`, if there is one.
    pub fn new<'a>(goals: impl IntoIterator<Item = &'a Board>, cache: Option<&Path>) -> Self {
        let mut solvers: Vec<Solver> = Vec::new();
        for goal in goals {
            if solvers.iter().all(|solver| solver.goal() != goal) {
                solvers.push(Solver::new(goal.clone(), cache.map(Into::into)));
            }
        }
        Self(solvers)
    }

    /// Solver for one of the goals.
    ///
    /// # Panics
    /// When it is none of them.
    pub fn of(&self, goal: &Board) -> &Solver {
        self.0.iter().find(|solver| solver.goal() == goal).expect("a solver for each goal")
    }

    /// Makes the pattern databases of the goals that some board leads to, with all threads; where that fails
    /// boards are solved all the same.
    fn prepare(&self, tasks: &[Task], limits: &Limits) {
        let serves = |solver: &&Solver| {
            tasks.iter().any(|task| task.goal == *solver.goal() && solver.is_reached_from(&task.start))
        };
        for solver in self.0.iter().filter(serves) {
            let _ = solver.optimiser().pattern_databases(limits);
        }
    }

    /// Solves all boards, each in at most so much time; reports in their order.
    pub fn solve(
        &self,
        tasks: &[Task],
        objective: Objective,
        time: Option<Duration>,
        limits: &Limits,
    ) -> Vec<Report> {
        // A solution that is improved for a given time gets all threads.
        let timed = |task: &Task| match objective {
            Objective::Improve(_) => true,
            Objective::Default => !Solver::is_small(&task.goal),
            _ => false,
        };
        let together = limits.threads > 1 && tasks.len() >= EACH * limits.threads && !tasks.iter().any(timed);
        let (threads, each) = if together { (limits.threads, 1) } else { (1, limits.threads) };
        if together && matches!(objective, Objective::Optimal | Objective::Default) {
            self.prepare(tasks, limits);
        }
        let answer = |task: &Task| {
            if let Err(reason) = limits.check_time() {
                return self.of(&task.goal).untried(&task.start, reason);
            }
            let own = Limits { threads: each, progress: Arc::default(), ..limits.for_at_most(time) };
            let report = self.of(&task.goal).solve(&task.start, objective, &own);
            limits.progress.positions.fetch_add(report.cost.positions, Ordering::Relaxed);
            report
        };
        parallel_map(tasks.iter().collect(), threads, answer)
    }
}
