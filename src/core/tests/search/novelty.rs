//! Ranks by novelty.

use traybit_core::search::novelty::Novelty;

#[test]
fn facts_then_pairs_then_nothing_new() {
    let novelty = Novelty::default();
    assert_eq!(novelty.rank(5, 1, &[1, 2]), 0, "fact 1 is new");
    assert_eq!(novelty.rank(5, 1, &[1, 3]), 1, "the pair 1, 3 is new");
    assert_eq!(novelty.rank(5, 1, &[1, 2, 3]), 2, "all of it was seen");
    assert_eq!(novelty.rank(5, 3, &[1, 3]), 0, "a pair does not stand for a fact");
    assert_eq!(novelty.rank(4, 1, &[1, 2]), 0, "another estimate, another plateau");
}
