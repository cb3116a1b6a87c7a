//! The checker of solutions, by the names that stand in the file: it knows no numbers of items and no search.

use std::collections::HashMap;

use crate::exact::ExactCover;
use traybit_core::source_text::BLANKS;

/// A checker for many solutions of one problem.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    problem: &'a ExactCover,
    /// The number of times that each option stands in the file, by its words in order.
    options: HashMap<Vec<&'a str>, usize>,
}

/// The words of an option in an order of their own.
fn sorted(option: &str) -> Vec<&str> {
    let mut words: Vec<&str> = option.split(BLANKS).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words
}

impl<'a> Checker<'a> {
    /// The checker of a problem.
    pub fn of(problem: &'a ExactCover) -> Self {
        let mut options = HashMap::new();
        for option in &problem.options {
            *options.entry(sorted(&option.text)).or_default() += 1;
        }
        Self { problem, options }
    }

    /// Checks that each line of a solution is an option, taken no more often than it stands in the file; that each item is in
    /// as many of them as its bounds say; and that a secondary item is in one only, or has one colour in all.
    ///
    /// # Errors
    /// The first rule that it breaks: a sentence without its full stop.
    pub fn check<'s>(&self, solution: impl IntoIterator<Item = &'s str>) -> Result<(), String> {
        let mut taken: HashMap<Vec<&str>, usize> = HashMap::new();
        let mut colours: HashMap<&str, Vec<Option<&str>>> = HashMap::new();
        for line in solution {
            let words = sorted(line);
            for word in &words {
                let (name, colour) =
                    word.split_once(':').map_or((*word, None), |(name, colour)| (name, Some(colour)));
                colours.entry(name).or_default().push(colour);
            }
            let known = self.options.get(&words).copied().unwrap_or(0);
            let found = taken.entry(words).or_default();
            *found += 1;
            match (known, *found) {
                (0, _) => return Err(format!("expected options of the problem, found {line:?}")),
                (known, found) if found > known => {
                    return Err(format!("expected each option once, found {line:?} again"));
                }
                _ => {}
            }
        }
        for (number, item) in self.problem.items.iter().enumerate() {
            let own = colours.get(&*item.name).map_or(&[][..], Vec::as_slice);
            let (found, name) = (own.len(), &item.name);
            let (low, high) = (*item.counts.start() as usize, *item.counts.end() as usize);
            if number >= self.problem.primary {
                let is_one_colour = own.iter().all(|colour| colour.is_some() && *colour == own[0]);
                if found > 1 && !is_one_colour {
                    return Err(format!(
                        "expected item {name} in one option, or in several with one colour, found it in {found}"
                    ));
                }
            } else if !(low..=high).contains(&found) {
                let expected = if low == high { format!("{low}") } else { format!("{low} to {high}") };
                return Err(format!(
                    "expected item {name} in {expected} of the options, found it in {found}"
                ));
            }
        }
        Ok(())
    }
}
