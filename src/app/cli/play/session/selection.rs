//! Choosing a piece: by its name, by a click, or the next one.

use crate::cli::play::session::{Effect, Mode, Session};
use traybit_picture::playback::{Cell, Handling, straight};

impl Session<'_> {
    /// The piece that the goal is about, or the first that moves.
    pub(super) fn first_choice(&self) -> Option<usize> {
        if self.playback.handling() != Handling::Choose {
            return None;
        }
        let wanted = self.playback.goals.iter().flatten().find_map(|aim| aim.class);
        let moves = |piece: &usize| !self.playback.pieces[*piece].is_fixed;
        let pieces = 0..self.playback.pieces.len();
        let of_goal = pieces.clone().find(|&piece| Some(self.playback.pieces[piece].class) == wanted);
        of_goal.filter(moves).or_else(|| pieces.into_iter().find(moves))
    }

    pub(super) fn choose_next(&mut self, forwards: bool) {
        if self.playback.handling() != Handling::Choose {
            self.tell("There is nothing to choose here");
            return;
        }
        let count = self.playback.pieces.len();
        let from = self.chosen.unwrap_or(if forwards { count.saturating_sub(1) } else { 0 });
        let stride =
            |number: usize| if forwards { from + number } else { from + count - number } % count.max(1);
        let free = (1..=count).map(stride).find(|&piece| !self.playback.pieces[piece].is_fixed);
        self.chosen = free.or(self.chosen);
        self.turn_to(Mode::Play);
    }

    pub(super) fn choose_named(&mut self, name: char) {
        self.awaits_name = false;
        let mut text = [0; 4];
        let name = &*name.encode_utf8(&mut text);
        let has_choice = self.playback.handling() == Handling::Choose;
        match self.playback.pieces.iter().position(|piece| piece.label == name) {
            Some(piece) if has_choice => self.choose(piece),
            None if has_choice => self.tell(&format!("No block is called {name}: H shows the keys")),
            _ => self.tell("This key means nothing here: H shows the keys"),
        }
    }

    fn choose(&mut self, piece: usize) {
        let playback = self.playback;
        if playback.pieces[piece].is_fixed {
            self.tell(&format!("{} is fixed", playback.pieces[piece].label));
        } else {
            self.chosen = Some(piece);
            self.message.clear();
            self.turn_to(Mode::Play);
        }
    }

    pub(super) fn click(&mut self, cell: Cell) -> Effect {
        match (self.playback.handling(), self.table.piece_at(cell)) {
            (Handling::Choose, Some(piece)) => self.choose(piece),
            (Handling::Push, Some(_)) => {
                // All tiles from there to the blank cell.
                let Some((towards, cells)) = straight(cell, self.table.blank()) else { return Effect::None };
                self.turn_to(Mode::Play);
                return self.push(towards, usize::from(cells));
            }
            _ => {}
        }
        Effect::None
    }
}
