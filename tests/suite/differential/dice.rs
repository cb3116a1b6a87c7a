//! Numbers from a seed (Marsaglia's xorshift, 2003): the same ones everywhere.

pub(super) struct Dice(u64);

impl Dice {
    /// Seeds next to each other give numbers that have nothing in common.
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..20).for_each(|_| _ = dice.roll(2));
        dice
    }

    /// 0 to `sides` − 1.
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }

    /// A cell, and then cells beside those there are, as far as they may be taken: a connected shape of at most `most`.
    pub(super) fn shape(&mut self, may_take: &[(u16, u16)], most: usize) -> Vec<(u16, u16)> {
        let mut shape = vec![self.pick(may_take)];
        for _ in 1..most {
            let (row, column) = self.pick(&shape);
            let beside = self.pick(&[
                (row.wrapping_sub(1), column),
                (row, column.wrapping_sub(1)),
                (row + 1, column),
                (row, column + 1),
            ]);
            if may_take.contains(&beside) && !shape.contains(&beside) {
                shape.push(beside);
            }
        }
        shape
    }
}
