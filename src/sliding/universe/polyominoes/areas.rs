//! Areas of the pieces of a board: the shares that a universe is explored in.
//!
//! ```text
//!   room 4      ·   1   1 1   2   1 1 1   2 1   3   1 1 1 1   2 1 1   2 2   3 1   4
//! ```
//!
//! Moves keep the areas, so shares have nothing to do with one another; a tray of 20 cells has 2,714 of them.

/// All multisets of areas that have room for their sum, fewer cells first; each descending.
pub(super) fn all_areas(room: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for sum in 0..=room {
        extend(sum, sum, &mut Vec::new(), &mut all);
    }
    all
}

/// Adds all multisets that begin with these areas, and go on with so many cells, none larger than the last.
fn extend(left: u32, most: u32, areas: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    if left == 0 {
        all.push(areas.clone());
    }
    for area in 1..=left.min(most) {
        areas.push(area);
        extend(left - area, area, areas, all);
        areas.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::all_areas;

    #[test]
    fn shares_are_as_many_as_partitions() {
        // Partitions of 0, 1, 2 … are 1, 1, 2, 3, 5, 7, 11, 15 … (OEIS A000041; their sums A000070).
        assert_eq!([0, 1, 4, 7, 20].map(|room| all_areas(room).len()), [1, 2, 12, 45, 2_714]);
        assert_eq!(all_areas(3)[3..], [vec![1, 1], vec![2], vec![1, 1, 1], vec![2, 1], vec![3]]);
    }
}
