//! The files of a puzzle of any family and of its solution, as `show` and `play` take them.

use std::ffi::OsString;
use std::iter::once;
use std::sync::Arc;

use clap::{ArgAction, Args};

use crate::built_in::with_own_goal;
use crate::command::boards::Goal;
use crate::run::{Failure, name_of, positive, refuse_twice};
use traybit_family::{self, GoalSource, Numbered, Puzzle};
use traybit_picture::playback::Playback;
use traybit_program::Source;

#[derive(Args, Clone, Debug)]
pub(crate) struct PuzzleFiles {
    /// The puzzle's file; its family and format are detected; `-` is standard input
    pub(crate) puzzle: OsString,

    /// The goal's file (for a tray only), then the solution's file, as `traybit solve` writes it
    #[arg(value_names = ["GOAL", "SOLUTION"], num_args = 0..=2, action = ArgAction::Set)]
    files: Vec<OsString>,

    #[command(flatten)]
    goal: Goal,

    /// Number of the packing in SOLUTION, or of the puzzle in PUZZLE, counted from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = positive::<u32>)]
    number: Option<u32>,
}

impl PuzzleFiles {
    /// Reads the puzzle and the playback of its solution, if there is one, whose moves must all be possible.
    pub(crate) fn read(&self) -> Result<(Arc<dyn Puzzle>, Playback), Failure> {
        let all = with_own_goal(once(&self.puzzle).chain(&self.files), 3);
        let files = &all[1..];
        let roles = if files.len() == 2 { ["GOAL", "SOLUTION"] } else { ["the file after it"; 2] };
        let files = roles.into_iter().zip(files.iter().map(OsString::as_os_str));
        refuse_twice([("PUZZLE", &*self.puzzle)].into_iter().chain(files))?;
        let source = Source::or_input(&self.puzzle);
        let (name, bytes) = (source.name(), traybit_family::bytes_of(&source)?);
        let contents = traybit_family::read(&name, &bytes).map_err(|(error, _)| error)?;
        let sentence =
            "--goal is for boards of tiles: a tray's goal is a file after it, a drawing has its own";
        Failure::usage_if(self.goal.goal.is_some() && contents.goal != GoalSource::Option, sentence)?;
        let sentence = "--number chooses among several puzzles or packings, and there is one puzzle";
        Failure::usage_if(self.number.is_some() && contents.numbered() == Numbered::Nothing, sentence)?;
        let number = self.number.unwrap_or(1) as usize;
        // With a solution's file, the number may be that of a solution.
        let is_own = contents.numbered() == Numbered::Puzzles || self.files.is_empty();
        let mut puzzle = match number {
            2.. if is_own => traybit_family::read_numbered(&name, &bytes, number)?,
            _ => Arc::clone(&contents.puzzles[0].puzzle),
        };
        let mut files = all[1..].iter().map(|name| Source::or_input(name));
        if contents.goal == GoalSource::File {
            if let Some(goal) = files.next() {
                puzzle = puzzle.with_goal(&source, &goal)?;
            }
        } else if files.len() > 1 {
            let sentence = format_args!(
                "{name} says itself what its goals are: expected at most one more file, that of the solution"
            );
            return Err(Failure::usage(sentence));
        } else if contents.goal == GoalSource::Option {
            puzzle = puzzle.with_aim(&self.goal.read(&[&self.puzzle])?).map_err(Failure::invalid)?;
        }
        let playback = puzzle.playback(files.next().as_ref(), number)?;
        let title = playback.title.clone().or_else(|| name_of(&self.puzzle));
        Ok((puzzle, Playback { title, ..playback }))
    }
}
