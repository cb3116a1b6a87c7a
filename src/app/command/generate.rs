//! `traybit generate blocks|goal|tiles|packing`: new puzzles with a proven answer.

mod blocks;
pub(crate) mod goal;

use std::ops::RangeInclusive;

use clap::{Args, Subcommand, value_parser};
use serde::Serialize;

use crate::command::boards::{FORMATS, Goal, Mixing};
use crate::report::tiles::random;
use crate::report::{Answer, Body, Difficulty, Ending, Word, given_up};
use crate::run::folder::{Folder, MOST_FILES, NewFiles, Numbered};
use crate::run::{Choices, Ended, Failure, Options, Run, SearchOptions, Seed, Status, one_of, positive};
use traybit_core::generation::{GenerateError, Made};
use traybit_core::input::parse_counts;
use traybit_core::{Cost, GaveUp, Limits, Size};
use traybit_packing::formats::text;
use traybit_packing::solve::generate::{GenerateOptions, generate};
use traybit_packing::{Freedom, Pack};
use traybit_program::{Activity, counted, search_cost};
use traybit_sliding::Metric;
use traybit_tiles::formats::{self, FileFormat, parse_size};
use traybit_tiles::solve::random::{boards, boards_of_length};

/// Make puzzles: random ones of sliding blocks, tiles or packings, or the hardest goal of a block
#[derive(Subcommand, Clone, Debug)]
#[command(after_help = include_str!("../help/generate.txt"))]
pub enum Arguments {
    Blocks(blocks::Arguments),
    Goal(goal::Arguments),
    Tiles(Tiles),
    Packing(Packing),
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments.clone() {
        Arguments::Blocks(arguments) => arguments.run(),
        Arguments::Goal(arguments) => arguments.run(),
        Arguments::Tiles(arguments) => arguments.run(),
        Arguments::Packing(arguments) => arguments.run(),
    }
}

/// Random puzzles of sliding blocks or packings.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Generated {
    answer: Word,
    seed: u64,
    /// Of sliding blocks.
    metric: Option<&'static str>,
    puzzles: Vec<Entry>,
}

/// A puzzle with its proven property in words, its text, and its file, if any.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct Entry {
    number: u64,
    /// The length of a shortest solution, if it is known.
    length: Option<u64>,
    /// Of sliding blocks.
    difficulty: Option<Difficulty>,
    tries: u64,
    #[serde(skip)]
    told: String,
    file: Option<String>,
    text: String,
}

pub(crate) fn in_words(difficulty: Option<Difficulty>) -> String {
    difficulty.map_or_else(String::new, |difficulty| difficulty.in_words())
}

fn title(seed: u64, number: u64, told: &str) -> String {
    format!("random puzzle {number} of seed {seed}: {told}")
}

/// The number of puzzles of sliding blocks or packings, their seed and their files.
#[derive(Args, Clone, Debug)]
struct Making {
    #[command(flatten)]
    seed: Seed,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    count: u32,

    #[command(flatten)]
    new: NewFiles,

    #[command(flatten)]
    options: SearchOptions,
}

