//! Hints and solutions: the engine's, or the rest of one that was followed so far.

use crate::session::{Mode, Purpose, Session};
use crate::table::{Goal, Step};
use crate::timeline::Plan;
use traybit_family::Advice;
use traybit_picture::playback::Handling;

impl Session<'_> {
    /// Gives a hint or a solution: the rest of one that was followed so far, or the engine's.
    pub(crate) fn look_ahead(&mut self, purpose: Purpose) {
        self.is_running = false;
        if self.playback.handling == Handling::Place {
            return self.tell("There are no hints for packings: traybit solve finds one");
        }
        match self.table.goal() {
            Goal::Nothing => self.tell("The puzzle has no goal, so there is nothing to solve"),
            Goal::Met => self.tell("The goal is reached already"),
            Goal::Missing(_) if self.awaited.is_some() => self.awaited = Some(purpose),
            // Moves that are watched are their own hints.
            Goal::Missing(_)
                if self.mode == Mode::Watch && purpose == Purpose::Hint && self.timeline.next().is_some() =>
            {
                let follow = self.timeline.steps[self.timeline.at..].to_vec();
                self.point_out(&follow);
            }
            Goal::Missing(_) => {
                let known = self.plan.as_ref().and_then(|plan| {
                    let rest = plan.rest(&self.timeline)?;
                    Some((plan.worth(rest.len()), rest))
                });
                if let Some((worth, rest)) = known {
                    return self.use_for(purpose, &rest, &worth);
                }
                self.awaited = Some(purpose);
                self.message.clear();
            }
        }
    }

    /// Uses the steps of a solution, of some quality, for a purpose.
    fn use_for(&mut self, purpose: Purpose, steps: &[Step], worth: &str) {
        match purpose {
            Purpose::Hint => self.point_out(steps),
            Purpose::Length => self.tell(&format!("From here: {worth}")),
            Purpose::Solution => {
                self.timeline.follow_with(steps);
                self.mode = Mode::Watch;
                self.hint = None;
                self.tell(&format!("Solved: {worth}. Space plays it"));
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
        self.tell(&format!("Hint: {} ({left})", self.words(step)));
    }

    /// Takes the engine's answer, which is of use only while it is waited for.
    pub(crate) fn answered(&mut self, answer: Result<Advice, String>) {
        let Some(purpose) = self.awaited.take() else { return };
        match answer {
            Err(sentence) => self.tell(&capital(&sentence)),
            Ok(Advice { moves, worth }) => {
                let steps = self.table.steps(&moves);
                self.plan =
                    Some(Plan { begins: self.timeline.at, steps: steps.clone(), worth: worth.clone() });
                self.use_for(purpose, &steps, &worth);
            }
        }
    }
}

/// A sentence with a capital letter.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
