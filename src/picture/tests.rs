//! Small playbacks for tests.

use std::collections::BTreeMap;

use crate::playback::{Aim, Cell, Floor, Move, Piece, Playback};
use traybit_core::{Shape, Size};

/// A playback of a drawing: `#` walls, `.` free cells, `+` gates, `>` exits, and letters for pieces, which are in the order
/// of their letters and each of a class of its own.
pub(super) fn drawn(rows: &[&str]) -> Playback {
    let size = Size { height: rows.len() as u16, width: rows[0].chars().count() as u16 };
    let all = || size.all().zip(rows.iter().flat_map(|row| row.chars()));
    let floor = all().map(|(_, c)| match c {
        '#' => Floor::Wall,
        '+' => Floor::Gate,
        '>' => Floor::Exit,
        _ => Floor::Open,
    });
    let mut cells: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (cell, c) in all().filter(|(_, c)| c.is_alphanumeric()) {
        cells.entry(c).or_default().push(cell);
    }
    let mut playback = Playback { size, floor: floor.collect(), ..Playback::default() };
    for (number, (name, cells)) in cells.into_iter().enumerate() {
        let (shape, anchor) = Shape::of(&cells);
        playback.start.push(Some((anchor.0, anchor.1 - shape.lead())));
        playback.pieces.push(Piece::new(name.to_string(), shape, number, number));
    }
    playback
}

/// A board with all that boards can have, a goal, and moves.
pub(super) fn varied() -> Playback {
    let mut playback = drawn(&["######", "#aab.#", "#acb.#", "#.#d.#", "#e.d.#", "##++##", "##>>##"]);
    playback.pieces[4].is_fixed = true;
    let shape = playback.pieces[1].shape.clone();
    playback.goals = vec![vec![Aim { class: Some(1), shape, corner: (2, 4) }]];
    playback.moves = [(1, (1, 4)), (1, (2, 4)), (2, (2, 3))].map(|(piece, to)| Move { piece, to }).to_vec();
    playback
}
