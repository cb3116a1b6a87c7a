//! Tables: columns side by side.

use std::ops::Range;

/// Rows of cells in columns: the first and the last one begin at the left, the others end at the right.
pub fn columns(rows: &[Vec<String>]) -> String {
    aligned(rows, 1..rows.first().map_or(0, Vec::len).saturating_sub(1))
}

/// Rows of cells in columns; those of the range end at the right, others begin at the left.
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
