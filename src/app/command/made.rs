//! Solutions as the threads of a search make them ready: checked, and written at once where text is the answer, or kept for
//! an answer that is one document.

use std::io::{IsTerminal, stdout};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use traybit_packing::solve::collector::Ready;

use crate::command::pack::enumeration::Display;
use crate::run::output::{Output, Stream};
use crate::run::{Failure, Run};
use traybit_core::search::outcome::GaveUp;

/// A solution, checked and written on one of several threads.
#[derive(Clone)]
pub(crate) struct Made<S> {
    /// `None` if only its text is needed.
    pub(crate) solution: Option<S>,
    pub(crate) text: String,
    /// The rule that it breaks, a sentence without its full stop.
    pub(crate) refusal: Option<String>,
}

impl<S: Ready> Ready for Made<S> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len() + self.solution.as_ref().map_or(0, Ready::bytes)
    }
}

/// Collector of solutions, which are called `one`; it suspends the display while it writes to a terminal.
pub(crate) struct Collector<'a, S> {
    one: &'static str,
    display: Option<&'a Display<'a>>,
    /// True if solutions are written to a terminal as they are found.
    pub(crate) is_terminal: bool,
    /// Bytes of a solution that is kept, by itself and in the document.
    weigh: fn(&Made<S>) -> usize,
    most: usize,
    state: Mutex<State<S>>,
}

struct State<S> {
    /// The output; `None` if solutions are kept.
    stream: Option<Stream>,
    kept: Vec<S>,
    bytes: usize,
    number: u64,
    /// Reason why no more are taken, a sentence without its full stop.
    error: Option<String>,
}

impl<'a, S> Collector<'a, S> {
    /// A collector that keeps solutions in the memory of the run, or writes each to its output, with an empty line between two.
    pub(crate) fn new(
        one: &'static str,
        run: &Run,
        display: Option<&'a Display<'a>>,
        is_kept: bool,
        weigh: fn(&Made<S>) -> usize,
    ) -> Result<Self, Failure> {
        let stream = (!is_kept).then(|| run.output().stream()).transpose().map_err(Failure::unwritable)?;
        let is_terminal = !is_kept && *run.output() == Output::Standard && stdout().is_terminal();
        let state = Mutex::new(State { stream, kept: Vec::new(), bytes: 0, number: 0, error: None });
        Ok(Self { one, display, is_terminal, weigh, most: run.limits().memory, state })
    }

    fn lock(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a solution; breaks after an error.
    pub(crate) fn take(&self, made: Made<S>) -> ControlFlow<()> {
        let mut state = self.lock();
        if let Some(refusal) = &made.refusal {
            let one = self.one;
            let sentence = format!("a {one} was found that is none ({refusal}); please report this puzzle");
            state.error.get_or_insert(sentence);
        }
        if state.error.is_some() {
            return ControlFlow::Break(());
        }
        state.number += 1;
        let is_first = state.number == 1;
        if let Some(stream) = &mut state.stream {
            stream.put(if is_first { "" } else { "\n" });
            stream.put(&made.text);
            if stream.is_full() || self.is_terminal && self.display.is_none() {
                self.flush_locked(&mut state);
            }
        } else {
            state.bytes += (self.weigh)(&made);
            state.kept.extend(made.solution);
        }
        let is_over = state.error.is_some() || state.bytes > self.most;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Writes what waits.
    pub(crate) fn flush(&self) {
        self.flush_locked(&mut self.lock());
    }

    fn flush_locked(&self, state: &mut State<S>) {
        if let Some(stream) = &mut state.stream
            && !stream.is_flushed()
            && state.error.is_none()
        {
            let mut flush = || stream.flush().err();
            state.error = match self.display.filter(|_| self.is_terminal) {
                Some(display) => display.suspend(flush),
                None => flush(),
            };
        }
    }

    /// Reason why no more were taken, where there is no memory to keep them.
    pub(crate) fn gave_up(&self) -> Option<GaveUp> {
        (self.lock().bytes > self.most).then_some(GaveUp::Memory)
    }

    /// The solutions that were kept; others are all written then.
    pub(crate) fn finish(self) -> Result<Vec<S>, Failure> {
        let State { stream, kept, error, .. } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let written = error.map_or_else(|| stream.map_or(Ok(()), Stream::finish), Err);
        written.map(|()| kept).map_err(Failure::unwritable)
    }
}
