//! The lines of the text form, sorted into its sections; no form is looked at yet.
//!
//! ```text
//! title: A small one          `key: value`
//!
//! piece L: 2 turn             a name, a count and a freedom, then a drawing: the lines up to an empty line, a comment, a
//! X..                         line with a colon or the end
//! XXX
//! ```

use std::iter::Peekable;
use std::ops::RangeInclusive;

use crate::pack::Freedom;
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::{Fault, parse_counts};
use traybit_core::page::{BLANKS, Line, Page, Spot, Word, quoted};

/// What the file says, section by section.
#[derive(Debug, Default)]
pub(super) struct Sections<'a> {
    pub(super) title: Option<Remark<'a>>,
    pub(super) source: Option<Remark<'a>>,
    pub(super) pieces: Vec<PieceLines<'a>>,
    pub(super) board: Option<BoardLines<'a>>,
    pub(super) empty: Option<(RangeInclusive<u32>, Spot<'a>)>,
    pub(super) placed: Option<Vec<Line<'a>>>,
}

/// Text for people.
#[derive(Debug)]
pub(super) struct Remark<'a> {
    pub(super) text: &'a str,
    pub(super) at: Spot<'a>,
}

/// A section `piece`.
#[derive(Debug)]
pub(super) struct PieceLines<'a> {
    pub(super) name: &'a str,
    pub(super) at: Spot<'a>,
    pub(super) counts: RangeInclusive<u32>,
    pub(super) counts_at: Spot<'a>,
    pub(super) freedom: Freedom,
    pub(super) rows: Vec<Line<'a>>,
}

/// The section `board`.
#[derive(Debug)]
pub(super) struct BoardLines<'a> {
    pub(super) at: Spot<'a>,
    pub(super) floor: Ground<'a>,
}

/// How a board is given.
#[derive(Debug)]
pub(super) enum Ground<'a> {
    Size(Size),
    Drawn(Vec<Line<'a>>),
}

const KEYS: &str =
    "a section (title, source, piece NAME, board, empty or placed, then a colon) or a comment (after `;`)";

/// The first line of a section.
struct Heading<'a> {
    key: &'a str,
    at: Spot<'a>,
    /// The column after the colon.
    from: usize,
    words: Vec<Word<'a>>,
}

/// Sorts the lines of a page.
pub(super) fn sort<'a>(page: &Page<'a>) -> Result<Sections<'a>, Fault> {
    let mut sections = Sections::default();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if says_nothing(line) {
            continue;
        }
        let start = line.text.trim_start_matches(BLANKS);
        let indent = line.text[..line.text.len() - start.len()].chars().count();
        let at = Spot { line, column: indent };
        let Some((key, _)) = start.split_once(':') else { return Err(page.fault(at, KEYS, &quoted(start))) };
        let from = indent + key.chars().count() + 1;
        let heading = Heading { key: key.trim_end_matches(BLANKS), at, from, words: line.words(from) };
        sections.add(page, &heading, &mut lines)?;
    }
    Ok(sections)
}

/// Whether a line is empty or a comment.
fn says_nothing(line: Line<'_>) -> bool {
    let text = line.text.trim_start_matches(BLANKS);
    text.is_empty() || text.starts_with(';')
}

impl<'a> Sections<'a> {
    fn add(
        &mut self,
        page: &Page<'a>,
        heading: &Heading<'a>,
        lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
    ) -> Result<(), Fault> {
        let key = heading.key;
        let before = match key {
            "title" => self.title.as_ref().map(|remark| remark.at.line.number),
            "source" => self.source.as_ref().map(|remark| remark.at.line.number),
            "board" => self.board.as_ref().map(|board| board.at.line.number),
            "empty" => self.empty.as_ref().map(|(_, at)| at.line.number),
            "placed" => self.placed.as_ref().map(|rows| rows[0].number - 1),
            _ => None,
        };
        if let Some(first) = before {
            let found = format!("one beside that of line {first}");
            return Err(page.fault(heading.at, &format!("no second {key}"), &found));
        }
        match key {
            "title" => self.title = Some(heading.remark(page)?),
            "source" => self.source = Some(heading.remark(page)?),
            "board" => self.board = Some(heading.board(page, lines)?),
            "empty" => self.empty = Some((heading.empty(page)?, heading.value_at())),
            "placed" => {
                heading.nothing_more(page)?;
                self.placed = Some(heading.rows(page, lines, 2)?);
            }
            _ => match key.split_once(BLANKS).filter(|(kind, _)| *kind == "piece") {
                Some((_, name)) => self.pieces.push(heading.piece(page, name, lines)?),
                None if key == "piece" => {
                    let expected = "the name of the piece between `piece` and the colon";
                    return Err(
                        page.wrong_character(Spot { column: heading.from - 1, ..heading.at }, expected)
                    );
                }
                None => return Err(page.fault(heading.at, KEYS, &quoted(key))),
            },
        }
        Ok(())
    }
}

