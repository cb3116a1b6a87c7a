//! A game session: the pieces, the moves made and those to come, the chosen piece, and the message.

#[cfg(test)]
mod tests;

use crate::keys::{ALL, Action, Mode, Purpose};
use crate::table::{Goal, Step, Table};
use crate::timeline::{Plan, SPEEDS, Timeline, moves};
use traybit_family::{Advice, Puzzle};
use traybit_picture::playback::{Cell, Handling, Playback, name_of, straight};
use traybit_program::text::capital;
use traybit_tiles::direction::Direction;

const STRIDE: isize = 10;

pub(crate) struct Session<'a> {
    pub(crate) playback: &'a Playback,
    pub(crate) table: Table<'a>,
    pub(crate) timeline: Timeline,
    pub(crate) mode: Mode,
    pub(crate) chosen: Option<usize>,
    /// The step shown by a hint.
    pub(crate) hint: Option<Step>,
    pub(crate) message: String,
    pub(crate) awaits_name: bool,
    /// First visible line of the list of keys, while the list is shown.
    pub(crate) help: Option<usize>,
    /// Moves per second in automatic play.
    pub(crate) speed: f64,
    pub(crate) is_running: bool,
    /// Purpose of the search in progress, which starts from the current position.
    pub(crate) awaited: Option<Purpose>,
    plan: Option<Plan>,
}

impl<'a> Session<'a> {
    /// A game of a puzzle; it starts in watch mode if its playback has moves.
    pub(crate) fn new(playback: &'a Playback, puzzle: &'a dyn Puzzle, speed: f64) -> Self {
        let table = Table::new(playback, puzzle);
        let timeline = Timeline::new(table.steps(&playback.moves));
        let is_shown = playback.handling == Handling::Place && !playback.is_placed_by_hand();
        let watches = !timeline.steps.is_empty() || is_shown;
        let mut session = Self {
            playback,
            table,
            timeline,
            mode: if watches { Mode::Watch } else { Mode::Play },
            chosen: None,
            hint: None,
            message: String::new(),
            awaits_name: false,
            help: None,
            speed: speed.clamp(SPEEDS.0, SPEEDS.1),
            is_running: false,
            awaited: None,
            plan: None,
        };
        session.chosen = session.first_choice();
        session
    }

    /// Performs an action of the player. Ending, suspending, resuming and redrawing are left to the caller.
    pub(crate) fn perform(&mut self, action: Action) {
        if let Some(first) = self.help.take() {
            self.help = match action {
                Action::Arrow { towards: Direction::Down, .. } => Some((first + 1).min(2 * ALL.len())),
                Action::Arrow { towards: Direction::Up, .. } => Some(first.saturating_sub(1)),
                _ => None,
            };
            return;
        }
        if !matches!(action, Action::Name(_)) {
            self.awaits_name = false;
        }
        match action {
            Action::Help => self.help = Some(0),
            Action::Escape => {
                self.is_running = false;
                let was_awaited = self.awaited.is_some();
                self.changed();
                if was_awaited {
                    self.tell("The search was stopped");
                }
            }
            Action::Ask(purpose) => self.look_ahead(purpose),
            Action::Turn { flips } => self.turn(flips),
            Action::Mode(mode) => self.turn_to(mode),
            Action::AwaitName => {
                self.awaits_name = true;
                self.tell("Which block? Press its letter");
            }
            Action::Name(name) => self.choose_named(name),
            Action::Next { forwards } => self.choose_next(forwards),
            Action::Run => self.run(),
            Action::Speed(factor) => {
                self.speed = (self.speed * factor).clamp(SPEEDS.0, SPEEDS.1);
                self.tell(format!("{} a second", moves(self.speed)));
            }
            Action::Click(cell) => self.click(cell),
            Action::Arrow { towards, is_far } => self.arrow(towards, is_far),
            Action::Walk(steps) => self.walk(steps),
            Action::End(_) | Action::Suspend | Action::Resume | Action::Redraw => {}
        }
    }

    /// Makes the steps due in automatic play; fewer at the end.
    pub(crate) fn advance(&mut self, mut steps: usize) {
        while steps > 0 && self.is_running && self.step(true) {
            steps -= 1;
        }
        self.is_running &= self.timeline.next().is_some();
    }

    fn tell(&mut self, sentence: impl Into<String>) {
        self.message = sentence.into();
    }

    /// Clears the message and the hint, and cancels the search, since the position has changed.
    fn changed(&mut self) {
        self.message.clear();
        (self.hint, self.awaited) = (None, None);
    }

    fn turn_to(&mut self, mode: Mode) {
        self.is_running = false;
        if mode == Mode::Play && !self.has_choice() && self.playback.handling == Handling::Place {
            return self
                .tell("This packing is stepped through; without a packing the pieces are placed by hand");
        }
        self.mode = mode;
    }

