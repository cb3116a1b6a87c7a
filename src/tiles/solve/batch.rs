//! Many boards answered, several at a time where that is quicker.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::board::Board;
use crate::solve::answer::{Objective, Report, Solver};
use traybit_core::abreast::abreast;
use traybit_core::search::limits::Limits;

/// So many boards for each thread, or more, are answered one on a thread; fewer take turns with all threads.
const EACH: usize = 4;

/// A board and what is known of it.
#[derive(Clone, Debug)]
pub struct Task {
    /// What it is called.
    pub name: String,
    /// The board.
    pub start: Board,
    /// Its goal.
    pub goal: Board,
    /// The length that its shortest solution is said to have.
    pub listed: Option<u64>,
}

/// A solver for each goal of some boards.
pub struct Solvers(Vec<Solver>);

impl Solvers {
    /// Those for the goals of all tasks; large tables are kept in the folder `cache`, if there is one.
    #[must_use]
    pub fn new(tasks: &[Task], cache: Option<&Path>) -> Self {
        let mut solvers: Vec<Solver> = Vec::new();
        for Task { goal, .. } in tasks {
            if solvers.iter().all(|solver| solver.goal() != goal) {
                solvers.push(Solver::new(goal.clone(), cache.map(Into::into)));
            }
        }
        Self(solvers)
    }

    /// The solver for the goal of one of the tasks.
    ///
    /// # Panics
    /// When it is none of them.
    #[must_use]
    pub fn of(&self, task: &Task) -> &Solver {
        self.0.iter().find(|solver| *solver.goal() == task.goal).expect("a solver for each goal")
    }

    /// What each board is answered, in their order.
    #[must_use]
    pub fn solve(&self, tasks: &[Task], objective: Objective, limits: &Limits) -> Vec<Report> {
        // Whoever improves a solution for a given time is to have all threads for it.
        let timed = |task: &Task| match objective {
            Objective::Improve(_) => true,
            Objective::Default => !Solver::is_small(&task.goal),
            _ => false,
        };
        let together = limits.threads > 1 && tasks.len() >= EACH * limits.threads && !tasks.iter().any(timed);
        let (threads, each) = if together { (limits.threads, 1) } else { (1, limits.threads) };
        if together && matches!(objective, Objective::Optimal | Objective::Default) {
            for solver in &self.0 {
                // With all threads; where that fails boards are solved all the same.
                let _ = solver.optimiser().pattern_databases(limits);
            }
        }
        // Tables are shared; what a textbook's search keeps is not.
        let memory = match objective {
            Objective::Strategy(..) => limits.memory / threads,
            _ => limits.memory,
        };
        let answer = |task: &Task| {
            if let Err(reason) = limits.check_time() {
                return self.of(task).untried(&task.start, reason);
            }
            let own = Limits { threads: each, memory, progress: Arc::default(), ..limits.clone() };
            let report = self.of(task).solve(&task.start, objective, &own);
            limits.progress.positions.fetch_add(report.cost.positions, Ordering::Relaxed);
            report
        };
        abreast(tasks.iter().collect(), threads, answer)
    }
}
