//! `traybit puzzles [WORD]`: the built-in puzzles with their known answers, or the text of one of them.

use std::collections::HashMap;
use std::path::Path;

use clap::Args;
use csv::{Reader, StringRecord};
use include_dir::{Dir, File};
use serde::{Deserialize, Serialize};

use crate::built_in::{folders, is_puzzle, named, unknown};
use crate::collection::{is_goal, is_index};
use crate::report::{Answer, Body, Ending, table};
use crate::run::{Ended, Plain, Run, Status, give};
use traybit_core::shown;
use traybit_family::aim::BLANK_FIRST;
use traybit_family::{self, of_family};
use traybit_packing::Pack;
use traybit_packing::exact::ExactCover;
use traybit_program::{Activity, counted};

/// List the built-in puzzles with their known answers
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/puzzles.txt"))]
pub struct Arguments {
    /// A family, or a word in the name or the source of the puzzles to list
    word: Option<String>,

    /// Print the file of the puzzle named WORD
    #[arg(long, requires = "word", conflicts_with = "json")]
    text: bool,

    #[command(flatten)]
    options: Plain,
}

/// The columns of the indexes of all families.
#[serde_with::skip_serializing_none]
#[derive(Deserialize, Serialize, schemars::JsonSchema, Default)]
struct Known {
    goal: Option<String>,
    expect: Option<String>,
    step: Option<u64>,
    slide: Option<u64>,
    path: Option<u64>,
    space: Option<u64>,
    length: Option<u64>,
    packings: Option<u64>,
    up_to_symmetry: Option<u64>,
    solutions: Option<u64>,
    source: Option<String>,
}

/// A built-in puzzle; `boards` counts those of a list, `options` those of an exact cover.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct Puzzle {
    name: String,
    family: &'static str,
    rows: Option<u16>,
    columns: Option<u16>,
    options: Option<usize>,
    boards: Option<usize>,
    #[serde(flatten)]
    known: Known,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Puzzles {
    puzzles: Vec<Puzzle>,
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let Arguments { word, text, options } = arguments;
    let word = word.as_deref().unwrap_or_default();
    let absent = || unknown(Path::new(word), None);
    if *text {
        let file = named(Path::new(word)).ok_or_else(absent)?;
        return Ok(give(&options.output()?, file.contents(), Status::Done));
    }
    let mut run = Run::start_plain(options, Activity::DESCRIBING)?;
    let puzzles: Vec<Puzzle> = folders().flat_map(puzzles).filter(|puzzle| puzzle.has(word)).collect();
    if puzzles.is_empty() {
        return Err(absent().into());
    }
    run.open()?;
    let head = ["name", "family", "size", "answer", "source"];
    let text = table(&head, puzzles.iter().map(Puzzle::row), 0..0);
    Ok(run.end_with(Answer::new(Body { schema: "puzzles", text, fields: Puzzles { puzzles } }, Ending::DONE)))
}

/// The puzzles of a folder, with the columns of its indexes.
fn puzzles(folder: &Dir<'static>) -> Vec<Puzzle> {
    let mut known = HashMap::new();
    for index in folder.files().filter(|file| is_index(file.path())) {
        let mut reader = Reader::from_reader(index.contents());
        let head = reader.headers().cloned().unwrap_or_default();
        let row =
            |row: StringRecord| Some((row.get(0)?.to_owned(), row.deserialize::<Known>(Some(&head)).ok()?));
        known.extend(reader.records().flatten().filter_map(row));
    }
    let is_start = |file: &&File<'_>| is_puzzle(file) && !is_goal(file.path());
    let puzzle = |file: &File<'static>| {
        let full = file.path().file_name().map(shown).unwrap_or_default();
        let contents = traybit_family::read(&full, file.contents()).ok()?;
        let first = &*contents.puzzles[0].puzzle;
        let pack = of_family(first).map(|pack: &Pack| pack.size);
        let size = pack.or_else(|| first.playback(None, 1).ok().map(|playback| playback.size));
        let short = file.path().file_stem().map(shown).filter(|short| named(short.as_ref()) == Some(file));
        let known = known.remove(&full).unwrap_or_default();
        Some(Puzzle {
            name: short.unwrap_or(full),
            family: first.family().name,
            rows: size.map(|size| size.height),
            columns: size.map(|size| size.width),
            options: of_family(first).map(|cover: &ExactCover| cover.options.len()),
            boards: Some(contents.puzzles.len()).filter(|boards| *boards > 1),
            known,
        })
    };
    folder.files().filter(is_start).filter_map(puzzle).collect()
}

impl Puzzle {
    /// True if its name, its family or its source contains the word.
    fn has(&self, word: &str) -> bool {
        let texts = [&*self.name, self.family, self.known.source.as_deref().unwrap_or_default()];
        texts.iter().any(|text| text.to_lowercase().contains(&word.to_lowercase()))
    }

    fn row(&self) -> Vec<String> {
        let Self { known, .. } = self;
        let size = self.rows.zip(self.columns).map(|(rows, columns)| format!("{rows}×{columns}"));
        let size = size.or(self.options.map(|options| counted(options as u64, "option")));
        let numbers = [
            (known.slide, "slide"),
            (known.step, "step"),
            (known.length, "move"),
            (known.packings, "packing"),
            (known.solutions, "solution"),
            (known.space, "position"),
            (self.boards.map(|boards| boards as u64), "board"),
        ];
        let number = numbers.into_iter().find_map(|(number, noun)| Some(counted(number?, noun)));
        let answer = match (known.expect.as_deref(), known.goal.as_deref()) {
            (Some("unsolvable"), _) => "unsolvable".to_owned(),
            (_, Some(BLANK_FIRST)) => number.unwrap_or_default() + ", blank first",
            _ => number.unwrap_or_default(),
        };
        let source = known.source.clone().unwrap_or_default();
        vec![self.name.clone(), self.family.to_owned(), size.unwrap_or_default(), answer, source]
    }
}
