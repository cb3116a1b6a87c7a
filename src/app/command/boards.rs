//! Boards of tiles as typed: formats, goals and sizes; boards of files, lists and folders, or random ones.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use clap::{Args, value_parser};

use crate::collection::{Entry, Found, Oddity, find, read};
use crate::run::folder::MOST_FILES;
use crate::run::{Choices, Failure, Run, Seed, refuse_twice};
use traybit_core::{InputError, Size};
use traybit_family::aim::Aim;
use traybit_family::tiles::{FAMILY as TILES, TilesPuzzle};
use traybit_family::{Puzzle, of_family};
use traybit_program::{Source, counted};
use traybit_tiles::formats::{self, FileFormat, parse_size};
use traybit_tiles::solve::random::boards;
use traybit_tiles::{Arrangement, Board};

pub(crate) const NO_GOAL_FILE: &str = "the goal of a board is an option, --goal FILE";

pub(crate) const FORMATS: Choices<FileFormat> = &[
    (
        "course",
        "the size, then rows of cells of two characters, spaces for the blank; 10×10 at most",
        FileFormat::Course,
    ),
    ("rows", "rows of integers, 0 for the blank", FileFormat::Rows),
    ("line", "one line of integers, 0 for the blank; square boards", FileFormat::Line),
];

#[derive(Args, Clone, Debug)]
pub(crate) struct Goal {
    /// Goal: blank-last (1, 2, 3 … and the blank; the default), blank-first (the blank, then 1, 2, 3 …), or a board's file,
    /// in which `*` is a cell that does not matter
    #[arg(long, value_name = "GOAL")]
    pub(crate) goal: Option<OsString>,
}

impl Goal {
    /// Reads the goal, if it is a file; it cannot come from standard input as well as `other`.
    pub(crate) fn read<N: AsRef<OsStr>>(&self, other: &[N]) -> Result<Aim, Failure> {
        let Some(goal) = &self.goal else { return Ok(Aim::InOrder { blank_first: false }) };
        if let Some(aim) = goal.to_str().and_then(Aim::named) {
            return Ok(aim);
        }
        let others = other.iter().map(|file| ("another file", file.as_ref()));
        refuse_twice(others.chain([("--goal", goal.as_os_str())]))?;
        let source = Source::or_input(goal);
        let bytes = source.open().and_then(|file| formats::read_bytes(&source.name(), file))?;
        let read = |format| formats::read_goal(&source.name(), &bytes, format);
        let named = || FORMATS.iter().find_map(|&(.., format)| read(Some(format)).ok());
        read(None).or_else(|error| named().ok_or(error))?;
        Ok(Aim::File(source.name(), bytes))
    }

    /// The board of a file, its goal, and the choice of the goal; at most one of them and `others` is standard input.
    pub(crate) fn with_board(&self, file: &OsStr, others: &[&OsStr]) -> Result<(Board, Board, Aim), Failure> {
        let aim = self.read(&[&[file], others].concat())?;
        let board = read_board(&Source::or_input(file))?;
        let goal = aim.for_board(&board).map_err(Failure::invalid)?;
        Ok((board, goal, aim))
    }
}

/// Fails, unless these boards have neither walls nor open cells; `what` is for such boards only.
pub(crate) fn refuse_open(what: &str, boards: &[&Board]) -> Result<(), Failure> {
    let sentence = format_args!("{what} is for boards without walls, and goals that name every tile");
    Failure::usage_if(boards.iter().any(|board| !board.is_plain()), sentence)
}

pub(crate) fn read_board(source: &Source) -> Result<Board, InputError> {
    formats::read(&source.name(), source.open()?, None)
}

/// The number of random boards and how they are shuffled, as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Mixing {
    /// Shuffle by N random moves from the goal [default: any solvable board]
    #[arg(long, value_name = "N")]
    pub(crate) walk: Option<u64>,

    #[command(flatten)]
    pub(crate) seed: Seed,

    /// Number of boards
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    pub(crate) count: u32,
}

