//! Which piece is meant: by its name, by a click, or the next one.

use crate::cli::play::session::{Effect, Mode, Session};
use crate::cli::play::table::way;
use traybit_picture::film::{Cell, Family};

impl Session<'_> {
    /// The piece that the goal is about, or the first that moves.
    pub(super) fn first_choice(&self) -> Option<usize> {
        if self.film.family != Family::Sliding {
            return None;
        }
        let wanted = self.film.goals.iter().flatten().find_map(|aim| aim.class);
        let moves = |piece: &usize| !self.film.pieces[*piece].is_fixed;
        let pieces = 0..self.film.pieces.len();
        let of_goal = pieces.clone().find(|&piece| Some(self.film.pieces[piece].class) == wanted);
        of_goal.filter(moves).or_else(|| pieces.into_iter().find(moves))
    }

    pub(super) fn choose_next(&mut self, forwards: bool) {
        if self.film.family != Family::Sliding {
            self.tell("There is nothing to choose here");
            return;
        }
        let count = self.film.pieces.len();
        let from = self.chosen.unwrap_or(if forwards { count.saturating_sub(1) } else { 0 });
        let stride =
            |number: usize| if forwards { from + number } else { from + count - number } % count.max(1);
        let free = (1..=count).map(stride).find(|&piece| !self.film.pieces[piece].is_fixed);
        self.chosen = free.or(self.chosen);
        self.turn_to(Mode::Play);
    }

    pub(super) fn choose_named(&mut self, name: char) {
        self.awaits_name = false;
        let mut text = [0; 4];
        let name = &*name.encode_utf8(&mut text);
        let is_sliding = self.film.family == Family::Sliding;
        match self.film.pieces.iter().position(|piece| piece.label == name) {
            Some(piece) if is_sliding => self.choose(piece),
            None if is_sliding => self.tell(&format!("No block is called {name}: H shows the keys")),
            _ => self.tell("This key means nothing here: H shows the keys"),
        }
    }

    fn choose(&mut self, piece: usize) {
        let film = self.film;
        if film.pieces[piece].is_fixed {
            self.tell(&format!("{} is fixed", film.pieces[piece].label));
        } else {
            self.chosen = Some(piece);
            self.message.clear();
            self.turn_to(Mode::Play);
        }
    }

    pub(super) fn click(&mut self, cell: Cell) -> Effect {
        match (self.film.family, self.table.piece_at(cell)) {
            (Family::Sliding, Some(piece)) => self.choose(piece),
            (Family::Tiles, Some(_)) => {
                // All tiles from there to the gap.
                let Some((way, cells)) = way(cell, self.table.gap()) else { return Effect::None };
                self.turn_to(Mode::Play);
                return self.slide(way, usize::from(cells));
            }
            _ => {}
        }
        Effect::None
    }
}
