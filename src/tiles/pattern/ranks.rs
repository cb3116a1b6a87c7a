//! Ranks of sets of so many cells, in the order of their bits as a number.
//!
//! ```text
//!   mask   hhhhhhhh llllllll        rank = high[h] + low[l]
//!                                   high[h]: number of masks with a smaller upper half
//!                                   low[l]:  number of smaller lower halves with as many cells as l
//! ```
//!
//! Both may be multiplied by a unit: where each set has so many entries, that is its first entry.

/// Ranks of all sets of `count` among `cells` cells.
pub struct Ranks {
    cells: u32,
    count: u32,
    half: u32,
    pub low: Vec<u32>,
    pub high: Vec<u32>,
}

/// Bits of the lower half of a set of so many cells.
pub fn half(cells: u32) -> u32 {
    cells.div_ceil(2)
}

impl Ranks {
    /// Ranks of sets of `count` among `cells` cells, at most 32, multiplied by `unit`.
    pub fn new(cells: u32, count: u32, unit: u32) -> Self {
        let half = half(cells);
        let mut seen = [0u32; 33];
        let mut low = Vec::with_capacity(1 << half);
        for mask in 0..1u32 << half {
            let size = mask.count_ones() as usize;
            low.push(seen[size].wrapping_mul(unit));
            seen[size] += 1;
        }
        let mut before: u32 = 0;
        let mut high = Vec::with_capacity(1 << (cells - half));
        for mask in 0..1u32 << (cells - half) {
            // Ranks of upper halves that no set has may be past the end.
            high.push(before.wrapping_mul(unit));
            before += count.checked_sub(mask.count_ones()).map_or(0, |below| seen[below as usize]);
        }
        Self { cells, count, half, low, high }
    }

    /// Rank of a set, times the unit.
    #[inline(always)]
    pub fn rank(&self, mask: u32) -> u32 {
        self.high[(mask >> self.half) as usize] + self.low[(mask & ((1 << self.half) - 1)) as usize]
    }

    /// All sets in order.
    pub fn sets(&self) -> impl Iterator<Item = u32> {
        let (count, end) = (self.count, 1u64 << self.cells);
        let first = (1u64 << count) - 1;
        std::iter::successors(Some(first), move |&mask| {
            if mask == 0 {
                return None;
            }
            // The next number with as many bits: the lowest run moves its top bit up, the rest of it falls down.
            let carried = mask + (mask & mask.wrapping_neg());
            Some(carried | ((carried ^ mask) >> mask.trailing_zeros() >> 2))
        })
        .take_while(move |&mask| mask < end)
        .map(|mask| mask as u32)
    }
}
