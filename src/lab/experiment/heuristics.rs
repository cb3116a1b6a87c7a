//! Heuristics of tiles: Manhattan distance and linear conflict.
//!
//! ```text
//!   homes of a row    columns of those at home in it     one of two has to leave the row and come back:
//!    5  3  4          2  0  1                            2 before 0 and 1: taking out the first is enough, so 2 moves
//! ```
//!
//! Linear conflict (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics", 1992): tiles of one line that are at home in it, but in another order, cannot all stay. The fewest that
//! have to leave are those outside the longest increasing sequence of home places; each leaves sideways and comes back,
//! two moves that the Manhattan distance does not count. Rows and columns add up, as one needs moves along columns and
//! the other along rows.

use traybit_core::grid::Size;

/// A lower bound on the moves of a board, from its size, its homes by cell and the cell of the blank.
pub(super) type Heuristic = fn(Size, &[u16], usize) -> u32;

/// Steps of all tiles to their homes.
pub(super) fn manhattan(size: Size, homes: &[u16], blank: usize) -> u32 {
    let tiles = homes.iter().enumerate().filter(|(cell, _)| *cell != blank);
    tiles.map(|(cell, &home)| size.steps(cell, usize::from(home))).sum()
}

/// Manhattan distance, and two moves more for each tile that has to leave its line.
pub(super) fn linear_conflict(size: Size, homes: &[u16], blank: usize) -> u32 {
    let (height, width) = (usize::from(size.height), usize::from(size.width));
    let tile = |cell: usize| (cell != blank).then(|| usize::from(homes[cell]));
    let in_row = |row: usize| {
        let homes = (row * width..(row + 1) * width).filter_map(tile);
        leaving(homes.filter(move |home| home / width == row).map(|home| home % width))
    };
    let in_column = |column: usize| {
        let homes = (0..height).filter_map(|row| tile(row * width + column));
        leaving(homes.filter(move |home| home % width == column).map(|home| home / width))
    };
    let leaving: u32 = (0..height).map(in_row).chain((0..width).map(in_column)).sum();
    manhattan(size, homes, blank) + 2 * leaving
}

/// Number of places outside their longest increasing sequence.
fn leaving(places: impl Iterator<Item = usize>) -> u32 {
    // The least last member of the sequences of each length (Schensted, 1961).
    let mut last = Vec::new();
    let mut count = 0;
    for place in places {
        count += 1;
        let shorter = last.partition_point(|&other| other < place);
        if shorter == last.len() {
            last.push(place);
        } else {
            last[shorter] = place;
        }
    }
    count - last.len() as u32
}

#[cfg(test)]
mod tests {
    use super::leaving;

    #[test]
    fn the_fewest_leave_a_line() {
        let cases = [(&[3, 1, 2][..], 1), (&[3, 2, 1], 2), (&[2, 1, 3], 1), (&[4, 3, 2, 1], 3), (&[], 0)];
        for (places, fewest) in cases {
            assert_eq!(leaving(places.iter().copied()), fewest);
        }
    }
}
