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

use crate::formats::drawn::goals::GoalReader;
use crate::formats::in_order;
use crate::formats::names::can_be_drawn;
use crate::formats::sections::{Drawing, Named, Sections, sort};
use crate::puzzle::{Cell, Flaw, Floor, Freedom, Gate, Parts, Piece, Puzzle};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{SourceText, Spot};

/// Reads a drawing; messages call the file `name`.
///
/// # Errors
/// [`InputError::Invalid`] with the line and the column.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let sections = sort(&source)?;
    let Some(tray) = &sections.tray else { return Err(source.lack("a section `tray:`")) };
    let marks = sections.gates.iter().map(|gate| gate.mark).zip(0..).collect();
    let reader = Reader { source: &source, marks };
    let mut parts = reader.tray(tray)?;
    let numbers: HashMap<char, usize> = parts.blocks.iter().map(|block| block.name).zip(0..).collect();
    parts.title = sections.title.map(str::to_owned);
    parts.source = sections.source.map(str::to_owned);
    if let Some(floor) = &sections.floor {
        reader.add_floor(floor, tray, &mut parts)?;
    }
    name_blocks(&source, &sections, &mut parts, &numbers)?;
    let goals = GoalReader { reader: &reader, parts: &parts, numbers: &numbers };
    let (goals, places): (_, Vec<_>) = goals.read(&sections.goals)?.into_iter().unzip();
    parts.goals = goals;
    Puzzle::new(parts.clone()).map_err(|flaw| {
        let in_tray =
            |(row, column): Cell| sections.floor.as_ref().unwrap_or(tray).spot((row.into(), column.into()));
        let at = match flaw {
            Flaw::NoFloor { goal: Some(goal), block, cell }
            | Flaw::Overlap { goal: Some(goal), block, cell, .. } => places[goal].spot(block, cell),
            Flaw::Twice { goal, block } => places[goal].spot(block, parts.blocks[block].anchor),
            Flaw::NoFloor { cell, .. } | Flaw::Overlap { cell, .. } => in_tray(cell),
            Flaw::Apart(block) => in_tray(parts.blocks[block].anchor),
            Flaw::Size(_) | Flaw::Namesakes(_) | Flaw::Stranger { .. } => in_tray((0, 0)),
        };
        source.sentence(at, &flaw.sentence(&parts))
    })
}

/// The drawing of a tray, and of its goals beside it, that stands in a file alone as `traybit info` prints it: rows of letters,
/// points and walls with blanks between them.
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

/// Reads the drawings of a file.
pub(super) struct Reader<'b, 'a> {
    pub(super) source: &'b SourceText<'a>,
    /// The marks of gates, each with the gate's number.
    marks: HashMap<char, usize>,
}

impl Reader<'_, '_> {
    /// Floor that a character stands for; none for the name of a block, and for what can be none.
    fn floor(&self, c: char) -> Option<Floor> {
        match c {
            ' ' | '#' => Some(Floor::Wall),
            '.' => Some(Floor::Open),
            mark => self.marks.get(&mark).map(|gate| Floor::Gate(*gate)),
        }
    }

    /// Takes the blocks out of a drawing, names in the order of their anchors, and passes on its floor.
    pub(super) fn blocks(
        &self,
        drawing: &Drawing<'_>,
        mut floor: impl FnMut((usize, usize), Floor),
    ) -> Result<Vec<(char, Vec<Cell>)>, InputError> {
        let mut blocks: HashMap<char, Vec<Cell>> = HashMap::new();
        for (cell, c) in drawing.characters() {
            if let Some(here) = self.floor(c) {
                floor(cell, here);
            } else if can_be_drawn(c) {
                // Both are below 256, as the sections were read.
                blocks.entry(c).or_default().push((cell.0 as u16, cell.1 as u16));
            } else {
                let expected = "a block's name, `.`, `#`, a blank or a gate's mark";
                return Err(self.source.wrong_character(drawing.spot(cell), expected));
            }
        }
        Ok(in_order(blocks))
    }

