//! Puzzles as Knuth's program DLX3 reads them: exact cover with multiplicities (*The Art of Computer Programming*, volume
//! 4B, section 7.2.2.1). Its solutions are the puzzle's packings, one for one.
//!
//! ```text
//!   | 10×10, row,column is a cell                 a comment
//!   11:11|p1 | 0,0 0,1 …                          items: primary ones, each perhaps with its bounds, then secondary ones
//!   p1 0,0 0,1 0,2 0,3 0,4 1,0 2,0 2,1            options: a piece and the cells that it covers
//!   e 0,0                                         or a cell that stays empty
//! ```

use std::fmt::{Result as FmtResult, Write as _};

use crate::exact::Item;
use crate::exact::packing::{Kind, Problem, problem};
use crate::pack::{Pack, range};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// The text of a puzzle without a flaw: a line for each placement of a piece.
///
/// # Errors
/// The limit that it would pass: a large board with large pieces has more options than there is memory.
pub fn write(pack: &Pack, limits: &Limits) -> Result<String, GaveUp> {
    let pack = &*pack.reduced();
    let problem = problem(pack, limits)?;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_items(pack, &problem, &mut text);
    for option in &problem.cover.options {
        limits.check().and(limits.within(text.capacity()))?;
        let names = option.entries.iter().map(|&(item, _)| &*problem.cover.items[item as usize].name);
        text.push_str(&names.collect::<Vec<&str>>().join(" "));
        text.push('\n');
    }
    Ok(text)
}

fn write_items(pack: &Pack, problem: &Problem<'_>, text: &mut String) -> FmtResult {
    let Pack { title, size, .. } = pack;
    if let Some(title) = title {
        writeln!(text, "| {title}")?;
    }
    writeln!(text, "| {}×{}; row,column is a cell, counted from 0", size.height, size.width)?;
    for (number, Kind { names, counts, .. }) in (1..).zip(&problem.kinds) {
        let (names, counts) = (names.join(" or "), range(counts));
        writeln!(text, "| p{number} is piece {names}, {counts} of it still to place")?;
    }
    if let Some(empty) = &problem.empty {
        writeln!(text, "| e is an empty cell, {} to {} of them", empty.start(), empty.end())?;
    }
    let (primary, secondary) = problem.cover.items.split_at(problem.cover.primary);
    let most = problem.cover.options.len() as u32;
    let bounded = |Item { name, counts }: &Item| match counts.clone().into_inner() {
        (1, 1) => name.clone(),
        (least, u32::MAX) => format!("{least}:{}|{name}", most.max(least)),
        (least, most) => format!("{least}:{most}|{name}"),
    };
    let mut items: Vec<String> = primary.iter().map(bounded).collect();
    if !secondary.is_empty() {
        items.push("|".to_owned());
        items.extend(secondary.iter().map(|item| item.name.clone()));
    }
    writeln!(text, "{}", items.join(" "))
}
