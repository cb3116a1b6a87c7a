//! `traybit show PUZZLE [GOAL] [SOLUTION]`: a puzzle and its solution, in the terminal or as pictures.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, stdout};

use clap::{ArgGroup, Args};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use terminal_size::{Width, terminal_size_of};

use crate::command::play::parse_speed;
use crate::command::puzzle_files::PuzzleFiles;
use crate::run::output::Stream;
use crate::run::page::Paging;
use crate::run::progress::Bar;
use crate::run::terminal::colours;
use crate::run::{Ended, Failure, Output, PROGRAM, Status, tried_apart};
use traybit_picture::playback::{Cell, Handling, Playback};
use traybit_picture::raster;
use traybit_picture::svg::{MAX_CELL, MIN_CELL, Picture, usual_cell};
use traybit_picture::terminal::board::{Board, Scale, breadth};
use traybit_picture::terminal::{Colours, Window, legend, scales, written};
use traybit_program::signals::Signals;
use traybit_program::text::counted;

const EXAMPLES: &str = "\
Without options the start is drawn on standard output; beside it the position that the solution
ends in, or the goal where there is no solution. A packing is drawn with all its pieces. With --svg,
--png, --gif or --html nothing is drawn on standard output. SOLUTION is a file that `traybit solve`
wrote.

Examples:
  traybit show klotski
  traybit show TRAY GOAL moves --all
  traybit show TRAY GOAL moves --gif klotski.gif --speed 4 --cell 48
  traybit show BOARD SOLUTION --step 12 --svg board.svg --png board.png
  traybit show PUZZLE PACKINGS --number 1 --png packing.png
  traybit solve DRAWING | traybit show DRAWING -";

/// Draw a puzzle and its solution
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("pictures").arg("html").multiple(true)))]
pub struct Arguments {
    #[command(flatten)]
    files: PuzzleFiles,

    /// Draw the position after N moves of the solution; 0 is the start
    #[arg(long, value_name = "N")]
    step: Option<usize>,

    /// Draw every position on standard output, each with its move
    #[arg(long, conflicts_with_all = ["step", "pictures"])]
    all: bool,

    /// Write a picture to FILE as SVG, which needs no font; `-` is standard output
    #[arg(long, value_name = "FILE", group = "pictures")]
    svg: Option<OsString>,

    /// Write a picture to FILE as PNG, transparent outside the board
    #[arg(long, value_name = "FILE", group = "pictures")]
    png: Option<OsString>,

    /// Write an animation of the solution to FILE, as GIF
    #[arg(long, value_name = "FILE", group = "pictures")]
    gif: Option<OsString>,

    #[command(flatten)]
    paging: Paging,

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

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let pictures = arguments.pictures()?;
    let signals = Signals::install(PROGRAM, || "nothing is drawn".to_owned()).ok();
    let (puzzle, playback) = arguments.files.read()?;
    let count = playback.moves.len();
    if let Some(step) = arguments.step.filter(|step| *step > count) {
        let moves = counted(count as u64, "move");
        let sentence = format_args!("there is no position after {step} moves: the solution has {moves}");
        return Err(Failure::usage(sentence));
    }
    if arguments.gif.is_some() && count == 0 {
        let sentence =
            "--gif shows moves, and there are none: a solution's file, SOLUTION, is missing or empty";
        return Err(Failure::usage(sentence));
    }
    let mut outputs = Vec::new();
    for (option, name) in &pictures {
        outputs.push(tried_apart("picture", option, name, &outputs)?);
    }
    let page = arguments.paging.place(&arguments.files.puzzle, &outputs)?;
    let mut files = Vec::new();
    for ((option, _), output) in pictures.iter().zip(&outputs) {
        files.push((output, arguments.picture(option, &playback)?));
    }
    if let Some(signals) = signals {
        signals.finish();
    }
    for (output, file) in files {
        output.write(&file).map_err(Failure::unwritable)?;
    }
    match page {
        Some(page) => {
            let still = puzzle.playback(None, 1).unwrap_or_else(|_| playback.clone());
            let solutions = if count > 0 { vec![playback] } else { Vec::new() };
            return Ok(page.write(still, Ok(solutions), "", Status::Done));
        }
        None if outputs.is_empty() => arguments.draw(&playback).map_err(Failure::unwritable)?,
        None => {}
    }
    Ok(Status::Done)
}

