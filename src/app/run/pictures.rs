//! `--svg`, `--png`, `--gif` and `--html`: pictures of a puzzle and its solution, written once the answer is verified.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{ArgGroup, Args};

use crate::command::play::parse_speed;
use crate::run::progress::Bar;
use crate::run::{Failure, Output, Run, say, tried_apart};
use traybit_core::shown;
use traybit_packing::{Pack, Packing};
use traybit_picture::packing::playback;
use traybit_picture::page::{MAX_MOVES, MAX_SOLUTIONS, page};
use traybit_picture::playback::{Handling, Playback};
use traybit_picture::raster;
use traybit_picture::svg::{MAX_CELL, MIN_CELL, Picture, usual_cell};
use traybit_program::{Status, capital, counted, grouped};

/// The files of pictures, and how they look.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Pictures")]
#[command(group(ArgGroup::new("pictures").args(["svg", "png", "gif"]).multiple(true)))]
pub(crate) struct Picturing {
    /// Write a picture to FILE as SVG, which needs no font; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,

    /// Write a picture to FILE as PNG, transparent outside the board
    #[arg(long, value_name = "FILE")]
    png: Option<OsString>,

    /// Write an animation of the solution to FILE, as GIF
    #[arg(long, value_name = "FILE")]
    pub(crate) gif: Option<OsString>,

    /// Write a web page to FILE, to play the puzzle and to see its solution; it needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<OsString>,

    /// Draw the position after N moves of the solution; 0 is the start
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,

    /// Number the rows and columns along the edges, from 1
    #[arg(long)]
    pub(crate) rulers: bool,

    /// The side of a cell in pictures, in pixels [default: 64, less for large boards]
    #[arg(long, value_name = "PIXELS", requires = "pictures", value_parser = clap::value_parser!(u16).range(i64::from(MIN_CELL)..=i64::from(MAX_CELL)))]
    cell: Option<u16>,

    /// Draw the board alone in pictures, without words and arrows
    #[arg(long, requires = "pictures")]
    bare: bool,

    /// Moves per second in --gif
    #[arg(long, value_name = "N", requires = "gif", default_value_t = 2.5, value_parser = parse_speed)]
    speed: f64,
}

/// The outputs of pictures, tested.
pub(crate) struct Pictures<'a> {
    picturing: &'a Picturing,
    /// Each file with its option.
    pub(super) files: Vec<(&'static str, Output)>,
    /// The title of a puzzle without one.
    name: Option<String>,
    /// True if no progress is shown.
    pub(super) is_quiet: bool,
}

/// Playbacks of solutions of one puzzle, or why there can be none.
type Solutions = Result<Vec<Playback>, String>;

/// The contents of files, all of them drawn.
pub(crate) struct Drawn(Vec<(Output, Vec<u8>)>);

/// The first packings, for one page; pictures show the first of all.
pub(crate) struct Album<'a> {
    pictures: Pictures<'a>,
    packings: Vec<Packing>,
    pieces: usize,
    found: u64,
}

impl Picturing {
    /// The files that the options name, apart from all other outputs; tested at once.
    pub(crate) fn place(&self, puzzle: &OsStr, others: &[Output]) -> Result<Option<Pictures<'_>>, Failure> {
        let (is_still, is_other) =
            (self.svg.is_some() || self.png.is_some(), self.gif.is_some() || self.html.is_some());
        let sentence = "--step is for --svg, --png and the terminal, not for --gif and --html";
        Failure::usage_if(self.step.is_some() && is_other && !is_still, sentence)?;
        let (mut files, mut taken) = (Vec::new(), others.to_vec());
        for (option, name) in
            [("--svg", &self.svg), ("--png", &self.png), ("--gif", &self.gif), ("--html", &self.html)]
        {
            let Some(name) = name else { continue };
            let what = if option == "--html" { "page" } else { "picture" };
            let file = tried_apart(what, option, name, &taken)?;
            taken.push(file.clone());
            files.push((option, file));
        }
        let name = name_of(puzzle);
        Ok((!files.is_empty()).then_some(Pictures { picturing: self, files, name, is_quiet: false }))
    }

    /// Number of moves before the position that is drawn: all of a packing, none of others; fails if there are fewer.
    pub(crate) fn shown(&self, playback: &Playback) -> Result<usize, Failure> {
        let count = playback.moves.len();
        let step = self.step.unwrap_or(if playback.handling == Handling::Place { count } else { 0 });
        let moves = counted(count as u64, "move");
        let sentence = format_args!("there is no position after {step} moves: the solution has {moves}");
        Failure::usage_if(step > count, sentence)?;
        Ok(step)
    }

    /// The content of a picture file that an option asks for.
    fn picture(&self, option: &str, playback: &Playback, is_quiet: bool) -> Result<Vec<u8>, Failure> {
        let cell = self.cell.unwrap_or_else(|| usual_cell(playback));
        let picture = if self.bare { Picture::bare(playback, cell) } else { Picture::new(playback, cell) };
        let moved = self.shown(playback)?;
        let made = match option {
            "--svg" => Ok(picture.document(moved).into_bytes()),
            "--png" => raster::png(picture, moved),
            _ => {
                // In hundredths of a second; players replace less than two by a slow default.
                let delay = (100.0 / self.speed).round().max(2.0) as u16;
                let bar = Bar::start("drawing", playback.moves.len(), is_quiet);
                raster::gif(&picture, delay, || bar.done(None))
            }
        };
        made.map_err(Failure::usage)
    }
}

