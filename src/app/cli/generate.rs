//! `traybit generate --tray SIZE --pieces LIST --goal PLACES`: random puzzles with a proven answer.

use std::ops::RangeInclusive;

use clap::{Args, value_parser};

use crate::cli::folder::{Folder, MOST_FILES};
use crate::cli::options::{Options, give, refuse, say};
use crate::cli::output::Output;
use crate::cli::profile::Profile;
use crate::cli::searching::{Run, Searching, Unit};
use crate::cli::status::TraybitStatus;
use crate::report::generated::{self, Entry};
use crate::report::json::{self, given_up};
use crate::report::text::{Undone, search_cost};
use traybit_core::input::{parse_counts, shown};
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_sliding::formats::drawing;
use traybit_sliding::solve::generate::{Kind, Made, Order, Unfilled, generate};
use traybit_sliding::universe::{Goal, Ground, Kinds, Pieces, Places, parse_kinds, parse_places, parse_tray};

/// Boards looked at for a puzzle where nothing else is said: hard ones are the hardest of all, others the first that
/// will do.
const TRIES: u64 = 10_000;
const HARD_TRIES: u64 = 20;

const EXAMPLES: &str = "\
Boards are dealt at random, blocks and empty cells from a shuffled bag, until one has a
solution. Tray, pieces, counts and goal are typed as for `traybit universe`. The same seed gives
the same puzzles on any machine, however many are asked for: puzzle 3 is puzzle 3 whether there
are 3 of them or 300.

Examples:
  traybit generate --tray 5x4 --pieces '2x2=1,1x2=1..3,2x1,1x1' --empty 2 --goal '2x2 3 1' --seed 7
  traybit generate --tray 5x4 --pieces '2x2=1,1x2,2x1' --goal '2x2 3 1' --hard --min-moves 60
  traybit generate --tray 6x6 --pieces 'xx/x.=1,1x2=6,2x1=6' --goal 'xx/x. 4 4' --count 9 -o DIR";

/// Make random puzzles, proven to have a solution, or none
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("output", |output| output.value_name("DIR").help(
    "Write the puzzles to new files 001.txt, 002.txt … in the folder DIR; without it one puzzle is printed",
)))]
pub struct Arguments {
    /// The tray: `5x4`, or its rows such as `#../.../..#`
    #[arg(long, value_name = "TRAY", value_parser = parse_tray)]
    tray: Ground,

    /// Kinds of blocks and how many of each: `2x2=1,1x2,xx/x.=0..2`
    #[arg(long, value_name = "LIST", value_parser = parse_kinds)]
    pieces: Kinds,

    /// How many cells stay empty: `2`, `2..` or `1..4`
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "1..")]
    empty: RangeInclusive<u32>,

    /// The goal, blocks with the row and column of their first cells: `2x2 3 1`
    #[arg(long, value_name = "PLACES", value_parser = parse_places)]
    goal: Places,

    /// What chance begins with
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    count: u32,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t = Unit::Step)]
    metric: Unit,

    /// The fewest moves that solve a puzzle are as many at least
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_moves: u64,

    /// Begin where the way to the goal is longest, of all positions of the board that has the longest one
    #[arg(long)]
    hard: bool,

    /// Make puzzles that have no solution
    #[arg(long, conflicts_with_all = ["hard", "min_moves"])]
    unsolvable: bool,

    /// Look at so many boards for each puzzle: at most, or with --hard always [default: 10000, or 20 with --hard]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    tries: Option<u64>,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Makes puzzles and writes them; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let (options, searching) = (&arguments.options, &arguments.searching);
    let wrong = |sentence: String| refuse(sentence, TraybitStatus::WrongUsage);
    let Kinds(kinds) = &arguments.pieces;
    let pieces = Pieces::new(arguments.tray, kinds.clone(), arguments.empty.clone()).map_err(wrong)?;
    let goal = Goal::new(&pieces, &arguments.goal).map_err(wrong)?;
    let folder_name = options.output.as_deref().filter(|name| *name != "-");
    if folder_name.is_none() && arguments.count > 1 && !options.json {
        return Err(wrong(format!("{} puzzles are as many files: --output DIR says where", arguments.count)));
    }
    let profile = Profile::place(searching.profile.as_deref(), None)?;
    let run = Run::prepare(options, Undone::Generating)?;
    let folder = folder_name.map(|name| Folder::prepare(name, arguments.count as usize)).transpose();
    let folder = folder.map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    let profile = profile.map(Profile::begin).transpose()?;
    let order = arguments.order(&pieces, &goal);
    let (made, cost) = run.search(options.quiet, |limits| generate(order, arguments.count.into(), limits));
    let status = match made {
        Ok(made) => deliver(order, &made, cost, folder.as_ref(), arguments, &run),
        Err(reason) => excuse(order, reason, cost, arguments, &run),
    };
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

