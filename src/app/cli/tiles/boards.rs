//! The boards that a command works through: of files, lists and folders, or random ones.

use std::ffi::{OsStr, OsString};
use std::fs::read_dir;
use std::path::Path;

use clap::Args;

use crate::cli::generate::tiles::Mixing;
use crate::cli::tiles::reading::{Aim, Goal, parse_size};
use crate::runner::{Failure, Run, Status, say};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_program::files::Source;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::formats::{Entry, read_list};
use traybit_tiles::solve::batch::Task;
use traybit_tiles::solve::random::boards;

/// Boards as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Boards {
    /// Files of boards, lists and folders; `-` is standard input
    #[arg(value_name = "FILES", required_unless_present = "size")]
    files: Vec<OsString>,

    /// Size of random boards, or of a list's boards that are not square: `4`, `3x4`
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Option<Size>,

    #[command(flatten)]
    mixing: Mixing,

    #[command(flatten)]
    goal: Goal,
}

/// Boards that were found.
pub(crate) struct Found {
    pub(crate) tasks: Vec<Task>,
    pub(crate) aim: Aim,
    /// The status that files which are no boards end the run with, once all boards are answered.
    pub(crate) status: Option<Status>,
}

impl Found {
    /// The other goal that has a name, if all boards can be solved with it.
    pub(crate) fn other_goal(&self) -> Option<&'static str> {
        let others = self.tasks.iter().map(|task| {
            let (name, goal) = self.aim.other(task.start.size())?;
            Arrangement::new(&task.start, &goal).obstacle().is_none().then_some(name)
        });
        others.collect::<Option<Vec<_>>>()?.first().copied()
    }
}

impl Boards {
    /// Reads the files, or makes random boards.
    pub(crate) fn find(&self, run: &Run) -> Result<Found, Failure> {
        let names: Vec<&OsStr> = self.files.iter().map(OsString::as_os_str).collect();
        if names.iter().filter(|name| **name == "-").count() > 1 {
            return Err(Failure::usage("standard input can be read only once, but is named more than once"));
        }
        if !names.is_empty() && self.mixing.is_given() {
            let sentence =
                "--moves, --seed and --count are for random boards, which are made where no files are named";
            return Err(Failure::usage(sentence));
        }
        let aim = self.goal.read(&names)?;
        let (tasks, status) = match (self.size, &self.files[..]) {
            (Some(size), []) => (self.random(size, &aim, run)?, None),
            (_, files) => self.read(files, &aim),
        };
        Ok(Found { tasks, aim, status })
    }

    /// The boards of all files that have some, and the status of the others.
    fn read(&self, names: &[OsString], aim: &Aim) -> (Vec<Task>, Option<Status>) {
        let (mut tasks, mut status) = (Vec::new(), None);
        for name in names.iter().flat_map(|name| files(name)) {
            match self.tasks(&Source::or_input(&name), aim) {
                Ok(found) => tasks.extend(found),
                Err(error) => {
                    say(&error);
                    status = match error {
                        InputError::Unreadable(_) => Some(Status::Unreadable),
                        InputError::Invalid(_) => status.or(Some(Status::Invalid)),
                    };
                }
            }
        }
        (tasks, status)
    }

    fn tasks(&self, source: &Source, aim: &Aim) -> Result<Vec<Task>, InputError> {
        let name = source.name();
        let entries = source.open().and_then(|file| read_list(&name, file, self.size))?;
        let task = |entry: Entry| {
            let at = entry.line.map_or_else(String::new, |line| format!(", line {line}"));
            let goal = aim.of(entry.board.size());
            let goal = goal.map_err(|sentence| InputError::Invalid(format!("{name}{at}: {sentence}")))?;
            let name = match (&entry.label, entry.line) {
                (Some(label), _) => label.clone(),
                (None, Some(line)) => format!("{name}:{line}"),
                (None, None) => name.clone(),
            };
            Ok(Task { name, start: entry.board, goal, listed: entry.length })
        };
        entries.into_iter().map(task).collect()
    }

    fn random(&self, size: Size, aim: &Aim, run: &Run) -> Result<Vec<Task>, Failure> {
        let goal = aim.of(size).map_err(Failure::invalid)?;
        let seed = self.mixing.seed.chosen(run.options);
        let mixed = boards(&goal, self.mixing.shuffle(), seed, self.mixing.numbers(), run.limits());
        let made = mixed.map_err(|reason| run.failure(reason))?;
        let task = |(start, number): (_, u64)| Task {
            name: number.to_string(),
            start,
            goal: goal.clone(),
            listed: None,
        };
        Ok(made.into_iter().zip(1..).map(task).collect())
    }
}

/// The files of a folder in the order of their names, or the file itself.
fn files(name: &OsStr) -> Vec<OsString> {
    let Ok(folder) = read_dir(name) else { return vec![name.to_owned()] };
    let paths = folder.flatten().map(|entry| Path::new(name).join(entry.file_name()));
    let mut files: Vec<OsString> = paths.filter(|path| path.is_file()).map(Into::into).collect();
    files.sort_unstable();
    files
}
