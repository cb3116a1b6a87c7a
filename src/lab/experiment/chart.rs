//! Tables of experiments as bars.

use crate::experiment::table::{Cell, Table};
use traybit_picture::plot::Unit;
use traybit_picture::plot::bars::{Bar, Bars, Panel, Row, svg};

/// A table of measurements as bars, for the columns in which the alternatives differ.
pub(crate) fn bars(table: &Table) -> String {
    let differing: Vec<usize> = (0..table.columns.len()).filter(|&column| differs(table, column)).collect();
    let chosen = if differing.is_empty() { (0..table.columns.len()).collect() } else { differing };
    let mut bars = Bars {
        title: format!("Experiment: {}", table.name),
        question: table.question.to_owned(),
        panels: chosen.iter().map(|&column| panel(table, column)).collect(),
        rows: Vec::new(),
    };
    let mut known: Vec<&str> = Vec::new();
    for row in &table.rows {
        let colour = known.iter().position(|way| *way == row.way).unwrap_or_else(|| {
            known.push(&row.way);
            known.len() - 1
        });
        let all = chosen.iter().map(|&column| bar(row.cells[column], table.is_bounded(row, column)));
        let (puzzle, name) = (row.puzzle.clone(), row.way.clone());
        bars.rows.push(Row { puzzle, name, colour, bars: all.collect() });
    }
    svg(&bars)
}

/// True if two alternatives have different numbers on some puzzle.
fn differs(table: &Table, column: usize) -> bool {
    let mut pairs = table.rows.windows(2).filter(|pair| pair[0].puzzle == pair[1].puzzle);
    pairs.any(|pair| pair[0].cells[column] != pair[1].cells[column])
}

fn panel(table: &Table, column: usize) -> Panel {
    let counts_bytes = table.rows.iter().any(|row| matches!(row.cells[column], Cell::Bytes(_)));
    let unit = match table.columns[column].is_time {
        true => Unit::Seconds,
        false if counts_bytes => Unit::Bytes,
        false => Unit::Count,
    };
    Panel { name: table.columns[column].name.to_owned(), unit }
}

fn bar(cell: Cell, is_bounded: bool) -> Option<Bar> {
    let value = cell.value()?;
    let (least, most) = match cell {
        Cell::Time(sample) => (sample.least, sample.most),
        _ => (value, value),
    };
    Some(Bar { value, least, most, is_bounded })
}
