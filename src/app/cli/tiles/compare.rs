//! `traybit tiles compare`: the strategies of textbooks on the same boards.

use clap::{Arg, Args};
use traybit_core::search::a_star::Weight;
use traybit_core::search::outcome::Cost;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::solve::answer::Objective;
use traybit_tiles::solve::batch::Solvers;
use traybit_tiles::solve::compare::compare;
use traybit_tiles::solve::strategies::Estimate;
use traybit_tiles::solve::strategies::solve;

use crate::answer::tile_compare::{self, Search};
use crate::answer::{Answer, Ending};
use crate::cli::tiles::boards::Boards;
use crate::cli::tiles::mode::{HEURISTICS, STRATEGIES, Weighted, parse_weight};
use crate::runner::{Choice, Ended, Failure, Options, Run, Status, Total, choice_of, hidden, say};
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Each strategy solves each board, one after the other and on one thread. The breadth-first list
is left out unless it is named: it goes through all positions seen for each new one.

Examples:
  traybit tiles compare --size 3 --count 20
  traybit tiles compare --size 4 --moves 60 --strategies a-star,ida-star --limit 5
  traybit tiles compare --strategies breadth-first-list,breadth-first puzzles/tiles/five-21.txt";

/// Run textbook searches on the same boards, and tabulate time, positions and length
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", each), mut_arg("threads", hidden), after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    boards: Boards,

    /// The strategies
    #[arg(long, value_parser = choice_of(STRATEGIES), value_name = "LIST", value_delimiter = ',', default_values = USUAL)]
    strategies: Vec<&'static Choice<Weighted>>,

    /// The heuristics for those that have one
    #[arg(long, value_parser = choice_of(HEURISTICS), value_name = "LIST", value_delimiter = ',', default_values = QUICK)]
    heuristics: Vec<&'static Choice<Estimate>>,

    /// The weight of the heuristic in weighted-a-star, 1 to 1000
    #[arg(long, value_name = "W", default_value = "2", value_parser = parse_weight)]
    weight: Weight,

    #[command(flatten)]
    total: Total,

    #[command(flatten)]
    options: Options,
}

const USUAL: [&str; 6] = ["breadth-first", "frontier", "greedy", "a-star", "weighted-a-star", "ida-star"];
const QUICK: [&str; 3] = ["manhattan", "linear-conflict", "walking-distance"];

/// `--limit`, which each strategy has for each board.
fn each(argument: Arg) -> Arg {
    argument.default_value("10").help("Let a strategy give a board up after TIME: 10, 500ms, 2m, 1h")
}

impl Arguments {
    /// Every strategy with every heuristic that makes a difference to it.
    fn searches(&self) -> Vec<Search> {
        let with = |&&(name, _, weighted): &&'static Choice<Weighted>| {
            let strategy = weighted(self.weight);
            let search = move |&(heuristic, _, estimate): &'static Choice<Estimate>| Search {
                strategy,
                estimate,
                name: name.to_owned(),
                heuristic: strategy.estimates().then(|| heuristic.to_owned()),
            };
            let differing = if strategy.estimates() { self.heuristics.len() } else { 1 };
            self.heuristics.iter().copied().take(differing).map(search)
        };
        self.strategies.iter().flat_map(with).collect()
    }
}

pub(super) fn run(arguments: &Arguments) -> Ended {
    let Arguments { boards, options, .. } = arguments;
    let mut run = Run::start(options, Activity::Boards)?;
    let each = run.limit_each(arguments.total);
    let mut found = boards.find(&run)?;
    run.open()?;
    found.tasks.retain(|task| {
        let solvable = Arrangement::new(&task.start, &task.goal).obstacle().is_none();
        if !solvable {
            say(format_args!("left out as it has no solution: {}", task.name));
        }
        solvable
    });
    if found.tasks.is_empty() {
        return found
            .status
            .ok_or_else(|| Failure::new("there is no board to compare on", Status::Impossible));
    }
    let solvers = Solvers::new(found.tasks.iter().map(|task| &task.goal), None);
    let mut searches = arguments.searches();
    searches.retain(|search| {
        let objective = Objective::Strategy(search.strategy, search.estimate);
        let can = found.tasks.iter().all(|task| solvers.of(&task.goal).can(objective));
        if !can {
            options.remark(format_args!("left out as some boards have no such tables: {}", search.title()));
        }
        can
    });
    let numbers: Vec<usize> = (0..searches.len()).collect();
    let rows = run.search(|limits, _| {
        compare(&found.tasks, &numbers, each, limits, |task, search: usize, limits| {
            let start = Arrangement::new(&task.start, &task.goal);
            let Search { strategy, estimate, .. } = searches[search];
            solve(&start, strategy, estimate, solvers.of(&task.goal).optimiser(), limits).outcome
        })
    });
    let unfinished = rows.iter().any(|row| row.gave_up() > 0);
    let cut = run.limits().check_time().err().filter(|_| unfinished);
    let cut = cut.map(|reason| run.gave_up(reason, &Cost::default()).told().status);
    let status = found.status.or(cut).unwrap_or(Status::Done);
    let body = tile_compare::body(&searches, &rows, found.tasks.len());
    Ok(run.end_with(Answer::new(body, Ending { status, reason: None })))
}
