//! `traybit info PUZZLE [GOAL]`: a puzzle described without a search.

use std::ffi::OsString;

use clap::Args;

use crate::command::pack::{NO_GOAL, Numbered};
use crate::command::tiles::reading::{Goal, NO_GOAL_FILE, read_board};
use crate::command::work::Work;
use crate::report::{Answer, Ending, info};
use crate::run::{Ended, Failure, Options, Plain, Run, SlidingFiles, only_file};
use traybit_core::search::outcome::Cost;
use traybit_program::files::Source;
use traybit_program::text::{Activity, unsolvable};
use traybit_sliding::solve::refute;

#[derive(Args, Clone, Debug)]
pub(crate) struct Sliding {
    #[command(flatten)]
    options: Plain,
}

impl Work for Sliding {
    fn run(self, files: &[OsString]) -> Ended {
        let files = SlidingFiles::of(files)?;
        let options = Options::from(self.options);
        let mut run = Run::start(&options, Activity::Describing)?;
        let problem = files.read()?;
        run.open()?;
        let classes = problem.classes();
        let impossible = refute(&classes).map(|proof| unsolvable(&problem, &proof, &Cost::default()));
        let body = info::body(&problem, &classes, impossible.as_deref());
        Ok(run.end_with(Answer::new(body, Ending::DONE)))
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Tiles {
    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Plain,
}

impl Work for Tiles {
    fn run(self, files: &[OsString]) -> Ended {
        let options = Options::from(self.options);
        let file = only_file(files, NO_GOAL_FILE)?;
        let aim = self.goal.read(&[file])?;
        let mut run = Run::start(&options, Activity::Describing)?;
        let board = read_board(&Source::or_input(file))?;
        let goal = aim.of(board.size()).map_err(Failure::invalid)?;
        run.open()?;
        Ok(run.end_with(Answer::new(info::tiles(&board, &goal, aim.other(board.size())), Ending::DONE)))
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Packing {
    #[command(flatten)]
    numbered: Numbered,

    #[command(flatten)]
    options: Plain,
}

impl Work for Packing {
    fn run(self, files: &[OsString]) -> Ended {
        let options = Options::from(self.options);
        let file = only_file(files, NO_GOAL)?;
        let mut run = Run::start(&options, Activity::Describing)?;
        let pack = self.numbered.read(file)?;
        run.open()?;
        Ok(run.end_with(Answer::new(info::packing(&pack), Ending::DONE)))
    }
}
