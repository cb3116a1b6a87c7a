//! Positions side by side, as many as the screen is wide enough for.

use std::io::{IsTerminal, stdout};

use terminal_size::{Width, terminal_size_of};

use crate::run::output::Stream;
use crate::run::terminal::colours;
use traybit_picture::playback::{Cell, Playback};
use traybit_picture::terminal::board::Scale;
use traybit_picture::terminal::{Colours, Glyph, grid, scales, written};

/// Width in columns of output that is no terminal.
const DEFAULT_COLUMNS: usize = 100;
/// The columns between two positions.
const BETWEEN: usize = 4;

/// The stream that positions are drawn on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    columns: usize,
    scale: Scale,
    colours: Colours,
}

/// A position with its caption.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    rows: Vec<Vec<Glyph>>,
}

impl Screen {
    /// Standard output, and the largest scale at which the playback's board fits. Files and pipes have lines of any
    /// length.
    pub(super) fn of_standard_output(playback: &Playback) -> Result<Self, String> {
        let known = terminal_size_of(stdout()).map(|(Width(columns), _)| usize::from(columns));
        let breadth = if stdout().is_terminal() { known } else { Some(usize::MAX) };
        let breadth = breadth.unwrap_or(DEFAULT_COLUMNS);
        let scale =
            scales(playback).into_iter().find(|scale| scale.extent(playback.size).0 as usize <= breadth);
        let scale = scale.ok_or_else(|| {
            format!(
                "a board of {} columns is too wide for a terminal of {breadth}: --svg FILE or --png FILE draws it",
                playback.size.width
            )
        })?;
        Ok(Self { columns: known.unwrap_or(DEFAULT_COLUMNS), scale, colours: colours() })
    }

    /// Writes panels side by side as far as there is room, then in further rows.
    pub(super) fn write(
        &self,
        panels: impl IntoIterator<Item = Panel>,
        stream: &mut Stream,
    ) -> Result<(), String> {
        let (mut row, mut breadth, mut between): (Vec<Panel>, usize, &str) = (Vec::new(), 0, "");
        for panel in panels {
            if !row.is_empty() && breadth + BETWEEN + panel.columns() > self.columns {
                stream.put(between);
                stream.put(&written(&beside(&row), self.colours));
                between = "\n";
                row.clear();
                breadth = 0;
                if stream.is_full() {
                    stream.flush()?;
                }
            }
            breadth += panel.columns() + if row.is_empty() { 0 } else { BETWEEN };
            row.push(panel);
        }
        stream.put(between);
        stream.put(&written(&beside(&row), self.colours));
        Ok(())
    }
}

impl Panel {
    /// A position with a line above it; without a caption there is no such line.
    pub(super) fn new(caption: &str, playback: &Playback, corners: &[Option<Cell>], screen: &Screen) -> Self {
        let mut rows = trimmed(grid(playback, corners, screen.scale));
        if !caption.is_empty() {
            rows.insert(0, Glyph::line(caption));
        }
        let breadth = rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut rows {
            row.resize(breadth, Glyph::plain(' '));
        }
        Self { rows }
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }
}

/// The rows without the empty rows and columns at their edges.
fn trimmed(mut rows: Vec<Vec<Glyph>>) -> Vec<Vec<Glyph>> {
    let is_empty = |glyph: &Glyph| *glyph == Glyph::plain(' ');
    let is_blank = |row: &Vec<Glyph>| row.iter().all(is_empty);
    rows.drain(..rows.iter().take_while(|row| is_blank(row)).count());
    rows.truncate(rows.len() - rows.iter().rev().take_while(|row| is_blank(row)).count());
    let left = rows.iter().map(|row| row.iter().take_while(|glyph| is_empty(glyph)).count()).min();
    let right = rows.iter().map(|row| row.iter().rev().take_while(|glyph| is_empty(glyph)).count()).min();
    for row in &mut rows {
        row.truncate(row.len() - right.unwrap_or(0));
        row.drain(..left.unwrap_or(0).min(row.len()));
    }
    rows
}

fn beside(panels: &[Panel]) -> Vec<Vec<Glyph>> {
    let height = panels.iter().map(|panel| panel.rows.len()).max().unwrap_or(0);
    let row_of = |number: usize| {
        let rows = panels.iter().map(|panel| {
            let empty = || vec![Glyph::plain(' '); panel.columns()];
            panel.rows.get(number).cloned().unwrap_or_else(empty)
        });
        let rows: Vec<Vec<Glyph>> = rows.collect();
        rows.join(&[Glyph::plain(' '); BETWEEN][..])
    };
    (0..height).map(row_of).collect()
}
