//! Partition of the tiles of a board into patterns that are close together.
//!
//! Tiles hinder each other where their paths cross, most of all tiles whose homes are near each other. So of all
//! partitions into patterns of given sizes, one is taken with the least sum of the distances between cells of one
//! pattern. The blank's home counts as one more cell of a largest pattern, as all paths end there: the tiles around it
//! stay together, which halves the nodes of a search. A further partition gains most from tiles that are apart in the
//! earlier ones: two that are together there count a third of a step more. The partition is found by a depth-first search
//! with a limit on the sum, which grows step by step from a lower bound.

use crate::pattern::Regions;
use traybit_core::{CellSet, Size};

/// Nodes after which the search gives up: some milliseconds, and less than a second for a further partition.
const MOST_NODES: [u32; 2] = [1 << 20, 1 << 24];
/// Weight of a step, where that of being together in an earlier partition is 1.
const STEP: u32 = 3;

/// Patterns as sets of cells, the largest first: of `most` cells each, and one of the cells left over. The board has at
/// most 32 cells.
pub fn partition(size: Size, blank_home: usize, most: usize) -> Vec<u32> {
    further(size, blank_home, most, &[]).unwrap_or_else(|| {
        // Patterns of consecutive cells, in the order of their distance.
        let cells = by_distance(size, blank_home);
        cells[1..].chunks(most).map(|cells| cells.iter().map(|cell| 1 << cell).sum()).collect()
    })
}

fn by_distance(size: Size, blank_home: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..size.cells()).collect();
    cells.sort_by_key(|&cell| size.steps(cell, blank_home));
    cells
}

/// Patterns as [`partition`] finds them, that join other tiles than those of the earlier partitions, and each in one piece;
/// `None` if the search gives up.
pub fn further(size: Size, blank_home: usize, most: usize, earlier: &[Vec<u32>]) -> Option<Vec<u32>> {
    let cells = by_distance(size, blank_home);
    let together = |from: usize, to: usize| {
        earlier.iter().flatten().filter(|&pattern| pattern >> from & pattern >> to & 1 == 1).count() as u32
    };
    let row =
        |&from: &usize| cells.iter().map(|&to| STEP * size.steps(from, to) + together(from, to)).collect();
    let next = |&from: &usize| {
        let beside = (0..cells.len()).filter(|&to| size.steps(from, cells[to]) == 1);
        beside.map(|to| 1 << to).sum()
    };
    let mut search = Search {
        steps: cells.iter().map(row).collect(),
        regions: Regions { neighbours: cells.iter().map(next).collect() },
        least: vec![0],
        nodes: 0,
        most_nodes: MOST_NODES[usize::from(!earlier.is_empty())],
    };
    let all = u32::MAX >> (32 - cells.len());
    for count in 1..=cells.len().min(most + 1) {
        let before = search.least[count - 1];
        let closest =
            (before..u32::MAX).find(|&allowed| search.grow((0, 0), all, count, allowed, &mut |_, _, _| true));
        search.least.push(closest.unwrap_or(before));
    }
    let tiles = cells.len() - 1;
    let mut counts = vec![most; tiles / most];
    counts.extend(Some(tiles % most).filter(|&over| over > 0));
    counts[0] += 1;
    let best: u32 = counts.iter().map(|&count| search.least[count]).sum();
    search.nodes = 0;
    let found = (best..u32::MAX).find_map(|allowed| {
        // The blank's home is in the first pattern.
        let patterns = search.cut_one(all, 0, &counts, allowed);
        patterns.map(Some).or_else(|| (search.nodes > search.most_nodes).then_some(None))
    });
    let on_board = |pattern: &u32| {
        let members = (1..cells.len()).filter(|&index| pattern >> index & 1 == 1);
        members.map(|index| 1 << cells[index]).sum()
    };
    let mut patterns: Vec<u32> = found??.iter().map(on_board).collect();
    patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.count_ones()));
    Some(patterns)
}

/// Search over the cells, numbered by their distance from the blank's home, which is the first.
struct Search {
    steps: Vec<Vec<u32>>,
    regions: Regions,
    /// Least sum of distances, by number of cells.
    least: Vec<u32>,
    nodes: u32,
    most_nodes: u32,
}

impl Search {
    /// Cuts the cells `left` into patterns of these counts with an allowed sum of distances.
    fn cut(&mut self, left: u32, counts: &[usize], allowed: u32) -> Option<Vec<u32>> {
        if left == 0 {
            return Some(Vec::new());
        }
        let different = (0..counts.len()).filter(|&index| !counts[..index].contains(&counts[index]));
        different.into_iter().find_map(|index| self.cut_one(left, index, counts, allowed))
    }

    /// Cuts the cells `left` as [`Self::cut`] does, with the first cell in the pattern of the count at `index`.
    fn cut_one(&mut self, left: u32, index: usize, counts: &[usize], allowed: u32) -> Option<Vec<u32>> {
        let mut others = counts.to_vec();
        let count = others.remove(index);
        let needed: u32 = others.iter().map(|&count| self.least[count]).sum();
        let spare = allowed.checked_sub(needed)?;
        let first = left.trailing_zeros() as usize;
        let mut cut = None;
        self.grow((1 << first, 0), left & !(1 << first), count - 1, spare, &mut |this, pattern, sum| {
            if this.regions.around(first, pattern) != pattern {
                return this.nodes > this.most_nodes;
            }
            cut = this.cut(left & !pattern, &others, allowed - sum);
            if let Some(patterns) = &mut cut {
                patterns.push(pattern);
            }
            cut.is_some() || this.nodes > this.most_nodes
        });
        cut
    }

    /// Adds `more` of the cells `left` to a pattern as far as allowed, until `take` accepts a pattern with its sum of
    /// distances.
    fn grow(
        &mut self,
        (pattern, sum): (u32, u32),
        mut left: u32,
        more: usize,
        allowed: u32,
        take: &mut dyn FnMut(&mut Self, u32, u32) -> bool,
    ) -> bool {
        self.nodes += 1;
        if more == 0 {
            return take(self, pattern, sum);
        }
        let (members, later) = (pattern.count_ones(), more as u32 - 1);
        while left.count_ones() > later {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            let sum = sum + pattern.each().map(|cell| self.steps[index][cell as usize]).sum::<u32>();
            // Each further cell is a step or more from those already there.
            if sum + STEP * later * (members + 1) + self.least[later as usize] <= allowed
                && self.grow((pattern | 1 << index, sum), left, more - 1, allowed, take)
            {
                return true;
            }
        }
        false
    }
}
