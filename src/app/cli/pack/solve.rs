//! `traybit pack solve PUZZLE [PACKINGS]`: the first packing, some, or all of them, drawn.

use std::ffi::OsString;
use std::slice;

use clap::{Arg, ArgAction, Args};

use crate::cli::budget::Limit;
use crate::cli::checkpoint::Checkpoint;
use crate::cli::options::{Options, give, refuse, say, sources};
use crate::cli::pack::display::Display;
use crate::cli::pack::giving::Giving;
use crate::cli::pack::reading::Puzzle;
use crate::cli::pack::unknown;
use crate::cli::pack::watching::{Watching, refuse_state};
use crate::cli::page::{Album, Paging};
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use crate::report::json;
use crate::report::packing::{self, Solutions};
use crate::report::text::{Undone, search_cost};
use traybit_packing::solve::count::Unknown;
use traybit_packing::solve::list::{self, Listed, Wanted};
use traybit_picture::player::MAX_PLAYBACKS;

const EXAMPLES: &str = "\
A drawing has two characters for a cell: `. ` stays empty, `##` is a wall, and each piece has its
own label. Several drawings have an empty line between two. Drawings are written as they are
found (with --checkpoint at the end); with --json all packings are held until the end.

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --all --distinct puzzles/packing/pentominoes-6x10.txt packings.txt
  traybit pack solve --limit 5 --json puzzles/packing/8x8-6.txt
  traybit pack solve --all --limit 10m PUZZLE
  traybit pack solve --all --checkpoint state PUZZLE packings.txt
  traybit pack solve --limit 20 --html packings.html puzzles/packing/8x8-6.txt";

/// Find the first packing, some, or all of them
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", limit))]
#[command(mut_arg("html", html))]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: Puzzle,

    /// The file for the drawings; `-` is standard output
    #[arg(default_value = "-", hide_default_value = true, conflicts_with = "output")]
    packings: OsString,

    /// All packings
    #[arg(long)]
    all: bool,

    /// Only the first of the packings that are turned into one another
    #[arg(long)]
    distinct: bool,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    watching: Watching,
}

/// `--limit`, which has two readings here.
fn limit(argument: Arg) -> Arg {
    argument.action(ArgAction::Append).value_name("N|TIME").help(
        "At most N packings: 5 [default: 1]. With a unit the time after which to give up: 10s, 500ms, 2m, 1h \
         [default: none; `TRAYBIT_TIME`]. May be given once in each reading",
    )
}

fn html(argument: Arg) -> Arg {
    argument.help(format!(
        "Write a page that lays the pieces one by one in a browser to FILE, too: one file, which needs no network. Of \
         more than {MAX_PLAYBACKS} packings it has the first {MAX_PLAYBACKS}"
    ))
}

/// What is wanted, as meant.
struct Meant {
    wanted: Wanted,
    /// Their limit is a time, if there is one, and their output where packings go.
    options: Options,
}

impl Arguments {
    fn meant(&self) -> Result<Meant, String> {
        let (mut most, mut times) = (None, Vec::new());
        for &limit in &self.watching.options.limit {
            match limit {
                Limit::Bare { whole: Some(number), .. } if most.replace(number).is_none() => {}
                Limit::Bare { whole: Some(_), .. } => {
                    return Err("--limit gives a number of packings twice".to_owned());
                }
                Limit::Bare { seconds, whole: None } => {
                    return Err(format!(
                        "--limit {}: expected a whole number of packings, such as 5, or a time with its unit, such as 10s",
                        seconds.as_secs_f64()
                    ));
                }
                Limit::Time(_) => times.push(limit),
            }
        }
        if times.len() > 1 {
            return Err("--limit gives a time twice".to_owned());
        }
        if let (true, Some(number)) = (self.all, most) {
            return Err(format!(
                "--all asks for all packings, and --limit {number} for {number} at most; a time has a unit, as in {number}s"
            ));
        }
        let most = if self.all { u64::MAX } else { most.unwrap_or(1) };
        let mut options = Options { limit: times, ..self.watching.options.clone() };
        if self.packings != "-" {
            options.output = Some(self.packings.clone());
        }
        Ok(Meant { wanted: Wanted { most, distinct: self.distinct }, options })
    }
}

/// Solves and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let meant = arguments.meant().map_err(|sentence| refuse(sentence, TraybitStatus::WrongUsage))?;
    let Meant { wanted, options } = &meant;
    let [source] = sources([("PUZZLE", &arguments.puzzle.puzzle)])?;
    let run = Run::prepare(options, Undone::Packings)?;
    let pack = arguments.puzzle.read(&source)?;
    let output = options.output()?;
    let mut album =
        arguments.paging.place(&arguments.puzzle.puzzle, slice::from_ref(&output))?.map(Album::new);
    let watching = &arguments.watching;
    let checkpoint = watching.checkpoint(&run, &output, &pack, &format!("{wanted:?}"))?;
    let checkpoint = checkpoint.as_ref();
    let display = Display::new(
        &pack,
        &run.limits().progress,
        options.quiet,
        checkpoint.is_some_and(Checkpoint::goes_on),
    );
    let giving = if options.json {
        Ok(Giving::kept(&pack, &display, run.limits().memory))
    } else {
        Giving::drawn(&pack, &display, &output)
    };
    let giving = giving.map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    let listed = run.search(true, |limits| {
        watching.look(&display, checkpoint, Some(&|| giving.flush()), |looking| {
            list::list(&pack, *wanted, looking, limits, &mut |packing| {
                if let Some(album) = &mut album {
                    album.see(&packing);
                }
                giving.take(packing)
            })
        })
    });
    let mut listed = listed.map_err(|sentence| refuse_state(checkpoint, &sentence))?;
    listed.ended = listed.ended.or(giving.gave_up().map(Unknown::GaveUp));
    let kept = giving.finish().map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    let figures = run.figures(listed.cost);
    let (reason, status) = told(&listed, &meant, &run);
    if let (Some(_), Some(way_on)) = (&reason, checkpoint.and_then(Checkpoint::way_on)) {
        options.remark(way_on);
    }
    watching.searching.tell(&figures, None);
    let status = if options.json {
        give(&output, &json::document(&Solutions::new(&pack, &kept, &listed, figures, reason)), status)
    } else {
        status
    };
    if let Some(way_on) = checkpoint.and_then(|checkpoint| checkpoint.settle(status)) {
        options.remark(way_on);
    }
    let status = album.map_or(status, |album| album.finish(options, &pack, status));
    Ok(status)
}

/// Says what there is to say beside the packings: why there are not as many as wanted (a sentence) where there are not,
/// and the status.
fn told(listed: &Listed, meant: &Meant, run: &Run) -> (Option<String>, TraybitStatus) {
    let Meant { wanted, options } = meant;
    let (reason, status) = match listed.ended.map(|reason| unknown(run, reason, &listed.cost)) {
        Some((sentence, status)) => (Some(sentence), status),
        None if listed.found == 0 && wanted.most > 0 => {
            (Some(packing::none(&listed.cost)), TraybitStatus::Impossible)
        }
        None => (None, TraybitStatus::Done),
    };
    if let Some(sentence) = &reason {
        say(sentence);
    }
    if listed.found > 0 {
        options.remark(packing::found(listed, *wanted));
    }
    options.remark(format_args!("{}; {}", search_cost(&listed.cost, None), listed.method));
    (reason, status)
}
