//! Goals of a drawing: drawings, lists, and blocks that leave.
//!
//! ```text
//! goal:              goal: b 3 1, c 0 0              goal: b leaves
//! c...               name, row and column of         one goal for each place where all of b
//! ....               each anchor, from 0             is on cells of exits; a list may have several
//! .bb.
//! ```

use std::collections::HashSet;

use crate::formats::drawn::Reader;
use crate::formats::grid::Grid;
use crate::formats::sections::{GoalText, Named};
use crate::puzzle::{Cell, Floor, Parts, Piece, Target};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{Spot, Word, quoted};

/// Word of a list for a block that is to leave.
pub(in crate::formats) const LEAVES: &str = "leaves";

/// Maximum number of goals that blocks which leave together come to.
const MOST_GOALS: usize = 10_000;

impl<'a> Reader<'_, 'a> {
    /// Reads all goals, each with its text.
    pub(super) fn goals<'t>(
        &self,
        texts: &'t [GoalText<'a>],
    ) -> Result<Vec<(&'t GoalText<'a>, Vec<Target>)>, InputError> {
        let mut goals = Vec::new();
        for text in texts {
            match text {
                GoalText::Drawn(drawing) => goals.push((text, self.drawn(drawing)?)),
                GoalText::Listed(list) => {
                    goals.extend(self.listed(*list)?.into_iter().map(|goal| (text, goal)));
                }
            }
        }
        Ok(goals)
    }

    /// The targets of a drawing.
    fn drawn(&self, drawing: &Grid<'a>) -> Result<Vec<Target>, InputError> {
        self.same_box(drawing)?;
        let target = |piece: Piece| {
            let Piece { name, shape, anchor, .. } = piece;
            let at = drawing.spot(anchor);
            let block = self.block(Named { name, at })?;
            let in_tray = &self.parts.blocks[block].shape;
            if shape != *in_tray {
                let in_tray = shown(in_tray);
                let expected = format!("block {name} with the shape that it has in the tray, {in_tray}");
                return Err(self.source.error(at, &expected, &shown(&shape)));
            }
            Ok(Target { block, anchor })
        };
        self.drawing(drawing)?.blocks.into_iter().map(target).collect()
    }

    /// The goals of the rest of a line: one, or one for each choice of exits of the blocks that leave.
    fn listed(&self, list: Spot<'a>) -> Result<Vec<Vec<Target>>, InputError> {
        let mut goals: Vec<Vec<Target>> = vec![Vec::new()];
        for item in items(list) {
            let places = match item[..] {
                [name, verb] if verb.text == LEAVES => self.exits(name)?,
                _ => vec![self.target(&item, list)?],
            };
            // Two places alone that overlap are a flaw of the puzzle, which names both blocks.
            if let ([goal], [only]) = (&mut goals[..], &places[..]) {
                goal.push(*only);
                continue;
            }
            if goals.len().min(places.len()) > 1 && goals.len() * places.len() > MOST_GOALS {
                let expected = format!("blocks that leave in at most {MOST_GOALS} ways together");
                return Err(self.source.error(item[0].at, &expected, "more"));
            }
            let together = |goal: &Vec<Target>| {
                let is_free = |place: &&Target| goal.iter().all(|other| self.are_apart(place, other));
                places.iter().filter(is_free).map(|place| [&goal[..], &[*place]].concat()).collect::<Vec<_>>()
            };
            goals = goals.iter().flat_map(together).collect();
            if goals.is_empty() {
                let expected = "a block that has room beside the blocks before it";
                return Err(self.source.wrong_character(item[0].at, expected));
            }
        }
        Ok(goals)
    }

    /// True if two blocks of a goal do not overlap.
    fn are_apart(&self, one: &Target, other: &Target) -> bool {
        let cells = |target: &Target| self.parts.blocks[target.block].shape.cells_at(target.anchor);
        let taken: HashSet<Cell> = cells(one).collect();
        one.block == other.block || cells(other).all(|cell| !taken.contains(&cell))
    }

    fn target(&self, item: &[Word<'a>], list: Spot<'a>) -> Result<Target, InputError> {
        let [name, row, column] = *item else {
            let expected =
                "a block's name, row and column, or its name and `leaves`, with a comma before the next one";
            let at = item.get(3).or(item.last()).map_or(list.line.end(), |word| word.at);
            let words: Vec<&str> = item.iter().map(|word| word.text).collect();
            let found = if item.is_empty() { "nothing".to_owned() } else { quoted(&words.join(" ")) };
            return Err(self.source.error(at, expected, &found));
        };
        let block = self.named(name)?;
        let row = self.coordinate(row, "row", self.parts.size.height)?;
        Ok(Target { block, anchor: (row, self.coordinate(column, "column", self.parts.size.width)?) })
    }

    fn named(&self, word: Word<'a>) -> Result<usize, InputError> {
        let name = word.text.parse().ok().and_then(|name: char| self.numbers.get(&name));
        let expected = "the name of a block of the tray";
        name.copied().ok_or_else(|| self.source.error(word.at, expected, &quoted(word.text)))
    }

    fn coordinate(&self, word: Word<'a>, what: &str, side: u16) -> Result<u16, InputError> {
        let is_number = word.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.text.parse().ok().filter(|number| is_number && *number < side);
        number.ok_or_else(|| {
            self.source.error(word.at, &format!("a {what} of 0 to {}", side - 1), &quoted(word.text))
        })
    }

    /// The places of a block that leaves.
    fn exits(&self, name: Word<'a>) -> Result<Vec<Target>, InputError> {
        let block = self.named(name)?;
        let exits = exit_anchors(&self.parts, &self.parts.blocks[block]);
        let exits: Vec<Target> = exits.map(|anchor| Target { block, anchor }).collect();
        if !self.parts.gates.iter().any(|gate| gate.is_exit) {
            let expected =
                format!("a section with the exit by which it leaves, such as `exit >: {}`", name.text);
            return Err(self.source.error(name.at, &expected, "none"));
        }
        if exits.is_empty() {
            let expected = "a block that fits on cells of exits which admit it";
            return Err(self.source.wrong_character(name.at, expected));
        }
        Ok(exits)
    }
}