    fn run(&mut self) {
        if self.timeline.next().is_none() && !self.is_running {
            return self.tell(match self.playback.handling {
                Handling::Place => "No moves follow: Home goes back to the start",
                _ => "No moves follow: s solves from here, Home goes back to the start",
            });
        }
        self.mode = Mode::Watch;
        self.is_running = !self.is_running;
        self.changed();
    }

    fn arrow(&mut self, towards: Direction, far: bool) {
        match (self.mode, self.playback.handling) {
            (Mode::Watch, _) => {
                let is_long = far || matches!(towards, Direction::Up | Direction::Down);
                let steps = if is_long { STRIDE } else { 1 };
                self.walk(if matches!(towards, Direction::Right | Direction::Down) { steps } else { -steps });
            }
            (Mode::Play, Handling::Push) => self.push(towards, if far { usize::MAX } else { 1 }),
            (Mode::Play, _) => self.shift(towards, far),
        }
    }

    /// Moves the chosen block one cell, or as far as possible.
    fn shift(&mut self, towards: Direction, far: bool) {
        let Some(piece) = self.chosen else {
            return self.tell("Choose a block first: Tab, its letter or a click");
        };
        let is_packing = self.playback.handling == Handling::Place;
        let obstacle = self.table.obstacle(piece, towards).filter(|_| !is_packing);
        match self.table.shift(piece, towards, far) {
            Ok(step) => self.made(step),
            Err(reason) => {
                let (name, reason) = (&self.playback.pieces[piece].label, obstacle.unwrap_or(reason));
                self.tell(format!("{name} cannot go {}: {reason}", name_of(towards)));
            }
        }
    }

    fn turn(&mut self, flips: bool) {
        let Some(piece) = self.chosen.filter(|_| self.playback.is_placed_by_hand()) else {
            return self.tell("Only the pieces of a packing are turned");
        };
        match self.table.turn(piece, flips) {
            Ok(step) => {
                self.chosen = Some(step.piece);
                self.made(step);
            }
            Err(reason) => {
                self.tell(format!("{} cannot be turned: {reason}", self.playback.pieces[piece].label));
            }
        }
    }

    /// Pushes tiles into the blank cell one after another; fewer if the board ends.
    fn push(&mut self, towards: Direction, tiles: usize) {
        for number in 0..tiles {
            match self.table.push(towards) {
                Ok(step) => self.made(step),
                Err(reason) if number == 0 => {
                    return self.tell(format!("No tile can go {}: {reason}", name_of(towards)));
                }
                Err(_) => return,
            }
        }
    }

    /// Records a step that the player has made.
    fn made(&mut self, step: Step) {
        self.changed();
        self.timeline.make(step);
    }

    fn walk(&mut self, steps: isize) {
        let (from, forwards) = (self.timeline.at, steps > 0);
        self.is_running = false;
        self.changed();
        let mut left = steps.unsigned_abs();
        while left > 0 && self.step(forwards) {
            left -= 1;
        }
        if self.timeline.at == from && self.message.is_empty() {
            self.tell(if forwards { "No moves follow" } else { "This is the start" });
        }
    }

    /// Makes the next step or undoes the last one, if there is one.
    fn step(&mut self, forwards: bool) -> bool {
        let step = if forwards { self.timeline.next() } else { self.timeline.last() };
        let Some(step) = step else { return false };
        if let Err(reason) = self.table.walk(step, forwards) {
            let what = if forwards { "next move is impossible" } else { "last move cannot be undone" };
            self.tell(format!("The {what}: {reason}"));
            return false;
        }
        // A piece that is turned becomes another piece, which is chosen instead.
        let ends = [step.turned.unwrap_or(step.piece), step.piece];
        let [before, now] = if forwards { ends } else { [ends[1], ends[0]] };
        if self.chosen == Some(before) {
            self.chosen = Some(now);
        }
        self.timeline.at = if forwards { self.timeline.at + 1 } else { self.timeline.at - 1 };
        true
    }

    /// Gives a hint or a solution: from the known solution, if the position is on it, or else from a new search.
    fn look_ahead(&mut self, purpose: Purpose) {
        self.is_running = false;
        if self.playback.handling == Handling::Place {
            return self.tell("There are no hints for packings: traybit solve finds one");
        }
        match self.table.goal() {
            Goal::Nothing => self.tell("The puzzle has no goal, so there is nothing to solve"),
            Goal::Met => self.tell("The goal is reached already"),
            Goal::Missing(_) if self.awaited.is_some() => self.awaited = Some(purpose),
            // In watch mode the next move is the hint.
            Goal::Missing(_)
                if self.mode == Mode::Watch && purpose == Purpose::Hint && self.timeline.next().is_some() =>
            {
                let follow = self.timeline.steps[self.timeline.at..].to_vec();
                self.point_out(&follow);
            }
            Goal::Missing(_) => {
                let known = self.plan.as_ref().and_then(|plan| plan.rest(&self.table.corners));
                if let Some((rest, worth)) = known {
                    return self.use_for(purpose, &rest, &worth);
                }
                self.awaited = Some(purpose);
                self.message.clear();
            }
        }
    }

