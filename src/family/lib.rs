//! The table of puzzle families, a row each, from which the commands dispatch.
//!
//! ```text
//!   bytes ──read──▶ Puzzle ──┬─ playback ──▶ pictures, pages, the terminal     (show, --html)
//!                            ├─ game, advice                                   (play)
//!                            ├─ answer                                         (batch)
//!                            └─ formats                                        (convert)
//! ```
//!
//! To add a family, add a file beside this one and a row to [`FAMILIES`].

pub mod aim;
pub mod exact;
pub mod input;
pub mod interface;
pub mod packing;
pub mod sliding;
pub mod tiles;

pub use crate::interface::{
    Advice, Answer, Contents, Family, Format, Game, GoalSource, Listed, Numbered, Objective, PAIR, Puzzle,
    Unwritten, Verdict, of_family,
};

use std::io::Read;
use std::sync::Arc;

use traybit_core::{InputError, Likeness, quoted, read_at_most};
use traybit_packing::formats::read_numbered as read_packing;
use traybit_program::Source;

/// All families. A file belongs to the first that recognises it and can read it or, if none recognises it, to the first that
/// can read it.
pub static FAMILIES: [&Family; 4] = [&packing::FAMILY, &sliding::FAMILY, &tiles::FAMILY, &exact::FAMILY];

/// Default family, for files that no family recognises: its errors say the most.
pub static USUAL: &Family = &sliding::FAMILY;

/// Maximum length of a puzzle file, in bytes.
pub const MAX_BYTES: usize = 1 << 24;

/// Reads the puzzles in the bytes of a file, called `name` in messages.
/// The error is that of the first family that the file may belong to, with its likeness to that family.
pub fn read(name: &str, bytes: &[u8]) -> Result<Contents, (InputError, Likeness)> {
    let mut first = None;
    let rows = FAMILIES.map(|family| (family, (family.likeness)(bytes)));
    let is_likely = |(_, likeness): &(_, Likeness)| *likeness >= Likeness::Likely;
    let least = if rows.iter().any(is_likely) { Likeness::Likely } else { Likeness::Possible };
    for (family, likeness) in rows.into_iter().filter(|(_, likeness)| *likeness >= least) {
        match (family.read)(name, bytes) {
            Ok(contents) => return Ok(contents),
            Err(error) => first = first.or(Some((error, likeness))),
        }
    }
    let unknown = || (error_of_unknown(name, bytes), Likeness::None);
    Err(first.filter(|_| !is_unknown(bytes)).unwrap_or_else(unknown))
}

/// True if no family recognises the bytes, and the default family rules them out.
fn is_unknown(bytes: &[u8]) -> bool {
    (USUAL.likeness)(bytes) == Likeness::None
        && FAMILIES.iter().all(|family| (family.likeness)(bytes) < Likeness::Likely)
}

/// Number of bytes, from the beginning of a file, that [`error_of_unknown`] examines.
const EXAMINED: usize = 1 << 16;

/// Error of a file that no family recognises.
fn error_of_unknown(name: &str, bytes: &[u8]) -> InputError {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(EXAMINED)]);
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let [families @ .., last] = FAMILIES.map(|family| family.formats_read);
    let formats = format!("{} or {last}", families.join(", "));
    let sentence = match lines.first() {
        None => format!("{name}: expected {formats}, found an empty file"),
        Some((number, first)) => {
            let first = quoted(&first.trim().chars().take(100).collect::<String>());
            let like =
                like(&lines).map(|like| format!("; the file looks most like {like}")).unwrap_or_default();
            format!("{name}, line {number}: expected {formats}, found {first}{like}")
        }
    };
    InputError::Invalid(sentence)
}

