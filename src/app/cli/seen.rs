//! What is to be seen: a puzzle of any family and, where there is one, its solution.

use std::ffi::{OsStr, OsString};
use std::io::Read;

use clap::Args;

use crate::cli::tiles::reading::Goal;
use crate::collection::Puzzle;
use crate::collection::guess::{self, Content};
use crate::program::files::{FileFaults, Source, with_goal};
use crate::program::status::Status;
use crate::runner::options::{refuse, refuse_files, sources};
use traybit_core::input::Fault;
use traybit_packing::drawing;
use traybit_picture::film::Film;
use traybit_picture::{packing, sliding, tiles};
use traybit_sliding::problem::Problem;
use traybit_sliding::text::Moves as Slides;
use traybit_sliding::tray::Goal as TrayGoal;
use traybit_tiles::solution::Moves as Turns;

/// The longest puzzle that is read, in bytes, and the most moves.
const LONGEST: u64 = 1 << 24;
const MOST_MOVES: usize = 1 << 22;

/// A puzzle and a solution as typed.
#[derive(Args, Clone, Debug)]
pub struct Given {
    /// The puzzle's file, of any family; `-` is standard input
    puzzle: OsString,

    /// For a tray, the goal's file; then the solution's file, as the solving commands write it
    #[arg(value_names = ["GOAL", "SOLUTION"], num_args = 0..=2)]
    files: Vec<OsString>,

    #[command(flatten)]
    goal: Goal,

    /// Which packing of the solution's file, or which board of the puzzle's, counted from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
}

/// A puzzle, and what is to be seen of it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The puzzle with its solution, if there is one.
    pub film: Film,
}

impl Given {
    /// The puzzle's file as typed.
    pub(crate) fn puzzle(&self) -> &OsStr {
        &self.puzzle
    }

    /// Reads the puzzle and the solution, whose moves must all be possible.
    pub(crate) fn read(&self) -> Result<Seen, Status> {
        match &self.files[..] {
            [goal, solution] => {
                sources([("PUZZLE", &self.puzzle), ("GOAL", goal), ("SOLUTION", solution)]).map(drop)?;
            }
            [other] => sources([("PUZZLE", &self.puzzle), ("the file after it", other)]).map(drop)?,
            _ => {}
        }
        let source = Source::or_input(&self.puzzle);
        let bytes = load(&source).and_then(|bytes| guess::read(&source.name(), &bytes));
        let content = bytes.map_err(|fault| refuse_files(FileFaults::of([fault])))?;
        self.suit(&content)?;
        match content {
            Content::Tray(tray) => {
                let files: Vec<Source> = self.files.iter().map(|name| Source::or_input(name)).collect();
                let problem = match files.first() {
                    Some(goal) => with_goal(Ok(tray), goal).map_err(refuse_files)?,
                    None => Problem::Pair(tray, TrayGoal::default()),
                };
                slides(problem, files.get(1))
            }
            Content::Drawn(puzzle) => slides(Problem::Drawn(*puzzle), self.solution(&source)?.as_ref()),
            Content::Boards(mut boards) => {
                let number = self.number.unwrap_or(1) as usize;
                if number > boards.len() {
                    let found = boards.len();
                    let sentence =
                        format!("{}: expected a board number {number}, found {found}", source.name());
                    return Err(refuse_files(FileFaults::of([Fault::Invalid(sentence)])));
                }
                let start = boards.swap_remove(number - 1);
                let aim = self.goal.read(&[&self.puzzle])?;
                let goal = aim.of(start.size()).map_err(|sentence| refuse(sentence, Status::Invalid))?;
                let solution = self.solution(&source)?;
                let moves = solution.as_ref().map_or(Ok(Vec::new()), |solution| {
                    let mut moves = Turns::new(&solution.name(), solution.open()?);
                    gather(&solution.name(), || moves.next_move())
                });
                let moves = moves.map_err(|fault| refuse_files(FileFaults::of([fault])))?;
                let film = judged(tiles::film(&start, &goal, &moves), solution.as_ref())?;
                Ok(Seen { puzzle: Puzzle::Tiles { start, goal }, film })
            }
            Content::Pack(pack) => {
                let solution = self.solution(&source)?;
                let drawn = solution.as_ref().map(|solution| {
                    let mut drawn = drawing::read(&pack, &solution.name(), solution.open()?)?;
                    let number = self.number.unwrap_or(1) as usize;
                    if number <= drawn.len() {
                        return Ok(drawn.swap_remove(number - 1).packing);
                    }
                    let (name, found) = (solution.name(), drawn.len());
                    Err(Fault::Invalid(format!("{name}: expected a packing number {number}, found {found}")))
                });
                let packing = drawn.transpose().map_err(|fault| refuse_files(FileFaults::of([fault])))?;
                let film = packing::film(&pack, packing.as_ref());
                Ok(Seen { puzzle: Puzzle::Packing(pack), film })
            }
        }
    }

