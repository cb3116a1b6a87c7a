//! Numbers of every width, at their ends.

use num_bigint::BigUint;

use super::exactly;
use traybit_core::search::counting::Ended;
use traybit_core::search::limits::Limits;
use traybit_core::search::staged::{StageExpander, Staged, Successor};

/// A space with 2ⁿ paths, the number of which is added up as 1 + (2ⁿ − 1): all bits are carried at the end.
///
/// ```text
///   stage   0     1    2    3    …   n      n + 1      n + 2
///   POWER         1    2    4    …  2ⁿ⁻¹ ─╮
///   SUM                1    3    …  ───────┴▶ 2ⁿ − 1 ─▶ 2ⁿ
///   ONE     1     1    1    1    …    1        1     ───╯
/// ```
struct Carried(u64);

const POWER: u64 = 0;
const SUM: u64 = 1;
const ONE: u64 = 2;

impl Staged<u64> for Carried {
    fn last(&self) -> usize {
        self.0 as usize + 2
    }
    fn start(&self) -> Option<(usize, u64)> {
        Some((0, ONE))
    }
    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(self)
    }
}

impl StageExpander<u64> for &Carried {
    fn expand(&mut self, stage: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        for (parent, &state) in (0..).zip(states) {
            let next: &[u64] = match state {
                _ if stage as u64 == self.0 + 1 => &[SUM],
                ONE if stage == 0 => &[ONE, POWER],
                POWER if stage as u64 == self.0 => &[SUM],
                POWER => &[POWER, POWER, SUM],
                SUM => &[SUM],
                _ => &[ONE],
            };
            let stage = stage as u32 + 1;
            successors.extend(next.iter().map(|&state| Successor { state, parent, stage, step: 0 }));
        }
    }
}

#[test]
fn sums_are_exact_in_every_width() {
    for bits in [63, 64, 127, 128, 511, 512, 8191] {
        assert_eq!(exactly(&Carried(bits), &Limits::default()), Ok(BigUint::from(1u8) << bits));
    }
    assert_eq!(exactly(&Carried(8192), &Limits::default()), Err(Ended::Overflow));
}