impl Mixing {
    /// Fails if boards for this goal are made by walks only, and no walk is asked for.
    pub(crate) fn check(&self, goal: &Board) -> Result<(), Failure> {
        let sentence = "boards with walls, or for a goal with open cells, are made by walks: add --walk N";
        Failure::usage_if(self.walk.is_none() && !goal.is_plain(), sentence)
    }
}

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
    pub(crate) fn aim(&self) -> Result<Aim, Failure> {
        refuse_twice(self.files.iter().map(|name| ("FILES", name.as_os_str())))?;
        let Mixing { walk, seed, count } = &self.mixing;
        let sentence =
            "--walk, --seed and --count are for random boards, which are made where no files are named";
        let is_random = walk.is_some() || seed.seed.is_some() || *count > 1;
        Failure::usage_if(is_random && !self.files.is_empty(), sentence)?;
        self.goal.read(&self.files)
    }

    /// The puzzles of these sets of the files (of all sets if none is named), or random boards; boards of
    /// tiles get the goal typed. Also the files that are not puzzles.
    pub(crate) fn find(
        &self,
        sets: &[String],
        aim: &Aim,
        run: &Run,
    ) -> Result<(Vec<Found>, Vec<Oddity>), Failure> {
        if let (Some(size), []) = (self.size, &self.files[..]) {
            return Ok((self.random(size, aim, run)?, Vec::new()));
        }
        let collection = find(&self.files);
        let known: BTreeSet<String> = collection.entries.iter().map(|entry| entry.set.clone()).collect();
        if let Some(unknown) = sets.iter().find(|set| !known.contains(*set)) {
            let known = known.into_iter().filter(|set| !set.is_empty()).collect::<Vec<_>>().join(", ");
            let known =
                if known.is_empty() { "but there is none".to_owned() } else { format!("one of {known}") };
            return Err(Failure::usage(format_args!("expected a set, {known}, found {unknown:?}")));
        }
        let read = |entry: &Entry| read(entry, self.size);
        let (found, oddities) = collection.of_sets(sets).read(run.limits().threads, read);
        let mut puzzles: Vec<Found> = found.into_iter().flatten().collect();
        // Without one each has that of its index, or its own.
        let is_tiles = |found: &&mut Found| found.puzzle.family().name == TILES.name;
        for found in puzzles.iter_mut().filter(|found| self.goal.goal.is_some() && is_tiles(found)) {
            let puzzle = found.puzzle.with_aim(aim);
            found.puzzle =
                puzzle.map_err(|sentence| Failure::invalid(format_args!("{}: {sentence}", found.name)))?;
            found.digest = found.puzzle.digest().unwrap_or(found.digest);
        }
        Ok((puzzles, oddities))
    }

    fn random(&self, size: Size, aim: &Aim, run: &Run) -> Result<Vec<Found>, Failure> {
        let goal = aim.of(size).map_err(Failure::invalid)?;
        self.mixing.check(&goal)?;
        let seed = self.mixing.seed.chosen(run.options);
        let (made, end) = boards(&goal, self.mixing.walk, seed, 1..=self.mixing.count.into(), run.limits());
        if let Some(reason) = end {
            return Err(run.failure(reason));
        }
        let set = format!("random {}x{}", size.height, size.width);
        let named = |(start, number): (_, u64)| {
            let puzzle = TilesPuzzle::new(start, &goal);
            let digest = puzzle.digest().unwrap_or_default();
            let (set, name) = (set.clone(), number.to_string());
            Found { set, name, puzzle: Arc::new(puzzle), digest, stated: None }
        };
        Ok(made.into_iter().zip(1..).map(named).collect())
    }
}

/// Hint at the other named goal, if some boards are unsolvable for their goal and all are solvable for that one.
pub(crate) fn hint(puzzles: &[Found], aim: &Aim) -> Option<String> {
    let boards = || puzzles.iter().filter_map(|found| of_family::<TilesPuzzle>(&*found.puzzle));
    let obstacle = |board: &TilesPuzzle| Arrangement::new(&board.start, board.goal()).obstacle();
    let impossible = boards().filter_map(obstacle).count();
    let others = boards().map(|board| aim.other(&board.start));
    let name = *others.collect::<Option<Vec<_>>>()?.first().filter(|_| impossible > 0)?;
    let impossible = counted(impossible as u64, "board");
    Some(format!("{impossible} without a solution for this goal; with --goal {name} all have one"))
}

#[cfg(test)]
mod tests {
    use super::parse_size;
    use traybit_core::Size;

    #[test]
    fn sizes_are_sides() {
        for (text, height, width) in [("4", 4, 4), ("3x4", 3, 4), ("256 × 1", 256, 1)] {
            assert_eq!(parse_size(text), Ok(Size { height, width }));
        }
        for wrong in ["", "0", "257", "1000", "-3", "3x", "3x4x5", "a"] {
            let told = parse_size(wrong).unwrap_err();
            assert!(told.ends_with(&format!("found {wrong:?}")), "{told}");
        }
    }
}
