//! `traybit show PUZZLE [GOAL] [SOLUTION]`: a puzzle and its solution, in the terminal or as pictures.

use std::io::{IsTerminal, stdout};

use clap::Args;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use terminal_size::{Width, terminal_size_of};

use crate::command::puzzle_files::PuzzleFiles;
use crate::run::output::Stream;
use crate::run::terminal::colours_of;
use crate::run::{Ended, Failure, Output, Pictures, Picturing, Status};
use traybit_picture::playback::{Cell, Handling, Playback};
use traybit_picture::terminal::board::{Board, Scale, breadth};
use traybit_picture::terminal::{Colours, Window, legend, scales, written};
use traybit_program::{Signals, counted};

/// Draw a puzzle and its solution
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/show.txt"))]
pub struct Arguments {
    #[command(flatten)]
    files: PuzzleFiles,

    /// Draw every position on standard output, each with its move
    #[arg(long, conflicts_with_all = ["step", "pictures", "html"])]
    all: bool,

    #[command(flatten)]
    picturing: Picturing,
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let Arguments { files, picturing, .. } = arguments;
    let signals = Signals::install(|| "nothing is drawn".to_owned());
    let (puzzle, playback) = files.read()?;
    let playback = Playback { has_rulers: picturing.rulers, ..playback };
    let (count, shown) = (playback.moves.len(), picturing.shown(&playback)?);
    let pictures = picturing.place(&files.puzzle, &[])?;
    let sentence = "--gif shows moves, and there are none: a solution's file, SOLUTION, is missing or empty";
    Failure::usage_if(picturing.gif.is_some() && count == 0, sentence)?;
    let draw = |pictures: Pictures| {
        let still = puzzle.playback(None, 1).unwrap_or_else(|_| playback.clone());
        pictures.drawn(still, &Ok(if count > 0 { vec![playback.clone()] } else { Vec::new() }), "")
    };
    let drawn = pictures.map(draw).transpose()?;
    signals.finish();
    match drawn {
        Some(drawn) => drawn.write()?,
        None => arguments.draw(&playback, shown).map_err(Failure::unwritable)?,
    }
    Ok(Status::Done)
}

impl Arguments {
    fn draw(&self, playback: &Playback, shown: usize) -> Result<(), String> {
        let screen = Screen::new(playback)?;
        let mut stream = Output::Standard.stream()?;
        stream.put(&heading(playback));
        let (count, is_packing) = (playback.moves.len(), playback.handling == Handling::Place);
        let at = |moves, caption: &str| screen.panel(caption, playback, &playback.corners_after(moves));
        if self.all {
            screen.write(every(playback, &screen), &mut stream)?;
        } else if self.picturing.step.is_some() || is_packing {
            let caption = if count == 0 { after(shown) } else { playback.progress(shown) };
            screen.write([at(shown, if is_packing { "" } else { &caption })], &mut stream)?;
        } else {
            let ends = if count > 0 { vec![at(count, &after(count))] } else { goals(playback, &screen) };
            screen.write([at(0, "start")].into_iter().chain(ends), &mut stream)?;
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
        let fits = |scale: &Scale| Window::of(playback, *scale).area.right() <= breadth;
        let scale = scales(playback, 1, LONGEST_NAME).into_iter().find(fits).ok_or_else(|| {
            format!(
                "a board of {} columns is too wide for a terminal of {breadth}: --svg FILE or --png FILE draws it",
                playback.size.width
            )
        })?;
        Ok(Self { columns, scale, colours: colours_of(&stdout()) })
    }

    /// A position with a line above it, unless its caption is empty.
    fn panel(&self, caption: &str, playback: &Playback, corners: &[Option<Cell>]) -> Buffer {
        let mut window = Window::of(playback, self.scale);
        window.area.y += u16::from(!caption.is_empty());
        let width = window.area.right().max(breadth(caption) as u16);
        let mut panel = Buffer::empty(Rect::new(0, 0, width, window.area.bottom()));
        panel.set_string(0, 0, caption, Style::new());
        Board::new(playback, corners, self.scale, self.colours, None).draw(&mut panel, window);
        panel
    }

    /// Writes panels side by side as far as there is room, then in further rows.
    fn write(&self, panels: impl IntoIterator<Item = Buffer>, stream: &mut Stream) -> Result<(), String> {
        let (mut panels, mut between) = (panels.into_iter().peekable(), "");
        while let Some(mut row) = panels.next() {
            let fits = |row: &Buffer, panel: &Buffer| {
                row.area.width.saturating_add(BETWEEN + panel.area.width) <= self.columns
            };
            while let Some(mut panel) = panels.next_if(|panel| fits(&row, panel)) {
                panel.area.x = row.area.width + BETWEEN;
                row.merge(&panel);
            }
            stream.put(between);
            stream.put(&written(&row, self.colours));
            between = "\n";
            if stream.is_full() {
                stream.flush()?;
            }
        }
        Ok(())
    }
}
