//! The marks of moves: the place that a piece came from, and an arrow to the place that the next one goes to.
//!
//! ```text
//!   ┌╌╌╌┬───┐                 The dashes are where b stood before the last move, the arrow is the next move of c: from
//!   ╎   │ b │    ┌───┬───┐    inside the piece to the cell where it stops.
//!   └╌╌╌┴───┘    │ c─┼─▶ │
//! ```

use crate::markup::{around, path, short};
use crate::outline::{Rounding, outlined};
use crate::palette::{INK, OUTSIDE, colour, hex};
use crate::playback::{Cell, Handling, Move, Playback, straight};

/// Cells smaller than this, in pixels, have no marks.
const MIN_MARKED: f64 = 10.0;

/// The points of an arrow: at its beginning or its end, and then along it and across it, in sides of a cell.
const ARROW: [(bool, f64, f64); 7] = [
    (false, 0.22, 0.05),
    (true, -0.05, 0.05),
    (true, -0.05, 0.18),
    (true, 0.24, 0.0),
    (true, -0.05, -0.18),
    (true, -0.05, -0.05),
    (false, 0.22, -0.05),
];

/// A move of that number and the corner before it, where moves are marked.
fn marked(playback: &Playback, number: usize, side: f64) -> Option<(&Move, Cell)> {
    let (step, before) = playback.steps().nth(number)?;
    let before = before.filter(|_| side >= MIN_MARKED && playback.handling != Handling::Place)?;
    Some((step, before))
}

/// The place where the last of `moved` moves began, below the pieces.
pub(super) fn last(playback: &Playback, moved: usize, side: f64) -> Option<String> {
    let (step, before) = marked(playback, moved.checked_sub(1)?, side)?;
    let place = outlined(playback.cells_at(step.piece, before), Rounding::new(side, 0.08, 0.12));
    let [ink, shade] = [INK, colour(playback.pieces[step.piece].colour)].map(hex);
    let [dash, line] = [0.06, 0.03].map(|part| short(side * part));
    let style = format!(
        r#"fill="{shade}" fill-opacity="0.3" stroke="{ink}" stroke-dasharray="{dash} {dash}" stroke-opacity="0.7" stroke-width="{line}""#
    );
    Some(around("g", "", &path(&place, &style)))
}

/// The arrow of the move after `moved` moves, above the pieces.
pub(super) fn next(playback: &Playback, moved: usize, side: f64) -> Option<String> {
    let (step, from) = marked(playback, moved, side)?;
    straight(from, step.to)?;
    let shape = &playback.pieces[step.piece].shape;
    // The middles of the cell at the front of the piece and of the one that it comes to, and the direction.
    let axis = |from: u16, to: u16, length: u16| {
        let cells = i32::from(to) - i32::from(from);
        let towards = f64::from(cells.signum());
        let front = f64::from(from) + f64::midpoint(length.into(), towards * f64::from(length - 1));
        ([front * side, (front + f64::from(cells)) * side], towards)
    };
    let (x, right) = axis(from.1, step.to.1, shape.width());
    let (y, down) = axis(from.0, step.to.0, shape.height());
    let points = ARROW.map(|(end, along, across)| {
        let x = x[usize::from(end)] + side * (along * right - across * down);
        let y = y[usize::from(end)] + side * (along * down + across * right);
        format!("{} {}", short(x), short(y))
    });
    let ([ink, edge], line) = ([INK, OUTSIDE].map(hex), short(side * 0.05));
    let style = format!(r#"fill="{ink}" stroke="{edge}" stroke-linejoin="round" stroke-width="{line}""#);
    Some(path(&format!("M{}Z", points.join("L")), &style))
}
