//! `traybit pack solve PUZZLE [PACKINGS]`: the first packing, some, or all of them, drawn.

use std::ffi::OsString;

use clap::{Arg, Args};
use traybit_packing::drawing::letters;
use traybit_packing::solve::count::Unknown;
use traybit_packing::solve::enumerate::{self, Enumerated, Selection};
use traybit_picture::player::MAX_PLAYBACKS;

use crate::answer::packing::{self, unknown};
use crate::answer::{Answer, Ending};
use crate::cli::pack::NO_GOAL;
use crate::cli::pack::collector::Collector;
use crate::cli::pack::display::Display;
use crate::cli::pack::enumeration::{Enumeration, refused};
use crate::cli::pack::reading::Problem;
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{give, only_file};
use crate::runner::page::{Album, Paging};
use traybit_program::status::Status;
use traybit_program::text::{Activity, search_cost};

const EXAMPLES: &str = "\
A drawing has two characters for each cell: `. ` is empty, `##` is a wall, and every piece has a
label of its own. Below a drawing, `11 44 = NAME` names the pieces 11 and 44 where their shapes do
not tell. An empty line separates drawings. Standard output gets each drawing as it is found (with
--checkpoint at the end), a file gets them when all are found; --json keeps all packings in memory
until the end.

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --all --distinct puzzles/packing/pentominoes-6x10.txt packings.txt
  traybit pack solve --first 5 --json puzzles/packing/8x8-6.txt
  traybit pack solve --all --limit 10m PUZZLE
  traybit pack solve --letters puzzles/packing/pentominoes-6x10.txt
  traybit pack solve --all --checkpoint state PUZZLE packings.txt
  traybit pack solve --first 20 --html packings.html puzzles/packing/8x8-6.txt";

/// Find the first packing, some, or all of them
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The puzzle's file; `-` is standard input
    puzzle: OsString,

    /// The file for the drawings; `-` is standard output
    #[arg(default_value = "-", hide_default_value = true, conflicts_with = "output")]
    packings: OsString,

    #[command(flatten)]
    search: Search,
}

impl Arguments {
    /// Finds packings.
    pub(super) fn run(&self) -> Ended {
        let mut search = self.search.clone();
        search.enumeration.options = search.enumeration.options.to(&self.packings);
        run(std::slice::from_ref(&self.puzzle), &search)
    }
}

/// Options of a search.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("html", html))]
pub(super) struct Search {
    #[command(flatten)]
    problem: Problem,

    /// Find at most N packings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    first: u64,

    /// Find all packings
    #[arg(long, conflicts_with = "first")]
    all: bool,

    /// Draw each cell as one character, its piece's name; for puzzles whose pieces are single, with one-character names
    #[arg(long, conflicts_with = "json")]
    letters: bool,

    /// Find only one of packings that are symmetric to one another
    #[arg(long)]
    distinct: bool,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    enumeration: Enumeration,
}

fn html(argument: Arg) -> Arg {
    argument.help(format!(
        "Also write to FILE a web page that places the pieces one by one; it needs no network. \
         Of more than {MAX_PLAYBACKS} packings it has the first {MAX_PLAYBACKS}"
    ))
}

/// Finds packings.
pub(super) fn run(files: &[OsString], arguments: &Search) -> Ended {
    let most = if arguments.all { u64::MAX } else { arguments.first };
    let selection = Selection { most, distinct: arguments.distinct };
    let file = only_file(files, NO_GOAL)?;
    let enumeration = &arguments.enumeration;
    let options = &enumeration.options;
    let mut run = Run::start_searching(options, &enumeration.searching, Activity::Packings)?;
    let pack = arguments.problem.read(file)?;
    run.open()?;
    let mut album = run.page(&arguments.paging, file)?.map(Album::new);
    enumeration.resume(&mut run, &pack, &format!("{selection:?}"))?;
    let display = Display::new(&pack, &run);
    let letters = arguments.letters.then(|| letters(&pack)).transpose();
    let letters = letters.map_err(|sentence| Failure::usage(format_args!("--letters: {sentence}")))?;
    let collector = if options.json {
        Ok(Collector::kept(&pack, &display, run.limits().memory))
    } else {
        Collector::drawn(&pack, &display, run.output(), letters)
    };
    let collector = collector.map_err(Failure::unwritable)?;
    let listed = run.search_unseen(|limits, checkpoint| {
        enumeration.look(&display, checkpoint, Some(&|| collector.flush()), |looking| {
            enumerate::enumerate(&pack, selection, looking, limits, &mut |packing| {
                if let Some(album) = &mut album {
                    album.see(&packing);
                }
                collector.take(packing)
            })
        })
    });
    let mut listed = listed.map_err(|sentence| refused(&run, &sentence))?;
    listed.ended = listed.ended.or(collector.gave_up().map(Unknown::GaveUp));
    let kept = collector.finish().map_err(Failure::unwritable)?;
    let answer = Answer::found(packing::packings(&pack, &kept, &listed), ending(&listed, &run), listed.cost);
    let found = (listed.found > 0).then(|| packing::found(&listed, selection));
    let cost = format!("{}; {}", search_cost(&listed.cost, None), listed.method);
    let answer = answer.remark(found.into_iter().chain([cost]));
    let status = answer.ending.status;
    let document = run.tell(answer);
    // Drawings are all written by now.
    let status =
        run.write(status, || if options.json { give(run.output(), &document, status) } else { status });
    let status = album.map_or(status, |album| album.finish(options, &pack, status));
    Ok(run.end(status))
}

/// Reason why there are fewer packings than selected, where there are.
fn ending(listed: &Enumerated, run: &Run) -> Ending {
    match listed.ended {
        Some(reason) => unknown(reason, &listed.cost, run),
        None if listed.found == 0 => Ending::because(packing::none(&listed.cost), Status::Impossible),
        None => Ending::DONE,
    }
}
