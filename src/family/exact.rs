//! The row of exact covers, which have no board: they are solved, counted and checked, not drawn or played.

use crate::{Answer, Contents, Family, GoalSource, Numbered, Objective, Puzzle, Verdict};
use traybit_core::input::InputError;
use traybit_core::search::limits::Limits;
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::text;
use traybit_packing::exact::{ExactCover, Found, METHOD, first};

pub static FAMILY: Family = Family {
    name: "exact",
    title: "exact covers",
    one: "an exact cover",
    formats_read: "DLX text (a comment after `|` first, or items)",
    unit: "option",
    numbered: Numbered::Nothing,
    likeness: text::likeness,
    read,
    formats: &[],
    is_shared: false,
};

#[derive(Clone, Debug)]
pub struct ExactPuzzle(pub ExactCover);

fn read(name: &str, bytes: &[u8]) -> Result<Contents, InputError> {
    Ok(Contents::one(ExactPuzzle(text::read(name, bytes)?), GoalSource::Inside))
}

impl Puzzle for ExactPuzzle {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn answer(&self, _objective: Objective, limits: &Limits) -> Answer {
        let (found, Found { ended, cost, .. }) = first(&self.0, limits);
        let verdict = match (found, ended) {
            (Some(solution), _) => {
                match Checker::of(&self.0).check(text::write(&self.0, &solution).lines()) {
                    Ok(()) => Verdict::Solved { length: solution.len() as u64, shortest: false },
                    Err(refusal) => Verdict::Wrong(refusal),
                }
            }
            (None, None) => Verdict::Impossible,
            (None, reason) => Verdict::GaveUp(reason),
        };
        Answer { verdict, cost, method: METHOD.to_owned(), manhattan: None }
    }
}
