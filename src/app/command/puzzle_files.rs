//! The files of a puzzle of any family and of its solution, as `show` and `play` take them.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use clap::{ArgAction, Args};

use crate::command::boards::Goal;
use crate::run::page::name_of;
use crate::run::{Failure, Status, sources};
use traybit_family::{self, Contents, GoalSource, Numbered, Puzzle, Refusal};
use traybit_picture::playback::Playback;
use traybit_program::files::Source;

#[derive(Args, Clone, Debug)]
pub(crate) struct PuzzleFiles {
    /// The puzzle's file; its family and format are detected; `-` is standard input
    puzzle: OsString,

    /// The goal's file (for a tray only), then the solution's file, as `traybit solve` writes it
    #[arg(value_names = ["GOAL", "SOLUTION"], num_args = 0..=2, action = ArgAction::Set)]
    files: Vec<OsString>,

    #[command(flatten)]
    goal: Goal,

    /// Number of the packing in SOLUTION, or of the board in PUZZLE, counted from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
}

/// A puzzle with its playback.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) puzzle: Arc<dyn Puzzle>,
    /// Its solution, if there is one, move by move.
    pub(crate) playback: Playback,
}

impl PuzzleFiles {
    pub(crate) fn puzzle(&self) -> &OsStr {
        &self.puzzle
    }

    /// Reads the puzzle and the solution, whose moves must all be possible.
    pub(crate) fn read(&self) -> Result<Loaded, Failure> {
        match &self.files[..] {
            [goal, solution] => {
                sources([("PUZZLE", &self.puzzle), ("GOAL", goal), ("SOLUTION", solution)]).map(drop)?;
            }
            [other] => sources([("PUZZLE", &self.puzzle), ("the file after it", other)]).map(drop)?,
            _ => {}
        }
        let source = Source::or_input(&self.puzzle);
        let contents = traybit_family::open(&source)?;
        let number = self.number.unwrap_or(1) as usize;
        let (puzzle, solution) = self.choose(&source, contents, number)?;
        let mut playback = puzzle.playback(solution.as_ref(), number).map_err(|refusal| match refusal {
            Refusal::File(error) => Failure::from(error),
            Refusal::Move(sentence) => Failure::new(sentence, Status::ImpossibleMove),
        })?;
        playback.title = playback.title.take().or_else(|| name_of(&self.puzzle));
        Ok(Loaded { puzzle, playback })
    }

    /// The puzzle that is meant, with its goal, and the solution's file.
    fn choose(
        &self,
        source: &Source,
        mut contents: Contents,
        number: usize,
    ) -> Result<(Arc<dyn Puzzle>, Option<Source>), Failure> {
        self.check_options(&contents)?;
        let files: Vec<Source> = self.files.iter().map(|name| Source::or_input(name)).collect();
        let found = contents.puzzles.len();
        let number = if contents.numbered() == Numbered::Puzzles { number } else { 1 };
        if number > found {
            let sentence = format!("{}: expected a board number {number}, found {found}", source.name());
            return Err(Failure::invalid(sentence));
        }
        let puzzle = contents.puzzles.swap_remove(number - 1).puzzle;
        if contents.goal == GoalSource::File {
            let puzzle = match files.first() {
                Some(goal) => puzzle.with_goal(source, goal)?,
                None => puzzle,
            };
            return Ok((puzzle, files.into_iter().nth(1)));
        }
        if files.len() > 1 {
            let sentence = format_args!(
                "{} says itself what its goals are: expected at most one more file, that of the solution",
                source.name()
            );
            return Err(Failure::usage(sentence));
        }
        let puzzle = if contents.goal == GoalSource::Option {
            let aim = self.goal.read(&[&self.puzzle])?;
            puzzle.with_aim(&aim).map_err(Failure::invalid)?
        } else {
            puzzle
        };
        Ok((puzzle, files.into_iter().next()))
    }

    /// Refuses options that mean nothing to a family.
    fn check_options(&self, contents: &Contents) -> Result<(), Failure> {
        if self.goal.is_given() && contents.goal != GoalSource::Option {
            let sentence =
                "--goal is for boards of tiles: a tray's goal is a file after it, a drawing has its own";
            return Err(Failure::usage(sentence));
        }
        let has_choice = match contents.numbered() {
            Numbered::Nothing => false,
            Numbered::Puzzles => true,
            Numbered::Solutions => !self.files.is_empty(),
        };
        if self.number.is_some() && !has_choice {
            let sentence = "--number chooses among several boards or packings, and there is one puzzle";
            return Err(Failure::usage(sentence));
        }
        Ok(())
    }
}
