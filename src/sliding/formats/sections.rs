//! Sections of a drawing's file, sorted by kind; names of blocks are not resolved yet.
//!
//! ```text
//! title: A small one          `key: value`
//! across: a b
//!
//! tray:                       a drawing: the lines up to an empty line, a comment, a `key:` or the end
//! aa.
//! .b#
//! goal: a 0 1                 a list
//! ```

use std::collections::BTreeSet;

use crate::formats::grid::Grid;
use crate::formats::names::can_be_drawn;
use crate::puzzle::Freedom;
use traybit_core::input::InputError;
use traybit_core::source_text::sections::{Grammar, Heading, SectionReader};
use traybit_core::source_text::{BLANKS, SourceText, Spot, Word, quoted};

/// Sections of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections<'a> {
    pub(super) title: Option<&'a str>,
    pub(super) source: Option<&'a str>,
    pub(super) freedoms: Vec<(Freedom, Vec<Named<'a>>)>,
    pub(super) labels: Vec<Named<'a>>,
    pub(super) gates: Vec<GateLine<'a>>,
    pub(super) tray: Option<Grid<'a>>,
    pub(super) floor: Option<Grid<'a>>,
    pub(super) goals: Vec<GoalText<'a>>,
}

/// A block's name in a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'a> {
    pub(super) name: char,
    pub(super) at: Spot<'a>,
}

/// `gate +: a b` or `exit +: a b`.
#[derive(Clone, Debug)]
pub(super) struct GateLine<'a> {
    pub(super) mark: char,
    pub(super) is_exit: bool,
    pub(super) admits: Vec<Named<'a>>,
}

/// A goal as it is written.
#[derive(Clone, Debug)]
pub(super) enum GoalText<'a> {
    Drawn(Grid<'a>),
    /// The line, and the column where its list begins.
    Listed(Spot<'a>),
}

const GRAMMAR: Grammar = Grammar {
    expected: "a section (title, source, across, down, fixed, labels, gate, exit, tray, floor or goal, then a colon) or a comment",
    once: &["title", "source", "across", "down", "fixed", "labels", "tray", "floor"],
    after_drawing: "; a drawing ends at an empty line or a comment, and a row without floor is drawn as #",
};

/// Sorts the lines of a source text.
pub(super) fn sort<'a>(text: &SourceText<'a>) -> Result<Sections<'a>, InputError> {
    let mut sections = Sections::default();
    let mut reader = SectionReader::new(text, &GRAMMAR);
    while let Some(heading) = reader.next_section()? {
        let heading = &heading;
        let mut drawing = |alternative| {
            let rows = reader.drawing(heading, 1, alternative)?.into_iter();
            let rows = rows.map(|line| Word { text: line.text, at: Spot { line, column: 0 } }).collect();
            Ok(Grid { rows, first: 0, step: 1 })
        };
        match heading.key {
            "title" => sections.title = Some(heading.remark(text)?),
            "source" => sections.source = Some(heading.remark(text)?),
            "across" => sections.freedoms.push((Freedom::Across, names(text, heading)?)),
            "down" => sections.freedoms.push((Freedom::Down, names(text, heading)?)),
            "fixed" => sections.freedoms.push((Freedom::Fixed, names(text, heading)?)),
            "labels" => sections.labels = names(text, heading)?,
            "tray" => sections.tray = Some(drawing("")?),
            "floor" => sections.floor = Some(drawing("")?),
            "goal" if heading.value.is_empty() => {
                sections.goals.push(GoalText::Drawn(drawing(", or a list after it")?));
            }
            "goal" => sections.goals.push(GoalText::Listed(Spot { column: heading.from, ..heading.at })),
            key => match key.split_once(BLANKS).unwrap_or((key, "")) {
                (kind @ ("gate" | "exit"), mark) => sections.add_gate(text, heading, kind, mark)?,
                _ => return Err(reader.unknown(heading)),
            },
        }
    }
    sections.close_up();
    Ok(sections)
}

impl<'a> Sections<'a> {
    /// Takes the blanks between cells out of all drawings, if every second column is blank in each of them.
    fn close_up(&mut self) {
        let goals = self.goals.iter_mut().filter_map(|goal| match goal {
            GoalText::Drawn(drawing) => Some(drawing),
            GoalText::Listed(_) => None,
        });
        let drawings: Vec<&mut Grid<'a>> = self.tray.iter_mut().chain(&mut self.floor).chain(goals).collect();
        let columns = |drawing: &Grid<'a>| -> BTreeSet<u16> {
            drawing.characters().filter(|(_, c)| *c != ' ').map(|((_, column), _)| column).collect()
        };
        let Some(tray) = drawings.first().map(|tray| columns(tray)) else { return };
        let Some(&first) = tray.first() else { return };
        let is_blank = |column: u16| column % 2 != first % 2;
        if tray.len() > 1 && !drawings.iter().any(|drawing| columns(drawing).into_iter().any(is_blank)) {
            for drawing in drawings {
                (drawing.first, drawing.step) = (usize::from(first % 2), 2);
            }
        }
    }

    fn add_gate(
        &mut self,
        text: &SourceText<'a>,
        heading: &Heading<'a>,
        kind: &str,
        mark: &str,
    ) -> Result<(), InputError> {
        let mut characters = mark.trim_matches(BLANKS).chars();
        let (Some(mark), None) = (characters.next().filter(|mark| can_be_drawn(*mark)), characters.next())
        else {
            let expected =
                format!("`{kind} +: a b` with one visible character that is none of . # ; : and ,");
            let found = quoted(heading.at.line.text.trim_matches(BLANKS));
            return Err(text.error(heading.at, &expected, &found));
        };
        if self.gates.iter().any(|gate| gate.mark == mark) {
            let found = format!("a second one for {mark}");
            return Err(text.error(heading.at, "one gate or exit a mark", &found));
        }
        self.gates.push(GateLine { mark, is_exit: kind == "exit", admits: names(text, heading)? });
        Ok(())
    }
}

/// Names of blocks in a heading's value, with or without blanks between them.
fn names<'a>(text: &SourceText<'a>, heading: &Heading<'a>) -> Result<Vec<Named<'a>>, InputError> {
    let characters = heading.at.line.text.chars().enumerate().skip(heading.from);
    let names = characters.filter(|(_, c)| *c != ',' && !BLANKS.contains(c)).map(|(column, name)| {
        let at = Spot { column, ..heading.at };
        if can_be_drawn(name) {
            Ok(Named { name, at })
        } else {
            Err(text.wrong_character(at, "names of blocks, with or without blanks or commas between them"))
        }
    });
    names.collect()
}
