//! The event loop of the game: handles keys, clicks, signals, the clock and the answers of the engine's thread, and draws
//! the screen.
//!
//! Raw mode, the alternate screen and mouse capture are enabled together and restored together: at the end, before the
//! program is suspended, and before a panic's message. The panic hook restores them, since the release build aborts
//! on a panic, without unwinding.

use std::io::{Error, Stdout, stdout};
use std::panic::{set_hook, take_hook};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

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

use crate::drawing::Places;
use crate::keys::{Action, End, meaning};
use crate::session::Session;
use crate::system::{has_event, signals, suspend};
use crate::view;
use traybit_core::search::limits::Limits;
use traybit_family::Objective;
use traybit_family::interface::{Advice, MAX_MOVES, Puzzle};
use traybit_picture::terminal::Colours;
use traybit_program::budget::Budget;
use traybit_program::text::{self, Knobs};

/// Maximum wait for a key before signals are handled: normally, and while something moves on the screen.
const PATIENCE: Duration = Duration::from_millis(100);
const FRAME: Duration = Duration::from_millis(30);

static TAKEN: AtomicBool = AtomicBool::new(false);

/// A game and its terminal, which is restored on drop.
pub(crate) struct Running<'a> {
    session: Session<'a>,
    engine: Engine,
    search: Option<Search>,
    terminal: Terminal<CrosstermBackend<Stdout>>,
    signals: Box<dyn FnMut() -> Vec<Action>>,
    colours: Colours,
    places: Option<Places>,
    /// Due time of the last step of automatic play.
    due: Instant,
}

impl<'a> Running<'a> {
    /// Takes over the terminal; from then on a panic restores it before its message is printed.
    pub(crate) fn new(session: Session<'a>, engine: Engine, colours: Colours) -> Result<Self, Error> {
        let signals = signals(give_back)?;
        let hook = take_hook();
        set_hook(Box::new(move |panic| {
            give_back();
            hook(panic);
        }));
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let (search, places, due) = (None, None, Instant::now());
        let mut running = Self { session, engine, search, terminal, signals, colours, places, due };
        running.take()?;
        Ok(running)
    }

