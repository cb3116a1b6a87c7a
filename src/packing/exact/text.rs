//! DLX text, the input of Knuth's programs DLX1, DLX2 and DLX3: one line of items, then a line for each option.
//!
//! ```text
//!   | a comment
//!   a 2|b 0:3|c | x y       primary items, perhaps with bounds `low:high|` or `number|`, a bar, secondary items
//!   a b x:red               an option; secondary items may have a colour
//! ```
//!
//! Solutions are written as the lines of their options, in the order of the file, separated by empty lines. A solution
//! without options, possible if every item may be left out, is the line [`NO_OPTION`], which cannot be an option. A packing
//! puzzle is exported as a problem whose solutions correspond one to one to its packings.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use indexmap::IndexSet;

use crate::exact::grid::Drawing;
use crate::exact::packing::{Kind, Problem, problem};
use crate::exact::{Choice, ExactCover, Item};
use crate::pack::{Pack, range};
use traybit_core::{
    BLANKS, GaveUp, InputError, Likeness, Limits, Line, SourceText, Spot, Word, is_visible, quoted,
};

/// Text of a solution without options; in a problem it would be a comment.
pub const NO_OPTION: &str = "| no option";

fn is_skipped(line: &str) -> bool {
    let text = line.trim_start_matches(BLANKS);
    text.is_empty() || text.starts_with('|')
}

/// Likeness of a file to DLX text, whose first lines are a comment, or items and an option.
pub fn likeness(bytes: &[u8]) -> Likeness {
    let Ok(source) = SourceText::new("", bytes) else { return Likeness::None };
    let mut lines = source.lines().filter(|line| !line.text.trim_matches(BLANKS).is_empty());
    if lines.next().is_some_and(|first| is_skipped(first.text)) {
        return Likeness::Likely;
    }
    let mut lines = source.lines().filter(|line| !is_skipped(line.text));
    let (Some(items), Some(option)) = (lines.next(), lines.next()) else { return Likeness::None };
    let is_read = Reader::new(source, items).and_then(|mut reader| reader.option(option)).is_ok();
    let is_integer = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
    match (is_read, items.words(0).len()) {
        (false, _) | (_, 0..2) => Likeness::None,
        // It may be a list of boards of tiles, whose lines may begin with a name.
        _ if items.words(0).iter().skip(1).all(is_integer) => Likeness::Possible,
        _ => Likeness::Likely,
    }
}

/// Reads a problem; `name` is the file's name in messages.
pub fn read(name: &str, bytes: &[u8]) -> Result<ExactCover, InputError> {
    let source = SourceText::new(name, bytes)?;
    let mut lines = source.lines().filter(|line| !is_skipped(line.text));
    let items = lines.next().ok_or_else(|| source.lack("a line of items"))?;
    let mut reader = Reader::new(source, items)?;
    let (mut options, mut idle) = (Vec::new(), 0);
    for line in lines {
        let entries = reader.option(line)?;
        if entries.iter().any(|&(item, _)| (item as usize) < reader.primary) {
            options.push(Choice { text: line.text.trim_matches(BLANKS).to_owned(), entries });
        } else {
            idle += 1;
        }
    }
    Ok(ExactCover { items: reader.items, primary: reader.primary, options, idle, drawing: None })
}

/// Reader of a problem: its items and the colours seen so far, by name.
struct Reader<'a> {
    source: SourceText<'a>,
    items: Vec<Item>,
    primary: usize,
    /// The line of the items.
    line: usize,
    numbers: HashMap<&'a str, u32>,
    colours: IndexSet<&'a str>,
}

impl<'a> Reader<'a> {
    fn new(source: SourceText<'a>, line: Line<'a>) -> Result<Self, InputError> {
        let (mut items, mut primary, mut numbers) = (Vec::new(), None, HashMap::new());
        for word in line.words(0) {
            let refuse = |expected: &str, found: &str| Err(source.error(word.at, expected, found));
            if word.text == "|" {
                if primary.replace(items.len()).is_some() {
                    return refuse("one bar between primary and secondary items", "a second");
                }
                continue;
            }
            let (counts, name) = match word.text.split_once('|') {
                Some((counts, name)) if primary.is_none() => (bounds(&source, word, counts)?, name),
                None => (u32::from(primary.is_none())..=1, word.text),
                Some(_) => return refuse("a secondary item, which has no bounds", &quoted(word.text)),
            };
            if name.is_empty() || name.contains([':', '|']) || !name.chars().all(is_visible) {
                return refuse("the name of an item, visible, without `:` and `|`", &quoted(name));
            }
            if numbers.insert(name, items.len() as u32).is_some() {
                return refuse("another name for each item", &format!("a second {}", quoted(name)));
            }
            items.push(Item { name: name.to_owned(), counts });
        }
        let primary = primary.unwrap_or(items.len());
        if primary == 0 {
            return Err(source.error(Spot { line, column: 0 }, "a primary item", "none"));
        }
        Ok(Self { source, items, primary, line: line.number, numbers, colours: IndexSet::new() })
    }

