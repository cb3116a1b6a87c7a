//! The game as it runs: keys, clicks, signals, the clock and the engine's answers come in, and the screen is drawn.
//!
//! Raw mode, the alternate screen and the mouse are taken together and given back together: at the end, before the
//! program is suspended, and before a panic's message. The release build aborts on a panic, so nothing is unwound
//! and the panic's hook has to do it.

use std::io::{Error, ErrorKind, Stdout, stdin, stdout};
use std::os::fd::AsRawFd;
use std::panic::{set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, poll};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Position;
use ratatui::{Frame, Terminal};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::drawing::Places;
use crate::engine::{Engine, Search};
use crate::keys::{Action, End, meaning};
use crate::session::Session;
use crate::view;
use traybit_picture::terminal::Colours;

/// Longest time to wait for a key before signals are handled, and while something moves on the screen.
const PATIENCE: Duration = Duration::from_millis(100);
const FRAME: Duration = Duration::from_millis(30);

/// Longest time that a signal may wait to be handled; reading from a terminal that is gone may never end.
const GRACE: Duration = Duration::from_secs(2);

static TAKEN: AtomicBool = AtomicBool::new(false);

/// A game with the terminal, which it gives back when it is dropped.
pub(crate) struct Running<'a> {
    session: Session<'a>,
    engine: Engine,
    search: Option<Search>,
    terminal: Terminal<CrosstermBackend<Stdout>>,
    signals: Signals,
    colours: Colours,
    places: Option<Places>,
    /// Due time of the last step that it made by itself.
    due: Instant,
}

impl<'a> Running<'a> {
    /// Takes the terminal; from then on a panic gives it back before its message is printed.
    pub(crate) fn new(session: Session<'a>, engine: Engine, colours: Colours) -> Result<Self, Error> {
        let signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
        let hook = take_hook();
        set_hook(Box::new(move |panic| {
            give_back();
            hook(panic);
        }));
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let (search, places, due) = (None, None, Instant::now());
        let mut running = Self { session, engine, search, terminal, signals, colours, places, due };
        running.take()?;
        insist()?;
        Ok(running)
    }

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
        self.terminal.draw(draw).map(drop)
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
            None => {}
            Some(Action::End(end)) => return Ok(Some(end)),
            Some(Action::Suspend) => self.suspend()?,
            Some(Action::Redraw) => self.terminal.clear()?,
            Some(action) => self.perform(action),
        }
        Ok(None)
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
                    self.take()?;
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
        self.take()
    }

    /// Takes the terminal, and draws all anew next time; no steps were due in the meantime.
    fn take(&mut self) -> Result<(), Error> {
        self.due = Instant::now();
        TAKEN.store(true, Ordering::Release);
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        self.terminal.clear()
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        give_back();
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

/// True if an event is there to be read, or comes within that time. With a terminal that is gone, `event::poll` would
/// never return.
fn has_event(patience: Duration) -> Result<bool, Error> {
    is_typed(Duration::ZERO)?;
    Ok(event::poll(Duration::ZERO)? || is_typed(patience)? && event::poll(Duration::ZERO)?)
}

/// True if bytes from the terminal are there to be read, or come within that time; a signal ends it.
fn is_typed(patience: Duration) -> Result<bool, Error> {
    let mut terminal = [PollFd::new(stdin().as_raw_fd(), PollFlags::POLLIN)];
    match poll(&mut terminal, patience.as_millis() as i32) {
        Ok(0) | Err(Errno::EINTR) => return Ok(false),
        Ok(_) => {}
        Err(reason) => return Err(reason.into()),
    }
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
    if terminal[0].revents().is_none_or(|events| events.intersects(gone)) {
        return Err(Error::new(ErrorKind::BrokenPipe, "it is gone"));
    }
    Ok(true)
}

/// Leaves the terminal as it was, if it is taken.
fn give_back() {
    if TAKEN.swap(false, Ordering::AcqRel) {
        // A terminal that is gone takes nothing back.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