    pub(crate) fn play(mut self) -> Result<End, Error> {
        loop {
            for action in (self.signals)() {
                if let Some(end) = self.perform(action)? {
                    return Ok(end);
                }
            }
            if let Some(answer) = self.search.as_ref().and_then(|search| search.answer.try_recv().ok()) {
                self.search = None;
                self.session.answered(answer);
            }
            self.keep_time();
            self.draw()?;
            let is_moving = self.session.is_running || self.search.is_some();
            if has_event(if is_moving { FRAME } else { PATIENCE })?
                && let Some(action) = self.meant(&event::read()?)
                && let Some(end) = self.perform(action)?
            {
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

    fn meant(&self, event: &Event) -> Option<Action> {
        let pressed = match event {
            Event::Key(key) => {
                meaning(*key, self.session.awaits_name, |name| self.session.named(name).is_some())
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let place = Position { x: mouse.column, y: mouse.row };
                let cell = self.places.and_then(|places| places.cell_at(self.session.playback, place));
                cell.map(Action::Click)
            }
            // Other events, such as a resize, take effect at the next drawing.
            _ => None,
        };
        #[cfg(debug_assertions)]
        assert!(
            pressed.is_none() || std::env::var_os("TRAYBIT_PLAY_FAULT").is_none(),
            "the error that TRAYBIT_PLAY_FAULT asks for"
        );
        pressed
    }

    /// Performs an action, unless it ends the game, and then starts or cancels the search as the session requires.
    fn perform(&mut self, action: Action) -> Result<Option<End>, Error> {
        match action {
            Action::End(end) => return Ok(Some(end)),
            Action::Suspend | Action::Resume => {
                give_back();
                if action == Action::Suspend {
                    suspend()?;
                }
                self.take()?;
            }
            Action::Redraw => self.terminal.clear()?,
            action => self.session.perform(action),
        }
        if self.session.awaited.is_none() {
            self.search = None;
        } else if self.search.is_none() {
            match self.engine.begin(self.session.table.puzzle.moved(&self.session.table.corners)) {
                Ok(search) => self.search = Some(search),
                Err(reason) => self.session.answered(Err(format!("no search could begin: {reason}"))),
            }
        }
        Ok(None)
    }

    /// Takes over the terminal and clears it for a full redraw; steps that fell due meanwhile are dropped.
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

/// Restores the terminal, if it is taken.
fn give_back() {
    if TAKEN.swap(false, Ordering::AcqRel) {
        // Fails if the terminal is gone, which does no harm.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Objective and budget of the searches for hints and solutions.
#[derive(Clone, Copy)]
pub struct Engine {
    pub budget: Budget,
    pub objective: Objective,
    /// The options that raise the limits, for messages.
    pub knobs: Knobs,
}

/// A search in progress; dropping it ends the search.
struct Search {
    limits: Limits,
    answer: Receiver<Result<Advice, String>>,
    began: Instant,
}

impl Engine {
    fn begin(self, puzzle: Arc<dyn Puzzle>) -> Result<Search, Error> {
        let began = Instant::now();
        let limits = self.budget.limits(began);
        let own = limits.clone();
        let (tell, answer) = channel();
        let search = move || {
            // Fails if the search was cancelled meanwhile.
            let _ = tell.send(self.solve(&*puzzle, &own));
        };
        thread::Builder::new().name("search".to_owned()).stack_size(1 << 23).spawn(search)?;
        Ok(Search { limits, answer, began })
    }

    fn solve(self, puzzle: &dyn Puzzle, limits: &Limits) -> Result<Advice, String> {
        let Budget { time, memory, .. } = self.budget;
        let gave_up = |reason, cost: &_| text::gave_up(reason, cost, time, memory, self.knobs);
        let advice = puzzle.advise(self.objective, limits, &gave_up)?;
        if advice.moves.len() <= MAX_MOVES {
            return Ok(advice);
        }
        let moves = text::counted(advice.moves.len() as u64, "move");
        Err(format!("the solution found has {moves}, too many to step through"))
    }
}

impl Search {
    /// Progress message, after a spinner.
    fn words(&self) -> String {
        const TURNS: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠧', '⠇', '⠏'];
        let time = self.began.elapsed();
        let turn = TURNS[(time.as_millis() / 100) as usize % TURNS.len()];
        let positions = self.limits.progress.now().0;
        let seen = (positions > 0).then(|| format!(", {} seen", text::counted(positions, "position")));
        let seen = seen.unwrap_or_default();
        format!("{turn} Searching: {} s{seen}. Esc stops it", time.as_secs())
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.limits.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{Advice, Engine, Objective, Puzzle};
    use crate::table::Table;
    use crate::table::tests::{drawn, pair};
    use traybit_picture::playback::Move;
    use traybit_program::budget::Budget;
    use traybit_sliding::metric::Metric;
    use traybit_tiles::direction::Direction;

    fn answer(here: Arc<dyn Puzzle>, metric: Metric) -> Result<Advice, String> {
        let budget = Budget { memory: 1 << 28, time: None, threads: 1 };
        let knobs = traybit_program::text::Knobs { memory: "--memory", time: "--limit" };
        let search = Engine { budget, objective: Objective::Optimal(metric), knobs }.begin(here).unwrap();
        search.answer.recv_timeout(Duration::from_mins(1)).unwrap()
    }

    #[test]
    fn solutions_begin_where_the_blocks_stand() {
        let (puzzle, playback) = pair("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 1 3\n");
        let mut table = Table::new(&playback, &*puzzle);
        table.shift(1, Direction::Right, false).unwrap();
        table.shift(0, Direction::Right, false).unwrap();
        let advice = answer(puzzle.moved(&table.corners), Metric::Slide).expect("a solution");
        assert_eq!(advice.moves, [Move { piece: 1, to: (0, 3) }]);
        assert_eq!(advice.worth(), "1 slide, the shortest solution, proven");
    }

    #[test]
    fn labelled_blocks_stay_themselves() {
        // Both are single cells, and b alone may stand on the goal.
        let (puzzle, playback) = drawn("labels: b\n\ntray:\nba.\n...\n\ngoal: b 0 2\n");
        let mut table = Table::new(&playback, &*puzzle);
        table.shift(1, Direction::Right, false).unwrap();
        for step in answer(puzzle.moved(&table.corners), Metric::Step).expect("a solution").moves {
            table.make(step.piece, step.to).unwrap();
        }
        assert_eq!(table.corners[0], Some((0, 2)));
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let (puzzle, playback) = pair("1 3\n0 0 0 0\n0 1 0 2\n", "0 2 0 2\n");
        let here = puzzle.moved(&playback.start);
        let sentence = answer(here, Metric::Step).expect_err("no solution");
        assert!(sentence.starts_with("no solution exists"), "{sentence}");
    }
}
