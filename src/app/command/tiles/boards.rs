//! Boards that a command works through: of files, lists and folders, or random ones.

use std::ffi::{OsStr, OsString};
use std::fs::read_dir;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use crate::collection::{Found, Oddity};
use crate::command::generate::tiles::Mixing;
use crate::command::tiles::reading::{Goal, parse_size};
use crate::run::{Failure, Run};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_family::aim::Aim;
use traybit_family::tiles::TilesPuzzle;
use traybit_family::{Puzzle, of_family};
use traybit_program::files::Source;
use traybit_program::text::counted;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::formats::{Entry, read_list};
use traybit_tiles::solve::random::boards;

#[derive(Args, Clone, Debug)]
pub(crate) struct Boards {
    /// Files, lists and folders; `-` is standard input
    #[arg(value_name = "FILES", required_unless_present = "size")]
    pub(crate) files: Vec<OsString>,

    /// Size of random boards of tiles, or of those in FILES, for lists of boards that are not square: `4`, `3x4`
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) size: Option<Size>,

    #[command(flatten)]
    mixing: Mixing,

    #[command(flatten)]
    goal: Goal,
}

impl Boards {
    /// The goal, once it is read.
    pub(crate) fn aim(&self) -> Result<Aim, Failure> {
        let names: Vec<&OsStr> = self.files.iter().map(OsString::as_os_str).collect();
        if names.iter().filter(|name| **name == "-").count() > 1 {
            return Err(Failure::usage("standard input can be read only once, but is named more than once"));
        }
        if !names.is_empty() && self.mixing.is_given() {
            let sentence =
                "--walk, --seed and --count are for random boards, which are made where no files are named";
            return Err(Failure::usage(sentence));
        }
        self.goal.read(&names)
    }

    /// Reads boards of tiles from the files, or makes random ones; with the files that are none.
    pub(crate) fn find(&self, aim: &Aim, run: &Run) -> Result<(Vec<Found>, Vec<Oddity>), Failure> {
        if let (Some(size), []) = (self.size, &self.files[..]) {
            return Ok((self.random(size, aim, run)?, Vec::new()));
        }
        let (mut all, mut oddities) = (Vec::new(), Vec::new());
        for name in self.files.iter().flat_map(|name| files(name)) {
            match self.boards_of(&Source::or_input(&name), aim) {
                Ok(found) => all.extend(found),
                Err(error) => oddities.push(error.into()),
            }
        }
        Ok((all, oddities))
    }

    fn boards_of(&self, source: &Source, aim: &Aim) -> Result<Vec<Found>, InputError> {
        let name = source.name();
        let entries = source.open().and_then(|file| read_list(&name, file, self.size))?;
        let board = |entry: Entry| {
            let at = entry.line.map_or_else(String::new, |line| format!(", line {line}"));
            let goal = aim.of(entry.board.size());
            let goal = goal.map_err(|sentence| InputError::Invalid(format!("{name}{at}: {sentence}")))?;
            let name = match (&entry.label, entry.line) {
                (Some(label), _) => label.clone(),
                (None, Some(line)) => format!("{name}:{line}"),
                (None, None) => name.clone(),
            };
            Ok(found(String::new(), name, entry.board, &goal, entry.length))
        };
        entries.into_iter().map(board).collect()
    }

    fn random(&self, size: Size, aim: &Aim, run: &Run) -> Result<Vec<Found>, Failure> {
        let goal = aim.of(size).map_err(Failure::invalid)?;
        let seed = self.mixing.seed.chosen(run.options);
        let mixed = boards(&goal, self.mixing.shuffle(), seed, self.mixing.numbers(), run.limits());
        let made = mixed.map_err(|reason| run.failure(reason))?;
        let set = format!("random {}x{}", size.height, size.width);
        let named = |(start, number): (_, u64)| found(set.clone(), number.to_string(), start, &goal, None);
        Ok(made.into_iter().zip(1..).map(named).collect())
    }
}

fn found(set: String, name: String, start: Board, goal: &Board, stated: Option<u64>) -> Found {
    let puzzle = TilesPuzzle::new(start, goal);
    let digest = puzzle.digest().unwrap_or_default();
    Found { set, name, puzzle: Arc::new(puzzle), digest, stated }
}

/// Hint at the other goal that has a name, where boards have no solution for theirs and all have one for that.
pub(crate) fn hint(puzzles: &[Found], aim: &Aim) -> Option<String> {
    let boards = || puzzles.iter().filter_map(|found| of_family::<TilesPuzzle>(&*found.puzzle));
    let is_impossible = |start: &Board, goal: &Board| Arrangement::new(start, goal).obstacle().is_some();
    let impossible = boards().filter(|board| is_impossible(&board.start, board.goal())).count();
    let others = boards().map(|board| {
        let (name, goal) = aim.other(board.start.size())?;
        (!is_impossible(&board.start, &goal)).then_some(name)
    });
    let name = *others.collect::<Option<Vec<_>>>()?.first().filter(|_| impossible > 0)?;
    let impossible = counted(impossible as u64, "board");
    Some(format!("{impossible} without a solution for this goal; with --goal {name} all have one"))
}

/// The files of a folder in the order of their names, or the file itself.
fn files(name: &OsStr) -> Vec<OsString> {
    let Ok(folder) = read_dir(name) else { return vec![name.to_owned()] };
    let paths = folder.flatten().map(|entry| Path::new(name).join(entry.file_name()));
    let mut files: Vec<OsString> = paths.filter(|path| path.is_file()).map(Into::into).collect();
    files.sort_unstable();
    files
}
