//! Goals of a drawing: drawings, lists, and blocks that leave.
//!
//! ```text
//! goal:              goal: b 3 1, c 0 0              goal: b leaves
//! c...               name, row and column of         one goal for each place where all of b
//! ....               each anchor, from 0             is on cells of exits; a list may have several
//! .bb.
//! ```

use std::collections::{HashMap, HashSet};

use crate::formats::drawn::Reader;
use crate::formats::sections::{Drawing, GoalText};
use crate::puzzle::{Cell, Floor, Parts, Piece, Target};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{Spot, Word, quoted};

/// Word of a list for a block that is to leave.
pub(in crate::formats) const LEAVES: &str = "leaves";

/// The most goals that blocks which leave together come to.
const MOST_GOALS: usize = 10_000;

/// Place of a goal in the file.
#[derive(Clone, Debug)]
pub(super) enum Source<'a> {
    Drawn(&'a Drawing<'a>),
    /// The list, and each target's block with the place of its name.
    Listed(Spot<'a>, Vec<(usize, Spot<'a>)>),
}

impl<'a> Source<'a> {
    /// Place where it names a block on a cell; the last one, if it names the block more than once.
    pub(super) fn spot(&self, block: usize, (row, column): Cell) -> Spot<'a> {
        match self {
            Self::Drawn(drawing) => drawing.spot((row.into(), column.into())),
            Self::Listed(list, items) => {
                items.iter().rev().find(|(named, _)| *named == block).map_or(*list, |named| named.1)
            }
        }
    }
}

/// Reads goals for a tray.
pub(super) struct GoalReader<'b, 'a> {
    pub(super) reader: &'b Reader<'b, 'a>,
    /// The puzzle without goals.
    pub(super) parts: &'b Parts,
    /// Its blocks by name.
    pub(super) numbers: &'b HashMap<char, usize>,
}

/// Targets, each with the place of its block's name.
type Listed<'a> = Vec<(Target, Spot<'a>)>;

/// The targets of a goal, and its place.
type Goal<'a> = (Vec<Target>, Source<'a>);

