//! The game as it runs: keys, clicks, signals, the clock and the engine's answers come in, and the screen is drawn.

use std::io::Error;
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, MouseButton, MouseEventKind};
use ratatui::layout::Position;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::engine::{Engine, Search};
use crate::keys::{Action, meaning};
use crate::places::Places;
use crate::screen::{Screen, give_back, has_event};
use crate::session::Session;
use crate::view;
use traybit_picture::terminal::Colours;

/// Longest time to wait for a key before signals are handled, and while something moves on the screen.
const PATIENCE: Duration = Duration::from_millis(100);
const FRAME: Duration = Duration::from_millis(30);

/// Longest time that a signal may wait to be handled; reading from a terminal that is gone may never end.
const GRACE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Quit,
    /// This signal came, or the key that stands for it.
    Signal(i32),
}

/// The game and all that it needs.
pub(crate) struct Running<'a> {
    session: Session<'a>,
    engine: Engine,
    search: Option<Search>,
    screen: Screen,
    signals: Signals,
    colours: Colours,
    places: Option<Places>,
    /// Due time of the last step that it made by itself.
    due: Instant,
}

impl<'a> Running<'a> {
    pub(crate) fn new(session: Session<'a>, engine: Engine, colours: Colours) -> Result<Self, Error> {
        let signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
        let screen = Screen::new()?;
        insist()?;
        let (search, places, due) = (None, None, Instant::now());
        Ok(Self { session, engine, search, screen, signals, colours, places, due })
    }

    /// Plays to the end; the terminal is given back then.
    pub(crate) fn play(mut self) -> Result<End, Error> {
        loop {
            if let Some(end) = self.heed_signals()? {
                return Ok(end);
            }
            if let Some(answer) = self.search.as_ref().and_then(Search::answer) {
                self.search = None;
                self.session.answered(answer);
            }
            self.keep_time();
            self.draw()?;
            let is_moving = self.session.is_running || self.search.is_some();
            if !has_event(if is_moving { FRAME } else { PATIENCE })? {
                continue;
            }
            if let Some(end) = self.hear(&event::read()?)? {
                return Ok(end);
            }
        }
    }

    fn draw(&mut self) -> Result<(), Error> {
        let (session, colours, places) = (&self.session, self.colours, &mut self.places);
        let search = self.search.as_ref().map(Search::words);
        let draw = |frame: &mut Frame| *places = Some(view::draw(session, search.as_deref(), colours, frame));
        self.screen.terminal.draw(draw).map(drop)
    }

    fn keep_time(&mut self) {
        let now = Instant::now();
        if !self.session.is_running {
            self.due = now;
            return;
        }
        let steps = now.duration_since(self.due).as_secs_f64() * self.session.speed;
        if steps >= 1.0 {
            self.session.advance(steps as usize);
            self.due += Duration::from_secs_f64(steps.floor() / self.session.speed);
        }
    }

    fn hear(&mut self, event: &Event) -> Result<Option<End>, Error> {
        let pressed = match event {
            Event::Key(key) => {
                meaning(*key, self.session.awaits_name, |name| self.session.named(name).is_some())
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let place = Position { x: mouse.column, y: mouse.row };
                let cell = self.places.and_then(|places| places.cell_at(self.session.playback, place));
                cell.map(Action::Click)
            }
            // Anything else, such as another size of the screen, is seen when it is drawn.
            _ => None,
        };
        #[cfg(debug_assertions)]
        assert!(
            pressed.is_none() || std::env::var_os("TRAYBIT_PLAY_FAULT").is_none(),
            "the error that TRAYBIT_PLAY_FAULT asks for"
        );
        match pressed {
            None => Ok(None),
            Some(Action::Quit) => Ok(Some(End::Quit)),
            Some(Action::Interrupt) => Ok(Some(End::Signal(SIGINT))),
            Some(Action::Suspend) => self.suspend().map(|()| None),
            Some(Action::Redraw) => self.screen.terminal.clear().map(|()| None),
            Some(action) => {
                self.perform(action);
                Ok(None)
            }
        }
    }

    /// Performs an action, and begins or gives up the search as the session awaits it.
    fn perform(&mut self, action: Action) {
        self.session.perform(action);
        if self.session.awaited.is_none() {
            self.search = None;
        } else if self.search.is_none() {
            match self.engine.begin(self.session.puzzle.moved(&self.session.table.corners)) {
                Ok(search) => self.search = Some(search),
                Err(reason) => self.session.answered(Err(format!("no search could begin: {reason}"))),
            }
        }
    }

    fn heed_signals(&mut self) -> Result<Option<End>, Error> {
        let came: Vec<i32> = self.signals.pending().collect();
        for signal in came {
            match signal {
                SIGTSTP => self.suspend()?,
                // Somebody else may have stopped the program and used the terminal.
                SIGCONT => {
                    give_back();
                    self.resume()?;
                }
                signal => return Ok(Some(End::Signal(signal))),
            }
        }
        Ok(None)
    }

    /// Gives the terminal back and stops until the shell continues the program.
    fn suspend(&mut self) -> Result<(), Error> {
        give_back();
        emulate_default_handler(SIGTSTP)?;
        self.resume()
    }

    /// Takes the terminal again; no steps were due in the meantime.
    fn resume(&mut self) -> Result<(), Error> {
        self.due = Instant::now();
        self.screen.take()
    }
}

/// Ends the program some time after a signal that should have ended it.
fn insist() -> Result<(), Error> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            thread::sleep(GRACE);
            give_back();
            // If that fails, there is no other way to end in this signal's name.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}