impl<'a> Heading<'a> {
    /// Where the value begins.
    fn value_at(&self) -> Spot<'a> {
        self.words.first().map_or(self.at.line.end(), |word| word.at)
    }

    /// The value, without blanks round it.
    fn value(&self) -> &'a str {
        let start = self.at.line.text.trim_start_matches(BLANKS);
        start.split_once(':').map_or("", |(_, value)| value).trim_matches(BLANKS)
    }

    fn remark(&self, page: &Page<'a>) -> Result<Remark<'a>, Fault> {
        let (text, at) = (self.value(), self.value_at());
        match text.chars().position(char::is_control) {
            None => Ok(Remark { text, at }),
            Some(before) => {
                let at = Spot { column: at.column + before, ..at };
                Err(page.wrong_character(at, "text without control characters"))
            }
        }
    }

    fn nothing_more(&self, page: &Page<'a>) -> Result<(), Fault> {
        match self.words.first() {
            None => Ok(()),
            Some(word) => {
                let expected = format!("a drawing on the lines after `{}:`", self.key);
                Err(page.fault(word.at, &expected, &quoted(word.text)))
            }
        }
    }

    fn empty(&self, page: &Page<'a>) -> Result<RangeInclusive<u32>, Fault> {
        parse_counts(self.value()).map_err(|_| {
            let found =
                if self.words.is_empty() { "the end of the line".to_owned() } else { quoted(self.value()) };
            page.fault(self.value_at(), "how many cells stay empty, such as 3, 0..4 or 2..", &found)
        })
    }

    fn piece(
        &self,
        page: &Page<'a>,
        name: &'a str,
        lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
    ) -> Result<PieceLines<'a>, Fault> {
        const EXPECTED: &str =
            "how many there are of the piece, such as 3, 0..4, 2.. or any, then `turn`, `fixed` or nothing";
        let mut words = &self.words[..];
        let mut freedom = Freedom::Flip;
        if let [before @ .., last] = words
            && let Some(named) =
                [Freedom::Turn, Freedom::Fixed].into_iter().find(|freedom| freedom.name() == Some(last.text))
        {
            (words, freedom) = (before, named);
        }
        let counts = match words {
            [] => 1..=1,
            [word] if word.text == "any" => 0..=u32::MAX,
            [word] => {
                parse_counts(word.text).map_err(|_| page.fault(word.at, EXPECTED, &quoted(word.text)))?
            }
            [_, word, ..] => return Err(page.fault(word.at, EXPECTED, &quoted(word.text))),
        };
        let name = name.trim_matches(BLANKS);
        // The name is the last thing before the colon.
        let blanks = self.at.line.text.chars().take(self.from - 1).collect::<Vec<_>>();
        let trailing = blanks.iter().rev().take_while(|c| BLANKS.contains(c)).count();
        let at = Spot { column: self.from - 1 - trailing - name.chars().count(), ..self.at };
        let rows = self.rows(page, lines, 1)?;
        let counts_at = if words.is_empty() { at } else { self.value_at() };
        Ok(PieceLines { name, at, counts, counts_at, freedom, rows })
    }

    fn board(
        &self,
        page: &Page<'a>,
        lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
    ) -> Result<BoardLines<'a>, Fault> {
        if self.words.is_empty() {
            return Ok(BoardLines { at: self.at, floor: Ground::Drawn(self.rows(page, lines, 1)?) });
        }
        let side = |text: &str| {
            text.trim().parse().ok().filter(|&side: &u16| Size { height: side, width: 1 }.is_allowed())
        };
        let sides = self.value().split_once(['x', '×']);
        let size =
            sides.and_then(|(height, width)| Some(Size { height: side(height)?, width: side(width)? }));
        let Some(size) = size else {
            let expected = format!(
                "height x width, each 1 to {LONGEST_SIDE}, such as 10x10, or a drawing on the lines after `board:`"
            );
            return Err(page.fault(self.value_at(), &expected, &quoted(self.value())));
        };
        Ok(BoardLines { at: self.value_at(), floor: Ground::Size(size) })
    }

    /// The drawing on the lines that follow, without the blanks at their ends: 1 to 256 rows of at most 256 cells, each of
    /// so many characters.
    fn rows(
        &self,
        page: &Page<'a>,
        lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
        characters: usize,
    ) -> Result<Vec<Line<'a>>, Fault> {
        let longest = usize::from(LONGEST_SIDE);
        let mut rows = Vec::new();
        while let Some(line) = lines.next_if(|line| !says_nothing(*line) && !line.text.contains(':')) {
            let line = Line { text: line.text.trim_end_matches(BLANKS), ..line };
            rows.push(line);
            if rows.len() > longest {
                let expected = format!("a drawing of 1 to {longest} rows");
                return Err(page.fault(Spot { line, column: 0 }, &expected, "one row more"));
            }
            if line.text.chars().nth(longest * characters).is_some() {
                let at = Spot { line, column: longest * characters };
                return Err(page.fault(
                    at,
                    &format!("a drawing of 1 to {longest} columns"),
                    "one column more",
                ));
            }
        }
        if rows.is_empty() {
            let expected = format!("a drawing on the lines after `{}:`", self.key);
            return Err(page.fault(self.at.line.end(), &expected, "no row of it"));
        }
        Ok(rows)
    }
}