/// Names the format that the lines (none of them blank) most resemble, and says what they lack.
fn like(lines: &[(usize, &str)]) -> Option<String> {
    for (number, line) in lines {
        for (key, one) in [("tray:", "a drawing"), ("board:", "a packing puzzle")] {
            if line.trim_start().get(..key.len()).is_some_and(|start| start.eq_ignore_ascii_case(key)) {
                return Some(format!(
                    "{one}, whose line {number} has to begin with `{key}` in small letters"
                ));
            }
        }
    }
    if let Some((side, number, cells)) = uneven(lines) {
        return Some(format!(
            "a sudoku of {side}×{side} cells, where line {number} has {cells} digits or dots"
        ));
    }
    let words: Vec<Vec<&str>> = lines.iter().map(|(_, line)| line.split_whitespace().collect()).collect();
    let (items, options) = words.split_first()?;
    let entries: Vec<&str> =
        options.iter().flatten().map(|word| word.split(':').next().unwrap_or(word)).collect();
    let known = entries.iter().filter(|entry| items.contains(entry)).count();
    // Cells of a drawing recur in its first row; items do not.
    let are_items = items.len() > 1 && (1..items.len()).all(|item| !items[..item].contains(&items[item]));
    if are_items && known > 0 && 2 * known >= entries.len() {
        return Some(
            "DLX text, where all entries are items of the first line, or a comment after `|` begins it"
                .to_owned(),
        );
    }
    let is_row = |row: &Vec<&str>| row.len() == 1 || row.iter().all(|word| word.chars().count() == 1);
    let width = |row: &Vec<&str>| row.iter().map(|word| word.chars().count()).sum::<usize>();
    let (height, first) = (words.len(), width(items));
    let is_grid = height > 1 && words.iter().all(|row| is_row(row) && width(row) == first);
    is_grid.then(|| format!("a drawing of {height}×{first} cells, which needs a line `tray:` before it"))
}

/// Side of the sudoku that lines would be but for one of them: its number, and the number of its cells.
fn uneven(lines: &[(usize, &str)]) -> Option<(usize, usize, usize)> {
    let count = |line: &str, test: &dyn Fn(char) -> bool| line.chars().filter(|c| test(*c)).count();
    let cells = |line: &str| count(line, &|c| c.is_ascii_digit() || c == '.');
    let rows: Vec<_> = lines.iter().filter(|(_, line)| cells(line) > 0).collect();
    let side = Some(rows.len()).filter(|side| matches!(side, 4 | 9 | 16 | 25))?;
    let is_row = |line: &str| 4 * cells(line) >= 3 * count(line, &|c| c.is_ascii_graphic() && c != '|');
    let (number, line) = rows.iter().find(|(_, line)| cells(line) != side)?;
    rows.iter().all(|(_, line)| is_row(line)).then(|| (side, *number, cells(line)))
}

/// Detects the family of a source from its content, [`USUAL`] by default. With `has_more`, other files follow: the family
/// must be able to read the source, and one that no family recognises is no error.
pub fn recognise(source: &Source, has_more: bool) -> Result<&'static Family, InputError> {
    let bytes = &source.ahead(MAX_BYTES + 1)?;
    let rows = |least| FAMILIES.into_iter().filter(move |family| (family.likeness)(bytes) >= least);
    let readable = |least| rows(least).find(|family| (family.read)("", bytes).is_ok());
    let likely: Vec<&Family> = rows(Likeness::Likely).collect();
    let family = match likely[..] {
        [only] if !has_more => Some(only),
        _ => readable(Likeness::Likely)
            .or(likely.first().copied().filter(|_| !has_more))
            .or_else(|| readable(Likeness::Possible)),
    };
    match family {
        None if !has_more && is_unknown(bytes) => Err(error_of_unknown(&source.name(), bytes)),
        family => Ok(family.unwrap_or(USUAL)),
    }
}

/// Reads the puzzles of a source, see [`read`].
pub fn open(source: &Source) -> Result<Contents, InputError> {
    read(&source.name(), &bytes_of(source)?).map_err(|(error, _)| error)
}

/// Reads puzzle `number` in the bytes of a file, counted from 1.
pub fn read_numbered(name: &str, bytes: &[u8], number: usize) -> Result<Arc<dyn Puzzle>, InputError> {
    // The later puzzles of a packing file are read on demand only.
    if (packing::FAMILY.likeness)(bytes) >= Likeness::Likely {
        return Ok(Arc::new(read_packing(name, bytes, number)?));
    }
    let puzzles = read(name, bytes).map_err(|(error, _)| error)?.puzzles;
    item(puzzles, number, "puzzle", name).map(|listed| listed.puzzle)
}

/// Item `number` of those in a file, counted from 1; `one` is its name in messages.
fn item<T>(mut items: Vec<T>, number: usize, one: &str, name: &str) -> Result<T, InputError> {
    if number > items.len() {
        let found = items.len();
        return Err(InputError::Invalid(format!("{name}: there is no {one} {number}; the file has {found}")));
    }
    Ok(items.swap_remove(number - 1))
}

/// Reads the bytes of a puzzle's source; fails beyond [`MAX_BYTES`].
pub fn bytes_of(source: &Source) -> Result<Vec<u8>, InputError> {
    load(&source.name(), source.open()?)
}