    /// Uses the steps of a solution for a purpose; `worth` says how good the solution is.
    fn use_for(&mut self, purpose: Purpose, steps: &[Step], worth: &str) {
        match purpose {
            Purpose::Hint => self.point_out(steps),
            Purpose::Length => self.tell(format!("From here: {worth}")),
            Purpose::Solution => {
                self.timeline.follow_with(steps);
                self.mode = Mode::Watch;
                self.hint = None;
                self.tell(format!("Solved: {worth}. Space plays it"));
            }
        }
    }

    fn point_out(&mut self, steps: &[Step]) {
        let Some(&step) = steps.first() else { return };
        self.hint = Some(step);
        if self.playback.handling == Handling::Choose {
            self.chosen = Some(step.piece);
        }
        let left = match steps.len() {
            1 => "the last move".to_owned(),
            more => format!("then {} more", more - 1),
        };
        self.tell(format!("Hint: {} ({left})", self.table.words(step)));
    }

    /// Handles the engine's answer; it is ignored unless a search is awaited.
    pub(crate) fn answered(&mut self, answer: Result<Advice, String>) {
        let Some(purpose) = self.awaited.take() else { return };
        match answer {
            Err(sentence) => self.tell(capital(&sentence)),
            Ok(advice) => {
                let (steps, worth) = (self.table.steps(&advice.moves), advice.worth());
                let start = self.table.corners.clone();
                self.use_for(purpose, &steps, &worth);
                self.plan = Some(Plan { start, steps, worth });
            }
        }
    }

    /// True if pieces are chosen and moved, or placed by hand.
    pub(crate) fn has_choice(&self) -> bool {
        self.playback.handling == Handling::Choose || self.playback.is_placed_by_hand()
    }

    pub(crate) fn named(&self, name: char) -> Option<usize> {
        let corners = &self.table.corners;
        let is_named = |piece: &usize| {
            corners[*piece].is_some() && self.playback.pieces[*piece].label.chars().eq([name])
        };
        let pieces = (0..corners.len()).filter(|piece| self.has_choice() && is_named(piece));
        // Among several pieces of one name, the next after the chosen one.
        pieces.clone().find(|piece| Some(*piece) > self.chosen).or(pieces.min())
    }

    /// The first piece of the goal, or else the first that can be moved.
    pub(crate) fn first_choice(&self) -> Option<usize> {
        if !self.has_choice() {
            return None;
        }
        let target = self.playback.goals.iter().flatten().find_map(|aim| aim.class);
        let moves = |piece: &usize| self.is_free(*piece);
        let pieces = 0..self.playback.pieces.len();
        let of_goal = pieces.clone().find(|&piece| Some(self.playback.pieces[piece].class) == target);
        of_goal.filter(moves).or_else(|| pieces.into_iter().find(moves))
    }

    pub(crate) fn choose_next(&mut self, forwards: bool) {
        if !self.has_choice() {
            return self.tell("There is nothing to choose here");
        }
        let count = self.playback.pieces.len();
        let from = self.chosen.unwrap_or(if forwards { count.saturating_sub(1) } else { 0 });
        let stride =
            |number: usize| if forwards { from + number } else { from + count - number } % count.max(1);
        let free = (1..=count).map(stride).find(|&piece| self.is_free(piece));
        self.chosen = free.or(self.chosen);
        self.turn_to(Mode::Play);
    }

    pub(crate) fn choose_named(&mut self, name: char) {
        self.awaits_name = false;
        match self.named(name) {
            Some(piece) => self.choose(piece),
            None if self.has_choice() => self.tell(format!("No block is called {name}: ? shows the keys")),
            None => self.tell("This key means nothing here: ? shows the keys"),
        }
    }

    fn is_free(&self, piece: usize) -> bool {
        !self.playback.pieces[piece].is_fixed && self.table.corners[piece].is_some()
    }

    fn choose(&mut self, piece: usize) {
        if self.playback.pieces[piece].is_fixed {
            return self.tell(format!("{} is fixed", self.playback.pieces[piece].label));
        }
        self.chosen = Some(piece);
        self.message.clear();
        self.turn_to(Mode::Play);
    }

    pub(crate) fn click(&mut self, cell: Cell) {
        match (self.playback.handling, self.table.piece_at(cell)) {
            (Handling::Choose | Handling::Place, Some(piece)) if self.has_choice() => self.choose(piece),
            (Handling::Place, None) => {
                if let Some(step) = self.chosen.and_then(|piece| self.table.make(piece, cell).ok()) {
                    self.made(step);
                }
            }
            (Handling::Push, Some(_)) => {
                // Pushes all tiles from there to the blank cell.
                let Some((towards, cells)) = straight(cell, self.table.blank()) else { return };
                self.turn_to(Mode::Play);
                self.push(towards, usize::from(cells));
            }
            _ => {}
        }
    }
}
