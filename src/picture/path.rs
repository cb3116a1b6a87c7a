//! Path data (SVG) of the outline of some cells, with round corners and a little inside of it.
//!
//! ```text
//!   +---------+      The outline's edge outside, the path inside: each edge is shifted to its right, where the cells
//!   | ,-----. |      are, by the inset; each turn becomes a curve that begins and ends a radius away from where the
//!   | |     | |      shifted edges would meet.
//!   | `-----' |
//!   +---------+
//! ```

use crate::outline::{Point, outline};
use crate::playback::Cell;

/// The corners of a path round cells. All lengths are in the path's unit, such as pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// The side of a cell.
    pub cell: f64,
    /// Distance of the path inside the outline; below 0 it runs outside.
    pub inset: f64,
    /// Distance from a turn to the ends of its curve.
    pub radius: f64,
}

impl Rounding {
    /// The rounding of pieces: neighbours are apart, and single cells are still square.
    pub fn piece(cell: f64) -> Self {
        Self { cell, inset: cell * 0.045, radius: cell * 0.15 }
    }

    /// The outline itself.
    pub fn sharp(cell: f64) -> Self {
        Self { cell, inset: 0.0, radius: 0.0 }
    }
}

/// The path data of the lines round some cells; the top-left corner of row 0 and column 0 is the origin. Lines round
/// holes run the other way, so that either fill rule leaves holes empty.
pub fn path(cells: impl IntoIterator<Item = Cell>, rounding: Rounding) -> String {
    let mut data = String::new();
    for line in outline(cells) {
        add_line(&mut data, &line, rounding);
    }
    data
}

/// The direction from one turn to the next, of length 1.
fn direction(from: Point, to: Point) -> (f64, f64) {
    (f64::from((to.0 - from.0).signum()), f64::from((to.1 - from.1).signum()))
}

fn add_line(data: &mut String, line: &[Point], Rounding { cell, inset, radius }: Rounding) {
    for (place, &turn) in line.iter().enumerate() {
        let before = line[(place + line.len() - 1) % line.len()];
        let after = line[(place + 1) % line.len()];
        let (come, go) = (direction(before, turn), direction(turn, after));
        // The right of a direction (down, right) is (right, -down).
        let down = f64::from(turn.0) * cell + inset * (come.1 + go.1);
        let right = f64::from(turn.1) * cell - inset * (come.0 + go.0);
        let (x, y) = (right - radius * come.1, down - radius * come.0);
        let line = match (place, come.0 == 0.0) {
            (0, _) => format!("M{} {}", short(x), short(y)),
            (_, true) => format!("H{}", short(x)),
            (_, false) => format!("V{}", short(y)),
        };
        data.push_str(&line);
        if radius > 0.0 {
            let (control, end) = ((come.1, come.0), (come.1 + go.1, come.0 + go.0));
            let parts = [control.0, control.1, end.0, end.1].map(|part| short(part * radius));
            data.push('q');
            data.push_str(&parts.join(" "));
        }
    }
    data.push('Z');
}

/// A number with two decimals at most.
pub(crate) fn short(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // No negative zero.
    (rounded + 0.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::{Rounding, path, short};

    #[test]
    fn corners_are_cut_and_edges_lie_inside() {
        assert_eq!(path([(0, 0), (0, 1)], Rounding::sharp(10.0)), "M0 0H20V10H0Z");
        let rounding = Rounding { cell: 10.0, inset: 1.0, radius: 2.0 };
        assert_eq!(path([(1, 0)], rounding), "M1 13q0 -2 2 -2H7q2 0 2 2V17q0 2 -2 2H3q-2 0 -2 -2Z");
    }

    #[test]
    fn a_turn_to_the_left_is_shifted_to_its_right_as_well() {
        let rounding = Rounding { cell: 10.0, inset: 1.0, radius: 0.0 };
        assert_eq!(path([(0, 0), (1, 0), (1, 1)], rounding), "M1 1H9V11H19V19H1Z");
        let wider = Rounding { inset: -1.0, ..rounding };
        assert_eq!(path([(0, 0)], wider), "M-1 -1H11V11H-1Z");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 0.333, -0.001, 12.5, -7.126].map(short), ["1", "0.33", "0", "12.5", "-7.13"]);
    }
}