impl Arguments {
    /// The options of the pictures to be written, with their files.
    fn pictures(&self) -> Result<Vec<(&'static str, &OsStr)>, Failure> {
        let all = [("--svg", &self.svg), ("--png", &self.png), ("--gif", &self.gif)];
        let named = all.into_iter().filter_map(|(option, name)| Some((option, name.as_deref()?)));
        let named: Vec<_> = named.collect();
        let is_still = self.svg.is_some() || self.png.is_some();
        let is_other = self.gif.is_some() || self.paging.is_given();
        if self.step.is_some() && is_other && !is_still || self.cell.is_some() && named.is_empty() {
            let sentence = "--step is for --svg, --png and the terminal, --cell for --svg, --png and --gif";
            return Err(Failure::usage(sentence));
        }
        Ok(named)
    }

    /// Number of moves before the position that is drawn alone.
    fn shown(&self, playback: &Playback) -> usize {
        // A packing is shown complete.
        let usual = if playback.handling == Handling::Place { playback.moves.len() } else { 0 };
        self.step.unwrap_or(usual)
    }

    /// The content of a picture file that an option asks for.
    fn picture(&self, option: &str, playback: &Playback) -> Result<Vec<u8>, Failure> {
        let cell = self.cell.unwrap_or_else(|| usual_cell(playback));
        let picture = if self.bare { Picture::bare(playback, cell) } else { Picture::new(playback, cell) };
        let moved = self.shown(playback);
        let made = match option {
            "--svg" => Ok(picture.document(moved).into_bytes()),
            "--png" => raster::png(&picture.without_ground(), moved),
            _ => {
                // In hundredths of a second; players replace less than two by a slow default.
                let delay = (100.0 / self.speed).round().max(2.0) as u16;
                let bar = Bar::start("drawing", playback.moves.len(), false);
                raster::gif(playback, cell, delay, self.bare, || bar.done(None))
            }
        };
        made.map_err(Failure::usage)
    }

    fn draw(&self, playback: &Playback) -> Result<(), String> {
        let screen = Screen::new(playback)?;
        let mut stream = Output::Standard.stream()?;
        stream.put(&heading(playback));
        let (count, is_packing) = (playback.moves.len(), playback.handling == Handling::Place);
        let at = |moves, caption: &str| screen.panel(caption, playback, &playback.corners_after(moves));
        if self.all {
            screen.write(every(playback, &screen), &mut stream)?;
        } else if self.step.is_some() || is_packing {
            let shown = self.shown(playback);
            let caption = if count == 0 { after(shown) } else { playback.progress(shown) };
            screen.write([at(shown, if is_packing { "" } else { &caption })], &mut stream)?;
        } else {
            let end = (count > 0).then(|| at(count, &after(count)));
            let goals = if count > 0 { Vec::new() } else { goals(playback, &screen) };
            screen.write([at(0, "start")].into_iter().chain(end).chain(goals), &mut stream)?;
        }
        stream.put(&words(playback));
        stream.finish()
    }
}

fn every(playback: &Playback, screen: &Screen) -> impl Iterator<Item = Buffer> {
    let mut corners = playback.start.clone();
    let start = screen.panel("start", playback, &corners);
    let moves = playback.moves.iter().zip(playback.captions()).zip(1..);
    let further = moves.map(move |((step, caption), number)| {
        corners[step.piece] = Some(step.to);
        screen.panel(&format!("{number}. {caption}"), playback, &corners)
    });
    [start].into_iter().chain(further)
}

fn after(moves: usize) -> String {
    if moves == 0 { "start".to_owned() } else { format!("after {}", counted(moves as u64, "move")) }
}

