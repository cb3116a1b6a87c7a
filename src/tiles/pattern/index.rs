//! Index of a database's entries: ranks of the sets of cells, and of the orders of the tiles on them.
//!
//! ```text
//!   set         hhhhhhhh llllllll    in the order of its bits as a number:   rank = high[h] + low[l]
//!                                    high[h]: number of sets with a smaller upper half
//!                                    low[l]:  number of smaller lower halves with as many cells as l
//!   order       the tiles in reading order, each a number below the count:   2 0 1
//!   rank        its number in lexicographic order:  012 021 102 120 201 210  is  0 1 2 3 4 5
//!   a move      along a row changes nothing; along a column the tile passes those that stand between in reading
//!               order, fewer than a row has:   2 0 1  ─from place 0 to place 2─▶  0 1 2
//! ```

use traybit_core::grid::Size;

/// Tiles of the largest pattern: ranks of orders have 16 bits.
pub const MOST_TILES: usize = 8;

/// Index of a database's entries, the same for all patterns with a number of tiles.
pub struct EntryIndex {
    pub size: Size,
    pub ranks: Ranks,
    pub orders: Orders,
}

impl EntryIndex {
    pub fn new(size: Size, tiles: usize) -> Self {
        let ranks = Ranks::new(size.cells() as u32, tiles as u32);
        Self { size, ranks, orders: Orders::new(tiles, usize::from(size.width) - 1) }
    }
}

/// Ranks of all sets of `count` among `cells` cells.
pub struct Ranks {
    cells: u32,
    pub count: u32,
    half: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Ranks {
    /// `cells` is at most 32, and `count` at least 1.
    pub fn new(cells: u32, count: u32) -> Self {
        let half = cells.div_ceil(2);
        let mut seen = [0u32; 33];
        let mut low = Vec::with_capacity(1 << half);
        for mask in 0..1u32 << half {
            let size = mask.count_ones() as usize;
            low.push(seen[size]);
            seen[size] += 1;
        }
        let mut before: u32 = 0;
        let mut high = Vec::with_capacity(1 << (cells - half));
        for mask in 0..1u32 << (cells - half) {
            // Ranks of upper halves that no set has may be past the end.
            high.push(before);
            before += count.checked_sub(mask.count_ones()).map_or(0, |below| seen[below as usize]);
        }
        Self { cells, count, half, low, high }
    }

    #[inline(always)]
    pub fn rank(&self, mask: u32) -> u32 {
        self.high[(mask >> self.half) as usize] + self.low[(mask & ((1 << self.half) - 1)) as usize]
    }

    pub fn sets(&self) -> impl Iterator<Item = u32> {
        let (count, end) = (self.count, 1u64 << self.cells);
        let next = |&mask: &u64| {
            // The next number with as many bits: the lowest run moves its top bit up, the rest of it falls down.
            let carried = mask + (mask & mask.wrapping_neg());
            Some(carried | ((carried ^ mask) >> mask.trailing_zeros() >> 2))
        };
        let sets = std::iter::successors(Some((1 << count) - 1), next);
        sets.take_while(move |&mask| mask < end).map(|mask| mask as u32)
    }
}

pub fn rank(order: &[usize]) -> usize {
    order.iter().enumerate().fold(0, |rank, (place, tile)| {
        rank * (order.len() - place) + order[place + 1..].iter().filter(|&later| later < tile).count()
    })
}

/// The order of `count` tiles with a rank.
pub fn order(count: usize, mut rank: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..count).collect();
    let mut unit: usize = (1..=count).product();
    let tile = |place| {
        unit /= count - place;
        let tile = left.remove(rank / unit);
        rank %= unit;
        tile
    };
    (0..count).map(tile).collect()
}

pub struct Orders {
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
        let mut this = Self { number, begins: [0; MOST_TILES * MOST_TILES], next: Vec::new() };
        this.next.extend(0..=(number - 1) as u16);
        this.next.resize(number.next_multiple_of(64), 0);
        for from in 0..count {
            for to in (0..count).filter(|&to| to != from && to.abs_diff(from) <= reach) {
                this.begins[from * MOST_TILES + to] = this.next.len() as u32;
                for before in 0..number {
                    let mut order = order(count, before);
                    let tile = order.remove(from);
                    order.insert(to, tile);
                    this.next.push(rank(&order) as u16);
                }
                this.next.resize(this.next.len().next_multiple_of(64), 0);
            }
        }
        this
    }

    /// Ranks after one move, by rank before.
    pub fn all_moved(&self, from: usize, to: usize) -> &[[u16; 64]] {
        let begin = self.begins[from * MOST_TILES + to] as usize;
        &self.next[begin..].as_chunks().0[..self.number.div_ceil(64)]
    }
}