    /// Refuses options that mean nothing to a family.
    fn suit(&self, content: &Content) -> Result<(), Status> {
        let is_sliding = matches!(content, Content::Tray(_) | Content::Drawn(_));
        if self.goal.is_given() && !matches!(content, Content::Boards(_)) {
            let sentence =
                "--goal is for boards of tiles: a tray's goal is a file after it, a drawing has its own";
            return Err(refuse(sentence, Status::WrongUsage));
        }
        let has_choice = !is_sliding && (!self.files.is_empty() || !matches!(content, Content::Pack(_)));
        if self.number.is_some() && !has_choice {
            let sentence = "--number chooses among several boards or packings, and there is one puzzle";
            return Err(refuse(sentence, Status::WrongUsage));
        }
        Ok(())
    }

    /// The solution of a puzzle that needs no goal's file.
    fn solution(&self, puzzle: &Source) -> Result<Option<Source>, Status> {
        if self.files.len() > 1 {
            let sentence = format_args!(
                "{} says itself what its goals are: expected at most one more file, that of the solution",
                puzzle.name()
            );
            return Err(refuse(sentence, Status::WrongUsage));
        }
        Ok(self.files.first().map(|name| Source::or_input(name)))
    }
}

fn slides(problem: Problem, solution: Option<&Source>) -> Result<Seen, Status> {
    let moves = solution.map_or(Ok(Vec::new()), |solution| {
        let mut moves = Slides::new(&solution.name(), solution.open()?);
        gather(&solution.name(), || moves.next_move())
    });
    let moves = moves.map_err(|fault| refuse_files(FileFaults::of([fault])))?;
    let film = judged(sliding::film(&problem, &moves), solution)?;
    Ok(Seen { puzzle: Puzzle::Sliding(Box::new(problem)), film })
}

/// All moves of a list.
fn gather<M>(name: &str, mut next: impl FnMut() -> Result<Option<M>, Fault>) -> Result<Vec<M>, Fault> {
    let mut moves = Vec::new();
    while let Some(step) = next()? {
        if moves.len() == MOST_MOVES {
            return Err(Fault::Invalid(format!("{name}: expected at most {MOST_MOVES} moves, found more")));
        }
        moves.push(step);
    }
    Ok(moves)
}

fn judged(film: Result<Film, String>, solution: Option<&Source>) -> Result<Film, Status> {
    film.map_err(|sentence| {
        let name = solution.map_or_else(String::new, |solution| format!("{}: ", solution.name()));
        refuse(format_args!("{name}{sentence}"), Status::ImpossibleMove)
    })
}

fn load(source: &Source) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let told = |reason| Fault::Unreadable(format!("{}: cannot be read: {reason}", source.name()));
    source.open()?.take(LONGEST + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > LONGEST {
        let most = LONGEST >> 20;
        return Err(Fault::Invalid(format!(
            "{}: expected a puzzle of at most {most} MiB, found more",
            source.name()
        )));
    }
    Ok(bytes)
}
