//! `traybit tiles compare`: the strategies of textbooks on the same boards.

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::budget::parse_time;
use crate::cli::options::{Options, give, refuse, say};
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use crate::cli::tiles::boards::Boards;
use crate::cli::tiles::wanted::{Heuristic, Named, parse_weight};
use crate::report::json;
use crate::report::text::Undone;
use crate::report::tile_compare::{self, Way};
use traybit_core::search::a_star::Weight;
use traybit_core::search::outcome::Cost;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::solve::answer::Objective;
use traybit_tiles::solve::batch::Solvers;
use traybit_tiles::solve::compare::compare;
use traybit_tiles::solve::strategies::solve;

const EXAMPLES: &str = "\
Each strategy solves each board, one after the other and on one thread. The breadth-first list
is left out unless it is named: it goes through all positions seen for each new one.

Examples:
  traybit tiles compare --size 3 --count 20
  traybit tiles compare --size 4 --moves 60 --strategies a-star,ida-star --each 5
  traybit tiles compare --strategies breadth-first-list,breadth-first puzzles/tiles/five-21.txt";

/// Run the strategies of textbooks on the same boards, and tabulate time, positions and length
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    boards: Boards,

    /// The strategies
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_values_t = USUAL)]
    strategies: Vec<Named>,

    /// The heuristics for those that have one
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_values_t = HEURISTICS)]
    heuristics: Vec<Heuristic>,

    /// The weight of the heuristic in weighted-a-star, 1 to 1000
    #[arg(long, value_name = "W", default_value = "2", value_parser = parse_weight)]
    weight: Weight,

    /// Time after which a strategy gives a board up
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = parse_time)]
    each: Duration,

    #[command(flatten)]
    options: Options,
}

const USUAL: [Named; 6] =
    [Named::BreadthFirst, Named::Frontier, Named::Greedy, Named::AStar, Named::WeightedAStar, Named::IdaStar];
const HEURISTICS: [Heuristic; 3] =
    [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::WalkingDistance];

impl Arguments {
    /// Every strategy with every heuristic that makes a difference to it.
    fn ways(&self) -> Vec<Way> {
        let with = |&named: &Named| {
            let strategy = named.strategy(self.weight);
            let name = |value: Option<clap::builder::PossibleValue>| {
                value.map_or_else(String::new, |value| value.get_name().to_owned())
            };
            let way = move |heuristic: Heuristic| Way {
                strategy,
                estimate: heuristic.into(),
                name: name(named.to_possible_value()),
                heuristic: strategy.estimates().then(|| name(heuristic.to_possible_value())),
            };
            let differing = if strategy.estimates() { self.heuristics.len() } else { 1 };
            self.heuristics.iter().copied().take(differing).map(way)
        };
        self.strategies.iter().flat_map(with).collect()
    }
}

/// Compares and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { boards, options, .. } = arguments;
    let run = Run::prepare(options, Undone::Boards)?;
    let output = options.output()?;
    let mut found = boards.find(&run)?;
    found.tasks.retain(|task| {
        let solvable = Arrangement::new(&task.start, &task.goal).obstacle().is_none();
        if !solvable {
            say(format_args!("left out as it has no solution: {}", task.name));
        }
        solvable
    });
    if found.tasks.is_empty() {
        let sentence = "there is no board to compare on";
        return Err(found.faults.status().unwrap_or_else(|| refuse(sentence, TraybitStatus::Impossible)));
    }
    let solvers = Solvers::new(&found.tasks, None);
    let mut ways = arguments.ways();
    ways.retain(|way| {
        let wanted = Objective::Strategy(way.strategy, way.estimate);
        let can = found.tasks.iter().all(|task| solvers.of(task).can(wanted));
        if !can {
            options.remark(format_args!("left out as some boards have no such tables: {}", way.title()));
        }
        can
    });
    let numbers: Vec<usize> = (0..ways.len()).collect();
    let rows = run.search(options.quiet, |limits| {
        compare(&found.tasks, &numbers, Some(arguments.each), limits, |task, way: usize, limits| {
            let start = Arrangement::new(&task.start, &task.goal);
            let Way { strategy, estimate, .. } = ways[way];
            solve(&start, strategy, estimate, solvers.of(task).optimiser(), limits).outcome
        })
    });
    let answer = if options.json {
        json::document(&tile_compare::document(&ways, &rows))
    } else {
        tile_compare::table(&ways, &rows, found.tasks.len())
    };
    let unfinished = rows.iter().any(|row| row.gave_up() > 0);
    let cut = run.limits().check_time().err().filter(|_| unfinished).map(|reason| {
        let (sentence, status) = run.gave_up(reason, &Cost::default());
        refuse(sentence, status)
    });
    let status = found.faults.status().or(cut).unwrap_or(TraybitStatus::Done);
    Ok(give(&output, &answer, status))
}
