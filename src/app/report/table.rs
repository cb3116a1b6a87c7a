//! Tables: cells in aligned columns for people, lines with commas for programs.

use std::ops::Range;

use csv::WriterBuilder;
use serde::Serialize;

/// Rows of cells in columns: the first and the last one are aligned left, the others right.
pub fn columns(rows: &[Vec<String>]) -> String {
    aligned(rows, 1..rows.first().map_or(0, Vec::len).saturating_sub(1))
}

/// Rows below their head; the columns of the range are aligned right, others left.
pub(crate) fn table(
    head: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    right: Range<usize>,
) -> String {
    let head = head.iter().map(ToString::to_string).collect();
    aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>(), right)
}

/// Rows of cells in columns; those of the range are aligned right, others left.
pub(crate) fn aligned(rows: &[Vec<String>], right: Range<usize>) -> String {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if right.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Lines of values with commas between them, below the names of the columns. A sequence takes a column for each value.
pub(crate) fn comma_separated<N: AsRef<[u8]>>(
    names: impl IntoIterator<Item = N>,
    rows: impl IntoIterator<Item: Serialize>,
) -> String {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let written =
        writer.write_record(names).and_then(|()| rows.into_iter().try_for_each(|row| writer.serialize(row)));
    written.expect("rows are as long as their head");
    String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("the values are text")
}
