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
//! goal: b leaves              one goal for each place where all of b is on cells of exits; or a drawing below
//!                             `goal:`; or a list of anchors, name, row and column from 0: `goal: b 3 1, a 0 0`
//! ```
//!
//! Blocks are listed in the reading order of their anchors.

use std::collections::{HashMap, HashSet};
use std::mem::replace;

use crate::formats::grid::{Grid, Sign, can_be_drawn};
use crate::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
use traybit_core::source_text::sections::{Grammar, Heading, SectionReader};
use traybit_core::{BLANKS, InputError, Line, Shape, Size, SourceText, Spot, Word, quoted};

const GRAMMAR: Grammar = Grammar {
    expected: "a section (title, source, across, down, fixed, labels, gate, exit, tray, floor or goal, then a colon) or a comment",
    once: &["title", "source", "across", "down", "fixed", "labels", "tray", "floor"],
    after_drawing: "; a drawing ends at an empty line or a comment, and a row without floor is drawn as #",
};

/// Characters of a floor in messages.
const FLOOR: &str = "`.`, `#`, a blank or a gate's mark";

/// Keyword of a list for a block that must leave the tray.
pub(super) const LEAVES: &str = "leaves";

/// Maximum number of goals that result from blocks which leave together.
const MOST_GOALS: usize = 10_000;

/// A section and its drawing.
type Section<'a> = (Heading<'a>, Option<Grid<'a>>);

/// Reads a drawing; messages call the file `name`.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let sections = sections(&source)?;
    let drawing =
        |key| sections.iter().find(|section| section.0.key == key).and_then(|section| section.1.as_ref());
    let Some(tray) = drawing("tray") else { return Err(source.lack("a section `tray:`")) };
    let mut reader = Reader::new(&source, &sections, tray)?;
    if let Some(floor) = drawing("floor") {
        reader.add_floor(floor, tray)?;
    }
    let mut goal_sections = Vec::new();
    // Blocks leave by exits that any section may name.
    let (goals, others): (Vec<_>, Vec<_>) = sections.iter().partition(|(heading, _)| heading.key == "goal");
    for section in others.into_iter().chain(goals) {
        for goal in reader.add(section)? {
            reader.parts.goals.push(goal);
            goal_sections.push(section);
        }
    }
    Puzzle::new(reader.parts).map_err(|flaw| {
        let at = match flaw.goal.map(|(goal, name)| (goal_sections[goal], name)) {
            None => drawing("floor").unwrap_or(tray).spot(flaw.cell),
            Some(((_, Some(drawing)), _)) => drawing.spot(flaw.cell),
            Some(((heading, None), name)) => last_item(heading, name),
        };
        source.sentence(at, &flaw.sentence)
    })
}

/// Splits a file into sections with their drawings. If every second column is blank in all drawings, these
/// blanks between cells are dropped.
fn sections<'a>(text: &SourceText<'a>) -> Result<Vec<Section<'a>>, InputError> {
    let (mut sections, mut reader) = (Vec::<Section<'a>>::new(), SectionReader::new(text, &GRAMMAR));
    while let Some(heading) = reader.next_section()? {
        let drawing = match heading.key {
            "tray" | "floor" => Some(reader.drawing(&heading, 1, "")?),
            "goal" if heading.value.is_empty() => {
                Some(reader.drawing(&heading, 1, ", or a list after it")?)
            }
            "goal" | "title" | "source" | "across" | "down" | "fixed" | "labels" => None,
            key if ["gate", "exit"].contains(&split_mark(key).0) => None,
            _ => return Err(reader.unknown(&heading)),
        };
        let row = |line: Line<'a>| Word { text: line.text, at: Spot { line, column: 0 } };
        let rows = drawing.map(|lines| lines.into_iter().map(row).collect());
        sections.push((heading, rows.map(|rows| Grid { rows, first: 0, step: 1 })));
    }
    let columns = |section: &Section<'a>| -> Vec<u16> {
        let filled = section.1.iter().flat_map(Grid::characters).filter(|(_, c)| *c != ' ');
        filled.map(|((_, column), _)| column).collect()
    };
    let tray = sections.iter().find(|section| section.0.key == "tray").map(columns).unwrap_or_default();
    if let Some((first, last)) = tray.iter().min().zip(tray.iter().max())
        && first < last
        && sections.iter().flat_map(columns).all(|column| column % 2 == first % 2)
    {
        for drawing in sections.iter_mut().filter_map(|section| section.1.as_mut()) {
            (drawing.first, drawing.step) = (usize::from(first % 2), 2);
        }
    }
    Ok(sections)
}

/// The two words of `gate +`.
fn split_mark(key: &str) -> (&str, &str) {
    key.split_once(BLANKS).unwrap_or((key, ""))
}

struct Reader<'b, 'a> {
    source: &'b SourceText<'a>,
    /// The puzzle as far as it has been read.
    parts: Parts,
    numbers: HashMap<char, usize>,
}