/// Reads the bytes of a puzzle file; fails beyond [`MAX_BYTES`].
pub fn load(name: &str, reader: impl Read) -> Result<Vec<u8>, InputError> {
    read_at_most(name, reader, MAX_BYTES, "a puzzle")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{FAMILIES, read};

    fn family(text: &str) -> Option<&'static str> {
        Some(read("f", text.as_bytes()).ok()?.puzzles[0].puzzle.family().name)
    }

    #[test]
    fn files_are_recognised() {
        for (text, name) in [
            ("2 2\n0 0 0 0\n", "sliding"),
            ("tray:\na.\n", "sliding"),
            ("1 2\n3 0\n", "tiles"),
            ("1 2 3 0\n", "tiles"),
            ("3\n 1  2  3\n 4  5  6\n 7  8   \n", "tiles"),
            ("piece I: 1\nX\n\nboard:\n.\n", "packing"),
            ("a b\na\nb\n", "exact"),
            ("| all\n1 2\n1 2\n", "exact"),
            ("1 2 3 0\n1 2 0 3\n", "tiles"),
            ("* # .\n* #\n.\n", "exact"),
            ("r1.1 r1.2 #1 *\nr1.1 #1\nr1.2 *\n", "exact"),
            ("| names\n#* .\n#*\n", "exact"),
            ("##   ##\n##   ##\n##*. ##\n", "sliding"),
            ("1.3.\n....\n....\n.2..\n", "exact"),
            ("1.3......2......\n", "exact"),
            ("1 0 3 0\n0 0 0 0\n0 0 0 0\n0 2 0 0\n", "exact"),
            ("| 1 . | 3 . |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . 2 | . . |\n", "exact"),
            ("....\n....\n....\n....\n", "exact"),
            ("Q...\n....\n...Q\n....\n", "exact"),
            ("| Q | . |\n| . | . |\n", "exact"),
            ("queens: 8\n", "exact"),
            // What may be something else, is: four boards of tiles, a tray of three blocks, a board with a red car.
            ("1 2 3 0\n1 2 0 3\n3 1 2 0\n0 1 2 3\n", "tiles"),
            ("10 10\n1 1 1 1\n2 2 2 2\n3 3 3 3\n", "sliding"),
            ("AA..\n....\n....\n....\n", "sliding"),
            ("AA..............\n", "sliding"),
            (". . . .\n. Q . .\n. . . .\n. . . .\n", "sliding"),
            ("tray:\na a .\na a b\n", "sliding"),
            ("  a a . #    . a a #\n  a a b .    . a a .\n", "sliding"),
        ] {
            assert_eq!(family(text), Some(name), "{text}");
        }
        for text in ["3\n 1  2  3\n", "nothing at all", ""] {
            assert_eq!(family(text), None, "{text}");
        }
    }

    #[test]
    fn what_no_family_recognises_is_told_what_it_looks_like() {
        let grid = "530070000\n600195000\n098000060\n";
        for (text, told) in [
            (
                "",
                "f: expected a packing puzzle (with a line `board:`, or of BurrTools), a tray (2 integers first)",
            ),
            ("\n \n", "found an empty file"),
            (grid, "f, line 1: expected a packing"),
            (grid, "most like a drawing of 3×9 cells, which needs a line `tray:` before it"),
            ("\n5 3 . .\n. 1 . 9\n", "most like a drawing of 2×4 cells"),
            (
                "12..\n..1.\n.l..\n..3.\n",
                "most like a sudoku of 4×4 cells, where line 3 has 3 digits or dots",
            ),
            ("1 2|. .\n. .|1\n---+---\n. 1|. .\n. .|3 .\n", "where line 2 has 3 digits or dots"),
            ("fn main() {\n    go();\n}\n", "a comment after `|` first, or items), found \"fn main() {\""),
            ("a b c\na x\nb c\n", "most like DLX text"),
            (
                "title: X\n\nTray:\nab.\n",
                "most like a drawing, whose line 3 has to begin with `tray:` in small letters",
            ),
            (
                "Piece A: 1\nX\n\nBOARD: 1x1\n",
                "most like a packing puzzle, whose line 4 has to begin with `board:`",
            ),
        ] {
            let error = read("f", text.as_bytes()).expect_err(text).0.to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn names_of_families_and_formats_are_unique() {
        let mut names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        // One format may be written by several families.
        let formats: HashMap<&str, &str> = FAMILIES
            .iter()
            .flat_map(|family| family.formats)
            .map(|format| (format.name, format.help))
            .collect();
        names.extend(formats.keys());
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
