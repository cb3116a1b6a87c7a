//! The checker of solutions, by the names that stand in the file: it knows no numbers of options and no search.

use hashbrown::HashMap;

use crate::exact::ExactCover;
use crate::exact::text::NO_OPTION;
use traybit_core::source_text::BLANKS;

/// A checker for many solutions of one problem.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    problem: &'a ExactCover,
    /// The options that differ by more than the order of their words.
    options: Vec<Known<'a>>,
    /// Their places there, by their words in order.
    by_words: HashMap<Vec<&'a str>, usize>,
    /// Their places there, by how they are written in the file.
    by_text: HashMap<&'a str, usize>,
}

/// An option of the file.
#[derive(Clone, Debug)]
struct Known<'a> {
    /// The number of times that it stands there.
    times: usize,
    /// The places of its items among those of the file, and their colours.
    items: Vec<(usize, Option<&'a str>)>,
}

/// Occurrence of an item in a solution.
#[derive(Clone, Copy)]
struct Occurrence<'a> {
    number: usize,
    colour: Option<&'a str>,
    is_one_colour: bool,
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
        let places: HashMap<&str, usize> = problem.items.iter().map(|item| &*item.name).zip(0..).collect();
        let item = |word: &&'a str| {
            let (name, colour) =
                word.split_once(':').map_or((*word, None), |(name, colour)| (name, Some(colour)));
            (places[name], colour)
        };
        let (mut options, mut by_words, mut by_text) = (Vec::new(), HashMap::new(), HashMap::new());
        for option in &problem.options {
            let words = sorted(&option.text);
            let items = || words.iter().map(item).collect();
            let place = *by_words.entry(words.clone()).or_insert_with(|| {
                options.push(Known { times: 0, items: items() });
                options.len() - 1
            });
            options[place].times += 1;
            by_text.insert(&*option.text, place);
        }
        Self { problem, options, by_words, by_text }
    }

    /// True if an option stands several times in the file, so that solutions of the same lines may be different ones.
    pub fn stands_again(&self, option: &str) -> bool {
        self.by_words.get(&sorted(option)).is_some_and(|&place| self.options[place].times > 1)
    }

    /// Checks that each line of a solution is an option, taken no more often than it stands in the file; that each item is in
    /// as many of them as its bounds say; and that a secondary item is in one only, or has one colour in all.
    ///
    /// # Errors
    /// The first rule that it breaks: a sentence without its full stop.
    pub fn check<'s>(&self, solution: impl IntoIterator<Item = &'s str>) -> Result<(), String> {
        let mut taken: Vec<(usize, &str)> = Vec::new();
        let none = Occurrence { number: 0, colour: None, is_one_colour: true };
        let mut occurrences = vec![none; self.problem.items.len()];
        for line in solution.into_iter().filter(|&line| line != NO_OPTION) {
            let known = self.by_text.get(line).or_else(|| self.by_words.get(&sorted(line)));
            let Some(&place) = known else {
                return Err(format!("expected options of the problem, found {line:?}"));
            };
            taken.push((place, line));
            for &(item, colour) in &self.options[place].items {
                let occurrence = &mut occurrences[item];
                occurrence.is_one_colour &=
                    colour.is_some() && (occurrence.number == 0 || occurrence.colour == colour);
                occurrence.number += 1;
                occurrence.colour = colour;
            }
        }
        taken.sort_unstable_by_key(|&(place, _)| place);
        for alike in taken.chunk_by(|(one, _), (other, _)| one == other) {
            let (place, line) = alike[0];
            if alike.len() > self.options[place].times {
                return Err(format!("expected each option once, found {line:?} again"));
            }
        }
        for (number, (item, occurrence)) in self.problem.items.iter().zip(occurrences).enumerate() {
            let (found, name) = (occurrence.number, &item.name);
            let (low, high) = (*item.counts.start() as usize, *item.counts.end() as usize);
            if number >= self.problem.primary {
                if found > 1 && !occurrence.is_one_colour {
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