    /// The tray of a drawing.
    fn tray(&self, tray: &Drawing<'_>) -> Result<Parts, InputError> {
        let width = tray.characters().map(|((_, column), _)| column + 1).max().unwrap_or(0);
        let size = Size { height: tray.rows.len() as u16, width: width as u16 };
        let mut floor = vec![Floor::Wall; size.cells()];
        let drawn = self.blocks(tray, |(row, column), here| floor[row * width + column] = here)?;
        let mut blocks = Vec::with_capacity(drawn.len());
        for (name, cells) in drawn {
            for &cell in &cells {
                floor[size.number(cell)] = Floor::Open;
            }
            let (shape, anchor) = Shape::of(&cells);
            if let Some(part) = shape.stray() {
                let (row, column) = cells[part];
                let at = tray.spot((row.into(), column.into()));
                let expected = format!("every cell of block {name} beside another one of it");
                return Err(self.source.error(at, &expected, "a part that lies by itself"));
            }
            blocks.push(Piece::new(name, shape, anchor));
        }
        Ok(Parts { floor, blocks, ..Parts::open(size) })
    }

    /// Refuses a drawing that reaches past the tray's box, or has fewer rows.
    pub(super) fn same_box(&self, drawing: &Drawing<'_>, size: Size) -> Result<(), InputError> {
        let (height, width) = (usize::from(size.height), usize::from(size.width));
        let rows = drawing.rows.len();
        let expected = format!("a drawing in the tray's box, {height}×{width}");
        if rows != height {
            let line = drawing.rows[rows.min(height + 1) - 1];
            let found = if rows < height { format!("no row but {rows}") } else { "one row more".to_owned() };
            return Err(self.source.error(Spot { line, column: 0 }, &expected, &found));
        }
        match drawing.characters().find(|((_, column), _)| *column >= width) {
            Some((cell, _)) => Err(self.source.error(drawing.spot(cell), &expected, "one column more")),
            None => Ok(()),
        }
    }

    /// Takes over what the section `floor:` shows under the blocks; elsewhere it must agree with the tray's drawing.
    fn add_floor(
        &self,
        drawing: &Drawing<'_>,
        tray: &Drawing<'_>,
        parts: &mut Parts,
    ) -> Result<(), InputError> {
        self.same_box(drawing, parts.size)?;
        let width = usize::from(parts.size.width);
        let characters_of = |drawing: &Drawing<'_>| {
            let mut characters = vec![' '; parts.size.cells()];
            for ((row, column), c) in drawing.characters() {
                characters[row * width + column] = c;
            }
            characters
        };
        let (above, below) = (characters_of(tray), characters_of(drawing));
        for (number, (above, below)) in above.into_iter().zip(below).enumerate() {
            let wrong = |expected: &str| {
                let line = drawing.rows[number / width];
                // Past the end of a row that is too short its end is what can be pointed at.
                let column = drawing.spot((number / width, number % width)).column.min(line.end().column);
                let at = Spot { line, column };
                Err(self.source.wrong_character(at, expected))
            };
            let Some(here) = self.floor(below) else { return wrong("`.`, `#`, a blank or a gate's mark") };
            match self.floor(above) {
                None if here == Floor::Wall => {
                    return wrong(&format!("`.` or a gate's mark, since block {above} stands there"));
                }
                Some(in_tray) if in_tray != here => {
                    return wrong(&format!("{} as in the tray", if above == ' ' { '#' } else { above }));
                }
                _ => parts.floor[number] = here,
            }
        }
        Ok(())
    }
}

/// Takes over what is said of blocks by their names.
fn name_blocks(
    source: &SourceText<'_>,
    sections: &Sections<'_>,
    parts: &mut Parts,
    numbers: &HashMap<char, usize>,
) -> Result<(), InputError> {
    let number = |named: &Named<'_>| {
        let known = numbers.get(&named.name).copied();
        known.ok_or_else(|| source.wrong_character(named.at, "the name of a block of the tray"))
    };
    for (freedom, names) in &sections.freedoms {
        for named in names {
            let block = &mut parts.blocks[number(named)?];
            if block.freedom != Freedom::Both {
                let expected = "a block that no list of across, down and fixed names before";
                return Err(source.wrong_character(named.at, expected));
            }
            block.freedom = *freedom;
        }
    }
    for named in &sections.labels {
        parts.blocks[number(named)?].labelled = true;
    }
    for gate in &sections.gates {
        for named in &gate.admits {
            number(named)?;
        }
        let admits = gate.admits.iter().map(|named| named.name).collect();
        parts.gates.push(Gate { mark: gate.mark, admits, is_exit: gate.is_exit });
    }
    Ok(())
}
