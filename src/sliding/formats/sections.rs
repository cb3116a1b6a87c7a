//! The lines of the drawn form, sorted into its sections; nothing is known of blocks yet.
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

use std::iter::Peekable;

use crate::formats::names::can_be_drawn;
use crate::puzzle::Freedom;
use traybit_core::grid::LONGEST_SIDE;
use traybit_core::input::Fault;
use traybit_core::page::{BLANKS, Line, Page, Spot, quoted};

/// What the file says, section by section.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections<'a> {
    pub(super) title: Option<&'a str>,
    pub(super) source: Option<&'a str>,
    pub(super) freedoms: Vec<(Freedom, Vec<Named<'a>>)>,
    pub(super) labels: Vec<Named<'a>>,
    pub(super) gates: Vec<GateLine<'a>>,
    pub(super) tray: Option<Drawing<'a>>,
    pub(super) floor: Option<Drawing<'a>>,
    pub(super) goals: Vec<Asked<'a>>,
    /// The first line of each key that may stand once.
    seen: Vec<(&'a str, usize)>,
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

/// The lines of a drawing without the blanks at their ends: 1 to 256, of at most 256 characters each.
#[derive(Clone, Debug)]
pub(super) struct Drawing<'a> {
    pub(super) rows: Vec<Line<'a>>,
}

/// A goal as it is written.
#[derive(Clone, Debug)]
pub(super) enum Asked<'a> {
    Drawn(Drawing<'a>),
    /// The line, and the column where its list begins.
    Listed(Spot<'a>),
}

impl Drawing<'_> {
    /// Its characters, each with its row and column.
    pub(super) fn characters(&self) -> impl Iterator<Item = ((usize, usize), char)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, line)| line.text.chars().enumerate().map(move |(column, c)| ((row, column), c)))
    }

    /// Where a cell is drawn.
    pub(super) fn spot(&self, (row, column): (usize, usize)) -> Spot<'_> {
        Spot { line: self.rows[row], column }
    }
}

const KEYS: &str = "a section (title, source, across, down, fixed, labels, gate, exit, tray, floor or goal, then a colon) or a comment";

/// Sorts the lines of a page.
pub(super) fn sort<'a>(page: &Page<'a>) -> Result<Sections<'a>, Fault> {
    let mut sections = Sections::default();
    let mut lines = page.lines().peekable();
    let mut after_drawing = false;
    while let Some(line) = lines.next() {
        if says_nothing(line) {
            continue;
        }
        let start = line.text.trim_start_matches(BLANKS);
        let indent = line.text[..line.text.len() - start.len()].chars().count();
        let Some((key, value)) = start.split_once(':') else {
            let hint =
                "; a drawing ends at an empty line or a comment, and a row without floor is drawn as #";
            let found = format!("{}{}", quoted(start), if after_drawing { hint } else { "" });
            return Err(page.fault(Spot { line, column: indent }, KEYS, &found));
        };
        let heading = Heading {
            key,
            value: value.trim_matches(BLANKS),
            at: Spot { line, column: indent },
            from: indent + key.chars().count() + 1,
        };
        after_drawing = sections.add(page, &heading, &mut lines)?;
    }
    Ok(sections)
}

/// Whether a line is empty or a comment.
fn says_nothing(line: Line<'_>) -> bool {
    let text = line.text.trim_start_matches(BLANKS);
    text.is_empty() || text.starts_with(';')
}

/// The first line of a section.
struct Heading<'a> {
    key: &'a str,
    value: &'a str,
    at: Spot<'a>,
    /// The column after the colon.
    from: usize,
}

impl<'a> Sections<'a> {
    /// Adds the section that a line begins; whether it ended with a drawing.
    fn add(
        &mut self,
        page: &Page<'a>,
        heading: &Heading<'a>,
        lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
    ) -> Result<bool, Fault> {
        let key = heading.key;
        if let "title" | "source" | "across" | "down" | "fixed" | "labels" | "tray" | "floor" = key {
            if let Some((_, first)) = self.seen.iter().find(|(seen, _)| *seen == key) {
                let expected = format!("no second {key}");
                return Err(page.fault(heading.at, &expected, &format!("one beside that of line {first}")));
            }
            self.seen.push((key, heading.at.line.number));
        }
        match key {
            "title" => self.title = Some(heading.remark(page)?),
            "source" => self.source = Some(heading.remark(page)?),
            "across" => self.freedoms.push((Freedom::Across, heading.names(page)?)),
            "down" => self.freedoms.push((Freedom::Down, heading.names(page)?)),
            "fixed" => self.freedoms.push((Freedom::Fixed, heading.names(page)?)),
            "labels" => self.labels = heading.names(page)?,
            "tray" => self.tray = Some(heading.drawing(page, lines)?),
            "floor" => self.floor = Some(heading.drawing(page, lines)?),
            "goal" if heading.value.is_empty() => {
                self.goals.push(Asked::Drawn(heading.drawing(page, lines)?));
            }
            "goal" => {
                let at = Spot { column: heading.from, ..heading.at };
                self.goals.push(Asked::Listed(at));
            }
            _ => return self.add_gate(page, heading).map(|()| false),
        }
        Ok(matches!(key, "tray" | "floor") || key == "goal" && heading.value.is_empty())
    }

