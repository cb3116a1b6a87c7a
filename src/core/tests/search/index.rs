//! Numbers of states by their hash.

use traybit_core::bits::Key;
use traybit_core::search::index::{ALONE, BITS, Index};

#[test]
fn each_state_has_one_number_before_and_after_the_index_is_divided() {
    let mut index = Index::new();
    let states: Vec<u64> = (0..3 * ALONE as u64).map(|state| state * 7).collect();
    let hash_of = |&at: &u32| states[at as usize].hash64();
    for (number, &state) in (0..).zip(&states) {
        let same = |&at: &u32| states[at as usize] == state;
        assert_eq!(index.find(state.hash64(), same), None);
        let only_known = |&at: &u32| {
            assert!(at < number);
            states[at as usize].hash64()
        };
        assert_eq!(index.find_or_add(state.hash64(), number, same, only_known), None);
        assert_eq!(index.parts().len(), if number as usize >= ALONE { 1 << BITS } else { 1 });
        assert_eq!(index.find_or_add(state.hash64(), u32::MAX, same, hash_of), Some(number));
    }
    for (number, &state) in (0..).zip(&states) {
        assert_eq!(index.find(state.hash64(), |&at| states[at as usize] == state), Some(number));
    }
    let most = index.parts().max().unwrap();
    assert!(most < (2 * states.len()) >> BITS, "spread evenly: {most}");
}

#[test]
fn equal_hashes_are_told_apart() {
    let mut index = Index::new();
    assert_eq!(index.find_or_add(5, 0, |_| false, |_| 5), None);
    assert_eq!(index.find_or_add(5, 1, |&at| at == 1, |_| 5), None);
    assert_eq!(index.find_or_add(5, 2, |&at| at == 1, |_| 5), Some(1));
    assert_eq!(index.find(5, |&at| at == 2), None);
}

#[test]
fn what_it_takes_up_is_foreseen() {
    let mut index = Index::new();
    let (step, mut most) = (1 << 10, 0);
    for first in (0..4 * ALONE as u64).step_by(step) {
        let foreseen = index.bytes() + index.growth(step);
        for state in first..first + step as u64 {
            index.find_or_add(state.hash64(), state as u32, |_| false, |&at| u64::from(at).hash64());
        }
        let divided = (ALONE as u64..ALONE as u64 + step as u64).contains(&(first + step as u64 - 1));
        assert!(index.bytes() <= foreseen || first == 0 || divided, "{first}: {} {foreseen}", index.bytes());
        most = most.max(index.bytes());
    }
    assert!(most < 4 * ALONE * 12, "{most}");
}
