//! Sections of the text format; drawings are not interpreted yet.
//!
//! ```text
//! title: A small one          `key: value`
//!
//! piece L: 2 turn             a name, a count and a freedom, then a drawing
//! X..
//! XXX
//! ```

use std::ops::RangeInclusive;

use crate::pack::Freedom;
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::{InputError, parse_counts};
use traybit_core::source_text::sections::{Grammar, Heading, SectionReader};
use traybit_core::source_text::{BLANKS, Line, SourceText, Spot, quoted};

/// The sections of a file.
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

const GRAMMAR: Grammar = Grammar {
    expected: "a section (title, source, piece NAME, board, empty or placed, then a colon) or a comment (after `;`)",
    once: &["title", "source", "board", "empty", "placed"],
    after_drawing: "; a drawing ends at an empty line or a comment",
};

/// Sorts the lines of a source text.
pub(super) fn sort<'a>(text: &SourceText<'a>) -> Result<Sections<'a>, InputError> {
    let mut sections = Sections::default();
    let mut reader = SectionReader::new(text, &GRAMMAR);
    while let Some(heading) = reader.next_section()? {
        sections.add(text, &heading, &mut reader)?;
    }
    Ok(sections)
}

impl<'a> Sections<'a> {
    fn add(
        &mut self,
        text: &SourceText<'a>,
        heading: &Heading<'a>,
        reader: &mut SectionReader<'_, 'a>,
    ) -> Result<(), InputError> {
        let remark = || Ok(Remark { text: heading.remark(text)?, at: heading.value_at() });
        match heading.key {
            "title" => self.title = Some(remark()?),
            "source" => self.source = Some(remark()?),
            "board" => self.board = Some(board(text, heading, reader)?),
            "empty" => self.empty = Some((empty(text, heading)?, heading.value_at())),
            "placed" => self.placed = Some(reader.drawing(heading, 2, "")?),
            "piece" => {
                let expected = "the name of the piece between `piece` and the colon";
                let colon = Spot { column: heading.from - 1, ..heading.at };
                return Err(text.wrong_character(colon, expected));
            }
            key => match key.split_once(BLANKS) {
                Some(("piece", name)) => self.pieces.push(piece(text, heading, name, reader)?),
                _ => return Err(reader.unknown(heading)),
            },
        }
        Ok(())
    }
}

fn empty(text: &SourceText<'_>, heading: &Heading<'_>) -> Result<RangeInclusive<u32>, InputError> {
    parse_counts(heading.value).map_err(|_| {
        let is_missing = heading.value.is_empty();
        let found = if is_missing { "the end of the line".to_owned() } else { quoted(heading.value) };
        text.error(heading.value_at(), "how many cells stay empty, such as 3, 0..4 or 2..", &found)
    })
}

fn piece<'a>(
    text: &SourceText<'a>,
    heading: &Heading<'a>,
    name: &'a str,
    reader: &mut SectionReader<'_, 'a>,
) -> Result<PieceLines<'a>, InputError> {
    const EXPECTED: &str =
        "how many there are of the piece, such as 3, 0..4, 2.. or any, then `turn`, `fixed` or nothing";
    let all = heading.words();
    let mut words = &all[..];
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
        [word] => parse_counts(word.text).map_err(|_| text.error(word.at, EXPECTED, &quoted(word.text)))?,
        [_, word, ..] => return Err(text.error(word.at, EXPECTED, &quoted(word.text))),
    };
    // The name is the last thing of the key.
    let before = heading.key.chars().count() - name.trim_start_matches(BLANKS).chars().count();
    let name = name.trim_matches(BLANKS);
    let at = Spot { column: heading.at.column + before, ..heading.at };
    let rows = reader.drawing_below(heading, 1, "")?;
    let counts_at = if words.is_empty() { at } else { heading.value_at() };
    Ok(PieceLines { name, at, counts, counts_at, freedom, rows })
}

fn board<'a>(
    text: &SourceText<'a>,
    heading: &Heading<'a>,
    reader: &mut SectionReader<'_, 'a>,
) -> Result<BoardLines<'a>, InputError> {
    if heading.value.is_empty() {
        return Ok(BoardLines { at: heading.at, floor: Ground::Drawn(reader.drawing(heading, 1, "")?) });
    }
    let side = |text: &str| {
        text.trim().parse().ok().filter(|&side: &u16| Size { height: side, width: 1 }.is_allowed())
    };
    let sides = heading.value.split_once(['x', '×']);
    let size = sides.and_then(|(height, width)| Some(Size { height: side(height)?, width: side(width)? }));
    let Some(size) = size else {
        let expected = format!(
            "height x width, each 1 to {LONGEST_SIDE}, such as 10x10, or a drawing on the lines after `board:`"
        );
        return Err(text.error(heading.value_at(), &expected, &quoted(heading.value)));
    };
    Ok(BoardLines { at: heading.value_at(), floor: Ground::Size(size) })
}