    fn add_gate(&mut self, page: &Page<'a>, heading: &Heading<'a>) -> Result<(), Fault> {
        let (kind, mark) = heading.key.split_once(BLANKS).unwrap_or((heading.key, ""));
        if !matches!(kind, "gate" | "exit") {
            return Err(page.fault(heading.at, KEYS, &quoted(heading.key)));
        }
        let mut characters = mark.trim_matches(BLANKS).chars();
        let (Some(mark), None) = (characters.next().filter(|mark| can_be_drawn(*mark)), characters.next())
        else {
            let expected =
                format!("`{kind} +: a b` with one visible character that is none of . # ; : and ,");
            return Err(page.fault(
                heading.at,
                &expected,
                &quoted(heading.at.line.text.trim_matches(BLANKS)),
            ));
        };
        if self.gates.iter().any(|gate| gate.mark == mark) {
            return Err(page.fault(
                heading.at,
                "one gate or exit a mark",
                &format!("a second one for {mark}"),
            ));
        }
        self.gates.push(GateLine { mark, is_exit: kind == "exit", admits: heading.names(page)? });
        Ok(())
    }
}

impl<'a> Heading<'a> {
    /// The value as text for people.
    fn remark(&self, page: &Page<'a>) -> Result<&'a str, Fault> {
        let Some(before) = self.value.chars().position(char::is_control) else { return Ok(self.value) };
        let after_colon = self.at.line.text.chars().skip(self.from);
        let blanks = after_colon.take_while(|c| BLANKS.contains(c)).count();
        let at = Spot { column: self.from + blanks + before, ..self.at };
        Err(page.wrong_character(at, "text without control characters"))
    }

    /// The value as names of blocks, with or without blanks between them.
    fn names(&self, page: &Page<'a>) -> Result<Vec<Named<'a>>, Fault> {
        let characters = self.at.line.text.chars().enumerate().skip(self.from);
        let names = characters.filter(|(_, c)| *c != ',' && !BLANKS.contains(c)).map(|(column, name)| {
            let at = Spot { column, ..self.at };
            if can_be_drawn(name) {
                Ok(Named { name, at })
            } else {
                Err(page
                    .wrong_character(at, "names of blocks, with or without blanks or commas between them"))
            }
        });
        names.collect()
    }

    /// The drawing on the lines that follow.
    fn drawing(
        &self,
        page: &Page<'a>,
        lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
    ) -> Result<Drawing<'a>, Fault> {
        let key = self.key;
        if !self.value.is_empty() {
            let at = Spot { column: self.from, ..self.at };
            return Err(page.fault(
                at,
                &format!("the drawing on the lines after `{key}:`"),
                &quoted(self.value),
            ));
        }
        let mut rows = Vec::new();
        while let Some(line) = lines.next_if(|line| !says_nothing(*line) && !line.text.contains(':')) {
            let line = Line { text: line.text.trim_end_matches(BLANKS), ..line };
            rows.push(line);
            if rows.len() > usize::from(LONGEST_SIDE) {
                let expected = format!("a drawing of 1 to {LONGEST_SIDE} rows");
                return Err(page.fault(Spot { line, column: 0 }, &expected, "one row more"));
            }
            if let Some((excess, _)) = line.text.chars().enumerate().nth(usize::from(LONGEST_SIDE)) {
                let expected = format!("a drawing of 1 to {LONGEST_SIDE} columns");
                return Err(page.fault(Spot { line, column: excess }, &expected, "one column more"));
            }
        }
        if rows.is_empty() {
            let list = if key == "goal" { ", or a list after it" } else { "" };
            let expected = format!("a drawing on the lines after `{key}:`{list}");
            return Err(page.fault(self.at.line.end(), &expected, "no row of it"));
        }
        Ok(Drawing { rows })
    }
}
