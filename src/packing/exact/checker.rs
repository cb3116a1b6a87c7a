//! Checker of solutions. It works with the names in the file and knows neither option numbers nor the search.

use hashbrown::HashMap;
use indexmap::IndexMap;

use crate::exact::ExactCover;
use crate::exact::text::NO_OPTION;
use crate::pack::range;
use traybit_core::{BLANKS, sorted};

/// A checker for many solutions of one problem.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    problem: &'a ExactCover,
    /// Options by their sorted words; those that differ only in the order of their words are one.
    options: IndexMap<Vec<&'a str>, Known<'a>>,
}

#[derive(Clone, Debug)]
struct Known<'a> {
    times: usize,
    /// Indices of its items among those of the file, and their colours.
    items: Vec<(usize, Option<&'a str>)>,
}

fn words_of(option: &str) -> Vec<&str> {
    sorted(option.split(BLANKS).filter(|word| !word.is_empty()))
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
        let known = |words: &Vec<&'a str>| Known { times: 0, items: words.iter().map(item).collect() };
        let mut options = IndexMap::new();
        for option in &problem.options {
            options.entry(words_of(&option.text)).or_insert_with_key(known).times += 1;
        }
        Self { problem, options }
    }

    /// True if an option occurs several times in the file: solutions with the same lines may be different.
    pub fn stands_again(&self, option: &str) -> bool {
        self.options.get(&words_of(option)).is_some_and(|known| known.times > 1)
    }

    /// The options of a solution: its lines, or those that its drawing shows.
    pub fn options<'s>(&'s self, written: impl IntoIterator<Item = &'s str>) -> Result<Vec<&'s str>, String> {
        let lines: Vec<&str> = written.into_iter().collect();
        let Some(drawing) = &self.problem.drawing else { return Ok(lines) };
        let options = drawing.options_of(&drawing.read(&lines.join("\n"))?)?;
        Ok(options.into_iter().map(|option| &*self.problem.options[option].text).collect())
    }

    /// Checks a solution: it has options, none more often than in the file; each item is within its bounds.
    pub fn check<'s>(&'s self, solution: impl IntoIterator<Item = &'s str>) -> Result<(), String> {
        let mut taken: Vec<(usize, &str)> = Vec::new();
        // For each item, its colours in the options.
        let mut occurrences: Vec<Vec<Option<&str>>> = vec![Vec::new(); self.problem.items.len()];
        for line in self.options(solution)?.into_iter().filter(|&line| line != NO_OPTION) {
            let Some((place, _, known)) = self.options.get_full(&words_of(line)) else {
                return Err(format!("expected options of the problem, found {line:?}"));
            };
            taken.push((place, line));
            for &(item, colour) in &known.items {
                occurrences[item].push(colour);
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
            let found = occurrence.len();
            let is_primary = number < self.problem.primary;
            let is_one = occurrence.iter().all(|colour| colour.is_some() && *colour == occurrence[0]);
            let keeps = if is_primary { item.counts.contains(&(found as u32)) } else { found < 2 || is_one };
            if !keeps {
                let parts = if self.problem.drawing.is_some() { "marks" } else { "options" };
                let counts = format!("{} of the {parts}", range(&item.counts));
                let expected = if is_primary { &counts } else { "one option, or in several with one colour" };
                return Err(format!("expected item {} in {expected}, found it in {found}", item.name));
            }
        }
        Ok(())
    }
}