impl Making {
    /// Makes puzzles from the seed, their number and limits, and writes them; several need a folder or one document. The two
    /// sentences: one for options that no board meets, and advice for when `tries` boards were not enough.
    fn run<M>(
        &self,
        schema: &'static str,
        metric: Option<Metric>,
        tries: u64,
        [no_board, advice]: [&str; 2],
        make: impl FnOnce(u64, u64, &Limits) -> (Vec<M>, Option<GenerateError>, Cost),
        entry: impl Fn(u64, M, &Limits) -> Result<Entry, String>,
    ) -> Ended {
        let Self { count, new, options, .. } = self;
        let sentence = format!("{count} puzzles need as many files: name a folder with --files DIR");
        Failure::usage_if(new.files.is_none() && *count > 1 && !options.common.plain.json, sentence)?;
        let mut run = Run::start_searching(options, Activity::GENERATING)?;
        let folder = Folder::place(new, *count as usize)?;
        run.open()?;
        let seed = self.seed.chosen(run.options);
        let (made, reason, cost) = run.search(|limits, _| make(seed, u64::from(*count), limits));
        let puzzles =
            made.into_iter().map(|made| entry(seed, made, run.limits())).collect::<Result<Vec<_>, _>>();
        let mut puzzles = puzzles.map_err(Failure::unwritable)?;
        let numbered = |Entry { number, text, told, difficulty, .. }: &Entry| {
            (*number as usize, text.clone(), [told.clone(), in_words(*difficulty)])
        };
        let files = Folder::fill(folder.as_ref(), &puzzles.iter().map(numbered).collect::<Vec<_>>())?;
        puzzles.iter_mut().zip(files).for_each(|(entry, file)| entry.file = Some(file));
        let (answer, ending) = match reason {
            None => (Word::Generated, Ending::DONE),
            Some(GenerateError::GaveUp(reason)) => (given_up(reason), run.gave_up(reason, &cost)),
            Some(GenerateError::NoBoard) => (Word::Unsolvable, Ending::because(no_board, Status::Impossible)),
            Some(GenerateError::NotFound { number, too_large }) => {
                let tried = counted(tries, "random board");
                let large = match too_large {
                    0 => String::new(),
                    1 => "1 has more positions than --max-positions: raise that; or ".to_owned(),
                    more => format!("{more} have more positions than --max-positions: raise that; or "),
                };
                let sentence = format!("gave up: none of {tried} for puzzle {number} fits; {large}{advice}");
                (given_up(GaveUp::Exhausted), Ending::because(sentence, Status::GaveUp))
            }
        };
        let rated = puzzles.first().filter(|_| new.files.is_none()).and_then(|entry| entry.difficulty);
        let some = (*count > 1).then(|| format!("{} of {count} puzzles are made", puzzles.len()));
        let remark = if ending == Ending::DONE { Some(search_cost(&cost)) } else { some };
        let line = |Entry { told, text, file, difficulty, .. }: &Entry| {
            let told = [told.clone(), in_words(*difficulty)].join("; ");
            let told = told.trim_end_matches("; ");
            file.as_ref().map_or_else(|| text.clone(), |file| format!("{file}  {told}\n"))
        };
        let text = puzzles.iter().map(line).collect();
        let fields = Generated { answer, seed, metric: metric.map(Metric::name), puzzles };
        let answer = Answer::found(Body { schema, text, fields }, ending, cost);
        Ok(run.end_with(answer.remark(rated.map(|rated| rated.in_words())).remark(remark)))
    }
}

const FREEDOMS: Choices<Freedom> = &[
    ("flip", "pieces may be turned and flipped over", Freedom::Flip),
    ("turn", "pieces may be turned", Freedom::Turn),
    ("fixed", "pieces lie as they are drawn", Freedom::Fixed),
];

/// Make random puzzles with exactly one packing up to symmetry, proven
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/generate-packing.txt"))]
pub struct Packing {
    /// Size of the board: `6`, or `5x6` for 5 rows and 6 columns
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    size: Size,

    /// Number of pieces: `8`, `6..8` or `6..`
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "2..")]
    pieces: RangeInclusive<u32>,

    /// Number of cells of a piece
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "3..6")]
    areas: RangeInclusive<u32>,

    /// Number of cells that stay empty
    #[arg(long, value_name = "N", default_value_t = 0)]
    empty: u32,

    /// Freedom to turn the pieces
    #[arg(long, value_parser = one_of(FREEDOMS), default_value = "flip")]
    freedom: Freedom,

    /// Use no two equal pieces
    #[arg(long)]
    distinct: bool,

    /// Try at most N boards for each puzzle
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = positive::<u64>)]
    tries: u64,

    #[command(flatten)]
    making: Making,
}

