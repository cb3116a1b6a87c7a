//! Packings as they are found: each is checked, and drawn at once, or kept for an answer that is one document.

use std::io::{IsTerminal, stdout};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::command::made::Made;
use crate::command::pack::enumeration::Display;
use crate::report::packing::coloured;
use crate::run::output::{Output, Stream};
use crate::run::terminal;
use traybit_core::search::outcome::GaveUp;
use traybit_packing::checker::Checker;
use traybit_packing::drawing::{Legend, write_letters};
use traybit_packing::pack::{Cell, Pack, Packing, Placed};
use traybit_picture::terminal::Colours;

/// Collector of packings; it suspends the display while it writes to a terminal.
pub(crate) struct Collector<'a> {
    pack: &'a Pack,
    checker: Checker<'a>,
    display: &'a Display<'a>,
    colours: Colours,
    is_terminal: bool,
    /// How packings are drawn; not at all where they are kept.
    style: Option<Style<'a>>,
    /// True if packings are needed themselves.
    keeps: bool,
    state: Mutex<State>,
}

struct State {
    store: Store,
    /// Reason why no more are taken, a sentence without its full stop.
    error: Option<String>,
}

/// Packings on their way to the answer.
enum Store {
    /// Drawings, and their number so far.
    Drawings(Stream, u64),
    /// Packings of one document, the bytes that they take, and the most that they may take.
    Packings { packings: Vec<Packing>, bytes: usize, most: usize },
}

enum Style<'a> {
    /// Two characters a cell, and which pieces they are where that has to be said.
    Labels(Legend<'a>),
    /// One character a cell: the name of each piece.
    Letters(Vec<char>),
}

/// Bytes of a document for a piece without its cells.
const TEXT: usize = 24;

/// Bytes that a packing takes while it waits to be written, and as text.
fn bytes(packing: &Packing) -> usize {
    let piece =
        |placed: &Placed| size_of::<Placed>() + TEXT + placed.cells.len() * (size_of::<Cell>() + TEXT / 2);
    packing.iter().map(piece).sum()
}

impl<'a> Collector<'a> {
    /// Collector that draws each packing where the answer goes, with these letters of the pieces or with labels; perhaps it
    /// is `seen` itself, too.
    pub(crate) fn drawn(
        pack: &'a Pack,
        display: &'a Display<'a>,
        output: &Output,
        letters: Option<Vec<char>>,
        seen: bool,
    ) -> Result<Self, String> {
        let is_terminal = *output == Output::Standard && stdout().is_terminal();
        let colours = if is_terminal { terminal::colours() } else { Colours::None };
        let style = letters.map_or_else(|| Style::Labels(Legend::of(pack)), Style::Letters);
        let state = Mutex::new(State { store: Store::Drawings(output.stream()?, 0), error: None });
        let (checker, style) = (Checker::of(pack), Some(style));
        Ok(Self { pack, checker, display, colours, is_terminal, style, keeps: seen, state })
    }

    /// Collector that keeps them all, in so many bytes.
    pub(crate) fn kept(pack: &'a Pack, display: &'a Display<'a>, most: usize) -> Self {
        let store = Store::Packings { packings: Vec::new(), bytes: 0, most };
        let state = Mutex::new(State { store, error: None });
        let (checker, colours) = (Checker::of(pack), Colours::None);
        Self { pack, checker, display, colours, is_terminal: false, style: None, keeps: true, state }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks and draws a packing.
    pub(crate) fn make(&self, packing: Packing) -> Made<Packing> {
        let refusal = self.checker.check(&packing).err();
        let text = match &self.style {
            None => String::new(),
            Some(Style::Labels(legend)) => {
                coloured(self.pack, &packing, self.colours) + &legend.write(&packing)
            }
            Some(Style::Letters(letters)) => write_letters(self.pack, &packing, letters),
        };
        Made { solution: Some(packing).filter(|_| self.keeps), text, refusal }
    }

    /// Takes a packing; breaks after an error.
    pub(crate) fn take(&self, made: Made<Packing>) -> ControlFlow<()> {
        let mut state = self.lock();
        state.error = state.error.take().or_else(|| made.error("packing"));
        if state.error.is_some() {
            return ControlFlow::Break(());
        }
        match &mut state.store {
            Store::Packings { packings, bytes: taken, most } => {
                *taken += made.solution.as_ref().map_or(0, bytes);
                packings.extend(made.solution);
                if *taken > *most {
                    return ControlFlow::Break(());
                }
            }
            Store::Drawings(stream, number) => {
                if *number > 0 {
                    stream.put("\n");
                }
                *number += 1;
                stream.put(&made.text);
                if stream.is_full() {
                    self.flush_locked(&mut state);
                }
            }
        }
        if state.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes the buffered drawings.
    pub(crate) fn flush(&self) {
        self.flush_locked(&mut self.lock());
    }

    fn flush_locked(&self, state: &mut State) {
        if let Store::Drawings(stream, ..) = &mut state.store
            && !stream.is_flushed()
            && state.error.is_none()
        {
            let mut flush = || stream.flush().err();
            state.error = if self.is_terminal { self.display.suspend(flush) } else { flush() };
        }
    }

    /// Reason why no more packings were taken, where there is no memory to keep them.
    pub(crate) fn gave_up(&self) -> Option<GaveUp> {
        match self.lock().store {
            Store::Packings { bytes, most, .. } if bytes > most => Some(GaveUp::Memory),
            _ => None,
        }
    }

    /// The packings that were kept; drawings are all written then.
    pub(crate) fn finish(self) -> Result<Vec<Packing>, String> {
        let State { store, error } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (error, store) {
            (Some(error), _) => Err(error),
            (None, Store::Drawings(stream, ..)) => stream.finish().map(|()| Vec::new()),
            (None, Store::Packings { packings, .. }) => Ok(packings),
        }
    }
}
