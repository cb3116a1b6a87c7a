//! Words of several limbs against one word.

use traybit_core::bits::{CellSet, Key, Register, Wide};

/// A word of 256 bits of which the lower half is a `u128`.
fn wide(low: u128) -> Wide<4> {
    Wide::from_limbs(&[low as u64, (low >> 64) as u64])
}

fn half(word: Wide<4>) -> u128 {
    u128::from(word.limb(0)) | u128::from(word.limb(1)) << 64
}

#[test]
fn limbs_do_what_one_word_does() {
    let words = [0, 1, 0b1011 << 62, u128::MAX, 0xfedc_ba98_7654_3210_0123_4567_89ab_cdef, u128::MAX << 7];
    for a in words {
        for by in [0, 1, 13, 63, 64, 65, 100, 127] {
            assert_eq!(half(wide(a) << by), a << by, "{a:x} << {by}");
            assert_eq!(half(wide(a) >> by), a >> by, "{a:x} >> {by}");
            assert_eq!(half((wide(a) << 128 >> by) >> (128 - by)), a, "there and back by {by}");
            assert_eq!(half(CellSet::below(by)), u128::below(by));
            assert_eq!(wide(a).contains(by), a >> by & 1 == 1);
        }
        for b in words {
            assert_eq!(half(wide(a) & wide(b)), a & b);
            assert_eq!(half(wide(a) | wide(b)), a | b);
            assert_eq!(half(wide(a) ^ !wide(b)), a ^ !b);
            assert_eq!(half(wide(a).plus(wide(b))), a.wrapping_add(b));
        }
        assert_eq!(CellSet::len(wide(a)), a.count_ones());
        assert_eq!(Register::trailing_ones(wide(a)), a.trailing_ones());
        if a > 0 {
            assert_eq!(wide(a).first(), a.trailing_zeros());
            assert_eq!(half(wide(a).without_first()), a & (a - 1));
        }
    }
    let full = Wide::<4>::below(256);
    assert_eq!((CellSet::len(full), Register::trailing_ones(full), full.low()), (256, 256, u64::MAX));
    assert!(full.plus(Wide::number(1)).is_empty() && full.when(false).is_empty());
}
