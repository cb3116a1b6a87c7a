//! `traybit solve PUZZLE`: the first packing, some, or all of them, drawn.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::stdout;

use clap::Args;
use traybit_packing::checker::Checker;
use traybit_packing::drawing::{legend, letters, write_rows};
use traybit_packing::formats::{burr, text};
use traybit_packing::naming::Naming;
use traybit_packing::solve::Enumerated;
use traybit_packing::solve::enumerate::{self, Selection};
use traybit_packing::solve::extreme::{self, Extreme};
use traybit_packing::solve::sample::{can_sample, sample};
use traybit_packing::{Pack, Piece, Rule};
use traybit_picture::terminal::Colours;

use crate::command::enumeration::{Collector, Display, Made, NO_GOAL};
use crate::command::solve::{self, Form};
use crate::report::{Answer, packing};
use crate::run::pictures::Album;
use crate::run::{Ended, Failure, Run, give, only_file, terminal};
use traybit_core::Cost;
use traybit_program::{Activity, counted};

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Best {
    /// Find only packings with the most pieces, proven, of all that the ranges allow
    #[arg(long, conflicts_with_all = ["least", "checkpoint"])]
    most: bool,

    /// Find only packings that block with the fewest pieces, proven: no piece that is left has room
    #[arg(long, conflicts_with = "checkpoint")]
    least: bool,
}

impl Best {
    /// The extreme that an option asks for; the fewest pieces restrict `pack` to packings that block.
    pub(crate) fn of(self, pack: &mut Pack) -> Option<Extreme> {
        if self.least {
            pack.rules.named.insert(Rule::Maximal);
            return Some(Extreme::Fewest);
        }
        self.most.then_some(Extreme::Most)
    }
}

pub(crate) fn in_words(extreme: Extreme, pieces: u32, is_proven: bool) -> String {
    let pieces = counted(pieces.into(), "piece");
    let (proven, unproven) = match extreme {
        Extreme::Most => ("the most that fit", "more may fit"),
        Extreme::Fewest => ("the fewest that block", "fewer may block"),
    };
    if is_proven { format!("{pieces}, {proven}, proven") } else { format!("{pieces}; {unproven}") }
}

const ONE: Selection = Selection { most: 1, distinct: false };

pub(super) fn run(arguments: &solve::Arguments, files: &[OsString]) -> Ended {
    let solve::Arguments { format, options, checkpoints, picturing, .. } = arguments;
    let (is_burr, has_letters) = (*format == Some(Form::Burrtools), *format == Some(Form::Letters));
    let sentence = "a packing has --format labels, letters or burrtools";
    Failure::usage_if(matches!(format, Some(Form::Tiles | Form::Blank | Form::Boards)), sentence)?;
    let sentence = "--format is for packings as text: leave out --format or --json";
    Failure::usage_if(format.is_some() && options.common.plain.json, sentence)?;
    let selection = Selection { most: arguments.most(), distinct: arguments.distinct };
    let file = only_file(files, NO_GOAL)?;
    let mut run = Run::start_searching(options, Activity::PACKINGS)?;
    let mut pack = arguments.numbered.read(file)?;
    let extreme = arguments.best.of(&mut pack);
    let sentence = "--sample knows no rules but `holes inside`, and `maximal` with any number of each piece; --first N lists some packings";
    Failure::usage_if(arguments.sample.is_some() && !can_sample(&pack), sentence)?;
    if is_burr {
        burr::check_colours(&pack)
            .map_err(|sentence| Failure::usage(format_args!("--format burrtools: {sentence}")))?;
    }
    run.open()?;
    let mut album = run.pictures(picturing, file)?.map(Album::new);
    run.resume(checkpoints, format_args!("{}{selection:?}", text::write(&pack)))?;
    let display = Display::new(&pack, &run);
    if has_letters && let Err(Piece { name, counts, .. }) = letters(&pack) {
        let found = format!("found piece {name}, {} to {} of it", counts.start(), counts.end());
        let expected = "expected pieces with names of one character, and one of each at most";
        return Err(Failure::usage(format_args!("--format letters: {expected}, {found}")));
    }
    let is_kept = run.options.json || is_burr;
    let collector = Collector::new(&run, Some(&display), is_kept)?;
    let colours = if collector.is_terminal { terminal::colours_of(&stdout()) } else { Colours::None };
    let (checker, naming) = (Checker::of(&pack), Naming::of(&pack));
    let keeps = is_kept || album.is_some();
    let make = |packing| {
        let refusal = checker.check(&packing).err();
        let text = match has_letters {
            _ if is_kept => String::new(),
            true => write_rows(&pack, &packing, 1),
            false => packing::coloured(&pack, &packing, colours) + &legend(&naming, &packing),
        };
        Made { solution: Some(packing).filter(|_| keeps), text, refusal }
    };
    let take = &mut |made: Made<_>| {
        if let (Some(album), Some(packing)) = (&mut album, &made.solution) {
            album.see(packing);
        }
        collector.take(made)
    };
    let (mut pieces, mut before) = (None, Cost::default());
    let listed = run.search_unseen(|limits, checkpoint| {
        let mut pack = Cow::Borrowed(&pack);
        if let Some(extreme) = extreme {
            let (best, searched) = extreme::extreme(&pack, extreme, limits);
            let Some(packing) = best else { return Ok(searched) };
            let number = packing.len() as u32;
            pieces = Some((number, searched.ended.is_none()));
            if searched.ended.is_some() || selection == ONE {
                let _ = take(make(packing));
                return Ok(searched);
            }
            before = searched.cost;
            pack = Cow::Owned(extreme::with_pieces(&pack, number..=number));
        }
        if let Some(number) = arguments.sample {
            let mut take = |packing| take(make(packing));
            return Ok(sample(&pack, number, arguments.seed, limits, &mut take));
        }
        arguments.every.look(&display, checkpoint, Some(&|| collector.flush()), |looking| {
            enumerate::enumerate(&pack, selection, looking, limits, &make, take)
        })
    });
    let listed = listed.map(|listed| Enumerated { cost: before.then(listed.cost), ..listed });
    let (kept, listed, ending) = collector.finish(listed, packing::none, &run)?;
    let body = packing::packings(&pack, &kept, &listed, pieces);
    let answer = Answer::found(body, ending, listed.cost);
    let number =
        extreme.zip(pieces).map(|(extreme, (number, is_proven))| in_words(extreme, number, is_proven));
    let found = (listed.found > 0 && arguments.sample.is_none()).then(|| packing::found(&listed, selection));
    let answer = answer.remark(number).remark(found).searched_by(None, &listed.method);
    // Drawings are all written by now.
    let status = run.give_by(answer, |document, status| {
        let is_written = if is_burr { kept.is_empty() } else { !run.options.json };
        if is_written {
            return status;
        }
        let document = if is_burr { burr::write_packings(&pack, &kept) } else { document };
        give(run.output(), &document, status)
    });
    let status = album.map_or(status, |album| album.finish(&run, &pack, status));
    Ok(run.end(status))
}