impl<'a> GoalReader<'_, 'a> {
    /// Reads all goals.
    pub(super) fn read(&self, goals: &'a [GoalText<'a>]) -> Result<Vec<Goal<'a>>, InputError> {
        let mut found = Vec::new();
        for goal in goals {
            match goal {
                GoalText::Drawn(drawing) => found.push((self.drawn(drawing)?, Source::Drawn(drawing))),
                GoalText::Listed(at) => found.extend(self.listed(*at)?.into_iter().map(|goal| {
                    let named = goal.iter().map(|(target, name)| (target.block, *name)).collect();
                    let targets = goal.into_iter().map(|(target, _)| target).collect();
                    (targets, Source::Listed(*at, named))
                })),
            }
        }
        Ok(found)
    }

    /// The targets of a drawing.
    fn drawn(&self, drawing: &Drawing<'_>) -> Result<Vec<Target>, InputError> {
        self.reader.same_box(drawing, self.parts.size)?;
        let blocks = self.reader.blocks(drawing, |_, _| ())?;
        let target = |(name, cells): (char, Vec<Cell>)| {
            let (row, column) = cells[0];
            let at = drawing.spot((row.into(), column.into()));
            let Some(&block) = self.numbers.get(&name) else {
                return Err(self.reader.source.wrong_character(at, "the name of a block of the tray"));
            };
            let (shape, anchor) = Shape::of(&cells);
            let in_tray = &self.parts.blocks[block].shape;
            if shape != *in_tray {
                let in_tray = shown(in_tray);
                let expected = format!("block {name} with the shape that it has in the tray, {in_tray}");
                return Err(self.reader.source.error(at, &expected, &shown(&shape)));
            }
            Ok(Target { block, anchor })
        };
        blocks.into_iter().map(target).collect()
    }

    /// The goals of the rest of a line: one, or one for each choice of exits of the blocks that leave.
    fn listed(&self, from: Spot<'a>) -> Result<Vec<Listed<'a>>, InputError> {
        let words = from.line.words(from.column);
        let pieces: Vec<Word<'a>> = words.into_iter().flat_map(at_commas).collect();
        let items: Vec<&[Word<'a>]> = pieces.split(|piece| piece.text == ",").collect();
        let mut goals: Vec<Listed<'a>> = vec![Vec::new()];
        for item in items {
            let places = match *item {
                [name, verb] if verb.text == LEAVES => self.exits(name)?,
                _ => vec![self.target(item, from)?],
            };
            // Two places alone that overlap are a flaw of the puzzle, which names both blocks.
            if let ([goal], [only]) = (&mut goals[..], &places[..]) {
                goal.push(*only);
                continue;
            }
            if goals.len().min(places.len()) > 1 && goals.len() * places.len() > MOST_GOALS {
                let expected = format!("blocks that leave in at most {MOST_GOALS} ways together");
                return Err(self.reader.source.error(item[0].at, &expected, "more"));
            }
            let together = |goal: &Listed<'a>| {
                let is_free = |(place, _): &&(Target, Spot<'_>)| {
                    goal.iter().all(|(other, _)| self.are_apart(place, other))
                };
                places.iter().filter(is_free).map(|place| [&goal[..], &[*place]].concat()).collect::<Vec<_>>()
            };
            goals = goals.iter().flat_map(together).collect();
            if goals.is_empty() {
                let expected = "a block that has room beside the blocks before it";
                return Err(self.reader.source.wrong_character(item[0].at, expected));
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

    fn target(&self, item: &[Word<'a>], list: Spot<'a>) -> Result<(Target, Spot<'a>), InputError> {
        let expected =
            "a block's name, row and column, or its name and `leaves`, with a comma before the next one";
        let [name, row, column] = *item else {
            let at = item.get(3).or(item.last()).map_or(list.line.end(), |word| word.at);
            let words: Vec<&str> = item.iter().map(|word| word.text).collect();
            let found = if item.is_empty() { "nothing".to_owned() } else { quoted(&words.join(" ")) };
            return Err(self.reader.source.error(at, expected, &found));
        };
        let block = self.block(name)?;
        let row = self.coordinate(row, "row", self.parts.size.height)?;
        let column = self.coordinate(column, "column", self.parts.size.width)?;
        Ok((Target { block, anchor: (row, column) }, name.at))
    }

    fn block(&self, name: Word<'a>) -> Result<usize, InputError> {
        let mut characters = name.text.chars();
        let known = characters.next().and_then(|name| self.numbers.get(&name));
        match (known, characters.next()) {
            (Some(block), None) => Ok(*block),
            _ => {
                Err(self.reader.source.error(name.at, "the name of a block of the tray", &quoted(name.text)))
            }
        }
    }

    fn coordinate(&self, word: Word<'a>, what: &str, side: u16) -> Result<u16, InputError> {
        let digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { word.text.parse().ok() } else { None };
        number.filter(|number| *number < side).ok_or_else(|| {
            self.reader.source.error(word.at, &format!("a {what} of 0 to {}", side - 1), &quoted(word.text))
        })
    }

    /// The places of a block that leaves.
    fn exits(&self, name: Word<'a>) -> Result<Listed<'a>, InputError> {
        let block = self.block(name)?;
        let exits = exit_anchors(self.parts, &self.parts.blocks[block]);
        let exits: Listed<'a> = exits.map(|anchor| (Target { block, anchor }, name.at)).collect();
        if !self.parts.gates.iter().any(|gate| gate.is_exit) {
            let expected =
                format!("a section with the exit by which it leaves, such as `exit >: {}`", name.text);
            return Err(self.reader.source.error(name.at, &expected, "none"));
        }
        if exits.is_empty() {
            let expected = "a block that fits on cells of exits which admit it";
            return Err(self.reader.source.wrong_character(name.at, expected));
        }
        Ok(exits)
    }
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