impl Arguments {
    fn order<'a>(&self, pieces: &'a Pieces, goal: &'a Goal) -> Order<'a> {
        let kind = match (self.hard, self.unsolvable) {
            (true, _) => Kind::Hard,
            (_, true) => Kind::Unsolvable,
            _ => Kind::Solvable,
        };
        let tries = self.tries.unwrap_or(if self.hard { HARD_TRIES } else { TRIES });
        let (seed, metric) = (self.seed, self.metric.into());
        Order { pieces, goal, seed, kind, metric, least: self.min_moves, tries }
    }
}

/// Writes the puzzles and what there is to say of them.
fn deliver(
    order: Order,
    made: &[Made],
    cost: Cost,
    folder: Option<&Folder>,
    arguments: &Arguments,
    run: &Run,
) -> TraybitStatus {
    let options = &arguments.options;
    let figures = run.figures(cost);
    arguments.searching.tell(&figures, None);
    options.remark(search_cost(&cost, None));
    let drawn =
        made.iter().map(|made| drawing::write(&made.puzzle.clone().titled(generated::title(order, made))));
    let texts = drawn.collect::<Result<Vec<String>, _>>();
    let written = texts.and_then(|texts| {
        folder.map_or(Ok(()), |folder| folder.write(&texts))?;
        Ok(texts)
    });
    let texts = match written {
        Ok(texts) => texts,
        Err(sentence) => return refuse(sentence, TraybitStatus::GaveUp),
    };
    let file = |number: u64| folder.map(|folder| shown(folder.file(number as usize).as_os_str()));
    let answer = if options.json {
        let entries = made.iter().zip(texts).map(|(made, text)| Entry::new(made, text, file(made.number)));
        json::document(&generated::Document::new(order, Ok(entries.collect()), figures))
    } else if folder.is_some() {
        generated::list(order, made.iter().filter_map(|made| Some((made, file(made.number)?))))
    } else {
        texts.concat()
    };
    give(&Output::Standard, &answer, TraybitStatus::Done)
}

/// Says why there are no puzzles.
fn excuse(order: Order, reason: Unfilled, cost: Cost, arguments: &Arguments, run: &Run) -> TraybitStatus {
    let figures = run.figures(cost);
    arguments.searching.tell(&figures, None);
    let (answer, (sentence, status)) = match reason {
        Unfilled::GaveUp(reason) => (given_up(reason), run.gave_up(reason, &cost)),
        Unfilled::NoBoard => ("impossible", (generated::unfilled(order, None), TraybitStatus::Impossible)),
        Unfilled::NotFound { number } => {
            (given_up(GaveUp::Exhausted), (generated::unfilled(order, Some(number)), TraybitStatus::GaveUp))
        }
    };
    say(&sentence);
    if !arguments.options.json {
        return status;
    }
    let document = generated::Document::new(order, Err((answer, sentence)), figures);
    give(&Output::Standard, &json::document(&document), status)
}
