//! Files of no known format: the formats that were tried, and the one that the file looks most like.

use crate::FAMILIES;
use traybit_core::input::InputError;
use traybit_core::source_text::quoted;

/// Bytes at the beginning of a file that are read.
const LOOKED_AT: usize = 1 << 16;

/// Error of a file that no family recognises.
pub(super) fn unknown(name: &str, bytes: &[u8]) -> InputError {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let [families @ .., last] = FAMILIES.map(|family| family.formats_read);
    let formats = format!("{} or {last}", families.join(", "));
    let sentence = match lines.first() {
        None => format!("{name}: expected {formats}, found an empty file"),
        Some((number, first)) => {
            let first = quoted(&first.trim().chars().take(100).collect::<String>());
            let like = like(&lines).unwrap_or_else(|| "none of them".to_owned());
            format!(
                "{name}, line {number}: expected {formats}, found {first}; the file looks most like {like}"
            )
        }
    };
    InputError::Invalid(sentence)
}

/// The format that lines, which are not blank, look most like, and what makes them a file of it.
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
