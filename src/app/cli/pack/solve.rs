//! `traybit pack solve PUZZLE [PACKINGS]`: the first packing, some, or all of them, drawn.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Args};
use traybit_core::search::outcome::GaveUp;
use traybit_packing::drawing::letters;
use traybit_packing::solve::count::Unknown;
use traybit_packing::solve::enumerate::{self, Enumerated, Selection};
use traybit_picture::player::MAX_PLAYBACKS;

use crate::answer::packing::{self, unknown};
use crate::answer::{Answer, Ending};
use crate::cli::pack::collector::Collector;
use crate::cli::pack::display::Display;
use crate::cli::pack::enumeration::{Enumeration, refused};
use crate::cli::pack::reading::Puzzle;
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Options, give};
use crate::runner::page::{Album, Paging};
use traybit_program::budget::Limit;
use traybit_program::status::Status;
use traybit_program::text::{Activity, search_cost};

const EXAMPLES: &str = "\
A drawing has two characters for a cell: `. ` stays empty, `##` is a wall, and each piece has its
own label. Below it `11 44 = NAME` names pieces whose shapes do not tell which they are. Several drawings have an empty line between two. Drawings are written as they are
found (with --checkpoint at the end); with --json all packings are held until the end.

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --all --distinct puzzles/packing/pentominoes-6x10.txt packings.txt
  traybit pack solve --limit 5 --json puzzles/packing/8x8-6.txt
  traybit pack solve --all --limit 10m PUZZLE
  traybit pack solve --letters puzzles/packing/pentominoes-6x10.txt
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

    /// Find all packings
    #[arg(long)]
    all: bool,

    /// Draw each cell as one character, the name of its piece, where all names are such and differ
    #[arg(long, conflicts_with = "json")]
    letters: bool,

    /// Find only the first of packings that are symmetric to one another
    #[arg(long)]
    distinct: bool,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    enumeration: Enumeration,
}

/// `--limit`, which has two forms here.
fn limit(argument: Arg) -> Arg {
    argument.action(ArgAction::Append).value_name("N|TIME").help(
        "Find at most N packings: 5 [default: 1]. With a unit, give up after TIME: 10s, 500ms, 2m, 1h \
         [default: none; `TRAYBIT_TIME`]. May be given once in each form",
    )
}

fn html(argument: Arg) -> Arg {
    argument.help(format!(
        "Also write a page that places the pieces one by one in a browser to FILE: one file, which needs no network. \
         Of more than {MAX_PLAYBACKS} packings it has the first {MAX_PLAYBACKS}"
    ))
}

impl Arguments {
    /// The packings to find, and the options: their limit is a time, if there is one, and their output where packings go.
    fn parsed(&self) -> Result<(Selection, Options), String> {
        let (mut most, mut times) = (None, Vec::new());
        for &limit in &self.enumeration.options.limit {
            match limit {
                Limit::Bare { whole: Some(number), .. } if most.replace(number).is_none() => {}
                Limit::Bare { whole: Some(_), .. } => {
                    return Err("--limit is given twice with a number of packings".to_owned());
                }
                Limit::Bare { whole: None, .. } => {
                    let expected =
                        "a whole number of packings, such as 5, or a time with its unit, such as 10s";
                    return Err(format!("--limit: expected {expected}, found a fraction without a unit"));
                }
                Limit::Time(_) => times.push(limit),
            }
        }
        if times.len() > 1 {
            return Err("--limit is given twice with a time".to_owned());
        }
        if self.all && most.is_some() {
            let sentence =
                "--all asks for all packings, and --limit for some at most; a time has a unit, as in 10s";
            return Err(sentence.to_owned());
        }
        let most = if self.all { u64::MAX } else { most.unwrap_or(1) };
        let options = Options { limit: times, ..self.enumeration.options.to(&self.packings) };
        Ok((Selection { most, distinct: self.distinct }, options))
    }
}

/// Finds packings.
pub(super) fn run(arguments: &Arguments) -> Ended {
    let (selection, options) = arguments.parsed().map_err(Failure::usage)?;
    let enumeration = &arguments.enumeration;
    let mut run = Run::start_searching(&options, &enumeration.searching, Activity::Packings)?;
    let pack = arguments.puzzle.read()?;
    run.open()?;
    let mut album = run.page(&arguments.paging, &arguments.puzzle.puzzle)?.map(Album::new);
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
    let too_few = (selection.most == 0).then_some(GaveUp::Exhausted);
    listed.ended = listed.ended.or(collector.gave_up().or(too_few).map(Unknown::GaveUp));
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
    let status = album.map_or(status, |album| album.finish(&options, &pack, status));
    Ok(run.end(status))
}

/// Reason why there are fewer packings than selected, where there are.
fn ending(listed: &Enumerated, run: &Run) -> Ending {
    match listed.ended {
        Some(Unknown::GaveUp(GaveUp::Exhausted)) => {
            let sentence = "gave up: --limit 0 asks for no packing; ask for one or more";
            Ending::because(sentence, Status::GaveUp)
        }
        Some(reason) => unknown(reason, &listed.cost, run),
        None if listed.found == 0 => Ending::because(packing::none(&listed.cost), Status::Impossible),
        None => Ending::DONE,
    }
}