/// The goal in words, and the meanings of the marks.
fn words(playback: &Playback) -> String {
    let task = Some(playback.task.clone()).filter(|task| !task.is_empty());
    let lines: Vec<String> = task.into_iter().chain(legend(playback)).collect();
    if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join("\n")) }
}

fn heading(playback: &Playback) -> String {
    let counts = playback.counts.iter().filter(|_| !playback.moves.is_empty());
    let counts: Vec<String> = counts.map(|(number, noun)| counted(*number, noun)).collect();
    let counts = Some(counts.join(", ")).filter(|counts| !counts.is_empty());
    let parts: Vec<String> = playback.title.clone().into_iter().chain(counts).collect();
    if parts.is_empty() { String::new() } else { parts.join(": ") + "\n\n" }
}

fn goals(playback: &Playback, screen: &Screen) -> Vec<Buffer> {
    // If every piece is in its place, marks of places are superfluous.
    let unmarked = Playback { goals: Vec::new(), ..playback.clone() };
    let numbered = playback.goals.iter().zip(1..);
    let panels = numbered.map(|(goal, number)| {
        let corners = playback.goal_corners(goal);
        let caption = if playback.goals.len() == 1 { "goal".to_owned() } else { format!("goal {number}") };
        screen.panel(&caption, &unmarked, &corners)
    });
    panels.collect()
}

/// Width in columns of output that is not a terminal.
const DEFAULT_COLUMNS: u16 = 100;
/// The most columns of a label.
const LONGEST_NAME: u16 = 100;
/// The columns between two positions.
const BETWEEN: u16 = 4;

/// Standard output: its width, and the largest scale at which a board fits.
#[derive(Clone, Copy, Debug)]
struct Screen {
    columns: u16,
    scale: Scale,
    colours: Colours,
}

impl Screen {
    /// Files and pipes have lines of any length.
    fn new(playback: &Playback) -> Result<Self, String> {
        let known = terminal_size_of(stdout()).map(|(Width(columns), _)| columns);
        let columns = known.unwrap_or(DEFAULT_COLUMNS);
        let breadth = if stdout().is_terminal() { columns } else { u16::MAX };
        let fits = |scale: &Scale| scale.extent(playback.size).0 <= breadth.into();
        let scale = scales(playback, 1, LONGEST_NAME).into_iter().find(fits).ok_or_else(|| {
            format!(
                "a board of {} columns is too wide for a terminal of {breadth}: --svg FILE or --png FILE draws it",
                playback.size.width
            )
        })?;
        Ok(Self { columns, scale, colours: colours() })
    }

    /// A position with a line above it, unless its caption is empty.
    fn panel(&self, caption: &str, playback: &Playback, corners: &[Option<Cell>]) -> Buffer {
        let mut window = Window::of(playback, self.scale);
        let Rect { width, height, .. } = window.area;
        window.area.y = u16::from(!caption.is_empty());
        let mut panel =
            Buffer::empty(Rect::new(0, 0, width.max(breadth(caption) as u16), window.area.y + height));
        panel.set_string(0, 0, caption, Style::new());
        Board::new(playback, corners, self.scale, self.colours, None).draw(&mut panel, window);
        panel
    }

    /// Writes panels side by side as far as there is room, then in further rows.
    fn write(&self, panels: impl IntoIterator<Item = Buffer>, stream: &mut Stream) -> Result<(), String> {
        let (mut row, mut between) = (Buffer::default(), "");
        for mut panel in panels {
            if !row.content.is_empty()
                && row.area.width.saturating_add(BETWEEN + panel.area.width) > self.columns
            {
                stream.put(between);
                stream.put(&written(&row, self.colours));
                between = "\n";
                row = Buffer::default();
                if stream.is_full() {
                    stream.flush()?;
                }
            }
            if row.content.is_empty() {
                row = panel;
            } else {
                panel.area.x = row.area.width + BETWEEN;
                row.merge(&panel);
            }
        }
        stream.put(between);
        stream.put(&written(&row, self.colours));
        Ok(())
    }
}
