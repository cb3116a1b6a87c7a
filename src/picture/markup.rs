//! SVG as text: elements, one per line with attributes in alphabetical order, and the outlines of cells as path data,
//! inset a little and with round corners.
//!
//! ```text
//!   + - +           Corners of cells are points (row, column); the cells are on the right of each edge.
//!   | x |           A line goes straight as far as possible: its points are its turns.
//!   +   + - +
//!   | x   x |       (0,0) (0,1) (1,1) (1,2) (2,2) (2,0)
//!   + - - - +
//!
//!   +---------+     The outline outside, the path inside: each edge is shifted to its right, where the cells are, by
//!   | ,-----. |     the inset; each turn becomes a curve that begins and ends a radius away from the point where
//!   | `-----' |     the shifted edges would meet.
//!   +---------+
//! ```
//!
//! Where two cells touch only at a corner, the line turns so that it stays with the same cell.

use std::collections::{BTreeSet, HashSet};

use crate::palette::{Colour, hex};
use crate::playback::Cell;
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) top: i32,
    pub(crate) left: i32,
    pub(crate) height: u32,
    pub(crate) width: u32,
}

impl Area {
    /// The pixels of a box, given by its first cell and its size, where cells have `side` by `side` pixels.
    pub(crate) fn of(((row, column), size): (Cell, Size), side: u16) -> Self {
        let [left, top] = [column, row].map(|place| i32::from(place) * i32::from(side));
        let [height, width] = [size.height, size.width].map(|length| u32::from(length) * u32::from(side));
        Self { top, left, height, width }
    }

    /// True if both share pixels; neither is empty.
    pub(crate) fn meets(self, other: Self) -> bool {
        let both = self.with(other);
        both.height < self.height + other.height && both.width < self.width + other.width
    }

    /// The smallest rectangle that contains both.
    pub(crate) fn with(self, other: Self) -> Self {
        let (top, left) = (self.top.min(other.top), self.left.min(other.left));
        let end = |first: i32, count: u32| first + count as i32;
        let bottom = end(self.top, self.height).max(end(other.top, other.height));
        let right = end(self.left, self.width).max(end(other.left, other.width));
        Self { top, left, height: (bottom - top) as u32, width: (right - left) as u32 }
    }
}

/// Formats a number with at most two decimals.
pub(crate) fn short(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // Avoids a negative zero.
    (rounded + 0.0).to_string()
}

/// A document that shows an area.
pub(crate) fn document(Area { top, left, height, width }: Area, title: &str, content: &str) -> String {
    let title = escaped(title);
    format!(
        r#"<svg aria-labelledby="title" height="{height}" role="img" viewBox="{left} {top} {width} {height}" width="{width}" xmlns="http://www.w3.org/2000/svg">
<title id="title">{title}</title>
{content}</svg>
"#
    )
}