impl<'b, 'a> Reader<'b, 'a> {
    /// Reads the marks of gates and the tray.
    fn new(source: &'b SourceText<'a>, all: &[Section<'a>], tray: &Grid<'a>) -> Result<Self, InputError> {
        let mut reader = Self { source, parts: Parts::open(tray.size()), numbers: HashMap::new() };
        for (heading, _) in all {
            let (kind @ ("gate" | "exit"), mark) = split_mark(heading.key) else { continue };
            let mut characters = mark.trim_matches(BLANKS).chars();
            let (Some(mark), None) = (characters.next().filter(|c| can_be_drawn(*c)), characters.next())
            else {
                let expected =
                    format!("`{kind} +: a b` with one visible character that is none of . # ; : and ,");
                let found = quoted(heading.at.line.text.trim_matches(BLANKS));
                return Err(source.error(heading.at, &expected, &found));
            };
            if reader.parts.gates.iter().any(|gate| gate.mark == mark) {
                let found = format!("a second one for {mark}");
                return Err(source.error(heading.at, "one gate or exit a mark", &found));
            }
            reader.parts.gates.push(Gate { mark, admits: Vec::new(), is_exit: kind == "exit" });
        }
        let Parts { floor, blocks, .. } = reader.drawing(tray)?;
        for block in &blocks {
            if let Some(stray) = block.shape.stray() {
                let cell = block.shape.cells_at(block.anchor).nth(stray).unwrap_or(block.anchor);
                let expected = format!("every cell of block {} beside another one of it", block.name);
                return Err(source.error(tray.spot(cell), &expected, "a part that lies by itself"));
            }
        }
        reader.numbers = blocks.iter().map(|block| block.name).zip(0..).collect();
        (reader.parts.floor, reader.parts.blocks) = (floor, blocks);
        Ok(reader)
    }

    fn sign(&self, c: char) -> Option<Sign> {
        match c {
            ' ' | '#' => Some(Sign::Floor(Floor::Wall)),
            '.' => Some(Sign::Floor(Floor::Open)),
            mark => match self.parts.gates.iter().position(|gate| gate.mark == mark) {
                Some(gate) => Some(Sign::Floor(Floor::Gate(gate))),
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

    /// Adds the floor under the blocks from the section `floor:`; elsewhere it must agree with the tray's drawing.
    fn add_floor(&mut self, drawing: &Grid<'a>, tray: &Grid<'a>) -> Result<(), InputError> {
        self.same_box(drawing)?;
        let size = self.parts.size;
        for ((cell, above), below) in size.all().zip(tray.padded(size)).zip(drawing.padded(size)) {
            let expected = match (self.sign(below), self.sign(above)) {
                (Some(Sign::Floor(Floor::Wall)), Some(Sign::Block)) => {
                    format!("`.` or a gate's mark, since block {above} stands there")
                }
                (Some(Sign::Floor(here)), Some(sign)) if [Sign::Block, Sign::Floor(here)].contains(&sign) => {
                    self.parts.floor[size.number(cell)] = here;
                    continue;
                }
                (Some(Sign::Floor(_)), _) => {
                    format!("{} as in the tray", if above == ' ' { '#' } else { above })
                }
                _ => FLOOR.to_owned(),
            };
            // If the row is too short, its end is pointed at.
            let at = drawing.spot(cell);
            let column = at.column.min(at.line.end().column);
            return Err(self.source.wrong_character(Spot { column, ..at }, &expected));
        }
        Ok(())
    }

    /// Adds a section that is neither the tray nor the floor; returns the goals that it states.
    fn add(&mut self, (heading, drawing): &Section<'a>) -> Result<Vec<Vec<Target>>, InputError> {
        let freedom = [Freedom::Across, Freedom::Down, Freedom::Fixed];
        let freedom = freedom.into_iter().find(|freedom| freedom.name() == Some(heading.key));
        match (heading.key, drawing) {
            ("goal", Some(drawing)) => return Ok(vec![self.drawn(drawing)?]),
            ("goal", None) => return self.listed(heading),
            ("title", _) => self.parts.title = Some(heading.remark(self.source)?.to_owned()),
            ("source", _) => self.parts.source = Some(heading.remark(self.source)?.to_owned()),
            (_, Some(_)) => {}
            (key, None) => {
                let mark = split_mark(key).1.trim_matches(BLANKS);
                for (block, at) in self.names(heading)? {
                    let piece = &mut self.parts.blocks[block];
                    if let Some(freedom) = freedom {
                        if replace(&mut piece.freedom, freedom) != Freedom::Both {
                            let expected = "a block that no list of across, down and fixed names before";
                            return Err(self.source.wrong_character(at, expected));
                        }
                    } else if key == "labels" {
                        piece.labelled = true;
                    } else if let Some(gate) =
                        self.parts.gates.iter_mut().find(|gate| mark.chars().eq([gate.mark]))
                    {
                        gate.admits.push(piece.name);
                    }
                }
            }
        }
        Ok(Vec::new())
    }

    /// The blocks of a list of names, with or without blanks between them.
    fn names(&self, heading: &Heading<'a>) -> Result<Vec<(usize, Spot<'a>)>, InputError> {
        let characters = heading.at.line.text.chars().enumerate().skip(heading.from);
        let names = characters.filter(|(_, c)| *c != ',' && !BLANKS.contains(c)).map(|(column, name)| {
            let at = Spot { column, ..heading.at };
            if can_be_drawn(name) {
                return Ok((self.block(&name.to_string(), at)?, at));
            }
            let expected = "names of blocks, with or without blanks or commas between them";
            Err(self.source.wrong_character(at, expected))
        });
        names.collect()
    }

    fn block(&self, name: &str, at: Spot<'a>) -> Result<usize, InputError> {
        let number = name.parse().ok().and_then(|name: char| self.numbers.get(&name));
        number.copied().ok_or_else(|| self.source.error(at, "the name of a block of the tray", &quoted(name)))
    }

    fn drawn(&self, drawing: &Grid<'a>) -> Result<Vec<Target>, InputError> {
        self.same_box(drawing)?;
        let target = |Piece { name, shape, anchor, .. }: Piece| {
            let at = drawing.spot(anchor);
            let block = self.block(&name.to_string(), at)?;
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

    /// The goals of a list: one, or one for each choice of exits of the blocks that leave.
    fn listed(&self, heading: &Heading<'a>) -> Result<Vec<Vec<Target>>, InputError> {
        let mut goals: Vec<Vec<Target>> = vec![Vec::new()];
        for item in items(heading) {
            let places = match item[..] {
                [name, verb] if verb.text == LEAVES => self.exits(name)?,
                [name, row, column] => {
                    let (block, Size { height, width }) = (self.block(name.text, name.at)?, self.parts.size);
                    let row = self.coordinate(row, "row", height)?;
                    vec![Target { block, anchor: (row, self.coordinate(column, "column", width)?) }]
                }
                _ => {
                    let expected = "a block's name, row and column, or its name and `leaves`, with a comma before the next one";
                    let at = item.get(3).or(item.last()).map_or(heading.at.line.end(), |word| word.at);
                    let words: Vec<&str> = item.iter().map(|word| word.text).collect();
                    let found = if item.is_empty() { "nothing".to_owned() } else { quoted(&words.join(" ")) };
                    return Err(self.source.error(at, expected, &found));
                }
            };
            // If two fixed places overlap, the validation of the puzzle reports it and names both blocks.
            if let ([goal], [only]) = (&mut goals[..], &places[..]) {
                goal.push(*only);
                continue;
            }
            if goals.len().min(places.len()) > 1 && goals.len().saturating_mul(places.len()) > MOST_GOALS {
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

    fn are_apart(&self, one: &Target, other: &Target) -> bool {
        let cells = |target: &Target| self.parts.blocks[target.block].shape.cells_at(target.anchor);
        let taken: HashSet<Cell> = cells(one).collect();
        one.block == other.block || cells(other).all(|cell| !taken.contains(&cell))
    }

    fn coordinate(&self, word: Word<'a>, what: &str, side: u16) -> Result<u16, InputError> {
        let is_number = word.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.text.parse().ok().filter(|number| is_number && *number < side);
        number.ok_or_else(|| {
            self.source.error(word.at, &format!("a {what} of 0 to {}", side - 1), &quoted(word.text))
        })
    }

    fn exits(&self, name: Word<'a>) -> Result<Vec<Target>, InputError> {
        let block = self.block(name.text, name.at)?;
        let exits = self.parts.exit_anchors(&self.parts.blocks[block]);
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
fn items<'a>(heading: &Heading<'a>) -> Vec<Vec<Word<'a>>> {
    let (at, mut column) = (heading.at, heading.value_at().column);
    let item = |text: &'a str| {
        let from = column;
        column += text.chars().count() + 1;
        let words = Line { text, ..at.line }.words(0).into_iter();
        words.map(|word| Word { at: Spot { column: from + word.at.column, ..at }, ..word }).collect()
    };
    heading.value.split(',').map(item).collect()
}

/// Source position of the last item of a list that names a block.
fn last_item<'a>(heading: &Heading<'a>, name: char) -> Spot<'a> {
    let items = items(heading);
    let mut names = items.iter().filter_map(|item| item.first());
    names.rfind(|word| word.text.chars().eq([name])).map_or(heading.at, |word| word.at)
}

/// A shape for messages; by its size if it is too large to show.
fn shown(shape: &Shape) -> String {
    let (height, width) = (shape.height(), shape.width());
    if shape.is_rectangle() || height.max(width) <= 8 {
        shape.to_string()
    } else {
        format!("{} cells in a box of {height}×{width}", shape.area())
    }
}
