//! Choosing a piece: by its name, by a click, or the next one.

use crate::session::{Mode, Session};
use traybit_picture::playback::{Cell, Handling, straight};

impl Session<'_> {
    /// True if pieces are chosen and moved, or placed by hand.
    pub(crate) fn has_choice(&self) -> bool {
        self.playback.handling == Handling::Choose || self.playback.is_placed_by_hand()
    }

    /// The piece of a name that is there.
    pub(crate) fn named(&self, name: char) -> Option<usize> {
        let corners = &self.table.corners;
        let is_named = |piece: &usize| {
            corners[*piece].is_some() && self.playback.pieces[*piece].label.chars().eq([name])
        };
        let pieces = (0..corners.len()).filter(|piece| self.has_choice() && is_named(piece));
        // Of several with one name, the one after the chosen one.
        pieces.clone().find(|piece| Some(*piece) > self.chosen).or(pieces.min())
    }

    /// The piece that the goal is about, or the first that moves.
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
            None if self.has_choice() => self.tell(&format!("No block is called {name}: ? shows the keys")),
            None => self.tell("This key means nothing here: ? shows the keys"),
        }
    }

    fn is_free(&self, piece: usize) -> bool {
        !self.playback.pieces[piece].is_fixed && self.table.corners[piece].is_some()
    }

    fn choose(&mut self, piece: usize) {
        let playback = self.playback;
        if playback.pieces[piece].is_fixed {
            return self.tell(&format!("{} is fixed", playback.pieces[piece].label));
        }
        self.chosen = Some(piece);
        self.message.clear();
        self.turn_to(Mode::Play);
    }

    pub(crate) fn click(&mut self, cell: Cell) {
        match (self.playback.handling, self.table.piece_at(cell)) {
            (Handling::Choose, Some(piece)) => self.choose(piece),
            (Handling::Place, Some(piece)) if self.has_choice() => self.choose(piece),
            // The chosen piece of a packing goes there.
            (Handling::Place, None) => {
                if let Some(step) = self.chosen.and_then(|piece| self.table.make(piece, cell).ok()) {
                    self.made(step);
                }
            }
            (Handling::Push, Some(_)) => {
                // All tiles from there to the blank cell.
                let Some((towards, cells)) = straight(cell, self.table.blank()) else { return };
                self.turn_to(Mode::Play);
                self.push(towards, usize::from(cells));
            }
            _ => {}
        }
    }
}
