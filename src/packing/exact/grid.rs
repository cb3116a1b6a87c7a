//! Square grids of cells as people write them, and boards that solutions are drawn on.
//!
//! ```text
//!   53..7....6..195....98…      one line of all cells
//!   53. | .7. | ...             rows of cells, or of words of as many cells each, with bars between them
//!   6 . . | 1 9 5 | . . .       or with a word for each cell, which may have several characters
//!   ------+-------+------       a rule: a line of the characters `-`, `=`, `_`, `+` and `|`
//! ```

use crate::exact::drawn::Kind;
use traybit_core::source_text::{SourceText, Spot, Word, quoted};

/// Maximum length of a grid's text in bytes, and of its side in cells.
const LONGEST: usize = 1 << 18;
pub(super) const MAX_SIDE: usize = 256;

/// Characters between cells.
const SEPARATORS: [char; 3] = [' ', '\t', '|'];

/// Text of a cell without a mark.
pub(super) const FREE: &str = ".";

/// A grid as it is written.
pub(super) struct Grid<'a> {
    pub(super) side: usize,
    /// The cells, row by row.
    pub(super) cells: Vec<Word<'a>>,
    /// The text before each cell, and that after the last one.
    gaps: Vec<String>,
    /// True if all cells are in one line.
    pub(super) is_line: bool,
}

impl<'a> Grid<'a> {
    /// The grid that a text consists of, empty lines left out; `None` if it is no grid.
    pub(super) fn of(source: &SourceText<'a>, bytes: &[u8]) -> Option<Self> {
        if bytes.len() > LONGEST || !bytes.is_ascii() {
            return None;
        }
        let lines = || source.lines().filter(|line| !line.text.trim().is_empty());
        let is_rule = |text: &str| text.bytes().all(|byte| b"-=_+| \t".contains(&byte));
        let rows = lines().filter(|line| !is_rule(line.text)).map(|line| line.parts(0, &SEPARATORS));
        let rows: Vec<Vec<Word<'_>>> = rows.collect();
        let (height, parts) = (rows.len(), rows.first()?.len());
        let is_line = height == 1 && rows[0][0].text.len() > 1;
        let side = if is_line { rows[0][0].text.len().isqrt() } else { height };
        let has_words = !is_line && parts == side;
        let length = side * if is_line { side } else { 1 } / parts;
        let fits = |row: &Vec<Word<'_>>| {
            row.len() == parts && (has_words || row.iter().all(|word| word.text.len() == length))
        };
        let is_cell = |word: &Word<'_>| word.text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'.');
        let is_even = has_words || !is_line && side % parts == 0 || is_line && parts == 1;
        if side > MAX_SIDE || !is_even || !rows.iter().all(|row| fits(row) && row.iter().all(is_cell)) {
            return None;
        }
        let mut cells = rows.concat();
        if !has_words {
            let one = |word: Word<'a>, column| Word {
                text: &word.text[column..=column],
                at: Spot { column: word.at.column + column, ..word.at },
            };
            let all = |word: Word<'a>| (0..word.text.len()).map(move |column| one(word, column));
            cells = cells.into_iter().flat_map(all).collect();
        }
        let (mut gaps, mut gap, mut next) = (Vec::new(), String::new(), cells.iter().peekable());
        for line in lines() {
            let mut column = 0;
            while let Some(cell) = next.next_if(|cell| cell.at.line == line) {
                gap += &line.text[column..cell.at.column];
                gaps.push(std::mem::take(&mut gap));
                column = cell.at.column + cell.text.len();
            }
            gap += line.text[column..].trim_end();
            gap.push('\n');
        }
        gaps.push(gap);
        Some(Self { side, cells, gaps, is_line })
    }
}

/// A board that solutions are drawn on: each option is a mark on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The puzzle that it belongs to.
    pub kind: Kind,
    /// Number of its rows and columns.
    pub side: usize,
    /// The marks, by number.
    pub marks: Vec<String>,
    /// The mark that the puzzle gives each cell, row by row.
    pub given: Vec<Option<usize>>,
    /// The cell and the mark of each option, ascending.
    pub(super) options: Vec<(usize, usize)>,
    gaps: Vec<String>,
}