    fn option(&mut self, line: Line<'a>) -> Result<Vec<(u32, u32)>, InputError> {
        let mut entries: Vec<(u32, u32)> = Vec::new();
        for Word { text, at } in line.words(0) {
            let (name, colour) =
                text.split_once(':').map_or((text, None), |(name, colour)| (name, Some(colour)));
            let refuse = |expected: &str, found: &str| Err(self.source.error(at, expected, found));
            let Some(&item) = self.numbers.get(name) else {
                return refuse(&format!("an item of line {}", self.line), &quoted(name));
            };
            if entries.iter().any(|&(other, _)| other == item) {
                return refuse("each item once", &format!("a second {}", quoted(name)));
            }
            let colour = match colour {
                None => 0,
                Some(colour) if colour.is_empty() || !colour.chars().all(is_visible) => {
                    return refuse("a visible colour after `:`", &quoted(text));
                }
                Some(_) if (item as usize) < self.primary => {
                    return refuse("a primary item, which has no colour", &quoted(text));
                }
                Some(colour) => self.colours.insert_full(colour).0 as u32 + 1,
            };
            entries.push((item, colour));
        }
        Ok(entries)
    }
}

fn bounds(source: &SourceText<'_>, word: Word<'_>, text: &str) -> Result<RangeInclusive<u32>, InputError> {
    let (low, high) = text.split_once(':').unwrap_or((text, text));
    let bounds = low.parse().ok().zip(high.parse().ok()).map(|(low, high): (u32, u32)| low..=high);
    bounds.filter(|bounds| !bounds.is_empty() && *bounds.end() > 0).ok_or_else(|| {
        let expected =
            "bounds before the item, such as 2| or 0:3|, the upper one not below the lower one nor 0";
        source.error(word.at, expected, &quoted(word.text))
    })
}

/// The text of a solution: its drawing, or the lines of its options.
pub fn write(problem: &ExactCover, solution: &[u32]) -> String {
    if let Some(drawing) = &problem.drawing {
        return drawing.write(&drawing.marks_of(solution));
    }
    if solution.is_empty() {
        return format!("{NO_OPTION}\n");
    }
    solution.iter().flat_map(|&option| [&*problem.options[option as usize].text, "\n"]).collect()
}

/// The text of a puzzle without a flaw: a line for each placement of a piece.
pub fn export(pack: &Pack, limits: &Limits) -> Result<String, GaveUp> {
    let pack = &pack.reduced();
    let Problem { cover, kinds, empty, .. } = problem(pack, limits)?;
    let size = pack.size;
    let mut lines: Vec<String> = pack.title.iter().map(|title| format!("| {title}")).collect();
    lines.push(format!("| {}×{}; row,column is a cell, counted from 0", size.height, size.width));
    for (number, Kind { names, counts, .. }) in (1..).zip(&kinds) {
        let (names, counts) = (names.join(" or "), range(counts));
        lines.push(format!("| p{number} is piece {names}, {counts} of it still to place"));
    }
    let empty = empty.map(RangeInclusive::into_inner);
    lines.extend(empty.map(|(least, most)| format!("| e is an empty cell, {least} to {most} of them")));
    text_of(lines, &cover, limits)
}

/// The text of a problem: what [`read`] reads, without options that no solution needs.
pub fn write_problem(problem: &ExactCover, limits: &Limits) -> Result<String, GaveUp> {
    let title = problem.drawing.as_ref().map_or_else(|| "exact cover".to_owned(), Drawing::title);
    // A comment tells the text from other formats.
    text_of(vec![format!("| {title}")], problem, limits)
}

fn text_of(mut lines: Vec<String>, cover: &ExactCover, limits: &Limits) -> Result<String, GaveUp> {
    let (primary, secondary) = cover.items.split_at(cover.primary);
    let most = cover.options.len().max(1) as u32;
    let bounded = |Item { name, counts }: &Item| match counts.clone().into_inner() {
        (1, 1) => name.clone(),
        (least, u32::MAX) => format!("{least}:{}|{name}", most.max(least)),
        (least, most) => format!("{least}:{most}|{name}"),
    };
    let mut items: Vec<String> = primary.iter().map(bounded).collect();
    if !secondary.is_empty() {
        items.push("|".to_owned());
        items.extend(secondary.iter().map(|item| item.name.clone()));
    }
    lines.push(items.join(" "));
    let mut text = lines.join("\n") + "\n";
    for option in &cover.options {
        limits.check().and(limits.within(text.capacity()))?;
        if option.text.is_empty() {
            let names = option.entries.iter().map(|&(item, _)| &*cover.items[item as usize].name);
            text.push_str(&names.collect::<Vec<&str>>().join(" "));
        }
        text.extend([&*option.text, "\n"]);
    }
    Ok(text)
}
