//! Lists in segments.

use traybit_core::search::segmented::{SEGMENT, SegmentedVec};

#[test]
fn items_stand_in_the_order_in_which_they_came() {
    let mut list = SegmentedVec::new();
    assert!(list.get(0).is_none());
    for item in 0..3 * SEGMENT as u64 {
        list.push(item);
        assert_eq!((list.get(item as usize), list.get(item as usize + 1)), (Some(&item), None));
    }
    for number in [0, 1, SEGMENT - 1, SEGMENT, 3 * SEGMENT - 1] {
        assert_eq!((list[number as u32], list.get(number)), (number as u64, Some(&(number as u64))));
    }
    assert!(list.get(3 * SEGMENT).is_none());
    list[SEGMENT as u32] = 7;
    assert_eq!((list[SEGMENT as u32], list.get(0)), (7, Some(&0)));
    assert!(list.bytes() >= 3 * SEGMENT * 8 && list.bytes() < 3 * SEGMENT * 8 + 256);
}

#[test]
fn what_it_takes_up_is_foreseen() {
    let (mut list, step) = (SegmentedVec::new(), 100);
    for first in (0..3 * SEGMENT).step_by(step) {
        let foreseen = list.bytes() + list.growth(step);
        (first..first + step).for_each(|item| list.push(item as u64));
        // The first of all and the list of segments are not worth a word.
        assert!(list.bytes() <= foreseen.max(2048) + 256, "{first}");
    }
}
