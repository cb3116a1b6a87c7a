//! `traybit pack solve PUZZLE [PACKINGS]`: the first packing, some, or all of them, drawn.

use std::ffi::OsString;
use std::io::{IsTerminal, Write, stderr};
use std::ops::ControlFlow;

use clap::Args;

use crate::cli::options::{Options, give, refuse, say, sources};
use crate::cli::output::Output;
use crate::cli::pack::checkpoint::Checkpoint;
use crate::cli::pack::reading::Puzzle;
use crate::cli::pack::unknown;
use crate::cli::searching::{Run, Searching};
use crate::cli::status::TraybitStatus;
use crate::packing::checker::check;
use crate::packing::drawing;
use crate::packing::pack::{Pack, Packing};
use crate::report::json;
use crate::report::packing::{self, Solutions};
use crate::report::text::{Undone, search_cost};
use crate::solve::packing::keeper::Keeper;
use crate::solve::packing::list::{self, Listed, Looking, Sight, Wanted};

const EXAMPLES: &str = "\
A drawing has two characters for a cell: `. ` stays empty, `##` is a wall, and each piece has its
own label. Several drawings have an empty line between two.

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --all --distinct puzzles/packing/pentominoes-6x10.txt packings.txt
  traybit pack solve --most 5 --json puzzles/packing/8x8-6.txt
  traybit pack solve --all --checkpoint state PUZZLE packings.txt";

/// Find the first packing, some, or all of them
#[derive(Args, Clone, Debug)]
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

    /// At most N packings [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "all")]
    most: Option<u64>,

    /// Only the first of the packings that are turned into one another
    #[arg(long)]
    distinct: bool,

    /// Show the board on standard error each N positions, 1,000,000 when N is left out
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000", require_equals = true)]
    every: Option<u64>,

    /// Keep the state in FILE, and go on from what an earlier run kept there; packings are written at the end
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<OsString>,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

impl Arguments {
    fn wanted(&self) -> Wanted {
        let most = if self.all { u64::MAX } else { self.most.unwrap_or(1) };
        Wanted { most, distinct: self.distinct }
    }

    /// Where the drawings go; tried at once, so that no work is done in vain.
    fn output(&self) -> Result<Output, TraybitStatus> {
        if self.packings == "-" {
            return self.options.output();
        }
        Options { output: Some(self.packings.clone()), ..self.options.clone() }.output()
    }

    fn every(&self) -> Option<u64> {
        self.every.map(|number| number.max(1))
    }
}

/// Solves and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { options, .. } = arguments;
    let [source] = sources([("PUZZLE", &arguments.puzzle.puzzle)])?;
    let run = Run::prepare(options, Undone::Packings)?;
    let pack = arguments.puzzle.read(&source)?;
    let output = arguments.output()?;
    let wanted = arguments.wanted();
    let checkpoint = arguments.checkpoint.as_deref();
    let checkpoint =
        checkpoint.map(|path| Checkpoint::open(path, &pack, &format!("{wanted:?}"))).transpose()?;
    let show = |board: Packing| {
        // A closed standard error changes nothing about the answer.
        let _ = writeln!(stderr(), "{}", drawing::write(&pack, &board));
    };
    let display = |sight: Sight| {
        let board = drawing::write(&pack, &sight.board);
        let _ = write!(stderr(), "\r\x1b[K{board}{}\r", packing::sight(&sight));
    };
    let looking = Looking {
        every: arguments.every().map(|number| (number, &show as _)),
        display: (!options.quiet && stderr().is_terminal()).then_some(&display),
        keeper: checkpoint.as_ref().map(|checkpoint| (checkpoint as &dyn Keeper, checkpoint.digest)),
    };
    let (mut found, mut wrong) = (Vec::new(), None);
    let listed = run.search(true, |limits| {
        list::list(&pack, wanted, looking, limits, &mut |packing| match check(&pack, &packing) {
            Ok(()) => {
                found.push(packing);
                ControlFlow::Continue(())
            }
            Err(refusal) => {
                wrong = Some(refusal);
                ControlFlow::Break(())
            }
        })
    });
    if let Some(refusal) = wrong {
        let sentence =
            format_args!("a packing was found that is none ({refusal}); please report this puzzle");
        return Err(refuse(sentence, TraybitStatus::GaveUp));
    }
    let listed = listed.map_err(|sentence| refuse(sentence, TraybitStatus::Invalid))?;
    let (answer, status) = render(&pack, &found, &listed, arguments, &run);
    Ok(give(&output, &answer, status))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(
    pack: &Pack,
    found: &[Packing],
    listed: &Listed,
    arguments: &Arguments,
    run: &Run,
) -> (String, TraybitStatus) {
    let options = &arguments.options;
    let wanted = arguments.wanted();
    let figures = run.figures(listed.cost);
    let (reason, status) = match listed.ended.map(|reason| unknown(run, reason, &listed.cost)) {
        Some((sentence, status)) => (Some(sentence), status),
        None if found.is_empty() && wanted.most > 0 => {
            (Some(packing::none(&listed.cost)), TraybitStatus::Impossible)
        }
        None => (None, TraybitStatus::Done),
    };
    if let Some(sentence) = &reason {
        say(sentence);
    }
    if !found.is_empty() {
        options.remark(packing::found(listed, wanted));
    }
    options.remark(format_args!("{}; {}", search_cost(&listed.cost, None), listed.method));
    arguments.searching.tell(&figures, None);
    if options.json {
        return (json::document(&Solutions::new(pack, found, listed, figures, reason)), status);
    }
    let drawings: Vec<String> = found.iter().map(|packing| drawing::write(pack, packing)).collect();
    (drawings.join("\n"), status)
}