/// Text as content of an element or of an attribute; characters that XML does not allow are left out.
pub fn escaped(text: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let text: String = text.chars().filter(is_allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An element that contains others; `attributes` begin with a space.
pub(crate) fn around(name: &str, attributes: &str, content: &str) -> String {
    if content.is_empty() {
        return format!("<{name}{attributes}/>\n");
    }
    format!("<{name}{attributes}>\n{content}</{name}>\n")
}

pub(crate) fn element(name: &str, attributes: &str) -> String {
    format!("<{name} {attributes}/>\n")
}

/// A path element with this data and further attributes.
pub(crate) fn path(data: &str, attributes: &str) -> String {
    element("path", &format!("d=\"{data}\" {attributes}"))
}

pub(crate) fn filled(data: &str, shade: Colour) -> String {
    path(data, &format!("fill=\"{}\"", hex(shade)))
}

/// A rectangle filled with a colour.
pub(crate) fn ground(Area { top, left, height, width }: Area, shade: Colour) -> String {
    let fill = hex(shade);
    format!("<rect fill=\"{fill}\" height=\"{height}\" width=\"{width}\" x=\"{left}\" y=\"{top}\"/>\n")
}

/// A corner of cells: the top-left one of the cell with the same row and column.
type Point = (i32, i32);

/// Right, down, left, up: each is the previous one turned clockwise.
const DIRECTIONS: [Point; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Inset of a path inside the outline of cells (negative if it is outside), and distance from a turn to the ends of its curve,
/// both in sides of a cell.
pub(crate) type Rounding = (f64, f64);

/// The rounding of pieces: neighbours are separated, and single cells still look square.
pub(crate) const PIECE: Rounding = (0.045, 0.15);

/// The path data of the outline of cells; the top-left corner of row 0 and column 0 is the origin. Lines around
/// holes run the other way, so that either fill rule leaves holes empty.
pub(crate) fn outlined(cells: impl IntoIterator<Item = Cell>, side: f64, rounding: Rounding) -> String {
    outline(cells).iter().map(|line| curved(line, side, rounding)).collect()
}

fn curved(line: &[Point], side: f64, (inset, radius): Rounding) -> String {
    let (mut data, inset, radius) = (Vec::new(), side * inset, side * radius);
    // The unit direction from one turn to the next.
    let direction =
        |from: Point, to: Point| [to.0 - from.0, to.1 - from.1].map(|part| f64::from(part.signum()));
    for (place, &turn) in line.iter().enumerate() {
        let before = line[(place + line.len() - 1) % line.len()];
        let after = line[(place + 1) % line.len()];
        let (come, go) = (direction(before, turn), direction(turn, after));
        // The direction to the right of (down, right) is (right, -down).
        let down = f64::from(turn.0) * side + inset * (come[1] + go[1]);
        let right = f64::from(turn.1) * side - inset * (come[0] + go[0]);
        let (x, y) = (short(right - radius * come[1]), short(down - radius * come[0]));
        data.push(match (place, come[0] == 0.0) {
            (0, _) => format!("M{x} {y}"),
            (_, true) => format!("H{x}"),
            (_, false) => format!("V{y}"),
        });
        if radius > 0.0 {
            let curve = [come[1], come[0], come[1] + go[1], come[0] + go[0]].map(|part| short(part * radius));
            data.extend(["q".to_owned(), curve.join(" ")]);
        }
    }
    data.concat() + "Z"
}

/// The closed lines around cells, each from its first corner in reading order; those around holes run the other way.
fn outline(cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<Point>> {
    let cells: HashSet<Point> = cells.into_iter().map(|(row, column)| (row.into(), column.into())).collect();
    let mut edges: BTreeSet<(Point, usize)> = BTreeSet::new();
    for &(row, column) in &cells {
        // For each edge, the cell beyond it and the point where it begins.
        let sides = [
            ((row - 1, column), (row, column)),
            ((row, column + 1), (row, column + 1)),
            ((row + 1, column), (row + 1, column + 1)),
            ((row, column - 1), (row + 1, column)),
        ];
        let open = (0..4).filter(|&side| !cells.contains(&sides[side].0));
        edges.extend(open.map(|direction| (sides[direction].1, direction)));
    }
    let mut lines = Vec::new();
    while let Some(&start) = edges.first() {
        lines.push(follow(&mut edges, start));
    }
    lines
}

/// Removes the edges of the line that begins with `start`, and returns its turns.
fn follow(edges: &mut BTreeSet<(Point, usize)>, start: (Point, usize)) -> Vec<Point> {
    let (mut line, mut edge) = (Vec::new(), start);
    loop {
        edges.remove(&edge);
        let ((row, column), direction) = edge;
        let next = (row + DIRECTIONS[direction].0, column + DIRECTIONS[direction].1);
        // Right first, which stays with the cell on the right. A closed line always has a next edge.
        let turns = [direction + 1, direction, direction + 3].map(|direction| (next, direction % 4));
        let turn = turns.into_iter().find(|turn| *turn == start || edges.contains(turn)).unwrap_or(start);
        if turn == start {
            // Its first point is a turn, too: there is no cell above or to the left of it.
            line.insert(0, next);
            return line;
        }
        if turn.1 != direction {
            line.push(next);
        }
        edge = turn;
    }
}

/// The middle of a piece's label in its bounding box: (row, column) in half cells.
///
/// ```text
///   0 1 2 3 4     A label's middle is a point of the piece's bounding box, counted in half cells: cells have their
///   + - + - +     middles at odd rows and columns. It is the middle of the box if the piece covers all cells that
/// 1 | x | x |     meet there, as in (1, 2) of this bar, and otherwise the middle of the cell nearest to the piece's
///   + - + - +     centre of mass.
/// ```
pub(crate) fn middle(shape: &Shape) -> (u16, u16) {
    let (height, width) = (shape.height(), shape.width());
    let touches = |middle: u16, place: u16| (2 * place + 1).abs_diff(middle) <= 1;
    let meeting = shape.cells().filter(|cell| touches(height, cell.0) && touches(width, cell.1)).count();
    if meeting == (2 - usize::from(height % 2)) * (2 - usize::from(width % 2)) {
        return (height, width);
    }
    let sum = |part: fn(Cell) -> u16| shape.cells().map(|cell| i64::from(part(cell))).sum::<i64>();
    let (rows, columns, area) = (sum(|cell| cell.0), sum(|cell| cell.1), shape.area() as i64);
    let away = |sum: i64, place: u16| (sum - area * i64::from(place)).pow(2);
    let nearest = shape.cells().min_by_key(|cell| away(rows, cell.0) + away(columns, cell.1));
    let (row, column) = nearest.unwrap_or_default();
    (2 * row + 1, 2 * column + 1)
}

#[cfg(test)]
mod tests {
    use super::{middle, outline, outlined};
    use traybit_core::shape::Shape;

    #[test]
    fn corners_are_cut_and_edges_lie_inside() {
        let corner = [(0, 0), (1, 0), (1, 1)];
        for (cells, inset, radius, expected) in [
            (&[(0, 0), (0, 1)][..], 0.0, 0.0, "M0 0H20V10H0Z"),
            (&[(1, 0)], 0.1, 0.2, "M1 13q0 -2 2 -2H7q2 0 2 2V17q0 2 -2 2H3q-2 0 -2 -2Z"),
            (&corner, 0.1, 0.0, "M1 1H9V11H19V19H1Z"),
            (&[(0, 0)], -0.1, 0.0, "M-1 -1H11V11H-1Z"),
        ] {
            assert_eq!(outlined(cells.iter().copied(), 10.0, (inset, radius)), expected);
        }
    }

    #[test]
    fn a_line_has_the_turns_of_its_cells() {
        let square =
            |row, column| vec![(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
        assert_eq!(outline([(0, 0), (0, 1)]), [[(0, 0), (0, 2), (1, 2), (1, 0)]]);
        let corner = [(0, 0), (1, 0), (1, 1)];
        assert_eq!(outline(corner), [[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0)]]);
        assert_eq!(outline([(0, 0), (1, 1)]), [square(0, 0), square(1, 1)], "cells that touch at a corner");
        let ring = (0..9).map(|cell| (cell / 3, cell % 3)).filter(|cell| *cell != (1, 1));
        let hole = vec![(1, 1), (2, 1), (2, 2), (1, 2)];
        assert_eq!(outline(ring), [vec![(0, 0), (0, 3), (3, 3), (3, 0)], hole]);
    }

    #[test]
    fn labels_stand_on_their_pieces() {
        for (cells, expected) in [
            (&[(0, 0)][..], (1, 1)),
            (&[(0, 0), (0, 1), (1, 0), (1, 1)], (2, 2)),
            (&[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)], (1, 3)),
            (&[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], (3, 3)),
            (&[(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], (1, 3)),
        ] {
            assert_eq!(middle(&Shape::of(cells).0), expected, "{cells:?}");
        }
    }
}
