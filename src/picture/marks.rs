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
use crate::playback::{Handling, Playback, straight};

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
    straight(from, step.to)?;
    let shape = &playback.pieces[step.piece].shape;
    let axis = |from: u16, to: u16, length: u16| {
        let cells = i32::from(to) - i32::from(from);
        let towards = f64::from(cells.signum());
        // The middle of the cell at the front of the piece, and of the one that it comes to.
        let front = f64::from(from) + f64::midpoint(length.into(), towards * f64::from(length - 1));
        [front * side, (front + f64::from(cells)) * side, towards]
    };
    let across = axis(from.1, step.to.1, shape.width());
    let arrow = arrow(across, axis(from.0, step.to.0, shape.height()), side);
    let arrow = Path::new().set("d", arrow).set("fill", hex(INK)).set("stroke", hex(OUTSIDE));
    Some(arrow.set("stroke-width", short(side * 0.05)).set("stroke-linejoin", "round"))
}

fn is_marked(playback: &Playback, side: f64) -> bool {
    side >= MIN_MARKED && playback.handling() != Handling::Place
}

/// The outline of an arrow from near the edge of one cell to the middle of another: their middles and the direction, to the
/// right and downwards.
fn arrow([x, to_x, right]: [f64; 3], [y, to_y, down]: [f64; 3], side: f64) -> String {
    let (begin, end) = ((x, y), (to_x, to_y));
    // Along the arrow and across it, in sides of a cell from either end.
    let points = [
        (begin, 0.22, 0.05),
        (end, -0.05, 0.05),
        (end, -0.05, 0.18),
        (end, 0.24, 0.0),
        (end, -0.05, -0.18),
        (end, -0.05, -0.05),
        (begin, 0.22, -0.05),
    ];
    let points = points.map(|((x, y), along, across): ((f64, f64), f64, f64)| {
        let (x, y) = (x + side * (along * right - across * down), y + side * (along * down + across * right));
        format!("{} {}", short(x), short(y))
    });
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