impl Packing {
    fn run(self) -> Ended {
        let Self { size, pieces, areas, empty, freedom, distinct: different, tries, making } = self;
        let make = |seed, count, limits: &Limits| {
            let options = GenerateOptions { size, pieces, areas, empty, freedom, different, seed, tries };
            generate(&options, count, limits)
        };
        let entry = |seed, Made { puzzle, number, tries }: Made<Pack>, _: &Limits| {
            let told = "one packing up to symmetry, proven".to_owned();
            let text = text::write(&Pack { title: Some(title(seed, number, &told)), ..puzzle });
            Ok(Entry { number, tries, length: None, difficulty: None, told, text, file: None })
        };
        let no_board = "no such pieces cover the board: change --pieces, --areas or --empty";
        let words = [no_board, "raise --tries, or relax the options"];
        making.run("packing.generate", None, tries, words, make, entry)
    }
}

/// Make random boards that have a solution
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/generate-tiles.txt"))]
pub struct Tiles {
    /// Size: `4`, or `3x4` for 3 rows and 4 columns
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Size,

    #[command(flatten)]
    mixing: Mixing,

    /// Make boards whose shortest solution has exactly N moves: up to 3x4 all equally likely, larger ones from random boards
    /// that are at least as far
    #[arg(long, value_name = "N", conflicts_with = "walk")]
    length: Option<u64>,

    /// Format to write [default: course for squares up to 10×10, rows for others]
    #[arg(long, value_parser = one_of(FORMATS))]
    format: Option<FileFormat>,

    #[command(flatten)]
    new: NewFiles,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Options,
}

impl Tiles {
    fn run(self) -> Ended {
        let Self { size, mixing, length, format, new, goal, options } = &self;
        let format = format.unwrap_or(FileFormat::usual(*size));
        let (Size { height, width }, count) = (size, mixing.count);
        let sentence = format_args!(
            "a board of {height} by {width} cells cannot be written in this format; use --format rows"
        );
        Failure::usage_if(!format.holds(*size), sentence)?;
        let sentence = format_args!(
            "{count} boards need as many files: name a folder with --files DIR, or print a list with --format line"
        );
        let is_one_file = count == 1 || format == FileFormat::Line || options.plain.json;
        Failure::usage_if(!is_one_file && new.files.is_none(), sentence)?;
        let goal = goal.read::<&str>(&[])?.of(*size).map_err(Failure::invalid)?;
        mixing.check(&goal)?;
        let mut run = Run::start(options, Activity::GENERATING)?;
        let folder = Folder::place(new, count as usize)?;
        run.open()?;
        let seed = mixing.seed.chosen(run.options);
        let mut cost = Cost::default();
        // Texts and documents take some sixteen times as much as the boards.
        let boards_only = |limits: &Limits| Limits { memory: limits.memory / 16, ..limits.clone() };
        let (made, reason) = run.search_unseen(|limits, _| match length {
            Some(length) => boards_of_length(&goal, *length, seed, 1..=count.into(), limits, &mut cost),
            None => boards(&goal, mixing.walk, seed, 1..=count.into(), &boards_only(limits)),
        });
        let ending = match reason {
            Some(reason) => run.gave_up(reason, &cost),
            None if made.len() == count as usize => Ending::DONE,
            None => {
                let sentence = "--length: no board found is so far from its goal; choose a smaller length";
                Ending::because(sentence, Status::Impossible)
            }
        };
        let some = (ending != Ending::DONE && count > 1)
            .then(|| format!("{} of {count} boards are made", made.len()));
        let words = [length.map_or_else(String::new, |length| counted(length, "move")), String::new()];
        let has_texts = folder.is_some() || !options.plain.json;
        let text = |board| if has_texts { formats::write(board, format) } else { String::new() };
        let numbered = |(number, board)| (number, text(board), words.clone());
        let numbered: Vec<Numbered> = (1..).zip(&made).map(numbered).collect();
        let mut files = Folder::fill(folder.as_ref(), &numbered)?.into_iter();
        let boards = made.into_iter().zip(numbered).map(|(board, (_, text, _))| (board, text, files.next()));
        let boards: Vec<_> = boards.collect();
        Ok(run.end_with(Answer::new(random(seed, mixing.walk, &boards), ending).remark(some)))
    }
}