impl Pictures<'_> {
    /// Draws a puzzle's first solution, or its start, and the page of all its solutions, playbacks of one board. `note`
    /// follows the number of solutions.
    pub(crate) fn drawn(self, puzzle: Playback, solutions: &Solutions, note: &str) -> Result<Drawn, Failure> {
        let title = puzzle.title.clone().or(self.name);
        let first = solutions.iter().flatten().next().unwrap_or(&puzzle).clone();
        let first = Playback { title: title.clone(), has_rulers: self.picturing.rulers, ..first };
        let mut made = Vec::new();
        let puzzle = Playback { title, ..puzzle };
        for (option, file) in self.files {
            let content = match option {
                "--gif" if first.moves.is_empty() => {
                    say("--gif: no animation is written: there are no moves to show");
                    continue;
                }
                "--html" => {
                    let text = solutions.as_ref().map_err(Clone::clone);
                    let text = text.and_then(|solutions| page(puzzle.clone(), solutions, note));
                    let unwritten = |sentence| format!("--html: no page is written: {sentence}");
                    text.map_err(|sentence| Failure::unwritable(unwritten(sentence)))?.into_bytes()
                }
                _ => self.picturing.picture(option, &first, self.is_quiet)?,
            };
            made.push((file, content));
        }
        Ok(Drawn(made))
    }

    /// Writes them beside an answer with this status, which is returned unless that fails; see [`drawn`](Self::drawn).
    pub(crate) fn finish(self, still: Playback, solutions: &Solutions, note: &str, status: Status) -> Status {
        let drawn = self.drawn(still, solutions, note);
        drawn.and_then(Drawn::write).map_or_else(Failure::tell, |()| status)
    }
}

impl Drawn {
    pub(crate) fn write(self) -> Result<(), Failure> {
        self.0.iter().try_for_each(|(file, content)| file.write(content)).map_err(Failure::unwritable)
    }
}

impl<'a> Album<'a> {
    pub(crate) fn new(pictures: Pictures<'a>) -> Self {
        Self { pictures, packings: Vec::new(), pieces: 0, found: 0 }
    }

    /// Keeps a packing that was found, unless there are enough for a page.
    pub(crate) fn see(&mut self, packing: &Packing) {
        self.found += 1;
        self.pieces += packing.len();
        if self.packings.len() < MAX_SOLUTIONS && self.pieces <= MAX_MOVES {
            self.packings.push(packing.clone());
        }
    }

    /// Writes the pictures of the puzzle and the packings; the status, unless that fails.
    pub(crate) fn finish(self, run: &Run, pack: &Pack, status: Status) -> Status {
        let Self { pictures, packings, found, .. } = self;
        let mut note = String::new();
        if pictures.picturing.html.is_some() && found > packings.len() as u64 {
            let (shown, found) = (packings.len(), grouped(found));
            run.options.remark(format_args!("the page shows the first {shown} of {found} packings"));
            note = format!(" ({found} were found)");
        }
        let solutions = packings.iter().map(|packing| playback(pack, Some(packing))).collect();
        pictures.finish(playback(pack, None), &Ok(solutions), &note, status)
    }
}

/// The name of a puzzle without a title: that of its file, in words. Standard input has none.
pub(crate) fn name_of(puzzle: &OsStr) -> Option<String> {
    let stem = Path::new(puzzle).file_stem().filter(|_| puzzle != "-").map(shown)?;
    let words = stem.replace(['-', '_'], " ");
    Some(capital(words.trim())).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Album, Picturing};
    use traybit_packing::Placed;
    use traybit_picture::page::MAX_SOLUTIONS;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        picturing: Picturing,
    }

    #[test]
    fn an_album_keeps_the_first_packings() {
        let Typed { picturing } = Typed::parse_from(["show", "--svg", "-"]);
        let place = || picturing.place("p".as_ref(), &[]).expect("an output").expect("a picture");
        let mut album = Album::new(place());
        let packing = |column| vec![Placed { piece: 0, cells: vec![(0, column)] }];
        for column in 0..250 {
            album.see(&packing(column));
        }
        assert_eq!((album.packings.len(), album.found), (MAX_SOLUTIONS, 250));
        assert_eq!(album.packings[1], packing(1));
        let many = (0..60_000).map(|_| Placed { piece: 0, cells: vec![(0, 0)] }).collect();
        let mut album = Album::new(place());
        album.see(&many);
        album.see(&many);
        assert_eq!((album.packings.len(), album.found), (1, 2));
    }
}
