//! Drawings: puzzles as a person types them, in one file. `docs/formats.md` describes them in full.
//!
//! ```text
//! title: Out by the door
//! exit >: b                   only b may be on cells marked >, and they lie outside
//!
//! tray:                       same character = same block, . = floor, # or blank = wall
//! #####
//! #abb#
//! #.bb#
//! ##>>#
//! ##>>#
//!
//! goal: b leaves
//! ```
//!
//! Blocks are listed in the reading order of their anchors.

pub mod goals;

use std::collections::HashMap;

use crate::formats::grid::{Grid, Sign};
use crate::formats::names::can_be_drawn;
use crate::formats::sections::{GoalText, Named, Sections, sort};
use crate::puzzle::{Floor, Freedom, Gate, Parts, Puzzle};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_core::source_text::{SourceText, Spot};

/// Reads a drawing; messages call the file `name`.
///
/// # Errors
/// [`InputError::Invalid`] with the line and the column.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let sections = sort(&source)?;
    let Some(tray) = &sections.tray else { return Err(source.lack("a section `tray:`")) };
    let mut reader = Reader::new(&source, &sections, tray)?;
    if let Some(floor) = &sections.floor {
        reader.add_floor(floor, tray)?;
    }
    reader.name_blocks(&sections)?;
    let (texts, goals): (Vec<&GoalText<'_>>, _) = reader.goals(&sections.goals)?.into_iter().unzip();
    Puzzle::new(Parts { goals, ..reader.parts }).map_err(|flaw| {
        let at = match flaw.goal.map(|(goal, name)| (texts[goal], name)) {
            None => sections.floor.as_ref().unwrap_or(tray).spot(flaw.cell),
            Some((GoalText::Drawn(drawing), _)) => drawing.spot(flaw.cell),
            Some((GoalText::Listed(list), name)) => goals::last_item(*list, name),
        };
        source.sentence(at, &flaw.sentence)
    })
}

/// The text of a tray's drawing, with those of its goals beside it, that is a whole file, as `traybit info` prints it: rows of
/// letters, points and walls with blanks between them.
pub(super) fn printed(bytes: &[u8]) -> Option<String> {
    let lines = str::from_utf8(bytes).ok()?.lines().map(str::trim).filter(|line| !line.is_empty());
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split("    ").collect()).collect();
    let is_cell = |word: &str| matches!(word.as_bytes(), [b'.' | b'#' | b'a'..=b'z' | b'A'..=b'Z']);
    let first = rows.first()?;
    let is_row = |row: &Vec<&str>| {
        let is_part = |(part, like): (&&str, &&str)| part.len() == like.len() && part.split(' ').all(is_cell);
        row.len() == first.len() && row.iter().zip(first).all(is_part)
    };
    let drawing = |picture: usize| {
        let rows = rows.iter().map(|row| format!("{}\n", row[picture]));
        format!("{}:\n{}", if picture == 0 { "tray" } else { "\ngoal" }, rows.collect::<String>())
    };
    (first[0].len() > 1 && rows.iter().all(is_row)).then(|| (0..first.len()).map(drawing).collect())
}

/// Characters of a floor in messages.
const FLOOR: &str = "`.`, `#`, a blank or a gate's mark";

/// Reads the drawings of a file.
struct Reader<'b, 'a> {
    source: &'b SourceText<'a>,
    /// The marks of gates, each with the gate's number.
    marks: HashMap<char, usize>,
    /// The puzzle as far as it has been read.
    parts: Parts,
    /// Its blocks by name.
    numbers: HashMap<char, usize>,
}

impl<'b, 'a> Reader<'b, 'a> {
    /// Reads the tray.
    fn new(source: &'b SourceText<'a>, sections: &Sections<'a>, tray: &Grid<'a>) -> Result<Self, InputError> {
        let marks = sections.gates.iter().map(|gate| gate.mark).zip(0..).collect();
        let parts = Parts::open(tray.size());
        let mut reader = Self { source, marks, parts, numbers: HashMap::new() };
        reader.parts = reader.drawing(tray)?;
        for block in &reader.parts.blocks {
            if let Some(stray) = block.shape.stray() {
                let cell = block.shape.cells_at(block.anchor).nth(stray).unwrap_or(block.anchor);
                let expected = format!("every cell of block {} beside another one of it", block.name);
                return Err(source.error(tray.spot(cell), &expected, "a part that lies by itself"));
            }
        }
        reader.numbers = reader.parts.blocks.iter().map(|block| block.name).zip(0..).collect();
        reader.parts.title = sections.title.map(str::to_owned);
        reader.parts.source = sections.source.map(str::to_owned);
        Ok(reader)
    }