/// The words of the items of a list, which commas separate.
fn items(list: Spot<'_>) -> Vec<Vec<Word<'_>>> {
    let words: Vec<Word<'_>> = list.line.words(list.column).into_iter().flat_map(at_commas).collect();
    words.split(|word| word.text == ",").map(<[_]>::to_vec).collect()
}

/// Place of the last item of a list that names a block.
pub(super) fn last_item(list: Spot<'_>, name: char) -> Spot<'_> {
    let items = items(list);
    let mut names = items.iter().filter_map(|item| item.first());
    names.rfind(|word| word.text.chars().eq([name])).map_or(list, |word| word.at)
}

/// A shape in a message; one that is too large to show by its size.
fn shown(shape: &Shape) -> String {
    let (height, width) = (shape.height(), shape.width());
    if shape.is_rectangle() || height.max(width) <= 8 {
        shape.to_string()
    } else {
        format!("{} cells in a box of {height}×{width}", shape.area())
    }
}

/// The commas of a word, and what stands between them.
fn at_commas(word: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let mut column = word.at.column;
    word.text
        .split_inclusive(',')
        .flat_map(|part| {
            let (text, comma) = part.split_at(part.trim_end_matches(',').len());
            [text, comma]
        })
        .filter(|text| !text.is_empty())
        .map(move |text| {
            let at = Spot { column, ..word.at };
            column += text.chars().count();
            Word { text, at }
        })
}

/// Anchors of a block that has left, in reading order: those with which all of its cells are on exits that admit it.
pub fn exit_anchors<'p>(parts: &'p Parts, block: &'p Piece) -> impl Iterator<Item = Cell> + 'p {
    let opens: Vec<bool> =
        parts.gates.iter().map(|gate| gate.is_exit && gate.admits.contains(&block.name)).collect();
    let is_out = move |cell: Cell| match parts.floor_at(cell) {
        Floor::Gate(gate) => opens[gate],
        Floor::Open | Floor::Wall => false,
    };
    parts.size.all().filter(move |anchor| {
        let fits = || parts.cells_of(&block.shape, *anchor);
        is_out(*anchor) && fits().is_some_and(|cells| cells.into_iter().all(&is_out))
    })
}
