//! Indexes: lines of comma-separated values that name puzzles by their files.
//!
//! ```text
//! set,init,goal,expect        names of columns, or none
//! hard,c64,c64.goal,solvable  hard/c64 and hard/c64.goal
//! easy/1x1,easy/1x1.goal      start, goal
//! rush-hour-51.txt,anything   a puzzle of one file
//! ```
//!
//! The meaning of a line depends on the files that exist, so that the course's own indexes and others are read alike.

use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::built_in;
use crate::collection::{Entry, Oddity, Origin, is_goal, load};
use traybit_core::{InputError, shown, without_mark};
use traybit_program::note_read;

/// First columns of a batch's table of results, which also names puzzles but is not an index.
const RESULTS: [&str; 4] = ["set", "name", "family", "digest"];

/// The puzzles of an index, and the errors of its lines. Unnamed sets get the folder's name, `set`.
pub(super) fn read(path: &Path, set: &str) -> Result<(Vec<Entry>, Vec<Oddity>), InputError> {
    let name = shown(path.as_os_str());
    let text = load(path)?;
    let text = String::from_utf8_lossy(without_mark(&text));
    let folder = path.parent().unwrap_or(Path::new(""));
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    for (text, line) in text.lines().zip(1..) {
        let Some(record) = record(text) else { continue };
        if line == 1 && record.iter().take(RESULTS.len()).eq(RESULTS) {
            return Ok((entries, errors));
        }
        match entry(folder, set, &record, &format!("{name}, line {line}")) {
            Some(entry) => entries.push(entry),
            None if entries.is_empty() && has_names(&record) => {}
            None => {
                let found = record.iter().take(3).collect::<Vec<_>>().join(",");
                let expected = "expected a start and a goal that are files beside the index";
                let sentence = format!("{name}, line {line}: {expected}, found {found:?}");
                errors.push(InputError::Invalid(sentence).into());
            }
        }
    }
    note_read(path);
    Ok((entries, errors))
}

/// The cells of a line; `None` if all are empty.
fn record(line: &str) -> Option<StringRecord> {
    // Line by line, since a reader of the whole file miscounts lines behind empty ones.
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(line.as_bytes());
    let record = reader.records().next()?.ok()?;
    record.iter().any(|cell| !cell.is_empty()).then_some(record)
}

fn has_names(record: &StringRecord) -> bool {
    let names = ["set", "init", "start", "goal", "puzzle", "tray", "board", "file", "name"];
    record.iter().take(3).any(|cell| names.iter().any(|name| cell.eq_ignore_ascii_case(name)))
}

/// The entry of a line, which messages call `place`.
fn entry(folder: &Path, set: &str, record: &StringRecord, place: &str) -> Option<Entry> {
    let [first, second, third] = [0, 1, 2].map(|column| record.get(column).unwrap_or_default());
    let is_built_in = built_in::folder(folder).is_some();
    let is_file = |path: &PathBuf| path.is_file() || is_built_in && built_in::file(path).is_some();
    let named = |name: &str| Some(folder.join(name)).filter(|path| !name.is_empty() && is_file(path));
    // The files of a set are in a folder of its name, or beside the index.
    let inside = |name: &str| named(&format!("{first}/{name}")).or_else(|| named(name));
    let (set, name, start, remark, goal) = match named(first) {
        Some(start) => (set, first, start, second, named(second)),
        None if first.is_empty() => return None,
        // A goal is not a start: the start is missing.
        None => (first, second, inside(second).filter(|start| !is_goal(start))?, third, inside(third)),
    };
    // A start may be listed with several goals.
    let is_own = goal.is_none() || remark.strip_prefix(name) == Some(".goal");
    let name = if is_own { name.to_owned() } else { format!("{name} {remark}") };
    let remark = if goal.is_none() { remark.to_owned() } else { String::new() };
    Some(Entry { set: set.into(), name, start, goal, remark, origin: Origin::Listed(place.to_owned()) })
}
