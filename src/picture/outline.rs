//! The outline of some cells, as closed lines along their edges.
//!
//! ```text
//!   + - +           Corners of cells are points (row, column); walking an edge, the cells are on the right.
//!   | x |           A line runs straight on as far as it can: its points are its turns.
//!   +   + - +
//!   | x   x |       (0,0) (0,1) (1,1) (1,2) (2,2) (2,0)
//!   + - - - +
//! ```
//!
//! Where two cells touch at one corner only, the line turns there to stay with the same cell.

use std::collections::HashSet;

/// A corner of cells: the top-left one of the cell in the same row and column.
pub type Point = (i32, i32);

/// Rightwards, downwards, leftwards, upwards: each is the one before it, turned clockwise.
const DIRECTIONS: [Point; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The closed lines round the cells, each from its first corner in reading order; those round holes run the other way.
pub fn outline(cells: impl IntoIterator<Item = (u16, u16)>) -> Vec<Vec<Point>> {
    let cells: HashSet<Point> = cells.into_iter().map(|(row, column)| (row.into(), column.into())).collect();
    let has = |row: i32, column: i32| cells.contains(&(row, column));
    let mut edges: HashSet<(Point, usize)> = HashSet::new();
    for &(row, column) in &cells {
        let sides = [
            (!has(row - 1, column), (row, column)),
            (!has(row, column + 1), (row, column + 1)),
            (!has(row + 1, column), (row + 1, column + 1)),
            (!has(row, column - 1), (row + 1, column)),
        ];
        edges.extend(
            sides
                .into_iter()
                .enumerate()
                .filter(|(_, side)| side.0)
                .map(|(direction, side)| (side.1, direction)),
        );
    }
    let mut starts: Vec<(Point, usize)> = edges.iter().copied().collect();
    starts.sort_unstable();
    let mut lines = Vec::new();
    for start in starts {
        if edges.contains(&start) {
            lines.push(follow(&mut edges, start));
        }
    }
    lines
}

/// Takes the edges of the line that begins with one, and gives its turns.
fn follow(edges: &mut HashSet<(Point, usize)>, start: (Point, usize)) -> Vec<Point> {
    let (mut line, mut edge) = (Vec::new(), start);
    loop {
        edges.remove(&edge);
        let ((row, column), direction) = edge;
        let next = (row + DIRECTIONS[direction].0, column + DIRECTIONS[direction].1);
        // To the right first: that stays with the cell on the right. A closed line has a next edge.
        let turns = [direction + 1, direction, direction + 3].map(|direction| (next, direction % 4));
        let turn = turns.into_iter().find(|turn| *turn == start || edges.contains(turn)).unwrap_or(start);
        if turn == start {
            // Its first point is a turn, too: no cell is above it or on its left.
            line.insert(0, next);
            return line;
        }
        if turn.1 != direction {
            line.push(next);
        }
        edge = turn;
    }
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn a_line_has_the_turns_of_its_cells() {
        assert_eq!(outline([(0, 0), (0, 1)]), [[(0, 0), (0, 2), (1, 2), (1, 0)]]);
        let corner = [(0, 0), (1, 0), (1, 1)];
        assert_eq!(outline(corner), [[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0)]]);
        assert_eq!(outline([]), Vec::<Vec<_>>::new());
    }

    #[test]
    fn holes_have_lines_of_their_own_that_run_the_other_way() {
        let ring =
            (0..3).flat_map(|row| (0..3).map(move |column| (row, column))).filter(|cell| *cell != (1, 1));
        let lines = outline(ring);
        assert_eq!(lines[0], [(0, 0), (0, 3), (3, 3), (3, 0)]);
        assert_eq!(lines.len(), 2);
        let area = |line: &[(i32, i32)]| {
            let next = line.iter().cycle().skip(1);
            line.iter().zip(next).map(|(a, b)| a.1 * b.0 - b.1 * a.0).sum::<i32>()
        };
        assert_eq!((area(&lines[0]), area(&lines[1])), (18, -2));
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_lines_of_their_own() {
        let lines = outline([(0, 0), (1, 1)]);
        assert_eq!(lines, [[(0, 0), (0, 1), (1, 1), (1, 0)], [(1, 1), (1, 2), (2, 2), (2, 1)]]);
    }
}
