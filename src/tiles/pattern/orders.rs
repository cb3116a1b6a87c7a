//! Orders of a pattern's tiles: their ranks, and the changes of a tile's move.
//!
//! ```text
//!   order       the tiles in reading order, each a number below the count:   2 0 1
//!   rank        its number in lexicographic order:  012 021 102 120 201 210  is  0 1 2 3 4 5
//!   a move      along a row changes nothing; along a column the tile passes those that stand between in reading
//!               order, fewer than a row has:   2 0 1  ─from place 0 to place 2─▶  0 1 2
//! ```

/// Tiles of the largest pattern: the ranks of their orders fit 16 bits.
pub const MOST_TILES: usize = 8;

/// Rank of an order.
pub fn rank(order: &[usize]) -> usize {
    order.iter().enumerate().fold(0, |rank, (place, tile)| {
        rank * (order.len() - place) + order[place + 1..].iter().filter(|&later| later < tile).count()
    })
}

/// Orders of a number of tiles.
pub struct Orders {
    count: usize,
    pub number: usize,
    /// First place in `next` of a move, by the tile's place before (times [`MOST_TILES`]) and place after.
    pub begins: [u32; MOST_TILES * MOST_TILES],
    /// Ranks after each move, by rank before, each filled up to a multiple of 64.
    pub next: Vec<u16>,
}

impl Orders {
    /// Orders of `count` tiles, 1 to [`MOST_TILES`], where a tile passes at most `reach` others at once.
    pub fn new(count: usize, reach: usize) -> Self {
        let number = (1..=count).product();
        let mut this = Self { count, number, begins: [0; MOST_TILES * MOST_TILES], next: Vec::new() };
        this.next.extend(0..=(number - 1) as u16);
        this.next.resize(number.next_multiple_of(64), 0);
        for from in 0..count {
            for to in (0..count).filter(|&to| to != from && to.abs_diff(from) <= reach) {
                this.begins[from * MOST_TILES + to] = this.next.len() as u32;
                for before in 0..number {
                    let mut order = this.order(before);
                    let tile = order.remove(from);
                    order.insert(to, tile);
                    this.next.push(rank(&order) as u16);
                }
                this.next.resize(this.next.len().next_multiple_of(64), 0);
            }
        }
        this
    }

    pub fn order(&self, rank: usize) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.count).collect();
        let mut rank = rank;
        let mut unit = self.number;
        (0..self.count)
            .map(|place| {
                unit /= self.count - place;
                let tile = left.remove(rank / unit);
                rank %= unit;
                tile
            })
            .collect()
    }

    /// Ranks after one move, by rank before.
    pub fn all_moved(&self, from: usize, to: usize) -> &[[u16; 64]] {
        let begin = self.begins[from * MOST_TILES + to] as usize;
        &self.next[begin..].as_chunks().0[..self.number.div_ceil(64)]
    }
}
