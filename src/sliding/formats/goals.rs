//! Goals of a drawing: drawings, lists, and blocks that leave.
//!
//! ```text
//! goal:              goal: b 3 1, c 0 0              goal: b leaves
//! c...               name, row and column of         one goal for each place where all of b
//! ....               each anchor, from 0             is on cells of exits; a list may have several
//! .bb.
//! ```

use std::collections::{HashMap, HashSet};

use crate::formats::drawn::{Marks, blocks_of, same_box};
use crate::formats::sections::{Drawing, GoalText};
use crate::puzzle::{Cell, Floor, Parts, Piece, Target};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{SourceText, Spot, Word, quoted};

/// Word of a list for a block that is to leave.
pub(super) const LEAVES: &str = "leaves";

/// The most goals that blocks which leave together come to.
const MOST_WAYS: usize = 10_000;

/// Place of a goal in the file.
#[derive(Clone, Debug)]
pub(super) enum Source<'a> {
    Drawn(&'a Drawing<'a>),
    /// The list, and each target's block with the place of its name.
    Listed(Spot<'a>, Vec<(usize, Spot<'a>)>),
}

impl<'a> Source<'a> {
    /// Place where it asks for a block on a cell; the last one, if it names the block more than once.
    pub(super) fn spot(&self, block: usize, (row, column): Cell) -> Spot<'a> {
        match self {
            Self::Drawn(drawing) => drawing.spot((row.into(), column.into())),
            Self::Listed(list, items) => {
                items.iter().rev().find(|(named, _)| *named == block).map_or(*list, |named| named.1)
            }
        }
    }
}

/// Reads all goals into the parts, whose blocks and gates are known; where each one stands in the file.
pub(super) fn read<'a>(
    source: &SourceText<'a>,
    goals: &'a [GoalText<'a>],
    parts: &mut Parts,
    numbers: &HashMap<char, usize>,
    marks: &Marks,
) -> Result<Vec<Source<'a>>, InputError> {
    let mut sources = Vec::new();
    for asked in goals {
        match asked {
            GoalText::Drawn(drawing) => {
                let goal = drawn(source, drawing, parts, numbers, marks)?;
                parts.goals.push(goal);
                sources.push(Source::Drawn(drawing));
            }
            GoalText::Listed(at) => {
                let list = List { source, parts, numbers };
                let goals = list.read(*at)?;
                for goal in goals {
                    let named = goal.iter().map(|(target, name)| (target.block, *name)).collect();
                    sources.push(Source::Listed(*at, named));
                    parts.goals.push(goal.into_iter().map(|(target, _)| target).collect());
                }
            }
        }
    }
    Ok(sources)
}

/// The targets of a drawing.
fn drawn(
    source: &SourceText<'_>,
    drawing: &Drawing<'_>,
    parts: &Parts,
    numbers: &HashMap<char, usize>,
    marks: &Marks,
) -> Result<Vec<Target>, InputError> {
    same_box(source, drawing, parts.size)?;
    let blocks = blocks_of(source, drawing, marks, |_, _| ())?;
    let targets = blocks.into_iter().map(|(name, cells)| {
        let (row, column) = cells[0];
        let at = drawing.spot((row.into(), column.into()));
        let Some(&block) = numbers.get(&name) else {
            return Err(source.wrong_character(at, "the name of a block of the tray"));
        };
        let (shape, anchor) = Shape::of(&cells);
        let wanted = &parts.blocks[block].shape;
        if shape != *wanted {
            let expected = format!("block {name} with the shape that it has in the tray, {}", shown(wanted));
            return Err(source.error(at, &expected, &shown(&shape)));
        }
        Ok(Target { block, anchor })
    });
    targets.collect()
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

/// Reads lists.
struct List<'b, 'a> {
    source: &'b SourceText<'a>,
    parts: &'b Parts,
    numbers: &'b HashMap<char, usize>,
}

type Listed<'a> = Vec<(Target, Spot<'a>)>;

impl<'a> List<'_, 'a> {
    /// The goals that the rest of a line asks for: one, or one for each way out of the blocks that leave, together.
    fn read(&self, from: Spot<'a>) -> Result<Vec<Listed<'a>>, InputError> {
        let words = from.line.words(from.column);
        let pieces: Vec<Word<'a>> = words.into_iter().flat_map(at_commas).collect();
        let items: Vec<&[Word<'a>]> = pieces.split(|piece| piece.text == ",").collect();
        let mut goals: Vec<Listed<'a>> = vec![Vec::new()];
        for item in items {
            let ways = match *item {
                [name, verb] if verb.text == LEAVES => self.ways_out(name)?,
                _ => vec![self.target(item, from)?],
            };
            if let [only] = ways[..] {
                for goal in &mut goals {
                    goal.push(only);
                }
                continue;
            }
            if goals.len() > 1 && goals.len() * ways.len() > MOST_WAYS {
                let expected = format!("blocks that leave in at most {MOST_WAYS} ways together");
                return Err(self.source.error(item[0].at, &expected, "more"));
            }
            let together = |goal: &Listed<'a>| {
                let free =
                    ways.iter().filter(|(way, _)| goal.iter().all(|(other, _)| self.are_apart(way, other)));
                free.map(|way| [&goal[..], &[*way]].concat()).collect::<Vec<_>>()
            };
            goals = goals.iter().flat_map(together).collect();
            if goals.is_empty() {
                let expected = "a block that has room on the exits beside the blocks before it";
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

    fn target(&self, item: &[Word<'a>], list: Spot<'a>) -> Result<(Target, Spot<'a>), InputError> {
        let expected =
            "a block's name, row and column, or its name and `leaves`, with a comma before the next one";
        let [name, row, column] = *item else {
            let at = item.get(3).or(item.last()).map_or(list.line.end(), |word| word.at);
            let words: Vec<&str> = item.iter().map(|word| word.text).collect();
            let found = if item.is_empty() { "nothing".to_owned() } else { quoted(&words.join(" ")) };
            return Err(self.source.error(at, expected, &found));
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
            _ => Err(self.source.error(name.at, "the name of a block of the tray", &quoted(name.text))),
        }
    }

    fn coordinate(&self, word: Word<'a>, what: &str, side: u16) -> Result<u16, InputError> {
        let digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { word.text.parse().ok() } else { None };
        number.filter(|number| *number < side).ok_or_else(|| {
            self.source.error(word.at, &format!("a {what} of 0 to {}", side - 1), &quoted(word.text))
        })
    }

    /// The places of a block that leaves.
    fn ways_out(&self, name: Word<'a>) -> Result<Vec<(Target, Spot<'a>)>, InputError> {
        let block = self.block(name)?;
        let ways = ways_out(self.parts, &self.parts.blocks[block]);
        let ways: Vec<_> = ways.map(|anchor| (Target { block, anchor }, name.at)).collect();
        if ways.is_empty() {
            let expected = "a block that fits on cells of exits which admit it";
            return Err(self.source.wrong_character(name.at, expected));
        }
        Ok(ways)
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
pub fn ways_out<'p>(parts: &'p Parts, block: &'p Piece) -> impl Iterator<Item = Cell> + 'p {
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
