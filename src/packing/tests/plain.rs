//! The packings of a cover by plain means, for tests: cell after cell is covered by an orientation that begins there or stays
//! empty.

use traybit_packing::cover::Cover;

/// All packings, each as its placements' numbers, ascending; none where more than `most` positions are looked at.
pub(crate) fn packings(cover: &Cover, most: usize) -> Option<Vec<Vec<u32>>> {
    let mut numbers = vec![0];
    for places in &cover.places {
        numbers.push(numbers[numbers.len() - 1] + places.len() as u32);
    }
    let mut plain = Plain {
        cover,
        numbers,
        taken: cover.weights.iter().map(|weight| *weight == 0).collect(),
        counts: vec![0; cover.kinds.len()],
        empty: 0,
        path: Vec::new(),
        found: Vec::new(),
        left: most,
    };
    plain.search(0)?;
    Some(plain.found)
}

/// The kind of a placement and the cells that it covers, ascending.
pub(crate) fn covered(cover: &Cover, placement: u32) -> (u16, Vec<u32>) {
    let placements = cover.placements();
    placements.covered(placements.get(placement))
}

struct Plain<'a> {
    cover: &'a Cover,
    /// The number of the first placement of each cell.
    numbers: Vec<u32>,
    taken: Vec<bool>,
    counts: Vec<u32>,
    empty: u32,
    path: Vec<u32>,
    found: Vec<Vec<u32>>,
    left: usize,
}

impl Plain<'_> {
    /// Searches from a cell on; none where there are no positions left.
    fn search(&mut self, cell: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let Some(cell) = (cell..self.taken.len()).find(|cell| !self.taken[*cell]) else {
            let mut kinds = self.cover.kinds.iter().zip(&self.counts);
            if kinds.all(|(kind, count)| kind.counts.contains(count))
                && self.cover.empty.contains(&self.empty)
            {
                self.found.push(self.path.clone());
            }
            return Some(());
        };
        for (number, &orientation) in (self.numbers[cell]..).zip(&self.cover.places[cell]) {
            let orientation = &self.cover.orientations[orientation as usize];
            let cells = || orientation.offsets.iter().map(|offset| cell + *offset as usize);
            let kind = usize::from(orientation.kind);
            let count = self.counts[kind] + orientation.pieces;
            if count > *self.cover.kinds[kind].counts.end() || cells().any(|cell| self.taken[cell]) {
                continue;
            }
            self.counts[kind] = count;
            cells().for_each(|cell| self.taken[cell] = true);
            self.path.push(number);
            self.search(cell + 1)?;
            self.path.pop();
            cells().for_each(|cell| self.taken[cell] = false);
            self.counts[kind] -= orientation.pieces;
        }
        let weight = self.cover.weights[cell];
        if self.cover.may_stay_empty[cell] && self.empty + weight <= *self.cover.empty.end() {
            self.empty += weight;
            self.search(cell + 1)?;
            self.empty -= weight;
        }
        Some(())
    }
}