    fn sign(&self, c: char) -> Option<Sign> {
        match c {
            ' ' | '#' => Some(Sign::Floor(Floor::Wall)),
            '.' => Some(Sign::Floor(Floor::Open)),
            mark => match self.marks.get(&mark) {
                Some(&gate) => Some(Sign::Floor(Floor::Gate(gate))),
                None => can_be_drawn(c).then_some(Sign::Block),
            },
        }
    }

    /// The floor and the blocks of a drawing in the tray's box.
    fn drawing(&self, drawing: &Grid<'a>) -> Result<Parts, InputError> {
        let expected = format!("a block's name, {FLOOR}");
        drawing.parts(self.source, self.parts.size, &expected, |c| self.sign(c))
    }

    /// Refuses a drawing that reaches past the tray's box, or has fewer rows.
    fn same_box(&self, drawing: &Grid<'a>) -> Result<(), InputError> {
        let Size { height, width } = self.parts.size;
        let (height, rows) = (usize::from(height), drawing.rows.len());
        let expected = format!("a drawing in the tray's box, {height}×{width}");
        if rows != height {
            let found = if rows < height { format!("no row but {rows}") } else { "one row more".to_owned() };
            return Err(self.source.error(drawing.rows[rows.min(height + 1) - 1].at, &expected, &found));
        }
        match drawing.characters().find(|((_, column), _)| *column >= width) {
            Some((cell, _)) => Err(self.source.error(drawing.spot(cell), &expected, "one column more")),
            None => Ok(()),
        }
    }

    /// Takes over the floor under the blocks from the section `floor:`; elsewhere it must agree with the tray's drawing.
    fn add_floor(&mut self, drawing: &Grid<'a>, tray: &Grid<'a>) -> Result<(), InputError> {
        self.same_box(drawing)?;
        let size = self.parts.size;
        for ((cell, above), below) in size.all().zip(tray.padded(size)).zip(drawing.padded(size)) {
            let expected = match (self.sign(below), self.sign(above)) {
                (Some(Sign::Floor(Floor::Wall)), Some(Sign::Block)) => {
                    format!("`.` or a gate's mark, since block {above} stands there")
                }
                (Some(Sign::Floor(here)), above_sign) => {
                    if above_sign == Some(Sign::Block) || above_sign == Some(Sign::Floor(here)) {
                        self.parts.floor[size.number(cell)] = here;
                        continue;
                    }
                    format!("{} as in the tray", if above == ' ' { '#' } else { above })
                }
                _ => FLOOR.to_owned(),
            };
            // Past the end of a row that is too short its end is what can be pointed at.
            let at = drawing.spot(cell);
            let column = at.column.min(at.line.end().column);
            return Err(self.source.wrong_character(Spot { column, ..at }, &expected));
        }
        Ok(())
    }

    /// The number of a block.
    fn block(&self, Named { name, at }: Named<'a>) -> Result<usize, InputError> {
        let known = self.numbers.get(&name).copied();
        known.ok_or_else(|| self.source.wrong_character(at, "the name of a block of the tray"))
    }

    /// Takes over the freedoms, labels and gates of blocks.
    fn name_blocks(&mut self, sections: &Sections<'a>) -> Result<(), InputError> {
        for (freedom, names) in &sections.freedoms {
            for named in names {
                let block = self.block(*named)?;
                if std::mem::replace(&mut self.parts.blocks[block].freedom, *freedom) != Freedom::Both {
                    let expected = "a block that no list of across, down and fixed names before";
                    return Err(self.source.wrong_character(named.at, expected));
                }
            }
        }
        for named in &sections.labels {
            let block = self.block(*named)?;
            self.parts.blocks[block].labelled = true;
        }
        for gate in &sections.gates {
            for named in &gate.admits {
                self.block(*named)?;
            }
            let admits = gate.admits.iter().map(|named| named.name).collect();
            self.parts.gates.push(Gate { mark: gate.mark, admits, is_exit: gate.is_exit });
        }
        Ok(())
    }
}
