//! The marks of moves: the place that a piece came from, and an arrow to the place that the next one goes to.
//!
//! ```text
//!   ┌╌╌╌┬───┐                 The dashes are where b stood before the last move, the arrow is the next move of c: from
//!   ╎   │ b │    ┌───┬───┐    inside the piece to the cell where it stops.
//!   └╌╌╌┴───┘    │ c─┼─▶ │
//! ```

use svg::node::element::{Group, Path};

use crate::palette::{INK, OUTSIDE, colour, hex};
use crate::path::{Rounding, path, short};
use crate::playback::{Cell, Handling, Playback, beyond, straight};
use traybit_tiles::direction::Direction;

/// Cells smaller than this, in pixels, have no marks.
const MIN_MARKED: f64 = 10.0;

/// The place that the last of so many moves began at, below the pieces.
pub(super) fn last(playback: &Playback, moved: usize, side: f64) -> Option<Group> {
    let (step, before) = moved.checked_sub(1).and_then(|last| playback.steps().nth(last))?;
    let before = before.filter(|_| is_marked(playback, side))?;
    let shade = hex(colour(playback.pieces[step.piece].colour));
    let rounding = Rounding { cell: side, inset: side * 0.08, radius: side * 0.12 };
    let place = path(playback.cells_at(step.piece, before), rounding);
    let ghost = Path::new().set("d", place).set("fill", shade.as_str()).set("fill-opacity", "0.3");
    let ghost = ghost.set("stroke", hex(INK)).set("stroke-opacity", "0.7");
    let ghost = ghost.set("stroke-width", short(side * 0.03));
    Some(Group::new().add(ghost.set("stroke-dasharray", (short(side * 0.06), short(side * 0.06)))))
}

/// The arrow of the move after so many, above the pieces.
pub(super) fn next(playback: &Playback, moved: usize, side: f64) -> Option<Path> {
    let (step, before) = playback.steps().nth(moved)?;
    let from = before.filter(|_| is_marked(playback, side))?;
    let (towards, cells) = straight(from, step.to)?;
    let shape = &playback.pieces[step.piece].shape;
    // The cell at the front of the piece, in the middle of its breadth, and the one that it comes to.
    let front = match towards {
        Direction::Up | Direction::Left => from,
        Direction::Down => (from.0 + shape.height() - 1, from.1),
        Direction::Right => (from.0, from.1 + shape.width() - 1),
    };
    let end = beyond(front, towards, cells)?;
    let across = match towards {
        Direction::Up | Direction::Down => (0.0, f64::from(shape.width() - 1) / 2.0),
        Direction::Left | Direction::Right => (f64::from(shape.height() - 1) / 2.0, 0.0),
    };
    let point = |(row, column): Cell| {
        [(f64::from(column) + across.1 + 0.5) * side, (f64::from(row) + across.0 + 0.5) * side]
    };
    let arrow = arrow(point(front), point(end), towards, side);
    let arrow = Path::new().set("d", arrow).set("fill", hex(INK)).set("stroke", hex(OUTSIDE));
    Some(arrow.set("stroke-width", short(side * 0.05)).set("stroke-linejoin", "round"))
}

fn is_marked(playback: &Playback, side: f64) -> bool {
    side >= MIN_MARKED && playback.handling() != Handling::Place
}

/// The outline of an arrow from near the edge of one cell to the middle of another.
fn arrow([x, y]: [f64; 2], [to_x, to_y]: [f64; 2], towards: Direction, side: f64) -> String {
    let (right, down) = match towards {
        Direction::Up => (0.0, -1.0),
        Direction::Down => (0.0, 1.0),
        Direction::Left => (-1.0, 0.0),
        Direction::Right => (1.0, 0.0),
    };
    // Along the arrow and across it, in sides of a cell from either end.
    let begin = |along: f64, across: f64| {
        [x + side * (along * right - across * down), y + side * (along * down + across * right)]
    };
    let end = |along: f64, across: f64| {
        [to_x + side * (along * right - across * down), to_y + side * (along * down + across * right)]
    };
    let points = [
        begin(0.22, 0.05),
        end(-0.05, 0.05),
        end(-0.05, 0.18),
        end(0.24, 0.0),
        end(-0.05, -0.18),
        end(-0.05, -0.05),
        begin(0.22, -0.05),
    ];
    let points = points.map(|[x, y]| format!("{} {}", short(x), short(y)));
    format!("M{}Z", points.join("L"))
}

#[cfg(test)]
mod tests {
    use super::{last, next};
    use crate::tests::varied;

    #[test]
    fn the_last_move_has_its_place_and_the_next_an_arrow() {
        let playback = varied();
        assert!(last(&playback, 0, 40.0).is_none() && next(&playback, 3, 40.0).is_none());
        assert!(next(&playback, 0, 4.0).is_none(), "too small for marks");
        // Piece b goes from column 3 to column 4, in rows 1 and 2.
        let arrow = next(&playback, 0, 40.0).expect("an arrow").to_string();
        assert!(arrow.contains("d=\"M148.8 82L178 82L178 87.2L189.6 80"), "{arrow}");
        let ghost = last(&playback, 1, 40.0).expect("a place").to_string();
        assert!(ghost.contains("stroke-dasharray"), "{ghost}");
    }
}