impl Drawing {
    /// The board of a grid, without options; fails with the cell whose mark is unknown.
    pub(super) fn new(grid: Grid<'_>, kind: Kind, marks: Vec<String>) -> Result<Self, Word<'_>> {
        let Grid { side, cells, mut gaps, .. } = grid;
        if marks.iter().any(|mark| mark.len() > 1) {
            // Cells get the width of the longest mark instead.
            for gap in &mut gaps {
                while gap.contains("  ") {
                    *gap = gap.replace("  ", " ");
                }
                *gap = gap.replace("\n ", "\n");
            }
            gaps[0] = gaps[0].trim_start_matches(' ').into();
            // Where numbers were aligned, a blank beside a bar belongs to a short one.
            let has_bare =
                [gaps.iter().any(|gap| gap.ends_with('|')), gaps[1..].iter().any(|gap| gap.starts_with('|'))];
            for gap in gaps.iter_mut().filter(|gap| has_bare[0] && gap.ends_with("| ")) {
                gap.pop();
            }
            for gap in gaps[1..].iter_mut().filter(|gap| has_bare[1] && gap.starts_with(" |")) {
                gap.remove(0);
            }
        }
        let mut drawing = Self { kind, side, marks, given: Vec::new(), options: Vec::new(), gaps };
        let given = cells.into_iter().map(|cell| drawing.mark(cell.text).map_err(|_| cell));
        drawing.given = given.collect::<Result<_, _>>()?;
        Ok(drawing)
    }

    /// The mark that a text stands for, if any; fails with the text if it is unknown.
    fn mark<'t>(&self, text: &'t str) -> Result<Option<usize>, &'t str> {
        let known = self.marks.iter().position(|mark| mark.eq_ignore_ascii_case(text));
        let is_free = [b'.', b'0'].iter().any(|free| text.bytes().all(|byte| byte == *free));
        if known.is_some() || is_free { Ok(known) } else { Err(text) }
    }

    /// The mark on each cell in a solution.
    pub fn marks_of(&self, solution: &[u32]) -> Vec<Option<usize>> {
        let mut marks = vec![None; self.side * self.side];
        for &option in solution {
            let (cell, mark) = self.options[option as usize];
            marks[cell] = Some(mark);
        }
        marks
    }

    /// The text of some marks, in the form in which the puzzle is written.
    pub fn write(&self, marks: &[Option<usize>]) -> String {
        let width = self.marks.iter().map(String::len).max().unwrap_or(1);
        let text = |mark: Option<usize>| mark.map_or(FREE, |mark| &self.marks[mark]);
        let cells = self.gaps.iter().zip(marks).map(|(gap, &mark)| format!("{gap}{:>width$}", text(mark)));
        cells.chain(self.gaps.last().cloned()).collect()
    }

    /// Reads the mark on each cell of a board of this size, in whatever form it is written.
    pub fn read(&self, text: &str) -> Result<Vec<Option<usize>>, String> {
        let side = self.side;
        let source = SourceText::new("", text.as_bytes()).map_err(|error| error.to_string())?;
        let grid = Grid::of(&source, text.as_bytes()).filter(|grid| grid.side == side);
        let grid =
            grid.ok_or_else(|| format!("expected a board of {side}×{side} cells, found another text"))?;
        let unknown = |text| format!("expected a mark of the puzzle, found {}", quoted(text));
        grid.cells.iter().map(|cell| self.mark(cell.text).map_err(unknown)).collect()
    }

    /// The numbers of the options that are drawn as these marks.
    pub(super) fn options_of(&self, marks: &[Option<usize>]) -> Result<Vec<usize>, String> {
        let marked = marks.iter().enumerate().filter_map(|(cell, mark)| Some((cell, (*mark)?)));
        let option = |(cell, mark)| {
            self.options.binary_search(&(cell, mark)).map_err(|_| {
                let (row, column) = (cell / self.side + 1, cell % self.side + 1);
                let given = self.given[cell].map_or(FREE, |given| &self.marks[given]);
                let found = &self.marks[mark];
                format!("expected {given}, which is given, in row {row}, column {column}, found {found}")
            })
        };
        marked.map(option).collect()
    }
}
